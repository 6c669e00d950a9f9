/** Gives a token stream to the validator as it is written, and reports the diagnostics at the lines of the text. */
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import type { Sm1StreamValidator } from '../program-validator.ts';
import type { TextLocation } from '../text-location.ts';

export class StreamValidation {
  /** The validator gave up: from here on only the grammar is checked (source: oracle). */
  isOver = false;
  /** How many diagnostics of the validator were reported. */
  #reported = 0;

  constructor(
    private readonly validator: Sm1StreamValidator | undefined,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {}

  /** Validates the `count` DWORDs from `start` on. Diagnostics are reported at `location` (source: oracle). */
  feed(words: Uint32Array, start: number, count: number, location: TextLocation): void {
    const { validator } = this;
    if (validator === undefined) return;
    if (!validator.instruction(words, start, count)) this.isOver = true;
    const { diagnostics } = validator;
    while (this.#reported < diagnostics.length) this.diagnostics.diagnostic(diagnostics[this.#reported++]!, location);
  }
}
