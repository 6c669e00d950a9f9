/**
 * The three standard streams. They are written without `process.stdout` and `process.stderr`, whose modules take a twentieth of
 * Node's own start-up to load (measured), wherever that is possible.
 */
import { fstatSync, writeSync } from 'node:fs';

/** File descriptors. */
export const STDOUT = 1;
export const STDERR = 2;

/** Standard output cannot be written, for another reason than that its reader has gone away. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Writes to standard output and waits until it is taken. A reader that has gone away ends the program quietly.
 *
 * @throws OutputError when it cannot be written
 */
export async function writeOut(answer: Uint8Array | string): Promise<void> {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  let written = 0;
  try {
    while (written < bytes.byteLength) written += writeSync(STDOUT, bytes, written);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') process.exit();
    // A pipe that is full and was made not to block: Node's stream waits for it.
    if (code !== 'EAGAIN') throw new OutputError('', { cause: error });
    await writeWaiting(bytes.subarray(written));
  }
}

function writeWaiting(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // A failure is told twice: to this listener, without which Node would end the program, and to the callback.
    process.stdout.once('error', () => {});
    process.stdout.write(bytes, (error?: (Error & { code?: string }) | null) => {
      if (!error) resolve();
      else if (error.code === 'EPIPE') process.exit();
      else reject(new OutputError('', { cause: error }));
    });
  });
}

/** Writes a line to standard error. Where nobody reads that any more, nothing is to be told. */
export function writeError(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  let written = 0;
  while (written < bytes.byteLength) {
    try {
      written += writeSync(STDERR, bytes, written);
    } catch (error) {
      // A pipe that is full and was made not to block, as threads do. Node's stream would let later lines overtake this one.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(NEVER, 0, 0, FULL_PAUSE);
    }
  }
}

/** Nobody writes to it: who waits for that waits for the time that it names. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));
/** Milliseconds until a full pipe is tried again. */
const FULL_PAUSE = 1;

/** Everything that comes from standard input. */
export async function readIn(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The values of `--color`. */
export type ColorChoice = 'auto' | 'always' | 'never';

/**
 * Whether colours are wanted: `--color` decides, else `NO_COLOR` and whether the text goes to a terminal.
 *
 * @param stream the standard stream that it goes to; undefined: into a file
 */
export function wantsColor(when: ColorChoice, stream: 1 | 2 | undefined): boolean {
  if (when !== 'auto') return when === 'always';
  return stream !== undefined && !process.env.NO_COLOR && process.env.TERM !== 'dumb' && isTerminal(stream);
}

/** Whether a standard stream is a terminal. */
export function isTerminal(stream: 1 | 2): boolean {
  try {
    // Node's own stream is slow to load, and a pipe or file can be told without it.
    return fstatSync(stream).isCharacterDevice() && (stream === STDOUT ? process.stdout : process.stderr).isTTY;
  } catch {
    // It is closed.
    return false;
  }
}
