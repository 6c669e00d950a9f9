/**
 * Applies the differences with which old Valve shader files store a combo against their largest one (source: the format that
 * `tier1/undiff.cpp` of Valve's Source SDK reads).
 *
 * Not for: files of version 5 and 6, which compress blocks.
 */

const LITERAL = 0x80;

/**
 * Returns the combo that `delta` describes, at most `limit` bytes.
 *
 * @throws Error where an operation refers to bytes that the reference does not have
 */
export function applyVcsDelta(reference: Uint8Array, delta: Uint8Array, limit: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let copied = 0;
  let at = 0;
  const byte = () => delta[at++] ?? 0;
  const word = () => byte() | (byte() << 8);
  const take = (bytes: Uint8Array, start: number, length: number, what: string) => {
    if (start < 0 || start + length > bytes.byteLength) throw new Error(`${what} outside of their bytes`);
    const wanted = Math.min(length, limit - total);
    if (wanted > 0) pieces.push(bytes.subarray(start, start + wanted));
    total += wanted;
  };
  const copy = (length: number, distance: number) => {
    take(reference, copied + distance, length, 'bytes of the reference');
    copied += distance + length;
  };
  const literals = (length: number) => {
    take(delta, at, length, 'new bytes');
    at += length;
  };
  while (at < delta.byteLength && total < limit) {
    const code = byte();
    if (code === 0) {
      const length = word();
      copy(length, (word() << 16) >> 16);
    } else if (code < LITERAL) literals(code);
    else if (code > LITERAL) copy(code & 0x7f, (byte() << 24) >> 24);
    else {
      const length = byte();
      if (length === 0) literals(byte() | (byte() << 8) | (byte() << 16));
      else copy(length, (word() << 16) >> 16);
    }
  }
  const out = new Uint8Array(total);
  let end = 0;
  for (const piece of pieces) {
    out.set(piece, end);
    end += piece.byteLength;
  }
  return out;
}
