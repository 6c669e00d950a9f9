/** The page before a file is open. */
import { newShader, newSource } from '../state/actions.ts';
import { pickFiles } from '../state/pick-files.ts';
import { openSample, SAMPLES } from '../state/samples.ts';
import { tourSeen } from '../state/settings.ts';
import { progress } from '../state/store.ts';
import { endTour, startTour } from '../state/tour.ts';
import './start.css';

export function Start() {
  const running = progress.value;
  return (
    <div class="start">
      <div class="start-box">
        <h2>See what is in a shader, down to the bit</h2>
        <p>
          Drop or paste any file: compiled shaders of Direct3D 8 to 12, effects, programs, archives of games and
          engines, C source with a shader as an array, or HLSL and assembly to edit. Files stay in this browser.
        </p>
        <p>
          <button type="button" class="primary" onClick={pickFiles}>
            Open files
          </button>{' '}
          <kbd class="wide-only">Ctrl+O</kbd>{' '}
          <button type="button" class="bordered" onClick={() => void newShader()}>
            New shader
          </button>{' '}
          <button type="button" class="bordered" onClick={() => void newSource()}>
            New HLSL
          </button>
        </p>
        {!tourSeen.value && (
          <div class="offer">
            <p>New here? A tour shows in a minute what is where.</p>
            <button type="button" class="bordered" onClick={() => void startTour()}>
              Take the tour
            </button>
            <button type="button" onClick={endTour}>
              Skip
            </button>
          </div>
        )}
        {running !== undefined && (
          <p role="status">
            Searching {running.file}…{' '}
            <button type="button" class="bordered" onClick={running.cancel}>
              Cancel
            </button>
          </p>
        )}
        <h3>Samples</h3>
        <ul>
          {SAMPLES.map((sample) => (
            <li key={sample.name}>
              <button type="button" class="bordered" onClick={() => void openSample(sample)}>
                <code>{sample.name}</code>
                <span class="muted">{sample.doc}</span>
              </button>
            </li>
          ))}
        </ul>
        <p class="muted wide-only">
          <kbd>Ctrl+K</kbd> finds every command, <kbd>?</kbd> lists the keys.
        </p>
      </div>
    </div>
  );
}
