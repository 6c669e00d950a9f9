/**
 * Blocks of the BC formats: what another implementation reads from random ones, and blocks made by hand from the
 * functional specification.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dxgiFormat } from '../../../src/formats/formats.ts';
import { decodeBlock } from '../../../src/formats/texel.ts';

interface Recorded {
  readonly blocks: string;
  readonly texels: string;
}

const recorded: Readonly<Record<string, Recorded>> = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../fixtures/formats/blocks.json.gz', import.meta.url))).toString(),
);

const TEXELS = 16;
const WORDS = TEXELS * 4;

function floatsOf(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}

/** Our texels and theirs, block by block. */
function compared(name: string): { ours: Float32Array; theirs: Float32Array; block: Uint8Array }[] {
  const format = dxgiFormat(name)!;
  const blocks = Buffer.from(recorded[name]!.blocks, 'base64');
  const theirs = floatsOf(recorded[name]!.texels);
  return Array.from({ length: blocks.length / format.blockBytes }, (_, i) => {
    const words = new Uint32Array(WORDS);
    decodeBlock(format, blocks, i * format.blockBytes, words);
    const at = i * format.blockBytes;
    return {
      ours: new Float32Array(words.buffer),
      theirs: theirs.slice(i * WORDS, (i + 1) * WORDS),
      block: blocks.subarray(at, at + format.blockBytes),
    };
  });
}

describe('random blocks', () => {
  test.each(['BC6H_UF16', 'BC6H_SF16'])('%s is exact', (name) => {
    const blocks = compared(name);
    expect(blocks.length).toBe(64);
    for (const { ours, theirs } of blocks) expect([...ours].map((x) => x + 0)).toEqual([...theirs].map((x) => x + 0));
  });

  test('BC7_UNORM has the same 8-bit numbers', () => {
    for (const { ours, theirs } of compared('BC7_UNORM')) {
      expect([...ours].map((x) => Math.fround(x * 255))).toEqual([...theirs].map((x) => Math.round(x * 255)));
    }
  });

  test.each(['BC1_UNORM', 'BC2_UNORM', 'BC3_UNORM', 'BC4_UNORM', 'BC4_SNORM', 'BC5_UNORM', 'BC5_SNORM'])(
    '%s differs by no more than 19.5.2 permits, and a step of their 8 bits',
    (name) => {
      const step = 1 / (name.endsWith('SNORM') ? 127 : 255);
      for (const { ours, theirs } of compared(name)) {
        for (let c = 0; c < 4; c++) {
          const column = (list: Float32Array) => [...list].filter((_, i) => i % 4 === c);
          // The endpoints are no closer than the numbers between them.
          const spread = Math.max(...column(ours)) - Math.min(...column(ours));
          const limit = step + 0.03 * Math.max(spread, 2 ** -7) + 1e-6;
          column(ours).forEach((x, i) => {
            expect(Math.abs(x - column(theirs)[i]!)).toBeLessThanOrEqual(limit);
          });
        }
      }
    },
  );
});

/** The texel `index` of a block. */
function texel(name: string, bytes: readonly number[], index: number): number[] {
  const words = new Uint32Array(WORDS);
  decodeBlock(dxgiFormat(name)!, Uint8Array.from(bytes), 0, words);
  return [...new Float32Array(words.buffer).slice(index * 4, index * 4 + 4)];
}

const code = (x: number) => Math.fround(x / 255);

