/**
 * Stream 3 of a program database (DBI): modules and their streams, source files by module, section contributions and
 * the section map. Source: the public documentation of the format by LLVM; oracle.
 *
 * Not for: the symbols and lines of a module.
 */
import { stringAt, u16At, u32At } from '../../base/words.ts';
import { ByteReader } from './codeview.ts';

export interface DbiModule {
  readonly name: string;
  readonly object: string;
  /** Number of its stream; 0xffff for none. */
  readonly stream: number;
  /**
   * Bytes of symbols, of lines in the old format and of lines in the new format (C13): the parts of the stream, in
   * order.
   */
  readonly symbolBytes: number;
  readonly c11Bytes: number;
  readonly c13Bytes: number;
  /** Names of its source files, in order. */
  readonly files: readonly string[];
}

/** Bytes of a section that come from a module. */
export interface SectionContribution {
  readonly section: number;
  readonly offset: number;
  readonly size: number;
  readonly module: number;
}

export interface SectionMapEntry {
  readonly flags: number;
  readonly frame: number;
  readonly offset: number;
  readonly size: number;
}

export interface Dbi {
  readonly version: number;
  readonly age: number;
  /** Streams of global symbols, public symbols and symbol records; 0xffff for none. */
  readonly globalStream: number;
  readonly publicStream: number;
  readonly symbolStream: number;
  readonly machine: number;
  readonly modules: readonly DbiModule[];
  readonly contributions: readonly SectionContribution[];
  readonly sectionMap: readonly SectionMapEntry[];
  /** Stream with the section headers; 0xffff for none. */
  readonly sectionHeaderStream: number;
}

/** The oldest version that Microsoft's reader takes as it is; that of contributions has no other (source: oracle). */
const MIN_VERSION = 19_970_606;
const CONTRIBUTIONS_VERSION = 0xf12e_ba2d;
const HEADER_SIZE = 64;
const CONTRIBUTION_SIZE = 28;
const MAP_ENTRY_SIZE = 20;
/** Index of the section headers among the optional streams. */
const SECTION_HEADERS = 5;

/** Reads the stream; undefined where its parts do not fill it. */
export function readDbi(bytes: Uint8Array): Dbi | undefined {
  if (bytes.byteLength < HEADER_SIZE || u32At(bytes, 0) !== 0xffff_ffff || u32At(bytes, 4) < MIN_VERSION)
    return undefined;
  const size = (at: number) => u32At(bytes, at);
  const ends: number[] = [];
  let at = HEADER_SIZE;
  // Modules, contributions, section map, files, type servers, edit-and-continue names, optional streams.
  for (const part of [24, 28, 32, 36, 40, 52, 48]) {
    at += size(part);
    ends.push(at);
  }
  if (at !== bytes.byteLength) return undefined;
  const [modulesEnd, contributionsEnd, mapEnd, filesEnd, , namesEnd, end] = ends as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const headers = readModules(bytes, modulesEnd);
  const files = readFiles(bytes, mapEnd, filesEnd, headers.length);
  if (files === undefined) return undefined;
  return {
    version: u32At(bytes, 4),
    age: u32At(bytes, 8),
    globalStream: u16At(bytes, 12),
    publicStream: u16At(bytes, 16),
    symbolStream: u16At(bytes, 20),
    machine: u16At(bytes, 58),
    modules: headers.map((module, i) => ({ ...module, files: files[i] ?? [] })),
    contributions: readContributions(bytes, modulesEnd, contributionsEnd),
    sectionMap: readSectionMap(bytes, contributionsEnd, mapEnd),
    sectionHeaderStream:
      namesEnd + 2 * SECTION_HEADERS + 2 <= end ? u16At(bytes, namesEnd + 2 * SECTION_HEADERS) : 0xffff,
  };
}

