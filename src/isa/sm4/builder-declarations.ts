/**
 * The declarations of the builder for shader model 4-5.1: the arguments of each, in the order of a listing, and the
 * words that encode them. There is one entry per opcode: a new row of the table does not compile until it has one here.
 *
 * Not for: which profile has which declaration (builder.ts).
 */
import {
  bareOperand,
  dword,
  nameIndex,
  type Sm4Destination,
  type Sm4Range,
  Sm4Register,
  sm4FloatWord,
} from './builder-operands.ts';
import type { Sm4OperandNode } from './encode.ts';
import {
  ACCESS_PATTERNS,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  type SM4_UNKNOWN_SYSTEM_NAME,
} from './names.ts';
import type { SM4_OPCODES, Sm4Mnemonic } from './opcodes.ts';
import type { Sm4OperandTypeName } from './operands.ts';
import {
  Sm4DeclarationControls,
  Sm4GlobalFlags,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
  Sm4ReturnTypeToken,
} from './tokens.ts';

/** The opcodes whose rows are declarations. */
export type Sm4Declaration = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODES)[M]['kind'] extends 'declaration' ? M : never;
}[Sm4Mnemonic];

export type Sm4Dimension = Exclude<(typeof SM4_RESOURCE_DIMENSIONS)[number], '<unknown dimension>'>;
export type Sm4ReturnType = Exclude<(typeof SM4_RETURN_TYPES)[number], `<${string}`>;
/** The type of all components, or of each. */
export type Sm4ReturnTypes = Sm4ReturnType | readonly [Sm4ReturnType, Sm4ReturnType, Sm4ReturnType, Sm4ReturnType];
export type Sm4SystemName = (typeof SM4_SYSTEM_NAMES)[number];
export type Sm4Interpolation = (typeof SM4_INTERPOLATION_MODES)[number];
export type Sm4SamplerMode = (typeof SM4_SAMPLER_MODES)[number];
export type Sm4GlobalFlag = keyof typeof Sm4GlobalFlags;
export type Sm4OutputTopology = 'pointlist' | 'linestrip' | 'trianglestrip';
export type Sm4InputPrimitive = 'point' | 'line' | 'triangle' | 'lineadj' | 'triangleadj' | `patch${number}`;
type TessellatorName<T extends readonly string[]> = Exclude<T[number], '' | typeof SM4_UNKNOWN_SYSTEM_NAME>;

export interface Sm4UavMarks {
  readonly globallyCoherent?: boolean;
  readonly rasterizerOrdered?: boolean;
  /** The counter's values may be stored and used as indices later. Structured UAVs only. */
  readonly orderPreservingCounter?: boolean;
}

/** Interface pointers and the function tables of the classes that they may point to. */
export interface Sm4InterfaceShape {
  readonly pointer: number;
  /** How many pointers: the length of the array. */
  readonly length?: number;
  /** The number of functions called through it: the length of each table. */
  readonly callSites: number;
  readonly tables: readonly number[];
  readonly dynamicallyIndexed?: boolean;
}

/** The operand of a resource declaration: before 5.1 a register, from 5.1 on a range (SM51-2). */
type Declared<Name extends Sm4OperandTypeName, V> = V extends '5_1' ? Sm4Range<Name> : Sm4Register<Name>;
type Written<Name extends Sm4OperandTypeName> = Sm4Register<Name> | Sm4Destination<Name>;

/** Files whose registers are declared as inputs. */
const INPUTS = [
  ...(['input', 'inputControlPoint', 'outputControlPoint', 'inputPatchConstant', 'inputDomainPoint'] as const),
  ...(['inputPrimitiveId', 'outputControlPointId', 'inputForkInstanceId', 'inputJoinInstanceId'] as const),
  ...(['inputGsInstanceId', 'inputThreadId', 'inputThreadGroupId', 'inputThreadIdInGroup'] as const),
  ...(['inputThreadIdInGroupFlattened', 'inputCoverageMask', 'innerCoverage', 'cycleCounter'] as const),
] as const satisfies readonly Sm4OperandTypeName[];
/** Files whose registers are declared as outputs. */
const OUTPUTS = [
  ...(['output', 'outputDepth', 'outputDepthGreaterEqual', 'outputDepthLessEqual'] as const),
  ...(['outputCoverageMask', 'outputStencilRef'] as const),
] as const satisfies readonly Sm4OperandTypeName[];
/** Register files that may have several registers indexed together. */
const RANGED = [
  ...(['input', 'output', 'inputControlPoint', 'outputControlPoint', 'inputPatchConstant'] as const),
] as const satisfies readonly Sm4OperandTypeName[];

