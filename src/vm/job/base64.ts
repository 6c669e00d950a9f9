/** Base64 (RFC 4648, 4) to bytes and back, without what only some hosts have. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = /* @__PURE__ */ values();

function values(): Int8Array {
  const list = new Int8Array(128).fill(-1);
  for (let i = 0; i < ALPHABET.length; i++) list[ALPHABET.charCodeAt(i)] = i;
  return list;
}

/** The bytes of a Base64 text, which may have white space; undefined where it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  if (digits.length % 4 !== 0) return undefined;
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  const count = digits.length - padding;
  const bytes = new Uint8Array((digits.length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const value = VALUES[digits.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    if ((i & 3) === 0) continue;
    bytes[at++] = bits >>> (6 - 2 * (i & 3));
    bits &= 0x3f;
  }
  return bytes;
}

/** The bytes as Base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(word >>> shift) & 63]!);
    if (i + 2 >= bytes.length) digits[3] = '=';
    if (i + 1 >= bytes.length) digits[2] = '=';
    text += digits.join('');
  }
  return text;
}
