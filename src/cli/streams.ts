/** The three standard streams. Each is opened when it is first used: a closed or absent one costs nothing. */

/** Standard output cannot be written, for another reason than that its reader has gone away. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

let watching = false;

/**
 * Writes to standard output and waits until it is taken. A reader that has gone away ends the program quietly.
 *
 * @throws OutputError when it cannot be written
 */
export function writeOut(bytes: Uint8Array | string): Promise<void> {
  // A failure is told twice: to this listener, without which Node would end the program, and to the callback.
  if (!watching) process.stdout.on('error', () => {});
  watching = true;
  return new Promise((resolve, reject) => {
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

/** Whether colours are wanted on standard output: `--color` decides, else `NO_COLOR` and what the output is. */
export function wantsColor(when: 'auto' | 'always' | 'never'): boolean {
  if (when !== 'auto') return when === 'always';
  return !process.env.NO_COLOR && process.env.TERM !== 'dumb' && process.stdout.isTTY === true;
}
