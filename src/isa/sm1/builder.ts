/**
 * Makes shader model 1-3 instructions: functions typed by the opcode table, so that an unknown mnemonic, a mnemonic
 * that the version does not have, a wrong count of operands, or a source in place of a destination does not compile.
 * Callers without types get a `TypeError` or `RangeError`.
 *
 *     const { r, c, v, oC } = sm1Registers;
 *     const { def, dcl, mad, mov } = sm1Mnemonics('ps_2_0');
 *     const shader = sm1Shader('ps_2_0', [
 *       def(c(0), 2, -1, 0, 1),
 *       dcl(sm1Declare.withoutUsage, v(0)),
 *       mad(r(0), v(0), c(0).swizzle('x'), c(0).swizzle('y')),
 *       mov(oC(0), r(0).modify('abs')),
 *     ]);
 *     const bytes = encodeSm1(shader);
 *
 * Not for: validating a program (validate), changing one (edit.ts).
 */

import { SM1_PIXEL, SM1_VERTEX, Sm1Version } from '../../base/profile.ts';
import { latin1Bytes } from '../../base/words.ts';
import {
  COMPONENTS,
  type Component,
  type ComponentMask,
  componentIndex,
  type FourComponents,
  FULL_MASK,
  IDENTITY_SWIZZLE,
} from '../components.ts';
import { Sm1CommentTag } from './comments.ts';
import {
  type Sm1CommentNode,
  type Sm1InstructionNode,
  type Sm1Module,
  type Sm1Node,
  sm1CommentNode,
  sm1Module,
} from './encode.ts';
import {
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  type Sm1OperandRow,
  sm1HasOpcode,
  sm1Operands,
} from './opcodes.ts';
import {
  SM1_COMPARISONS,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1RegisterName,
  type Sm1Stage,
} from './registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1OtherDclToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
} from './tokens.ts';

// --- versions ---------------------------------------------------------------------------------------------------

type VersionKey = keyof typeof Sm1Version;
type VersionName = VersionKey extends `v${infer Name}` ? Name : never;

/** Every profile that has assembly: `vs_1_1` to `vs_3_sw`, `ps_1_1` to `ps_3_sw`. */
export type Sm1ProfileName = `vs_${Exclude<VersionName, '1_2' | '1_3' | '1_4'>}` | `ps_${VersionName}`;

type StageOf<P> = P extends `vs_${string}` ? 'vs' : 'ps';
type VersionOf<P> = P extends `${Sm1Stage}_${infer Name}` ? (typeof Sm1Version)[`v${Name}` & VersionKey] : never;

/** For every version, itself and all before it. */
interface UpTo {
  [Sm1Version.v1_1]: typeof Sm1Version.v1_1;
  [Sm1Version.v1_2]: UpTo[typeof Sm1Version.v1_1] | typeof Sm1Version.v1_2;
  [Sm1Version.v1_3]: UpTo[typeof Sm1Version.v1_2] | typeof Sm1Version.v1_3;
  [Sm1Version.v1_4]: UpTo[typeof Sm1Version.v1_3] | typeof Sm1Version.v1_4;
  [Sm1Version.v2_0]: UpTo[typeof Sm1Version.v1_4] | typeof Sm1Version.v2_0;
  [Sm1Version.v2_x]: UpTo[typeof Sm1Version.v2_0] | typeof Sm1Version.v2_x;
  [Sm1Version.v2_sw]: UpTo[typeof Sm1Version.v2_x] | typeof Sm1Version.v2_sw;
  [Sm1Version.v3_0]: UpTo[typeof Sm1Version.v2_sw] | typeof Sm1Version.v3_0;
  [Sm1Version.v3_sw]: UpTo[typeof Sm1Version.v3_0] | typeof Sm1Version.v3_sw;
}

/** Whether version `V` is `Since` or newer. */
type AtLeast<V, Since> = Since extends UpTo[V & keyof UpTo] ? true : false;

// --- operands ---------------------------------------------------------------------------------------------------

