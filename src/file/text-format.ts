/**
 * Helpers that distinguish text formats: blanks and comments of C and of shader listings, and the
 * version line of a listing. Works on bytes, so that no text is decoded unnecessarily.
 *
 * Not for: parsing listings.
 */

import { latin1Text } from '../base/words.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const STAR = 0x2a;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const UNDERSCORE = 0x5f;
const DELETE = 0x7f;

/** How far {@link looksLikeText} looks, in bytes. */
const TEXT_PROBE = 512;
/** The longest line that is tried as a version line, in bytes: `0x00000000:    0: ps_2_sw` and a comment. */
const VERSION_LINE = 64;

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether `byte` may begin an identifier of C. */
export function isLetter(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | SPACE;
  return (lower >= 0x61 && lower <= 0x7a) || byte === UNDERSCORE;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || (byte !== undefined && byte >= TAB && byte <= CR);
}

/**
 * Whether the first bytes hold no control characters; bytes from 128 on may be any encoding's letters. A blob of
 * `D3DDisassemble` ends with a NUL; NULs alone are no text.
 */
export function looksLikeText(bytes: Uint8Array): boolean {
  let end = Math.min(bytes.byteLength, TEXT_PROBE);
  if (end === bytes.byteLength) while (end > 0 && bytes[end - 1] === 0) end--;
  if (end === 0 && bytes.byteLength > 0) return false;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if ((byte < SPACE && !isBlank(byte)) || byte === DELETE) return false;
  }
  return true;
}

/** Where the text begins: after the byte order mark of UTF-8, if there is one. */
export function textStart(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The offset of the line after the one at `at`. */
export function skipLine(bytes: Uint8Array, at: number): number {
  return skipAfter(bytes, at, LF);
}

/** The offset after the first `byte` from `at` on; the end of the text where there is none. */
export function skipAfter(bytes: Uint8Array, at: number, byte: number): number {
  const found = bytes.indexOf(byte, at);
  return found < 0 ? bytes.byteLength : found + 1;
}

/** The offset of the first byte from `at` on that is neither blank nor in a comment. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  for (;;) {
    while (isBlank(bytes[at])) at++;
    if (bytes[at] !== SLASH) return at;
    if (bytes[at + 1] === SLASH) at = skipLine(bytes, at);
    else if (bytes[at + 1] === STAR) at = skipBlockComment(bytes, at + 2);
    else return at;
  }
}

function skipBlockComment(bytes: Uint8Array, at: number): number {
  for (; at < bytes.byteLength; at++) if (bytes[at] === STAR && bytes[at + 1] === SLASH) return at + 2;
  return at;
}

/**
 * The profile on the version line of a listing, dots as underscores: `ps_2_x`, `vs_1_1`, `cs_5_0`, `lib_4_0`. Undefined
 * when the first line that is not a comment is not a version line. The line may have the prefixes that listings with
 * numbers and offsets put before it. A preshader comes before the version. In a listing of feature level 9, which
 * begins with a program of shader model 2, it is that of the program after it.
 */
export function listingProfile(bytes: Uint8Array): string | undefined {
  const at = skipBlanks(bytes, textStart(bytes));
  const line = versionLine(bytes, at);
  if (PRESHADER.test(line)) return laterProfile(bytes, at, (profile) => SM1.test(profile));
  const version = VERSION.exec(line)?.[1];
  const isOld = version === undefined ? SM2_LIBRARY.test(line) : SM2.test(version);
  if (!isOld || !LEVEL9_TITLE.test(latin1Text(bytes, 0, at))) return version;
  return laterProfile(bytes, at, (profile) => !SM2.test(profile)) ?? version;
}

/** The first profile on a line after the one at `at` that `isWanted` accepts. */
function laterProfile(bytes: Uint8Array, at: number, isWanted: (profile: string) => boolean): string | undefined {
  for (let next = skipLine(bytes, at); next < bytes.byteLength; next = skipLine(bytes, next)) {
    const found = VERSION.exec(versionLine(bytes, next))?.[1];
    if (found !== undefined && isWanted(found)) return found;
  }
  return undefined;
}

/** The line at `at` without prefixes, dots as underscores; cut where it is too long for a version line. */
function versionLine(bytes: Uint8Array, at: number): string {
  let line = '';
  for (; line.length < VERSION_LINE && at < bytes.byteLength; at++) {
    const byte = bytes[at]!;
    if (byte === LF || byte === CR) break;
    line += String.fromCharCode(byte === DOT ? UNDERSCORE : byte);
  }
  const colon = line.lastIndexOf(String.fromCharCode(COLON));
  return colon < 0 ? line : line.slice(colon + 1);
}

/**
 * Whether `text` is a listing of shader model 4 to 5.1: its first line that is no comment is such a version line, or
 * begins the program of feature level 9 that its title names.
 */
export function isSm4Listing(text: string): boolean {
  const start = endOfComments(text);
  const end = text.indexOf('\n', start);
  const fullLine = text.slice(start, Math.min(end < 0 ? text.length : end, start + VERSION_LINE));
  const line = fullLine
    .slice(fullLine.lastIndexOf(':') + 1)
    .replaceAll('.', '_')
    .trimEnd();
  const profile = VERSION.exec(line)?.[1];
  if (profile !== undefined && SM4.test(profile)) return true;
  const isOld = profile === undefined ? SM2_LIBRARY.test(line) : SM2.test(profile);
  return isOld && LEVEL9_TITLE.test(text.slice(0, start));
}

/** Where the first line begins that is neither blank nor a comment. */
function endOfComments(text: string): number {
  let at = text.startsWith('\ufeff') ? 1 : text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (;;) {
    while (isBlank(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== SLASH) return at;
    const next = text.charCodeAt(at + 1);
    if (next !== SLASH && next !== STAR) return at;
    const end = next === SLASH ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
    if (end < 0) return text.length;
    at = end + (next === SLASH ? 1 : 2);
  }
}

const VERSION = /^[ \t]*((?:[vp]s_[1-3]_(?:[0-4]|x|sw)|tx_1_0|[vpghdc]s_[45]_[01]|lib_[45]_[01]))[ \t]*(?:$|;|\/)/;
/** The first line of a preshader, which comes before the shader. */
const PRESHADER = /^[ \t]*preshader[ \t]*$/;
const SM1 = /^[vp]s_/;
const SM2 = /^[vp]s_2_/;
const SM4 = /^(?:..|lib)_[45]_/;
/** The version of a program of feature level 9 in a function of a library. */
const SM2_LIBRARY = /^[ \t]*lib_4_0_[vp]s_2_(?:[0-4]|x|sw)[ \t]*$/;
/** The line before a program of feature level 9. */
const LEVEL9_TITLE = /^\/\/ (?:Level9|XNA|XNA Prepass) shader bytecode:[ \t\r]*$/m;
