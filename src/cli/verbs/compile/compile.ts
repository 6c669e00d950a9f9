/** `dxlens compile`: HLSL to compiled shaders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import { Diagnostics } from '../../../base/diagnostics.ts';
import { latin1Bytes, latin1Text } from '../../../base/words.ts';
import { STRIP_FLAGS, stripChunks, writeBlobPart } from '../../../container/parts.ts';
import { readShaderPdb } from '../../../debug/pdb-file.ts';
import { stripDebugInformation } from '../../../debug/strip.ts';
import { embeddedShaders } from '../../../effects/choose-shaders.ts';
import { MgfxProfile } from '../../../effects/mgfx/model.ts';
import { parseMgfx } from '../../../effects/mgfx/read.ts';
import { detectFormat, formatName } from '../../../file/detect-format.ts';
import { looksLikeText } from '../../../file/text-format.ts';
import { isEffectProfile, isMgfxProfile } from '../../../hlsl/compile-effect.ts';
import { preprocess } from '../../../hlsl/index.ts';
import { disassemble } from '../../../text/disassemble.ts';
import { validate } from '../../../validate/index.ts';
import { foreignFormat, withoutByteOrderMark } from '../../foreign-files.ts';
import type { LanguageFlags } from '../../inputs/hlsl-source.ts';
import { compileSource, HLSL_EXTENSION } from '../../inputs/hlsl-source.ts';
import { addDefine, addDirectory, Includes } from '../../inputs/includes.ts';
import { readFoundInput, readInput } from '../../inputs/read-input.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { DX0039 } from '../../messages.ts';
import { colorOption, jobsOption, oneOf } from '../../options.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { type Job, refuseBinary, refuseOverwriting } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { type ColorChoice, STANDARD, STDERR, wantsColor, writeError, writeOut } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';
import { type ReportStyle, reportAssembly } from '../asm/report.ts';
import type { SarifLog } from '../validate/sarif.ts';

interface Flags extends LanguageFlags {
  readonly entry: string;
  readonly output?: string;
  readonly listing?: string;
  readonly header?: string;
  readonly variable?: string;
  readonly pdb?: string;
  readonly stripDebug?: true;
  readonly stripReflection?: true;
  readonly stripRootSignature?: true;
  readonly rootSignature?: string;
  readonly privateData?: string;
  readonly messages?: string;
  readonly preprocess?: string;
  readonly showIncludes?: true;
  readonly numbers?: true;
  readonly offsets?: true;
  readonly hex?: true;
  readonly html?: true;
  readonly format: 'text' | 'json' | 'sarif';
  readonly force?: true;
  readonly jobs?: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

const EXAMPLES = `
Examples:
  dxlens compile shader.hlsl -T ps_5_0 -o shader.cso
  dxlens compile shader.hlsl /T vs_5_0 /E VSMain /D LIGHTS=4 /Fo shader.cso     as fxc is called
  dxlens compile shader.hlsl -T ps_5_0 -Fc shader.asm -Fh shader.h              also a listing and C source
  dxlens compile effect.fx -T fx_5_0 -o effect.fxo                              an effect of Direct3D 11
  dxlens compile effect.fx -T mgfx -o effect.mgfxo                              an effect of MonoGame for DirectX
  dxlens compile effect.fx -T mgfx_opengl -o effect.mgfxo                       an effect of MonoGame for OpenGL
  dxlens compile effect.fx -T fx_2_0 -o effect.xnb                              an effect for XNA and FNA as content
  dxlens compile functions.hlsl -T lib_5_0 -o functions.cso                     a library of exported functions
  dxlens compile -T ps_5_0 -o shaders/ a.hlsl b.hlsl                            shaders/a.cso and shaders/b.cso
  dxlens compile -T ps_5_0 --format json shader.hlsl                            only the diagnostics, for editors

Exit status: 0 success; 1 a source is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineCompile(command: Command): void {
  command
    .description(
      'Compiles each FILE of HLSL for shader models 1.1 to 5.1, as an effect, or as a library of its exported functions. Layouts, registers, signatures and ' +
        "reflection are those of Microsoft's compiler, and errors have its codes. The options of fxc are taken by their names, with - or /.",
    )
    .argument('<file...>', 'HLSL files, directories, and patterns ("*.hlsl"); - is standard input')
    .option(
      '-T, --profile <profile>',
      'the profile: vs, ps, gs, hs, ds or cs with 4_0, 4_1, 5_0 or 5_1; vs or ps with 2_0 to 3_0 or 4_0_level_9_0, _9_1, _9_3; fx with 2_0, 4_0, 4_1 or 5_0; lib with 4_0, 4_1 or 5_0; tx_1_0; mgfx or mgfx_11 for MonoGame on DirectX, mgfx_opengl or mgfx_opengl_11 on OpenGL (/T)',
    )
    .option('-E, --entry <name>', 'the entry point (/E); libraries and effects have none', 'main')
    .option(
      '-o, --output <path>',
      'write to this file (/Fo), or, with a trailing /, to this directory as FILE.cso (x.cso for x.hlsl), effects as FILE.fxo ' +
        'or FILE.mgfxo; a file FILE.xnb is content of XNA, FNA or MonoGame with the effect',
    )
    .option('--listing <file>', 'also write the listing to this file (/Fc)')
    .option('--numbers', 'number the instructions of the listing (/Ni)')
    .option('--offsets', 'print the byte offset before each line of the listing (/No)')
    .option('--hex', 'print the literals of the listing as hexadecimal words (/Lx)')
    .option('--html', 'write the listing as HTML with colors (/Cc)')
    .option('--header <file>', 'also write the shader as an array in C to this file (/Fh)')
    .option('--variable <name>', 'the name of that array (/Vn; default: g_ and the entry point)')
    .addOption(jobsOption())
    .option('-D, --define <name=value>', 'define a macro (/D; default value: 1)', addDefine)
    .option(
      '-I, --include <dir>',
      'search this directory for #include, after the directory of the including file (/I)',
      addDirectory,
    )
    .addOption(new Option('--row-major', 'matrices are row by row in memory (/Zpr)').conflicts('columnMajor'))
    .option('--column-major', 'matrices are column by column in memory, as without it (/Zpc)')
    .option('--ieee-strict', 'compute what is written: nothing is reordered or joined (/Gis)')
    .option('--partial-precision', 'half the bits are enough for pixel shaders of models 2 and 3 (/Gpp)')
    .option('--no-preshaders', 'shaders of fx_2_0 effects compute everything themselves (/Op)')
    .addOption(
      new Option('--avoid-flow', 'make branches choices wherever that is possible (/Gfa)').conflicts('preferFlow'),
    )
    .option('--prefer-flow', 'leave branches as they are (/Gfp)')
    .option('--compatibility', 'accept what only older models have (/Gec)')
    .option('--child-effect', 'make an effect that shares variables with others of a pool (/Gch)')
    .option('--computed-states', 'let the states of an effect depend on variables (/Gdp)')
    .option('--warnings-as-errors', 'a warning is an error (/WX)')
    .option('--no-optimize', 'leave the program as it is written (/Od)')
    .addOption(
      oneOf(
        new Option(
          '--optimization-level <level>',
          'the level for reflection; the program is the same for all of them (/O0 to /O3; default: 1)',
        ),
        ['0', '1', '2', '3'],
      ),
    )
    .option('--strict-syntax', 'note in reflection that the syntax is strict, as it is without --compatibility (/Ges)')
    .option(
      '--unbounded-tables',
      'allow arrays of resources without a bound in model 5.1 (/enable_unbounded_descriptor_tables)',
    )
    .option(
      '--all-resources-bound',
      'the application binds all resources that a program of model 5.1 declares (/all_resources_bound)',
    )
    .option('--resources-may-alias', 'resources of a compute shader may share memory (/res_may_alias)')
    .option('--no-validate', 'do not validate the result (/Vd)')
    .option('--debug-info', 'write debug information: files, lines and variables (/Zi)')
    .addOption(
      oneOf(
        new Option(
          '--debug-name <by>',
          'name the file of the debug information by a hash of it or of the program (/Zss, /Zsb)',
        ),
        ['source', 'binary'],
      ),
    )
    .option('--pdb <file>', 'also write the debug information to this file, or with a trailing / under its name (/Fd)')
    .option('--strip-debug', 'leave no debug information in the shader (/Qstrip_debug)')
    .option('--strip-reflection', 'leave no reflection data in the shader (/Qstrip_reflect)')
    .option('--strip-root-signature', 'leave no root signature in the shader (/Qstrip_rootsignature)')
    .option(
      '--root-signature <file>',
      'put the root signature of this compiled file into the shader (/setrootsignature)',
    )
    .option('--private-data <file>', 'put this file into the shader as its private data (/setprivate)')
    .option('--preprocess <file>', 'only write the source after the preprocessor to this file (/P)')
    .option('--messages <file>', 'also write the diagnostics to this file, a line each (/Fe)')
    .option('--show-includes', 'print the included files (/Vi)')
    .addOption(
      oneOf(
        new Option(
          '--format <format>',
          'how to print diagnostics: json (a line for each FILE) and sarif go to standard output, and a shader is written with -o only',
        ),
        ['text', 'json', 'sarif'],
      ).default('text'),
    )
    .option('--force', 'allow the output to overwrite an input')
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
}

/** Profiles of shaders, libraries and effects with shaders, whose debug information is a program database. */
const HAS_DATABASE = /^([a-z]s|fx|lib)_[45]_/;