/** One component for all, or one for each. */
export type Sm1Swizzle = Component | FourComponents;
/** Components that are written, in their order. */
export type Sm1Mask = ComponentMask;
export type Sm1SourceModifier = keyof typeof SM1_SOURCE_MODIFIERS;
export type Sm1ResultShift = 'x2' | 'x4' | 'x8' | 'd2' | 'd4' | 'd8';
export type Sm1ResultModifier = (typeof SM1_RESULT_MODIFIERS)[number]['suffix'] extends `_${infer Name}` ? Name : never;
export type Sm1Comparison = 'gt' | 'eq' | 'ge' | 'lt' | 'ne' | 'le';
export type Sm1UsageName = (typeof SM1_USAGES)[number];
export type Sm1TextureName = '2d' | 'cube' | 'volume';

/** A register that can be written or read. */
export class Sm1Register<out Name extends Sm1RegisterName = Sm1RegisterName> {
  readonly use = 'register';

  constructor(
    readonly name: Name,
    /** Number, type, mark and whether it is relative. */
    readonly token: number,
    readonly relative?: number,
  ) {}

  /** The register whose number is added to `address`, such as `c(5).at(a(0).swizzle('x'))`. */
  at(address: Sm1Source<'addressOrTexture'> | Sm1Register<'loop'>): Sm1Register<Name> {
    const token = Sm1SourceToken.relative.set(this.token, 1);
    return new Sm1Register(this.name, token, address.use === 'source' ? address.token : asSource(address).token);
  }

  /** Limits the destination to these components. */
  mask(components: Sm1Mask): Sm1Destination<Name> {
    return asDestination(this).mask(components);
  }

  /** A source with its components rearranged. */
  swizzle(components: Sm1Swizzle): Sm1Source<Name> {
    return asSource(this).swizzle(components);
  }

  /** A source with a modifier, such as `negate`. */
  modify(modifier: Sm1SourceModifier): Sm1Source<Name> {
    return asSource(this).modify(modifier);
  }
}

/** A register with the fields of a destination token. */
export class Sm1Destination<out Name extends Sm1RegisterName = Sm1RegisterName> {
  readonly use = 'destination';

  constructor(
    readonly name: Name,
    readonly token: number,
    readonly relative?: number,
  ) {}

  mask(components: Sm1Mask): Sm1Destination<Name> {
    let mask = 0;
    for (const component of components) mask |= 1 << indexOfComponent(component);
    return this.#with(Sm1DestinationToken.mask.set(this.token, mask));
  }

  /** Result modifiers: saturate, partial precision, centroid. */
  result(...modifiers: readonly Sm1ResultModifier[]): Sm1Destination<Name> {
    let bits = Sm1DestinationToken.modifiers.get(this.token);
    for (const name of modifiers) bits |= known(SM1_RESULT_MODIFIERS.find(({ suffix }) => suffix === `_${name}`)).bit;
    return this.#with(Sm1DestinationToken.modifiers.set(this.token, bits));
  }

  /** The result times a power of two; pixel shaders before 2_0. */
  shift(shift: Sm1ResultShift): Sm1Destination<Name> {
    return this.#with(Sm1DestinationToken.shift.set(this.token, position(SM1_RESULT_SHIFTS, `_${shift}`)));
  }

  #with(token: number): Sm1Destination<Name> {
    return new Sm1Destination(this.name, token, this.relative);
  }
}

/** A register with the fields of a source token. */
export class Sm1Source<out Name extends Sm1RegisterName = Sm1RegisterName> {
  readonly use = 'source';

  constructor(
    readonly name: Name,
    readonly token: number,
    readonly relative?: number,
  ) {}

  swizzle(components: Sm1Swizzle): Sm1Source<Name> {
    const four = components.length === 1 ? components.repeat(4) : components;
    if (four.length !== 4) throw new RangeError(`a swizzle has 1 or 4 components, not ${components}`);
    let bits = 0;
    for (let i = 0; i < 4; i++) bits |= indexOfComponent(four[i]!) << (2 * i);
    return new Sm1Source(this.name, Sm1SourceToken.swizzle.set(this.token, bits), this.relative);
  }

