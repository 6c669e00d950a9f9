/**
 * Writers of the formats of engines for tests: XNB with LZ4 and LZX, MGFX, bgfx and VCS, independent of the readers.
 */
import { compress } from 'lzma1';

/** Values of a binary format: numbers as bytes, words and DWORDs, strings as .NET writes them. */
export class Bytes {
  readonly #parts: Uint8Array[] = [];

  u8(...values: readonly number[]): this {
    this.#parts.push(Uint8Array.from(values));
    return this;
  }

  u16(value: number): this {
    return this.u8(value & 255, (value >>> 8) & 255);
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.u16(value & 0xffff).u16(value >>> 16);
    return this;
  }

  text(value: string): this {
    return this.u8(Buffer.byteLength(value)).raw(Buffer.from(value));
  }

  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  done(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** An LZ4 block: a literal of everything, or a match where bytes repeat after four of them. */
export function lz4Of(bytes: Uint8Array): Uint8Array {
  const out = new Bytes();
  let start = 0;
  const emit = (end: number, distance: number, length: number) => {
    const literals = end - start;
    const more = length - 4;
    out.u8((Math.min(15, literals) << 4) | (distance > 0 ? Math.min(15, more) : 0));
    extend(literals);
    out.raw(bytes.subarray(start, end));
    if (distance > 0) {
      out.u16(distance);
      extend(more);
    }
  };
  const extend = (length: number) => {
    if (length < 15) return;
    let rest = length - 15;
    for (; rest >= 255; rest -= 255) out.u8(255);
    out.u8(rest);
  };
  for (let at = 4; at + 16 < bytes.byteLength; ) {
    let length = 0;
    while (at + length < bytes.byteLength - 8 && bytes[at + length] === bytes[at + length - 4]) length++;
    if (length < 4) {
      at++;
      continue;
    }
    emit(at, 4, length);
    at += length;
    start = at;
  }
  emit(bytes.byteLength, 0, 4);
  return out.done();
}

/** Bits in words of 16, the highest first. */
class BitWriter {
  readonly out = new Bytes();
  #word = 0;
  #count = 0;

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#word = (this.#word << 1) | ((value >>> bit) & 1);
      if (++this.#count === 16) this.#flush();
    }
  }

  align(): void {
    if (this.#count > 0) this.write(0, 16 - this.#count);
  }

  #flush(): void {
    this.out.u16(this.#word);
    this.#word = 0;
    this.#count = 0;
  }
}

const FRAME = 2 ** 15;

/**
 * The LZX data of an XNB file: a block for each frame, with literals and matches at the last distance. Codes all have
 * nine bits in the main tree, and eight in the tree of lengths, so that codes are the numbers of their symbols.
 */
export function lzxOf(bytes: Uint8Array, kind: 'verbatim' | 'uncompressed' = 'verbatim'): Uint8Array {
  const out = new Bytes();
  for (let at = 0; at < bytes.byteLength; at += FRAME) {
    const frame = bytes.subarray(at, at + FRAME);
    const bits = new BitWriter();
    if (at === 0) bits.write(0, 1);
    bits.write(kind === 'verbatim' ? 1 : 3, 3);
    bits.write(frame.byteLength, 24);
    if (kind === 'verbatim') writeVerbatim(bits, frame, at === 0);
    else {
      bits.write(0, at === 0 ? 4 : 5);
      bits.out.u32(1, 1, 1).raw(frame);
    }
    bits.align();
    const packed = bits.out.done();
    if (frame.byteLength < FRAME) out.u8(0xff, frame.byteLength >>> 8, frame.byteLength & 255);
    out.u8(packed.byteLength >>> 8, packed.byteLength & 255).raw(packed);
  }
  return out.done();
}

function writeVerbatim(bits: BitWriter, frame: Uint8Array, isFirst: boolean): void {
  // A tree is written as differences from the one before, in a code of 20 symbols: here all have the same one, with one
  // bit.
  writeTree(bits, 256, isFirst ? 9 : 0);
  writeTree(bits, 256, isFirst ? 9 : 0);
  writeTree(bits, 249, isFirst ? 8 : 0);
  for (let at = 0; at < frame.byteLength; ) {
    let run = 0;
    while (at > 0 && run < 257 && at + run < frame.byteLength && frame[at + run] === frame[at + run - 1]) run++;
    if (run < 2) {
      bits.write(frame[at]!, 9);
      at++;
    } else {
      // Slot 0 is the last distance, which is 1 at the start.
      bits.write(256 + Math.min(run - 2, 7), 9);
      if (run - 2 >= 7) bits.write(run - 9, 8);
      at += run;
    }
  }
}

/** Changes `count` lengths from 0 to `length`, or none. */
function writeTree(bits: BitWriter, count: number, length: number): void {
  const symbol = (17 - length) % 17;
  // Two symbols with codes of one bit: the wanted one and another.
  const other = symbol === 1 ? 2 : 1;
  for (let i = 0; i < 20; i++) bits.write(i === symbol || i === other ? 1 : 0, 4);
  for (let i = 0; i < count; i++) bits.write(symbol < other ? 0 : 1, 1);
}

export type XnbPacking = 'none' | 'lz4' | 'lzx' | 'lzx-uncompressed';

/** An XNB file with `code` as its effect, or as content of another type. */
export function xnbOf(code: Uint8Array, packing: XnbPacking, type = 'EffectReader'): Uint8Array {
  const content = new Bytes()
    .u8(1)
    .text(`Microsoft.Xna.Framework.Content.${type}, Microsoft.Xna.Framework.Graphics`)
    .u32(0)
    .u8(0, 1)
    .u32(code.byteLength)
    .raw(code)
    .done();
  const packed =
    packing === 'none'
      ? content
      : packing === 'lz4'
        ? lz4Of(content)
        : lzxOf(content, packing === 'lzx' ? 'verbatim' : 'uncompressed');
  const flags = packing === 'none' ? 0 : packing === 'lz4' ? 0x40 : 0x80;
  const size = packed.byteLength + (flags === 0 ? 10 : 14);
  const file = new Bytes().raw(Buffer.from('XNBw')).u8(5, flags).u32(size);
  if (flags !== 0) file.u32(content.byteLength);
  return file.raw(packed).done();
}

/** An MGFX effect for DirectX with one technique `T` and a pass `P0`. */
export function mgfxOf(version: number, vertex: Uint8Array, pixel: Uint8Array): Uint8Array {
  const isWide = version >= 10;
  const out = new Bytes().raw(Buffer.from('MGFX')).u8(version, 1);
  const count = (value: number) => (isWide ? out.u32(value) : out.u8(value));
  if (version >= 6) out.u32(0x1234_5678);
  count(1);
  if (version >= 8) out.text('Buffer');
  out.u16(64);
  count(1);
  count(0);
  out.u16(0);
  count(2);
  for (const [code, isVertex] of [[vertex, 1] as const, [pixel, 0] as const]) {
    out.u8(isVertex);
    if (version >= 11) out.text('source.fx').text('main');
    if (version < 5) out.u16(code.byteLength);
    else out.u32(code.byteLength);
    out.raw(code).u8(1, 0, 0);
    if (version >= 4) out.u8(0);
    out.u8(1, 1, 2, 3);
    if (version >= 7) out.u8(1, 2, 3, 4);
    out.u8(0).u32(4, 0, 0);
    if (version >= 8) out.text('Texture');
    out.u8(0, 1, 0);
    if (version >= 8) out.u8(0);
  }
  const parameters = (value: number) => (version === 9 ? out.u16(value) : count(value));
  parameters(1);
  out.u8(1, 3).text('Tint').text('');
  count(0);
  out.u8(1, 4);
  parameters(0);
  parameters(0);
  out.u32(0, 0, 0, 0);
  count(1);
  out.text('T');
  count(0);
  count(1);
  out.text('P0');
  count(0);
  count(0);
  count(1);
  out.u8(0, 0, 0);
  if (isWide) out.raw(Buffer.from('MGFX'));
  return out.done();
}

/** A shader of bgfx. */
export function bgfxOf(code: Uint8Array, version = 11): Uint8Array {
  const out = new Bytes().raw(Buffer.from('FSH')).u8(version).u32(1);
  if (version >= 6) out.u32(2);
  out.u16(1).text('u_color').u8(2, 1).u16(0).u16(1);
  if (version >= 8) out.u8(0, 0);
  if (version >= 10) out.u16(0);
  return out.u32(code.byteLength).raw(code).u8(0, 0).u16(16).done();
}

export type VcsPacking = 'stored' | 'lzma';

/** A VCS file of version 5 or 6 whose static combos each have the dynamic combos `shaders`. */
export function vcsOf(
  version: 5 | 6,
  statics: number,
  shaders: readonly Uint8Array[],
  packing: VcsPacking,
): Uint8Array {
  const dynamic = new Bytes();
  shaders.forEach((code, i) => {
    dynamic.u32(i, code.byteLength).raw(code);
  });
  const compressed = dynamic.done();
  const block = new Bytes();
  if (packing === 'stored') block.u32(0x8000_0000 + compressed.byteLength).raw(compressed);
  else {
    const file = compress(compressed);
    const packed = file.subarray(13);
    block.u32(0x4000_0000 + 17 + packed.byteLength).raw(Buffer.from('LZMA'));
    block.u32(compressed.byteLength, packed.byteLength).raw(file.subarray(0, 5)).raw(packed);
  }
  const combo = block.u32(0xffff_ffff).done();
  const start = 28 + 8 * (statics + 1) + (version === 6 ? 4 + 8 : 0);
  const out = new Bytes().u32(version, statics * shaders.length, shaders.length, 0, 0, statics + 1, 0xc0ffee);
  for (let i = 0; i < statics; i++) out.u32(2 * i, start + i * combo.byteLength);
  out.u32(0xffff_ffff, start + statics * combo.byteLength);
  if (version === 6) out.u32(1, 1, 0);
  for (let i = 0; i < statics; i++) out.raw(combo);
  return out.done();
}

/** A VCS file of version 2 or 4 with all combos as differences from the first one. */
export function oldVcsOf(version: 2 | 4, shaders: readonly Uint8Array[]): Uint8Array {
  const [reference] = shaders;
  const deltas = shaders.map((code) => deltaOf(reference!, code));
  const head = new Bytes().u32(version, shaders.length + 1, 1, 0, 0, reference!.byteLength);
  if (version === 4) head.u32(0xc0ffee);
  head.raw(reference!);
  let at = (version === 4 ? 28 : 24) + reference!.byteLength + 8 * (shaders.length + 1);
  for (const delta of deltas) {
    head.u32(at, delta.byteLength);
    at += delta.byteLength;
  }
  head.u32(0xffff_ffff, 0);
  for (const delta of deltas) head.raw(delta);
  return head.done();
}

/** Copies what both have at the same offset, with every sort of operation. */
function deltaOf(reference: Uint8Array, code: Uint8Array): Uint8Array {
  const out = new Bytes();
  let source = 0;
  let sorts = 0;
  for (let at = 0; at < code.byteLength; ) {
    let same = 0;
    while (at + same < code.byteLength && code[at + same] === reference[at + same] && same < 100) same++;
    if (same > 3) {
      const distance = at - source;
      const sort = sorts++ % 3;
      if (sort === 0 && Math.abs(distance) < 127) out.u8(0x80 | same, distance & 255);
      else if (sort === 1) out.u8(0x80, same).u16(distance & 0xffff);
      else
        out
          .u8(0)
          .u16(same)
          .u16(distance & 0xffff);
      source = at + same;
      at += same;
    } else {
      const length = Math.min(100, code.byteLength - at, Math.max(1, same));
      if (sorts++ % 2 === 0) out.u8(length);
      else out.u8(0x80, 0, length, 0, 0);
      out.raw(code.subarray(at, at + length));
      at += length;
    }
  }
  return out.done();
}
