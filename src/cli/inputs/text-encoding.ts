/** Encodings of text files: what editors and shells of Windows write becomes UTF-8 without a byte order mark. */

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_LE_MARK = [0xff, 0xfe];
const UTF16_BE_MARK = [0xfe, 0xff];

/**
 * The bytes of a text as UTF-8 without a byte order mark. PowerShell's `>` writes UTF-16 with one, Notepad may write UTF-8 with one.
 * Bytes without a mark stay as they are.
 */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  if (startsWith(bytes, UTF8_MARK)) return bytes.subarray(UTF8_MARK.length);
  const encoding = utf16Of(bytes);
  return encoding === undefined ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}

function utf16Of(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, UTF16_LE_MARK)) return 'utf-16le';
  return startsWith(bytes, UTF16_BE_MARK) ? 'utf-16be' : undefined;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}
