/** Commands of a shell that use the built program, for transcripts and for the code blocks of the documentation. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** The built program. */
export const PROGRAM = resolve(import.meta.dirname, '../../dist/cli/main.cjs');

/** The files that transcripts and code blocks find in their directory. */
export const INPUTS = resolve(import.meta.dirname, '../cli/inputs');

const MAX_OUTPUT_BYTES = 2 ** 26;

export interface CommandResult {
  /** The exit status; null when a signal ended the command. */
  readonly status: number | null;
  /** Output as Latin-1: one character for each byte. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary directory, and a `PATH` on which the built program is `dxlens`. */
export class Shell {
  readonly directory: string;
  readonly #bin: string;

  /** @param name a part of the directory's name */
  constructor(name: string) {
    if (!existsSync(PROGRAM)) throw new Error('dist/cli/main.cjs is missing; run `npm run build` first');
    this.directory = mkdtempSync(join(tmpdir(), `dxlens-${name}-`));
    this.#bin = join(this.directory, 'bin');
    mkdirSync(this.#bin);
    this.addCommand('dxlens', `exec '${process.execPath}' '${PROGRAM}' "$@"`);
  }

  /** Puts a script of `sh` on the `PATH` of later commands. */
  addCommand(name: string, script: string): void {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** Runs one command line of `sh` in `directory`, without variables that choose colors. */
  run(command: string, directory = this.directory): Promise<CommandResult> {
    const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
    const env = { ...inherited, PATH: this.#bin + delimiter + process.env.PATH };
    const options = { cwd: directory, encoding: 'latin1', env, maxBuffer: MAX_OUTPUT_BYTES } as const;
    return new Promise((resolve, reject) => {
      const child = execFile('sh', ['-c', command], options, (error, stdout, stderr) => {
        // A string is the code of a failure of Node's: the shell was not started, or there was too much output.
        if (typeof error?.code === 'string') reject(error);
        else resolve({ status: error === null ? 0 : child.exitCode, stdout, stderr });
      });
      child.stdin?.end();
    });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}
