/**
 * The listing in CodeMirror: colors by role, numbers, bytes and diagnostics in gutters, folding, search, and the lines that are selected.
 * It is loaded with the first shader.
 *
 * Not for: what a selection is (state/selection.ts).
 */
import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightSpecialChars,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { hexBytes } from '../model/bytes.ts';
import { firstRoleAfter, type ListingData, TEXT_ROLES } from '../model/listing.ts';

export type LineSeverity = 'error' | 'warning' | 'note';

export interface LineDiagnostic {
  readonly severity: LineSeverity;
  readonly text: string;
}

export interface ListingEditorOptions {
  readonly parent: HTMLElement;
  /** What screen readers call it. */
  readonly label: string;
  /** The user moved to a line, 0-based. */
  readonly onLine: (line: number) => void;
  /** The value of `nonce` in the content security policy; absent without one. */
  readonly nonce: string | undefined;
}

const setLines = StateEffect.define<readonly number[]>();
const ROLE_MARKS = TEXT_ROLES.map((role) => Decoration.mark({ class: `role-${role}` }));
const SELECTED = Decoration.line({ class: 'line-selected' });
/** Bytes of a line that its gutter shows. */
const GUTTER_BYTES = 12;

class TextMarker extends GutterMarker {
  constructor(
    readonly text: string,
    override readonly elementClass = '',
    readonly title = '',
  ) {
    super();
  }

  override eq(other: TextMarker): boolean {
    return other.text === this.text && other.title === this.title;
  }

  override toDOM(): Node {
    const span = document.createElement('span');
    span.textContent = this.text;
    if (this.title !== '') span.title = this.title;
    return span;
  }
}

const SYMBOLS: Readonly<Record<LineSeverity, string>> = { error: '×', warning: '▲', note: '●' };

export class ListingEditor {
  readonly #view: EditorView;
  readonly #gutters = new Compartment();
  readonly #colors = new Compartment();
  #listing: ListingData | undefined;
  #bytes = new Uint8Array(0);
  #showsBytes = false;
  #diagnostics: ReadonlyMap<number, LineDiagnostic> = new Map();

