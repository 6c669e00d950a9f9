/** A control flow graph as a drawing: blocks and edges; pointers, wheel and keys zoom and pan. */
import { useSignal } from '@preact/signals';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Point, Size } from '../../worker/graph/layout.ts';
import { arrowOf, type DrawnBlock, type DrawnEdge, type LaidOut, LINE, PADDING, pathOf, TITLE } from './drawing.ts';
import { firstView, fitAll, keepInside, neighborOf, reveal, type Viewport, zoomAt } from './viewport.ts';

export interface CanvasActions {
  fit(): void;
  zoom(factor: number): void;
}

interface Props {
  readonly graph: LaidOut;
  /** Index of the selected block in the drawing; -1 for none. */
  readonly selected: number;
  /** Whether the selection comes from this view, which then does not move. */
  readonly isFromGraph: boolean;
  readonly label: string;
  readonly onSelect: (block: DrawnBlock) => void;
  readonly actions: { current: CanvasActions | undefined };
}

/** Pixels that a pointer moves before it pans. */
const SLACK = 4;
const STEP = 1.25;
const PAN = 60;

export function GraphCanvas({ graph, selected, isFromGraph: isOwn, label, onSelect, actions }: Props) {
  const box = useRef<SVGSVGElement>(null);
  const viewport = useSignal<Viewport>({ x: 0, y: 0, scale: 1 });
  const size = useRef<Size>({ width: 0, height: 0 });
  const pointers = useRef(new Map<number, Point>());
  const isPanning = useRef(false);
  const { layout, blocks } = graph;
  const rectangles = blocks.map((block, i) => ({ ...block, ...layout.blocks[i]! }));
  const current = useRef({ graph, selected });
  current.current = { graph, selected };

  const show = (next: Viewport) => {
    viewport.value = keepInside(next, layout, size.current);
  };
  const middle = () => ({ x: size.current.width / 2, y: size.current.height / 2 });
  actions.current = {
    fit: () => show(fitAll(layout, size.current)),
    zoom: (factor) => show(zoomAt(viewport.peek(), factor, middle())),
  };

  const begin = () => {
    const { graph: shown, selected: index } = current.current;
    const first = Math.max(index, 0);
    const rectangle = { ...shown.blocks[first]!, ...shown.layout.blocks[first]! };
    viewport.value = firstView(shown.layout, size.current, rectangle);
  };
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      const wasEmpty = size.current.width === 0;
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (wasEmpty) begin();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (size.current.width > 0) begin();
  }, [graph]);
  useEffect(() => {
    const rectangle = rectangles[selected];
    if (rectangle !== undefined && !isOwn && size.current.width > 0)
      viewport.value = reveal(viewport.peek(), size.current, rectangle);
  }, [selected, isOwn]);

  const at = (event: MouseEvent): Point => {
    const { left, top } = box.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * LINE;
    show(zoomAt(viewport.peek(), Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), at(event)));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) isPanning.current = false;
    pointers.current.set(event.pointerId, at(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = at(event);
    const moved = { x: now.x - before.x, y: now.y - before.y };
    if (!isPanning.current && Math.hypot(moved.x, moved.y) < SLACK) return;
    if (!isPanning.current) box.current!.setPointerCapture(event.pointerId);
    isPanning.current = true;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    const { x, y, scale } = viewport.peek();
    if (other === undefined) {
      show({ scale, x: x + moved.x, y: y + moved.y });
      return;
    }
    // Two pointers keep what is between them.
    const distance = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const center = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    show(zoomAt({ scale, x: x + moved.x / 2, y: y + moved.y / 2 }, distance(now) / distance(before), center));
  };
  const onPointerEnd = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  };
  const select = (index: number) => {
    // The click that ends a pan selects nothing.
    if (!isPanning.current) onSelect(blocks[index]!);
    isPanning.current = false;
  };
  const focusBlock = (index: number) => {
    viewport.value = reveal(viewport.peek(), size.current, rectangles[index]!);
    box.current!.querySelectorAll<SVGGElement>('.flow-block')[index]!.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === '+' || key === '=') actions.current!.zoom(STEP);
    else if (key === '-') actions.current!.zoom(1 / STEP);
    else if (key === '0') actions.current!.fit();
    else if (key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight') {
      if (event.shiftKey) {
        const { x, y, scale } = viewport.peek();
        const across = key === 'ArrowLeft' ? PAN : key === 'ArrowRight' ? -PAN : 0;
        show({ scale, x: x + across, y: y + (key === 'ArrowUp' ? PAN : key === 'ArrowDown' ? -PAN : 0) });
      } else {
        const focused = [...box.current!.querySelectorAll('.flow-block')].indexOf(document.activeElement as Element);
        if (focused < 0) return;
        const next = neighborOf(rectangles, focused, key);
        if (next >= 0) focusBlock(next);
      }
    } else if (key === 'Enter' || key === ' ') {
      const focused = [...box.current!.querySelectorAll('.flow-block')].indexOf(document.activeElement as Element);
      if (focused < 0) return;
      isPanning.current = false;
      select(focused);
    } else return;
    event.preventDefault();
  };
  const { x, y, scale } = viewport.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset.
    <svg
      ref={box}
      class="flow-canvas"
      role="group"
      aria-label={label}
      onWheel={onWheel}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    >
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <Edges graph={graph} />
        {blocks.map((block, i) => (
          <Block
            key={block.block}
            block={block}
            at={layout.blocks[i]!}
            isSelected={i === selected}
            isReached={i === Math.max(selected, 0)}
            index={i}
            onSelect={select}
          />
        ))}
      </g>
    </svg>
  );
}

