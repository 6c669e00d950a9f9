/**
 * The verbs of `dxlens`, and the program as commander defines it. The completion scripts and the man page are made from
 * the same definitions.
 *
 * Not for: what a verb does. Each verb has a module in a folder next to this one, which is loaded only if it is needed.
 */
import { Command } from 'commander';
import { VERSION } from './process.ts';
import { writeError, writeOut } from './streams.ts';
import { visible } from './terminal-text.ts';

interface Verb {
  readonly summary: string;
  /** Other names that people type. */
  readonly aliases?: readonly string[];
  /** Whether it needs the definitions of all verbs. */
  readonly needsAll?: true;
  /** Adds options, help and action to the command of the verb. */
  readonly load: () => Promise<(command: Command) => void>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  disasm: {
    summary: "print the listing of compiled shaders, like Microsoft's D3DDisassemble",
    aliases: ['disassemble', 'dis'],
    load: async () => (await import('./verbs/disasm/disasm.ts')).defineDisasm,
  },
  asm: {
    summary: 'assemble shader models 1 to 3, listings of models 4 to 5.1, and root signatures',
    aliases: ['assemble'],
    load: async () => (await import('./verbs/asm/asm.ts')).defineAsm,
  },
  validate: {
    summary: 'validate compiled shaders and root signatures like Microsoft, alone and together',
    load: async () => (await import('./verbs/validate/validate.ts')).defineValidate,
  },
  inspect: {
    summary: 'print every DWORD of compiled shaders with its bit-fields',
    load: async () => (await import('./verbs/inspect/inspect.ts')).defineInspect,
  },
  container: {
    summary: 'list, extract, replace and strip the chunks of DXBC containers; update the checksum',
    load: async () => (await import('./verbs/container/container.ts')).defineContainer,
  },
  patch: {
    summary: 'change constants, literals, names, registers or code, and keep everything else bit for bit',
    load: async () => (await import('./verbs/patch/patch.ts')).definePatch,
  },
  reflect: {
    summary: 'print buffers, bindings, inputs, outputs and counts of shaders, libraries and root signatures',
    aliases: ['info'],
    load: async () => (await import('./verbs/reflect/reflect.ts')).defineReflect,
  },
  run: {
    summary: 'run shaders on the CPU: dispatches, draws and single stages of a job in JSON',
    load: async () => (await import('./verbs/run/run.ts')).defineRun,
  },
  debug: {
    summary: 'list, remove and restore the debug information of shaders, and write it to files',
    load: async () => (await import('./verbs/debug/debug.ts')).defineDebug,
  },
  translate: {
    summary:
      'translate shaders to WGSL, GLSL, SPIR-V or newer bytecode, with a map of what to bind, or print what they compute',
    load: async () => (await import('./verbs/translate/translate.ts')).defineTranslate,
  },
  compile: {
    summary: 'compile HLSL for shader models 1.1 to 5.1, with the options of fxc',
    load: async () => (await import('./verbs/compile/compile.ts')).defineCompile,
  },
  decompile: {
    summary: 'write compiled shaders as HLSL that compiles again',
    load: async () => (await import('./verbs/decompile/decompile.ts')).defineDecompile,
  },
  optimize: {
    summary: 'write shaders of models 4.0 to 5.1 with fewer instructions and the same results',
    load: async () => (await import('./verbs/optimize/optimize.ts')).defineOptimize,
  },
  diff: {
    summary: 'print what differs between two shaders, or between the shaders of two directories',
    load: async () => (await import('./verbs/diff/diff.ts')).defineDiff,
  },
  scan: {
    summary: 'find shaders in files of any kind and print one record a shader, as a table, NDJSON or Parquet',
    load: async () => (await import('./verbs/scan/scan.ts')).defineScan,
  },
  extract: {
    summary: 'find the shaders inside files of any kind and write each to a file',
    load: async () => (await import('./verbs/extract/extract.ts')).defineExtract,
  },
  inject: {
    summary: 'put changed shaders back into the file that extract found them in',
    load: async () => (await import('./verbs/inject/inject.ts')).defineInject,
  },
  explore: {
    summary: 'open the explorer in the browser: shaders as listing, bytes, bits and reflection',
    load: async () => (await import('./verbs/explore/explore.ts')).defineExplore,
  },
  explain: {
    summary: 'print what the code of a diagnostic means and how to fix it, or an opcode, register or system value',
    load: async () => (await import('./verbs/explain/explain.ts')).defineExplain,
  },
  completion: {
    summary: 'print a script that completes commands, options and names of files in a shell',
    needsAll: true,
    load: async () => (await import('./verbs/completion/completion.ts')).defineCompletion,
  },
};

/** The verb that `word` names. */
export function verbOf(word: string): string | undefined {
  if (Object.hasOwn(VERBS, word)) return word;
  return Object.keys(VERBS).find((name) => VERBS[name]!.aliases?.includes(word));
}

/** Every verb, for {@link programFor}. */
export const ALL_VERBS = 'all';

/**
 * The program. A verb that is not loaded has only its summary.
 *
 * @param loaded the verb that gets its options, help and action; undefined for none
 */
export async function programFor(loaded: string | typeof ALL_VERBS | undefined): Promise<Command> {
  const program = new Command('dxlens')
    .description(
      'Direct3D shader bytecode: disassembles, assembles, validates and edits compiled shaders of models 1.0 to 5.1.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', EXAMPLES);
  program.exitOverride().configureOutput({
    writeOut: (text) => void writeOut(text),
    writeErr: (text) => writeError(visible(text.trimEnd())),
    outputError: (text, write) => write(errorText(text)),
  });
  const all = loaded === ALL_VERBS || (loaded !== undefined && VERBS[loaded]?.needsAll);
  for (const [name, { summary, aliases = [], load }] of Object.entries(VERBS)) {
    const command = program.command(name).aliases(aliases).summary(summary).copyInheritedSettings(program);
    if (all || loaded === name) (await load())(command);
  }
  nameHelpAfterErrors(program, program.name());
  return program;
}

const EXAMPLES = `
Examples:
  dxlens disasm shader.cso
  dxlens asm shader.asm -o shader.cso
  dxlens validate shader.cso

More: dxlens COMMAND --help`;

/** An error of commander in the words of the other errors. */
function errorText(text: string): string {
  return text
    .replace(/^error/, 'dxlens')
    .replace(/\n\(Did you mean (.*)\?\)/, '; did you mean $1?')
    .replace(/option '(.*)' argument missing/, "option '$1' needs a value");
}

function nameHelpAfterErrors(command: Command, words: string): void {
  command.showHelpAfterError(`See ${words} --help.`);
  for (const below of command.commands) nameHelpAfterErrors(below, `${words} ${below.name()}`);
}
