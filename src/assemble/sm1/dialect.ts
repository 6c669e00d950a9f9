/**
 * The meaning of names in one version of assembly: mnemonics with their suffixes, registers with their modifiers, and the few
 * keywords. Derived from the opcode table and the registers; the rules of suffixes: oracle.
 *
 * Programs repeat their names, therefore the meaning of each is kept in a table and found by its characters.
 */
import { fastPaths } from '../../base/fast-paths.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import {
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  Sm1Version,
  sm1Assembles,
  sm1Operands,
} from '../../isa/sm1/opcodes.ts';
import {
  SM1_COMPARISONS,
  SM1_PRECISIONS,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
} from '../../isa/sm1/registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1PlainDclToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
} from '../../isa/sm1/tokens.ts';
import { type AssemblyRegister, assemblyRegisters, CONSTANT_BANKS } from './registers.ts';

/** Kinds of names. */
export const NameKind = {
  /** A register, or an unknown name. */
  other: 0,
  instruction: 1,
  true: 2,
  false: 3,
  /** `min16f`, `min2_8f`, `def32` */
  precision: 4,
  /** `as`, between two precisions. */
  as: 5,
} as const;

/** The values after a destination, as stored in a shape. */
export const Literals = { none: 0, float: 1, int: 2, bool: 3 } as const;

/** The operands of an instruction, packed into a few bits. */
export const SHAPE_DESTINATION = 1;
export const SHAPE_SOURCES_LOW = 1;
export const SHAPE_SOURCES = 7;
export const SHAPE_LITERALS_LOW = 4;
export const SHAPE_LITERALS = 3;
/** A DWORD of attributes precedes the destination. */
export const SHAPE_DCL = 1 << 6;
/** Written as `add` with its second source negated. */
export const SHAPE_SUB = 1 << 7;

/** In vs_1_1 a source without a selection is its fourth component. */
export const SHAPE_LAST_COMPONENT = 1 << 8;
/** In vs_1_1 a full mask is cut to the rows of the matrix: the number of bits that are left; 0: it is not cut. */
export const SHAPE_ROWS_LOW = 9;
export const SHAPE_ROWS = 7;

/** Which suffixes a mnemonic takes. */
type Suffixes = 'none' | 'result' | 'dcl' | 'comparison' | 'optionalComparison' | 'comparisonResult';

interface Mnemonic {
  /** The instruction token without length. */
  readonly token: number;
  readonly shape: number;
  readonly suffixes: Suffixes;
  /** Of the same mnemonic with a comparison. */
  readonly compared?: { readonly token: number; readonly shape: number };
}

/** The meaning of all suffixes of a mnemonic. */
interface Suffixed {
  /** Number of the comparison, 0 for none. */
  comparison: number;
  /** Bits of the destination token. */
  result: number;
  /** The DWORD of `dcl`. */
  attributes: number;
}

const CACHE_BITS = 10;
const CACHE_SIZE = 1 << CACHE_BITS;
/** The slot of names that are components only: `xyzw`, `rgb`. */
export const COMPONENTS_SLOT = CACHE_SIZE + 1;
/** Longer names are not kept. */
const LONGEST = 24;
/** Microsoft's reads names in parts of at most this many characters. */
const LONGEST_PART = 15;
/** Numbers of registers stop here. */
const MAX_NUMBER = 0x7fff_ffff;

const KEYWORDS: ReadonlyMap<string, readonly [kind: number, value: number]> = new Map([
  ['true', [NameKind.true, 1]],
  ['false', [NameKind.false, 0]],
  ['as', [NameKind.as, 0]],
  // The precision that needs no bits, and is never listed.
  ['def32', [NameKind.precision, 0]],
  ...SM1_PRECISIONS.flatMap((name, bits): [string, [number, number]][] =>
    name === '' ? [] : [[name, [NameKind.precision, Sm1DestinationToken.precision.set(0, bits)]]],
  ),
]);

const RESULT_BITS: ReadonlyMap<string, number> = new Map(
  SM1_RESULT_MODIFIERS.map(({ suffix, bit }) => [suffix.slice(1), Sm1DestinationToken.modifiers.set(0, bit)]),
);
const SHIFT_BITS: ReadonlyMap<string, number> = new Map(
  SM1_RESULT_SHIFTS.flatMap((suffix, bits): [string, number][] =>
    suffix === '' ? [] : [[suffix.slice(1), Sm1DestinationToken.shift.set(0, bits)]],
  ),
);
const COMPARISONS: ReadonlyMap<string, number> = new Map(
  SM1_COMPARISONS.flatMap((suffix, number): [string, number][] => (suffix === '' ? [] : [[suffix.slice(1), number]])),
);
const TEXTURES: ReadonlyMap<string, number> = new Map(
  SM1_TEXTURE_TYPES.flatMap((name, type): [string, number][] => (name === undefined ? [] : [[name, type]])),
);
/** Microsoft's names for dividing by the third and the fourth component in colours: blue and alpha. */
const DIVISION_ALIASES = { db: SM1_SOURCE_MODIFIERS.dz.code, da: SM1_SOURCE_MODIFIERS.dw.code };

