/**
 * The listing in CodeMirror: colors by role, numbers, bytes and diagnostics in gutters, folding, search, and the lines
 * that are selected. Its text can be made editable. It is loaded with the first shader.
 *
 * Not for: what a selection is (state/selection.ts).
 */
import { history, redo, undo } from '@codemirror/commands';
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import {
  getSearchQuery,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
  searchPanelOpen,
  setSearchQuery,
} from '@codemirror/search';
import { Compartment, EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Diagnostic } from 'dxlens';
import { changedListing, type TextChange, textChange } from '../model/edited-listing.ts';
import { firstRoleAfter, type ListingData, TEXT_ROLES } from '../model/listing.ts';
import type { LaneTable } from '../model/liveness.ts';
import type { ChangedWords } from '../worker/protocol.ts';
import { type DebuggerLines, debuggerLines, setDebuggerLines } from './listing-debugger.ts';
import { editableText, readOnlyText, setTextDiagnostics, textDiagnostics } from './listing-edit-mode.ts';
import { foldListing } from './listing-folding.ts';
import { type LineDiagnostic, listingGutters } from './listing-gutters.ts';
import { MOVES } from './listing-keys.ts';

export interface ListingEditorOptions {
  readonly parent: HTMLElement;
  /** The label for screen readers. */
  readonly label: string;
  /** The user moved to a line, 0-based. */
  readonly onLine: (line: number) => void;
  /** The user set or cleared a breakpoint at a line, 0-based; absent for code without breakpoints. */
  readonly onBreakpoint?: (line: number) => void;
  /** Each line has its number, also those that the user adds. */
  readonly hasLineNumbers?: boolean;
  /** The user changed the text. */
  readonly onChange?: (text: string) => void;
  /** The value of `nonce` in the content security policy; absent without one. */
  readonly nonce: string | undefined;
}

const setLines = StateEffect.define<readonly number[]>();
const ROLE_MARKS = TEXT_ROLES.map((role) => Decoration.mark({ class: `role-${role}` }));
const SELECTED = Decoration.line({ class: 'line-selected' });

const selectedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    let lines = before.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setLines)) {
        const { doc } = transaction.state;
        lines = Decoration.set(effect.value.map((line) => SELECTED.range(doc.line(line + 1).from)));
      }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class ListingEditor {
  readonly #view: EditorView;
  readonly #gutters = new Compartment();
  readonly #mode = new Compartment();
  readonly #options: Omit<ListingEditorOptions, 'parent' | 'nonce'>;
  readonly #nonce: string | undefined;
  #listing: ListingData | undefined;
  #bytes = new Uint8Array(0);
  #showsBytes = false;
  #diagnostics: ReadonlyMap<number, LineDiagnostic> = new Map();
  #changes: ReadonlyMap<number, ChangedWords> | undefined;
  #lanes: LaneTable | undefined;
  #isEditable = false;

  constructor({ parent, nonce, ...options }: ListingEditorOptions) {
    this.#options = options;
    this.#nonce = nonce;
    this.#view = new EditorView({ parent, state: this.#stateOf('') });
  }

  /** A state with a text, at its start and with nothing to undo. */
  #stateOf(text: string): EditorState {
    const { onLine, onBreakpoint } = this.#options;
    return EditorState.create({
      doc: text,
      extensions: [
        this.#mode.of(this.#modeExtension()),
        history(),
        this.#nonce === undefined ? [] : EditorView.cspNonce.of(this.#nonce),
        onBreakpoint === undefined
          ? []
          : debuggerLines((line) => (this.#listing?.starts[line] ?? -1) >= 0, onBreakpoint),
        this.#gutters.of(this.#makeGutters()),
        rolePlugin(() => this.#listing?.roles),
        foldListing,
        codeFolding(),
        foldGutter({ openText: '▾', closedText: '▸' }),
        drawSelection(),
        highlightSpecialChars(),
        highlightSelectionMatches(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap]),
        selectedLines,
        textDiagnostics,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#changed(update);
          if (!update.selectionSet || !update.transactions.some((one) => one.isUserEvent('select'))) return;
          onLine(update.state.doc.lineAt(update.state.selection.main.head).number - 1);
        }),
      ],
    });
  }

  /** The listing that is shown, with the changes of the user. */
  get listing(): ListingData | undefined {
    return this.#listing;
  }

  /** The line of the cursor, 0-based. */
  get line(): number {
    const { doc, selection } = this.#view.state;
    return doc.lineAt(selection.main.head).number - 1;
  }

  /** Shows another listing. One with the same text keeps the cursor and the history of changes. */
  show(listing: ListingData, bytes: Uint8Array<ArrayBuffer>): void {
    const isSame = this.#listing !== undefined && this.#view.state.doc.eq(this.#view.state.toText(listing.text));
    this.#listing = listing;
    this.#bytes = bytes;
    this.#diagnostics = new Map();
    if (isSame) {
      this.#updateGutters();
      return;
    }
    const { state } = this.#view;
    // Not a change of the text: one that comes while the editor is hidden would draw all of its lines.
    this.#view.setState(this.#stateOf(listing.text));
    this.#view.dispatch({ effects: setSearchQuery.of(getSearchQuery(state)) });
    if (searchPanelOpen(state)) openSearchPanel(this.#view);
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

  /** Shows live ranges of registers next to the lines; undefined hides them. */
  showLanes(lanes: LaneTable | undefined): void {
    if (lanes === this.#lanes) return;
    this.#lanes = lanes;
    this.#updateGutters();
  }

  /** Marks lines with diagnostics, by line, 0-based. */
  showDiagnostics(diagnostics: ReadonlyMap<number, LineDiagnostic>): void {
    this.#diagnostics = diagnostics;
    this.#updateGutters();
  }

  /** Marks breakpoints and the line that is executed next. */
  showDebugger(lines: DebuggerLines): void {
    this.#view.dispatch({ effects: setDebuggerLines.of(lines) });
  }

  /** Marks the parts of the text that the assembler reports. */
  showTextDiagnostics(diagnostics: readonly Diagnostic[]): void {
    this.#view.dispatch({ effects: setTextDiagnostics.of(diagnostics) });
  }

  /** Marks the instructions that differ from the original; undefined: nothing was edited. */
  showChanges(changes: readonly ChangedWords[] | undefined): void {
    this.#changes = changes && new Map(changes.map((change) => [change.offset, change]));
    this.#updateGutters();
  }

  /** Whether the user can change the text. */
  setEditable(isEditable: boolean): void {
    this.#isEditable = isEditable;
    this.#view.dispatch({ effects: this.#mode.reconfigure(this.#modeExtension()) });
  }

  /** Replaces the text from the first character that differs to the last one, as a step that can be undone. */
  replaceText(text: string): void {
    this.#replace(textChange(this.#view.state.doc.toString(), text));
  }

  /** Replaces characters of a line, 0-based, as a step that can be undone. */
  replaceInLine(line: number, from: number, to: number, insert: string): void {
    const start = this.#view.state.doc.line(line + 1).from;
    this.#replace({ from: start + from, to: start + to, insert });
  }

  lineText(line: number): string {
    const { doc } = this.#view.state;
    return line < 0 || line >= doc.lines ? '' : doc.line(line + 1).text;
  }

  undo(): void {
    undo(this.#view);
  }

  redo(): void {
    redo(this.#view);
  }

  /** Puts the cursor at a character and gives the editor the focus. */
  goTo(position: number): void {
    const anchor = Math.min(position, this.#view.state.doc.length);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #modeExtension(): Extension {
    const { label } = this.#options;
    return this.#isEditable ? editableText(label) : readOnlyText(label, MOVES);
  }

  #replace(change: TextChange): void {
    this.#view.dispatch({ changes: change, userEvent: 'input' });
  }

  #changed(update: ViewUpdate): void {
    let listing = this.#listing;
    if (listing === undefined) return;
    const changes: TextChange[] = [];
    update.changes.iterChanges((from, to, _start, _end, insert) =>
      changes.push({ from, to, insert: insert.toString() }),
    );
    // From the last to the first, so that positions stay those of the text before.
    for (const change of changes.toReversed()) listing = changedListing(listing, change);
    this.#listing = this.#options.hasLineNumbers ? { ...listing, numbers: lineNumbers(listing) } : listing;
    this.#diagnostics = new Map();
    // A change of the extensions is not possible during an update.
    queueMicrotask(() => this.#updateGutters());
    this.#options.onChange?.(listing.text);
  }

  #updateGutters(): void {
    this.#view.dispatch({ effects: this.#gutters.reconfigure(this.#makeGutters()) });
  }

  #makeGutters() {
    if (this.#listing === undefined) return [];
    return listingGutters({
      listing: this.#listing,
      bytes: this.#bytes,
      showsBytes: this.#showsBytes,
      diagnostics: this.#diagnostics,
      changes: this.#changes,
      lanes: this.#lanes,
    });
  }
}

/** The numbers of all lines, from 1. */
function lineNumbers({ starts }: ListingData): Int32Array {
  return Int32Array.from(starts, (_, line) => line + 1);
}

/** Colors the lines in view by their roles. */
function rolePlugin(rolesOf: () => Int32Array | undefined) {
  return ViewPlugin.define(
    (view) => {
      let shown: Int32Array | undefined;
      const plugin = {
        decorations: decorate(view),
        update: (update: ViewUpdate) => {
          if (!update.docChanged && !update.viewportChanged && rolesOf() === shown) return;
          // The listener that moves the roles runs after the plugins; until then, the marks move by themselves.
          plugin.decorations =
            update.docChanged && rolesOf() === shown ? plugin.decorations.map(update.changes) : decorate(update.view);
        },
      };
      return plugin;

      function decorate({ visibleRanges, state }: EditorView): DecorationSet {
        shown = rolesOf();
        const roles = shown ?? new Int32Array(0);
        const builder = new RangeSetBuilder<Decoration>();
        for (const { from, to } of visibleRanges) {
          for (let i = firstRoleAfter(roles, from); 3 * i < roles.length && roles[3 * i]! < to; i++) {
            const end = Math.min(roles[3 * i + 1]!, state.doc.length);
            if (roles[3 * i]! < end) builder.add(roles[3 * i]!, end, ROLE_MARKS[roles[3 * i + 2]!]!);
          }
        }
        return builder.finish();
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
