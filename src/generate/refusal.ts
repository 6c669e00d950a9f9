/** The end of generation with a diagnostic. */
import type { Message } from '../base/messages.ts';

export class Refusal extends Error {
  constructor(
    readonly diagnostic: Message,
    readonly values: Readonly<Record<string, string | number>>,
  ) {
    super(diagnostic.code);
  }
}
