/** The control of a constant: a color, a slider, a check box, or fields for numbers. */
import { visibleText } from '../../model/format.ts';
import { controlKind } from '../../model/run/assumptions.ts';
import type { ConstantControl, RunPlan } from '../../model/run/controls.ts';
import { constantValue, type RunSettings } from '../../model/run/settings.ts';
import { NumberField } from './number-field.tsx';
import { change, MAX_TIME, playing } from './run-state.ts';

interface Props {
  readonly control: ConstantControl;
  readonly plan: RunPlan;
  readonly settings: RunSettings;
}

/** Numbers of a constant that have a field. */
const MAX_FIELDS = 64;

export function ConstantRow({ control, plan, settings }: Props) {
  const { name, typeName, columns, rows, elements, type } = control;
  const values = constantValue(plan, settings, name);
  const set = (next: readonly number[]) => change({ constants: { ...settings.constants, [name]: next } });
  const setOne = (i: number, value: number) => set(values.map((one, k) => (k === i ? value : one)));
  const kind = controlKind(control);
  const label = visibleText(name);
  const title = `${visibleText(typeName)}${elements > 1 ? `[${elements}]` : ''}`;
  const numbers = (
    <span class="numbers" style={{ gridTemplateColumns: `repeat(${Math.min(columns, 4)}, minmax(0, 1fr))` }}>
      {values.slice(0, MAX_FIELDS).map((value, i) => (
        <NumberField
          key={i}
          label={fieldLabel(label, control, i)}
          value={value}
          isWhole={type !== 'float'}
          onValue={(next) => setOne(i, next)}
        />
      ))}
      {values.length > MAX_FIELDS && <span class="muted">and {values.length - MAX_FIELDS} more numbers</span>}
    </span>
  );
  const isLong = rows * elements > 1;
  const isAssumed = control.defaults === undefined;
  return (
    <div class="run-row">
      <span class="run-name" title={title}>
        <span class="code">{label}</span>{' '}
        <span class="muted">
          {title}
          {isAssumed && ', not set by the shader'}
        </span>
      </span>
      {kind === 'color' && <ColorField label={label} values={values} onValues={set} />}
      {kind === 'flag' && (
        <input
          type="checkbox"
          aria-label={label}
          checked={values[0] !== 0}
          onChange={({ currentTarget }) => set([currentTarget.checked ? 1 : 0])}
        />
      )}
      {kind === 'time' && settings.constants[name] === undefined ? (
        <TimeField time={settings.time} />
      ) : (
        type === 'float' &&
        columns * rows * elements === 1 && <Slider label={label} value={values[0]!} onValue={(one) => set([one])} />
      )}
      {kind === 'flag' || kind === 'time' ? null : isLong ? (
        <details>
          <summary>{rows > 1 ? 'Rows' : 'Elements'}</summary>
          {numbers}
        </details>
      ) : (
        numbers
      )}
    </div>
  );
}

function fieldLabel(name: string, { rows, columns, elements }: ConstantControl, i: number): string {
  const size = rows * columns;
  const element = elements > 1 ? `[${Math.floor(i / size)}]` : '';
  const row = rows > 1 ? ` row ${Math.floor((i % size) / columns)}` : '';
  return `${name}${element}${row}${columns > 1 ? ` ${'xyzw'[i % columns] ?? i % columns}` : ''}`;
}

const MAX_BYTE = 255;

function ColorField({
  label,
  values,
  onValues,
}: {
  label: string;
  values: readonly number[];
  onValues: (next: number[]) => void;
}) {
  const hex = values
    .slice(0, 3)
    .map((value) =>
      Math.round(MAX_BYTE * Math.min(Math.max(value, 0), 1))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  return (
    <input
      type="color"
      aria-label={`${label} as a color`}
      value={`#${hex}`}
      onInput={({ currentTarget }) => {
        const parts = [1, 3, 5].map((at) => Number.parseInt(currentTarget.value.slice(at, at + 2), 16) / MAX_BYTE);
        onValues([...parts, ...values.slice(3)]);
      }}
    />
  );
}

/** A slider around the value, from 0 to twice as much. */
function Slider({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) {
  const most = Math.max(1, 10 ** Math.ceil(Math.log10(Math.max(Math.abs(value), 0.1))));
  return (
    <input
      type="range"
      aria-label={`${label} as a slider`}
      min={value < 0 ? -most : 0}
      max={most}
      step={most / 200}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
    />
  );
}

function TimeField({ time }: { time: number }) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <span class="run-time">
      <button
        type="button"
        class="bordered"
        disabled={isStill}
        title={isStill ? 'Your system asks for less motion: move the slider instead' : 'Let the time run'}
        aria-pressed={playing.value}
        onClick={() => {
          playing.value = !playing.peek();
        }}
      >
        {playing.value ? 'Pause' : 'Play'}
      </button>
      <input
        type="range"
        aria-label="Time in seconds"
        min={0}
        max={MAX_TIME}
        step={0.05}
        value={time}
        onInput={({ currentTarget }) => change({ time: currentTarget.valueAsNumber })}
      />
      <output>{time.toFixed(2)} s</output>
    </span>
  );
}
