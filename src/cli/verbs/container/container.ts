/**
 * `dxlens container`: lists, extracts, replaces and strips the chunks of DXBC containers, and updates the checksum.
 * Options and help are here; the work is done in container/.
 */

import { type Command, Option } from 'commander';
import { payloadTag, STRIP_FLAGS, type StripFlag, settableTag } from '../../../container/parts.ts';
import { colorOption, type JsonFlags, jobsOption, printedFiles, takeJson } from '../../options.ts';
import {
  appending,
  type Job,
  refuseBinary,
  refuseOverwriting,
  refuseSecondStandardInput,
} from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { STANDARD } from '../../streams.ts';
import { type ContainerAction, chunkNameOf, runContainers, type Setting } from './run.ts';

// The commands of `dxlens container`: from command lines to actions.

interface CommonFlags {
  readonly output?: string;
  readonly force?: true;
  readonly quiet?: true;
}

/** Of the commands for several containers. */
export interface ManyFlags extends CommonFlags {
  readonly jobs?: number;
}

export interface ListFlags extends Omit<ManyFlags, 'force'>, JsonFlags {}

export interface GetFlags extends ManyFlags {
  readonly container?: true;
}

export interface SetFlags extends CommonFlags {
  readonly remove?: readonly string[];
}

export interface StripOptions extends ManyFlags {
  readonly reflection?: true;
  readonly debug?: true;
  readonly test?: true;
  readonly private?: true;
  readonly rootSignature?: true;
}

export interface SignFlags extends ManyFlags {
  readonly debug?: true;
  readonly retail?: true;
  readonly check?: true;
}

export async function list(files: readonly string[], flags: ListFlags): Promise<void> {
  const { json = false, pretty = false } = flags;
  await runContainers(files, flags, printedFiles(json), { command: 'list', json, pretty });
}

/** @param words the files, then the part */
export async function getPart(words: readonly string[], flags: GetFlags): Promise<void> {
  const files = words.slice(0, -1);
  const word = words[words.length - 1]!;
  if (files.length === 0) throw new UsageError(`missing chunk to extract from ${word}; give a tag, a number or a part`);
  const named = chunkNameOf(word);
  await writeContainers(files, flags, `.${word}`, { command: 'get', named, word, wrap: flags.container ?? false });
}

/** @param words each is `NAME=FILE` */
export async function setParts(file: string, words: readonly string[], flags: SetFlags): Promise<void> {
  const settings = words.map(settingOf);
  const removed = (flags.remove ?? []).map(removedTag);
  if (settings.length + removed.length === 0)
    throw new UsageError('nothing to set or remove; use TAG=FILE or --remove TAG');
  const twice = settings.find(({ word }, i) => settings.findIndex((other) => other.word === word) < i);
  if (twice) throw new UsageError(`${twice.word} is set twice`);
  const payloads = settings.map(({ source }) => source);
  refuseSecondStandardInput([file, ...payloads]);
  await writeContainers([file], flags, '', { command: 'set', settings, removed }, (jobs) => {
    for (const { output } of jobs) if (!flags.force && output !== STANDARD) refuseOverwriting(payloads, output, true);
  });
}

const FLAG_OF_OPTION = {
  reflection: 'reflection',
  debug: 'debug',
  test: 'testBlobs',
  private: 'privateData',
  rootSignature: 'rootSignature',
} as const satisfies Record<string, StripFlag>;

/** Removed when no option is given: everything that is not needed at run time. */
const DEFAULT_FLAGS = STRIP_FLAGS.reflection | STRIP_FLAGS.debug | STRIP_FLAGS.testBlobs | STRIP_FLAGS.privateData;

export async function strip(files: readonly string[], flags: StripOptions): Promise<void> {
  const options = Object.keys(FLAG_OF_OPTION) as (keyof typeof FLAG_OF_OPTION)[];
  const selected = options.reduce(
    (bits, option) => bits | (flags[option] ? STRIP_FLAGS[FLAG_OF_OPTION[option]] : 0),
    0,
  );
  await writeContainers(files, flags, '', { command: 'strip', flags: selected === 0 ? DEFAULT_FLAGS : selected });
}

export async function sign(files: readonly string[], flags: SignFlags): Promise<void> {
  if (flags.check) return runContainers(files, flags, { nameOf: appending('') }, { command: 'check' });
  const wanted = flags.debug ? 'debug' : flags.retail ? 'retail' : undefined;
  await writeContainers(files, flags, '', { command: 'sign', wanted });
}

