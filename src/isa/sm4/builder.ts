/**
 * Builds shader model 4-5.1 programs. Its functions are typed by the opcode table: an unknown mnemonic, a mnemonic that
 * the profile does not have, a wrong number of operands, or a register of the wrong file does not compile. Callers
 * without types get a `TypeError` or `RangeError`. The tokens are those that Microsoft's compiler writes (source:
 * oracle).
 *
 *     const { v, o, cb, t, s, r } = sm4Registers;
 *     const ps = sm4Mnemonics('ps_5_0');
 *     const shader = sm4Shader('ps_5_0', [
 *       ps.dcl_globalFlags('refactoringAllowed'),
 *       ps.dcl_constantbuffer(cb(0, 1)),
 *       ps.dcl_sampler(s(0)),
 *       ps.dcl_resource('texture2d', t(0), 'float'),
 *       ps.dcl_input_ps('linear', v(0).mask('xy')),
 *       ps.dcl_output(o(0)),
 *       ps.dcl_temps(1),
 *       ps.sample(r(0), v(0).swizzle('xyxx'), t(0), s(0), { view: { dimension: 'texture2d', types: 'float' } }),
 *       ps.mul(o(0), r(0), cb(0, 0), { saturate: true }),
 *       ps.ret(),
 *     ]);
 *     const bytes = encodeSm4(shader);
 *
 * Not for: validating a program, changing one (edit.ts), containers around it.
 */
import { SM4_STAGES, sm4StageCode, sm4VersionToken } from '../../base/profile.ts';
import { latin1Bytes, wordsOf } from '../../base/words.ts';
import {
  DECLARATION_MAKERS,
  type DeclarationParts,
  dimensionCode,
  returnTypeBits,
  type Sm4Declaration,
  type Sm4DeclarationArguments,
  type Sm4Dimension,
  type Sm4ReturnTypes,
} from './builder-declarations.ts';
import {
  bareOperand,
  dword,
  maskBits,
  nameIndex,
  Sm4Destination,
  type Sm4Literal,
  type Sm4Mask,
  type Sm4OperandUse,
  Sm4Register,
  Sm4Source,
  sm4FloatWord,
} from './builder-operands.ts';
import { SM4_CONTROLS } from './controls.ts';
import {
  type Sm4DataNode,
  type Sm4InstructionNode,
  type Sm4MessageNode,
  type Sm4Module,
  type Sm4Node,
  type Sm4OperandNode,
  sm4Module,
} from './encode.ts';
import { SM4_RESINFO_RETURN_TYPES, SM4_SAMPLEINFO_RETURN_TYPES, Sm4CustomDataClass } from './names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Access,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4OpcodeRow,
  type Sm4OperandRole,
  type Sm4OperandRow,
  type Sm4Stage,
} from './opcodes.ts';
import type { Sm4OperandTypeName } from './operands.ts';
import { SM4_MESSAGE_IDS, SM4_MESSAGE_PRINTF } from './shader-message.ts';
import {
  Sm4CustomDataToken,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4InstructionControls,
  Sm4SyncControls,
} from './tokens.ts';

// --- profiles ---------------------------------------------------------------------------------------------------

type VersionName = '4_0' | '4_1' | '5_0' | '5_1';

/** Every profile; `lib` is a function of a library, which may have the opcodes of any stage. */
export type Sm4ProfileName = `${'ps' | 'vs' | 'gs' | 'cs' | 'lib'}_${VersionName}` | `${'hs' | 'ds'}_${'5_0' | '5_1'}`;

type StageOf<P> = P extends `${infer S}_${VersionName}` ? S : never;
type VersionOf<P> = P extends `${string}_${infer V extends VersionName}` ? V : never;

/** Each version with all older versions, as rows spell them. */
interface UpTo {
  '4_0': '4.0';
  '4_1': UpTo['4_0'] | '4.1';
  '5_0': UpTo['4_1'] | '5.0';
  '5_1': UpTo['5_0'] | '5.1';
}

