/** Two functions of libraries compared: what reflection says about them, and what they compute. */
import { SM1_LIBRARY_PIXEL, SM1_PIXEL, SM1_VERSION, SM1_VERTEX, SM4_VERSION } from '../../src/base/profile.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { parseAon9 } from '../../src/chunks/aon9.ts';
import { parseContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { openShaderFile, type ShaderProgram } from '../../src/file/shader-file.ts';
import { renameSm1Registers, type Sm1RegisterRef } from '../../src/isa/sm1/edit.ts';
import { decodeSm1, encodeSm1 } from '../../src/isa/sm1/encode.ts';
import { readSm4, type Sm4Program } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import type { FunctionDesc } from '../../src/reflect/library.ts';
import { compareRecompiled } from './recompiled-runs.ts';
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
  const words = openShaderFile(bytes)
    .programs.find(({ isa }) => isa === 'sm4')!
    .words.slice();
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

/** The programs of a function for feature level 9: which they are, and where their constants and samplers come from. */
export function describeLevel9(bytes: Uint8Array): string {
  const container = parseContainer(bytes).value!;
  const chunks = container.chunks.filter(({ tag }) => tag === TAG.Aon9);
  const programs = chunks.map((chunk) => {
    const { version, constants, integers, bools, samplers, runtime, words } = parseAon9(container, chunk).value!;
    return [version, words[0], constants, integers, bools, samplers, runtime];
  });
  return JSON.stringify(programs);
}

/** Runs the programs of two functions for feature level 9; returns their results as {@link compareRecompiled} does. */
export function compareLevel9(a: Uint8Array, b: Uint8Array, runs: number, tolerance: number): string[] {
  const [theirs, ours] = [a, b].map((bytes) => openShaderFile(bytes).programs.filter(({ isa }) => isa === 'sm1'));
  return theirs!.map((one, i) => compareRecompiled(asShader(one), asShader(ours![i]!), runs, tolerance));
}

/** A function as a shader of Direct3D 9, whose results are colors in a pixel shader. */
function asShader(program: ShaderProgram): ShaderProgram {
  const nodes = decodeSm1(bytesOf(program.words));
  const isPixel = SM1_VERSION.stage.get(program.words[0]!) === SM1_LIBRARY_PIXEL;
  const rename = ({ register, number }: Sm1RegisterRef): Sm1RegisterRef =>
    isPixel && register === 'outputOrTexCoordOut' ? { register: 'colorOut', number } : { register, number };
  const renamed = renameSm1Registers(nodes, rename, { start: 0, end: nodes.nodes.length });
  const words = wordsOf(encodeSm1(renamed));
  words[0] = SM1_VERSION.stage.set(words[0]!, isPixel ? SM1_PIXEL : SM1_VERTEX);
  return { ...program, words };
}
