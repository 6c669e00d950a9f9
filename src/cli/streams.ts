/**
 * The three standard streams. Answers are written without `process.stdout`, whose modules take a twentieth of Node's own
 * start-up to load (measured), wherever that is possible.
 */
import { fstatSync, writeSync } from 'node:fs';

const STDOUT = 1;

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

/** Writes a line to standard error. */
export function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Everything that comes from standard input. */
export async function readIn(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Whether colours are wanted: `--color` decides, else `NO_COLOR` and whether the answer goes to a terminal.
 *
 * @param toStandardOutput not into a file
 */
export function wantsColor(when: 'auto' | 'always' | 'never', toStandardOutput: boolean): boolean {
  if (when !== 'auto') return when === 'always';
  return toStandardOutput && !process.env.NO_COLOR && process.env.TERM !== 'dumb' && isTerminal();
}

function isTerminal(): boolean {
  try {
    return fstatSync(STDOUT).isCharacterDevice() && process.stdout.isTTY;
  } catch {
    // It is closed.
    return false;
  }
}
