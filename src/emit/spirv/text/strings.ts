/**
 * Strings of SPIR-V: UTF-8 in words, the lowest byte first, with a zero at the end and zeros up to the end of the word.
 */

/** A string and the words that it takes. */
export interface ReadString {
  /**
   * As spirv-as reads it, with quotes; undefined for what cannot be written so that the same words result, or does not
   * fit in a line.
   */
  readonly text: string | undefined;
  readonly count: number;
}

/** Characters that are no part of a line of text. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;

/** Reads the string that begins with the first word; undefined if it has no end. */
export function readString(words: Uint32Array): ReadString | undefined {
  const end = words.findIndex((word) => hasZero(word));
  if (end < 0) return undefined;
  const count = end + 1;
  const bytes = new Uint8Array(4 * count);
  for (let i = 0; i < bytes.length; i++) bytes[i] = words[i >> 2]! >>> (8 * (i & 3));
  const length = bytes.indexOf(0);
  const isPadded = bytes.subarray(length).every((byte) => byte === 0);
  // Invalid UTF-8 becomes U+FFFD.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
  const isPrintable = isPadded && !UNPRINTABLE.test(text);
  return { text: isPrintable ? `"${text.replace(/["\\]/g, '\\$&')}"` : undefined, count };
}

function hasZero(word: number): boolean {
  return (word & 0xff) === 0 || (word & 0xff00) === 0 || (word & 0xff_0000) === 0 || word >>> 24 === 0;
}
