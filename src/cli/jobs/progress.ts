/** A progress bar on a terminal, for long runs. */
import type { SingleBar } from 'cli-progress';
import { isTerminal, STDERR, setBeforePrinting } from '../streams.ts';

/** With more files than this, a bar is shown. */
const MANY = 10;

/** A progress bar for `total` files if standard error is a terminal and there are many files. */
export async function progressFor(
  total: number,
  quiet: boolean,
  { withRate = false, finished = 0 }: ProgressOptions = {},
): Promise<Progress | undefined> {
  if (quiet || total <= MANY || process.env.CI || process.env.TERM === 'dumb' || !isTerminal(STDERR)) return undefined;
  return new Progress(total, withRate, finished);
}

/** The contents of a progress bar. */
interface ProgressOptions {
  /** Whether it shows files a second and the time left. */
  readonly withRate?: boolean;
  /** Files that an earlier run has finished. */
  readonly finished?: number;
}

/** Milliseconds before the bar is shown. */
const DELAY = 500;
const FRAMES_PER_SECOND = 10;
const WIDTH = 30;

export class Progress {
  readonly #total: number;
  readonly #start = performance.now();
  readonly #withRate: boolean;
  /** Finished files, and those of them that were finished before. */
  #done: number;
  readonly #before: number;
  #bar: SingleBar | undefined;
  #visible = false;

  /**
   * @param total the number of files
   * @param withRate whether to show files a second and the time left
   * @param finished files that were finished before
   */
  constructor(total: number, withRate = false, finished = 0) {
    this.#total = total;
    this.#withRate = withRate;
    this.#done = finished;
    this.#before = finished;
    setBeforePrinting(() => this.#hide());
  }

  /** Adds `count` finished files. */
  async add(count: number): Promise<void> {
    this.#done += count;
    if (this.#bar !== undefined) this.#bar.update(this.#done, this.#payload());
    else if (performance.now() - this.#start > DELAY && this.#done < this.#total) await this.#show();
  }

  async #show(): Promise<void> {
    const { SingleBar } = await import('cli-progress');
    this.#bar = new SingleBar({
      terminal: this.#terminal(),
      format: `{bar} {percentage}%, {value} of {total} files${this.#withRate ? ', {rate} files/s, {left} left' : ''}`,
      barsize: WIDTH,
      fps: FRAMES_PER_SECOND,
      linewrap: true,
      // Results and diagnostics erase it.
      forceRedraw: true,
      clearOnComplete: true,
    } as ConstructorParameters<typeof SingleBar>[0]);
    this.#bar.start(this.#total, this.#done, this.#payload());
  }

  #payload(): { readonly rate: string; readonly left: string } {
    const rate = (1000 * (this.#done - this.#before)) / (performance.now() - this.#start);
    return { rate: rate < 10 ? rate.toFixed(1) : rate.toFixed(0), left: timeText((this.#total - this.#done) / rate) };
  }

  /** Erases the bar before a line of text is printed; the next frame draws it again. */
  #hide(): void {
    if (this.#visible) this.#clear();
  }

  /** Ends and erases the bar. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#hide();
  }

  #clear(): void {
    process.stderr.write('\r\x1b[K');
    this.#visible = false;
  }

  /**
   * The terminal that the bar draws on: one line on standard error. The library's own terminal remembers the position
   * of the cursor, which is wrong after text was written.
   */
  #terminal(): object {
    const nothing = () => {};
    return {
      cursorSave: nothing,
      cursorRestore: nothing,
      cursor: nothing,
      lineWrapping: nothing,
      newline: nothing,
      clearRight: nothing,
      cursorTo: nothing,
      clearLine: () => this.#hide(),
      isTTY: () => true,
      getWidth: columns,
      write: (text: string) => {
        process.stderr.write(`\r${text.slice(0, columns() - 1)}\x1b[K`);
        this.#visible = true;
      },
    };
  }
}

const SECONDS = 60;
const MINUTES = 60;

/** A time such as `42 s`, `3 min 20 s` or `2 h 5 min`. */
export function timeText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  const rounded = Math.round(seconds);
  const minutes = Math.floor(rounded / SECONDS);
  if (minutes === 0) return `${rounded} s`;
  if (minutes < MINUTES) return `${minutes} min ${rounded % SECONDS} s`;
  return `${Math.floor(minutes / MINUTES)} h ${minutes % MINUTES} min`;
}

function columns(): number {
  return process.stderr.columns || 80;
}
