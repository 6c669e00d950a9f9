/** Registers that a stage gets from the one before it and passes on: one vertex, point or patch at a time. */
import { LANES, REGISTER_WORDS, RegisterFile } from '../lanes.ts';
import type { Sm4Quad } from './quad.ts';

/** Words of registers, four to a register. */
export type Registers = Uint32Array;

/** Sets the first component of a register without a number, for each lane. */
export function setLanes(quad: Sm4Quad, type: number, value: (lane: number) => number): void {
  const file = new RegisterFile(1);
  for (let lane = 0; lane < LANES; lane++) file.words[lane] = value(lane);
  quad.files[type] = file;
}

/** Gives the registers of a vertex to all lanes. */
export function setRegisters(file: RegisterFile | undefined, vertex: number, registers: Registers): void {
  if (file === undefined) return;
  for (let i = 0; i < Math.min(registers.length, 4 * file.registers); i++) {
    const base = file.baseOf(i >> 2, vertex);
    if (base < 0) return;
    file.words.fill(registers[i]!, base + (i & 3) * LANES, base + ((i & 3) + 1) * LANES);
  }
}

/** The registers of a lane. */
export function registersOf(file: RegisterFile | undefined, lane: number): Registers {
  const registers = new Uint32Array(4 * (file?.registers ?? 0));
  for (let i = 0; i < registers.length; i++)
    registers[i] = file!.words[(i >> 2) * REGISTER_WORDS + (i & 3) * LANES + lane]!;
  return registers;
}
