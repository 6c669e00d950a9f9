/** Which rules a changed shader breaks that the original did not break. */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { validate } from '../../../validate/validate.ts';

/** The result of a validation against the original. */
export interface ComparedValidation {
  /** Errors of the result that the original does not have. */
  readonly added: readonly Diagnostic[];
  /** The codes of errors that both have. */
  readonly kept: readonly string[];
}

/** Validates both shaders as `validate` does. */
export function compareValidation(before: Uint8Array, after: Uint8Array): ComparedValidation {
  const errors = errorsOf(after);
  if (errors.length === 0) return { added: [], kept: [] };
  const left = new Map<string, number>();
  for (const one of errorsOf(before)) left.set(one.code, (left.get(one.code) ?? 0) + 1);
  const added: Diagnostic[] = [];
  const kept = new Set<string>();
  for (const one of errors) {
    const count = left.get(one.code) ?? 0;
    left.set(one.code, count - 1);
    if (count > 0) kept.add(one.code);
    else added.push(one);
  }
  return { added, kept: [...kept] };
}

function errorsOf(bytes: Uint8Array): Diagnostic[] {
  return validate(bytes).diagnostics.filter(({ severity }) => severity === 'error');
}
