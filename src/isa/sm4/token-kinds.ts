/**
 * Every kind of DWORD of the tokenized program format with the rules that its fields serve (SM51-1 to SM51-7: the ids
 * of docs/tokens-sm4.md). For code that shows or checks entire DWORDs. Readers and writers use the fields themselves
 * (tokens.ts) and do not load this.
 */

import type { FieldUse, TokenKindRow } from '../../base/explained.ts';
import { documented, type Field, field } from '../../base/field.ts';
import { SM4_VERSION } from '../../base/profile.ts';
import { SM4_CONTROLS, type Sm4Controls } from './controls.ts';
import * as tokens from './tokens.ts';

export const SM4_FIELD_DOCS: ReadonlyMap<Field, string> = new Map([
  ...documented(tokens.Sm4VersionToken, {
    minor: 'minor version',
    major: 'major version',
    reserved: '0',
    stage: '0 pixel, 1 vertex, 2 geometry, 3 hull, 4 domain, 5 compute, 0xfff0 library',
  }),
  ...documented(tokens.Sm4OpcodeToken, {
    opcode: 'D3D10_SB_OPCODE_TYPE',
    controls: 'meaning depends on the opcode',
    length: 'DWORDs of the instruction, including this token',
    extended: 'an extended opcode token follows',
  }),
  ...documented(tokens.Sm4InstructionControls, {
    returnType: 'of resinfo and sampleinfo: float, rcpFloat, uint',
    saturate: 'clamp the result to 0..1',
    testNonZero: 'of conditional instructions: 0 tests for zero, 1 for non-zero',
    precise: 'components whose result must not be refactored',
  }),
  ...documented(tokens.Sm4SyncControls, {
    threadsInGroup: 'wait for all threads of the group',
    sharedMemory: 'fence group-shared memory',
    uavGroup: 'fence UAV memory within the group',
    uavGlobal: 'fence UAV memory for all threads',
  }),
  ...documented(tokens.Sm4DeclarationControls, {
    resourceDimension: 'D3D10_SB_RESOURCE_DIMENSION',
    sampleCount: 'samples of a multisampled texture, 0 if not given',
    globallyCoherent: 'UAV writes are visible to all groups',
    rasterizerOrdered: 'UAV accesses keep the order of primitives',
    orderPreservingCounter: 'values of the counter may be stored and used as indices later',
    dynamicallyIndexed: 'of a constant buffer: 0 immediate, 1 dynamic',
    samplerMode: 'D3D10_SB_SAMPLER_MODE',
    interpolation: 'D3D10_SB_INTERPOLATION_MODE',
    outputTopology: 'D3D10_SB_PRIMITIVE_TOPOLOGY',
    inputPrimitive: 'D3D10_SB_PRIMITIVE',
    controlPointCount: '1 to 32',
    tessellatorDomain: 'D3D11_SB_TESSELLATOR_DOMAIN',
    tessellatorPartitioning: 'D3D11_SB_TESSELLATOR_PARTITIONING',
    tessellatorOutputPrimitive: 'D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE',
    interfaceDynamicallyIndexed: 'the interface array is indexed at run time',
  }),
  ...documented(tokens.Sm4GlobalFlags, {
    refactoringAllowed: 'arithmetic may be reordered',
    enableDoublePrecisionFloatOps: 'double operations are used',
    enableRawAndStructuredBuffers: 'raw and structured buffers in SM 4',
    forceEarlyDepthStencil: 'depth and stencil test before the shader',
    skipOptimization: 'the driver should not optimize',
    enableMinimumPrecision: 'minimum precision types are used',
    enable11_1DoubleExtensions: 'double division, reciprocal, fma',
    enable11_1ShaderExtensions: 'msad and other 11.1 operations',
    allResourcesBound: 'every declared resource is bound',
  }),
  ...documented(tokens.Sm4CustomDataToken, {
    opcode: '53',
    dataClass: 'D3D10_SB_CUSTOMDATA_CLASS',
  }),
  ...documented(tokens.Sm4ExtendedOpcodeToken, {
    kind: 'D3D10_SB_EXTENDED_OPCODE_TYPE: 1 sample controls, 2 dimension, 3 return type',
    offsetU: 'of sample controls: signed texel offset',
    offsetV: 'of sample controls: signed texel offset',
    offsetW: 'of sample controls: signed texel offset',
    dimension: 'of resource dimension: D3D10_SB_RESOURCE_DIMENSION',
    stride: 'of resource dimension: bytes of a structured buffer element',
    returnTypes: 'of return type: four bits for each component',
    returnX: 'return type of x',
    returnY: 'return type of y',
    returnZ: 'return type of z',
    returnW: 'return type of w',
    extended: 'another extended opcode token follows',
  }),
  ...documented(tokens.Sm4OperandToken, {
    componentCount: '0, 1 or 4 components (encoded 0, 1, 2); 3 is reserved for n',
    selection: '0 mask, 1 swizzle, 2 select one',
    mask: 'of mask mode: x, y, z, w',
    swizzle: 'of swizzle mode: two bits for each component',
    select: 'of select-one mode',
    type: 'D3D10_SB_OPERAND_TYPE',
    indexDimension: 'number of indices, 0 to 3',
    index0: 'D3D10_SB_OPERAND_INDEX_REPRESENTATION of the first index',
    index1: 'representation of the second index',
    index2: 'representation of the third index',
    extended: 'an extended operand token follows',
  }),
  ...documented(tokens.Sm4ExtendedOperandToken, {
    kind: 'D3D10_SB_EXTENDED_OPERAND_TYPE: 1 modifier',
    modifier: 'D3D10_SB_OPERAND_MODIFIER: 1 negate, 2 absolute, 3 both',
    minPrecision: 'D3D11_SB_OPERAND_MIN_PRECISION',
    nonUniform: 'the index differs between lanes (5.1)',
    extended: 'another extended operand token follows; the oracle reads only one',
  }),
  ...documented(tokens.Sm4NameToken, {
    name: 'D3D10_SB_NAME',
    reserved: '0',
  }),
  ...documented(tokens.Sm4ReturnTypeToken, {
    x: 'return type of x',
    y: 'return type of y',
    z: 'return type of z',
    w: 'return type of w',
  }),
  ...documented(tokens.Sm4InterfaceIdToken, {
    id: 'number of the first interface pointer',
    reserved: '0',
  }),
  ...documented(tokens.Sm4InterfaceToken, {
    tableCount: 'number of function tables that follow',
    arrayLength: 'interface pointers of this name',
  }),
  ...documented(tokens.Sm4LengthToken, {
    length: 'in DWORDs, including all its tokens',
  }),
]);

