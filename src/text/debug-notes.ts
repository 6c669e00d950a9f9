/**
 * How debug information gets into listings: printers of instructions call these functions, and do not know its format.
 * They are passed in (ListingParts), so that `disassembleShader` alone does not import them.
 *
 * Not for: the formats (sm1/, sm4/).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import type { Sm4Program } from '../isa/sm4/program.ts';
import type { ListingStyle } from './options.ts';
import type { TextWriter } from './writer.ts';

/** The debug information of one program, which is written instruction by instruction, in order. */
export interface DebugNotes {
  /** Writes the lines that precede the version line. */
  begin?(out: TextWriter): void;
  /** Writes the lines that precede the line of instruction `index`, which begins at byte `offset` of the program. */
  before(out: TextWriter, index: number, offset: number): void;
  /** Writes the end of that line, without the line feed. */
  after(out: TextWriter, index: number, offset: number): void;
}

/** Readers of debug information, one for each instruction set; each returns undefined where a program has none. */
export interface DebugPrinters {
  /** Of a token stream of models 1 to 3. Spans of diagnostics are bytes from its first word. */
  readonly sm1?: (words: Uint32Array, style: ListingStyle, diagnostics: Diagnostics) => DebugNotes | undefined;
  /** Of the program of a container in its chunk `program`. */
  readonly sm4?: (
    container: Container,
    chunk: Chunk,
    program: Sm4Program,
    style: ListingStyle,
    diagnostics: Diagnostics,
  ) => DebugNotes | undefined;
}
