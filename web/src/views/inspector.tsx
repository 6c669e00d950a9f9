/** The selected part: the instruction or record, each of its DWORDs as bits, and the fields with their meanings. */
import { useEffect, useRef } from 'preact/hooks';
import { hexText, numberText, sizeText, visibleText } from '../model/format.ts';
import { edit } from '../state/editing.ts';
import { selectsField, selectsWord } from '../state/selection.ts';
import { part, select, selection, shader } from '../state/store.ts';
import type { FieldData, WordData } from '../worker/protocol.ts';
import { BitStrip } from './bit-strip.tsx';
import './inspector.css';
import { LiteralControls } from './literal-controls.tsx';

/** DWORDs that are shown at once. */
const MAX_WORDS = 48;

export function Inspector({ size }: { size: string }) {
  const shown = part.value;
  return (
    <section class="pane inspector" aria-label="Inspector" style={{ '--size': size }}>
      <div class="pane-title">
        <h2>Inspector</h2>
        {shown !== undefined && (
          <span class="muted code">
            {hexText(shown.start, 4)}–{hexText(shown.end - 1, 4)}
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Selected instruction or record">
        {shown === undefined || shader.value === undefined ? (
          <p class="message muted">Select a line, a DWORD or a chunk to see its bits.</p>
        ) : (
          <>
            <header class="subject">
              <h3>{visibleText(shown.title)}</h3>
              {shown.doc !== '' && <p>{shown.doc}</p>}
              <p class="muted">{sizeText(shown.end - shown.start)}</p>
            </header>
            <LiteralControls />
            <Words words={shown.words} />
          </>
        )}
      </section>
    </section>
  );
}

function Words({ words }: { words: readonly WordData[] }) {
  const selected = selection.value;
  const index = words.findIndex(
    ({ offset, size }) => selected !== undefined && selected.start >= offset && selected.start < offset + size,
  );
  const from = words.length <= MAX_WORDS ? 0 : Math.max(0, Math.min(index - MAX_WORDS / 2, words.length - MAX_WORDS));
  const shown = words.slice(from, from + MAX_WORDS);
  const rest = words.length - shown.length;
  return (
    <>
      {shown.map((word, i) => (
        <Word key={word.offset} word={word} number={from + i} />
      ))}
      {rest > 0 && <p class="muted message">{numberText(rest)} more; select one in the bytes to see it.</p>}
    </>
  );
}

function Word({ word, number }: { word: WordData; number: number }) {
  const { offset, size, title, value, text, fields } = word;
  const selected = selection.value;
  const isSelected = selectsWord(selected, offset, size);
  const before = wordBefore(offset, value);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSelected && selected?.origin !== 'inspector') box.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected, selected?.origin]);
  return (
    <article ref={box} class={`word ${isSelected ? 'selected' : ''}`} aria-label={`${title} at ${hexText(offset, 4)}`}>
      <button
        type="button"
        class="word-title"
        aria-pressed={isSelected}
        onClick={() => select(offset, offset + size, 'inspector')}
      >
        <span class="muted code">{number}</span>
        <b>{visibleText(title)}</b>
        <span class="code end">{value === undefined ? sizeText(size) : hexText(value)}</span>
      </button>
      {before !== undefined && <p class="changed muted code">was {hexText(before)}</p>}
      {value !== undefined && <BitStrip word={word} />}
      {text !== undefined && <p class="text code">“{visibleText(text)}”</p>}
      {fields.length > 0 && (
        <table class="fields">
          <caption class="visually-hidden">Fields, from the highest bit to the lowest</caption>
          <tbody>
            {fields.toReversed().map((field) => (
              <FieldRow key={field.low} offset={offset} field={field} />
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

/**
 * The word of the original that an edit changed to `value`; undefined where it is the same, or instructions do not
 * match word by word.
 */
function wordBefore(offset: number, value: number | undefined): number | undefined {
  const change = edit.value?.changes.find(
    (one) =>
      offset >= one.offset && offset < one.offset + 4 * one.after.length && one.before?.length === one.after.length,
  );
  const before = change?.before?.[(offset - change.offset) >>> 2];
  return before === value ? undefined : before;
}

function FieldRow({ offset, field }: { offset: number; field: FieldData }) {
  const { name, low, width, value, meaning, doc, rule, expected, role } = field;
  const isQuiet = value === 0 && meaning === '' && expected === undefined;
  const isSelected = selectsField(selection.value, offset, low, width);
  return (
    <tr class={`${isQuiet ? 'quiet' : ''} ${isSelected ? 'selected' : ''}`}>
      <td class="bits muted code">{width === 1 ? low : `${low + width - 1}:${low}`}</td>
      <th scope="row">
        <button
          type="button"
          class={`field-name field-${role}`}
          aria-pressed={isSelected}
          onClick={() => select(offset, offset + 4, 'inspector', { low, width })}
        >
          {name}
        </button>
      </th>
      <td class="value">
        <span class="code">{meaning === '' ? valueText(value) : visibleText(meaning)}</span>
        {meaning !== '' && meaning !== `${value}` && <span class="muted code raw">{valueText(value)}</span>}
        {expected !== undefined && <strong class="error"> not allowed; expected {expected}</strong>}
        {(isSelected || expected !== undefined) && (doc !== '' || rule !== undefined) && (
          <p class="doc">
            {rule !== undefined && <code>{rule}</code>} {doc}
          </p>
        )}
      </td>
    </tr>
  );
}

function valueText(value: number): string {
  return value < 10 ? `${value}` : `0x${value.toString(16)}`;
}
