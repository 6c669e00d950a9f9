/** What a rule about shaders that meet is. Rows stand beside the checks that report them; `docs/diagnostics.md` is made from them. */
import type { Severity } from '../../base/diagnostics.ts';
import type { RuleRow } from '../rule.ts';

export interface PipelineRuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** Only an error means that the shaders do not fit. Absent: error. */
  readonly severity?: Exclude<Severity, 'error'>;
  /**
   * What the debug layers of Direct3D call it, without `D3D11_MESSAGE_ID_` and the like: names that people look for (source: public
   * headers). Absent where they have no name for it.
   */
  readonly runtime?: readonly string[];
}

/** Rows of one topic, checked for their shape and kept with their names. */
export function pipelineRules<const Rows extends Readonly<Record<string, PipelineRuleRow>>>(rows: Rows): Rows {
  return rows;
}
