/**
 * Listings as parts of translations: instructions as comments, and preshaders in maps. A separate module, because most
 * translations have neither and the program loads it only where one has.
 */
import type { ShaderProgram } from '../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { readPreshaderCode } from '../isa/sm1/preshader.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { listingStyle } from '../text/options.ts';
import { printSm1Line } from '../text/sm1/line.ts';
import { printPreshaderCode } from '../text/sm1/preshader.ts';
import { sm4Lines } from '../text/sm4/print.ts';
import { TextWriter } from '../text/writer.ts';

export interface ListingParts {
  /** Instructions as comments, by token. */
  readonly comments: (program: ShaderProgram) => (at: number) => string | undefined;
  /** The listing of the preshader of a program of models 1 to 3. */
  readonly preshaderCode: (words: Uint32Array) => string | undefined;
}

/** Gives the instruction that begins at a token as a line of a listing; undefined if none begins there. */
function instructionComments({ isa, words }: ShaderProgram): (at: number) => string | undefined {
  if (isa === 'sm1') return sm1Comments(words);
  const program = readSm4Words(words);
  const positions = new Map<number, number>();
  for (let i = 0; i < program.starts.length; i++) positions.set(program.starts[i]!, i);
  const lineAt = sm4Lines(program, listingStyle());
  return (at) => {
    const position = positions.get(at);
    return position === undefined ? undefined : lineAt(position).split('\n', 1)[0]!.trimEnd();
  };
}

function sm1Comments(words: Uint32Array): (at: number) => string | undefined {
  const program = readSm1Words(words);
  const starts = new Set(program.starts.subarray(0, program.count));
  return (at) => (starts.has(at) ? printSm1Line(program, at).text.trim() : undefined);
}

/** The listing of the preshader of a program of models 1 to 3; undefined where it has none. */
function preshaderText(words: Uint32Array): string | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const code = span && readPreshaderCode(words, span.start, span.end);
  if (code === undefined) return undefined;
  const out = TextWriter.of(0);
  printPreshaderCode(out, code, 'preshader', listingStyle());
  return out.finish().text;
}

export const LISTINGS: ListingParts = { comments: instructionComments, preshaderCode: preshaderText };
