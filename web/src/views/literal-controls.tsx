/**
 * Controls for the constants in the selected line: a field and a slider for each number, a color where there are three
 * from 0 to 1.
 */
import { useRef } from 'preact/hooks';
import { linesOfBytes } from '../model/listing.ts';
import {
  colorText,
  colorValues,
  isColor,
  type LiteralGroup,
  type LiteralNumber,
  literalsOfLine,
  literalText,
  literalValue,
} from '../model/literals.ts';
import { editRefusal, isEditing, withEditor } from '../state/editing.ts';
import { selection, shader } from '../state/store.ts';
import './literal-controls.css';

/** Steps of a slider. */
const STEPS = 200;

export function LiteralControls() {
  const data = shader.value;
  const selected = selection.value;
  if (data === undefined || selected === undefined || editRefusal.value !== undefined) return null;
  const { text, starts } = data.listing;
  const lines = linesOfBytes(data.listing, selected.start, selected.end);
  // A data block has lines that share its bytes; the first has none of its rows.
  const texts = text.split('\n');
  const line = lines.find((one) => literalsOfLine(texts[one]!).length > 0);
  if (line === undefined || starts[line]! < 0) return null;
  const isSm1 = data.profile !== null && /_[123]_/.test(data.profile);
  return (
    <section class="literals" aria-label="Constants of this line">
      <h3>Constants of this line</h3>
      {literalsOfLine(texts[line]!).map((group, i) => (
        <Group key={`${line} ${i}`} group={group} index={i} line={line} decimals={!isSm1} />
      ))}
    </section>
  );
}

interface GroupProps {
  readonly group: LiteralGroup;
  /** Of the group in its line. */
  readonly index: number;
  readonly line: number;
  readonly decimals: boolean;
}

function Group({ group, index, line, decimals }: GroupProps) {
  const { numbers } = group;
  /** Sets the first values of the group, from the first number on. */
  const set = (first: number, values: readonly number[]) => {
    isEditing.value = true;
    withEditor((editor) => {
      // From the last to the first, so that the columns of the others stay.
      for (let i = values.length - 1; i >= 0; i--) {
        // The text may be newer than what is shown.
        const number = literalsOfLine(editor.lineText(line))[index]?.numbers[first + i];
        if (number === undefined) return;
        editor.replaceInLine(line, number.from, number.to, literalText(values[i]!, number.kind, decimals));
      }
    });
  };
  return (
    <div class="literal-group">
      {isColor(group) && (
        <label>
          <span>Color</span>
          <input
            type="color"
            value={colorText(group)}
            onInput={({ currentTarget }) => set(0, colorValues(currentTarget.value))}
          />
        </label>
      )}
      {numbers.map((number, i) => (
        <NumberControl key={i} number={number} name={nameOf(i, numbers.length)} onSet={(value) => set(i, [value])} />
      ))}
    </div>
  );
}

function nameOf(index: number, count: number): string {
  return count > 4 || count === 1 ? `${index + 1}` : 'xyzw'[index]!;
}

interface NumberProps {
  readonly number: LiteralNumber;
  readonly name: string;
  readonly onSet: (value: number) => void;
}

function NumberControl({ number, name, onSet }: NumberProps) {
  const value = literalValue(number);
  const isInteger = number.kind === 'integer';
  // A slider that is moved keeps its ends.
  const range = useRef(rangeOf(value, isInteger));
  if (value < range.current.low || value > range.current.high) range.current = rangeOf(value, isInteger);
  const { low, high } = range.current;
  if (number.kind === 'boolean')
    return (
      <label>
        <span class="code">{name}</span>
        <input
          type="checkbox"
          checked={value === 1}
          onChange={({ currentTarget }) => onSet(currentTarget.checked ? 1 : 0)}
        />
      </label>
    );
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const next = currentTarget.valueAsNumber;
    if (Number.isFinite(next)) onSet(next);
  };
  return (
    <div class="literal-number">
      <span class="code" aria-hidden="true">
        {name}
      </span>
      <input
        type="number"
        aria-label={`Component ${name}`}
        step={isInteger ? 1 : 'any'}
        value={Number.isFinite(value) ? value : ''}
        placeholder={number.text}
        onChange={take}
      />
      <input
        type="range"
        aria-label={`Component ${name}, slider`}
        min={low}
        max={high}
        step={isInteger ? 1 : (high - low) / STEPS}
        value={Number.isFinite(value) ? value : 0}
        onInput={take}
      />
    </div>
  );
}

/** The range of a slider: from 0 to 1, or to the next power of ten, and as far below 0 where the value is. */
function rangeOf(value: number, isInteger: boolean): { readonly low: number; readonly high: number } {
  const size = Number.isFinite(value) ? Math.max(Math.abs(value), isInteger ? 10 : 1) : 1;
  const high = Math.min(10 ** Math.ceil(Math.log10(size)), isInteger ? 2 ** 31 - 1 : 3e38);
  return { low: value < 0 ? -high : 0, high };
}
