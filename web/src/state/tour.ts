/** The tour: which step is shown, and what each shows of the page. */
import { batch, signal } from '@preact/signals';
import { TOUR_STEPS } from '../model/tour.ts';
import { openSample, SAMPLES } from './samples.ts';
import { showsTranslation, tourSeen } from './settings.ts';
import { pane, rows, tab } from './store.ts';

/** The step that is shown; undefined without a tour. */
export const tourStep = signal<number | undefined>(undefined);

/** Whether the translation was shown before the tour. */
let hadTranslation = false;

/** Starts the tour, with a sample where no file is open. */
export async function startTour(): Promise<void> {
  // Before the first step, since a shader that opens shows its listing.
  if (rows.peek().length === 0) await openSample(SAMPLES[0]!);
  hadTranslation = showsTranslation.peek();
  showTourStep(0);
}

/** Shows a step with what it is about; ends the tour after the last one. */
export function showTourStep(index: number): void {
  const step = TOUR_STEPS[index];
  if (step === undefined) {
    endTour();
    return;
  }
  batch(() => {
    tourStep.value = index;
    pane.value = step.pane;
    if (step.tab !== undefined) tab.value = step.tab;
    showsTranslation.value = hadTranslation || step.showsTranslation === true;
  });
}

/** Ends the tour, or dismisses its offer. */
export function endTour(): void {
  batch(() => {
    if (tourStep.peek() !== undefined) {
      showsTranslation.value = hadTranslation;
      pane.value = 'listing';
    }
    tourStep.value = undefined;
    tourSeen.value = true;
  });
}