/** Every mnemonic of any version, to distinguish a name of another version from a misspelt one. */
const EVERY_MNEMONIC: ReadonlySet<string> = new Set(
  (Object.keys(SM1_OPCODES) as Sm1Opcode[]).flatMap((name) => {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.vs === undefined && row.ps === undefined) return [];
    const controlled = row.controls === 'texld' ? SM1_TEXLD_CONTROLS.map((suffix) => row.mnemonic + suffix) : [];
    return [row.mnemonic, row.oldMnemonic ?? row.mnemonic, ...controlled];
  }),
);

/** The first part of a name, without suffixes. */
export function baseOf(name: string): string {
  const underscore = name.indexOf('_');
  return underscore < 0 ? name : name.slice(0, underscore);
}

/** The suffixes after the base; one underscore at the end is ignored. */
function suffixesOf(name: string): string[] {
  const underscore = name.indexOf('_');
  if (underscore < 0) return [];
  const parts = name.slice(underscore + 1).split('_');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

export class Dialect {
  readonly stage: 'vs' | 'ps';
  /** The low half of the version token. */
  readonly version: number;
  /** `ps_2_x` */
  readonly profile: string;
  /** Mnemonics without suffixes. */
  readonly mnemonics: ReadonlyMap<string, Mnemonic>;
  readonly registers: ReadonlyMap<string, AssemblyRegister>;
  readonly #modifiers: ReadonlyMap<string, number>;
  readonly #usages: ReadonlyMap<string, number>;

  // --- the table of names: find() returns an index into these ------------------------------------------------
  /** One of {@link NameKind}. */
  readonly kind = new Uint8Array(CACHE_SIZE + 2);
  /** Of an instruction: its token without length. Of a register: type bits and number; -1: no register of the version. */
  readonly token = new Int32Array(CACHE_SIZE + 2);
  /** Of an instruction: its shape. Of a register: its index in {@link registerList}, or -1. */
  readonly shape = new Int16Array(CACHE_SIZE + 2);
  /** Of an instruction: bits of the destination. Of a register: its modifier. Of a precision: its bits. */
  readonly bits = new Int32Array(CACHE_SIZE + 2);
  /** Of a `dcl`: its DWORD. Of a register: its number as written, up to 2 to the power of 31; -1 for none. */
  readonly number = new Int32Array(CACHE_SIZE + 2);
  readonly registerList: readonly AssemblyRegister[];
  readonly #lengths = new Uint8Array(CACHE_SIZE);
  readonly #characters = new Uint8Array(CACHE_SIZE * LONGEST);
  /** Names of more characters are not kept: none is when fast paths are off. */
  readonly #longest = fastPaths.enabled ? LONGEST : -1;
  /** Which of two slots the next name takes. */
  #turn = 0;

  /**
   * @param versionToken of one of the versions in versions.ts
   * @param level9 whether programs of feature level 9 are meant, which have what no text of shader model 2 has: operations that
   *   only listings know, pairs, outputs of functions
   */
  constructor(
    readonly versionToken: number,
    readonly level9 = false,
  ) {
    this.stage = sm1Stage(versionToken)!;
    this.version = versionToken & 0xffff;
    this.profile = sm1Profile(versionToken);
    this.mnemonics = this.#mnemonics();
    this.registers = assemblyRegisters(this.stage, this.version, level9);
    this.registerList = [...this.registers.values()];
    this.#modifiers = this.#sourceModifiers();
    this.token[COMPONENTS_SLOT] = -1;
    this.shape[COMPONENTS_SLOT] = -1;
    this.#usages = new Map(SM1_USAGES.map((name, usage) => [name, usage]));
  }

  /** Whether instructions can be paired with `+`. */
  get pairs(): boolean {
    return this.level9 || (this.stage === 'ps' && this.version < Sm1Version.v2_0);
  }

  get predicates(): boolean {
    return this.version >= Sm1Version.v2_x;
  }

  get complements(): boolean {
    return this.stage === 'ps' && this.version < Sm1Version.v2_0;
  }

  /** Whether the register of an address has a token of its own. */
  get relativeTokens(): boolean {
    return this.version >= Sm1Version.v2_0;
  }

  /** Whether a destination can be addressed relative to a register. */
  get relativeDestinations(): boolean {
    return this.stage === 'vs' && this.version >= Sm1Version.v3_0;
  }

  /**
   * The slot of the name from `start` to `end` of `source` in the tables. It is valid until the next call.
   *
   * @param hash of its characters, as the lexer computes it
   */
  find(source: string, start: number, end: number, hash: number): number {
    const length = end - start;
    if (length > this.#longest) return this.#fill(CACHE_SIZE, source.slice(start, end));
    const slot = (hash ^ (hash >>> CACHE_BITS)) & (CACHE_SIZE - 1);
    if (this.#holds(slot, source, start, length)) return slot;
    // A name may be in either of two slots.
    const other = slot ^ 1;
    if (this.#holds(other, source, start, length)) return other;
    this.#turn ^= 1;
    const taken = slot ^ this.#turn;
    const characters = this.#characters;
    const base = taken * LONGEST;
    this.#lengths[taken] = length;
    for (let i = 0; i < length; i++) {
      const code = source.charCodeAt(start + i);
      // A name with other characters is unknown, and not kept.
      if (code > 0x7f) this.#lengths[taken] = 0;
      characters[base + i] = code;
    }
    return this.#fill(taken, source.slice(start, end));
  }

  /** Whether `slot` holds the `length` characters of `source` from `start` on. */
  #holds(slot: number, source: string, start: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false;
    const characters = this.#characters;
    const base = slot * LONGEST;
    let i = 0;
    while (i < length && characters[base + i] === source.charCodeAt(start + i)) i++;
    return i === length;
  }

  /** The code for a name that is not an instruction: X2023, X2024 or none. */
  misfit(name: string): 'X2023' | 'X2024' | undefined {
    const base = baseOf(name);
    if (!EVERY_MNEMONIC.has(base)) return undefined;
    const mnemonic = this.mnemonics.get(base);
    if (mnemonic === undefined) return 'X2023';
    return this.#suffixed(mnemonic.suffixes, suffixesOf(name)) === undefined ? 'X2024' : undefined;
  }

  /** The suffixes that the mnemonic `base` takes in this version, for hints. */
  suffixesOf(base: string): string[] {
    const mnemonic = this.mnemonics.get(base);
    if (mnemonic === undefined) return [];
    const usages = [...this.#usages.keys(), ...TEXTURES.keys()];
    const every = [...RESULT_BITS.keys(), ...SHIFT_BITS.keys(), ...COMPARISONS.keys(), ...usages];
    return every.filter((suffix) => this.#suffixed(mnemonic.suffixes, [suffix])).map((suffix) => `_${suffix}`);
  }

  #fill(slot: number, name: string): number {
    const keyword = KEYWORDS.get(name);
    if (keyword !== undefined) {
      this.kind[slot] = keyword[0];
      this.token[slot] = -1;
      this.bits[slot] = keyword[1];
    } else if (!this.#fillInstruction(slot, name)) this.#fillRegister(slot, name);
    return slot;
  }

  #fillInstruction(slot: number, name: string): boolean {
    const mnemonic = this.mnemonics.get(baseOf(name));
    const suffixed = mnemonic && this.#suffixed(mnemonic.suffixes, suffixesOf(name));
    if (suffixed === undefined) return false;
    const { comparison, result, attributes } = suffixed;
    const { token, shape } = (comparison > 0 && mnemonic!.compared) || mnemonic!;
    this.kind[slot] = NameKind.instruction;
    this.token[slot] = Sm1InstructionToken.controls.set(token, Sm1InstructionToken.controls.get(token) | comparison);
    this.shape[slot] = shape;
    this.bits[slot] = result;
    this.number[slot] = attributes;
    return true;
  }

  #fillRegister(slot: number, name: string): void {
    this.kind[slot] = NameKind.other;
    this.token[slot] = -1;
    this.shape[slot] = -1;
    const base = baseOf(name);
    const suffixes = suffixesOf(name);
    const modifier = suffixes.length === 0 ? 0 : this.#modifiers.get(suffixes[0]!);
    if (modifier === undefined || suffixes.length > 1 || base.length > LONGEST_PART) return;
    let digits = base.length;
    while (digits > 0 && isDigit(base.charCodeAt(digits - 1))) digits--;
    const at = this.registerList.findIndex((register) => register.name === base.slice(0, digits));
    if (at < 0) return;
    const register = this.registerList[at]!;
    const number = digits === base.length ? -1 : Math.min(Number(base.slice(digits)), MAX_NUMBER);
    this.shape[slot] = at;
    this.bits[slot] = modifier;
    this.number[slot] = number;
    if (register.number >= 0 ? number < 0 : number >= 0 && number < register.count) {
      this.token[slot] = registerBits(register, Math.max(register.number, number));
    }
  }

  /** The meaning of `suffixes` of a mnemonic; undefined when it does not take them. */
  #suffixed(kind: Suffixes, suffixes: readonly string[]): Suffixed | undefined {
    const found: Suffixed = { comparison: 0, result: 0, attributes: 0 };
    let rest = suffixes;
    if (kind === 'comparison' || kind === 'comparisonResult' || (kind === 'optionalComparison' && rest.length > 0)) {
      found.comparison = COMPARISONS.get(rest[0] ?? '') ?? 0;
      if (found.comparison === 0) return undefined;
      rest = rest.slice(1);
    }
    if (kind === 'dcl') return this.#declared(rest);
    if (kind !== 'result' && kind !== 'comparisonResult') return rest.length === 0 ? found : undefined;
    const result = this.#result(rest);
    return result === undefined ? undefined : { ...found, result };
  }

  /** The bits of result modifiers and shift. */
  #result(suffixes: readonly string[]): number | undefined {
    let rest = suffixes;
    let bits = 0;
    if (this.pairs) {
      bits = SHIFT_BITS.get(rest[0] ?? '') ?? 0;
      if (bits !== 0) rest = rest.slice(1);
    }
    const allowed = this.stage === 'ps' && !this.pairs ? ['sat', 'pp'] : ['sat'];
    if (this.stage === 'vs' && this.version < Sm1Version.v3_0) allowed.pop();
    const more = bitsOfSet(rest, allowed);
    return more === undefined ? undefined : bits | more;
  }

  /** The DWORD of a `dcl` and the bits of its destination. */
  #declared(suffixes: readonly string[]): Suffixed | undefined {
    const { version } = this;
    const pixel = this.stage === 'ps';
    const usages = !pixel || version >= Sm1Version.v3_0;
    const plain = Sm1PlainDclToken.mark.set(0, 1);
    const texture = pixel || version >= Sm1Version.v3_0 ? TEXTURES.get(suffixes[0] ?? '') : undefined;
    let attributes = texture === undefined ? plain : Sm1SamplerToken.textureType.set(plain, texture);
    let rest = texture === undefined ? [...suffixes] : suffixes.slice(1);
    if (texture === undefined && usages) {
      const at = pixel ? rest.findIndex((suffix) => this.#usage(suffix) >= 0) : 0;
      const usage = at < 0 ? -1 : this.#usage(rest[at] ?? '');
      if (!pixel && usage < 0) return undefined;
      if (usage >= 0) {
        attributes = (plain | usage) >>> 0;
        rest = rest.filter((_, i) => i !== at);
        // In pixel shaders position 0 is what a declaration without usage is made of.
        if (pixel && usage === 0) return undefined;
      }
    }
    const result = bitsOfSet(rest, pixel ? ['pp', 'centroid'] : []);
    return result === undefined ? undefined : { comparison: 0, result, attributes: attributes | 0 };
  }

  /** The bits of a usage with its index, such as `texcoord3`; -1 for another text. */
  #usage(text: string): number {
    let digits = text.length;
    while (digits > 0 && isDigit(text.charCodeAt(digits - 1))) digits--;
    const usage = this.#usages.get(text.slice(0, digits));
    const index = Number(text.slice(digits));
    if (usage === undefined || index > 15 || text.length > LONGEST_PART) return -1;
    return Sm1UsageToken.index.set(usage, index);
  }

  #mnemonics(): Map<string, Mnemonic> {
    const { stage, version } = this;
    const found = new Map<string, Mnemonic>();
    const compared = new Map<string, { token: number; shape: number }>();
    for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
      const row: Sm1OpcodeRow = SM1_OPCODES[name];
      const listed = this.level9 && row.vs === undefined && row.ps === undefined;
      if (!listed && !sm1Assembles(row, stage, version)) continue;
      const token = name === 'sub' && this.#writesSub() ? SM1_OPCODES.add.code : row.code;
      const shape = this.#shape(name, row);
      const mnemonic = version < Sm1Version.v1_4 ? (row.oldMnemonic ?? row.mnemonic) : row.mnemonic;
      if (name === 'ifc' || name === 'breakc') compared.set(mnemonic, { token, shape });
      else if (name === 'setp') found.set(mnemonic, { token, shape, suffixes: 'comparisonResult' });
      else if (row.controls === 'texld' && version >= Sm1Version.v2_0) {
        SM1_TEXLD_CONTROLS.forEach((suffix, controls) => {
          const controlled = Sm1InstructionToken.controls.set(token, controls);
          found.set(mnemonic + suffix, { token: controlled, shape, suffixes: 'result' });
        });
      } else found.set(mnemonic, { token, shape, suffixes: suffixKind(name, shape) });
    }
    for (const [mnemonic, other] of compared) {
      const plain = found.get(mnemonic);
      if (plain) found.set(mnemonic, { ...plain, suffixes: 'optionalComparison', compared: other });
    }
    return found;
  }

  /** Whether `sub` becomes `add`: in versions where sources can be negated (IT9). */
  #writesSub(): boolean {
    return this.stage === 'vs' || this.version >= Sm1Version.v2_0;
  }

  #shape(name: Sm1Opcode, row: Sm1OpcodeRow): number {
    const operands = sm1Operands(row, this.version);
    const roles = operands.map(({ role }) => role);
    const values = roles.filter((role) => role === 'float' || role === 'int' || role === 'bool');
    const sources = roles.filter((role) => role !== 'destination' && role !== 'attributes').length - values.length;
    let shape = roles.includes('destination') ? SHAPE_DESTINATION : 0;
    shape |= sources << SHAPE_SOURCES_LOW;
    if (values[0] !== undefined && values[0] in Literals) {
      shape |= Literals[values[0] as keyof typeof Literals] << SHAPE_LITERALS_LOW;
    }
    if (roles.includes('attributes')) shape |= SHAPE_DCL;
    if (name === 'sub' && this.#writesSub()) shape |= SHAPE_SUB;
    // Only vs_1_1 treats operands without components in these ways (source: oracle).
    if (this.stage === 'vs' && this.version < Sm1Version.v2_0) {
      if (operands[1]?.components === 'one') shape |= SHAPE_LAST_COMPONENT;
      shape |= (operands.find(({ rows }) => rows !== undefined)?.rows ?? 0) << SHAPE_ROWS_LOW;
    }
    return shape;
  }

  #sourceModifiers(): Map<string, number> {
    const { abs, bias, sign, x2, dz, dw } = SM1_SOURCE_MODIFIERS;
    if (this.version >= Sm1Version.v3_0) return new Map([['abs', abs.code]]);
    if (!this.pairs) return new Map();
    const rows = [bias, sign, x2, dz, dw].map(({ after, code }): [string, number] => [after.slice(1), code]);
    return new Map([...rows, ...Object.entries(DIVISION_ALIASES)]);
  }
}

