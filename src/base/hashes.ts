/**
 * Hashes by which formats and other tools name bytes: CRC-32, SHA-1, and FNV of 64 bits.
 *
 * Not for: digests of containers (container/digest.ts); security.
 */

/** The remainder of each byte, made when it is first needed. */
let table: Uint32Array | undefined;

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
    return crc;
  });
}

/**
 * Returns the CRC-32 of `bytes` as an unsigned number, as `crc32` of zlib does.
 *
 * @param start the CRC-32 of the bytes before them
 */
export function crc32(bytes: Uint8Array, start = 0): number {
  table ??= makeTable();
  let crc = ~start;
  for (let i = 0; i < bytes.byteLength; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc >>> 0;
}

/**
 * Returns the 64-bit FNV hash of `bytes` as 16 hexadecimal digits: for each byte a multiplication by the prime, then an
 * exclusive or, beginning with 0. This is FNV-0 (source: "The FNV Non-Cryptographic Hash Algorithm",
 * draft-eastlake-fnv), not FNV-1 and FNV-1a, which begin with an offset basis.
 */
export function fnv0Hash64(bytes: Uint8Array): string {
  let high = 0;
  let low = 0;
  for (let i = 0; i < bytes.byteLength; i++) {
    // The prime is 2^40 + 0x1b3; the product of the low half and 0x1b3 is exact.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + ((product / 2 ** 32) >>> 0) + (low << 8)) >>> 0;
    low = ((product >>> 0) ^ bytes[i]!) >>> 0;
  }
  return hexOf(high) + hexOf(low);
}

function hexOf(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Returns the SHA-1 of `bytes` as 40 hexadecimal digits (RFC 3174). */
export function sha1(bytes: Uint8Array): string {
  const size = bytes.byteLength;
  const blocksEnd = size & ~63;
  const rest = new Uint8Array(size - blocksEnd >= 56 ? 128 : 64);
  rest.set(bytes.subarray(blocksEnd));
  rest[size - blocksEnd] = 0x80;
  const end = new DataView(rest.buffer);
  end.setUint32(rest.byteLength - 8, Math.floor(size / 2 ** 29));
  end.setUint32(rest.byteLength - 4, (size << 3) >>> 0);
  const state = Int32Array.of(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0);
  const schedule = new Int32Array(80);
  sha1Blocks(new DataView(bytes.buffer, bytes.byteOffset, blocksEnd), state, schedule);
  sha1Blocks(end, state, schedule);
  return Array.from(state, hexOf).join('');
}

function sha1Blocks(view: DataView, state: Int32Array, schedule: Int32Array): void {
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let t = 0; t < 16; t++) schedule[t] = view.getInt32(at + 4 * t);
    for (let t = 16; t < 80; t++) {
      const mixed = schedule[t - 3]! ^ schedule[t - 8]! ^ schedule[t - 14]! ^ schedule[t - 16]!;
      schedule[t] = (mixed << 1) | (mixed >>> 31);
    }
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let t = 0; t < 80; t++) {
      const mixed =
        t < 20
          ? ((b & c) | (~b & d)) + 0x5a82_7999
          : t < 40
            ? (b ^ c ^ d) + 0x6ed9_eba1
            : t < 60
              ? ((b & c) | (b & d) | (c & d)) + 0x8f1b_bcdc
              : (b ^ c ^ d) + 0xca62_c1d6;
      const next = (((a << 5) | (a >>> 27)) + mixed + e + schedule[t]!) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
  }
}
