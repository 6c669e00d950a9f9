/**
 * Control characters, which a terminal may obey instead of showing them: names of files and of things in shaders may
 * have any.
 */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what is searched for
/** All but line ends and tabs. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;
const ALL_CONTROLS = /[\0-\x1f\x7f-\x9f]/g;
/** These characters in bytes. In UTF-8, the bytes from 80 to 9F belong to other characters, except after C2. */
const CONTROL_BYTES = /[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]/g;
const ALL_CONTROL_BYTES = /[\0-\x1f\x7f]|\xc2[\x80-\x9f]/g;
/** These bytes without the codes of colors. */
const CONTROL_BYTES_BUT_COLORS = /[\0-\x08\x0b-\x1a\x1c-\x1f\x7f]|\xc2[\x80-\x9f]|\x1b(?!\[\d*m)/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are what is searched for

/** `text` with control characters, other than line ends and tabs, as `\x1b`. */
export function visible(text: string): string {
  return text.replace(CONTROLS, escaped);
}

/**
 * `text` on one line: line ends and tabs are escaped as `\x0a` and `\x09`, too. For text of a file inside our own text.
 */
export function oneLine(text: string): string {
  return text.replace(ALL_CONTROLS, escaped);
}

/**
 * {@link oneLine} for text that keeps the bytes of a file as Latin-1 characters: bytes from 80 to 9F belong to
 * characters of other encodings, except after C2 in UTF-8.
 */
export function oneLineBytes(text: string): string {
  return text.replace(ALL_CONTROL_BYTES, escaped);
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** {@link oneLine} for bytes of a file as Latin-1 characters: they are read as UTF-8 if they can be. */
export function fileText(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return oneLine(text);
  try {
    return oneLine(UTF_8.decode(Buffer.from(text, 'latin1')));
  } catch {
    return oneLine(text);
  }
}

/** Whether `text` has control characters, other than line ends and tabs. */
export function hasControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/**
 * The bytes of a text as {@link visible} changes it, in any encoding that contains ASCII.
 *
 * @param colors whether the codes of colors stay
 */
export function harmless(bytes: Uint8Array, colors: boolean): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const safe = text.replace(colors ? CONTROL_BYTES_BUT_COLORS : CONTROL_BYTES, escaped);
  return safe === text ? bytes : Buffer.from(safe, 'latin1');
}

function escaped(characters: string): string {
  return `\\x${characters
    .charCodeAt(characters.length - 1)
    .toString(16)
    .padStart(2, '0')}`;
}