export async function repair(files: readonly string[], flags: ManyFlags): Promise<void> {
  await writeContainers(files, flags, '', { command: 'repair' });
}

/**
 * Runs `action`, whose outputs are binary.
 *
 * @param suffix appended to the name of an input when the output is a directory
 * @param check throws a UsageError if the outputs cannot go where the command line says
 */
async function writeContainers(
  files: readonly string[],
  flags: ManyFlags,
  suffix: string,
  action: ContainerAction,
  check?: (jobs: readonly Job[]) => void,
): Promise<void> {
  const checkAll = (jobs: readonly Job[]) => {
    refuseBinary(jobs);
    check?.(jobs);
  };
  await runContainers(files, flags, { nameOf: appending(suffix), check: checkAll, hasForce: true }, action);
}

function settingOf(text: string): Setting {
  const at = text.indexOf('=');
  const [word, source] = [text.slice(0, at), text.slice(at + 1)];
  if (at <= 0 || source === '') throw new UsageError(`expected TAG=FILE, found '${text}'`);
  const named = chunkNameOf(word);
  if (named.by === 'index' && named.inner !== undefined) {
    throw new UsageError(`${word}: a chunk of a library function can only be set in the container of that function`);
  }
  if (named.by === 'part' && settableTag(named.part) === undefined) {
    throw new UsageError(`${word} cannot be set; use privateData, rootSignature, debugName or a tag`);
  }
  return { named, word, source };
}

function removedTag(word: string): { word: string; tag: string } {
  const named = chunkNameOf(word);
  if (named.by === 'tag') return { word, tag: named.tag };
  const tag = named.by === 'part' ? (settableTag(named.part) ?? payloadTag(named.part)) : undefined;
  if (tag === undefined) throw new UsageError(`--remove ${word}: only tags and parts can be removed`);
  return { word, tag };
}

/** The description of an argument `<file...>` that names containers. */
const CONTAINERS = 'containers, directories, and patterns ("*.cso"); - is standard input';

const STATUS = '\nExit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.';

const EXAMPLES = `
Examples:
  dxlens container list shader.cso
  dxlens container get shader.cso RDEF -o resources.bin
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container strip shader.cso -o small.cso
  dxlens container sign edited.cso -o signed.cso
  dxlens container repair damaged.cso -o repaired.cso

See dxlens container COMMAND --help for each command.
${STATUS}`;

const LIST_EXAMPLES = `
Examples:
  dxlens container list shader.cso               number, tag, offset, size, and what it holds
  dxlens container list --json *.cso             one JSON document a line

Offsets of chunk headers and sizes of payloads are in bytes. The functions of a library are containers themselves: their
chunks are listed as 0.0, 0.1 and so on.
${STATUS}`;

const PARTS = `
PART is a tag (SHEX), a number from \`container list\` (3, 0.2), or a part of D3DGetBlobPart: inputSignature, outputSignature,
inputAndOutputSignature, patchConstantSignature, allSignatures, debugInfo, legacyShader, xnaPrepassShader, xnaShader, pdb,
privateData, rootSignature, debugName, or the name in d3dcompiler.h (D3D_BLOB_PDB). A tag or a number extracts the payload.
A part extracts what Microsoft's function returns: a container for signatures and root signatures, a payload for others.`;

const GET_EXAMPLES = `${PARTS}

Examples:
  dxlens container get shader.cso SHEX -o program.bin        a payload
  dxlens container get shader.cso 2 --container -o two.cso   chunk 2 in a container of its own
  dxlens container get shader.cso pdb -o shader.pdb
  dxlens container get *.cso rootSignature -o roots/         roots/FILE.rootSignature
${STATUS}`;

const SET_EXAMPLES = `
NAME is a tag, a number from \`container list\`, or one of the parts that D3DSetBlobPart sets: privateData, debugName,
rootSignature (from a container). A tag sets the first chunk with that tag, or adds one where Microsoft's compiler puts it.
A part replaces all chunks with its tag by one at the end. All other chunks keep their bytes and order.

Examples:
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container set shader.cso rootSignature=root.cso -o rooted.cso
  dxlens container set shader.cso --remove SPDB --remove ILDN -o small.cso
  make-notes | dxlens container set shader.cso privateData=- -o shader.cso --force
${STATUS}`;