  modify(modifier: Sm1SourceModifier): Sm1Source<Name> {
    const { code } = known(SM1_SOURCE_MODIFIERS[modifier]);
    return new Sm1Source(this.name, Sm1SourceToken.modifier.set(this.token, code), this.relative);
  }
}

function asDestination<Name extends Sm1RegisterName>(register: Sm1Register<Name>): Sm1Destination<Name> {
  const token = Sm1DestinationToken.mask.set(register.token, FULL_MASK);
  return new Sm1Destination(register.name, token, register.relative);
}

function asSource<Name extends Sm1RegisterName>(register: Sm1Register<Name>): Sm1Source<Name> {
  return new Sm1Source(register.name, Sm1SourceToken.swizzle.set(register.token, IDENTITY_SWIZZLE), register.relative);
}

function indexOfComponent(name: string): number {
  const index = componentIndex(name);
  if (index < 0) throw new RangeError(`expected one of ${[...COMPONENTS].join(' ')}, found ${name}`);
  return index;
}

function position(names: readonly (string | undefined)[], name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new RangeError(`expected one of ${names.filter(Boolean).join(' ')}, found ${name}`);
  return index;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('unknown name');
  return value;
}

const CONSTANT_FILES = ['const', 'const2', 'const3', 'const4'] as const satisfies readonly Sm1RegisterName[];
/** The count of float constants of one register type; the next constants have the next type. */
const CONSTANTS_PER_FILE = 2048;

/** A register token: mark, type and number. `const` has the numbers 0 to 8191. */
export function sm1RegisterToken(name: Sm1RegisterName, number: number): number {
  if (!Number.isInteger(number)) throw new RangeError(`register number: expected an integer, found ${number}`);
  const constant = name === 'const' ? CONSTANT_FILES[Math.floor(number / CONSTANTS_PER_FILE)] : undefined;
  const { code } = SM1_REGISTERS[constant ?? name];
  const low = Sm1SourceToken.typeLow.set(Sm1SourceToken.mark.set(0, 1), code & 7);
  const type = Sm1SourceToken.typeHigh.set(low, code >> 3);
  return Sm1SourceToken.number.set(type, constant === undefined ? number : number % CONSTANTS_PER_FILE);
}

/** The last register of a file that tokens can name. */
export function sm1LastRegister(name: Sm1RegisterName): number {
  return name === 'const' ? CONSTANT_FILES.length * CONSTANTS_PER_FILE - 1 : Sm1SourceToken.number.ones;
}

function file<const Name extends Sm1RegisterName>(name: Name): (number: number) => Sm1Register<Name> {
  return (number) => new Sm1Register(name, sm1RegisterToken(name, number));
}

function single<const Name extends Sm1RegisterName>(name: Name, number = 0): Sm1Register<Name> {
  return new Sm1Register(name, sm1RegisterToken(name, number));
}

/** The registers, named as in listings. `l` is a label. */
export const sm1Registers = {
  r: file('temp'),
  v: file('input'),
  c: file('const'),
  a: file('addressOrTexture'),
  t: file('addressOrTexture'),
  oPos: single('rasterizerOut', 0),
  oFog: single('rasterizerOut', 1),
  oPts: single('rasterizerOut', 2),
  oD: file('attributeOut'),
  oT: file('outputOrTexCoordOut'),
  o: file('outputOrTexCoordOut'),
  i: file('constInt'),
  oC: file('colorOut'),
  oDepth: single('depthOut'),
  s: file('sampler'),
  b: file('constBool'),
  aL: single('loop'),
  vPos: single('misc', 0),
  vFace: single('misc', 1),
  l: file('label'),
  p: file('predicate'),
} as const;

export interface Sm1DclAttributes {
  readonly use: 'attributes';
  readonly token: number;
}

