/**
 * The bit-fields of every token of the tokenized program format (SM 4.0 to 5.1), declared once: readers, writers, the
 * bit-level inspector and the generated documentation all use these. {@link SM4_TOKEN_KINDS} lists every kind of DWORD
 * with the rules that its fields serve (SM51-1 to SM51-7: the ids of docs/tokens-sm4.md).
 *
 * Source: the public tokenized program format headers; where the oracle reads a field wider or narrower, the oracle.
 */
import type { FieldUse, TokenKindRow } from '../../base/explained.ts';
import { Field } from '../../base/field.ts';
import { SM4_VERSION } from '../../base/profile.ts';

export { SM4_VERSION as VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction, whatever its class. */
export const OpcodeToken = {
  opcode: new Field('opcode', 0, 11, 'D3D10_SB_OPCODE_TYPE'),
  controls: new Field('controls', 11, 13, 'meaning depends on the opcode'),
  length: new Field('length', 24, 7, 'DWORDs of the instruction, this token included'),
  extended: new Field('extended', 31, 1, 'an extended opcode token follows'),
} as const;

/** Controls of executable instructions (bits 11 to 23 of the opcode token). */
export const InstructionControls = {
  returnType: new Field('return type', 11, 2, 'of resinfo and sampleinfo: float, rcpFloat, uint'),
  saturate: new Field('saturate', 13, 1, 'clamp the result to 0..1'),
  testNonZero: new Field('test', 18, 1, 'of conditional instructions: 0 tests for zero, 1 for non-zero'),
  precise: new Field('precise', 19, 4, 'components whose result must not be refactored'),
} as const;

/** Controls of `sync`. */
export const SyncControls = {
  threadsInGroup: new Field('threads in group', 11, 1, 'wait for all threads of the group'),
  sharedMemory: new Field('group-shared memory', 12, 1, 'fence group-shared memory'),
  uavGroup: new Field('UAV, group', 13, 1, 'fence UAV memory within the group'),
  uavGlobal: new Field('UAV, global', 14, 1, 'fence UAV memory for all threads'),
} as const;

/** Controls of the declarations (bits 11 to 23 of the opcode token). */
export const DeclarationControls = {
  resourceDimension: new Field('dimension', 11, 5, 'D3D10_SB_RESOURCE_DIMENSION'),
  sampleCount: new Field('sample count', 16, 7, 'samples of a multisampled texture, 0 where not given'),
  globallyCoherent: new Field('globally coherent', 16, 1, 'UAV writes are visible to all groups'),
  rasterizerOrdered: new Field('rasterizer ordered', 17, 1, 'UAV accesses keep the order of primitives'),
  orderPreservingCounter: new Field('order-preserving counter', 23, 1, 'the counter may be used to index back'),
  dynamicallyIndexed: new Field('access pattern', 11, 1, 'of a constant buffer: 0 immediate, 1 dynamic'),
  samplerMode: new Field('sampler mode', 11, 4, 'D3D10_SB_SAMPLER_MODE'),
  interpolation: new Field('interpolation', 11, 4, 'D3D10_SB_INTERPOLATION_MODE'),
  outputTopology: new Field('output topology', 11, 6, 'D3D10_SB_PRIMITIVE_TOPOLOGY'),
  inputPrimitive: new Field('input primitive', 11, 6, 'D3D10_SB_PRIMITIVE'),
  controlPointCount: new Field('control points', 11, 6, '1 to 32'),
  tessellatorDomain: new Field('domain', 11, 2, 'D3D11_SB_TESSELLATOR_DOMAIN'),
  tessellatorPartitioning: new Field('partitioning', 11, 3, 'D3D11_SB_TESSELLATOR_PARTITIONING'),
  tessellatorOutputPrimitive: new Field('output primitive', 11, 3, 'D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE'),
  interfaceDynamicallyIndexed: new Field('dynamically indexed', 11, 1, 'the interface array is indexed at run time'),
} as const;

/** Controls of `dcl_globalFlags`, in the order in which a listing names them (source: oracle). */
export const GlobalFlags = {
  refactoringAllowed: new Field('refactoringAllowed', 11, 1, 'arithmetic may be reordered'),
  enableDoublePrecisionFloatOps: new Field('enableDoublePrecisionFloatOps', 12, 1, 'double operations are used'),
  enableRawAndStructuredBuffers: new Field(
    'enableRawAndStructuredBuffers',
    14,
    1,
    'raw and structured buffers in SM 4',
  ),
  forceEarlyDepthStencil: new Field('forceEarlyDepthStencil', 13, 1, 'depth and stencil test before the shader'),
  skipOptimization: new Field('skipOptimization', 15, 1, 'the driver should not optimize'),
  enableMinimumPrecision: new Field('enableMinimumPrecision', 16, 1, 'minimum precision types are used'),
  enable11_1DoubleExtensions: new Field('enable11_1DoubleExtensions', 17, 1, 'double division, reciprocal, fma'),
  enable11_1ShaderExtensions: new Field('enable11_1ShaderExtensions', 18, 1, 'msad and other 11.1 operations'),
  allResourcesBound: new Field('allResourcesBound', 19, 1, 'every declared resource is bound'),
} as const;

/** The opcode token of `customdata`, which has no length field: the next DWORD is the length, both tokens included. */
export const CustomDataToken = {
  opcode: new Field('opcode', 0, 11, '53'),
  dataClass: new Field('class', 11, 21, 'D3D10_SB_CUSTOMDATA_CLASS'),
} as const;

/** An extended opcode token; what its bits 6 to 30 mean depends on the kind. */
export const ExtendedOpcodeToken = {
  kind: new Field('kind', 0, 6, 'D3D10_SB_EXTENDED_OPCODE_TYPE: 1 sample controls, 2 dimension, 3 return type'),
  offsetU: new Field('offset u', 9, 4, 'of sample controls: signed texel offset'),
  offsetV: new Field('offset v', 13, 4, 'of sample controls: signed texel offset'),
  offsetW: new Field('offset w', 17, 4, 'of sample controls: signed texel offset'),
  dimension: new Field('dimension', 6, 5, 'of resource dimension: D3D10_SB_RESOURCE_DIMENSION'),
  stride: new Field('stride', 11, 12, 'of resource dimension: bytes of a structured buffer element'),
  returnTypes: new Field('return types', 6, 16, 'of return type: four bits for each component'),
  returnX: new Field('x', 6, 4, 'return type of x'),
  returnY: new Field('y', 10, 4, 'return type of y'),
  returnZ: new Field('z', 14, 4, 'return type of z'),
  returnW: new Field('w', 18, 4, 'return type of w'),
  extended: new Field('extended', 31, 1, 'another extended opcode token follows'),
} as const;

export const ExtendedOpcodeKind = { empty: 0, sampleControls: 1, resourceDimension: 2, resourceReturnType: 3 } as const;

/** The first DWORD of an operand. */
export const OperandToken = {
  componentCount: new Field('components', 0, 2, '0, 1 or 4 components (encoded 0, 1, 2); 3 is reserved for n'),
  selection: new Field('selection mode', 2, 2, '0 mask, 1 swizzle, 2 select one'),
  mask: new Field('mask', 4, 4, 'of mask mode: x, y, z, w'),
  swizzle: new Field('swizzle', 4, 8, 'of swizzle mode: two bits for each component'),
  select: new Field('component', 4, 2, 'of select-one mode'),
  type: new Field('type', 12, 8, 'D3D10_SB_OPERAND_TYPE'),
  indexDimension: new Field('index dimension', 20, 2, 'number of indices, 0 to 3'),
  index0: new Field('index 0', 22, 3, 'D3D10_SB_OPERAND_INDEX_REPRESENTATION of the first index'),
  index1: new Field('index 1', 25, 3, 'representation of the second index'),
  index2: new Field('index 2', 28, 3, 'representation of the third index'),
  extended: new Field('extended', 31, 1, 'an extended operand token follows'),
} as const;

export const ComponentCount = { none: 0, one: 1, four: 2, n: 3 } as const;
export const SelectionMode = { mask: 0, swizzle: 1, selectOne: 2 } as const;
export const IndexRepresentation = {
  immediate32: 0,
  immediate64: 1,
  relative: 2,
  immediate32PlusRelative: 3,
  immediate64PlusRelative: 4,
} as const;

/** An extended operand token. */
export const ExtendedOperandToken = {
  kind: new Field('kind', 0, 6, 'D3D10_SB_EXTENDED_OPERAND_TYPE: 1 modifier'),
  modifier: new Field('modifier', 6, 8, 'D3D10_SB_OPERAND_MODIFIER: 1 negate, 2 absolute, 3 both'),
  minPrecision: new Field('minimum precision', 14, 3, 'D3D11_SB_OPERAND_MIN_PRECISION'),
  nonUniform: new Field('non-uniform', 17, 1, 'the index differs between lanes (5.1)'),
  extended: new Field('extended', 31, 1, 'another extended operand token follows; the oracle reads only one'),
} as const;

export const ExtendedOperandKind = { empty: 0, modifier: 1 } as const;
export const OperandModifier = { none: 0, negate: 1, absolute: 2, absoluteNegate: 3 } as const;

/** The DWORD that names a system value in a declaration. */
export const NameToken = {
  name: new Field('name', 0, 16, 'D3D10_SB_NAME'),
  reserved: new Field('reserved', 16, 16, '0'),
} as const;

/** The DWORD of return types in a resource declaration: D3D10_SB_RESOURCE_RETURN_TYPE for each component. */
export const ReturnTypeToken = {
  x: new Field('x', 0, 4, 'return type of x'),
  y: new Field('y', 4, 4, 'return type of y'),
  z: new Field('z', 8, 4, 'return type of z'),
  w: new Field('w', 12, 4, 'return type of w'),
} as const;

/** The first payload DWORD of `dcl_interface`. */
export const InterfaceIdToken = {
  id: new Field('interface', 0, 16, 'number of the first interface pointer'),
  reserved: new Field('reserved', 16, 16, '0'),
} as const;

/** The third payload DWORD of `dcl_interface`. */
export const InterfaceToken = {
  tableCount: new Field('table count', 0, 16, 'function tables listed behind'),
  arrayLength: new Field('array length', 16, 16, 'interface pointers of this name'),
} as const;

/** The second DWORD of a program, and that of a data block. */
export const LengthToken = { length: new Field('length', 0, 32, 'in DWORDs, all tokens of it included') } as const;

/** A DWORD that is one number, with what that means. */
const number = (name: string, doc: string) => ({ value: new Field(name, 0, 32, doc) }) as const;

export type Sm4FormatRule = `SM51-${1 | 2 | 3 | 5 | 6 | 7}`;

export interface Sm4FieldUse extends FieldUse<Sm4FormatRule> {
  /** The first shader model that has the field: before it is 0. */
  readonly since?: '5.0' | '5.1';
}

export type Sm4TokenKindRow = TokenKindRow<Sm4FieldUse>;

/** Fields that are not declared above: 0. */
const RESERVED = 'reserved';

/** A row whose uses name fields that it has; what belongs to no field is reserved. */
function kind(
  title: string,
  doc: string,
  fields: Readonly<Record<string, Field>>,
  uses: Readonly<Record<string, Sm4FieldUse>> = {},
): Sm4TokenKindRow {
  const all: Record<string, Field> = {};
  const allUses: Record<string, Sm4FieldUse> = { ...uses };
  let next = 0;
  const fill = (until: number) => {
    if (until === next) return;
    const key = `${RESERVED}${next}`;
    all[key] = new Field(RESERVED, next, until - next, '0');
    allUses[key] = { fixed: 0 };
  };
  for (const [key, field] of Object.entries(fields).sort(([, a], [, b]) => a.low - b.low)) {
    fill(field.low);
    all[key] = field;
    if (field.name === RESERVED) allUses[key] = { fixed: 0 };
    next = field.low + field.width;
  }
  fill(32);
  return { title, doc, fields: all, uses: allUses };
}

const PRECISE: Readonly<Record<string, Sm4FieldUse>> = { precise: { since: '5.0' } };

/** The first DWORD of an instruction, by what its bits 11 to 23 hold. */
function opcode(doc: string, controls: Readonly<Record<string, Field>>): Sm4TokenKindRow {
  return kind('opcode', doc, { ...OpcodeTokenEnds, ...controls }, 'precise' in controls ? PRECISE : {});
}

/** What every opcode token has but those of data blocks. */
const OpcodeTokenEnds = {
  opcode: OpcodeToken.opcode,
  length: OpcodeToken.length,
  extended: OpcodeToken.extended,
} as const;

const { saturate, precise, testNonZero, returnType } = InstructionControls;
const { resourceDimension, globallyCoherent, rasterizerOrdered, orderPreservingCounter } = DeclarationControls;
const { interpolation } = DeclarationControls;

/** Opcode tokens by the controls that they have; the column `controls` of the opcode table names the one of each opcode. */
export const SM4_OPCODE_TOKENS = {
  plain: opcode('of instructions and declarations without controls', {}),
  arithmetic: opcode('of arithmetic whose result may be clamped', { saturate, precise }),
  precise: opcode('of all other instructions with a result', { precise }),
  test: opcode('of conditional instructions', { testNonZero }),
  sizeQuery: opcode('of resinfo and sampleinfo', { returnType, precise }),
  sync: opcode('of sync', SyncControls),
  dclGlobalFlags: opcode('of dcl_globalFlags', GlobalFlags),
  dclResource: opcode('of dcl_resource', { resourceDimension, sampleCount: DeclarationControls.sampleCount }),
  dclConstantBuffer: opcode('of dcl_constantbuffer', { dynamicallyIndexed: DeclarationControls.dynamicallyIndexed }),
  dclSampler: opcode('of dcl_sampler', { samplerMode: DeclarationControls.samplerMode }),
  dclInputPs: opcode('of dcl_input_ps and its kin', { interpolation }),
  dclOutputTopology: opcode('of dcl_outputtopology', { outputTopology: DeclarationControls.outputTopology }),
  dclInputPrimitive: opcode('of dcl_inputprimitive', { inputPrimitive: DeclarationControls.inputPrimitive }),
  dclControlPointCount: opcode('of the counts of control points', {
    controlPointCount: DeclarationControls.controlPointCount,
  }),
  dclTessellatorDomain: opcode('of dcl_tessellator_domain', {
    tessellatorDomain: DeclarationControls.tessellatorDomain,
  }),
  dclTessellatorPartitioning: opcode('of dcl_tessellator_partitioning', {
    tessellatorPartitioning: DeclarationControls.tessellatorPartitioning,
  }),
  dclTessellatorOutputPrimitive: opcode('of dcl_tessellator_output_primitive', {
    tessellatorOutputPrimitive: DeclarationControls.tessellatorOutputPrimitive,
  }),
  dclUavTyped: opcode('of dcl_uav_typed', { resourceDimension, globallyCoherent, rasterizerOrdered }),
  dclUavRaw: opcode('of dcl_uav_raw', { globallyCoherent, rasterizerOrdered }),
  dclUavStructured: opcode('of dcl_uav_structured', { globallyCoherent, rasterizerOrdered, orderPreservingCounter }),
  dclInterface: opcode('of dcl_interface', {
    interfaceDynamicallyIndexed: DeclarationControls.interfaceDynamicallyIndexed,
  }),
} as const satisfies Readonly<Record<string, Sm4TokenKindRow>>;

/** What an opcode has in bits 11 to 23 of its token. */
export type Sm4Controls = keyof typeof SM4_OPCODE_TOKENS;

const { type, componentCount, selection, indexDimension, index0, index1, index2 } = OperandToken;

/** An operand token by the way in which it selects components. */
function operand(title: string, doc: string, components: Readonly<Record<string, Field>>): Sm4TokenKindRow {
  const { extended } = OperandToken;
  return kind(title, doc, { componentCount, ...components, type, indexDimension, index0, index1, index2, extended });
}

function extension(title: string, doc: string, fields: Readonly<Record<string, Field>>): Sm4TokenKindRow {
  const { kind: extensionKind, extended } = ExtendedOpcodeToken;
  // Compilers write none from 5.1 on: the range id leads to the declaration that has it.
  const uses = title === 'texel offsets' ? {} : ({ kind: { rule: 'SM51-7' } } as const);
  return kind(title, doc, { kind: extensionKind, ...fields, extended }, uses);
}

const { offsetU, offsetV, offsetW, dimension, stride, returnX, returnY, returnZ, returnW } = ExtendedOpcodeToken;
const RULE = (rule: Sm4FormatRule) => ({ value: { rule } });

/** Every kind of DWORD that a program can have: inspector, documentation and tests derive from these rows. */
export const SM4_TOKEN_KINDS = {
  version: kind('version', 'the first DWORD of a program', SM4_VERSION),
  length: kind('length', 'the second DWORD of a program', LengthToken),

  ...SM4_OPCODE_TOKENS,
  longLength: kind(
    'length',
    'behind the opcode token of dcl_function_table and dcl_interface with bit 31',
    LengthToken,
  ),
  unknownOpcode: kind('unknown opcode', 'an opcode token whose number has no meaning', OpcodeToken),

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
  unknownExtension: extension('unknown extended opcode token', 'behind an opcode token with bit 31', {
    data: new Field('data', 6, 25, 'as the kind says'),
  }),

  operandMask: operand('operand with a mask', 'a register of four components, such as a result', {
    selection,
    mask: OperandToken.mask,
  }),
  operandSwizzle: operand('operand with a swizzle', 'a register of four components that is read', {
    selection,
    swizzle: OperandToken.swizzle,
  }),
  operandSelect: operand('operand with one component', 'one component of a register is read', {
    selection,
    select: OperandToken.select,
  }),
  operandUnknownSelection: operand('operand with an unknown selection', 'selection mode 3', {
    selection,
    components: new Field('components', 4, 8, 'unknown'),
  }),
  operandScalar: operand('operand of one component', 'a register or literal of one component', {}),
  operandBare: operand('operand without components', 'what is named as a whole, such as a sampler', {}),
  operandComponents: operand('operand of n components', 'reserved', {
    data: new Field('data', 2, 10, 'unknown'),
  }),
  operandModifier: kind(
    'extended operand token',
    'behind an operand token with bit 31',
    {
      kind: ExtendedOperandToken.kind,
      modifier: ExtendedOperandToken.modifier,
      minPrecision: ExtendedOperandToken.minPrecision,
      nonUniform: ExtendedOperandToken.nonUniform,
      extended: ExtendedOperandToken.extended,
    },
    { nonUniform: { since: '5.1' } },
  ),
  operandExtension: kind('unknown extended operand token', 'behind an operand token with bit 31', {
    kind: ExtendedOperandToken.kind,
    data: new Field('data', 6, 25, 'as the kind says'),
    extended: ExtendedOperandToken.extended,
  }),

  index: kind('index', 'a register number, or what is added to the register that follows', number('index', 'signed')),
  indexHigh: kind('index, high DWORD', 'the first of the two of a 64-bit index', number('index', 'bits 63:32')),
  indexLow: kind('index, low DWORD', 'the second of the two of a 64-bit index', number('index', 'bits 31:0')),
  rangeId: kind(
    'range id',
    'first index of what is declared as a range',
    number('id', 'unlike all others'),
    RULE('SM51-1'),
  ),
  lowerBound: kind(
    'lower bound',
    'second index of the declaration of a range',
    number('first register', 'in its space'),
    RULE('SM51-2'),
  ),
  upperBound: kind(
    'upper bound',
    'third index of the declaration of a range',
    number('last register', '0xffffffff: no upper bound'),
    RULE('SM51-2'),
  ),
  resourceIndex: kind(
    'index in the space',
    'second index of a sampler, shader resource or unordered access view',
    number('register', 'counts from the start of the register space, over all dimensions of an array'),
    RULE('SM51-5'),
  ),
  bufferIndex: kind(
    'index of the buffer',
    'second index of a constant buffer',
    number('register', 'in its space'),
    RULE('SM51-6'),
  ),
  bufferOffset: kind(
    'offset in the buffer',
    'third index of a constant buffer',
    number('offset', 'in registers of 16 bytes'),
    RULE('SM51-6'),
  ),

  literal: kind('literal', 'a value of 32 bits', number('value', 'a float or an integer, as the opcode has it')),
  literalLow: kind('literal, low DWORD', 'of a double', number('value', 'bits 31:0')),
  literalHigh: kind('literal, high DWORD', 'of a double', number('value', 'bits 63:32')),

  returnTypes: kind('return types', 'in declarations of typed views', ReturnTypeToken),
  space: kind('space', 'in declarations of ranges', number('space', 'register space'), RULE('SM51-3')),
  size: kind('size', 'of a constant buffer, from 5.1 on', number('size', 'in registers of 16 bytes')),
  stride: kind('stride', 'of a structured buffer or memory', number('stride', 'bytes of an element')),
  byteCount: kind('size', 'of raw group-shared memory', number('size', 'in bytes')),
  count: kind('count', 'in declarations that count', number('count', 'registers, elements, vertices, instances')),
  name: kind('system value', 'in declarations of inputs and outputs', NameToken),
  register: kind('number', 'of the array, function body or function table that is declared', number('number', '')),
  components: kind('components', 'of an array of temporary registers', number('components', '1 to 4')),
  functionBody: kind('function body', 'in a function table', number('function body', 'its number')),
  interfaceId: kind('interface', 'the first pointer that is declared', InterfaceIdToken),
  callSites: kind('call sites', 'functions in each table of an interface', number('functions', '')),
  interface: kind('shape of an interface', 'tables and pointers', InterfaceToken),
  functionTable: kind('function table', 'of an interface', number('function table', 'its number')),
  float: kind('factor', 'the largest tessellation factor', number('value', 'a float32')),
  x: kind('x', 'threads of a group', number('x', 'threads')),
  y: kind('y', 'threads of a group', number('y', 'threads')),
  z: kind('z', 'threads of a group', number('z', 'threads')),
  functionIndex: kind(
    'function',
    'which function of the interface fcall calls',
    number('function', 'its place in the table'),
  ),

  customData: kind('data block', 'the first DWORD of customdata', CustomDataToken),
  customDataLength: kind('length of the data block', 'the second DWORD of customdata', LengthToken),
  constantData: kind('constant', 'a value of the immediate constant buffer', number('value', 'four make a row')),
  commentText: kind('text', 'of a comment', number('characters', 'four; the text ends with NUL')),
  messageId: kind('message', 'of a debug message', number('message', 'id in the queue of the debug layer')),
  messageFormat: kind(
    'format',
    'of a debug message',
    number('format', 'D3D11_SB_SHADER_MESSAGE_FORMAT: 0 text, 1 printf'),
  ),
  messageCharacters: kind(
    'length of the text',
    'of a debug message',
    number('characters', 'the final NUL not counted'),
  ),
  messageOperands: kind('operands', 'of a debug message', number('operands', 'how many')),
  messageOperandWords: kind('size of the operands', 'of a debug message', number('size', 'in DWORDs')),
  messageText: kind(
    'text',
    'of a debug message, behind its operands',
    number('characters', 'four; the text ends with NUL'),
  ),
  customPayload: kind('data', 'of a data block of another class', number('data', 'as the class says')),

  unknownData: kind('data of an unknown opcode', 'behind its token', number('data', 'unknown')),
  surplus: kind(
    'surplus',
    'inside an instruction, behind all that its opcode takes; compilers leave one in some (source: oracle)',
    number('data', 'no reader looks at it'),
  ),
  trailing: kind(
    'trailing',
    'behind the end of the program, or behind an instruction whose length leads nowhere',
    number('value', 'no reader looks at it'),
  ),
} as const satisfies Readonly<Record<string, Sm4TokenKindRow>>;

export type Sm4TokenKind = keyof typeof SM4_TOKEN_KINDS;
