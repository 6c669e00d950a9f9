/** The line of the listing that a diagnostic points at, and the operand in it. */
import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { sm1Profile } from '../../base/profile.ts';
import { positionAt } from '../../isa/model.ts';
import { readSm1Words, type Sm1Program } from '../../isa/sm1/program.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { listingStyle } from '../../text/options.ts';
import { printSm1Line, type Sm1LineSpan } from '../../text/sm1/line.ts';
import { printSm4Line, type Sm4LineSpan } from '../../text/sm4/lines.ts';
import type { ValidatedProgram } from '../../validate/validate.ts';
import type { Excerpt } from '../report.ts';

/** Put before the lines of a listing. */
const MARGIN = '    ';
const STYLE = listingStyle();

/** The lines of the programs in one file. Each program is read once, when a diagnostic points at it. */
export class Excerpts {
  readonly #programs: readonly ValidatedProgram[];
  readonly #sm1 = new Map<number, Sm1Program>();
  readonly #sm4 = new Map<number, Sm4Program>();

  constructor(programs: readonly ValidatedProgram[]) {
    this.#programs = programs;
  }

  /** The line that a diagnostic points at; undefined if it is not about an instruction. */
  of({ program: index, at }: Diagnostic): Excerpt | undefined {
    if (index === undefined || at === undefined) return undefined;
    const { isa, words } = this.#programs[index]!;
    if (isa === 'sm1')
      return sm1Excerpt(
        memoized(this.#sm1, index, () => readSm1Words(words)),
        at,
      );
    return sm4Excerpt(
      memoized(this.#sm4, index, () => readSm4Words(words, new Diagnostics())),
      at,
    );
  }
}

function memoized<Value>(values: Map<number, Value>, key: number, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
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
  // The whole instruction comes first; its operands are narrower.
  const span = spans.reduce<Sm4LineSpan>((best, next) => (next.at <= at && at < next.end ? next : best), spans[0]!);
  return { line: MARGIN + text, column: MARGIN.length + span.column, length: span.length };
}
