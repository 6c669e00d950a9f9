/**
 * Writers of Unity's formats for tests: bundles, files of objects, shader objects. They share no code with the readers
 * in src/find.
 */
import { compress } from 'lzma1';
import { Bytes, lz4Of } from './engines.ts';

const le32 = (...values: readonly number[]) => new Bytes().u32(...values).done();

function be32(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i);
  return bytes;
}

const be16 = (value: number) => Uint8Array.of(value >>> 8, value & 255);
const zeroEnded = (text: string) => Buffer.from(`${text}\0`);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const padded = (bytes: Uint8Array, size: number) => joined(bytes, new Uint8Array(-bytes.byteLength & (size - 1)));

export type BundlePacking = 'stored' | 'lz4' | 'lzma';

export interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A UnityFS bundle. Blocks of LZ4 have 4 KB. */
export function bundleOf(
  files: readonly File[],
  packing: BundlePacking,
  version = 6,
  isTableAtEnd = false,
): Uint8Array {
  const data = joined(...files.map(({ bytes }) => bytes));
  const kind = { stored: 0, lzma: 1, lz4: 2 }[packing];
  const step = packing === 'lz4' ? 4096 : data.byteLength;
  const blocks: { packed: Uint8Array; size: number }[] = [];
  for (let at = 0; at < data.byteLength; at += step) {
    const block = data.slice(at, at + step);
    blocks.push({ packed: packed(block, packing), size: block.byteLength });
  }
  let offset = 0;
  const nodes = files.map(({ name, bytes }) => {
    const node = joined(be32(0, offset, 0, bytes.byteLength, 4), zeroEnded(name));
    offset += bytes.byteLength;
    return node;
  });
  const table = joined(
    new Uint8Array(16),
    be32(blocks.length),
    ...blocks.map((block) => joined(be32(block.size, block.packed.byteLength), be16(kind))),
    be32(nodes.length),
    ...nodes,
  );
  const packedTable = packed(table, packing);
  const flags = kind | 0x40 | (isTableAtEnd ? 0x80 : 0);
  const start = joined(zeroEnded('UnityFS'), be32(version), zeroEnded('5.x.x'), zeroEnded('2019.4.1f1'));
  const header = joined(start, be32(0, 0, packedTable.byteLength, table.byteLength, flags));
  const aligned = version >= 7 ? padded(header, 16) : header;
  const content = joined(...blocks.map((block) => block.packed));
  return isTableAtEnd ? joined(aligned, content, packedTable) : joined(aligned, packedTable, content);
}

/** LZMA without the size that a .lzma file has. */
function packed(bytes: Uint8Array, packing: BundlePacking): Uint8Array {
  if (packing === 'stored') return bytes;
  if (packing === 'lz4') return lz4Of(bytes);
  const file = compress(bytes);
  return joined(file.subarray(0, 5), file.subarray(13));
}

/** A UnityWeb or UnityRaw bundle of version 3. */
export function oldBundleOf(files: readonly File[], isPacked: boolean): Uint8Array {
  const list = (start: number) => {
    let offset = start;
    return files.map(({ name, bytes }) => {
      const node = joined(zeroEnded(name), be32(offset, bytes.byteLength));
      offset += bytes.byteLength;
      return node;
    });
  };
  const listSize = 4 + joined(...list(0)).byteLength;
  const data = joined(be32(files.length), ...list(listSize), ...files.map(({ bytes }) => bytes));
  const content = isPacked ? compress(data) : data;
  const start = joined(
    zeroEnded(isPacked ? 'UnityWeb' : 'UnityRaw'),
    be32(3),
    zeroEnded('3.x.x'),
    zeroEnded('4.7.2f1'),
  );
  const size = start.byteLength + 32;
  const rest = be32(0, size, 1, 1, content.byteLength, data.byteLength, size + content.byteLength, 0);
  return joined(start, rest, content);
}

export interface UnityObject {
  readonly classId: number;
  readonly bytes: Uint8Array;
}

