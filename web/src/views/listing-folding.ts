/** Folding of listings: comments at the start fold as one, a block folds to the line with less indentation. */
import { foldService } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export const foldListing = foldService.of(foldAt);

function foldAt(state: EditorState, from: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(from);
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

function indentationOf(text: string): number {
  return text.trim() === '' ? -1 : text.length - text.trimStart().length;
}
