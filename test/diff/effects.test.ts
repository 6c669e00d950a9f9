/** Complete effects compared: facts and the listings of the shaders inside. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../src/assemble/assemble.ts';
import { diffShaders } from '../../src/diff/index.ts';
import { embeddedShaderName, embeddedShaders, replaceEmbeddedShader } from '../../src/effects/index.ts';
import { setEffectDefault } from '../../src/shader/index.ts';

const PIXEL_SHADERS = {
  'glow.fxo': 'ps_3_0\nmov oC0, c0\n',
  'glow11.fxo': 'ps_4_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)\nret\n',
};

describe.each(Object.entries(PIXEL_SHADERS))('%s', (name, text) => {
  const bytes = new Uint8Array(readFileSync(`samples/${name}`));

  test('a default value', () => {
    const { facts, parts } = diffShaders(bytes, setEffectDefault(bytes, 'tint', [1, 0, 0, 1]));
    expect(parts).toEqual([]);
    expect(facts).toEqual([
      {
        change: 'changed',
        subject: 'variable',
        name: 'tint',
        fields: [{ field: 'value', before: '1, 0.8, 0.5, 1', after: '1, 0, 0, 1' }],
      },
    ]);
  });

  test('a shader', () => {
    const blur = embeddedShaders(bytes).value!.find((shader) => embeddedShaderName(shader) === 'Glow/Blur/ps')!;
    const changed = replaceEmbeddedShader(bytes, blur.offset, assemble(text).bytes!);
    const { facts, parts } = diffShaders(bytes, changed);
    expect(parts.map((part) => part.name)).toEqual(['Glow/Blur/ps']);
    expect(parts[0]!.lines.some(({ change, before }) => change === 'removed' && before?.offset === 0)).toBe(false);
    const changes = facts.filter(({ subject }) => subject !== 'shader').map((fact) => `${fact.subject} ${fact.name}`);
    expect(changes).toEqual(['embedded shader Glow/Blur/ps']);
  });
});

test('effects of two versions', () => {
  const { facts, parts } = diffShaders(readFileSync('samples/glow.fxo'), readFileSync('samples/glow11.fxo'));
  expect(facts).toContainEqual(
    expect.objectContaining({ change: 'added', subject: 'state', name: 'Glow.Blur.BlendState' }),
  );
  expect(parts.map((part) => part.name)).toContain('Glow/Bright/ps');
});
