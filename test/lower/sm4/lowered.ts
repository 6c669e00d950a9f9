/** Modules of listings and of compiled programs, for tests of lowering. */
import { expect } from 'vitest';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { type IrModule, verifyIr } from '../../../src/ir/index.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { type LoweredProgram, lowerSm4 } from '../../../src/lower/index.ts';

/** The words of a listing; the test fails if it does not assemble. */
export function programOf(listing: string): Uint32Array {
  const { bytes, diagnostics } = assembleUnvalidated(listing);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return openShaderFile(bytes!).programs[0]!.words;
}

/** The lowered program of a listing. */
export function loweredOf(listing: string): LoweredProgram {
  return lowerSm4(readSm4(programOf(listing)));
}

/** The module of a listing, which breaks no rule. */
export function moduleOf(listing: string): IrModule {
  const { module, diagnostics } = loweredOf(listing);
  expect(diagnostics).toEqual([]);
  expect(verifyIr(module!)).toEqual([]);
  return module!;
}

/** The code of the diagnostic of a listing without a meaning, and the index of its token. */
export function refusalOf(listing: string): string {
  const { module, diagnostics } = loweredOf(listing);
  expect(module).toBeUndefined();
  return `${diagnostics[0]!.code} at ${diagnostics[0]!.span.start / 4}`;
}
