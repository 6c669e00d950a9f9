/** Compiles inputs that are HLSL, for all verbs that take them, and reports the diagnostics of the compiler. */
import type { AssemblyDiagnostic } from '../../assemble/diagnostics.ts';
import { CompileFlag, OPTIMIZATION_LEVEL_BIT, OPTIMIZATION_LEVELS } from '../../base/d3d/enumerations.ts';
import { diagnostic } from '../../base/diagnostics.ts';
import { latin1Text } from '../../base/words.ts';
import { detectFormat } from '../../file/detect-format.ts';
import { looksLikeText } from '../../file/text-format.ts';
import { type Compiled, type CompileOptions, compile, compileEffect, isEffectProfile } from '../../hlsl/index.ts';
import { foreignFormat, HLSL, withoutByteOrderMark } from '../foreign-files.ts';
import { DX0019 } from '../messages.ts';
import { refuseOverwriting } from '../outputs/plan-outputs.ts';
import { report } from '../report.ts';
import { STANDARD } from '../streams.ts';
import { reportAssembly } from '../verbs/asm/report.ts';
import { fromFxc } from './fxc-arguments.ts';
import { Includes } from './includes.ts';

/** Options that the compiler gets, by their long names. */
export interface LanguageFlags {
  readonly profile?: string;
  readonly entry?: string;
  readonly define?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly rowMajor?: boolean;
  readonly columnMajor?: boolean;
  readonly ieeeStrict?: boolean;
  readonly partialPrecision?: boolean;
  readonly preshaders?: boolean;
  readonly avoidFlow?: boolean;
  readonly preferFlow?: boolean;
  readonly compatibility?: boolean;
  readonly optimize?: boolean;
  readonly childEffect?: boolean;
  readonly computedStates?: boolean;
  readonly debugInfo?: boolean;
  readonly debugName?: 'source' | 'binary';
  readonly unboundedTables?: boolean;
  readonly allResourcesBound?: boolean;
  readonly resourcesMayAlias?: boolean;
  readonly optimizationLevel?: string;
  readonly strictSyntax?: boolean;
  readonly warningsAsErrors?: boolean;
  readonly validate?: boolean;
}

/** How the HLSL inputs of a verb are compiled. Plain data. */
export interface HlslSettings {
  readonly flags: LanguageFlags;
  /** Whether diagnostics get colors. */
  readonly color: boolean;
  /** Diagnostics are reported elsewhere. */
  readonly isSilent?: true;
}

/** Extensions of HLSL. */
export const HLSL_EXTENSION = /\.(hlsl|fx)$/i;

/** Whether an input is HLSL: by its name, or by its content; what is another format that dxlens reads is not. */
export function isHlsl(file: string, bytes: Uint8Array): boolean {
  const source = withoutByteOrderMark(bytes);
  if (source.byteLength === 0 || !looksLikeText(source) || detectFormat(source).format !== 'unknown') return false;
  return HLSL_EXTENSION.test(file) || foreignFormat(bytes)?.name === HLSL;
}

/** Whether the name of a file says that it is HLSL. */
export function hasHlslName(file: string): boolean {
  return HLSL_EXTENSION.test(file);
}

/** A source that was compiled. */
export interface CompiledSource {
  /** undefined after an error. */
  readonly bytes: Uint8Array | undefined;
  readonly diagnostics: readonly AssemblyDiagnostic[];
  /** The files that it includes. */
  readonly includes: readonly string[];
  /** The text of one of its files. */
  readonly textOf: (file: string) => string | undefined;
}

/** Compiles a source. A warning is an error with `isStrict`. */
export function compileSource(file: string, text: string, flags: LanguageFlags, isStrict = false): CompiledSource {
  const includes = new Includes(flags.include ?? []);
  const { bytes, diagnostics } = compiled(text, optionsOf(file, flags, includes));
  const reported = isStrict ? diagnostics.map(asError) : diagnostics;
  return {
    bytes: reported.some(({ severity }) => severity === 'error') ? undefined : bytes,
    diagnostics: reported,
    includes: includes.paths,
    textOf: (name) => (name === file ? text : includes.text(name)),
  };
}

/** Compiles a source to a shader, or to an effect if its profile is one of those. */
function compiled(text: string, options: CompileOptions): Compiled {
  return isEffectProfile(options.profile) ? compileEffect(text, options) : compile(text, options);
}

function asError(one: AssemblyDiagnostic): AssemblyDiagnostic {
  return one.severity === 'warning' ? { ...one, severity: 'error' } : one;
}

