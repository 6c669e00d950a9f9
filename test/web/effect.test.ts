/** Effects on the page: what their parts read as, and the rows of the list that their shaders are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../fixtures/sources.ts';
import { type EffectReflection, type EffectTypeDesc, reflect } from '../../src/reflect/index.ts';
import {
  annotationsText,
  assignmentText,
  shadersOfEffect,
  stateText,
  typeText,
  valueText,
} from '../../web/src/model/effect-text.ts';
import type { ShaderRow } from '../../web/src/model/shader-row.ts';
import { findIn } from '../../web/src/worker/find.ts';
import { ShaderStore } from '../../web/src/worker/shader-store.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));
const effectOf = (name: string) => reflect(sample(name)).reflection as EffectReflection;

test.each([
  ['glow.fxo', ['float4', 'float', 'float2', 'Texture', 'sampler']],
  ['glow11.fxo', ['float4', 'float', 'float2', 'Texture2D', 'SamplerState', 'BlendState']],
])('%s reads as its source: types, values and states', (name, types) => {
  const { variables, groups } = effectOf(name);
  expect(variables.slice(0, types.length).map(({ type }) => typeText(type))).toEqual(types);
  const values = Object.fromEntries(variables.map((variable) => [variable.name, valueText(variable.value)]));
  expect(values).toMatchObject({ tint: '{ 1, 0.8, 0.5, 1 }', threshold: '0.7', smooth: '' });
  const [technique] = groups[0]!.techniques;
  expect(technique!.passes.map((pass) => pass.name)).toEqual(['Bright', 'Blur']);
  const states = technique!.passes[1]!.states.map((state) => `${stateText(state)} = ${assignmentText(state.value)}`);
  if (name === 'glow.fxo')
    expect(states).toEqual([
      'AlphaBlendEnable = TRUE',
      'SrcBlend = ONE',
      'DestBlend = ONE',
      'VertexShader = vs_3_0',
      'PixelShader = ps_3_0',
    ]);
  else expect(states.join('\n')).toMatch(/VertexShader = vs_\d_\d\n/);
});

test('what samples do not have: arrays, matrices, structures, annotations, references and expressions', () => {
  const type = { name: null, class: 'scalar', type: 'float', rows: 1, columns: 1, elements: 0 } as EffectTypeDesc;
  expect(typeText({ ...type, class: 'matrixColumns', rows: 4, columns: 3, elements: 2 })).toBe('float4x3[2]');
  expect(typeText({ ...type, class: 'struct', type: 'void' })).toBe('struct');
  expect(typeText({ ...type, type: 99 })).toBe('type 99');
  const numbers = { kind: 'numbers', values: [0.5], words: ['0x3f000000'] } as const;
  const strings = { kind: 'strings', strings: ['a "name"', null] } as const;
  const annotations = [
    { name: 'min', type, value: numbers },
    { name: 'labels', type: { ...type, type: 'string', class: 'object', elements: 2 }, value: strings },
  ] as const;
  expect(annotationsText(annotations)).toBe('< float min = 0.5; string[2] labels = { "a \\"name\\"", NULL } >');
  expect(annotationsText([])).toBe('');
  const many = Array.from({ length: 20 }, (_, i) => i);
  expect(valueText({ kind: 'numbers', values: many, words: many.map(String) })).toMatch(/, 15, … 4 more }$/);
  expect(valueText({ kind: 'numbers', values: [null], words: ['0x7f800000'] })).toBe('0x7f800000');
  const expression = { kind: 'expression', offset: 0, length: 4, variables: ['time', 'speed'] } as const;
  expect(assignmentText(expression)).toBe('an expression of time, speed');
  expect(assignmentText({ kind: 'variable', name: 'shaders', index: expression })).toBe(
    'shaders[an expression of time, speed]',
  );
  expect(assignmentText({ kind: 'variable', name: 'maps', index: 3 })).toBe('maps[3]');
  expect(assignmentText({ kind: 'null' })).toBe('NULL');
  expect(assignmentText(null)).toBe('?');
});

test('the shaders of an effect are the rows after it, also where a file is open twice', async () => {
  for (const name of ['glow.fxo', 'glow11.fxo']) {
    const effect = effectOf(name);
    const rows: ShaderRow[] = [];
    const store = new ShaderStore();
    const open = () =>
      findIn(
        { name, file: new Blob([sample(name)]) },
        store,
        (report) => rows.push(...report.rows),
        new AbortController().signal,
      );
    await open();
    await open();
    expect(rows).toHaveLength(2 * (1 + effect.shaders.length));
    for (const first of [0, rows.length / 2]) {
      const found = shadersOfEffect(effect, rows, rows[first]!.id);
      expect(found.size).toBe(4);
      for (const { offset, name: path, profile } of effect.shaders) {
        const row = found.get(offset)!;
        expect([row.path, row.values[0]]).toEqual([path, profile]);
        expect(rows.indexOf(row)).toBeGreaterThan(first);
        expect(rows.indexOf(row)).toBeLessThanOrEqual(first + 4);
      }
    }
    expect(shadersOfEffect(effect, rows, -1).size).toBe(0);
  }
});
