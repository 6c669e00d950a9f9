/**
 * Numbers as Microsoft's C runtime prints them in a listing: exact decimal digits, ties to even, exponents of three
 * digits, its own spellings of infinities and NaNs. Functions take raw words, because a float loses the payload of a
 * NaN.
 *
 * Not for: reading numbers back (the assembler's lexer), or numbers in our own messages. Source of every rule: oracle
 * (the words of all exponents that live compares).
 */
import { fastPaths } from '../base/direct-mapped-cache.ts';

// Three views of one buffer turn bits into a number without an allocation.
const f64 = new Float64Array(1);
const f32 = new Float32Array(f64.buffer);
const u32 = new Uint32Array(f64.buffer);
u32[0] = 1;
/** Index of the low half of a float64 within `u32`. */
const LOW = f64[0] === Number.MIN_VALUE ? 0 : 1;

const POWER_BIAS = 60;
/** `10 ** (i - 60)`, each the nearest double. */
const POWERS = new Float64Array(121);
for (let i = 0; i < POWERS.length; i++) POWERS[i] = Number(`1e${i - POWER_BIAS}`);

/** The decimal exponent of `2 ** (i - 127)`: that of every float32 with the biased exponent `i`, or one less. */
const DECIMAL_EXPONENTS = new Int8Array(255);
for (let i = 1; i < 255; i++) DECIMAL_EXPONENTS[i] = Math.floor((i - 127) * Math.LOG10E * Math.LN2);

/** The hexadecimal digits of each byte. */
const LOWER: string[] = [];
const UPPER: string[] = [];
/** `000` to `999`. */
const THREE: string[] = [];
for (let i = 0; i < 256; i++) LOWER.push(i.toString(16).padStart(2, '0'));
for (let i = 0; i < 256; i++) UPPER.push(LOWER[i]!.toUpperCase());
for (let i = 0; i < 1000; i++) THREE.push(String(i).padStart(3, '0'));

const EXPONENT_MASK = 0x7f80_0000;
const FLOAT32_BIAS = 127;
const FLOAT64_BIAS = 1023;
const QUIET_NEGATIVE_NAN = 0xffc0_0000;

/** `0x%08x`. */
export function hex32(word: number): string {
  return `0x${LOWER[word >>> 24]!}${LOWER[(word >>> 16) & 255]!}${LOWER[(word >>> 8) & 255]!}${LOWER[word & 255]!}`;
}

let highBits = -1;
let highDigits = '';

/** `0x%08X`: the format of byte offsets before lines. Fast for ascending words, as offsets are. */
export function hex32Upper(word: number): string {
  if (word >>> 8 !== highBits) {
    highBits = word >>> 8;
    highDigits = `0x${UPPER[word >>> 24]!}${UPPER[(word >>> 16) & 255]!}${UPPER[(word >>> 8) & 255]!}`;
  }
  return highDigits + UPPER[word & 255]!;
}

/** `%.9g` of the float32 whose bits are `word`: how shader models 1 to 3 print constants. */
export function formatG9(word: number): string {
  if ((word & EXPONENT_MASK) === EXPONENT_MASK) return notFinite(word);
  u32[0] = word;
  const value = f32[0]!;
  if (value === 0) return word === 0 ? '0' : '-0';
  if (value === Math.trunc(value) && value < 1e9 && value > -1e9) return `${value}`;
  return value < 0 ? `-${positiveG9(-value, (word >>> 23) & 255)}` : positiveG9(value, word >>> 23);
}

/** `%.9g` of the float64 with these halves: how preshaders print constants. */
export function formatDoubleG9(lowWord: number, highWord: number): string {
  if ((highWord & 0x7ff0_0000) === 0x7ff0_0000) {
    // The precision only cuts off here: what %f fills up with zeros ends at the name.
    return doubleNotFinite(lowWord >>> 0, highWord >>> 0).replace(/0+$/, '');
  }
  u32[LOW] = lowWord;
  u32[1 - LOW] = highWord;
  const value = f64[0]!;
  if (value === 0) return highWord >>> 31 === 1 ? '-0' : '0';
  if (value === Math.trunc(value) && value < 1e9 && value > -1e9) return `${value}`;
  const biased = ((highWord >>> 20) & 0x7ff) - FLOAT64_BIAS + FLOAT32_BIAS;
  const magnitude = Math.abs(value);
  const text = biased > 0 && biased < 255 ? positiveG9(magnitude, biased) : exactG9(magnitude);
  return value < 0 ? `-${text}` : text;
}