function readModules(bytes: Uint8Array, end: number): Omit<DbiModule, 'files'>[] {
  const modules: Omit<DbiModule, 'files'>[] = [];
  for (let at = HEADER_SIZE; at + 64 < end; ) {
    const reader = new ByteReader(bytes, at + 34, end);
    const [stream, symbolBytes, c11Bytes, c13Bytes] = [reader.u16(), reader.u32(), reader.u32(), reader.u32()];
    reader.at = at + 64;
    const name = reader.text();
    const object = reader.text();
    reader.align();
    if (!reader.ok) break;
    modules.push({ name, object, stream, symbolBytes, c11Bytes, c13Bytes });
    at = reader.at;
  }
  return modules;
}

function readContributions(bytes: Uint8Array, start: number, end: number): SectionContribution[] {
  const list: SectionContribution[] = [];
  if (u32At(bytes, start) !== CONTRIBUTIONS_VERSION) return list;
  for (let at = start + 4; at + CONTRIBUTION_SIZE <= end; at += CONTRIBUTION_SIZE) {
    list.push({
      section: u16At(bytes, at),
      offset: u32At(bytes, at + 4),
      size: u32At(bytes, at + 8),
      module: u16At(bytes, at + 16),
    });
  }
  return list;
}

function readSectionMap(bytes: Uint8Array, start: number, end: number): SectionMapEntry[] {
  const list: SectionMapEntry[] = [];
  // The number of entries, which precedes them, does not count (source: oracle).
  for (let at = start + 4; at + MAP_ENTRY_SIZE <= end; at += MAP_ENTRY_SIZE)
    list.push({
      flags: u16At(bytes, at),
      frame: u16At(bytes, at + 6),
      offset: u32At(bytes, at + 12),
      size: u32At(bytes, at + 16),
    });
  return list;
}

/**
 * The names of the files of each module: numbers of modules and files, first file and count by module, offsets of
 * names, names. Undefined where the modules are not `modules`, or a name is outside.
 */
function readFiles(bytes: Uint8Array, start: number, end: number, modules: number): string[][] | undefined {
  const count = u16At(bytes, start);
  const counts = start + 4 + 2 * count;
  const offsets = counts + 2 * count;
  let total = 0;
  for (let i = 0; i < count; i++) total += u16At(bytes, counts + 2 * i);
  const names = offsets + 4 * total;
  if (count !== modules || start + 4 > end || names > end) return undefined;
  const files: string[][] = [];
  let next = 0;
  // Names may share bytes, but not without end.
  let budget = NAME_BUDGET * (end - start);
  for (let i = 0; i < count; i++) {
    const list: string[] = [];
    for (let k = u16At(bytes, counts + 2 * i); k > 0 && budget > 0; k--, next++) {
      const offset = u32At(bytes, offsets + 4 * next);
      if (offset >= end - names) return undefined;
      const name = stringAt(bytes, names + offset, end);
      budget -= name.length + 1;
      list.push(name);
    }
    files.push(list);
  }
  return files;
}

/** Characters of names for each byte of their table. */
const NAME_BUDGET = 64;

/**
 * Where names are in the stream: those of each module, and those of files; offsets in bytes. Undamaged streams only.
 */
export function dbiStrings(bytes: Uint8Array): { readonly start: number; readonly end: number }[] {
  const strings: { start: number; end: number }[] = [];
  const modulesEnd = HEADER_SIZE + u32At(bytes, 24);
  for (let at = HEADER_SIZE; at + 64 < modulesEnd; ) {
    const reader = new ByteReader(bytes, at + 64, modulesEnd);
    reader.text();
    reader.text();
    strings.push({ start: at + 64, end: reader.at });
    reader.align();
    if (!reader.ok) break;
    at = reader.at;
  }
  const files = modulesEnd + u32At(bytes, 28) + u32At(bytes, 32);
  const count = u16At(bytes, files);
  let total = 0;
  for (let i = 0; i < count; i++) total += u16At(bytes, files + 4 + 2 * count + 2 * i);
  strings.push({ start: files + 4 + 4 * count + 4 * total, end: files + u32At(bytes, 36) });
  return strings;
}
