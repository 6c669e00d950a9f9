/**
 * The words of literals in programs of shader models 4 to 5.1, as listings print them: as floats, as integers, as what
 * they look like, or as hexadecimal words. The opcode decides, or the caller's options, which may also be that no bit
 * is lost.
 */
import { SM4_OPCODE_BY_CODE } from '../../isa/sm4/opcodes.ts';
import { exactF, formatF, hex32 } from '../numbers.ts';
import type { ListingStyle, LiteralNotation } from '../options.ts';
import { TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';

/** Integers up to this far from zero print in decimal, others as hexadecimal words. */
const MAX_DECIMAL = 10_000;
const EXPONENT = 0x7f80_0000;

function intText(word: number): string {
  const value = word | 0;
  return value >= -MAX_DECIMAL && value <= MAX_DECIMAL ? String(value) : hex32(word);
}

/** A literal whose type is not known: small integers, floats with an exponent, anything else as its word. */
function untypedText(word: number, floatText = formatF): string {
  const value = word | 0;
  if (value >= -MAX_DECIMAL && value <= MAX_DECIMAL) return String(value);
  if (word >>> 0 === 0x8000_0000) return '-0.000000';
  const exponent = word & EXPONENT;
  return exponent === 0 || exponent === EXPONENT ? hex32(word) : floatText(word);
}

/** A float, or the bits of an infinity or NaN. */
export function exactFloatText(word: number): string {
  return (word & EXPONENT) === EXPONENT ? hex32(word) : exactF(word);
}

/** How the literals of an opcode print. */
export interface LiteralFormat {
  readonly text: (word: number) => string;
  /** The cached spellings of words: shaders repeat their numbers. */
  readonly cache: TextCache;
  /** Whether there is a space after the commas between words. */
  readonly spaced: boolean;
}

type Formats = Readonly<Record<'float' | 'int' | 'untyped', LiteralFormat>>;

const FORMATS: Formats = {
  float: { text: formatF, cache: new TextCache(12, 24), spaced: true },
  int: { text: intText, cache: new TextCache(10, 16), spaced: true },
  untyped: { text: (word) => untypedText(word), cache: new TextCache(10, 24), spaced: false },
};

const hex = { text: hex32, cache: new TextCache(10, 16), spaced: true };

const FORMATS_OF: Readonly<Record<LiteralNotation, Formats>> = {
  usual: FORMATS,
  hex: { float: hex, int: hex, untyped: { ...hex, spaced: false } },
  exact: {
    float: { text: exactFloatText, cache: new TextCache(10, 24), spaced: true },
    int: FORMATS.int,
    untyped: { text: (word) => untypedText(word, exactF), cache: new TextCache(10, 24), spaced: false },
  },
};

/** The format of literals of unknown type. */
export function untypedFormat({ literals }: ListingStyle): LiteralFormat {
  return FORMATS_OF[literals].untyped;
}

const byOpcode = (formats: Formats) => SM4_OPCODE_BY_CODE.map((row) => formats[row?.literals ?? 'untyped']);
const BY_OPCODE: Readonly<Record<LiteralNotation, readonly LiteralFormat[]>> = {
  usual: byOpcode(FORMATS_OF.usual),
  hex: byOpcode(FORMATS_OF.hex),
  exact: byOpcode(FORMATS_OF.exact),
};

export function literalFormats({ literals }: ListingStyle): readonly LiteralFormat[] {
  return BY_OPCODE[literals];
}

/** Writes `word`, a signed number. */
export function writeLiteralWord(out: TextWriter, { text, cache }: LiteralFormat, word: number): void {
  const record = cache.find(word, 0);
  if (record >= 0) {
    out.cached(cache, record);
    return;
  }
  const digits = text(word);
  cache.add(word, 0, digits);
  out.text(digits);
}
