/**
 * Float32 numbers for people and JSON: the fewest decimal digits that give the same float32 again.
 *
 * Not for: numbers as Microsoft's listings print them (text/numbers.ts).
 */
const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Nine decimal digits distinguish any two float32; six are the fewest that can be enough. */
const FEWEST_DIGITS = 6;
const MAX_DIGITS = 9;

/** Integers up to here are float32 without rounding, and have no shorter spelling. */
const EXACT_INTEGERS = 2 ** 24;

/**
 * From here up to {@link DECIMAL_END} nine digits have at most 12 decimals: a float32 times that power of ten is still
 * exact.
 */
const DECIMAL_START = 1e-3;
const DECIMAL_END = 1e6;
const POWERS = Array.from({ length: 13 }, (_, exponent) => 10 ** exponent);

/** The number with the fewest digits that is the float32 with these bits: 0.1, not 0.10000000149011612. */
export function shortFloat32(word: number): number {
  bits[0] = word;
  const value = float[0]!;
  const size = Math.abs(value);
  if (!Number.isFinite(value) || (size < EXACT_INTEGERS && size === Math.trunc(size))) return value;
  if (size >= DECIMAL_START && size < DECIMAL_END) return value < 0 ? -shortDecimal(size) : shortDecimal(size);
  for (let digits = FEWEST_DIGITS; digits < MAX_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MAX_DIGITS));
}

/** {@link shortFloat32} as text, with the sign of zero. */
export function shortFloat32Text(word: number): string {
  const value = shortFloat32(word);
  return Object.is(value, -0) ? '-0' : `${value}`;
}

/** Returns the short decimal without strings, which take most of the time otherwise (measured). */
function shortDecimal(size: number): number {
  let decimals = FEWEST_DIGITS;
  for (let bound = 1; size >= bound; bound *= 10) decimals--;
  for (let bound = 0.1; size < bound; bound /= 10) decimals++;
  for (let digits = FEWEST_DIGITS; digits < MAX_DIGITS; digits++, decimals++) {
    const short = Math.round(size * POWERS[decimals]!) / POWERS[decimals]!;
    if (Math.fround(short) === size) return short;
  }
  return Math.round(size * POWERS[decimals]!) / POWERS[decimals]!;
}
