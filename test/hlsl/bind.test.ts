/**
 * Binding of declarations: containers of random shaders as Microsoft's compiler wrote them (`npm run live -- hlsl-bind
 * --count 126 --seed 9 --record fixtures/hlsl-bind/cases.jsonl.gz`), and cases that the compiler answered (source:
 * oracle).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FIXTURES } from '../../fixtures/sources.ts';
import { type BoundCase, compareBound } from '../../smith/checks/bound-shader.ts';
import { RandomDeclarations } from '../../smith/hlsl-declarations.ts';
import { Random } from '../../smith/random.ts';
import { RootSignatureVersion } from '../../src/chunks/rts0.ts';
import {
  assignRegisters,
  type BoundDeclaration,
  bufferLayout,
  type ElementUse,
  globalsBuffer,
  layoutFaults,
  legacySemantic,
  packSignature,
  readRootSignature,
  registerFaults,
  resourceDefinitions,
  resourcesInside,
  type SignatureDirection,
  scalarOffsets,
  sizeOf,
  toIrElement,
} from '../../src/hlsl/bind/index.ts';
import type {
  BufferDeclaration,
  ConstantVariable,
  ResourceDeclaration,
  SignatureVariable,
} from '../../src/hlsl/declarations.ts';
import {
  arrayType,
  FLOAT,
  FLOAT4,
  type HlslType,
  matrixType,
  type NumericType,
  objectType,
  type ScalarName,
  type StructType,
  scalarType,
  UINT,
  vectorType,
} from '../../src/hlsl/types/types.ts';
import type { IrStage } from '../../src/ir/index.ts';

const CASES = gunzipSync(readFileSync(join(FIXTURES, 'hlsl-bind', 'cases.jsonl.gz')))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as BoundCase);

test('there are cases of all stages and models', () => {
  expect(new Set(CASES.map(({ profile }) => profile)).size).toBe(18);
});

test.each(CASES)('a shader of $profile is bound as recorded ($seed)', ({ seed, profile, sha256, container }) => {
  const shader = new RandomDeclarations(new Random(seed), profile).make();
  expect(createHash('sha256').update(shader.source).digest('hex')).toBe(sha256);
  expect(compareBound(shader, Uint8Array.from(Buffer.from(container, 'base64')))).toEqual([]);
});

function variable(name: string, type: HlslType, rest: Partial<ConstantVariable> = {}): ConstantVariable {
  return { name, type, registers: [], packOffset: undefined, defaults: undefined, ...rest };
}

function struct(members: readonly HlslType[], base?: StructType): StructType {
  const list = members.map((type, i) => ({ name: `m${i}`, type, semantic: undefined, modifiers: [] }));
  return { kind: 'struct', name: 'S', isClass: false, base, interfaces: [], members: list };
}

function resource(name: string, lengths: readonly number[] = [], register?: number): ResourceDeclaration {
  const registers = register === undefined ? [] : [{ file: 't', number: register, space: 0, profile: undefined }];
  return { name, type: objectType('Texture2D', FLOAT4), lengths, registers, isGloballyCoherent: false };
}

const at = (number: number) => ({ registers: [{ file: 'c', number, space: 0, profile: undefined }] });

describe('layout', () => {
  const offsets = (variables: readonly ConstantVariable[], version: readonly [number, number] = [5, 0]) => {
    const buffer: BufferDeclaration = { kind: 'cbuffer', name: 'B', registers: [], variables };
    return bufferLayout(buffer, version).variables.map((one) => `${one.variable.name} ${one.offset}:${one.size}`);
  };

  test('arrays, matrices and structures start rows that the next variable may share', () => {
    const types: HlslType[] = [
      FLOAT,
      vectorType('float', 2),
      arrayType(FLOAT, 3),
      vectorType('float', 2),
      matrixType('float', 2, 3),
      matrixType('float', 1, 1),
      matrixType('float', 2, 3, true),
      struct([FLOAT, vectorType('float', 3)]),
      FLOAT,
      vectorType('double', 1),
    ];
    expect(offsets(types.map((type, i) => variable(`v${i}`, type)))).toEqual([
      ...['v0 0:4', 'v1 4:8', 'v2 16:36', 'v3 52:8', 'v4 64:40', 'v5 104:4', 'v6 112:28', 'v7 144:16', 'v8 160:4'],
      'v9 168:8',
    ]);
  });

  test('precisions do not mix in a row', () => {
    const scalars: ScalarName[] = ['min16float', 'min12int', 'min16int', 'min10float', 'min16uint', 'float', 'double'];
    expect(offsets(scalars.map((scalar, i) => variable(`v${i}`, scalarType(scalar))))).toEqual([
      ...['v0 0:4', 'v1 16:4', 'v2 32:4', 'v3 48:4', 'v4 64:4', 'v5 80:4', 'v6 88:8'],
    ]);
  });

  test('variables of $Globals with a register come first, arrays of resources start rows', () => {
    const globals = globalsBuffer([
      variable('g0', FLOAT),
      resource('t', [2]),
      variable('g1', FLOAT),
      variable('g2', FLOAT, at(5)),
      variable('g3', FLOAT4, at(1)),
    ]);
    const { variables, size } = bufferLayout(globals, [5, 0]);
    expect(variables.map((one) => [one.variable.name, one.offset])).toEqual([
      ...[
        ['g2', 80],
        ['g3', 16],
        ['g0', 84],
        ['g1', 96],
      ],
    ]);
    expect(size).toBe(112);
  });

  test('scalars of matrices and arrays are found in both packings', () => {
    const type = struct([FLOAT, matrixType('float', 3, 2), arrayType(scalarType('int'), 2)]);
    expect(scalarOffsets(type, 'constants')).toEqual([0, 4, 8, 5, 9, 6, 10, 12, 16]);
    expect(scalarOffsets(type, 'structured')).toEqual([0, 1, 4, 2, 5, 3, 6, 7, 8]);
    expect(sizeOf(type, 'constants')).toBe(68);
    expect(sizeOf(struct([FLOAT, scalarType('double'), FLOAT]), 'structured')).toBe(24);
  });
});

describe('registers of 5.1', () => {
  /** Declarations as `NAME:LENGTH:ELEMENT[:REGISTER]`, length 0 for none; `NAME:T` is a texture buffer. */
  const assign = (text: string) => {
    const uses = new Map<BoundDeclaration, ElementUse>();
    const buffers: BufferDeclaration[] = [];
    const resources: ResourceDeclaration[] = [];
    for (const one of text.split(' ')) {
      const [name = '', length, element, register] = one.split(':');
      const isBuffer = length === 'T';
      const declaration: BoundDeclaration = isBuffer
        ? { kind: 'tbuffer', name, registers: [], variables: [variable('v', FLOAT4)] }
        : resource(name, length === '0' ? [] : [Number(length)], register === undefined ? undefined : Number(register));
      if ('kind' in declaration) buffers.push(declaration);
      else resources.push(declaration);
      const isIndexed = element === 'd';
      if (element !== 'x')
        uses.set(declaration, { elements: new Set(isIndexed ? [] : [Number(element ?? 0)]), isIndexed });
    }
    const options = { profile: 'ps_5_1', version: [5, 1], targets: 1 } as const;
    const { ranges } = assignRegisters([...buffers, ...resources], uses, options);
    return ranges.map((range) => `${range.declaration.name}@${range.register}`).join(' ');
  };

  test.each([
    ['a:0 b:0 T:T U:T', 'a@0 b@1 T@2 U@3'],
    ['T:T U:T', 'U@0 T@1'],
    ['a:2:1 b:2:1 c:2:1', 'b@0 c@2 a@4'],
    ['a:0 b:2:1 c:0 d:2:1 e:0 f:2:1 g:0', 'a@0 c@1 e@2 g@3 f@4 d@6 b@8'],
    ['T:T a:0 U:T b:0 V:T', 'a@0 b@1 T@2 V@3 U@4'],
    ['a:3:1 b:3:2 c:3:0 d:3:0 e:3:1 f:3:d', 'c@0 d@3 f@6 e@9 b@12 a@15'],
    ['a:0 b:0 c:0 T:T U:T V:T', 'a@0 b@1 c@2 V@3 U@4 T@5'],
    ['a:0 T:T U:T t:0:0:5', 'a@0 T@1 U@2 t@5'],
    ['T:T U:T t:2:1:9', 'T@0 U@1 t@9'],
    ['a:0:x:0 b:0', 'b@0'],
    ['a:2:1 b:0 c:2:1:9 d:0 e:2:1 f:0:0:12', 'b@0 d@1 a@2 e@4 c@9 f@12'],
  ])('%s', (declarations, expected) => {
    expect(assign(declarations)).toBe(expected);
  });
});

