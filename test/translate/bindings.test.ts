/** The option `bindings`: rows of a map given back, rows for a stage, and variables with one number. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import {
  type BindingChoice,
  type TargetLanguage,
  type TranslateOptions,
  translate,
} from '../../src/translate/index.ts';
import { assembledLines } from '../support/growing-programs.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

/** Reads one row of a constant buffer, and what needs runtime uniforms. */
const VERTEX = assembledLines([
  ...['vs_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_constantbuffer CB0[1], immediateIndexed'],
  ...['dcl_input_sgv v0.x, vertex_id', 'dcl_output_siv o0.xyzw, position', 'dcl_temps 1'],
  ...['utof r0.x, v0.x', 'add o0.xyzw, r0.xxxx, cb0[0].xyzw', 'ret'],
]);
const PIXEL = assembledLines([
  ...['ps_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_constantbuffer CB0[1], immediateIndexed'],
  ...['dcl_output o0.xyzw', 'mov o0.xyzw, cb0[0].xyzw', 'ret'],
]);

const translated = (bytes: Uint8Array, bindings: readonly BindingChoice[], options: TranslateOptions = {}) =>
  translate(bytes, { ...options, bindings, validate: false });

describe('rows of a map', () => {
  const checkAll = (to: TargetLanguage) => {
    for (const { id } of readProvenance()) {
      const bytes = recorded(id);
      const { stages, diagnostics } = translate(bytes, { to, validate: false });
      if (stages[0] === undefined) continue;
      const again = translated(bytes, stages[0].map.bindings, { to });
      expect(again.diagnostics, id).toEqual(diagnostics);
      expect(again.stages[0]!.map.bindings, id).toEqual(stages[0].map.bindings);
    }
  };
  it('can be given back: wgsl', { tags: 'slow' }, () => checkAll('wgsl'));
  it.each(['glsl', 'essl', 'spirv'] as const)('can be given back: %s', { tags: ['slow', 'ci'] }, checkAll);
});

describe('rows of a texture with its sampler', () => {
  it('need not name the sampler', () => {
    const bytes = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
    const row = { type: 'srv', register: 1, binding: 9, name: 'sky_box' } as const;
    const { stages, diagnostics } = translate(bytes, { to: 'glsl', bindings: [row] });
    expect(diagnostics).toEqual([]);
    expect(stages[0]!.map.bindings).toContainEqual(expect.objectContaining({ name: 'sky_box', binding: 9 }));
  });
});

describe('rows that are wrong', () => {
  it.each([
    [{ type: 'texture', register: 0 }, "type must be 'cbv'"],
    [{ type: 'srv' }, 'a row has no register'],
    [{ type: 'srv', register: 0, group: -1 }, 'group must be a whole number from 0, not -1'],
    [{ type: 'srv', register: 0, binding: 0.5 }, 'binding must be a whole number from 0, not 0.5'],
    [{ type: 'srv', register: 0, bind: 1 }, "unknown option 'bind'"],
  ])('are refused: %j', (row, message) => {
    expect(() => translate(VERTEX, { bindings: [row as never] })).toThrow(message);
  });
});

describe('rows for a stage', () => {
  const rows = [
    { type: 'cbv', register: 0, stage: 'vs', binding: 5 },
    { type: 'cbv', register: 0, stage: 'ps', binding: 6 },
  ] as const;

  it('are for that stage alone', () => {
    const { stages, diagnostics } = translate([VERTEX, PIXEL], { bindings: rows, validate: false });
    expect(diagnostics).toEqual([]);
    expect(stages.map(({ map }) => map.bindings[0]!.binding)).toEqual([5, 6]);
  });
});

describe('the buffer of runtime uniforms', () => {
  it.each([
    ['wgsl', [{ type: 'cbv', register: 0, binding: 288 }]],
    ['wgsl', [{ type: 'runtime', register: 0, binding: 0 }]],
    ['glsl', [{ type: 'cbv', register: 0, binding: 23 }]],
  ] as const)('is not at the place of another variable: %s %j', (to, rows) => {
    const { stages, diagnostics } = translated(VERTEX, rows, { to });
    expect(stages).toEqual([]);
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'DX6070', binding: 0 })]);
  });

  it('has the name of its row', () => {
    const row = { type: 'runtime', register: 0, name: 'draw' } as const;
    const { code, map } = translated(VERTEX, [row]).stages[0]!;
    expect(code).toContain('var<uniform> draw: Runtime;');
    expect(code).toContain('draw.first_vertex');
    expect(map.bindings.at(-1)!.name).toBe('draw');
  });
});

describe('register spaces', () => {
  it('may have any number', () => {
    const { map } = translate(recorded('bindings-5_1.main.ps_5_1.0x100000'), { to: 'spirv', validate: false })
      .stages[0]!;
    const numbers = map.bindings.map(({ group, binding }) => `${group} ${binding}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { binding } of map.bindings) expect(binding).toBeLessThan(0x1_0000);
  });
});
