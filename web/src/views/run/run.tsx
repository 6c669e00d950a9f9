/** The tab that runs and debugs the shader: what it gets, what it gives, and its instructions step by step. */
import { useEffect } from 'preact/hooks';
import { visibleText } from '../../model/format.ts';
import { Compute } from './compute.tsx';
import { Controls } from './controls.tsx';
import { Debugger } from './debugger.tsx';
import { PictureView } from './picture.tsx';
import { drawing, followShader, plan, runDiagnostics, running, settings } from './run-state.ts';
import './run.css';

export function Run() {
  useEffect(followShader, []);
  const current = plan.value;
  if (current === undefined) return <p class="message muted">Reading…</p>;
  if (typeof current === 'string') return <p class="message">{current}</p>;
  if (settings.value === undefined) return null;
  return (
    <div class="run">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="scroll run-left" tabIndex={0} aria-label="What the shader gets and gives">
        {current.stage === 'ps' && <PictureView />}
        {current.stage === 'cs' && <Compute plan={current} settings={settings.value} />}
        <Controls plan={current} settings={settings.value} />
      </section>
      <section class="run-debugger" aria-label="Debugger">
        <Problems />
        <Debugger plan={current} />
      </section>
    </div>
  );
}

/** The current run, and the problems of the last one. */
function Problems() {
  const now = [running.value, drawing.value].filter((one) => one !== undefined);
  return (
    <>
      {now.length > 0 && (
        <div class="run-now" role="status">
          {now.map(({ what, cancel }) => (
            <p key={what}>
              <progress aria-label={what} /> {what}…{' '}
              <button type="button" class="bordered" onClick={cancel}>
                Cancel
              </button>
            </p>
          ))}
        </div>
      )}
      {runDiagnostics.value.map(({ code, severity, message, hint }) => (
        <p key={code + message} class="run-problem" role={severity === 'error' ? 'alert' : 'status'}>
          <code class={severity}>{code}</code> {visibleText(message)}{' '}
          {hint !== undefined && <span class="muted">{visibleText(hint)}</span>}
        </p>
      ))}
    </>
  );
}
