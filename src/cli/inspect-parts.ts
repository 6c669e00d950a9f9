/**
 * What `dxlens inspect` shows of a file, in file order: the sections of a container, and programs with their DWORDs and the
 * lines of their instructions.
 *
 * Not for: formatting it (inspect.ts, inspect-tables.ts).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { checkChunks, type ExplainedSection, explainBytes, explainContainer } from '../container/explain/sections.ts';
import type { ShaderFile } from '../container/shader-file.ts';
import type { ExplainedWord } from '../isa/model.ts';
import { sm1WordsOf } from '../isa/sm1/fields.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { SM1_TOKEN_KINDS } from '../isa/sm1/token-kinds.ts';
import { sm4WordsOf } from '../isa/sm4/fields.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { SM4_TOKEN_KINDS } from '../isa/sm4/token-kinds.ts';
import { listingStyle } from '../text/options.ts';
import { printSm1Line } from '../text/sm1/line.ts';
import { sm4Lines } from '../text/sm4/lines.ts';

/** A program of either instruction set. */
export interface InspectedProgram {
  /** Where it begins, in bytes from the start of the file or of the array in it. */
  readonly offset: number;
  /** Tag of the chunk that contains it. */
  readonly chunk: string | undefined;
  /** DWORD index of each instruction. */
  readonly starts: Uint32Array;
  readonly words: () => Iterable<ExplainedWord>;
  /** The line of an instruction in the listing, at most {@link MAX_LINE} characters. */
  readonly line: (instruction: number) => string;
  /** The name of a kind of DWORD. */
  readonly title: (kind: string) => string;
}

/** A part of the file: a program, or another section of a container. */
export type Part =
  | { readonly title: string; readonly program: InspectedProgram }
  | { readonly title: string; readonly section: ExplainedSection };

/** Characters of a line that are shown. A data block may be as long as the file. */
const MAX_LINE = 200;

/** Returns the parts of a file in order and reports what is wrong with them. */
export function inspectedParts(file: ShaderFile, diagnostics: Diagnostics): Part[] {
  const { container, bytes, programs } = file;
  if (container === undefined) {
    return programs.flatMap(({ words, offset, level9, chunk }): Part[] => {
      const program: Part = { title: '', program: sm1Program(words, offset, level9, chunk, diagnostics) };
      const end = offset + words.byteLength;
      if (end === bytes.byteLength) return [program];
      const title = 'after the last whole DWORD';
      return [program, { title, section: explainBytes(bytes.subarray(end), end, title) }];
    });
  }
  checkChunks(container, file.format !== 'dxbc', diagnostics);
  return explainContainer(bytes, container).map((section): Part => {
    const { title, program, offset, chunk } = section;
    if (program === undefined) return { title, section };
    const { words } = program;
    if (program.isa === 'sm4') return { title, program: sm4Program(words, offset, chunk, diagnostics) };
    return { title, program: sm1Program(words, offset, true, chunk, diagnostics) };
  });
}

function sm1Program(
  words: Uint32Array,
  offset: number,
  level9: boolean,
  chunk: string | undefined,
  diagnostics: Diagnostics,
): InspectedProgram {
  const program = readSm1Words(words, diagnostics.at(offset));
  return {
    offset,
    chunk,
    starts: program.starts,
    words: () => sm1WordsOf(program, { level9 }),
    line: (instruction) => shortened(printSm1Line(program, program.starts[instruction]!).text),
    title: (kind) => SM1_TOKEN_KINDS[kind as keyof typeof SM1_TOKEN_KINDS].title,
  };
}

const STYLE = listingStyle({});

function sm4Program(
  words: Uint32Array,
  offset: number,
  chunk: string | undefined,
  diagnostics: Diagnostics,
): InspectedProgram {
  const program = readSm4Words(words, diagnostics.at(offset));
  let lines: ((position: number) => string) | undefined;
  return {
    offset,
    chunk,
    starts: program.starts,
    words: () => sm4WordsOf(program),
    line: (instruction) => {
      lines ??= sm4Lines(program, STYLE);
      return shortened(`    ${lines(instruction)}`);
    },
    title: (kind) => SM4_TOKEN_KINDS[kind as keyof typeof SM4_TOKEN_KINDS].title,
  };
}

/** The first line of a text, cut to {@link MAX_LINE} characters. */
function shortened(text: string): string {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : `${text.slice(0, end)} ...`;
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} ...` : line.trimEnd();
}
