import { describe, expect, test } from 'vitest';
import { readIntrinsicPrograms } from '../../fixtures/intrinsics.ts';
import {
  atomicCases,
  EVALUATE_CASE,
  INDEX_CASE,
  type LegacyCase,
  legacyCases,
  type SpecialCase,
  type TessellationCase,
  tessellationCases,
} from '../../fixtures/special-calls.ts';
import type { WordMode } from '../../smith/checks/random-bindings.ts';
import { ProgramRuns } from '../../smith/checks/vm-ir.ts';
import { wordsOf } from '../../src/base/words.ts';
import {
  type Argument,
  Emitter,
  isResolved,
  type LoweringContext,
  loadElement,
  lowerIntrinsic,
  memoryLayout,
  memoryRefOf,
  readElement,
  resolveIntrinsic,
  storeElement,
  type Value,
  writeElement,
} from '../../src/hlsl/intrinsics/index.ts';
import {
  arrayType,
  FLOAT,
  FLOAT4,
  type HlslType,
  INT,
  matrixType,
  numericType,
  type ObjectName,
  objectType,
  type StructType,
  UINT,
  vectorType,
} from '../../src/hlsl/types/types.ts';
import { type IrBinding, newBinding, newElement } from '../../src/ir/declarations.ts';
import {
  B32,
  evaluateQuad,
  F32,
  IrBuilder,
  type IrFacts,
  IrModule,
  type IrStage,
  Kind,
  NONE,
  Op,
  typeOf,
  verifyIr,
} from '../../src/ir/index.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';

const programs = new Map(readIntrinsicPrograms().map((program) => [program.id, program]));
const RUNS = 8;

/** Runs the recorded program and a module. */
function compare({ id }: SpecialCase, module: IrModule, mode: WordMode = 'finite'): void {
  expect(verifyIr(module)).toEqual([]);
  const runs = new ProgramRuns(readSm4(wordsOf(new Uint8Array(Buffer.from(programs.get(id)!.tokens!, 'base64')))));
  for (let seed = 1; seed <= RUNS; seed++) expect(runs.compare(module, seed, mode), `${seed}`).toBe('same');
}

function newModule(stage: IrStage, version: readonly [number, number], facts: Partial<IrFacts> = {}) {
  const module = new IrModule(stage, { version, profile: `${stage}_${version.join('_')}`, ...facts });
  const b = new IrBuilder(module);
  const refused: string[] = [];
  const context: LoweringContext = {
    b,
    stage,
    version,
    isCompatible: true,
    appendVertex: () => {},
    refuse: (_ops, code) => refused.push(code),
    unrollForConstants: () => false,
  };
  return { module, b, refused, context };
}

function call(name: string, types: readonly HlslType[], args: readonly Argument[], context: LoweringContext): Value[] {
  const resolved = resolveIntrinsic(name, types);
  if (!isResolved(resolved)) throw new Error(`${name}: ${resolved.reason}`);
  return lowerIntrinsic(resolved, args, context);
}

const IR_PARTITIONINGS = {
  integer: 'integer',
  pow2: 'pow2',
  fractional_odd: 'fractionalOdd',
  fractional_even: 'fractionalEven',
} as const;

function tessellationModule({ partitioning, name, edges, scales, insides }: TessellationCase): IrModule {
  const facts = { partitioning: IR_PARTITIONINGS[partitioning], inputPoints: 3, outputPoints: 3 };
  const { module, b, context } = newModule('hs', [5, 0], facts);
  module.bindings.push({ ...newBinding('constants', 0), size: 2 });
  b.beginFunction('fork', 'fork');
  const load = (row: number, count: number) =>
    Array.from({ length: count }, (_, i) => b.opWith(i, Op['cb.load'], F32, b.unsigned(row)));
  const insideType = edges === 3 ? vectorType('float', 1) : vectorType('float', 2);
  const types = [vectorType('float', edges), vectorType('float', scales)];
  const results = call(
    name,
    [...types, types[0]!, insideType, insideType],
    [
      { type: types[0]!, refs: load(0, edges) },
      { type: types[1]!, refs: load(1, scales) },
    ],
    context,
  );
  const [, edgeFactors, inside, unrounded] = results.map(({ refs }) => refs);
  const write = (register: number, refs: readonly number[]) => {
    module.outputs.push(newElement('patch', register, 2 ** refs.length - 1));
    for (const [i, ref] of refs.entries()) b.opWith(((module.outputs.length - 1) << 2) | i, Op.out, NONE, ref);
  };
  for (const [i, factor] of edgeFactors!.entries()) write(i, [factor]);
  const insideRegisters = edges === 3 ? 1 : 2;
  for (let i = 0; i < insideRegisters; i++) write(edges + i, [inside![Math.min(i, insides - 1)]!]);
  write(edges + insideRegisters, [unrounded![0]!, unrounded![insides - 1]!, b.float(0), b.float(0)]);
  b.return();
  return module;
}

