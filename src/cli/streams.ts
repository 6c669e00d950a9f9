/**
 * The three standard streams. Where possible they are used without `process.stdout` and `process.stderr`, because
 * loading their modules takes a twentieth of Node's own start-up time (measured).
 */
import { fstatSync, writeSync } from 'node:fs';
import { harmless } from './terminal-text.ts';

/** The name of standard input and output on the command line. */
export const STANDARD = '-';

/** File descriptors. */
export const STDOUT = 1;
export const STDERR = 2;

/** Something that is to be printed: bytes for a stream, or a line between two outputs. */
export type Captured = { readonly stream: 1 | 2; readonly bytes: Uint8Array } | 'separator';

/** Where {@link captured} collects what is to be printed. */
let capture: Captured[] | undefined;

/**
 * Runs `work` and collects what it would print. Never rejects. One capture at a time: `work` must have ended before the
 * next begins.
 *
 * @returns the value of `work` or its error, and what it would have printed
 */
export async function captured<Value>(
  work: () => Promise<Value>,
): Promise<{ value?: Value; error?: unknown; printed: Captured[] }> {
  const printed: Captured[] = [];
  capture = printed;
  try {
    return { value: await work(), printed };
  } catch (error) {
    return { error, printed };
  } finally {
    capture = undefined;
  }
}

/**
 * Prints what was captured.
 *
 * @param output gets what would go to standard output
 */
export async function printCaptured(
  printed: readonly Captured[],
  output: { add(bytes: Uint8Array): Promise<void> } | undefined = undefined,
): Promise<void> {
  for (const item of printed) {
    if (item === 'separator') await writeSeparator();
    else if (item.stream === STDERR) writeErrorBytes(item.bytes);
    else if (output === undefined) await writeOut(item.bytes);
    else await output.add(item.bytes);
  }
}

/** Whether something was written to standard output. */
let hasOutput = false;

/** Writes an empty line to standard output, unless it would be the first one. */
export async function writeSeparator(): Promise<void> {
  if (capture !== undefined) capture.push('separator');
  else if (hasOutput) await writeOut('\n');
}

/** Called before anything is printed: a progress bar is erased. */
let beforePrinting = () => {};

/** Sets what happens before anything is printed, until it is set again. */
export function setBeforePrinting(action: () => void): void {
  beforePrinting = action;
}

/** Standard output cannot be written, for another reason than a closed pipe. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Writes to standard output and waits until everything is written. A closed pipe ends the program quietly.
 *
 * @throws OutputError if it cannot be written
 */
export async function writeOut(output: Uint8Array | string): Promise<void> {
  const given = typeof output === 'string' ? Buffer.from(output) : output;
  if (capture !== undefined) {
    capture.push({ stream: STDOUT, bytes: given });
    return;
  }
  const bytes = isTerminal(STDOUT) ? harmless(given, colorsOutput) : given;
  beforePrinting();
  hasOutput = true;
  let written = 0;
  try {
    while (written < bytes.byteLength) written += writeSync(STDOUT, bytes, written);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') process.exit();
    // A full pipe in non-blocking mode: Node's stream waits for it.
    if (code !== 'EAGAIN') throw new OutputError('', { cause: error });
    await writeWaiting(bytes.subarray(written));
  }
}

function writeWaiting(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // Node reports a failure to this listener, without which it would end the program, and to the callback.
    process.stdout.once('error', () => {});
    process.stdout.write(bytes, (error?: (Error & { code?: string }) | null) => {
      if (!error) resolve();
      else if (error.code === 'EPIPE') process.exit();
      else reject(new OutputError('', { cause: error }));
    });
  });
}

/** Writes a line to standard error. Does nothing if it is closed. */
export function writeError(line: string): void {
  writeErrorBytes(Buffer.from(`${line}\n`));
}

function writeErrorBytes(bytes: Uint8Array): void {
  if (capture !== undefined) {
    capture.push({ stream: STDERR, bytes });
    return;
  }
  beforePrinting();
  let written = 0;
  while (written < bytes.byteLength) {
    try {
      written += writeSync(STDERR, bytes, written);
    } catch (error) {
      // A full pipe in non-blocking mode, which threads set. With Node's stream, later lines could overtake this one.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(NEVER, 0, 0, FULL_PAUSE);
    }
  }
}

/** Never written: waiting for a change of it is a pause. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));
/** Milliseconds before a write to a full pipe is repeated. */
const FULL_PAUSE = 1;

/** Reads standard input to its end. */
export async function readIn(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Whether standard output is printed in colors. */
let colorsOutput = false;

/** The values of `--color`. */
export type ColorChoice = 'auto' | 'always' | 'never';

/**
 * Whether to use colors: decided by `--color`, or with `auto` by `NO_COLOR`, `FORCE_COLOR` and whether the output is a
 * terminal.
 *
 * @param stream the standard stream that is written; undefined for a file
 */
export function wantsColor(when: ColorChoice, stream: 1 | 2 | undefined): boolean {
  const colors = decidesColor(when, stream);
  if (stream === STDOUT) colorsOutput = colors;
  return colors;
}

function decidesColor(when: ColorChoice, stream: 1 | 2 | undefined): boolean {
  if (when !== 'auto') return when === 'always';
  if (stream === undefined || process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR !== undefined) return !/^(0|false)$/.test(process.env.FORCE_COLOR);
  return process.env.TERM !== 'dumb' && isTerminal(stream);
}

/** Whether a standard stream is a terminal. */
export function isTerminal(stream: 1 | 2): boolean {
  try {
    // Node's own stream is slow to load, and a pipe or file can be recognized without it.
    return fstatSync(stream).isCharacterDevice() && (stream === STDOUT ? process.stdout : process.stderr).isTTY;
  } catch {
    // The stream is closed.
    return false;
  }
}
