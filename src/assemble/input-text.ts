/** The text that the public functions of the assemblers are given. */
import { type ByteSource, toBytes, typeText } from '../base/bytes.ts';
import { latin1Text } from '../base/words.ts';

/** The text that a public function is given: a string, or bytes of one character each. */
export function textOf(text: string | ByteSource, caller: string): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'object' || text === null)
    throw new TypeError(`${caller}: text must be a string or bytes, not ${typeText(text)}`);
  const bytes = toBytes(text, caller, 'text');
  return isAscii(bytes) ? new TextDecoder().decode(bytes) : latin1Text(bytes, 0, bytes.byteLength);
}

/** Whether every byte is the same character in all encodings, so that the fastest decoder is usable. */
function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}
