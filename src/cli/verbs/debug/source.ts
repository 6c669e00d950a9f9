/** `dxlens debug source`: the source files that are embedded in debug information, as files. */

import { dirname, join } from 'node:path';
import { Diagnostics } from '../../../base/diagnostics.ts';
import { latin1Bytes } from '../../../base/words.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { readShaderFile as openShaderFile } from '../../../file/shader-file.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { isRefused, shaderChoiceOf } from '../../inputs/effect-shaders.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { DX0225, DX0226 } from '../../messages.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { STANDARD, writeOut, writeSeparator } from '../../streams.ts';
import { harmless } from '../../terminal-text.ts';
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
 * Prints the embedded files of all inputs, or writes them below a directory. A text that occurs twice is written once.
 */
export async function sources(words: readonly string[], flags: SourceFlags): Promise<void> {
  const { output, force = false, quiet = false } = flags;
  if (output === STANDARD) throw new UsageError('the output must be a directory; use -o DIR');
  const { inputs } = await findInputs(words);
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  const names = new OutputNames();
  const known = new Set<string>();
  for (const input of inputs) {
    const bytes = await readFoundInput(input, readShaderFile);
    if (bytes === undefined) continue;
    const found = bytes instanceof Uint8Array ? sourcesIn(input.file, bytes, shaderChoiceOf(flags), quiet) : undefined;
    if (!(bytes instanceof Uint8Array)) report(input.file, [bytes], quiet);
    if (found === undefined || (found.length === 0 && !input.found)) {
      if (found !== undefined) reportFile(displayName(input.file), DX0225, {});
      raiseStatus(BAD_INPUT);
      continue;
    }
    for (const source of found) {
      const key = `${source.name}\0${Buffer.from(source.bytes).toString('latin1')}`;
      if (known.has(key)) continue;
      known.add(key);
      if (output === undefined) await print(source);
      else if (!(await write(join(output, names.sourcePath(source.name)), source.bytes, force))) raiseStatus(BAD_INPUT);
    }
  }
}

/** The embedded files of a shader; undefined, after a report, where it cannot be read. */
function sourcesIn(
  file: string,
  bytes: Uint8Array,
  choice: ShaderChoice | undefined,
  quiet: boolean,
): Source[] | undefined {
  const shaders = shadersFor(bytes, choice);
  if (isRefused(shaders)) return report(file, shaders, quiet) ? undefined : [];
  const diagnostics = new Diagnostics();
  const all = debugInformationOf(openShaderFile(bytes, diagnostics), diagnostics).programs;
  const programs = choice === undefined ? all : all.filter(({ offset }) => isInOne(shaders, offset));
  const failed = report(file, namingForeignFile(diagnostics.list, bytes), quiet);
  const found = programs.flatMap(({ files }) =>
    files.flatMap(({ name, source }) => (source === null ? [] : [{ name, bytes: latin1Bytes(source) }])),
  );
  return failed && found.length === 0 ? undefined : found;
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
