/** The result of compiling a source in one line, and its diagnostics, which select their part of the text. */
import { countText, visibleText } from '../../model/format.ts';
import { type CompileState, compiled, hasNoShader, hlslSource } from '../../state/hlsl.ts';

const MAX_SHOWN = 100;
const SYMBOLS = { error: '×', warning: '▲', note: '●' } as const;

interface Props {
  readonly onGoTo: (position: number) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

export function Result({ onGoTo, onUndo, onRedo }: Props) {
  const state = compiled.value;
  const { diagnostics = [] } = state ?? {};
  const name = hlslSource.value?.name;
  return (
    <div class="hlsl-result">
      <div class="hlsl-summary">
        <p role="status">{state === undefined ? <span class="muted">Compiling…</span> : <Summary state={state} />}</p>
        <span class="end">
          <button type="button" title="Undo (Ctrl+Z)" onClick={onUndo}>
            Undo
          </button>
          <button type="button" title="Redo (Ctrl+Y)" onClick={onRedo}>
            Redo
          </button>
        </span>
      </div>
      {diagnostics.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
        <ol class="scroll" tabIndex={0} aria-label="Diagnostics of the source">
          {diagnostics.slice(0, MAX_SHOWN).map(({ code, severity, message, hint, file, line, column, span }, i) => (
            <li key={i}>
              <button type="button" disabled={file !== name} onClick={() => onGoTo(span.start)}>
                <span class={severity}>
                  <span aria-hidden="true">{SYMBOLS[severity]}</span>
                  <span class="visually-hidden">{severity}</span>
                  {file !== name && ` ${visibleText(file)}:`} line {line}:{column}
                </span>{' '}
                <code class="muted">{code}</code> {visibleText(message, 1000)}
                {hint !== undefined && <span class="muted"> ({visibleText(hint)})</span>}
              </button>
            </li>
          ))}
          {diagnostics.length > MAX_SHOWN && (
            <li class="muted">{diagnostics.length - MAX_SHOWN} more are not shown.</li>
          )}
        </ol>
      )}
    </div>
  );
}

function Summary({ state }: { state: CompileState }) {
  const { diagnostics, problem, isCompiled, milliseconds, text } = state;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (problem !== undefined) return <b class="error">{problem}</b>;
  if (errors > 0)
    return (
      <b class="error">
        × {countText(errors, 'error')}
        {!hasNoShader.value && '; the other panes show the shader from before'}
      </b>
    );
  if (!isCompiled) return <b class="error">There is no shader.</b>;
  const { original } = hlslSource.value ?? {};
  if (text === original)
    return (
      <span class="muted">
        Not changed: the program is that of the file. Change the text; it is compiled as you type.
      </span>
    );
  const warnings = diagnostics.length === 0 ? '' : ` with ${countText(diagnostics.length, 'warning')}`;
  const result = original === undefined ? 'Compiled' : 'Compiled into the shader';
  return (
    <>
      <b aria-hidden="true">✓</b> {`${result}${warnings}`}{' '}
      <span class="muted">in {Math.max(1, Math.round(milliseconds))} ms</span>
    </>
  );
}
