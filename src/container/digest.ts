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

/** What each step of MD5 adds: the sines of 1 to 64 (RFC 1321). */
const SINES = /* @__PURE__ */ Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))),
);

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

/** Returns the 16 bytes of the MD5 of `bytes` (RFC 1321), such as program databases have of source files. */
export function md5(bytes: Uint8Array): Uint8Array {
  const size = bytes.byteLength;
  const padded = new Uint8Array(((size + 72) >>> 6) << 6);
  padded.set(bytes);
  padded[size] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.byteLength - 8, size << 3, true);
  view.setUint32(padded.byteLength - 4, size >>> 29, true);
  const words = wordsOf(padded);
  const state = new Int32Array(4);
  transform(INITIAL, state, words, 0, words.length);
  return bytesOf(new Uint32Array(state.buffer));
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
 * unrolled, because rotations and word numbers as constants make it six times as fast as a loop over tables (measured). The sines
 * come from a table: a tenth less time than constants, and 0.4 KB less in a bundle after gzip (measured). Every step depends on the
 * one before it, so each sum begins with the terms that do not need that result, and the functions use it last: a quarter less
 * time (measured).
 */
function transform(from: Int32Array, to: Int32Array, blocks: Uint32Array, start: number, end: number): void {
  // A variable of its own: bundlers make variables of constants, which engines read from memory at each use.
  const sines = SINES;
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
    a = (a + x0 + sines[0]! + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x1 + sines[1]! + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x2 + sines[2]! + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x3 + sines[3]! + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x4 + sines[4]! + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x5 + sines[5]! + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x6 + sines[6]! + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x7 + sines[7]! + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x8 + sines[8]! + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x9 + sines[9]! + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x10 + sines[10]! + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x11 + sines[11]! + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    a = (a + x12 + sines[12]! + (d ^ (b & (c ^ d)))) | 0;
    a = (((a << 7) | (a >>> 25)) + b) | 0;
    d = (d + x13 + sines[13]! + (c ^ (a & (b ^ c)))) | 0;
    d = (((d << 12) | (d >>> 20)) + a) | 0;
    c = (c + x14 + sines[14]! + (b ^ (d & (a ^ b)))) | 0;
    c = (((c << 17) | (c >>> 15)) + d) | 0;
    b = (b + x15 + sines[15]! + (a ^ (c & (d ^ a)))) | 0;
    b = (((b << 22) | (b >>> 10)) + c) | 0;
    // Round 2.
    a = (a + x1 + sines[16]! + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x6 + sines[17]! + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x11 + sines[18]! + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x0 + sines[19]! + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x5 + sines[20]! + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x10 + sines[21]! + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x15 + sines[22]! + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x4 + sines[23]! + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x9 + sines[24]! + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x14 + sines[25]! + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x3 + sines[26]! + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x8 + sines[27]! + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    a = (a + x13 + sines[28]! + (~d & c) + (d & b)) | 0;
    a = (((a << 5) | (a >>> 27)) + b) | 0;
    d = (d + x2 + sines[29]! + (~c & b) + (c & a)) | 0;
    d = (((d << 9) | (d >>> 23)) + a) | 0;
    c = (c + x7 + sines[30]! + (~b & a) + (b & d)) | 0;
    c = (((c << 14) | (c >>> 18)) + d) | 0;
    b = (b + x12 + sines[31]! + (~a & d) + (a & c)) | 0;
    b = (((b << 20) | (b >>> 12)) + c) | 0;
    // Round 3.
    a = (a + x5 + sines[32]! + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x8 + sines[33]! + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x11 + sines[34]! + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x14 + sines[35]! + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x1 + sines[36]! + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x4 + sines[37]! + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x7 + sines[38]! + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x10 + sines[39]! + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x13 + sines[40]! + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x0 + sines[41]! + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x3 + sines[42]! + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x6 + sines[43]! + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    a = (a + x9 + sines[44]! + (c ^ d ^ b)) | 0;
    a = (((a << 4) | (a >>> 28)) + b) | 0;
    d = (d + x12 + sines[45]! + (b ^ c ^ a)) | 0;
    d = (((d << 11) | (d >>> 21)) + a) | 0;
    c = (c + x15 + sines[46]! + (a ^ b ^ d)) | 0;
    c = (((c << 16) | (c >>> 16)) + d) | 0;
    b = (b + x2 + sines[47]! + (d ^ a ^ c)) | 0;
    b = (((b << 23) | (b >>> 9)) + c) | 0;
    // Round 4.
    a = (a + x0 + sines[48]! + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x7 + sines[49]! + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x14 + sines[50]! + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x5 + sines[51]! + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x12 + sines[52]! + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x3 + sines[53]! + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x10 + sines[54]! + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x1 + sines[55]! + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x8 + sines[56]! + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x15 + sines[57]! + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x6 + sines[58]! + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x13 + sines[59]! + (d ^ (c | ~a))) | 0;
    b = (((b << 21) | (b >>> 11)) + c) | 0;
    a = (a + x4 + sines[60]! + (c ^ (b | ~d))) | 0;
    a = (((a << 6) | (a >>> 26)) + b) | 0;
    d = (d + x11 + sines[61]! + (b ^ (a | ~c))) | 0;
    d = (((d << 10) | (d >>> 22)) + a) | 0;
    c = (c + x2 + sines[62]! + (a ^ (d | ~b))) | 0;
    c = (((c << 15) | (c >>> 17)) + d) | 0;
    b = (b + x9 + sines[63]! + (d ^ (c | ~a))) | 0;
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
