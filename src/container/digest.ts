/**
 * The digest of a DXBC container: MD5 over everything from byte 20 on, with Microsoft's own final padding.
 *
 * There are two paddings. The retail one is on every shader that a retail runtime may load; the debug one is what the
 * compiler writes when the shader sends debug messages (`printf`, `abort`), so that only the debug layer takes it
 * (source: oracle; the paddings are those of the two hashes of the public DirectX compiler).
 *
 * Not for security: it tells damage, not malice.
 */
import { u32At, wordsOf } from '../base/words.ts';

/** Which of the two digests a container carries. */
export type DigestKind = 'retail' | 'debug';

/** Where the digested bytes begin: after the tag and the digest itself. */
const DIGEST_START = 20;

/** The four words that belong at byte 4 of the container `bytes`. */
export function containerDigest(bytes: Uint8Array, kind: DigestKind = 'retail'): Uint32Array {
  const state = digestWholeBlocks(bytes);
  finish(state, bytes, kind);
  return new Uint32Array(state.buffer);
}

/** What {@link checkDigest} found. */
export interface DigestCheck {
  /** Which digest stands in the container; undefined when it is neither. */
  readonly kind: DigestKind | undefined;
  /** The digest in the container and the right retail one as 32 hexadecimal digits; only set when it is neither. */
  readonly found: string;
  readonly expected: string;
}

const RETAIL: DigestCheck = { kind: 'retail', found: '', expected: '' };
const DEBUG: DigestCheck = { kind: 'debug', found: '', expected: '' };

/** Compares the digest in the container `bytes` with the right ones. */
export function checkDigest(bytes: Uint8Array): DigestCheck {
  // The two differ in the last block or two only.
  const retail = digestWholeBlocks(bytes);
  const debug = retail.slice();
  finish(retail, bytes, 'retail');
  if (isDigest(bytes, retail)) return RETAIL;
  finish(debug, bytes, 'debug');
  if (isDigest(bytes, debug)) return DEBUG;
  return {
    kind: undefined,
    found: digits(bytes.subarray(4, DIGEST_START)),
    expected: digits(new Uint8Array(retail.buffer)),
  };
}

function isDigest(bytes: Uint8Array, digest: Int32Array): boolean {
  for (let i = 0; i < 4; i++) if ((u32At(bytes, 4 + 4 * i) | 0) !== digest[i]) return false;
  return true;
}

/** The state after all whole blocks of 64 bytes. */
function digestWholeBlocks(bytes: Uint8Array): Int32Array {
  const state = new Int32Array(4);
  state[0] = 0x6745_2301;
  state[1] = 0xefcd_ab89;
  state[2] = 0x98ba_dcfe;
  state[3] = 0x1032_5476;
  const words = wordsOf(bytes, DIGEST_START);
  // Signed words: sums of them stay small integers in the engine (measured: unsigned ones halve the speed).
  const block = new Int32Array(words.buffer, words.byteOffset, words.length);
  const end = block.length & ~15;
  for (let at = 0; at < end; at += 16) transform(state, block, at);
  return state;
}

/** Digests the last bytes of `bytes`, with the padding of `kind`, into `state`. */
function finish(state: Int32Array, bytes: Uint8Array, kind: DigestKind): void {
  const size = Math.max(0, bytes.byteLength - DIGEST_START);
  const rest = size & 63;
  // Here this is not MD5: the size stands first in the last block and, differently, in its last word; the bytes that
  // are left over stand between them, or in a block of their own when they would not fit.
  const ownBlock = rest >= 56;
  const tail = new Int32Array(ownBlock ? 32 : 16);
  const shift = ownBlock ? 0 : 4;
  const from = bytes.byteLength - rest;
  for (let i = 0; i <= rest; i++) {
    const at = i + shift;
    const byte = i < rest ? bytes[from + i]! : 0x80;
    tail[at >> 2]! |= byte << (8 * (at & 3));
  }
  tail[tail.length - 16] = kind === 'retail' ? size << 3 : (size << 4) | 0xf;
  tail[tail.length - 1] = kind === 'retail' ? (size << 1) | 1 : (size << 2) | 0x1000_0000;
  for (let at = 0; at < tail.length; at += 16) transform(state, tail, at);
}

/**
 * One block of MD5 (RFC 1321): the 16 words of `block` from `at` on. Written out, because rotations, sines and word
 * numbers as constants make it six times as fast as a loop over tables (measured).
 */
