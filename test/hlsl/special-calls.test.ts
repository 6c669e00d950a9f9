import { describe, expect, test } from 'vitest';
import { readIntrinsicPrograms } from '../../fixtures/intrinsics.ts';
import {
  atomicCases,
  EVALUATE_CASE,
  type LegacyCase,
  legacyCases,
  type SpecialCase,
  type TessellationCase,
  tessellationCases,
} from '../../fixtures/special-calls.ts';
import { ProgramRuns } from '../../smith/checks/vm-ir.ts';
import { wordsOf } from '../../src/base/words.ts';
import {
  type Argument,
  Emitter,
  isResolved,
  type LoweringContext,
  loadElement,
  lowerIntrinsic,
  memoryRefOf,
  resolveIntrinsic,
  storeElement,
  type Value,
} from '../../src/hlsl/intrinsics/index.ts';
import {
  type HlslType,
  INT,
  numericType,
  objectType,
  type StructType,
  UINT,
  vectorType,
} from '../../src/hlsl/types/types.ts';
import { type IrBinding, newBinding, newElement } from '../../src/ir/declarations.ts';
import {
  B32,
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
function compare({ id }: SpecialCase, module: IrModule): void {
  expect(verifyIr(module)).toEqual([]);
  const runs = new ProgramRuns(readSm4(wordsOf(new Uint8Array(Buffer.from(programs.get(id)!.tokens!, 'base64')))));
  for (let seed = 1; seed <= RUNS; seed++) expect(runs.compare(module, seed, 'finite'), `${seed}`).toBe('same');
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
  const member = (type: HlslType, at: string) => ({ name: at, type, semantic: undefined, modifiers: [] });
  const element: StructType = {
    kind: 'struct',
    name: 'E',
    isClass: false,
    base: undefined,
    interfaces: [],
    members: [member(numericType('float'), 'a'), member(scalar, 'b')],
  };
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

describe('calls that need more than arguments', () => {
  test.each(tessellationCases())('$id', (one) => compare(one, tessellationModule(one)));

  test.each(legacyCases())('$id', (one) => {
    const { module, refused } = legacyModule(one);
    expect(refused).toEqual([]);
    compare(one, module);
  });

  test.each(atomicCases())('$id', (one) => compare(one, atomicModule(one)));

  test('inputs at other positions', () => compare(EVALUATE_CASE, evaluateModule()));
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
