/** The blocks of a control flow graph as a list: what screen readers read, and what a graph of any size has. */
import {
  edgeLabel,
  entryName,
  type FlowProgram,
  lineRange,
  lineStarts,
  linesByStart,
  numberRange,
} from '../../model/flow-graph.ts';
import { visibleText } from '../../model/format.ts';
import type { ListingData } from '../../model/listing.ts';
import { select } from '../../state/store.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';

const ROW = 48;
/** Edges of a block that are listed. */
const MAX_EDGES = 12;

interface Props {
  readonly program: FlowProgram;
  readonly listing: ListingData;
  /** Index of the selected block; -1 for none. */
  readonly selected: number;
}

export function BlockList({ program, listing, selected }: Props) {
  const lines = linesByStart(listing);
  const at = lineStarts(listing.text);
  const next = new Map<number, string[]>();
  for (const edge of program.edges) {
    const label = edgeLabel(edge);
    const labels = next.get(edge.from) ?? [];
    labels.push(`${edge.to}${label === '' ? '' : ` (${label})`}`);
    next.set(edge.from, labels);
  }
  const row = (index: number) => {
    const { start, end, entry, returns } = program.blocks[index]!;
    const range = lineRange(listing, lines, { start, end });
    const numbers = range === undefined ? '' : numberRange(listing, range.first, range.last);
    const lastLine = range === undefined ? '' : listing.text.slice(at[range.last], at[range.last + 1]! - 1).trim();
    const name = entry === undefined ? '' : entryName(entry);
    const targets = next.get(index) ?? [];
    const more = targets.length > MAX_EDGES ? ` and ${targets.length - MAX_EDGES} more` : '';
    const goes = [
      targets.length > 0 ? `goes to block ${targets.slice(0, MAX_EDGES).join(', ')}${more}` : '',
      returns ? 'returns' : '',
    ].filter(Boolean);
    return (
      // biome-ignore lint/a11y/useSemanticElements: the list is not the parent, because only rows in view exist.
      <div key={index} role="listitem" class="block-row" style={{ height: `${ROW}px` }}>
        <button type="button" aria-pressed={index === selected} onClick={() => select(start, end, 'graph')}>
          <span class="first">
            <b>Block {index}</b> {name} <span class="muted">{numbers === '' ? '' : `instructions ${numbers}`}</span>{' '}
            <span class="code">{visibleText(lastLine, 80)}</span>
          </span>
          <span class="muted goes">{goes.join('; ') || 'ends'}</span>
        </button>
      </div>
    );
  };
  return (
    <VirtualList
      count={program.blocks.length}
      rowHeight={ROW}
      row={row}
      shown={selected < 0 ? undefined : selected}
      class="block-list"
      label="Blocks of the program"
    />
  );
}
