/**
 * Single lines of a listing of shader models 4 to 5.1, and where the operands are in them. The program printer
 * (print.ts) writes them; they are in a separate file so that `disassemble` alone does not include them.
 */
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import type { ListingStyle } from '../options.ts';
import { TextWriter } from '../writer.ts';
import { Sm4Printer } from './print.ts';

/**
 * A function that returns the line of any instruction, without indentation and line feed; data blocks may have several
 * lines.
 */
export function sm4Lines(program: Sm4Program, style: ListingStyle): (position: number) => string {
  const printer = new Sm4Printer(TextWriter.of(LINE_LENGTH), program, style);
  return (position) => {
    printer.line(position);
    return printer.out.take();
  };
}

/** Words of an instruction, and the characters of its line for them. */
export interface Sm4LineSpan {
  /** DWORD index of the first word; {@link end} is exclusive. */
  readonly at: number;
  readonly end: number;
  /** Offset of the first character in the line, and their number. */
  readonly column: number;
  readonly length: number;
}

/** One line of a listing, without indentation and line feed. */
export interface Sm4Line {
  readonly text: string;
  /** The complete instruction first, then its operands in their order. Operands of an unknown instruction have none. */
  readonly spans: readonly Sm4LineSpan[];
}

/** The line of instruction `position` and the spans of its operands in it; of a data block the first line. */
export function printSm4Line(program: Sm4Program, position: number, style: ListingStyle): Sm4Line {
  return new SpanPrinter(TextWriter.of(LINE_LENGTH), program, style).lineWithSpans(position);
}

/** About how many characters a line has. */
const LINE_LENGTH = 256;

/** Collects the spans of operands. */
class SpanPrinter extends Sm4Printer {
  readonly #spans: Sm4LineSpan[] = [];

  lineWithSpans(position: number): Sm4Line {
    const { cursor, out } = this;
    cursor.goto(position);
    const { row, start, end } = cursor;
    if (row?.kind === 'declaration') {
      this.declaration(row);
    } else if (row === undefined || row.kind === 'custom') {
      this.line(position);
    } else {
      this.mnemonic(row);
      for (let i = 0; i < cursor.operandCount; i++) {
        if (i > 0) out.text(', ');
        const operandEnd = i + 1 < cursor.operandCount ? cursor.operands[i + 1]!.at : end;
        this.#span(i, operandEnd, () => this.operands.operandAt(i));
      }
      if (row.code === SM4_OPCODES.fcall.code) this.callIndex();
    }
    const [text] = out.finish().text.split('\n') as [string];
    return { text, spans: [{ at: start, end, column: 0, length: text.trimEnd().length }, ...this.#spans] };
  }

  override declared(): void {
    this.#span(0, this.cursor.payload, () => super.declared());
  }

  /** Adds the span of operand `i`, which ends at DWORD `end` and which `write` writes. */
  #span(i: number, end: number, write: () => void): void {
    const column = this.out.length;
    write();
    this.#spans.push({ at: this.cursor.operands[i]!.at, end, column, length: this.out.length - column });
  }
}
