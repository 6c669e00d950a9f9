/** What assembling a text of any model answers. */
import type { AssemblyDiagnostic } from './diagnostics.ts';

export interface Assembled {
  /** The token stream, or the container of shader models 4 to 5.1; undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  /** Of shader models 1 to 3 in the order in which Microsoft's assembler reports them. */
  readonly diagnostics: readonly AssemblyDiagnostic[];
}
