/** Names are valid, none is twice, and none is a word of the language. */
import { expect, it } from 'vitest';
import { identifierFrom, NameScope } from '../../../src/emit/common/names.ts';

it.each([
  ['color', 'color'],
  ['a.b[2]', 'a_b_2'],
  ['__x', 'n_x'],
  ['2d', 'n_2d'],
  ['gl_Position', 'n_gl_Position'],
  ['', 'unnamed'],
  ['\u00e9', 'unnamed'],
])('makes %j a name', (text, name) => {
  expect(identifierFrom(text)).toBe(name);
});

it('gives each wish a name of its own', () => {
  const scope = new NameScope(new Set(['for']));
  const names = ['for', 'for', 'v', 'v', 'v1', 'v', 't0', 't0'].map((preferred) => scope.unique(preferred));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('for');
  expect(names[2]).toBe('v');
});

it('gives a wish that looks like a numbered name one of its own, before and after numbers are given', () => {
  const scope = new NameScope(new Set(['v3']));
  expect(['v2', 'v', 'v', 'v', 'v'].map((preferred) => scope.unique(preferred))).toEqual(['v2', 'v', 'v1', 'v4', 'v5']);
  expect(['v1', 'v4', 'v01', 'v6', 'v'].map((preferred) => scope.unique(preferred))).toEqual([
    'v1_1',
    'v4_1',
    'v01',
    'v6',
    'v7',
  ]);
});
