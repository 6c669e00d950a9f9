/**
 * The section `Buffer Definitions`: every buffer as a declaration, structures down to the last member, with offsets,
 * sizes and default values. Every spelling here: oracle.
 */

import { BufferType, type NamesByNumber, VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { type Diagnostics, hex, type Message, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../../base/limits.ts';
import { type RdefBuffer, type RdefType, type RdefVariable, TYPE_SIZE, VARIABLE_USED } from '../../chunks/rdef.ts';
import { CappedDiagnostics } from '../../container/capped-reports.ts';
import { DX1014, DX1015 } from '../../container/messages.ts';
import type { Mark } from '../markup.ts';
import { DX1016 } from '../messages.ts';
import { hex32 } from '../numbers.ts';
import { PackedText, TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';

/** By `D3D_CBUFFER_TYPE`. */
export const BUFFER_TYPES = [
  'cbuffer',
  'tbuffer',
  'interfaces',
  'Resource bind info for',
] as const satisfies NamesByNumber<typeof BufferType>;
const UNKNOWN_BUFFER_TYPE = '<unknown buffer type>';

const UNKNOWN_VARIABLE_TYPE = 'UNKNOWN';

/** The name of a `D3D_SHADER_VARIABLE_TYPE`. */
export function variableTypeName(type: number): string {
  return VARIABLE_TYPE_NAMES[type] ?? UNKNOWN_VARIABLE_TYPE;
}

/** The column at which comments with offsets begin. */
const COMMENT_COLUMN = 40;
const DEFAULTS_A_ROW = 4;

export const HEADING = /* @__PURE__ */ new PackedText('// Buffer Definitions: \n//\n');
export const BUFFER_OPEN = /* @__PURE__ */ new PackedText('\n// {\n//\n');
export const BUFFER_CLOSE = /* @__PURE__ */ new PackedText('//\n// }\n//\n');
export const END = /* @__PURE__ */ new PackedText('//\n');
const OFFSET = /* @__PURE__ */ new PackedText('// Offset:');
const SIZE = /* @__PURE__ */ new PackedText(' Size:');
const UNKNOWN_COMMENT = /* @__PURE__ */ new PackedText('// Offset:  N/A Size:   N/A [unused]\n');
const UNUSED = /* @__PURE__ */ new PackedText(' [unused]\n');
const LINE = /* @__PURE__ */ new PackedText('// ');
/** Before every variable. */
export const MARGIN = '//   ';
/** A bit of the keys of records, so that none is 0. */
const KEY_MARK = 1 << 23;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const SEMICOLON = 0x3b;

/**
 * Writes the section; nothing when no buffer has variables.
 *
 * @param limit about how many characters the section may have
 * @param diagnostics of the chunk's payload
 */
export function printBuffers(
  out: TextWriter,
  buffers: readonly RdefBuffer[],
  literal: Mark,
  limit: number,
  diagnostics: Diagnostics,
): void {
  if (!buffers.some(({ variables }) => variables.length > 0)) return;
  out.phrase(HEADING);
  const printer = new BufferPrinter(out, literal, limit, diagnostics);
  for (const buffer of buffers) if (buffer.variables.length > 0) printer.buffer(buffer);
  out.phrase(END);
}

class BufferPrinter {
  /** Whether an empty line comes before the next variable or member: one follows every opening brace. */
  #lineOwed = false;
  #full = false;
  /** The structures that are being printed, the outermost first. */
  readonly #path = new Set<RdefType>();
  /** Where the text begins, and about how many characters it may have. */
  readonly #begin: number;
  readonly #reports: CappedDiagnostics;

  constructor(
    private readonly out: TextWriter,
    private readonly literal: Mark,
    private readonly limit: number,
    diagnostics: Diagnostics,
  ) {
    this.#begin = out.length;
    this.#reports = new CappedDiagnostics(diagnostics, 'RDEF');
  }

  buffer(buffer: RdefBuffer): void {
    const out = this.out;
    bufferType(out, buffer.type);
    out.text(buffer.name);
    out.phrase(BUFFER_OPEN);
    this.#lineOwed = false;
    let first = true;
    for (const variable of buffer.variables) {
      this.#variable(variable, buffer.type, first);
      first = false;
    }
    out.phrase(BUFFER_CLOSE);
  }

  #variable(variable: RdefVariable, bufferType: number, first: boolean): void {
    const out = this.out;
    const pointers = bufferType === BufferType.interfacePointers;
    const known = !pointers || (variable.flags & VARIABLE_USED) !== 0;
    this.#declaration(variable.name, variable.type, variable.offset, MARGIN, first);
    if (!known) {
      out.phrase(UNKNOWN_COMMENT);
      return;
    }
    variableComment(out, variable.offset, variable.size, variable.flags);
    const { defaults } = variable;
    if (defaults !== undefined) printDefaults(out, defaults, 0, defaults.length, this.literal);
    if (variable.textureCount !== 0 || variable.samplerCount !== 0) this.#slots(variable);
  }

  /** A declaration up to the column of its comment. */
  #declaration(name: string, type: RdefType | undefined, offset: number, indent: string, first: boolean): void {
    const out = this.out;
    const structure = type?.class === VariableClass.struct;
    if (this.#lineOwed || (structure && !first)) out.text(`${indent}\n`);
    this.#lineOwed = false;
    if (structure) this.#structure(type, offset, indent);
    let line = out.length;
    out.text(indent);
    out.text(typeText(type));
    out.character(SPACE);
    // A name with a line feed, which only damaged files have, begins a new line.
    if (name.includes('\n')) line = out.length + name.lastIndexOf('\n') + 1;
    out.text(name);
    declarationEnd(out, line, type?.elements ?? 0);
  }

  /** The opening line and the members of a structure, without the closing brace. */
  #structure(type: RdefType, offset: number, indent: string): void {
    const out = this.out;
    out.text(`${indent}struct${type.name === undefined ? '' : ` ${type.name}`}\n${indent}{\n`);
    this.#lineOwed = true;
    if (this.#mayOpen(type)) {
      this.#path.add(type);
      const inner = `${indent}    `;
      for (const member of type.members) {
        const at = (offset + member.offset) >>> 0;
        this.#declaration(member.name, member.type, at, inner, false);
        memberComment(out, at);
      }
      this.#path.delete(type);
    }
    out.phrase(END);
  }

  /** Whether the members of `type` can be printed here; reports when not. */
  #mayOpen(type: RdefType): boolean {
    if (this.#full) return false;
    const length = this.out.length - this.#begin;
    if (length > this.limit) {
      this.#full = true;
      this.#report(DX1016, type, { limit: length });
    } else if (this.#path.has(type)) {
      this.#report(DX1014, type, { offset: hex(type.offset) });
    } else if (this.#path.size >= MAX_TYPE_DEPTH) {
      this.#report(DX1015, type, { limit: MAX_TYPE_DEPTH });
    } else {
      return true;
    }
    return false;
  }

  #report(message: Message, type: RdefType, values: MessageValues): void {
    this.#reports.report(message, type.offset, type.offset + TYPE_SIZE, values);
  }

  #slots(variable: RdefVariable): void {
    const textures = slotRange(variable.textureStart, variable.textureCount, 'Texture:   t', 'Textures:  t', 't');
    const samplers = slotRange(variable.samplerStart, variable.samplerCount, 'Sampler: s', 'Samplers: s', 's');
    const separator = textures !== '' && samplers !== '' ? ', ' : '';
    this.out.spaces(COMMENT_COLUMN);
    this.out.text(`// ${textures}${separator}${samplers}\n`);
  }
}

