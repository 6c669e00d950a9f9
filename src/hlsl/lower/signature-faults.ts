/** Faults of signatures, reported at the entry point. */

import type { PackedSignature } from '../bind/index.ts';
import type { Reporter } from '../check/scope.ts';
import type { CheckedFunction } from '../check/typed-tree.ts';
import { signatureFault } from '../messages.ts';
import type { EntryVariable } from './stage-interface.ts';

export function reportSignature(
  reporter: Reporter,
  { faults }: PackedSignature,
  variables: readonly EntryVariable[],
  entry: CheckedFunction,
): void {
  for (const { code, message, variable } of faults) {
    const at = variables[variable]?.parameter?.variable.tokens ?? {
      first: entry.semanticToken,
      last: entry.semanticToken,
    };
    reporter.report(signatureFault(code, message), at);
  }
}
