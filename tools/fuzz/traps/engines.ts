/**
 * Worst cases of the formats of engines: Unity, VPK, XNB, VCS and others, source code, and files in which shaders only
 * seem to be.
 *
 * Not for: archives of any file (archives.ts).
 */

import { Bytes, bgfxOf, lz4Of, mgfxOf, oldVcsOf, vcsOf, xnbOf } from '../../../smith/archives/engines.ts';
import { vpkOf } from '../../../smith/archives/stored.ts';
import { assetsOf, bundleOf, unityShaderOf } from '../../../smith/archives/unity.ts';
import { latin1Bytes } from '../../../src/base/words.ts';
import { fixtures } from '../corpus.ts';
import { lz4Bomb } from './archive-parts.ts';
import { joined, repeated, repeatedBytes, repeatedText, sm1Words, type Trap } from './build.ts';
import { hasMembers, isCarved } from './checks.ts';

const TARGETS = ['findShaders'] as const;
/** A file of the format of a reader, which gives at least `members` members. */
const trap = (reader: string, members: number, build: (size: number) => Uint8Array): Trap<'findShaders'> => ({
  targets: TARGETS,
  check: hasMembers(reader, members),
  build,
});
const carved = (build: (size: number) => Uint8Array): Trap<'findShaders'> => ({
  targets: TARGETS,
  check: isCarved,
  build,
});
const many = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n));
const filled = (size: number) => new Uint8Array(size).fill(0x61);
const be32 = (...values: readonly number[]) =>
  joined(...values.map((value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)));
const text = (value: string) => latin1Bytes(`${value}\0`);

/** A bundle of UnityFS that is not packed, with this table. */
function bundleWith(table: Uint8Array, content: Uint8Array): Uint8Array {
  const start = joined(text('UnityFS'), be32(6), text('5.x.x'), text('2019.4.1f1'));
  return joined(start, be32(0, 0, table.byteLength, table.byteLength, 0x40), table, content);
}

/** Blocks of packed and unpacked sizes, then nodes of offset and size. */
function tableOf(
  blocks: readonly (readonly [number, number])[],
  kind: number,
  nodes: readonly (readonly [number, number])[],
) {
  return joined(
    new Uint8Array(16),
    be32(blocks.length),
    new Uint8Array(Buffer.concat(blocks.map(([size, packed]) => joined(be32(size, packed), Uint8Array.of(0, kind))))),
    be32(nodes.length),
    new Uint8Array(Buffer.concat(nodes.map(([offset, size]) => joined(be32(0, offset, 0, size, 4), text('n'))))),
  );
}

/** A file of objects (version 17) whose only shader object is named as often as a quarter of `size` has space for. */
function assetsOfOneObject(size: number): Uint8Array {
  const shader = unityShaderOf('2019.3', [fixtures[0]!]);
  const object = joined(shader, filled((size >> 1) - shader.byteLength));
  const one = Buffer.from(assetsOf(17, [{ classId: 48, bytes: object }]));
  const [header, entrySize] = [20, 20];
  const metadataEnd = header + one.readUInt32BE(0);
  const entry = one.subarray(metadataEnd - entrySize, metadataEnd);
  const count = Math.floor(size / 4 / entrySize);
  // The number of objects is before the entries, which begin at a multiple of 4.
  const countAt = one.lastIndexOf(Buffer.from([1, 0, 0, 0]), metadataEnd - entrySize - 4);
  const metadata = joined(one.subarray(header, metadataEnd - entrySize), repeatedBytes(entry, count * entrySize));
  new DataView(metadata.buffer).setUint32(countAt - header, count, true);
  const data = (header + metadata.byteLength + 31) & ~15;
  const start = be32(metadata.byteLength, data + object.byteLength, 17, data, 0);
  return joined(start, metadata, new Uint8Array(data - header - metadata.byteLength), object);
}

/** VCS of version 5 whose static combos are all at one offset. */
function vcsOfOneCombo(size: number): Uint8Array {
  const count = Math.floor(size / 16);
  const block = filled(size >> 1);
  const start = 28 + 8 * (count + 1);
  const head = new Uint32Array(7 + 2 * (count + 1));
  head.set([5, count, 1, 0, 0, count + 1, 0xc0ffee]);
  for (let n = 0; n < count; n++) head.set([2 * n, start], 7 + 2 * n);
  head.set([0xffff_ffff, start + block.byteLength + 8], 7 + 2 * count);
  return joined(head, [(0x8000_0000 + block.byteLength) >>> 0], block, [0xffff_ffff]);
}

/**
 * VCS of version 5 whose static combos, after those that recognition reads, all have the same block of half the file.
 */
function vcsOfSharedBlock(size: number): Uint8Array {
  const count = Math.floor(size / 16);
  const block = filled(size >> 1);
  const start = 28 + 8 * (count + 1);
  const end = start + block.byteLength + 8;
  const head = new Uint32Array(7 + 2 * (count + 1));
  head.set([5, count, 1, 0, 0, count + 1, 0xc0ffee]);
  for (let n = 0; n < count; n++) head.set([2 * n, n < 64 || n % 2 === 0 ? start : end], 7 + 2 * n);
  head.set([0xffff_ffff, end], 7 + 2 * count);
  return joined(head, [(0x8000_0000 + block.byteLength) >>> 0], block, [0xffff_ffff]);
}

