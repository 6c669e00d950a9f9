/**
 * The parts of a shader that are compared line by line: programs, preshaders and root signatures, each as the lines of
 * its listing.
 *
 * Not for: comparing them (compare-listings.ts), or what a shader has besides (facts.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { bytesOf, stringAt, wordsOf } from '../base/words.ts';
import { readLibh } from '../chunks/library.ts';
import { readRts0 } from '../chunks/rts0.ts';
import { CHUNK_HEADER_SIZE, type Chunk } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { readShaderFile, type ShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { SM1_COMMENT } from '../isa/sm1/opcodes.ts';
import { readTxWords } from '../isa/sm1/preshader.ts';
import { readSm1Words, type Sm1Program } from '../isa/sm1/program.ts';
import { readSm4Words, sm4LineNumbers } from '../isa/sm4/program.ts';

import { listingStyle } from '../text/options.ts';
import { printRootSignature } from '../text/root-signature.ts';
import { printSm1Line, sm1LineNumbers } from '../text/sm1/line.ts';
import { printPreshader } from '../text/sm1/preshader.ts';
import { printTx } from '../text/sm1/print.ts';
import { sm4Lines } from '../text/sm4/print.ts';
import { written } from '../text/writer.ts';
import { withoutOverlaps } from './facts.ts';

export interface ListingLine {
  /**
   * Number of the instruction in a numbered listing; null where that has none, as before declarations. Of a text
   * without instructions the number of the line.
   */
  readonly number: number | null;
  /**
   * Number of the instruction as diagnostics count: from 1, with declarations and comments; null in a text without
   * instructions.
   */
  readonly instruction: number | null;
  /** Of its first word, in bytes from the start of the file; null in a text without instructions. */
  readonly offset: number | null;
  /** Without indentation and line feed, literals in the exact notation; Latin-1, one character a byte. */
  readonly text: string;
  /** The words of the instruction, or of its row in a data block; empty in a text without instructions. */
  readonly words: Uint32Array;
}

/** A part of a shader that is compared line by line. */
export interface ListingPart {
  /** Identifies the part in both shaders: `program`, `Aon9`, `function NAME`, `preshader`, `root signature`. */
  readonly name: string;
  /** Whether its lines are instructions, whose registers may be renamed. */
  readonly isProgram: boolean;
  /** All its words, by which equal parts are recognized without their lines. */
  readonly words: Uint32Array;
  readonly lines: () => ListingLine[];
}

/** The style of the lines: what differs in a number differs in the text. */
export const EXACT_STYLE = listingStyle({ exact: true });
const NO_WORDS = new Uint32Array(0);
/** Words of a row in an immediate constant buffer, and of its header. */
const ROW = 4;
const DATA_BLOCK_HEADER = 2;

/** The parts of a file in its order. */
export function listingParts(file: ShaderFile): ListingPart[] {
  const { container, format, bytes } = file;
  const programs = withoutOverlaps(file.programs, ({ words }) => words.byteLength, bytes.byteLength);
  const parts = programs.flatMap((program) => programParts(program, 0, ''));
  if (format === 'tx')
    parts.push(
      textPart('program', wordsOf(bytes), () => {
        const program = readTxWords(wordsOf(bytes), new Diagnostics());
        return written((out) => printTx(out, program, EXACT_STYLE, new Diagnostics()));
      }),
    );
  if (container === undefined) return parts;
  if (format === 'library') {
    const names = libraryNames(file);
    const chunks = container.chunks.filter(({ tag }) => tag === TAG.LIBF);
    const functions = withoutOverlaps(chunks, ({ data }) => data.byteLength, bytes.byteLength);
    for (const [index, chunk] of functions.entries())
      for (const part of functionParts(chunk, names[index] ?? `${index}`)) parts.push(part);
  }
  const rootChunk = container.find(TAG.RTS0);
  if (rootChunk !== undefined) {
    parts.push(
      textPart('root signature', wordsOf(rootChunk.data), () => {
        const signature = readRts0(container, rootChunk, new Diagnostics());
        return signature === undefined ? '' : printRootSignature(signature);
      }),
    );
  }
  return parts;
}

/** The names of the functions of a library in the order of their chunks. */
function libraryNames({ container }: ShaderFile): (string | undefined)[] {
  const header = container?.find(TAG.LIBH);
  if (container === undefined || header === undefined) return [];
  return readLibh(container, header, new Diagnostics())?.functions.map(({ name }) => name) ?? [];
}

