/** Repair without a compiler at hand: recorded programs stand for what one makes of a source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { assemble } from '../../src/assemble/index.ts';
import { decompile, repair } from '../../src/decompile/index.ts';
import type { SourceToCompile } from '../../src/decompile/repair.ts';
import { disassemble } from '../../src/text/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const shader = recorded('scene-lighting.vertexMain.vs_4_0');

/** A shader with a change of its listing. */
function changed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const { text } = disassemble(bytes);
  expect(text).toContain(from);
  const made = assemble(text.replace(from, to));
  expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return made.bytes!;
}

describe('repair', () => {
  it('ends with the readable source if its words are those of the original', async () => {
    const sources: SourceToCompile[] = [];
    const made = await repair(shader, {
      compile: (source) => {
        sources.push(source);
        return shader;
      },
    });
    expect([made.identical, made.compilations, made.differences]).toEqual([true, 1, []]);
    expect(made.code).toBe(decompile(shader).code);
    expect(sources[0]).toMatchObject({ profile: 'vs_4_0', entryPoint: 'main', switches: [] });
  });

  it('exchanges operands that come out exchanged', async () => {
    const original = recorded('arithmetic-float.main.ps_4_0');
    const other = changed(original, 'add r1.xyzw, v0.xyzw, v1.xyzw', 'add r1.xyzw, v1.xyzw, v0.xyzw');
    // As if the compiler gave the operands of the source in their order.
    const made = await repair(original, { compile: ({ code }) => (code.includes('= b + a;') ? original : other) });
    expect(decompile(original).code).toContain('= a + b;');
    expect([made.identical, made.code?.includes('= b + a;')]).toEqual([true, true]);
  });

  it('says what still differs, and where', async () => {
    const [instruction] = /\bdp3 [^\n]*/.exec(disassemble(shader).text)!;
    const other = changed(shader, instruction, instruction.replace('dp3', 'dp4'));
    const made = await repair(shader, { compile: () => other, compilations: 3 });
    expect(made.identical).toBe(false);
    expect(made.compilations).toBeLessThanOrEqual(3);
    expect(made.differences.map(({ original }) => original)).toContain(instruction);
    expect(made.differences.map(({ compiled }) => compiled)).toContain(instruction.replace('dp3', 'dp4'));
    expect(made.diagnostics.map(({ code }) => code)).toContain('DX6038');
  });

  it('gives the source of a shader that does not compile', async () => {
    const made = await repair(shader, { compile: () => undefined });
    expect(made.code).toBe(decompile(shader).code);
    expect(made.diagnostics.map(({ code }) => code)).toContain('DX6039');
  });

  it('leaves effects and wrong files as they are', async () => {
    const compile = () => expect.fail('nothing to compile');
    const effect = new Uint8Array(readFileSync(join(import.meta.dirname, '../../samples/glow.fxo')));
    const made = await repair(effect, { compile });
    expect([made.code, made.compilations]).toEqual([decompile(effect).code, 0]);
    expect(made.diagnostics.map(({ code }) => code)).toContain('DX6037');
    expect((await repair(new Uint8Array(7), { compile })).code).toBeUndefined();
  });
});
