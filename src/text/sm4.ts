/**
 * The listing of a shader model 4.0 to 5.1 program: the version line, declarations and instructions, byte for byte as
 * `D3DDisassemble` prints them (every spelling here: oracle).
 *
 * Not for: the `//` sections around it, which come from the other chunks of the container (dxbc/).
 */

import { Cursor, type OperandSlot } from '../isa/sm4/cursor.ts';
import {
  CustomDataClass,
  INPUT_PRIMITIVES,
  INTERPOLATION_MODES,
  MIN_PRECISIONS,
  MULTISAMPLED_DIMENSIONS,
  OUTPUT_TOPOLOGIES,
  RESOURCE_DIMENSIONS,
  RETURN_TYPES,
  SAMPLER_MODES,
  SYSTEM_NAMES,
  TESSELLATOR_DOMAINS,
  TESSELLATOR_OUTPUT_PRIMITIVES,
  TESSELLATOR_PARTITIONINGS,
  UNKNOWN_NAME,
} from '../isa/sm4/names.ts';
import { type Mnemonic, OPCODES, type Opcode, type OpcodeRow } from '../isa/sm4/opcodes.ts';
import { OPERAND_TYPE_BY_CODE, OPERAND_TYPES } from '../isa/sm4/operands.ts';
import { profileOf, type Sm4Program, usesRangeIds } from '../isa/sm4/program.ts';
import { customDataClass } from '../isa/sm4/scan.ts';
import {
  ComponentCount,
  DeclarationControls,
  ExtendedOpcodeToken,
  ExtendedOperandToken,
  GlobalFlags,
  InstructionControls,
  InterfaceIdToken,
  InterfaceToken,
  NameToken,
  OpcodeToken,
  OperandModifier,
  OperandToken,
  SelectionMode,
  SyncControls,
} from '../isa/sm4/tokens.ts';
import type { Mark } from './markup.ts';
import { formatDouble, formatF, hex32 } from './numbers.ts';
import type { ListingStyle } from './options.ts';

/**
 * The version line and one line an instruction, each ended by a line feed.
 *
 * @returns Latin-1 text: one character a byte
 */
export function printSm4(program: Sm4Program, style: ListingStyle): string {
  return new Sm4Printer(program, style).print();
}

const COMPONENTS = 'xyzw';
/** Texts of the 16 write masks and precise masks. */
const MASKS = Array.from({ length: 16 }, (_, mask) =>
  [...COMPONENTS].filter((_, component) => mask & (1 << component)).join(''),
);
/** What follows a register, by the low 12 bits of its token: component count, selection mode, selection. */
const SELECTIONS = Array.from({ length: 4096 }, (_, token) => selectionText(token));
const SELECTION_BITS = 0xfff;
/** Numbers that are worth a table: register numbers and indices. */
const DECIMALS = Array.from({ length: 1024 }, (_, n) => String(n));

function selectionText(token: number): string {
  const count = OperandToken.componentCount.get(token);
  if (count === ComponentCount.none || count === ComponentCount.one) return '';
  if (count === ComponentCount.n) return '.';
  const mode = OperandToken.selection.get(token);
  if (mode === SelectionMode.mask) return `.${MASKS[OperandToken.mask.get(token)]}`;
  if (mode === SelectionMode.selectOne) return `.${COMPONENTS[OperandToken.select.get(token)]}`;
  if (mode !== SelectionMode.swizzle) return '';
  const swizzle = OperandToken.swizzle.get(token);
  let text = '.';
  for (let shift = 0; shift < 8; shift += 2) text += COMPONENTS[(swizzle >> shift) & 3];
  return text;
}

/** A signed number in decimal. */
function decimal(value: number): string {
  return value >= 0 && value < DECIMALS.length ? DECIMALS[value]! : String(value);
}

