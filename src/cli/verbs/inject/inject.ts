/** `dxlens inject`: puts changed shaders back into the file that `extract` found them in. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { type Command, Option } from 'commander';
import { detectBinaryFormat } from '../../../file/detect-format.ts';
import { injectShaders, type ShaderReplacement } from '../../../find/index.ts';
import { CODECS } from '../../codecs.ts';
import { unrecognisedFile } from '../../foreign-files.ts';
import { displayName, readInput } from '../../inputs/read-input.ts';
import { FileSiblings } from '../../inputs/siblings.ts';
import { deliver } from '../../outputs/deliver.ts';
import {
  type Destination,
  planOneOutput,
  refuseOverwriting,
  refuseSecondStandardInput,
} from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { isTerminal, STANDARD, STDOUT, writeError, writeOut } from '../../streams.ts';
import { oneLine } from '../../terminal-text.ts';

interface Flags {
  readonly output?: string;
  readonly inPlace?: true;
  readonly json?: true;
  readonly quiet?: true;
}

const MEMBERS = `
MEMBER is a shader as \`dxlens extract --list CONTAINER\` prints it, up to the comma or the colon before the profile:
  a/b.fxo/Main/P0/ps    the path; the name of CONTAINER before it may stay
  a/b.dll:4096          the path and the offset, where several shaders have one path
  :4096                 a shader in CONTAINER itself, by its offset
The path of an effect itself replaces the whole effect.

Programs and files of unknown format: the new shader must not be larger than the old one, and zeros fill the rest. Effects, MGFX, XNB, bgfx, ZIP,
gzip, tar, PAK, VPK and arrays in source code: any size; sizes, offsets and checksums follow. Other formats are not written.
Everything else stays bit for bit. The result is searched again, and written only if each shader is where it should be.`;

const EXAMPLES = `
Examples:
  dxlens inject game.zip shaders/a.cso=new.cso -o modded.zip
  dxlens inject game.exe :81920=new.cso --in-place          replace the file itself
  dxlens inject Content.xnb effect/Main/P0/ps=ps.cso effect/Main/P0/vs=vs.cso -o new.xnb

Exit status: 0 success; 1 an input is wrong or nothing can be written; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineInject(command: Command): void {
  command
    .description(
      'Puts changed shaders back into CONTAINER, the file that `dxlens extract` found them in, and keeps everything else bit for bit. Writes ' +
        'a new file; CONTAINER is not overwritten without --in-place.',
    )
    .argument('<container>', 'the file with the shaders; - is standard input')
    .argument('<member=file...>', 'a shader in it, and the file with the new one')
    .option('-o, --output <file>', 'write to this file')
    .addOption(new Option('--in-place', 'write to CONTAINER').conflicts('output'))
    .option('--json', 'print JSON: one object a line for each shader')
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', MEMBERS + EXAMPLES)
    .action(inject);
}

/** A shader of the command line, and the file with the new one. */
interface Assignment {
  readonly path: string;
  readonly offset: number | undefined;
  readonly file: string;
}

async function inject(container: string, words: string[], flags: Flags): Promise<void> {
  const assignments = words.map((word) => assignmentOf(word, container));
  const inputs = [container, ...assignments.map(({ file }) => file)];
  const job = destinationOf(inputs, flags);
  if (!(await injected(container, assignments, job, flags))) raiseStatus(BAD_INPUT);
}

/** `MEMBER=FILE`; both may have an equals sign, so the first one counts after which a file exists. */
function assignmentOf(word: string, container: string): Assignment {
  const signs = [...word.matchAll(/=/g)].map(({ index }) => index);
  const at =
    signs.find((index) => word.slice(index + 1) === STANDARD || existsSync(word.slice(index + 1))) ?? signs.at(-1);
  if (at === undefined) throw new UsageError(`expected MEMBER=FILE, found '${word}'`);
  const [, named = '', offset] = /^(.*?)(?::(\d{1,15}))?$/s.exec(word.slice(0, at))!;
  const name = displayName(container);
  const path = named === name ? '' : named.startsWith(`${name}/`) ? named.slice(name.length + 1) : named;
  return { path, offset: offset === undefined ? undefined : Number(offset), file: word.slice(at + 1) };
}

