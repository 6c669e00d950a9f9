/**
 * Writes a program database as Microsoft's compiler does: the streams in its order, a module for the program, and the
 * sources. The identifier is a hash of what is written, so that the same source gives the same bytes. Source: the
 * public documentation of the format by LLVM; oracle.
 *
 * Not for: changing a database that was read (scrub.ts).
 */

import { ByteWriter } from '../../base/byte-writer.ts';
import { crc32 } from '../../base/hashes.ts';
import { latin1Bytes } from '../../base/words.ts';
import { md5 } from '../../container/digest.ts';
import { SYMBOL } from './codeview.ts';
import { HEADER_BLOCK, SOURCE_PREFIX } from './content.ts';
import { serializeMsf } from './msf.ts';
import type { NewDatabase } from './new-database.ts';
import { nameHash } from './pdb-info.ts';
import { type ModuleStream, moduleStream, symbolRecord } from './write-symbols.ts';
import { TypeStreamWriter } from './write-types.ts';

const BLOCK_SIZE = 512;
const INFO_VERSION = 20_000_404;
/** The feature of databases with a stream of ids. */
const ID_FEATURE = 20_140_508;
const DBI_VERSION = 19_990_903;
const CONTRIBUTIONS_VERSION = 0xf12e_ba2d;
const GLOBALS_VERSION = 0xf12f_091a;
const NAMES_SIGNATURE = 0xeffe_effe;
const SOURCES_VERSION = 19_980_827;
const NO_STREAM = 0xffff;
const NO_NAME = 0xffff;
/** Code that can be read and executed. */
const PROGRAM_CHARACTERISTICS = 0x6000_0020;
const SECTION_NAME = 'D3DSHDR\0';
const MODULE_FLAGS = 2;
/** Versions of the program that wrote the database, which readers ignore. */
const BUILD_NUMBER = 0x8e14;
const DLL_VERSION = 0x6b14;
/** In the section map: a section that can be read, written and executed, and one for absolute addresses. */
const MAP_FLAGS = { program: 0x0007, absolute: 0x0208 } as const;
/** Buckets of the table of global symbols. */
const GLOBAL_BUCKETS = 4096;

/** The bytes of a program database. */
export function writeSpdb(database: NewDatabase): Uint8Array {
  const { files, program } = database;
  const names = new NameTable();
  const fileNames = files.map(({ name }) => names.offsetOf(name));
  const types = new TypeStreamWriter();
  const ids = new TypeStreamWriter();
  const module = moduleStream(database, { types, ids }, fileNames);
  const sources = files.flatMap(({ name, source }) => (source === null ? [] : [{ name, bytes: latin1Bytes(source) }]));
  const headerBlock = sourcesStream(sources, names);
  // The sources follow the streams with fixed numbers.
  const next = FIRST_SOURCE + sources.length;
  const numbers = {
    module: next,
    typeHashes: next + 1,
    idHashes: next + 2,
    sections: next + 3,
    globals: next + 4,
    publics: next + 5,
    records: next + 6,
  };
  const named = new Map<string, number>([
    ['/LinkInfo', LINK_INFO],
    ['/names', NAMES],
    [HEADER_BLOCK, SOURCES],
  ]);
  for (const [i, { name }] of sources.entries()) named.set(SOURCE_PREFIX + name.toLowerCase(), FIRST_SOURCE + i);
  const records = recordsStream(database, module);
  const streams = [
    new Uint8Array(0),
    infoStream(identifierOf(database, module), named),
    types.stream(numbers.typeHashes),
    dbiStream(database, module, numbers),
    ids.stream(numbers.idHashes),
    new Uint8Array(0),
    names.stream(),
    headerBlock,
    ...sources.map(({ bytes }) => bytes),
    module.bytes,
    types.hashStream(),
    ids.hashStream(),
    sectionHeader(program.byteLength),
    globalsStream(records),
    publicsStream(),
    records.bytes,
  ];
  return serializeMsf({ blockSize: BLOCK_SIZE, streams });
}

/** Numbers of streams that have the same number in all databases. */
const LINK_INFO = 5;
const NAMES = 6;
const SOURCES = 7;
const FIRST_SOURCE = 8;

function identifierOf({ program, files }: NewDatabase, { bytes }: ModuleStream): Uint8Array {
  const all = new ByteWriter();
  all.raw(program);
  all.raw(bytes);
  for (const { source } of files) all.text(source ?? '');
  return md5(all.bytes);
}

// --- names ----------------------------------------------------------------------------------------------------------

/** Keys and values in slots: the next free one after the hash of a key. */
function slotsOf<Entry>(
  entries: readonly Entry[],
  capacity: number,
  hashOf: (entry: Entry) => number,
): (Entry | undefined)[] {
  const slots: (Entry | undefined)[] = new Array(capacity).fill(undefined);
  for (const entry of entries) {
    let slot = hashOf(entry) % capacity;
    while (slots[slot] !== undefined) slot = (slot + 1) % capacity;
    slots[slot] = entry;
  }
  return slots;
}