/** @param biased the exponent of `value` as a float32 has it; 0 for a denormal */
function fastG9(value: number, biased: number): string {
  if (biased === 0) return exactG9(value);
  // A number times a power of ten is off by less than 1e-6 when scaled to nine digits, so the rounding below is right
  // unless the rest lies that near to a half (measured: 6 times as fast as toPrecision).
  let exponent = DECIMAL_EXPONENTS[biased]!;
  let scaled = value * POWERS[POWER_BIAS + 8 - exponent]!;
  let digits = Math.round(scaled);
  if (digits >= 1e9) {
    exponent++;
    scaled = value * POWERS[POWER_BIAS + 8 - exponent]!;
    digits = Math.round(scaled);
  }
  const distance = scaled - Math.floor(scaled) - 0.5;
  if (distance < 1e-5 && distance > -1e-5) return exactG9(value);
  return layOutG9(digits, exponent);
}

/** The slow path, for values that the fast path cannot round: exact digits, ties to even. */
function exactG9(value: number): string {
  const rounded = value.toExponential(8);
  const mark = rounded.indexOf('e');
  const exponent = Number(rounded.slice(mark + 1));
  const digits = Number(rounded[0]! + rounded.slice(2, mark));
  // toExponential is exact and takes ties upwards. An odd last digit can only come from a tie that should have gone
  // down when the shortest digits of the value are the ten of the tie.
  return layOutG9(digits % 2 === 1 && isTie(value) ? digits - 1 : digits, exponent);
}

/** Whether `value` is in the middle between two numbers of nine digits. */
function isTie(value: number): boolean {
  const shortest = value.toExponential();
  const mark = shortest.indexOf('e');
  // Ten digits and the point, the last a five; then all digits decide.
  return mark === 11 && shortest[10] === '5' && /^\d\.\d{8}50*e/.test(value.toExponential(100));
}

/** `%.9g` of a positive number that is finite. */
const positiveG9 = fastPaths.enabled ? fastG9 : exactG9;

/** @param digits nine decimal digits as an integer; @param exponent the decimal exponent of the first of them */
function layOutG9(digits: number, exponent: number): string {
  let rest = digits;
  let count = 9;
  while (rest % 10 === 0) {
    rest /= 10;
    count--;
  }
  const text = `${rest}`;
  if (exponent < -4 || exponent >= 9) {
    const mantissa = count === 1 ? text : `${text[0]}.${text.slice(1)}`;
    return exponent < 0 ? `${mantissa}e-${THREE[-exponent]!}` : `${mantissa}e+${THREE[exponent]!}`;
  }
  if (exponent < 0) return `0.${'000'.slice(exponent + 4)}${text}`;
  if (count <= exponent + 1) return `${rest * POWERS[POWER_BIAS + exponent + 1 - count]!}`;
  return `${text.slice(0, exponent + 1)}.${text.slice(exponent + 1)}`;
}

/** `%f` of the float32 whose bits are `word`: how shader models 4 and 5 print constants. */
export function formatF(word: number): string {
  // The precision of %f fills these up to six characters after the point.
  if ((word & EXPONENT_MASK) === EXPONENT_MASK) return NOT_FINITE_F[notFinite(word)]!;
  u32[0] = word;
  const value = f32[0]!;
  if (value < 0) return `-${positiveF(-value)}`;
  return word >>> 0 === 0x8000_0000 ? '-0.000000' : positiveF(value);
}

/** @param value a float32, not negative */
function positiveF(value: number): string {
  if (value >= 2 ** 24) return `${integerDigits(value)}.000000`;
  let integer = Math.trunc(value);
  // Exact: 24 bits times 20 bits fit a double.
  const scaled = (value - integer) * 1e6;
  let micro = Math.trunc(scaled);
  const rest = scaled - micro;
  if (rest > 0.5 || (rest === 0.5 && micro % 2 === 1)) micro++;
  if (micro === 1e6) {
    micro = 0;
    integer++;
  }
  if (micro === 0) return `${integer}.000000`;
  const thousands = Math.trunc(micro / 1000);
  return `${integer}.${THREE[thousands]!}${THREE[micro - 1000 * thousands]!}`;
}

