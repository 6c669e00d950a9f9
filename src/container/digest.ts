/**
 * The digest of a DXBC container: MD5 over everything from byte 20 on, with Microsoft's own final padding.
 * Not for security: it tells damage, not malice.
 */
import { u32At } from '../base/words.ts';

/** Where the digested bytes begin: after the tag and the digest itself. */
const DIGEST_START = 20;

// Rotations and sines of RFC 1321.
const SHIFTS = new Uint8Array([7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]);
const SINES = new Int32Array(64);
for (let i = 0; i < 64; i++) SINES[i] = Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0;

/** The four words that belong at byte 4 of the container `bytes`. */
export function containerDigest(bytes: Uint8Array): Uint32Array {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const end = bytes.byteLength;
  const block = new Int32Array(16);
  let at = DIGEST_START;
  for (; at + 64 <= end; at += 64) {
    for (let i = 0; i < 16; i++) {
      const p = at + 4 * i;
      block[i] = bytes[p]! | (bytes[p + 1]! << 8) | (bytes[p + 2]! << 16) | (bytes[p + 3]! << 24);
    }
    transform(state, block);
  }
  // The padding is where this is not MD5: the bit count stands first in the last block, and its last word is
  // (bits >> 2) | 1 (source: oracle).
  const bits = (Math.max(0, end - DIGEST_START) * 8) | 0;
  const tail = new Uint8Array(128);
  const rest = Math.max(0, end - at);
  const split = rest >= 56;
  const prefix = split ? 0 : 4;
  tail.set(bytes.subarray(at, end), prefix);
  tail[prefix + rest] = 0x80;
  const view = new DataView(tail.buffer);
  const last = split ? 64 : 0;
  view.setInt32(last, bits, true);
  view.setInt32(last + 60, (bits >>> 2) | 1, true);
  for (let from = 0; from <= last; from += 64) {
    for (let i = 0; i < 16; i++) block[i] = view.getInt32(from + 4 * i, true);
    transform(state, block);
  }
  return new Uint32Array(state.buffer);
}

function transform(state: Int32Array, block: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mix: number;
    let word: number;
    if (round === 0) {
      mix = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mix = (d & b) | (~d & c);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mix = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mix = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mix + SINES[i]! + block[word]!) | 0;
    const shift = SHIFTS[4 * round + (i & 3)]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
}

/** Compares the digest in the container with the right one; both as the 32 hexadecimal digits of their bytes. */
export function digestMatches(bytes: Uint8Array): { matches: boolean; found: string; expected: string } {
  const right = containerDigest(bytes);
  let matches = true;
  for (let i = 0; i < 4; i++) if (u32At(bytes, 4 + 4 * i) !== right[i]) matches = false;
  if (matches) return { matches, found: '', expected: '' };
  return { matches, found: digits(bytes.subarray(4, 20)), expected: digits(new Uint8Array(right.buffer)) };
}

function digits(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
