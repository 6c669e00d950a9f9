/** How far a long run has come, as a bar on a terminal. */
import type { SingleBar } from 'cli-progress';

/** Milliseconds before the bar is shown: what takes less has nothing to wait for. */
const DELAY = 500;
const FRAMES_PER_SECOND = 10;
const WIDTH = 30;

export class Progress {
  readonly #total: number;
  readonly #start = performance.now();
  #done = 0;
  #bar: SingleBar | undefined;
  #visible = false;

  /** @param total files in all */
  constructor(total: number) {
    this.#total = total;
  }

  /** `count` more files are done. */
  async add(count: number): Promise<void> {
    this.#done += count;
    if (this.#bar !== undefined) this.#bar.update(this.#done);
    else if (performance.now() - this.#start > DELAY && this.#done < this.#total) await this.#show();
  }

  async #show(): Promise<void> {
    const { SingleBar } = await import('cli-progress');
    this.#bar = new SingleBar({
      terminal: this.#terminal(),
      format: '{bar} {percentage}%, {value} of {total} files',
      barsize: WIDTH,
      fps: FRAMES_PER_SECOND,
      linewrap: true,
      // Answers and findings wipe it away.
      forceRedraw: true,
      clearOnComplete: true,
    } as ConstructorParameters<typeof SingleBar>[0]);
    this.#bar.start(this.#total, this.#done);
  }

  /** Makes room for a line of text; the bar comes back with its next frame. */
  hide(): void {
    if (this.#visible) this.#clear();
  }

  /** Nothing is left of it. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.hide();
  }

  #clear(): void {
    process.stderr.write('\r\x1b[K');
    this.#visible = false;
  }

  /**
   * What the bar draws on: standard error, and nothing but its line. The library's own terminal keeps the place of the cursor, which
   * is another one after text has been written.
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
      clearLine: () => this.hide(),
      isTTY: () => true,
      getWidth: columns,
      write: (text: string) => {
        process.stderr.write(`\r${text.slice(0, columns() - 1)}\x1b[K`);
        this.#visible = true;
      },
    };
  }
}

function columns(): number {
  return process.stderr.columns || 80;
}
