/**
 * Bytes that a text has in hexadecimal digits or in Base64: the runs of such characters that are long enough for a
 * shader.
 *
 * Not for: arrays of numbers (file/c-array.ts); dumps with addresses.
 */

export interface EncodedRun {
  readonly encoding: 'hex' | 'base64';
  /** Where the characters begin. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Characters of the shortest run; fewer hold no shader, and words are shorter. */
const MIN_CHARACTERS = 48;
/** Runs of one text. */
const MAX_RUNS = 2 ** 12;

const NONE = 64;
const BLANK = 65;
/**
 * The value of each character in Base64, also in the alphabet for URLs; {@link BLANK} for those that may separate
 * lines.
 */
const BASE64 = /* @__PURE__ */ tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', {
  '-': 62,
  _: 63,
});
const HEX = /* @__PURE__ */ tableOf('0123456789abcdef', { A: 10, B: 11, C: 12, D: 13, E: 14, F: 15 });

function tableOf(alphabet: string, others: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(256).fill(NONE);
  [...alphabet].forEach((character, value) => {
    table[character.charCodeAt(0)] = value;
  });
  for (const [character, value] of Object.entries(others)) table[character.charCodeAt(0)] = value;
  for (const blank of ' \t\r\n') table[blank.charCodeAt(0)] = BLANK;
  return table;
}

/** The runs in `text`, in order. Time and memory are linear in it. */
export function* encodedRuns(text: Uint8Array): Generator<EncodedRun> {
  let left = MAX_RUNS;
  for (let at = 0; at < text.byteLength && left > 0; ) {
    if (BASE64[text[at]!]! >= NONE) {
      at++;
      continue;
    }
    const hex = hexRun(text, at);
    const run = hex ?? base64Run(text, at);
    if (run === undefined) {
      while (BASE64[text[at]!]! < NONE) at++;
      continue;
    }
    yield run;
    left--;
    at = run.end;
  }
}

type Run = EncodedRun & { readonly end: number };

/** Pairs of hexadecimal digits, which blanks may separate; undefined where they are too few. */
function hexRun(text: Uint8Array, start: number): Run | undefined {
  let end = start;
  let digits = 0;
  let inWord = 0;
  for (let at = start; ; at++) {
    const value = HEX[text[at] ?? 0]!;
    if (value < NONE) inWord++;
    else {
      // A word with half a byte, or with other letters, ends the run.
      if (inWord % 2 !== 0 || BASE64[text[at] ?? 0]! < NONE) break;
      digits += inWord;
      if (inWord > 0) end = at;
      inWord = 0;
      if (value !== BLANK) break;
    }
  }
  if (digits < MIN_CHARACTERS) return undefined;
  const bytes = new Uint8Array(digits / 2);
  let count = 0;
  for (let at = start; at < end; at++) {
    const value = HEX[text[at]!]!;
    if (value >= NONE) continue;
    bytes[count >>> 1]! |= value << (count & 1 ? 0 : 4);
    count++;
  }
  return { encoding: 'hex', offset: start, end, bytes };
}

/** Lines of Base64; undefined where the first one is too short. */
function base64Run(text: Uint8Array, start: number): Run | undefined {
  let end = start;
  let characters = 0;
  for (let at = start; ; ) {
    const begin = at;
    while (BASE64[text[at] ?? 0]! < NONE) at++;
    const length = at - begin;
    if (begin === start && length < MIN_CHARACTERS) return undefined;
    // The last line may be short; a word after it does not begin another one.
    if (length === 0) break;
    characters += length;
    end = at;
    const next = nextLine(text, at);
    if (next === at || length < MIN_CHARACTERS) break;
    at = next;
  }
  const bytes = new Uint8Array(Math.floor((characters * 3) / 4));
  let [bits, value, count] = [0, 0, 0];
  for (let at = start; at < end; at++) {
    const six = BASE64[text[at]!]!;
    if (six >= NONE) continue;
    value = ((value << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = value >>> bits;
  }
  return { encoding: 'base64', offset: start, end, bytes };
}

/** The offset after the end of a line and the blanks before the next one; `at` itself where no line ends there. */
function nextLine(text: Uint8Array, at: number): number {
  let next = at;
  let isNew = false;
  for (; BASE64[text[next] ?? 0] === BLANK; next++) isNew ||= text[next] === 0x0a;
  return isNew ? next : at;
}
