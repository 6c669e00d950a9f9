/**
 * Compiled programs after each pass: no rule is broken, no word is without a type in the end, and the text is read back
 * as the same module.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { programsIn } from '../../smith/sm4-programs.ts';
import { type IrModule, Kind, kindOf, parseIr, printIr, runPasses, verifyIr } from '../../src/ir/index.ts';
import { walkModule } from '../../src/ir/passes/walk.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { lower, lowerSm4 } from '../../src/lower/index.ts';

const COMPILED = readProvenance().filter(({ how }) => how === 'compiled');

function bytesOf(id: string): Uint8Array {
  return new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
}

function modulesOf(id: string): IrModule[] {
  return programsIn(bytesOf(id)).flatMap((words) => lowerSm4(readSm4(words)).module ?? []);
}

it('keeps the rules in every compiled program', { tags: 'slow' }, () => {
  let programs = 0;
  for (const { id } of COMPILED) {
    for (const module of modulesOf(id)) {
      programs++;
      runPasses(module, { afterEach: (pass) => expect(verifyIr(module), `${id} after ${pass}`).toEqual([]) });
      walkModule(module, (op) => expect(kindOf(module.ops.type[op]!), id).not.toBe(Kind.b32));
      const text = printIr(module);
      const { module: again, diagnostics } = parseIr(text);
      expect(diagnostics, id).toEqual([]);
      expect(printIr(again), id).toBe(text);
    }
  }
  expect(programs).toBeGreaterThan(200);
});

it('gives what has no module a diagnostic', () => {
  // ps_2_0 with a call of a subroutine that is not there.
  const words = Uint32Array.of(0xffff_0201, 0x0100_0019, 0xa0e4_1000, 0x0000_ffff);
  expect(lower(new Uint8Array(words.buffer)).diagnostics[0]).toMatchObject({ code: 'DX5105', span: { start: 4 } });
  const { module, diagnostics } = lower(new Uint8Array(0));
  expect(module).toBeUndefined();
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(() => lower(5 as never)).toThrow(TypeError);
});
