/** Two functions of libraries compared: what reflection says about them, and what they compute. */
import { SM4_VERSION } from '../../src/base/profile.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm4, type Sm4Program } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import type { FunctionDesc } from '../../src/reflect/library.ts';
import { ProgramRuns } from './vm-ir.ts';

/** The interface of a function. */
export function describeFunction({
  name,
  parameters,
  returnValue,
  boundResources,
  constantBuffers,
}: FunctionDesc): string {
  // The source says the registers that the compiler chose, which sets a flag.
  const bound = boundResources.map(({ uFlags: _, flagNames: __, ...rest }) => rest);
  const buffers = constantBuffers.map((buffer) => [
    buffer.name,
    buffer.size,
    buffer.variables.map((one) => [one.name, one.startOffset]),
  ]);
  return JSON.stringify([name, parameters, returnValue, bound, buffers]);
}

/** A function as a pixel shader, which can be run. */
function asProgram(bytes: Uint8Array): Sm4Program {
  const words = openShaderFile(bytes).programs[0]!.words.slice();
  words[0] = SM4_VERSION.stage.set(words[0]!, 0);
  return readSm4(words);
}

/** Runs two functions with the same values; returns `same`, `limited`, or what differs. */
export function compareFunctions(a: Uint8Array, b: Uint8Array, runs: number): string {
  const { module } = lowerSm4(asProgram(b));
  if (module === undefined) return 'limited';
  const original = new ProgramRuns(asProgram(a));
  let isLimited = false;
  for (let seed = 1; seed <= runs; seed++) {
    const result = original.compare(module, seed, 'dyadic');
    if (typeof result !== 'string') return result.difference;
    isLimited ||= result !== 'same';
  }
  return isLimited ? 'limited' : 'same';
}
