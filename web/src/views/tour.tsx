/** A step of the tour: a card next to the pane that it is about, and a frame around the pane. The page stays usable. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { TOUR_STEPS } from '../model/tour.ts';
import { endTour, showTourStep, tourStep } from '../state/tour.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import './tour.css';

/** Milliseconds between looks at where the pane is: panes are loaded, resized and replaced. */
const INTERVAL = 150;
const CARD_WIDTH = 320;
const CARD_HEIGHT = 200;
const GAP = 12;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function Tour() {
  const index = tourStep.value ?? 0;
  const { title, text, keys, target } = TOUR_STEPS[index]!;
  const isNarrow = useNarrow();
  const box = useSignal<Box | undefined>(undefined);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const measure = () => {
      const rect = document.querySelector(target)?.getBoundingClientRect();
      const found = rect === undefined || rect.width === 0 ? undefined : rect;
      const before = box.peek();
      if (
        found?.left !== before?.left ||
        found?.top !== before?.top ||
        found?.width !== before?.width ||
        found?.height !== before?.height
      )
        box.value = found;
    };
    measure();
    const timer = setInterval(measure, INTERVAL);
    return () => clearInterval(timer);
  }, [target]);
  useEffect(() => next.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey) return;
    if (event.key === 'Escape') endTour();
    else if (event.key === 'ArrowRight') showTourStep(index + 1);
    else if (event.key === 'ArrowLeft') showTourStep(Math.max(index - 1, 0));
    else return;
    event.preventDefault();
  };
  const isLast = index === TOUR_STEPS.length - 1;
  return (
    <>
      {box.value !== undefined && <div class="tour-frame" style={pixels(box.value)} />}
      <section
        class="tour"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        style={isNarrow ? {} : pixels(besides(box.value))}
        onKeyDown={onKeyDown}
      >
        <div aria-live="polite">
          <h2 id="tour-title">{title}</h2>
          <p id="tour-text">
            {text}
            {keys !== undefined && !isNarrow && ` ${keys}`}
          </p>
        </div>
        <div class="buttons">
          <button ref={next} type="button" class="primary" onClick={() => showTourStep(index + 1)}>
            {isLast ? 'Done' : 'Next'}
          </button>
          <button type="button" class="bordered" disabled={index === 0} onClick={() => showTourStep(index - 1)}>
            Back
          </button>
          {!isLast && (
            <button type="button" title="End the tour (Escape)" onClick={endTour}>
              Skip
            </button>
          )}
          <span class="muted">
            {index + 1} of {TOUR_STEPS.length}
          </span>
        </div>
      </section>
    </>
  );
}

/**
 * The position of the card: next to the pane if there is space, else over its upper part. Narrow windows have it at the
 * bottom.
 */
function besides(box: Box | undefined): Pick<Box, 'left' | 'top'> {
  if (box === undefined) return { left: innerWidth / 2 - CARD_WIDTH / 2, top: innerHeight / 3 };
  const right = box.left + box.width;
  const left =
    right + GAP + CARD_WIDTH <= innerWidth
      ? right + GAP
      : box.left >= CARD_WIDTH + GAP
        ? box.left - CARD_WIDTH - GAP
        : right - CARD_WIDTH - 2 * GAP;
  const isWide = box.width > innerWidth / 2;
  const top = isWide && box.height < CARD_HEIGHT ? box.top + box.height + GAP : box.top + 4 * GAP;
  return { left, top: Math.max(Math.min(top, innerHeight - CARD_HEIGHT - GAP), GAP) };
}

/** The sides of a box as a style. A rectangle of the browser has them as members of its prototype. */
function pixels({ left, top, width, height }: Partial<Box>) {
  return {
    left: `${left}px`,
    top: `${top}px`,
    ...(width === undefined ? {} : { width: `${width}px`, height: `${height}px` }),
  };
}
