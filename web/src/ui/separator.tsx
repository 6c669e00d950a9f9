/** A line between two panes that the pointer and the arrow keys move. */
import { useRef } from 'preact/hooks';
import { type PaneName, paneSizes } from '../state/settings.ts';

/** The least part of the page that a pane has. */
const LEAST = 0.08;
const MAX_RATIO = 0.7;
const STEP = 0.02;

interface Props {
  readonly pane: PaneName;
  readonly label: string;
  /** Vertical lines move to the left and right. */
  readonly direction: 'vertical' | 'horizontal';
  /** Whether the pane is after the line. */
  readonly isAfter?: boolean;
}

export function Separator({ pane, label, direction, isAfter = false }: Props) {
  const size = paneSizes[pane];
  const moving = useRef<{ readonly from: number; readonly size: number; readonly total: number } | undefined>(
    undefined,
  );
  const sign = isAfter ? -1 : 1;
  const set = (value: number) => {
    size.value = Math.min(Math.max(value, LEAST), MAX_RATIO);
  };
  const position = (event: PointerEvent) => (direction === 'vertical' ? event.clientX : event.clientY);
  const onPointerDown = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    const { width, height } = line.parentElement!.getBoundingClientRect();
    moving.current = { from: position(event), size: size.value, total: direction === 'vertical' ? width : height };
    line.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = moving;
    if (current !== undefined) set(current.size + (sign * (position(event) - current.from)) / current.total);
  };
  const onPointerEnd = () => {
    moving.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = direction === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.altKey || (event.key !== less && event.key !== more)) return;
    set(size.value + sign * (event.key === more ? STEP : -STEP));
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that moves is a focusable separator; hr is not.
    <div
      class={`separator ${direction}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={direction}
      aria-valuemin={100 * LEAST}
      aria-valuemax={100 * MAX_RATIO}
      aria-valuenow={Math.round(100 * size.value)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    />
  );
}
