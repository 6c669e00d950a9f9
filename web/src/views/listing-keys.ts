/** The keys that move the cursor in a listing that can only be read. */
import { type EditorView, keymap } from '@codemirror/view';

export const MOVES = keymap.of([
  { key: 'ArrowDown', run: (view) => moveLines(view, 1) },
  { key: 'ArrowUp', run: (view) => moveLines(view, -1) },
  { key: 'PageDown', run: (view) => moveLines(view, 20) },
  { key: 'PageUp', run: (view) => moveLines(view, -20) },
]);

function moveLines(view: EditorView, step: number): boolean {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head).number;
  const next = state.doc.line(Math.min(Math.max(line + step, 1), state.doc.lines));
  view.dispatch({ selection: { anchor: next.from }, userEvent: 'select', scrollIntoView: true });
  return true;
}
