/** Shorter programs with the same results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { parseContainer } from '../../src/container/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { optimizeShader } from '../../src/translate/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

const COMPILED = readProvenance()
  .filter(({ how, profile = '' }) => how === 'compiled' && /^[pvghdc]s_[45]_[01]$/.test(profile))
  .map(({ id }) => id);

/** Chunks that say how many instructions a program has, and where they are. */
const OF_INSTRUCTIONS = ['SHDR', 'SHEX', 'STAT', 'SFI0', 'SDBG', 'SPDB', 'ILDN', 'ILDB'];

function otherChunks(bytes: Uint8Array): [string, string][] {
  const { chunks } = parseContainer(bytes).value!;
  return chunks
    .filter(({ name }) => !OF_INSTRUCTIONS.includes(name))
    .map(({ name, data }) => [name, Buffer.from(data).toString('hex')]);
}

describe('each compiled fixture', () => {
  const results = COMPILED.map((id) => ({ id, original: recorded(id), ...optimizeShader(recorded(id)) }));
  const shorter = results.filter(({ before, after }) => after < before);

  it('does not get longer, and stays bit for bit where it does not get shorter', () => {
    expect(results.filter(({ bytes, diagnostics }) => bytes === undefined || diagnostics.length > 0)).toEqual([]);
    for (const { before, after, bytes, original } of results)
      if (after >= before) expect(Buffer.compare(bytes!, original)).toBe(0);
    expect(shorter.length).toBeGreaterThan(50);
  });

  it.each(shorter.map(({ id, ...rest }) => [id, rest] as const))('%s runs the same', (_, { bytes, original }) => {
    const [a, b] = [original, bytes!].map((one) => openShaderFile(one).programs[0]!);
    expect(['same', 'limited']).toContain(compareRecompiled(a!, b!, 2));
    expect(otherChunks(bytes!)).toEqual(otherChunks(original));
  });

  it('does not get shorter a second time by much', () => {
    const again = shorter.slice(0, 20).map(({ bytes, after }) => [after, optimizeShader(bytes!).after] as const);
    for (const [first, second] of again) expect(second).toBeGreaterThan(0.9 * first);
  });
});

describe('what cannot be optimized', () => {
  it.each([
    ['a shader of models 1 to 3', recorded('d3d9-pixel.main.ps_2_0'), 'DX6089'],
    ['an unknown file', new Uint8Array(12), 'DX0001'],
  ])('is refused: %s', (_, bytes, code) => {
    const { bytes: optimized, diagnostics } = optimizeShader(bytes);
    expect(optimized).toBeUndefined();
    expect(diagnostics.map((one) => one.code)).toContain(code);
  });

  it('stays: class instances that the application binds', () => {
    const bytes = recorded('interfaces.table.vs_5_0');
    const { before, after } = optimizeShader(bytes);
    expect(after).toBe(before);
  });
});
