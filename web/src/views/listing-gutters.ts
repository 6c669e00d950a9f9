/**
 * The columns next to the lines of a listing: diagnostics, bytes, numbers, and marks of lines that an edit changed.
 *
 * Not for: what they show (listing-editor.ts has it).
 */
import type { Extension } from '@codemirror/state';
import { type EditorView, GutterMarker, gutter } from '@codemirror/view';
import { hexBytes } from '../model/bytes.ts';
import type { ListingData } from '../model/listing.ts';
import type { LaneTable } from '../model/liveness.ts';
import type { ChangedWords } from '../worker/protocol.ts';
import { laneGutter } from './listing-lanes.ts';

export type LineSeverity = 'error' | 'warning' | 'note';

export interface LineDiagnostic {
  readonly severity: LineSeverity;
  readonly text: string;
}

/** The contents of the gutters. */
export interface GutterContent {
  readonly listing: ListingData;
  readonly bytes: Uint8Array;
  readonly showsBytes: boolean;
  /** By line, 0-based. */
  readonly diagnostics: ReadonlyMap<number, LineDiagnostic>;
  /** By the offset of the instruction; undefined where nothing is edited. */
  readonly changes: ReadonlyMap<number, ChangedWords> | undefined;
  /** Live ranges of registers; undefined where they are not shown. */
  readonly lanes: LaneTable | undefined;
}

/** Bytes of a line that its gutter shows. */
const GUTTER_BYTES = 12;
const SYMBOLS: Readonly<Record<LineSeverity, string>> = { error: '×', warning: '▲', note: '●' };

/** A piece of a marker with its class. */
type Piece = readonly [text: string, name: string];

export class TextMarker extends GutterMarker {
  readonly #key: string;

  constructor(
    readonly pieces: readonly Piece[],
    override readonly elementClass = '',
    readonly title = '',
  ) {
    super();
    this.#key = `${pieces.join('\n')}\n${elementClass}\n${title}`;
  }

  override eq(other: TextMarker): boolean {
    return other.#key === this.#key;
  }

  override toDOM(): Node {
    const box = document.createElement('span');
    if (this.title !== '') box.title = this.title;
    for (const [text, name] of this.pieces) {
      const span = document.createElement('span');
      span.textContent = text;
      span.className = name;
      box.append(span);
    }
    return box;
  }
}

function marker(text: string, elementClass = '', title = ''): TextMarker {
  return new TextMarker([[text, '']], elementClass, title);
}

/** The gutters, from left to right. */
export function listingGutters(content: GutterContent): Extension[] {
  const { listing, showsBytes, changes, lanes } = content;
  const lineOf = (view: EditorView, from: number) => view.state.doc.lineAt(from).number - 1;
  const diagnostics = gutter({
    class: 'gutter-diagnostics',
    lineMarker: (view, { from }) => {
      const found = content.diagnostics.get(lineOf(view, from));
      return found === undefined ? null : marker(SYMBOLS[found.severity], found.severity, found.text);
    },
    initialSpacer: () => marker('×'),
  });
  const numbers = gutter({
    class: 'gutter-numbers',
    lineMarker: (view, { from }) => {
      const number = listing.numbers[lineOf(view, from)] ?? -1;
      return number < 0 ? null : marker(`${number}`);
    },
    initialSpacer: () => marker(`${listing.numbers.reduce((most, one) => Math.max(most, one), 0)}`),
  });
  const marks = gutter({
    class: 'gutter-changes',
    lineMarker: (view, { from }) => {
      const change = changes?.get(listing.starts[lineOf(view, from)] ?? -1);
      if (change === undefined) return null;
      const isNew = change.before === undefined;
      return marker(isNew ? '+' : '~', isNew ? 'new' : 'changed', wordsText(change));
    },
    initialSpacer: () => marker('~'),
  });
  const bytes = gutter({
    class: 'gutter-bytes',
    lineMarker: (view, { from }) => bytesMarker(content, lineOf(view, from)),
    initialSpacer: () => marker(hexBytes(new Uint8Array(GUTTER_BYTES), 0, GUTTER_BYTES, true)),
  });
  return [
    diagnostics,
    ...(showsBytes ? [bytes] : []),
    numbers,
    ...(changes === undefined ? [] : [marks]),
    ...(lanes === undefined || lanes.count === 0 ? [] : [laneGutter(listing, lanes)]),
  ];
}

/** The first bytes of a line; those of words that an edit changed have a class. */
function bytesMarker({ listing, bytes, changes }: GutterContent, line: number): TextMarker | null {
  const start = listing.starts[line] ?? -1;
  if (start < 0) return null;
  const end = listing.ends[line]!;
  const change = changes?.get(start);
  const last = Math.min(end, start + GUTTER_BYTES);
  const pieces: Piece[] = [];
  for (let at = start; at < last; at += 4) {
    const text = hexBytes(bytes, at, Math.min(at + 4, last), false);
    const word = (at - start) >>> 2;
    const isChanged = change !== undefined && change.before?.[word] !== change.after[word];
    if (at > start) pieces.push([' ', '']);
    pieces.push([text, isChanged ? 'changed' : '']);
  }
  if (end > last) pieces.push(['…', '']);
  return new TextMarker(pieces, '', change === undefined ? '' : wordsText(change));
}

/** The words of an instruction before and after an edit. */
function wordsText({ before, after }: ChangedWords): string {
  const text = (words: Uint32Array) => Array.from(words, (word) => word.toString(16).padStart(8, '0')).join(' ');
  return before === undefined ? `new: ${text(after)}` : `was: ${text(before)}\nis:  ${text(after)}`;
}