const DIMENSIONS = { '1D': 'texture2D', '2D': 'texture2D', '3D': 'texture3D', CUBE: 'textureCube' } as const;

function legacyModule({ name, dimension, widths }: LegacyCase) {
  const { module, b, context, refused } = newModule('ps', [4, 0]);
  const type = objectType(`sampler${dimension}`);
  module.bindings.push(
    { ...newBinding('view', 0), dimension: DIMENSIONS[dimension], returnTypes: ['float', 'float', 'float', 'float'] },
    newBinding('sampler', 0),
  );
  b.beginFunction('main', 'main');
  const args: Value[] = widths.map((width, register) => {
    module.inputs.push(newElement('vertex', register, 2 ** width - 1));
    const refs = Array.from({ length: width }, (_, i) => b.opWith((register << 2) | i, Op.in, F32));
    const isScalar = name === 'tex1D' && widths.length === 1;
    return { type: isScalar ? numericType('float') : vectorType('float', width), refs };
  });
  const object = { type, binding: 0, sampler: { type, binding: 1 } };
  const [result] = call(name, [type, ...args.map((arg) => arg.type)], [object, ...args], context);
  module.outputs.push(newElement('vertex', 0, 15));
  for (const [i, ref] of result!.refs.entries()) b.opWith(i, Op.out, NONE, ref);
  b.return();
  return { module, refused };
}

function atomicModule({ name, isSigned }: ReturnType<typeof atomicCases>[number]): IrModule {
  const scalar = isSigned ? INT : UINT;
  const { module, b, context } = newModule('cs', [5, 0], { threadGroupSize: [1, 1, 1] });
  const e = new Emitter(context);
  const element = structOf(FLOAT, scalar);
  const uav = (register: number, rest: Partial<IrBinding>): IrBinding => ({ ...newBinding('uav', register), ...rest });
  const kind = isSigned ? ('sint' as const) : ('uint' as const);
  module.bindings.push(
    uav(0, { dimension: 'structuredBuffer', stride: 8 }),
    uav(1, { dimension: 'texture2D', returnTypes: [kind, kind, kind, kind] }),
    uav(2, { dimension: 'rawBuffer' }),
    { ...newBinding('group', 0), stride: 4, size: 4 },
  );
  b.beginFunction('main', 'main');
  const raw = { binding: 2 };
  const load = (offset: number) => loadElement(e, raw, { base: b.unsigned(offset) }, scalar).refs[0]!;
  const value = load(0);
  const group = { binding: 3 };
  storeElement(e, group, { element: b.unsigned(1) }, scalar, [load(4)]);
  const structured = { type: objectType('RWStructuredBuffer', element), binding: 0 };
  const texture = { type: objectType('RWTexture2D', scalar), binding: 1 };
  const targets = [
    memoryRefOf({ object: structured, index: [b.unsigned(2)], type: scalar, byteOffset: 4 }, context),
    memoryRefOf({ object: texture, index: [b.unsigned(1), b.unsigned(2)], type: scalar }, context),
    { type: scalar, object: group, address: [b.unsigned(1), b.unsigned(0)] },
  ];
  const types = name === 'CompareExchange' ? [scalar, UINT, UINT, scalar] : [scalar, scalar, scalar];
  const before = targets.map((target) => {
    const values = name === 'CompareExchange' ? [e.like(value, 5), value] : [value];
    const args: Argument[] = [target, ...values.map((ref) => ({ type: scalar, refs: [ref] }))];
    return call(`Interlocked${name}`, types, args, context)[1]!.refs[0]!;
  });
  const last = loadElement(e, group, { element: b.unsigned(1) }, scalar).refs[0]!;
  const four = vectorType(isSigned ? 'int' : 'uint', 4);
  storeElement(e, raw, { base: b.unsigned(16) }, four, [...before, last]);
  b.return();
  return module;
}

