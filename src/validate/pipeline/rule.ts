/** A rule about the shaders of a pipeline. */
import type { Severity } from '../../base/diagnostics.ts';
import type { RuleRow } from '../rule.ts';

export interface PipelineRuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** Only an error means that the shaders are not compatible. Absent: error. */
  readonly severity?: Exclude<Severity, 'error'>;
  /**
   * The names of the debug layers of Direct3D, without `D3D11_MESSAGE_ID_` and other prefixes: people search for them
   * (source: public headers). Absent where the debug layers have no name for it.
   */
  readonly runtime?: readonly string[];
}