const STRIP_EXAMPLES = `
Without options, removes all of these except the root signature, because Direct3D 12 may read it from the shader.

Examples:
  dxlens container strip shader.cso -o small.cso
  dxlens container strip --debug *.cso -o stripped/          as fxc /Qstrip_debug; stripped/FILE
${STATUS}`;

const SIGN_EXAMPLES = `
A correct checksum keeps its variant (retail or debug); a wrong one becomes the retail checksum. The functions of a library
are updated first.

Examples:
  dxlens container sign edited.cso -o signed.cso
  dxlens container sign edited.cso -o edited.cso --force
  dxlens container sign --check *.cso                        only print; exit status 1 if a checksum is wrong
${STATUS}`;

const REPAIR_EXAMPLES = `
Writes the total size, the number of chunks, their offsets and sizes from where the chunks are, and then the checksum. The
bytes of the chunks stay as they are. A note names each field that changes.

Examples:
  dxlens container repair damaged.cso -o repaired.cso
${STATUS}`;

/** Adds the commands below the verb to `command`. */
export function defineContainer(command: Command): void {
  command
    .description(
      'Lists, extracts, replaces and strips the chunks of DXBC containers, updates the checksum, and repairs sizes.',
    )
    .addHelpText('after', EXAMPLES);

  many(takeJson(command.command('list').summary('list chunks'), 'file'))
    .description('Lists the chunks of each FILE and the state of its checksum (digest).')
    .argument('<file...>', CONTAINERS)
    .option(
      '-o, --output <path>',
      'write to this file, or, with a trailing /, to this directory as FILE.txt or FILE.json',
    )
    .addHelpText('after', LIST_EXAMPLES)
    .action((files: string[], flags: ListFlags) => list(files, flags));

  many(command.command('get').summary('extract a chunk or part'))
    .description('Extracts a chunk or part of each FILE.')
    .usage('[options] <file...> <part>')
    .argument('<file...>', 'containers, directories and patterns (- is standard input), then the PART')
    .option('--container', 'write a container with this chunk only, with the retail checksum')
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE.PART')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', GET_EXAMPLES)
    .action((words: string[], flags: GetFlags) => getPart(words, flags));

  common(command.command('set').summary('replace, add or remove chunks'))
    .description('Replaces, adds and removes chunks of FILE.')
    .argument('<file>', 'container; - is standard input')
    .argument('[name=payload...]', 'what to set, and the file with its bytes; - is standard input')
    .option('--remove <tag>', 'remove all chunks with this tag or of this part', addWord)
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', SET_EXAMPLES)
    .action((file: string, words: string[], flags: SetFlags) => setParts(file, words, flags));

  many(command.command('strip').summary('remove chunks like D3DStripShader'))
    .description("Removes chunks of each FILE like Microsoft's D3DStripShader.")
    .argument('<file...>', CONTAINERS)
    .option('--reflection', 'resource definitions and statistics: RDEF, STAT (not those of libraries)')
    .option('--debug', 'debug information: SPDB, SDBG, RPLY')
    .option('--test', "Microsoft's test data: CRPT, SMID, PERF, SDTL")
    .option('--private', 'private data: PRIV')
    .option('--root-signature', 'the root signature: RTS0')
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', STRIP_EXAMPLES)
    .action((files: string[], flags: StripOptions) => strip(files, flags));

  many(command.command('sign').summary('update the checksum'))
    .description('Updates the checksum (digest) of each FILE and changes nothing else.')
    .argument('<file...>', CONTAINERS)
    .addOption(new Option('--debug', 'write the checksum of shaders that send debug messages').conflicts('retail'))
    .option('--retail', 'write the checksum of all other shaders')
    .addOption(
      new Option('--check', 'only print which checksum each FILE has').conflicts(['output', 'debug', 'retail']),
    )
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', SIGN_EXAMPLES)
    .action((files: string[], flags: SignFlags) => sign(files, flags));

  many(command.command('repair').summary('correct wrong sizes and offsets'))
    .description('Repairs the sizes and offsets in the header, the chunk table and the chunk headers of each FILE.')
    .argument('<file...>', CONTAINERS)
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', REPAIR_EXAMPLES)
    .action((files: string[], flags: ManyFlags) => repair(files, flags));
}

/** Adds the options that every command has. */
function common(command: Command): Command {
  return command.option('-q, --quiet', 'report errors only').addOption(colorOption());
}

/** Adds the options of every command that takes several containers. */
function many(command: Command): Command {
  return common(command.addOption(jobsOption()));
}

function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word];
}