interface Settings {
  readonly flags: Flags;
  readonly color: boolean;
  /** The log of a run with `--format sarif`, which has one thread. */
  readonly log: SarifLog | undefined;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const { profile = '', preprocess: onlyText } = flags;
  if (onlyText === undefined && profile === '') throw new UsageError('missing option -T PROFILE, such as -T ps_5_0');
  const notice = flags.quiet || onlyText !== undefined ? undefined : databaseNotice(flags, profile);
  if (notice !== undefined) writeError(`dxlens: ${notice}`);
  const log = flags.format === 'sarif' ? new (await import('../validate/sarif.ts')).SarifLog() : undefined;
  const settings: Settings = { flags, color: wantsColor(flags.color, STDERR), log };
  const check = (jobs: readonly Job[]) => refuseOutputs(jobs, flags);
  if (log) await writeOut(log.open());
  await runVerb(
    'compile',
    words,
    log ? { ...flags, jobs: 1 } : flags,
    { nameOf: (name) => shaderName(name, flags.profile), readFound: readSource, check, hasForce: true },
    compileFile,
    () => settings,
  );
  if (log) await writeOut(log.close(log.sourceRules(), Number(process.exitCode ?? 0)));
}

/** `x.hlsl` and `x.fx` become `x.cso`, an effect `x.fxo` or `x.mgfxo`; other names get it appended. */
function shaderName(name: string, profile = ''): string {
  const extension = isMgfxProfile(profile) ? 'mgfxo' : isEffectProfile(profile) ? 'fxo' : 'cso';
  return `${name.replace(HLSL_EXTENSION, '')}.${extension}`;
}

