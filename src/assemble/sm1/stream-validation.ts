/** Gives a token stream to the validator as it is written, and reports the diagnostics at the lines of the text. */
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import type { Sm1StreamValidator } from '../program-validator.ts';
import { operandRange, type TextLocation } from '../text-location.ts';

export class StreamValidation {
  /** The validator gave up: from here on only the grammar is checked (source: oracle). */
  isOver = false;
  /** How many diagnostics of the validator were reported. */
  #reported = 0;

  constructor(
    private readonly validator: Sm1StreamValidator | undefined,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {}

  /**
   * Validates the `count` DWORDs from `start` on. Diagnostics have the line and column of `location` (source: oracle),
   * and the span of the operand that they are about.
   */
  feed(words: Uint32Array, start: number, count: number, location: TextLocation): void {
    const { validator } = this;
    if (validator === undefined) return;
    if (!validator.instruction(words, start, count)) this.isOver = true;
    const { diagnostics } = validator;
    while (this.#reported < diagnostics.length) {
      const diagnostic = diagnostics[this.#reported++]!;
      const operand = operandOf(words, start, start + count, diagnostic.at);
      this.diagnostics.diagnostic(diagnostic, location, operandIn(location, operand));
    }
  }
}

/** The number of a predicate, which is before the mnemonic. */
const PREDICATE = -1;

/**
 * The number (from 1) of the operand or literal that DWORD `at` belongs to, in the instruction from `start` to `end`;
 * 0: none.
 */
function operandOf(words: Uint32Array, start: number, end: number, at: number): number {
  if (at <= start || at >= end) return 0;
  const cursor = new Sm1Cursor(words.subarray(0, end));
  cursor.moveTo(start);
  const { destination, literals, literalCount, sources, predicate } = cursor;
  if (at === predicate) return PREDICATE;
  let number = 0;
  if (destination >= 0) {
    if (at < destination) return 0;
    number++;
    if (at === destination || at === cursor.destinationRelative) return number;
  }
  if (literals >= 0 && at < literals + literalCount) return at < literals ? number : number + at - literals + 1;
  for (let source = sources; source < end; source = cursor.after(source)) {
    number++;
    if (at < cursor.after(source)) return number;
  }
  return 0;
}

/** Characters before a mnemonic in which its predicate is. */
const LONGEST_PREDICATE = 80;
/** Comments and the ends of lines, up to which operands are read. */
const LINE_END = /\/[/*]|[;\n\\]/;

/**
 * The location of operand `operand` of the instruction whose mnemonic is at `location`; undefined when it is not on the
 * same line.
 */
function operandIn(location: TextLocation, operand: number): TextLocation | undefined {
  const { source, start, end } = location;
  if (operand === 0) return undefined;
  if (operand === PREDICATE) {
    const [predicate] =
      /\([^()\n]*\)(?=[ \t]*$)/.exec(source.slice(Math.max(0, start - LONGEST_PREDICATE), start)) ?? [];
    const from = predicate === undefined ? -1 : source.lastIndexOf(predicate, start);
    if (from < 0) return undefined;
    return { ...location, start: from, end: from + predicate!.length, column: location.column + from - start };
  }
  const rest = source.slice(end);
  const length = rest.search(LINE_END);
  const text = length < 0 ? rest : rest.slice(0, length);
  const range = operandRange(text, text.search(/\S|$/), operand);
  if (range === undefined) return undefined;
  const [from, to] = range;
  return { ...location, start: end + from, end: end + to, column: location.column + end + from - location.start };
}
