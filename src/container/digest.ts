/**
 * The digest of a DXBC container: MD5 over everything from byte 20 on, with Microsoft's final padding.
 *
 * There are two paddings. The retail one is on every shader that a retail runtime may load; the debug one is what the
 * compiler writes when the shader sends debug messages (`printf`, `abort`), so that only the debug layer takes it
 * (source: oracle; the paddings are those of the two hashes of the public DirectX compiler).
 *
 * Not for security: it detects damage, not malice.
 */
import { bytesOf, wordsOf } from '../base/words.ts';

/** Which of the two digests a container has. */
export type ChecksumKind = 'retail' | 'debug';

/** Where the digested bytes begin: after the tag and the digest itself. */
const DIGEST_START = 20;
const FIRST_WORD = DIGEST_START / 4;

/** The constants of the steps of MD5: the sines of 1 to 64 (RFC 1321). */
const SINES = /* @__PURE__ */ Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))),
);

/** Where MD5 begins. */
const INITIAL = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]);

/** The working memory, allocated once: for small containers allocating it costs as much as a block (measured). */
const fullState = new Int32Array(4);
const digest = new Int32Array(4);
const lastBlocks = new Uint32Array(32);

/** Returns the four words of the digest of the container `bytes`, which are stored at byte 4. */
export function computeChecksum(bytes: Uint8Array, kind: ChecksumKind = 'retail'): Uint32Array {
  const words = wordsOf(bytes);
  digestFullBlocks(words);
  finish(bytes, words, kind);
  return new Uint32Array(digest);
}

