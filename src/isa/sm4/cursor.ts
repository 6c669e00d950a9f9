/**
 * A reused cursor over the instructions of a program: moving it decodes one instruction into fields that are all
 * numbers, without allocating. For passes over every instruction; the view (view.ts) is for people.
 *
 * Words past the end of the program read as zero, so that a damaged program decodes to something and never throws.
 */
import { MAX_OPERAND_NESTING } from '../../base/limits.ts';
import { IDENTITY_SWIZZLE, replicateSwizzle } from '../components.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Opcode } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import type { Sm4Program } from './program.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4OpcodeToken,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const INDEX_FIELDS = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2] as const;

/** Bits of an operand token, by its number of indices, that are zero when all its indices are 32-bit numbers. */
const REPRESENTATION_BITS = [
  0,
  Sm4OperandToken.index0.set(0, 7),
  Sm4OperandToken.index1.set(Sm4OperandToken.index0.set(0, 7), 7),
  -1,
] as const;

/** The registers of operands whose indices are all numbers; most slots never need others. */
const NO_REGISTERS: readonly Sm4OperandSlot[] = [];

export class Sm4OperandSlot {
  /** DWORD index of the operand token. */
  at = 0;
  token = 0;
  /** The extended operand token, or 0. */
  extension = 0;
  /** D3D10_SB_OPERAND_TYPE. */
  type = 0;
  /** How many indices there are; 0 for literals, regardless of their token (source: oracle). */
  indexCount = 0;
  /** The immediate parts of the indices, as signed numbers (the low word of a 64-bit one). */
  index0 = 0;
  index1 = 0;
  index2 = 0;
  /** The register part of each index; valid where {@link isRelative} holds. */
  relative: readonly Sm4OperandSlot[] = NO_REGISTERS;
  /** DWORD index of the first literal word. */
  literal = 0;
  /** Number of literal words: 4, 1 or 0. */
  literalCount = 0;

  /** Whether this is a register with at most two indices, all of them numbers; the other indices are then 0. */
  isRegular = false;

  index(i: number): number {
    return i === 0 ? this.index0 : i === 1 ? this.index1 : this.index2;
  }

  /** D3D10_SB_OPERAND_INDEX_REPRESENTATION of index `i`. */
  representation(i: number): number {
    return INDEX_FIELDS[i]!.get(this.token);
  }

  /** Whether index `i` has a register part. */
  isRelative(i: number): boolean {
    return this.representation(i) >= Sm4IndexRepresentation.relative;
  }

  setIndex(i: number, value: number): void {
    if (i === 0) this.index0 = value | 0;
    else if (i === 1) this.index1 = value | 0;
    else this.index2 = value | 0;
  }
}

/** The highest bits of the representations of indices, which Microsoft's validator does not read (source: oracle). */
const HIGH_REPRESENTATION_BITS = INDEX_FIELDS.reduce((bits, field) => field.set(bits, 4), 0);

/** Extended opcode tokens that Microsoft's validator reads of an instruction. */
const MAX_EXTENSIONS = 3;

export class Sm4Cursor {
  readonly #words: Uint32Array;
  /** The bits of operand tokens that are read. */
  readonly #read: number;
  /** Which of the two words of a 64-bit index is read. */
  readonly #low: 0 | 1;
  readonly #asValidator: boolean;
  /** The current instruction; -1 before the first {@link goto}. */
  position = -1;
  /** DWORD index of the opcode token. */
  start = 0;
  /** DWORD index just past the instruction. */
  end = 0;
  token = 0;
  code = 0;
  /** The table's row; undefined for an unknown opcode. */
  row: Sm4Opcode | undefined = undefined;
  /** The last extended opcode token of each kind, or 0; they are in any order. */
  sampleControls = 0;
  resourceDimension = 0;
  resourceReturnType = 0;
  /** DWORD index of the first word after the opcode tokens. */
  body = 0;
  /** DWORD index of the first word after the operands: the payload of declarations. */
  payload = 0;
  /** How many of {@link operands} this instruction uses. */
  operandCount = 0;
  /** As many slots as any instruction so far has needed. */
  readonly operands: Sm4OperandSlot[] = [];

  /**
   * @param asValidator reads as Microsoft's validator does. It differs from Microsoft's disassembler in what no
   *   compiler writes: it knows four index representations, takes the first word of a 64-bit number, and reads three
   *   extended opcode tokens even past the end of the instruction (source: oracle)
   */
  constructor(
    readonly program: Sm4Program,
    asValidator = false,
  ) {
    this.#words = program.words;
    this.#read = asValidator ? ~HIGH_REPRESENTATION_BITS : -1;
    this.#low = asValidator ? 0 : 1;
    this.#asValidator = asValidator;
  }

  /** The word at DWORD index `at`, or 0 past the end. */
  word(at: number): number {
    return at < this.#words.length ? this.#words[at]! : 0;
  }