/** VCS of version 2 without a reference; all combos are the same half of the file. */
function oldVcsOfStoredCombos(size: number): Uint8Array {
  const count = Math.floor(size / 16);
  const code = filled(size >> 1);
  const records = new Uint32Array(2 * count);
  for (let n = 0; n < count; n++) records.set([24 + 8 * count, code.byteLength], 2 * n);
  return joined([2, count, 1, 0, 0, 0], records, code);
}

/** VCS of version 2 whose combos are all the same differences, which are half the file and copy nothing. */
function oldVcsWithoutResult(size: number): Uint8Array {
  const reference = fixtures[0]!.subarray(0, fixtures[0]!.byteLength & ~3);
  const count = Math.floor(size / 16);
  const delta = new Uint8Array(size >> 1);
  const start = 24 + reference.byteLength + 8 * count;
  const records = new Uint32Array(2 * count);
  for (let n = 0; n < count; n++) records.set([start, delta.byteLength], 2 * n);
  return joined([2, count, 1, 0, 0, reference.byteLength], reference, records, delta);
}

/**
 * A shader object in which lists of one segment are everywhere; each is a block that grows to one byte less than its
 * list says.
 */
function unityShaderOfWrongSizes(size: number): Uint8Array {
  const { bytes: block, size: unpacked } = lz4Bomb(size >> 1);
  const words = 9;
  const count = Math.floor(size / 2 / (4 * words));
  const lists = new Uint32Array(words * count);
  for (let n = 0; n < count; n++) {
    // Where the segments of this list begin.
    const data = 4 * words * (n + 1);
    const offset = lists.byteLength - data;
    lists.set([1, 4, 1, offset, 1, block.byteLength, 1, unpacked + 1, offset + block.byteLength], words * n);
  }
  return assetsOf(17, [{ classId: 48, bytes: joined(lists, block) }]);
}

/** Entries of a VPK whose members have half the file each and begin a byte after one another. */
function vpkOfOverlappingMembers(size: number): Uint8Array {
  const entry = (n: number) =>
    new Bytes()
      .raw(text('b'))
      .u32(0)
      .u16(0)
      .u16(0x7fff)
      .u32(n, size >> 1)
      .u16(0xffff)
      .done();
  const tree = joined(text('txt'), text('dir'), ...many(size / 2 / entry(0).byteLength, entry), Uint8Array.of(0, 0, 0));
  const head = new Bytes().u32(0x55aa1234, 1, tree.byteLength).done();
  return joined(head, tree, filled(size));
}

/** VCS of version 2 whose combos are all the same small difference from a large one. */
function oldVcsOfOneCombo(size: number): Uint8Array {
  const reference = joined(fixtures[0]!, filled(size >> 1));
  const count = Math.floor(size / 16);
  const head = new Uint32Array(6);
  head.set([2, count, 1, 0, 0, reference.byteLength]);
  const start = 24 + reference.byteLength + 8 * count;
  // One operation: copy as much as fits in 16 bits.
  const delta = Uint8Array.of(0, 0xff, 0xff, 0, 0);
  const records = new Uint32Array(2 * count);
  for (let n = 0; n < count; n++) records.set([start, delta.byteLength], 2 * n);
  return joined(head, reference.subarray(0, reference.byteLength & ~3), records, delta, new Uint8Array(3));
}

/** One entry of a VPK again and again, for one member. */
function vpkOfOneMember(size: number): Uint8Array {
  const entry = new Bytes()
    .raw(text('b'))
    .u32(0)
    .u16(0)
    .u16(0x7fff)
    .u32(0, size >> 1)
    .u16(0xffff)
    .done();
  const tree = joined(
    text('txt'),
    text('dir'),
    ...many(size / 2 / entry.byteLength, () => entry),
    Uint8Array.of(0, 0, 0),
  );
  const head = new Bytes().u32(0x55aa1234, 1, tree.byteLength).done();
  return joined(head, tree, filled(size >> 1));
}

/** An XNB file of an LZ4 block that grows. */
function xnbBomb(size: number): Uint8Array {
  const { bytes, size: unpacked } = lz4Bomb(size);
  return new Bytes()
    .raw(latin1Bytes('XNBw'))
    .u8(5, 0x40)
    .u32(bytes.byteLength + 14, unpacked)
    .raw(bytes)
    .done();
}

const shader = () => fixtures.find(({ byteLength }) => byteLength > 500)!;

/** A header of zlib and a stored block, whose two bytes are the header of the next stream. */
const STORED_STREAM = [0x78, 0x01, 0, 2, 0, 0xfd, 0xff];

