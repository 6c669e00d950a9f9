/**
 * The debug information of models 1 to 3 in listings: `#line` lines before instructions, and the variables that an
 * instruction writes after it, byte for byte as `D3DDisassemble` prints them (every rule: oracle).
 *
 * Not for: reading it as data (debug/dbug).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { type DbugHolding, DbugView, dbugHoldings } from '../../debug/dbug/dbug.ts';
import { DBUG_HEADER, DBUG_LINE, DBUG_LINE_SIZE, DBUG_NO_FILE, DBUG_VARIABLE } from '../../debug/dbug/layout.ts';
import type { DebugNotes } from '../debug-notes.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';

/** A line that is at most so far from that of the instruction before, */
const NEAR = 2;
/** and at most so far from the last one that was printed, is not printed. */
const NEAR_PRINTED = 10;

/** The notes of the stream in `words`; undefined where it has no debug information. */
export function sm1DebugNotes(
  words: Uint32Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
): DebugNotes | undefined {
  const view = DbugView.find(words, diagnostics);
  return view && new Sm1DebugNotes(view, style);
}

class Sm1DebugNotes implements DebugNotes {
  readonly #lines: number;
  readonly #lineCount: number;
  readonly #entryPoint: string;
  readonly #holdings: Map<number, DbugHolding>;
  /** Notes by index of the line record. */
  readonly #notes = new Map<number, string>();
  /** Index of the record after that of the instruction. */
  #next = 0;
  #file = DBUG_NO_FILE;
  #line = 0;
  #printed = 0;

  constructor(
    private readonly view: DbugView,
    private readonly style: ListingStyle,
  ) {
    this.#lines = view.u32(DBUG_HEADER.lines);
    this.#lineCount = view.u32(DBUG_HEADER.lineCount);
    this.#entryPoint = this.#text(DBUG_HEADER.entryPoint, 'the name of the function') ?? '';
    this.#holdings = dbugHoldings(view);
  }

  before(out: TextWriter, _index: number, offset: number): void {
    if (this.#next >= this.#lineCount) return;
    if (this.#offsetOf(this.#next) === offset) this.#lineOf(out, this.#next);
    // The count does not end the search (source: oracle); the end of the shader does.
    while (this.#offsetOf(this.#next) <= offset) this.#next++;
  }

  after(out: TextWriter): void {
    const { open, close } = this.style.markup.comment;
    const index = this.#next - 1;
    let note = index < 0 ? '' : this.#notes.get(index);
    if (note === undefined) {
      const holding = this.#holdings.get(index);
      note = holding === undefined ? '' : this.#noteOf(holding);
      this.#notes.set(index, note);
    }
    if (note !== '' || this.style.markup.html) out.text(open + note + close);
  }

  /** Offset of the instruction of record `index`; infinite past the end of the shader. */
  #offsetOf(index: number): number {
    const at = this.#lines + DBUG_LINE_SIZE * index;
    return this.view.has(at, DBUG_LINE_SIZE) ? this.view.u32(at + DBUG_LINE.offset) : Number.POSITIVE_INFINITY;
  }

  #lineOf(out: TextWriter, index: number): void {
    const view = this.view;
    const at = this.#lines + DBUG_LINE_SIZE * index;
    const line = view.u16(at + DBUG_LINE.line);
    const file = view.u16(at + DBUG_LINE.file);
    const changes = file !== this.#file;
    const isNear = Math.abs(line - this.#line) <= NEAR && Math.abs(line - this.#printed) <= NEAR_PRINTED;
    const isKnown = file < view.u32(DBUG_HEADER.fileCount);
    if (changes ? isKnown : line !== this.#line && !isNear) {
      const name = changes ? view.text(view.u32(DBUG_HEADER.files) + 4 * file, 'the name of a file') : undefined;
      const { keyword, literal } = this.style.markup;
      out.text(`\n${keyword.open}#line ${keyword.close}${literal.open}${line}`);
      out.text(`${name === undefined ? '' : ` "${name}"`}\n${literal.close}`);
      this.#printed = line;
    }
    this.#file = file;
    this.#line = line;
  }

  /** Such as `  // ::color<0,1,2>, scale<0>`. */
  #noteOf(holding: DbugHolding): string {
    const view = this.view;
    let text = '';
    let lastName = -1;
    let lastScope = -1;
    let isEmpty = true;
    for (const held of holding) {
      if (held === undefined) continue;
      isEmpty = false;
      const name = view.u32(held.variable + DBUG_VARIABLE.name);
      const scope = view.u32(held.variable + DBUG_VARIABLE.scope);
      if (name === 0) continue;
      if (name === lastName && scope === lastScope) {
        text += `,${held.element}`;
        continue;
      }
      const before = text === '' ? '' : '>, ';
      text += `${before}${this.#scopeOf(held.variable)}${this.#text(held.variable + DBUG_VARIABLE.name, 'the name of a variable') ?? ''}<${held.element}`;
      lastName = name;
      lastScope = scope;
    }
    if (isEmpty) return '';
    return `  // ${text}${text === '' ? '' : '>'}`;
  }

  /** The text whose offset is at `at`; undefined where that is 0. */
  #text(at: number, what: string): string | undefined {
    return this.view.u32(at) === 0 ? undefined : this.view.text(at, what);
  }

  /** The text before the name of a variable: nothing in the function that was compiled. */
  #scopeOf(variable: number): string {
    const name = this.#text(variable + DBUG_VARIABLE.scope, 'the function of a variable');
    return name !== undefined && name === this.#entryPoint ? '' : `${name ?? ''}::`;
  }
}
