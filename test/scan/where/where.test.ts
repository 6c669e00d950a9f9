/** Expressions over columns: what they mean, and where they are wrong. */
import { expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import type { ShaderRecord } from '../../../src/scan/index.ts';
import { likeMatcher, predicateOf } from '../../../src/scan/where/evaluate.ts';
import { columnsOf, parseWhere } from '../../../src/scan/where/parse.ts';

const RECORD = {
  path: "it's a/file.pak",
  profile: 'ps_5_0',
  stage: 'ps',
  model: '5.0',
  slots: 120,
  textureSlots: null,
  bytes: 4096,
  valid: true,
  level9: null,
  bindings: ['t0 texture2D albedo', 's0 sampler linear'],
  patchConstants: [],
  constants: null,
} as unknown as ShaderRecord;

function matches(expression: string): boolean {
  const { condition, diagnostics } = parseWhere(expression);
  expect(diagnostics, expression).toEqual([]);
  return predicateOf(condition!)((name) => RECORD[name]);
}

test.each([
  'slots > 100',
  'slots>=120 and slots<=120 and slots=120 and slots==120 and slots!=1 and slots<>1 and slots < 0x79',
  '100 < slots',
  'slots < bytes',
  "model >= '4.0'",
  'valid',
  'not (not valid)',
  'valid = true and valid != false',
  "stage in ('vs', 'ps')",
  "stage not in ('vs')",
  'slots in (1, 120)',
  "profile like 'ps_%'",
  "profile ilike 'PS%0'",
  "profile not like 'vs%'",
  "profile contains '_5'",
  "bindings contains 'albedo'",
  "bindings like 't0 %'",
  "not bindings contains 'normal'",
  'textureSlots is null and slots is not null',
  "path = 'it''s a/file.pak'",
  `path = "it's a/file.pak"`,
  'SLOTS_ is null OR valid'.replace('SLOTS_', 'textureSlots'),
  // or binds less than and
  'valid or valid and not valid',
  '(valid or valid) and valid',
  // null decides nothing, as in SQL
  'level9 is null or level9',
  'valid or level9',
  'not (textureSlots > 1 and not valid)',
])('%s', (expression) => expect(matches(expression)).toBe(true));

test.each([
  'slots > 120',
  'not valid',
  "stage in ('vs')",
  "profile like 's_5'",
  'textureSlots > 1',
  'not (textureSlots > 1)',
  'textureSlots in (1, 2)',
  'textureSlots not in (1, 2)',
  'level9',
  'not level9',
  'level9 and valid',
  "patchConstants contains ''",
  "constants contains 'x'",
  "not constants contains 'x'",
])('not: %s', (expression) => expect(matches(expression)).toBe(false));

test.each([
  ['', 'DX0350', 0, 0],
  ['slots', 'DX0358', 0, 5],
  ["'x'", 'DX0358', 0, 3],
  ['slot > 1', 'DX0351', 0, 4],
  ['Slots > 1', 'DX0351', 0, 5],
  ["slots > '1'", 'DX0352', 8, 11],
  ["stage in ('vs', 1)", 'DX0352', 16, 17],
  ['slots in (1, bytes)', 'DX0350', 13, 18],
  ['slots in ()', 'DX0350', 10, 11],
  ['slots >', 'DX0350', 7, 7],
  ['slots > 1 bytes', 'DX0350', 10, 15],
  ['(valid', 'DX0350', 6, 6],
  ['valid)', 'DX0350', 5, 6],
  ["stage = 'ps", 'DX0353', 8, 11],
  ['slots & 1', 'DX0354', 6, 7],
  ["bindings = 'x'", 'DX0356', 0, 8],
  ["bindings in ('x')", 'DX0356', 0, 8],
  ["slots like 'x'", 'DX0357', 0, 5],
  ['stage like 5', 'DX0350', 11, 12],
  ['slots is 5', 'DX0350', 9, 10],
  ['slots not = 5', 'DX0350', 10, 11],
  ['and', 'DX0350', 0, 3],
  ['not '.repeat(101).concat('valid'), 'DX0355', 400, 403],
] as const)('%s', (expression, code, start, end) => {
  const { condition, diagnostics } = parseWhere(expression);
  expect(condition).toBeUndefined();
  expect(diagnostics).toMatchObject([{ code, span: { unit: 'char', start, end } }]);
});

test('the columns of an expression', () => {
  const { condition } = parseWhere(
    "slots > bytes or not (stage in ('ps') and bindings contains 'a') or valid or level9 is null",
  );
  expect(columnsOf(condition!)).toEqual(['slots', 'bytes', 'stage', 'bindings', 'valid', 'level9']);
});

test('patterns of like match as regular expressions do', { tags: 'slow' }, () => {
  const random = new Random(3);
  const text = (letters: string) => Array.from({ length: random.below(9) }, () => random.pick([...letters])).join('');
  for (let i = 0; i < 5000; i++) {
    const [pattern, subject] = [text('ab%_'), text('ab')];
    const expression = new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`);
    expect(likeMatcher(pattern)(subject), `${subject} like ${pattern}`).toBe(expression.test(subject));
  }
  expect(likeMatcher('100\\%')('100%')).toBe(true);
  expect(likeMatcher('100\\%')('1000')).toBe(false);
  expect(likeMatcher('a\\')('a\\')).toBe(true);
});

test('any text is parsed or reported', { tags: 'slow' }, () => {
  const random = new Random(5);
  const parts = [
    'slots',
    'stage',
    'valid',
    'bindings',
    ' and ',
    ' or ',
    ' not ',
    '(',
    ')',
    "'",
    '"',
    '>',
    '=',
    ',',
    ' in ',
    ' like ',
    ' is ',
    'null',
    '1',
    "'a'",
    '\u{1f600}',
    '\0',
  ];
  for (let i = 0; i < 5000; i++) {
    const source = Array.from({ length: random.below(12) }, () => random.pick(parts)).join('');
    const { condition, diagnostics } = parseWhere(source);
    expect(condition === undefined).toBe(diagnostics.length === 1);
    for (const { span } of diagnostics)
      expect(span.start >= 0 && span.start <= span.end && span.end <= source.length).toBe(true);
    if (condition !== undefined) predicateOf(condition)((name) => RECORD[name]);
  }
});
