/**
 * The words of literals in programs of shader models 4 to 5.1, as listings print them: as floats, as integers, as what they look
 * like, or as hexadecimal words. The opcode decides, or the caller's options.
 */
import { formatF, hex32 } from '../numbers.ts';
import { PackedTexts } from '../packed-texts.ts';
import type { TextWriter } from '../writer.ts';

/** Integers up to this far from zero print in decimal, others as hexadecimal words. */
const MAX_DECIMAL = 10_000;
const EXPONENT = 0x7f80_0000;

function intText(word: number): string {
  const value = word | 0;
  return value >= -MAX_DECIMAL && value <= MAX_DECIMAL ? String(value) : hex32(word);
}

/** A literal whose type is not known: small integers, floats with an exponent, anything else as its word. */
export function untypedText(word: number): string {
  const value = word | 0;
  if (value >= -MAX_DECIMAL && value <= MAX_DECIMAL) return String(value);
  if (word >>> 0 === 0x8000_0000) return '-0.000000';
  const exponent = word & EXPONENT;
  return exponent === 0 || exponent === EXPONENT ? hex32(word) : formatF(word);
}

/** The formats of a literal word. The code of each is part of the key of {@link WORDS}. */
const FORMATS = {
  float: { code: 0, text: formatF },
  int: { code: 1, text: intText },
  untyped: { code: 2, text: untypedText },
  hex: { code: 3, text: hex32 },
} as const;

export type LiteralFormat = keyof typeof FORMATS;

/** Texts of words by format: shaders repeat their numbers. */
const WORDS = new PackedTexts(11, 24);

/** Writes `word`, a signed number, in `format`. */
export function writeLiteralWord(out: TextWriter, word: number, format: LiteralFormat): void {
  const { code, text } = FORMATS[format];
  const slot = WORDS.find(word, code, 0, 0);
  if (slot >= 0) {
    out.cached(WORDS, slot);
    return;
  }
  const from = out.length;
  out.text(text(word));
  out.keep(WORDS, from, word, code, 0, 0);
}
