/**
 * The listing of a program of shader models 1 to 3, byte for byte as `D3DDisassemble` prints it (every spelling:
 * oracle, except for the cases in differences.ts): the sections before it, its title, its lines, and the count of its
 * instructions.
 *
 * Not for: the sections (constant-table.ts, preshader.ts) and the lines (body.ts) themselves.
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { findSm1HeaderComments, type Sm1CommentSpan } from '../../isa/sm1/comments.ts';
import { readSm1Words, Sm1SlotCounter } from '../../isa/sm1/program.ts';
import { Sm1VersionToken } from '../../isa/sm1/tokens.ts';
import type { DebugNotes, DebugPrinters } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import type { ListingStyle } from '../options.ts';
import { PackedText, type TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';
import { Sm1BodyPrinter } from './body.ts';
import { printConstantTable } from './constant-table.ts';
import { sm1CachedStrings } from './fast-lines.ts';
import { SM1_MARGIN } from './line.ts';
import { printPreshader } from './preshader.ts';

/**
 * Writes the listing of the stream in `words`: header sections, version line, one line an instruction, slot count. It
 * is without `markup.frame`, so that a container can embed it.
 *
 * @param diagnostics receives what cannot be read; spans are bytes from the first word
 */
export function printSm1(
  out: TextWriter,
  words: Uint32Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug?: DebugPrinters,
): void {
  const { markup } = style;
  const { comment } = markup;
  const { length } = diagnostics.list;
  const version = (words[0] ?? 0) | 0;
  const stage = sm1Stage(version);
  const major = Sm1VersionToken.major.get(version);
  const strings = sm1CachedStrings({ words, stage }, markup);
  const comments = findSm1HeaderComments(words);
  const notes = style.debug && comments.debug ? debug?.sm1?.(words, style, diagnostics) : undefined;
  if (style.header && comments.preshader) printPreshader(out, words, comments.preshader, style, diagnostics);
  out.text(comment.open);
  if (style.header && comments.constantTable) printConstantTable(out, words, comments.constantTable, diagnostics);
  out.text(comment.close);
  printTitle(out, version, strings.titles, markup);
  const slots = new Sm1SlotCounter({ words, stage, major });
  const body = new Sm1BodyPrinter(out, words, style, strings, slots, major >= 2);
  const isIntact = body.print(notes, debugMarks(style, comments.debug, notes));
  printSlots(out, slots, markup);
  // The printer finds the instructions itself: a scan before it took a tenth of the time (measured).
  if (!isIntact || stage === undefined) diagnostics.insert(length, (first) => readSm1Words(words, first));
}

/** Writes the line with the version. */
function printTitle(out: TextWriter, version: number, titles: TextCache, { keyword, html }: Markup): void {
  const title = titles.find(version, 1);
  if (title >= 0) {
    out.cached(titles, title);
    return;
  }
  const profile = sm1Profile(version);
  // Microsoft's HTML colors the entire body as a mnemonic, and the operands separately inside it.
  const line = html ? keyword.open + SM1_MARGIN + profile : SM1_MARGIN + keyword.open + profile + keyword.close;
  const text = `${line}\n`;
  out.text(text);
  titles.add(version, 1, text);
}

/** DWORDs at the start of debug information; shorter comments are something else. */
const DEBUG_HEADER_WORDS = 10;

/** Microsoft's HTML marks debug information. Where it is not read, a program with any prints as without it (0x10). */
function debugMarks(
  { debug, markup: { comment, html } }: ListingStyle,
  span: Sm1CommentSpan | undefined,
  notes: DebugNotes | undefined,
): string {
  if (!html || !debug || notes !== undefined) return '';
  return span && span.end - span.start >= DEBUG_HEADER_WORDS ? '' : comment.open + comment.close;
}

const LINE_FEED = 0x0a;
const APPROXIMATELY = new PackedText('// approximately ');
const SLOT_USED = new PackedText(' instruction slot used');
const SLOTS_USED = new PackedText(' instruction slots used');
const BEFORE_TEXTURE = new PackedText(' (');
const BEFORE_ARITHMETIC = new PackedText(' texture, ');
const AFTER_ARITHMETIC = new PackedText(' arithmetic)');

/** Writes the empty line after the instructions, and their count. */
function printSlots(out: TextWriter, slots: Sm1SlotCounter, { comment, keyword, html }: Markup): void {
  const { arithmetic, texture, total } = slots;
  out.character(LINE_FEED);
  if (html) out.text(keyword.close);
  out.text(comment.open);
  out.phrase(APPROXIMATELY);
  out.decimal(total);
  out.phrase(total === 1 ? SLOT_USED : SLOTS_USED);
  if (texture > 0) {
    out.phrase(BEFORE_TEXTURE);
    out.decimal(texture);
    out.phrase(BEFORE_ARITHMETIC);
    out.decimal(arithmetic);
    out.phrase(AFTER_ARITHMETIC);
  }
  out.character(LINE_FEED);
  out.text(comment.close);
}
