/** `dxlens asm`: assembles texts of shader models 1 to 3, and to containers listings of 4 to 5.1 and root signatures. */

import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Assembled, type AssembleOptions, assemble, type IncludedText } from '../assemble/assemble.ts';
import type { AssemblyDiagnostic } from '../assemble/diagnostics.ts';
import { assembleRootSignature } from '../assemble/root-signature/assemble-root-signature.ts';
import { HEADER_MESSAGES } from '../assemble/sm4/messages.ts';
import { type Diagnostic, diagnostic } from '../base/diagnostics.ts';
import { latin1Text } from '../base/words.ts';
import { detectFormat, type FileFormat, formatName, isAssembly, missingFor } from '../container/detect-format.ts';
import { FORMAT_MESSAGES } from '../container/messages.ts';
import { BAD_INPUT, raiseStatus, UsageError } from './exit-status.ts';
import { type Job, planOutputs, refuseOverwriting, STANDARD } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { CLI_MESSAGES } from './messages.ts';
import { colorOption } from './options.ts';
import { type Excerpt, type Reported, report, reportAll } from './report.ts';
import { type ColorChoice, isTerminal, STDERR, STDOUT, wantsColor } from './streams.ts';

interface Flags {
  readonly output?: string;
  readonly define?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly validate: boolean;
  readonly debug?: true;
  readonly into?: string;
  readonly entry?: string;
  readonly rootSignatureVersion?: '1.0' | '1.1';
  readonly force?: true;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

/** What is put after the name of an input to name its shader. */
const SUFFIX = '.cso';
const NO_TEXTURE_SHADERS = 'an assembler of texture shaders';

/** Stands in front of lines of the text, as in listings. */
const MARGIN = '    ';

const EXAMPLES = `
Examples:
  dxlens asm shader.asm -o shader.cso            one shader
  dxlens asm -o shaders/ a.asm b.asm             shaders/a.asm.cso and shaders/b.asm.cso
  dxlens asm -D LIGHTS=4 -I include shader.asm -o shader.cso
  dxlens disasm shader.cso | dxlens asm - -o copy.cso
  dxlens asm --into shader.cso shader.asm -o changed.cso   the program only; other chunks stay
  dxlens asm --entry RS common.hlsl -o rs.cso    the root signature that a macro stands for

Exit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineAsm(command: Command): void {
  command
    .description(
      'Assembles each FILE. A text of vs_1_1 to vs_3_sw or ps_1_1 to ps_3_sw becomes the bytes that ' +
        "Microsoft's D3DAssemble makes of it; what is wrong is told with the same codes at the same places. " +
        'A listing of shader models 4.0 to 5.1 becomes a DXBC container: chunks come from its header sections, ' +
        'and what has none from the program. Listings with --hex lose no bit of a literal. ' +
        'The text of a root signature, or HLSL with a macro that stands for one, becomes a container, too.',
    )
    .argument('<file...>', 'assembly texts; - is standard input')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.cso')
    .option(
      '-D, --define <name=value>',
      'models 1-3, root signatures: define a macro; without a value it is 1',
      addDefine,
    )
    .option(
      '-I, --include <dir>',
      'models 1-3, root signatures: look here for #include, behind the folder of the including file',
      addFolder,
    )
    .option('--into <original>', 'models 4-5.1: replace the program of this container and keep its other chunks')
    .option('--entry <macro>', 'root signatures: the macro of an HLSL source (the last one with a string)')
    .addOption(
      new Option(
        '--root-signature-version <version>',
        'root signatures: the version to write (the one that the text names, or 1.1)',
      ).choices(['1.0', '1.1']),
    )
    .option('--no-validate', 'leave out the validator: any program that can be written (D3DCOMPILE_SKIP_VALIDATION)')
    .option(
      '--debug',
      'models 1-3: add debug information: a DBUG comment with file and line numbers (D3DCOMPILE_DEBUG)',
    )
    .option('--force', 'write the output even over an input')
    .option('-q, --quiet', 'report errors only, no warnings')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function addDefine(value: string, defines: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`-D ${value}: '${name}' is no name of a macro`);
  return { ...defines, [name]: at < 0 ? '1' : value.slice(at + 1) };
}

function addFolder(directory: string, directories: readonly string[] = []): string[] {
  return [...directories, directory];
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const jobs = planOutputs(inputs, flags.output, SUFFIX, flags.force);
  if ((flags.output ?? STANDARD) === STANDARD) {
    if (jobs.length > 1) throw new UsageError(`${jobs.length} shaders do not go to standard output; write -o FOLDER/`);
    if (isTerminal(STDOUT)) throw new UsageError('a shader is no text for a terminal; write -o FILE');
  }
  const original = flags.into === undefined ? undefined : await readOriginal(flags.into, inputs, jobs, flags);
  if (flags.into !== undefined && original === undefined) return;
  const color = wantsColor(flags.color, STDERR);
  await forEachInput(
    jobs,
    ({ input }) => input,
    (job) => one(job, flags, color, original),
  );
}

/** The bytes of the container that texts are put into; undefined, with a report, where they cannot be read or are no such thing. */
async function readOriginal(
  path: string,
  inputs: readonly string[],
  jobs: readonly Job[],
  flags: Flags,
): Promise<Uint8Array | undefined> {
  if (path === STANDARD && inputs.includes(STANDARD)) throw new UsageError('standard input (-) can be read once only');
  // The original is an input, too.
  if (!flags.force && path !== STANDARD) {
    for (const { output } of jobs) if (output !== STANDARD) refuseOverwriting([path], output);
  }
  const bytes = await readInput(path);
  const isBytes = bytes instanceof Uint8Array;
  if (isBytes && detectFormat(bytes).kind === 'dxbc') return bytes;
  const span = { unit: 'byte', start: 0, end: isBytes ? bytes.byteLength : 0 } as const;
  report(path, [isBytes ? diagnostic(HEADER_MESSAGES.DX3220, span) : bytes], false);
  raiseStatus(BAD_INPUT);
  return undefined;
}

/** Assembles one input. Returns whether all went well; what did not is reported. */
async function one(job: Job, flags: Flags, color: boolean, original: Uint8Array | undefined): Promise<boolean> {
  const quiet = flags.quiet ?? false;
  const bytes = await readInput(job.input);
  if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
  const kind = detectFormat(bytes);
  const isRoot = isRootSignature(kind, flags);
  const other = isRoot ? undefined : notAssembly(kind, bytes.byteLength);
  if (other !== undefined) return !report(job.input, [other], quiet);
  const refused = refusedOptions(kind, isRoot, flags, bytes.byteLength);
  if (refused.length > 0) return !report(job.input, refused, quiet);
  const text = latin1Text(bytes, 0, bytes.byteLength);
  const name = job.input;
  const includes = new Includes(flags.include ?? []);
  const options: AssembleOptions = {
    name,
    defines: flags.define ?? {},
    include: (path, from, kind) => includes.read(path, from, kind),
    validate: flags.validate,
    debug: flags.debug ?? false,
    ...(original === undefined ? {} : { into: original }),
  };
  const { bytes: shader, diagnostics } = isRoot ? rootSignature(text, options, flags) : assemble(text, options);
  const texts = (file: string) => (file === name ? text : includes.text(file));
  const reported = diagnostics.map((diagnostic) => reportedOf(diagnostic, texts));
  const failed = reportAll(job.input, reported, quiet, color);
  if (shader === undefined) return false;
  // Included files are inputs, too.
  if (!flags.force && job.output !== STANDARD) refuseOverwriting(includes.paths, job.output);
  return (await deliver(job, shader)) && !failed;
}

/** Whether the input is the text of a root signature: by its content, or because an option says so of a text that may be one. */
function isRootSignature({ kind }: FileFormat, { entry, rootSignatureVersion }: Flags): boolean {
  return kind === 'root-signature-text' || (kind === 'unknown' && (entry ?? rootSignatureVersion) !== undefined);
}

function rootSignature(text: string, options: AssembleOptions, flags: Flags): Assembled {
  const { rootSignatureVersion, entry } = flags;
  return assembleRootSignature(text, { ...options, rootSignatureVersion, entry });
}

/** Says what an input is that is certainly no text of a shader. */
function notAssembly(kind: FileFormat, size: number): Diagnostic | undefined {
  const span = { unit: 'byte', start: 0, end: size } as const;
  if (kind.kind === 'unknown' || kind.kind === 'c-array' || isAssembly(kind)) return undefined;
  const way = missingFor(kind.kind) === undefined ? '; `dxlens disasm` makes one of it' : '';
  if (kind.kind !== 'listing') return diagnostic(CLI_MESSAGES.DX0016, span, { kind: formatName(kind), way });
  return diagnostic(FORMAT_MESSAGES.DX0013, span, {
    kind: formatName(kind),
    verb: 'assemble',
    missing: NO_TEXTURE_SHADERS,
  });
}

/** What the flags ask for that texts of this kind do not have. */
function refusedOptions(kind: FileFormat, isRoot: boolean, flags: Flags, size: number): Diagnostic[] {
  const { profile = '' } = kind;
  const span = { unit: 'byte', start: 0, end: size } as const;
  const refused: Diagnostic[] = [];
  const isSm4 = !isRoot && /^[a-z]+_[45]_/.test(profile);
  const ofModels1To3 = { '-D': flags.define, '-I': flags.include, '--debug': flags.debug };
  const ofShaders = { '--into': flags.into, '--debug': flags.debug };
  const ofRootSignatures = { '--entry': flags.entry, '--root-signature-version': flags.rootSignatureVersion };
  for (const option of isSm4 ? given(ofModels1To3) : [])
    refused.push(diagnostic(HEADER_MESSAGES.DX3211, span, { option, profile }));
  for (const option of given(isRoot ? ofShaders : ofRootSignatures))
    refused.push(
      diagnostic(CLI_MESSAGES.DX4032, span, {
        option,
        kind: formatName(isRoot ? { kind: 'root-signature-text' } : kind),
      }),
    );
  return refused;
}

/** The names of options that have a value. */
function given(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(options).filter((name) => options[name] !== undefined);
}

function reportedOf(diagnostic: AssemblyDiagnostic, texts: (file: string) => string | undefined): Reported {
  const { code, severity, message, file, line, column, endColumn, notes, hint } = diagnostic;
  return {
    place: `${line}:${column}`,
    severity,
    code,
    text: [message, ...notes].join('; '),
    file,
    excerpt: () => excerptOf(texts(file), line, column, endColumn),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Line `line` of `text`, where there is one: `#line` can name any. */
function excerptOf(text: string | undefined, line: number, column: number, endColumn: number): Excerpt | undefined {
  const found = text?.split('\n', line)[line - 1];
  if (found === undefined || found.trim() === '' || column > found.length + 1) return undefined;
  return { line: MARGIN + found.trimEnd(), column: MARGIN.length + column - 1, length: endColumn - column };
}

/** Files that `#include` names: beside the including file, then in the folders of `-I`. */
class Includes {
  readonly #directories: readonly string[];
  readonly #texts = new Map<string, string>();

  /** Of the files that were read. */
  get paths(): string[] {
    return [...this.#texts.keys()];
  }

  constructor(directories: readonly string[]) {
    this.#directories = directories;
  }

  /**
   * @param file as it is written
   * @param from the name of the including file; the folder that it lies in is not looked at for `<file>`
   */
  read(file: string, from: string, kind: 'local' | 'system'): IncludedText | undefined {
    const beside = kind === 'system' ? [] : [from === STANDARD ? '.' : dirname(from)];
    const paths = isAbsolute(file)
      ? [file]
      : [...beside, ...this.#directories].map((directory) => join(directory, file));
    for (const path of paths) {
      try {
        const bytes = readFileSync(path);
        const text = latin1Text(bytes, 0, bytes.byteLength);
        this.#texts.set(path, text);
        return { name: path, text };
      } catch {
        // The next folder may have it; a file that none has is the assembler's to report.
      }
    }
    return undefined;
  }

  text(path: string): string | undefined {
    return this.#texts.get(path);
  }
}