function functionParts({ data, offset }: Chunk, name: string): ListingPart[] {
  const file = readShaderFile(data, new Diagnostics());
  const programs = withoutOverlaps(file.programs, ({ words }) => words.byteLength, data.byteLength);
  return programs.flatMap((program) => programParts(program, offset + CHUNK_HEADER_SIZE, `function ${name}`));
}

/**
 * A program, and its preshader.
 *
 * @param origin offset of the container of the program in the file
 * @param owner the function or shader that it belongs to, or nothing
 */
export function programParts(
  { isa, words, offset, chunk, level9 }: ShaderProgram,
  origin: number,
  owner: string,
): ListingPart[] {
  const own = level9 ? chunk : owner === '' ? 'program' : undefined;
  const name = [owner, own].filter(Boolean).join(', ');
  const lines = isa === 'sm4' ? sm4ProgramLines : sm1ProgramLines;
  const program = { name, isProgram: true, words, lines: () => lines(words, origin + offset) };
  if (isa === 'sm4') return [program];
  const preshader = preshaderText(words);
  return preshader === ''
    ? [program]
    : [program, textPart([owner, 'preshader'].filter(Boolean).join(', '), words, () => preshader)];
}

/** The listing of a preshader without its comments, which say what the constant table does. */
function preshaderText(words: Uint32Array): string {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const text = span ? written((out) => printPreshader(out, words, span, EXACT_STYLE, new Diagnostics())) : '';
  return text.replace(/^\/\/.*$/gm, '');
}

/** A part that is no program: its lines are those of `text`. */
export function textPart(name: string, words: Uint32Array, text: () => string): ListingPart {
  return { name, isProgram: false, words, lines: () => textLines(text()) };
}

function textLines(text: string): ListingLine[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line, index) => ({ number: index + 1, instruction: null, offset: null, text: line, words: NO_WORDS }));
}

const numberOrNull = (number: number) => (number < 0 ? null : number);

function sm4ProgramLines(words: Uint32Array, offset: number): ListingLine[] {
  const program = readSm4Words(words);
  const textOf = sm4Lines(program, EXACT_STYLE);
  const numbers = sm4LineNumbers(program);
  const { starts, count, end: programEnd } = program;
  const lines: ListingLine[] = [];
  for (let i = 0; i < count; i++) {
    const number = numberOrNull(numbers[i]!);
    const last = i + 1 < count ? starts[i + 1]! : programEnd;
    const splitLines = textOf(i).split('\n');
    let start = starts[i]!;
    splitLines.forEach((text, row) => {
      // A data block has a line for each row of it; a comment may have more lines than rows.
      const end = start + ROW + (row === 0 ? DATA_BLOCK_HEADER : 0);
      const next = row === splitLines.length - 1 ? last : Math.min(last, end);
      const own = words.subarray(start, next);
      lines.push({ number, instruction: i + 1, offset: offset + 4 * start, text: text.trim(), words: own });
      start = next;
    });
  }
  return lines;
}

function sm1ProgramLines(words: Uint32Array, offset: number): ListingLine[] {
  const program = readSm1Words(words);
  const numbers = sm1LineNumbers(program);
  const { starts, count, end } = program;
  const lines: ListingLine[] = [];
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    const text = sm1Text(program, start);
    if (text === undefined) continue;
    const own = words.subarray(start, i + 1 < count ? starts[i + 1]! : end);
    lines.push({ number: numberOrNull(numbers[i]!), instruction: i + 1, offset: offset + 4 * start, text, words: own });
  }
  return lines;
}

/**
 * The line of the instruction at DWORD `start`; undefined for a comment that is no line of text, which is a fact of the
 * shader.
 */
function sm1Text(program: Sm1Program, start: number): string | undefined {
  if ((program.words[start]! & 0xffff) !== SM1_COMMENT)
    return printSm1Line(program, start, EXACT_STYLE.literals).text.trim();
  const cursor = new Sm1Cursor(program.words);
  cursor.moveTo(start);
  if (cursor.commentTag !== Sm1CommentTag.text) return undefined;
  return `// ${stringAt(bytesOf(program.words.subarray(cursor.literals + 1, cursor.end)), 0)}`;
}
