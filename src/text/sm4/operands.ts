/**
 * Operands of instructions of shader models 4 to 5.1, as listings write them: registers with indices, selections, modifiers and
 * precisions, and literals. Every spelling: oracle.
 *
 * {@link Sm4OperandWriter.operands} is the fast path: most operands are one of a few hundred, whose texts are cached by their
 * words. {@link Sm4OperandWriter.operand} writes any operand.
 */
import { COMPONENTS, maskText, swizzleText } from '../../isa/components.ts';
import type { Sm4Cursor, Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { NON_UNIFORM, SM4_MIN_PRECISIONS, UNKNOWN_TYPE } from '../../isa/sm4/names.ts';
import type { Sm4OpcodeRow } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4IndexStyle } from '../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandToken,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../isa/sm4/tokens.ts';
import type { Markup } from '../markup.ts';
import { formatDouble, formatF, hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { PackedTexts } from '../packed-texts.ts';
import type { TextWriter } from '../writer.ts';
import { writeLiteralWord } from './literals.ts';

/** How the literals of an opcode print; undefined: as what they look like. */
type Literals = Sm4OpcodeRow['literals'];

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const INDEXABLE_TEMP = SM4_OPERAND_TYPES.indexableTemp.code;

/** What a listing writes for an operand type that does not exist (ours: Microsoft's disassembler gives up). */
const unknownType = (type: number) => `${UNKNOWN_TYPE}${type}_`;
const PREFIXES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? unknownType(type));
const RANGE_PREFIXES = Array.from(
  { length: 256 },
  (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.rangePrefix ?? PREFIXES[type]!,
);
const INDEX_STYLES = Array.from({ length: 256 }, (_, type) => SM4_OPERAND_TYPE_BY_CODE[type]?.indices ?? 'array');
const SELECT_ONE = [...COMPONENTS].map((component) => `.${component}`);

/** Bits of an extended operand token that add notes after the register. */
const ANNOTATION_BITS = Sm4ExtendedOperandToken.nonUniform.set(Sm4ExtendedOperandToken.minPrecision.set(0, 7), 1);

/**
 * Texts of regular operands by token, indices and extended token: those of first operands, and those of later ones with the comma
 * before them. The texts depend on nothing else.
 */
interface RegisterTexts {
  readonly first: PackedTexts;
  readonly later: PackedTexts;
}
const registerTexts = (): RegisterTexts => ({ first: new PackedTexts(11, 24), later: new PackedTexts(12, 24) });
const REGISTERS = registerTexts();
const RANGE_REGISTERS = registerTexts();

/** What follows a register: the mask, swizzle or component of its token. */
function selectionText(token: number): string {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count === Sm4ComponentCount.none || count === Sm4ComponentCount.one) return '';
  if (count === Sm4ComponentCount.n) return '.';
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return `.${maskText(Sm4OperandToken.mask.get(token))}`;
  if (mode === Sm4SelectionMode.selectOne) return SELECT_ONE[Sm4OperandToken.select.get(token)]!;
  if (mode !== Sm4SelectionMode.swizzle) return '';
  return `.${swizzleText(Sm4OperandToken.swizzle.get(token))}`;
}

/** Whether the text of an operand depends on its own words alone, and they fit the key of the cache. */
function isCacheable(slot: Sm4OperandSlot, target: number): boolean {
  return slot.isRegular && ((slot.extension | target) & ANNOTATION_BITS) === 0;
}

/** Writes the operands of one program. */
export class Sm4OperandWriter {
  readonly #cursor: Sm4Cursor;
  readonly #out: TextWriter;
  readonly #markup: Markup;
  readonly #hex: boolean;
  readonly #prefixes: readonly string[];
  readonly #registers: RegisterTexts;

  /** @param rangeIds whether resources are named by range id (SM51-1) */
  constructor(cursor: Sm4Cursor, out: TextWriter, { markup, hex }: ListingStyle, rangeIds: boolean) {
    this.#cursor = cursor;
    this.#out = out;
    this.#markup = markup;
    this.#hex = hex;
    this.#prefixes = rangeIds ? RANGE_PREFIXES : PREFIXES;
    this.#registers = rangeIds ? RANGE_REGISTERS : REGISTERS;
  }

  /** Writes all operands of the instruction at the cursor, whose row is `row`. */
  operands(row: Sm4OpcodeRow): void {
    const { operandCount, operands } = this.#cursor;
    const target = operandCount > 0 ? operands[0]!.extension : 0;
    for (let i = 0; i < operandCount; i++) {
      const slot = operands[i]!;
      if (isCacheable(slot, target)) {
        this.#register(slot, i > 0);
        continue;
      }
      if (i > 0) this.#out.text(', ');
      this.operand(slot, row.literals, row.operands[i]!.precisionOfDestination ? target : slot.extension);
    }
  }

  /** Writes the operand of the declaration at the cursor. */
  declared(literals: Literals): void {
    const slot = this.#cursor.operands[0]!;
    if (isCacheable(slot, 0)) this.#register(slot, false);
    else this.operand(slot, literals, slot.extension);
  }