/** Slots for a number of entries, with some to spare. */
function capacityFor(count: number): number {
  return Math.max(2, Math.ceil((3 * count) / 2));
}

/** The number of entries and slots, and the sets of used and of deleted slots. */
function tableHeader(writer: ByteWriter, slots: readonly (object | undefined)[]): void {
  const used = new Uint32Array(Math.ceil(slots.length / 32));
  let count = 0;
  for (const [i, entry] of slots.entries())
    if (entry !== undefined) {
      used[i >>> 5]! |= 1 << (i & 31);
      count++;
    }
  writer.u32s(count, slots.length, used.length);
  for (const word of used) writer.u32(word);
  writer.u32(0);
}

function textHash(text: string): number {
  const bytes = latin1Bytes(text);
  return nameHash(bytes, 0, bytes.byteLength);
}

function infoStream(identifier: Uint8Array, named: ReadonlyMap<string, number>): Uint8Array {
  const writer = new ByteWriter();
  const text = new ByteWriter();
  const entries = [...named].map(([name, stream]) => {
    const offset = text.at;
    text.text(name);
    return { name, offset, stream };
  });
  const signature = new DataView(identifier.buffer, identifier.byteOffset).getUint32(0, true);
  writer.u32s(INFO_VERSION, signature, 1);
  writer.raw(identifier);
  writer.u32(text.at);
  writer.raw(text.bytes);
  // Hashes have 16 bits here.
  const slots = slotsOf(entries, capacityFor(entries.length), ({ name }) => textHash(name) & 0xffff);
  tableHeader(writer, slots);
  for (const entry of slots) if (entry !== undefined) writer.u32s(entry.offset, entry.stream);
  writer.u32s(0, ID_FEATURE);
  return writer.bytes;
}

/** The table of strings of the stream `/names`. */
class NameTable {
  readonly #text = new ByteWriter();
  readonly #offsets = new Map<string, number>();

  constructor() {
    this.#text.u8(0);
  }

  offsetOf(name: string): number {
    let offset = this.#offsets.get(name);
    if (offset === undefined) {
      offset = this.#text.at;
      this.#offsets.set(name, offset);
      this.#text.text(name);
    }
    return offset;
  }