export type Sm4FormatRule = `SM51-${1 | 2 | 3 | 5 | 6 | 7}`;

export interface Sm4FieldUse extends FieldUse<Sm4FormatRule> {
  /** The first shader model that has the field: before it is 0. */
  readonly since?: '5.0' | '5.1';
}

export interface Sm4TokenKindRow extends TokenKindRow<Sm4FieldUse> {
  /** Its location, or what it holds. */
  readonly doc: string;
  /** The rules and fixed values of its fields, by the keys of `fields`. */
  readonly docs: Readonly<Record<string, string>>;
}

/** How an operand represents each of its indices. */
export const SM4_INDEX_FIELDS = [
  tokens.Sm4OperandToken.index0,
  tokens.Sm4OperandToken.index1,
  tokens.Sm4OperandToken.index2,
] as const;

/** Fields that are not declared above: 0. */
const RESERVED = 'reserved';

/** A row; bits that belong to no field are reserved. */
function kind(
  title: string,
  doc: string,
  fields: Readonly<Record<string, Field>>,
  uses: Readonly<Record<string, Sm4FieldUse>> = {},
  docs: Readonly<Record<string, string>> = {},
): Sm4TokenKindRow {
  const all: Record<string, Field> = {};
  const allUses: Record<string, Sm4FieldUse> = { ...uses };
  const allDocs: Record<string, string> = {};
  let next = 0;
  const fill = (until: number) => {
    if (until === next) return;
    const key = `${RESERVED}${next}`;
    all[key] = field(RESERVED, next, until - next);
    allUses[key] = { fixed: 0 };
    allDocs[key] = '0';
  };
  for (const [key, used] of Object.entries(fields).sort(([, a], [, b]) => a.low - b.low)) {
    fill(used.low);
    all[key] = used;
    allDocs[key] = docs[key] ?? SM4_FIELD_DOCS.get(used) ?? '';
    if (used.name === RESERVED) allUses[key] = { fixed: 0 };
    next = used.low + used.width;
  }
  fill(32);
  return { title, doc, fields: all, uses: allUses, docs: allDocs };
}

