/**
 * The text of each declaration of shader models 4 to 5.1: one entry an opcode, so that a new row of the table does not
 * compile without one here. Numbers are signed or unsigned as in Microsoft's text (source: oracle); only absurd values
 * show the difference. Also of data blocks (`customdata`): comments, immediate constant buffers and debug messages.
 */
import { bytesOf, stringAt } from '../../base/words.ts';
import { type Sm4Cursor, Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import {
  ACCESS_PATTERNS,
  COMMENT_MARK,
  DYNAMIC_INTERFACE_SUFFIX,
  NO_GLOBAL_FLAGS,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_MULTISAMPLED_DIMENSIONS,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  SM4_UNKNOWN_SYSTEM_NAME,
  Sm4CustomDataClass,
  sm4DimensionName,
  sm4ReturnTypeNames,
  UAV_SUFFIXES,
  UNKNOWN_FUNCTION,
  UNREADABLE_DATA,
} from '../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4OpcodeRow, type Sm4Payload } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, SM4_UNBOUNDED } from '../../isa/sm4/operands.ts';
import { sm4CustomDataClass } from '../../isa/sm4/program.ts';
import { readSm4Message } from '../../isa/sm4/shader-message.ts';
import {
  Sm4DeclarationControls,
  Sm4GlobalFlags,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
} from '../../isa/sm4/tokens.ts';
import { formatF } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { exactFloatText, untypedFormat, writeLiteralWord } from './literals.ts';
import type { Sm4OperandWriter } from './operands.ts';

/** The opcodes whose rows are declarations. */
export type DeclarationMnemonic = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODES)[M]['kind'] extends 'declaration' ? M : never;
}[Sm4Mnemonic];

/** The parts of the printer that declarations use. */
export interface DeclarationWriter {
  readonly out: TextWriter;
  readonly style: ListingStyle;
  /** Whether resources are declared and named by range id (SM51-1). */
  readonly rangeIds: boolean;
  keyword(text: string): void;
  /** Writes the operand of the declaration. */
  declared(): void;
}

type DeclarationPrinter = (printer: DeclarationWriter, cursor: Sm4Cursor) => void;

/** Prefixes of ranges, for any operand type in the token (source: oracle). */
const RESOURCE_RANGE = SM4_OPERAND_TYPES.resource.rangePrefix;
const UAV_RANGE = SM4_OPERAND_TYPES.unorderedAccessView.rangePrefix;
const SAMPLER_RANGE = SM4_OPERAND_TYPES.sampler.rangePrefix;
const CONSTANT_BUFFER_RANGE = SM4_OPERAND_TYPES.constantBuffer.rangePrefix;

const payload = (cursor: Sm4Cursor, i: number) => cursor.word(cursor.payload + i);

/** Writes an unsigned number, as most declarations have them, or a signed one. */
const unsigned = (p: DeclarationWriter, value: number) => p.out.decimal(value >>> 0);
const signed = (p: DeclarationWriter, value: number) => p.out.decimal(value | 0);

/** The register space, payload word `i`, from 5.1 on (SM51-3). */
function space(p: DeclarationWriter, c: Sm4Cursor, i: number): void {
  if (!p.rangeIds) return;
  p.out.text(', space=');
  unsigned(p, payload(c, i));
}

/** An index of a declared operand; a missing one is 0. */
const bound = (slot: Sm4OperandSlot, i: number) => (i < slot.indexCount ? slot.index(i) : 0);

/** The register of a resource declaration: `t3`, or from 5.1 on the range `T0[5:*]` (SM51-2). */
function range(p: DeclarationWriter, c: Sm4Cursor, prefix: string): void {
  const { out } = p;
  const slot = c.operands[0]!;
  if (!p.rangeIds) {
    p.declared();
    return;
  }
  out.text(prefix);
  unsigned(p, bound(slot, 0));
  out.text('[');
  unsigned(p, bound(slot, 1));
  out.text(':');
  if (bound(slot, 2) >>> 0 === SM4_UNBOUNDED) out.text('*');
  else unsigned(p, bound(slot, 2));
  out.text(']');
}

