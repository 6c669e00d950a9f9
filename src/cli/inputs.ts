/**
 * Reads the inputs of a verb one after the other, so that a bad one does not stop the others, and writes its outputs.
 */

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.ts';
import { BAD_INPUT, FAULT, raiseStatus, UsageError } from './exit-status.ts';
import { isFileError, type Job, reasonOf, STANDARD } from './files.ts';
import { reportFault } from './internal-error.ts';
import { CLI_MESSAGES } from './messages.ts';
import { reportFile } from './report.ts';
import { OutputError, readIn, writeOut } from './streams.ts';
import { WholeFile } from './whole-file.ts';

/** Characters of a text that are collected before they are written. */
const CHUNK = 0x10000;

/** The bytes of an input, or the diagnostic if it cannot be read. */
export async function readInput(name: string): Promise<Uint8Array | Diagnostic> {
  try {
    return name === STANDARD ? await readIn() : readFileSync(name);
  } catch (error) {
    return diagnostic(CLI_MESSAGES.DX0004, { unit: 'byte', start: 0, end: 0 }, { reason: reasonOf(error) });
  }
}

/**
 * Runs `work` for each item in order. If it returns false, the program will end with {@link BAD_INPUT}. An internal error is
 * reported, and the next item is processed.
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

/** Writes an output. Reports an error and returns false if that fails. */
export async function deliver(job: Omit<Job, 'input'>, output: Uint8Array): Promise<boolean> {
  return deliverChunks(job, [output]);
}

/** The same for a long text: only one chunk is in memory at a time. */
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
    // An error from the iterable has nothing to do with the file.
    if (!isFileError(error)) throw error;
    reportFile(output, CLI_MESSAGES.DX0005, { reason: reasonOf(error) });
    return false;
  }
}

/** Joins the pieces of a text to chunks of UTF-8 that are large enough for a write. */
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

/** The name of an input in text for people. */
export function displayName(name: string): string {
  return name === STANDARD ? 'standard input' : name;
}
