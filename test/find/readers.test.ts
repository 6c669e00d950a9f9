/**
 * Readers of archives and of engine formats: what the writers in smith/archives made is found with its path, nested as
 * well.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { bgfxOf, lz4Of, lzxOf, mgfxOf, oldVcsOf, vcsOf, xnbOf } from '../../smith/archives/engines.ts';
import { pakOf, tarOf, vpkOf, zipDeflated, zipOf, zipStored } from '../../smith/archives/stored.ts';
import { Random } from '../../smith/random.ts';
import { SHARED_ALLOWANCE, SHARED_FACTOR } from '../../src/base/limits.ts';
import { bytesOf } from '../../src/base/words.ts';
import { CODECS } from '../../src/cli/codecs.ts';
import { unpackLz4 } from '../../src/find/lz4.ts';
import { unpackXnbLzx } from '../../src/find/lzx.ts';
import { sourceOfBytes } from '../../src/find/source.ts';
import { codes, findAll, locations } from '../support/found.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const ALL = readProvenance();
const ofProfile = (profile: string) => ALL.filter((one) => one.profile === profile).map(({ id }) => recorded(id));
const PS4 = recorded('arithmetic-float.main.ps_4_0');
const [VS2] = ofProfile('vs_2_0');
const [PS2, OTHER_PS2, THIRD_PS2] = ofProfile('ps_2_0');
const CODEC_OPTIONS = { codecs: CODECS };
const FILES = [
  { name: 'a/one.cso', bytes: PS4 },
  { name: 'two.cso', bytes: PS2! },
];
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

describe('archives', () => {
  const archives: [string, Uint8Array][] = [
    ['ZIP, stored', zipOf(FILES, zipStored)],
    ['ZIP, deflated', zipOf(FILES, zipDeflated)],
    ['ZIP without a directory', zipOf(FILES, zipDeflated, false)],
    ['tar', tarOf(FILES)],
    ['PAK', pakOf(FILES)],
  ];
  test.each(archives)('%s', async (name, bytes) => {
    const found = await findAll(bytes, CODEC_OPTIONS);
    expect(codes(found)).toEqual(name.endsWith('directory') ? [': DX0310'] : []);
    expect(locations(found)).toEqual(['a/one.cso@0 ps_4_0 content', 'two.cso@0 ps_2_0 content']);
    expect(found.shaders.map((shader) => shader.bytes)).toEqual([PS4, PS2]);
  });

  test('in each other', async () => {
    const inner = zipOf([{ name: 'b.xnb', bytes: xnbOf(mgfxOf(10, PS4, PS4), 'lz4') }]);
    const found = await findAll(gzipSync(tarOf([{ name: 'a.zip', bytes: inner }])), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path }) => path)).toEqual([
      'content/a.zip/b.xnb/effect/T/P0/vs',
      'content/a.zip/b.xnb/effect/T/P0/ps',
    ]);
  });

  test('a member without its codec is reported and carved', async () => {
    const found = await findAll(zipOf(FILES, zipDeflated));
    expect(codes(found)).toEqual([': DX0305', ': DX0305']);
  });

  test('links and directories of tar have nothing', async () => {
    expect(await findAll(tarOf(FILES, '2'), CODEC_OPTIONS)).toMatchObject({ diagnostics: [] });
  });

  test.each(['bzip2', 'xz', 'zstd'])('%s', async (name) => {
    const found = await findAll(new Uint8Array(Buffer.from(PACKED[name]!, 'base64')), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, profile }) => [path, profile])).toEqual([['content', 'ps_2_0']]);
  });
});

describe('VPK', () => {
  const both = ['a/one.cso@0 ps_4_0 content', 'two.cso@0 ps_2_0 content'];
  const siblingsOf = (part: Uint8Array) => ({
    name: 'pak01_dir.vpk',
    open: (name: string) => (name === 'pak01_003.vpk' ? sourceOfBytes(part) : undefined),
  });

  test.each([
    [1, [], 0],
    [2, [], 0],
    [2, [], 100],
    [1, [0, 1], 0],
    [2, [1], 77],
    [2, [], 2 ** 15],
  ] as const)('version %i, members %j in another file, %i bytes in the tree', async (version, apart, preload) => {
    const { tree, part } = vpkOf(FILES, { version, apart, preload });
    const found = await findAll(tree, { codecs: CODECS, siblings: siblingsOf(part) });
    expect(codes(found)).toEqual([]);
    expect(locations(found)).toEqual(both);
    expect(found.shaders.map((shader) => shader.bytes)).toEqual([PS4, PS2]);
  });

  test('a file that is not there is reported once', async () => {
    const { tree } = vpkOf([...FILES, ...FILES], { apart: [0, 1, 3] });
    for (const siblings of [undefined, { name: 'x.vpk', open: () => undefined }]) {
      const found = await findAll(tree, { codecs: CODECS, ...(siblings && { siblings }) });
      expect(codes(found)).toEqual([': DX0364']);
      expect(locations(found)).toEqual(['a/one.cso@0 ps_4_0 content']);
    }
  });

  test('members that share bytes, and a tree that is cut', async () => {
    const { tree } = vpkOf([FILES[0]!, FILES[0]!], { version: 1 });
    const second = Buffer.from(tree).lastIndexOf(Buffer.from('one\0')) + 4;
    new DataView(tree.buffer).setUint32(second + 8, 0, true);
    expect(codes(await findAll(tree, CODEC_OPTIONS))).toEqual([': DX0312']);
    expect(codes(await findAll(tree.subarray(0, 30), CODEC_OPTIONS))).toEqual([': DX0309']);
  });
});

describe('XNB', () => {
  test.each(['none', 'lz4', 'lzx', 'lzx-uncompressed'] as const)('%s', async (packing) => {
    const found = await findAll(xnbOf(mgfxOf(9, PS4, PS4), packing), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(locations(found).map((line) => line.replace(/@\d+/, ''))).toEqual([
      'effect/T/P0/vs ps_4_0 effect',
      'effect/T/P0/ps ps_4_0 effect',
    ]);
    expect(found.shaders[0]!.bytes).toEqual(PS4);
  });

  test('other content is carved', async () => {
    const found = await findAll(xnbOf(joined(new Uint8Array(7), PS4), 'lzx', 'ModelReader'), CODEC_OPTIONS);
    expect(found.shaders.map(({ foundBy, bytes }) => [foundBy, bytes])).toEqual([['carving', PS4]]);
  });

  test('random content of any size is unpacked as it was', { tags: 'slow' }, () => {
    const random = new Random(7);
    for (let i = 0; i < 60; i++) {
      const runs = Array.from({ length: random.below(400) }, () =>
        new Uint8Array(1 + random.below(random.below(3) === 0 ? 700 : 3)).fill(random.below(256)),
      );
      const bytes = joined(...runs, new Uint8Array(1));
      // `toEqual` takes a hundred times as long for long arrays.
      expect(Buffer.compare(joined(...unpackLz4(lz4Of(bytes), bytes.byteLength)), bytes)).toBe(0);
      for (const kind of ['verbatim', 'uncompressed'] as const)
        expect(Buffer.compare(joined(...unpackXnbLzx(lzxOf(bytes, kind), bytes.byteLength)), bytes)).toBe(0);
    }
  });

  test('damaged LZX gives what is before the damage', async () => {
    const bytes = xnbOf(joined(new Uint8Array(7), PS4, new Uint8Array(40_000)), 'lzx', 'ModelReader');
    const found = await findAll(bytes.subarray(0, bytes.byteLength - 20), CODEC_OPTIONS);
    expect(codes(found)).toEqual([': DX0309', ': DX0306']);
    expect(found.shaders.length).toBe(1);
  });
});

describe('MGFX', () => {
  test('says that there is GLSL', async () => {
    const glsl = new TextEncoder().encode('#ifdef GL_ES\nvoid main() { }\n');
    const found = await findAll(mgfxOf(9, glsl, glsl));
    expect(found.diagnostics.map(({ diagnostic }) => [diagnostic.code, diagnostic.severity])).toEqual([
      ['DX0332', 'note'],
    ]);
    expect(found.shaders).toEqual([]);
  });

  test.each([3, 4, 5, 6, 7, 8, 9, 10, 11])('version %i', { tags: 'slow' }, async (version) => {
    const found = await findAll(mgfxOf(version, VS2!, PS2!), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['T/P0/vs', VS2],
      ['T/P0/ps', PS2],
    ]);
    expect(found.shaders[1]!.uses).toMatchObject([{ technique: 'T', pass: 'P0', techniqueIndex: 0, passIndex: 0 }]);
  });

  test('one that is cut is carved', async () => {
    const bytes = mgfxOf(8, PS4, PS4);
    const found = await findAll(bytes.subarray(0, bytes.byteLength - 5), CODEC_OPTIONS);
    expect(found.shaders.map(({ foundBy }) => foundBy)).toEqual(['carving', 'carving']);
  });
});

test.each([3, 6, 8, 11])('bgfx version %i', async (version) => {
  const found = await findAll(bgfxOf(PS4, version), CODEC_OPTIONS);
  expect(codes(found)).toEqual([]);
  expect(found.shaders.map(({ path, bytes }) => [path, bytes])).toEqual([['ps', PS4]]);
});

describe('VCS', () => {
  for (const version of [5, 6] as const) {
    test.each(['stored', 'lzma'] as const)(`version ${version}, %s`, async (packing) => {
      const found = await findAll(vcsOf(version, 3, [PS2!, PS4], packing), CODEC_OPTIONS);
      expect(codes(found)).toEqual([]);
      expect(found.shaders.map(({ path }) => path)).toEqual(
        [0, 2, 4].flatMap((id) => [`static${id}/dynamic0`, `static${id}/dynamic1`]),
      );
      expect(found.shaders.map(({ bytes }) => bytes)).toEqual([PS2, PS4, PS2, PS4, PS2, PS4]);
    });
  }

  test.each([2, 4] as const)('version %i, differences', async (version) => {
    const shaders = [PS2!, OTHER_PS2!, THIRD_PS2!, PS4];
    const found = await findAll(oldVcsOf(version, shaders), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path, bytes }) => [path, bytes])).toEqual(
      shaders.map((bytes, i) => [`combo${i}`, bytes]),
    );
  });

  test('static combos are read when they are asked for', async () => {
    const bytes = vcsOf(6, 2000, [PS2!], 'stored');
    let read = 0;
    const source = {
      size: bytes.byteLength,
      read: (offset: number, length: number) => {
        read += length;
        return bytes.subarray(offset, offset + length);
      },
    };
    const { findShaders } = await import('../../src/find/index.ts');
    const search = findShaders(source, CODEC_OPTIONS);
    expect((await search.next()).value).toMatchObject({ path: 'static0/dynamic0' });
    await search.return(undefined);
    expect(read).toBeLessThan(bytes.byteLength / 4);
  });
});

describe('hostile', () => {
  const bomb = (size: number) => zipOf([{ name: 'zeros', bytes: new Uint8Array(size) }]);

  test('a member beyond the ratio', { tags: 'slow' }, async () => {
    const found = await findAll(bomb(2 ** 25), { codecs: CODECS, limits: { ratio: 100 } });
    expect(codes(found)).toEqual([': DX0304']);
  });

  test('all members together', async () => {
    const many = Array.from({ length: 8 }, (_, i) => ({ name: `${i}`, bytes: new Uint8Array(2 ** 16) }));
    const found = await findAll(zipOf(many), { codecs: CODECS, limits: { totalBytes: 2 ** 17 } });
    expect(new Set(codes(found))).toEqual(new Set([': DX0303']));
  });

  test('levels', async () => {
    let bytes: Uint8Array = PS4;
    for (let i = 0; i < 20; i++) bytes = new Uint8Array(gzipSync(bytes));
    const found = await findAll(bytes, CODEC_OPTIONS);
    expect(codes(found)).toEqual([`${Array(16).fill('content').join('/')}: DX0300`]);
    expect(found.shaders).toEqual([]);
  });

  test('members', async () => {
    const found = await findAll(zipOf([...FILES, ...FILES]), { codecs: CODECS, limits: { members: 3 } });
    expect(codes(found)).toEqual([': DX0301']);
    expect(found.shaders.length).toBe(3);
  });

  test('members of a ZIP archive that share bytes', async () => {
    const bytes = zipOf([...FILES, ...FILES], zipStored);
    const view = new DataView(bytes.buffer);
    // The fourth entry of the directory names the bytes of the first.
    let entry = bytes.byteLength - 22 - (46 + FILES[1]!.name.length);
    expect(view.getUint32(entry, true)).toBe(0x02014b50);
    view.setUint32(entry + 42, 0, true);
    entry = 0;
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toEqual([': DX0312']);
  });

  test('members of a PAK archive that share bytes, or end after it', async () => {
    const bytes = pakOf(FILES);
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.byteLength - 8, 12, true);
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toEqual([': DX0312']);
    view.setUint32(bytes.byteLength - 4, 2 ** 31, true);
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toContain(': DX0309');
  });

  test('members that overlap are searched as long as their bytes are in proportion', async () => {
    const [count, size] = [400, 2 ** 18];
    // Version 2 of VCS without a reference: all combos are the same bytes.
    const head = new Uint32Array(6 + 2 * count);
    head.set([2, count, 1, 0, 0, 0]);
    for (let n = 0; n < count; n++) head.set([4 * head.length, size], 6 + 2 * n);
    const found = codes(await findAll(joined(bytesOf(head), new Uint8Array(size)), CODEC_OPTIONS));
    const searched = count - found.length;
    expect(new Set(found)).toEqual(new Set([': DX0312']));
    // One that has its own bytes, and those that the budget of the search allows.
    expect(searched).toBe(1 + Math.floor((SHARED_ALLOWANCE + SHARED_FACTOR * (4 * head.length + size)) / size));
  });

  test('an encrypted member and an unknown method', async () => {
    const bytes = zipOf(FILES, zipStored);
    const directory = new DataView(bytes.buffer).getUint32(bytes.byteLength - 6, true);
    bytes[directory + 8] = 1;
    const second = directory + 46 + FILES[0]!.name.length;
    bytes[second + 10] = 99;
    const found = await findAll(bytes, CODEC_OPTIONS);
    expect(codes(found)).toEqual([': DX0311', ': DX0313']);
    expect(locations(found)).toEqual(['two.cso@0 ps_2_0 content']);
  });

  test('properties of LZMA that would take any memory', async () => {
    const bytes = vcsOf(5, 1, [PS2!], 'lzma');
    const header = Buffer.from(bytes).indexOf('LZMA');
    bytes.set([0xf0, 0xff, 0xff, 0xff, 0xff], header + 12);
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toEqual(['static0: DX0306']);
    // A dictionary of 4 GB.
    bytes[header + 12] = 0x5d;
    expect((await findAll(bytes, CODEC_OPTIONS)).shaders.map(({ path }) => path)).toEqual(['static0/dynamic0']);
  });

  test('every archive cut at every offset ends without an exception', { tags: 'slow' }, async () => {
    const small = [{ name: 's', bytes: PS2! }];
    const archives = [
      zipOf(small),
      tarOf(small),
      pakOf(small),
      xnbOf(PS2!, 'lz4'),
      xnbOf(PS2!, 'lzx'),
      mgfxOf(9, PS2!, PS2!),
      bgfxOf(PS2!),
      vcsOf(6, 2, [PS2!], 'lzma'),
      oldVcsOf(4, [PS2!, OTHER_PS2!]),
      new Uint8Array(gzipSync(PS2!)),
    ];
    for (const bytes of archives)
      for (let length = 0; length < bytes.byteLength; length += 7)
        for (const { diagnostic } of (await findAll(bytes.subarray(0, length), CODEC_OPTIONS)).diagnostics)
          expect(diagnostic.span.start).toBeLessThanOrEqual(diagnostic.span.end);
  });
});

/** `tint2.cso` of the tests of the program, packed by the programs bzip2 1.0.8, xz 5.4 and zstd 1.5. */
const PACKED: Readonly<Record<string, string>> = {
  bzip2:
    'QlpoOTFBWSZTWapn4SUAABz/8f5AgATAYXBBOEa8AK9n3ABAAEAAQAgEAAABoACSjGmjQ0AAGQNGgNAAaZU01NqNAA0AAAB5TSjMhNgwvdfNZZ9Rg9zXXBAU6Ep/kzTkRUXM+cXiGnLE2CAi0DbIFUUwum1SqZLEWAcWGMsNSohEEtIZ8Z4LBBVgOYKwAHqClIZ0WGHiN9OEdvI8KwsAbZe8ukvtmEpPqk35EIJZ0Sw5NWdvsfxdyRThQkKpn4SU',
  xz: '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ADXAJpdAAAAxAAOzJQ9vUgYLrg1qIWdZBf+VYgKkhlI6sCbwxqFvNJV1+alUlzyKgCP3vblJnxATcUFFOOmZpTDFi2RmnOERNY3B+0nbHCrpecUxX7trlC0vZwSs5bHk735PlSK6ueGAQ7MoHaD8Jc8N2PMnBPo4YvTN7Cb9U/SiImBsYHhUdYKRTkzTudlWpJAz3DfLRlHsTn18n0AAAAAAACGuMTDqIVTZgABtgHYAQAARPaE0LHEZ/sCAAAAAARZWg==',
  zstd: 'KLUv/QRotQQAogshI5BNc/6p/v8HDzGNOK30KETIFxtqgCYHtIcYH8WM8WFl/y1Td90mWP1Ovw21ydo6od6uq5/pens14WL7dH2BJ1zEIUN4NNEn5MBGGw2mU8EgFcgDM1AKWIkTIoVGGS0yuyQuJNH/tb6Aj+O4JZBW+iv+Xj374/eDv0s+aDAsjoQu1XXVBQA3ReUl569hRxaILphMduG4tA==',
};
