/**
 * THE TABLE of intrinsic functions: signatures, where they are available, and how each is lowered. Completion and
 * documentation derive from it.
 */
import { BarrierBits, Op } from '../../ir/ops.ts';
import { Kind, NONE } from '../../ir/types.ts';
import type { NumericType } from '../types/types.ts';
import * as bitwise from './bits.ts';
import type { Availability, Emitter, IntrinsicCall, Lowering, Value } from './emitter.ts';
import * as math from './math.ts';
import * as special from './special.ts';
import * as tessellation from './tessellation.ts';
import * as vectors from './vectors.ts';

export interface IntrinsicRow {
  /** Patterns of signature.ts, one for each overload. */
  readonly signatures: readonly string[];
  readonly lower: Lowering;
  readonly available: readonly Availability[];
  /** Has no effect besides its result. */
  readonly isPure: boolean;
  readonly doc: string;
  /** Only with the compatibility flag: error X3523. */
  readonly isLegacy?: boolean;
}

/** Each component by itself. */
const each =
  (compute: (e: Emitter, ...operands: number[]) => number): Lowering =>
  ({ e, refs }) => [e.b.vector(refs[0]!, (_, i) => compute(e, ...refs.map((list) => list[i]!)))];

/** All components together, one result. */
const joint =
  (compute: (e: Emitter, ...operands: (readonly number[])[]) => number | readonly number[]): Lowering =>
  ({ e, refs }) => {
    const result = compute(e, ...refs);
    return [typeof result === 'number' ? [result] : result];
  };

/** A result and an `out` parameter of each component. */
const pairs =
  (compute: (e: Emitter, x: number) => readonly [number, number], hasResult = true): Lowering =>
  ({ e, refs }) => {
    const both = refs[0]!.map((x) => compute(e, x));
    const lists = [both.map(([first]) => first), both.map(([, second]) => second)];
    return hasResult ? lists : [[], ...lists];
  };

type Options = Partial<Pick<IntrinsicRow, 'available' | 'isPure'>>;

function row(
  signatures: string | readonly string[],
  lower: Lowering,
  doc: string,
  options: Options = {},
): IntrinsicRow {
  const list = typeof signatures === 'string' ? [signatures] : signatures;
  return { signatures: list, lower, doc, available: [], isPure: true, ...options };
}

const onlyPixels = (model = 40): Options => ({ available: [{ model, stages: 'ps', code: 'X4532' }] });

const float = (name: Parameters<Emitter['unary']>[0]) => each((e, x) => e.unary(name, x));
const derivative = (name: 'x' | 'y', suffix: '' | '.coarse' | '.fine' = '') =>
  each((e, x) => deriv(e, name, suffix, x));

/** From 5_0 on, derivatives say whether they are coarse. */
function deriv(e: Emitter, axis: 'x' | 'y', suffix: '' | '.coarse' | '.fine', x: number): number {
  return e.op(`deriv.${axis}${suffix || (e.model >= 50 ? '.coarse' : '')}`, e.typeOf(x), x);
}

const types = ({ args }: IntrinsicCall, i: number) => (args[i] as Value).type as NumericType;
const F1 = 'F = F';
const F2 = 'F = F F';
const F3 = 'F = F F F';

const sm5 = (code: string, stages = ''): Options => ({ available: [{ model: 50, stages, code }] });
const { threads, groupMemory, uavGlobal } = BarrierBits;
const COMPUTE: Options = { available: [{ model: 40, stages: 'cs', code: 'X3664' }], isPure: false };
const ATOMIC: Options = { ...sm5('X3660'), isPure: false };

const bits = (kind: number): Lowering => each((e, x) => e.as(kind, x));

