/**
 * A shader that the page shows: its listing, its sections, and what its bytes mean.
 *
 * Not for: keeping shaders (shader-store.ts).
 */
import { type OpenedShaderFile, openShaderFile } from 'dxlens';
import { DEBUG_EXPLAINERS } from 'dxlens/internals/debug';
import { type ExplainedSection, explainContainer, explainEffect } from 'dxlens/internals/explain';
import type { ShaderId } from '../model/shader-row.ts';
import { listingOfText } from './edited-text.ts';
import { explainInstruction, InstructionFinder } from './explain-program.ts';
import { explainRecord } from './explain-section.ts';
import { type ListedProgram, listingOf } from './listing.ts';
import type { ExplainedPart, SectionData, ShaderData } from './protocol.ts';

/** A section with the program in it, if it is one. */
type Section = Pick<ExplainedSection, 'title' | 'chunk' | 'offset' | 'size' | 'items' | 'program'>;

export class OpenShader {
  readonly bytes: Uint8Array;
  readonly #id: ShaderId;
  readonly #file: OpenedShaderFile;
  readonly #sections: readonly Section[];
  readonly #finders = new Map<Section, InstructionFinder>();

  constructor(id: ShaderId, bytes: Uint8Array) {
    this.#id = id;
    this.bytes = bytes;
    this.#file = openShaderFile(bytes);
    this.#sections = sectionsOf(this.#file, bytes.byteLength);
  }

  /**
   * Returns the data that the page shows first.
   *
   * @param text the text that the program was assembled from, to be shown instead of the listing
   */
  data(text?: string): ShaderData {
    const { format, profile, programs, diagnostics } = this.#file;
    const listed = this.programs;
    const printed = listingOf(this.bytes, listed);
    return {
      id: this.#id,
      format,
      profile,
      bytes: this.bytes,
      listing: text === undefined || text === printed.text ? printed : listingOfText(text, printed, listed),
      sections: this.#sections.map(
        ({ title, chunk, offset, size, program }): SectionData => ({
          title,
          chunk,
          offset,
          size,
          isProgram: program !== undefined,
        }),
      ),
      diagnostics,
      isEditable: programs.some(({ level9 }) => !level9),
    };
  }

  /**
   * The programs that the listing has: of several of one stage only the main one, of a library those of its functions.
   */
  get programs(): ListedProgram[] {
    const { programs } = this.#file;
    if (programs.length > 0) return [...programs];
    return this.#sections.flatMap(({ program, offset }) => (program === undefined ? [] : [{ ...program, offset }]));
  }

  /** The instruction or record that contains the byte at `offset`; undefined outside of the shader. */
  explain(offset: number): ExplainedPart | undefined {
    const section = this.#sections.find((one) => offset >= one.offset && offset < one.offset + one.size);
    if (section === undefined) return undefined;
    if (section.program === undefined) return explainRecord(section, offset);
    let finder = this.#finders.get(section);
    if (finder === undefined) {
      finder = new InstructionFinder(section.program.isa, section.program.words, section.program.level9);
      this.#finders.set(section, finder);
    }
    return explainInstruction(finder, section.offset, offset);
  }
}

function sectionsOf({ container, programs, bytes, format }: OpenedShaderFile, size: number): readonly Section[] {
  if (container !== undefined) return explainContainer(bytes, container, DEBUG_EXPLAINERS);
  if (format === 'fx2' || format === 'fx5') return explainEffect(bytes, DEBUG_EXPLAINERS).sections;
  const [program] = programs;
  if (program === undefined) return size === 0 ? [] : [unknown('bytes', 0, size)];
  const { isa, words, offset, level9 } = program;
  const title = 'program';
  const end = offset + words.byteLength;
  const section = {
    title,
    chunk: undefined,
    offset,
    size: words.byteLength,
    items: () => [],
    program: { isa, words, level9 },
  };
  return end < size ? [section, unknown('after the last whole DWORD', end, size - end)] : [section];
}

/** A section of bytes with unknown content. */
function unknown(title: string, offset: number, size: number): Section {
  return { title, chunk: undefined, offset, size, items: () => [] };
}