describe('blocks made by hand', () => {
  // White and black, codes 0, 1, 2, 3 in the first row.
  const row = [0xe4, 0xe4, 0xe4, 0xe4];
  const fourColors = [0xff, 0xff, 0, 0, ...row];
  const threeColors = [0, 0, 0xff, 0xff, ...row];

  test('BC1 with four colors: thirds, rounded down', () => {
    expect([0, 1, 2, 3].map((i) => texel('BC1_UNORM', fourColors, i)[0])).toEqual([1, 0, code(170), code(85)]);
    expect([0, 1, 2, 3].map((i) => texel('BC1_UNORM', fourColors, i)[3])).toEqual([1, 1, 1, 1]);
  });

  test('BC1 with three colors: the middle, and transparent black', () => {
    expect([0, 1, 2, 3].map((i) => texel('BC1_UNORM', threeColors, i))).toEqual([
      [0, 0, 0, 1],
      [1, 1, 1, 1],
      [code(127), code(127), code(127), 1],
      [0, 0, 0, 0],
    ]);
  });

  test('5 and 6 bits are widened by their high bits', () => {
    // Red 16 of 31, green 32 of 63, blue 1 of 31.
    const color = (16 << 11) | (32 << 5) | 1;
    const block = [color & 255, color >> 8, 0, 0, 0, 0, 0, 0];
    expect(texel('BC1_UNORM', block, 0)).toEqual([code(132), code(130), code(8), 1]);
  });

  test('BC2 and BC3 always have four colors', () => {
    const alpha = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe];
    expect([0, 1, 2, 15].map((i) => texel('BC2_UNORM', [...alpha, ...threeColors], i))).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, Math.fround(1 / 15)],
      [code(85), code(85), code(85), Math.fround(2 / 15)],
      [code(170), code(170), code(170), 1],
    ]);
    expect(texel('BC3_UNORM', [255, 0, 0, 0, 0, 0, 0, 0, ...threeColors], 3)).toEqual([
      code(170),
      code(170),
      code(170),
      1,
    ]);
  });

  test('BC4 with eight and with six numbers', () => {
    // Codes 0 to 7 in the first eight texels.
    const codes = [0x88, 0xc6, 0xfa, 0, 0, 0];
    const list = (name: string, a: number, b: number) =>
      Array.from({ length: 8 }, (_, i) => texel(name, [a, b, ...codes], i)[0]);
    expect(list('BC4_UNORM', 255, 0)).toEqual([1, 0, ...[6, 5, 4, 3, 2, 1].map((x) => Math.fround(x / 7))]);
    expect(list('BC4_UNORM', 0, 255)).toEqual([0, 1, ...[1, 2, 3, 4].map((x) => Math.fround(x / 5)), 0, 1]);
    expect(list('BC4_SNORM', 127, 0x81).slice(0, 3)).toEqual([1, -1, Math.fround(5 / 7)]);
    expect(list('BC4_SNORM', 0x80, 127)).toEqual([-1, 1, ...[-3, -1, 1, 3].map((x) => Math.fround(x / 5)), -1, 1]);
    expect(texel('BC4_UNORM', [255, 0, ...codes], 0)).toEqual([1, 0, 0, 1]);
  });

  test('BC7 mode 6: one subset, 7 bits and a lowest bit for each endpoint', () => {
    // Mode bits 1000000b; red 127/0, green 0/127, blue 0/0, alpha 127/127; lowest bits 1 and 1; index 0, then 15s.
    let bits = 1n << 6n;
    let position = 7n;
    for (const value of [127n, 0n, 0n, 127n, 0n, 0n, 127n, 127n]) {
      bits |= value << position;
      position += 7n;
    }
    bits |= 3n << position;
    position += 2n + 3n;
    for (let i = 1n; i < 16n; i++) bits |= 15n << (position + (i - 1n) * 4n);
    const block = Array.from({ length: 16 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n));
    expect(texel('BC7_UNORM', block, 0)).toEqual([1, code(1), code(1), 1]);
    expect(texel('BC7_UNORM', block, 5)).toEqual([code(1), 1, code(1), 1]);
  });

  test('reserved modes are zeros, with alpha 1 in BC6H', () => {
    const zeros = new Array<number>(16).fill(0);
    expect(texel('BC7_UNORM', zeros, 9)).toEqual([0, 0, 0, 0]);
    for (const mode of [0b10011, 0b10111, 0b11011, 0b11111]) {
      expect(texel('BC6H_UF16', [mode, ...zeros.slice(1).map(() => 0xaa)], 9)).toEqual([0, 0, 0, 1]);
    }
  });

  test('signed BC6H can be infinite', () => {
    // Mode 15 (16 bits and differences): the first endpoint is 8000h, the second the same.
    let bits = 0b01111n;
    // The ten low bits of each component are 0; the six high bits follow the differences, bit 15 first.
    let position = 35n;
    for (let c = 0; c < 3; c++) {
      position += 4n;
      bits |= 1n << position;
      position += 6n;
    }
    const block = Array.from({ length: 16 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n));
    const infinity = Number.NEGATIVE_INFINITY;
    expect(texel('BC6H_SF16', block, 0)).toEqual([infinity, infinity, infinity, 1]);
  });

  test('a block that ends early reads as zeros', () => {
    for (const name of ['BC1_UNORM', 'BC3_UNORM', 'BC5_SNORM', 'BC6H_SF16', 'BC7_UNORM']) {
      expect(() => texel(name, [], 15)).not.toThrow();
    }
  });
});
