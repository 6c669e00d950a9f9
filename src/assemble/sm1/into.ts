/**
 * Replaces the program of a token stream with that of a text: comments of the stream, such as its constant table and
 * its preshader, and the bytes after its end stay.
 *
 * A listing does not have every bit of an instruction. Therefore an instruction of the text that is also one of the
 * listing of the original keeps the words of the original; only changed ones are those of the text.
 */
import { alignLines } from '../../base/alignment.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { isSm1Version, sm1Profile } from '../../base/profile.ts';
import { bytesOf, u32At, wordsOf } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { decodeSm1Bytes, encodeSm1, type Sm1Module, type Sm1Node } from '../../isa/sm1/encode.ts';
import { SM1_COMMENT } from '../../isa/sm1/opcodes.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import type { LiteralNotation } from '../../text/options.ts';
import { printSm1Line } from '../../text/sm1/line.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX2207, DX2208, DX2209 } from '../messages.ts';

/** `  12:`, `0x00000168:` or `  12  0x00000168:` at the start of a line. */
const PREFIX = /^[ \t]*(?:\d+:|(?:\d+[ \t]+)?0x[\da-f]{8}:)(?=[ \t])/gim;

/**
 * `source` without the numbers and offsets of `dxlens disasm --numbers --offsets`; everything else stays at its line
 * and column.
 */
export function withoutLineNumbers(source: string): string {
  return source.replace(PREFIX, (prefix) => ' '.repeat(prefix.length));
}

/** The section, from the word `preshader` to the line before the version. */
export interface PreshaderSection {
  readonly text: string;
  /** In characters from the start of the source. */
  readonly start: number;
  readonly end: number;
}

/** Comments and blanks, then the word `preshader` on a line of its own. */
const BEGINNING = /^(?:\s|\/\/[^\n]*\n|;[^\n]*\n)*?[ \t]*(preshader)[ \t]*\r?\n/;
const VERSION = /^[ \t]*[vp]s_[123]_\w+/m;

/** Returns the section of a preshader at the beginning of `source`, or undefined when there is none. */
export function preshaderIn(source: string): PreshaderSection | undefined {
  const beginning = BEGINNING.exec(source);
  if (beginning === null) return undefined;
  const start = beginning[0].lastIndexOf(beginning[1]!);
  const length = source.slice(start).search(VERSION);
  const end = length < 0 ? source.length : start + length;
  return { text: source.slice(start, end), start, end };
}

/** `source` without the section of its preshader; everything else stays at its line and column. */
export function withoutPreshader(source: string): string {
  const section = preshaderIn(source);
  if (section === undefined) return source;
  const blank = section.text.replace(/[^\r\n]/g, ' ');
  return source.slice(0, section.start) + blank + source.slice(section.end);
}

/** Assembles a text to the words of a stream; undefined when there are errors, which are reported. */
export type AssembleText = (
  text: string,
  diagnostics: AssemblyDiagnostics,
  validated: boolean,
) => Uint32Array | undefined;

/**
 * Returns the stream `original` with the program of `source`; undefined when there are errors, which are reported.
 *
 * @param name of the text
 */
export function assembleIntoStream(
  source: string,
  name: string,
  original: Uint8Array,
  diagnostics: AssemblyDiagnostics,
  assembleText: AssembleText,
): Uint8Array | undefined {
  const firstLine = { source, start: 0, end: source.search(/\r?\n|$/), line: 1, column: 1, file: name };
  if (original.byteLength < 4 || !isSm1Version(u32At(original, 0))) {
    diagnostics.report(DX2207, firstLine);
    return undefined;
  }
  const lines = linesOfOriginal(original, source);
  // An unchanged listing is not assembled: a listing of a stream that no assembler accepts gives its bytes back, too.
  const given = linesOfText(source);
  if (given.length === lines.length && given.every((line, index) => line === lines[index])) return original;
  const unvalidated = assembleText(source, new AssemblyDiagnostics(source, name), false);
  if (unvalidated === undefined) {
    // Once more, with the validator, so that errors are reported in the order of Microsoft.
    assembleText(source, diagnostics, true);
    return undefined;
  }
  const before = decodeSm1Bytes(original);
  const after = decodeSm1Bytes(bytesOf(unvalidated));
  if (after.version !== before.version) {
    const profile = sm1Profile(after.version!);
    diagnostics.report(DX2208, firstLine, { profile, original: sm1Profile(before.version!) });
    return undefined;
  }
  const { module, isChanged } = merged(before, after, listedModule(before, lines.join('\n'), assembleText));
  if (isChanged) {
    if (assembleText(source, diagnostics, true) === undefined) return undefined;
    if (before.nodes.some(isDebugInfo)) diagnostics.report(DX2209, firstLine);
  }
  return encodeSm1(module);
}