const IMMEDIATE32 = OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = OPERAND_TYPES.immediate64.code;
const INDEXABLE_TEMP = OPERAND_TYPES.indexableTemp.code;
/** What a listing writes for an operand type that does not exist (ours: Microsoft's disassembler gives up). */
const unknownType = (type: number) => `type${type}_`;
const PREFIXES = Array.from({ length: 256 }, (_, type) => OPERAND_TYPE_BY_CODE[type]?.prefix ?? unknownType(type));
const RANGE_PREFIXES = Array.from(
  { length: 256 },
  (_, type) => OPERAND_TYPE_BY_CODE[type]?.rangePrefix ?? PREFIXES[type]!,
);
const INDEX_STYLES = Array.from({ length: 256 }, (_, type) => OPERAND_TYPE_BY_CODE[type]?.indices ?? 'array');

/** The upper bound of a range without one. */
const UNBOUNDED = 0xffff_ffff;
/** Integers up to this far from zero print in decimal, others as hexadecimal words. */
const LARGEST_DECIMAL = 10_000;
/** Rows of an immediate constant buffer after the first stand under it. */
const ROW_INDENT = ' '.repeat(30);
const RESULT_PREFIXES = ['', '_rcpfloat', '_uint', ''] as const;

/** Everything in front of the operands is the same for equal opcode and controls; extended tokens are not in here. */
class Sm4Printer {
  readonly #program: Sm4Program;
  readonly #style: ListingStyle;
  readonly #cursor: Cursor;
  readonly #prefixes: readonly string[];
  readonly #keyword: Mark;
  readonly #literal: Mark;
  /** The whole text in front of the operands of plain instructions, by opcode token without its length. */
  readonly #heads = new Map<number, string>();
  #depth = 0;
  #indent = '';
  #number = 0;

  constructor(program: Sm4Program, style: ListingStyle) {
    this.#program = program;
    this.#style = style;
    this.#cursor = new Cursor(program);
    this.#prefixes = usesRangeIds(program) ? RANGE_PREFIXES : PREFIXES;
    this.#keyword = style.markup.keyword;
    this.#literal = style.markup.literal;
  }

  print(): string {
    const cursor = this.#cursor;
    const { count } = this.#program;
    const plain = !this.#style.numbers && !this.#style.offsets && !this.#style.markup.html;
    let text = `${this.#linePrefix(0, false)}${profileOf(this.#program)}\n`;
    for (let i = 0; i < count; i++) {
      cursor.goto(i);
      const { row } = cursor;
      const block = row?.block;
      if (block !== undefined && block !== 'open') this.#nest(-1);
      if (!plain) text += this.#linePrefix(4 * cursor.start, isExecutable(row, cursor.token));
      text += `${this.#indent + this.#line(row)}\n`;
      if (block !== undefined && block !== 'close') this.#nest(1);
    }
    return text;
  }