export const ENGINE_TRAPS: Readonly<Record<string, Trap<'findShaders'>>> = {
  'Unity bundle of zeros': trap('Unity bundle', 1, (size) => {
    const { bytes, size: unpacked } = lz4Bomb(size);
    return bundleWith(tableOf([[unpacked, bytes.byteLength]], 2, [[0, unpacked]]), bytes);
  }),
  'Unity bundle with many blocks': trap('Unity bundle', 1, (size) => {
    const block = lz4Of(filled(16));
    const count = Math.floor(size / (10 + block.byteLength));
    const table = tableOf(
      many(count, () => [16, block.byteLength] as const),
      2,
      [[0, 16 * count]],
    );
    return bundleWith(table, repeatedBytes(block, count * block.byteLength));
  }),
  'Unity bundle with one file many times': trap('Unity bundle', 1, (size) => {
    const half = size >> 1;
    return bundleWith(
      tableOf(
        [[half, half]],
        0,
        many(half / 22, () => [0, half] as const),
      ),
      filled(half),
    );
  }),
  'Unity bundle in bundle': trap('Unity bundle', 1, (size) => {
    let bytes: Uint8Array = filled(size);
    for (let n = 0; n < 40; n++) bytes = bundleOf([{ name: 'a', bytes }], 'stored');
    return bytes;
  }),
  'Unity objects, one many times': trap('Unity assets', 1, assetsOfOneObject),
  'Unity shader with many programs': trap('Unity assets', 1, (size) => {
    const bytes = unityShaderOf(
      '5.5',
      many(size / (shader().byteLength + 50), () => shader()),
    );
    return assetsOf(17, [{ classId: 48, bytes }]);
  }),
  'Unity shader with lists of wrong sizes': trap('Unity assets', 1, unityShaderOfWrongSizes),
  'VPK with many members': trap(
    'VPK',
    1000,
    (size) => vpkOf(many(size / 40, (n) => ({ name: `d/${n}.txt`, bytes: Uint8Array.of(1) }))).tree,
  ),
  'VPK with one member many times': trap('VPK', 1, vpkOfOneMember),
  'VPK with members that overlap': trap('VPK', 1000, vpkOfOverlappingMembers),
  'XNB of LZ4 that grows': trap('XNB', 1, xnbBomb),
  'XNB of LZX': trap('XNB', 1, (size) => xnbOf(filled(30 * size), 'lzx')),
  'VCS with one static combo many times': trap('VCS', 1000, vcsOfOneCombo),
  'VCS with many static combos': trap('VCS', 100, (size) =>
    vcsOf(5, Math.floor(size / (shader().byteLength + 24)), [shader()], 'stored'),
  ),
  'VCS of LZMA': trap('VCS', 100, (size) => vcsOf(6, Math.floor(size / 120), [filled(10_000)], 'lzma')),
  'VCS with static combos that share a block': trap('VCS', 1000, vcsOfSharedBlock),
  'old VCS with stored combos that share bytes': trap('VCS', 1000, oldVcsOfStoredCombos),
  'old VCS with differences without a result': trap('VCS', 1000, oldVcsWithoutResult),
  'old VCS with one combo many times': trap('VCS', 1000, oldVcsOfOneCombo),
  'old VCS with many combos': trap('VCS', 1000, (size) =>
    oldVcsOf(
      4,
      many(size / 40, () => shader()),
    ),
  ),
  'MGFX in source code': trap('source code', 0, (size) => {
    const bytes = [...mgfxOf(10, shader(), shader())].join(',');
    return repeatedText(size, `BYTE a[] = {${bytes}};\n`);
  }),
  'bgfx with a long shader': trap('bgfx', 0, (size) => bgfxOf(filled(size))),
  'source code with many arrays': trap('source code', 0, (size) => repeatedText(size, 'BYTE a[] = {1,2,3};\n')),
  'source code with arrays that do not end': trap('source code', 0, (size) => repeatedText(size, 'BYTE a[] = {')),
  'source code with one long array': trap('source code', 0, (size) =>
    repeatedText(size, '68,', 'const BYTE a[] = {', '0};'),
  ),
  'hexadecimal digits and Base64': trap('source code', 0, (size) =>
    repeatedText(size, `${'A'.repeat(50)} ${'ab'.repeat(30)}\n`),
  ),
  'streams in each other': carved((size) => joined([1], repeatedBytes(Uint8Array.from(STORED_STREAM), size))),
  'streams of empty blocks': carved((size) => {
    const empty = many(200, () => [0, 0, 0, 0xff, 0xff]).flat();
    return joined([1], repeatedBytes(Uint8Array.from([...STORED_STREAM, ...empty]), size));
  }),
  'containers that claim the rest': carved((size) => {
    const words = new Uint32Array(size >> 2);
    for (let at = 1; at + 9 < words.length; at += 9)
      words.set([0x4342_5844, 1, 2, 3, 4, 1, 4 * (words.length - at), 1, 36], at);
    return joined(words);
  }),
  'token streams that do not end': carved((size) => {
    const words = [0xffff_0200, ...sm1Words('ps_2_0', 'mov r0, c0')];
    return joined([1], repeated(size >> 2, [], words));
  }),
  'token streams in long comments': carved((size) => {
    const words = new Uint32Array(size >> 2).fill(0x7fff_fffe);
    for (let at = 1; at < words.length; at += 2) words[at] = 0xfffe_0300;
    return joined(words);
  }),
};
