/** Hashes against zlib and OpenSSL of Node, and the published vector of FNV-0. */
import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { crc32, fnv0Hash64, sha1 } from '../../src/base/hashes.ts';
import { latin1Bytes } from '../../src/base/words.ts';

const random = new Random(3);
const inputs = Array.from({ length: 300 }, (_, length) => Uint8Array.from({ length }, () => random.below(256)));

test('SHA-1', () => {
  for (const bytes of inputs) expect(sha1(bytes)).toBe(createHash('sha1').update(bytes).digest('hex'));
});

test('CRC-32', () => {
  expect(crc32(latin1Bytes('123456789'))).toBe(0xcbf4_3926);
  // Node 20.19 may not have it.
  if (typeof zlibCrc32 !== 'function') return;
  for (const bytes of inputs) {
    expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    expect(crc32(bytes.subarray(9), crc32(bytes.subarray(0, 9)))).toBe(zlibCrc32(bytes));
  }
});

test('FNV-0', () => {
  // The offset basis of FNV-1 is the FNV-0 hash of this text (draft-eastlake-fnv, section 5).
  expect(fnv0Hash64(latin1Bytes('chongo <Landon Curt Noll> /\\../\\'))).toBe('cbf29ce484222325');
  for (const bytes of inputs) {
    let hash = 0n;
    for (const byte of bytes)
      hash = (((hash * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn) ^ BigInt(byte)) & 0xffff_ffff_ffff_ffffn;
    expect(fnv0Hash64(bytes)).toBe(hash.toString(16).padStart(16, '0'));
  }
});