/** Names of outputs that are content of XNA, FNA or MonoGame. */
const XNB = /\.xnb$/i;
/** A notice about options for program databases that have no effect. */
function databaseNotice({ pdb, debugName }: Flags, profile: string): string | undefined {
  if (!HAS_DATABASE.test(profile))
    return (pdb ?? debugName) === undefined
      ? undefined
      : '--pdb and --debug-name have no effect: only shaders of models 4.0 to 5.1 have program databases';
  if (pdb === undefined || !isEffectProfile(profile)) return undefined;
  return '--pdb has no effect: each shader of an effect contains its program database';
}

/** The bytes of a file of a directory if its name says that it is HLSL. */
function readSource(path: string): Uint8Array | undefined {
  return HLSL_EXTENSION.test(path) ? readFileSync(path) : undefined;
}

/** @throws UsageError if the outputs cannot go where the command line says */
function refuseOutputs(jobs: readonly Job[], flags: Flags): void {
  const { profile = '', listing, header, format, pdb, debugInfo, debugName } = flags;
  const isMgfx = isMgfxProfile(profile);
  if (isMgfx && (listing ?? header) !== undefined)
    throw new UsageError('--listing and --header take no effects of MonoGame; compile its shaders one by one');
  if (!isMgfx && profile !== 'fx_2_0' && jobs.some(({ output }) => XNB.test(output)))
    throw new UsageError(
      'an .xnb file has an effect: use -T mgfx or -T mgfx_opengl for MonoGame, or -T fx_2_0 for XNA and FNA',
    );
  const inputs = jobs.map(({ file }) => file);
  const others = otherOutputs(flags);
  for (const [option, path] of others) {
    if (jobs.length > 1)
      throw new UsageError(`${option} takes one input${option === '--pdb' ? ', or a directory' : ''}`);
    if (path === STANDARD) continue;
    if (!flags.force) refuseOverwriting(inputs, path, true);
    const twin = [['--output', flags.output], ...others].find(([name, other]) => name !== option && other === path);
    if (twin !== undefined) throw new UsageError(`${twin[0]} and ${option} would both be written to ${path}`);
  }
  const isDirectory = pdb !== undefined && DIRECTORY.test(pdb);
  if (debugInfo !== true && (pdb ?? debugName) !== undefined)
    throw new UsageError('--pdb and --debug-name need --debug-info');
  if (isDirectory && debugName === undefined) throw new UsageError('--pdb with a directory needs --debug-name');
  // Standard output is taken, or not used.
  if (format === 'text' && (listing ?? header ?? flags.preprocess) === undefined) refuseBinary(jobs, 'shaders');
}