describe('resources inside of variables (5.0)', () => {
  // struct S { Texture2D t; float4 a; Texture2D u[3]; float b; Buffer<float> bb; };
  const texture = objectType('Texture2D', FLOAT4);
  const inner: StructType = {
    ...struct([]),
    members: [
      ...[['t', texture] as const, ['a', FLOAT4] as const, ['u', arrayType(texture, 3)] as const],
      ...[['b', FLOAT] as const, ['bb', objectType('Buffer', FLOAT)] as const],
    ].map(([name, type]) => ({ name, type, semantic: undefined, modifiers: [] })),
  };
  const outer: StructType = {
    ...struct([]),
    name: 'T',
    members: [
      { name: 'q', type: arrayType(inner, 2), semantic: undefined, modifiers: [] },
      { name: 'c', type: FLOAT, semantic: undefined, modifiers: [] },
    ],
  };
  // Texture2D first; S s; S s2[2]; T tt; with first, s.t, s.u[2], s.bb, s2[1].t, s2[1].u[1], tt.q[1].u[1] in use
  const variables = [variable('s', inner), variable('s2', arrayType(inner, 2)), variable('tt', outer)];
  const resources = [resource('first'), ...variables.flatMap(resourcesInside)];
  const used = ['first', 's.t', 's.u[2]', 's.bb', 's2[1].t', 's2[1].u[1]', 'tt.q[1].u[1]'];
  const uses = new Map(
    resources.map((one) => {
      const names = one.elements?.map(({ name }) => name) ?? [one.name];
      return [
        one,
        { elements: new Set(names.flatMap((name, i) => (used.includes(name) ? [i] : []))), isIndexed: false },
      ];
    }),
  );
  const options = { profile: 'ps_5_0', version: [5, 0], targets: 1 } as const;
  const globals = globalsBuffer(variables);
  const all = new Map<BoundDeclaration, ElementUse>([...uses, [globals, { elements: new Set([0]), isIndexed: false }]]);
  const { bindings, buffers } = resourceDefinitions({
    ...{
      stage: 'ps',
      version: [5, 0],
      flags: 0,
      creator: '',
      buffers: [globals],
      usedVariables: new Set(),
      counted: new Set(),
    },
    ranges: assignRegisters([globals, ...resources], all, options).ranges,
  });

  test('they are one array for each variable', () => {
    expect(bindings.map(({ name, bindPoint, flags }) => `${name} ${bindPoint} ${flags}`)).toEqual([
      ...['first 0 12', 's.t 1 12', 's.u[2] 4 12', 's.bb 5 0', 's2[1].t 11 12', 's2[1].u[1] 13 12'],
      ...['tt.q[1].u[1] 23 12', '$Globals 0 0'],
    ]);
  });

  test('variables have the registers, types count them as scalars and have no such members', () => {
    expect(
      buffers[0]!.variables.map(({ name, offset, size, textureStart, textureCount, type }) =>
        [name, offset, size, textureStart, textureCount, type!.columns, type!.members.map((one) => one.offset)].join(
          ' ',
        ),
      ),
    ).toEqual(['s 0 20 1 5 10 0,16', 's2 32 52 6 8 10 0,16', 'tt 96 56 16 8 21 0,52']);
  });
});

