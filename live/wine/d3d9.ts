/**
 * Pixel and vertex shaders of Direct3D 9 on both executors. A vertex or pixel of its own has each set of inputs: the
 * inputs of a pixel are those of a small triangle around its center, the same at all corners, so that interpolation
 * changes nothing. The vertex shader before a pixel shader, and the pixel shader after a vertex shader, only pass
 * values on.
 */

import type { Random } from '../../smith/random.ts';
import type { Sm1Version } from '../../smith/runnable/sm1-alu.ts';
import { SM1_BOUND, VALUE_CONSTANTS } from '../../smith/runnable/sm1-code.ts';
import { assemble } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../../src/isa/sm1/registers.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { saturate } from '../../src/numerics/float.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { sm1Executable } from '../../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../../src/vm/sm1/interpreter.ts';
import type { Sm1Constants, Sm1Textures } from '../../src/vm/sm1/quad.ts';
import { D3d9Request, FLOAT_TARGET, PRIMITIVES } from '../../tools/executor/d3d9-request.ts';
import type { Rule, Trial } from './trial.ts';

export const WIDTH = 8;
export const HEIGHT = 4;
const CELLS = WIDTH * HEIGHT;
const LIMIT = 100_000;
const POSITION = 0;
const TEXCOORD = 5;
const COLOR = 10;
/** D3DDECLUSAGE of the inputs of a vertex: the position, two colors, texture coordinates. */
export const COORDINATES = 6;
const USAGES = [
  { usage: POSITION, index: 0 },
  { usage: COLOR, index: 0 },
  { usage: COLOR, index: 1 },
  ...Array.from({ length: COORDINATES }, (_, index) => ({ usage: TEXCOORD, index })),
];
export const FIRST_COORDINATE = 3;

/** Corners of a triangle around the center of a pixel, in pixels. */
export const CORNERS = [
  [-0.375, -0.375],
  [0.375, -0.375],
  [0, 0.375],
] as const;

export interface Sm1Parts {
  readonly version: Sm1Version;
  readonly text: string;
  /** The inputs of each cell: two colors and the texture coordinates, four floats each. */
  readonly cells: readonly (readonly number[])[];
  readonly constants: Sm1Constants;
  readonly rules: readonly Rule[];
  readonly bind?: (request: D3d9Request) => void;
  readonly textures?: () => Sm1Textures;
  readonly code?: readonly string[];
  readonly rebuild?: (code: readonly string[]) => Trial | undefined;
}

/** Constants for random code: values, bounds, and what its comments say. */
export function randomConstants(random: Random, isSmall: boolean): Sm1Constants {
  const floats: number[] = [];
  for (let i = 0; i < 4 * VALUE_CONSTANTS; i++)
    floats.push(isSmall ? random.between(-64, 64) / 64 : random.between(-512, 512) / 64);
  floats.push(-SM1_BOUND, SM1_BOUND, 0, 1);
  // The maximum of relative indices.
  floats.push(3, 3, 3, 3);
  // The smallest operand of operations that have no result at 0.
  floats.push(0.125, 0.125, 0.125, 0.125);
  const integers: number[] = [];
  for (let i = 0; i < 4; i++) integers.push(random.between(0, 4), random.between(0, 2), random.between(0, 1), 0);
  return {
    floats: Uint32Array.from(floats, bitsOfFloat),
    integers: Int32Array.from(integers),
    booleans: [0, 1, 2, 3].map(() => random.oneIn(2)),
  };
}

export function randomCells(random: Random, low: number, high: number): number[][] {
  return Array.from({ length: CELLS }, () =>
    Array.from({ length: 4 * (2 + COORDINATES) }, (_, i) =>
      i < 8 ? random.between(0, 64) / 64 : random.between(low * 64, high * 64) / 64,
    ),
  );
}

/** The program of a text; undefined where it breaks a rule of its model, which random code now and then does. */
export function assembledSm1(text: string): Uint8Array | undefined {
  const { bytes, diagnostics } = assemble(text);
  return diagnostics.some(({ severity }) => severity === 'error') ? undefined : bytes;
}

