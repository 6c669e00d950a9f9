/** The list of shaders: searched, sorted, virtual. */
import { useComputed, useSignal } from '@preact/signals';
import { numberText, visibleText } from '../model/format.ts';
import { rowName, SORT_COLUMNS, type SortColumn, sortedRows } from '../model/rows.ts';
import { LIST_COLUMNS, type ShaderRow } from '../model/shader-row.ts';
import { closeAll, showShader, stepShader } from '../state/actions.ts';
import { pickFiles } from '../state/pick-files.ts';
import { current, problems, rows } from '../state/store.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import './files.css';

const ROW = 24;
/** Columns with numbers; the list shows that which it is sorted by, else the slots. */
const NUMBERS: ReadonlySet<SortColumn> = new Set(['bytes', 'slots', 'instructions', 'temps', 'textures']);
const PROFILE = LIST_COLUMNS.indexOf('profile');
const VALID = LIST_COLUMNS.indexOf('valid');

/** How far the keys go in the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function Files({ size }: { size: string }) {
  const query = useSignal('');
  const sort = useSignal<{ column: SortColumn; isDown: boolean }>({ column: 'found', isDown: false });
  const shown = useComputed(() => sortedRows(rows.value, query.value, sort.value.column, sort.value.isDown));
  const index = useComputed(() => shown.value.findIndex(({ id }) => id === current.value));
  const column = NUMBERS.has(sort.value.column) ? sort.value.column : 'slots';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey) return;
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (shown.value === rows.value) {
      stepShader(step);
      return;
    }
    const next = shown.value[Math.min(Math.max(index.value + step, 0), shown.value.length - 1)];
    if (next !== undefined) void showShader(next.id);
  };
  return (
    <section class="pane files" aria-label="Files" style={{ '--size': size }}>
      <div class="pane-title">
        <h2>Shaders</h2>
        <span class="muted count">{rows.value.length > 0 && numberText(rows.value.length)}</span>
        <span class="end">
          <button type="button" onClick={pickFiles} title="Open files (Ctrl+O)">
            Open
          </button>
          <button
            type="button"
            onClick={closeAll}
            disabled={rows.value.length === 0}
            title="Close all files"
            aria-label="Close all files"
          >
            Close
          </button>
        </span>
      </div>
      <div class="filter">
        <input
          type="search"
          placeholder="Name, profile, format"
          aria-label="Search shaders"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
        <select
          aria-label="Sort shaders"
          value={sort.value.column}
          onChange={(event) => {
            sort.value = { ...sort.value, column: event.currentTarget.value as SortColumn };
          }}
        >
          {Object.entries(SORT_COLUMNS).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-pressed={sort.value.isDown}
          title={sort.value.isDown ? 'Descending order' : 'Ascending order'}
          aria-label="Descending order"
          onClick={() => {
            sort.value = { ...sort.value, isDown: !sort.value.isDown };
          }}
        >
          {sort.value.isDown ? '↓' : '↑'}
        </button>
      </div>
      {rows.value.length > 0 && shown.value.length === 0 ? (
        <p class="message muted">No shader matches “{query}”.</p>
      ) : (
        <VirtualList
          count={shown.value.length}
          rowHeight={ROW}
          shown={index.value}
          label="Shaders"
          role="listbox"
          activeDescendant={index.value < 0 ? undefined : `shader-${current.value}`}
          onKeyDown={onKeyDown}
          row={(i) => <Row key={shown.value[i]!.id} row={shown.value[i]!} column={column} />}
        />
      )}
      {problems.value.map(({ file, text, diagnostics }, i) => (
        <details class="problem" key={i}>
          <summary>
            <b>{visibleText(file)}</b>: {visibleText(text, 2000)}
          </summary>
          <ul>
            {diagnostics.slice(0, 20).map(({ code, message, span }) => (
              <li key={`${code}${span.start}${message}`}>
                <code>{code}</code> {visibleText(message)}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Row({ row, column }: { row: ShaderRow; column: SortColumn }) {
  const { id, file, path, offset, format, values } = row;
  const profile = values[PROFILE];
  const number = values[LIST_COLUMNS.indexOf(column as (typeof LIST_COLUMNS)[number])] ?? '';
  const isCurrent = id === current.value;
  const location = `${file}${path === '' ? '' : ` > ${path}`}${offset > 0 ? ` at byte ${offset}` : ''}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and takes the keys.
    <div
      id={`shader-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      class="shader-row"
      style={{ height: `${ROW}px` }}
      title={visibleText(location)}
      onClick={() => void showShader(id)}
    >
      <span class={`mark ${values[VALID] === false ? 'error' : ''}`} aria-hidden="true">
        {values[VALID] === false ? '×' : ''}
      </span>
      <span class="name">
        <bdi dir="ltr">{visibleText(rowName(row))}</bdi>
        {values[VALID] === false && <span class="visually-hidden"> (invalid)</span>}
      </span>
      <code class="muted">{profile ?? format}</code>
      <span class="slots muted" title={SORT_COLUMNS[column]}>
        {number}
      </span>
    </div>
  );
}