const FUNCTIONS: Readonly<Record<string, IntrinsicRow>> = {
  abort: row('void =', special.abort, 'Ends the invocation.', { isPure: false }),
  AllMemoryBarrier: row('void =', special.barrier(groupMemory | uavGlobal), 'Waits for all memory.', COMPUTE),
  AllMemoryBarrierWithGroupSync: row(
    'void =',
    special.barrier(threads | groupMemory | uavGlobal),
    'Waits for all memory and all threads of the group.',
    COMPUTE,
  ),
  asdouble: row(
    'double = S S',
    each((e, low, high) => bitwise.asdouble(e, low!, high!)),
    'Returns the double with a low and a high word.',
    sm5('X3651'),
  ),
  CheckAccessFullyMapped: row(
    'bool. = S.',
    joint((e, x) => e.ne(x![0]!, e.unsigned(0))),
    'Returns whether a status says that all texels exist.',
    sm5('X3535'),
  ),
  countbits: row('uint = uint', each(bitwise.countbits), 'Returns the number of set bits.'),
  DeviceMemoryBarrier: row('void =', special.deviceBarrier(uavGlobal), 'Waits for memory of views.', {
    available: [{ model: 40, stages: 'cs ps', code: 'X3664' }],
    isPure: false,
  }),
  DeviceMemoryBarrierWithGroupSync: row(
    'void =',
    special.barrier(threads | uavGlobal),
    'Waits for memory of views and all threads of the group.',
    COMPUTE,
  ),
  errorf: row('void = string ...', special.errorf, 'Writes an error to the debugger.', { isPure: false }),
  EvaluateAttributeAtSample: row(
    'N = N uint.',
    special.evaluateInput('eval.sample'),
    'Returns an input at a sample.',
    sm5('X3672', 'ps'),
  ),
  EvaluateAttributeCentroid: row(
    'N = N',
    special.evaluateInput('eval.centroid'),
    'Returns an input at the centroid.',
    sm5('X3672', 'ps'),
  ),
  EvaluateAttributeSnapped: row(
    'N = N int[2]',
    special.evaluateInput('eval.snapped'),
    'Returns an input at an offset in sixteenths of a pixel.',
    sm5('X3672', 'ps'),
  ),
  f16tof32: row('float = uint', each(bitwise.f16tof32), 'Returns the float16 in the low half of a word.'),
  f32tof16: row('uint = F', each(bitwise.f32tof16), 'Returns the bits of a number as float16.'),
  firstbithigh: row('uint = I', each(bitwise.firstbithigh), 'Returns the number of the highest set bit.'),
  firstbitlow: row('uint = uint', each(bitwise.firstbitlow), 'Returns the number of the lowest set bit.'),
  fma: row(
    'double = B B B',
    each((e, a, b, c) => e.op('d.fma', e.typeOf(a!), a!, b!, c!)),
    'Returns a * b + c, rounded once.',
    sm5('X3651'),
  ),
  GetRenderTargetSampleCount: row(
    'uint[1] =',
    special.renderTargetSamples,
    'Returns the samples of the render targets.',
    onlyPixels(41),
  ),
  GetRenderTargetSamplePosition: row(
    'float[2] = int[1]',
    special.renderTargetPosition,
    'Returns the offset of a sample from the pixel center.',
    onlyPixels(41),
  ),
  GroupMemoryBarrier: row('void =', special.barrier(groupMemory), 'Waits for group memory.', COMPUTE),
  GroupMemoryBarrierWithGroupSync: row(
    'void =',
    special.barrier(threads | groupMemory),
    'Waits for group memory and all threads of the group.',
    COMPUTE,
  ),
  InterlockedAdd: interlocked('Add', 'uint.'),
  InterlockedAnd: interlocked('And', 'uint.'),
  InterlockedCompareExchange: row(
    'void = @memory uint. uint. out J.',
    special.interlocked('CompareExchange'),
    'Replaces a number in memory if it equals another one, and returns it.',
    ATOMIC,
  ),
  InterlockedCompareStore: row(
    'void = @memory uint. uint.',
    special.interlocked('CompareStore'),
    'Replaces a number in memory if it equals another one.',
    ATOMIC,
  ),
  InterlockedExchange: row(
    'void = @memory Y. out Z.',
    special.interlocked('Exchange'),
    'Replaces a number in memory and returns it.',
    ATOMIC,
  ),
  InterlockedMax: interlocked('Max', 'I.'),
  InterlockedMin: interlocked('Min', 'I.'),
  InterlockedOr: interlocked('Or', 'uint.'),
  InterlockedXor: interlocked('Xor', 'uint.'),
  msad4: row(
    'uint[4] = uint. uint[2] uint[4]',
    ({ e, refs }) => [bitwise.msad4(e, refs[0]![0]!, refs[1]!, refs[2]!)],
    'Returns sums of absolute differences of bytes.',
    sm5('X3535'),
  ),
  noise: row('F. = F[M]', special.noise, 'Returns noise from -1 to 1; only texture shaders (tx_1_0) have it.'),
  NonUniformResourceIndex: row(
    'A = A',
    special.nonuniform,
    'Marks an index of resources that may differ between lanes.',
    { available: [{ model: 51, stages: '', code: 'X3535' }] },
  ),
  printf: row('void = string ...', special.printf, 'Writes a message to the debugger.', { isPure: false }),
  reversebits: row('uint = uint', each(bitwise.reversebits), 'Returns the bits in reverse order.'),

  abs: row(
    'N = N',
    each((e, x) => e.abs(x)),
    'Returns the absolute value.',
  ),
  acos: row(F1, each(math.acos), 'Returns the arccosine of a number from -1 to 1.'),
  all: row('bool. = A', joint(vectors.all), 'Returns true if no component is 0.'),
  any: row('bool. = A', joint(vectors.any), 'Returns true if any component is not 0.'),
  asfloat: row('float = W', bits(Kind.f32), 'Returns the bits of a number as float.'),
  asin: row(F1, each(math.asin), 'Returns the arcsine of a number from -1 to 1.'),
  asint: row('int = W', bits(Kind.i32), 'Returns the bits of a number as int.'),
  asuint: row(
    ['uint = W', 'void = double out uint out uint'],
    (call) => (types(call, 0).scalar === 'double' ? pairs(bitwise.wordsOfDouble, false) : bits(Kind.u32))(call),
    'Returns the bits of a number as uint.',
  ),
  atan: row(F1, each(math.atan), 'Returns the arctangent.'),
  atan2: row(F2, each(math.atan2), 'Returns the angle of the vector (x, y), given y and x.'),
  ceil: row(F1, float('ceil'), 'Rounds up.'),
  clamp: row('N = N N N', each(math.clamp), 'Limits a number to a range.'),
  clip: row('void = H', clip, 'Discards the pixel if any component is negative.', { ...onlyPixels(), isPure: false }),
  cos: row(F1, float('cos'), 'Returns the cosine.'),
  cosh: row(F1, each(math.cosh), 'Returns the hyperbolic cosine.'),
  cross: row('F[3] = F[3] F[3]', joint(vectors.cross), 'Returns the cross product.'),
  D3DCOLORtoUBYTE4: row('int[4] = H[4]', joint(vectors.colorToBytes), 'Returns a color as bytes, blue first.'),
  ddx: row(F1, derivative('x'), 'Returns the rate of change from left to right.', onlyPixels()),
  ddx_coarse: row(F1, derivative('x', '.coarse'), 'Returns ddx of the entire quad.', onlyPixels(50)),
  ddx_fine: row(F1, derivative('x', '.fine'), 'Returns ddx of the row of the quad.', onlyPixels(50)),
  ddy: row(F1, derivative('y'), 'Returns the rate of change from top to bottom.', onlyPixels()),
  ddy_coarse: row(F1, derivative('y', '.coarse'), 'Returns ddy of the entire quad.', onlyPixels(50)),
  ddy_fine: row(F1, derivative('y', '.fine'), 'Returns ddy of the column of the quad.', onlyPixels(50)),
  degrees: row(
    F1,
    each((e, x) => e.mul(x, e.floatBits(0x4265_2ee1))),
    'Converts from radians to degrees.',
  ),
  determinant: row(
    'F. = F[NxN]',
    (call) => [[vectors.determinant(call.e, call.refs[0]!, types(call, 0))]],
    'Returns the determinant of a square matrix.',
  ),
  distance: row(
    'F. = F[M] F[M]',
    joint((e, a, b) => vectors.length(e, vectors.difference(e, a!, b!))),
    'Returns the distance of two points.',
  ),
  dot: row(
    'N. = N[M] N[M]',
    joint((e, a, b) => vectors.dot(e, a!, b!)),
    'Returns the scalar product of two vectors.',
  ),
  dst: row(
    'N[4] = N[4] N[4]',
    joint((e, a, b) => vectors.dst(e, a!, b!)),
    'Returns a vector of attenuation.',
  ),
  exp: row(F1, each(math.exp), 'Returns e to the power of x.'),
  exp2: row(F1, float('exp2'), 'Returns 2 to the power of x.'),
  faceforward: row(
    'F[M] = F[M] F[M] F[M]',
    joint((e, n, i, ng) => vectors.faceforward(e, n!, i!, ng!)),
    'Returns a normal that faces the viewer.',
  ),
  floor: row(F1, float('floor'), 'Rounds down.'),
  fmod: row(F2, each(math.fmod), 'Returns the remainder of a division, with the sign of the dividend.'),
  frac: row(F1, float('frc'), 'Returns x - floor(x).'),
  frexp: row('H = H out H', pairs(math.frexp), 'Returns the fraction of a number and its exponent.'),
  fwidth: row(
    F1,
    each((e, x) => e.add(e.abs(deriv(e, 'y', '', x)), e.abs(deriv(e, 'x', '', x)))),
    'Returns abs(ddx(x)) + abs(ddy(x)).',
    onlyPixels(),
  ),
  isfinite: row('bool = H', each(math.isfinite), 'Returns whether a number is neither infinite nor NaN.'),
  isinf: row('bool = H', each(math.isinf), 'Returns whether a number is infinite.'),
  isnan: row('bool = H', each(math.isnan), 'Returns whether a number is NaN.'),
  ldexp: row(F2, each(math.ldexp), 'Returns x times 2 to the power of the exponent.'),
  length: row(
    'F. = F[M]',
    joint((e, x) => vectors.length(e, x!)),
    'Returns the length of a vector.',
  ),
  lerp: row(F3, each(math.lerp), 'Interpolates linearly between x and y.'),
  lit: row(
    'F[4] = F. F. F.',
    ({ e, refs }) => [vectors.lit(e, refs[0]![0]!, refs[1]![0]!, refs[2]![0]!)],
    'Returns the ambient, diffuse and specular factors of light.',
  ),
  log: row(F1, each(math.log), 'Returns the natural logarithm.'),
  log10: row(F1, each(math.log10), 'Returns the logarithm to base 10.'),
  log2: row(F1, float('log2'), 'Returns the logarithm to base 2.'),
  mad: row('N = N N N', each(math.mad), 'Returns x * y + z.'),
  max: row(
    'N = N N',
    each((e, a, b) => e.max(a!, b!)),
    'Returns the larger number.',
  ),
  min: row(
    'N = N N',
    each((e, a, b) => e.min(a!, b!)),
    'Returns the smaller number.',
  ),
  modf: row('F = F out F', pairs(math.modf), 'Returns the fraction of a number and its integral part.'),
  mul: row(
    [
      'N. = N. N.',
      'N[K] = N. N[K]',
      'N[LxK] = N. N[LxK]',
      'N[M] = N[M] N.',
      'N. = N[M] N[M]',
      'N[K] = N[M] N[MxK]',
      'N[NxM] = N[NxM] N.',
      'N[N] = N[NxM] N[M]',
      'N[NxK] = N[NxM] N[MxK]',
    ],
    (call) => [vectors.multiply(call.e, call.refs[0]!, types(call, 0), call.refs[1]!, types(call, 1))],
    'Returns the product of scalars, vectors or matrices.',
  ),
  normalize: row(
    'F[M] = F[M]',
    joint((e, x) => vectors.normalize(e, x!)),
    'Returns the vector with length 1.',
  ),
  pow: row(F2, each(math.pow), 'Returns x to the power of y.'),
  radians: row(
    F1,
    each((e, x) => e.mul(x, e.floatBits(0x3c8e_fa35))),
    'Converts from degrees to radians.',
  ),
  rcp: row('D = D', each(math.rcp), 'Returns the reciprocal.'),
  reflect: row(
    'F[M] = F[M] F[M]',
    joint((e, i, n) => vectors.reflect(e, i!, n!)),
    'Reflects a ray at a surface.',
  ),
  refract: row(
    'F[M] = F[M] F[M] H[1]',
    joint((e, i, n, eta) => vectors.refract(e, i!, n!, eta![0]!)),
    'Refracts a ray at a surface.',
  ),
  round: row(F1, each(math.round), 'Rounds to the nearest whole number, ties to even.'),
  rsqrt: row(F1, float('rsq'), 'Returns the reciprocal of the square root.'),
  saturate: row('D = D', each(math.saturate), 'Limits a number to the range from 0 to 1.'),
  sign: row('int = N', each(math.sign), 'Returns -1, 0 or 1.'),
  sin: row(F1, float('sin'), 'Returns the sine.'),
  sincos: row(
    'void = F out F out F',
    pairs((e, x) => [e.unary('sin', x), e.unary('cos', x)], false),
    'Returns sine and cosine.',
  ),
  sinh: row(F1, each(math.sinh), 'Returns the hyperbolic sine.'),
  smoothstep: row(F3, each(math.smoothstep), 'Interpolates smoothly from 0 to 1 between two edges.'),
  source_mark: row('void =', () => [[]], 'Marks a location for debuggers; computes nothing.'),
  sqrt: row(F1, float('sqrt'), 'Returns the square root.'),
  step: row(F2, each(math.step), 'Returns 1 if x is not below the edge, else 0.'),
  tan: row(F1, each(math.tan), 'Returns the tangent.'),
  tanh: row(F1, each(math.tanh), 'Returns the hyperbolic tangent.'),
  transpose: row(
    'A[MxN] = A[NxM]',
    (call) => [vectors.transpose(call.refs[0]!, types(call, 0))],
    'Returns the matrix with rows and columns exchanged.',
  ),
  trunc: row(F1, float('trunc'), 'Rounds toward 0.'),
};

