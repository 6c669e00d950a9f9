/**
 * The listing of an expression in an effect of Direct3D 10 and 11: the instructions between `eval(` and `)`, with the
 * names of variables from its constant table; and the spellings of operations, components and literals in preshaders of
 * both generations. Spellings, also the odd ones of indices: oracle.
 *
 * Not for: what is around `eval` (text/fx), preshaders of Direct3D 9 (text/sm1/preshader.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { MAX_LISTING_LENGTH } from '../../base/limits.ts';
import { CTAB_REGISTER_SETS, type CtabConstant, readConstantTable } from '../../chunks/ctab.ts';
import { isContainer, readChunkDirectory } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { expressionCode, type PreshaderCode, PreshaderCursor } from '../../isa/preshader/code.ts';
import {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_REGISTER_BY_CODE,
  PRESHADER_REGISTERS,
  type PreshaderRegisterRow,
} from '../../isa/preshader/opcodes.ts';
import type { ListingStyle } from '../options.ts';
import { untypedFormat } from '../sm4/literals.ts';
import type { TextWriter } from '../writer.ts';

/** The text for a register type without a name; no space comes before it either. */
export const UNKNOWN_REGISTER = '(null)';
const UNKNOWN_OPCODE = '<unknown>';
/** The limit on components of an operand; an instruction has 4, and more only when it is damaged. */
const MAX_COMPONENTS = 128;
/** The limit on indices of an operand, likewise. */
export const MAX_INDICES = 16;

const ROW_BY_CODE: readonly (PreshaderRegisterRow | undefined)[] = PRESHADER_REGISTER_BY_CODE.map(
  (name) => name && PRESHADER_REGISTERS[name],
);

/** The row of a register type; undefined where the number has none. */
export function preshaderRegisterRow(type: number): PreshaderRegisterRow | undefined {
  return ROW_BY_CODE[type];
}

export function preshaderMnemonic(opcode: number): string {
  return PRESHADER_OPCODE_BY_CODE.get(opcode) ?? UNKNOWN_OPCODE;
}

/** Components start again after w. */
const COMPONENT_RUN = COMPONENTS.repeat(MAX_COMPONENTS / COMPONENTS.length + 1);

/** The text of `count` components from component `first` of a register on; all four in order are not written. */
export function preshaderComponents(first: number, count: number): string {
  const start = first & 3;
  const run = COMPONENT_RUN.slice(start, start + Math.min(count, MAX_COMPONENTS));
  return run === COMPONENTS ? '' : `.${run}`;
}

/**
 * How many values a literal operand has: at least one. They start again after the last literal.
 *
 * @param literalCount literals of the code
 */
export function preshaderLiteralCount(components: number, literalCount: number): number {
  return literalCount === 0 ? 0 : Math.min(Math.max(components, 1), MAX_COMPONENTS);
}

/** Error lines in place of an expression with a missing part. */
const ERRORS = {
  container: 'Error: Effects expression assembly in invalid format!',
  constants: 'Error: Error getting Effects expression constant table.',
  literals: 'Error: Error getting Effects expression literal block.',
  code: 'Error: Effects expression assembly not found!',
} as const;

/**
 * Writes the instructions of an expression, or the text of an error where its container lacks something.
 *
 * @param bytes the container of the expression
 * @param margin what comes before every instruction but the first, after a line feed
 * @returns false where a text of an error was written
 */
export function printExpression(out: TextWriter, bytes: Uint8Array, style: ListingStyle, margin: string): boolean {
  const problems = new Diagnostics();
  const container = isContainer(bytes) ? readChunkDirectory(bytes, problems) : undefined;
  // The size in the header has to be the size of the code.
  const isValid = container?.words[SIZE_WORD] === bytes.byteLength && problems.list.length === 0;
  const version = isValid ? container.words[VERSION_WORD] : undefined;
  const [code, literals, constants] = [TAG.FXLC, TAG.CLI4, TAG.CTAB].map((tag) => container?.find(tag)?.data);
  const error =
    version !== 1
      ? ERRORS.container
      : code === undefined
        ? ERRORS.code
        : constants === undefined
          ? ERRORS.constants
          : literals === undefined
            ? ERRORS.literals
            : undefined;
  if (error !== undefined) {
    out.text(error);
    return false;
  }
  const instructions = expressionCode(code!, literals);
  if (instructions) new ExpressionPrinter(out, instructions, constantsOf(constants!), style, margin).print();
  return true;
}

/** DWORD of the version in the header of a container. */
const VERSION_WORD = 5;
/** DWORD of the size. */
const SIZE_WORD = 6;

/** The constants of a table that are in float registers; the others have no name here. */
function constantsOf(table: Uint8Array): readonly CtabConstant[] {
  return readConstantTable(table).constants.filter(({ registerSet }) => CTAB_REGISTER_SETS[registerSet] === 'c');
}

class ExpressionPrinter {
  private readonly cursor: PreshaderCursor;
  private readonly byRegister = new Map<number, CtabConstant>();
  private readonly literalText: (literal: number) => string;