function destinationOf(inputs: readonly string[], { output, inPlace, json }: Flags): Destination {
  const [container] = inputs;
  if (inPlace) {
    if (container === STANDARD) throw new UsageError('--in-place needs a file, not standard input');
    refuseSecondStandardInput(inputs);
    return { output: container!, directory: undefined };
  }
  if (output === undefined) throw new UsageError('missing output; use -o FILE or --in-place');
  if (output === STANDARD && json)
    throw new UsageError('standard output cannot have both JSON and the file; use -o FILE');
  if (output === STANDARD && isTerminal(STDOUT))
    throw new UsageError('refusing to write binary output to a terminal; use -o FILE');
  const job = planOneOutput(inputs.slice(1), output);
  refuseSecondStandardInput(inputs);
  if (output !== STANDARD) refuseContainer(container!, output);
  return job;
}

/** @throws UsageError if the output is the container */
function refuseContainer(container: string, output: string): void {
  try {
    refuseOverwriting([container], output);
  } catch {
    throw new UsageError(`the output ${output} is CONTAINER itself; use --in-place in place of -o to overwrite it`);
  }
}

/** Returns whether everything went well. */
async function injected(
  container: string,
  assignments: readonly Assignment[],
  job: Destination,
  flags: Flags,
): Promise<boolean> {
  const quiet = flags.quiet === true;
  const source = await readInput(container);
  if (!(source instanceof Uint8Array)) return !report(container, [source], quiet);
  const replacements = await readReplacements(assignments, quiet);
  if (replacements === undefined) return false;
  const siblings = new FileSiblings(container);
  const encoders = { deflate: (bytes: Uint8Array) => deflateRawSync(bytes, { level: 9 }) };
  const { bytes, diagnostics } = await injectShaders(source, replacements, { codecs: CODECS, encoders, siblings });
  siblings.close();
  for (const { path, diagnostic } of diagnostics)
    report(path === '' ? displayName(container) : `${displayName(container)}/${oneLine(path)}`, [diagnostic], quiet);
  if (bytes === undefined || !(await deliver(job, bytes))) return false;
  if (flags.json) for (const one of replacements) await writeOut(`${jsonLine(container, one, job.output)}\n`);
  else if (!quiet) {
    const count = `${replacements.length} shader${replacements.length === 1 ? '' : 's'} replaced`;
    writeError(`${count}; ${job.output === STANDARD ? 'standard output' : job.output}: ${bytes.byteLength} bytes`);
  }
  return true;
}

type Replacement = Omit<ShaderReplacement, 'bytes'> & { readonly bytes: Uint8Array };

/** The new shaders; undefined, with diagnostics, where a file cannot be read or is no shader. */
async function readReplacements(
  assignments: readonly Assignment[],
  quiet: boolean,
): Promise<readonly Replacement[] | undefined> {
  const replacements: Replacement[] = [];
  for (const { path, offset, file } of assignments) {
    const bytes = await readInput(file);
    if (!(bytes instanceof Uint8Array)) report(file, [bytes], quiet);
    else if (detectBinaryFormat(bytes) === undefined) report(file, unrecognisedFile(bytes), quiet);
    else replacements.push({ path, bytes, ...(offset === undefined ? {} : { offset }) });
  }
  return replacements.length === assignments.length ? replacements : undefined;
}

function jsonLine(file: string, { path, offset, bytes }: Replacement, output: string): string {
  const { format, profile } = detectBinaryFormat(bytes)!;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return JSON.stringify({
    file,
    path,
    offset: offset ?? null,
    size: bytes.byteLength,
    sha256,
    format,
    profile,
    output,
  });
}