/** A DWORD that is one number, named `name`, with its meaning. */
function number(
  title: string,
  doc: string,
  name: string,
  meaning: string,
  uses: Readonly<Record<string, Sm4FieldUse>> = {},
): Sm4TokenKindRow {
  return kind(title, doc, { value: field(name, 0, 32) }, uses, { value: meaning });
}

const PRECISE: Readonly<Record<string, Sm4FieldUse>> = { precise: { since: '5.0' } };

/** The first DWORD of an instruction, by what its bits 11 to 23 hold. */
function opcode(doc: string, controls: Readonly<Record<string, Field>>): Sm4TokenKindRow {
  return kind('opcode', doc, { ...OpcodeTokenEnds, ...controls }, 'precise' in controls ? PRECISE : {});
}

/** The fields of every opcode token except those of data blocks. */
const OpcodeTokenEnds = {
  opcode: tokens.Sm4OpcodeToken.opcode,
  length: tokens.Sm4OpcodeToken.length,
  extended: tokens.Sm4OpcodeToken.extended,
} as const;

/** The meaning of each layout of opcode tokens. */
const OPCODE_DOCS: Readonly<Record<Sm4Controls, string>> = {
  plain: 'of instructions and declarations without controls',
  arithmetic: 'of arithmetic whose result may be clamped',
  precise: 'of all other instructions with a result',
  test: 'of conditional instructions',
  sizeQuery: 'of resinfo and sampleinfo',
  sync: 'of sync',
  dclGlobalFlags: 'of dcl_globalFlags',
  dclResource: 'of dcl_resource',
  dclConstantBuffer: 'of dcl_constantbuffer',
  dclSampler: 'of dcl_sampler',
  dclInputPs: 'of dcl_input_ps and its kin',
  dclOutputTopology: 'of dcl_outputtopology',
  dclInputPrimitive: 'of dcl_inputprimitive',
  dclControlPointCount: 'of the counts of control points',
  dclTessellatorDomain: 'of dcl_tessellator_domain',
  dclTessellatorPartitioning: 'of dcl_tessellator_partitioning',
  dclTessellatorOutputPrimitive: 'of dcl_tessellator_output_primitive',
  dclUavTyped: 'of dcl_uav_typed',
  dclUavRaw: 'of dcl_uav_raw',
  dclUavStructured: 'of dcl_uav_structured',
  dclInterface: 'of dcl_interface',
};

/** Opcode tokens by their controls; the field `controls` of the opcode table refers to these. */
export const SM4_OPCODE_TOKENS = Object.fromEntries(
  Object.entries(SM4_CONTROLS).map(([name, fields]) => [name, opcode(OPCODE_DOCS[name as Sm4Controls], fields)]),
) as unknown as Readonly<Record<Sm4Controls, Sm4TokenKindRow>>;

const { type, componentCount, selection, indexDimension, index0, index1, index2 } = tokens.Sm4OperandToken;

/** An operand token by its selection of components. */
function operand(
  title: string,
  doc: string,
  components: Readonly<Record<string, Field>>,
  docs: Readonly<Record<string, string>> = {},
): Sm4TokenKindRow {
  const { extended } = tokens.Sm4OperandToken;
  const all = { componentCount, ...components, type, indexDimension, index0, index1, index2, extended };
  return kind(title, doc, all, {}, docs);
}

function extension(
  title: string,
  doc: string,
  fields: Readonly<Record<string, Field>>,
  docs: Readonly<Record<string, string>> = {},
): Sm4TokenKindRow {
  const { kind: extensionKind, extended } = tokens.Sm4ExtendedOpcodeToken;
  // Compilers do not write it from 5.1 on: the declaration of the range has it.
  const uses = title === 'texel offsets' ? {} : ({ kind: { rule: 'SM51-7' } } as const);
  return kind(title, doc, { kind: extensionKind, ...fields, extended }, uses, docs);
}

