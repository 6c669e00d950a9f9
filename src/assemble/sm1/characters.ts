/**
 * Classes of characters in assembly, codes of operators and hashes of names. Tables are indexed by the bytes of
 * `characterCodes`.
 *
 * Not for: what makes a token (lexer.ts).
 */

export const LF = 0x0a;
export const CR = 0x0d;
export const QUOTE = 0x22;
export const APOSTROPHE = 0x27;
export const OPEN_PARENTHESIS = 0x28;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const BACKSLASH = 0x5c;
export const UNDERSCORE = 0x5f;
export const LOWER_E = 0x65;
export const LOWER_X = 0x78;

/** The tokens that a character may begin. */
export const Begins = {
  unknown: 0,
  blank: 1,
  line: 2,
  name: 3,
  number: 4,
  point: 5,
  string: 6,
  character: 7,
  slash: 8,
  semicolon: 9,
  backslash: 10,
  colon: 11,
  punctuator: 12,
} as const;

/** Bits of {@link TRAITS}: what a character may be inside names and numbers. */
export const NAME_PART = 1;
export const DIGIT = 2;
export const HEX = 4;
export const OCTAL = 8;
/** f, h, l in any case. */
export const FLOAT_SUFFIX = 16;
/** It may be the first of an operator of two or three characters. */
export const OPERATOR = 32;

/** The token that each character of Latin-1 begins, as {@link Begins}; others begin nothing. */
export const BEGINS = beginsTable();
/** The roles that each character of Latin-1 may have. */
export const TRAITS = traitsTable();

/** The codes of operators of two and three characters. */
export const OPERATORS: ReadonlySet<number> = new Set(
  '!= ## #@ %= && &= *= ++ += -- -= -> /= :: << <= == >= >> ^= |= || <<= >>= ...'.split(' ').map(operatorCode),
);

/** The characters of an operator in one number, the first one lowest. */
export function operatorCode(operator: string): number {
  let code = 0;
  for (let i = 0; i < operator.length; i++) code |= operator.charCodeAt(i) << (8 * i);
  return code;
}

function beginsTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let c = 0x21; c < 0x7f; c++) table[c] = Begins.punctuator;
  for (const c of ' \t\v\f\r') table[c.charCodeAt(0)] = Begins.blank;
  for (let c = 0; c < 256; c++) if (/[A-Za-z_]/.test(String.fromCharCode(c))) table[c] = Begins.name;
  for (const c of '0123456789') table[c.charCodeAt(0)] = Begins.number;
  table[LF] = Begins.line;
  table[POINT] = Begins.point;
  table[QUOTE] = Begins.string;
  table[APOSTROPHE] = Begins.character;
  table[SLASH] = Begins.slash;
  table[BACKSLASH] = Begins.backslash;
  table[SEMICOLON] = Begins.semicolon;
  table[COLON] = Begins.colon;
  return table;
}

function traitsTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let c = 0; c < 128; c++) {
    const text = String.fromCharCode(c);
    if (/\w/.test(text)) table[c]! |= NAME_PART;
    if (/\d/.test(text)) table[c]! |= DIGIT;
    if (/[\da-fA-F]/.test(text)) table[c]! |= HEX;
    if (/[0-7]/.test(text)) table[c]! |= OCTAL;
    if (/[fhl]/i.test(text)) table[c]! |= FLOAT_SUFFIX;
    if (/[!#%&*+\-/:<=>^|]/.test(text)) table[c]! |= OPERATOR;
  }
  return table;
}

/** The hash of an empty name. */
export const HASH_START = 0;
const HASH_FACTOR = 0x01000193;

/** The hash that the token of this name has. */
export function nameHash(name: string): number {
  let hash = HASH_START;
  for (let i = 0; i < name.length; i++) hash = hashed(hash, name.charCodeAt(i));
  return hash;
}

/** Adds a character to the hash of a name. */
export function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_FACTOR);
}

/** Whether the character may continue a name. */
export function isNamePart(code: number): boolean {
  return (TRAITS[code]! & NAME_PART) !== 0;
}

/** Zeros after the characters of a text, so that a lexer may look ahead without asking for the end. */
const PADDING = 4;
/** Calling the encoder costs as much as so many characters one by one (measured). */
const SHORT_TEXT = 64;
const encoder = new TextEncoder();

/**
 * The characters of `text` as bytes with a few zeros after them; one beyond Latin-1 is 0xff, which begins nothing and
 * has no traits either. Reading a byte takes half of the time of `charCodeAt`, and making the bytes a thirtieth
 * (measured).
 */
export function characterCodes(text: string): Uint8Array {
  const { length } = text;
  const codes = new Uint8Array(length + PADDING);
  if (length > SHORT_TEXT) {
    const { read, written } = encoder.encodeInto(text, codes);
    if (read === length && written === length) return codes;
    codes.fill(0, length);
  }
  for (let i = 0; i < length; i++) codes[i] = Math.min(text.charCodeAt(i), 0xff);
  return codes;
}
