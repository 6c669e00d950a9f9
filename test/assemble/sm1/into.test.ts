/** A text that replaces the program of a token stream: everything else in the stream stays bit for bit. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { commentWords, streamWords } from '../../../smith/sm1.ts';
import { constantTableWords } from '../../../smith/sm1-ctab.ts';
import { preshadedWords } from '../../../smith/sm1-preshader.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

/** A valid stream with comments of a compiler after its version, and one between its instructions. */
function withComments(words: Uint32Array, random: Random): Uint8Array {
  const { nodes, ...module } = decodeSm1Bytes(bytesOf(words));
  const comments = [
    commentWords('CTAB', constantTableWords(random)),
    commentWords('DBUG', [1, 2, 3]),
    commentWords('NOTE', [random.below(1000), random.below(1000)]),
  ].map((comment) => decodeSm1Bytes(bytesOf(streamWords(words[0]!, [comment]))).nodes[0]!);
  const [table, debug, note] = comments;
  const middle = random.below(nodes.length + 1);
  return encodeSm1({
    ...module,
    nodes: [table!, debug!, ...nodes.slice(0, middle), note!, ...nodes.slice(middle)],
    tail: Uint8Array.of(1, 2, 3, 4, 5),
  });
}

const SHADER = encodeSm1(
  decodeSm1Bytes(
    withComments(
      wordsOf(
        assemble(
          'ps_2_0\ndef c0, 0.25, 0.5, 1, 0\ndef c1, 1, 1, 1, 1\ndcl v0\nmul r0, v0, c0\nadd r0, r0, c1\nmov oC0, r0\n',
        ).bytes!,
      ),
      new Random(1),
    ),
  ),
);
const LISTING = disassemble(SHADER).text;

/** The codes of the diagnostics of `text` into `original`, and the result. */
function into(text: string, original: Uint8Array) {
  const { bytes, diagnostics } = assemble(text, { into: original });
  return { bytes, codes: diagnostics.map(({ code }) => code) };
}

/** Indices of the DWORDs in which two streams of the same size differ. */
function changedWords(a: Uint8Array, b: Uint8Array): number[] {
  expect(a.byteLength).toBe(b.byteLength);
  const other = wordsOf(b);
  return [...wordsOf(a).keys()].filter((at) => wordsOf(a)[at] !== other[at]);
}

describe('a listing that is not changed gives the same bytes', () => {
  test.each(['default', 'hex'])('%s literals, random valid programs with tables', { tags: 'slow' }, (kind) => {
    const random = new Random(kind === 'hex' ? 11 : 12);
    for (let i = 0; i < 300; i++) {
      const original = withComments(validSm1Words(random), random);
      const { bytes, codes } = into(disassemble(original, { hex: kind === 'hex' }).text, original);
      expect(codes).toEqual([]);
      expect(Buffer.compare(bytes!, original)).toBe(0);
    }
  });

  test('with a preshader', () => {
    const random = new Random(13);
    let assembled = 0;
    for (let i = 0; i < 200; i++) {
      const original = bytesOf(preshadedWords(random));
      const { text } = disassemble(original);
      if (!/^[ ]*preshader$/m.test(text)) continue;
      const { bytes, codes } = into(text, original);
      if (bytes === undefined) continue;
      expect(codes).toEqual([]);
      expect(Buffer.compare(bytes, original)).toBe(0);
      assembled++;
    }
    expect(assembled).toBeGreaterThan(20);
  });

  test('bits that no listing has: a NaN with a payload', () => {
    const words = wordsOf(SHADER).slice();
    const at = words.indexOf(0x3e80_0000);
    words[at] = 0x7fc0_1234;
    const original = bytesOf(words);
    expect(Buffer.compare(into(disassemble(original).text, original).bytes!, original)).toBe(0);
  });
});

describe('an edit changes its words only', () => {
  test('one def', () => {
    const { bytes, codes } = into(LISTING.replace('0.25', '0.75'), SHADER);
    // The debug information does not belong to another program.
    expect(codes).toEqual(['DX2209']);
    const without = encodeSm1({
      ...decodeSm1Bytes(SHADER),
      nodes: decodeSm1Bytes(SHADER).nodes.filter((node) => node.kind !== 'comment' || node.words[0] !== 0x4755_4244),
    });
    const changed = changedWords(bytes!, without);
    expect(changed).toHaveLength(1);
    expect(wordsOf(bytes!)[changed[0]!]).toBe(0x3f40_0000);
  });

  test('all instructions removed', () => {
    const shader = withComments(wordsOf(assemble('vs_2_0\ndcl_position v0\nmov oPos, v0\n').bytes!), new Random(2));
    expect(into('vs_2_0\n', shader).codes).toEqual(['DX2209']);
  });

  test('an inserted instruction', () => {
    const { bytes } = into(LISTING.replace('    mov oC0', '    mul r0, r0, r0\n    mov oC0'), SHADER);
    const commentCount = (stream: Uint8Array) =>
      decodeSm1Bytes(stream).nodes.filter(({ kind }) => kind === 'comment').length;
    expect(disassemble(bytes!).text).toContain('mul r0, r0, r0');
    expect(commentCount(bytes!)).toBe(commentCount(SHADER) - 1);
    expect([...bytes!.subarray(-5)]).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('is refused', () => {
  test.each([
    ['for another profile', 'ps_3_0\nmov oC0, c0\n', SHADER, ['DX2208']],
    ['for an original that is no shader', LISTING, Uint8Array.of(1, 2, 3), ['DX2207']],
    ['with an error in the text', LISTING.replace('mul', 'mull'), SHADER, ['X2000', 'X5629']],
    ['for an invalid program', LISTING.replace('dcl v0', ''), SHADER, ['X5546', 'X5546']],
  ] as const)('%s', (_, text, original, expected) => {
    const { bytes, codes } = into(text, original);
    expect(bytes).toBeUndefined();
    expect(codes.filter((code) => code !== 'DX2209').slice(0, 1)).toEqual(expected.slice(0, 1));
  });
});
