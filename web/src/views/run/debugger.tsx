/** The debugger: starts at a pixel or a thread, goes forwards and backwards, and shows the registers of four lanes. */
import { useEffect, useRef } from 'preact/hooks';
import type { RunPlan } from '../../model/run/controls.ts';
import { firstNaN, stepCount } from '../../model/run/debug-trace.ts';
import {
  breakpoints,
  goTo,
  lane,
  lineBreakpoints,
  nextOffset,
  prefersLines,
  runToBreakpoint,
  runToSelection,
  searchNote,
  step,
  stepInto,
  stepLines,
  stepOverCall,
  stopDebugging,
  trace,
} from '../../state/debug.ts';
import { followDebugSource } from '../../state/debug-source.ts';
import { shader } from '../../state/store.ts';
import { NumberField } from './number-field.tsx';
import { Registers } from './registers.tsx';
import { debug, PICTURE_SIZE, pixel, running, thread } from './run-state.ts';
import { SourceSteps } from './source-steps.tsx';

export function Debugger({ plan }: { plan: RunPlan }) {
  useEffect(followDebugSource, []);
  return (
    <>
      <Place plan={plan} />
      {trace.value === undefined ? (
        <p class="message muted">
          {plan.stage === 'ps'
            ? 'Click a pixel of the picture, or choose one here, and step through its instructions.'
            : plan.stage === 'cs'
              ? 'Choose a thread and step through its instructions.'
              : 'Step through the instructions of the vertex.'}
        </p>
      ) : (
        <>
          <Steps />
          <SourceSteps />
          <Registers />
        </>
      )}
    </>
  );
}

/** The pixel or thread that is debugged. */
function Place({ plan: { stage, groupSize } }: { plan: RunPlan }) {
  const { x, y } = pixel.value;
  const { group, thread: number } = thread.value;
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return (
    <form
      class="run-actions"
      onSubmit={(event) => {
        event.preventDefault();
        void debug();
      }}
    >
      {stage === 'cs' ? (
        <>
          <span class="muted">Group</span>
          {group.map((value, i) => (
            <NumberField
              key={i}
              label={`Group ${'xyz'[i]}`}
              value={value}
              isWhole
              onValue={(next) => {
                const all = group.map((one, k) => (k === i ? Math.max(next, 0) : one));
                thread.value = { thread: number, group: all as unknown as typeof group };
              }}
            />
          ))}
          <span class="muted">Thread</span>
          <NumberField
            label="Number of the thread in its group"
            value={number}
            isWhole
            onValue={(next) => {
              thread.value = { group, thread: clamp(next, groupSize[0] * groupSize[1] * groupSize[2] - 1) };
            }}
          />
        </>
      ) : (
        <>
          <span class="muted">{stage === 'ps' ? 'Pixel' : 'Vertex at'}</span>
          {(['x', 'y'] as const).map((axis) => (
            <NumberField
              key={axis}
              label={axis}
              value={axis === 'x' ? x : y}
              isWhole
              onValue={(next) => {
                pixel.value = { x, y, [axis]: clamp(next, PICTURE_SIZE - 1) };
              }}
            />
          ))}
        </>
      )}
      <button type="submit" class="bordered" disabled={running.value !== undefined}>
        {trace.value === undefined ? 'Debug' : 'Debug again'}
      </button>
      {trace.value !== undefined && (
        <button type="button" onClick={stopDebugging}>
          Stop
        </button>
      )}
    </form>
  );
}

interface Control {
  readonly symbol: string;
  readonly title: string;
  readonly isBack: boolean;
  readonly run: () => void;
}