/** `fb4, fb5`: `length` numbers from payload word `from` on, no more than the instruction holds. */
function list(p: DeclarationWriter, c: Sm4Cursor, prefix: string, from: number, length: number): void {
  const there = Math.min(length, Math.max(0, c.end - c.payload - from));
  for (let i = 0; i < there; i++) {
    if (i > 0) p.out.text(', ');
    p.out.text(prefix);
    unsigned(p, payload(c, from + i));
  }
}

const nothing: DeclarationPrinter = () => {};

/** A declaration of a register; `before` and `after` write the text around it. */
const register =
  (before: DeclarationPrinter, after: DeclarationPrinter): DeclarationPrinter =>
  (p, c) => {
    p.out.text(' ');
    before(p, c);
    p.declared();
    after(p, c);
  };

const systemName: DeclarationPrinter = (p, c) => {
  p.out.text(', ');
  p.out.text(SM4_SYSTEM_NAMES[Sm4NameToken.name.get(payload(c, 0))] ?? '');
};

const interpolation: DeclarationPrinter = (p, c) => {
  p.out.text(SM4_INTERPOLATION_MODES[Sm4DeclarationControls.interpolation.get(c.token)] ?? SM4_UNKNOWN_SYSTEM_NAME);
  p.out.text(' ');
};

/** A declaration of one number, which is payload word 0. */
const count =
  (number: typeof signed): DeclarationPrinter =>
  (p, c) => {
    p.out.text(' ');
    number(p, payload(c, 0));
  };

const controlPoints: DeclarationPrinter = (p, c) => {
  p.out.text(' ');
  signed(p, Sm4DeclarationControls.controlPointCount.get(c.token));
};

/** A declaration of one name, which `name` reads from the opcode token. */
const named =
  (name: (token: number) => string): DeclarationPrinter =>
  (p, c) => {
    p.out.text(' ');
    p.out.text(name(c.token));
  };

/** `(float,float,float,float)` by the DWORD of return types; shaders use few of them. */
const RETURN_TYPE_SPELLINGS = new Map<number, string>();

function returnTypesText(types: number): string {
  const key = types & 0xffff;
  let text = RETURN_TYPE_SPELLINGS.get(key);
  if (text === undefined) {
    text = ` (${sm4ReturnTypeNames(key)}) `;
    RETURN_TYPE_SPELLINGS.set(key, text);
  }
  return text;
}

const DIMENSION_SUFFIXES = Array.from({ length: 32 }, (_, dimension) => `_${sm4DimensionName(dimension)}`);

/** A typed view: dimension, the text of `marks`, return types, range and space. */
function typedResource(prefix: string, marks: DeclarationPrinter): DeclarationPrinter {
  return (p, c) => {
    p.keyword(DIMENSION_SUFFIXES[Sm4DeclarationControls.resourceDimension.get(c.token)]!);
    marks(p, c);
    p.out.text(returnTypesText(payload(c, 0)));
    range(p, c, prefix);
    space(p, c, 1);
  };
}

/** A raw or structured view; `stride` says whether a payload word with the stride comes before the space. */
function bufferResource(prefix: string, marks: DeclarationPrinter, stride: boolean): DeclarationPrinter {
  return (p, c) => {
    marks(p, c);
    p.out.text(' ');
    range(p, c, prefix);
    if (stride) {
      p.out.text(', ');
      unsigned(p, payload(c, 0));
    }
    space(p, c, stride ? 1 : 0);
  };
}

/** `(4)` after the dimension of a multisampled resource. */
const sampleCount: DeclarationPrinter = (p, c) => {
  if (!SM4_MULTISAMPLED_DIMENSIONS.includes(Sm4DeclarationControls.resourceDimension.get(c.token))) return;
  p.out.text(`(${Sm4DeclarationControls.sampleCount.get(c.token)})`);
};