type Input = Written<(typeof INPUTS)[number]>;
type Output = Written<(typeof OUTPUTS)[number]>;
type Ranged = Written<(typeof RANGED)[number]>;
type Access = (typeof ACCESS_PATTERNS)[number];

/** The arguments of each declaration; `V` is the version, such as `'5_0'`. */
export interface Sm4DeclarationArguments<V> {
  /** `samples` is for multisampled textures. */
  dcl_resource: [
    dimension: Sm4Dimension,
    resource: Declared<'resource', V>,
    types: Sm4ReturnTypes,
    options?: { readonly samples?: number },
  ];
  /** Before 5.1 `cb(slot, size)`; sizes in rows of four DWORDs. */
  dcl_constantbuffer: V extends '5_1'
    ? [range: Sm4Range<'constantBuffer'>, size: number, access?: Access]
    : [buffer: Sm4Register<'constantBuffer'>, access?: Access];
  dcl_sampler: [sampler: Declared<'sampler', V>, mode?: Sm4SamplerMode];
  dcl_indexrange: [first: Ranged, count: number];
  dcl_outputtopology: [topology: Sm4OutputTopology];
  dcl_inputprimitive: [primitive: Sm4InputPrimitive];
  dcl_maxout: [vertices: number];
  dcl_input: [input: Input];
  dcl_input_sgv: [input: Input, name: Sm4SystemName];
  dcl_input_siv: [input: Input, name: Sm4SystemName];
  dcl_input_ps: [interpolation: Sm4Interpolation, input: Written<'input'>];
  dcl_input_ps_sgv: [interpolation: Sm4Interpolation, input: Written<'input'>, name: Sm4SystemName];
  dcl_input_ps_siv: [interpolation: Sm4Interpolation, input: Written<'input'>, name: Sm4SystemName];
  dcl_output: [output: Output];
  dcl_output_sgv: [output: Output, name: Sm4SystemName];
  dcl_output_siv: [output: Output, name: Sm4SystemName];
  dcl_temps: [count: number];
  /** `x(array, length)`. */
  dcl_indexableTemp: [array: Sm4Register<'indexableTemp'>, components?: 1 | 2 | 3 | 4];
  dcl_globalFlags: Sm4GlobalFlag[];
  dcl_stream: [stream: Sm4Register<'stream'>];
  dcl_function_body: [body: number];
  dcl_function_table: [table: number, bodies: readonly number[]];
  dcl_interface: [shape: Sm4InterfaceShape];
  dcl_input_control_point_count: [count: number];
  dcl_output_control_point_count: [count: number];
  dcl_tessellator_domain: [domain: TessellatorName<typeof SM4_TESSELLATOR_DOMAINS>];
  dcl_tessellator_partitioning: [partitioning: TessellatorName<typeof SM4_TESSELLATOR_PARTITIONINGS>];
  dcl_tessellator_output_primitive: [primitive: TessellatorName<typeof SM4_TESSELLATOR_OUTPUT_PRIMITIVES>];
  dcl_hs_max_tessfactor: [factor: number];
  dcl_hs_fork_phase_instance_count: [count: number];
  dcl_hs_join_phase_instance_count: [count: number];
  dcl_thread_group: [x: number, y: number, z: number];
  dcl_uav_typed: [
    dimension: Sm4Dimension,
    uav: Declared<'unorderedAccessView', V>,
    types: Sm4ReturnTypes,
    marks?: Sm4UavMarks,
  ];
  dcl_uav_raw: [uav: Declared<'unorderedAccessView', V>, marks?: Sm4UavMarks];
  /** Strides in bytes. */
  dcl_uav_structured: [uav: Declared<'unorderedAccessView', V>, stride: number, marks?: Sm4UavMarks];
  dcl_tgsm_raw: [memory: Sm4Register<'groupSharedMemory'>, bytes: number];
  dcl_tgsm_structured: [memory: Sm4Register<'groupSharedMemory'>, stride: number, count: number];
  dcl_resource_raw: [resource: Declared<'resource', V>];
  dcl_resource_structured: [resource: Declared<'resource', V>, stride: number];
  dcl_gsinstances: [count: number];
}

