/**
 * Bytes and 32-bit little-endian words.
 *
 * Not for: anything that knows a file format.
 */
import { concatBytes } from './collections.ts';

/** Whether the host stores words in the byte order of files. */
export const LITTLE_ENDIAN_HOST = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/**
 * The complete DWORDs of `bytes` from `offset` on, at most `length` bytes. Where alignment and the host allow it this
 * is a view of the same memory (no copy); treat it as read-only. Up to three trailing bytes are left out.
 *
 * @param offset in bytes
 * @param length in bytes
 */
export function wordsOf(bytes: Uint8Array, offset = 0, length = bytes.byteLength - offset): Uint32Array {
  const start = Math.min(Math.max(offset, 0), bytes.byteLength);
  const count = Math.max(0, Math.min(length, bytes.byteLength - start)) >>> 2;
  const at = bytes.byteOffset + start;
  if (LITTLE_ENDIAN_HOST && (at & 3) === 0) return new Uint32Array(bytes.buffer, at, count);
  if (LITTLE_ENDIAN_HOST) {
    const words = new Uint32Array(count);
    // Not `slice`, which returns a view of the same memory where `bytes` is a Buffer of Node.
    new Uint8Array(words.buffer).set(bytes.subarray(start, start + 4 * count));
    return words;
  }
  const view = new DataView(bytes.buffer, at, 4 * count);
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) words[i] = view.getUint32(4 * i, true);
  return words;
}

/** The words of several lists of any length, one list after the other. */
export function joinWords(lists: readonly Uint32Array[]): Uint32Array {
  return wordsOf(concatBytes(lists.map(bytesOf)));
}

/** The bytes of `words`, little endian: a view of the same memory on a little-endian host, else a copy. */
export function bytesOf(words: Uint32Array): Uint8Array {
  if (LITTLE_ENDIAN_HOST) return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const bytes = new Uint8Array(words.byteLength);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < words.length; i++) view.setUint32(4 * i, words[i]!, true);
  return bytes;
}

/** The little-endian DWORD at `offset` (bytes); bytes past the end read as zero. */
export function u32At(bytes: Uint8Array, offset: number): number {
  return (
    ((bytes[offset] ?? 0) |
      ((bytes[offset + 1] ?? 0) << 8) |
      ((bytes[offset + 2] ?? 0) << 16) |
      ((bytes[offset + 3] ?? 0) << 24)) >>>
    0
  );
}

/** Stores a DWORD, little endian, at `offset` (bytes). */
export function setU32At(bytes: Uint8Array, offset: number, word: number): void {
  for (let i = 0; i < 4; i++) bytes[offset + i] = word >>> (8 * i);
}

/** The little-endian 16-bit word at `offset` (bytes); bytes past the end read as zero. */
export function u16At(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8);
}

/**
 * The NUL-terminated string at `offset`, one character a byte (Latin-1, so that no byte is lost), ending at the first
 * NUL, at `end`, or at the end of the bytes. Empty when `offset` lies outside.
 */
export function stringAt(bytes: Uint8Array, offset: number, end = bytes.byteLength): string {
  if (offset < 0) return '';
  const stop = Math.min(end, bytes.byteLength);
  let at = offset;
  while (at < stop && bytes[at] !== 0) at++;
  return latin1Text(bytes, offset, at);
}

/**
 * The bytes from `start` to `end` (exclusive, inside `bytes`) as text, one character a byte. Eight at a time, and the
 * rest at once: most names are short, and this is more than twice as fast for them as one by one (measured).
 */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  const char = String.fromCharCode;
  let text = '';
  let i = start;
  for (; i + 8 <= end; i += 8) {
    text += char(
      bytes[i]!,
      bytes[i + 1]!,
      bytes[i + 2]!,
      bytes[i + 3]!,
      bytes[i + 4]!,
      bytes[i + 5]!,
      bytes[i + 6]!,
      bytes[i + 7]!,
    );
  }
  switch (end - i) {
    case 1:
      return text + char(bytes[i]!);
    case 2:
      return text + char(bytes[i]!, bytes[i + 1]!);
    case 3:
      return text + char(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!);
    case 4:
      return text + char(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!, bytes[i + 3]!);
    case 5:
      return text + char(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!, bytes[i + 3]!, bytes[i + 4]!);
    case 6:
      return text + char(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!, bytes[i + 3]!, bytes[i + 4]!, bytes[i + 5]!);
    case 7:
      return (
        text + char(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!, bytes[i + 3]!, bytes[i + 4]!, bytes[i + 5]!, bytes[i + 6]!)
      );
    default:
      return text;
  }
}

const UTF8 = /* @__PURE__ */ new TextEncoder();
/** Strings up to this length are not worth a call of the engine. */
const SHORT = 64;

/**
 * The characters of `text` as bytes, one each (Latin-1): the inverse of {@link stringAt}, and the way to write a
 * listing to a file.
 */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  // UTF-8 and Latin-1 agree on ASCII, and engines encode it many times as fast as this loop. Other strings fill the
  // bytes early.
  if (text.length > SHORT && UTF8.encodeInto(text, bytes).read === text.length) return bytes;
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A four-character code such as `SHEX` as the DWORD in a file. */
export function fourCC(code: string): number {
  return (
    (code.charCodeAt(0) | (code.charCodeAt(1) << 8) | (code.charCodeAt(2) << 16) | (code.charCodeAt(3) << 24)) >>> 0
  );
}

/** The four characters of a DWORD; bytes that do not print become `?`. */
export function fourCCText(word: number): string {
  let text = '';
  for (let shift = 0; shift < 32; shift += 8) {
    const byte = (word >>> shift) & 0xff;
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?';
  }
  return text;
}

/** The number of bits that are set. */
export function bitCount(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
