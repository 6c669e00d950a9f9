/**
 * The parts of a file that `dxlens inspect` shows, in file order: the sections of a container, and programs with their
 * DWORDs and the lines of their instructions.
 *
 * Not for: choosing some of it (select.ts), or formatting it (text.ts, json.ts).
 */
import type { Diagnostics } from '../../../base/diagnostics.ts';
import { bytesOf } from '../../../base/words.ts';
import { DEBUG_EXPLAINERS, explainedDbug } from '../../../debug/explain-debug.ts';
import { explainedConstantTable } from '../../../explain/ctab.ts';
import type { ExplainedBytes, ExplainedSection } from '../../../explain/payload.ts';
import { checkChunks, explainBytes, explainContainer, explainEffectFile } from '../../../explain/sections.ts';
import { isEffect } from '../../../file/detect-format.ts';
import type { ShaderFile } from '../../../file/shader-file.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { Sm1CommentTag } from '../../../isa/sm1/comments.ts';
import { sm1WordsOf } from '../../../isa/sm1/fields.ts';
import { SM1_COMMENT } from '../../../isa/sm1/opcodes.ts';
import { readSm1Words, type Sm1Program } from '../../../isa/sm1/program.ts';
import { SM1_TOKEN_KINDS } from '../../../isa/sm1/token-kinds.ts';
import { sm4WordsOf } from '../../../isa/sm4/fields.ts';
import { readSm4Words, sm4LineNumbers } from '../../../isa/sm4/program.ts';

import { SM4_TOKEN_KINDS } from '../../../isa/sm4/token-kinds.ts';
import { listingStyle } from '../../../text/options.ts';
import { printSm1Line, sm1LineNumbers } from '../../../text/sm1/line.ts';
import { sm4Lines } from '../../../text/sm4/print.ts';

/** A program of either instruction set. */
export interface InspectedProgram {
  /** Where it begins, in bytes from the start of the file or of the array in it. */
  readonly offset: number;
  /** Tag and number of the chunk that contains it. */
  readonly chunk: string | undefined;
  readonly number: string | undefined;
  /** The tokens. */
  readonly source: Uint32Array;
  /** DWORD index of each instruction. */
  readonly starts: Uint32Array;
  readonly words: () => Iterable<ExplainedWord>;
  /** The line of an instruction in the listing, at most {@link MAX_LINE} characters. */
  readonly line: (instruction: number) => string;
  /** The number that a listing gives each instruction; that of the one before for a co-issued one; -1: none. */
  readonly numbers: () => Int32Array;
  /** The comments whose contents are explained: constant tables and debug information. */
  readonly comments: readonly ExplainedComment[];
  /** The name of a kind of DWORD. */
  readonly title: (kind: string) => string;
}

/** A comment of a token stream. */
export interface ExplainedComment {
  readonly tag: string;
  /** The instruction that it is, as an index of the starts. */
  readonly instruction: number;
  /** Where the data after the tag begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly items: () => Iterable<ExplainedBytes>;
}

/** A part of the file: a program, or another section of a container. */
export type Part =
  | { readonly title: string; readonly program: InspectedProgram }
  | { readonly title: string; readonly section: ExplainedSection };

/** Characters of a line that are shown. A data block may be as long as the file. */
const MAX_LINE = 200;

/** The location of a program in its file. */
interface Location {
  readonly offset: number;
  readonly chunk: string | undefined;
  readonly number: string | undefined;
}

/** Returns the parts of a file in order and reports what is wrong with them. */
export function inspectedParts(file: ShaderFile, diagnostics: Diagnostics): Part[] {
  const { container, bytes, programs, format } = file;
  if (container === undefined && isEffect(format))
    return explainEffectFile(bytes, diagnostics, DEBUG_EXPLAINERS).map((section) => partOf(section, diagnostics));
  if (container === undefined) {
    return programs.flatMap(({ words, offset, level9, chunk }): Part[] => {
      const location = { offset, chunk, number: undefined };
      const program: Part = { title: '', program: sm1Program(words, location, level9, diagnostics) };
      const end = offset + words.byteLength;
      if (end === bytes.byteLength) return [program];
      const title = 'after the last whole DWORD';
      return [program, { title, section: explainBytes(bytes.subarray(end), end, title) }];
    });
  }
  checkChunks(container, file.format !== 'dxbc', diagnostics);
  return explainContainer(bytes, container, DEBUG_EXPLAINERS).map((section) => partOf(section, diagnostics));
}

function partOf(section: ExplainedSection, diagnostics: Diagnostics): Part {
  const { title, program } = section;
  if (program === undefined) return { title, section };
  const { words, level9 } = program;
  if (program.isa === 'sm4') return { title, program: sm4Program(words, section, diagnostics) };
  return { title, program: sm1Program(words, section, level9, diagnostics) };
}

/** A program of shader models 1 to 3. */
export function sm1Program(
  words: Uint32Array,
  { offset, chunk, number }: Location,
  level9: boolean,
  diagnostics: Diagnostics,
): InspectedProgram {
  const program = readSm1Words(words, diagnostics.at(offset));
  return {
    offset,
    chunk,
    number,
    source: words,
    starts: program.starts,
    words: () => sm1WordsOf(program, { level9 }),
    line: (instruction) => shortened(printSm1Line(program, program.starts[instruction]!).text),
    numbers: () => sm1LineNumbers(program),
    comments: explainedComments(program, offset),
    title: (kind) => SM1_TOKEN_KINDS[kind as keyof typeof SM1_TOKEN_KINDS].title,
  };
}

/** The comments whose bytes are explained, by their tags. */
const COMMENTS = new Map([
  [Sm1CommentTag.constantTable, { tag: 'CTAB', explained: explainedConstantTable }],
  [Sm1CommentTag.debug, { tag: 'DBUG', explained: explainedDbug }],
]);

/** The comments of a stream that hold constant tables and debug information. */
function explainedComments({ words, starts, count, end }: Sm1Program, offset: number): ExplainedComment[] {
  const comments: ExplainedComment[] = [];
  for (let i = 0; i < count; i++) {
    const at = starts[i]!;
    const comment = (words[at]! & 0xffff) === SM1_COMMENT ? COMMENTS.get(words[at + 1]!) : undefined;
    if (comment === undefined) continue;
    const data = at + 2;
    const stop = i + 1 < count ? starts[i + 1]! : end;
    const from = offset + 4 * data;
    const items = () => comment.explained(bytesOf(words.subarray(data, stop)), from);
    comments.push({ tag: comment.tag, instruction: i, offset: from, items });
  }
  return comments;
}

const STYLE = listingStyle({});

/** A program of shader models 4 to 5.1. */
export function sm4Program(
  words: Uint32Array,
  { offset, chunk, number }: Location,
  diagnostics: Diagnostics,
): InspectedProgram {
  const program = readSm4Words(words, diagnostics.at(offset));
  let lines: ((position: number) => string) | undefined;
  return {
    offset,
    chunk,
    number,
    source: words,
    starts: program.starts,
    words: () => sm4WordsOf(program),
    line: (instruction) => {
      lines ??= sm4Lines(program, STYLE);
      return shortened(`    ${lines(instruction)}`);
    },
    numbers: () => sm4LineNumbers(program),
    comments: [],
    title: (kind) => SM4_TOKEN_KINDS[kind as keyof typeof SM4_TOKEN_KINDS].title,
  };
}

/** The first line of a text, cut to {@link MAX_LINE} characters. */
function shortened(text: string): string {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : `${text.slice(0, end)} ...`;
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} ...` : line.trimEnd();
}
