/** The result of an edit of the listing, or its errors, and the actions for it. */
import { countText, numberText, visibleText } from '../model/format.ts';
import { downloadShader, edit, isEditing, revert, withEditor } from '../state/editing.ts';
import './edit-bar.css';

export function EditBar() {
  const isDisabled = edit.value === undefined;
  return (
    <div class="edit-bar">
      <Result />
      <span class="end">
        {isEditing.value && (
          <>
            <button type="button" title="Undo (Ctrl+Z)" onClick={() => withEditor((editor) => editor.undo())}>
              Undo
            </button>
            <button type="button" title="Redo (Ctrl+Y)" onClick={() => withEditor((editor) => editor.redo())}>
              Redo
            </button>
          </>
        )}
        <button type="button" disabled={isDisabled} title="Bring the listing of the original back" onClick={revert}>
          Revert
        </button>
        <button type="button" title="Download the shader (Ctrl+S)" onClick={downloadShader}>
          Download
        </button>
      </span>
    </div>
  );
}

function Result() {
  const state = edit.value;
  if (state === undefined)
    return (
      <span role="status" class="muted">
        Change the text; it is assembled as you type.
      </span>
    );
  const { diagnostics, changes, removed, isAssembled } = state;
  const [first] = diagnostics;
  const lines = [
    changes.length > 0 ? `${countText(changes.length, 'instruction')} changed` : '',
    removed > 0 ? `${numberText(removed)} removed` : '',
  ].filter(Boolean);
  return (
    <span role="status" class="result">
      {isAssembled ? (
        <span>
          <b aria-hidden="true">✓</b> {lines.length === 0 ? 'Same as the original' : lines.join(', ')}
        </span>
      ) : (
        <b class="error">
          × {countText(diagnostics.filter(({ severity }) => severity === 'error').length, 'error')}; the last valid text
          is shown in the other panes
        </b>
      )}
      {first !== undefined && (
        <button type="button" class="first" onClick={() => withEditor((editor) => editor.goTo(first.span.start))}>
          <span class={first.severity}>line {first.line ?? 1}:</span> {visibleText(first.message)}
          {first.hint !== undefined && <span class="muted"> ({visibleText(first.hint)})</span>}
        </button>
      )}
    </span>
  );
}
