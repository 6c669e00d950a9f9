/**
 * The words of literals in programs of shader models 4 to 5.1, as listings print them: as floats, as integers, as what they look
 * like, or as hexadecimal words. The opcode decides, or the caller's options.
 */
import { SM4_OPCODE_BY_CODE } from '../../isa/sm4/opcodes.ts';
import { formatF, hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { WordTexts } from '../word-texts.ts';
import type { TextWriter } from '../writer.ts';

/** Integers up to this far from zero print in decimal, others as hexadecimal words. */
const MAX_DECIMAL = 10_000;
const EXPONENT = 0x7f80_0000;

function intText(word: number): string {
  const value = word | 0;
  return value >= -MAX_DECIMAL && value <= MAX_DECIMAL ? String(value) : hex32(word);
}

/** A literal whose type is not known: small integers, floats with an exponent, anything else as its word. */
function untypedText(word: number): string {
  const value = word | 0;
  if (value >= -MAX_DECIMAL && value <= MAX_DECIMAL) return String(value);
  if (word >>> 0 === 0x8000_0000) return '-0.000000';
  const exponent = word & EXPONENT;
  return exponent === 0 || exponent === EXPONENT ? hex32(word) : formatF(word);
}

/** How the literals of an opcode print. */
export interface LiteralFormat {
  readonly text: (word: number) => string;
  /** The texts of words: shaders repeat their numbers. */
  readonly texts: WordTexts;
  /** Whether there is a space after the commas between words. */
  readonly spaced: boolean;
}

const FORMATS: Readonly<Record<'float' | 'int' | 'untyped', LiteralFormat>> = {
  float: { text: formatF, texts: new WordTexts(11, 2, 24), spaced: true },
  int: { text: intText, texts: new WordTexts(10, 2, 16), spaced: true },
  untyped: { text: untypedText, texts: new WordTexts(10, 2, 24), spaced: false },
};

const hex = { text: hex32, texts: new WordTexts(10, 2, 16), spaced: true };
const HEX_FORMATS: typeof FORMATS = { float: hex, int: hex, untyped: { ...hex, spaced: false } };

/** The format of literals of unknown type. */
export function untypedFormat(style: ListingStyle): LiteralFormat {
  return style.hex ? HEX_FORMATS.untyped : FORMATS.untyped;
}

const byOpcode = (formats: typeof FORMATS) => SM4_OPCODE_BY_CODE.map((row) => formats[row?.literals ?? 'untyped']);
const BY_OPCODE = byOpcode(FORMATS);
const HEX_BY_OPCODE = byOpcode(HEX_FORMATS);

/** The formats by the numbers of opcodes. */
export function literalFormats(style: ListingStyle): readonly LiteralFormat[] {
  return style.hex ? HEX_BY_OPCODE : BY_OPCODE;
}

/** Writes `word`, a signed number. */
export function writeLiteralWord(out: TextWriter, { text, texts }: LiteralFormat, word: number): void {
  const record = texts.find(word, 0);
  if (record >= 0) {
    out.kept(texts, record);
    return;
  }
  const digits = text(word);
  texts.keep(word, 0, digits);
  out.text(digits);
}