/** The outputs besides the shader that are files, by their options. */
function otherOutputs({
  listing,
  header,
  pdb,
  messages,
  preprocess: onlyText,
}: Flags): [option: string, path: string][] {
  const paths = { listing, header, pdb, messages, preprocess: onlyText };
  return Object.entries(paths).flatMap(([option, path]) =>
    path === undefined || DIRECTORY.test(path) ? [] : [[`--${option}`, path]],
  );
}

/** Compiles one source, writes the shader and reports the diagnostics. */
export async function compileFile(job: Job, { flags, color, log }: Settings): Promise<boolean | undefined> {
  const quiet = flags.quiet ?? false;
  const bytes = await readFoundInput(job, readSource);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const source = withoutByteOrderMark(bytes);
  if (!looksLikeText(source)) {
    const file = detectFormat(bytes);
    const kind = file.format === 'unknown' ? (foreignFormat(bytes)?.name ?? 'binary data') : formatName(file);
    reportFile(job.file, DX0039, { kind });
    return false;
  }
  const text = latin1Text(source, 0, source.byteLength);
  if (flags.preprocess !== undefined) return deliverPreprocessed(job, text, flags, { quiet, color });
  const { bytes: shader, diagnostics, includes, textOf } = compileSource(job.file, text, flags, flags.warningsAsErrors);
  if (!(await giveFacts(job, diagnostics, includes, flags))) return false;
  const { profile = '', entry } = flags;
  const valid = shader !== undefined;
  if (log) await writeOut(log.addSource({ file: job.file, size: bytes.byteLength, profile, valid, diagnostics }));
  else if (flags.format === 'json') await writeOut(jsonLine(job.file, { profile, entry, valid }, diagnostics));
  else reportAssembly(job.file, diagnostics, textOf, { quiet, color });
  if (shader === undefined) return false;
  if (flags.validate) {
    const faults = shadersIn(shader, profile).flatMap((one) =>
      validate(one).diagnostics.filter(({ severity }) => severity === 'error'),
    );
    if (faults.length > 0) return !report(job.file, faults, quiet);
  }
  // Included files are inputs, too.
  if (!flags.force)
    for (const path of [job.output, ...otherOutputs(flags).map(([, other]) => other)])
      if (path !== STANDARD) refuseOverwriting(includes, path, true);
  if (flags.pdb !== undefined && !(await deliverPdb(job, shader, flags.pdb))) return false;
  const changed = await withParts(job.file, strippedShader(shader, flags), flags);
  return changed !== undefined && deliverAll(job, changed, flags);
}

/** Writes the source after the preprocessor. */
async function deliverPreprocessed(job: Job, text: string, flags: Flags, style: ReportStyle): Promise<boolean> {
  const includes = new Includes(flags.include ?? []);
  const { text: made, diagnostics } = preprocess(text, {
    name: job.file,
    defines: flags.define ?? {},
    include: (path, from, kind) => includes.read(path, from, kind),
  });
  const textOf = (file: string) => (file === job.file ? text : includes.text(file));
  if (!(await giveFacts(job, diagnostics, includes.paths, flags))) return false;
  if (reportAssembly(job.file, diagnostics, textOf, style) || made === undefined) return false;
  const output = flags.preprocess!;
  if (!flags.force && output !== STANDARD) refuseOverwriting(includes.paths, output, true);
  return deliver({ ...job, output }, latin1Bytes(made));
}

/**
 * Prints the included files, and writes the diagnostics as fxc does, in lines that development environments read. Both
 * only where the command line asks for it; returns false after a report.
 */
async function giveFacts(
  job: Job,
  diagnostics: readonly AssemblyDiagnostic[],
  includes: readonly string[],
  { showIncludes, messages, force }: Flags,
): Promise<boolean> {
  if (showIncludes) for (const path of includes) writeError(visible(path));
  if (messages === undefined) return true;
  if (!force && messages !== STANDARD) refuseOverwriting(includes, messages, true);
  const lines = diagnostics.map(
    ({ file, line, column, severity, code, message }) =>
      `${file}(${line},${column}): ${severity} ${code}: ${message}\n`,
  );
  return deliver({ ...job, output: messages }, Buffer.from(lines.join('')));
}

