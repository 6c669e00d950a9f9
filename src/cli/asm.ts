/** `dxlens asm`: assembles texts of shader models 1 to 3. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type AssembleOptions, assemble, type IncludedText } from '../assemble/assemble.ts';
import type { AssemblyDiagnostic } from '../assemble/diagnostics.ts';
import { type Diagnostic, diagnostic } from '../base/diagnostics.ts';
import { latin1Text } from '../base/words.ts';
import { type FileKind, isSm1Listing, kindOf, kindText } from '../container/sniff.ts';
import { UsageError } from './exit.ts';
import { type Job, planOutputs, refuseOverwriting, STANDARD } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { type Excerpt, report, reportTold, type Told } from './report.ts';
import { isTerminal, STDERR, STDOUT, wantsColor } from './streams.ts';

interface Flags {
  readonly output?: string;
  readonly define?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly validate: boolean;
  readonly debug?: true;
  readonly force?: true;
  readonly quiet?: true;
  readonly color: 'auto' | 'always' | 'never';
}

/** What is put after the name of an input to name its shader. */
const SUFFIX = '.cso';
const NO_SM4 = 'an assembler of shader models 4-5.1';

/** Stands in front of lines of the text, as in listings. */
const MARGIN = '    ';

const EXAMPLES = `
Examples:
  dxlens asm shader.asm -o shader.cso            one shader
  dxlens asm -o shaders/ a.asm b.asm             shaders/a.asm.cso and shaders/b.asm.cso
  dxlens asm -D LIGHTS=4 -I include shader.asm -o shader.cso
  dxlens disasm shader.cso | dxlens asm - -o copy.cso

Exit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineAsm(command: Command): void {
  command
    .description(
      'Assembles each FILE, a text of vs_1_1 to vs_3_sw or ps_1_1 to ps_3_sw, to the bytes that ' +
        "Microsoft's D3DAssemble makes of it. What is wrong is told with the same codes at the same places.",
    )
    .argument('<file...>', 'assembly texts; - is standard input')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.cso')
    .option('-D, --define <name=value>', 'define a macro; without a value it is 1', addDefine)
    .option('-I, --include <dir>', 'look here for #include, behind the folder of the including file', addFolder)
    .option('--no-validate', 'leave out the validator: any program that can be written (D3DCOMPILE_SKIP_VALIDATION)')
    .option('--debug', 'add debug information: a DBUG comment with file and line numbers (D3DCOMPILE_DEBUG)')
    .option('--force', 'write the output even over an input')
    .option('-q, --quiet', 'report errors only, no warnings')
    .addOption(
      new Option('--color <when>', 'colours for terminals').choices(['auto', 'always', 'never']).default('auto'),
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function addDefine(value: string, defines: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`-D ${value}: '${name}' is no name of a macro`);
  return { ...defines, [name]: at < 0 ? '1' : value.slice(at + 1) };
}

function addFolder(folder: string, folders: readonly string[] = []): string[] {
  return [...folders, folder];
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const jobs = planOutputs(inputs, flags.output, SUFFIX, flags.force);
  if ((flags.output ?? STANDARD) === STANDARD) {
    if (jobs.length > 1) throw new UsageError(`${jobs.length} shaders do not go to standard output; write -o FOLDER/`);
    if (isTerminal(STDOUT)) throw new UsageError('a shader is no text for a terminal; write -o FILE');
  }
  const color = wantsColor(flags.color, STDERR);
  await forEachInput(
    jobs,
    ({ input }) => input,
    (job) => one(job, flags, color),
  );
}

/** Assembles one input. Returns whether all went well; what did not is reported. */
async function one(job: Job, flags: Flags, color: boolean): Promise<boolean> {
  const quiet = flags.quiet ?? false;
  const bytes = await readInput(job.input);
  if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
  const other = notAssembly(kindOf(bytes), bytes.byteLength);
  if (other !== undefined) return !report(job.input, [other], quiet);
  const text = latin1Text(bytes, 0, bytes.byteLength);
  const name = job.input;
  const includes = new Includes(flags.include ?? []);
  const options: AssembleOptions = {
    name,
    defines: flags.define ?? {},
    include: (path, from, kind) => includes.read(path, from, kind),
    validate: flags.validate,
    debug: flags.debug ?? false,
  };
  const { bytes: shader, diagnostics } = assemble(text, options);
  const texts = (file: string) => (file === name ? text : includes.text(file));
  const told = diagnostics.map((diagnostic) => toldOf(diagnostic, texts));
  const failed = reportTold(job.input, told, quiet, color);
  if (shader === undefined) return false;
  // Included files are inputs, too.
  if (!flags.force && job.output !== STANDARD) refuseOverwriting(includes.paths, job.output);
  return (await deliver(job, shader)) && !failed;
}

/** Says what an input is that is certainly no text of shader models 1 to 3. */
function notAssembly(kind: FileKind, size: number): Diagnostic | undefined {
  const span = { unit: 'byte', start: 0, end: size } as const;
  if (kind.kind === 'unknown' || kind.kind === 'c-array' || isSm1Listing(kind)) return undefined;
  if (kind.kind !== 'listing') return diagnostic('DX0016', span, { kind: kindText(kind) });
  return diagnostic('DX0013', span, { kind: kindText(kind), verb: 'assemble', missing: NO_SM4 });
}

function toldOf(diagnostic: AssemblyDiagnostic, texts: (file: string) => string | undefined): Told {
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
  return { line: MARGIN + found.trimEnd(), column: MARGIN.length + column - 1, length: endColumn - column + 1 };
}

/** Files that `#include` names: beside the including file, then in the folders of `-I`. */
class Includes {
  readonly #folders: readonly string[];
  readonly #texts = new Map<string, string>();

  /** Of the files that were read. */
  get paths(): string[] {
    return [...this.#texts.keys()];
  }

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * @param file as it is written
   * @param from the name of the including file; the folder that it lies in is not looked at for `<file>`
   */
  read(file: string, from: string, kind: 'local' | 'system'): IncludedText | undefined {
    const beside = kind === 'system' ? [] : [from === STANDARD ? '.' : dirname(from)];
    const paths = isAbsolute(file) ? [file] : [...beside, ...this.#folders].map((folder) => join(folder, file));
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
