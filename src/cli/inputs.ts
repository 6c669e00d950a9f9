/**
 * The inputs of a verb, read one after the other, so that a bad one does not stop the others; and its answers on their way out.
 */

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.ts';
import { BAD_INPUT, FAULT, raiseStatus, UsageError } from './exit-status.ts';
import { type Job, reasonOf, STANDARD } from './files.ts';
import { reportFault } from './internal-error.ts';
import { CLI_MESSAGES } from './messages.ts';
import { reportFile } from './report.ts';
import { OutputError, readIn, writeOut } from './streams.ts';
import { WholeFile } from './whole-file.ts';

/** Characters of a text that are written at once. */
const CHUNK = 0x10000;

/** The bytes of an input, or why they cannot be had. */
export async function readInput(name: string): Promise<Uint8Array | Diagnostic> {
  try {
    return name === STANDARD ? await readIn() : readFileSync(name);
  } catch (error) {
    return diagnostic(CLI_MESSAGES.DX0004, { unit: 'byte', start: 0, end: 0 }, { reason: reasonOf(error) });
  }
}

/**
 * Runs `work` for each item in order. Where it answers false the program will end with {@link BAD_INPUT}; a fault of ours is
 * told, and the next item is taken.
 */
export async function forEachInput<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  work: (item: Item, index: number) => Promise<boolean>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    try {
      if (!(await work(item, index))) raiseStatus(BAD_INPUT);
    } catch (error) {
      if (error instanceof OutputError || error instanceof UsageError) throw error;
      reportFault(error, nameOf(item));
      raiseStatus(FAULT);
    }
  }
}

/** Writes an answer to where it goes. Returns whether that worked; where it did not it is reported. */
export async function deliver(job: Omit<Job, 'input'>, answer: Uint8Array): Promise<boolean> {
  return deliverChunks(job, [answer]);
}

/** The same for a long text: no more of it than a chunk is held at a time. */
export async function deliverText(job: Omit<Job, 'input'>, pieces: Iterable<string>): Promise<boolean> {
  return deliverChunks(job, chunksOf(pieces));
}

async function deliverChunks(
  { output, directory }: Omit<Job, 'input'>,
  chunks: Iterable<Uint8Array>,
): Promise<boolean> {
  if (output === STANDARD) {
    for (const chunk of chunks) await writeOut(chunk);
    return true;
  }
  let file: WholeFile | undefined;
  try {
    file = new WholeFile(output, directory);
    const pause = new Pause();
    for (const chunk of chunks) {
      file.write(chunk);
      if (pause.due) await pause.take();
    }
    file.commit();
    return true;
  } catch (error) {
    file?.discard();
    // What fails while the chunks are made has nothing to do with the file.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    reportFile(output, CLI_MESSAGES.DX0005, { reason: reasonOf(error) });
    return false;
  }
}

/** Pieces of a text as chunks of UTF-8 that are worth a write. */
function* chunksOf(pieces: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Milliseconds between two looks at what has happened meanwhile: interrupts, timers. */
const PAUSE_INTERVAL = 50;

/** Lets long work look up now and then, so that an interrupt ends it soon although somebody listens to that. */
export class Pause {
  #last = performance.now();

  /** It is time for {@link take}. */
  get due(): boolean {
    return performance.now() - this.#last > PAUSE_INTERVAL;
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#last = performance.now();
  }
}

/** The name of an input where people read it. */
export function displayName(name: string): string {
  return name === STANDARD ? 'standard input' : name;
}