const uavMarks: DeclarationPrinter = (p, c) => {
  if (Sm4DeclarationControls.globallyCoherent.test(c.token)) p.keyword(UAV_SUFFIXES.globallyCoherent);
  if (Sm4DeclarationControls.orderPreservingCounter.test(c.token)) p.keyword(UAV_SUFFIXES.orderPreservingCounter);
  if (Sm4DeclarationControls.rasterizerOrdered.test(c.token)) p.keyword(UAV_SUFFIXES.rasterizerOrdered);
};

const GLOBAL_FLAGS = Object.values(Sm4GlobalFlags);

/** `CB1[4], immediateIndexed`: in capitals before 5.1 too, and its numbers are signed. */
const constantBuffer: DeclarationPrinter = (p, c) => {
  const { out } = p;
  const slot = c.operands[0]!;
  out.text(' ');
  out.text(CONSTANT_BUFFER_RANGE);
  signed(p, bound(slot, 0));
  out.text('[');
  signed(p, bound(slot, 1));
  if (p.rangeIds) {
    out.text(':');
    if (bound(slot, 2) >>> 0 === SM4_UNBOUNDED) out.text('*');
    else signed(p, bound(slot, 2));
    out.text('][');
    signed(p, payload(c, 0));
  }
  out.text(`], ${ACCESS_PATTERNS[Sm4DeclarationControls.dynamicallyIndexed.get(c.token)]}`);
  if (!p.rangeIds) return;
  out.text(', space=');
  signed(p, payload(c, 1));
};

