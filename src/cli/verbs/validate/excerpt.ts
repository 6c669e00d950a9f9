/** The line of the listing that a diagnostic points at, and the operand in it. */
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { sm1Profile } from '../../../base/profile.ts';
import { positionAt } from '../../../isa/model.ts';
import { readSm1Words, type Sm1Program } from '../../../isa/sm1/program.ts';
import { readSm4Words, type Sm4Program, sm4LineNumbers, sm4ProfileOf } from '../../../isa/sm4/program.ts';

import { listingStyle } from '../../../text/options.ts';
import { printSm1Line, type Sm1LineSpan, sm1LineNumbers } from '../../../text/sm1/line.ts';
import { printSm4Line, type Sm4LineSpan } from '../../../text/sm4/print.ts';
import type { ValidatedProgram } from '../../../validate/validate.ts';
import type { Excerpt } from '../../report.ts';

/** Put before the lines of a listing. */
const MARGIN = '    ';
const STYLE = listingStyle();

type Listed =
  | { readonly isa: 'sm1'; readonly program: Sm1Program; readonly numbers: Int32Array }
  | { readonly isa: 'sm4'; readonly program: Sm4Program; readonly numbers: Int32Array };

/** The lines of the programs in one file. Each program is read once, when a diagnostic points at it. */
export class Excerpts {
  readonly #programs: readonly ValidatedProgram[];
  readonly #listed = new Map<number, Listed>();

  constructor(programs: readonly ValidatedProgram[]) {
    this.#programs = programs;
  }

  /** The line that a diagnostic points at; undefined if it is not about an instruction. */
  of({ program, at }: Diagnostic): Excerpt | undefined {
    if (program === undefined || at === undefined) return undefined;
    const listed = this.#list(program);
    return listed.isa === 'sm1' ? sm1Excerpt(listed.program, at) : sm4Excerpt(listed.program, at);
  }

  /** The number that a numbered listing prints before the instruction of a diagnostic; null where it has none. */
  numberOf({ program, at }: Diagnostic): number | null {
    if (program === undefined || at === undefined) return null;
    const listed = this.#list(program);
    const number = listed.numbers[positionAt(listed.program, at)] ?? -1;
    return number < 0 ? null : number;
  }

  #list(index: number): Listed {
    let listed = this.#listed.get(index);
    if (listed === undefined) {
      listed = listedProgram(this.#programs[index]!);
      this.#listed.set(index, listed);
    }
    return listed;
  }
}

function listedProgram({ isa, words }: ValidatedProgram): Listed {
  if (isa === 'sm1') {
    const program = readSm1Words(words);
    return { isa, program, numbers: sm1LineNumbers(program) };
  }
  const program = readSm4Words(words, new Diagnostics());
  return { isa, program, numbers: sm4LineNumbers(program) };
}

function sm1Excerpt(program: Sm1Program, at: number): Excerpt | undefined {
  const instruction = positionAt(program, at);
  if (instruction < 0) {
    const text = sm1Profile(program.words[0] ?? 0);
    return { line: MARGIN + text, column: MARGIN.length, length: text.length };
  }
  const { text, spans } = printSm1Line(program, program.starts[instruction]!);
  const span = spans.reduce<Sm1LineSpan | undefined>(
    (best, next) => (next.at <= at && next.at >= (best?.at ?? 0) ? next : best),
    undefined,
  );
  return span && { line: text, column: span.column, length: span.length };
}

function sm4Excerpt(program: Sm4Program, at: number): Excerpt | undefined {
  if (at >= program.end) return undefined;
  const position = positionAt(program, at);
  if (position < 0) {
    const text = sm4ProfileOf(program);
    return { line: MARGIN + text, column: MARGIN.length, length: text.length };
  }
  const { text, spans } = printSm4Line(program, position, STYLE);
  // The complete instruction comes first; its operands are narrower.
  const span = spans.reduce<Sm4LineSpan>((best, next) => (next.at <= at && at < next.end ? next : best), spans[0]!);
  return { line: MARGIN + text, column: MARGIN.length + span.column, length: span.length };
}
