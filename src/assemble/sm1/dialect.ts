/**
 * The meaning of names in one version of assembly: mnemonics with their suffixes, registers with their modifiers, and
 * the few keywords. Derived from the opcode table and the registers; the rules of suffixes: oracle.
 *
 * Programs repeat their names, therefore the meaning of each is cached in a table and found by its characters.
 */

import { getOrInsert } from '../../base/collections.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import type { Message } from '../../base/messages.ts';
import { Sm1Version, sm1Profile, sm1Stage } from '../../base/profile.ts';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import {
  SM1_PRECISIONS,
  SM1_REGISTERS,
  SM1_SOURCE_MODIFIERS,
  type Sm1RegisterName,
  type Sm1RegisterRow,
} from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import { X2023, X2024 } from '../messages.ts';
import { EVERY_MNEMONIC, type Mnemonic, mnemonicsOf } from './mnemonic-table.ts';
import {
  baseOf,
  COMPARISONS,
  type DialectVersion,
  isDigit,
  LONGEST_PART,
  RESULT_BITS,
  SHIFT_BITS,
  suffixesOf,
  suffixMeaning,
  TEXTURES,
  USAGES,
} from './suffixes.ts';

// Slots for names, found by their characters: a name that was added is in one of the two slots that its hash gives,
// until another name takes it. What the names mean is stored by the user of the slots, in arrays by slot.

const SLOT_BITS = 10;
const NAME_SLOTS = 1 << SLOT_BITS;
/** Names must not be longer. */
const LONGEST_NAME = 24;

class NameSlots {
  readonly #lengths = new Uint8Array(NAME_SLOTS);
  readonly #characters = new Uint8Array(NAME_SLOTS * LONGEST_NAME);
  /** Which of two slots the next name takes. */
  #turn = 0;

  /** The slot of the name of `length` characters at `start` of `source`; -1 when it has none. */
  find(source: string, start: number, length: number, hash: number): number {
    const slot = slotOf(hash);
    if (this.#holds(slot, source, start, length)) return slot;
    return this.#holds(slot ^ 1, source, start, length) ? slot ^ 1 : -1;
  }

  /** Gives that name a slot. */
  add(source: string, start: number, length: number, hash: number): number {
    this.#turn ^= 1;
    const slot = slotOf(hash) ^ this.#turn;
    const base = slot * LONGEST_NAME;
    this.#lengths[slot] = length;
    for (let i = 0; i < length; i++) {
      const code = source.charCodeAt(start + i);
      // A name with other characters is unknown, and not stored.
      if (code > 0x7f) this.#lengths[slot] = 0;
      this.#characters[base + i] = code;
    }
    return slot;
  }

  /** Whether `slot` holds the `length` characters of `source` from `start` on. */
  #holds(slot: number, source: string, start: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false;
    const characters = this.#characters;
    const base = slot * LONGEST_NAME;
    let i = 0;
    while (i < length && characters[base + i] === source.charCodeAt(start + i)) i++;
    return i === length;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> SLOT_BITS)) & (NAME_SLOTS - 1);
}

// The registers that assembly can name, by version. These are the limits of the assembler; those of the validator
// differ (source: oracle, every name with every number up to 8192 in every version).

