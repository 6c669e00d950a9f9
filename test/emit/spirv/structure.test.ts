/** Structural rules of SPIR-V for every fixture, checked by a small reader: spirv-val is not needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { CAPABILITIES } from '../../../src/emit/spirv/capabilities.ts';
import { Decoration } from '../../../src/emit/spirv/grammar.ts';
import { translate } from '../../../src/translate/index.ts';
import { type ReadInstruction, type ReadModule, readSpirv } from '../../support/spirv-reader.ts';

/** Instructions whose results may be unused: what they do besides counts. */
const EFFECTS = /^(Atomic|FunctionCall|FunctionParameter|Label|ExtInstImport|Function$|Type|Variable)/;

const shaders = readProvenance().map(({ id }) => ({ id, bytes: readFileSync(join(RECORDED, `${id}.bin`)) }));
const modules = shaders.flatMap(({ id, bytes }) => {
  const { stages } = translate(bytes, { to: 'spirv', validate: false });
  return stages.map(({ code, map }) => ({ id, module: readSpirv(code), map }));
});

function faultsOf({ bound, instructions }: ReadModule): string[] {
  const faults: string[] = [];
  const defined = new Map<number, ReadInstruction>();
  const used = new Set<number>();
  for (const one of instructions) {
    if (one.result >= bound) faults.push(`${one.name} at ${one.at}: id ${one.result} beyond the bound`);
    if (one.result !== 0 && defined.has(one.result)) faults.push(`${one.name} at ${one.at}: id ${one.result} twice`);
    if (one.result !== 0) defined.set(one.result, one);
    if (one.name !== 'Name' && one.name !== 'Decorate') for (const id of one.uses) used.add(id);
  }
  for (const { name, at, uses } of instructions)
    for (const id of uses) if (!defined.has(id)) faults.push(`${name} at ${at}: id ${id} is not defined`);
  for (const { name, at, result } of instructions)
    if (result !== 0 && !used.has(result) && !EFFECTS.test(name)) faults.push(`${name} at ${at}: nothing uses it`);
  return faults;
}

describe('SPIR-V', () => {
  it('is made of hundreds of fixtures', () => expect(modules.length).toBeGreaterThan(300));

  it('defines each id once, below the bound, and uses what it defines', () => {
    expect(modules.flatMap(({ id, module }) => faultsOf(module).map((fault) => `${id}: ${fault}`))).toEqual([]);
  });

  it('ends every block with one terminator', { tags: 'slow' }, () => {
    const ends = /^(Branch|BranchConditional|Switch|Return|ReturnValue|Unreachable)$/;
    for (const { id, module } of modules) {
      let isOpen = false;
      for (const { name, at } of module.instructions) {
        if (name === 'Label') {
          expect(isOpen, `${id} at ${at}`).toBe(false);
          isOpen = true;
        } else if (ends.test(name)) {
          expect(isOpen, `${id} at ${at}`).toBe(true);
          isOpen = false;
        } else if (name === 'FunctionEnd') expect(isOpen, `${id} at ${at}`).toBe(false);
      }
    }
  });

  it('has a source map of words that begin instructions', { tags: 'slow' }, () => {
    expect(modules.flatMap(({ map }) => map.sourceMap).length).toBeGreaterThan(1000);
    for (const { id, module, map } of modules) {
      const starts = new Set(module.instructions.map(({ at }) => at));
      for (const [word] of map.sourceMap) expect(starts.has(word), `${id} at ${word}`).toBe(true);
    }
  });

  it('has the capability for each value that differs between invocations', { tags: 'slow' }, () => {
    // Programs with such indices, mostly constants.
    for (const seed of [71, 82, 107, 116, 137]) {
      const { stages } = translate(runnableProgram(new Random(seed)).bytes, { to: 'spirv' });
      const { instructions } = readSpirv(stages[0]!.code);
      const has = (name: string, at: number, word: number) =>
        instructions.some((one) => one.name === name && one.operands[at] === word);
      expect(has('Decorate', 1, Decoration.NonUniform), `seed ${seed}`).toBe(true);
      expect(has('Capability', 0, CAPABILITIES.ShaderNonUniform.code), `seed ${seed}`).toBe(true);
    }
  });
});
