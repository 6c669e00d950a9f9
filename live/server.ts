/**
 * A process that runs comparisons one after another: it loads the library once. Its input has the words of a command
 * line as JSON, one comparison a line; after the output of each comes {@link END} with its exit status.
 *
 * Not for: which comparisons there are (comparisons.ts), which of them CI runs (ci.ts).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The option of run.ts that starts a server. */
export const SERVE = '--serve';
/** Before the exit status at the end of an output. No comparison prints this character. */
const END = '\0';

/** Runs the comparisons that standard input names. A failure that `run` does not handle ends the process. */
export async function serve(run: (args: readonly string[]) => Promise<void>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.exitCode = 0;
    await run(JSON.parse(line) as string[]);
    process.stdout.write(`${END}${process.exitCode}\n`);
  }
}

export interface Ended {
  /** The exit status; null if a signal ended the process. */
  readonly status: number | null;
  /** Everything that it wrote to both outputs. */
  readonly output: string;
}

/** Our side of such a process. One that ends during a comparison is replaced for the next. */
export class Server {
  #process: ServerProcess | undefined;

  /** Runs a comparison and waits for its end. */
  async run(args: readonly string[]): Promise<Ended> {
    this.#process ??= start();
    const { stdin, stdout, closed } = this.#process;
    stdin.write(`${JSON.stringify(args)}\n`);
    let output = '';
    const ended = new Promise<number>((resolve) => {
      stdout.on('data', (text: string) => {
        output += text;
        if (output.includes(END) && output.endsWith('\n')) resolve(Number(output.slice(output.indexOf(END) + 1)));
      });
    });
    const status = await Promise.race([ended, closed]);
    stdout.removeAllListeners('data');
    if (!output.includes(END)) this.#process = undefined;
    return { status, output: output.split(END)[0]! };
  }

  /** Ends the process. */
  stop(): void {
    this.#process?.stdin.end();
  }
}

interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Its exit status, once it has ended. */
  readonly closed: Promise<number | null>;
}

/** The shell gives both outputs one pipe, which keeps their order. */
function start(): ServerProcess {
  const command = [process.execPath, ...process.execArgv, join(import.meta.dirname, 'run.ts'), SERVE];
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', ...command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  stdout.setEncoding('utf8');
  // It may end before it has read everything.
  stdin.on('error', () => {});
  return { stdin, stdout, closed: new Promise((resolve) => child.on('close', resolve)) };
}