describe('faults', () => {
  const rangeFaults = (file: 't' | 's' | 'u' | 'b', registers: readonly number[], minor: 0 | 1, targets = 0) => {
    const names = { t: 'Texture2D', s: 'SamplerState', u: 'RWBuffer' } as const;
    const declarations = registers.map((number, i): BoundDeclaration => {
      const annotations = [{ file, number, space: 0, profile: undefined }];
      return file === 'b'
        ? { kind: 'cbuffer', name: `d${i}`, registers: annotations, variables: [variable('v', FLOAT4)] }
        : { ...resource(`d${i}`), type: objectType(names[file], FLOAT4), registers: annotations };
    });
    const uses = new Map(declarations.map((one) => [one, { elements: new Set([0]), isIndexed: false }]));
    const options = { profile: `ps_5_${minor}`, version: [5, minor], targets } as const;
    return registerFaults(assignRegisters(declarations, uses, options), options).map(({ code }) => code);
  };

  test('registers have the codes of the compiler', () => {
    expect(rangeFaults('t', [0, 0], 0)).toEqual(['X4500']);
    expect(rangeFaults('t', [0, 0], 1)).toEqual(['X4610']);
    expect(rangeFaults('b', [0, 0], 0)).toEqual(['X4578']);
    expect(rangeFaults('b', [14], 0)).toEqual(['X4567']);
    expect(rangeFaults('s', [16], 0)).toEqual(['X4509']);
    expect(rangeFaults('u', [0], 0, 1)).toEqual(['X4509']);
    expect(rangeFaults('t', [0, 1], 0)).toEqual([]);
  });

  test('layouts have the codes of the compiler', () => {
    const codes = (variables: readonly ConstantVariable[]) =>
      layoutFaults({ kind: 'cbuffer', name: 'B', registers: [], variables }, [5, 0]).map(({ code }) => code);
    expect(codes([variable('x', FLOAT4, { packOffset: 0 }), variable('y', FLOAT4, { packOffset: 0 })])).toEqual([
      'X4019',
    ]);
    expect(codes([variable('x', arrayType(FLOAT4, 4097))])).toEqual(['X4601']);
    expect(codes([variable('x', arrayType(FLOAT4, 4096))])).toEqual([]);
  });
});

