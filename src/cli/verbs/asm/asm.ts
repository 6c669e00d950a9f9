/**
 * `dxlens asm`: assembles shader models 1 to 3; makes containers of listings of models 4 to 5.1 and of root signatures.
 */

import { type Command, Option } from 'commander';
import { type Assembled, type AssembleOptions, assemble } from '../../../assemble/assemble.ts';
import { DX3211 } from '../../../assemble/messages.ts';
import { assembleRootSignature } from '../../../assemble/root-signature/assemble-root-signature.ts';
import { type Diagnostic, diagnostic } from '../../../base/diagnostics.ts';
import { latin1Text } from '../../../base/words.ts';
import { detectFormat, type FileFormat, formatName } from '../../../file/detect-format.ts';
import { foreignFormat, withoutByteOrderMark } from '../../foreign-files.ts';
import { notAssembly, readAssemblyFile } from '../../inputs/assembly-file.ts';
import { addDefine, addDirectory, Includes } from '../../inputs/includes.ts';
import { readFoundInput, readInput } from '../../inputs/read-input.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { DX0020, DX0022, DX4032 } from '../../messages.ts';
import { colorOption, jobsOption, oneOf } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { type Job, refuseBinary, refuseOverwriting } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { type ColorChoice, STANDARD, STDERR, wantsColor } from '../../streams.ts';
import { reportAssembly, reportLosses } from './report.ts';

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
  readonly jobs?: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

/** Appended to the name of an input to name its shader. */
const SUFFIX = '.cso';