/** The attributes of `dcl`: by usage, by kind of texture, or none. */
export const sm1Declare = {
  usage(name: Sm1UsageName, index = 0): Sm1DclAttributes {
    const usage = Sm1UsageToken.usage.set(Sm1UsageToken.mark.set(0, 1), position(SM1_USAGES, name));
    return { use: 'attributes', token: Sm1UsageToken.index.set(usage, index) };
  },
  texture(name: Sm1TextureName): Sm1DclAttributes {
    const code = position(SM1_TEXTURE_TYPES, name);
    return { use: 'attributes', token: Sm1SamplerToken.textureType.set(Sm1SamplerToken.mark.set(0, 1), code) };
  },
  /** Inputs of ps_2_x, vPos and vFace. */
  withoutUsage: { use: 'attributes', token: Sm1OtherDclToken.mark.set(0, 1) } as Sm1DclAttributes,
} as const;

// --- registers of each operand ----------------------------------------------------------------------------------

/** Opcodes whose result is written to a register type of their own. */
const DESTINATION_REGISTERS = {
  def: ['const'],
  defi: ['constInt'],
  defb: ['constBool'],
  setp: ['predicate'],
  mova: ['addressOrTexture'],
  texkill: ['temp', 'addressOrTexture', 'input'],
  dcl: ['input', 'addressOrTexture', 'sampler', 'outputOrTexCoordOut', 'misc'],
} as const satisfies Partial<Record<Sm1Opcode, readonly Sm1RegisterName[]>>;

const DESTINATIONS = {
  vs: ['temp', 'addressOrTexture', 'rasterizerOut', 'attributeOut', 'outputOrTexCoordOut'],
  ps: ['temp', 'addressOrTexture', 'colorOut', 'depthOut'],
} as const satisfies Record<Sm1Stage, readonly Sm1RegisterName[]>;

const SOURCES = ['temp', 'input', 'const', 'addressOrTexture', 'misc', 'loop'] as const;

/** Registers of the roles with a register type of their own. */
const ROLE_REGISTERS = {
  sampler: ['sampler'],
  label: ['label'],
  loopCounter: ['loop'],
  intConstant: ['constInt'],
  condition: ['constBool', 'predicate'],
  predicate: ['predicate'],
} as const satisfies Partial<Record<Sm1OperandRole, readonly Sm1RegisterName[]>>;

type DestinationName<N, Stage extends Sm1Stage> = N extends keyof typeof DESTINATION_REGISTERS
  ? (typeof DESTINATION_REGISTERS)[N][number]
  : (typeof DESTINATIONS)[Stage][number];
type Written<Name extends Sm1RegisterName> = Sm1Register<Name> | Sm1Destination<Name>;
type Read<Name extends Sm1RegisterName> = Sm1Register<Name> | Sm1Source<Name>;

type Argument<Role, N, Stage extends Sm1Stage> = Role extends 'destination'
  ? Written<DestinationName<N, Stage>>
  : Role extends 'source'
    ? Read<(typeof SOURCES)[number]>
    : Role extends keyof typeof ROLE_REGISTERS
      ? Read<(typeof ROLE_REGISTERS)[Role][number]>
      : Role extends 'attributes'
        ? Sm1DclAttributes
        : Role extends 'bool'
          ? boolean
          : number;

// --- mnemonics --------------------------------------------------------------------------------------------------

type Row<N extends Sm1Opcode> = (typeof SM1_OPCODES)[N];
type Has<N extends Sm1Opcode, Stage extends Sm1Stage, V> =
  Row<N> extends Readonly<Record<Stage, { since: infer Since; until: infer Until }>>
    ? AtLeast<V, Since> extends true
      ? AtLeast<Until, V>
      : false
    : false;

type OldOperands = readonly { readonly below: number; readonly operands: readonly Sm1OperandRow[] }[];
/** The first entry whose `below` is above the version, else `Newest`. */
type RowsFrom<Old, V, Newest> = Old extends readonly [infer First, ...infer Rest]
  ? First extends OldOperands[number]
    ? AtLeast<V, First['below']> extends true
      ? RowsFrom<Rest, V, Newest>
      : First['operands']
    : never
  : Newest;
type Rows<N extends Sm1Opcode, V> =
  Row<N> extends { readonly oldOperands: infer Old } ? RowsFrom<Old, V, Row<N>['operands']> : Row<N>['operands'];
