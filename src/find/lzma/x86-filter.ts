/**
 * Undoes the filter that packers apply to x86 programs (BCJ): the operands of CALL and JMP, which are relative in programs, were made
 * absolute, so that they repeat (source: "The .xz File Format" 1.2.1, section 5.3.2, and the description of the filter in XZ Embedded, public
 * domain).
 *
 * Not for: BCJ2, which has four streams; filters for other processors.
 */

/** CALL and JMP: E8 and E9. */
const OPCODE = 0xe8;
const OPCODE_MASK = 0xfe;
/** The opcode and its operand. */
const LENGTH = 5;
/** Operands are changed only where their highest byte is 00 or FF. */
const isSign = (byte: number) => byte === 0 || byte === 0xff;
/** By the opcodes among the three bytes before: whether an operand may be changed, and which of its bytes another opcode may be. */
const MAY_CHANGE = [true, true, true, false, true, false, false, false];
const OTHER_BYTE = [0, 1, 2, 2, 3, 3, 3, 3];

/** Gives the bytes of `pieces` as they were before the filter. */
export async function* withoutX86Filter(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  let offset = 0;
  let mask = 0;
  for await (const piece of pieces) {
    const bytes = new Uint8Array(rest.byteLength + piece.byteLength);
    bytes.set(rest);
    bytes.set(piece, rest.byteLength);
    const done = convert(bytes, offset, mask);
    mask = done.mask;
    yield bytes.subarray(0, done.length);
    offset += done.length;
    rest = bytes.slice(done.length);
  }
  yield rest;
}

/**
 * Converts as many bytes as can be.
 *
 * @param offset of the first byte in the program
 * @param before the opcodes among the three bytes before, a bit for each
 */
function convert(bytes: Uint8Array, offset: number, before: number): { length: number; mask: number } {
  if (bytes.byteLength < LENGTH) return { length: 0, mask: before };
  let mask = before;
  let last = -1;
  let at = 0;
  const end = bytes.byteLength - LENGTH + 1;
  for (; at < end; at++) {
    if ((bytes[at]! & OPCODE_MASK) !== OPCODE) continue;
    const distance = at - last;
    last = at;
    mask = distance > 3 ? 0 : (mask << (distance - 1)) & 7;
    if (mask !== 0 && (!MAY_CHANGE[mask] || isSign(bytes[at + 4 - OTHER_BYTE[mask]!]!))) {
      mask = (mask << 1) | 1;
      continue;
    }
    if (!isSign(bytes[at + 4]!)) {
      mask = (mask << 1) | 1;
      continue;
    }
    let operand = bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24);
    for (;;) {
      const relative = (operand - (offset + at + LENGTH)) | 0;
      if (mask === 0) {
        operand = relative;
        break;
      }
      const shift = 8 * OTHER_BYTE[mask]!;
      if (!isSign((relative >>> (24 - shift)) & 0xff)) {
        operand = relative;
        break;
      }
      operand = relative ^ (2 ** (32 - shift) - 1);
    }
    // The sign is bit 24.
    const value = (operand & 0x01ff_ffff) | -(operand & 0x0100_0000);
    for (let i = 0; i < 4; i++) bytes[at + 1 + i] = (value >>> (8 * i)) & 0xff;
    at += 4;
    mask = 0;
    // As if the opcode was far away: what follows begins after the operand.
    last = at;
  }
  const distance = at - last;
  return { length: at, mask: distance > 3 ? 0 : mask << (distance - 1) };
}
