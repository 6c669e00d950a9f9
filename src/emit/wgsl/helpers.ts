/**
 * Functions that a translation defines where an operation of Direct3D has no exact counterpart in WGSL. Each is written
 * where a rule asks for it, after those that it uses.
 *
 * Names end with the number of components where there are several. Bodies do not test for NaN with `!=`, because
 * implementations may suppose that there is none.
 */
import { SAMPLE_PATTERNS, type SamplePosition } from '../../base/d3d/sample-positions.ts';
import { Kind, typeOf } from '../../ir/index.ts';
import { type HelperText, legacyHelpers, widthSuffix } from '../common/helper-functions.ts';
import type { CommonHelper } from '../common/text-context.ts';
import { SPELLING, wgslType } from './types.ts';

const f = (width: number) => wgslType(typeOf(Kind.f32, width));
const u = (width: number) => wgslType(typeOf(Kind.u32, width));
const bool = (width: number) => (width === 1 ? 'bool' : `vec${width}<bool>`);
const all = (width: number, word: string) => (width === 1 ? word : `${u(width)}(${word})`);
const floats = (width: number, text: string) => (width === 1 ? text : `${f(width)}(${text})`);
const fn = (head: string, ...body: string[]) => `fn ${head} {\n${body.map((line) => `  ${line}`).join('\n')}\n}`;

function patternCase([count, positions]: readonly [number, readonly SamplePosition[]]): string {
  const bits = positions.map(([x, y]) => `${(x & 15) | ((y & 15) << 4)}u`);
  return `  case ${count}u: { bits = array<u32, ${count}>(${bits.join(', ')})[min(sample, ${count - 1}u)]; }`;
}

const LEGACY_HELPERS = /* @__PURE__ */ legacyHelpers(SPELLING, {
  inverseSqrt: 'inverseSqrt',
  product: {
    text: (name, w) => {
      const zero = floats(w, '0.0');
      return fn(
        `${name}(a: ${f(w)}, b: ${f(w)}) -> ${f(w)}`,
        `return select(a * b, ${zero}, (a == ${zero}) | (b == ${zero}));`,
      );
    },
  },
});

