/**
 * Small programs of models 4 to 5.1 that break rules of temporaries, constants, views and memory, or nearly do, each
 * with what Microsoft's validator finds in it (recorded: code, instruction, operand). For
 * test/validate/sm4/resources.test.ts.
 */

import {
  containerOf,
  customDataWords,
  type IndexSpec,
  instructionWords,
  literalWords,
  operandWords,
  programWords,
} from '../../smith/sm4-words.ts';
import { wordsOf } from '../../src/base/words.ts';
import type { Feature } from '../../src/chunks/sfi0.ts';
import { FEATURES, serializeSfi0 } from '../../src/chunks/sfi0.ts';
import {
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  Sm4CustomDataClass,
} from '../../src/isa/sm4/names.ts';
import type { Sm4Mnemonic } from '../../src/isa/sm4/opcodes.ts';
import type { Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import {
  Sm4DeclarationControls,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4GlobalFlags,
  Sm4ReturnTypeToken,
  Sm4SyncControls,
} from '../../src/isa/sm4/tokens.ts';

type Words = readonly number[];

export interface ResourceProgram {
  readonly name: string;
  readonly profile: string;
  readonly body: readonly Words[];
  /** The diagnostics of Microsoft's validator, in its order. */
  readonly diagnostics: string;
  readonly features: readonly Feature[];
}

const STAGES = ['ps', 'vs', 'gs', 'hs', 'ds', 'cs'];
const EMPTY_SIGNATURE = Uint32Array.from([0, 8]);

/** A container with `program` between empty signatures. */
export function containerOfProgram({ profile, body, features }: ResourceProgram): Uint8Array {
  const [stage, major, minor] = profile.split('_') as [string, string, string];
  const code = programWords(STAGES.indexOf(stage), Number(major), Number(minor), body.flat());
  const bits = features.reduce((sum, name) => sum | (1 << FEATURES[name]), 0);
  return containerOf([
    ...(bits === 0 ? [] : [['SFI0', wordsOf(serializeSfi0(bits))] as const]),
    ['ISGN', EMPTY_SIGNATURE],
    ['OSGN', EMPTY_SIGNATURE],
    [major === '5' ? 'SHEX' : 'SHDR', code],
  ]);
}

const maskOf = (components: string): number => [...components].reduce((mask, c) => mask | (1 << 'xyzw'.indexOf(c)), 0);
const swizzleOf = (components: string): number =>
  [...components].reduce((swizzle, c, i) => swizzle | ('xyzw'.indexOf(c) << (2 * i)), 0);

const to = (type: Sm4OperandTypeName, indices: readonly IndexSpec[], mask = 'xyzw'): number[] =>
  operandWords(type, { indices, mask: maskOf(mask) });
const from = (type: Sm4OperandTypeName, indices: readonly IndexSpec[], components = 'xyzw'): number[] =>
  components.length === 1
    ? operandWords(type, { indices, select: 'xyzw'.indexOf(components) })
    : operandWords(type, { indices, swizzle: swizzleOf(components) });
const bare = (type: Sm4OperandTypeName, indices: readonly IndexSpec[]): number[] => operandWords(type, { indices });

const r = (register: number, components = 'xyzw'): number[] => from('temp', [register], components);
const toR = (register: number, mask = 'xyzw'): number[] => to('temp', [register], mask);
/** An index: a register, and a number to add. */
const by = (register: number, plus = 0): IndexSpec => ({ register: r(register, 'x'), plus });
const byElement = (array: number, element: number, component = 'x'): IndexSpec => ({
  register: from('indexableTemp', [array, element], component),
});

const ZERO = literalWords(0, 0, 0, 0);
const RET = instructionWords('ret');
const GROUP = instructionWords('dcl_thread_group', [4, 1, 1]);
const temps = (count: number): number[] => instructionWords('dcl_temps', [count]);
const T = temps(4);
/** Writes r0. */
const R0 = instructionWords('mov', [...toR(0), ...ZERO]);
const mov = (destination: Words, source: Words): number[] => instructionWords('mov', [...destination, ...source]);
const array = (register: number, elements: number, components: number): number[] =>
  instructionWords('dcl_indexableTemp', [register, elements, components]);
const X0 = array(0, 4, 4);
const toX = (element: IndexSpec, mask = 'xyzw', register: IndexSpec = 0): number[] =>
  to('indexableTemp', [register, element], mask);
const x = (element: IndexSpec, components = 'xyzw'): number[] => from('indexableTemp', [0, element], components);
const ARRAY_WRITTEN = [0, 1, 2, 3].map((element) => mov(toX(element), ZERO));

const DYNAMIC = Sm4DeclarationControls.dynamicallyIndexed.set(0, 1);
const cb = (register: number, rows: number, controls = 0): number[] =>
  instructionWords('dcl_constantbuffer', from('constantBuffer', [register, rows]), controls);
const cbRange = (id: number, rows: number, controls = 0): number[] =>
  instructionWords('dcl_constantbuffer', [...from('constantBuffer', [id, 2, 5]), rows, 0], controls);
const movCb = (...indices: readonly IndexSpec[]): number[] => mov(toR(1), from('constantBuffer', indices));
const icb = (words: number): number[] =>
  customDataWords(Sm4CustomDataClass.immediateConstantBuffer, Array<number>(words).fill(0));
const movIcb = (index: IndexSpec): number[] => mov(toR(1), from('immediateConstantBuffer', [index]));

const modeBits = (mode: number): number => Sm4DeclarationControls.samplerMode.set(0, mode);
const sampler = (register: number, mode = 0): number[] =>
  instructionWords('dcl_sampler', bare('sampler', [register]), modeBits(mode));
const COMPARISON = SM4_SAMPLER_MODES.indexOf('mode_comparison');
type Dimension = (typeof SM4_RESOURCE_DIMENSIONS)[number];
const dimensionBits = (dimension: Dimension | number, samples = 0): number => {
  const value = typeof dimension === 'number' ? dimension : SM4_RESOURCE_DIMENSIONS.indexOf(dimension);
  return Sm4DeclarationControls.sampleCount.set(Sm4DeclarationControls.resourceDimension.set(0, value), samples);
};
const types = (...values: readonly number[]): number => {
  const { x: first, y, z, w } = Sm4ReturnTypeToken;
  return [first, y, z, w].reduce((word, field, i) => field.set(word, values[i] ?? values[0]!), 0);
};
const FLOAT = types(SM4_RETURN_TYPES.indexOf('float'));
const UINT = types(SM4_RETURN_TYPES.indexOf('uint'));
const texture = (register: number, dimension: Dimension | number, returns = FLOAT, samples = 0): number[] =>
  instructionWords('dcl_resource', [...bare('resource', [register]), returns], dimensionBits(dimension, samples));
const rawBuffer = (register: number): number[] => instructionWords('dcl_resource_raw', bare('resource', [register]));
const structured = (register: number, stride: number): number[] =>
  instructionWords('dcl_resource_structured', [...bare('resource', [register]), stride]);
const T0 = texture(0, 'texture2d');

const UAV = 'unorderedAccessView';
const typedUav = (register: number, dimension: Dimension | number, returns = FLOAT, controls = 0): number[] =>
  instructionWords('dcl_uav_typed', [...bare(UAV, [register]), returns], dimensionBits(dimension) | controls);
const rawUav = (register: number, controls = 0): number[] =>
  instructionWords('dcl_uav_raw', bare(UAV, [register]), controls);
const structuredUav = (register: number, stride = 16, controls = 0): number[] =>
  instructionWords('dcl_uav_structured', [...bare(UAV, [register]), stride], controls);
const COUNTER = Sm4DeclarationControls.orderPreservingCounter.set(0, 1);
const ORDERED = Sm4DeclarationControls.rasterizerOrdered.set(0, 1);
const SHARED = 'groupSharedMemory';
const rawShared = (register: number, bytes: number): number[] =>
  instructionWords('dcl_tgsm_raw', [...bare(SHARED, [register]), bytes]);
const structuredShared = (register: number, stride: number, elements: number): number[] =>
  instructionWords('dcl_tgsm_structured', [...bare(SHARED, [register]), stride, elements]);
const output = (register: number): number[] => instructionWords('dcl_output', to('output', [register]));

const flags = (...names: readonly (keyof typeof Sm4GlobalFlags)[]): number[] =>
  instructionWords(
    'dcl_globalFlags',
    [],
    names.reduce((bits, name) => Sm4GlobalFlags[name].set(bits, 1), 0),
  );
const sync = (...names: readonly (keyof typeof Sm4SyncControls)[]): number[] =>
  instructionWords(
    'sync',
    [],
    names.reduce((bits, name) => Sm4SyncControls[name].set(bits, 1), 0),
  );

/** Dimension and return types next to the opcode, as with views that are indexed in 5.0. */
const extension = (dimension: Dimension, returns: number): number[] => [
  Sm4ExtendedOpcodeToken.dimension.set(
    Sm4ExtendedOpcodeKind.resourceDimension,
    SM4_RESOURCE_DIMENSIONS.indexOf(dimension),
  ),
  Sm4ExtendedOpcodeToken.returnTypes.set(Sm4ExtendedOpcodeKind.resourceReturnType, returns),
];
const reads = (
  opcode: Sm4Mnemonic,
  {
    view = [0] as readonly IndexSpec[],
    smp = [0] as readonly IndexSpec[],
    after = [] as Words,
    extended = [] as Words,
  } = {},
): number[] => {
  const swizzle = opcode.startsWith('sample_c') ? 'xxxx' : 'xyzw';
  const sampled = opcode.startsWith('gather4') ? from('sampler', smp, 'x') : bare('sampler', smp);
  const operands = [...toR(1), ...r(0), ...from('resource', view, swizzle), ...sampled, ...after];
  return instructionWords(opcode, operands, 0, extended);
};
const loads = (
  opcode: Sm4Mnemonic,
  view: readonly IndexSpec[] = [0],
  after: Words = [],
  extended: Words = [],
): number[] => instructionWords(opcode, [...toR(1), ...r(0), ...from('resource', view), ...after], 0, extended);
const float = (value: number): number[] => literalWords(new Uint32Array(Float32Array.of(value).buffer)[0]!);

const ldRaw = (type: Sm4OperandTypeName, index: IndexSpec = 0): number[] =>
  instructionWords('ld_raw', [...toR(1), ...r(0, 'x'), ...from(type, [index])]);
const ldStructured = (type: Sm4OperandTypeName): number[] =>
  instructionWords('ld_structured', [...toR(1), ...r(0, 'x'), ...r(0, 'x'), ...from(type, [0])]);
const storeRaw = (type: Sm4OperandTypeName): number[] =>
  instructionWords('store_raw', [...to(type, [0]), ...r(0, 'x'), ...r(0)]);
const storeStructured = (type: Sm4OperandTypeName, index: Words = r(0, 'x')): number[] =>
  instructionWords('store_structured', [...to(type, [0]), ...index, ...literalWords(0), ...r(0)]);
const storeTyped = (mask = 'xyzw'): number[] =>
  instructionWords('store_uav_typed', [...to(UAV, [0], mask), ...r(0), ...r(0)]);
const loadTyped = (...indices: readonly IndexSpec[]): number[] =>
  instructionWords('ld_uav_typed', [...toR(1), ...r(0), ...from(UAV, indices)]);
const alloc = (...indices: readonly IndexSpec[]): number[] =>
  instructionWords('imm_atomic_alloc', [...toR(1, 'x'), ...bare(UAV, indices)]);
const consume = (...indices: readonly IndexSpec[]): number[] =>
  instructionWords('imm_atomic_consume', [...toR(1, 'x'), ...bare(UAV, indices)]);
const add = (type: Sm4OperandTypeName, ...indices: readonly IndexSpec[]): number[] =>
  instructionWords('atomic_iadd', [...bare(type, indices), ...r(0), ...r(0, 'x')]);
const swapc = (first: Words, second: Words): number[] =>
  instructionWords('swapc', [...first, ...second, ...r(0), ...r(0), ...r(0)]);
const THREAD_INDEX = bare('inputThreadIdInGroupFlattened', []);
const threadIndex = operandWords('inputThreadIdInGroupFlattened', { components: 'one' });
const DCL_THREAD_INDEX = instructionWords('dcl_input', THREAD_INDEX);

const range = (opcode: Sm4Mnemonic, type: Sm4OperandTypeName, id: number, payload: Words, controls = 0): number[] =>
  instructionWords(opcode, [...from(type, [id, 0, 3]), ...payload], controls);
const ALL_FLOATS_51 = [FLOAT, 0];

function program(
  name: string,
  profile: string,
  body: readonly Words[],
  diagnostics: string,
  ...features: readonly Feature[]
): ResourceProgram {
  return { name, profile, body: [...body, RET], diagnostics, features };
}

export const RESOURCE_PROGRAMS: readonly ResourceProgram[] = [
  // temporaries
  program('4096 temporaries', 'ps_5_0', [temps(4096)], ''),
  program('4097 temporaries', 'ps_5_0', [temps(4097)], 'DX3451@1'),
  program('temporaries twice', 'ps_5_0', [temps(1), temps(2)], 'DX3450@2'),
  program('an array after temporaries, too many', 'ps_5_0', [temps(4000), array(0, 97, 4)], 'DX3452@2'),
  program('temporaries after an array, too many', 'ps_4_0', [array(0, 97, 4), temps(4000)], 'DX3452@2'),
  program('just as many as there may be', 'ps_4_0', [array(0, 96, 4), temps(4000)], ''),
  program('the array with the last number', 'ps_5_0', [array(4095, 1, 4)], ''),
  program('an array with a number too high', 'ps_5_0', [array(4096, 1, 4)], 'DX3453@1'),
  program('an array twice', 'ps_5_0', [array(3, 4, 4), array(3, 6, 2)], 'DX3450@2'),
  program('an array of more than four components', 'ps_5_0', [T, array(0, 4, 255), mov(toX(0), ZERO)], ''),
  program('a temporary that is not declared, written', 'ps_5_0', [T, mov(toR(4), ZERO)], 'DX3472@2.1'),
  program('a temporary that is not declared, read', 'ps_5_0', [T, mov(toR(1), r(4))], 'DX3472@2.2'),
  program('no temporaries', 'ps_5_0', [R0], 'DX3472@1.1'),
  program('an array that is not declared', 'ps_5_0', [T, mov(toX(0), ZERO)], 'DX3472@2.1'),
  program('an element after the array', 'ps_5_0', [T, X0, mov(toX(4), ZERO)], 'DX3473@3.1'),
  program('an element by a register', 'ps_5_0', [T, X0, R0, mov(toX(by(0, 9)), ZERO)], ''),
  program(
    'an array of no components',
    'ps_5_0',
    [T, array(0, 4, 0), mov(toX(0, 'x'), ZERO), mov(toX(0, 'y'), ZERO)],
    'DX3474@4.1',
  ),
  program(
    'components that the array has not, written',
    'ps_5_0',
    [T, array(0, 4, 2), mov(toX(0, 'xyz'), ZERO)],
    'DX3474@3.1',
  ),
  program(
    'components that the array has not, read where nothing is written',
    'ps_5_0',
    [T, array(0, 4, 2), mov(toX(0, 'xy'), ZERO), mov(toR(1, 'xy'), x(0))],
    'DX3474@4.2',
  ),
  program(
    'one component that the array has not',
    'ps_5_0',
    [T, array(0, 4, 2), mov(toX(0, 'xy'), ZERO), mov(toR(1), x(0, 'z'))],
    'DX3474@4.2',
  ),
  program(
    'components that the array has',
    'ps_5_0',
    [T, array(0, 4, 2), mov(toX(0, 'xy'), ZERO), mov(toR(1), x(0, 'xyxy'))],
    '',
  ),
  // registers in indices
  program('an index that is not declared', 'ps_5_0', [T, X0, R0, mov(toX(by(4)), ZERO)], 'DX3476@4.1'),
  program(
    'the first of two indices that are not declared',
    'ps_5_0',
    [cb(0, 4, DYNAMIC), T, R0, movCb(by(7), by(8))],
    'DX3476@4.2',
  ),
  program('what the operand names comes before its index', 'ps_5_0', [T, R0, movCb(3, by(9))], 'DX3472@3.2'),
  program(
    'an array element as an index',
    'ps_5_0',
    [cb(0, 4, DYNAMIC), T, X0, ...ARRAY_WRITTEN, movCb(0, byElement(0, 3))],
    '',
  ),
  program(
    'an array element after the array as an index',
    'ps_5_0',
    [cb(0, 4, DYNAMIC), T, X0, ...ARRAY_WRITTEN, movCb(0, byElement(0, 4))],
    'DX3473@8.2',
  ),
  program(
    'an array that is not declared as an index',
    'ps_5_0',
    [cb(0, 4, DYNAMIC), T, X0, ...ARRAY_WRITTEN, movCb(0, byElement(2, 1))],
    'DX3474@8.2',
  ),
  program(
    'a component that the array has not as an index',
    'ps_5_0',
    [
      cb(0, 4, DYNAMIC),
      T,
      array(0, 4, 1),
      ...[0, 1].map((i) => mov(toX(i, 'x'), ZERO)),
      movCb(0, byElement(0, 1, 'z')),
    ],
    'DX3474@6.2',
  ),
  // constant buffers
  program('the last row', 'ps_5_0', [cb(0, 4), T, movCb(0, 3)], ''),
  program('a row after the last', 'ps_5_0', [cb(0, 4), T, movCb(0, 4)], 'DX3473@3.2'),
  program('a buffer without a size', 'ps_5_0', [cb(0, 0), T, movCb(0, 4095)], ''),
  program('a constant buffer twice', 'ps_5_0', [cb(0, 4), cb(0, 8)], 'DX3450@2'),
  program('a constant buffer that is not declared', 'ps_5_0', [cb(0, 4), T, movCb(1, 0)], 'DX3472@3.2'),
  program('a row by a register', 'ps_5_0', [cb(0, 4, DYNAMIC), T, R0, movCb(0, by(0, 9))], ''),
  program('a row by a register, not declared so', 'ps_5_0', [cb(0, 4), T, R0, movCb(0, by(0, 2))], 'DX3475@4.2'),
  program('a buffer that an instance names', 'ps_5_0', [T, R0, movCb(by(0, 9), 99)], ''),
  program('4096 rows in 5.1', 'ps_5_1', [cbRange(0, 4096)], ''),
  program('4097 rows in 5.1', 'ps_5_1', [cbRange(0, 4097)], 'DX3454'),
  program('an id twice', 'ps_5_1', [cbRange(0, 4), cbRange(0, 4)], 'DX3450@2'),
  program('ranges that overlap', 'ps_5_1', [cbRange(0, 4), cbRange(1, 4)], ''),
  program('an id that is not declared', 'ps_5_1', [cbRange(0, 4), T, movCb(1, 2, 0)], 'DX3472@3.2'),
  program('an id of any size', 'ps_5_1', [cbRange(0x7fff_ffff, 4), T, movCb(0x7fff_ffff, 2, 0)], ''),
  program('a buffer outside of its range', 'ps_5_1', [cbRange(0, 4), T, movCb(0, 9, 0)], ''),
  program('a row after the last of a range', 'ps_5_1', [cbRange(0, 4), T, movCb(0, 2, 4)], 'DX3473@3.2'),
  program('a row of a range by a register', 'ps_5_1', [cbRange(0, 4, DYNAMIC), T, R0, movCb(0, by(0), by(0, 9))], ''),
  program(
    'a row of a range by a register, not declared so',
    'ps_5_1',
    [cbRange(0, 4), T, R0, movCb(0, 2, by(0))],
    'DX3475@4.2',
  ),
  program('a buffer of a range by a register', 'ps_5_1', [cbRange(0, 4), T, R0, movCb(0, by(0), 3)], ''),
  program(
    'a row after the last of a buffer by a register',
    'ps_5_1',
    [cbRange(0, 4), T, R0, movCb(0, by(0), 9)],
    'DX3473@4.2',
  ),
  // immediate constant buffer
  program('immediate rows', 'ps_5_0', [icb(8), T, R0, movIcb(1), movIcb(by(0, 9))], ''),
  program('an immediate row after the last', 'ps_5_0', [icb(8), T, movIcb(2)], 'DX3473'),
  program('no immediate constant buffer', 'ps_5_0', [T, movIcb(0)], 'DX3472@2.2'),
  program('an empty immediate constant buffer', 'ps_5_0', [icb(0)], 'DX3455@1'),
  program('half an immediate row', 'ps_5_0', [icb(6)], 'DX3455@1'),
  program('too many immediate rows', 'ps_5_0', [icb(4 * 4097)], 'DX3455@1'),
  program('an immediate constant buffer twice', 'ps_5_0', [icb(4), icb(4)], 'DX3450@2'),
  // samplers and shader resource views
  program('a sampler in mono mode', 'vs_4_0', [sampler(0, 2)], ''),
  program('a sampler mode that does not exist', 'ps_5_0', [sampler(0, 3)], 'DX3456@1'),
  program('a sampler twice', 'ps_5_0', [sampler(0), sampler(0, COMPARISON)], 'DX3450@2'),
  program('a sampler twice, with a mode that does not exist', 'ps_5_0', [sampler(0), sampler(0, 3)], 'DX3450@2'),
  program('a sampler that is not declared', 'ps_5_0', [T0, T, R0, reads('sample')], 'DX3472@4.4'),
  program('a view twice', 'ps_5_0', [T0, rawBuffer(0)], 'DX3450@2'),
  program('a view that is not declared', 'ps_5_0', [T, R0, loads('ld')], 'DX3472@3.3'),
  program('a dimension for another declaration', 'ps_5_0', [texture(0, 'raw_buffer')], 'DX3457@1'),
  program('a dimension that does not exist', 'ps_5_0', [texture(0, 19)], 'DX3457@1'),
  program('samples of a texture that has none', 'ps_5_0', [texture(0, 'texture2d', FLOAT, 4)], 'DX3460@1'),
  program('no samples in 4.0', 'ps_4_0', [texture(0, 'texture2dms')], 'DX3460@1'),
  program('samples in 4.0', 'ps_4_0', [texture(0, 'texture2dms', FLOAT, 4)], ''),
  program('no samples in 4.1', 'ps_4_1', [texture(0, 'texture2dms')], ''),
  program('samples in another stage of 4.0', 'vs_4_0', [texture(0, 'texture2dms', FLOAT, 4)], 'DX3459'),
  program('samples in another stage of 4.1', 'vs_4_1', [texture(0, 'texture2dms')], ''),
  program('no return type of the first component', 'ps_5_0', [texture(0, 'texture2d', types(0))], 'DX3461@1'),
  program('no return type of the last component', 'ps_5_0', [texture(0, 'texture2d', types(5, 5, 5, 10))], 'DX3461@1'),
  program('a stride that is too long', 'ps_5_0', [structured(0, 2052)], 'DX3462@1'),
  program('a stride that is no multiple of 4', 'ps_5_0', [structured(0, 6)], 'DX3462@1'),
  program('the longest stride', 'ps_5_0', [structured(0, 2048)], ''),
  program('a wrong stride before a view that is there', 'ps_5_0', [T0, structured(0, 6)], 'DX3462@2'),
  program(
    'ids in 5.1',
    'ps_5_1',
    [
      range('dcl_sampler', 'sampler', 0, [0]),
      range('dcl_resource', 'resource', 0, ALL_FLOATS_51, dimensionBits('texture2d')),
      T,
      R0,
      reads('sample', { view: [0, by(0, 9)], smp: [0, 99] }),
    ],
    '',
  ),
  program(
    'a sampler id that is not declared',
    'ps_5_1',
    [
      range('dcl_sampler', 'sampler', 0, [0]),
      range('dcl_resource', 'resource', 0, ALL_FLOATS_51, dimensionBits('texture2d')),
      T,
      R0,
      reads('sample', { view: [0, 0], smp: [7, 0] }),
    ],
    'DX3472@5.4',
  ),
  program(
    'a view id that is not declared',
    'ps_5_1',
    [range('dcl_resource', 'resource', 0, ALL_FLOATS_51, dimensionBits('texture2d')), T, R0, loads('ld', [1, 0])],
    'DX3472@4.3',
  ),
  // unordered access views
  program('a view of a cube to write', 'cs_5_0', [GROUP, typedUav(0, 'texturecube')], 'DX3458'),
  program('a dimension that views to write have not', 'cs_5_0', [GROUP, typedUav(0, 'raw_buffer')], 'DX3457@2'),
  program('no return type of a view to write', 'cs_5_0', [GROUP, typedUav(0, 'texture2d', types(0))], 'DX3461@2'),
  program('a view to write twice', 'cs_5_0', [GROUP, typedUav(0, 'texture2d'), structuredUav(0, 6)], 'DX3450@3'),
  program('a stride of a view to write', 'cs_5_0', [GROUP, structuredUav(0, 0)], 'DX3462@2'),
  program(
    'an order without a counter',
    'cs_5_0',
    [GROUP, typedUav(0, 'texture2d', FLOAT, COUNTER), rawUav(1, COUNTER), structuredUav(2, 16, COUNTER)],
    'DX3464@2 DX3464@3',
  ),
  program(
    'an order of the rasterizer',
    'ps_5_0',
    [typedUav(0, 'texture2d', FLOAT, ORDERED), rawUav(1, ORDERED | COUNTER), structuredUav(2, 16, ORDERED)],
    'DX3465@1 DX3464@2 DX3465@2 DX3465@3',
  ),
  program(
    'an order of the rasterizer with its feature',
    'ps_5_0',
    [typedUav(0, 'texture2d', FLOAT, ORDERED), rawUav(1, ORDERED)],
    '',
    'rasterizerOrderedViews',
  ),
  program('a view in the slot of an output', 'ps_5_0', [output(0), output(3), rawUav(2)], 'DX3463@3'),
  program('a view to write that is not declared', 'cs_5_0', [GROUP, T, R0, ldRaw(UAV, 1)], 'DX3472@4.3'),
  program('a view to write that is not declared, in 5.1', 'cs_5_1', [GROUP, T, R0, loadTyped(5, 0)], ''),
  // group-shared memory
  program('shared memory twice', 'cs_5_0', [GROUP, rawShared(0, 4), structuredShared(0, 3, 4)], 'DX3450@3'),
  program('no bytes to share', 'cs_5_0', [GROUP, rawShared(0, 0)], 'DX3466@2'),
  program('half a DWORD in each element', 'cs_5_0', [GROUP, structuredShared(0, 6, 4)], 'DX3466@2'),
  program('no elements to share', 'cs_5_0', [GROUP, structuredShared(0, 4, 0)], ''),
  program('all shared memory there is', 'cs_5_0', [GROUP, rawShared(0, 32768)], ''),
  program(
    'more shared memory than there is',
    'cs_5_0',
    [GROUP, rawShared(0, 32764), structuredShared(1, 4, 2)],
    'DX3467@3',
  ),
  program('elements beyond 32 bits', 'cs_5_0', [GROUP, structuredShared(0, 4, 0x4000_0000)], 'DX3467@2'),
  program(
    'no elements that are read',
    'cs_5_0',
    [GROUP, structuredShared(0, 4, 0), T, R0, ldStructured(SHARED)],
    'DX3473@5.4',
  ),
  program('shared memory that is not declared', 'cs_5_0', [GROUP, T, R0, ldRaw(SHARED)], 'DX3472@4.3'),
  program('one element for each thread', 'cs_4_0', [GROUP, structuredShared(0, 256, 4)], ''),
  program(
    'other numbers of elements than threads',
    'cs_4_0',
    [GROUP, structuredShared(3, 4, 5), structuredShared(1, 300, 6)],
    'DX3495 DX3495',
  ),
  program(
    'too many bytes for each thread',
    'cs_4_1',
    [GROUP, structuredShared(0, 128, 4), structuredShared(1, 132, 4)],
    'DX3496',
  ),
  program(
    'bytes of 73 threads',
    'cs_4_0',
    [instructionWords('dcl_thread_group', [73, 1, 1]), structuredShared(0, 208, 73)],
    '',
  ),
  program(
    'too many bytes of 73 threads',
    'cs_4_0',
    [instructionWords('dcl_thread_group', [73, 1, 1]), structuredShared(0, 212, 73)],
    'DX3496',
  ),
  program(
    'the element of the own thread',
    'cs_4_0',
    [GROUP, structuredShared(0, 16, 4), DCL_THREAD_INDEX, T, R0, storeStructured(SHARED, threadIndex)],
    '',
  ),
  program(
    'an element of any thread',
    'cs_4_0',
    [GROUP, structuredShared(0, 16, 4), T, R0, storeStructured(SHARED)],
    'DX3490@5',
  ),
  program(
    'an element of any thread in 5.0',
    'cs_5_0',
    [GROUP, structuredShared(0, 16, 4), T, R0, storeStructured(SHARED)],
    '',
  ),
  program('an element of a view in 4.0', 'cs_4_0', [GROUP, structuredUav(0), T, R0, storeStructured(UAV)], ''),
  // global flags
  program('flags twice', 'ps_5_0', [flags('refactoringAllowed'), flags('refactoringAllowed')], 'DX3468@2'),
  program('a flag of 5.1', 'ps_5_0', [flags('allResourcesBound')], 'DX3469@1'),
  program('a flag of 5.1 in 5.1', 'ps_5_1', [flags('allResourcesBound')], ''),
  program('a flag of 5.0 in 4.0', 'ps_4_0', [flags('forceEarlyDepthStencil')], 'DX3469@1'),
  program('a flag of 4.0 in 5.0', 'ps_5_0', [flags('enableRawAndStructuredBuffers')], 'DX3469@1'),
  program(
    'unknown flags twice',
    'ps_5_0',
    [flags('allResourcesBound'), flags('allResourcesBound')],
    'DX3469@1 DX3468@2 DX3469@2',
  ),
  program(
    'raw buffers in 4.0',
    'ps_4_0',
    [flags('enableRawAndStructuredBuffers'), rawBuffer(0), structured(1, 16)],
    '',
    'earlyDepthStencil',
  ),
  program('raw buffers in 4.0 without the flag', 'vs_4_0', [rawBuffer(0)], 'DX3310 DX3471', 'earlyDepthStencil'),
  program(
    'raw buffers that compute shaders ask for',
    'cs_4_0',
    [flags('enableRawAndStructuredBuffers'), GROUP],
    'DX3470@1 DX3310',
  ),
  // instructions that read views
  program('ld', 'ps_5_0', [texture(0, 'buffer', UINT), T, R0, loads('ld')], ''),
  program('ld of a cube', 'ps_5_0', [texture(0, 'texturecube'), T, R0, loads('ld')], 'DX3480@4.3'),
  program('ld of a raw buffer', 'ps_5_0', [rawBuffer(0), T, R0, loads('ld')], 'DX3481@4.3 DX3480@4.3'),
  program(
    'ldms of a texture without samples',
    'ps_5_0',
    [T0, T, R0, loads('ldms', [0], literalWords(0))],
    'DX3480@4.3',
  ),
  program(
    'resinfo of a buffer',
    'ps_5_0',
    [
      texture(0, 'buffer'),
      T,
      R0,
      instructionWords('resinfo', [...toR(1), ...literalWords(0), ...from('resource', [0])]),
    ],
    'DX3480@4.3',
  ),
  program(
    'bufinfo of a texture',
    'ps_5_0',
    [T0, T, R0, instructionWords('bufinfo', [...toR(1), ...from('resource', [0])])],
    'DX3480@4.3',
  ),
  program(
    'bufinfo of a raw view to write',
    'cs_5_0',
    [GROUP, rawUav(0), T, R0, instructionWords('bufinfo', [...toR(1), ...from(UAV, [0])])],
    '',
  ),
  program('sample', 'ps_5_0', [T0, sampler(0), T, R0, reads('sample'), reads('sample_l', { after: r(0, 'x') })], ''),
  program(
    'sample of a buffer of integers with a sampler that compares',
    'ps_5_0',
    [texture(0, 'buffer', UINT), sampler(0, COMPARISON), T, R0, reads('sample')],
    'DX3482@5.4 DX3480@5.3 DX3483@5.3',
  ),
  program(
    'sample of a raw buffer',
    'ps_5_0',
    [rawBuffer(0), sampler(0), T, R0, reads('sample')],
    'DX3480@5.3 DX3483@5.3',
  ),
  program(
    'sample of one component that is not filtered',
    'ps_5_0',
    [texture(0, 'texture2d', types(5, 5, 5, 4)), sampler(0), T, R0, reads('sample')],
    'DX3483@5.3',
  ),
  program(
    'sample_c',
    'ps_5_0',
    [texture(0, 'texturecubearray'), sampler(0, COMPARISON), T, R0, reads('sample_c', { after: r(0, 'x') })],
    '',
  ),
  program(
    'sample_c of an array in 4.0',
    'ps_4_0',
    [texture(0, 'texture2darray'), sampler(0, COMPARISON), T, R0, reads('sample_c', { after: r(0, 'x') })],
    'DX3480@5.3',
  ),
  program(
    'sample_c of a volume without a sampler that compares',
    'ps_5_0',
    [texture(0, 'texture3d'), sampler(0), T, R0, reads('sample_c', { after: r(0, 'x') })],
    'DX3482@5.4 DX3480@5.3',
  ),
  program('the largest bias', 'ps_5_0', [T0, sampler(0), T, R0, reads('sample_b', { after: float(15.99) })], ''),
  program(
    'a bias that is too large',
    'ps_5_0',
    [T0, sampler(0), T, R0, reads('sample_b', { after: float(16) })],
    'DX3484@5.5',
  ),
  program(
    'a bias that is too small, of all that is wrong',
    'ps_5_0',
    [texture(0, 'buffer', UINT), sampler(0, COMPARISON), T, R0, reads('sample_b', { after: float(-16.5) })],
    'DX3482@5.4 DX3484@5.5 DX3480@5.3 DX3483@5.3',
  ),
  program(
    'a bias that is no number',
    'ps_5_0',
    [T0, sampler(0), T, R0, reads('sample_b', { after: float(Number.NaN) })],
    '',
  ),
  program(
    'lod of a buffer',
    'ps_5_0',
    [texture(0, 'buffer', UINT), sampler(0, COMPARISON), T, R0, reads('lod')],
    'DX3482@5.4 DX3480@5.3',
  ),
  program('gather4 of integers', 'ps_5_0', [texture(0, 'texture2d', UINT), sampler(0), T, R0, reads('gather4')], ''),
  program(
    'gather4 of a volume',
    'ps_5_0',
    [texture(0, 'texture3d', UINT), sampler(0, COMPARISON), T, R0, reads('gather4')],
    'DX3482@5.4 DX3480@5.3',
  ),
  program(
    'gather4_c without a sampler that compares',
    'ps_5_0',
    [T0, sampler(0), T, R0, reads('gather4_c', { after: r(0, 'x') })],
    'DX3482@5.4',
  ),
  program(
    'gather4_po of a cube',
    'ps_5_0',
    [
      texture(0, 'texturecube'),
      sampler(0),
      T,
      R0,
      instructionWords('gather4_po', [
        ...toR(1),
        ...r(0),
        ...r(0),
        ...from('resource', [0]),
        ...from('sampler', [0], 'x'),
      ]),
    ],
    'DX3480@5.4',
  ),
  program(
    'with an access status nothing is looked at',
    'ps_5_0',
    [
      texture(0, 'texturecube'),
      T,
      R0,
      instructionWords('ld_s', [...toR(1), ...toR(2, 'x'), ...r(0), ...from('resource', [0])]),
    ],
    '',
    'tiledResources',
  ),
  program(
    'sample_cl_s is looked at',
    'ps_5_0',
    [
      texture(0, 'buffer', UINT),
      sampler(0, COMPARISON),
      T,
      R0,
      instructionWords('sample_cl_s', [
        ...toR(1),
        ...toR(2, 'x'),
        ...r(0),
        ...from('resource', [0]),
        ...bare('sampler', [0]),
        ...r(0, 'x'),
      ]),
    ],
    'DX3482@5.5 DX3480@5.4 DX3483@5.4',
    'tiledResources',
  ),
  program(
    'an indexed view has its dimension beside the opcode',
    'ps_5_0',
    [sampler(0), T, R0, reads('sample', { view: [by(0, 9)], extended: extension('texture2d', UINT) })],
    '',
  ),
  program(
    'an indexed view with a wrong dimension',
    'ps_5_0',
    [sampler(0), T, R0, reads('sample', { view: [by(0, 9)], extended: extension('buffer', FLOAT) })],
    'DX3480@4.3',
  ),
  program('an indexed sampler', 'ps_5_0', [T0, T, R0, reads('sample', { smp: [by(0, 9)] })], ''),
  program(
    'the declaration counts, not the opcode',
    'ps_5_0',
    [texture(0, 'buffer', UINT), sampler(0), T, R0, reads('sample', { extended: extension('texture2d', FLOAT) })],
    'DX3480@5.3 DX3483@5.3',
  ),
  // memory
  program(
    'ld_raw',
    'cs_5_0',
    [GROUP, rawUav(0), rawShared(0, 64), rawBuffer(0), T, R0, ldRaw(UAV), ldRaw(SHARED), ldRaw('resource')],
    '',
  ),
  program(
    'ld_raw of what is not raw',
    'cs_5_0',
    [GROUP, structuredUav(0), structuredShared(0, 16, 4), T0, T, R0, ldRaw(UAV), ldRaw(SHARED), ldRaw('resource')],
    'DX3485@7 DX3485@8 DX3480@9.3 DX3485@9',
  ),
  program(
    'ld_structured',
    'cs_5_0',
    [
      GROUP,
      structuredUav(0),
      structuredShared(0, 16, 4),
      structured(0, 16),
      T,
      R0,
      ldStructured(UAV),
      ldStructured(SHARED),
      ldStructured('resource'),
    ],
    '',
  ),
  program(
    'ld_structured of what is not structured',
    'cs_5_0',
    [GROUP, rawUav(0), rawShared(0, 64), T0, T, R0, ldStructured(UAV), ldStructured(SHARED), ldStructured('resource')],
    'DX3485@7 DX3485@8 DX3480@9.3 DX3485@9',
  ),
  program(
    'ld_raw of an indexed view',
    'ps_5_0',
    [
      T,
      R0,
      instructionWords(
        'ld_raw',
        [...toR(1), ...r(0, 'x'), ...from('resource', [by(0, 1)])],
        0,
        extension('structured_buffer', 0),
      ),
    ],
    'DX3480@3.3',
  ),
  program(
    'stores to what is not so',
    'cs_5_0',
    [
      GROUP,
      typedUav(0, 'texture2d'),
      structuredShared(0, 16, 4),
      T,
      R0,
      storeRaw(UAV),
      storeRaw(SHARED),
      storeStructured(UAV),
    ],
    'DX3485@6 DX3485@7 DX3485@8',
  ),
  program('typed accesses', 'cs_5_0', [GROUP, typedUav(0, 'texture2d'), T, R0, loadTyped(0), storeTyped()], ''),
  program(
    'typed accesses to raw memory',
    'cs_5_0',
    [GROUP, rawUav(0), T, R0, loadTyped(0), storeTyped('xyz')],
    'DX3485@5 DX3485@6 DX3486@6',
  ),
  program(
    'atomic operations on every kind',
    'cs_5_0',
    [
      GROUP,
      typedUav(0, 'texture2d'),
      rawUav(1),
      structuredUav(2),
      rawShared(0, 4),
      T,
      R0,
      add(UAV, 0),
      add(UAV, 1),
      add(UAV, 2),
      add(SHARED, 0),
    ],
    '',
  ),
  program('a counter of raw memory', 'cs_5_0', [GROUP, rawUav(0), T, R0, alloc(0)], 'DX3487@5'),
  program(
    'a counter both ways, and atomic',
    'cs_5_0',
    [GROUP, structuredUav(0), T, R0, alloc(0), alloc(0), consume(0), add(UAV, 0), consume(0)],
    'DX3488@7 DX3489@8 DX3488@9 DX3489@9',
  ),
  program(
    'an atomic operation, then the counter',
    'cs_5_0',
    [
      GROUP,
      structuredUav(0),
      T,
      R0,
      instructionWords('imm_atomic_exch', [...toR(1, 'x'), ...bare(UAV, [0]), ...r(0), ...r(0, 'x')]),
      consume(0),
    ],
    'DX3489@6',
  ),
  program(
    'a counter that keeps an order, and atomic',
    'cs_5_0',
    [GROUP, structuredUav(0, 16, COUNTER), T, R0, alloc(0), add(UAV, 0), consume(0)],
    'DX3488@7',
  ),
  program(
    'two counters',
    'cs_5_0',
    [GROUP, structuredUav(0), structuredUav(1), T, R0, alloc(0), consume(1), add(SHARED, 0)],
    'DX3472@8.1',
  ),
  program(
    'a counter both ways in 5.1',
    'cs_5_1',
    [GROUP, range('dcl_uav_structured', UAV, 0, [16, 0]), T, R0, alloc(0, 1), consume(0, 1), add(UAV, 0, 1)],
    '',
  ),
  // barriers and exchanges
  program('fences', 'cs_5_0', [GROUP, sync('sharedMemory', 'threadsInGroup'), sync('uavGroup'), sync('uavGlobal')], ''),
  program('a barrier without a fence', 'cs_5_0', [GROUP, sync('threadsInGroup')], 'DX3491@2'),
  program('a fence for the group and for all', 'cs_5_0', [GROUP, sync('uavGroup', 'uavGlobal')], 'DX3492@2'),
  program('the one fence of pixel shaders', 'ps_5_0', [sync('uavGlobal')], ''),
  program(
    'fences that pixel shaders have not',
    'ps_5_0',
    [sync(), sync('uavGroup'), sync('uavGlobal', 'threadsInGroup')],
    'DX3493@1 DX3493@2 DX3493@3',
  ),
  program('swapc', 'ps_5_0', [T, R0, swapc(toR(1), toR(2))], ''),
  program('swapc to one register', 'ps_5_0', [T, R0, swapc(toR(1, 'xy'), toR(1, 'zw'))], 'DX3494@3.1'),
  program('swapc to one array', 'ps_5_0', [T, X0, R0, swapc(toX(1), toX(2))], 'DX3494@4.1'),
  program('swapc to two arrays', 'ps_5_0', [T, X0, array(1, 4, 4), R0, swapc(toX(1), toX(1, 'xyzw', 1))], ''),
];
