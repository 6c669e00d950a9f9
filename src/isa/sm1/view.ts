/**
 * Instructions as objects: immutable, with names instead of numbers, and `toJSON`. For passes over many instructions
 * use the cursor (cursor.ts), which these read through.
 */
import { maskText, swizzleText } from '../components.ts';
import { Sm1Cursor, Sm1OperandSlot } from './cursor.ts';
import { SM1_OPCODE_BY_CODE, SM1_OPCODES, type Sm1Opcode, type Sm1OpcodeRow, sm1Operands } from './opcodes.ts';
import type { Sm1Program } from './program.ts';
import {
  SM1_COMPARISONS,
  SM1_REGISTER_NAME_BY_CODE,
  SM1_RESULT_MODIFIERS,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1RegisterName,
} from './registers.ts';
import { Sm1SamplerToken, Sm1UsageToken } from './tokens.ts';

type SourceModifierName = keyof typeof SM1_SOURCE_MODIFIERS;

const MODIFIER_NAMES = namesByCode<SourceModifierName>(SM1_SOURCE_MODIFIERS);

function namesByCode<Name extends string>(rows: Readonly<Record<Name, { readonly code: number }>>): Map<number, Name> {
  return new Map((Object.keys(rows) as Name[]).map((name) => [rows[name].code, name]));
}

export interface Sm1Operand {
  readonly kind: 'destination' | 'source';
  /** The register's row, or its number where the table has none. */
  readonly register: Sm1RegisterName | number;
  readonly number: number;
  /** Components that are written, such as `xz`, or that are read, always four. */
  readonly components: string;
  readonly relative?: Sm1Operand;
  /** Of a source; `none` of a destination. */
  readonly modifier: SourceModifierName | number;
  /** Of a destination: `_sat`, `_pp`, `_centroid`. */
  readonly resultModifiers: readonly string[];
  /** Of a destination: the power of two that the result is multiplied by, -8 to 7. */
  readonly shift: number;
}

export interface Sm1Declaration {
  readonly usage?: string;
  readonly index?: number;
  readonly texture?: string;
}

export class Sm1Instruction {
  readonly #cursor: Sm1Cursor;
  readonly #version: number;

  /** Instruction `position` of `program` (0 to `program.count - 1`; a `RangeError` otherwise). */
  constructor(
    program: Sm1Program,
    readonly position: number,
  ) {
    if (!Number.isInteger(position) || position < 0 || position >= program.count) {
      throw new RangeError(`instruction ${position} is out of range: the program has ${program.count}`);
    }
    this.#cursor = new Sm1Cursor(program);
    this.#cursor.goto(position);
    this.#version = (program.words[0] ?? 0) & 0xffff;
    Object.freeze(this);
  }

  /** Byte offset of the instruction token from the program's first word. */
  get offset(): number {
    return 4 * this.#cursor.start;
  }

  get opcode(): number {
    return this.#cursor.opcode;
  }

  /** The row of the opcode table; undefined for comments and for an opcode without a row. */
  get name(): Sm1Opcode | undefined {
    return SM1_OPCODE_BY_CODE.get(this.opcode);
  }

  get isComment(): boolean {
    return this.#cursor.isComment;
  }

  /** Runs together with the instruction before it. */
  get coissued(): boolean {
    return this.#cursor.coissued;
  }

  /** The comparison of `if_*`, `break_*` and `setp_*`, such as `gt`; empty for none. */
  get comparison(): string {
    const name = this.name;
    const row: Sm1OpcodeRow | undefined = name && SM1_OPCODES[name];
    return row?.controls === 'comparison' ? (SM1_COMPARISONS[this.#cursor.controls] ?? '').slice(1) : '';
  }

  /** The declaration of a `dcl`; undefined for any other instruction. */
  get declaration(): Sm1Declaration | undefined {
    const { attributes, words } = this.#cursor;
    if (attributes < 0) return undefined;
    const token = words[attributes]!;
    const texture = Sm1SamplerToken.textureType.get(token);
    if (texture !== 0) return { texture: SM1_TEXTURE_TYPES[texture] ?? `${texture}` };
    const usage = Sm1UsageToken.usage.get(token);
    return { usage: SM1_USAGES[usage] ?? `${usage}`, index: Sm1UsageToken.index.get(token) };
  }

  get destination(): Sm1Operand | undefined {
    const { firstSource, operands } = this.#cursor;
    return firstSource === 0 ? undefined : this.#operand('destination', operands[0]!);
  }

  get predicate(): Sm1Operand | undefined {
    const { predicate } = this.#cursor;
    if (predicate < 0) return undefined;
    return this.#unindexed(predicate);
  }

  get sources(): readonly Sm1Operand[] {
    const { operands, operandCount, firstSource } = this.#cursor;
    return operands.slice(firstSource, operandCount).map((slot) => this.#operand('source', slot));
  }

  /** Raw DWORDs: the values of `def`, `defi` and `defb`, or what a comment holds, its tag included. */
  get literals(): readonly number[] {
    const { words, literals, literalCount } = this.#cursor;
    return literals < 0 ? [] : [...words.subarray(literals, literals + literalCount)];
  }

  /** How many operands the opcode has in this version; undefined for an opcode without a row. */
  get expectedOperands(): number | undefined {
    const name = this.name;
    return name && sm1Operands(SM1_OPCODES[name], this.#version).length;
  }

  get words(): readonly number[] {
    const { words, start, end } = this.#cursor;
    return [...words.subarray(start, end)];
  }

  toJSON(): Record<string, unknown> {
    const { position, offset, opcode, name, isComment, coissued, comparison, declaration } = this;
    const { destination, predicate, sources, literals, words } = this;
    const what = { position, offset, opcode, name, isComment, coissued, comparison, declaration };
    return { ...what, destination, predicate, sources, literals, words };
  }

  #slotAt(at: number): Sm1OperandSlot {
    const slot = new Sm1OperandSlot();
    this.#cursor.readOperand(slot, at);
    return slot;
  }

  /** A predicate, or the register that an operand is relative to; it has no relative address of its own. */
  #unindexed(at: number): Sm1Operand {
    const slot = this.#slotAt(at);
    slot.relativeAt = -1;
    return this.#operand('source', slot);
  }

  #operand(kind: Sm1Operand['kind'], slot: Sm1OperandSlot): Sm1Operand {
    const { type, number, relativeAt } = slot;
    const isSource = kind === 'source';
    return Object.freeze({
      kind,
      register: SM1_REGISTER_NAME_BY_CODE[type] ?? type,
      number,
      components: isSource ? swizzleText(slot.swizzle) : maskText(slot.mask),
      ...(relativeAt < 0 ? {} : { relative: this.#unindexed(relativeAt) }),
      modifier: isSource ? (MODIFIER_NAMES.get(slot.modifier) ?? slot.modifier) : 'none',
      resultModifiers: isSource ? [] : resultModifiersOf(slot.resultModifiers),
      shift: isSource ? 0 : slot.shift,
    });
  }
}

/** Returns instruction `position` of `program` (0 to `program.count - 1`; a `RangeError` otherwise). */
export function sm1InstructionAt(program: Sm1Program, position: number): Sm1Instruction {
  return new Sm1Instruction(program, position);
}

/** All instructions of `program` in order, each created on demand. */
export function* sm1Instructions(program: Sm1Program): Generator<Sm1Instruction, void, void> {
  for (let i = 0; i < program.count; i++) yield new Sm1Instruction(program, i);
}

function resultModifiersOf(bits: number): readonly string[] {
  return SM1_RESULT_MODIFIERS.filter(({ bit }) => bits & bit).map(({ suffix }) => suffix);
}
