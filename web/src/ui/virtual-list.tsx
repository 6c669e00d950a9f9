/**
 * A list of any number of rows of the same height. Only the rows in view exist.
 *
 * Not for: what is in a row.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows that exist before and after those in view. */
const EXTRA = 8;
/** Browsers have no element that is much higher than this, in pixels; beyond it, the scroll bar is scaled. */
const MAX_HEIGHT = 8_000_000;

export interface VirtualListProps {
  readonly count: number;
  /** In pixels. */
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row that stays in view when it changes. */
  readonly shown?: number | undefined;
  readonly class?: string;
  readonly label: string;
  readonly role?: 'list' | 'listbox' | 'region';
  readonly activeDescendant?: string | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, row, shown, label, role = 'list', activeDescendant, onKeyDown } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const contentHeight = count * rowHeight;
  const height = Math.min(contentHeight, MAX_HEIGHT);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || shown === undefined || shown < 0 || element.clientHeight === 0) return;
    const ratio = scrollRatio(contentHeight, height, element.clientHeight);
    const top = shown * rowHeight;
    const from = element.scrollTop * ratio;
    if (top >= from && top + rowHeight <= from + element.clientHeight) return;
    element.scrollTop = Math.max(0, top - element.clientHeight / 2) / ratio;
    setView({ top: element.scrollTop, height: element.clientHeight });
  }, [shown, contentHeight, height, rowHeight, view.height === 0]);

  const ratio = scrollRatio(contentHeight, height, view.height);
  const first = Math.max(0, Math.floor((view.top * ratio) / rowHeight) - EXTRA);
  const last = Math.min(count, Math.ceil((view.top * ratio + view.height) / rowHeight) + EXTRA);
  // Where the first row is in the scaled height.
  const offset = view.top + first * rowHeight - view.top * ratio;
  const rows: ComponentChildren[] = [];
  for (let i = first; i < last; i++) rows.push(row(i));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: every role that it may have takes keys.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role that it may have takes a label.
    <div
      ref={box}
      class={`scroll ${props.class ?? ''}`}
      role={role}
      aria-label={label}
      aria-activedescendant={activeDescendant}
      tabIndex={0}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${height}px`, position: 'relative', overflow: 'clip' }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}

/** Pixels of the list for a pixel of the scroll bar. */
function scrollRatio(contentHeight: number, height: number, view: number): number {
  return contentHeight <= height || height <= view ? 1 : (contentHeight - view) / (height - view);
}
