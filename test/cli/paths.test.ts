/** Paths as Windows writes them, and names that it reserves. */
import { describe, expect, test } from 'vitest';
import { matchedInput, readPattern } from '../../src/cli/inputs/patterns.ts';
import { allowedName } from '../../src/cli/outputs/plan-outputs.ts';
import { shaderName } from '../../src/cli/verbs/asm/asm.ts';

describe('patterns', () => {
  test.each([
    ['build\\shaders\\*.cso', 'build/shaders/*.cso', 'build/shaders'],
    ['C:\\game\\**\\ps_*.cso', 'C:/game/**/ps_*.cso', 'C:/game'],
    ['C:\\*.cso', 'C:/*.cso', 'C:'],
    ['\\\\server\\share\\*.cso', '//server/share/*.cso', '//server/share'],
    ['*.cso', '*.cso', '.'],
    ['shaders\\[!ab]*.cso', 'shaders/[!ab]*.cso', 'shaders'],
    ['..\\{vs,ps}\\*.cso', '../{vs,ps}/*.cso', '..'],
    ['C:\\Program Files (x86)\\* (1).cso', 'C:/Program Files \\(x86\\)/* \\(1\\).cso', 'C:/Program Files (x86)'],
  ])('of Windows: %s', (pattern, glob, base) => {
    expect(readPattern(pattern, 'win32', () => false)).toEqual({ glob, base });
  });

  test.each([
    ['a\\*b*.cso', 'a\\*b*.cso', '.'],
    ['/*.cso', '/*.cso', '/'],
    ['/game/?s/*.cso', '/game/?s/*.cso', '/game'],
  ])('of other systems, where a backslash quotes the next character: %s', (pattern, glob, base) => {
    expect(readPattern(pattern, 'linux', () => false)).toEqual({ glob, base });
  });

  test('a directory that exists is no pattern', () => {
    const exists = (path: string) => path === 'C:' || path === 'C:/game [v1]';
    const { glob, base } = readPattern('C:\\game [v1]\\*.cso', 'win32', exists);
    expect([glob, base]).toEqual(['C:/game \\[v1\\]/*.cso', 'C:/game [v1]']);
  });

  test.each([
    ['C:/game/ps/a.cso', 'C:/game', 'C:\\game\\ps\\a.cso', 'ps\\a.cso'],
    ['c:/Game/a.cso', 'C:/game', 'c:\\Game\\a.cso', 'a.cso'],
    ['build/ps/a.cso', 'build', 'build\\ps\\a.cso', 'ps\\a.cso'],
    ['../a.cso', '..', '..\\a.cso', 'a.cso'],
  ])('on Windows, %s is found below %s', (found, base, file, below) => {
    expect(matchedInput(found, base, 'win32')).toEqual({ file, found: false, below });
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
