/** Listings for translations: instructions as comments in the code, preshaders in maps. */
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

/** Gives the instruction that begins at a token as a line of a listing; undefined if none begins there. */
export function instructionComments({ isa, words }: ShaderProgram): (at: number) => string | undefined {
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
export function preshaderText(words: Uint32Array): string | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const code = span && readPreshaderCode(words, span.start, span.end);
  if (code === undefined) return undefined;
  const out = TextWriter.of(0);
  printPreshaderCode(out, code, 'preshader', listingStyle());
  return out.finish().text;
}
