/**
 * Functions that a translation defines where an operation of Direct3D has no exact counterpart in GLSL. Each is written
 * where a rule asks for it, after those that it uses; functions of bits that older versions do not have are written
 * with shifts.
 *
 * Bodies do not test for NaN with `!=`, because implementations may assume that there is none.
 */
import { SAMPLE_PATTERNS, type SamplePosition } from '../../base/d3d/sample-positions.ts';
import { Kind, typeOf } from '../../ir/index.ts';
import { type HelperText, legacyHelpers, widthSuffix } from '../common/helper-functions.ts';
import type { CommonHelper } from '../common/text-context.ts';
import { glslType, SPELLING } from './types.ts';
import type { GlslVersion } from './versions.ts';

const f = (width: number) => glslType(typeOf(Kind.f32, width));
const u = (width: number) => glslType(typeOf(Kind.u32, width));
const bool = (width: number) => glslType(typeOf(Kind.bool, width));
const all = (width: number, word: string) => (width === 1 ? word : `${u(width)}(${word})`);
const fn = (head: string, ...body: string[]) => `${head} {\n${body.map((line) => `  ${line}`).join('\n')}\n}`;

function patternCase([count, positions]: readonly [number, readonly SamplePosition[]]): string {
  const bits = positions.map(([x, y]) => `${(x & 15) | ((y & 15) << 4)}u`);
  return `  case ${count}u: bits = uint[${count}](${bits.join(', ')})[min(number, ${count - 1}u)]; break;`;
}

/** The smaller or larger of two numbers; a number wins over NaN. */
const numberChoice = (name: string, w: number, choice: string): string => {
  const nan = `is_nan${widthSuffix(w)}`;
  return fn(
    `${f(w)} ${name}(${f(w)} a, ${f(w)} b)`,
    w === 1
      ? `return ${nan}(a) ? b : ${nan}(b) ? a : ${choice}(a, b);`
      : `return mix(mix(${choice}(a, b), a, ${nan}(b)), b, ${nan}(a));`,
  );
};

const doubleChoice = (name: string, choice: string): string =>
  fn(`double ${name}(double a, double b)`, `return isnan(a) ? b : isnan(b) ? a : ${choice}(a, b);`);

type Name =
  | CommonHelper
  | 'count_bits'
  | 'reverse_bits'
  | 'first_low'
  | 'extract_bits'
  | 'extract_signed'
  | 'insert_bits'
  | 'min_double'
  | 'max_double'
  | 'clamp01_double'
  | 'double_to_i32'
  | 'double_to_u32';

/** Functions of bits that newer versions have themselves. */
const NATIVE_BITS = {
  count_bits: { text: (name) => fn(`uint ${name}(uint x)`, 'return uint(bitCount(x));') },
  reverse_bits: { text: (name) => fn(`uint ${name}(uint x)`, 'return bitfieldReverse(x);') },
  first_low: { text: (name) => fn(`uint ${name}(uint x)`, 'return uint(findLSB(x));') },
  first_high: { text: (name) => fn(`uint ${name}(uint x)`, 'return x == 0u ? 0xffffffffu : uint(31 - findMSB(x));') },
  first_high_signed: {
    text: (name) => fn(`int ${name}(int x)`, 'int bit = findMSB(x);', 'return bit < 0 ? -1 : 31 - bit;'),
  },
  mul_high: {
    text: (name) =>
      fn(`uint ${name}(uint a, uint b)`, 'uint high;', 'uint low;', 'umulExtended(a, b, high, low);', 'return high;'),
  },
  mul_high_signed: {
    text: (name) =>
      fn(`int ${name}(int a, int b)`, 'int high;', 'int low;', 'imulExtended(a, b, high, low);', 'return high;'),
  },
} as const satisfies Partial<Record<Name, HelperText>>;

/** Bit functions written with shifts. */
const SHIFTED_BITS: Readonly<Record<keyof typeof NATIVE_BITS, HelperText>> = {
  count_bits: {
    text: (name) =>
      fn(
        `uint ${name}(uint x)`,
        'uint n = x - ((x >> 1u) & 0x55555555u);',
        'n = (n & 0x33333333u) + ((n >> 2u) & 0x33333333u);',
        'n = (n + (n >> 4u)) & 0x0f0f0f0fu;',
        'return (n * 0x01010101u) >> 24u;',
      ),
  },
  reverse_bits: {
    text: (name) =>
      fn(
        `uint ${name}(uint x)`,
        'uint n = ((x >> 1u) & 0x55555555u) | ((x & 0x55555555u) << 1u);',
        'n = ((n >> 2u) & 0x33333333u) | ((n & 0x33333333u) << 2u);',
        'n = ((n >> 4u) & 0x0f0f0f0fu) | ((n & 0x0f0f0f0fu) << 4u);',
        'n = ((n >> 8u) & 0x00ff00ffu) | ((n & 0x00ff00ffu) << 8u);',
        'return (n >> 16u) | (n << 16u);',
      ),
  },
  first_low: {
    uses: ['count_bits'],
    text: (name) => fn(`uint ${name}(uint x)`, 'return x == 0u ? 0xffffffffu : count_bits((x & (0u - x)) - 1u);'),
  },
  first_high: {
    uses: ['count_bits'],
    text: (name) =>
      fn(
        `uint ${name}(uint x)`,
        'uint n = x | (x >> 1u);',
        'n |= n >> 2u;',
        'n |= n >> 4u;',
        'n |= n >> 8u;',
        'n |= n >> 16u;',
        'return x == 0u ? 0xffffffffu : 32u - count_bits(n);',
      ),
  },
  first_high_signed: {
    uses: ['count_bits', 'first_high'],
    text: (name) => fn(`int ${name}(int x)`, 'return int(first_high(uint(x < 0 ? ~x : x)));'),
  },
  mul_high: {
    text: (name) =>
      fn(
        `uint ${name}(uint a, uint b)`,
        'uint low = (a & 0xffffu) * (b & 0xffffu);',
        'uint middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);',
        'uint other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);',
        'return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);',
      ),
  },
  mul_high_signed: {
    uses: ['mul_high'],
    text: (name) =>
      fn(
        `int ${name}(int a, int b)`,
        'int high = int(mul_high(uint(a), uint(b)));',
        'return high - (a < 0 ? b : 0) - (b < 0 ? a : 0);',
      ),
  },
};