/** Writes the beginning of the line with the name of a buffer. */
export function bufferType(out: TextWriter, type: number): void {
  out.phrase(LINE);
  out.text(BUFFER_TYPES[type] ?? UNKNOWN_BUFFER_TYPE);
  out.character(SPACE);
}

/**
 * Writes the elements of an array, the semicolon, and spaces up to the comment; `line` is the offset at which the line
 * begins.
 */
export function declarationEnd(out: TextWriter, line: number, elements: number): void {
  if (elements > 1) out.text(`[${elements}]`);
  out.character(SEMICOLON);
  out.spaces(line + COMMENT_COLUMN - out.length);
}

/** Comments of variables, by offset, size and whether they are used. */
const COMMENTS = /* @__PURE__ */ new TextCache(11, 40);
/** The limit on sizes in keys. */
const LARGEST_SIZE = 2 ** 22;

/** Writes the comment of a variable, and the end of the line. */
export function variableComment(out: TextWriter, offset: number, size: number, flags: number): void {
  const used = (flags & VARIABLE_USED) !== 0;
  const key = size < LARGEST_SIZE ? KEY_MARK | (size << 1) | (used ? 1 : 0) : 0;
  const comment = key === 0 ? -1 : COMMENTS.find(offset | 0, key);
  if (comment >= 0) {
    out.cached(COMMENTS, comment);
    return;
  }
  const { length } = out;
  out.phrase(OFFSET);
  out.rightDecimal(offset, 4);
  out.phrase(SIZE);
  out.rightDecimal(size, 5);
  if (used) out.character(LINE_FEED);
  else out.phrase(UNUSED);
  if (key !== 0) COMMENTS.add(offset | 0, key, out.since(length));
}

/** Writes the comment of a member, and the end of the line. */
export function memberComment(out: TextWriter, offset: number): void {
  out.phrase(OFFSET);
  out.rightDecimal(offset, 4);
  out.character(LINE_FEED);
}

/** Writes the lines with a default value: `count` of `words`, from index `start` on. */
export function printDefaults(
  out: TextWriter,
  words: Uint32Array,
  start: number,
  count: number,
  { open, close }: Mark,
): void {
  const end = start + count;
  for (let row = start; row < end; row += DEFAULTS_A_ROW) {
    out.text(`${row === start ? '//      = ' : '//        '}${open}`);
    for (let i = row; i < row + DEFAULTS_A_ROW && i < end; i++) out.text(`${hex32(words[i]!)} `);
    out.text(`${close}\n`);
  }
}

/** `Texture:   t0` or `Textures:  t5-t6`; empty when there are none. */
function slotRange(start: number, count: number, one: string, many: string, register: string): string {
  if (count === 0) return '';
  if (count === 1) return one + start;
  return `${many}${start}-${register}${(start + count - 1) >>> 0}`;
}

/** The text of a type in a declaration; of a structure, what closes its members. */
export function typeText(type: Pick<RdefType, 'class' | 'type' | 'rows' | 'columns' | 'name'> | undefined): string {
  if (type === undefined) return '';
  const name = variableTypeName(type.type);
  switch (type.class) {
    case VariableClass.scalar:
    case VariableClass.object:
      return name;
    case VariableClass.vector:
      return name + type.columns;
    case VariableClass.matrixRows:
      return `row_major ${name}${type.rows}x${type.columns}`;
    case VariableClass.matrixColumns:
      return `${name}${type.rows}x${type.columns}`;
    case VariableClass.struct:
      return '}';
    case VariableClass.interfacePointer:
      return type.name === undefined ? name : `${name} ${type.name}`;
    default:
      return '';
  }
}