const { v1_1, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The number of registers from a version on, the newest entry last; before the first entry there are none. */
type Counts = readonly (readonly [since: number, count: number])[];

interface AssemblyRegisterRow {
  readonly register: Sm1RegisterName;
  /** Its spelling without the number. */
  readonly name: string;
  /** The number of a register that is written without a number. */
  readonly number?: number;
  /** It has one component, and components cannot be selected. */
  readonly scalar?: true;
  readonly vs?: Counts;
  readonly ps?: Counts;
  /** The first version in which it takes an index in brackets. */
  readonly indexed?: { readonly vs?: number; readonly ps?: number };
}

const CONSTANTS = 8192;
/** The limit of the number field of tokens, and therefore of software versions. */
const MAX_REGISTER_NUMBER = 2048;
const ONE_BEFORE_3: Counts = [
  [v1_1, 1],
  [v3_0, 0],
];
/** Integer and boolean constants; pixel shaders have one of the two later. */
const STATIC = (since: number): Counts => [
  [since, 16],
  [v2_sw, MAX_REGISTER_NUMBER],
  [v3_0, 16],
  [v3_sw, MAX_REGISTER_NUMBER],
];
const { named: RASTERIZER } = SM1_REGISTERS.rasterizerOut;
const { named: MISC } = SM1_REGISTERS.misc;

// biome-ignore format: one row, one line
const ROWS: readonly AssemblyRegisterRow[] = [
  { register: 'temp', name: 'r', vs: [[v1_1, 12], [v2_x, 32]], ps: [[v1_1, 2], [v1_4, 6], [v2_0, 12], [v2_x, 32]] },
  { register: 'input', name: 'v', vs: [[v1_1, 16]], ps: [[v1_1, 2], [v3_0, 10], [v3_sw, 14]], indexed: { vs: v3_0, ps: v3_0 } },
  { register: 'const', name: 'c', vs: [[v1_1, CONSTANTS]], ps: [[v1_1, 8], [v2_0, 32], [v2_sw, CONSTANTS], [v3_0, 224], [v3_sw, CONSTANTS]], indexed: { vs: v1_1 } },
  { register: 'addressOrTexture', name: 'a', vs: [[v1_1, 1]] },
  { register: 'addressOrTexture', name: 't', ps: [[v1_1, 4], [v1_4, 6], [v2_0, 8], [v3_0, 0]] },
  { register: 'rasterizerOut', name: RASTERIZER[0], number: 0, vs: ONE_BEFORE_3 },
  { register: 'rasterizerOut', name: RASTERIZER[1], number: 1, scalar: true, vs: ONE_BEFORE_3 },
  { register: 'rasterizerOut', name: RASTERIZER[2], number: 2, scalar: true, vs: ONE_BEFORE_3 },
  { register: 'attributeOut', name: 'oD', vs: [[v1_1, 2], [v3_0, 0]] },
  { register: 'outputOrTexCoordOut', name: 'oT', vs: [[v1_1, 8], [v3_0, 0]] },
  { register: 'outputOrTexCoordOut', name: 'o', vs: [[v3_0, 12], [v3_sw, 16]], indexed: { vs: v3_0 } },
  { register: 'colorOut', name: 'oC', ps: [[v2_0, 4]] },
  { register: 'depthOut', name: 'oDepth', number: 0, scalar: true, ps: [[v2_0, 1]] },
  { register: 'constInt', name: 'i', vs: STATIC(v2_0), ps: STATIC(v2_x) },
  { register: 'constBool', name: 'b', scalar: true, vs: STATIC(v2_0), ps: STATIC(v2_0) },
  { register: 'sampler', name: 's', vs: [[v3_0, 4]], ps: [[v2_0, 16]] },
  { register: 'loop', name: 'aL', number: 0, scalar: true, vs: [[v2_0, 1]], ps: [[v3_0, 1]] },
  { register: 'misc', name: MISC[0], number: 0, ps: [[v3_0, 1]] },
  { register: 'misc', name: MISC[1], number: 1, scalar: true, ps: [[v3_0, 1]] },
  { register: 'label', name: 'l', scalar: true, vs: [[v2_0, MAX_REGISTER_NUMBER]], ps: [[v2_x, MAX_REGISTER_NUMBER]] },
  { register: 'predicate', name: 'p', vs: [[v2_x, 1]], ps: [[v2_x, 1]] },
];

/** The maximum number of registers for parameters of functions on feature level 9. */
const LEVEL9_PARAMETERS = 32;
/**
 * Registers of library functions on feature level 9: pixel functions have the outputs of vertex functions, and more
 * inputs.
 */
const LEVEL9_ROWS: readonly AssemblyRegisterRow[] = [
  { register: 'outputOrTexCoordOut', name: 'oT', vs: [[v2_0, LEVEL9_PARAMETERS]], ps: [[v2_0, LEVEL9_PARAMETERS]] },
  { register: 'addressOrTexture', name: 't', ps: [[v2_0, LEVEL9_PARAMETERS]] },
];

/** A register as one version has it. */
interface AssemblyRegister {
  readonly name: string;
  /** D3DSPR_* */
  readonly code: number;
  /** The number of a register that is written without a number; -1 for others. */
  readonly number: number;
  /** Numbers are below this. */
  readonly count: number;
  readonly scalar: boolean;
  readonly indexed: boolean;
}

/** The registers of a version by name. `level9`: those of programs of feature level 9, too. */
function assemblyRegisters(stage: 'vs' | 'ps', version: number, level9 = false): ReadonlyMap<string, AssemblyRegister> {
  const registers = new Map<string, AssemblyRegister>();
  for (const row of level9 ? [...ROWS, ...LEVEL9_ROWS] : ROWS) {
    const count = row[stage]?.findLast(([since]) => version >= since)?.[1] ?? 0;
    if (count === 0) continue;
    const { register, name, number = -1, scalar = false } = row;
    const { code }: Sm1RegisterRow = SM1_REGISTERS[register];
    const indexed = version >= (row.indexed?.[stage] ?? Number.POSITIVE_INFINITY);
    registers.set(name, { name, code, number, count, scalar, indexed });
  }
  return registers;
}

/** The constants beyond 2047 have register types of their own, by their number's bits 12:11. */
const CONSTANT_BANKS: readonly number[] = [
  SM1_REGISTERS.const.code,
  SM1_REGISTERS.const2.code,
  SM1_REGISTERS.const3.code,
  SM1_REGISTERS.const4.code,
];

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

/** The slot of names that are components only: `xyzw`, `rgb`. */
export const COMPONENTS_SLOT = NAME_SLOTS + 1;
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

/** Microsoft's names for dividing by the third and the fourth component in colors: blue and alpha. */
const DIVISION_ALIASES = { db: SM1_SOURCE_MODIFIERS.dz.code, da: SM1_SOURCE_MODIFIERS.dw.code };

export class Dialect implements DialectVersion {
  readonly stage: 'vs' | 'ps';
  /** The low half of the version token. */
  readonly version: number;
  /** `ps_2_x` */
  readonly profile: string;
  /** Mnemonics without suffixes. */
  readonly mnemonics: ReadonlyMap<string, Mnemonic>;
  readonly registers: ReadonlyMap<string, AssemblyRegister>;
  readonly #modifiers: ReadonlyMap<string, number>;

  // --- the table of names: find() returns an index into these ------------------------------------------------
  /** One of {@link NameKind}. */
  readonly kind = new Uint8Array(NAME_SLOTS + 2);
  /**
   * Of an instruction: its token without length. Of a register: type bits and number; -1: no register of the version.
   */
  readonly token = new Int32Array(NAME_SLOTS + 2);
  /** Of an instruction: its shape. Of a register: its index in {@link registerList}, or -1. */
  readonly shape = new Int16Array(NAME_SLOTS + 2);
  /** Of an instruction: bits of the destination. Of a register: its modifier. Of a precision: its bits. */
  readonly bits = new Int32Array(NAME_SLOTS + 2);
  /** Of a `dcl`: its DWORD. Of a register: its number as written, up to 2 to the power of 31; -1 for none. */
  readonly number = new Int32Array(NAME_SLOTS + 2);
  readonly registerList: readonly AssemblyRegister[];
  readonly #slots = new NameSlots();
  /** Longer names are not cached: none is when fast paths are off. */
  readonly #longest = fastPaths.enabled ? LONGEST_NAME : -1;

  /**
   * @param versionToken of one of the versions in versions.ts
   * @param level9 whether programs of feature level 9 are meant, which have what no text of shader model 2 has:
   *   operations that only listings know, pairs, outputs of functions
   */
  constructor(
    readonly versionToken: number,
    readonly level9 = false,
  ) {
    this.stage = sm1Stage(versionToken)!;
    this.version = versionToken & 0xffff;
    this.profile = sm1Profile(versionToken);
    this.mnemonics = mnemonicsOf(this);
    this.registers = assemblyRegisters(this.stage, this.version, level9);
    this.registerList = [...this.registers.values()];
    this.#modifiers = this.#sourceModifiers();
    this.token[COMPONENTS_SLOT] = -1;
    this.shape[COMPONENTS_SLOT] = -1;
  }

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
    if (length > this.#longest) return this.#fill(NAME_SLOTS, source.slice(start, end));
    const known = this.#slots.find(source, start, length, hash);
    return known >= 0 ? known : this.#fill(this.#slots.add(source, start, length, hash), source.slice(start, end));
  }

  /** The code for a name that is not an instruction: X2023, X2024 or none. */
  misfit(name: string): Message | undefined {
    const base = baseOf(name);
    if (!EVERY_MNEMONIC.has(base)) return undefined;
    const mnemonic = this.mnemonics.get(base);
    if (mnemonic === undefined) return X2023;
    return suffixMeaning(this, mnemonic.suffixes, suffixesOf(name)) === undefined ? X2024 : undefined;
  }

  /** The suffixes that the mnemonic `base` takes in this version, for hints. */
  suffixesOf(base: string): string[] {
    const mnemonic = this.mnemonics.get(base);
    if (mnemonic === undefined) return [];
    const usages = [...USAGES.keys(), ...TEXTURES.keys()];
    const every = [...RESULT_BITS.keys(), ...SHIFT_BITS.keys(), ...COMPARISONS.keys(), ...usages];
    return every.filter((suffix) => suffixMeaning(this, mnemonic.suffixes, [suffix])).map((suffix) => `_${suffix}`);
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
    const suffixed = mnemonic && suffixMeaning(this, mnemonic.suffixes, suffixesOf(name));
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

const dialects = new Map<number, Dialect>();
const level9Dialects = new Map<number, Dialect>();

/** The dialect of a version token; created once and cached. `level9`: that of programs of feature level 9. */
export function dialectOf(versionToken: number, level9 = false): Dialect {
  const cached = level9 ? level9Dialects : dialects;
  return getOrInsert(cached, versionToken, () => new Dialect(versionToken, level9));
}

/** The hint for `name`, which is no instruction of the version (X2023) or has wrong suffixes (X2024). */
export function misfitHint(message: Message, name: string, dialect: Dialect): string | undefined {
  const base = baseOf(name);
  if (message === X2024) return suffixHint(base, dialect);
  const rows: readonly Sm1OpcodeRow[] = Object.values(SM1_OPCODES);
  const row = rows.find(({ mnemonic, oldMnemonic }) => mnemonic === base || oldMnemonic === base);
  const range = row?.[dialect.stage];
  if (row === undefined) return undefined;
  const stage = dialect.versionToken - dialect.version;
  if (range === undefined) return `only ${dialect.stage === 'vs' ? 'pixel' : 'vertex'} shaders have ${base}`;
  return `${sm1Profile(stage + range.since)} to ${sm1Profile(stage + range.until)} have ${row.mnemonic}`;
}

function suffixHint(base: string, dialect: Dialect): string {
  const suffixes = dialect.suffixesOf(base);
  return suffixes.length === 0 ? `${base} takes no suffix` : `${base} takes ${suffixes.join(' ')}`;
}

/** A byte-order mark at the beginning of a text, as bytes taken for characters or as a decoded character. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\ufeff)/;

/** The hint for a `text` that begins with a byte-order mark; undefined: the default hint is used. */
export function versionHint(text: string): string | undefined {
  return BYTE_ORDER_MARK.test(text)
    ? 'save the text as ASCII, without the byte-order mark that it begins with'
    : undefined;
}
