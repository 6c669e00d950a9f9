/**
 * Unpacks LZMA and LZMA2 streams in pieces (source: "LZMA specification" of the LZMA SDK; ".xz File Format" 5.3.1 and
 * the LZMA2 chunks as the public domain code of XZ Embedded describes them).
 *
 * Not for: files with a header (.lzma, .xz).
 */
import { u32At } from '../../base/words.ts';
import type { CodecInput } from '../codecs.ts';
import { type RandomAccessSource, readFrom } from '../source.ts';
import { LzmaDecoder, MAX_PIECE, MAX_WINDOW } from './decoder.ts';

/** Bytes of the properties of LZMA: the byte of bits, the size of the window. */
const LZMA_PROPERTIES = 5;
/** Compressed bytes that are read at a time. */
const INPUT = 2 ** 16;
/** Bytes with which the range decoder starts. */
const RANGE_START = 5;

const LZMA2_END = 0;
const LZMA2_STORED_NEW_WINDOW = 1;
const LZMA2_STORED = 2;
const LZMA2_PACKED = 0x80;
/** Resets of a packed chunk: the state; also the properties; also the window. */
const RESET_STATE = 1;
const RESET_PROPERTIES = 2;
const RESET_WINDOW = 3;
/** The largest exponent of a window: 4 GB. */
const MAX_LZMA2_WINDOW = 40;

/** Bytes of a window where the result has `size` bytes: more are of no use, and what a file claims must not decide. */
function windowFor(declared: number, { size, limit }: Pick<CodecInput, 'size' | 'limit'>): number {
  return Math.min(declared, size ?? Number.POSITIVE_INFINITY, Math.max(limit, 1), MAX_WINDOW);
}

/**
 * Gives the bytes of an LZMA stream without a header, to its mark of the end or to `size`.
 *
 * @throws Error after what could be unpacked when the data is damaged
 */
export async function* unpackLzma(packed: RandomAccessSource, input: CodecInput): AsyncGenerator<Uint8Array> {
  const { size = Number.POSITIVE_INFINITY, properties } = input;
  if (properties?.byteLength !== LZMA_PROPERTIES) throw new Error('the properties of LZMA are missing');
  const decoder = new LzmaDecoder(windowFor(u32At(properties, 1), input));
  decoder.setProperties(properties[0]!);
  let read = 0;
  const refill = async () => {
    const more = await readFrom(packed, read, INPUT);
    read += more.byteLength;
    const rest = decoder.input.subarray(decoder.at, decoder.end);
    const joined = new Uint8Array(rest.byteLength + more.byteLength);
    joined.set(rest);
    joined.set(more, rest.byteLength);
    decoder.input = joined;
    decoder.at = 0;
    decoder.end = joined.byteLength;
  };
  await refill();
  if (decoder.end < RANGE_START) throw new Error('the LZMA data ends in the middle');
  decoder.startRange();
  while (decoder.total < size) {
    const { value: stop, error } = attempt(() =>
      decoder.run(Math.min(decoder.total + MAX_PIECE, size), read >= packed.size),
    );
    const piece = decoder.take();
    if (piece.byteLength > 0) yield piece;
    if (error !== undefined) throw error;
    if (stop === 'end') return;
    if (stop === 'input') await refill();
  }
}

/** Returns the result of `action`, or its error, so that output before the error can be returned first. */
function attempt<Value>(action: () => Value): { readonly value?: Value; readonly error?: unknown } {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}

/** The size of the window that the property of LZMA2 names. @throws Error for a property that does not exist */
export function lzma2Window(property: number | undefined): number {
  if (property === undefined || property > MAX_LZMA2_WINDOW)
    throw new Error('the window of LZMA2 is not one that exists');
  return property === MAX_LZMA2_WINDOW ? 2 ** 32 - 1 : (2 | (property & 1)) * 2 ** ((property >> 1) + 11);
}

/** The codec of LZMA2 data whose property is apart. */
export async function* unpackLzma2(packed: RandomAccessSource, input: CodecInput): AsyncGenerator<Uint8Array> {
  yield* unpackLzma2Chunks(packed, 0, lzma2Window(input.properties?.[0]), input);
}

/**
 * Gives the bytes of the LZMA2 chunks at `start`, and returns the offset after their end.
 *
 * @throws Error after what could be unpacked when the data is damaged
 */
export async function* unpackLzma2Chunks(
  packed: RandomAccessSource,
  start: number,
  window: number,
  input: Pick<CodecInput, 'size' | 'limit'>,
): AsyncGenerator<Uint8Array, number> {
  const decoder = new LzmaDecoder(windowFor(window, input));
  let [hasWindow, hasProperties, hasState] = [false, false, false];
  for (let at = start; ; ) {
    const header = await readFrom(packed, at, 6);
    if (header.byteLength === 0) throw new Error('the LZMA2 data ends in the middle');
    const control = header[0]!;
    if (control === LZMA2_END) return at + 1;
    const isPacked = control >= LZMA2_PACKED;
    if (!isPacked && control > LZMA2_STORED) throw new Error(`an LZMA2 chunk begins with ${control}`);
    const reset = isPacked ? (control >> 5) & 3 : control === LZMA2_STORED_NEW_WINDOW ? RESET_WINDOW : 0;
    if (reset === RESET_WINDOW) {
      decoder.resetWindow();
      hasWindow = true;
    }
    if (!hasWindow) throw new Error('the first LZMA2 chunk does not begin a window');
    const size = 1 + (isPacked ? (control & 31) * 0x1_0000 : 0) + header[1]! * 256 + (header[2] ?? 0);
    if (!isPacked) {
      const bytes = await readFrom(packed, at + 3, size);
      decoder.store(bytes);
      yield decoder.take();
      if (bytes.byteLength < size) throw new Error('the LZMA2 data ends in the middle');
      hasState = false;
      at += 3 + size;
      continue;
    }
    const length = 1 + (header[3] ?? 0) * 256 + (header[4] ?? 0);
    at += 5;
    if (reset >= RESET_PROPERTIES) {
      decoder.setProperties(header[5] ?? 255);
      hasProperties = true;
      at++;
    } else if (reset === RESET_STATE) decoder.resetState();
    hasState ||= reset > 0;
    if (!hasProperties || !hasState) throw new Error('an LZMA2 chunk has no properties');
    decoder.input = await readFrom(packed, at, length);
    decoder.at = 0;
    decoder.end = decoder.input.byteLength;
    if (decoder.end < RANGE_START) throw new Error('the LZMA2 data ends in the middle');
    decoder.startRange();
    yield* chunk(decoder, size);
    at += length;
  }
}

/** The `size` bytes of a packed chunk whose input is complete. */
function* chunk(decoder: LzmaDecoder, size: number): Generator<Uint8Array> {
  const target = decoder.total + size;
  while (decoder.total < target) {
    const { value: stop, error } = attempt(() => decoder.run(Math.min(decoder.total + MAX_PIECE, target), true));
    yield decoder.take();
    if (error !== undefined) throw error;
    if (stop === 'end') throw new Error('an LZMA2 chunk has a mark of the end');
  }
  if (decoder.at > decoder.end) throw new Error('an LZMA2 chunk ends in the middle');
}