/** The result of {@link verifyChecksum}. */
export interface ChecksumCheck {
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
  digestFullBlocks(words);
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

function isDigest(words: Uint32Array): boolean {
  for (let i = 0; i < 4; i++) if ((words[1 + i]! | 0) !== digest[i]) return false;
  return true;
}

/** The end of the complete blocks of 64 bytes, as an index of `words`. */
function fullBlocksEnd(words: Uint32Array): number {
  return FIRST_WORD + (Math.max(0, words.length - FIRST_WORD) & ~15);
}

/** Sets {@link fullState} to the state after all complete blocks. */
function digestFullBlocks(words: Uint32Array): void {
  transform(INITIAL, fullState, words, FIRST_WORD, fullBlocksEnd(words));
}

/** Digests the bytes after the complete blocks, with the padding of `kind`, into {@link digest}. */
function finish(bytes: Uint8Array, words: Uint32Array, kind: ChecksumKind): void {
  const size = Math.max(0, bytes.byteLength - DIGEST_START);
  // Here this is not MD5: the size is the first word of the last block and, differently, its last word; the bytes
  // left over are between them, or in a separate block if they do not fit.
  const extraBlock = (size & 63) >= 56;
  const end = extraBlock ? 32 : 16;
  let at = extraBlock ? 0 : 1;
  lastBlocks.fill(0);
  for (let from = fullBlocksEnd(words); from < words.length; from++) lastBlocks[at++] = words[from]!;
  const odd = size & 3;
  for (let i = 0; i < odd; i++) lastBlocks[at]! |= bytes[bytes.byteLength - odd + i]! << (8 * i);
  lastBlocks[at]! |= 0x80 << (8 * odd);
  lastBlocks[end - 16] = kind === 'retail' ? size << 3 : (size << 4) | 0xf;
  lastBlocks[end - 1] = kind === 'retail' ? (size << 1) | 1 : (size << 2) | 0x1000_0000;
  transform(fullState, digest, lastBlocks, 0, end);
}

/**
 * MD5 (RFC 1321) of `blocks` from `start` to `end` (exclusive), 16 words each: takes the state `from` to the state
 * `to`. Four steps are unrolled, because rotations as constants and a state that does not move make it six times as
 * fast as a loop over tables; with all 64 it is not faster, and 0.4 KB larger in a bundle after gzip (measured). The
 * sines come from a table: a tenth less time than constants (measured). Every step depends on the one before it, so
 * each sum begins with the terms that do not need that result, and the functions use it last: a quarter less time
 * (measured).
 */
function transform(from: Int32Array, to: Int32Array, blocks: Uint32Array, start: number, end: number): void {
  // A local copy: bundlers turn constants into variables, which engines read from memory at each use.
  const sines = SINES;
  let a0 = from[0]!;
  let b0 = from[1]!;
  let c0 = from[2]!;
  let d0 = from[3]!;
  for (let at = start; at < end; at += 16) {
    let a = a0;
    let b = b0;
    let c = c0;
    let d = d0;
    for (let i = 0; i < 16; i += 4) {
      a = (a + (blocks[at + i]! | 0) + sines[i]! + (d ^ (b & (c ^ d)))) | 0;
      a = (((a << 7) | (a >>> 25)) + b) | 0;
      d = (d + (blocks[at + i + 1]! | 0) + sines[i + 1]! + (c ^ (a & (b ^ c)))) | 0;
      d = (((d << 12) | (d >>> 20)) + a) | 0;
      c = (c + (blocks[at + i + 2]! | 0) + sines[i + 2]! + (b ^ (d & (a ^ b)))) | 0;
      c = (((c << 17) | (c >>> 15)) + d) | 0;
      b = (b + (blocks[at + i + 3]! | 0) + sines[i + 3]! + (a ^ (c & (d ^ a)))) | 0;
      b = (((b << 22) | (b >>> 10)) + c) | 0;
    }
    for (let i = 16; i < 32; i += 4) {
      a = (a + (blocks[at + ((5 * i + 1) & 15)]! | 0) + sines[i]! + (~d & c) + (d & b)) | 0;
      a = (((a << 5) | (a >>> 27)) + b) | 0;
      d = (d + (blocks[at + ((5 * i + 6) & 15)]! | 0) + sines[i + 1]! + (~c & b) + (c & a)) | 0;
      d = (((d << 9) | (d >>> 23)) + a) | 0;
      c = (c + (blocks[at + ((5 * i + 11) & 15)]! | 0) + sines[i + 2]! + (~b & a) + (b & d)) | 0;
      c = (((c << 14) | (c >>> 18)) + d) | 0;
      b = (b + (blocks[at + ((5 * i) & 15)]! | 0) + sines[i + 3]! + (~a & d) + (a & c)) | 0;
      b = (((b << 20) | (b >>> 12)) + c) | 0;
    }
    for (let i = 32; i < 48; i += 4) {
      a = (a + (blocks[at + ((3 * i + 5) & 15)]! | 0) + sines[i]! + (c ^ d ^ b)) | 0;
      a = (((a << 4) | (a >>> 28)) + b) | 0;
      d = (d + (blocks[at + ((3 * i + 8) & 15)]! | 0) + sines[i + 1]! + (b ^ c ^ a)) | 0;
      d = (((d << 11) | (d >>> 21)) + a) | 0;
      c = (c + (blocks[at + ((3 * i + 11) & 15)]! | 0) + sines[i + 2]! + (a ^ b ^ d)) | 0;
      c = (((c << 16) | (c >>> 16)) + d) | 0;
      b = (b + (blocks[at + ((3 * i + 14) & 15)]! | 0) + sines[i + 3]! + (d ^ a ^ c)) | 0;
      b = (((b << 23) | (b >>> 9)) + c) | 0;
    }
    for (let i = 48; i < 64; i += 4) {
      a = (a + (blocks[at + ((7 * i) & 15)]! | 0) + sines[i]! + (c ^ (b | ~d))) | 0;
      a = (((a << 6) | (a >>> 26)) + b) | 0;
      d = (d + (blocks[at + ((7 * i + 7) & 15)]! | 0) + sines[i + 1]! + (b ^ (a | ~c))) | 0;
      d = (((d << 10) | (d >>> 22)) + a) | 0;
      c = (c + (blocks[at + ((7 * i + 14) & 15)]! | 0) + sines[i + 2]! + (a ^ (d | ~b))) | 0;
      c = (((c << 15) | (c >>> 17)) + d) | 0;
      b = (b + (blocks[at + ((7 * i + 5) & 15)]! | 0) + sines[i + 3]! + (d ^ (c | ~a))) | 0;
      b = (((b << 21) | (b >>> 11)) + c) | 0;
    }
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

/** The bytes of a digest as hexadecimal digits. */
export function digits(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
