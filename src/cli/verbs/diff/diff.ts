/** `dxlens diff`: prints what differs between two shaders, or between the shaders of two directories. */

import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { diffShaders } from '../../../diff/diff-shaders.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import type { Format } from '../../../file/detect-format.ts';
import { openShaderFile, reportNoPrograms } from '../../../file/shader-file.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { isDirectory } from '../../inputs/directories.ts';
import { chosenShaders, isRefused, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { compiledIfHlsl, type HlslFlags, hlslOf, takeHlsl } from '../../inputs/hlsl-options.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { type Input, readInput } from '../../inputs/read-input.ts';
import { DX0018 } from '../../messages.ts';
import { colorOption, takeJson } from '../../options.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { STANDARD } from '../../streams.ts';
import { Output, type OutputOptions, type PairResult } from './output.ts';
import { type FilePair, pairFiles, readFoundShader } from './pair-files.ts';
import { boundedAligner, CONTEXT } from './text.ts';

/**
 * Compares two named files, or shaders in them. Returns whether they differ, or one is wrong.
 *
 * @param choice shaders of effects; undefined for complete files
 */
export async function compareNamed(
  before: string,
  after: string,
  choice: ShaderChoice | undefined,
  output: Output,
  hlsl: HlslSettings,
): Promise<boolean> {
  const one = await usable(before, output, hlsl);
  const other = await usable(after, output, hlsl);
  if (one === undefined || other === undefined) return true;
  if (choice === undefined) return (await compareBytes(before, after, one, other, output, true)) !== 'identical';
  const first = chosen(before, one, choice, output);
  const second = chosen(after, other, choice, output);
  if (first === undefined || second === undefined) return true;
  return compareChosen([before, first], [after, second], output);
}

/** The shaders of `choice` by name; undefined, after a report, where there is none. */
function chosen(
  file: string,
  bytes: Uint8Array,
  choice: ShaderChoice,
  { quiet }: Output,
): ReadonlyMap<string, Uint8Array> | undefined {
  const shaders = chosenShaders(bytes, choice);
  if (!isRefused(shaders)) return new Map(shaders.map((shader) => [shader.name, shader.bytes]));
  report(file, shaders, quiet);
  return undefined;
}

type Chosen = readonly [file: string, shaders: ReadonlyMap<string, Uint8Array>];

/** Compares shaders of the same name, and single ones regardless of their names. */
async function compareChosen([before, first]: Chosen, [after, second]: Chosen, output: Output): Promise<boolean> {
  let differs = false;
  const [lone] = first.size === 1 && second.size === 1 ? second : [];
  for (const [name, bytes] of first) {
    const [otherName, other] = lone ?? [name, second.get(name)];
    if (other === undefined) {
      await output.line(`only in ${before}: ${name}`);
      differs = true;
    } else {
      const result = await compareBytes(`${before}, ${name}`, `${after}, ${otherName}`, bytes, other, output, true);
      if (result !== 'identical') differs = true;
    }
  }
  for (const name of second.keys()) {
    if (lone !== undefined || first.has(name)) continue;
    await output.line(`only in ${after}: ${name}`);
    differs = true;
  }
  return differs;
}

/** The bytes of a named file; undefined, after a report, if it cannot be read or is no compiled shader. */
async function usable(file: string, { quiet }: Output, hlsl: HlslSettings): Promise<Uint8Array | undefined> {
  const read = await readInput(file);
  if (!(read instanceof Uint8Array)) {
    report(file, [read], quiet);
    return undefined;
  }
  const bytes = await compiledIfHlsl(file, read, hlsl, quiet);
  if (bytes === undefined) return undefined;
  const opened = openShaderFile(bytes);
  if (opened.container !== undefined || !NO_SHADERS.has(opened.format)) return bytes;
  const diagnostics = new Diagnostics();
  reportNoPrograms(opened, 'compare', 'a reader of it', diagnostics);
  report(file, namingForeignFile([...opened.diagnostics, ...diagnostics.list], bytes), quiet);
  return undefined;
}

/** Formats of files that are no compiled shaders. */
const NO_SHADERS: ReadonlySet<Format> = new Set<Format>(['unknown', 'listing', 'root-signature-text', 'dxbc']);

/** Compares two files and prints the result; `unreadable` where one has no source to compare. */
async function compareBytes(
  before: string,
  after: string,
  one: Uint8Array,
  other: Uint8Array,
  output: Output,
  named: boolean,
): Promise<'identical' | 'different' | 'unreadable'> {
  if (output.isSource) {
    const { diffSources } = await import('./sources.ts');
    const sources = diffSources(before, after, one, other, output.quiet);
    if (sources === undefined) return 'unreadable';
    await output.comparison(before, after, sources, named);
    return sources.identical ? 'identical' : 'different';
  }
  const diff = diffShaders(one, other, boundedAligner());
  report(before, diff.diagnostics.before, output.quiet);
  report(after, diff.diagnostics.after, output.quiet);
  await output.comparison(before, after, diff, named);
  return diff.identical ? 'identical' : 'different';
}

/** Compares the shaders of two directories. Returns whether there is any difference, or an input is wrong. */
export async function compareDirectories(before: string, after: string, output: Output): Promise<boolean> {
  const { pairs, unreadable, files } = await pairFiles(before, after);
  for (const { file, diagnostic } of unreadable) report(file, [diagnostic], output.quiet);
  const counts = { identical: 0, different: 0, renamed: 0, removed: 0, added: 0 };
  let isFailed = unreadable.length > 0;
  for (const pair of pairs) {
    const result = await comparePair(pair, before, after, output);
    if (result === 'unreadable') isFailed = true;
    else if (result !== undefined) counts[result]++;
  }
  const { identical, different, renamed, removed, added } = counts;
  const differences = different + renamed + removed + added;
  if (identical + differences === 0 && !isFailed) {
    for (const [i, directory] of [before, after].entries()) reportFile(directory, DX0018, { count: files[i]! });
    return true;
  }
  await output.summary(
    `${different} different, ${identical} identical, ${renamed} renamed, ${removed} only in ${before}, ${added} only in ${after}`,
  );
  return differences > 0 || isFailed;
}

/** Compares a pair and prints the result; undefined if neither file is a shader. */
async function comparePair(
  pair: FilePair,
  beforeDirectory: string,
  afterDirectory: string,
  output: Output,
): Promise<PairResult | 'unreadable' | undefined> {
  const { before, after, isRenamed } = pair;
  if (before === undefined || after === undefined || isRenamed) {
    await output.uncompared(pair, before === undefined ? afterDirectory : beforeDirectory);
    return before === undefined ? 'added' : after === undefined ? 'removed' : 'renamed';
  }
  const one = await bytesIn(before, output);
  const other = await bytesIn(after, output);
  if (one === 'unreadable' || other === 'unreadable') return 'unreadable';
  if (one === undefined && other === undefined) return undefined;
  // A file that is no shader is compared if its counterpart is one.
  const bytes = [one ?? (await readInput(before.file)), other ?? (await readInput(after.file))] as const;
  const [first, second] = bytes;
  if (!(first instanceof Uint8Array) || !(second instanceof Uint8Array)) return undefined;
  return compareBytes(before.file, after.file, first, second, output, false);
}

async function bytesIn(input: Input, { quiet }: Output): Promise<Uint8Array | 'unreadable' | undefined> {
  const bytes = await readFoundShader(input);
  if (bytes === undefined || bytes instanceof Uint8Array) return bytes;
  report(input.file, [bytes], quiet);
  return 'unreadable';
}

const EXAMPLES = `
Examples:
  dxlens diff old.cso new.cso                    facts that differ, then instructions, aligned
  dxlens diff --stat build/old build/new         a line for each shader of two directories
  dxlens diff --json old.cso new.cso             the same as JSON, for scripts
  dxlens diff --pass Blur --stage ps old.fxo new.fxo    shaders of two effects; without options, all of both
  dxlens diff --hlsl old.cso new.cso             the lines of their HLSL source that differ
  dxlens diff -q old.cso new.cso                 the exit status only

Lines begin with + (added), - (removed) or ~ (changed; an instruction whose registers are renamed only). The numbers are those of
\`dxlens disasm --numbers\` in both shaders; declarations have none. With --hlsl they are those of the lines.

Exit status: 0 no difference; 1 there are differences, or an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDiff(command: Command): void {
  takeJson(command, 'shader or pair of shaders')
    .description(
      'Prints what differs between two shaders: format, signatures, resources, buffers, counts, chunks, digest, and the ' +
        'instructions; of effects also variables, techniques and states. Instructions are aligned, and registers that are renamed throughout are recognized, so that one inserted ' +
        'line does not make the rest differ. Two directories are compared shader by shader: paired by path, then by content.',
    )
    .argument('<before>', 'a compiled shader or effect of any format, or a directory; - is standard input')
    .argument('<after>', 'what it is compared with')
    .addOption(
      new Option('-U, --unified <n>', 'print N equal instructions around each difference')
        .argParser(contextOf)
        .default(CONTEXT),
    )
    .option('--hlsl', 'compare the shaders as HLSL source, as dxlens decompile writes it')
    .option('--stat', 'print a summary of each difference only')
    .option('-q, --quiet', 'print nothing but errors; the exit status says whether there are differences')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeHlsl(command);
  takeShaderChoice(command);
}

interface Options extends OutputOptions, ShaderChoice, Omit<HlslFlags, 'color'> {}

/** The most equal lines around a difference. */
const MAX_CONTEXT = 1_000_000;

function contextOf(text: string): number {
  const context = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (context < 0 || context > MAX_CONTEXT)
    throw new InvalidArgumentError(`Expected a number from 0 to ${MAX_CONTEXT}.`);
  return context;
}

async function run(before: string, after: string, options: Options): Promise<void> {
  if (before === STANDARD && after === STANDARD) throw new UsageError('only one of the two can be standard input');
  const directories = [before, after].map((name) => name !== STANDARD && isDirectory(name));
  if (directories[0] !== directories[1]) {
    const [directory, file] = directories[0] ? [before, after] : [after, before];
    if (file !== STANDARD && !existsSync(file)) {
      report(file, [(await readInput(file)) as Diagnostic], false);
      return raiseStatus(BAD_INPUT);
    }
    throw new UsageError(`${directory} is a directory and ${file} is not; name two shaders or two directories`);
  }
  const output = new Output(options);
  const choice = shaderChoiceOf(options);
  if (choice !== undefined && directories[0])
    throw new UsageError(
      `--${Object.keys(choice)[0]} chooses shaders of an effect; name two effects, not two directories`,
    );
  const differs = directories[0]
    ? await compareDirectories(before, after, output)
    : await compareNamed(before, after, choice, output, hlslOf(options));
  if (differs) raiseStatus(BAD_INPUT);
}
