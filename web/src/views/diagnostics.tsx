/** The diagnostics of validation and of the readers. */
import { hexText, visibleText } from '../model/format.ts';
import { hasNoShader } from '../state/hlsl.ts';
import { check, diagnostics, select, shader } from '../state/store.ts';
import { CodeExplanation } from './code-explanation.tsx';
import './diagnostics.css';

const SYMBOLS = { error: '×', warning: '▲', note: '●' } as const;
const MAX_SHOWN = 500;

export function Diagnostics() {
  const all = diagnostics.value;
  if (check.value === undefined) return <p class="message muted">Validating…</p>;
  if (all.length === 0)
    return (
      <p class="message" role="status">
        {hasNoShader.value
          ? 'The HLSL has no shader yet; what is wrong with it is listed below its text.'
          : check.value.valid === undefined
            ? 'There are no rules for this format.'
            : 'Valid: nothing to report.'}
      </p>
    );
  const size = shader.value?.bytes.byteLength ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <ol class="scroll diagnostics" tabIndex={0} aria-label="Diagnostics">
      {all.slice(0, MAX_SHOWN).map(({ code, severity, message, span, hint, notes, instruction }, i) => (
        <li key={i}>
          <button
            type="button"
            disabled={span.unit !== 'byte' || span.start >= size}
            onClick={() => select(span.start, Math.max(span.end, span.start + 1), 'diagnostics')}
          >
            <span class={severity} aria-hidden="true">
              {SYMBOLS[severity]}
            </span>
            <b class={severity}>
              {severity} <code>{code}</code>
            </b>
            <span class="muted code">
              {hexText(span.start, 4)}
              {instruction !== undefined && `, instruction ${instruction}`}
            </span>
          </button>
          <p>{visibleText(message, 1000)}</p>
          {hint !== undefined && <p>Fix: {hint}</p>}
          {notes.map((note) => (
            <p key={note} class="muted">
              {visibleText(note, 1000)}
            </p>
          ))}
          <CodeExplanation code={code} />
        </li>
      ))}
      {all.length > MAX_SHOWN && <li class="muted">{all.length - MAX_SHOWN} more are not shown.</li>}
    </ol>
  );
}
