/** Turns of the event loop during long work. */

/** Milliseconds of work between two turns of the event loop. */
const PAUSE_INTERVAL = 50;

/** Lets long work yield to the event loop now and then, so that handlers of signals and timers run. */
export class Pause {
  #last = performance.now();

  /** Whether it is time for {@link take}. */
  get due(): boolean {
    return performance.now() - this.#last > PAUSE_INTERVAL;
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#last = performance.now();
  }
}
