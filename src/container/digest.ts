/**
 * The digest of a DXBC container: MD5 over everything from byte 20 on, with Microsoft's own final padding.
 *
 * There are two paddings. The retail one is on every shader that a retail runtime may load; the debug one is what the
 * compiler writes when the shader sends debug messages (`printf`, `abort`), so that only the debug layer takes it
 * (source: oracle; the paddings are those of the two hashes of the public DirectX compiler).
 *
 * Not for security: it detects damage, not malice.
 */
import { bytesOf, wordsOf } from '../base/words.ts';

/** Which of the two digests a container carries. */
export type ChecksumKind = 'retail' | 'debug';

/** Where the digested bytes begin: after the tag and the digest itself. */
const DIGEST_START = 20;
const FIRST_WORD = DIGEST_START / 4;

/** Where MD5 begins. */
const INITIAL = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]);

/** The working memory, allocated once: for small containers allocating it costs as much as a block (measured). */
const whole = new Int32Array(4);
const digest = new Int32Array(4);
const lastBlocks = new Uint32Array(32);

/** Returns the four words of the digest of the container `bytes`, which are stored at byte 4. */
export function computeChecksum(bytes: Uint8Array, kind: ChecksumKind = 'retail'): Uint32Array {
  const words = wordsOf(bytes);
  digestWholeBlocks(words);
  finish(bytes, words, kind);
  return new Uint32Array(digest);
}

/** What {@link verifyChecksum} found. */
export interface ChecksumCheck {
  /** Which digest the container has; undefined when it is neither. */
  readonly kind: ChecksumKind | undefined;
  /** The digest in the container and the right retail one as 32 hexadecimal digits; only set when it is neither. */
  readonly found: string;
  readonly expected: string;
}

const RETAIL: ChecksumCheck = { kind: 'retail', found: '', expected: '' };
const DEBUG: ChecksumCheck = { kind: 'debug', found: '', expected: '' };

/**
 * Compares the digest in the container `bytes` with the right ones.
 *
 * @param words those of `bytes`
 */
export function verifyChecksum(bytes: Uint8Array, words: Uint32Array = wordsOf(bytes)): ChecksumCheck {
  // The two differ in the last block or two only.
  digestWholeBlocks(words);
  finish(bytes, words, 'retail');
  if (isDigest(words)) return RETAIL;
  finish(bytes, words, 'debug');
  if (isDigest(words)) return DEBUG;
  finish(bytes, words, 'retail');
  return {
    kind: undefined,
    found: digits(bytes.subarray(4, DIGEST_START)),
    expected: digits(bytesOf(new Uint32Array(digest))),
  };
}

/** Whether the container has {@link digest}. */
function isDigest(words: Uint32Array): boolean {
  for (let i = 0; i < 4; i++) if ((words[1 + i]! | 0) !== digest[i]) return false;
  return true;
}

/** Where the whole blocks of 64 bytes end, as an index of `words`. */
function wholeBlocksEnd(words: Uint32Array): number {
  return FIRST_WORD + (Math.max(0, words.length - FIRST_WORD) & ~15);
}

/** Sets {@link whole} to the state after all whole blocks. */
function digestWholeBlocks(words: Uint32Array): void {
  transform(INITIAL, whole, words, FIRST_WORD, wholeBlocksEnd(words));
}

/** Digests what follows the whole blocks, with the padding of `kind`, into {@link digest}. */
function finish(bytes: Uint8Array, words: Uint32Array, kind: ChecksumKind): void {
  const size = Math.max(0, bytes.byteLength - DIGEST_START);
  // Here this is not MD5: the size is the first word of the last block and, differently, its last word; the bytes
  // left over are between them, or in a block of their own when there is no room.
  const ownBlock = (size & 63) >= 56;
  const end = ownBlock ? 32 : 16;
  let at = ownBlock ? 0 : 1;
  lastBlocks.fill(0);
  for (let from = wholeBlocksEnd(words); from < words.length; from++) lastBlocks[at++] = words[from]!;
  const odd = size & 3;
  for (let i = 0; i < odd; i++) lastBlocks[at]! |= bytes[bytes.byteLength - odd + i]! << (8 * i);
  lastBlocks[at]! |= 0x80 << (8 * odd);
  lastBlocks[end - 16] = kind === 'retail' ? size << 3 : (size << 4) | 0xf;
  lastBlocks[end - 1] = kind === 'retail' ? (size << 1) | 1 : (size << 2) | 0x1000_0000;
  transform(whole, digest, lastBlocks, 0, end);
}

