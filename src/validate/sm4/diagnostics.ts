/** The diagnostics of the validator of shader models 4 to 5.1, in the order of Microsoft's. */
import { fillPlaceholders, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import type { Sm4RuleRow } from './rule.ts';

export interface Sm4Diagnostic {
  /** The rule that is broken. */
  readonly rule: Sm4RuleRow;
  /** Number of the instruction as Microsoft counts: from 1, declarations and data blocks included; 0: none is named. */
  readonly instruction: number;
  /** Number of the operand, from 1; 0: none is named. */
  readonly operand: number;
  /** DWORD index in the program of the token to point at; -1: the entire program, or {@link span}. */
  readonly at: number;
  readonly values: MessageValues;
  /** Byte range in the container, for diagnostics about other chunks than the program. */
  readonly span?: { readonly start: number; readonly end: number };
}

const NO_VALUES: MessageValues = {};

/** Diagnostics that are stored for the smallest file. */
const MIN_LIMIT = 64;

/** Collects diagnostics of one shader. */
export class Sm4Diagnostics {
  readonly list: Sm4Diagnostic[] = [];
  /** Errors so far. */
  errors = 0;
  /** Diagnostics beyond the limit. */
  omitted = 0;
  /** A diagnostic has ended the validation. */
  aborted = false;
  readonly #limit: number;

  /** @param size bytes of the input: more diagnostics than bytes are useless, and take more memory than the file */
  constructor(size: number) {
    this.#limit = Math.min(MAX_VALIDATION_DIAGNOSTICS, MIN_LIMIT + size);
  }

  add(diagnostic: Sm4Diagnostic): void {
    if (diagnostic.rule.severity === undefined) this.errors++;
    if (diagnostic.rule.aborts) this.aborted = true;
    if (this.list.length === this.#limit) this.omitted++;
    else this.list.push(diagnostic);
  }

  /** Reports that `rule` is broken by bytes of another chunk than the program, or by the entire container. */
  addSpan(rule: Sm4RuleRow, values: MessageValues = NO_VALUES, start = -1, end = start): void {
    const diagnostic = { rule, instruction: 0, operand: 0, at: -1, values };
    this.add(start < 0 ? diagnostic : { ...diagnostic, span: { start, end } });
  }

  /** Adds the diagnostics of another list. */
  append({ list, errors, omitted, aborted }: Sm4Diagnostics): void {
    const taken = list.slice(0, this.#limit - this.list.length);
    for (const one of taken) this.list.push(one);
    this.errors += errors;
    this.omitted += omitted + list.length - taken.length;
    this.aborted ||= aborted;
  }
}

/**
 * `diagnostics` without those that repeat the previous one: Microsoft's validator reports some once for each component
 * that is read.
 */
export function withoutRepeats(diagnostics: readonly Sm4Diagnostic[]): Sm4Diagnostic[] {
  return diagnostics.filter(({ rule, at, values, span }, i) => {
    const last = diagnostics[i - 1];
    if (last?.rule !== rule || last.at !== at || last.span?.start !== span?.start) return true;
    return fillPlaceholders(rule.text, last.values) !== fillPlaceholders(rule.text, values);
  });
}