  constructor(
    private readonly out: TextWriter,
    private readonly code: PreshaderCode,
    constants: readonly CtabConstant[],
    private readonly style: ListingStyle,
    private readonly margin: string,
  ) {
    this.cursor = new PreshaderCursor(code);
    for (const constant of constants) this.name(constant);
    const { literalWords, literals } = code;
    const { open, close } = style.markup.literal;
    const { text } = untypedFormat(style);
    this.literalText = (literal) => open + text(literalWords[literals + literal]!) + close;
  }

  print(): void {
    const { out, code, cursor } = this;
    const { keyword } = this.style.markup;
    for (let i = 0; i < code.count && cursor.next() && out.length < MAX_LISTING_LENGTH; i++) {
      if (i > 0) out.text(`\n${this.margin}`);
      out.text(keyword.open + preshaderMnemonic(cursor.opcode) + keyword.close + this.operand(cursor.output, false));
      // The comma after the output is there without inputs, too.
      out.text(',');
      for (let n = 0, at = cursor.inputs; n < cursor.inputCount; n++, at = cursor.after(at))
        out.text((n > 0 ? ',' : '') + this.operand(at, n === 0 && cursor.scalar));
    }
  }

  /** The first constant of a register is the one that names it. */
  private name(constant: CtabConstant): void {
    const { registerIndex, registerCount } = constant;
    // A table has no more registers than its DWORDs can refer to in expressions of compilers; damaged ones may claim
    // more.
    for (let i = 0; i < registerCount && this.byRegister.size < MAX_NAMED; i++) {
      if (!this.byRegister.has(registerIndex + i)) this.byRegister.set(registerIndex + i, constant);
    }
  }

  /** An operand with the space before it. */
  private operand(at: number, scalar: boolean): string {
    const { components } = this.cursor;
    const { words, literalCount } = this.code;
    const indices = words[at]!;
    const type = words[at + 1 + 2 * indices]!;
    const index = words[at + 2 + 2 * indices]!;
    if (indices === 0 && type === PRESHADER_REGISTERS.literal.code) {
      const count = preshaderLiteralCount(components, literalCount);
      const values = Array.from({ length: count }, (_, i) =>
        this.literalText((scalar ? index : index + i) % literalCount),
      );
      return ` (${values.join(', ')})`;
    }
    const name = indices === 0 ? this.register(type, index) : this.relative(type, index >>> 2, this.indexText(at));
    const space = name.startsWith(UNKNOWN_REGISTER) ? '' : ' ';
    return space + name + preshaderComponents(index, scalar ? 1 : components);
  }

  private register(type: number, index: number): string {
    const number = index >>> 2;
    if (type === PRESHADER_REGISTERS.constant.code) {
      const constant = this.byRegister.get(number);
      if (constant) return constant.registerCount > 1 ? elementText(constant, number) : constant.name;
    }
    const row = preshaderRegisterRow(type);
    if (row === undefined) return `${UNKNOWN_REGISTER}${number}`;
    const name = row.expressionName ?? row.name;
    // The first component of the value has no number.
    return row.expressionName !== undefined && index === 0 ? name : `${name}${number}`;
  }

  /** A register relative to `index`. */
  private relative(type: number, number: number, index: string): string {
    const constant = type === PRESHADER_REGISTERS.constant.code ? this.byRegister.get(number) : undefined;
    if (constant === undefined) return `${registerName(type, number)}[${index}]`;
    const offset = number - constant.registerIndex;
    return `${constant.name}[${offset > 0 ? `${offset} + ` : ''}${index}]`;
  }

  /**
   * The registers that an operand is relative to; each is the index of the next. The number of a register that the
   * constant table names is divided by four once too often, as it is in Microsoft's listings.
   */
  private indexText(at: number): string {
    const { words } = this.code;
    let text = '';
    for (let i = 0; i < Math.min(words[at]!, MAX_INDICES); i++) {
      const type = words[at + 1 + 2 * i]!;
      const index = words[at + 2 + 2 * i]!;
      const inner = i === 0 ? '' : `[${text}]`;
      text = `${this.indexRegister(type, index, inner)}.${COMPONENTS[index & 3]}`;
    }
    return text;
  }

  private indexRegister(type: number, index: number, inner: string): string {
    const number = index >>> 4;
    const constant = type === PRESHADER_REGISTERS.constant.code ? this.byRegister.get(number) : undefined;
    const more = inner === '' ? '' : `[${inner}]`;
    if (constant === undefined) return registerName(type, index >>> 2) + more;
    if (constant.registerCount <= 1) return constant.name + more;
    return elementText(constant, number, inner === '' ? '' : ` + ${inner}`);
  }
}

/** The limit on registers with a name; a variable has 65535 at most. */
const MAX_NAMED = 2 ** 16;

function elementText({ name, registerIndex }: CtabConstant, number: number, more = ''): string {
  return `${name}[${number - registerIndex}${more}]`;
}

/** A register without a variable, as indices and relative operands spell it. */
function registerName(type: number, number: number): string {
  const row = preshaderRegisterRow(type);
  return `${row === undefined ? UNKNOWN_REGISTER : (row.relativeName ?? row.name)}${number}`;
}
