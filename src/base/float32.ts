/**
 * Float32 numbers for people and JSON: the fewest decimal digits that give the same float32 again.
 *
 * Not for: numbers as Microsoft's listings print them (text/numbers.ts).
 */
const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Nine decimal digits tell any two float32 apart; six are the fewest that may do. */
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 9;

/** Whole numbers up to here are float32 without rounding, and have no shorter spelling. */
const WHOLE = 2 ** 24;

const DECIMALS = 10_000;
const SMALL = 100;

/** The number with the fewest digits that is the float32 with these bits: 0.1, not 0.10000000149011612. */
export function shortFloat32(word: number): number {
  bits[0] = word;
  const value = float[0]!;
  if (!Number.isFinite(value) || (Math.abs(value) < WHOLE && value === Math.trunc(value))) return value;
  // What has four decimals at most has six digits at most, and no other number of six digits is as near: no need to try.
  const decimal = Math.round(value * DECIMALS) / DECIMALS;
  if (Math.fround(decimal) === value && Math.abs(value) < SMALL) return decimal;
  for (let digits = FEWEST_DIGITS; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}
