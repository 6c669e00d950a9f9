/** Reads the live ranges of the temporary registers of the programs of a shader, with positions in bytes. */
import { type LiveRange, readSm1, sm1LiveRanges } from 'dxlens/internals/sm1';
import { readSm4, sm4LiveRanges } from 'dxlens/internals/sm4';
import { type LivenessData, liveCounts } from '../model/liveness.ts';
import type { ListedProgram } from './listing.ts';

/** The live ranges of all programs. */
export function livenessOf(programs: readonly ListedProgram[]): LivenessData {
  const registers: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { isa, words, offset } of programs) {
    const program = isa === 'sm4' ? readSm4(words) : readSm1(words);
    const ranges: LiveRange[] = program.kind === 'sm4' ? sm4LiveRanges(program) : sm1LiveRanges(program);
    const byteAt = (position: number) =>
      offset + 4 * (position < program.count ? program.starts[position]! : program.end);
    for (const { register, start, end } of ranges) {
      registers.push(register);
      starts.push(byteAt(start));
      ends.push(byteAt(end));
    }
  }
  const typed = { registers: Int32Array.from(registers), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  return { ...typed, ...liveCounts(typed.starts, typed.ends) };
}
