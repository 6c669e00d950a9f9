/**
 * The program `dxlens`: runs the verb that the command line names, and sets the exit status.
 *
 * Not for: how its files are loaded (main.ts); which verbs there are (program.ts).
 */

import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { isFileError, reasonOf } from './file-errors.ts';
import { DX0005 } from './messages.ts';
import { BAD_INPUT, FAULT, raiseStatus, THREAD_ARGUMENT, USAGE, UsageError } from './process.ts';
import { programFor, verbOf } from './program.ts';
import { reportFault, reportFile } from './report.ts';
import { OutputError, writeError } from './streams.ts';
import { visible } from './terminal-text.ts';

async function main(args: readonly string[]): Promise<void> {
  const [first] = args;
  if (first === THREAD_ARGUMENT && !(await import('node:worker_threads')).isMainThread) {
    (await import('./jobs/worker.ts')).serve();
    return;
  }
  // In `dxlens help VERB`, the verb is not the first word.
  const verb = args.map(verbOf).find((name) => name !== undefined);
  const program = await programFor(verb);
  const words = verb === 'compile' ? (await import('./inputs/fxc-arguments.ts')).wordsOfFxc(args) : args;
  if (first === undefined) {
    program.outputHelp({ error: true });
    raiseStatus(USAGE);
    return;
  }
  if (first !== 'help' && verbOf(first) === undefined && existsSync(first)) {
    throw new UsageError(`unknown command '${first}'; to print the listing of a file use: dxlens disasm ${first}`);
  }
  await program.parseAsync(upToUnknownCommand(program, words), { from: 'user' });
}

/**
 * The words up to a command that does not exist, for which commander would print the help of the commands above it
 * where the words begin with `help` or contain `--help`; alone, they are reported as an error.
 */
function upToUnknownCommand(program: Command, args: readonly string[]): readonly string[] {
  const words = args[0] === 'help' ? args.slice(1) : args;
  let command: Command | undefined = program;
  for (const [i, word] of words.entries()) {
    if (word.startsWith('-') || word === 'help' || command.commands.length === 0) break;
    command = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (command === undefined) return words.slice(0, i + 1);
  }
  return args;
}

function reportEnd(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help and version also end this way; they are not errors.
    if (error.exitCode !== 0) raiseStatus(USAGE);
  } else if (error instanceof UsageError) {
    writeError(`dxlens: ${visible(error.message)}`);
    raiseStatus(USAGE);
  } else if (error instanceof OutputError) {
    reportFile('standard output', DX0005, { reason: reasonOf(error.cause) });
    raiseStatus(BAD_INPUT);
  } else if (isFileError(error)) {
    writeError(`dxlens: ${error.path === undefined ? '' : `${visible(error.path)}: `}${reasonOf(error)}`);
    raiseStatus(BAD_INPUT);
  } else {
    reportFault(error);
    raiseStatus(FAULT);
  }
}

main(process.argv.slice(2)).catch(reportEnd);
