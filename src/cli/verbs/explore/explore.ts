/** `dxlens explore`: serves the explorer to the browser on this machine, with the files that the command line names. */

import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, type Input } from '../../inputs/read-input.ts';
import { siblingParts, withoutParts } from '../../inputs/siblings.ts';
import { DX0004, DX0018, DX0036 } from '../../messages.ts';
import { refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus } from '../../process.ts';
import { reportFile } from '../../report.ts';
import { readIn, STANDARD, writeError, writeOut } from '../../streams.ts';
import { type PageServer, type ServedFile, servePage } from './page-server.ts';

/** The page, next to the program in the package. */
const PAGE = join(import.meta.dirname, '../web');

interface Flags {
  readonly open: boolean;
}

const EXAMPLES = `
Examples:
  dxlens explore                       open the explorer; drop files on it
  dxlens explore shader.cso            open it with a file
  dxlens explore game.zip content/     with the shaders in an archive and in a directory
  dxlens explore --no-open game.zip    print the address, and open nothing

The address has a random path, and only programs on this machine can reach it. Nothing is sent to any other machine.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineExplore(command: Command): void {
  command
    .description(
      'Opens the explorer in the browser: a page that shows the shaders in files of any kind as listing, bytes, bits, reflection and other ' +
        'languages. The files are read by this page alone. Ctrl+C ends the command.',
    )
    .argument('[path...]', 'files of any kind, directories, and patterns ("*.zip"); - is standard input')
    .option('--no-open', 'print the address of the page, and do not open a browser')
    .addHelpText('after', EXAMPLES)
    .action(explore);
}

async function explore(words: string[], { open }: Flags): Promise<void> {
  const files = await filesOf(words);
  if (files === undefined) return;
  const server = await servePage(PAGE, files);
  closeOnSignal(server);
  await writeOut(`${server.url}\n`);
  writeError('the explorer is at this address until you press Ctrl+C');
  if (open) await openInBrowser(server.url);
}

/** The files to serve; undefined if files are named and no file can be read. */
async function filesOf(words: readonly string[]): Promise<ServedFile[] | undefined> {
  const { inputs, directories } = await findInputs(words);
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  const files: ServedFile[] = [];
  for (const input of withoutParts(inputs)) {
    if (input.isPart) continue;
    // A pipe in a directory may never end.
    if (input.found && input.isSpecial) continue;
    try {
      if (input.unreadable === undefined) files.push(await servedFile(input));
      else reportUnreadable(input.file, input.unreadable);
    } catch (error) {
      if (!isFileError(error)) throw error;
      reportUnreadable(input.file, reasonOf(error));
    }
  }
  for (const { directory, start, end } of directories) {
    if (end > start) continue;
    reportFile(directory, DX0018, { count: 0 });
    raiseStatus(BAD_INPUT);
  }
  return words.length > 0 && files.length === 0 ? undefined : files;
}

/** @throws the error of the file system when the file cannot be read */
async function servedFile({ file }: Input): Promise<ServedFile> {
  const name = displayName(file);
  if (file === STANDARD) return { name, content: await readIn() };
  // A pipe can be read once only.
  if (!statSync(file).isFile()) return { name, content: readFileSync(file) };
  accessSync(file, constants.R_OK);
  const parts = siblingParts(file).map((path) => ({ name: basename(path), path }));
  return { name, content: file, ...(parts.length > 0 && { parts }) };
}

function reportUnreadable(file: string, reason: string): void {
  reportFile(displayName(file), DX0004, { reason });
  raiseStatus(BAD_INPUT);
}

/** Ends the program as planned when it is interrupted. */
function closeOnSignal(server: PageServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  try {
    await open(url);
  } catch (error) {
    reportFile('explorer', DX0036, { reason: reasonOf(error) });
  }
}