/**
 * MD5 (RFC 1321) of `blocks` from `start` to `end` (exclusive), 16 words each: takes the state `from` to the state `to`. It is
 * unrolled, because rotations, sines and word numbers as constants make it six times as fast as a loop over tables (measured).
 * Every step depends on the one before it, so each sum begins with the terms that do not need that result, and the functions use
 * it last: a quarter less time (measured).
 */
function transform(from: Int32Array, to: Int32Array, blocks: Uint32Array, start: number, end: number): void {
  let a0 = from[0]!;
  let b0 = from[1]!;
  let c0 = from[2]!;
  let d0 = from[3]!;
  for (let at = start; at < end; at += 16) {
    const x0 = blocks[at]! | 0;
    const x1 = blocks[at + 1]! | 0;
    const x2 = blocks[at + 2]! | 0;
    const x3 = blocks[at + 3]! | 0;
    const x4 = blocks[at + 4]! | 0;
    const x5 = blocks[at + 5]! | 0;
    const x6 = blocks[at + 6]! | 0;
    const x7 = blocks[at + 7]! | 0;
    const x8 = blocks[at + 8]! | 0;
    const x9 = blocks[at + 9]! | 0;
    const x10 = blocks[at + 10]! | 0;
    const x11 = blocks[at + 11]! | 0;
    const x12 = blocks[at + 12]! | 0;
    const x13 = blocks[at + 13]! | 0;
    const x14 = blocks[at + 14]! | 0;
    const x15 = blocks[at + 15]! | 0;
    let a = a0;
    let b = b0;
    let c = c0;
    let d = d0;
    // Round 1.
    a = (a + x0 - 0x2895_5b88 + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x1 - 0x1738_48aa + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x2 + 0x2420_70db + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x3 - 0x3e42_3112 + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x4 - 0x0a83_f051 + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x5 + 0x4787_c62a + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x6 - 0x57cf_b9ed + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x7 - 0x02b9_6aff + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x8 + 0x6980_98d8 + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x9 - 0x74bb_0851 + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x10 - 0x0000_a44f + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x11 - 0x76a3_2842 + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x12 + 0x6b90_1122 + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x13 - 0x0267_8e6d + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x14 - 0x5986_bc72 + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x15 + 0x49b4_0821 + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    // Round 2.
    a = (a + x1 - 0x09e1_da9e + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x6 - 0x3fbf_4cc0 + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x11 + 0x265e_5a51 + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x0 - 0x1649_3856 + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x5 - 0x29d0_efa3 + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x10 + 0x0244_1453 + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x15 - 0x275e_197f + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x4 - 0x182c_0438 + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x9 + 0x21e1_cde6 + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x14 - 0x3cc8_f82a + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x3 - 0x0b2a_f279 + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x8 + 0x455a_14ed + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x13 - 0x561c_16fb + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x2 - 0x0310_5c08 + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x7 + 0x676f_02d9 + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x12 - 0x72d5_b376 + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    // Round 3.
    a = (a + x5 - 0x0005_c6be + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x8 - 0x788e_097f + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x11 + 0x6d9d_6122 + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x14 - 0x021a_c7f4 + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x1 - 0x5b41_15bc + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x4 + 0x4bde_cfa9 + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x7 - 0x0944_b4a0 + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x10 - 0x4140_4390 + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x13 + 0x289b_7ec6 + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x0 - 0x155e_d806 + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x3 - 0x2b10_cf7b + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x6 + 0x0488_1d05 + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x9 - 0x262b_2fc7 + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x12 - 0x1924_661b + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x15 + 0x1fa2_7cf8 + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x2 - 0x3b53_a99b + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    // Round 4.
    a = (a + x0 - 0x0bd6_ddbc + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x7 + 0x432a_ff97 + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x14 - 0x546b_dc59 + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x5 - 0x036c_5fc7 + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x12 + 0x655b_59c3 + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x3 - 0x70f3_336e + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x10 - 0x0010_0b83 + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x1 - 0x7a7b_a22f + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x8 + 0x6fa8_7e4f + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x15 - 0x01d3_1920 + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x6 - 0x5cfe_bcec + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x13 + 0x4e08_11a1 + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x4 - 0x08ac_817e + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x11 - 0x42c5_0dcb + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x2 + 0x2ad7_d2bb + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x9 - 0x1479_2c6f + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  to[0] = a0;
  to[1] = b0;
  to[2] = c0;
  to[3] = d0;
}

function digits(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
