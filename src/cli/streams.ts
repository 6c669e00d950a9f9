/** The three standard streams. Each is opened when it is first used: a closed or absent one costs nothing. */

let watching = false;

/** Writes to standard output and waits until it is taken. A reader that has gone away ends the program quietly. */
export function writeOut(bytes: Uint8Array | string): Promise<void> {
  if (!watching) {
    watching = true;
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()));
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