  #register(slot: Sm4OperandSlot, separated: boolean): void {
    const out = this.#out;
    const { token, index0, index1, extension } = slot;
    const texts = separated ? this.#registers.later : this.#registers.first;
    const cached = texts.find(token, index0, index1, extension);
    if (cached >= 0) {
      out.cached(texts, cached);
      return;
    }
    const from = out.length;
    if (separated) out.text(', ');
    this.operand(slot, undefined, extension);
    out.keep(texts, from, token, index0, index1, extension);
  }

  /**
   * Writes a register or literal with modifiers, precision and non-uniform mark.
   *
   * @param target extended operand token of the operand that decides at which precision this one is used
   */
  operand(slot: Sm4OperandSlot, literals: Literals, target: number): void {
    const out = this.#out;
    const { extension } = slot;
    const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
    const absolute = modifier === Sm4OperandModifier.absolute || modifier === Sm4OperandModifier.absoluteNegate;
    if (modifier === Sm4OperandModifier.negate || modifier === Sm4OperandModifier.absoluteNegate) out.text('-');
    if (absolute) out.text('|');
    this.#bare(slot, literals);
    const own = Sm4ExtendedOperandToken.minPrecision.get(extension);
    const wanted = Sm4ExtendedOperandToken.minPrecision.get(target);
    if (own !== wanted) this.#note(`{${SM4_MIN_PRECISIONS[own]} as ${SM4_MIN_PRECISIONS[wanted]}}`);
    else if (own !== 0) this.#note(`{${SM4_MIN_PRECISIONS[own]}}`);
    if (Sm4ExtendedOperandToken.nonUniform.test(extension)) this.#note(`{ ${NON_UNIFORM} }`);
    if (absolute) out.text('|');
  }

  #note(text: string): void {
    const { open, close } = this.#markup.comment;
    this.#out.text(`${open} ${text}${close}`);
  }

  /** Register with indices and selection, or literal; no modifiers. */
  #bare(slot: Sm4OperandSlot, literals: Literals): void {
    const out = this.#out;
    const { type } = slot;
    if (type === IMMEDIATE32) this.#literal32(slot, literals);
    else if (type === IMMEDIATE64) this.#literal64(slot);
    else {
      out.text(this.#prefixes[type]!);
      this.#indices(slot, INDEX_STYLES[type]!);
      out.text(selectionText(slot.token));
    }
  }

  #indices(slot: Sm4OperandSlot, style: Sm4IndexStyle): void {
    const out = this.#out;
    const { indexCount } = slot;
    for (let i = 0; i < indexCount; i++) {
      const relative = slot.isRelative(i);
      const bracketed =
        relative ||
        (style === 'array' && i > 0) ||
        (style === 'input' && indexCount > 1) ||
        (style === 'this' && (i > 0 || indexCount === 1));
      if (bracketed) out.text('[');
      if (relative) {
        this.#indexRegister(slot.relative[i]!);
        out.text(' + ');
      }
      out.decimal(slot.index(i));
      if (bracketed) out.text(']');
    }
  }

  /** The register part of an index. Only its immediate indices print, and always with one component. */
  #indexRegister(slot: Sm4OperandSlot): void {
    const out = this.#out;
    const { type, indexCount, token } = slot;
    const first = indexCount > 0 ? slot.index0 : 0;
    out.text(this.#prefixes[type]!);
    if (indexCount !== 2) out.decimal(first);
    else if (type === INDEXABLE_TEMP) out.text(`${first}[${slot.index1}]`);
    else out.text(`_${slot.index1}_${first}`);
    const one = Sm4OperandToken.selection.get(token) === Sm4SelectionMode.selectOne;
    out.text(one ? SELECT_ONE[Sm4OperandToken.select.get(token)]! : '.x');
    const precision = Sm4ExtendedOperandToken.minPrecision.get(slot.extension);
    if (precision !== 0) this.#note(`{${SM4_MIN_PRECISIONS[precision]}}`);
  }

  #literal32(slot: Sm4OperandSlot, literals: Literals): void {
    const out = this.#out;
    const cursor = this.#cursor;
    const { literal, literalCount } = slot;
    const { open, close } = this.#markup.literal;
    const count = literalCount === 1 ? 1 : 4;
    const separator = literals === 'untyped' ? ',' : ', ';
    out.text(`l${open}(`);
    for (let i = 0; i < count; i++) {
      if (i > 0) out.text(separator);
      // A literal of no components prints four zeros.
      const word = i < literalCount ? cursor.word(literal + i) : 0;
      writeLiteralWord(out, word | 0, this.#hex ? 'hex' : (literals ?? 'untyped'));
    }
    out.text(`)${close}`);
  }

  #literal64(slot: Sm4OperandSlot): void {
    const cursor = this.#cursor;
    const { literal, literalCount } = slot;
    const { open, close } = this.#markup.literal;
    const word = (i: number) => (i < literalCount ? cursor.word(literal + i) : 0);
    let text: string;
    if (this.#hex) {
      text = hex32(word(0));
      if (literalCount !== 1) text += `, ${hex32(word(1))}, ${hex32(word(2))}, ${hex32(word(3))}`;
    } else if (literalCount === 1) {
      text = formatF(word(0));
    } else {
      text = `${formatDouble(word(0), word(1))}l, ${formatDouble(word(2), word(3))}l`;
    }
    this.#out.text(`d${open}(${text})${close}`);
  }
}