/** The classes of an edge decide its color. */
function edgeClass({ kind, isBack }: DrawnEdge): string {
  return `flow-edge ${isBack ? 'back' : kind === 'case' || kind === 'default' ? 'case' : kind}`;
}

const Edges = memo(function Edges({ graph }: { graph: LaidOut }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of SVG takes no focus.
    <g aria-hidden="true">
      {graph.edges.map((edge, i) => {
        const { points, label } = graph.layout.edges[i]!;
        return (
          <g key={i} class={edgeClass(edge)}>
            <path d={pathOf(points)} />
            <polygon points={arrowOf(points)} />
            {label !== undefined && (
              <text x={label.x} y={label.y + 4} text-anchor="middle">
                {edge.label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
});

interface BlockProps {
  readonly block: DrawnBlock;
  readonly at: Point;
  readonly index: number;
  readonly isSelected: boolean;
  /** Whether the Tab key reaches it. */
  readonly isReached: boolean;
  readonly onSelect: (index: number) => void;
}

const Block = memo(
  function Block({ block, at, index, isSelected, isReached, onSelect }: BlockProps) {
    const { title, name, note, lines, width, height } = block;
    return (
      // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
      <g
        class={`flow-block ${isSelected ? 'selected' : ''}`}
        role="button"
        // Attributes of SVG have one spelling.
        tabindex={isReached ? 0 : -1}
        aria-pressed={isSelected}
        transform={`translate(${at.x} ${at.y})`}
        onClick={() => onSelect(index)}
      >
        <rect width={width} height={height} rx={4} />
        <text class="title" x={PADDING} y={16}>
          {title}
          {name !== '' && <tspan class="name">{title === '' ? name : ` · ${name}`}</tspan>}
        </text>
        {note !== '' && (
          <text class="title" x={width - PADDING} y={16} text-anchor="end">
            {note}
          </text>
        )}
        {lines.map((line, i) => (
          <text key={i} x={PADDING} y={TITLE + LINE * i + 13} class={'leftOut' in line ? 'left-out' : 'line'}>
            {'leftOut' in line
              ? `⋯ ${line.leftOut}`
              : line.parts.map(({ text, role }, k) => (
                  <tspan key={k} class={role === undefined ? '' : `role-${role}`}>
                    {text}
                  </tspan>
                ))}
          </text>
        ))}
      </g>
    );
  },
  (before, after) =>
    before.block === after.block && before.isSelected === after.isSelected && before.isReached === after.isReached,
);
