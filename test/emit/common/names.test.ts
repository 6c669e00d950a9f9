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
  const names = ['for', 'for', 'v', 'v', 'v1', 'v', 't0', 't0'].map((wish) => scope.unique(wish));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('for');
  expect(names[2]).toBe('v');
});
