/** Bytes as text. */

const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

/** `3a` for a byte. */
export function hexByte(value: number): string {
  return HEX[value]!;
}

/** The bytes from `start` to `end` with a space after every fourth, and `…` where `isCut`. */
export function hexBytes(bytes: Uint8Array, start: number, end: number, isCut: boolean): string {
  let text = '';
  for (let at = start; at < end; at++) {
    if (at > start && (at - start) % 4 === 0) text += ' ';
    text += HEX[bytes[at] ?? 0];
  }
  return isCut ? `${text}…` : text;
}

/** The character of a byte: itself where it is printable ASCII, a dot otherwise. */
export function asciiOf(value: number): string {
  return value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '.';
}
