/**
 * Files of Unity with objects (`.assets`, `level0`, and the files in bundles), of Unity 3.5 and later: its shaders,
 * whose programs are packed, and all other objects, which are carved (source: the readers AssetStudio, UnityPy and
 * UtinyRipper, MIT).
 *
 * Since 5.5 a shader object has its programs for each platform packed with LZ4, in segments since 2019.3; 5.3 and 5.4
 * have one such segment; before, programs for Direct3D 11 are letters in the text of the shader. The data before the
 * programs differs in every version of Unity, so the lists of their sizes are searched: they must agree with each
 * other, and the first segment must unpack to its declared size.
 *
 * Not for: the fields of objects, the pass and keywords of a program; files with the highest byte first, which consoles
 * have.
 */
import { u32At } from '../../base/words.ts';
import { unpackLz4 } from '../lz4.ts';
import { DX0302, DX0310 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom, sourceOfBytes } from '../source.ts';
import { BigEndianCursor } from './unity-bundle.ts';

export const UNITY_SHADER: FormatReader = {
  name: 'Unity shader',
  matches: () => true,
  members: readShader,
  carveIf: 'no members',
};

/** An unpacked segment: programs with a header each. */
const SEGMENT: FormatReader = { name: 'Unity shader', matches: () => true, members: () => [], carveIf: 'no members' };

/** Names of the platforms that have shaders of Direct3D; others have their number. */
const PLATFORMS: Readonly<Record<number, string>> = {
  1: 'd3d9',
  4: 'd3d11',
  8: 'd3d11-9x',
  12: 'xbox-one',
  20: 'xbox-d3d12',
};
const MAX_PLATFORMS = 32;
const MAX_PLATFORM = 64;
const MAX_SEGMENTS = 2 ** 12;
/** Bytes of the smallest segment, and how much an LZ4 byte can give. */
const MIN_SEGMENT = 8;
const MAX_LZ4_RATIO = 256;
/** How many numbers are read for each byte of an object. */
const READ_FACTOR = 4;

interface Segment {
  readonly name: string;
  readonly offset: number;
  readonly packedSize: number;
  readonly size: number;
}