const LEGACY_HELPERS = /* @__PURE__ */ legacyHelpers(SPELLING, {
  inverseSqrt: 'inversesqrt',
  product: {
    text: (name, w) => {
      const axes = 'xyzw'.slice(0, w).split('');
      const tests = axes.map((axis) => `a.${axis} == 0.0 || b.${axis} == 0.0`);
      return fn(
        `${f(w)} ${name}(${f(w)} a, ${f(w)} b)`,
        w === 1
          ? 'return a == 0.0 || b == 0.0 ? 0.0 : a * b;'
          : `return mix(a * b, ${f(w)}(0.0), ${bool(w)}(${tests.join(', ')}));`,
      );
    },
  },
});

const REST: Readonly<Record<Exclude<Name, keyof typeof NATIVE_BITS>, HelperText>> = {
  ...LEGACY_HELPERS,
  is_nan: {
    text: (name, w) => {
      const bits = `floatBitsToUint(x) & ${all(w, '0x7fffffffu')}`;
      return fn(
        `${bool(w)} ${name}(${f(w)} x)`,
        w === 1 ? `return (${bits}) > 0x7f800000u;` : `return greaterThan(${bits}, ${all(w, '0x7f800000u')});`,
      );
    },
  },
  flush: {
    text: (name, w) =>
      fn(
        `${f(w)} ${name}(${f(w)} x)`,
        `${u(w)} bits = floatBitsToUint(x);`,
        w === 1
          ? 'return uintBitsToFloat((bits & 0x7f800000u) == 0u ? bits & 0x80000000u : bits);'
          : `${u(w)} kept = 0u - ${u(w)}(notEqual(bits & 0x7f800000u, ${u(w)}(0u)));`,
        ...(w === 1 ? [] : ['return uintBitsToFloat(bits & (kept | 0x80000000u));']),
      ),
  },
  min_number: { uses: ['is_nan'], text: (name, w) => numberChoice(name, w, 'min') },
  max_number: { uses: ['is_nan'], text: (name, w) => numberChoice(name, w, 'max') },
  clamp01: {
    uses: ['is_nan'],
    text: (name, w) => {
      const nan = `is_nan${widthSuffix(w)}(x)`;
      return fn(
        `${f(w)} ${name}(${f(w)} x)`,
        w === 1 ? `return ${nan} ? 0.0 : clamp(x, 0.0, 1.0);` : `return mix(clamp(x, 0.0, 1.0), ${f(w)}(0.0), ${nan});`,
      );
    },
  },
  fract_below_1: {
    text: (name, w) => fn(`${f(w)} ${name}(${f(w)} x)`, 'return min(x - floor(x), uintBitsToFloat(0x3f7fffffu));'),
  },
  to_i32: {
    uses: ['is_nan'],
    text: (name) =>
      fn(
        `int ${name}(float x)`,
        'int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));',
        'return is_nan(x) ? 0 : n;',
      ),
  },
  to_u32: {
    uses: ['is_nan'],
    text: (name) =>
      fn(
        `uint ${name}(float x)`,
        'uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));',
        'return is_nan(x) ? 0u : n;',
      ),
  },
  to_half: {
    text: (name) =>
      fn(
        `uint ${name}(float x)`,
        '// Rounds toward zero; too large numbers become the largest one.',
        'uint bits = floatBitsToUint(x);',
        'uint sign = (bits >> 16u) & 0x8000u;',
        'uint magnitude = bits & 0x7fffffffu;',
        'if (magnitude > 0x7f800000u) return sign | 0x7e00u;',
        'if (magnitude == 0x7f800000u) return sign | 0x7c00u;',
        'if (magnitude >= 0x47800000u) return sign | 0x7bffu;',
        'if (magnitude >= 0x38800000u) return sign | ((magnitude - 0x38000000u) >> 13u);',
        'if (magnitude < 0x33800000u) return sign;',
        'uint mantissa = (magnitude & 0x7fffffu) | 0x800000u;',
        'return sign | (mantissa >> (126u - (magnitude >> 23u)));',
      ),
  },
  from_half: {
    text: (name) =>
      fn(
        `float ${name}(uint bits)`,
        'uint sign = (bits & 0x8000u) << 16u;',
        'uint exponent = (bits >> 10u) & 31u;',
        'uint mantissa = bits & 0x3ffu;',
        'if (exponent == 31u) return uintBitsToFloat(sign | 0x7f800000u | (mantissa << 13u));',
        'if (exponent == 0u) return uintBitsToFloat(sign | floatBitsToUint(float(mantissa) * 5.9604644775390625e-8));',
        'return uintBitsToFloat(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));',
      ),
  },
  divide: { text: (name) => fn(`uint ${name}(uint a, uint b)`, 'return b == 0u ? 0xffffffffu : a / max(b, 1u);') },
  remainder: { text: (name) => fn(`uint ${name}(uint a, uint b)`, 'return b == 0u ? 0xffffffffu : a % max(b, 1u);') },
  carry: { text: (name) => fn(`uint ${name}(uint a, uint b)`, 'return a + b < a ? 1u : 0u;') },
  masked_sad: {
    text: (name) =>
      fn(
        `uint ${name}(uint reference, uint source, uint start)`,
        'uint sum = start;',
        'for (uint shift = 0u; shift < 32u; shift += 8u) {',
        '  uint a = (reference >> shift) & 0xffu;',
        '  uint b = (source >> shift) & 0xffu;',
        '  uint next = sum + (a == 0u ? 0u : max(a, b) - min(a, b));',
        '  sum = next < sum ? 0xffffffffu : next;',
        '}',
        'return sum;',
      ),
  },
  lod_of: {
    text: (name, w) =>
      fn(
        `vec2 ${name}(${f(w)} texels, uint levels)`,
        '// The derivatives of the coordinates in texels give what the hardware would use, without its anisotropy.',
        `float longest = max(${w === 1 ? 'abs' : 'length'}(dFdx(texels)), ${w === 1 ? 'abs' : 'length'}(dFdy(texels)));`,
        'float lod = log2(longest);',
        'return vec2(clamp(lod, 0.0, float(levels - 1u)), lod);',
      ),
  },
  sample_position: {
    text: (name) =>
      fn(
        `vec2 ${name}(uint number, uint count)`,
        '// The standard patterns of Direct3D, in sixteenths of a pixel from its center: x in the low four bits, y in the next ones.',
        'uint bits = 0u;',
        'switch (count) {',
        ...[...SAMPLE_PATTERNS].filter(([count]) => count > 1).map(patternCase),
        '  default: break;',
        '}',
        'int x = int(bits << 28u) >> 28;',
        'int y = int(bits << 24u) >> 28;',
        'return number >= count ? vec2(0.0) : vec2(float(x), float(y)) / 16.0;',
      ),
  },
  extract_bits: {
    text: (name) =>
      fn(
        `uint ${name}(uint x, uint start, uint count)`,
        'if (count == 0u) return 0u;',
        'return start + count < 32u ? (x << (32u - start - count)) >> (32u - count) : x >> start;',
      ),
  },
  extract_signed: {
    text: (name) =>
      fn(
        `int ${name}(int x, uint start, uint count)`,
        'if (count == 0u) return 0;',
        'return start + count < 32u ? (x << (32u - start - count)) >> (32u - count) : x >> start;',
      ),
  },
  insert_bits: {
    text: (name) =>
      fn(
        `uint ${name}(uint x, uint bits, uint start, uint count)`,
        'uint mask = ((1u << count) - 1u) << start;',
        'return (x & ~mask) | ((bits << start) & mask);',
      ),
  },
  min_double: { text: (name) => doubleChoice(name, 'min') },
  max_double: { text: (name) => doubleChoice(name, 'max') },
  clamp01_double: {
    text: (name) => fn(`double ${name}(double x)`, 'return isnan(x) ? 0.0lf : clamp(x, 0.0lf, 1.0lf);'),
  },
  double_to_i32: {
    text: (name) =>
      fn(`int ${name}(double x)`, 'return isnan(x) ? 0 : int(clamp(x, -2147483648.0lf, 2147483647.0lf));'),
  },
  double_to_u32: {
    text: (name) => fn(`uint ${name}(double x)`, 'return isnan(x) ? 0u : uint(clamp(x, 0.0lf, 4294967295.0lf));'),
  },
};

export type GlslHelper = Name;

const WITH_NATIVE_BITS: Readonly<Record<Name, HelperText>> = { ...REST, ...NATIVE_BITS };
const WITH_SHIFTED_BITS: Readonly<Record<Name, HelperText>> = { ...REST, ...SHIFTED_BITS };

export function helpersOf({ bits }: GlslVersion): Readonly<Record<Name, HelperText>> {
  return bits ? WITH_NATIVE_BITS : WITH_SHIFTED_BITS;
}