  stream(): Uint8Array {
    const writer = new ByteWriter();
    writer.u32s(NAMES_SIGNATURE, 1, this.#text.at);
    writer.raw(this.#text.bytes);
    const slots = slotsOf([...this.#offsets], capacityFor(this.#offsets.size), ([name]) => textHash(name));
    writer.u32(slots.length);
    for (const entry of slots) writer.u32(entry?.[1] ?? 0);
    writer.u32(this.#offsets.size);
    return writer.bytes;
  }
}

/** The stream `/src/headerblock`: the files whose source the database has. */
function sourcesStream(
  sources: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  names: NameTable,
): Uint8Array {
  const noObject = names.offsetOf('');
  const entries = sources.map(({ name, bytes }) => ({
    name: names.offsetOf(name),
    virtualName: names.offsetOf(name.toLowerCase()),
    bytes,
  }));
  const slots = slotsOf(entries, capacityFor(entries.length), ({ virtualName }) => virtualName);
  const table = new ByteWriter();
  tableHeader(table, slots);
  for (const entry of slots) {
    if (entry === undefined) continue;
    const { name, virtualName, bytes } = entry;
    table.u32s(virtualName, SOURCE_SIZE, SOURCES_VERSION, ~crc32(bytes, -1) >>> 0, bytes.byteLength);
    table.u32s(name, noObject, virtualName, 0, 0, 0);
  }
  const writer = new ByteWriter();
  writer.u32s(SOURCES_VERSION, SOURCES_HEADER_SIZE + table.at, 0, 0, 1);
  while (writer.at < SOURCES_HEADER_SIZE) writer.u32(0);
  writer.raw(table.bytes);
  return writer.bytes;
}

const SOURCES_HEADER_SIZE = 64;
/** Bytes of an entry without its key. */
const SOURCE_SIZE = 40;

// --- modules and sections -------------------------------------------------------------------------------------------

interface StreamNumbers {
  readonly module: number;
  readonly sections: number;
  readonly globals: number;
  readonly publics: number;
  readonly records: number;
}

function dbiStream(database: NewDatabase, module: ModuleStream, numbers: StreamNumbers): Uint8Array {
  const { program, files } = database;
  const size = program.byteLength;
  const modules = part((writer) => {
    writer.u32(0);
    contribution(writer, size);
    writer.u16(MODULE_FLAGS);
    writer.u16(numbers.module);
    writer.u32s(module.symbolBytes, 0, module.lineBytes, files.length, 0, 0, 0);
    writer.text(database.functions[0]?.name ?? '');
    writer.text('none');
    writer.align();
  });
  const contributions = part((writer) => {
    writer.u32(CONTRIBUTIONS_VERSION);
    contribution(writer, size);
  });
  const map = part((writer) => {
    writer.u16(2);
    writer.u16(2);
    mapEntry(writer, MAP_FLAGS.program, 1, size);
    mapEntry(writer, MAP_FLAGS.absolute, 0, 0xffff_ffff);
  });
  const fileNames = filesOfModules(files.map(({ name }) => name));
  const emptyNames = part((writer) => {
    writer.u32s(NAMES_SIGNATURE, 1, 1);
    writer.u8(0);
    writer.u32s(1, 0, 0);
  });
  const optional = part((writer) => {
    for (let i = 0; i < OPTIONAL_STREAMS; i++) writer.u16(i === SECTION_HEADERS ? numbers.sections : NO_STREAM);
  });
  return part((writer) => {
    writer.u32s(0xffff_ffff, DBI_VERSION, 1);
    for (const number of [numbers.globals, BUILD_NUMBER, numbers.publics, DLL_VERSION, numbers.records, 1])
      writer.u16(number);
    const sizes = [modules, contributions, map, fileNames].map(({ byteLength }) => byteLength);
    writer.u32s(...sizes, 0, 0, optional.byteLength, emptyNames.byteLength, 0, 0);
    for (const bytes of [modules, contributions, map, fileNames, emptyNames, optional]) writer.raw(bytes);
  });
}

/** The streams that the end of the stream lists, and the index of the section headers. */
const OPTIONAL_STREAMS = 11;
const SECTION_HEADERS = 5;

function part(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.bytes;
}

/** The bytes of the program that come from the module. */
function contribution(writer: ByteWriter, size: number): void {
  writer.u32s(1, 0, size, PROGRAM_CHARACTERISTICS, 0, 0, 0);
}

function mapEntry(writer: ByteWriter, flags: number, frame: number, size: number): void {
  for (const number of [flags, 0, 0, frame, NO_NAME, NO_NAME]) writer.u16(number);
  writer.u32s(0, size);
}

function filesOfModules(names: readonly string[]): Uint8Array {
  return part((writer) => {
    const counts = [1, names.length, 0, names.length];
    for (const number of counts) writer.u16(number);
    let offset = 0;
    for (const name of names) {
      writer.u32(offset);
      offset += name.length + 1;
    }
    for (const name of names) writer.text(name);
    writer.align();
  });
}

function sectionHeader(size: number): Uint8Array {
  return part((writer) => {
    writer.raw(latin1Bytes(SECTION_NAME));
    writer.u32s(size, 0, 0, 0, 0, 0, 0, PROGRAM_CHARACTERISTICS);
  });
}

// --- global symbols -------------------------------------------------------------------------------------------------

interface RecordsStream {
  readonly bytes: Uint8Array;
  readonly symbols: readonly { readonly name: string; readonly offset: number }[];
}

/** The records of global symbols: a reference to each function, and static variables. */
function recordsStream({ functions, statics }: NewDatabase, module: ModuleStream): RecordsStream {
  const writer = new ByteWriter();
  const add = (name: string, record: Uint8Array) => {
    const offset = writer.at;
    writer.raw(record);
    return { name, offset };
  };
  const symbols = [
    ...functions.map(({ name }, i) => add(name, functionReference(name, module.functions[i]!))),
    ...statics.map(({ name }, i) => add(name, module.statics[i]!)),
  ];
  return { bytes: writer.bytes, symbols };
}

/** @param offset that of the function in the symbols of its module */
function functionReference(name: string, offset: number): Uint8Array {
  return symbolRecord(SYMBOL.S_PROCREF, (writer) => {
    writer.u32s(0, offset);
    writer.u16(1);
    writer.text(name);
  });
}

/** The hash table of global symbols. */
function globalsStream({ symbols }: RecordsStream): Uint8Array {
  const buckets = new Map<number, number[]>();
  for (const { name, offset } of symbols) {
    const bucket = textHash(name) % GLOBAL_BUCKETS;
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), offset]);
  }
  const used = [...buckets].sort(([a], [b]) => a - b);
  return part((writer) => {
    writer.u32s(0xffff_ffff, GLOBALS_VERSION, HASH_RECORD_SIZE * symbols.length);
    const bits = new Uint32Array(GLOBAL_BUCKETS / 32 + 1);
    for (const [bucket] of used) bits[bucket >>> 5]! |= 1 << (bucket & 31);
    writer.u32(symbols.length === 0 ? 0 : 4 * (bits.length + used.length));
    for (const [, offsets] of used) for (const offset of offsets) writer.u32s(offset + 1, 1);
    if (symbols.length === 0) return;
    for (const word of bits) writer.u32(word);
    let count = 0;
    for (const [, offsets] of used) {
      writer.u32(BUCKET_STEP * count);
      count += offsets.length;
    }
  });
}

const HASH_RECORD_SIZE = 8;
/** The distance of records in the offsets of buckets. */
const BUCKET_STEP = 12;

/** The table of public symbols, which is empty. */
function publicsStream(): Uint8Array {
  return part((writer) => writer.u32s(16, 0, 0, 0, 0, 0, 0, 0xffff_ffff, GLOBALS_VERSION, 0, 0));
}
