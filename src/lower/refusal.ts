/** How lowering stops at what has no meaning. It never leaves this directory: `orDiagnostic` makes a diagnostic of it. */
import type { MessageValues } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param at index of the token that has no meaning */
  constructor(
    readonly reason: Message,
    readonly at: number,
    readonly values: MessageValues = {},
  ) {
    super(reason.code);
  }
}
