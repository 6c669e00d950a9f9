/**
 * The section `Buffer Definitions`: every buffer as a declaration, structures down to the last member, with offsets,
 * sizes and default values. Every spelling here: oracle.
 */

import { BufferType, type TextsByNumber, VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { type Diagnostics, hex, type Message, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../../base/limits.ts';
import { CappedDiagnostics } from '../../container/capped-reports.ts';
import { CHUNK_MESSAGES } from '../../container/messages.ts';
import { type RdefBuffer, type RdefType, type RdefVariable, TYPE_SIZE, VARIABLE_USED } from '../../container/rdef.ts';
import type { Mark } from '../markup.ts';
import { TEXT_MESSAGES } from '../messages.ts';
import { hex32 } from '../numbers.ts';
import { left, right } from './columns.ts';

/** By `D3D_CBUFFER_TYPE`. */
export const BUFFER_TYPES = [
  'cbuffer',
  'tbuffer',
  'interfaces',
  'Resource bind info for',
] as const satisfies TextsByNumber<typeof BufferType>;
const UNKNOWN_BUFFER_TYPE = '<unknown buffer type>';

const UNKNOWN_VARIABLE_TYPE = 'UNKNOWN';

/** The name of a `D3D_SHADER_VARIABLE_TYPE`. */
export function variableTypeName(type: number): string {
  return VARIABLE_TYPE_NAMES[type] ?? UNKNOWN_VARIABLE_TYPE;
}

/** The column at which comments with offsets begin. */
const COMMENT_COLUMN = 40;
/** The line with the slots of textures and samplers begins with this, without `//`. */
const SLOTS_INDENT = ' '.repeat(COMMENT_COLUMN);
const DEFAULTS_A_ROW = 4;

/**
 * The section; empty when no buffer has variables.
 *
 * @param room about how many characters the section may have
 * @param diagnostics of the chunk's payload
 */
export function printBuffers(
  buffers: readonly RdefBuffer[],
  literal: Mark,
  room: number,
  diagnostics: Diagnostics,
): string {
  const printer = new BufferPrinter(literal, room, diagnostics);
  for (const buffer of buffers) if (buffer.variables.length > 0) printer.buffer(buffer);
  return printer.text === '' ? '' : `// Buffer Definitions: \n//\n${printer.text}//\n`;
}

class BufferPrinter {
  text = '';
  /** Whether an empty line comes before the next variable or member: one follows every opening brace. */
  private lineOwed = false;
  private full = false;
  /** The structures that are being printed, the outermost first. */
  private readonly path = new Set<RdefType>();
  private readonly literal: Mark;
  private readonly room: number;
  private readonly reports: CappedDiagnostics;

  constructor(literal: Mark, room: number, diagnostics: Diagnostics) {
    this.literal = literal;
    this.room = room;
    this.reports = new CappedDiagnostics(diagnostics, 'RDEF');
  }

  buffer(buffer: RdefBuffer): void {
    this.text += `// ${BUFFER_TYPES[buffer.type] ?? UNKNOWN_BUFFER_TYPE} ${buffer.name}\n// {\n//\n`;
    this.lineOwed = false;
    let first = true;
    for (const variable of buffer.variables) {
      this.variable(variable, buffer.type, first);
      first = false;
    }
    this.text += '//\n// }\n//\n';
  }

  private variable(variable: RdefVariable, bufferType: number, first: boolean): void {
    const pointers = bufferType === BufferType.interfacePointers;
    const used = (variable.flags & VARIABLE_USED) !== 0;
    const known = !pointers || used;
    this.declaration(variable.name, variable.type, variable.offset, '//   ', first);
    const offset = known ? right(variable.offset, 4) : ' N/A';
    const size = known ? right(variable.size, 5) : '  N/A';
    this.text += `// Offset: ${offset} Size: ${size}${used ? '\n' : ' [unused]\n'}`;
    if (!known) return;
    if (variable.defaults !== undefined) this.defaults(variable.defaults);
    if (variable.textureCount !== 0 || variable.samplerCount !== 0) this.slots(variable);
  }

  /** A declaration up to the column of its comment. */
  private declaration(name: string, type: RdefType | undefined, offset: number, indent: string, first: boolean): void {
    const structure = type?.class === VariableClass.struct;
    if (this.lineOwed || (structure && !first)) this.text += `${indent}\n`;
    this.lineOwed = false;
    if (structure) this.structure(type, offset, indent);
    const start = structure ? `${indent}} ` : `${indent}${typeText(type)} `;
    const elements = type !== undefined && type.elements > 1 ? `[${type.elements}]` : '';
    const declared = `${start}${name}${elements};`;
    // A name with a line feed, which only damaged files have, begins a new line.
    const line = name.includes('\n') ? declared.lastIndexOf('\n') + 1 : 0;
    this.text += left(declared, line + COMMENT_COLUMN);
  }

  /** The opening line and the members of a structure, without the closing brace. */
  private structure(type: RdefType, offset: number, indent: string): void {
    this.text += `${indent}struct${type.name === undefined ? '' : ` ${type.name}`}\n${indent}{\n`;
    this.lineOwed = true;
    if (this.mayOpen(type)) {
      this.path.add(type);
      const inner = `${indent}    `;
      for (const member of type.members) {
        const at = (offset + member.offset) >>> 0;
        this.declaration(member.name, member.type, at, inner, false);
        this.text += `// Offset: ${right(at, 4)}\n`;
      }
      this.path.delete(type);
    }
    this.text += '//\n';
  }

  /** Whether the members of `type` can be printed here; reports when not. */
  private mayOpen(type: RdefType): boolean {
    if (this.full) return false;
    const { length } = this.text;
    if (length > this.room) {
      this.full = true;
      this.report(TEXT_MESSAGES.DX1016, type, { limit: length });
    } else if (this.path.has(type)) {
      this.report(CHUNK_MESSAGES.DX1014, type, { offset: hex(type.offset) });
    } else if (this.path.size >= MAX_TYPE_DEPTH) {
      this.report(CHUNK_MESSAGES.DX1015, type, { limit: MAX_TYPE_DEPTH });
    } else {
      return true;
    }
    return false;
  }

  private report(message: Message, type: RdefType, values: MessageValues): void {
    this.reports.report(message, type.offset, type.offset + TYPE_SIZE, values);
  }

  private slots(variable: RdefVariable): void {
    const textures = slotRange(variable.textureStart, variable.textureCount, 'Texture:   t', 'Textures:  t', 't');
    const samplers = slotRange(variable.samplerStart, variable.samplerCount, 'Sampler: s', 'Samplers: s', 's');
    const separator = textures !== '' && samplers !== '' ? ', ' : '';
    this.text += `${SLOTS_INDENT}// ${textures}${separator}${samplers}\n`;
  }

  private defaults(words: Uint32Array): void {
    for (let i = 0; i < words.length; i += DEFAULTS_A_ROW) {
      this.text += i === 0 ? '//      = ' : '//        ';
      let row = '';
      for (let k = i; k < i + DEFAULTS_A_ROW && k < words.length; k++) row += `${hex32(words[k]!)} `;
      this.text += `${this.literal.open}${row}${this.literal.close}\n`;
    }
  }
}

/** `Texture:   t0` or `Textures:  t5-t6`; empty when there are none. */
function slotRange(start: number, count: number, one: string, many: string, register: string): string {
  if (count === 0) return '';
  if (count === 1) return one + start;
  return `${many}${start}-${register}${(start + count - 1) >>> 0}`;
}

/** The text of a type other than a structure in a declaration. */
function typeText(type: RdefType | undefined): string {
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
    case VariableClass.interfacePointer:
      return type.name === undefined ? name : `${name} ${type.name}`;
    default:
      return '';
  }
}