async function* readShader({ source, limit, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  if (source.size > limit) {
    diagnostics.report(DX0302, 0, 0, { format: 'Unity shader', size: source.size, limit });
  }
  const bytes = await readFrom(source, 0, limit);
  const segments = findSegments(bytes, limit) ?? segmentOfOld(bytes, limit);
  for (const { name, offset, packedSize, size } of segments ?? []) {
    const packed = bytes.subarray(offset, offset + packedSize);
    const open = () => unpackLz4(packed, Math.min(size, limit));
    yield { name, offset, open, codec: 'LZ4', packedSize, size, as: SEGMENT };
  }
  if (segments === undefined) {
    for (const { name, offset, code } of lettersIn(bytes))
      yield { name, offset, source: partOfSource(sourceOfBytes(code), 0, code.byteLength) };
  }
}

/** The segments that the lists of sizes name; undefined where there are none that agree. */
function findSegments(bytes: Uint8Array, limit: number): Segment[] | undefined {
  // Damaged bytes may look like such lists at every offset.
  const budget = { numbers: READ_FACTOR * bytes.byteLength, unpacked: (MAX_LZ4_RATIO + 1) * bytes.byteLength };
  for (let at = 0; at + 8 <= bytes.byteLength; at += 4) {
    const count = u32At(bytes, at);
    if (count === 0 || count > MAX_PLATFORMS || u32At(bytes, at + 4 + 4 * count) !== count) continue;
    const platforms = Array.from({ length: count }, (_, i) => u32At(bytes, at + 4 + 4 * i));
    if (platforms.some((platform) => platform > MAX_PLATFORM)) continue;
    for (const isNested of [true, false]) {
      const segments = segmentsAt(bytes, at + 4 + 4 * count, platforms, isNested, budget, limit);
      if (segments !== undefined) return segments;
      if (budget.numbers < 0 || budget.unpacked < 0) return undefined;
    }
  }
  return undefined;
}

/** The lists of offsets, packed sizes and sizes at `start`, and the programs after them. */
function segmentsAt(
  bytes: Uint8Array,
  start: number,
  platforms: readonly number[],
  isNested: boolean,
  budget: { numbers: number; unpacked: number },
  limit: number,
): Segment[] | undefined {
  const lists: number[][][] = [];
  let at = start;
  for (let list = 0; list < 3; list++) {
    if (u32At(bytes, at) !== platforms.length) return undefined;
    at += 4;
    const groups: number[][] = [];
    for (let i = 0; i < platforms.length; i++) {
      const count = isNested ? u32At(bytes, at) : 1;
      if (isNested) at += 4;
      if (count > MAX_SEGMENTS || at + 4 * count > bytes.byteLength) return undefined;
      if (list > 0 && count !== lists[0]![i]!.length) return undefined;
      budget.numbers -= count;
      const from = at;
      groups.push(Array.from({ length: count }, (_, j) => u32At(bytes, from + 4 * j)));
      at += 4 * count;
    }
    lists.push(groups);
  }
  const [offsets, packedSizes, sizes] = lists as [number[][], number[][], number[][]];
  const end = Math.max(0, ...offsets.flatMap((group, i) => group.map((offset, j) => offset + packedSizes[i]![j]!)));
  // Some versions have another list of numbers, one for each platform.
  const more = 4 + 4 * u32At(bytes, at);
  for (const data of u32At(bytes, at) <= MAX_PLATFORMS ? [at, at + more] : [at]) {
    const length = u32At(bytes, data);
    if (end === 0 || length < end || data + 4 + length > bytes.byteLength) continue;
    const segments = offsets.flatMap((group, i) => {
      const platform = PLATFORMS[platforms[i]!] ?? `platform${platforms[i]}`;
      return group.map((offset, j) => ({
        name: group.length > 1 ? `${platform}-${j}` : platform,
        offset: data + 4 + offset,
        packedSize: packedSizes[i]![j]!,
        size: sizes[i]![j]!,
      }));
    });
    if (segments[0] === undefined || !isPossible(segments[0])) continue;
    // Unpacking for this test takes no longer than unpacking the entire object at the highest ratio.
    budget.unpacked -= segments[0].packedSize + segments[0].size;
    if (budget.unpacked < 0) return undefined;
    if (isSegment(bytes, segments[0], limit)) return segments;
  }
  return undefined;
}

/** Whether a segment can have these sizes. */
function isPossible({ packedSize, size }: Segment): boolean {
  return size >= MIN_SEGMENT && packedSize > 0 && size <= MAX_LZ4_RATIO * packedSize;
}

/** Whether the bytes unpack to the declared size, or to `limit` bytes. */
function isSegment(bytes: Uint8Array, segment: Segment, limit: number): boolean {
  if (!isPossible(segment)) return false;
  const { offset, packedSize, size } = segment;
  const end = Math.min(size + 1, limit);
  let unpacked = 0;
  try {
    for (const piece of unpackLz4(bytes.subarray(offset, offset + packedSize), end)) unpacked += piece.byteLength;
  } catch {
    return false;
  }
  return unpacked === Math.min(size, end);
}

/** The only segment of 5.3 and 5.4, after the name, the text and the path of the shader. */
function segmentOfOld(bytes: Uint8Array, limit: number): Segment[] | undefined {
  let at = 0;
  for (let text = 0; text < 3; text++) at += 4 + 4 * Math.ceil(u32At(bytes, at) / 4);
  const size = u32At(bytes, at);
  const packedSize = u32At(bytes, at + 4);
  if (at + 8 + packedSize > bytes.byteLength) return undefined;
  const segment = { name: 'programs', offset: at + 8, packedSize, size };
  return isSegment(bytes, segment, limit) ? [segment] : undefined;
}

/** `DXBC` in letters from a to p, one for four bits. */
const LETTERS = [...'eefieced'].map((letter) => letter.charCodeAt(0));
const FIRST_LETTER = 0x61;
const LAST_LETTER = 0x70;
const LINE_ENDS = [10, 13];

/** The programs that are letters in a text. */
function* lettersIn(bytes: Uint8Array): Generator<{ name: string; offset: number; code: Uint8Array }> {
  let number = 0;
  for (let at = bytes.indexOf(LETTERS[0]!); at >= 0; at = bytes.indexOf(LETTERS[0]!, at + 1)) {
    if (!LETTERS.every((letter, i) => bytes[at + i] === letter)) continue;
    const offset = at;
    const code: number[] = [];
    let high: number | undefined;
    for (; at < bytes.byteLength; at++) {
      const letter = bytes[at]!;
      if (LINE_ENDS.includes(letter)) continue;
      if (letter < FIRST_LETTER || letter > LAST_LETTER) break;
      const value = letter - FIRST_LETTER;
      if (high === undefined) high = value;
      else {
        code.push(high * 16 + value);
        high = undefined;
      }
    }
    yield { name: `program${number++}`, offset, code: Uint8Array.from(code) };
  }
}

const FIRST_VERSION = 9;
const LAST_VERSION = 30;
/** Since which version of the format. */
const TYPE_TREE_BLOB = 12;
const TYPE_HASHES = 13;
const LONG_IDS = 14;
const NEW_CLASS_ID = 16;
const SCRIPT_INDEX_IN_TYPE = 17;
const LONG_TREE_NODES = 19;
const TYPE_DEPENDENCIES = 21;
const LARGE_FILES = 22;

const HEADER = 20;
const LARGE_HEADER = 48;
/** Object lists larger than this are not read: they are in memory completely. */
const MAX_METADATA = 2 ** 28;

const SHADER = 48;
const SCRIPT = 114;
const HASH = 16;

export const UNITY_ASSETS: FormatReader = {
  name: 'Unity assets',
  matches: (head, size) => headerOf(head, size) !== undefined,
  members: readAssets,
};

/** Objects that are searched byte by byte. */
const CARVED: FormatReader = { name: 'Unity assets', matches: () => true, members: () => [], carveIf: 'no members' };

interface AssetsHeader {
  readonly version: number;
  readonly metadata: number;
  readonly metadataEnd: number;
  readonly data: number;
}

/** Undefined for any other file: the header has no tag, but the size of the file. */
function headerOf(head: Uint8Array, size: number): AssetsHeader | undefined {
  const cursor = new BigEndianCursor(head);
  let [metadataSize, fileSize, version, data] = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()];
  if (version < FIRST_VERSION || version > LAST_VERSION || cursor.u32() !== 0) return undefined;
  if (version >= LARGE_FILES) [metadataSize, fileSize, data] = [cursor.u32(), cursor.u64(), cursor.u64()];
  const metadata = version >= LARGE_FILES ? LARGE_HEADER : HEADER;
  const metadataEnd = metadata + metadataSize;
  const isDigit = head[metadata]! >= 0x30 && head[metadata]! <= 0x39;
  if (fileSize !== size || data > size || metadataEnd > data || !isDigit) return undefined;
  return { version, metadata, metadataEnd, data };
}

