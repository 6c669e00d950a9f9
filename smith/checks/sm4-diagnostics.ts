/**
 * The diagnostics of our validator for a container, in the format of Microsoft's recorded answers. For tests and
 * comparisons.
 */
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readChunkDirectory } from '../../src/container/dxbc.ts';
import { validateSm4 } from '../../src/validate/sm4/validate-container.ts';

/** A diagnostic: `DX3401@12.2` names code, instruction and operand; numbers that are 0 are omitted. */
export function diagnosticName(code: string, instruction: number, operand: number): string {
  return `${code}${instruction > 0 ? `@${instruction}` : ''}${operand > 0 ? `.${operand}` : ''}`;
}

/** The errors that our validator finds in `bytes`, in its order. */
export function sm4DiagnosticLines(bytes: Uint8Array): string[] {
  const container = readChunkDirectory(bytes, new Diagnostics());
  if (container === undefined) return ['DX1001'];
  return validateSm4(container)
    .list.filter(({ rule }) => rule.severity === undefined)
    .map(({ rule, instruction, operand }) => diagnosticName(rule.code, instruction, operand));
}

/** Some containers have thousands of diagnostics; a row of a table has only the first. */
const MAX_IN_ROW = 16;

/** Diagnostics in the notation of a recorded table. */
export function diagnosticsRow(diagnostics: readonly string[]): string {
  const shown = diagnostics.slice(0, MAX_IN_ROW).join(' ');
  return diagnostics.length > MAX_IN_ROW ? `${shown} ...` : shown;
}
