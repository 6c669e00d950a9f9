/** The JSON Schema of reflections: every fixture matches it, and nothing is left out of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../../fixtures/fx4-effects.ts';
import schema from '../../schemas/reflection.schema.json' with { type: 'json' };
import { jsonText } from '../../src/cli/inputs/effect-shaders.ts';
import { reflect, shaderHashes } from '../../src/reflect/index.ts';

const matches = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);

test('every fixture matches the schema', { tags: 'slow' }, () => {
  const formats = new Map<string, number>();
  const shaders = readdirSync('fixtures', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(bin|cso)$/.test(name))
    .map((name) => ({ name, bytes: readFileSync(join('fixtures', name)) }));
  const effects = [
    ...RECORDED_EFFECTS.map(({ title, bytes }) => ({ name: title, bytes })),
    ...readRecordedEffects2().map(({ seed, bytes }) => ({ name: `fx_2_0, seed ${seed}`, bytes })),
  ];
  for (const { name, bytes } of [...shaders, ...effects]) {
    const { reflection } = reflect(bytes);
    if (reflection === undefined) continue;
    const line = JSON.parse(jsonText({ file: name, ...reflection }, false));
    expect(matches(line) ? [] : matches.errors, name).toEqual([]);
    formats.set(reflection.format, (formats.get(reflection.format) ?? 0) + 1);
  }
  expect([...formats.keys()].sort()).toEqual(['dxbc', 'dxil', 'effect', 'library', 'root-signature', 'sm1']);
});

test('a field that no type has is an error', () => {
  const { reflection } = reflect(readFileSync('samples/lake.cso'));
  const line = JSON.parse(jsonText({ file: 'lake.cso', ...reflection }, false));
  expect(matches(line)).toBe(true);
  expect(matches({ ...line, hashes: shaderHashes(readFileSync('samples/lake.cso')) })).toBe(true);
  expect(matches({ ...line, unknown: 1 })).toBe(false);
  expect(matches({ ...line, boundResources: [{ name: 't0' }] })).toBe(false);
});

test('hashes are part of the schema', () => {
  for (const file of ['samples/lake.cso', 'samples/torch.cso', 'samples/glow.fxo']) {
    const bytes = readFileSync(file);
    const { reflection } = reflect(bytes);
    const line = JSON.parse(jsonText({ file, ...reflection, hashes: shaderHashes(bytes) }, false));
    expect(matches(line) ? [] : matches.errors, file).toEqual([]);
    expect(matches({ ...line, hashes: { crc32: '0' } }), file).toBe(false);
  }
});
