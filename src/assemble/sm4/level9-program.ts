/**
 * Assembles the programs of shader model 2 in listings of feature level 9. The assembler of that model reads them,
 * except for operations that only listings have, versions of functions, and literals in hexadecimal.
 *
 * Not for: the tables before them (`headers/level9.ts`), or their chunk.
 */
import { SM1_LIBRARY_PIXEL, SM1_LIBRARY_VERTEX, SM1_VERSION } from '../../base/profile.ts';
import type { Level9Content } from '../../chunks/aon9.ts';
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { Sm1Parser } from '../sm1/parser.ts';
import { Preprocessor } from '../sm1/preprocessor.ts';
import { type LineReports, type Piece, withoutPrefix } from './headers/lines.ts';

/** The prefix of the version of a level 9 program that belongs to a function. */
const LIBRARY_NAME = 'lib_4_0_';
const LIBRARY_PREFIX = /lib_4_0_/;

/** The words of the program of shader model 2 at `piece`; undefined when it has errors, which are reported. */
export function level9Words(piece: Piece, reports: LineReports): Uint32Array | undefined {
  const { source, name, diagnostics } = reports;
  const text = source
    .slice(piece.start, piece.end)
    .split('\n')
    .map((line) => ' '.repeat(line.length - withoutPrefix(line).length) + withoutPrefix(line))
    .join('\n')
    .replace(LIBRARY_PREFIX, (prefix) => ' '.repeat(prefix.length));
  const own = new AssemblyDiagnostics(text, name);
  const tokens = new Preprocessor(text, name, own, { defines: undefined, include: undefined });
  tokens.next();
  // Microsoft's own compiler breaks the runtime's rules here.
  const words = new Sm1Parser(tokens, own, { debug: false, level9: true }).parse();
  tokens.finish();
  diagnostics.adopt(own, piece.number - 1, piece.start);
  if (own.errors > 0 || words === undefined) return undefined;
  takeBits(words, text);
  if (piece.profile.startsWith(LIBRARY_NAME)) {
    const stage = piece.profile.includes('vs_') ? SM1_LIBRARY_VERTEX : SM1_LIBRARY_PIXEL;
    words[0] = SM1_VERSION.stage.set(words[0]!, stage) >>> 0;
  }
  return words;
}

const DEFINED_BITS = /^[ \t]*def [ \t]*c\d+((?:,[ \t]*0x[0-9a-fA-F]{8}){4})[ \t\r]*$|^[ \t]*def /gm;

/**
 * Writes hexadecimal values of `def` in `text` to `words`: in listings they are bits, whereas the assembler of shader
 * model 2 reads them as numbers.
 */
function takeBits(words: Uint32Array, text: string): void {
  if (!text.includes('0x')) return;
  const program = readSm1Words(words);
  let position = 0;
  for (const [, values] of text.matchAll(DEFINED_BITS)) {
    while (position < program.count && (program.words[program.starts[position]!]! & 0xffff) !== SM1_OPCODES.def.code)
      position++;
    if (position === program.count) return;
    // Opcode, destination, values.
    const at = program.starts[position++]! + 2;
    values
      ?.split(',')
      .slice(1)
      .forEach((value, i) => {
        words[at + i] = Number(value);
      });
  }
}

/** The version in a chunk of feature level 9: always 2.0, independent of the program (source: oracle). */
export function level9Version(version: number): number {
  return SM1_VERSION.minor.set(version, 0) >>> 0;
}

/** Which programs of feature level 9 a function has: bit 0 vertex, bit 1 pixel. */
export function level9Stages(programs: readonly Level9Content[]): number {
  let bits = 0;
  for (const { words } of programs) bits |= SM1_VERSION.stage.get(words[0]!) === SM1_LIBRARY_VERTEX ? 1 : 2;
  return bits;
}