/** The shader with the root signature and the private data of files; undefined after a report. */
async function withParts(
  source: string,
  shader: Uint8Array,
  { rootSignature, privateData }: Flags,
): Promise<Uint8Array | undefined> {
  let changed: Uint8Array | undefined = shader;
  for (const [part, file] of [
    ['rootSignature', rootSignature],
    ['privateData', privateData],
  ] as const) {
    if (file === undefined || changed === undefined) continue;
    const data = await readInput(file);
    if (!(data instanceof Uint8Array)) {
      report(file, [data], false);
      return undefined;
    }
    const diagnostics = new Diagnostics();
    changed = writeBlobPart(changed, part, data, diagnostics);
    report(source, diagnostics.list, false);
  }
  return changed;
}

/** The end of a path that is a directory. */
const DIRECTORY = /[/\\]$/;

/** Writes the program database of a shader to a file, or under its name to a directory. */
async function deliverPdb(job: Job, shader: Uint8Array, path: string): Promise<boolean> {
  const { pdb, name } = readShaderPdb(shader);
  if (pdb === undefined) return true;
  if (!DIRECTORY.test(path)) return deliver({ ...job, output: path }, pdb);
  return deliverNew({ ...job, output: join(path, name ?? '') }, pdb);
}

/** The shader without the parts that the command line leaves out. */
function strippedShader(shader: Uint8Array, { stripDebug, stripReflection, stripRootSignature }: Flags): Uint8Array {
  const left = stripDebug ? (stripDebugInformation(shader).bytes ?? shader) : shader;
  const parts = (stripReflection ? STRIP_FLAGS.reflection : 0) | (stripRootSignature ? STRIP_FLAGS.rootSignature : 0);
  return parts === 0 ? left : (stripChunks(left, parts, new Diagnostics()) ?? left);
}

/** The shaders of a result: itself, or those of an effect. */
function shadersIn(bytes: Uint8Array, profile: string): readonly Uint8Array[] {
  // Texture shaders have no rules.
  if (profile.startsWith('tx')) return [];
  if (!isEffectProfile(profile)) return [bytes];
  if (isMgfxProfile(profile)) {
    const { profile: platform, shaders = [] } = parseMgfx(bytes) ?? {};
    // Shaders for OpenGL are GLSL.
    return platform === MgfxProfile.directX11 ? shaders.map(({ code }) => code) : [];
  }
  const shaders = (embeddedShaders(bytes).value ?? []).filter(({ stage }) => stage !== 'expression');
  return shaders.map(({ offset, length }) => bytes.subarray(offset, offset + length));
}

async function deliverAll(job: Job, shader: Uint8Array, flags: Flags): Promise<boolean> {
  const { listing, header, output } = flags;
  const elsewhere = (path: string): Job => ({ ...job, output: path });
  const { numbers = false, offsets = false, hex = false } = flags;
  const textWith = (html: boolean) => disassemble(shader, { numbers, offsets, hex, html }).text;
  if (listing !== undefined && !(await deliver(elsewhere(listing), latin1Bytes(textWith(flags.html ?? false)))))
    return false;
  if (header !== undefined) {
    const name = flags.variable ?? `g_${flags.entry}`;
    if (!(await deliver(elsewhere(header), latin1Bytes(cSource(shader, name, textWith(false)))))) return false;
  }
  // With another output, no shader goes to standard output.
  if (output === undefined && (flags.format !== 'text' || (listing ?? header) !== undefined)) return true;
  if (!XNB.test(job.output)) return deliver(job, shader);
  const { xnbOfEffect } = await import('../../../find/writers/xnb.ts');
  return deliver(job, xnbOfEffect(shader));
}

/** The diagnostics of a source as a line of JSON. */
function jsonLine(
  file: string,
  facts: { readonly profile: string; readonly entry: string; readonly valid: boolean },
  diagnostics: readonly AssemblyDiagnostic[],
): string {
  const rows = diagnostics.map(({ code, severity, message, file: source, line, column, endColumn, notes, hint }) => ({
    code,
    severity,
    message,
    file: source,
    line,
    column,
    endColumn,
    ...(notes.length > 0 && { notes }),
    ...(hint !== undefined && { hint }),
  }));
  return `${JSON.stringify({ file, ...facts, diagnostics: rows })}\n`;
}

/** Bytes in a line of C source. */
const BYTES_IN_LINE = 6;

/** The listing as a comment, and the bytes as an array: what /Fh writes. */
function cSource(shader: Uint8Array, name: string, listing: string): string {
  const lines: string[] = [];
  for (let at = 0; at < shader.length; at += BYTES_IN_LINE)
    lines.push(Array.from(shader.subarray(at, at + BYTES_IN_LINE), (byte) => String(byte).padStart(7)).join(','));
  return `#if 0\n${listing.replaceAll('\0', '')}\n#endif\n\nconst BYTE ${name}[] =\n{\n${lines.join(',\n')}\n};\n`;
}