interface ObjectInfo {
  readonly id: bigint;
  readonly offset: number;
  readonly size: number;
}

async function* readAssets({ source, head, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const header = headerOf(head, source.size)!;
  const { metadata, metadataEnd, data } = header;
  const bytes = await readFrom(source, 0, Math.min(metadataEnd, MAX_METADATA));
  const shaders = shadersIn(bytes, header, source.size);
  if (shaders === undefined)
    diagnostics.report(DX0310, metadata, metadataEnd, {
      format: 'Unity assets',
      what: 'the list of objects is damaged; shaders are searched byte by byte',
    });
  let at = data;
  for (const { id, offset, size } of shaders ?? []) {
    if (offset > at) yield { name: 'objects', offset: at, source: partOfSource(source, at, offset - at), as: CARVED };
    yield { name: `shader${id}`, offset, source: partOfSource(source, offset, size), as: UNITY_SHADER };
    at = offset + size;
  }
  if (at < source.size)
    yield { name: 'objects', offset: at, source: partOfSource(source, at, source.size), as: CARVED };
}

/** Numbers with the lowest byte first. */
class Cursor extends BigEndianCursor {
  override u16(): number {
    return this.u8() + this.u8() * 256;
  }

  override u32(): number {
    return this.u16() + this.u16() * 2 ** 16;
  }

  override u64(): number {
    return this.u32() + this.u32() * 2 ** 32;
  }

  i64(): bigint {
    const low = this.u32();
    return BigInt.asIntN(64, (BigInt(this.u32()) << 32n) | BigInt(low));
  }

  /** A number of things that have at least `size` bytes each. */
  count(size: number): number {
    const count = this.u32();
    if (count * size > this.bytes.byteLength - this.at) this.failed = true;
    return this.failed ? 0 : count;
  }
}

/** The shaders in the order of their data, without those that share bytes; undefined where the list is damaged. */
function shadersIn(
  bytes: Uint8Array,
  { version, metadata, data }: AssetsHeader,
  size: number,
): ObjectInfo[] | undefined {
  const cursor = new Cursor(bytes, metadata);
  cursor.text();
  cursor.u32();
  const hasTrees = version >= TYPE_HASHES ? cursor.flag() : true;
  const classes: number[] = [];
  for (let left = cursor.count(4); left > 0 && !cursor.failed; left--)
    classes.push(skipType(cursor, version, hasTrees));
  const hasLongIds = version >= LONG_IDS || cursor.u32() !== 0;
  const shaders: ObjectInfo[] = [];
  for (let left = cursor.count(20); left > 0 && !cursor.failed; left--) {
    if (version >= LONG_IDS) cursor.align(4);
    const id = hasLongIds ? cursor.i64() : BigInt(cursor.i32());
    const offset = data + (version >= LARGE_FILES ? cursor.u64() : cursor.u32());
    const length = cursor.u32();
    const type = cursor.u32();
    const classId = version < NEW_CLASS_ID ? cursor.u16() : (classes[type] ?? -1);
    // Whether it was destroyed, the number of its script, whether it was stripped.
    if (version < SCRIPT_INDEX_IN_TYPE) cursor.u16();
    if (version === 15 || version === 16) cursor.u8();
    if (classId === SHADER && offset + length <= size) shaders.push({ id, offset, size: length });
  }
  if (cursor.failed) return undefined;
  let end = 0;
  return shaders
    .sort((a, b) => a.offset - b.offset)
    .filter((shader) => {
      if (shader.offset < end) return false;
      end = shader.offset + shader.size;
      return true;
    });
}

/** Moves over a type; returns the number of its class. */
function skipType(cursor: Cursor, version: number, hasTree: boolean): number {
  const classId = cursor.i32();
  if (version >= NEW_CLASS_ID) cursor.u8();
  if (version >= SCRIPT_INDEX_IN_TYPE) cursor.u16();
  if (version >= TYPE_HASHES) {
    const isScript = version < NEW_CLASS_ID ? classId < 0 : classId === SCRIPT;
    cursor.skip(isScript ? 2 * HASH : HASH);
  }
  if (!hasTree) return classId;
  if (version >= TYPE_TREE_BLOB || version === 10) {
    const nodes = cursor.u32();
    const stringsSize = cursor.u32();
    cursor.skip(nodes * (version >= LONG_TREE_NODES ? 32 : 24) + stringsSize);
  } else {
    for (let left = 1; left > 0 && !cursor.failed; left--) {
      cursor.text();
      cursor.text();
      // Size, index, flags, version, more flags.
      cursor.skip(20);
      left += cursor.u32();
    }
  }
  if (version >= TYPE_DEPENDENCIES) cursor.skip(4 * cursor.u32());
  return classId;
}