/** A text that is known to assemble. */
function fixed(text: string): Uint8Array {
  const bytes = assembledSm1(text);
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

const passed = Array.from({ length: COORDINATES }, (_, i) => i);
const INPUT_DECLARATIONS = `dcl_position v0
dcl_color0 v1
dcl_color1 v2
${passed.map((i) => `dcl_texcoord${i} v${FIRST_COORDINATE + i}`).join('\n')}`;
const PASS_VERTEX_2 = fixed(`vs_2_0
${INPUT_DECLARATIONS}
mov oPos, v0
mov oD0, v1
mov oD1, v2
${passed.map((i) => `mov oT${i}, v${FIRST_COORDINATE + i}`).join('\n')}
`);
const PASS_VERTEX_3 = fixed(`vs_3_0
${INPUT_DECLARATIONS}
dcl_position o0
dcl_color0 o1
dcl_color1 o2
${passed.map((i) => `dcl_texcoord${i} o${FIRST_COORDINATE + i}`).join('\n')}
${[0, 1, 2, ...passed.map((i) => FIRST_COORDINATE + i)].map((i) => `mov o${i}, v${i}`).join('\n')}
`);
const PASS_PIXEL_2 = fixed(`ps_2_0
${[0, 1, 2, 3].map((i) => `dcl t${i}`).join('\n')}
${[0, 1, 2, 3].map((i) => `mov r${i}, t${i}\nmov oC${i}, r${i}`).join('\n')}
`);
const PASS_PIXEL_3 = fixed(`ps_3_0
${[0, 1, 2, 3].map((i) => `dcl_texcoord${i} v${i}`).join('\n')}
${[0, 1, 2, 3].map((i) => `mov oC${i}, v${i}`).join('\n')}
`);

/** Results that a program writes: pixel shaders before 2_0 have one, the others four. */
export function resultCount({ stage, major }: Sm1Version): number {
  return stage === 'ps' && major < 2 ? 1 : 4;
}

function vertices(cells: readonly (readonly number[])[]): Uint32Array {
  const words: number[] = [];
  for (const [cell, values] of cells.entries()) {
    for (const [dx, dy] of CORNERS) {
      // The centers of pixels are at integers.
      const x = (2 * ((cell % WIDTH) + dx)) / WIDTH - 1;
      const y = 1 - (2 * (Math.floor(cell / WIDTH) + dy)) / HEIGHT;
      words.push(...[x, y, 0.5, 1, ...values].map(bitsOfFloat));
    }
  }
  return Uint32Array.from(words);
}

export function sm1Trial(parts: Sm1Parts): Trial | undefined {
  const { version, text, cells, constants } = parts;
  const tokens = assembledSm1(text);
  if (tokens === undefined) return undefined;
  const count = resultCount(version);
  const { stage } = version;
  const request = new D3d9Request();
  if (stage === 'ps') request.shader('vs', version.major === 3 ? PASS_VERTEX_3 : PASS_VERTEX_2).shader('ps', tokens);
  else request.shader('vs', tokens).shader('ps', version.major === 3 ? PASS_PIXEL_3 : PASS_PIXEL_2);
  request.constants(stage, 'float', constants.floats.subarray(0, stage === 'ps' && version.major < 2 ? 32 : undefined));
  if (version.major >= 2) {
    request.constants(stage, 'int', constants.integers);
    request.constants(stage, 'bool', constants.booleans.map(Number));
  }
  parts.bind?.(request);
  request.targets(WIDTH, HEIGHT, Array(count).fill(FLOAT_TARGET)).layout(USAGES).vertices(vertices(cells));
  request.draw(PRIMITIVES.triangles, CELLS);
  for (let i = 0; i < count; i++) request.readTarget(i);
  return {
    text,
    request,
    ...(parts.code && { code: parts.code }),
    ...(parts.rebuild && { rebuild: parts.rebuild }),
    // Before 2_0 colors are between 0 and 1, but Wine gives them to targets of floats as they are.
    ...(stage === 'ps' && version.major < 2 && { asCompared: (word) => bitsOfFloat(saturate(floatOfBits(word))) }),
    ours: () => ours(tokens, parts),
    rule: (result, word) => parts.rules[4 * result + (word & 3)] ?? 'float',
  };
}

function ours(tokens: Uint8Array, { version, cells, constants, textures }: Sm1Parts): Uint32Array[] {
  const executable = sm1Executable(readSm1(openShaderFile(tokens).programs[0]!.words));
  const count = resultCount(version);
  const results = Array.from({ length: count }, () => new Uint32Array(4 * CELLS));
  for (const [cell, values] of cells.entries()) {
    const quad = new Sm1Interpreter(executable, constants, textures?.());
    setInputs(quad, version, cell, values);
    quad.start(15, 0, executable.mainEnd);
    quad.run(LIMIT);
    const name = version.stage === 'vs' ? 'outputOrTexCoordOut' : version.major < 2 ? 'temp' : 'colorOut';
    const { words } = quad.files[SM1_REGISTERS[name].code]!;
    // Pixels that were ended keep the color of the target, 0.
    if (quad.helpers & 1) continue;
    // In model 3 the outputs of a vertex shader follow its position.
    const first = version.stage === 'vs' && version.major === 3 ? 1 : 0;
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 4; k++) results[i]![4 * cell + k] = words[(first + i) * REGISTER_WORDS + k * LANES]!;
  }
  return results;
}

const ADDRESS = SM1_REGISTERS.addressOrTexture.code;
const INPUT = SM1_REGISTERS.input.code;

function setInputs(quad: Sm1Interpreter, { stage, major }: Sm1Version, cell: number, values: readonly number[]): void {
  const set = (file: { words: Uint32Array }, register: number, vector: readonly number[]) => {
    for (let k = 0; k < 4; k++)
      file.words.fill(
        bitsOfFloat(vector[k]!),
        register * REGISTER_WORDS + k * LANES,
        register * REGISTER_WORDS + (k + 1) * LANES,
      );
  };
  const vector = (i: number) => values.slice(4 * i, 4 * i + 4);
  if (stage === 'vs' || major === 3) {
    // The position comes first.
    for (let i = 0; i < 2 + COORDINATES; i++) set(quad.files[INPUT]!, i + 1, vector(i));
    if (stage === 'vs') set(quad.files[INPUT]!, 0, [cell, 0, 0.5, 1]);
    return;
  }
  for (let i = 0; i < 2; i++) set(quad.files[INPUT]!, i, vector(i));
  for (let i = 0; i < COORDINATES; i++) {
    set(quad.files[ADDRESS]!, i, vector(2 + i));
    set(quad.coordinates, i, vector(2 + i));
  }
}
