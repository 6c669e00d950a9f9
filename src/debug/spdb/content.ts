/**
 * A program database as data of the common model, and its source files: the stream `/src/headerblock` lists them, and
 * each text is a separate stream, named `/src/files/` and its virtual name. Source: the public documentation of the
 * format by LLVM; oracle.
 *
 * Not for: its bytes (spdb.ts and the readers of its streams).
 */
import { latin1Text, u32At } from '../../base/words.ts';
import type { DebugArgument, DebugContent, DebugFile, NumberedInstruction } from '../model.ts';
import { nameAt } from './pdb-info.ts';
import type { Spdb } from './spdb.ts';
import { PdbFunctions, pdbVariables } from './variables.ts';

export interface PdbSourceFile {
  /** Path as the compiler recorded it. */
  readonly name: string;
  /** The name of its stream without `/src/files/`. */
  readonly virtualName: string;
  /** 0 for none; others are not known. */
  readonly compression: number;
  /** Text of the file, one character a byte; null where its stream is missing. */
  readonly text: string | null;
}

export const HEADER_BLOCK = '/src/headerblock';
export const SOURCE_PREFIX = '/src/files/';
/** Limits of characters of names and sources that are read: for any file, and for each byte of it. */
const CHARACTER_ALLOWANCE = 2 ** 20;
const CHARACTERS_OF_BYTE = 8;
/** Bytes before the hash table, and of an entry of it: a key and a record. */
const TABLE = 64;
const ENTRY_SIZE = 44;
/** Offset in an entry: CRC-32 of the text, begun with 0 and not inverted at the end (source: oracle). */
const CHECKSUM = 12;
/** Offsets in an entry. */
const FILE_NAME = 20;
const VIRTUAL_NAME = 28;
const COMPRESSION = 32;

/** The files whose source is embedded, in the order of the list. */
export function pdbSourceFiles(spdb: Spdb): PdbSourceFile[] {
  const block = spdb.namedStream(HEADER_BLOCK);
  const names = spdb.namedStream('/names');
  if (block === undefined || names === undefined) return [];
  const files: PdbSourceFile[] = [];
  // Entries may share names, and names streams.
  let left = CHARACTER_ALLOWANCE + CHARACTERS_OF_BYTE * spdb.msf.bytes.byteLength;
  for (let at = entriesOf(block); at + ENTRY_SIZE <= block.byteLength; at += ENTRY_SIZE) {
    const name = nameAt(names, u32At(block, at + FILE_NAME));
    const virtualName = nameAt(names, u32At(block, at + VIRTUAL_NAME));
    if (name === undefined || virtualName === undefined) continue;
    left -= name.length + virtualName.length;
    const bytes = left < 0 ? undefined : spdb.namedStream(SOURCE_PREFIX + virtualName);
    left -= bytes?.byteLength ?? 0;
    if (left < 0) break;
    const text = bytes === undefined ? null : latin1Text(bytes, 0, bytes.byteLength);
    files.push({ name, virtualName, compression: block[at + COMPRESSION]!, text });
  }
  return files;
}

/** Where the entries of the hash table begin: after its counts and its two sets of bits. */
function entriesOf(block: Uint8Array): number {
  const present = TABLE + 8;
  const deleted = present + 4 + 4 * u32At(block, present);
  return deleted + 4 + 4 * u32At(block, deleted);
}

/** Offsets of the checksums of the sources in the stream `/src/headerblock`. */
export function sourceChecksums(block: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = entriesOf(block); at + ENTRY_SIZE <= block.byteLength; at += ENTRY_SIZE) found.push(at + CHECKSUM);
  return found;
}

/** Names of what the compiler records about the compilation (source: oracle). */
const ENTRY_POINT = 'hlslEntry';
const TARGET = 'hlslTarget';
const FLAGS = 'hlslFlags';

/** Returns the debug information of a program database about a program with these instructions. */
export function spdbContent(spdb: Spdb, program: readonly NumberedInstruction[]): DebugContent {
  const pairs = argumentsOf(spdb);
  const argument = (wanted: string) => pairs.find(({ name }) => name === wanted)?.value ?? null;
  const files = filesOf(spdb);
  const functions = new PdbFunctions(spdb, new Map(files.map(({ name }, i) => [name, i])));
  const instructions = functions.instructions(program);
  const flags = argument(FLAGS);
  return {
    compiler: spdb.modules.find(({ symbols }) => symbols.compiler)?.symbols.compiler?.version ?? null,
    entryPoint: argument(ENTRY_POINT),
    profile: argument(TARGET),
    flags: flags !== null && /^0x[0-9a-f]{1,8}$/i.test(flags) ? Number(flags) : null,
    arguments: pairs,
    files,
    functions: functions.functions,
    instructions,
    variables: pdbVariables(spdb, functions),
  };
}

/** Names and values take turns in the list. */
function argumentsOf({ modules }: Spdb): DebugArgument[] {
  const words = modules.flatMap(({ symbols }) => symbols.environment);
  const pairs: DebugArgument[] = [];
  for (let i = 0; i < words.length; i += 2) pairs.push({ name: words[i]!, value: words[i + 1] ?? '' });
  return pairs;
}

/** The files of the modules, then those that are only embedded. */
function filesOf(spdb: Spdb): DebugFile[] {
  const files = new Map<string, string | null>();
  for (const { files: names } of spdb.modules) for (const name of names) files.set(name, null);
  for (const { name, text } of pdbSourceFiles(spdb)) files.set(name, text);
  return [...files].map(([name, source]) => ({ name, source }));
}