export const INTRINSICS: Readonly<Record<string, IntrinsicRow>> = {
  ...FUNCTIONS,
  ...tessellationRows(),
  ...legacyRows(),
};

/** An atomic operation with and without the value before it. */
function interlocked(name: string, value: string): IntrinsicRow {
  const doc = 'Changes a number in memory atomically.';
  return row(`void = @memory ${value} | out J.`, special.interlocked(name), doc, ATOMIC);
}

/** The functions for tessellation, whose reductions are those that the compiler computes. */
function tessellationRows(): Record<string, IntrinsicRow> {
  const doc = 'Computes factors of tessellation.';
  const options = sm5('X3535', 'hs');
  const lower =
    (factors: ReturnType<typeof tessellation.processAxes>): Lowering =>
    ({ e, refs }) => [[], ...factors(e, refs[0]!, refs[1]!)];
  const rows: Record<string, IntrinsicRow> = {
    ProcessIsolineTessFactors: row(
      'void = H[1] H[1] out H[1] out H[1]',
      ({ e, refs }) => [[], ...refs.map(([factor]) => [tessellation.edgeFactor(e, factor!)])],
      doc,
      options,
    ),
  };
  for (const [suffix, reduction, ofTriangles] of [
    ['Avg', 'average', 'min'],
    ['Max', 'max', 'max'],
    ['Min', 'min', 'average'],
  ] as const) {
    const triangle = 'void = H[3] H[1] out H[3] out H[1] out H[1]';
    const quad = 'void = H[4] H[1] out H[4] out H[2] out H[2]';
    const axes = 'void = H[4] H[2] out H[4] out H[2] out H[2]';
    const add = (name: string, signature: string, factors: ReturnType<typeof tessellation.processAxes>) => {
      rows[`Process${name}TessFactors${suffix}`] = row(signature, lower(factors), doc, options);
    };
    add('Tri', triangle, tessellation.processEdges(ofTriangles, 1));
    add('Quad', quad, tessellation.processEdges(reduction, 2));
    add('2DQuad', axes, tessellation.processAxes(reduction));
  }
  return rows;
}