type Operands<N extends Sm1Opcode, Stage extends Sm1Stage, V> =
  Rows<N, V> extends infer R extends readonly Sm1OperandRow[]
    ? { -readonly [I in keyof R]: Argument<R[I]['role'], N, Stage> }
    : never;
type Parameters_<N extends Sm1Opcode, Stage extends Sm1Stage, V> =
  Row<N> extends { readonly controls: 'comparison' }
    ? [comparison: Sm1Comparison, ...Operands<N, Stage, V>]
    : Operands<N, Stage, V>;

/** Loads with controls of their own, from ps_2_0 on. */
const LOADS = ['texldp', 'texldb'] as const;
type Loads<P> = P extends `ps_${'2' | '3'}_${string}` ? (typeof LOADS)[number] : never;

/** A function for every opcode row that the profile has, and for `texldp` and `texldb`. */
export type Sm1Mnemonics<P extends Sm1ProfileName> = {
  readonly [N in Sm1Opcode as Has<N, StageOf<P>, VersionOf<P>> extends true ? N : never]: (
    ...operands: Parameters_<N, StageOf<P>, VersionOf<P>>
  ) => Sm1InstructionNode;
} & {
  readonly [N in Loads<P>]: (...operands: Operands<'texld', 'ps', VersionOf<P>>) => Sm1InstructionNode;
};

type Maker = (...operands: unknown[]) => Sm1InstructionNode;

/**
 * The instructions of a profile, by the names of their rows: `if` with a comparison is `ifc`, `break` with one
 * `breakc`.
 */
export function sm1Mnemonics<const P extends Sm1ProfileName>(profile: P): Sm1Mnemonics<P> {
  const { stage, version } = profileParts(profile);
  const makers: Record<string, Maker> = {};
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (!sm1HasOpcode(row, stage, version)) continue;
    const roles = sm1Operands(row, version).map(({ role }) => role);
    makers[name] =
      row.controls === 'comparison'
        ? (comparison, ...operands) => instruction(name, comparisonCode(comparison), roles, stage, operands)
        : (...operands) => instruction(name, 0, roles, stage, operands);
  }
  if (stage === 'ps' && version >= Sm1Version.v2_0) {
    const roles = sm1Operands(SM1_OPCODES.texld, version).map(({ role }) => role);
    for (const name of LOADS) {
      const controls = position(SM1_TEXLD_CONTROLS, name.slice('texld'.length));
      makers[name] = (...operands) => instruction('texld', controls, roles, stage, operands);
    }
  }
  return makers as unknown as Sm1Mnemonics<P>;
}

function comparisonCode(comparison: unknown): number {
  if (typeof comparison !== 'string') throw new TypeError('the first argument must be a comparison, such as gt');
  return position(SM1_COMPARISONS, `_${comparison}`);
}

function instruction(
  name: Sm1Opcode,
  controls: number,
  roles: readonly Sm1OperandRole[],
  stage: Sm1Stage,
  operands: readonly unknown[],
): Sm1InstructionNode {
  if (operands.length !== roles.length) {
    throw new TypeError(`${name} takes ${roles.length} operands, not ${operands.length}`);
  }
  let node: Sm1InstructionNode = {
    kind: 'instruction',
    token: Sm1InstructionToken.controls.set(SM1_OPCODES[name].code, controls),
    literals: [],
    sources: [],
  };
  for (const [i, role] of roles.entries()) node = withOperand(node, name, role, stage, operands[i]);
  return node;
}