/** A file of objects; `version` is that of the format: 9, 15, 17, 19, 21 or 22. */
export function assetsOf(version: number, objects: readonly UnityObject[], hasTrees = true): Uint8Array {
  const classes = [...new Set(objects.map(({ classId }) => classId))];
  const meta = new Bytes().raw(zeroEnded('2019.4.1f1')).u32(19);
  if (version >= 13) meta.u8(hasTrees ? 1 : 0);
  meta.u32(classes.length);
  for (const classId of classes) {
    meta.u32(classId);
    if (version >= 16) meta.u8(0);
    if (version >= 17) meta.u16(0xffff);
    if (version >= 13) meta.raw(new Uint8Array(classId === 114 && version >= 16 ? 32 : 16).fill(7));
    if (version >= 13 && !hasTrees) continue;
    if (version >= 12) meta.u32(2, 5).raw(new Uint8Array(2 * (version >= 19 ? 32 : 24) + 5).fill(1));
    else {
      // A node with two others in it.
      for (const children of [2, 0, 0])
        meta.raw(zeroEnded('Shader')).raw(zeroEnded('Base')).u32(0xffff_ffff, 0, 0, 1, 0, children);
    }
    if (version >= 21) meta.u32(1, 5);
  }
  if (version < 14) meta.u32(0);
  meta.u32(objects.length);
  let metadata = meta.done();
  const start = version >= 22 ? 48 : 20;
  let offset = 0;
  for (const [i, { classId, bytes }] of objects.entries()) {
    const entry = new Bytes();
    if (version >= 14) {
      entry.raw(new Uint8Array(-(start + metadata.byteLength) & 3)).u32(i + 1, 0);
    } else entry.u32(i + 1);
    entry.u32(offset);
    if (version >= 22) entry.u32(0);
    entry.u32(bytes.byteLength);
    if (version < 16) entry.u32(classId).u16(classId);
    else entry.u32(classes.indexOf(classId));
    if (version < 17) entry.u16(0);
    if (version === 15 || version === 16) entry.u8(0);
    metadata = joined(metadata, entry.done());
    offset += (bytes.byteLength + 7) & ~7;
  }
  const data = (start + metadata.byteLength + 31) & ~15;
  const size = data + offset;
  const header =
    version >= 22
      ? joined(be32(0, 0, version, 0, 0, metadata.byteLength, 0, size, 0, data, 0, 0))
      : joined(be32(metadata.byteLength, size, version, data, 0));
  const content = joined(...objects.map(({ bytes }) => padded(bytes, 8)));
  return joined(header, metadata, new Uint8Array(data - start - metadata.byteLength), content);
}

const text = (value: string) => joined(le32(value.length), padded(Buffer.from(value), 4));

/** A segment: entries, then each program after a header. */
function segmentOf(programs: readonly Uint8Array[]): Uint8Array {
  let offset = 4 + 8 * programs.length;
  const entries: Uint8Array[] = [];
  const bodies: Uint8Array[] = [];
  for (const program of programs) {
    const code = joined(Uint8Array.of(1, 2, 3, 4, 5, 6), program);
    const body = joined(le32(201806140, 15, 0, 0, 0, 0, 0, 0, code.byteLength), padded(code, 4));
    entries.push(le32(offset, body.byteLength));
    bodies.push(body);
    offset += body.byteLength;
  }
  return joined(le32(programs.length), ...entries, ...bodies);
}

export type UnityGeneration = '5.0' | '5.3' | '5.5' | '2019.3' | '2022.2';

/** A shader object with `programs` for Direct3D 11, and for OpenGL with a text. */
export function unityShaderOf(generation: UnityGeneration, programs: readonly Uint8Array[]): Uint8Array {
  const name = joined(text('Name'), text('Shader "Name" { Properties { } }'));
  if (generation === '5.0') {
    const letters = (code: Uint8Array) =>
      [...code].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('');
    const lines = programs.map(
      (code) => `SubProgram "d3d11 " {\n"ps_4_0\n${letters(code).replace(/.{64}/g, '$&\n')}"\n}`,
    );
    return joined(text('Name'), text(`Shader "Name" {\n${lines.join('\n')}\n}`), text(''));
  }
  const segments = [segmentOf(programs.slice(0, 1)), segmentOf(programs.slice(1))];
  if (generation === '5.3') {
    const segment = segmentOf(programs);
    const blob = lz4Of(segment);
    return joined(name, text('path'), le32(segment.byteLength, blob.byteLength), blob);
  }
  const other = Buffer.from('#version 150, which is long enough to be a segment');
  const isNested = generation !== '5.5';
  const groups = isNested ? [segments, [other]] : [[segmentOf(programs)], [other]];
  const blobs = groups.map((group) => group.map((segment) => lz4Of(segment)));
  let offset = 0;
  const offsets = blobs.map((group) =>
    group.map((blob) => {
      offset += blob.byteLength;
      return offset - blob.byteLength;
    }),
  );
  const list = (values: readonly (readonly number[])[]) =>
    joined(le32(values.length), ...values.map((group) => (isNested ? le32(group.length, ...group) : le32(...group))));
  const blob = joined(...blobs.flat());
  return joined(
    // The preceding fields: numbers that look like short lists.
    le32(0, 1, 4, 1, 0, 2, 4, 15, 2, 7),
    name,
    le32(2, 4, 15),
    list(offsets),
    list(blobs.map((group) => group.map((one) => one.byteLength))),
    list(groups.map((group) => group.map((one) => one.byteLength))),
    generation === '2022.2' ? le32(2, 1, 1) : new Uint8Array(0),
    le32(blob.byteLength),
    padded(blob, 4),
    le32(0, 0),
  );
}
