/** Buffers of a compute shader as tables: what it gets, and what it gave. */
import { useSignal } from '@preact/signals';
import { visibleText } from '../../model/format.ts';
import type { BufferControl, RunPlan } from '../../model/run/controls.ts';
import { elementWidth, MAX_ELEMENTS, type RunSettings } from '../../model/run/settings.ts';
import { floatText } from '../../model/run/word-text.ts';
import type { Numbers } from '../../worker/run/run-protocol.ts';
import { NumberField } from './number-field.tsx';
import { change, runCall, runDiagnostics, running, setup } from './run-state.ts';

interface Props {
  readonly plan: RunPlan;
  readonly settings: RunSettings;
}

/** Elements of a table that are shown. */
const MAX_ROWS = 256;
const MAX_GROUPS = 64;

export function Compute({ plan, settings }: Props) {
  const results = useSignal<{ readonly of: RunSettings; readonly numbers: Numbers } | undefined>(undefined);
  const run = async () => {
    const current = setup.peek();
    if (current === undefined) return;
    const outcome = await runCall('dispatch', 'Running', current);
    if (outcome === undefined) return;
    runDiagnostics.value = outcome.diagnostics;
    results.value = outcome.result === undefined ? undefined : { of: current.settings, numbers: outcome.result };
  };
  const shown = results.value?.of === settings ? results.value.numbers : undefined;
  return (
    <section class="run-compute" aria-label="Buffers">
      <div class="run-actions">
        <span class="muted">Groups</span>
        {settings.groups.map((value, i) => (
          <NumberField
            key={i}
            label={`Groups along ${'xyz'[i]}`}
            value={value}
            isWhole
            onValue={(next) => {
              const groups = settings.groups.map((one, k) => (k === i ? Math.min(Math.max(next, 1), MAX_GROUPS) : one));
              change({ groups: groups as unknown as RunSettings['groups'] });
            }}
          />
        ))}
        <span class="muted">of {plan.groupSize.join(' × ')} threads</span>
        <button type="button" class="bordered" disabled={running.value !== undefined} onClick={() => void run()}>
          Run
        </button>
      </div>
      <div class="run-tables">
        {plan.buffers.map((one) => (
          <BufferTable key={one.register} control={one} settings={settings} result={shown?.[one.register]} />
        ))}
        {plan.textures
          .filter(({ isWritable }) => isWritable)
          .map(({ register, name }) => (
            <TexelTable key={register} name={name} register={register} result={shown?.[register]} />
          ))}
      </div>
    </section>
  );
}

interface TableProps {
  readonly control: BufferControl;
  readonly settings: RunSettings;
  readonly result: readonly (number | string)[] | undefined;
}

function BufferTable({ control, settings, result }: TableProps) {
  const { register, name, columns, isWritable, formats } = control;
  const width = elementWidth(control);
  const values = settings.buffers[register] ?? [];
  const count = Math.floor(values.length / width);
  const set = (next: readonly number[]) => change({ buffers: { ...settings.buffers, [register]: next } });
  const isWhole = !formats.some((format) => /FLOAT|NORM/.test(format));
  const label = visibleText(name);
  const shown = Math.min(count, MAX_ROWS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll run-table" tabIndex={0} aria-label={`Elements of ${label}`}>
      <table class="bindings">
        <caption>
          <span class="code">{label}</span> <span class="muted">{register}</span>
          <span class="run-count">
            <NumberField
              label={`Number of elements of ${label}`}
              value={count}
              isWhole
              onValue={(next) => set(resized(values, Math.min(Math.max(next, 1), MAX_ELEMENTS) * width))}
            />
            elements
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {visibleText(column)}
              </th>
            ))}
            {isWritable &&
              result !== undefined &&
              columns.map((column) => <th key={column} scope="col">{`${visibleText(column)} after`}</th>)}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, i) => (
                <td key={column}>
                  <NumberField
                    label={`${label}[${row}] ${visibleText(column)}`}
                    value={values[row * width + i] ?? 0}
                    isWhole={isWhole}
                    onValue={(next) => set(values.map((one, k) => (k === row * width + i ? next : one)))}
                  />
                </td>
              ))}
              {isWritable &&
                result !== undefined &&
                columns.map((column, i) => (
                  <Result key={column} value={result[row * width + i]} before={values[row * width + i]} />
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count > shown && <p class="muted">and {count - shown} more elements</p>}
    </section>
  );
}

function Result({ value, before }: { value: number | string | undefined; before?: number | undefined }) {
  const text = typeof value === 'number' && !Number.isInteger(value) ? floatText(Math.fround(value)) : `${value ?? ''}`;
  return <td class={`code ${value === before ? '' : 'changed'}`}>{text}</td>;
}

function resized(values: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, i) => values[i] ?? 0);
}

/** The texels of a texture after the run: red, green, blue and alpha. */
function TexelTable({
  name,
  register,
  result,
}: {
  name: string;
  register: string;
  result: Numbers[string] | undefined;
}) {
  const label = visibleText(name);
  if (result === undefined)
    return (
      <p class="muted">
        <span class="code">{label}</span> {register}: a texture; run the shader to see its texels.
      </p>
    );
  const count = Math.min(Math.floor(result.length / 4), MAX_ROWS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll run-table" tabIndex={0} aria-label={`Texels of ${label}`}>
      <table class="bindings">
        <caption>
          <span class="code">{label}</span> <span class="muted">{register}</span>
        </caption>
        <thead>
          <tr>
            {['#', 'r', 'g', 'b', 'a'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {[0, 1, 2, 3].map((i) => (
                <Result key={i} value={result[4 * row + i]} before={0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
