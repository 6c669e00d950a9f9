/**
 * Chooses what `dxlens inspect` shows of a file: chunks, instructions, or what is at some offsets.
 *
 * Not for: reading the options (inspect.ts).
 */

import type { Diagnostics } from '../../../base/diagnostics.ts';
import type { ExplainedBytes } from '../../../explain/payload.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { DX0025, DX0026, DX1041 } from '../../messages.ts';
import { suggestionFor } from '../../options.ts';
import type { ExplainedComment, InspectedProgram, Part } from './parts.ts';

/** The choice that the options make; an empty list chooses everything. */
export interface Selection {
  /** Tags of chunks or comments, and numbers of chunks as `container list` prints them. */
  readonly chunks: readonly string[];
  /** First and last number of instructions, as `disasm --numbers` prints them. */
  readonly instructions: readonly (readonly [first: number, last: number])[];
  /** In bytes from the start of the file. */
  readonly offsets: readonly number[];
}

export const EVERYTHING: Selection = { chunks: [], instructions: [], offsets: [] };

/** Returns what `selection` chooses of `parts`, and reports what is not there. `size` is that of the file. */
export function selectParts(
  parts: readonly Part[],
  { chunks, instructions, offsets }: Selection,
  size: number,
  diagnostics: Diagnostics,
): readonly Part[] {
  let selected = parts;
  if (chunks.length > 0) selected = partsOfChunks(parts, chunks, size, diagnostics);
  if (instructions.length > 0) selected = partsOfInstructions(selected, instructions, size, diagnostics);
  if (offsets.length > 0) selected = partsAt(parts, offsets, size, diagnostics);
  return selected;
}

function partsOfChunks(parts: readonly Part[], chunks: readonly string[], size: number, diagnostics: Diagnostics) {
  for (const chunk of chunks) {
    if (parts.some((part) => partOfChunks(part, [chunk]) !== undefined)) continue;
    const suggestion = suggestionFor(chunk, parts.flatMap(namesOf));
    diagnostics.report(DX1041, 0, size, { chunk, suggestion });
  }
  return parts.flatMap((part) => partOfChunks(part, chunks) ?? []);
}

function namesOf(part: Part): string[] {
  const { chunk } = 'program' in part ? part.program : part.section;
  const comments = 'program' in part ? part.program.comments.map(({ tag }) => tag) : [];
  return [...(chunk === undefined ? [] : [chunk]), ...comments];
}

/** Returns the portion of a part that belongs to the chunks with these names; undefined if there is none. */
function partOfChunks(part: Part, chunks: readonly string[]): Part | undefined {
  const { chunk, number } = 'program' in part ? part.program : part.section;
  const isChosen = (name: string) => name === chunk || name === number || number?.startsWith(`${name}.`);
  if (chunks.some(isChosen)) return part;
  if (!('program' in part)) return undefined;
  const comments = part.program.comments.filter(({ tag }) => chunks.includes(tag));
  if (comments.length === 0) return undefined;
  const chosen = new Set(comments.map(({ instruction }) => instruction));
  return { ...part, program: withInstructions(part.program, (instruction) => chosen.has(instruction)) };
}

function partsOfInstructions(
  parts: readonly Part[],
  ranges: Selection['instructions'],
  size: number,
  diagnostics: Diagnostics,
): Part[] {
  const programs = parts.flatMap((part) => ('program' in part ? [{ ...part, numbers: part.program.numbers() }] : []));
  const last = programs.reduce((most, { numbers }) => numbers.reduce((a, b) => Math.max(a, b), most), -1);
  for (const [from] of ranges) {
    if (from > last) diagnostics.report(DX0025, 0, size, { number: from, count: last + 1 });
  }
  return programs.flatMap(({ title, program, numbers }) => {
    const isChosen = (instruction: number) => {
      const number = numbers[instruction] ?? -1;
      return ranges.some(([from, to]) => number >= from && number <= to);
    };
    if (!numbers.some((_, instruction) => isChosen(instruction))) return [];
    return [{ title, program: withInstructions(program, isChosen) }];
  });
}

/** `program` with some of its instructions only. */
function withInstructions(program: InspectedProgram, isChosen: (instruction: number) => boolean): InspectedProgram {
  return {
    ...program,
    words: () => filtered(program.words(), ({ instruction }: ExplainedWord) => isChosen(instruction)),
    comments: program.comments.filter(({ instruction }) => isChosen(instruction)),
  };
}

function partsAt(parts: readonly Part[], offsets: readonly number[], size: number, diagnostics: Diagnostics): Part[] {
  for (const offset of offsets) {
    if (offset >= size) diagnostics.report(DX0026, 0, size, { offset, size });
  }
  const covers = (at: number, length: number) => offsets.some((offset) => offset >= at && offset < at + length);
  const has = ({ offset, size }: ExplainedBytes) => covers(offset, size);
  return parts.flatMap((part): Part[] => {
    if ('section' in part) {
      const { section } = part;
      if (!covers(section.offset, section.size)) return [];
      return [{ ...part, section: { ...section, items: () => filtered(section.items(), has) } }];
    }
    const { program } = part;
    if (!covers(program.offset, program.source.byteLength)) return [];
    const words = () => filtered(program.words(), ({ at }: ExplainedWord) => covers(program.offset + 4 * at, 4));
    const comments = program.comments.flatMap((comment): ExplainedComment[] => {
      const items = [...filtered(comment.items(), has)];
      return items.length === 0 ? [] : [{ ...comment, items: () => items }];
    });
    return [{ ...part, program: { ...program, words, comments } }];
  });
}

function* filtered<Value>(values: Iterable<Value>, isChosen: (value: Value) => boolean): Generator<Value> {
  for (const value of values) if (isChosen(value)) yield value;
}
