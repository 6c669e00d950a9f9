/** The diagnostics of one stream, in the order in which Microsoft's validator reports them. */
import type { MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import type { Sm1Model } from './model.ts';
import type { Sm1RuleRow, XCode } from './rule.ts';

export interface Sm1Diagnostic {
  /** The rule that is broken; its row has text, severity and the codes of all models. */
  readonly rule: Sm1RuleRow;
  /** `X5703` */
  readonly code: XCode;
  /**
   * Number of the instruction as Microsoft counts (source: oracle): the version token is 0; 0 or -1 where none is
   * named.
   */
  readonly instruction: number;
  /**
   * DWORD index of the token to point at: the operand's when an operand breaks the rule, else the instruction's; -1:
   * the entire stream.
   */
  readonly at: number;
  readonly values: MessageValues;
}

const NO_VALUES: MessageValues = {};

/** Collects diagnostics of one stream. */
export class Sm1Diagnostics {
  readonly list: Sm1Diagnostic[] = [];
  /** Errors so far, warnings not counted. */
  errors = 0;
  /** Diagnostics beyond {@link MAX_VALIDATION_DIAGNOSTICS}. */
  omitted = 0;
  /** DWORD index of a token that Microsoft's validator refuses without naming a code; -1: there is none. */
  silentAt = -1;

  constructor(readonly model: Sm1Model) {}

  /** Reports that `rule` is broken at DWORD `at`, by instruction number `instruction`. */
  report(rule: Sm1RuleRow, instruction: number, at: number, values: MessageValues = NO_VALUES): void {
    if (rule.severity !== 'warning') this.errors++;
    if (this.list.length === MAX_VALIDATION_DIAGNOSTICS) {
      this.omitted++;
      return;
    }
    this.list.push({ rule, code: rule.codes[this.model] ?? 'X0', instruction, at, values });
  }

  /** Fails at DWORD `at` without a diagnostic, as Microsoft's validator does in one case. */
  failSilently(at: number): void {
    this.errors++;
    this.silentAt = at;
  }
}