function evaluateModule(): IrModule {
  const { module, b, context } = newModule('ps', [5, 0]);
  module.inputs.push(newElement('vertex', 0, 15), newElement('vertex', 1, 7));
  b.beginFunction('main', 'main');
  const input = (register: number, width: number): Value => ({
    type: vectorType('float', width),
    refs: Array.from({ length: width }, (_, i) => b.opWith((register << 2) | i, Op.in, F32)),
  });
  const int = (...values: number[]): Value => ({
    type: values.length === 1 ? INT : vectorType('int', values.length),
    refs: values.map((value) => b.constant(typeOf(Kind.i32), value)),
  });
  const [a, c] = [input(0, 4), input(1, 3)];
  const sample: Value = { type: UINT, refs: [b.unsigned(2)] };
  const offset = int(3, -4);
  const results = [
    ...call('EvaluateAttributeAtSample', [a.type, UINT], [a, sample], context)[0]!.refs,
    ...call('EvaluateAttributeCentroid', [c.type], [c], context)[0]!.refs,
    b.float(0),
    ...call('EvaluateAttributeSnapped', [a.type, offset.type], [a, offset], context)[0]!.refs,
  ];
  for (const [i, ref] of results.entries()) {
    if (i % 4 === 0) module.outputs.push(newElement('vertex', i / 4, 15));
    b.opWith(i, Op.out, NONE, ref);
  }
  b.return();
  return module;
}

function structOf(...types: readonly HlslType[]): StructType {
  const members = types.map((type, i) => ({ name: `m${i}`, type, semantic: undefined, modifiers: [] }));
  return { kind: 'struct', name: 'E', isClass: false, base: undefined, interfaces: [], members };
}

function indexModule(): IrModule {
  const { module, b, context } = newModule('ps', [5, 0]);
  const e = new Emitter(context);
  const int2 = vectorType('int', 2);
  const float2 = vectorType('float', 2);
  const element = structOf(FLOAT, int2, matrixType('float', 3, 2), arrayType(FLOAT, 3));
  const { size: stride } = memoryLayout(element);
  const add = (name: ObjectName, type: HlslType, register: number, dimension: IrBinding['dimension']) => {
    const isStructured = dimension === 'structuredBuffer';
    const returnTypes = isStructured ? undefined : (['float', 'float', 'float', 'float'] as const);
    const kind = name.startsWith('RW') ? 'uav' : 'view';
    const layout = isStructured ? { stride } : {};
    const binding = module.bindings.push({ ...newBinding(kind, register), dimension, returnTypes, ...layout }) - 1;
    return { type: objectType(name, type), binding };
  };
  const texture = add('Texture2D', FLOAT4, 0, 'texture2D');
  const samples = add('Texture2DMS', FLOAT4, 1, 'texture2DMS');
  const buffer = add('StructuredBuffer', element, 2, 'structuredBuffer');
  const typed = add('Buffer', float2, 3, 'buffer');
  const written = add('RWStructuredBuffer', element, 5, 'structuredBuffer');
  const image = add('RWTexture2D', float2, 6, 'texture2D');
  module.inputs.push(newElement('vertex', 0, 15));
  b.beginFunction('main', 'main');
  const [x, y, z, w] = [0, 1, 2, 3].map((i) => b.opWith(i, Op.in, Kind.u32)) as [number, number, number, number];
  const texel = readElement({ object: texture, index: [x, y], level: z, type: FLOAT4 }, context);
  const sample = readElement({ object: samples, index: [x, y], level: b.unsigned(1), type: FLOAT4 }, context);
  const first = readElement({ object: texture, index: [y, x], type: FLOAT4 }, context);
  const part = (index: number, type: HlslType, byteOffset: number, dynamicOffset?: number) =>
    readElement({ object: buffer, index: [index], type, byteOffset, dynamicOffset }, context).refs;
  const third = b.op(Op['u.mod'], Kind.u32, w, b.unsigned(3));
  const results = [
    ...texel.refs,
    ...sample.refs.map((ref, i) => e.add(ref, first.refs[i]!)),
    ...part(x, FLOAT, 16),
    ...part(y, INT, 8),
    ...part(z, FLOAT, 36, e.shl(third, 2)),
    b.unsigned(0),
    ...readElement({ object: typed, index: [x], type: float2 }, context).refs,
    b.unsigned(0),
    b.unsigned(0),
  ];
  for (const [i, ref] of results.entries()) {
    if (i % 4 === 0) module.outputs.push(newElement('vertex', i / 4, 15));
    b.opWith(i, Op.out, NONE, b.as(Kind.u32, ref));
  }
  writeElement({ object: written, index: [x], type: int2, byteOffset: 4 }, part(z, int2, 4), context);
  writeElement({ object: image, index: [x, y], type: float2 }, [b.as(Kind.f32, z), b.as(Kind.f32, w)], context);
  b.return();
  return module;
}