type Row<N extends Sm4Mnemonic> = (typeof SM4_OPCODES)[N];
type InStage<N extends Sm4Mnemonic, S> = S extends 'lib'
  ? true
  : Row<N> extends { readonly stages: readonly (infer Of)[] }
    ? S extends Of
      ? true
      : false
    : true;
type InVersion<N extends Sm4Mnemonic, V extends VersionName> = Row<N>['since'] extends UpTo[V]
  ? Row<N> extends { readonly until: '4.1' }
    ? V extends '4_0' | '4_1'
      ? true
      : false
    : true
  : false;
type Has<N extends Sm4Mnemonic, P> = InStage<N, StageOf<P>> extends true ? InVersion<N, VersionOf<P>> : false;

function hasOpcode(row: Sm4Opcode, stage: string, version: string): boolean {
  if (row.stages !== undefined && stage !== 'lib' && !row.stages.includes(stage as Sm4Stage)) return false;
  return row.since <= version && (row.until === undefined || version <= row.until);
}

// --- register files of operands ---------------------------------------------------------------------------------

/** The register files that an operand may be of, by its role. */
const ROLE_REGISTERS = {
  destination: [
    ...(['temp', 'output', 'indexableTemp', 'null', 'outputDepth', 'outputDepthGreaterEqual'] as const),
    ...(['outputDepthLessEqual', 'outputCoverageMask', 'outputStencilRef', 'functionOutput'] as const),
  ],
  source: [
    ...(['temp', 'input', 'output', 'indexableTemp', 'constantBuffer', 'immediateConstantBuffer'] as const),
    ...(['thisPointer', 'functionInput', 'inputControlPoint', 'outputControlPoint', 'inputPatchConstant'] as const),
    ...(['inputDomainPoint', 'inputPrimitiveId', 'outputControlPointId', 'inputForkInstanceId'] as const),
    ...(['inputJoinInstanceId', 'inputGsInstanceId', 'inputThreadId', 'inputThreadGroupId'] as const),
    ...(['inputThreadIdInGroup', 'inputThreadIdInGroupFlattened', 'inputCoverageMask'] as const),
    ...(['innerCoverage', 'cycleCounter'] as const),
  ],
  resource: ['resource', 'unorderedAccessView', 'rasterizer'],
  sampler: ['sampler'],
  uav: ['unorderedAccessView'],
  memory: ['unorderedAccessView', 'groupSharedMemory', 'resource'],
  constantBuffer: ['constantBuffer'],
  register: [],
  label: ['label', 'functionBody'],
  stream: ['stream'],
  function: ['interface'],
} as const satisfies Record<Sm4OperandRole, readonly Sm4OperandTypeName[]>;

/** How an operand is written in the tokens. */
function useOf({ role, access }: Sm4OperandRow): Sm4OperandUse {
  switch (role) {
    case 'destination':
      return 'written';
    case 'source':
      return 'read';
    case 'resource':
    case 'uav':
    case 'memory':
      if (access === 'write') return 'written';
      return access === 'readWrite' || access === 'counter' ? 'whole' : 'read';
    default:
      return 'whole';
  }
}

type Files<Role extends Sm4OperandRole> = (typeof ROLE_REGISTERS)[Role][number];
type Written<Role extends Sm4OperandRole> = Sm4Register<Files<Role>> | Sm4Destination<Files<Role>>;
type Read<Role extends Sm4OperandRole> = Sm4Register<Files<Role>> | Sm4Source<Files<Role>>;

type Argument<Role extends Sm4OperandRole, Access extends Sm4Access> = Role extends 'destination'
  ? Written<Role>
  : Role extends 'source'
    ? Read<Role> | Sm4Literal
    : Role extends 'resource' | 'uav' | 'memory'
      ? Access extends 'write'
        ? Written<Role>
        : Access extends 'readWrite' | 'counter'
          ? Sm4Register<Files<Role>>
          : Read<Role>
      : Read<Role>;

