/** Source files that are embedded in debug information: `dxlens debug source` and `dxlens decompile --source`. */
import { dirname, join } from 'node:path';
import { Diagnostics } from '../../../base/diagnostics.ts';
import { latin1Bytes } from '../../../base/words.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { isEffect } from '../../../file/detect-format.ts';
import { readShaderFile as openShaderFile, reportNoPrograms } from '../../../file/shader-file.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { isRefused, shaderChoiceOf } from '../../inputs/effect-shaders.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { DX0225, DX0226 } from '../../messages.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { namesDirectory, refuseOverwriting, refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { STANDARD, writeOut, writeSeparator } from '../../streams.ts';
import { fileText, harmless } from '../../terminal-text.ts';
import { OutputNames } from '../extract/names.ts';
import { isInOne, shadersFor } from './chosen.ts';

export interface SourceFlags extends ShaderChoice {
  readonly output?: string;
  readonly force?: true;
  readonly quiet?: true;
}

/** An embedded file. */
interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Prints the embedded files of all inputs, or writes them below a directory or, if there is one only, to a file. A text
 * that occurs twice is written once.
 *
 * @param flags `isDirectory`: the output is a directory, even if it does not exist yet
 * @throws UsageError if several would go to one file
 */
export async function sources(
  words: readonly string[],
  flags: SourceFlags & { readonly isDirectory: boolean },
): Promise<void> {
  const { force = false, quiet = false } = flags;
  const output = flags.output === STANDARD ? undefined : flags.output;
  const { inputs } = await findInputs(words);
  const files = inputs.map(({ file }) => file);
  refuseSecondStandardInput(files);
  const lone = output !== undefined && !flags.isDirectory && !namesDirectory(output) ? output : undefined;
  if (lone !== undefined) refuseOverwriting(files, lone);
  const names = new OutputNames();
  const known = new Map<string, Source>();
  for (const input of inputs) {
    const bytes = await readFoundInput(input, readShaderFile);
    if (bytes === undefined) continue;
    const found = bytes instanceof Uint8Array ? sourcesIn(input.file, bytes, shaderChoiceOf(flags), quiet) : undefined;
    if (!(bytes instanceof Uint8Array)) report(input.file, [bytes], quiet);
    if (found === undefined || (found.sources.length === 0 && !input.found)) {
      if (found !== undefined) reportFile(displayName(input.file), DX0225, { files: compiledFrom(found.names) });
      raiseStatus(BAD_INPUT);
      continue;
    }
    for (const source of found.sources) {
      const key = `${source.name}\0${Buffer.from(source.bytes).toString('latin1')}`;
      if (known.has(key)) continue;
      known.set(key, source);
      if (output === undefined) await print(source);
      else if (lone === undefined && !(await write(join(output, names.sourcePath(source.name)), source.bytes, force)))
        raiseStatus(BAD_INPUT);
    }
  }
  if (lone === undefined || known.size === 0) return;
  if (known.size > 1)
    throw new UsageError(`refusing to write ${known.size} sources to one file; for a directory use -o ${lone}/`);
  for (const { bytes } of known.values())
    if (!(await deliver({ output: lone, directory: undefined }, bytes))) raiseStatus(BAD_INPUT);
}

/** The end of a message that names the files a shader was compiled from, where they are known. */
function compiledFrom(names: readonly string[]): string {
  return names.length === 0 ? '' : `, which was compiled from ${names.map(fileText).join(', ')}`;
}

/** The embedded files of a shader and the names of all its files; undefined, after a report, if it cannot be read. */
function sourcesIn(
  file: string,
  bytes: Uint8Array,
  choice: ShaderChoice | undefined,
  quiet: boolean,
): { readonly sources: readonly Source[]; readonly names: readonly string[] } | undefined {
  const shaders = shadersFor(bytes, choice);
  if (isRefused(shaders)) return report(file, shaders, quiet) ? undefined : { sources: [], names: [] };
  const diagnostics = new Diagnostics();
  const opened = openShaderFile(bytes, diagnostics);
  const all = debugInformationOf(opened, diagnostics).programs;
  if (opened.container === undefined && opened.programs.length === 0 && !isEffect(opened.format))
    reportNoPrograms(opened, 'read the sources of', 'a program', diagnostics);
  const programs = choice === undefined ? all : all.filter(({ offset }) => isInOne(shaders, offset));
  const failed = report(file, namingForeignFile(diagnostics.list, bytes), quiet);
  const files = programs.flatMap((program) => program.files);
  const found = files.flatMap(({ name, source }) => (source === null ? [] : [{ name, bytes: latin1Bytes(source) }]));
  if (failed && found.length === 0) return undefined;
  return { sources: found, names: [...new Set(files.map(({ name }) => name))] };
}

async function print({ name, bytes }: Source): Promise<void> {
  await writeSeparator();
  await writeOut(harmless(Buffer.from(`// ${name}\n`, 'latin1'), false));
  await writeOut(bytes);
  if (bytes.at(-1) !== 10) await writeOut('\n');
}

/** Writes a file completely or not at all. Reports and returns false if that is not possible or not allowed. */
async function write(target: string, bytes: Uint8Array, force: boolean): Promise<boolean> {
  const destination = { output: target, directory: dirname(target) };
  return force ? deliver(destination, bytes) : deliverNew(destination, bytes, DX0226);
}