/** An encoded declaration. */
export interface DeclarationParts {
  /** Bits 11 to 23 of the opcode token, in place. */
  readonly controls?: number;
  readonly operand?: Sm4OperandNode;
  readonly payload?: readonly number[];
}

/** @param rangeIds whether resources are declared by range (5.1) */
type DeclarationMaker<M extends Sm4Declaration> = (
  rangeIds: boolean,
  ...operands: Sm4DeclarationArguments<'5_0' | '5_1'>[M]
) => DeclarationParts;

const C = Sm4DeclarationControls;

/** The operand of a declared register, if it is one of `names`. */
function declared(
  argument: string,
  register: Written<Sm4OperandTypeName>,
  names: readonly Sm4OperandTypeName[],
): Sm4OperandNode {
  const { use, name } = (register ?? {}) as Partial<Written<Sm4OperandTypeName>>;
  if (use !== 'register' && use !== 'destination') throw new TypeError(`${argument}: expected a register`);
  if (!names.includes(name!)) throw new TypeError(`${argument}: expected ${names.join(' or ')}, found ${name}`);
  return register instanceof Sm4Register ? bareOperand(register, 'declared') : register.node;
}

/** Operand and space of a declared resource: a register, or from 5.1 on a range. */
function resource(
  rangeIds: boolean,
  argument: string,
  given: Sm4Register | Sm4Range,
  name: Sm4OperandTypeName,
): { readonly operand: Sm4OperandNode; readonly space: readonly number[] } {
  const use = rangeIds ? 'range' : 'register';
  if (given?.use !== use) throw new TypeError(`${argument}: expected a ${use}`);
  if (given.name !== name) throw new TypeError(`${argument}: expected ${name}, found ${given.name}`);
  return { operand: given.node, space: given.use === 'range' ? [given.space] : [] };
}

/** The DWORD of return types; extended opcode tokens have it at bit `low`. */
export function returnTypeBits(types: Sm4ReturnTypes): number {
  const four: readonly string[] = typeof types === 'string' ? [types, types, types, types] : types;
  if (!Array.isArray(four) || four.length !== 4) throw new TypeError('types: expected one return type or four');
  const fields = [Sm4ReturnTypeToken.x, Sm4ReturnTypeToken.y, Sm4ReturnTypeToken.z, Sm4ReturnTypeToken.w];
  return fields.reduce((bits, field, i) => field.set(bits, nameIndex(SM4_RETURN_TYPES, four[i]!, 'types')), 0);
}

export function dimensionCode(dimension: Sm4Dimension): number {
  return nameIndex(SM4_RESOURCE_DIMENSIONS, dimension, 'dimension');
}

function systemName(name: Sm4SystemName): readonly [number] {
  return [Sm4NameToken.name.set(0, nameIndex(SM4_SYSTEM_NAMES, name, 'name'))];
}

function interpolation(mode: Sm4Interpolation): number {
  return C.interpolation.set(0, nameIndex(SM4_INTERPOLATION_MODES, mode, 'interpolation'));
}

/** The value of a name in a table whose values have gaps. */
function codeOf(names: Readonly<Record<number, string>>, name: string, argument: string): number {
  const found = Object.entries(names).find(([, one]) => one === name);
  if (found === undefined) throw new RangeError(`${argument}: ${name} is not one of ${Object.values(names).join(' ')}`);
  return Number(found[0]);
}

function uavMarks({ globallyCoherent, rasterizerOrdered, orderPreservingCounter }: Sm4UavMarks): number {
  let controls = C.globallyCoherent.set(0, globallyCoherent ? 1 : 0);
  controls = C.rasterizerOrdered.set(controls, rasterizerOrdered ? 1 : 0);
  return C.orderPreservingCounter.set(controls, orderPreservingCounter ? 1 : 0);
}