// --- instructions -----------------------------------------------------------------------------------------------

/** The dimension and types of a view, which 5.0 repeats in every instruction that uses it. */
export interface Sm4View {
  readonly dimension: Sm4Dimension;
  readonly types: Sm4ReturnTypes;
  /** Bytes of an element of a structured buffer. */
  readonly stride?: number;
}

export interface Sm4Options {
  /** The result is clamped to 0..1. */
  readonly saturate?: boolean;
  /** The result, or these components of it, must not be refactored. */
  readonly precise?: boolean | Sm4Mask;
  /** Offsets in texels, -8 to 7 each. */
  readonly offset?: readonly [u: number, v: number, w: number];
  /** In 5.0 only: from 5.1 on only the declaration has it (SM51-7), and older models do not have it. */
  readonly view?: Sm4View;
  /** Of `resinfo` and `sampleinfo`. */
  readonly returnType?: (typeof SM4_RESINFO_RETURN_TYPES)[number];
}

type Roles<N extends Sm4Mnemonic> = Row<N>['operands'];
type HasRole<N extends Sm4Mnemonic, Role extends Sm4OperandRole> = Role extends Roles<N>[number]['role'] ? true : false;
type Controls<N extends Sm4Mnemonic> = Row<N> extends { readonly controls: infer C } ? C : 'plain';
type OptionKeys<N extends Sm4Mnemonic, V> =
  | (Controls<N> extends 'arithmetic' ? 'saturate' : never)
  | (Controls<N> extends 'arithmetic' | 'precise' | 'sizeQuery' ? (V extends '5_0' | '5_1' ? 'precise' : never) : never)
  | (HasRole<N, 'resource'> extends true ? 'offset' : never)
  | (V extends '5_0' ? (true extends HasRole<N, 'resource' | 'uav' | 'memory'> ? 'view' : never) : never)
  | (Controls<N> extends 'sizeQuery' ? 'returnType' : never);

type Operands<N extends Sm4Mnemonic> =
  Roles<N> extends infer R extends readonly { readonly role: Sm4OperandRole; readonly access: Sm4Access }[]
    ? { -readonly [I in keyof R]: Argument<R[I]['role'], R[I]['access']> }
    : never;
type Arguments<N extends Sm4Mnemonic, V> =
  Operands<N> extends []
    ? []
    : N extends 'fcall'
      ? [...Operands<N>, functionIndex: number]
      : [...Operands<N>, options?: Pick<Sm4Options, OptionKeys<N, V>>];

/** The memory and threads that `sync` fences or waits for. */
export type Sm4SyncFlag = keyof typeof Sm4SyncControls;

type Executable = { [N in Sm4Mnemonic]: Row<N>['kind'] extends 'instruction' | 'marker' ? N : never }[Sm4Mnemonic];
type Tested = { [N in Sm4Mnemonic]: Row<N> extends { readonly controls: 'test' } ? N : never }[Sm4Mnemonic];

/**
 * A function for every opcode of the profile. Opcodes with a test have two, such as `if_z` and `if_nz`. Declarations
 * take the arguments of {@link Sm4DeclarationArguments}.
 */
export type Sm4Mnemonics<P extends Sm4ProfileName> = {
  readonly [N in Exclude<Executable, Tested | 'sync'> as Has<N, P> extends true ? N : never]: (
    ...operands: Arguments<N, VersionOf<P>>
  ) => Sm4InstructionNode;
} & {
  readonly [N in Tested as Has<N, P> extends true ? `${N}_${'z' | 'nz'}` : never]: (
    ...operands: Arguments<N, VersionOf<P>>
  ) => Sm4InstructionNode;
} & {
  readonly [N in 'sync' as Has<N, P> extends true ? N : never]: (...flags: Sm4SyncFlag[]) => Sm4InstructionNode;
} & {
  readonly [N in Sm4Declaration as Has<N, P> extends true ? N : never]: (
    ...operands: Sm4DeclarationArguments<VersionOf<P>>[N]
  ) => Sm4InstructionNode;
};