/** The functions of samplers of Direct3D 9. */
function legacyRows(): Record<string, IntrinsicRow> {
  const rows: Record<string, IntrinsicRow> = {};
  for (const [suffix, count] of [
    ['1D', 1],
    ['2D', 2],
    ['3D', 3],
    ['CUBE', 3],
  ] as const) {
    const sampler = `@sampler${suffix}`;
    const location = suffix === '1D' ? 'F.' : `F[${count}]`;
    const gradients = `float[4] = ${sampler} F[${count}] F[${count}] F[${count}]`;
    const add = (kind: special.LegacyRead, signatures: readonly string[], stages: string) => {
      const name = `tex${suffix}${kind === 'sample' ? '' : kind}`;
      const available = [{ model: 40, stages, code: 'X4532' }];
      const doc = 'Returns a texel of a sampler of Direct3D 9.';
      rows[name] = {
        ...row(signatures, special.legacyRead(kind, count, suffix === 'CUBE'), doc, { available }),
        isLegacy: true,
      };
    };
    add('sample', [`float[4] = ${sampler} ${location}`, gradients], 'ps');
    add('bias', [`float[4] = ${sampler} F[4]`], 'ps');
    add('proj', [`float[4] = ${sampler} F[4]`], 'ps');
    add('lod', [`float[4] = ${sampler} F[4]`], '');
    add('grad', [gradients], '');
  }
  return rows;
}

function clip({ e, refs }: IntrinsicCall): readonly (readonly number[])[] {
  const isNegative = refs[0]!.map((x) => e.lt(x, e.float(0))).reduce((a, b) => e.or(a, b));
  const { ops } = e.b;
  if (ops.code[isNegative] !== Op.const || ops.a[isNegative] !== 0) e.b.op(Op.discard, NONE, isNegative);
  return [[]];
}