const EXAMPLES = `
Examples:
  dxlens asm shader.asm -o shader.cso            one shader
  dxlens asm -o shaders/ a.asm b.asm             shaders/a.cso and shaders/b.cso
  dxlens asm -o shaders/ listings                every assembly file in a directory, in the same tree
  dxlens asm -D LIGHTS=4 -I include shader.asm -o shader.cso
  dxlens disasm shader.cso | dxlens asm - -o copy.cso
  dxlens asm --into shader.cso shader.asm -o changed.cso   replace the program, keep the other chunks
  dxlens asm --entry RS common.hlsl -o rs.cso    the root signature in a macro

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineAsm(command: Command): void {
  command
    .description(
      'Assembles each FILE. For vs_1_1 to vs_3_sw and ps_1_1 to ps_3_sw, writes the same bytes as ' +
        "Microsoft's D3DAssemble and reports errors with the same codes at the same locations. " +
        'For listings of shader models 4.0 to 5.1, writes a DXBC container: its chunks come from the header sections, ' +
        'or from the program where a section is missing. Listings made with `disasm --exact` keep every bit of a literal. ' +
        'For a root signature as text, or HLSL with a macro that holds one, writes a container, too.',
    )
    .argument('<file...>', 'assembly files, directories, and patterns ("*.asm"); - is standard input')
    .option(
      '-o, --output <path>',
      'write to this file, or, with a trailing /, to this directory as FILE.cso (x.cso for x.asm and x.cso.asm)',
    )
    .addOption(jobsOption())
    .option('-D, --define <name=value>', 'models 1-3, root signatures: define a macro (default value: 1)', addDefine)
    .option(
      '-I, --include <dir>',
      'models 1-3, root signatures: search this directory for #include, after the directory of the including file',
      addDirectory,
    )
    .option(
      '--into <original>',
      'replace the program of this shader, keep its constant table, chunks and everything else',
    )
    .option('--entry <macro>', 'root signatures: the macro in an HLSL file (default: the last one that is a string)')
    .addOption(
      oneOf(
        new Option(
          '--root-signature-version <version>',
          'root signatures: the version to write (default: the one in the text, or 1.1)',
        ),
        ['1.0', '1.1'],
      ),
    )
    .option('--no-validate', 'do not validate the result (D3DCOMPILE_SKIP_VALIDATION)')
    .option('--debug', 'models 1-3: add a DBUG comment with file names and line numbers (D3DCOMPILE_DEBUG)')
    .option('--force', 'allow the output to overwrite an input')
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
}

/** Parameters of {@link assembleFile} other than its input. */
interface Settings {
  readonly flags: Flags;
  readonly color: boolean;
  /** The shader whose program is replaced. */
  readonly original: Uint8Array | undefined;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const original = flags.into === undefined ? undefined : await readOriginal(flags.into, words);
  if (flags.into !== undefined && original === undefined) return;
  const settings = { flags, color: wantsColor(flags.color, STDERR), original };
  const check = (jobs: readonly Job[]) => refuseOutputs(jobs, flags);
  await runVerb(
    'asm',
    words,
    flags,
    { nameOf: shaderName, readFound: readAssemblyFile, check, hasForce: true },
    assembleFile,
    () => settings,
  );
}

/**
 * The name for the shader of an assembly file: `x.asm` and `x.cso.asm` become `x.cso`, other names get `.cso` appended.
 */
export function shaderName(name: string): string {
  const stem = name.replace(/\.asm$/i, '');
  return stem !== name && stem.toLowerCase().endsWith(SUFFIX) ? stem : stem + SUFFIX;
}

/** @throws UsageError if the outputs cannot go where the command line says */
function refuseOutputs(jobs: readonly Job[], { into, force }: Flags): void {
  refuseBinary(jobs, 'shaders');
  // The original is an input, too.
  if (force || into === undefined || into === STANDARD) return;
  for (const job of jobs) if (job.output !== STANDARD) refuseOverwriting([into], job.output, true);
}

/** Formats of shaders whose program can be replaced. */
const WITH_PROGRAM: ReadonlySet<string> = new Set(['dxbc', 'sm1']);

/** Reads the shader for `--into`. Reports an error and returns undefined if it cannot be read or is no shader. */
async function readOriginal(path: string, inputs: readonly string[]): Promise<Uint8Array | undefined> {
  if (path === STANDARD && inputs.includes(STANDARD)) throw new UsageError('standard input (-) can be used only once');
  const bytes = await readInput(path);
  if (!(bytes instanceof Uint8Array)) report(path, [bytes], false);
  else if (WITH_PROGRAM.has(detectFormat(bytes).format)) return bytes;
  else reportFile(path, DX0022, { kind: formatName(detectFormat(bytes)) });
  raiseStatus(BAD_INPUT);
  return undefined;
}

/** Assembles one input, writes the shader and reports the diagnostics. */
export async function assembleFile(job: Job, { flags, color, original }: Settings): Promise<boolean | undefined> {
  const quiet = flags.quiet ?? false;
  const bytes = await readFoundInput(job, readAssemblyFile);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const source = withoutByteOrderMark(bytes);
  const detected = detectFormat(source);
  const isRoot = isRootSignature(detected, flags);
  const other = isRoot ? undefined : notAssembly(detected, source);
  if (other !== undefined) return !report(job.file, [other], quiet);
  const refused = refusedOptions(detected, isRoot, flags, source.byteLength);
  if (refused.length > 0) return !report(job.file, refused, quiet);
  const text = latin1Text(source, 0, source.byteLength);
  const name = job.file;
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
  const sourceOf = (file: string) => (file === name ? text : includes.text(file));
  const failed = reportAssembly(job.file, diagnostics, sourceOf, { quiet, color });
  if (shader === undefined) {
    if (detected.format === 'unknown') reportForeignText(job.file, source);
    return false;
  }
  if (!quiet) reportLosses(job.file, text, original);
  // Included files are inputs, too.
  if (!flags.force && job.output !== STANDARD) refuseOverwriting(includes.paths, job.output, true);
  return (await deliver(job, shader)) && !failed;
}

/** Whether the input is the text of a root signature: by its content, or by an option if the content is ambiguous. */
function isRootSignature({ format }: FileFormat, { entry, rootSignatureVersion }: Flags): boolean {
  return format === 'root-signature-text' || (format === 'unknown' && (entry ?? rootSignatureVersion) !== undefined);
}

function rootSignature(text: string, options: AssembleOptions, flags: Flags): Assembled {
  const { rootSignatureVersion, entry } = flags;
  const { debug: _, into: __, ...shared } = options;
  return assembleRootSignature(text, { ...shared, rootSignatureVersion, entry });
}

/** Names the language of a text that is no assembly. */
function reportForeignText(file: string, bytes: Uint8Array): void {
  const { name, hint } = foreignFormat(bytes) ?? {};
  if (hint !== undefined) reportFile(file, DX0020, { name: name!, hint });
}

/** The diagnostics for options that do not apply to text in this format. */
function refusedOptions(file: FileFormat, isRoot: boolean, flags: Flags, size: number): Diagnostic[] {
  const profile = file.profile ?? '';
  const span = { unit: 'byte', start: 0, end: size } as const;
  const refused: Diagnostic[] = [];
  const isSm4 = !isRoot && /^[a-z]+_[45]_/.test(profile);
  const sm1Options = { '-D': flags.define, '-I': flags.include, '--debug': flags.debug };
  const shaderOptions = { '--into': flags.into, '--debug': flags.debug };
  const rootSignatureOptions = { '--entry': flags.entry, '--root-signature-version': flags.rootSignatureVersion };
  for (const option of isSm4 ? given(sm1Options) : []) refused.push(diagnostic(DX3211, span, { option, profile }));
  for (const option of given(isRoot ? shaderOptions : rootSignatureOptions))
    refused.push(
      diagnostic(DX4032, span, {
        option,
        kind: formatName(isRoot ? { format: 'root-signature-text', profile: null } : file),
      }),
    );
  return refused;
}

/** The names of options that have a value. */
function given(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(options).filter((name) => options[name] !== undefined);
}
