/** The result of the assemblers. */
import type { Diagnostic } from '../base/diagnostics.ts';

export interface Assembled {
  /** The token stream, or the container of shader models 4 to 5.1; undefined when there are errors. */
  readonly bytes: Uint8Array | undefined;
  /** Each with its location in a text; for shader models 1 to 3 in the order in which Microsoft's assembler reports them. */
  readonly diagnostics: readonly (Diagnostic & Required<Pick<Diagnostic, 'file' | 'line' | 'column' | 'endColumn'>>)[];
}
