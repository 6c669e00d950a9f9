/**
 * The `//` sections at the start of a listing of shader models 1 to 3: the creator, the parameters and their registers,
 * from the constant table. Spellings: oracle.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { Diagnostics } from '../../base/diagnostics.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { bytesOf } from '../../base/words.ts';
import {
  type ConstantTable,
  type CtabConstant,
  type CtabType,
  ctabByRegister,
  ctabTypeName,
  readConstantTable,
} from '../../chunks/ctab.ts';
import type { Sm1CommentSpan } from '../../isa/sm1/comments.ts';
import type { TextWriter } from '../writer.ts';
import { printTableFast } from './constant-table-fast-path.ts';
import { LEAST_NAME_WIDTH, MARGIN, registerColumns, registersHead, TABLE } from './constant-table-strings.ts';

/** The creator of a shader that names none. */
const NO_CREATOR = 'Microsoft (R) D3DX9 Shader Disassembler';
/** The text for the name of a member outside the table. */
const LOST_NAME = '(null)';
/** The limit on characters of one header: structures that share their types multiply when they are written out. */
const MAX_HEADER = 2 ** 22;
/** Characters of a line without its margin and name, at least. */
const SHORTEST_LINE = 8;

/**
 * Writes the sections of a constant table; nothing when it is empty.
 *
 * @param span of the comment that holds it, in `words`
 */
export function printConstantTable(
  out: TextWriter,
  words: Uint32Array,
  span: Sm1CommentSpan,
  diagnostics: Diagnostics,
): void {
  if (span.start === span.end) return;
  if (fastPaths.enabled && printTableFast(out, words, span)) return;
  const bytes = bytesOf(words.subarray(span.start));
  const table = readConstantTable(bytes, 4 * (span.end - span.start), diagnostics.at(4 * span.start));
  out.phrase(TABLE.generatedBy);
  out.text(table.creator ?? NO_CREATOR);
  out.text('\n');
  if (table.damage === 'constants') out.text('// <invalid constant table>\n');
  else if (table.count !== 0) new TablePrinter(out).print(table);
}

interface Variable {
  readonly name: string | undefined;
  readonly type: CtabType;
}

/** Any table. */
class TablePrinter {
  readonly #out: TextWriter;
  /** How many characters of {@link MAX_HEADER} are left. */
  #left = MAX_HEADER;

  constructor(out: TextWriter) {
    this.#out = out;
  }

  print({ constants, damage }: ConstantTable): void {
    const out = this.#out;
    out.phrase(TABLE.parameters);
    this.#variables(constants, MARGIN, true);
    // The text names the damage where it occurs, and the register table is left out.
    if (damage === 'type') out.text('// <invalid type offset>\n');
    if (damage !== undefined) return;
    this.#registers(constants);
    out.phrase(TABLE.end);
  }

  /**
   * Variables in their order; a structure is set off from its neighbors by an empty line.
   *
   * @param once whether a variable with consecutive constants in several register sets is written once
   */
  #variables(variables: readonly Variable[], margin: string, once: boolean): void {
    const out = this.#out;
    let last: Variable | undefined;
    for (const variable of variables) {
      if (this.#left < 0) return;
      const { name, type } = variable;
      if (once && last !== undefined && name === last.name) continue;
      const struct = type.class === VariableClass.struct;
      if (last !== undefined && (struct || last.type.class === VariableClass.struct)) out.text(`${margin}\n`);
      if (struct) this.#struct(type, margin);
      else {
        out.text(margin);
        out.text(ctabTypeName(type));
      }
      out.text(' ');
      out.text(name ?? LOST_NAME);
      if (type.elements > 1) out.text(`[${type.elements}]`);
      out.text(';\n');
      this.#left -= margin.length + (name ?? '').length + SHORTEST_LINE;
      last = variable;
    }
  }

  /** Up to the closing brace. */
  #struct(type: CtabType, margin: string): void {
    const out = this.#out;
    out.text(`${margin}struct\n${margin}{\n`);
    if (type.membersLost) out.text('// <invalid member offset>\n');
    this.#variables(type.members, `${margin}    `, false);
    out.text(`//\n${margin}}`);
  }

  #registers(constants: readonly CtabConstant[]): void {
    const out = this.#out;
    let width = LEAST_NAME_WIDTH;
    for (const { name } of constants) if (name.length > width) width = name.length;
    registersHead(out, width);
    for (const { name, registerSet, registerIndex, registerCount } of ctabByRegister(constants)) {
      this.#left -= width + SHORTEST_LINE;
      if (this.#left < 0) return;
      out.phrase(TABLE.row);
      out.text(name);
      out.spaces(width + 1 - name.length);
      registerColumns(out, registerSet, registerIndex, registerCount);
    }
  }
}
