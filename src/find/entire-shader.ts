/**
 * Recognizes items that are a shader or an effect, rather than contain one somewhere inside. Damaged shaders count if
 * they are the entire item.
 *
 * Not for: shaders inside other bytes (carve.ts).
 */

import { Diagnostics } from '../base/diagnostics.ts';
import { MAX_FOUND_SHADER } from '../base/limits.ts';
import { u32At, wordsOf } from '../base/words.ts';
import { HEADER_SIZE, isContainer } from '../container/dxbc.ts';
import { detectBinaryFormat, type Format } from '../file/detect-format.ts';
import { scanSm1 } from '../isa/sm1/program.ts';
import { carveSm1, isPublishedSm1Version } from './carve.ts';
import { DX0314 } from './messages.ts';
import { type RandomAccessSource, readFrom } from './source.ts';

/** Offset of the size in the header of a container, in bytes. */
const SIZE_OFFSET = 24;

/** Formats of effects, which hold shaders. */
const EFFECTS: ReadonlySet<Format> = new Set(['fx2', 'fx4', 'fx5']);

export function isEffect(format: Format): boolean {
  return EFFECTS.has(format);
}

/**
 * Returns the bytes of the shader or effect with which `source` begins; undefined where there is none.
 *
 * @param head the first bytes of `source`
 */
export async function entireShader(
  source: RandomAccessSource,
  head: Uint8Array,
  diagnostics: Diagnostics,
): Promise<Uint8Array | undefined> {
  if (isContainer(head)) return entireContainer(source, head, diagnostics);
  const format = detectBinaryFormat(head)?.format;
  if (format === 'sm1') return entireStream(source, head);
  if (format !== 'tx' && format !== 'fx2' && format !== 'fx5') return undefined;
  return source.size <= MAX_FOUND_SHADER ? readFrom(source, 0, source.size) : undefined;
}

async function entireContainer(
  source: RandomAccessSource,
  head: Uint8Array,
  diagnostics: Diagnostics,
): Promise<Uint8Array | undefined> {
  const { size } = source;
  const declared = u32At(head, SIZE_OFFSET);
  if (size < HEADER_SIZE || declared < HEADER_SIZE) return undefined;
  if (declared > MAX_FOUND_SHADER) return undefined;
  if (declared > size) diagnostics.report(DX0314, SIZE_OFFSET, SIZE_OFFSET + 4, { declared, available: size });
  return readFrom(source, 0, declared);
}

async function entireStream(source: RandomAccessSource, head: Uint8Array): Promise<Uint8Array | undefined> {
  if (!isPublishedSm1Version(u32At(head, 0))) return undefined;
  return streamIn(await readFrom(source, 0, MAX_FOUND_SHADER), source.size);
}

/** Bytes of an array below which a token stream in it must be sound: short lists of other numbers may end like one. */
const SHORT_ARRAY = 64;

/** Whether the numbers of an array are a token stream: a sound one, or a long one up to its end token. */
export function isStreamArray(bytes: Uint8Array): boolean {
  const words = wordsOf(bytes);
  if (carveSm1(words).passed) return true;
  return (
    bytes.byteLength >= SHORT_ARRAY &&
    isPublishedSm1Version(words[0]!) &&
    streamIn(bytes, bytes.byteLength) !== undefined
  );
}

/** The stream at the start of `bytes`, which may be the first part of `size` bytes. */
function streamIn(bytes: Uint8Array, size: number): Uint8Array | undefined {
  const words = wordsOf(bytes);
  const strict = carveSm1(words);
  if (strict.passed) return bytes.subarray(0, 4 * strict.length);
  const { end, hasEnd } = scanSm1(words, new Diagnostics());
  return hasEnd && 4 * (end + 1) === size ? bytes : undefined;
}
