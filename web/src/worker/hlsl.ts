/**
 * Compiles an HLSL source for the page: to a shader, or to the program of a shader that exists. It is loaded with the
 * first source.
 *
 * Not for: the compiler (`dxlens/compile`).
 */
import { openShaderFile } from 'dxlens';
import { type AssemblyDiagnostic, type CompileOptions, compile } from 'dxlens/compile';
import { reflect } from 'dxlens/reflect';
import { includedFile, includedFiles, type NamedText } from '../model/hlsl/detect.ts';
import { functionsOf, type SourceFunction } from '../model/hlsl/functions.ts';
import { chosenEntry, type EntryChoice, firstLineOptions } from '../model/hlsl/options.ts';
import { rolesOfCode } from './code-roles.ts';

/** The source that a shader was compiled from. */
export interface MadeFrom {
  readonly source: NamedText;
  /** The sources that were open. */
  readonly files: readonly NamedText[];
  readonly choice: EntryChoice;
}

export interface CompiledSource {
  /** Undefined where the source has errors or no entry point. */
  readonly bytes: Uint8Array | undefined;
  /** Spans are characters of the text for those of its own file. */
  readonly diagnostics: readonly AssemblyDiagnostic[];
  /** Why there is no shader, where no part of the text is wrong. */
  readonly problem: string | undefined;
  readonly choice: EntryChoice | undefined;
  readonly functions: readonly SourceFunction[];
  readonly roles: Int32Array;
}

/** Fixes on the page, where those of the compiler name options of the command line. */
const HINTS: Readonly<Record<string, string>> = {
  X1507: 'open this file, too',
  X3501: 'choose another entry point',
};

const NO_ENTRY =
  'No function looks like an entry point. Choose one, or name it in the first line, such as: // fxc /T ps_5_0 /E main';

/**
 * Compiles a source.
 *
 * @param files the open sources, which it may include
 * @param target the shader whose program it replaces; undefined for a shader of its own
 */
export async function compileSource(
  source: NamedText,
  files: readonly NamedText[],
  given: EntryChoice | undefined,
  target: Uint8Array | undefined,
): Promise<CompiledSource> {
  const { text } = source;
  const functions = functionsOf(
    text,
    includedFiles(source, files).map((one) => one.text),
  );
  const profile = target === undefined ? undefined : (openShaderFile(target).profile ?? undefined);
  const chosen = chosenEntry(text, functions, given);
  const choice = chosen === undefined || profile === undefined ? chosen : { ...chosen, profile };
  const failed = { bytes: undefined, choice, functions, roles: rolesOfCode(text, new Set()) };
  if (choice === undefined) return { ...failed, diagnostics: [], problem: NO_ENTRY };
  const { bytes, diagnostics: found } = compile(text, optionsOf(source, files, choice));
  const diagnostics = found.map((one) => (one.code in HINTS ? { ...one, hint: HINTS[one.code]! } : one));
  if (bytes === undefined) return { ...failed, diagnostics, problem: undefined };
  const roles = rolesOfCode(text, boundNames(bytes));
  if (target === undefined) return { bytes, diagnostics, problem: undefined, choice, functions, roles };
  const { withProgram } = await import('./replace-program.ts');
  const replaced = withProgram(target, bytes);
  return { ...replaced, diagnostics, choice, functions, roles };
}

/** The shader of a source that has no errors, with debug information. */
export function compileWithDebug({ source, files, choice }: MadeFrom): Uint8Array | undefined {
  return compile(source.text, { ...optionsOf(source, files, choice), debug: true }).bytes;
}

function optionsOf({ name, text }: NamedText, files: readonly NamedText[], choice: EntryChoice): CompileOptions {
  const include = (path: string, from: string) => includedFile(path, from, files);
  return { ...firstLineOptions(text), ...choice, name, include };
}

/** The names of constants and resources. */
function boundNames(bytes: Uint8Array): ReadonlySet<string> {
  const { reflection } = reflect(bytes);
  if (reflection?.format !== 'dxbc') return new Set();
  const { boundResources, constantBuffers } = reflection;
  return new Set([
    ...boundResources.map(({ name }) => name),
    ...constantBuffers.flatMap(({ variables }) => variables.map(({ name }) => name)),
  ]);
}
