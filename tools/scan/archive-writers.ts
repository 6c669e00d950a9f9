/**
 * Writers of archives and wrappers for the trials of `dxlens scan`: each makes one file of some members, in the
 * plainest form of its format. They share no code with the readers in src/find. The sources of the formats are named
 * there.
 *
 * Not for: tests of the readers, which need every form.
 */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const u8 = (...values: readonly number[]) => Buffer.from(values);

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * index);
  return bytes;
}

function padded(text: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write(text, 'latin1');
  return bytes;
}

// --- archives -------------------------------------------------------------------------------------------------------

const TAR_BLOCK = 512;

/** POSIX ustar. */
export function tar(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  for (const { name, bytes } of members) {
    const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
    const header = Buffer.concat([
      padded(name, 100),
      Buffer.from(octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(bytes.byteLength, 11) + octal(0, 11)),
      Buffer.from(`        0${'\0'.repeat(100)}ustar\x0000`),
      Buffer.alloc(TAR_BLOCK - 265),
    ]);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    parts.push(header, Buffer.from(bytes), Buffer.alloc(-bytes.byteLength & (TAR_BLOCK - 1)));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * TAR_BLOCK)]);
}

/** ZIP, with or without compression. */
export function zip(members: readonly Member[], compressed: boolean): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of members) {
    const packed = compressed ? deflateRawSync(bytes) : Buffer.from(bytes);
    const title = Buffer.from(name);
    const common = Buffer.concat([
      u16(20),
      u16(0),
      u16(compressed ? 8 : 0),
      u32(0, crc32(bytes), packed.byteLength, bytes.byteLength),
      u16(title.byteLength),
      u16(0),
    ]);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, packed]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), u16(20), common, Buffer.alloc(10), u32(offset), title]),
    );
    files.push(file);
    offset += file.byteLength;
  }
  const size = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = [Buffer.from('PK\x05\x06', 'latin1'), u32(0), u16(members.length), u16(members.length)];
  return Buffer.concat([...files, ...directory, ...end, u32(size, offset), u16(0)]);
}

/** Gzip of anything. */
export function gzip(bytes: Uint8Array): Buffer {
  return gzipSync(bytes, { level: 1 });
}

/** PAK of Quake. */
export function pak(members: readonly Member[]): Buffer {
  const data = Buffer.concat(members.map(({ bytes }) => bytes));
  let offset = 12;
  const directory = members.map(({ name, bytes }) => {
    const entry = Buffer.concat([padded(name, 56), u32(offset, bytes.byteLength)]);
    offset += bytes.byteLength;
    return entry;
  });
  return Buffer.concat([Buffer.from('PACK'), u32(offset, 64 * members.length), data, ...directory]);
}

// --- wrappers -------------------------------------------------------------------------------------------------------

/** A string of .NET: its length, seven bits a byte, then UTF-8. */
function dotNetString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u8(...packedInteger(bytes.byteLength)), bytes]);
}

function packedInteger(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...packedInteger(value >>> 7)];
}

/** An effect of MonoGame, version 8, with a technique for every shader. At most 255 shaders. */
export function mgfx(members: readonly Member[], isVertex: (bytes: Uint8Array) => boolean): Buffer {
  const shaders = members.map(({ bytes }) =>
    Buffer.concat([u8(isVertex(bytes) ? 1 : 0), u32(bytes.byteLength), bytes, u8(0, 0, 0)]),
  );
  const techniques = members.map(({ name, bytes }, index) => {
    const coordinates = isVertex(bytes) ? u8(index, 255) : u8(255, index);
    return Buffer.concat([dotNetString(name), u8(0, 1), dotNetString('P0'), u8(0), coordinates, u8(0, 0, 0)]);
  });
  return Buffer.concat([
    Buffer.from('MGFX'),
    u8(8, 1),
    u32(0x1234_5678),
    u8(0, members.length),
    ...shaders,
    u8(0, members.length),
    ...techniques,
  ]);
}

/** An XNB file with an effect, uncompressed or as one LZ4 block of literals. */
export function xnb(effect: Uint8Array, compressed: boolean): Buffer {
  const content = Buffer.concat([
    u8(1),
    dotNetString('Microsoft.Xna.Framework.Content.EffectReader, Microsoft.Xna.Framework.Graphics'),
    u32(0),
    u8(0, 1),
    u32(effect.byteLength),
    effect,
  ]);
  const packed = compressed ? Buffer.concat([u32(content.byteLength), lz4Literals(content)]) : content;
  return Buffer.concat([Buffer.from('XNBw'), u8(5, compressed ? 0x40 : 0), u32(10 + packed.byteLength), packed]);
}

function lz4Literals(bytes: Uint8Array): Buffer {
  const rest = bytes.byteLength - 15;
  if (rest < 0) return Buffer.concat([u8(bytes.byteLength << 4), bytes]);
  return Buffer.concat([u8(0xf0), Buffer.alloc(Math.floor(rest / 255), 255), u8(rest % 255), bytes]);
}

/** Shaders of the Source engine, version 6: static combos with a stored block of some dynamic combos each. */
export function vcs(members: readonly Member[], perCombo: number): Buffer {
  const combos: Buffer[] = [];
  for (let first = 0; first < members.length; first += perCombo) {
    const dynamic = members
      .slice(first, first + perCombo)
      .map(({ bytes }, index) => Buffer.concat([u32(index, bytes.byteLength), bytes]));
    const block = Buffer.concat(dynamic);
    combos.push(Buffer.concat([u32((0x8000_0000 | block.byteLength) >>> 0), block, u32(0xffff_ffff)]));
  }
  const header = u32(6, members.length, perCombo, 0, 0, combos.length + 1, 0);
  let offset = header.byteLength + 8 * (combos.length + 1) + 4;
  const records: Buffer[] = [];
  for (const [index, { byteLength }] of combos.entries()) {
    records.push(u32(index * perCombo, offset));
    offset += byteLength;
  }
  return Buffer.concat([header, ...records, u32(0xffff_ffff, offset), u32(0), ...combos]);
}

// --- sources and others
// -----------------------------------------------------------------------------------------------

/** C source: bytes in hexadecimal as `fxc /Fh` writes them, or in signed decimal. */
export function cSource(members: readonly Member[], style: 'hex' | 'signed'): Buffer {
  const number = (byte: number) => (style === 'hex' ? `0x${byte.toString(16)}` : `${(byte << 24) >> 24}`);
  const type = style === 'hex' ? 'const BYTE' : 'const signed char';
  const arrays = members.map(({ name, bytes }) => {
    const rows: string[] = [];
    for (let at = 0; at < bytes.byteLength; at += 12)
      rows.push(`  ${Array.from(bytes.subarray(at, at + 12), number).join(', ')}`);
    return `${type} g_${name.replace(/\W/g, '_')}[] =\n{\n${rows.join(',\n')}\n};\n`;
  });
  return Buffer.from(`// shaders\n${arrays.join('\n')}`);
}

/** Something unknown with the shaders at aligned offsets between other bytes, as in an executable. */
export function unknown(members: readonly Member[], filling: (length: number) => Uint8Array): Buffer {
  const parts: Uint8Array[] = [Buffer.from('MZ')];
  let size = 2;
  for (const { bytes } of members) {
    const gap = 32 + (-size & 15);
    parts.push(filling(gap), bytes);
    size += gap + bytes.byteLength;
  }
  return Buffer.concat(parts);
}
