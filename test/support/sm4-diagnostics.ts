/** What our validator finds in a container, in the form in which Microsoft's answers are recorded. For tests and comparisons. */
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readDirectory } from '../../src/container/dxbc.ts';
import { validateSm4 } from '../../src/validate/sm4/validate-container.ts';

/** A finding: `DX3401@12.2` names code, instruction and operand; what is 0 is left out. */
export function findingName(code: string, instruction: number, operand: number): string {
  return `${code}${instruction > 0 ? `@${instruction}` : ''}${operand > 0 ? `.${operand}` : ''}`;
}

/** The errors that our validator finds in `bytes`, in its order. */
export function sm4FindingTexts(bytes: Uint8Array): string[] {
  const container = readDirectory(bytes, new Diagnostics());
  if (container === undefined) return ['DX1001'];
  return validateSm4(container)
    .list.filter(({ rule }) => rule.severity === undefined)
    .map(({ rule, instruction, operand }) => findingName(`DX${rule.code}`, instruction, operand));
}

/** Some containers have thousands of findings; a row of a table has the first ones. */
const MOST_IN_ROW = 16;

/** Findings as a row of a recorded table has them. */
export function findingsRow(findings: readonly string[]): string {
  const shown = findings.slice(0, MOST_IN_ROW).join(' ');
  return findings.length > MOST_IN_ROW ? `${shown} ...` : shown;
}