/** The text of each declaration after its mnemonic. */
const PRINTERS: Readonly<Record<DeclarationMnemonic, DeclarationPrinter>> = {
  dcl_resource: typedResource(RESOURCE_RANGE, sampleCount),
  dcl_constantbuffer: constantBuffer,
  dcl_sampler: (p, c) => {
    const mode = SM4_SAMPLER_MODES[Sm4DeclarationControls.samplerMode.get(c.token)];
    p.out.text(' ');
    range(p, c, SAMPLER_RANGE);
    if (mode !== undefined) {
      p.out.text(', ');
      p.out.text(mode);
    }
    space(p, c, 0);
  },
  dcl_indexrange: register(nothing, count(signed)),
  dcl_outputtopology: named(
    (token) => `${SM4_OUTPUT_TOPOLOGIES[Sm4DeclarationControls.outputTopology.get(token)] ?? SM4_UNKNOWN_SYSTEM_NAME} `,
  ),
  dcl_inputprimitive: named(
    (token) => `${SM4_INPUT_PRIMITIVES[Sm4DeclarationControls.inputPrimitive.get(token)] ?? SM4_UNKNOWN_SYSTEM_NAME} `,
  ),
  dcl_maxout: count(unsigned),
  dcl_input: register(nothing, nothing),
  dcl_input_sgv: register(nothing, systemName),
  dcl_input_siv: register(nothing, systemName),
  dcl_input_ps: register(interpolation, nothing),
  dcl_input_ps_sgv: register(interpolation, systemName),
  dcl_input_ps_siv: register(interpolation, systemName),
  dcl_output: register(nothing, nothing),
  dcl_output_sgv: register(nothing, systemName),
  dcl_output_siv: register(nothing, systemName),
  dcl_temps: count(signed),
  dcl_indexableTemp: (p, c) => {
    const components = Math.min(4, Math.max(1, payload(c, 2)));
    p.out.text(` x${payload(c, 0) | 0}[${payload(c, 1) | 0}], ${components}`);
  },
  dcl_globalFlags: (p, c) => {
    let first = true;
    for (const flag of GLOBAL_FLAGS) {
      if (!flag.test(c.token)) continue;
      p.out.text(first ? ' ' : ' | ');
      p.out.text(flag.name);
      first = false;
    }
    if (first) p.out.text(NO_GLOBAL_FLAGS);
  },
  dcl_stream: register(nothing, nothing),
  dcl_function_body: (p, c) => p.out.text(` fb${payload(c, 0)}`),
  dcl_function_table: (p, c) => {
    p.out.text(` ft${payload(c, 0)} = {`);
    list(p, c, 'fb', 2, payload(c, 1));
    p.out.text('}');
  },
  dcl_interface: (p, c) => {
    const shape = payload(c, 2);
    const id = Sm4InterfaceIdToken.id.get(payload(c, 0));
    if (Sm4DeclarationControls.interfaceDynamicallyIndexed.test(c.token)) p.keyword(DYNAMIC_INTERFACE_SUFFIX);
    p.out.text(` fp${id}[${Sm4InterfaceToken.arrayLength.get(shape)}][${payload(c, 1)}] = {`);
    list(p, c, 'ft', 3, Sm4InterfaceToken.tableCount.get(shape));
    p.out.text('}');
  },
  dcl_input_control_point_count: controlPoints,
  dcl_output_control_point_count: controlPoints,
  dcl_tessellator_domain: named(
    (token) => SM4_TESSELLATOR_DOMAINS[Sm4DeclarationControls.tessellatorDomain.get(token)]!,
  ),
  dcl_tessellator_partitioning: named(
    (token) =>
      SM4_TESSELLATOR_PARTITIONINGS[Sm4DeclarationControls.tessellatorPartitioning.get(token)] ??
      SM4_UNKNOWN_SYSTEM_NAME,
  ),
  dcl_tessellator_output_primitive: (p, c) => {
    const name = SM4_TESSELLATOR_OUTPUT_PRIMITIVES[Sm4DeclarationControls.tessellatorOutputPrimitive.get(c.token)];
    if (name) p.out.text(` ${name}`);
  },
  // A float in listings with hexadecimal literals, too.
  dcl_hs_max_tessfactor: (p, c) => {
    const text = p.style.literals === 'exact' ? exactFloatText : formatF;
    p.out.text(` l(${text(payload(c, 0))})`);
  },
  dcl_hs_fork_phase_instance_count: count(signed),
  dcl_hs_join_phase_instance_count: count(signed),
  dcl_thread_group: (p, c) => p.out.text(` ${payload(c, 0)}, ${payload(c, 1)}, ${payload(c, 2)}`),
  dcl_uav_typed: typedResource(UAV_RANGE, uavMarks),
  dcl_uav_raw: bufferResource(UAV_RANGE, uavMarks, false),
  dcl_uav_structured: bufferResource(UAV_RANGE, uavMarks, true),
  dcl_tgsm_raw: register(nothing, (p, c) => p.out.text(`, ${payload(c, 0)}`)),
  dcl_tgsm_structured: register(nothing, (p, c) => p.out.text(`, ${payload(c, 0)}, ${payload(c, 1)}`)),
  dcl_resource_raw: bufferResource(RESOURCE_RANGE, nothing, false),
  dcl_resource_structured: bufferResource(RESOURCE_RANGE, nothing, true),
  dcl_gsinstances: count(unsigned),
};

const PRINTER_BY_CODE: (DeclarationPrinter | undefined)[] = [];
for (const [mnemonic, printer] of Object.entries(PRINTERS)) {
  PRINTER_BY_CODE[SM4_OPCODES[mnemonic as DeclarationMnemonic].code] = printer;
}

/**
 * Writes the text after the mnemonic of the declaration at the cursor. The row of the instruction must be a
 * declaration.
 */
export function printDeclaration(writer: DeclarationWriter, cursor: Sm4Cursor): void {
  PRINTER_BY_CODE[cursor.code]!(writer, cursor);
}

/** Payload words that only programs have that name resources by range id. */
const OF_RANGES: readonly Sm4Payload[] = ['size', 'space'];

