/**
 * Archives of 7-Zip, xz and bzip2 (fixtures/archives), LZMA against another implementation, and members that are larger
 * than memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from 'lzma1';
import { describe, expect, test } from 'vitest';
import { xnbOf } from '../../smith/archives/engines.ts';
import { pakOf, tarOf, zipOf, zipStored } from '../../smith/archives/stored.ts';
import { Random } from '../../smith/random.ts';
import { CODECS } from '../../src/cli/codecs.ts';
import { unpackLzma } from '../../src/find/lzma/xz.ts';
import { sourceOfBytes } from '../../src/find/source.ts';
import { codes, findAll } from '../support/found.ts';

const archive = (name: string) => new Uint8Array(readFileSync(join('fixtures/archives', name)));
const input = (name: string) => new Uint8Array(readFileSync(join('test/cli/inputs', name)));
const [A, B] = [input('tint2.cso'), input('tint5.cso')];
const CODEC_OPTIONS = { codecs: CODECS };
const FILES: readonly [string, number, Uint8Array][] = [
  ['a.cso', 0, A],
  ['prog.exe', 844, B],
  ['sub/b.cso', 0, B],
];

/** Bytes that do not compress, so that no ratio is reached. */
function noise(length: number): Uint8Array {
  const random = new Random(length);
  return Uint8Array.from({ length }, () => random.below(256));
}

describe('7z', () => {
  test.each(['lzma2', 'lzma', 'bzip2', 'deflate', 'copy', 'bcj', 'separate'])('%s', { tags: 'slow' }, async (name) => {
    const found = await findAll(archive(`${name}.7z`), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, offset, bytes }) => [path, offset, bytes])).toEqual(FILES);
  });

  test.each([
    ['ppmd', 'DX0313'],
    ['bcj2', 'DX0313'],
    ['encrypted', 'DX0311'],
    ['hidden', 'DX0311'],
  ])('%s is reported', async (name, code) => {
    const found = await findAll(archive(`${name}.7z`), CODEC_OPTIONS);
    expect(codes(found)).toEqual([`: ${code}`]);
    expect(found.shaders).toEqual([]);
  });

  test('without its header, what is stored as it is is found', async () => {
    const bytes = archive('copy.7z');
    const found = await findAll(bytes.subarray(0, bytes.byteLength - 60), CODEC_OPTIONS);
    expect(codes(found)).toEqual([': DX0310']);
    expect(found.shaders.map((shader) => shader.bytes)).toEqual([A, B, B]);
  });

  test('changed or cut anywhere: nothing is thrown', { tags: 'slow' }, async () => {
    const random = new Random(5);
    for (const name of ['separate', 'lzma2', 'bcj', 'bcj2']) {
      const bytes = archive(`${name}.7z`);
      for (let at = 0; at < bytes.byteLength; at += 11) {
        const changed = bytes.slice();
        changed[at] = random.below(256);
        for (const one of [changed, bytes.subarray(0, at)])
          for (const { diagnostic } of (await findAll(one, CODEC_OPTIONS)).diagnostics)
            expect(diagnostic.span.start).toBeLessThanOrEqual(diagnostic.span.end);
      }
    }
  });
});

describe('LZMA', () => {
  test.each(['x86.tar.xz', 'blocks.tar.xz', 'one.tar.bz2'])('%s', { tags: 'slow' }, async (name) => {
    const found = await findAll(archive(name), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, bytes }) => [path, bytes])).toEqual(
      FILES.map(([path, , bytes]) => [`content/${path}`, bytes]),
    );
  });

  test('what another implementation packed is unpacked as it was', { tags: ['slow', 'ci'] }, async () => {
    const random = new Random(3);
    for (let i = 0; i < 40; i++) {
      const runs = Array.from({ length: 1 + random.below(300) }, () =>
        new Uint8Array(1 + random.below(random.below(4) === 0 ? 3000 : 9)).map(() => random.below(1 + random.below(4))),
      );
      const bytes = new Uint8Array(Buffer.concat(runs));
      const file = compress(bytes);
      const pieces: Uint8Array[] = [];
      const packed = sourceOfBytes(file.subarray(13));
      // Its size is not passed: the stream has a mark of its end, or ends with its input.
      const properties = file.subarray(0, 5);
      const limit = bytes.byteLength;
      for await (const piece of unpackLzma(packed, { size: limit, properties, limit })) pieces.push(piece);
      expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0);
    }
  });

  test('what is before damage is used', { tags: 'slow' }, async () => {
    const file = compress(new Uint8Array(Buffer.concat([B, noise(500_000)])));
    const packed = sourceOfBytes(file.subarray(13, 3000));
    const pieces: Uint8Array[] = [];
    const unpack = async () => {
      const options = { size: 500_000, properties: file.subarray(0, 5), limit: 500_000 };
      for await (const piece of unpackLzma(packed, options)) pieces.push(piece);
    };
    await expect(unpack()).rejects.toThrow('ends in the middle');
    expect(new Uint8Array(Buffer.concat(pieces).subarray(0, B.byteLength))).toEqual(B);
  });
});

