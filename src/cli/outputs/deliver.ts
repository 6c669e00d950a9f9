/** Writes the outputs of a verb: each completely or not at all. */

import { existsSync, readFileSync } from 'node:fs';
import type { Message } from '../../base/messages.ts';
import { isFileError, reasonOf } from '../file-errors.ts';
import { Pause } from '../jobs/run-all.ts';
import { DX0005, DX0227 } from '../messages.ts';
import { reportFile } from '../report.ts';
import { STANDARD, writeOut } from '../streams.ts';
import { AtomicFile } from './output.ts';
import type { Destination } from './plan-outputs.ts';

/** Characters of a text that are collected before they are written. */
const CHUNK = 0x10000;

/** Writes an output. Reports an error and returns false if that fails. */
export async function deliver(job: Destination, output: Uint8Array): Promise<boolean> {
  return deliverChunks(job, [output]);
}

/**
 * Writes an output whose name comes from the input, as names of program databases do. A file of this name is not
 * replaced, also not by another thread; one with the same bytes is left as it is. Reports an error and returns false if
 * that fails.
 *
 * @param taken the error for a file with other bytes
 */
export async function deliverNew(
  { output, directory }: Destination,
  bytes: Uint8Array,
  taken: Message = DX0227,
): Promise<boolean> {
  let file: AtomicFile | undefined;
  try {
    file = new AtomicFile(output, directory);
    file.write(bytes);
    if (file.commitNew()) return true;
    // A link to nowhere is replaced, as by other outputs.
    if (!existsSync(output)) {
      file.commit();
      return true;
    }
    file.discard();
    if (Buffer.compare(readFileSync(output), bytes) === 0) return true;
    reportFile(output, taken, {});
    return false;
  } catch (error) {
    file?.discard();
    if (!isFileError(error)) throw error;
    reportFile(output, DX0005, { reason: reasonOf(error) });
    return false;
  }
}

/** Delivers a long text like {@link deliver}, with only one chunk in memory at a time. */
export async function deliverText(job: Destination, pieces: Iterable<string>): Promise<boolean> {
  return deliverChunks(job, chunksOf(pieces));
}

async function deliverChunks(
  { output, directory, isShared }: Destination,
  chunks: Iterable<Uint8Array>,
): Promise<boolean> {
  // The caller captures the parts of a shared file as if they were printed.
  if (output === STANDARD || isShared) {
    for (const chunk of chunks) await writeOut(chunk);
    return true;
  }
  let file: AtomicFile | undefined;
  try {
    file = new AtomicFile(output, directory);
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
    reportFile(output, DX0005, { reason: reasonOf(error) });
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
