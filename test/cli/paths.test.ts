/** Paths as Windows writes them, and names that it reserves. */
import { describe, expect, test } from 'vitest';
import { shaderName } from '../../src/cli/asm.ts';
import { baseOf, posixPatternOf } from '../../src/cli/inputs/patterns.ts';
import { allowedName } from '../../src/cli/outputs/plan-outputs.ts';

describe('patterns', () => {
  test.each([
    ['build\\shaders\\*.cso', 'build/shaders/*.cso', 'build/shaders'],
    ['C:\\game\\**\\ps_*.cso', 'C:/game/**/ps_*.cso', 'C:/game'],
    ['*.cso', '*.cso', '.'],
    ['shaders\\[ab]*.cso', 'shaders/[ab]*.cso', 'shaders'],
  ])('of Windows: %s', (pattern, expected, base) => {
    expect(posixPatternOf(pattern, 'win32')).toBe(expected);
    expect(baseOf(expected)).toBe(base);
  });

  test('elsewhere a backslash quotes the next character', () => {
    expect(posixPatternOf('a\\*b*.cso', 'linux')).toBe('a\\*b*.cso');
  });
});

describe('names of outputs', () => {
  test.each(['CON', 'aux.asm', 'NUL.cso.asm', 'com1', 'LPT9.txt', 'com\u00b2.asm'])(
    '%s is a device of Windows',
    (name) => {
      expect(allowedName(name, 'win32')).toBe(`_${name}`);
      expect(allowedName(name, 'linux')).toBe(name);
    },
  );

  test.each(['console.asm', 'com10.asm', 'auxiliary', 'x.con', 'lpt'])('%s is a file', (name) => {
    expect(allowedName(name, 'win32')).toBe(name);
  });

  test.each([
    ['x.asm', 'x.cso'],
    ['x.cso.asm', 'x.cso'],
    ['X.CSO.ASM', 'X.CSO'],
    ['x.txt', 'x.txt.cso'],
    ['x.fxo.asm', 'x.fxo.cso'],
    ['stdin', 'stdin.cso'],
  ])('%s is assembled to %s', (name, expected) => {
    expect(shaderName(name)).toBe(expected);
  });
});