const { offsetU, offsetV, offsetW, dimension, stride, returnX, returnY, returnZ, returnW } =
  tokens.Sm4ExtendedOpcodeToken;
const RULE = (rule: Sm4FormatRule) => ({ value: { rule } });

/** Every kind of DWORD of a program; inspector, documentation and tests derive from these rows. */
export const SM4_TOKEN_KINDS = {
  version: kind('version', 'the first DWORD of a program', SM4_VERSION),
  length: kind('length', 'the second DWORD of a program', tokens.Sm4LengthToken),

  ...SM4_OPCODE_TOKENS,
  longLength: kind(
    'length',
    'after the opcode token of dcl_function_table and dcl_interface with bit 31',
    tokens.Sm4LengthToken,
  ),
  unknownOpcode: kind('unknown opcode', 'an opcode token whose number has no meaning', tokens.Sm4OpcodeToken),

  sampleControls: extension('texel offsets', 'extended opcode token of loads and samples', {
    offsetU,
    offsetV,
    offsetW,
  }),
  extendedDimension: extension('resource dimension', 'extended opcode token, 5.0 only', { dimension, stride }),
  extendedReturnType: extension('return types', 'extended opcode token, 5.0 only', {
    returnX,
    returnY,
    returnZ,
    returnW,
  }),
  unknownExtension: extension(
    'unknown extended opcode token',
    'after an opcode token with bit 31',
    {
      data: field('data', 6, 25),
    },
    { data: 'depends on the kind' },
  ),

  operandMask: operand('operand with a mask', 'a register of four components, such as a result', {
    selection,
    mask: tokens.Sm4OperandToken.mask,
  }),
  operandSwizzle: operand('operand with a swizzle', 'a register of four components that is read', {
    selection,
    swizzle: tokens.Sm4OperandToken.swizzle,
  }),
  operandSelect: operand('operand with one component', 'one component of a register is read', {
    selection,
    select: tokens.Sm4OperandToken.select,
  }),
  operandUnknownSelection: operand(
    'operand with an unknown selection',
    'selection mode 3',
    {
      selection,
      components: field('components', 4, 8),
    },
    { components: 'unknown' },
  ),
  operandScalar: operand('operand of one component', 'a register or literal of one component', {}),
  operandBare: operand('operand without components', 'a register named as a whole, such as a sampler', {}),
  operandComponents: operand(
    'operand of n components',
    'reserved',
    {
      data: field('data', 2, 10),
    },
    { data: 'unknown' },
  ),
  operandModifier: kind(
    'extended operand token',
    'after an operand token with bit 31',
    {
      kind: tokens.Sm4ExtendedOperandToken.kind,
      modifier: tokens.Sm4ExtendedOperandToken.modifier,
      minPrecision: tokens.Sm4ExtendedOperandToken.minPrecision,
      nonUniform: tokens.Sm4ExtendedOperandToken.nonUniform,
      extended: tokens.Sm4ExtendedOperandToken.extended,
    },
    { nonUniform: { since: '5.1' } },
  ),
  operandExtension: kind(
    'unknown extended operand token',
    'after an operand token with bit 31',
    {
      kind: tokens.Sm4ExtendedOperandToken.kind,
      data: field('data', 6, 25),
      extended: tokens.Sm4ExtendedOperandToken.extended,
    },
    {},
    { data: 'depends on the kind' },
  ),

  index: number('index', 'a register number, or the number added to the register that follows', 'index', 'signed'),
  indexHigh: number('index, high DWORD', 'the first of the two of a 64-bit index', 'index', 'bits 63:32'),
  indexLow: number('index, low DWORD', 'the second of the two of a 64-bit index', 'index', 'bits 31:0'),
  rangeId: number('range id', 'first index of a register of a declared range', 'id', 'unique', RULE('SM51-1')),
  lowerBound: number(
    'lower bound',
    'second index of the declaration of a range',
    'first register',
    'in its space',
    RULE('SM51-2'),
  ),
  upperBound: number(
    'upper bound',
    'third index of the declaration of a range',
    'last register',
    '0xffffffff: no upper bound',
    RULE('SM51-2'),
  ),
  resourceIndex: number(
    'index in the space',
    'second index of a sampler, shader resource or unordered access view',
    'register',
    'counts from the start of the register space, over all dimensions of an array',
    RULE('SM51-5'),
  ),
  bufferIndex: number(
    'index of the buffer',
    'second index of a constant buffer',
    'register',
    'in its space',
    RULE('SM51-6'),
  ),
  bufferOffset: number(
    'offset in the buffer',
    'third index of a constant buffer',
    'offset',
    'in registers of 16 bytes',
    RULE('SM51-6'),
  ),

  literal: number('literal', 'a value of 32 bits', 'value', 'a float or an integer, depending on the opcode'),
  literalLow: number('literal, low DWORD', 'of a double', 'value', 'bits 31:0'),
  literalHigh: number('literal, high DWORD', 'of a double', 'value', 'bits 63:32'),

  returnTypes: kind('return types', 'in declarations of typed views', tokens.Sm4ReturnTypeToken),
  space: number('space', 'in declarations of ranges', 'space', 'register space', RULE('SM51-3')),
  size: number('size', 'of a constant buffer, from 5.1 on', 'size', 'in registers of 16 bytes'),
  stride: number('stride', 'of a structured buffer or memory', 'stride', 'bytes of an element'),
  byteCount: number('size', 'of raw group-shared memory', 'size', 'in bytes'),
  count: number('count', 'in declarations that count', 'count', 'registers, elements, vertices, instances'),
  name: kind('system value', 'in declarations of inputs and outputs', tokens.Sm4NameToken),
  register: number('number', 'of the array, function body or function table that is declared', 'number', ''),
  components: number('components', 'of an array of temporary registers', 'components', '1 to 4'),
  functionBody: number('function body', 'in a function table', 'function body', 'its number'),
  interfaceId: kind('interface', 'the first pointer that is declared', tokens.Sm4InterfaceIdToken),
  callSites: number('call sites', 'functions in each table of an interface', 'functions', ''),
  interface: kind('size of an interface', 'tables and pointers', tokens.Sm4InterfaceToken),
  functionTable: number('function table', 'of an interface', 'function table', 'its number'),
  float: number('factor', 'the largest tessellation factor', 'value', 'a float32'),
  x: number('x', 'threads of a group', 'x', 'threads'),
  y: number('y', 'threads of a group', 'y', 'threads'),
  z: number('z', 'threads of a group', 'z', 'threads'),
  functionIndex: number(
    'function',
    'the function of the interface that fcall calls',
    'function',
    'its index in the table',
  ),

  customData: kind('data block', 'the first DWORD of customdata', tokens.Sm4CustomDataToken),
  customDataLength: kind('length of the data block', 'the second DWORD of customdata', tokens.Sm4LengthToken),
  constantData: number('constant', 'a value of the immediate constant buffer', 'value', 'four make a row'),
  commentText: number('text', 'of a comment', 'characters', 'four; the text ends with NUL'),
  messageId: number('message', 'of a debug message', 'message', 'id in the queue of the debug layer'),
  messageFormat: number('format', 'of a debug message', 'format', 'D3D11_SB_SHADER_MESSAGE_FORMAT: 0 text, 1 printf'),
  messageCharacters: number('length of the text', 'of a debug message', 'characters', 'without the final NUL'),
  messageOperands: number('operands', 'of a debug message', 'operands', 'how many'),
  messageOperandWords: number('size of the operands', 'of a debug message', 'size', 'in DWORDs'),
  messageText: number('text', 'of a debug message, after its operands', 'characters', 'four; the text ends with NUL'),
  customPayload: number('data', 'of a data block of another class', 'data', 'depends on the class'),

  unknownData: number('data of an unknown opcode', 'after its token', 'data', 'unknown'),
  surplus: number(
    'surplus',
    'inside an instruction, after everything that its opcode takes; compilers leave one in some (source: oracle)',
    'data',
    'ignored by readers',
  ),
  trailing: number(
    'trailing',
    'after the end of the program, or after an instruction with an impossible length',
    'value',
    'ignored by readers',
  ),
} as const satisfies Readonly<Record<string, Sm4TokenKindRow>>;

export type Sm4TokenKind = keyof typeof SM4_TOKEN_KINDS;
