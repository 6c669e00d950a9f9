import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { damageDbug, randomDbug, withDbug } from '../../../smith/sm1-debug.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { type Dbug, parseDbug, serializeDbug } from '../../../src/debug/dbug/dbug.ts';
import { readShaderFile } from '../../../src/file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { DEBUG_FIXTURES } from '../../support/debug-fixtures.ts';

function commentsOf(words: Uint32Array): Uint8Array[] {
  const span = findSm1Comment(words, Sm1CommentTag.debug);
  return span === undefined ? [] : [bytesOf(words.slice(span.start, span.end))];
}

const COMPILED = DEBUG_FIXTURES.flatMap(({ bytes, provenance: { id } }) =>
  readShaderFile(bytes, new Diagnostics())
    .programs.filter(({ isa }) => isa === 'sm1')
    .flatMap(({ words }) => commentsOf(words).map((comment) => ({ id, comment }))),
);

const comparable = ({ source: _, ...content }: Dbug): Dbug => content;
const read = (bytes: Uint8Array): Dbug => parseDbug(bytes).value!;

test('there are comments among the fixtures', () => {
  expect(COMPILED.length).toBeGreaterThanOrEqual(3);
});

describe.each(COMPILED)('$id', ({ comment }) => {
  test('what is not changed keeps its bytes', () => {
    expect(Buffer.compare(serializeDbug(read(comment)), comment)).toBe(0);
  });

  test('written anew, it is what the compiler wrote', () => {
    expect(Buffer.compare(serializeDbug(comparable(read(comment))), comment)).toBe(0);
  });

  test('changed lines change nothing but their fields', () => {
    const dbug = read(comment);
    const lines = dbug.lines.map((line) => ({ ...line, offset: line.offset + 8 }));
    const bytes = serializeDbug({ ...dbug, lines });
    expect(bytes.byteLength).toBe(comment.byteLength);
    expect([...bytes.keys()].filter((i) => bytes[i] !== comment[i]).length).toBeLessThanOrEqual(4 * lines.length);
    expect(comparable(read(bytes))).toEqual({ ...comparable(dbug), lines });
  });

  test('changed texts are written', () => {
    const dbug = read(comment);
    const changed = { ...comparable(dbug), files: [{ name: 'another.hlsl' }, { name: 'more.hlsl' }], creator: 'me' };
    expect(comparable(read(serializeDbug({ ...dbug, ...changed })))).toEqual(changed);
  });
});

describe('random comments', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))('%i', (seed) => {
    const random = new Random(seed);
    const words = validSm1Words(random);
    const full = withDbug(words, randomDbug(words, random));
    for (const comment of commentsOf(full)) {
      const { value, diagnostics } = parseDbug(comment);
      expect(diagnostics).toEqual([]);
      expect(Buffer.compare(serializeDbug(value!), comment)).toBe(0);
      expect(comparable(read(serializeDbug(comparable(value!))))).toEqual(comparable(value!));
    }
    damageDbug(full, random);
    for (const comment of commentsOf(full)) {
      const damaged = parseDbug(comment).value;
      if (damaged !== undefined) expect(Buffer.compare(serializeDbug(damaged), comment)).toBe(0);
    }
  });
});

test('a comment too short for its header has no value, and a report', () => {
  const { value, diagnostics } = parseDbug(new Uint8Array(36));
  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code, span }) => [code, span.start, span.end])).toEqual([['DX0200', 0, 36]]);
});

test('numbers that do not fit are refused', () => {
  const dbug = read(COMPILED[0]!.comment);
  expect(() => serializeDbug({ ...dbug, lines: [{ line: 0x1_0000, file: 0, offset: 0 }] })).toThrow(RangeError);
});
