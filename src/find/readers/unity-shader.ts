/**
 * Shader objects of Unity. Since 5.5 an object has its programs for each platform packed with LZ4, in segments since
 * 2019.3; 5.3 and 5.4 have one such segment; before, programs for Direct3D 11 are letters in the text of the shader
 * (source: the readers AssetStudio, UnityPy and UtinyRipper, MIT). The data before the programs differs in every
 * version of Unity, so the lists of their sizes are searched: they must agree with each other, and the first segment
 * must unpack to its declared size.
 *
 * Not for: which pass and keywords a program is for.
 */

import { u32At } from '../../base/words.ts';
import { unpackLz4 } from '../lz4.ts';
import { DX0302 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom, sourceOfBytes } from '../source.ts';

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
