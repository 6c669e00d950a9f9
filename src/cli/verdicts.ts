/** What the forms of a verdict share: which findings are told, their text, and the line of the listing that each is about. */
import { sm1Profile } from '../base/profile.ts';
import type { FoundProgram } from '../container/programs.ts';
import { readSm1, type Sm1Program, sm1InstructionAt } from '../isa/sm1/program.ts';
import { printSm1Line, type Sm1Place } from '../text/sm1.ts';
import type { FileFinding, FileVerdict } from '../validate/validate.ts';
import type { Excerpt } from './report.ts';

/** An input and what was found out about it. */
export interface Judged {
  readonly file: string;
  readonly size: number;
  readonly verdict: FileVerdict;
}

/** Findings that are told when only errors are wanted. */
export function shown(diagnostics: readonly FileFinding[], quiet: boolean): readonly FileFinding[] {
  return quiet ? diagnostics.filter(({ severity }) => severity === 'error') : diagnostics;
}

export function messageOf({ message, notes }: FileFinding): string {
  return [message, ...notes].join('; ');
}

/** Programs as they were read for excerpts: findings of one program come together. */
const READ = new WeakMap<FoundProgram, Sm1Program>();

/** The line of the listing that a finding is about, and the operand in it. */
export function excerptOf({ program: index, at }: FileFinding, programs: readonly FoundProgram[]): Excerpt | undefined {
  if (index === undefined || at === undefined) return undefined;
  const judged = programs[index]!;
  let program = READ.get(judged);
  if (program === undefined) {
    program = readSm1(judged.words);
    READ.set(judged, program);
  }
  const instruction = sm1InstructionAt(program, at);
  if (instruction < 0) {
    const text = sm1Profile(program.words[0] ?? 0);
    return { line: MARGIN + text, column: MARGIN.length, length: text.length };
  }
  const { text, places } = printSm1Line(program, program.starts[instruction]!);
  const place = places.reduce<Sm1Place | undefined>(
    (best, next) => (next.at <= at && next.at >= (best?.at ?? 0) ? next : best),
    undefined,
  );
  return place && { line: text, column: place.column, length: place.length };
}

/** What stands in front of the lines of a listing. */
const MARGIN = '    ';
