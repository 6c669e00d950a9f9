/**
 * CRC-32 with the polynomial of ZIP, gzip and PNG (RFC 1952).
 *
 * Not for: digests of containers (container/digest.ts).
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
