/** `dxlens extract`: finds the shaders inside files of any kind and writes each to a file of its own. */

import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Found, type FoundShader, findShaders, type RandomAccessSource } from '../../../find/index.ts';
import { sourceOfBytes } from '../../../find/source.ts';
import { CODECS } from '../../codecs.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, type Input } from '../../inputs/read-input.ts';
import { FileSiblings, FileSource, withoutParts } from '../../inputs/siblings.ts';
import { progressFor } from '../../jobs/progress.ts';
import { DX0004, DX0018, DX0320, DX0321, DX0322 } from '../../messages.ts';
import { oneOf } from '../../options.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { MAX_LINES, report, reportFile } from '../../report.ts';
import { readIn, STANDARD, writeError, writeOut } from '../../streams.ts';
import { oneLine, visible } from '../../terminal-text.ts';
import { hashName, inputName, NAME_SCHEMES, type NameScheme, OutputNames } from './names.ts';

interface Flags {
  readonly output?: string;
  readonly list?: true;
  readonly json?: true;
  readonly unique?: true;
  readonly name: NameScheme;
  readonly effects?: true;
  readonly carve: boolean;
  readonly force?: true;
  readonly quiet?: true;
}

const EXAMPLES = `
Examples:
  dxlens extract --list game.zip             print where the shaders are, and write nothing
  dxlens extract game.exe content/ -o out    write every shader in a program and in a directory
  dxlens extract --unique mod.pak -o out     write shaders that are the same once
  dxlens extract --name hash:3dmigoto game.exe -o ShaderCache
  dxlens extract --json game.zip -o out      also print a line of JSON for each shader

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineExtract(command: Command): void {
  command
    .description(
      'Finds the compiled shaders inside each FILE, whatever it is, and writes each to DIR. Archives and compressed files ' +
        '(ZIP, 7z, tar, gzip, Zstandard, bzip2, xz, Quake PAK, Valve VPK), Unity bundles and assets, XNB, MGFX, bgfx, Valve VCS, effects and ' +
        'source code with arrays of numbers are ' +
        'read, also inside each other; all else is searched byte by byte. Names in DIR are made from the names in the file.',
    )
    .argument('<path...>', 'files, directories, and patterns ("*.zip"); - is standard input')
    .option('-o, --output <dir>', 'the directory to write to; it is created if it is missing')
    .option('--list', 'print where the shaders are instead of writing them')
    .option('--json', 'print JSON: one object a line for each shader')
    .option('--unique', 'skip shaders whose bytes were found before')
    .addOption(
      oneOf(
        new Option(
          '--name <scheme>',
          'names of outputs: those in the file, or as another tool names a shader by its hash; then each shader is written once',
        ),
        NAME_SCHEMES,
      ).default('path'),
    )
    .option('--effects', 'also write effects in full, next to the shaders inside')
    .option('--no-carve', 'skip bytes of unknown format instead of searching them')
    .option('--force', 'replace files that exist; inputs are never replaced')
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', EXAMPLES)
    .action(extract);
}

async function extract(words: string[], flags: Flags): Promise<void> {
  if (flags.output === undefined && flags.list === undefined)
    throw new UsageError('missing output; use -o DIR, or --list to write nothing');
  if (flags.output === STANDARD) throw new UsageError('the output must be a directory; use -o DIR');
  if (flags.output !== undefined && flags.list) throw new UsageError('--list writes nothing; use it without -o');
  const { inputs: all, directories } = await findInputs(words);
  const inputs = withoutParts(all);
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  const extraction = new Extraction(inputs, flags);
  const progress = flags.list ? undefined : await progressFor(inputs.length, flags.quiet ?? false);
  const counts: number[] = [];
  for (const input of inputs) {
    counts.push(await extraction.input(input));
    await progress?.add(1);
  }
  progress?.stop();
  for (const { directory, start, end } of directories) {
    if (counts.slice(start, end).some((count) => count > 0)) continue;
    reportFile(directory, DX0018, { count: end - start });
    raiseStatus(BAD_INPUT);
  }
  if (!flags.quiet && !flags.json) writeError(extraction.summary());
}

type OpenSource = RandomAccessSource & { readonly close?: () => void };

/** Opens a file, or reads standard input or a pipe to its end. */
async function openSource(file: string): Promise<OpenSource> {
  if (file === STANDARD) return sourceOfBytes(await readIn());
  return statSync(file).isFile() ? new FileSource(file) : sourceOfBytes(readFileSync(file));
}

/** One run of the verb. */
class Extraction {
  readonly #flags: Flags;
  readonly #names = new OutputNames();
  /** Where the shader with each hash was written first; only with `--unique`. */
  readonly #first = new Map<string, string>();
  /** Real paths of the inputs, which no output may replace. */
  readonly #inputs = new Set<string>();
  #found = 0;
  #written = 0;
  #repeated = 0;
  #files = 0;

  constructor(inputs: readonly Input[], flags: Flags) {
    this.#flags = flags;
    if (flags.force) for (const { file } of inputs) if (file !== STANDARD) this.#inputs.add(realPath(file));
  }

  /** Extracts the shaders of one input; returns how many it has. */
  async input(input: Input): Promise<number> {
    const { file, found, isSpecial, isPart, unreadable } = input;
    if (found && (isSpecial || isPart)) return 0;
    let source: OpenSource | undefined;
    let count = 0;
    try {
      if (unreadable !== undefined) return this.#unreadable(file, unreadable);
      source = await openSource(file);
      count = await this.#shaders(input, source);
      if (count === 0 && !found) {
        reportFile(displayName(file), DX0320, { size: source.size });
        raiseStatus(BAD_INPUT);
      }
    } catch (error) {
      if (!isFileError(error)) throw error;
      this.#unreadable(file, reasonOf(error));
    } finally {
      source?.close?.();
    }
    if (count > 0) this.#files++;
    return count;
  }

  #unreadable(file: string, reason: string): number {
    reportFile(displayName(file), DX0004, { reason });
    raiseStatus(BAD_INPUT);
    return 0;
  }

  async #shaders(input: Input, source: RandomAccessSource): Promise<number> {
    const { carve, effects = false, quiet = false } = this.#flags;
    let count = 0;
    let reports = 0;
    const siblings = new FileSiblings(input.file);
    try {
      for await (const found of findShaders(source, { codecs: CODECS, carve, effects, siblings })) {
        if (found.kind === 'shader') {
          count++;
          await this.#shader(input, found);
        } else if (found.diagnostic.severity === 'error' || !quiet) {
          if (reports++ < MAX_LINES) report(locationOf(input, found), [found.diagnostic], quiet);
          if (found.diagnostic.severity === 'error') raiseStatus(BAD_INPUT);
        }
      }
    } finally {
      siblings.close();
    }
    if (reports > MAX_LINES) writeError(`${visible(displayName(input.file))}: ${reports - MAX_LINES} more like these`);
    this.#found += count;
    return count;
  }

  async #shader(input: Input, shader: FoundShader): Promise<void> {
    const { output, json, name } = this.#flags;
    const hashed = name === 'path' ? undefined : hashName(name, shader);
    const unique = this.#flags.unique || hashed !== undefined;
    const sha256 = json || unique ? createHash('sha256').update(shader.bytes).digest('hex') : '';
    const first = unique ? this.#first.get(sha256) : undefined;
    if (first !== undefined) this.#repeated++;
    const path = hashed ?? this.#names.pathOf(inputName(input.file, input.below), shader);
    const target = output === undefined || first !== undefined ? undefined : join(output, path);
    if (unique && first === undefined) this.#first.set(sha256, target ?? locationOf(input, shader));
    const isWritten = target !== undefined && (await this.#write(target, shader.bytes));
    if (isWritten) this.#written++;
    if (target !== undefined && !isWritten) raiseStatus(BAD_INPUT);
    if (json) await writeOut(`${jsonLine(input, shader, sha256, isWritten ? target : undefined, first)}\n`);
    else if (output === undefined && first === undefined) await writeOut(`${textLine(input, shader)}\n`);
  }

  /** Writes a shader completely or not at all. Reports and returns false if that is not possible or not allowed. */
  async #write(target: string, bytes: Uint8Array): Promise<boolean> {
    const destination = { output: target, directory: dirname(target) };
    if (!this.#flags.force) return deliverNew(destination, bytes, DX0321);
    if (this.#inputs.has(realPath(target))) {
      reportFile(target, DX0322, {});
      return false;
    }
    return deliver(destination, bytes);
  }

  summary(): string {
    const { list } = this.#flags;
    const found = `${countOf(this.#found, 'shader')} in ${countOf(this.#files, 'file')}`;
    const repeated = this.#repeated > 0 ? `, ${this.#repeated} of them repeated` : '';
    return list ? `${found}${repeated}` : `${found}${repeated}; ${this.#written} written`;
  }
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The file and the members down to the one that a result is about. */
function locationOf({ file }: Input, { path }: Found): string {
  return path === '' ? displayName(file) : `${displayName(file)}/${oneLine(path)}`;
}

/** `game.zip/a.xnb/effect:1204: ps_2_0, 432 bytes` */
function textLine(input: Input, shader: FoundShader): string {
  const { offset, bytes, profile, format, digestMatches } = shader;
  const digest = digestMatches === false ? ', wrong digest' : '';
  return `${visible(locationOf(input, shader))}:${offset}: ${profile ?? format}, ${bytes.byteLength} bytes${digest}`;
}

function jsonLine(
  { file }: Input,
  { path, offset, bytes, format, profile, foundBy, digestMatches, uses }: FoundShader,
  sha256: string,
  output: string | undefined,
  sameAs: string | undefined,
): string {
  const size = bytes.byteLength;
  return JSON.stringify({
    file,
    path,
    offset,
    size,
    sha256,
    format,
    profile,
    foundBy,
    digestMatches,
    uses,
    output,
    sameAs,
  });
}