type Maker = (...operands: unknown[]) => Sm4InstructionNode;

/** Returns the instructions and declarations of a profile as functions, by mnemonic. */
export function sm4Mnemonics<const P extends Sm4ProfileName>(profile: P): Sm4Mnemonics<P> {
  const { stage, version } = profileParts(profile);
  const makers: Record<string, Maker> = {};
  for (const row of SM4_OPCODE_BY_CODE) {
    if (row === undefined || !hasOpcode(row, stage, version)) continue;
    if (row.kind === 'custom' || row.kind === 'reserved') continue;
    const name = row.mnemonic;
    if (row.kind === 'declaration') makers[name] = declarationMaker(name as Sm4Declaration, version);
    else if (name === 'sync') makers[name] = (...flags) => sync(flags);
    else if (row.controls === 'test') {
      const nonZero = Sm4InstructionControls.testNonZero.set(0, 1);
      makers[`${name}_z`] = (...operands) => instruction(name, 0, version, operands);
      makers[`${name}_nz`] = (...operands) => instruction(name, nonZero, version, operands);
    } else makers[name] = (...operands) => instruction(name, 0, version, operands);
  }
  return makers as unknown as Sm4Mnemonics<P>;
}

function declarationMaker(name: Sm4Declaration, version: string): Maker {
  const make = DECLARATION_MAKERS[name] as (rangeIds: boolean, ...operands: unknown[]) => DeclarationParts;
  const rangeIds = version === '5.1';
  return (...operands) => {
    const { controls = 0, operand, payload = [] } = naming(name, () => make(rangeIds, ...operands));
    const token = (SM4_OPCODES[name].code | controls) >>> 0;
    return { kind: 'instruction', token, extensions: [], operands: operand ? [operand] : [], payload };
  };
}

