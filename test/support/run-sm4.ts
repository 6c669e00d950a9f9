/** Runs a few instructions of shader models 4.0 to 5.1 on given constants and returns the registers that they leave. */
import { expect } from 'vitest';
import { assembleUnvalidated } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { sm4Executable } from '../../src/vm/sm4/executable.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';

/** Far more than any of these programs executes. */
const LIMIT = 10_000;

/** Registers that are written without their components: all four are meant. */
const WITHOUT_COMPONENTS = /\b(?:r\d+|cb0\[[^\]]*\])(?![.\w[])/g;

/** The executable of a listing; the test fails if it does not assemble. */
export function executableOf(listing: string): ReturnType<typeof sm4Executable> {
  const { bytes, diagnostics } = assembleUnvalidated(listing);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return sm4Executable(readSm4(openShaderFile(bytes!).programs[0]!.words));
}

/**
 * The quad of pixels after the instructions `body` ran; `rows` are the rows of the constant buffer cb0, as words. r15
 * has the number of the lane.
 */
export function runSm4(body: string, rows: readonly (readonly number[])[] = [], bindings = new Bindings()): Sm4Quad {
  const executable = executableOf(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[16], dynamicIndexed
dcl_temps 16
${body.replace(WITHOUT_COMPONENTS, '$&.xyzw')}
ret`);
  bindings.constantBuffers.set(0, Uint32Array.from(rows.flat()));
  const quad = new Sm4Interpreter(executable, bindings);
  for (let i = 0; i < REGISTER_WORDS; i++) quad.files[0]!.words[15 * REGISTER_WORDS + i] = i % LANES;
  quad.start(15, 0, executable.parts[0]!.end);
  quad.run(LIMIT);
  expect(quad.state).toBe('ended');
  return quad;
}

/** The words of temporary register `register` in a lane. */
export function temp(quad: Sm4Quad, register: number, lane = 0): number[] {
  const { words } = quad.files[0]!;
  return [0, 1, 2, 3].map((i) => words[(register * 4 + i) * LANES + lane]!);
}

/** The words of floats. */
export function floats(...values: readonly number[]): number[] {
  return values.map(bitsOfFloat);
}

/** The words of one component of a temporary register, lane by lane. */
export function lanesOf(quad: Sm4Quad, register: number, component = 0): number[] {
  return Array.from({ length: LANES }, (_, lane) => temp(quad, register, lane)[component]!);
}