/** The options of the compiler. */
export function optionsOf(name: string, flags: LanguageFlags, includes: Includes): CompileOptions {
  const { profile = '', entry = 'main', define = {}, avoidFlow, preferFlow, debugName } = flags;
  const flow = avoidFlow ? 'avoid' : preferFlow ? 'prefer' : undefined;
  return {
    name,
    profile,
    entry,
    defines: define,
    include: (path, from, kind) => includes.read(path, from, kind),
    rowMajor: flags.rowMajor ?? false,
    strict: flags.ieeeStrict ?? false,
    partialPrecision: flags.partialPrecision ?? false,
    skipPreshaders: flags.preshaders === false,
    compatibility: flags.compatibility ?? false,
    skipOptimization: flags.optimize === false,
    childEffect: flags.childEffect ?? false,
    computedStates: flags.computedStates ?? false,
    debug: flags.debugInfo ?? false,
    unboundedTables: flags.unboundedTables ?? false,
    allResourcesBound: flags.allResourcesBound ?? false,
    resourcesMayAlias: flags.resourcesMayAlias ?? false,
    notedFlags: notedFlags(flags),
    ...(flow === undefined ? {} : { flow }),
    ...(debugName === undefined ? {} : { debugName }),
  };
}

/** Flags of the compiler that are only in reflection. */
function notedFlags(flags: LanguageFlags): number {
  const { optimizationLevel = '1' } = flags;
  const level = OPTIMIZATION_LEVELS.findIndex((one) => String(one) === optimizationLevel);
  return (
    (level << OPTIMIZATION_LEVEL_BIT) |
    (flags.validate === false ? 1 << CompileFlag.skipValidation : 0) |
    (flags.columnMajor ? 1 << CompileFlag.packMatrixColumnMajor : 0) |
    (flags.strictSyntax ? 1 << CompileFlag.enableStrictness : 0) |
    (flags.warningsAsErrors ? 1 << CompileFlag.warningsAreErrors : 0)
  );
}

/**
 * The bytes of an input of a verb: those of a compiled shader as they are, and HLSL compiled. Undefined after a report.
 */
export function compiledInput(
  file: string,
  bytes: Uint8Array,
  { flags, color, isSilent }: HlslSettings,
  quiet: boolean,
  output: string = STANDARD,
): Uint8Array | undefined {
  if (!isHlsl(file, bytes)) return bytes;
  const source = withoutByteOrderMark(bytes);
  const text = latin1Text(source, 0, source.byteLength);
  const merged = withFirstLine(text, flags);
  if (isSilent) return compiled(text, optionsOf(file, merged, new Includes(merged.include ?? []))).bytes;
  if (merged.profile !== undefined) {
    const { bytes: shader, diagnostics, includes, textOf } = compileSource(file, text, merged);
    if (output !== STANDARD) refuseOverwriting(includes, output);
    reportAssembly(file, diagnostics, textOf, { quiet, color });
    return shader;
  }
  const span = { unit: 'byte', start: 0, end: bytes.byteLength } as const;
  const way = '; choose its profile with -T, such as -T ps_5_0, or in the first line: // fxc /T ps_5_0 /E main';
  report(file, [diagnostic(DX0019, span, { name: HLSL, way })], quiet);
  return undefined;
}

/**
 * `flags` with the options of the first line `// fxc /T ps_5_0 /E main /Gis`, as `dxlens decompile` writes it. Options
 * of the command line count more.
 */
export function withFirstLine(text: string, flags: LanguageFlags): LanguageFlags {
  const line = /^\/\/ fxc (.*)/.exec(text)?.[1] ?? '';
  const words = fromFxc(line.trim().split(/\s+/));
  let found: LanguageFlags = {};
  for (let i = 0; i < words.length; i++) {
    const name = words[i]!;
    const read = FIRST_LINE[name];
    if (read !== undefined) found = { ...found, ...read(VALUES.has(name) ? (words[++i] ?? '') : '', found) };
  }
  return {
    ...found,
    ...flags,
    define: { ...found.define, ...flags.define },
    include: [...(found.include ?? []), ...(flags.include ?? [])],
  };
}

const VALUES: ReadonlySet<string> = new Set(['--profile', '--entry', '--define', '--include']);

/** Options that count in a first line. */
const FIRST_LINE: Readonly<Record<string, (value: string, before: LanguageFlags) => LanguageFlags>> = {
  '--profile': (profile) => ({ profile }),
  '--entry': (entry) => ({ entry }),
  '--define': (word, { define }) => {
    const [name = '', ...value] = word.split('=');
    return { define: { ...define, [name]: value.length === 0 ? '1' : value.join('=') } };
  },
  '--include': (directory, { include = [] }) => ({ include: [...include, directory] }),
  '--row-major': () => ({ rowMajor: true }),
  '--column-major': () => ({ rowMajor: false, columnMajor: true }),
  '--ieee-strict': () => ({ ieeeStrict: true }),
  '--partial-precision': () => ({ partialPrecision: true }),
  '--no-preshaders': () => ({ preshaders: false }),
  '--avoid-flow': () => ({ avoidFlow: true }),
  '--prefer-flow': () => ({ preferFlow: true }),
  '--compatibility': () => ({ compatibility: true }),
  '--no-optimize': () => ({ optimize: false }),
  '--unbounded-tables': () => ({ unboundedTables: true }),
  '--all-resources-bound': () => ({ allResourcesBound: true }),
  '--resources-may-alias': () => ({ resourcesMayAlias: true }),
  '--child-effect': () => ({ childEffect: true }),
  '--computed-states': () => ({ computedStates: true }),
};
