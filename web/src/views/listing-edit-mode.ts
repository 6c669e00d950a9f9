/**
 * The editor extensions of an edited listing: keys, a history, and marks under the diagnostics of the assembler.
 *
 * Not for: assembling (state/editing.ts).
 */
import { historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { Diagnostic } from 'dxlens';

/** The diagnostics of the text. */
export const setTextDiagnostics = StateEffect.define<readonly Diagnostic[]>();

const MARKS = Object.fromEntries(
  (['error', 'warning', 'note'] as const).map((severity) => [severity, Decoration.mark({ class: `text-${severity}` })]),
);

/** Marks what the assembler reports; the marks move with the text. */
export const textDiagnostics = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    let marks = before.map(transaction.changes);
    const { length } = transaction.newDoc;
    for (const effect of transaction.effects)
      if (effect.is(setTextDiagnostics))
        marks = Decoration.set(
          effect.value.flatMap(({ span, severity }) => {
            const start = Math.min(span.start, length);
            const end = Math.min(Math.max(span.end, start + 1), length);
            return span.unit === 'char' && end > start ? [MARKS[severity]!.range(start, end)] : [];
          }),
          true,
        );
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The attribute of a text that takes keys, so that single characters are not keys of the page. */
export const EDITABLE = 'data-editable';

/** The extensions of a text that can be changed. */
export function editableText(label: string): Extension {
  return [
    EditorView.contentAttributes.of({
      'aria-label': `${label}, editable`,
      tabindex: '0',
      spellcheck: 'false',
      [EDITABLE]: '',
    }),
    keymap.of([...historyKeymap, ...standardKeymap]),
  ];
}

/** The extensions of a text that can only be read; `keys` move in it. */
export function readOnlyText(label: string, keys: Extension): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, inputmode: 'none', tabindex: '0', spellcheck: 'false' }),
    keys,
  ];
}