  /** Decodes instruction `position` (0 to `program.count - 1`). */
  goto(position: number): void {
    const { starts, count, end } = this.program;
    if (position < 0 || position >= count) throw new RangeError(`instruction ${position} of ${count}`);
    this.position = position;
    const start = starts[position]!;
    this.start = start;
    this.end = position + 1 < count ? starts[position + 1]! : end;
    const token = this.#words[start]! | 0;
    this.token = token;
    const code = Sm4OpcodeToken.opcode.get(token);
    this.code = code;
    const row = SM4_OPCODE_BY_CODE[code];
    this.row = row;
    this.sampleControls = 0;
    this.resourceDimension = 0;
    this.resourceReturnType = 0;
    this.operandCount = 0;
    let at = start + 1;
    // The token of customdata has no length and no extension: its bit 31 belongs to the class.
    if (token < 0 && row?.longLength) {
      at++;
    } else if (code !== SM4_OPCODES.customdata.code) {
      let previous = token;
      const stop = this.#asValidator ? at + MAX_EXTENSIONS : this.end;
      while (previous >>> 31 !== 0 && at < stop) {
        previous = this.word(at++) | 0;
        const kind = Sm4ExtendedOpcodeToken.kind.get(previous);
        if (kind === Sm4ExtendedOpcodeKind.sampleControls) this.sampleControls = previous;
        else if (kind === Sm4ExtendedOpcodeKind.resourceDimension) this.resourceDimension = previous;
        else if (kind === Sm4ExtendedOpcodeKind.resourceReturnType) this.resourceReturnType = previous;
      }
    }
    this.body = at;
    if (row !== undefined) {
      if (code === SM4_OPCODES.fcall.code) at++;
      const { length } = row.operands;
      while (this.operands.length < length) this.operands.push(new Sm4OperandSlot());
      for (let i = 0; i < length; i++) at = this.#operand(this.operands[i]!, at, 0);
      this.operandCount = length;
    }
    this.payload = at;
  }

  /** Decodes the operand at DWORD index `at` into `slot`; returns the index after it. For operands in data blocks. */
  readOperand(slot: Sm4OperandSlot, at: number): number {
    return this.#operand(slot, at, 0);
  }

  /** Decodes the operand at DWORD index `start` into `slot`; returns the index after it. */
  #operand(slot: Sm4OperandSlot, start: number, depth: number): number {
    let at = start;
    // Signed: a number above 31 bits may cost an allocation where it is passed on (measured).
    const token = this.word(at++) & this.#read;
    slot.at = start;
    slot.token = token;
    slot.extension = 0;
    slot.isRegular = false;
    if (token >>> 31 !== 0) {
      const extension = this.word(at++) | 0;
      if (Sm4ExtendedOperandToken.kind.get(extension) === Sm4ExtendedOperandKind.modifier) slot.extension = extension;
    }
    const type = Sm4OperandToken.type.get(token);
    slot.type = type;
    if (type === IMMEDIATE32 || type === IMMEDIATE64) {
      const components = Sm4OperandToken.componentCount.get(token);
      slot.indexCount = 0;
      slot.literal = at;
      slot.literalCount = components === Sm4ComponentCount.four ? 4 : components === Sm4ComponentCount.one ? 1 : 0;
      return at + slot.literalCount;
    }
    slot.literalCount = 0;
    const count = Sm4OperandToken.indexDimension.get(token);
    slot.indexCount = count;
    if ((token & REPRESENTATION_BITS[count]!) === 0) {
      slot.isRegular = true;
      slot.index0 = count > 0 ? this.word(at) | 0 : 0;
      slot.index1 = count > 1 ? this.word(at + 1) | 0 : 0;
      return at + count;
    }
    for (let i = 0; i < count; i++) {
      const representation = INDEX_FIELDS[i]!.get(token);
      if (representation === Sm4IndexRepresentation.immediate32) slot.setIndex(i, this.word(at++));
      else at = this.#index(slot, i, representation, at, depth);
    }
    return at;
  }

  /** Decodes an index that is not a plain 32-bit number; returns the DWORD index after it. */
  #index(slot: Sm4OperandSlot, i: number, representation: number, start: number, depth: number): number {
    let at = start;
    slot.setIndex(i, 0);
    if (
      representation === Sm4IndexRepresentation.immediate64 ||
      representation === Sm4IndexRepresentation.immediate64PlusRelative
    ) {
      // High word first.
      slot.setIndex(i, this.word(at + this.#low));
      at += 2;
    } else if (representation === Sm4IndexRepresentation.immediate32PlusRelative) {
      slot.setIndex(i, this.word(at++));
    }
    if (representation >= Sm4IndexRepresentation.relative) {
      if (slot.relative === NO_REGISTERS)
        slot.relative = [new Sm4OperandSlot(), new Sm4OperandSlot(), new Sm4OperandSlot()];
      const register = slot.relative[i]!;
      if (representation <= Sm4IndexRepresentation.immediate64PlusRelative && depth < MAX_OPERAND_NESTING) {
        at = this.#operand(register, at, depth + 1);
      } else {
        // 5 to 7 are undefined and take no further words (source: oracle).
        register.token = 0;
        register.extension = 0;
        register.type = 0;
        register.indexCount = 0;
      }
    }
    return at;
  }
}

/** The components that a destination has; of a register with one component or none, x. */
export function destinationMask({ token }: Sm4OperandSlot): number {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count !== Sm4ComponentCount.four) return 1;
  return Sm4OperandToken.mask.get(token);
}

/** The component that is read for each of x, y, z, w, two bits each; of a register with one component or none, x. */
export function sourceSwizzle({ token }: Sm4OperandSlot): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.swizzle) return Sm4OperandToken.swizzle.get(token);
  return mode === Sm4SelectionMode.selectOne ? replicateSwizzle(Sm4OperandToken.select.get(token)) : IDENTITY_SWIZZLE;
}

/**
 * Whether an operand is negated. Numbers that name no modifier change nothing: listings print none, and any operand may
 * have them (source: oracle).
 */
export function isNegated({ extension }: Sm4OperandSlot): boolean {
  const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
  return modifier === Sm4OperandModifier.negate || modifier === Sm4OperandModifier.absoluteNegate;
}

/** Whether an operand is an absolute value, before it is negated. */
export function isAbsolute({ extension }: Sm4OperandSlot): boolean {
  const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
  return modifier === Sm4OperandModifier.absolute || modifier === Sm4OperandModifier.absoluteNegate;
}
