/** Opens the editor of the user and asks questions on the terminal.  */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import type { Shader } from '../../../shader/index.ts';
import { withoutByteOrderMark } from '../../foreign-files.ts';
import { DX0029, DX0040 } from '../../messages.ts';
import { reportFile } from '../../report.ts';
import { type ReportStyle, reportAssembly, reportLosses } from '../asm/report.ts';

/** The editor could not be started, or ended with an error. */
class EditorError extends Error {
  override readonly name = 'EditorError';
}

/** Exit states of shells that do not find a command: of sh and of cmd. */
const STATUS_REASONS: ReadonlyMap<number, string> = new Map(
  [127, 9009].map((status) => [status, 'there is no such command; set VISUAL or EDITOR to that of an editor']),
);

/** The command of the editor: `$VISUAL`, `$EDITOR`, or the one that every system has. */
export function editorCommand(
  variables: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return variables.VISUAL || variables.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * A program and its arguments that open `path` in the editor `command`. The shell splits the command, which may have
 * arguments and quotes, as it does for git.
 */
export function editorProcess(
  command: string,
  path: string,
  platform: NodeJS.Platform = process.platform,
): { readonly program: string; readonly args: readonly string[]; readonly verbatim: boolean } {
  // cmd removes the outer quotes; a path of a temporary file has no quote in it.
  if (platform === 'win32')
    return {
      program: process.env.ComSpec ?? 'cmd.exe',
      args: ['/d', '/s', '/c', `"${command} "${path}""`],
      verbatim: true,
    };
  return { program: '/bin/sh', args: ['-c', `${command} "$@"`, command, path], verbatim: false };
}

/** A temporary file that the user edits. */
class EditedFile {
  readonly #directory: string;
  readonly path: string;

  /** @param name of the file; editors choose their mode by it */
  constructor(name: string, text: string) {
    this.#directory = mkdtempSync(join(tmpdir(), 'dxlens-'));
    this.path = join(this.#directory, name);
    writeFileSync(this.path, Buffer.from(text, 'latin1'));
  }

  /**
   * Opens the editor and waits until it ends.
   *
   * @throws EditorError when it fails
   */
  async edit(): Promise<void> {
    const command = editorCommand();
    const { program, args, verbatim } = editorProcess(command, this.path);
    const status = await new Promise<number | string>((resolve) => {
      const child = spawn(program, args, { stdio: 'inherit', windowsVerbatimArguments: verbatim });
      child.once('error', ({ message }) => resolve(message));
      child.once('exit', (code, signal) => resolve(code ?? `it was ended by ${signal}`));
    });
    if (status === 0) return;
    const reason = typeof status === 'string' ? status : STATUS_REASONS.get(status);
    throw new EditorError(`${command}: ${reason ?? `exit status ${status}`}`);
  }

  /** The text as the user saved it; undefined if the file is gone. */
  text(): string | undefined {
    if (!existsSync(this.path)) return undefined;
    return Buffer.from(withoutByteOrderMark(readFileSync(this.path))).toString('latin1');
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Whether a user can answer questions. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true;
}

/** Asks a question on standard error. Everything but no is yes; the end of the input is no. */
export async function confirms(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve('no'));
      lines.question(`${question} [Y/n] `).then(resolve, () => resolve('no'));
    });
    return !/^\s*n/i.test(answer);
  } finally {
    lines.close();
  }
}

/**
 * Puts a listing into the shader and reports its diagnostics.
 *
 * @param name of the listing in diagnostics
 * @returns false, and the shader is as before, when there are errors
 */
export function applyListing(
  shader: Shader,
  name: string,
  text: string,
  validated: boolean,
  style: ReportStyle,
): boolean {
  const original = shader.toBytes();
  const { replaced, diagnostics } = shader.replaceProgram(text, { name, validate: validated });
  const sourceOf = (file: string) => (file === name ? text : undefined);
  reportAssembly(name, diagnostics as readonly AssemblyDiagnostic[], sourceOf, style);
  if (replaced && !style.quiet) reportLosses(name, text, original);
  return replaced;
}

/** A text that the user has edited, and its file, which has to be discarded or preserved. */
export interface EditedText {
  /** Whether the user saved it as it was. */
  readonly isUnchanged: boolean;
  /** Removes the file. */
  readonly discard: () => void;
  /** Leaves the file where it is, and reports where that is. */
  readonly preserve: () => void;
}

/**
 * Opens a text in the editor until `apply` takes it or the user gives up.
 *
 * @param name of the file for the editor
 * @param apply returns false, after a report, if the text is wrong
 * @returns undefined, after a report, if there is no text that `apply` takes
 */
export async function editText(
  name: string,
  original: string,
  apply: (edited: string) => boolean,
): Promise<EditedText | undefined> {
  const file = new EditedFile(name, original);
  const discard = () => file.remove();
  const preserve = () => reportFile(name, DX0040, { path: file.path });
  try {
    for (;;) {
      await file.edit();
      const text = file.text();
      if (text === undefined) throw new EditorError(`${file.path} is gone`);
      const isUnchanged = text === original;
      if (isUnchanged || apply(text)) return { isUnchanged, discard, preserve };
      if (!canAsk() || !(await confirms('Edit again?'))) break;
    }
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    reportFile(name, DX0029, { reason: error.message });
  }
  const text = file.text();
  if (text === undefined || text === original) discard();
  else preserve();
  return undefined;
}
