/** Words of literals in generated programs: the bit patterns that number formatting, parsing and folding trip over. */
import type { Random } from './random.ts';
import type { SourceKind } from './sm4-recipes.ts';
import { WEIGHTS, weighted } from './sm4-weights.ts';

const FLOAT_VIEW = new DataView(new ArrayBuffer(8));
/** Zeros, ones, infinities, NaNs with and without payload, largest and smallest numbers. */
const SPECIAL_FLOATS = [
  0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0x7f7f_ffff,
  0x0080_0000, 0x4b80_0000,
] as const;
const SPECIAL_INTS = [
  0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 10_000, 10_001, 0xffff_d8f0, 0xffff_d8ef, 0x0001_0000,
] as const;
/** High words of doubles: zero, one, two, infinities, NaN, smallest normal number. */
const SPECIAL_DOUBLES = [
  0, 0x8000_0000, 0x3ff0_0000, 0x4000_0000, 0x7ff0_0000, 0xfff0_0000, 0x7ff8_0000, 0x0010_0000,
] as const;

/**
 * The values of literals: `dyadic` are small integers and sixteenths, whose sums and products are exact; `special` are
 * zeros of both signs, NaN, infinities, subnormals and the ends of ranges.
 */
export type LiteralMode = 'any' | 'dyadic' | 'special';

/** A 32-bit word for a source that reads it as `kind`. */
export function randomLiteral(random: Random, kind: SourceKind['literal'], mode: LiteralMode = 'any'): number {
  if (mode !== 'any' && kind !== 'bias') return limitedLiteral(random, kind, mode);
  if (kind === 'bias') return floatWord(random.between(-1600, 1599) / 100);
  const int = kind === 'int' || (kind === 'any' && random.oneIn(2));
  switch (weighted(random, WEIGHTS.literal)!) {
    case 'zero':
      return 0;
    case 'smallInt':
      return int ? random.below(20) : floatWord(random.below(20));
    case 'negativeInt':
      return int ? -random.between(1, 20_000) >>> 0 : floatWord(-random.between(1, 20_000));
    case 'float':
      return int
        ? random.below(100_000)
        : floatWord((random.below(20_001) - 10_000) / random.pick([2, 3, 10, 1000, 65_536]));
    case 'special':
      return random.pick(int ? SPECIAL_INTS : SPECIAL_FLOATS);
    case 'denormal':
      return random.between(1, 0x7f_ffff) + (random.oneIn(2) ? 0x8000_0000 : 0);
    case 'any':
      return random.word();
  }
}

function limitedLiteral(random: Random, kind: SourceKind['literal'], mode: LiteralMode): number {
  // The low word of a double that is exact.
  if (kind === 'double' && mode === 'dyadic') return 0;
  const int = kind === 'int' || (kind === 'any' && random.oneIn(2));
  if (mode === 'dyadic') return int ? random.between(-8, 64) >>> 0 : floatWord(random.between(-256, 256) / 16);
  if (!int && random.oneIn(3)) return random.between(1, 0x7f_ffff) + (random.oneIn(2) ? 0x8000_0000 : 0);
  return random.pick(int ? SPECIAL_INTS : SPECIAL_FLOATS);
}

/** The high word of a double. */
export function randomDoubleHigh(random: Random, mode: LiteralMode = 'any'): number {
  if (mode === 'special') return random.pick(SPECIAL_DOUBLES);
  if (mode === 'dyadic') {
    FLOAT_VIEW.setFloat64(0, random.between(-256, 256) / 16);
    return FLOAT_VIEW.getUint32(0);
  }
  if (random.oneIn(3)) return random.pick(SPECIAL_DOUBLES);
  FLOAT_VIEW.setFloat64(0, (random.below(20_001) - 10_000) / random.pick([1, 2, 3, 10, 1000]));
  return FLOAT_VIEW.getUint32(0);
}

function floatWord(value: number): number {
  FLOAT_VIEW.setFloat32(0, value);
  return FLOAT_VIEW.getUint32(0);
}
