/** The recorded examples of the compiler's codes: wrong sources, and what Microsoft says about them. */
import { readFileSync } from 'node:fs';

/** Written by record-compile-examples.ts. */
export const COMPILE_EXAMPLES = 'fixtures/diagnostics/compile-examples.jsonl';

/**
 * Codes without an example: of signatures one that no source at hand gets (Microsoft's compiler finds another fault
 * first). The sources of X4505, X4547 and X4548 would be too long, and effects of MonoGame are not Microsoft's. With
 * X3208 and X3209 Microsoft's compiler lists the errors of a program that it leaves out of a library that it accepts.
 */
export const COMPILE_WITHOUT_EXAMPLE: readonly string[] = [
  'DX6235',
  'DX6236',
  'DX6237',
  'X3208',
  'X3209',
  'X3687',
  'X3719',
  'X3722',
  'X3723',
  'X4505',
  'X4547',
  'X4548',
  'X5589',
];

/** A diagnostic: its code, line and column; 0 where it is about no line. */
export type Located = readonly [code: string, line: number, column: number];

export interface CompileExample {
  readonly profile: string;
  readonly source: string;
  /** Errors in Microsoft's order; empty where it accepts the source. */
  readonly errors: readonly Located[];
  readonly warnings: readonly Located[];
}

export function readCompileExamples(): CompileExample[] {
  const text = readFileSync(COMPILE_EXAMPLES, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as CompileExample]));
}
