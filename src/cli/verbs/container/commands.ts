/** The commands of `dxlens container`: from command lines to actions. */

import { payloadTag, STRIP_FLAGS, type StripFlag, settableTag } from '../../../container/parts.ts';
import { UsageError } from '../../exit-status.ts';
import { type JsonFlags, printedFiles } from '../../options.ts';
import { appending, type Job, refuseOverwriting, refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { isTerminal, STANDARD, STDOUT } from '../../streams.ts';
import type { ContainerAction, Setting } from './actions.ts';
import { chunkNameOf } from './names.ts';
import { runContainers } from './run.ts';

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
    if ((flags.output ?? STANDARD) === STANDARD) refuseStandardOutput(jobs.length);
    check?.(jobs);
  };
  await runContainers(files, flags, { nameOf: appending(suffix), check: checkAll, hasForce: true }, action);
}

function refuseStandardOutput(count: number): void {
  if (count > 1) throw new UsageError(`refusing to write ${count} files to standard output; use -o DIR/`);
  if (isTerminal(STDOUT)) throw new UsageError('refusing to write binary output to a terminal; use -o FILE');
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