  #nest(by: number): void {
    this.#depth = Math.max(0, this.#depth + by);
    this.#indent = '  '.repeat(this.#depth);
  }

  /** Instruction number and byte offset, as the flags ask for them. */
  #linePrefix(offset: number, executable: boolean): string {
    const { numbers, offsets, markup } = this.#style;
    const { open, close } = markup.code;
    let text = '';
    const number = this.#number;
    if (executable) {
      this.#number++;
      if (markup.html) text = `<!-- id=${number} -->`;
    }
    if (numbers) {
      text += executable ? `${open}${String(number).padStart(4)}${offsets ? '  ' : ': '}${close}` : '      ';
    }
    if (offsets) text += `${open}0x${offset.toString(16).toUpperCase().padStart(8, '0')}: ${close}`;
    return text;
  }

  #line(row: Opcode | undefined): string {
    if (row === undefined) return this.#unknown();
    if (row.kind === 'declaration') return DECLARATIONS[row.mnemonic as DeclarationMnemonic](this, this.#cursor);
    if (row.kind === 'custom') return this.#customData();
    return this.#instruction(row);
  }

  /** Ours, since Microsoft's disassembler hangs on these: the words, so that nothing is lost. */
  #unknown(): string {
    const { start, end, code } = this.#cursor;
    let text = this.keyword(`opcode_${code}`);
    for (let at = start; at < end; at++) text += `${at === start ? ' ' : ', '}${hex32(this.#cursor.word(at))}`;
    return text;
  }

  #instruction(row: Opcode): string {
    const cursor = this.#cursor;
    let text = this.#head(row);
    const { operandCount } = cursor;
    for (let i = 0; i < operandCount; i++) {
      if (i > 0) text += ', ';
      text += this.#operandOf(row, i);
    }
    if (row.code === OPCODES.fcall.code) text += `[${cursor.word(cursor.body)}]`;
    return text;
  }

  /** Mnemonic and suffixes, with the space that follows them. */
  #head(row: Opcode): string {
    const cursor = this.#cursor;
    if (cursor.token >>> 31 !== 0) return this.#buildHead(row);
    const key = OpcodeToken.length.set(cursor.token, 0);
    let head = this.#heads.get(key);
    if (head === undefined) {
      head = this.#buildHead(row);
      this.#heads.set(key, head);
    }
    return head;
  }

  #buildHead(row: Opcode): string {
    const { sampleControls, resourceDimension, resourceReturnType } = this.#cursor;
    const token = row.kind === 'marker' ? 0 : this.#cursor.token;
    const { open, close } = this.#keyword;
    let text = open + (row.kind === 'reserved' ? '' : row.mnemonic);
    if (sampleControls !== 0) text += '_aoffimmi';
    if (resourceDimension !== 0 || resourceReturnType !== 0) text += '_indexable';
    if (InstructionControls.saturate.test(token)) text += '_sat';
    text += close;
    const precise = InstructionControls.precise.get(token);
    if (precise !== 0) {
      const components = precise === 15 ? '' : `(${this.#literal.open}${MASKS[precise]}${this.#literal.close})`;
      text += ` [${open}precise${close}${components}]${open}${close}`;
    }
    if (sampleControls !== 0) text += offsetsText(sampleControls);
    if (resourceDimension !== 0) text += dimensionText(resourceDimension);
    if (resourceReturnType !== 0) text += returnTypesText(ExtendedOpcodeToken.returnTypes.get(resourceReturnType));
    if (row.code === OPCODES.resinfo.code) text += RESULT_PREFIXES[InstructionControls.returnType.get(token)];
    if (row.code === OPCODES.sampleinfo.code && InstructionControls.returnType.get(token) === 1) text += '_uint';
    if (row.code === OPCODES.sync.code) return text + open + syncText(token) + close;
    if (row.tests) return `${text}${open}${InstructionControls.testNonZero.test(token) ? '_nz' : '_z'} ${close}`;
    return `${text} `;
  }

  /** Operand `i` of an instruction, with the precision at which it is read. */
  #operandOf(row: OpcodeRow, i: number): string {
    const slot = this.#cursor.operands[i]!;
    const first = this.#cursor.operands[0]!;
    if (slot.extension === 0 && (i === 0 || first.extension === 0)) return this.#bare(slot, row.literals);
    const inherits = row.operands[i]!.precisionOfDestination;
    return this.#modified(slot, row.literals, inherits ? first.extension : undefined);
  }

  /** An operand of a declaration. */
  operand(i: number, literals: OpcodeRow['literals']): string {
    const slot = this.#cursor.operands[i]!;
    return slot.extension === 0 ? this.#bare(slot, literals) : this.#modified(slot, literals, undefined);
  }

  /**
   * Register or literal with modifiers, precision and non-uniform mark.
   *
   * @param target extended token of the destination whose precision the operation takes, if it does
   */
  #modified(slot: OperandSlot, literals: OpcodeRow['literals'], target: number | undefined): string {
    const { extension } = slot;
    const modifier = ExtendedOperandToken.modifier.get(extension);
    const absolute = modifier === OperandModifier.absolute || modifier === OperandModifier.absoluteNegate;
    const negate = modifier === OperandModifier.negate || modifier === OperandModifier.absoluteNegate;
    let text = this.#bare(slot, literals);
    const own = ExtendedOperandToken.minPrecision.get(extension);
    const wanted = target === undefined ? own : ExtendedOperandToken.minPrecision.get(target);
    if (own !== wanted) text += this.#note(`{${MIN_PRECISIONS[own]} as ${MIN_PRECISIONS[wanted]}}`);
    else if (own !== 0) text += this.#note(`{${MIN_PRECISIONS[own]}}`);
    if (ExtendedOperandToken.nonUniform.test(extension)) text += this.#note('{ nonuniform }');
    if (absolute) text = `|${text}|`;
    return negate ? `-${text}` : text;
  }

  #note(text: string): string {
    const { open, close } = this.#style.markup.comment;
    return `${open} ${text}${close}`;
  }

  /** Register with indices and selection, or literal; no modifiers. */
  #bare(slot: OperandSlot, literals: OpcodeRow['literals']): string {
    const { type } = slot;
    if (type === IMMEDIATE32) return this.#literal32(slot, literals);
    if (type === IMMEDIATE64) return this.#literal64(slot);
    const selection = SELECTIONS[slot.token & SELECTION_BITS]!;
    const style = INDEX_STYLES[type]!;
    const prefix = this.#prefixes[type]!;
    if (slot.indexCount === 1 && style !== 'this' && !slot.isRelative(0)) {
      return prefix + decimal(slot.index[0]!) + selection;
    }
    return prefix + this.#indices(slot, style) + selection;
  }

  #indices(slot: OperandSlot, style: string): string {
    const { indexCount } = slot;
    let text = '';
    for (let i = 0; i < indexCount; i++) {
      const bracketed =
        (style === 'array' && i > 0) ||
        (style === 'input' && indexCount > 1) ||
        (style === 'this' && (i > 0 || indexCount === 1));
      const value = decimal(slot.index[i]!);
      if (slot.isRelative(i)) text += `[${this.#indexRegister(slot.relative[i]!)} + ${value}]`;
      else text += bracketed ? `[${value}]` : value;
    }
    return text;
  }

  /** The register part of an index: only its immediate indices print, and always with one component. */
  #indexRegister(slot: OperandSlot): string {
    const { type, indexCount, token } = slot;
    const prefix = this.#prefixes[type]!;
    const first = decimal(indexCount > 0 ? slot.index[0]! : 0);
    let text = prefix + first;
    if (indexCount === 2) {
      const second = decimal(slot.index[1]!);
      text = type === INDEXABLE_TEMP ? `${text}[${second}]` : `${prefix}_${second}_${first}`;
    }
    const one = OperandToken.selection.get(token) === SelectionMode.selectOne;
    text += `.${COMPONENTS[one ? OperandToken.select.get(token) : 0]}`;
    const precision = ExtendedOperandToken.minPrecision.get(slot.extension);
    return precision === 0 ? text : text + this.#note(`{${MIN_PRECISIONS[precision]}}`);
  }

  #literal32(slot: OperandSlot, literals: OpcodeRow['literals']): string {
    const { literal, literalCount } = slot;
    const cursor = this.#cursor;
    const count = literalCount === 1 ? 1 : 4;
    const separator = literals === 'untyped' ? ',' : ', ';
    let text = '';
    for (let i = 0; i < count; i++) {
      if (i > 0) text += separator;
      // A literal of no components prints four zeros.
      const word = i < literalCount ? cursor.word(literal + i) : 0;
      if (this.#style.hex) text += hex32(word);
      else if (literals === 'float') text += formatF(word);
      else if (literals === 'int') text += intText(word);
      else text += untypedText(word);
    }
    return `l${this.#literal.open}(${text})${this.#literal.close}`;
  }

  #literal64(slot: OperandSlot): string {
    const { literal, literalCount } = slot;
    const cursor = this.#cursor;
    const word = (i: number) => (i < literalCount ? cursor.word(literal + i) : 0);
    let text: string;
    if (this.#style.hex) {
      text = hex32(word(0));
      if (literalCount !== 1) text += `, ${hex32(word(1))}, ${hex32(word(2))}, ${hex32(word(3))}`;
    } else if (literalCount === 1) {
      text = formatF(word(0));
    } else {
      text = `${formatDouble(word(0), word(1))}l, ${formatDouble(word(2), word(3))}l`;
    }
    return `d${this.#literal.open}(${text})${this.#literal.close}`;
  }

  #customData(): string {
    const cursor = this.#cursor;
    const { keyword, comment } = this.#style.markup;
    const empty = this.#style.markup.html ? keyword.open + keyword.close : '';
    const dataClass = customDataClass(cursor.token);
    const first = cursor.start + 2;
    const words = Math.max(0, cursor.end - first);
    if (dataClass === CustomDataClass.comment) {
      return `${empty}${comment.open}// COMMENT: ${this.#commentText(first, words)}${comment.close}`;
    }
    if (dataClass !== CustomDataClass.immediateConstantBuffer) return `${empty}undecipherable custom data`;
    const rows = words >>> 2;
    let text = `${empty}${this.keyword('dcl_immediateConstantBuffer')} { `;
    for (let row = 0; row < rows; row++) {
      if (row > 0) text += `,\n${ROW_INDENT}`;
      text += '{ ';
      for (let i = 0; i < 4; i++) {
        const word = cursor.word(first + 4 * row + i);
        if (i > 0) text += ', ';
        text += this.#style.hex ? hex32(word) : untypedText(word);
      }
      text += '}';
    }
    return `${text} }`;
  }

  /** The bytes up to the first NUL; the last byte of the block is never shown (source: oracle). */
  #commentText(first: number, words: number): string {
    let text = '';
    for (let i = 0; i < 4 * words - 1; i++) {
      const byte = (this.#cursor.word(first + (i >> 2)) >>> (8 * (i & 3))) & 0xff;
      if (byte === 0) break;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** `text` marked as a keyword. */
  keyword(text: string): string {
    return this.#keyword.open + text + this.#keyword.close;
  }

  /** Whether resources are declared as ranges (SM51-1). */
  get rangeIds(): boolean {
    return this.#prefixes === RANGE_PREFIXES;
  }
}

/** Range id, lower and upper bound of a declared operand; indices that are not there count as 0 (SM51-2). */
function bounds(slot: OperandSlot): [id: number, lower: number, upper: number] {
  const at = (i: number) => (i < slot.indexCount ? slot.index[i]! : 0);
  return [at(0), at(1), at(2)];
}

/** `*` for the upper bound of a range without one. */
function upperBound(upper: number): string {
  return upper >>> 0 === UNBOUNDED ? '*' : '';
}

/** Whether a line has an instruction number. */
function isExecutable(row: Opcode | undefined, token: number): boolean {
  if (row === undefined) return true;
  if (row.kind === 'custom') return customDataClass(token) === CustomDataClass.shaderMessage;
  return row.kind === 'instruction' || row.kind === 'reserved';
}

function intText(word: number): string {
  const value = word | 0;
  return value >= -LARGEST_DECIMAL && value <= LARGEST_DECIMAL ? decimal(value) : hex32(word);
}

const EXPONENT = 0x7f80_0000;

/** A literal whose type is not known: small integers, ordinary floats, anything else as its word. */
function untypedText(word: number): string {
  const value = word | 0;
  if (value >= -LARGEST_DECIMAL && value <= LARGEST_DECIMAL) return decimal(value);
  if (word >>> 0 === 0x8000_0000) return '-0.000000';
  const exponent = word & EXPONENT;
  return exponent === 0 || exponent === EXPONENT ? hex32(word) : formatF(word);
}

/** The texel offsets of an extended opcode token, each a signed number of four bits. */
function offsetsText(token: number): string {
  const signed = (nibble: number) => decimal((nibble << 28) >> 28);
  const u = signed(ExtendedOpcodeToken.offsetU.get(token));
  const v = signed(ExtendedOpcodeToken.offsetV.get(token));
  const w = signed(ExtendedOpcodeToken.offsetW.get(token));
  return `(${u},${v},${w})`;
}

function dimensionName(dimension: number): string {
  return RESOURCE_DIMENSIONS[dimension] ?? RESOURCE_DIMENSIONS[0];
}

function dimensionText(token: number): string {
  const name = dimensionName(ExtendedOpcodeToken.dimension.get(token));
  const stride = ExtendedOpcodeToken.stride.get(token);
  return stride === 0 ? `(${name})` : `(${name}, stride=${stride})`;
}

/** The return types of the four components, four bits each from the lowest on. */
function returnTypesText(types: number): string {
  const name = (component: number) => RETURN_TYPES[(types >>> (4 * component)) & 15] ?? RETURN_TYPES[0];
  return `(${name(0)},${name(1)},${name(2)},${name(3)})`;
}

function syncText(token: number): string {
  let text = '';
  if (SyncControls.uavGlobal.test(token)) text += '_uglobal';
  else if (SyncControls.uavGroup.test(token)) text += '_ugroup';
  if (SyncControls.sharedMemory.test(token)) text += '_g';
  if (SyncControls.threadsInGroup.test(token)) text += '_t';
  return text;
}

/** The opcodes whose rows are declarations. */
export type DeclarationMnemonic = {
  [M in Mnemonic]: (typeof OPCODES)[M]['kind'] extends 'declaration' ? M : never;
}[Mnemonic];

type DeclarationPrinter = (printer: Sm4Printer, cursor: Cursor) => string;

const head = (printer: Sm4Printer, cursor: Cursor) => printer.keyword(cursor.row!.mnemonic);
const operand = (printer: Sm4Printer, cursor: Cursor) => printer.operand(0, cursor.row!.literals);
const payload = (cursor: Cursor, i: number) => cursor.word(cursor.payload + i);
const signedPayload = (cursor: Cursor, i: number) => decimal(payload(cursor, i) | 0);
/** The register space, payload word `i`, from 5.1 on (SM51-3). */
const space = (printer: Sm4Printer, cursor: Cursor, i: number) =>
  printer.rangeIds ? `, space=${payload(cursor, i)}` : '';

/** The register that a resource declaration is about: `t3`, or from 5.1 on the range `T0[5:*]`. */
function range(printer: Sm4Printer, cursor: Cursor, prefix: string): string {
  if (!printer.rangeIds) return operand(printer, cursor);
  const [id, lower, upper] = bounds(cursor.operands[0]!);
  return `${prefix}${id >>> 0}[${lower >>> 0}:${upperBound(upper) || upper >>> 0}]`;
}

/** Mnemonic and register. */
const register: DeclarationPrinter = (p, c) => `${head(p, c)} ${operand(p, c)}`;
/** Mnemonic, register and system value. */
const namedRegister: DeclarationPrinter = (p, c) => `${register(p, c)}, ${systemName(c)}`;
const interpolatedRegister: DeclarationPrinter = (p, c) => `${head(p, c)} ${interpolation(c)} ${operand(p, c)}`;
const namedInterpolatedRegister: DeclarationPrinter = (p, c) => `${interpolatedRegister(p, c)}, ${systemName(c)}`;
// Which numbers are signed and which are not is as the oracle has it; only absurd ones show the difference.
const unsignedCount: DeclarationPrinter = (p, c) => `${head(p, c)} ${payload(c, 0)}`;
const signedCount: DeclarationPrinter = (p, c) => `${head(p, c)} ${signedPayload(c, 0)}`;
const controlPoints: DeclarationPrinter = (p, c) =>
  `${head(p, c)} ${DeclarationControls.controlPointCount.get(c.token)}`;

function systemName(cursor: Cursor): string {
  return SYSTEM_NAMES[NameToken.name.get(payload(cursor, 0))] ?? '';
}

function interpolation(cursor: Cursor): string {
  return INTERPOLATION_MODES[DeclarationControls.interpolation.get(cursor.token)] ?? UNKNOWN_NAME;
}

/** `_texture2d`, what `suffix` says of it, then the return types, the range and the space. */
function typedResource(printer: Sm4Printer, cursor: Cursor, prefix: string, suffix: string): string {
  const dimension = DeclarationControls.resourceDimension.get(cursor.token);
  const name = head(printer, cursor) + printer.keyword(`_${dimensionName(dimension)}`) + suffix;
  return `${name} ${returnTypesText(payload(cursor, 0))} ${range(printer, cursor, prefix)}${space(printer, cursor, 1)}`;
}

/** `(4)` behind the dimension of a multisampled resource. */
function sampleCount(cursor: Cursor): string {
  const dimension = DeclarationControls.resourceDimension.get(cursor.token);
  const count = DeclarationControls.sampleCount.get(cursor.token);
  return MULTISAMPLED_DIMENSIONS.includes(dimension) ? `(${count})` : '';
}

function uavFlags(printer: Sm4Printer, cursor: Cursor): string {
  const { token } = cursor;
  let text = '';
  if (DeclarationControls.globallyCoherent.test(token)) text += printer.keyword('_glc');
  if (DeclarationControls.orderPreservingCounter.test(token)) text += printer.keyword('_opc');
  if (DeclarationControls.rasterizerOrdered.test(token)) text += printer.keyword('_rov');
  return text;
}

/** Operand prefixes of ranges, whatever operand type stands in the token (source: oracle). */
const RESOURCE_RANGE = OPERAND_TYPES.resource.rangePrefix;
const UAV_RANGE = OPERAND_TYPES.unorderedAccessView.rangePrefix;
const SAMPLER_RANGE = OPERAND_TYPES.sampler.rangePrefix;

const DECLARATIONS: Readonly<Record<DeclarationMnemonic, DeclarationPrinter>> = {
  dcl_resource: (p, c) => typedResource(p, c, RESOURCE_RANGE, sampleCount(c)),
  dcl_constantbuffer: (p, c) => {
    const access = DeclarationControls.dynamicallyIndexed.test(c.token) ? 'dynamicIndexed' : 'immediateIndexed';
    // Before 5.1 too the name is in capitals; its numbers are signed (source: oracle).
    const [id, lower, upper] = bounds(c.operands[0]!);
    if (!p.rangeIds) return `${head(p, c)} CB${decimal(id)}[${decimal(lower)}], ${access}`;
    const buffer = `CB${decimal(id)}[${decimal(lower)}:${upperBound(upper) || decimal(upper)}]`;
    return `${head(p, c)} ${buffer}[${signedPayload(c, 0)}], ${access}, space=${signedPayload(c, 1)}`;
  },
  dcl_sampler: (p, c) => {
    const mode = SAMPLER_MODES[DeclarationControls.samplerMode.get(c.token)];
    return `${head(p, c)} ${range(p, c, SAMPLER_RANGE)}${mode === undefined ? '' : `, ${mode}`}${space(p, c, 0)}`;
  },
  dcl_indexrange: (p, c) => `${register(p, c)} ${signedPayload(c, 0)}`,
  dcl_outputtopology: (p, c) =>
    `${head(p, c)} ${OUTPUT_TOPOLOGIES[DeclarationControls.outputTopology.get(c.token)] ?? UNKNOWN_NAME} `,
  dcl_inputprimitive: (p, c) =>
    `${head(p, c)} ${INPUT_PRIMITIVES[DeclarationControls.inputPrimitive.get(c.token)] ?? UNKNOWN_NAME} `,
  dcl_maxout: unsignedCount,
  dcl_input: register,
  dcl_input_sgv: namedRegister,
  dcl_input_siv: namedRegister,
  dcl_input_ps: interpolatedRegister,
  dcl_input_ps_sgv: namedInterpolatedRegister,
  dcl_input_ps_siv: namedInterpolatedRegister,
  dcl_output: register,
  dcl_output_sgv: namedRegister,
  dcl_output_siv: namedRegister,
  dcl_temps: signedCount,
  dcl_indexableTemp: (p, c) => {
    const components = Math.min(4, Math.max(1, payload(c, 2)));
    return `${head(p, c)} x${signedPayload(c, 0)}[${signedPayload(c, 1)}], ${components}`;
  },
  dcl_globalFlags: (p, c) => {
    let names = '';
    for (const flag of Object.values(GlobalFlags)) {
      if (flag.test(c.token)) names += names === '' ? ` ${flag.name}` : ` | ${flag.name}`;
    }
    return head(p, c) + (names || 'none');
  },
  dcl_stream: register,
  dcl_function_body: (p, c) => `${head(p, c)} fb${payload(c, 0)}`,
  dcl_function_table: (p, c) => `${head(p, c)} ft${payload(c, 0)} = {${list('fb', c, 2, payload(c, 1))}}`,
  dcl_interface: (p, c) => {
    const dynamic = DeclarationControls.interfaceDynamicallyIndexed.test(c.token);
    const shape = payload(c, 2);
    const length = InterfaceToken.arrayLength.get(shape);
    const tables = list('ft', c, 3, InterfaceToken.tableCount.get(shape));
    const name = head(p, c) + (dynamic ? p.keyword('_dynamicindexed') : '');
    return `${name} fp${InterfaceIdToken.id.get(payload(c, 0))}[${length}][${payload(c, 1)}] = {${tables}}`;
  },
  dcl_input_control_point_count: controlPoints,
  dcl_output_control_point_count: controlPoints,
  dcl_tessellator_domain: (p, c) =>
    `${head(p, c)} ${TESSELLATOR_DOMAINS[DeclarationControls.tessellatorDomain.get(c.token)]}`,
  dcl_tessellator_partitioning: (p, c) => {
    const value = DeclarationControls.tessellatorPartitioning.get(c.token);
    return `${head(p, c)} ${TESSELLATOR_PARTITIONINGS[value] ?? UNKNOWN_NAME}`;
  },
  dcl_tessellator_output_primitive: (p, c) => {
    const name = TESSELLATOR_OUTPUT_PRIMITIVES[DeclarationControls.tessellatorOutputPrimitive.get(c.token)];
    return head(p, c) + (name ? ` ${name}` : '');
  },
  // A float in every listing, with hexadecimal literals too.
  dcl_hs_max_tessfactor: (p, c) => `${head(p, c)} l(${formatF(payload(c, 0))})`,
  dcl_hs_fork_phase_instance_count: signedCount,
  dcl_hs_join_phase_instance_count: signedCount,
  dcl_thread_group: (p, c) => `${head(p, c)} ${payload(c, 0)}, ${payload(c, 1)}, ${payload(c, 2)}`,
  dcl_uav_typed: (p, c) => typedResource(p, c, UAV_RANGE, uavFlags(p, c)),
  dcl_uav_raw: (p, c) => `${head(p, c)}${uavFlags(p, c)} ${range(p, c, UAV_RANGE)}${space(p, c, 0)}`,
  dcl_uav_structured: (p, c) =>
    `${head(p, c)}${uavFlags(p, c)} ${range(p, c, UAV_RANGE)}, ${payload(c, 0)}${space(p, c, 1)}`,
  dcl_tgsm_raw: (p, c) => `${register(p, c)}, ${payload(c, 0)}`,
  dcl_tgsm_structured: (p, c) => `${register(p, c)}, ${payload(c, 0)}, ${payload(c, 1)}`,
  dcl_resource_raw: (p, c) => `${head(p, c)} ${range(p, c, RESOURCE_RANGE)}${space(p, c, 0)}`,
  dcl_resource_structured: (p, c) => `${head(p, c)} ${range(p, c, RESOURCE_RANGE)}, ${payload(c, 0)}${space(p, c, 1)}`,
  dcl_gsinstances: unsignedCount,
};

/** `fb4, fb5`: `length` numbers from payload word `from` on, no more than the instruction holds. */
function list(prefix: string, cursor: Cursor, from: number, length: number): string {
  const there = Math.min(length, Math.max(0, cursor.end - cursor.payload - from));
  let text = '';
  for (let i = 0; i < there; i++) text += `${i > 0 ? ', ' : ''}${prefix}${payload(cursor, from + i)}`;
  return text;
}
