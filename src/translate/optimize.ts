/**
 * Makes programs of models 4.0 to 5.1 shorter: lowers, runs the passes, generates. Everything else of the shader stays.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { bytesOf } from '../base/words.ts';
import { openShaderFile } from '../file/shader-file.ts';
import { generateSm4 } from '../generate/sm4/generate.ts';
import { runPasses } from '../ir/index.ts';
import { readSm4, readSm4Words } from '../isa/sm4/program.ts';
import { countSm4 } from '../isa/sm4/statistics.ts';
import { lowerSm4 } from '../lower/index.ts';
import { openShader } from '../shader/index.ts';
import { validate } from '../validate/validate.ts';
import { DX6089, DX6090 } from './messages.ts';

export interface OptimizedShader {
  /** The shader; the input where its program could not be made shorter; undefined after an error. */
  readonly bytes: Uint8Array | undefined;
  /** Instructions of the program before and after. */
  readonly before: number;
  readonly after: number;
  /** Spans are bytes of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces the program of a shader of models 4.0 to 5.1 by one with the same results and fewer instructions, where
 * there is one. Signatures, resource definitions and all other chunks stay, except what counts instructions or depends
 * on where they are: statistics, features, debug information. Never throws on any bytes.
 *
 * @throws TypeError when `input` holds no bytes
 */
export function optimizeShader(input: ByteSource): OptimizedShader {
  const bytes = toBytes(input, 'optimizeShader');
  const faults = validate(bytes).diagnostics.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) return { bytes: undefined, before: 0, after: 0, diagnostics: faults };
  const diagnostics = new Diagnostics();
  const { programs, profile } = openShaderFile(bytes);
  const program = programs.find(({ level9 }) => !level9);
  // Words may have a version that no compiler knows.
  if (program?.isa !== 'sm4' || !/^[vhdgpc]s_[45]_[01]$/.test(profile ?? '')) {
    diagnostics.report(DX6089, program?.offset ?? 0, (program?.offset ?? 0) + 4);
    return { bytes: undefined, before: 0, after: 0, diagnostics: diagnostics.list };
  }
  const before = countSm4(readSm4Words(program.words)).instructionCount;
  const words = generatedAgain(program.words);
  const after = words === undefined ? before : countSm4(readSm4Words(words)).instructionCount;
  if (words === undefined || after >= before) return { bytes, before, after: before, diagnostics: [] };
  const optimized = openShader(bytes).setProgram(bytesOf(words)).toBytes();
  const fault = validate(optimized).diagnostics.find(({ severity }) => severity === 'error');
  if (fault !== undefined) {
    diagnostics.report(DX6090, program.offset, program.offset + 4, { code: fault.code });
    return { bytes, before, after: before, diagnostics: diagnostics.list };
  }
  return { bytes: optimized, before, after, diagnostics: [] };
}

/** A program with the same results; undefined if there is none. */
function generatedAgain(original: Uint32Array): Uint32Array | undefined {
  const { module } = lowerSm4(readSm4(original));
  if (module === undefined) return undefined;
  runPasses(module);
  return generateSm4(module, { contract: module.facts.allowsRefactoring ?? false }).words;
}
