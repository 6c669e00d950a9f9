/**
 * A section of a file, as it is explained.
 *
 * Not for: dividing files into sections (sections.ts, effect.ts).
 */
import type { ExplainedBytes } from './payload.ts';

/** A part of a file that is shown as one section. */
export interface ExplainedSection {
  /** `container`, `chunk 2: ISGN, input signature`, `program of chunk 4`. */
  readonly title: string;
  /** Tag of the chunk that it belongs to. */
  readonly chunk: string | undefined;
  /** Number of that chunk in its container, after that of the library function: `2`, `0.1`. */
  readonly number: string | undefined;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  /** Its items; empty for a program. */
  readonly items: () => Iterable<ExplainedBytes>;
  readonly program?: SectionProgram;
}

export interface SectionProgram {
  /** Which instruction set it is written in. */
  readonly isa: 'sm1' | 'sm4';
  /** Whether it is a program for feature level 9. */
  readonly level9: boolean;
  /** The tokens, version first. */
  readonly words: Uint32Array;
}
