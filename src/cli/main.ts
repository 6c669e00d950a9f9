#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { BAD_INPUT, FAULT, raiseStatus, USAGE, UsageError } from './exit-status.ts';
import { isFileError, reasonOf } from './file-errors.ts';
import { reportFault } from './internal-error.ts';
import { THREAD_ARGUMENT } from './jobs/thread-argument.ts';
/**
 * The program `dxlens`: finds the verb, loads its module, and sets the exit status.
 *
 * Not for: what a verb does. Each verb has a module beside this one, which is loaded only if it is needed.
 */
import { CLI_MESSAGES } from './messages.ts';
import { reportFile } from './report.ts';
import { OutputError, writeError, writeOut } from './streams.ts';
import { visible } from './terminal-text.ts';
import { VERSION } from './version.ts';

interface Verb {
  readonly summary: string;
  /** Other names that people type. */
  readonly aliases?: readonly string[];
  /** Adds options, help and action to the command of the verb. */
  readonly load: () => Promise<(command: Command) => void>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  disasm: {
    summary: "print the listing of compiled shaders, like Microsoft's D3DDisassemble",
    aliases: ['disassemble', 'dis'],
    load: async () => (await import('./disasm.ts')).defineDisasm,
  },
  asm: {
    summary: 'assemble shader models 1 to 3, listings of models 4 to 5.1, and root signatures',
    aliases: ['assemble'],
    load: async () => (await import('./asm.ts')).defineAsm,
  },
  validate: {
    summary: 'validate compiled shaders and root signatures like Microsoft, alone and together',
    load: async () => (await import('./validate.ts')).defineValidate,
  },
  inspect: {
    summary: 'print every DWORD of compiled shaders with its bit-fields',
    load: async () => (await import('./inspect.ts')).defineInspect,
  },
  container: {
    summary: 'list, extract, replace and strip the chunks of DXBC containers; update the checksum',
    load: async () => (await import('./container.ts')).defineContainer,
  },
  reflect: {
    summary: 'print buffers, bindings, inputs, outputs and counts of shaders, libraries and root signatures',
    aliases: ['info'],
    load: async () => (await import('./reflect.ts')).defineReflect,
  },
  explain: {
    summary: 'print what the code of a diagnostic means, with an example and how to fix it',
    load: async () => (await import('./explain.ts')).defineExplain,
  },
};

/** The verb that `word` names. */
function verbOf(word: string): string | undefined {
  if (Object.hasOwn(VERBS, word)) return word;
  return Object.keys(VERBS).find((name) => VERBS[name]!.aliases?.includes(word));
}

async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command('dxlens')
    .description(
      'Direct3D shader bytecode: disassembles, assembles, validates and edits compiled shaders of models 1.0 to 5.1.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('See dxlens --help and dxlens COMMAND --help.')
    .addHelpText(
      'after',
      '\nExamples:\n  dxlens disasm shader.cso\n  dxlens asm shader.asm -o shader.cso\n  dxlens validate shader.cso\n\nMore: dxlens COMMAND --help',
    );
  program.exitOverride().configureOutput({
    writeOut: (text) => void writeOut(text),
    writeErr: (text) => writeError(visible(text.trimEnd())),
    outputError: (text, write) => write(text.replace(/^error/, 'dxlens')),
  });
  const verb = args.map(verbOf).find((name) => name !== undefined);
  for (const [name, { summary, aliases = [], load }] of Object.entries(VERBS)) {
    const command = program.command(name).aliases(aliases).summary(summary).copyInheritedSettings(program);
    if (name === verb) (await load())(command);
  }
  return program;
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === THREAD_ARGUMENT && !(await import('node:worker_threads')).isMainThread) {
    (await import('./jobs/worker.ts')).serve();
    return;
  }
  const program = await programFor(args);
  const first = args[0];
  if (first === undefined) throw new UsageError('missing command; see dxlens --help');
  if (first !== 'help' && verbOf(first) === undefined && existsSync(first)) {
    throw new UsageError(`unknown command '${first}'; to print the listing of a file use: dxlens disasm ${first}`);
  }
  await program.parseAsync(args, { from: 'user' });
}

function reportEnd(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help and version also end this way; they are not errors.
    if (error.exitCode !== 0) raiseStatus(USAGE);
  } else if (error instanceof UsageError) {
    writeError(`dxlens: ${visible(error.message)}`);
    raiseStatus(USAGE);
  } else if (error instanceof OutputError) {
    reportFile('standard output', CLI_MESSAGES.DX0005, { reason: reasonOf(error.cause) });
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
