/** The subpath `dxlens/internals/codes`: what the codes of diagnostics mean. */
import type { Severity } from './diagnostics.ts';
import table from './explanations.json' with { type: 'json' };

/** The explanation of a code. `npm run setup` makes explanations.json from the tables of messages and rules. */
export interface CodeExplanation {
  readonly severity: Severity;
  /** The problem. `{name}` is a value that the diagnostic contains. */
  readonly text: string;
  readonly hint?: string | undefined;
  /** The shader models, or the subject, that the code belongs to. */
  readonly models?: string | undefined;
  readonly rules?: readonly string[] | undefined;
  /** Names in the debug layers of Direct3D. */
  readonly runtime?: readonly string[] | undefined;
  /** Lines of an input that gets the diagnostic: a listing, or DWORDs in hexadecimal. */
  readonly example?: readonly string[] | undefined;
}

/** Every code with its explanation, in the order of the codes. */
export const CODE_EXPLANATIONS: ReadonlyMap<string, CodeExplanation> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(table as Readonly<Record<string, CodeExplanation>>),
);

/**
 * Explains the code of a diagnostic: what it means, how to fix it, and an example.
 *
 * @param code such as `X5546` or `DX3472`, in capitals or not
 * @returns undefined if there is no such code
 */
export function explainCode(code: string): CodeExplanation | undefined {
  return CODE_EXPLANATIONS.get(code.toUpperCase());
}