describe('signatures', () => {
  const input = (semantic: string, type: NumericType, rest: Partial<SignatureVariable> = {}): SignatureVariable => ({
    semantic,
    type,
    length: undefined,
    modifiers: [],
    stream: 0,
    ...rest,
  });
  const faults = (
    profile: string,
    direction: SignatureDirection,
    ...variables: readonly SignatureVariable[]
  ): readonly string[] => {
    const [, stage, major, minor] = /(..)_(\d)_(\d)/.exec(profile)!;
    return packSignature(variables, stage as IrStage, direction, [Number(major), Number(minor)]).faults.map(
      ({ code }) => code,
    );
  };

  test('faults have the codes of the compiler', () => {
    expect(faults('vs_5_0', 'in', input('A', FLOAT4), input('A0', FLOAT4))).toEqual([]);
    expect(faults('ps_5_0', 'in', input('A', vectorType('float', 2), { length: 2 }), input('A1', FLOAT))).toEqual([
      'X3536',
    ]);
    expect(faults('vs_5_0', 'out', input('A', FLOAT4), input('A', FLOAT4))).toEqual(['X4503']);
    expect(faults('vs_5_0', 'in', input('SV_Foo', FLOAT4))).toEqual(['X4502']);
    expect(faults('ps_5_0', 'out', input('COLOR', FLOAT4))).toEqual(['X4502']);
    expect(faults('ps_5_0', 'out', input('SV_Target8', FLOAT4))).toEqual(['X4502']);
    expect(faults('ps_4_0', 'in', input('SV_SampleIndex', UINT))).toEqual(['X4502']);
    expect(faults('vs_5_0', 'in', input('SV_VertexID', FLOAT))).toEqual(['X4555']);
    expect(faults('ps_5_0', 'in', input('SV_SampleIndex', UINT), input('A', FLOAT))).toEqual(['X4576']);
    expect(faults('ps_5_0', 'in', input('SV_Position', vectorType('float', 2)))).toEqual(['X4576']);
    expect(faults('ps_5_0', 'in', input('Q', scalarType('int'), { modifiers: ['noperspective'] }))).toEqual(['X4576']);
    expect(faults('vs_4_0', 'in', input('A', FLOAT4, { length: 17 }))).toEqual(['X4506']);
    expect(faults('vs_5_0', 'out', input('A', FLOAT4, { length: 33 }))).toEqual(['X4571']);
    expect(faults('vs_5_0', 'in', input('A', scalarType('double')))).toEqual(['X3687']);
  });

  test('an element of a repeated input is that of the first one', () => {
    const { elements } = packSignature([input('POSITION', FLOAT4), input('position0', FLOAT4)], 'vs', 'in', [5, 0]);
    expect(elements.map(({ register, aliasOf }) => [register, aliasOf?.variable])).toEqual([
      [0, undefined],
      [0, 0],
    ]);
  });

  test('registers without a number become specials of the module', () => {
    const { elements } = packSignature([input('SV_Depth', FLOAT), input('SV_Target2', FLOAT4)], 'ps', 'out', [5, 0]);
    expect(elements.map((element) => toIrElement(element, 'ps', 'out'))).toMatchObject([
      { kind: 'vertex', register: 2, mask: 15, semantic: 'SV_Target', semanticIndex: 2, type: 'f32' },
      { kind: 'special', special: 'depth', mask: 1 },
    ]);
    const ids = packSignature([input('SV_DispatchThreadID', vectorType('uint', 3))], 'cs', 'in', [5, 0]);
    expect(toIrElement(ids.elements[0]!, 'cs', 'in')).toMatchObject({ special: 'threadId', mask: 7, type: 'u32' });
  });

  test('factors of the tessellator have the system values of their domain', () => {
    const lines = packSignature([input('SV_TessFactor', FLOAT, { length: 2 })], 'ds', 'patch', [5, 0]);
    expect(lines.elements.map(({ systemValue }) => systemValue)).toEqual([16, 15]);
    expect(lines.elements.map((element) => toIrElement(element, 'ds', 'patch').systemValue)).toEqual([
      'finalLineDensityTessFactor',
      'finalLineDetailTessFactor',
    ]);
  });

  test('semantics of Direct3D 9 are read with compatibility', () => {
    expect(legacySemantic('COLOR1', 'ps', 'out')).toBe('SV_Target1');
    expect(legacySemantic('POSITION', 'vs', 'in')).toBe('POSITION');
    expect(legacySemantic('position0', 'vs', 'out')).toBe('SV_Position');
    expect(legacySemantic('POSITION1', 'vs', 'out')).toBe('POSITION1');
  });
});

test('root signatures of attributes are read, and their faults have the codes of the compiler', () => {
  const { signature } = readRootSignature('CBV(b0), DescriptorTable(SRV(t0))', [5, 1]);
  expect(signature?.version).toBe(RootSignatureVersion.v1_1);
  expect(signature?.parameters.length).toBe(2);
  const codes = (text: string, version: readonly [number, number]) =>
    readRootSignature(text, version).faults.map(({ code }) => code);
  expect(codes('CBV(b0', [5, 1])).toEqual(['X4612']);
  expect(codes('CBV(b0), CBV(b0)', [5, 1])).toEqual(['X4614']);
  expect(codes('CBV(b0)', [4, 0])).toEqual(['X4615']);
});
