/** Two listings side by side, one below the other on narrow windows. Only the rows in view exist. */
import { useSignal } from '@preact/signals';
import type { LineChange } from 'dxlens/internals/diff';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { numberText, visibleText } from '../../model/format.ts';
import { type DiffLine, type DiffRow, shownRows } from '../../model/side-by-side.ts';
import { moveToDifference } from '../../state/comparing.ts';
import { select, selection, shader } from '../../state/store.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { ComparedPart } from '../../worker/protocol.ts';

const ROW = 20;

type Item =
  | { readonly heading: ComparedPart }
  | { readonly hidden: number }
  | { readonly row: DiffRow; readonly side: 'before' | 'after' | 'both' };

const SIGNS: Readonly<Record<LineChange, string>> = {
  same: '',
  renamed: '≈',
  encoding: '≠',
  changed: '~',
  removed: '−',
  added: '+',
};
const NAMES: Readonly<Record<LineChange, string>> = {
  same: 'equal',
  renamed: 'other registers',
  encoding: 'other words with the same text',
  changed: 'changed',
  removed: 'removed',
  added: 'added',
};

export function DiffList({ parts }: { parts: readonly ComparedPart[] }) {
  const isNarrow = useNarrow();
  const showsAll = useSignal(false);
  const items = itemsOf(parts, showsAll.value, isNarrow);
  const at = useSignal(-1);
  const differences = items.flatMap((item, i) =>
    'row' in item && item.row.change !== 'same' && item.side !== 'after' ? [i] : [],
  );
  const move = (step: 1 | -1) => {
    const next =
      step > 0 ? differences.find((i) => i > at.value) : differences.findLast((i) => i < (at.value < 0 ? 0 : at.value));
    if (next === undefined) return;
    at.value = next;
    const item = items[next]!;
    if ('row' in item) selectRow(item.row);
  };
  useEffect(() => {
    moveToDifference.value = move;
    return () => {
      moveToDifference.value = undefined;
    };
  });
  return (
    <>
      <div class="compare-bar">
        <button type="button" title="Next difference (F8)" disabled={differences.length === 0} onClick={() => move(1)}>
          Next difference
        </button>
        <button type="button" title="Previous difference (F7)" onClick={() => move(-1)}>
          Previous
        </button>
        <label>
          <input
            type="checkbox"
            checked={showsAll.value}
            onChange={({ currentTarget }) => {
              showsAll.value = currentTarget.checked;
            }}
          />{' '}
          Equal lines, too
        </label>
      </div>
      <VirtualList
        count={items.length}
        rowHeight={ROW}
        shown={at.value < 0 ? undefined : at.value}
        class="diff code"
        role="list"
        label="Lines of both listings"
        row={(i) => <ItemRow key={i} item={items[i]!} isCurrent={i === at.value} />}
      />
    </>
  );
}

function itemsOf(parts: readonly ComparedPart[], showsAll: boolean, isNarrow: boolean): Item[] {
  const items: Item[] = [];
  for (const part of parts) {
    items.push({ heading: part });
    for (const shown of shownRows(part.rows, showsAll)) {
      if ('hidden' in shown) {
        items.push({ hidden: shown.hidden });
        continue;
      }
      const row = part.rows[shown.row]!;
      if (!isNarrow || row.change === 'same') items.push({ row, side: isNarrow ? 'after' : 'both' });
      else for (const side of ['before', 'after'] as const) if (row[side] !== undefined) items.push({ row, side });
    }
  }
  return items;
}

function selectRow({ after }: DiffRow): void {
  const listing = shader.peek()?.listing;
  const offset = after?.offset ?? -1;
  const line = listing === undefined || offset < 0 ? -1 : listing.starts.indexOf(offset);
  if (line >= 0) select(offset, listing!.ends[line]!, 'compare');
}

function ItemRow({ item, isCurrent }: { item: Item; isCurrent: boolean }) {
  if ('heading' in item) {
    const { name, renaming } = item.heading;
    const names = renaming.slice(0, 20).map(([before, after]) => `${before} is ${after}`);
    return (
      <ListItem class="diff-heading">
        <b>{visibleText(name)}</b> {names.length > 0 && <span class="muted">{visibleText(names.join(', '))}</span>}
      </ListItem>
    );
  }
  if ('hidden' in item) return <ListItem class="diff-hidden muted">{numberText(item.hidden)} equal lines</ListItem>;
  const { row, side } = item;
  const { change, before, after } = row;
  const offset = after?.offset ?? -1;
  const isSelected = isCurrent || (offset >= 0 && selection.value?.start === offset);
  return (
    <ListItem
      class={`diff-row ${change} ${isSelected ? 'selected' : ''}`}
      title={NAMES[change]}
      onClick={() => selectRow(row)}
    >
      {side !== 'after' && <Side line={before} name="before" sign={side === 'before' ? '−' : ''} change={change} />}
      {side === 'both' && <span class="diff-sign">{SIGNS[change]}</span>}
      {side !== 'before' && (
        <Side line={after} name="after" sign={side === 'after' && change !== 'same' ? '+' : ''} change={change} />
      )}
    </ListItem>
  );
}

interface ListItemProps {
  readonly class: string;
  readonly title?: string;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}

function ListItem({ class: name, title, onClick, children }: ListItemProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are no children of a list element.
    // biome-ignore lint/a11y/useKeyWithClickEvents: F7 and F8 move between differences, and the listing takes keys.
    <div role="listitem" class={name} style={{ height: `${ROW}px` }} title={title} onClick={onClick}>
      {children}
    </div>
  );
}

interface SideProps {
  readonly line: DiffLine | undefined;
  readonly name: 'before' | 'after';
  readonly sign: string;
  readonly change: LineChange;
}

function Side({ line, name, sign, change }: SideProps) {
  if (line === undefined) return <span class="diff-side none" />;
  const { number, text, marks } = line;
  const pieces = [];
  let at = 0;
  for (let i = 0; i < marks.length; i += 2) {
    pieces.push(text.slice(at, marks[i]));
    pieces.push(<mark key={i}>{text.slice(marks[i], marks[i + 1])}</mark>);
    at = marks[i + 1]!;
  }
  pieces.push(text.slice(at));
  return (
    <span class={`diff-side ${name} ${change}`}>
      <span class="muted number">{number ?? ''}</span>
      {sign !== '' && <span aria-hidden="true">{sign}</span>}
      {change !== 'same' && <span class="visually-hidden">{name}: </span>}
      <span>{pieces}</span>
    </span>
  );
}