function transform(state: Int32Array, block: Int32Array, at: number): void {
  const x0 = block[at]!;
  const x1 = block[at + 1]!;
  const x2 = block[at + 2]!;
  const x3 = block[at + 3]!;
  const x4 = block[at + 4]!;
  const x5 = block[at + 5]!;
  const x6 = block[at + 6]!;
  const x7 = block[at + 7]!;
  const x8 = block[at + 8]!;
  const x9 = block[at + 9]!;
  const x10 = block[at + 10]!;
  const x11 = block[at + 11]!;
  const x12 = block[at + 12]!;
  const x13 = block[at + 13]!;
  const x14 = block[at + 14]!;
  const x15 = block[at + 15]!;
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  // Round 1.
  a = (a + ((b & c) | (~b & d)) + x0 - 0x2895_5b88) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + ((a & b) | (~a & c)) + x1 - 0x1738_48aa) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + ((d & a) | (~d & b)) + x2 + 0x2420_70db) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + ((c & d) | (~c & a)) + x3 - 0x3e42_3112) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + ((b & c) | (~b & d)) + x4 - 0x0a83_f051) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + ((a & b) | (~a & c)) + x5 + 0x4787_c62a) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + ((d & a) | (~d & b)) + x6 - 0x57cf_b9ed) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + ((c & d) | (~c & a)) + x7 - 0x02b9_6aff) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + ((b & c) | (~b & d)) + x8 + 0x6980_98d8) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + ((a & b) | (~a & c)) + x9 - 0x74bb_0851) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + ((d & a) | (~d & b)) + x10 - 0x0000_a44f) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + ((c & d) | (~c & a)) + x11 - 0x76a3_2842) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + ((b & c) | (~b & d)) + x12 + 0x6b90_1122) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + ((a & b) | (~a & c)) + x13 - 0x0267_8e6d) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + ((d & a) | (~d & b)) + x14 - 0x5986_bc72) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + ((c & d) | (~c & a)) + x15 + 0x49b4_0821) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  // Round 2.
  a = (a + ((d & b) | (~d & c)) + x1 - 0x09e1_da9e) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + ((c & a) | (~c & b)) + x6 - 0x3fbf_4cc0) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + ((b & d) | (~b & a)) + x11 + 0x265e_5a51) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + ((a & c) | (~a & d)) + x0 - 0x1649_3856) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + ((d & b) | (~d & c)) + x5 - 0x29d0_efa3) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + ((c & a) | (~c & b)) + x10 + 0x0244_1453) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + ((b & d) | (~b & a)) + x15 - 0x275e_197f) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + ((a & c) | (~a & d)) + x4 - 0x182c_0438) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + ((d & b) | (~d & c)) + x9 + 0x21e1_cde6) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + ((c & a) | (~c & b)) + x14 - 0x3cc8_f82a) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + ((b & d) | (~b & a)) + x3 - 0x0b2a_f279) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + ((a & c) | (~a & d)) + x8 + 0x455a_14ed) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + ((d & b) | (~d & c)) + x13 - 0x561c_16fb) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + ((c & a) | (~c & b)) + x2 - 0x0310_5c08) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + ((b & d) | (~b & a)) + x7 + 0x676f_02d9) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + ((a & c) | (~a & d)) + x12 - 0x72d5_b376) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  // Round 3.
  a = (a + (b ^ c ^ d) + x5 - 0x0005_c6be) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + x8 - 0x788e_097f) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + x11 + 0x6d9d_6122) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + x14 - 0x021a_c7f4) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + x1 - 0x5b41_15bc) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + x4 + 0x4bde_cfa9) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + x7 - 0x0944_b4a0) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + x10 - 0x4140_4390) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + x13 + 0x289b_7ec6) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + x0 - 0x155e_d806) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + x3 - 0x2b10_cf7b) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + x6 + 0x0488_1d05) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + x9 - 0x262b_2fc7) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + x12 - 0x1924_661b) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + x15 + 0x1fa2_7cf8) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + x2 - 0x3b53_a99b) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  // Round 4.
  a = (a + (c ^ (b | ~d)) + x0 - 0x0bd6_ddbc) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + x7 + 0x432a_ff97) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + x14 - 0x546b_dc59) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + x5 - 0x036c_5fc7) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + x12 + 0x655b_59c3) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + x3 - 0x70f3_336e) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + x10 - 0x0010_0b83) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + x1 - 0x7a7b_a22f) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + x8 + 0x6fa8_7e4f) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + x15 - 0x01d3_1920) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + x6 - 0x5cfe_bcec) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + x13 + 0x4e08_11a1) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + x4 - 0x08ac_817e) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + x11 - 0x42c5_0dcb) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + x2 + 0x2ad7_d2bb) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + x9 - 0x1479_2c6f) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
}

function digits(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
