/**
 * Directives and macros of assembly: what Microsoft's assembler made of sources full of them (fixtures/preprocess,
 * recorded by live/preprocess.ts --record), and what must hold for sources that no one can finish.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../../src/assemble/assemble.ts';
import { Lexer } from '../../../src/assemble/sm1/lexer.ts';
import { TokenKind } from '../../../src/assemble/sm1/token-source.ts';

interface Case {
  readonly text: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** `X1500 error input.asm 2,7`, one a line; #error is DX2202. */
  readonly messages: string;
  /** Hexadecimal digits. */
  readonly bytes: string;
}

/** Sources whose answers differ, with the reason. */
const DIFFERENT: readonly (readonly [RegExp, string])[] = [
  [/18446744073709551616|02000000000000000000000/, 'numbers beyond 64 bits: Microsoft goes on with their low half'],
  [/#line (4294967295|0xffffffff)/, 'the last number of a line: Microsoft reports no location'],
  [/#line 7\n\/\* a/, 'a comment that is not closed directly after #line: the line is not the shifted one'],
  [/^ps_2_0\n#include "a"\n1\) \?/, 'a call that begins in an included file and ends after it: its location'],
  [/^$/, 'an empty text: Microsoft names no file'],
  [/mov r0,\n#if/, 'a condition that a macro breaks inside of an unfinished instruction: where the text ends'],
  [/#if 1\/0 F/, 'a macro after a division by zero'],
];

const cases = gunzipSync(readFileSync('fixtures/preprocess/cases.jsonl.gz'))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

function outcome({ text, defines, files }: Omit<Case, 'messages' | 'bytes'>): { messages: string; bytes: string } {
  const include = (name: string) => (Object.hasOwn(files, name) ? { name, text: files[name]! } : undefined);
  const hasFiles = Object.keys(files).length > 0;
  const { bytes, diagnostics } = assemble(text, {
    name: 'input.asm',
    defines,
    validate: false,
    ...(hasFiles ? { include } : {}),
  });
  const reported = diagnostics.filter(({ severity }) => severity !== 'note');
  return {
    messages: reported.map((d) => `${d.code} ${d.severity} ${d.file} ${d.line},${d.column}`).join('\n'),
    bytes: bytes === undefined ? '' : Buffer.from(bytes).toString('hex'),
  };
}

function codes(text: string, options = {}): string[] {
  return assemble(text, { validate: false, ...options }).diagnostics.map(({ code }) => code);
}

test('Microsoft makes the same of every recorded text', { tags: 'slow' }, () => {
  const differing: string[] = [];
  let excused = 0;
  for (const one of cases) {
    const ours = outcome(one);
    if (ours.messages === one.messages && ours.bytes === one.bytes) continue;
    if (DIFFERENT.some(([pattern]) => pattern.test(one.text))) {
      excused++;
      continue;
    }
    differing.push(`${one.text}\n--- theirs\n${one.messages}\n--- ours\n${ours.messages}`);
  }
  expect(differing).toEqual([]);
  expect(cases.length).toBeGreaterThan(1700);
  expect(excused).toBeLessThanOrEqual(14);
});

describe('locations', () => {
  test('tokens of a macro have the location of its name', () => {
    const { diagnostics } = assemble('ps_2_0\n#define A r0, r99\n  mov A\n', { validate: false });
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([['X2005', 3, 7]]);
  });

  test('#pragma message is a note and changes nothing', () => {
    const { bytes, diagnostics } = assemble('ps_2_0\n#pragma message("a" "b")\nmov r0, c0\n', { validate: false });
    expect(bytes).toBeDefined();
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['DX2203', 'note', 'ab'],
    ]);
  });
});

describe('texts without an end', () => {
  const double = Array.from({ length: 60 }, (_, i) => `#define a${i + 1} a${i} a${i}\n`).join('');

  test('macros that double end with a diagnostic', { tags: 'slow' }, () => {
    expect(codes(`ps_2_0\n#define a0 mov r0, c0\n${double}a60\n`)).toEqual(['DX2204']);
    expect(codes(`ps_2_0\n#define a0\n${double}a60\n`)).toEqual(['DX2204']);
  });

  test('macros that bring themselves back by pasting end with a diagnostic', { tags: 'slow' }, () => {
    expect(codes('ps_2_0\n#define f(x) x##y\n#define ay f(a)\nay\n')).toContain('DX2204');
  });

  test('strings of strings end with a diagnostic', { tags: 'slow' }, () => {
    const calls = `${'f('.repeat(60)}"\\\\"${')'.repeat(60)}`;
    expect(codes(`ps_2_0\n#define f(x) #x\n${calls}\n`)).toContain('DX2204');
  });

  test('calls nest to a limit, conditions and parentheses too', { tags: 'slow' }, () => {
    const deep = 100_000;
    expect(codes(`ps_2_0\n#define f(x) x\n${'f('.repeat(deep)}r0${')'.repeat(deep)}\n`)).toContain('DX2205');
    expect(codes(`ps_2_0\n#if ${'('.repeat(deep)}1${')'.repeat(deep)}\n#endif\n`)).toContain('X1500');
    expect(codes(`ps_2_0\n#if ${'!'.repeat(deep)}1\n#endif\n`)).toContain('X1500');
    expect(codes(`ps_2_0\n${'#if 1\n'.repeat(deep)}${'#endif\n'.repeat(deep)}`)).toEqual([]);
  });

  test('files that include themselves end with a diagnostic', { tags: 'slow' }, () => {
    const itself = () => ({ name: 'a', text: '#include "a"\n' });
    expect(codes('ps_2_0\n#include "a"\n', { include: itself })).toEqual(['X1506']);
    const twice = (name: string) => ({ name, text: +name < 30 ? `#include "${+name + 1}"\n`.repeat(2) : '\n' });
    expect(codes('ps_2_0\n#include "0"\n', { include: twice })).toEqual(['DX2206']);
  });

  test('a tail of comments, strings or joined lines takes linear time', { tags: 'slow' }, () => {
    const many = 200_000;
    const started = performance.now();
    for (const piece of ['/* */', '"" ', '// \\\n', '\\\n', "'a'"]) codes(`ps_2_0\n${piece.repeat(many)}`);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

test('random characters never throw', { tags: 'slow' }, () => {
  let state = 1;
  const next = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pieces = [
    '#',
    'if ',
    'define ',
    'F(',
    ')',
    'A',
    '\n',
    '\\',
    '"',
    "'",
    '##',
    '/*',
    '*/',
    '1',
    ',',
    '\0',
    'é',
    ' ',
  ];
  for (let i = 0; i < 3000; i++) {
    let text = 'ps_2_0\n';
    for (let k = next(40); k > 0; k--) text += pieces[next(pieces.length)];
    expect(() => assemble(text, { validate: false })).not.toThrow();
  }
});

test('tokens have Microsoft’s spellings', () => {
  const text = '1.5e-3 .5 08 1e 0x1FuL 1.#INF a::b ::c <<= ... vs.1.1 \'\\n\' "a\\"b" ; c\n x';
  const lexer = new Lexer(text, 'f', { report: () => {} });
  const tokens: string[] = [];
  const { token } = lexer;
  for (lexer.next(); token.kind !== TokenKind.end; lexer.next()) tokens.push(text.slice(token.start, token.end));
  expect(tokens).toEqual(
    ['1.5e-3', '.5', '0', '8', '1', 'e', '0x1FuL', '1.#INF', 'a::b', '::c', '<<=', '...', 'vs.1.1', "'\\n'"].concat([
      '"a\\"b"',
      'x',
    ]),
  );
  expect([token.line, token.column]).toEqual([2, 3]);
});