/** Bits 11 to 23 of `dcl_globalFlags`. */
export function globalFlagBits(flags: readonly Sm4GlobalFlag[]): number {
  let controls = 0;
  for (const flag of flags) {
    if (!Object.hasOwn(Sm4GlobalFlags, flag)) {
      throw new RangeError(`flags: ${flag} is not one of ${Object.keys(Sm4GlobalFlags).join(' ')}`);
    }
    controls = Sm4GlobalFlags[flag].set(controls, 1);
  }
  return controls;
}

const input = (argument: Input) => declared('input', argument, INPUTS);
const output = (argument: Output) => declared('output', argument, OUTPUTS);
const number = (argument: string) => (_: boolean, value: number) => ({ payload: [dword(value, argument)] });

/** The encoder of each declaration. */
export const DECLARATION_MAKERS: { readonly [M in Sm4Declaration]: DeclarationMaker<M> } = {
  dcl_resource: (rangeIds, dimension, given, types, { samples = 0 } = {}) => {
    const { operand, space } = resource(rangeIds, 'resource', given, 'resource');
    const controls = C.resourceDimension.set(0, dimensionCode(dimension));
    return { controls: C.sampleCount.set(controls, samples), operand, payload: [returnTypeBits(types), ...space] };
  },
  dcl_constantbuffer: (rangeIds, ...given) => {
    const [buffer, size, access] = rangeIds
      ? (given as Sm4DeclarationArguments<'5_1'>['dcl_constantbuffer'])
      : ([given[0], undefined, given[1]] as const);
    const { operand, space } = resource(rangeIds, 'buffer', buffer, 'constantBuffer');
    const controls = C.dynamicallyIndexed.set(
      0,
      nameIndex(ACCESS_PATTERNS, (access ?? ACCESS_PATTERNS[0]) as string, 'access'),
    );
    const bare = rangeIds ? operand : bareOperand(buffer as Sm4Register, 'read');
    return { controls, operand: bare, payload: size === undefined ? [] : [dword(size, 'size'), ...space] };
  },
  dcl_sampler: (rangeIds, given, mode = SM4_SAMPLER_MODES[0]) => {
    const { operand, space } = resource(rangeIds, 'sampler', given, 'sampler');
    return { controls: C.samplerMode.set(0, nameIndex(SM4_SAMPLER_MODES, mode, 'mode')), operand, payload: space };
  },
  dcl_indexrange: (_, first, count) => ({
    operand: declared('first', first, RANGED),
    payload: [dword(count, 'count')],
  }),
  dcl_outputtopology: (_, topology) => ({
    controls: C.outputTopology.set(0, codeOf(SM4_OUTPUT_TOPOLOGIES, topology, 'topology')),
  }),
  dcl_inputprimitive: (_, primitive) => ({
    controls: C.inputPrimitive.set(0, codeOf(SM4_INPUT_PRIMITIVES, primitive, 'primitive')),
  }),
  dcl_maxout: number('vertices'),
  dcl_input: (_, given) => ({ operand: input(given) }),
  dcl_input_sgv: (_, given, name) => ({ operand: input(given), payload: systemName(name) }),
  dcl_input_siv: (_, given, name) => ({ operand: input(given), payload: systemName(name) }),
  dcl_input_ps: (_, mode, given) => ({ controls: interpolation(mode), operand: input(given) }),
  dcl_input_ps_sgv: (_, mode, given, name) => ({
    controls: interpolation(mode),
    operand: input(given),
    payload: systemName(name),
  }),
  dcl_input_ps_siv: (_, mode, given, name) => ({
    controls: interpolation(mode),
    operand: input(given),
    payload: systemName(name),
  }),
  dcl_output: (_, given) => ({ operand: output(given) }),
  dcl_output_sgv: (_, given, name) => ({ operand: output(given), payload: systemName(name) }),
  dcl_output_siv: (_, given, name) => ({ operand: output(given), payload: systemName(name) }),
  dcl_temps: number('count'),
  dcl_indexableTemp: (_, array, components = 4) => {
    const { indices } = declared('array', array, ['indexableTemp']);
    const [index, length] = indices.map(({ immediate }) => immediate);
    if (index === undefined || length === undefined)
      throw new TypeError('array: expected x(array, length) with two numbers');
    return { payload: [index, length, dword(components, 'components')] };
  },
  dcl_globalFlags: (_, ...flags) => ({ controls: globalFlagBits(flags) }),
  dcl_stream: (_, stream) => ({ operand: fullOperand('stream', stream, 'stream') }),
  dcl_function_body: number('body'),
  dcl_function_table: (_, table, bodies) => ({
    payload: [dword(table, 'table'), bodies.length, ...bodies.map((body) => dword(body, 'bodies'))],
  }),
  dcl_interface: (_, { pointer, length = 1, callSites, tables, dynamicallyIndexed = false }) => ({
    controls: C.interfaceDynamicallyIndexed.set(0, dynamicallyIndexed ? 1 : 0),
    payload: [
      Sm4InterfaceIdToken.id.set(0, pointer),
      dword(callSites, 'callSites'),
      Sm4InterfaceToken.arrayLength.set(Sm4InterfaceToken.tableCount.set(0, tables.length), length),
      ...tables.map((table) => dword(table, 'tables')),
    ],
  }),
  dcl_input_control_point_count: (_, count) => ({ controls: C.controlPointCount.set(0, count) }),
  dcl_output_control_point_count: (_, count) => ({ controls: C.controlPointCount.set(0, count) }),
  dcl_tessellator_domain: (_, domain) => ({
    controls: C.tessellatorDomain.set(0, nameIndex(SM4_TESSELLATOR_DOMAINS, domain, 'domain')),
  }),
  dcl_tessellator_partitioning: (_, partitioning) => ({
    controls: C.tessellatorPartitioning.set(0, nameIndex(SM4_TESSELLATOR_PARTITIONINGS, partitioning, 'partitioning')),
  }),
  dcl_tessellator_output_primitive: (_, primitive) => ({
    controls: C.tessellatorOutputPrimitive.set(0, nameIndex(SM4_TESSELLATOR_OUTPUT_PRIMITIVES, primitive, 'primitive')),
  }),
  dcl_hs_max_tessfactor: (_, factor) => ({ payload: [sm4FloatWord(factor)] }),
  dcl_hs_fork_phase_instance_count: number('count'),
  dcl_hs_join_phase_instance_count: number('count'),
  dcl_thread_group: (_, x, y, z) => ({ payload: [dword(x, 'x'), dword(y, 'y'), dword(z, 'z')] }),
  dcl_uav_typed: (rangeIds, dimension, given, types, marks = {}) => {
    const { operand, space } = resource(rangeIds, 'uav', given, 'unorderedAccessView');
    const controls = C.resourceDimension.set(uavMarks(marks), dimensionCode(dimension));
    return { controls, operand, payload: [returnTypeBits(types), ...space] };
  },
  dcl_uav_raw: (rangeIds, given, marks = {}) => {
    const { operand, space } = resource(rangeIds, 'uav', given, 'unorderedAccessView');
    return { controls: uavMarks(marks), operand, payload: space };
  },
  dcl_uav_structured: (rangeIds, given, stride, marks = {}) => {
    const { operand, space } = resource(rangeIds, 'uav', given, 'unorderedAccessView');
    return { controls: uavMarks(marks), operand, payload: [dword(stride, 'stride'), ...space] };
  },
  dcl_tgsm_raw: (_, memory, bytes) => ({
    operand: fullOperand('memory', memory, 'groupSharedMemory'),
    payload: [dword(bytes, 'bytes')],
  }),
  dcl_tgsm_structured: (_, memory, stride, count) => ({
    operand: fullOperand('memory', memory, 'groupSharedMemory'),
    payload: [dword(stride, 'stride'), dword(count, 'count')],
  }),
  dcl_resource_raw: (rangeIds, given) => {
    const { operand, space } = resource(rangeIds, 'resource', given, 'resource');
    return { operand, payload: space };
  },
  dcl_resource_structured: (rangeIds, given, stride) => {
    const { operand, space } = resource(rangeIds, 'resource', given, 'resource');
    return { operand, payload: [dword(stride, 'stride'), ...space] };
  },
  dcl_gsinstances: number('count'),
};

function fullOperand(argument: string, register: Sm4Register, name: Sm4OperandTypeName): Sm4OperandNode {
  declared(argument, register, [name]);
  return register.node;
}
