/**
 * Finds the programs of shader model 1-3 in a file of any kind: the file itself, an array in C source, the chunks of feature
 * level 9 in a container.
 *
 * Not for: reading the programs, or saying what a verb lacks for files without any.
 */

import { Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { parseAon9 } from './aon9.ts';
import { parseCArrays } from './c-array.ts';
import {
  detectContainerFormat,
  detectFormat,
  type FileFormat,
  formatName,
  isAssembly,
  missingFor,
  shaderArray,
} from './detect-format.ts';
import { CHUNK_HEADER_SIZE, type Container, isContainer, parseContainer } from './dxbc.ts';
import { FORMAT_MESSAGES } from './messages.ts';
import { TAG } from './tags.ts';

/** A token stream, version token first. */
export interface FoundProgram {
  readonly words: Uint32Array;
  /** Where the words begin, in bytes from the start of the file or of the array. */
  readonly offset: number;
  /** It comes from a chunk of feature level 9, whose operands may have a minimum precision. */
  readonly level9: boolean;
  /**
   * The chunk that it comes from. Programs for XNA (`XNAS`, `XNAP`) are written for another console's rules: Microsoft's own
   * validator refuses what its compiler wrote there (source: oracle).
   */
  readonly chunk?: 'Aon9' | 'XNAS' | 'XNAP';
}

export interface FoundPrograms {
  readonly kind: FileFormat;
  /** The bytes that offsets count in: those of the file, or of the array in it. */
  readonly bytes: Uint8Array;
  /** The name of the array that was read; undefined where the file is no C source. */
  readonly array: string | undefined;
  readonly programs: readonly FoundProgram[];
  /** The container that {@link bytes} are, digest checked; undefined where they are none that can be read. */
  readonly container: Container | undefined;
}

/** The programs in `bytes`, in their order; what cannot be read on the way is told through `diagnostics`. */
export function findPrograms(bytes: Uint8Array, diagnostics: Diagnostics): FoundPrograms {
  const container = isContainer(bytes) ? parseContainer(bytes, diagnostics) : undefined;
  const kind = container ? detectContainerFormat(container) : detectFormat(bytes);
  if (kind.kind === 'c-array') return findInArray(bytes, diagnostics);
  if (kind.kind === 'sm1') return found(kind, bytes, [{ words: wordsOf(bytes), offset: 0, level9: false }]);
  if (container === undefined || kind.kind !== 'dxbc') return found(kind, bytes, [], container);
  return found(kind, bytes, level9Programs(container, diagnostics), container);
}

function found(
  kind: FileFormat,
  bytes: Uint8Array,
  programs: readonly FoundProgram[],
  container?: Container,
): FoundPrograms {
  return { kind, bytes, array: undefined, programs, container };
}

/** Those of the first array in C source that is a shader. */
function findInArray(text: Uint8Array, diagnostics: Diagnostics): FoundPrograms {
  const arrays = parseCArrays(text, diagnostics);
  // The kind says that there is one.
  const array = shaderArray(arrays)!;
  if (arrays.length > 1)
    diagnostics.report(FORMAT_MESSAGES.DX0009, 0, text.byteLength, { count: arrays.length, name: array.name });
  const inner = new Diagnostics();
  const programs = findPrograms(array.bytes, inner);
  const note = arrayNote(array.name);
  for (const diagnostic of inner.list) diagnostics.list.push({ ...diagnostic, notes: [...diagnostic.notes, note] });
  return { ...programs, array: array.name };
}

/** What is said behind a diagnostic about an array in C source. */
export function arrayNote(name: string): string {
  return `the offset counts in the array ${name}`;
}

const LEVEL9_NAMES = new Map((['Aon9', 'XNAS', 'XNAP'] as const).map((name) => [TAG[name], name]));

function level9Programs(container: Container, diagnostics: Diagnostics): FoundProgram[] {
  const programs: FoundProgram[] = [];
  for (const chunk of container.chunks) {
    const name = LEVEL9_NAMES.get(chunk.tag);
    if (name === undefined) continue;
    const program = parseAon9(container, chunk, diagnostics);
    // Where the chunk has none it has been said already.
    if (program === undefined || program.words.length === 0) continue;
    const offset = chunk.offset + CHUNK_HEADER_SIZE + program.offset;
    programs.push({ words: program.words, offset, level9: true, chunk: name });
  }
  return programs;
}

/** What verbs for shader models 1 to 3 lack for texture shaders, whose tokens are of another kind. */
const NO_TEXTURE_SHADERS = 'the same for texture shaders, whose format is another one';

/**
 * Says why there is nothing to do in a file without programs. Of a container that cannot be read it has been said already.
 *
 * @param verb what was to be done with it
 * @param missing what dxlens lacks to do that with a file of shader models 4-5.1
 */
export function reportNoPrograms(
  { kind, bytes, container }: FoundPrograms,
  verb: string,
  missing: string,
  diagnostics: Diagnostics,
): void {
  const size = bytes.byteLength;
  const own = kind.kind === 'tx' ? NO_TEXTURE_SHADERS : missingFor(kind.kind);
  if (size === 0) diagnostics.report(FORMAT_MESSAGES.DX0003, 0, 0);
  else if (kind.kind === 'unknown') diagnostics.report(FORMAT_MESSAGES.DX0001, 0, size, { size });
  else if (isAssembly(kind)) diagnostics.report(FORMAT_MESSAGES.DX0015, 0, size, { kind: formatName(kind) });
  else if (kind.kind !== 'dxbc' || container !== undefined)
    diagnostics.report(FORMAT_MESSAGES.DX0013, 0, size, { kind: formatName(kind), verb, missing: own ?? missing });
}
