/**
 * The meaning of names in one version of assembly: mnemonics with their suffixes, registers with their modifiers, and
 * the few keywords. Derived from the opcode table and the registers; the rules of suffixes: oracle.
 *
 * Programs repeat their names, therefore the meaning of each is cached in a table and found by its characters.
 */

import { fastPaths } from '../../base/fast-paths.ts';
import type { Message } from '../../base/messages.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { Sm1Version } from '../../isa/sm1/opcodes.ts';
import { SM1_PRECISIONS, SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import { X2023, X2024 } from '../messages.ts';
import { EVERY_MNEMONIC, type Mnemonic, mnemonicsOf } from './mnemonic-table.ts';
import { LONGEST_NAME, NAME_SLOTS, NameSlots } from './name-slots.ts';
import { type AssemblyRegister, assemblyRegisters, CONSTANT_BANKS } from './registers.ts';
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
  /** Of an instruction: its token without length. Of a register: type bits and number; -1: no register of the version. */
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
    this.mnemonics = mnemonicsOf(this);
    this.registers = assemblyRegisters(this.stage, this.version, level9);
    this.registerList = [...this.registers.values()];
    this.#modifiers = this.#sourceModifiers();
    this.token[COMPONENTS_SLOT] = -1;
    this.shape[COMPONENTS_SLOT] = -1;
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
  const kept = level9 ? level9Dialects : dialects;
  let dialect = kept.get(versionToken);
  if (dialect === undefined) {
    dialect = new Dialect(versionToken, level9);
    kept.set(versionToken, dialect);
  }
  return dialect;
}
