#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { BAD_INPUT, FAULT, raiseStatus, USAGE, UsageError } from './exit-status.ts';
import { reasonOf } from './files.ts';
import { reportFault } from './internal-error.ts';
/**
 * The program `dxlens`: finds the verb, loads its file, and turns what happens into an exit status.
 *
 * Not for: what a verb does. One file per verb stands beside this one, loaded only when it is asked for.
 */
import { CLI_MESSAGES } from './messages.ts';
import { reportFile } from './report.ts';
import { OutputError, writeError, writeOut } from './streams.ts';
import { THREAD_ARGUMENT } from './thread-argument.ts';
import { VERSION } from './version.ts';

interface Verb {
  readonly summary: string;
  /** Adds options, help and action to the command of the verb. */
  readonly load: () => Promise<(command: Command) => void>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  disasm: {
    summary: "print the listing of compiled shaders, as Microsoft's D3DDisassemble does",
    load: async () => (await import('./disasm.ts')).defineDisasm,
  },
  asm: {
    summary: 'assemble texts of shader models 1 to 3, listings of models 4 to 5.1, and root signatures',
    load: async () => (await import('./asm.ts')).defineAsm,
  },
  validate: {
    summary: 'judge compiled shaders and root signatures as Microsoft does, each alone and together',
    load: async () => (await import('./validate.ts')).defineValidate,
  },
  inspect: {
    summary: 'show every DWORD of compiled shaders with its bit-fields',
    load: async () => (await import('./inspect.ts')).defineInspect,
  },
  container: {
    summary: 'list, take out, put in, strip and sign the chunks of DXBC containers',
    load: async () => (await import('./container.ts')).defineContainer,
  },
  reflect: {
    summary: 'tell buffers, bindings, inputs, outputs and counts of shaders, libraries and root signatures',
    load: async () => (await import('./reflect.ts')).defineReflect,
  },
};

async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command('dxlens')
    .description('Direct3D shader bytecode: reads, writes and judges compiled shaders of models 1.0 to 5.1.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('dxlens --help and dxlens COMMAND --help say what there is.')
    .addHelpText(
      'after',
      '\nExamples:\n  dxlens disasm shader.cso\n  dxlens asm shader.asm -o shader.cso\n  dxlens validate shader.cso\n\nMore: dxlens COMMAND --help',
    );
  program.exitOverride().configureOutput({
    writeOut: (text) => void writeOut(text),
    writeErr: (text) => writeError(text.trimEnd()),
    outputError: (text, write) => write(text.replace(/^error/, 'dxlens')),
  });
  const verb = args.find((arg) => Object.hasOwn(VERBS, arg));
  for (const [name, { summary, load }] of Object.entries(VERBS)) {
    const command = program.command(name).summary(summary).copyInheritedSettings(program);
    if (name === verb) (await load())(command);
  }
  return program;
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === THREAD_ARGUMENT && !(await import('node:worker_threads')).isMainThread) {
    (await import('./validate/worker.ts')).serve();
    return;
  }
  const program = await programFor(args);
  const first = args[0];
  if (first === undefined) throw new UsageError('a command is missing; dxlens --help lists them');
  if (first !== 'help' && !Object.hasOwn(VERBS, first) && existsSync(first)) {
    throw new UsageError(`'${first}' is no command; to print its listing write: dxlens disasm ${first}`);
  }
  await program.parseAsync(args, { from: 'user' });
}

function reportEnd(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help and version end this way, too, and are no errors.
    if (error.exitCode !== 0) raiseStatus(USAGE);
  } else if (error instanceof UsageError) {
    writeError(`dxlens: ${error.message}`);
    raiseStatus(USAGE);
  } else if (error instanceof OutputError) {
    reportFile('standard output', CLI_MESSAGES.DX0005, { reason: reasonOf(error.cause) });
    raiseStatus(BAD_INPUT);
  } else {
    reportFault(error);
    raiseStatus(FAULT);
  }
}

main(process.argv.slice(2)).catch(reportEnd);