/** The lines of the program of the original, its version first; with literals in the notation of the text. */
function linesOfOriginal(original: Uint8Array, source: string): string[] {
  const notation = notationOf(source);
  const program = readSm1Words(wordsOf(original), new Diagnostics());
  const lines = [sm1Profile(program.words[0]!)];
  for (let index = 0; index < program.count; index++) {
    const at = program.starts[index]!;
    if (Sm1InstructionToken.opcode.get(program.words[at]!) !== SM1_COMMENT)
      lines.push(printSm1Line(program, at, notation).text.trim());
  }
  return lines;
}

/** The notation of the literals in a listing: only one of them has either spelling. */
function notationOf(source: string): LiteralNotation {
  if (/^\s*def\s.*\bbits\(/m.test(source)) return 'exact';
  return /^\s*defi?\s.*,\s*0x/m.test(source) ? 'hex' : 'usual';
}

/** The lines of a listing without its comments, its preshader, and numbers before lines. */
function linesOfText(source: string): string[] {
  const lines = withoutLineNumbers(withoutPreshader(source)).split(/\r?\n/);
  return lines.map((line) => line.replace(/\/\/.*/, '').trim()).filter((line) => line !== '');
}

/**
 * The module that the listing of the original is assembled to; undefined where it is not assembled to the same
 * instructions.
 */
function listedModule(before: Sm1Module, listing: string, assembleText: AssembleText): Sm1Module | undefined {
  const words = assembleText(listing, new AssemblyDiagnostics(listing, ''), false);
  const listed = words && decodeSm1Bytes(bytesOf(words));
  return listed?.nodes.length === before.nodes.filter(isInstruction).length ? listed : undefined;
}

/**
 * Returns the nodes of `after`, where nodes that are also in the listing of `before` are those of `before`, with the
 * comments of `before` between them.
 *
 * @param listed what the listing of `before` is assembled to
 */
function merged(
  before: Sm1Module,
  after: Sm1Module,
  listed: Sm1Module | undefined,
): { readonly module: Sm1Module; readonly isChanged: boolean } {
  const instructions = [...before.nodes.keys()].filter((index) => isInstruction(before.nodes[index]!));
  const known = (listed?.nodes ?? instructions.map((index) => before.nodes[index]!)).map(keyOf);
  const aligned = alignLines(known, after.nodes.map(keyOf));
  const isChanged = aligned.length !== known.length || aligned.some((index) => index < 0);
  const isPreserved = (node: Sm1Node) => !isInstruction(node) && !(isChanged && isDebugInfo(node));
  const nodes: Sm1Node[] = [];
  let taken = 0;
  const takeComments = (end: number) => {
    for (; taken < end; taken++) if (isPreserved(before.nodes[taken]!)) nodes.push(before.nodes[taken]!);
  };
  takeComments(instructions[0] ?? before.nodes.length);
  for (const [index, node] of after.nodes.entries()) {
    const from = instructions[aligned[index]!];
    if (from !== undefined) takeComments(from);
    nodes.push(from === undefined ? node : before.nodes[from]!);
  }
  takeComments(before.nodes.length);
  return { module: { ...before, end: before.end ?? after.end, nodes }, isChanged };
}

function isInstruction({ kind }: Sm1Node): boolean {
  return kind === 'instruction';
}

/** Whether a node is the debug information, which describes the lines of one program. */
function isDebugInfo(node: Sm1Node): boolean {
  return node.kind === 'comment' && node.words[0] === Sm1CommentTag.debug;
}

/** A text that is the same for equal instructions. */
function keyOf(node: Sm1Node): string {
  return JSON.stringify(node);
}