describe('calls that need more than arguments', () => {
  test.each(tessellationCases())('$id', (one) => compare(one, tessellationModule(one)));

  test.each(legacyCases())('$id', (one) => {
    const { module, refused } = legacyModule(one);
    expect(refused).toEqual([]);
    compare(one, module);
  });

  test.each(atomicCases())('$id', (one) => compare(one, atomicModule(one)));

  test('inputs at other positions', () => compare(EVALUATE_CASE, evaluateModule()));

  test('elements by index', () => compare(INDEX_CASE, indexModule(), 'dyadic'));
});

describe('determinants', () => {
  test('of 4x4 matrices of small integers are exact', () => {
    const { module, b, context } = newModule('ps', [5, 0]);
    b.beginFunction('main', 'main');
    const rows = [
      [2, -1, 0, 3],
      [1, 4, -2, 5],
      [0, 7, 1, -3],
      [6, 2, -5, 1],
    ];
    const type = matrixType('float', 4, 4);
    const [result] = call('determinant', [type], [{ type, refs: rows.flat().map((x) => b.float(x)) }], context);
    module.outputs.push(newElement('vertex', 0, 1));
    b.opWith(0, Op.out, NONE, result!.refs[0]!);
    b.return();
    const { outputs } = evaluateQuad(module, {});
    expect(new Float32Array(outputs.words.slice(0, 1).buffer)[0]).toBe(determinantOf(rows));
  });
});

/** The determinant by expansion along the first row. */
function determinantOf(m: readonly (readonly number[])[]): number {
  if (m.length === 1) return m[0]![0]!;
  return m[0]!.reduce((sum, x, skipped) => {
    const minor = m.slice(1).map((row) => row.filter((_, i) => i !== skipped));
    return sum + (skipped % 2 === 0 ? x : -x) * determinantOf(minor);
  }, 0);
}

describe('atomic operations', () => {
  test.each([
    ['int', 'int', 'int'],
    ['int', 'uint', 'uint'],
    ['uint', 'int', 'uint'],
  ] as const)('the largest of %s in memory and %s compares as %s', (memory, value, result) => {
    const call = resolveIntrinsic('InterlockedMax', [numericType(memory), numericType(value)]);
    expect(isResolved(call) && call.parameters[1]!.type).toBe(numericType(result));
  });
});

describe('errors of calls', () => {
  const names = (name: string, stage: IrStage, version: readonly [number, number], isCompatible = false) => {
    const { b, context, refused } = newModule(stage, version);
    b.beginFunction('main', 'main');
    const x: Value = { type: numericType('float'), refs: [b.as(Kind.f32, b.undefined(B32))] };
    call(name, [x.type], [x], { ...context, isCompatible });
    return refused;
  };

  test('functions that a profile does not have', () => {
    expect(names('ddx', 'vs', [5, 0])).toEqual(['X4532']);
    expect(names('ddx', 'ps', [4, 0])).toEqual([]);
    expect(names('ddx_fine', 'ps', [4, 1])).toEqual(['X4532']);
    expect(names('clip', 'gs', [4, 0])).toEqual(['X4532']);
    expect(names('NonUniformResourceIndex', 'ps', [5, 0])).toEqual(['X3535']);
    expect(names('EvaluateAttributeCentroid', 'vs', [5, 0])).toEqual(['X3674', 'X3672']);
    expect(names('noise', 'ps', [5, 0])).toEqual(['X4532']);
  });
});