/** How many words after the operands of a declaration its text depends on, besides the words of a list. */
export function payloadLength({ payload = [] }: Sm4OpcodeRow, rangeIds: boolean): number {
  return rangeIds ? payload.length : payload.filter((word) => !OF_RANGES.includes(word)).length;
}

/** Rows of an immediate constant buffer after the first are aligned under it. */
const ROW_INDENT = ' '.repeat(30);

/** The parts of the printer that data blocks use. */
export interface DataBlockWriter {
  readonly out: TextWriter;
  readonly style: ListingStyle;
  readonly operands: Sm4OperandWriter;
  /** Writes `text` marked as a keyword. */
  keyword(text: string): void;
  /** Words of the program in hexadecimal. */
  wordsFrom(start: number, end: number): string;
}

export function printDataBlock(writer: DataBlockWriter, cursor: Sm4Cursor): void {
  const { out, style } = writer;
  const { keyword, comment, html } = style.markup;
  const dataClass = sm4CustomDataClass(cursor.token);
  // Microsoft's HTML has an empty mnemonic here.
  if (html) out.text(keyword.open + keyword.close);
  if (dataClass === Sm4CustomDataClass.comment) {
    out.text(`${comment.open}${COMMENT_MARK}${commentText(cursor)}${comment.close}`);
  } else if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) {
    printImmediateConstantBuffer(writer, cursor);
  } else if (dataClass !== Sm4CustomDataClass.shaderMessage || !printMessage(writer, cursor)) {
    out.text(UNREADABLE_DATA);
    if (style.literals === 'exact') out.text(` ${writer.wordsFrom(cursor.start, cursor.end)}`);
  }
}

/** The bytes up to the first NUL; the last byte of the block is never shown (source: oracle). */
function commentText({ program, start, end }: Sm4Cursor): string {
  const bytes = bytesOf(program.words.subarray(start + 2, end));
  return stringAt(bytes, 0, bytes.byteLength - 1);
}

function printImmediateConstantBuffer(writer: DataBlockWriter, cursor: Sm4Cursor): void {
  const { out, style } = writer;
  const format = untypedFormat(style);
  const first = cursor.start + 2;
  const rows = Math.max(0, cursor.end - first) >>> 2;
  writer.keyword('dcl_immediateConstantBuffer');
  out.text(' { ');
  for (let row = 0; row < rows; row++) {
    out.text(row > 0 ? `,\n${ROW_INDENT}{ ` : '{ ');
    for (let i = 0; i < 4; i++) {
      if (i > 0) out.comma();
      writeLiteralWord(out, format, cursor.word(first + 4 * row + i) | 0);
    }
    out.text('}');
  }
  out.text(' }');
}

/** Writes a debug message as the call that it comes from. Returns false, and writes nothing, when it cannot be read. */
function printMessage(writer: DataBlockWriter, cursor: Sm4Cursor): boolean {
  const { out, style, operands: operandWriter } = writer;
  const { open, close } = style.markup.literal;
  const message = readSm4Message(cursor);
  if (message === undefined) return false;
  const operands: Sm4OperandSlot[] = [];
  for (let at = message.operands; at < message.operandsEnd; ) {
    const slot = new Sm4OperandSlot();
    at = cursor.readOperand(slot, at);
    operands.push(slot);
  }
  if (operands.length > message.operandCount) return false;
  writer.keyword(`${message.function ?? UNKNOWN_FUNCTION} `);
  out.text(`${open}"${message.isPrintf ? escaped(message.format) : message.format}"${close}`);
  for (const slot of operands) {
    out.text(', ');
    operandWriter.operand(slot, untypedFormat(style), slot.extension);
  }
  return true;
}

/** How a listing writes characters of a message that would not show. */
export const MESSAGE_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

/** A format string on one line; bytes that do not print become dots. */
function escaped(format: string): string {
  let text = '';
  for (const character of format)
    text += MESSAGE_ESCAPES[character] ?? (character >= ' ' && character <= '\x7f' ? character : '.');
  return text;
}
