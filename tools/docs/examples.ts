/** The recorded examples of X codes: what raises each, and what Microsoft says about it. */
import { existsSync, readFileSync } from 'node:fs';

/** Written by record-examples.ts. */
export const EXAMPLES = 'fixtures/diagnostics/examples.jsonl';

/**
 * Codes without an example: of the assembler those that need debug information of more than a comment holds, or a NUL
 * after a directive; of the validator those that no input at hand raises.
 */
export const WITHOUT_EXAMPLE: readonly string[] = [
  ...['X2030', 'X1501'],
  ...['X5051', 'X5118', 'X5133', 'X5160', 'X5399'],
];

export interface Example {
  readonly code: string;
  /** Assembly that raises it; absent where no text does. */
  readonly text?: string;
  /** The DWORDs of a stream that raises it, in hexadecimal. */
  readonly words?: string;
  /** Flags of the validator, where they are not 0. */
  readonly flags?: number;
  /** Every code that Microsoft gives for it, in its order. */
  readonly codes: readonly string[];
}

/** In the order of their codes. */
export function readExamples(): Example[] {
  if (!existsSync(EXAMPLES)) return [];
  const text = readFileSync(EXAMPLES, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Example]));
}

export function wordsText(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join(' ');
}

/** The DWORDs of {@link Example.words}. */
export function wordsOfText(text: string): Uint32Array {
  return Uint32Array.from(text.split(' '), (word) => Number.parseInt(word, 16));
}
