/** Runs a few instructions of shader models 1 to 3 on given constants and returns the registers that they leave. */
import { expect } from 'vitest';
import { assembleUnvalidated } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { SM1_REGISTERS, type Sm1RegisterName } from '../../src/isa/sm1/registers.ts';
import { floatOfBits } from '../../src/numerics/conversion.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { sm1Executable } from '../../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../../src/vm/sm1/interpreter.ts';
import type { Sm1Quad, Sm1Textures } from '../../src/vm/sm1/quad.ts';

/** Far more than any of these programs executes. */
const LIMIT = 10_000;

export interface Sm1Inputs {
  /** Rows of the float constants. */
  readonly floats?: readonly (readonly number[])[];
  readonly integers?: readonly (readonly number[])[];
  readonly booleans?: readonly boolean[];
  readonly textures?: Sm1Textures;
  /** Sets registers before the program runs. */
  readonly prepare?: (quad: Sm1Quad) => void;
}

/** The quad after the program `listing` ran. */
export function runSm1(listing: string, inputs: Sm1Inputs = {}): Sm1Quad {
  const { bytes, diagnostics } = assembleUnvalidated(listing);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const executable = sm1Executable(readSm1(openShaderFile(bytes!).programs[0]!.words));
  const floats = new Uint32Array(Float32Array.from(inputs.floats?.flat() ?? []).buffer);
  const integers = Int32Array.from(inputs.integers?.flat() ?? []);
  const quad = new Sm1Interpreter(executable, { floats, integers, booleans: inputs.booleans ?? [] }, inputs.textures);
  inputs.prepare?.(quad);
  quad.start(15, 0, executable.mainEnd);
  quad.run(LIMIT);
  expect(quad.state).toBe('ended');
  return quad;
}

/** The words of a register in a lane. */
export function wordsIn(quad: Sm1Quad, name: Sm1RegisterName, register: number, lane = 0): number[] {
  const { words } = quad.files[SM1_REGISTERS[name].code]!;
  return [0, 1, 2, 3].map((i) => words[register * REGISTER_WORDS + i * LANES + lane]!);
}

/** The floats of a register in a lane. */
export function floatsIn(quad: Sm1Quad, name: Sm1RegisterName, register: number, lane = 0): number[] {
  return wordsIn(quad, name, register, lane).map(floatOfBits);
}

/** Sets a register of all lanes to floats, lane by lane. */
export function setFloats(
  quad: Sm1Quad,
  name: Sm1RegisterName,
  register: number,
  lanes: readonly (readonly number[])[],
): void {
  const floats = new Float32Array(quad.files[SM1_REGISTERS[name].code]!.words.buffer);
  for (const [lane, values] of lanes.entries())
    for (const [i, value] of values.entries()) floats[register * REGISTER_WORDS + i * LANES + lane] = value;
}