/** Puts the mnemonic before the message of an error about its arguments. */
function naming<T>(name: Sm4Mnemonic, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

function sync(flags: readonly unknown[]): Sm4InstructionNode {
  let token: number = SM4_OPCODES.sync.code;
  for (const flag of flags) {
    if (typeof flag !== 'string' || !Object.hasOwn(Sm4SyncControls, flag)) {
      throw new RangeError(`sync: ${String(flag)} is not one of ${Object.keys(Sm4SyncControls).join(' ')}`);
    }
    token = Sm4SyncControls[flag as Sm4SyncFlag].set(token, 1);
  }
  return { kind: 'instruction', token, extensions: [], operands: [], payload: [] };
}

function instruction(
  name: Sm4Mnemonic,
  controls: number,
  version: string,
  given: readonly unknown[],
): Sm4InstructionNode {
  const row: Sm4OpcodeRow = SM4_OPCODES[name];
  const { length } = row.operands;
  const call = name === 'fcall';
  const most = length === 0 ? 0 : length + 1;
  if (given.length < length + (call ? 1 : 0) || given.length > most) {
    throw new TypeError(`${name} takes ${length} operands, not ${given.length}`);
  }
  const operands = row.operands.map((operand, i) => operandFor(name, operand, i, given[i]));
  const token = (row.code | controls) >>> 0;
  const node = { kind: 'instruction', token, extensions: [], operands, payload: [] } as const;
  if (call) return { ...node, functionIndex: naming(name, () => dword(given[1] as number, 'functionIndex')) };
  const options = given[length] ?? {};
  if (typeof options !== 'object' || 'use' in options)
    throw new TypeError(`${name} takes ${length} operands; options are an object`);
  return naming(name, () => withOptions(node, name, row, version, options));
}

/** Returns the tokens of operand `i` of an opcode. Throws if the opcode does not take it. */
export function operandFor(name: Sm4Mnemonic, operand: Sm4OperandRow, i: number, given: unknown): Sm4OperandNode {
  const { role } = operand;
  const argument = `${name}: operand ${i + 1}`;
  if (role === 'source' && (given as Sm4Literal | undefined)?.use === 'literal') return (given as Sm4Literal).node;
  const isOperand = given instanceof Sm4Register || given instanceof Sm4Destination || given instanceof Sm4Source;
  if (!isOperand) throw new TypeError(`${argument}: expected a register${role === 'source' ? ' or a literal' : ''}`);
  const files: readonly Sm4OperandTypeName[] = ROLE_REGISTERS[role];
  if (!files.includes(given.name))
    throw new TypeError(`${argument}: expected ${files.join(' or ')}, found ${given.name}`);
  const use = useOf(operand);
  if (given instanceof Sm4Register) return bareOperand(given, use);
  // A sampler is named without a selection, or with the component that a gather reads.
  const source = use === 'read' || role === 'sampler';
  if (source !== given instanceof Sm4Source || (use === 'whole' && !source)) {
    const what = source ? 'read' : use === 'written' ? 'written' : 'named as a whole';
    throw new TypeError(`${argument}: the register must be ${what}`);
  }
  return given.node;
}

function withOptions(
  node: Sm4InstructionNode,
  name: Sm4Mnemonic,
  { operands, controls = 'plain' }: Sm4OpcodeRow,
  version: string,
  { saturate, precise, offset, view, returnType }: Sm4Options,
): Sm4InstructionNode {
  let { token } = node;
  const extensions: number[] = [];
  const fields: object = SM4_CONTROLS[controls];
  if (saturate) {
    if (!('saturate' in fields)) throw new TypeError('saturate: this instruction does not have it');
    token = Sm4InstructionControls.saturate.set(token, 1);
  }
  if (precise) {
    if (!('precise' in fields) || version < '5.0')
      throw new TypeError('precise: only instructions with results have it, from 5.0 on');
    token = Sm4InstructionControls.precise.set(token, maskBits(precise === true ? 'xyzw' : precise));
  }
  if (returnType !== undefined) {
    if (!('returnType' in fields)) throw new TypeError('returnType: only resinfo and sampleinfo have it');
    const names = name === 'resinfo' ? SM4_RESINFO_RETURN_TYPES : SM4_SAMPLEINFO_RETURN_TYPES;
    token = Sm4InstructionControls.returnType.set(token, nameIndex(names, returnType, 'returnType'));
  }
  if (offset !== undefined && !operands.some(({ role }) => role === 'resource'))
    throw new TypeError('offset: this instruction does not have it');
  if (offset !== undefined) extensions.push(offsetToken(offset));
  if (view !== undefined) {
    const used = operands.some(({ role }) => role === 'resource' || role === 'uav' || role === 'memory');
    if (version !== '5.0' || !used) throw new TypeError('view: only instructions of 5.0 that use a view have it');
    extensions.push(...viewTokens(view));
  }
  return { ...node, token, extensions };
}

function offsetToken(offset: readonly number[]): number {
  if (offset.length !== 3) throw new TypeError('offset: expected three numbers');
  let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.sampleControls);
  const fields = [Sm4ExtendedOpcodeToken.offsetU, Sm4ExtendedOpcodeToken.offsetV, Sm4ExtendedOpcodeToken.offsetW];
  for (const [i, field] of fields.entries()) {
    const value = offset[i]!;
    if (!Number.isInteger(value) || value < -8 || value > 7)
      throw new RangeError(`offset: ${value} is not in the range -8 to 7`);
    token = field.set(token, value & field.ones);
  }
  return token;
}