function withOperand(
  node: Sm1InstructionNode,
  name: Sm1Opcode,
  role: Sm1OperandRole,
  stage: Sm1Stage,
  operand: unknown,
): Sm1InstructionNode {
  if (role === 'float' || role === 'int' || role === 'bool') {
    return { ...node, literals: [...node.literals, literalWord(role, operand)] };
  }
  if (role === 'attributes') return { ...node, attributes: attributesOf(operand) };
  if (role === 'destination') {
    const registers: readonly Sm1RegisterName[] | undefined =
      DESTINATION_REGISTERS[name as keyof typeof DESTINATION_REGISTERS];
    const destination = operand instanceof Sm1Register ? asDestination(operand) : operand;
    if (!(destination instanceof Sm1Destination)) throw new TypeError(`${name}: the destination must be a register`);
    return { ...node, destination: checked(name, destination, registers ?? DESTINATIONS[stage]) };
  }
  const allowed = role === 'source' || role === 'predicate' ? SOURCES_OF[role] : ROLE_REGISTERS[role as 'label'];
  const source = operand instanceof Sm1Register ? asSource(operand) : operand;
  if (!(source instanceof Sm1Source)) throw new TypeError(`${name}: a source must be a register`);
  return { ...node, sources: [...node.sources, checked(name, source, allowed)] };
}

const SOURCES_OF = { source: SOURCES, predicate: ROLE_REGISTERS.predicate } as const;

/** The tokens of an operand, if its register is allowed there. */
function checked(
  mnemonic: string,
  { name, token, relative }: Sm1Destination | Sm1Source,
  allowed: readonly Sm1RegisterName[],
): { token: number; relative?: number } {
  if (!allowed.includes(name)) throw new TypeError(`${mnemonic}: expected ${allowed.join(' or ')}, found ${name}`);
  return relative === undefined ? { token } : { token, relative };
}

function attributesOf(operand: unknown): number {
  const attributes = operand as Sm1DclAttributes | undefined;
  if (attributes?.use !== 'attributes')
    throw new TypeError('dcl: the first argument must be attributes, of sm1Declare');
  return attributes.token;
}

const floats = new Float32Array(1);
const floatBits = new Uint32Array(floats.buffer);

/** The DWORD of a value of `def`, `defi` or `defb`. */
export function sm1LiteralWord(role: 'float' | 'int' | 'bool', value: number | boolean): number {
  if (role === 'bool') return value ? 1 : 0;
  if (role === 'int') return Number(value) >>> 0;
  floats[0] = Number(value);
  return floatBits[0]!;
}

function literalWord(role: 'float' | 'int' | 'bool', operand: unknown): number {
  const right = typeof operand === (role === 'bool' ? 'boolean' : 'number');
  if (!right)
    throw new TypeError(`${role}: expected a ${role === 'bool' ? 'boolean' : 'number'}, found ${typeof operand}`);
  return sm1LiteralWord(role, operand as number | boolean);
}

// --- around instructions ----------------------------------------------------------------------------------------

/** Returns `node` with a predicate: it runs only where `predicate` holds; from 2_x on. */
export function sm1Predicated(
  predicate: Sm1Register<'predicate'> | Sm1Source<'predicate'>,
  node: Sm1InstructionNode,
): Sm1InstructionNode {
  const { token } = predicate.use === 'register' ? asSource(predicate) : predicate;
  return { ...node, token: Sm1InstructionToken.predicated.set(node.token, 1), predicate: token };
}

/** Returns `node` co-issued with the instruction before it; pixel shaders before 2_0. */
export function sm1Coissued(node: Sm1InstructionNode): Sm1InstructionNode {
  return { ...node, token: Sm1InstructionToken.coissue.set(node.token, 1) };
}

/** Returns a line of text that listings print at its location. */
export function sm1TextComment(text: string): Sm1CommentNode {
  return sm1CommentNode(Sm1CommentTag.text, latin1Bytes(`${text}\0`));
}

/** Returns a program of these instructions and comments. */
export function sm1Shader(profile: Sm1ProfileName, nodes: readonly Sm1Node[]): Sm1Module {
  const { stage, version } = profileParts(profile);
  return sm1Module((((stage === 'vs' ? SM1_VERTEX : SM1_PIXEL) << 16) | version) >>> 0, nodes);
}

function profileParts(profile: Sm1ProfileName): { stage: Sm1Stage; version: number } {
  const version = Sm1Version[`v${profile.slice('vs_'.length)}` as VersionKey] as number | undefined;
  if (version === undefined) throw new RangeError(`unknown profile ${profile}`);
  return { stage: profile.startsWith('vs') ? 'vs' : 'ps', version };
}
