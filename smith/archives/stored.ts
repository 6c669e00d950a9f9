/** Writers of archives for tests: ZIP, tar and PAK, from their specifications and independent of the readers. */
import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

export interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function header(size: number, fields: readonly (readonly [offset: number, bytes: 1 | 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(size);
  for (const [offset, bytes, value] of fields) buffer.writeUIntLE(value, offset, bytes);
  return buffer;
}

/** How the members of a ZIP archive are packed. */
export type ZipMethod = (bytes: Uint8Array) => { readonly method: number; readonly packed: Uint8Array };

export const zipStored: ZipMethod = (bytes) => ({ method: 0, packed: bytes });
export const zipDeflated: ZipMethod = (bytes) => ({ method: 8, packed: deflateRawSync(bytes) });

/** A ZIP archive. `withDirectory` false leaves out the central directory, as in one that is cut off. */
export function zipOf(files: readonly File[], pack: ZipMethod = zipDeflated, withDirectory = true): Uint8Array {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const { method, packed } = pack(bytes);
    const text = Buffer.from(name);
    const common = [0x800, method, 0, 0, crcOf(bytes), packed.byteLength, bytes.byteLength, text.byteLength] as const;
    const local = header(30, [
      [0, 4, 0x04034b50],
      [4, 2, 20],
      [6, 2, common[0]],
      [8, 2, common[1]],
      [14, 4, common[4]],
      [18, 4, common[5]],
      [22, 4, common[6]],
      [26, 2, common[7]],
    ]);
    parts.push(local, text, packed);
    central.push(
      header(46, [
        [0, 4, 0x02014b50],
        [4, 2, 20],
        [6, 2, 20],
        [8, 2, common[0]],
        [10, 2, common[1]],
        [16, 4, common[4]],
        [20, 4, common[5]],
        [24, 4, common[6]],
        [28, 2, common[7]],
        [42, 4, at],
      ]),
      text,
    );
    at += local.byteLength + text.byteLength + packed.byteLength;
  }
  if (!withDirectory) return new Uint8Array(Buffer.concat(parts));
  const size = central.reduce((sum, part) => sum + part.byteLength, 0);
  const end = header(22, [
    [0, 4, 0x06054b50],
    [8, 2, files.length],
    [10, 2, files.length],
    [12, 4, size],
    [16, 4, at],
  ]);
  return new Uint8Array(Buffer.concat([...parts, ...central, end]));
}

function crcOf(bytes: Uint8Array): number {
  // Node 20.19 may not have it; the reader does not check it.
  return typeof crc32 === 'function' ? crc32(bytes) : 0;
}

/** A tar archive in the format ustar. */
export function tarOf(files: readonly File[], type = '0'): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { name, bytes } of files) {
    const block = Buffer.alloc(512);
    block.write(name, 0, 100);
    block.write('0000644\0', 100);
    block.write(`${bytes.byteLength.toString(8).padStart(11, '0')}\0`, 124);
    block.write('        ', 148);
    block.write(type, 156);
    block.write('ustar\u000000', 257);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    parts.push(block, bytes, Buffer.alloc((512 - (bytes.byteLength % 512)) % 512));
  }
  parts.push(Buffer.alloc(1024));
  return new Uint8Array(Buffer.concat(parts));
}

/** A PAK archive of Quake. */
export function pakOf(files: readonly File[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 12;
  for (const { name, bytes } of files) {
    const entry = header(64, [
      [56, 4, at],
      [60, 4, bytes.byteLength],
    ]);
    entry.write(name, 0, 55);
    directory.push(entry);
    parts.push(bytes);
    at += bytes.byteLength;
  }
  const head = header(12, [
    [4, 4, at],
    [8, 4, 64 * files.length],
  ]);
  head.write('PACK');
  return new Uint8Array(Buffer.concat([head, ...parts, ...directory]));
}

/**
 * A VPK file; members whose index is in `apart` have their bytes in a file next to it, after `preload` bytes in the
 * tree.
 */
export function vpkOf(
  files: readonly File[],
  { version = 2, apart = [], preload = 0 }: { version?: 1 | 2; apart?: readonly number[]; preload?: number } = {},
): { tree: Uint8Array; part: Uint8Array } {
  const word = (value: number) => Uint8Array.of(value & 255, value >>> 8);
  const dword = (value: number) => Buffer.concat([word(value & 0xffff), word(value >>> 16)]);
  const text = (value: string) => Buffer.from(`${value === '' ? ' ' : value}\0`);
  const [first, other]: [Uint8Array[], Uint8Array[]] = [[], []];
  const [sizes, entries] = [[0, 0], [] as Uint8Array[]];
  for (const [i, { name, bytes }] of files.entries()) {
    const [, directory = '', base = '', extension = ''] = /^(?:(.*)\/)?([^/]*?)(?:\.([^./]*))?$/.exec(name)!;
    const where = apart.includes(i) ? 1 : 0;
    const rest = bytes.subarray(preload);
    const entry: Uint8Array[] = [
      dword(crcOf(bytes)),
      word(Math.min(preload, bytes.byteLength)),
      word(where === 1 ? 3 : 0x7fff),
    ];
    entry.push(dword(sizes[where]!), dword(rest.byteLength), word(0xffff), bytes.subarray(0, preload));
    entries.push(Buffer.concat([text(extension), text(directory), text(base), ...entry, Uint8Array.of(0, 0)]));
    (where === 1 ? other : first).push(rest);
    sizes[where]! += rest.byteLength;
  }
  const tree = Buffer.concat([...entries, Uint8Array.of(0)]);
  const header = [dword(0x55aa1234), dword(version), dword(tree.byteLength)];
  if (version === 2) header.push(dword(sizes[0]!), dword(0), dword(48), dword(0));
  const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const before = [...header, tree, ...first];
  const sums = [md5(tree), md5()];
  const end = version === 2 ? [...sums, md5(...before, ...sums)] : [];
  return {
    tree: new Uint8Array(Buffer.concat([...before, ...end])),
    part: new Uint8Array(Buffer.concat(other)),
  };
}