function viewTokens({ dimension, types, stride = 0 }: Sm4View): [number, number] {
  const { kind } = Sm4ExtendedOpcodeToken;
  const shape = Sm4ExtendedOpcodeToken.dimension.set(
    kind.set(0, Sm4ExtendedOpcodeKind.resourceDimension),
    dimensionCode(dimension),
  );
  return [
    Sm4ExtendedOpcodeToken.stride.set(shape, stride),
    Sm4ExtendedOpcodeToken.returnTypes.set(
      kind.set(0, Sm4ExtendedOpcodeKind.resourceReturnType),
      returnTypeBits(types),
    ),
  ];
}

// --- data -------------------------------------------------------------------------------------------------------

function dataToken(dataClass: number): number {
  return Sm4CustomDataToken.dataClass.set(SM4_OPCODES.customdata.code, dataClass);
}

/** Returns the immediate constant buffer: rows of four floats, or raw DWORDs. */
export function sm4ImmediateConstantBuffer(rows: readonly (readonly number[])[] | Uint32Array): Sm4DataNode {
  const words = rows instanceof Uint32Array ? rows.slice() : Uint32Array.from(rows.flatMap(rowWords));
  if (words.length % 4 !== 0)
    throw new RangeError(`rows: expected whole rows of four DWORDs, found ${words.length} DWORDs`);
  return { kind: 'immediateConstantBuffer', token: dataToken(Sm4CustomDataClass.immediateConstantBuffer), words };
}

function rowWords(row: readonly number[]): number[] {
  if (row.length !== 4) throw new RangeError(`rows: expected four numbers in each row, found ${row.length}`);
  return row.map(sm4FloatWord);
}

/** Returns a comment, which listings print at its position. */
export function sm4Comment(text: string): Sm4DataNode {
  return { kind: 'comment', token: dataToken(Sm4CustomDataClass.comment), words: textWords(text) };
}

/** Returns a debug message with its values; `instructions` computes them. */
export function sm4Message(
  name: keyof typeof SM4_MESSAGE_IDS,
  format: string,
  ...values: readonly (Read<'source'> | Sm4Literal)[]
): Sm4MessageNode {
  if (!Object.hasOwn(SM4_MESSAGE_IDS, name)) {
    throw new RangeError(`name: ${name} is not one of ${Object.keys(SM4_MESSAGE_IDS).join(' ')}`);
  }
  return {
    kind: 'shaderMessage',
    token: dataToken(Sm4CustomDataClass.shaderMessage),
    id: SM4_MESSAGE_IDS[name],
    style: SM4_MESSAGE_PRINTF,
    characters: format.length,
    operands: values.map((value, i) => operandFor('mov', SM4_OPCODES.mov.operands[1], i, value)),
    words: textWords(format),
  };
}

/** Text with a final NUL, in full DWORDs. */
function textWords(text: string): Uint32Array {
  const bytes = new Uint8Array(4 * Math.floor(text.length / 4 + 1));
  bytes.set(latin1Bytes(text));
  return wordsOf(bytes);
}

// --- programs ---------------------------------------------------------------------------------------------------

/** Returns a program of these declarations, instructions and data blocks. */
export function sm4Shader(profile: Sm4ProfileName, nodes: readonly Sm4Node[]): Sm4Module {
  const { stage, version } = profileParts(profile);
  const [major, minor] = version.split('.').map(Number);
  return sm4Module(sm4VersionToken(sm4StageCode(stage), major!, minor!), nodes);
}

const VERSIONS: readonly string[] = ['4.0', '4.1', '5.0', '5.1'];

function profileParts(profile: Sm4ProfileName): { stage: Sm4Stage | 'lib'; version: string } {
  const split = String(profile).indexOf('_');
  const stage = String(profile).slice(0, split) as Sm4Stage | 'lib';
  const version = String(profile)
    .slice(split + 1)
    .replace('_', '.');
  const known = stage === 'lib' || (SM4_STAGES as readonly string[]).includes(stage);
  const tessellates = stage === 'hs' || stage === 'ds';
  if (!known || !VERSIONS.includes(version) || (tessellates && version < '5.0')) {
    throw new RangeError(`profile: unknown profile ${profile}`);
  }
  return { stage, version };
}
