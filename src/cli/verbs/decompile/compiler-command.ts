/** The compiler that the user names: a command that makes a shader of a source file. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compiler, SourceToCompile } from '../../../decompile/repair.ts';
import { UsageError } from '../../process.ts';

/** Where the arguments go in a command; at its end without. */
const ARGUMENTS = '{args}';
const SOURCE = 'source.hlsl';
const OUTPUT = 'shader.cso';
/** A compiler that takes longer is ended. */
const LIMIT_MILLISECONDS = 120_000;
/** The exit status of shells that do not find a program. */
const NOT_FOUND: readonly (number | null)[] = [127, 9009];

/**
 * Returns a compiler that runs a command in a temporary directory, with the arguments of fxc.
 *
 * @param command as the user writes it; the shell splits it
 */
export function compilerOf(command: string): Compiler {
  return async (source) => {
    const directory = mkdtempSync(join(tmpdir(), 'dxlens-'));
    try {
      writeFileSync(join(directory, SOURCE), source.code);
      const { status, message } = await run(commandLine(command, source), directory);
      if (NOT_FOUND.includes(status)) throw new UsageError(`--compile: ${message || command}`);
      const output = join(directory, OUTPUT);
      return status === 0 && existsSync(output) ? new Uint8Array(readFileSync(output)) : undefined;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

function commandLine(command: string, { profile, entryPoint, switches }: SourceToCompile): string {
  const args = ['/nologo', '/T', profile, '/E', entryPoint, ...switches, '/Fo', OUTPUT, SOURCE].join(' ');
  return command.includes(ARGUMENTS) ? command.replaceAll(ARGUMENTS, args) : `${command} ${args}`;
}

/** Runs a command line; returns its exit status, and the first line of its errors. */
function run(line: string, directory: string): Promise<{ status: number | null; message: string }> {
  return new Promise((resolve) => {
    const child = spawn(line, {
      cwd: directory,
      shell: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMIT_MILLISECONDS,
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      if (errors.length < 4096) errors += data.toString();
    });
    child.once('error', ({ message }) => resolve({ status: null, message }));
    child.once('close', (status) => resolve({ status, message: errors.split('\n')[0]!.trim() }));
  });
}
