/** The command palette and the list of keys. */
import { useComputed, useSignal } from '@preact/signals';
import { visibleText } from '../model/format.ts';
import { rowName, sortedRows } from '../model/rows.ts';
import type { ShaderId } from '../model/shader-row.ts';
import { showShader } from '../state/actions.ts';
import { COMMANDS } from '../state/commands.ts';
import { compareWith } from '../state/comparing.ts';
import { current, overlay, rows } from '../state/store.ts';
import { lazy } from '../ui/lazy.tsx';
import { useModal } from '../ui/use-modal.ts';
import './overlays.css';

const Link = lazy(async () => (await import('./link.tsx')).Link);

/** Entries of the palette. */
const MAX_ENTRIES = 40;

interface Entry {
  readonly key: string;
  readonly title: string;
  readonly hint: string | undefined;
  /** Why it cannot be used now. */
  readonly disabled: string | undefined;
  readonly run: () => void;
}

export function Overlays() {
  if (overlay.value === 'palette')
    return <Palette label="Commands and shaders" placeholder="Find a command or a shader" entriesFor={allEntries} />;
  if (overlay.value === 'compare')
    return <Palette label="Shaders" placeholder="Find a shader to compare with" entriesFor={otherShaders} />;
  if (overlay.value === 'link') return <Link />;
  return overlay.value === 'help' ? <Help /> : null;
}

function close(): void {
  overlay.value = undefined;
}

function allEntries(query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const commands = COMMANDS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).map(
    ({ title, key, disabled, run }): Entry => ({ key: title, title, hint: key, disabled: disabled?.(), run }),
  );
  const shaders = shadersFor(query, (id) => void showShader(id));
  return [...commands, ...shaders].slice(0, MAX_ENTRIES);
}

/** The shaders that the current one can be compared with. */
function otherShaders(query: string): Entry[] {
  return shadersFor(query, compareWith).filter(({ key }) => key !== keyOfShader(current.value ?? -1));
}

function keyOfShader(id: ShaderId): string {
  return `shader ${id}`;
}

function shadersFor(query: string, run: (id: ShaderId) => void): Entry[] {
  return sortedRows(rows.value, query, 'found', false)
    .slice(0, MAX_ENTRIES)
    .map(
      ({ values, ...row }): Entry => ({
        key: keyOfShader(row.id),
        title: visibleText(`${row.path === '' ? '' : `${row.file} > `}${rowName(row)}`),
        hint: values[0] === null ? undefined : `${values[0]}`,
        disabled: undefined,
        run: () => run(row.id),
      }),
    );
}

interface PaletteProps {
  readonly label: string;
  readonly placeholder: string;
  readonly entriesFor: (query: string) => Entry[];
}

function Palette({ label, placeholder, entriesFor }: PaletteProps) {
  const query = useSignal('');
  const index = useSignal(0);
  const entries = useComputed(() => entriesFor(query.value));
  const dialog = useModal(close);
  const run = (entry: Entry | undefined) => {
    if (entry === undefined || entry.disabled !== undefined) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = entries.value.length;
    if (event.key === 'ArrowDown') index.value = Math.min(index.value + 1, count - 1);
    else if (event.key === 'ArrowUp') index.value = Math.max(index.value - 1, 0);
    else if (event.key === 'Enter') run(entries.value[index.value]);
    else return;
    event.preventDefault();
    document.getElementById(`entry-${index.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <dialog ref={dialog} class="palette" aria-label={label}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="entries"
        aria-activedescendant={`entry-${index.value}`}
        aria-label={placeholder}
        placeholder={placeholder}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          index.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id="entries" role="listbox" aria-label={label} class="entries">
        {entries.value.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys.
          <div
            key={entry.key}
            id={`entry-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === index.value}
            aria-disabled={entry.disabled !== undefined}
            onClick={() => run(entry)}
          >
            <span>{entry.title}</span>
            {entry.disabled !== undefined && <span class="muted">{entry.disabled}</span>}
            {entry.hint !== undefined && <kbd>{entry.hint}</kbd>}
          </div>
        ))}
        {entries.value.length === 0 && <p class="muted message">Nothing matches.</p>}
      </div>
    </dialog>
  );
}

function Help() {
  const dialog = useModal(close);
  return (
    <dialog ref={dialog} class="help" aria-label="Keys">
      <h2>Keys</h2>
      <table>
        <tbody>
          {COMMANDS.filter(({ key }) => key !== undefined).map(({ title, key }) => (
            <tr key={title}>
              <td>{title}</td>
              <td>
                <kbd>{key}</kbd>
              </td>
            </tr>
          ))}
          <tr>
            <td>Search in the listing, when it has the focus</td>
            <td>
              <kbd>Ctrl+F</kbd>
            </td>
          </tr>
        </tbody>
      </table>
      <button type="button" class="bordered" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
