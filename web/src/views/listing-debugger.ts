/**
 * The debugger's marks in a listing: a gutter with breakpoints, and the line that is executed next.
 *
 * Not for: which lines these are (state/debug.ts).
 */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, gutter } from '@codemirror/view';
import { TextMarker } from './listing-gutters.ts';

/** Lines, 0-based. */
export interface DebuggerLines {
  readonly breakpoints: ReadonlySet<number>;
  /** The line that is executed next; -1 for none. */
  readonly next: number;
}

/** Shows other lines. */
export const setDebuggerLines = StateEffect.define<DebuggerLines>();

const NONE: DebuggerLines = { breakpoints: new Set(), next: -1 };
const NEXT_LINE = Decoration.line({ class: 'line-next' });

const lines = StateField.define<DebuggerLines>({
  create: () => NONE,
  update: (before, transaction) => {
    const effect = transaction.effects.findLast((one) => one.is(setDebuggerLines));
    if (effect !== undefined) return effect.value as DebuggerLines;
    return transaction.docChanged ? NONE : before;
  },
  provide: (field) =>
    EditorView.decorations.from(field, ({ next }) => (view) => {
      const { doc } = view.state;
      return next < 0 || next >= doc.lines ? Decoration.none : Decoration.set(NEXT_LINE.range(doc.line(next + 1).from));
    }),
});

const NO_BREAKPOINT = new TextMarker([['○', '']], 'absent', 'Set a breakpoint (F9)');
const BREAKPOINT = new TextMarker([['●', '']], 'breakpoint', 'Clear the breakpoint (F9)');
const NEXT = new TextMarker([['▶', '']], 'next', 'The next instruction');
const NEXT_BREAKPOINT = new TextMarker(
  [['▶', '']],
  'breakpoint next',
  'The next instruction; clear the breakpoint (F9)',
);

/**
 * The extension of a listing.
 *
 * @param hasInstruction whether a line, 0-based, has an instruction and so can have a breakpoint
 * @param toggle sets or clears the breakpoint of a line
 */
export function debuggerLines(hasInstruction: (line: number) => boolean, toggle: (line: number) => void): Extension {
  return [
    lines,
    gutter({
      class: 'gutter-breakpoints',
      lineMarker: (view, { from }) => {
        const line = view.state.doc.lineAt(from).number - 1;
        if (!hasInstruction(line)) return null;
        const { breakpoints, next } = view.state.field(lines);
        if (!breakpoints.has(line)) return line === next ? NEXT : NO_BREAKPOINT;
        return line === next ? NEXT_BREAKPOINT : BREAKPOINT;
      },
      lineMarkerChange: (update) => update.startState.field(lines) !== update.state.field(lines),
      initialSpacer: () => BREAKPOINT,
      domEventHandlers: {
        mousedown: (view, { from }) => {
          toggle(view.state.doc.lineAt(from).number - 1);
          return true;
        },
      },
    }),
  ];
}