/** `%f` of the float64 with these halves. */
export function formatDouble(lowWord: number, highWord: number): string {
  if ((highWord & 0x7ff0_0000) === 0x7ff0_0000) return doubleNotFinite(lowWord >>> 0, highWord >>> 0);
  u32[LOW] = lowWord;
  u32[1 - LOW] = highWord;
  const value = Math.abs(f64[0]!);
  const sign = highWord >>> 31 === 1 ? '-' : '';
  if (value >= 2 ** 53) return `${sign}${integerDigits(value)}.000000`;
  // toFixed is exact but takes ties upwards; only an odd multiple of 1/128 is a tie at six digits.
  if (Math.abs((value * 128) % 2) === 1) {
    const seven = value.toFixed(7);
    if (seven.charCodeAt(seven.length - 2) % 2 === 0) return sign + seven.slice(0, -1);
  }
  return sign + value.toFixed(6);
}

function integerDigits(value: number): string {
  return value < 1e21 ? value.toFixed(0) : BigInt(value).toString();
}

const NOT_FINITE_F: Readonly<Record<string, string>> = {
  '1.#INF': '1.#INF00',
  '-1.#INF': '-1.#INF00',
  '-1.#IND': '-1.#IND00',
  '1.#QNAN': '1.#QNAN0',
  '-1.#QNAN': '-1.#QNAN0',
};

/** An infinity or NaN of a float32 without the digits that a precision adds. */
function notFinite(word: number): string {
  if (word << 9 === 0) return word >>> 31 === 1 ? '-1.#INF' : '1.#INF';
  // A signalling NaN becomes a quiet one on its way to a double.
  if (word >>> 0 === QUIET_NEGATIVE_NAN) return '-1.#IND';
  return word >>> 31 === 1 ? '-1.#QNAN' : '1.#QNAN';
}

function doubleNotFinite(low: number, high: number): string {
  const sign = high >>> 31 === 1 ? '-' : '';
  if (low === 0 && (high & 0xf_ffff) === 0) return `${sign}1.#INF00`;
  if ((high & 0x8_0000) === 0) return `${sign}1.#SNAN0`;
  return low === 0 && high === 0xfff8_0000 ? '-1.#IND00' : `${sign}1.#QNAN0`;
}

/** Digits that are enough for every float32. */
const FLOAT_DIGITS = 9;
/** From here on an integer is written with a point: Microsoft's assembler reads integers of 32 bits. */
const INTEGER_LIMIT = 2 ** 32;
/** Six digits after the point: the assembler of listings warns of them, because they may be rounded. */
const SIX_DECIMALS = /^-?\d+\.\d{6}$/;

/**
 * The shortest decimal text that becomes the float32 with these bits, which must be finite, when it is read as a double
 * and rounded.
 */
export function shortestFloat(word: number): string {
  u32[0] = word;
  const value = f32[0]!;
  if (value === 0) return word === 0 ? '0' : '-0';
  let text = String(value);
  for (let digits = 1; digits <= FLOAT_DIGITS; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) !== value) continue;
    text = String(rounded);
    break;
  }
  return Math.abs(value) >= INTEGER_LIMIT && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** `%f` of a finite float32 if that is exact, else as few digits as are; never six after the point that are rounded. */
export function exactF(word: number): string {
  u32[0] = word;
  const value = f32[0]!;
  const fixed = formatF(word);
  return Number(fixed) === value ? fixed : unrounded(shortestFloat(word));
}

/**
 * `%f` of a finite float64 if that identifies the number, which only a multiple of 1/64 does; else its shortest digits.
 */
export function exactDouble(lowWord: number, highWord: number): string {
  u32[LOW] = lowWord;
  u32[1 - LOW] = highWord;
  const value = f64[0]!;
  return Number.isInteger(value * 64) ? formatDouble(lowWord, highWord) : unrounded(String(value));
}

function unrounded(text: string): string {
  return SIX_DECIMALS.test(text) ? `${text}0` : text;
}