  constructor({ parent, label, onLine, nonce }: ListingEditorOptions) {
    const selectedLines = StateField.define<DecorationSet>({
      create: () => Decoration.none,
      update: (before, transaction) => {
        let lines = transaction.docChanged ? Decoration.none : before;
        for (const effect of transaction.effects)
          if (effect.is(setLines)) {
            const { doc } = transaction.state;
            lines = Decoration.set(effect.value.map((line) => SELECTED.range(doc.line(line + 1).from)));
          }
        return lines;
      },
      provide: (field) => EditorView.decorations.from(field),
    });
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            'aria-label': label,
            inputmode: 'none',
            tabindex: '0',
            spellcheck: 'false',
          }),
          ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
          this.#gutters.of([]),
          this.#colors.of([]),
          foldService.of((state, from) => this.#foldAt(state, from)),
          codeFolding(),
          foldGutter({ openText: '⌄', closedText: '›' }),
          drawSelection(),
          highlightSpecialChars(),
          highlightSelectionMatches(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap, ...MOVES]),
          selectedLines,
          EditorView.updateListener.of((update) => {
            if (!update.selectionSet || !update.transactions.some((one) => one.isUserEvent('select'))) return;
            onLine(update.state.doc.lineAt(update.state.selection.main.head).number - 1);
          }),
        ],
      }),
    });
  }

  /** Shows another listing. */
  show(listing: ListingData, bytes: Uint8Array<ArrayBuffer>): void {
    this.#listing = listing;
    this.#bytes = bytes;
    this.#diagnostics = new Map();
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: listing.text },
      effects: [this.#gutters.reconfigure(this.#makeGutters()), this.#colors.reconfigure(rolePlugin(listing.roles))],
      selection: { anchor: 0 },
    });
    this.#view.scrollDOM.scrollTop = 0;
  }

  /** Marks the selected lines, and brings the first into view: to the top, or as near as it is. */
  selectLines(lines: readonly number[], scrolls: 'start' | 'nearest' | undefined): void {
    const [first] = lines;
    const effects: StateEffect<unknown>[] = [setLines.of(lines)];
    if (first === undefined || scrolls === undefined) {
      this.#view.dispatch({ effects });
      return;
    }
    const { from } = this.#view.state.doc.line(first + 1);
    effects.push(EditorView.scrollIntoView(from, { y: scrolls, yMargin: 40 }));
    this.#view.dispatch({ selection: { anchor: from }, effects });
  }

  /** Shows or hides the bytes of each line. */
  showBytes(shows: boolean): void {
    this.#showsBytes = shows;
    this.#updateGutters();
  }

  /** Marks lines with diagnostics, by line, 0-based. */
  showDiagnostics(diagnostics: ReadonlyMap<number, LineDiagnostic>): void {
    this.#diagnostics = diagnostics;
    this.#updateGutters();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #updateGutters(): void {
    this.#view.dispatch({ effects: this.#gutters.reconfigure(this.#makeGutters()) });
  }

  #makeGutters() {
    const listing = this.#listing;
    if (listing === undefined) return [];
    const lineOf = (view: EditorView, from: number) => view.state.doc.lineAt(from).number - 1;
    const diagnostics = gutter({
      class: 'gutter-diagnostics',
      lineMarker: (view, { from }) => {
        const found = this.#diagnostics.get(lineOf(view, from));
        return found === undefined ? null : new TextMarker(SYMBOLS[found.severity], found.severity, found.text);
      },
      initialSpacer: () => new TextMarker('×'),
    });
    const numbers = gutter({
      class: 'gutter-numbers',
      lineMarker: (view, { from }) => {
        const number = listing.numbers[lineOf(view, from)] ?? -1;
        return number < 0 ? null : new TextMarker(`${number}`);
      },
      initialSpacer: () => new TextMarker(`${listing.numbers.reduce((most, one) => Math.max(most, one), 0)}`),
    });
    if (!this.#showsBytes) return [diagnostics, numbers];
    const bytes = gutter({
      class: 'gutter-bytes',
      lineMarker: (view, { from }) => {
        const line = lineOf(view, from);
        const start = listing.starts[line] ?? -1;
        if (start < 0) return null;
        const end = listing.ends[line]!;
        return new TextMarker(
          hexBytes(this.#bytes, start, Math.min(end, start + GUTTER_BYTES), end > start + GUTTER_BYTES),
        );
      },
      initialSpacer: () => new TextMarker(hexBytes(new Uint8Array(GUTTER_BYTES), 0, GUTTER_BYTES, true)),
    });
    return [diagnostics, bytes, numbers];
  }

  /** Comments at the start fold as one; a block folds to the line with less indentation. */
  #foldAt(state: EditorState, from: number): { from: number; to: number } | null {
    const listing = this.#listing;
    const line = state.doc.lineAt(from);
    if (listing === undefined) return null;
    const isComment = (text: string) => text.startsWith('//');
    let last = line.number;
    if (isComment(line.text)) {
      if (line.number > 1 && isComment(state.doc.line(line.number - 1).text)) return null;
      while (last < state.doc.lines && isComment(state.doc.line(last + 1).text)) last++;
    } else {
      const indentation = indentationOf(line.text);
      while (last < state.doc.lines && indentationOf(state.doc.line(last + 1).text) > indentation) last++;
    }
    return last === line.number ? null : { from: line.to, to: state.doc.line(last).to };
  }
}

function indentationOf(text: string): number {
  return text.trim() === '' ? -1 : text.length - text.trimStart().length;
}

/** The keys that move the cursor, which a listing that is not edited needs. */
const MOVES = [
  { key: 'ArrowDown', run: (view: EditorView) => moveLines(view, 1) },
  { key: 'ArrowUp', run: (view: EditorView) => moveLines(view, -1) },
  { key: 'PageDown', run: (view: EditorView) => moveLines(view, 20) },
  { key: 'PageUp', run: (view: EditorView) => moveLines(view, -20) },
];

function moveLines(view: EditorView, step: number): boolean {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head).number;
  const next = state.doc.line(Math.min(Math.max(line + step, 1), state.doc.lines));
  view.dispatch({ selection: { anchor: next.from }, userEvent: 'select', scrollIntoView: true });
  return true;
}

/** Colors the lines in view by their roles. */
function rolePlugin(roles: Int32Array) {
  return ViewPlugin.define(
    (view) => {
      const plugin = {
        decorations: decorate(view),
        update: (update: ViewUpdate) => {
          if (update.docChanged || update.viewportChanged) plugin.decorations = decorate(update.view);
        },
      };
      return plugin;
    },
    { decorations: (plugin) => plugin.decorations },
  );

  function decorate({ visibleRanges, state }: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of visibleRanges) {
      for (let i = firstRoleAfter(roles, from); 3 * i < roles.length && roles[3 * i]! < to; i++) {
        const end = Math.min(roles[3 * i + 1]!, state.doc.length);
        if (roles[3 * i]! < end) builder.add(roles[3 * i]!, end, ROLE_MARKS[roles[3 * i + 2]!]!);
      }
    }
    return builder.finish();
  }
}
