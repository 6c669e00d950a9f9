/** The engine that draws the picture, why others cannot, and the difference between two of them. */
import { visibleText } from '../../model/format.ts';
import { DEVICES, type Device, ENGINES, type Engine } from '../../model/run/engines.ts';
import {
  ableEngines,
  chosenEngine,
  compareEngines,
  difference,
  hideDifference,
  picture,
  refusals,
} from './draw-state.ts';
import { drawing, running } from './run-state.ts';

const BEST = 'best';

export function EngineBar() {
  const able = ableEngines.value;
  const drawn = picture.value?.engine;
  const chosen = chosenEngine.value;
  const others = able.filter((one) => one !== drawn);
  const isBusy = running.value !== undefined || drawing.value !== undefined;
  return (
    <section class="run-engines" aria-label="Engine">
      <div class="run-engine">
        <label class="run-select">
          <span class="muted">Drawn by</span>
          <select
            value={chosen ?? BEST}
            onChange={({ currentTarget: { value } }) => {
              chosenEngine.value = value === BEST ? undefined : (value as Engine);
              hideDifference();
            }}
          >
            <option value={BEST}>
              {drawn === undefined || chosen !== undefined ? 'The best' : `The best: ${ENGINES[drawn]}`}
            </option>
            {(Object.keys(ENGINES) as Engine[]).map((engine) => (
              <option key={engine} value={engine} disabled={refusals.value !== undefined && !able.includes(engine)}>
                {ENGINES[engine]}
              </option>
            ))}
          </select>
        </label>
        {drawn !== undefined && others.length > 0 && difference.value === undefined && (
          <>
            <span class="muted">Difference to</span>
            {others.map((one) => (
              <button
                key={one}
                type="button"
                class="bordered"
                disabled={isBusy}
                title={`Draw with ${ENGINES[drawn]} and with ${ENGINES[one]}, and show where the pictures differ`}
                onClick={() => void compareEngines([drawn, one])}
              >
                {ENGINES[one]}
              </button>
            ))}
          </>
        )}
        {difference.value !== undefined && (
          <button type="button" class="bordered" onClick={hideDifference}>
            Show the picture
          </button>
        )}
      </div>
      <Difference />
      {(Object.keys(DEVICES) as Device[]).map(
        (one) =>
          refusals.value?.[one] !== undefined && (
            <p key={one} class="run-refusal muted">
              {DEVICES[one]} does not draw it. {visibleText(refusals.value[one], 400)}
            </p>
          ),
      )}
    </section>
  );
}

function Difference() {
  const shown = difference.value;
  if (shown === undefined) return null;
  const { engines, pixels, different, largest, size } = shown;
  const [a, b] = engines.map((one) => ENGINES[one]);
  return (
    <p class="run-refusal" role="status" data-different={different} data-largest={largest} data-pixels={pixels}>
      {different === 0
        ? `${a} and ${b} draw the same ${pixels} pixels.`
        : `${a} and ${b}: ${different} of ${pixels} pixels differ, by at most ${largest} of 255.`}{' '}
      <span class="muted">
        Compared at {size} × {size}.{different > 0 && ' The picture is brightest where they differ most.'}
      </span>
    </p>
  );
}