const CONTROLS: readonly Control[] = [
  { symbol: '⇤', title: 'Back to a breakpoint or the start (Shift+F5)', isBack: true, run: () => runToBreakpoint(-1) },
  { symbol: '↶', title: 'Step back over a call (Shift+F10)', isBack: true, run: () => stepOverCall(-1) },
  { symbol: '←', title: 'Step back (Shift+F11)', isBack: true, run: () => stepInto(-1) },
  { symbol: '→', title: 'Step (F11)', isBack: false, run: () => stepInto(1) },
  { symbol: '↷', title: 'Step over a call (F10)', isBack: false, run: () => stepOverCall(1) },
  { symbol: '⇥', title: 'Run to a breakpoint or the end (F5)', isBack: false, run: () => runToBreakpoint(1) },
];

function Steps() {
  const recorded = trace.value!;
  const box = useRef<HTMLDivElement>(null);
  // In a narrow pane, the debugger is below the picture and the controls.
  useEffect(() => box.current?.closest('.run-debugger')?.scrollIntoView({ block: 'start' }), [recorded]);
  const at = step.value;
  const count = stepCount(recorded);
  const nan = firstNaN(recorded);
  const breakpointCount = breakpoints.value.size + lineBreakpoints.value.size;
  return (
    <>
      <div ref={box} class="run-actions">
        {CONTROLS.map(({ symbol, title, isBack, run }) => (
          <button
            key={title}
            type="button"
            class="bordered"
            title={title}
            aria-label={title}
            disabled={isBack ? at === 0 : at === count}
            onClick={run}
          >
            {symbol}
          </button>
        ))}
        <button type="button" class="bordered" title="Run to the selected line (Ctrl+F10)" onClick={runToSelection}>
          To selection
        </button>
        {nan !== undefined && (
          <button type="button" class="bordered" onClick={() => goTo(nan + 1)}>
            First NaN
          </button>
        )}
        {stepLines.value !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={prefersLines.value}
              onChange={({ currentTarget }) => {
                prefersLines.value = currentTarget.checked;
              }}
            />
            By source line
          </label>
        )}
        <Lanes />
      </div>
      <div class="run-timeline">
        <input
          type="range"
          aria-label="Instructions that were executed"
          min={0}
          max={count}
          value={at}
          onInput={({ currentTarget }) => goTo(currentTarget.valueAsNumber)}
        />
        <output>
          {at} of {count}
          {breakpointCount > 0 && `, ${breakpointCount} ● set`}
        </output>
      </div>
      <p class="run-next" role="status">
        {nextOffset.value === undefined ? (
          <span class="muted">The shader ended.</span>
        ) : (
          <code>{lineAt(nextOffset.value)}</code>
        )}
        {searchNote.value !== '' && <span class="warning"> {searchNote.value}</span>}
      </p>
      {recorded.cutOff !== undefined && (
        <p class="run-problem warning" role="status">
          Not all instructions were recorded: {recorded.cutOff}
        </p>
      )}
    </>
  );
}

/** The line of the listing whose instruction begins at a byte. */
function lineAt(offset: number): string {
  const listing = shader.value?.listing;
  const line = listing?.starts.indexOf(offset) ?? -1;
  return line < 0 ? `byte ${offset}` : listing!.text.split('\n')[line]!.trim();
}

/** The four lanes; the one that is shown can be chosen. */
function Lanes() {
  const recorded = trace.value!;
  const at = step.value;
  const running = recorded.lanes[at] ?? 0;
  const helpers = at > 0 ? recorded.helpers[at - 1]! : 0;
  return (
    <fieldset class="run-lanes" aria-label="Lanes">
      {[0, 1, 2, 3].map((i) => {
        const state =
          helpers & (1 << i) ? 'discarded or a helper' : running & (1 << i) ? 'runs next' : 'does not run next';
        return (
          <button
            key={i}
            type="button"
            class={running & (1 << i) ? '' : 'muted'}
            aria-pressed={lane.value === i}
            title={`Lane ${i}: ${state}`}
            onClick={() => {
              lane.value = i;
            }}
          >
            {i}
            {helpers & (1 << i) ? '×' : running & (1 << i) ? '▸' : '·'}
          </button>
        );
      })}
    </fieldset>
  );
}