/**
 * Type and number of a register as both kinds of parameter tokens hold them, with the mark in bit 31: a signed number.
 *
 * @param number may exceed the field of a token when an address register is added
 */
export function registerBits(register: AssemblyRegister, number: number): number {
  const code = register.code === SM1_REGISTERS.const.code ? CONSTANT_BANKS[(number >>> 11) & 3]! : register.code;
  const { mark, typeLow, typeHigh } = Sm1SourceToken;
  return mark.set(0, 1) | typeLow.set(0, code & 7) | typeHigh.set(0, code >> 3) | (number & Sm1SourceToken.number.ones);
}

function suffixKind(name: Sm1Opcode, shape: number): Suffixes {
  if (name === 'dcl') return 'dcl';
  const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
  return (shape & SHAPE_DESTINATION) !== 0 && literals === Literals.none ? 'result' : 'none';
}

/** The bits of `suffixes`, each of them one of `allowed` and not repeated. */
function bitsOfSet(suffixes: readonly string[], allowed: readonly string[]): number | undefined {
  let bits = 0;
  for (const suffix of suffixes) {
    const bit = allowed.includes(suffix) ? RESULT_BITS.get(suffix)! : 0;
    if (bit === 0 || (bits & bit) !== 0) return undefined;
    bits |= bit;
  }
  return bits;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const dialects = new Map<number, Dialect>();
const level9Dialects = new Map<number, Dialect>();

/** The dialect of a version token; made once and kept. `level9`: that of programs of feature level 9. */
export function dialectOf(versionToken: number, level9 = false): Dialect {
  const kept = level9 ? level9Dialects : dialects;
  let dialect = kept.get(versionToken);
  if (dialect === undefined) {
    dialect = new Dialect(versionToken, level9);
    kept.set(versionToken, dialect);
  }
  return dialect;
}