export const HELPERS = {
  ...LEGACY_HELPERS,
  of_first_thread: {
    text: (name) =>
      `var<workgroup> group_value: u32;\n\n${fn(
        `${name}(value: u32, thread: u32) -> u32`,
        'if (thread == 0u) { group_value = value; }',
        'return workgroupUniformLoad(&group_value);',
      )}`,
  },
  is_nan: {
    text: (name, w) =>
      fn(
        `${name}(x: ${f(w)}) -> ${bool(w)}`,
        `return (bitcast<${u(w)}>(x) & ${all(w, '0x7fffffffu')}) > ${all(w, '0x7f800000u')};`,
      ),
  },
  float_bits: {
    text: (name) => fn(`${name}(bits: u32) -> f32`, 'return bitcast<f32>(bits);'),
  },
  flush: {
    text: (name, w) =>
      fn(
        `${name}(x: ${f(w)}) -> ${f(w)}`,
        `let bits = bitcast<${u(w)}>(x);`,
        `let is_subnormal = (bits & ${all(w, '0x7f800000u')}) == ${all(w, '0u')};`,
        `return bitcast<${f(w)}>(select(bits, bits & ${all(w, '0x80000000u')}, is_subnormal));`,
      ),
  },
  min_number: {
    uses: ['is_nan'],
    text: (name, w) =>
      fn(
        `${name}(a: ${f(w)}, b: ${f(w)}) -> ${f(w)}`,
        `return select(select(min(a, b), a, is_nan${widthSuffix(w)}(b)), b, is_nan${widthSuffix(w)}(a));`,
      ),
  },
  max_number: {
    uses: ['is_nan'],
    text: (name, w) =>
      fn(
        `${name}(a: ${f(w)}, b: ${f(w)}) -> ${f(w)}`,
        `return select(select(max(a, b), a, is_nan${widthSuffix(w)}(b)), b, is_nan${widthSuffix(w)}(a));`,
      ),
  },
  clamp01: {
    uses: ['is_nan'],
    text: (name, w) =>
      fn(
        `${name}(x: ${f(w)}) -> ${f(w)}`,
        `return select(clamp(x, ${floats(w, '0.0')}, ${floats(w, '1.0')}), ${floats(w, '0.0')}, is_nan${widthSuffix(w)}(x));`,
      ),
  },
  fract_below_1: {
    text: (name, w) =>
      fn(`${name}(x: ${f(w)}) -> ${f(w)}`, `return min(x - floor(x), bitcast<${f(w)}>(${all(w, '0x3f7fffffu')}));`),
  },
  to_i32: {
    uses: ['is_nan'],
    text: (name) =>
      fn(
        `${name}(x: f32) -> i32`,
        'let n = select(i32(clamp(x, -2147483648.0, 2147483520.0)), 2147483647, x >= 2147483648.0);',
        'return select(n, 0, is_nan(x));',
      ),
  },
  to_u32: {
    uses: ['is_nan'],
    text: (name) =>
      fn(
        `${name}(x: f32) -> u32`,
        'let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);',
        'return select(n, 0u, is_nan(x));',
      ),
  },
  to_half: {
    text: (name) =>
      fn(
        `${name}(x: f32) -> u32`,
        '// Rounds toward zero; too large numbers become the largest one.',
        'let bits = bitcast<u32>(x);',
        'let sign = (bits >> 16u) & 0x8000u;',
        'let magnitude = bits & 0x7fffffffu;',
        'if (magnitude > 0x7f800000u) { return sign | 0x7e00u; }',
        'if (magnitude == 0x7f800000u) { return sign | 0x7c00u; }',
        'if (magnitude >= 0x47800000u) { return sign | 0x7bffu; }',
        'if (magnitude >= 0x38800000u) { return sign | ((magnitude - 0x38000000u) >> 13u); }',
        'if (magnitude < 0x33800000u) { return sign; }',
        'let mantissa = (magnitude & 0x7fffffu) | 0x800000u;',
        'return sign | (mantissa >> (126u - (magnitude >> 23u)));',
      ),
  },
  from_half: {
    text: (name) =>
      fn(
        `${name}(bits: u32) -> f32`,
        'let sign = (bits & 0x8000u) << 16u;',
        'let exponent = (bits >> 10u) & 31u;',
        'let mantissa = bits & 0x3ffu;',
        'if (exponent == 31u) { return bitcast<f32>(sign | 0x7f800000u | (mantissa << 13u)); }',
        'if (exponent == 0u) { return bitcast<f32>(sign | bitcast<u32>(f32(mantissa) * 5.9604644775390625e-8)); }',
        'return bitcast<f32>(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));',
      ),
  },
  mul_high: {
    text: (name) =>
      fn(
        `${name}(a: u32, b: u32) -> u32`,
        'let low = (a & 0xffffu) * (b & 0xffffu);',
        'let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);',
        'let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);',
        'return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);',
      ),
  },
  mul_high_signed: {
    uses: ['mul_high'],
    text: (name) =>
      fn(
        `${name}(a: i32, b: i32) -> i32`,
        'let high = i32(mul_high(u32(a), u32(b)));',
        'return high - select(0, b, a < 0) - select(0, a, b < 0);',
      ),
  },
  divide: {
    text: (name) => fn(`${name}(a: u32, b: u32) -> u32`, 'return select(a / max(b, 1u), 0xffffffffu, b == 0u);'),
  },
  remainder: {
    text: (name) => fn(`${name}(a: u32, b: u32) -> u32`, 'return select(a % max(b, 1u), 0xffffffffu, b == 0u);'),
  },
  first_high: {
    text: (name) => fn(`${name}(x: u32) -> u32`, 'return select(countLeadingZeros(x), 0xffffffffu, x == 0u);'),
  },
  first_high_signed: {
    text: (name) =>
      fn(`${name}(x: i32) -> i32`, 'let bit = firstLeadingBit(x);', 'return select(31 - bit, -1, bit < 0);'),
  },
  carry: { text: (name) => fn(`${name}(a: u32, b: u32) -> u32`, 'return select(0u, 1u, a + b < a);') },
  masked_sad: {
    text: (name) =>
      fn(
        `${name}(reference: u32, source: u32, start: u32) -> u32`,
        'var sum = start;',
        'for (var shift = 0u; shift < 32u; shift += 8u) {',
        '  let a = (reference >> shift) & 0xffu;',
        '  let b = (source >> shift) & 0xffu;',
        '  let next = sum + select(max(a, b) - min(a, b), 0u, a == 0u);',
        '  sum = select(next, 0xffffffffu, next < sum);',
        '}',
        'return sum;',
      ),
  },
  lod_of: {
    text: (name, w) =>
      fn(
        `${name}(texels: ${f(w)}, levels: u32) -> vec2f`,
        '// The derivatives of the coordinates in texels give what the hardware would use, without its anisotropy.',
        `let longest = max(${w === 1 ? 'abs' : 'length'}(dpdx(texels)), ${w === 1 ? 'abs' : 'length'}(dpdy(texels)));`,
        'let lod = log2(longest);',
        'return vec2f(clamp(lod, 0.0, f32(levels - 1u)), lod);',
      ),
  },
  sample_position: {
    text: (name) =>
      fn(
        `${name}(sample: u32, count: u32) -> vec2f`,
        '// The standard patterns of Direct3D, in sixteenths of a pixel from its center: x in the low four bits, y in the next ones.',
        'var bits = 0u;',
        'switch (count) {',
        ...[...SAMPLE_PATTERNS].filter(([count]) => count > 1).map(patternCase),
        '  default: {}',
        '}',
        'let x = extractBits(i32(bits), 0u, 4u);',
        'let y = extractBits(i32(bits), 4u, 4u);',
        'return select(vec2f(f32(x), f32(y)) / 16.0, vec2f(), sample >= count);',
      ),
  },
} as const satisfies Record<CommonHelper, HelperText> & Record<string, HelperText>;

export type HelperName = keyof typeof HELPERS;