describe('bombs', () => {
  test.each(['bomb.xz', 'bomb.zst', 'bomb.bz2', 'bomb.7z'])('%s', { tags: 'slow' }, async (name) => {
    const bytes = archive(name);
    expect(bytes.byteLength).toBeLessThan(2 ** 14);
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toEqual([': DX0304']);
    // Many of them share what a file of this size may unpack to.
    const many = Array.from({ length: 4 }, (_, i) => ({ name: `${i}`, bytes }));
    const found = await findAll(zipOf(many, zipStored), { codecs: CODECS, limits: { totalBytes: 2 ** 25 } });
    const count = (code: string) => codes(found).filter((one) => one.endsWith(code)).length;
    expect([count('DX0303') > 0, count('DX0304') <= 2]).toEqual([true, true]);
  });

  test('LZ4 and LZX of XNB', { tags: 'slow' }, async () => {
    const zeros = new Uint8Array(2 ** 24);
    for (const packing of ['lz4', 'lzx'] as const) {
      const bytes = xnbOf(zeros, packing);
      const limits = { ratio: 8, memberBytes: 2 ** 22, totalBytes: 2 ** 23 };
      const found = await findAll(bytes, { codecs: CODECS, limits });
      expect(codes(found).length).toBeGreaterThan(0);
      expect(codes(found).every((code) => /: DX030[234]$/.test(code))).toBe(true);
    }
  });
});

describe('members that are larger than memory', () => {
  const limits = { memberBytes: 2 ** 16 };
  const large = [
    { name: 'a.cso', bytes: A },
    { name: 'noise', bytes: noise(150_000) },
    { name: 'b.cso', bytes: B },
    { name: 'more', bytes: new Uint8Array(Buffer.concat([noise(100_000), A, noise(50_000)])) },
  ];
  const expected = [
    ['content/a.cso', 0, A],
    ['content/b.cso', 0, B],
    ['content/more', 100_000, A],
  ];

  test.each([
    ['tar', tarOf(large)],
    ['PAK, whose directory is at its end', pakOf(large)],
    ['ZIP, which is read from its end', zipOf(large, zipStored)],
  ])('%s', { tags: 'slow' }, async (_, bytes) => {
    const found = await findAll(new Uint8Array(gzipSync(bytes)), { codecs: CODECS, limits });
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, offset, bytes: shader }) => [path, offset, shader])).toEqual(expected);
  });

  test('unknown bytes are carved', async () => {
    const bytes = new Uint8Array(Buffer.concat(large.map((file) => file.bytes)));
    const found = await findAll(new Uint8Array(gzipSync(Buffer.concat([Uint8Array.of(7), bytes]))), {
      codecs: CODECS,
      limits,
    });
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map((shader) => shader.bytes)).toEqual([A, B, A]);
  });

  test('inside each other', async () => {
    const inner = new Uint8Array(gzipSync(tarOf(large)));
    const found = await findAll(new Uint8Array(gzipSync(tarOf([{ name: 'x', bytes: inner }]))), {
      codecs: CODECS,
      limits,
    });
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path }) => path)).toEqual(expected.map(([path]) => `content/x/${path}`));
  });

  test('damage after the limit is reported once', async () => {
    const packed = new Uint8Array(gzipSync(tarOf(large)));
    const found = await findAll(packed.subarray(0, 200_000), { codecs: CODECS, limits });
    expect(found.shaders.map(({ path }) => path)).toEqual(['content/a.cso', 'content/b.cso']);
    expect(codes(found).filter((code) => code === ': DX0306')).toEqual([': DX0306']);
  });

  test('an order that would unpack it too often is reported', async () => {
    // Members that alternate between the beginning and the end, which are further apart than what is stored.
    const files = Array.from({ length: 40 }, (_, i) => ({ name: `${i}`, bytes: Uint8Array.of(i) }));
    const bytes = pakOf([{ name: 'a.cso', bytes: A }, ...files, { name: 'b.cso', bytes: B }]);
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(4, true);
    const gap = noise(2 ** 19);
    // Every second member moves behind the gap, before the directory.
    for (let i = 1; i <= files.length; i += 2) {
      const entry = directory + 64 * i + 56;
      view.setUint32(entry, directory + gap.byteLength - 100 + i, true);
    }
    view.setUint32(4, directory + gap.byteLength, true);
    const moved = new Uint8Array(Buffer.concat([bytes.subarray(0, directory), gap, bytes.subarray(directory)]));
    const packed = new Uint8Array(gzipSync(moved));
    const found = await findAll(packed, { codecs: CODECS, limits });
    expect(codes(found).filter((code) => code.endsWith('DX0363'))).toEqual([': DX0363']);
    expect(found.shaders.map(({ path }) => path)).toEqual(['content/a.cso']);
  });

  test('more bytes than the ratio allows', { tags: 'slow' }, async () => {
    const found = await findAll(new Uint8Array(gzipSync(new Uint8Array(2 ** 25))), { codecs: CODECS, limits });
    expect(codes(found)).toEqual([': DX0304']);
  });
});
