/** Modules of shader models 1 to 3 in assembly, for tests of lowering. */
import { expect } from 'vitest';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { type IrModule, verifyIr } from '../../../src/ir/index.ts';
import { readSm1, type Sm1Program } from '../../../src/isa/sm1/program.ts';
import { type LoweredProgram, type LowerSm1Options, lowerSm1 } from '../../../src/lower/index.ts';

/** The program of a text; the test fails if it does not assemble. */
export function programOf(text: string): Sm1Program {
  const { bytes, diagnostics } = assembleUnvalidated(`${text}\n`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return readSm1(openShaderFile(bytes!).programs[0]!.words);
}

export function loweredOf(text: string, options: LowerSm1Options = {}): LoweredProgram {
  return lowerSm1(programOf(text), options);
}

/** The module of a text, which breaks no rule. */
export function moduleOf(text: string, options: LowerSm1Options = {}): IrModule {
  const { module, diagnostics } = loweredOf(text, options);
  expect(diagnostics).toEqual([]);
  expect(verifyIr(module!)).toEqual([]);
  return module!;
}

/** The code of the diagnostic of a program without a meaning, and the index of its token. */
export function refusalOf(program: string | Uint32Array): string {
  const { module, diagnostics } = typeof program === 'string' ? loweredOf(program) : lowerSm1(readSm1(program));
  expect(module).toBeUndefined();
  return `${diagnostics[0]!.code} at ${diagnostics[0]!.span.start / 4}`;
}
