/**
 * The program database in the chunk SPDB: opens its streams and finds the data of a program byte.
 *
 * Not for: the formats of the streams (the other files of this directory), or the common model (content.ts).
 */

import { firstWhere, getOrInsert } from '../../base/collections.ts';
import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { DX0222 } from '../messages.ts';
import { type Dbi, type DbiModule, readDbi } from './dbi.ts';
import {
  type InlineRange,
  type InlineRanges,
  type PdbLine,
  type PdbLines,
  readInlineRanges,
  readLines,
} from './lines.ts';
import { type Msf, readMsf } from './msf.ts';
import { type PdbInfo, readPdbInfo } from './pdb-info.ts';
import { type PdbScope, type PdbSymbols, readSymbols } from './symbols.ts';
import { PdbTypes } from './types.ts';

/** Numbers of the streams that every program database has. */
export const STREAM = { info: 1, types: 2, dbi: 3, ids: 4 } as const;

/** The section of a shader's program. */
const PROGRAM_SECTION = 1;
/** Flag in the section map. */
const EXECUTABLE = 4;

/** A module: its streams, read. */
export interface PdbModule extends DbiModule {
  readonly symbols: PdbSymbols;
  readonly lines: PdbLines;
}

export interface PdbSourceLine {
  /** Table offset of the file in its module. */
  readonly file: number;
  readonly line: number;
  readonly lineEnd: number;
  readonly column: number;
  readonly columnEnd: number;
}

/** An opened program database. */
export class Spdb {
  readonly types: PdbTypes;
  readonly ids: PdbTypes;
  readonly modules: readonly PdbModule[];
  readonly #ranges = new Map<PdbScope, InlineRanges>();
  #stepsLeft = MAX_STEPS;

  constructor(
    readonly msf: Msf,
    readonly info: PdbInfo,
    readonly dbi: Dbi,
  ) {
    const stream = (index: number) => msf.stream(index);
    this.types = new PdbTypes(stream(STREAM.types) ?? new Uint8Array(0), stream);
    this.ids = new PdbTypes(stream(STREAM.ids) ?? new Uint8Array(0), stream);
    // Modules may name one stream.
    let bytesLeft = MODULE_BUDGET * msf.bytes.byteLength;
    this.modules = dbi.modules.map((module) => {
      bytesLeft -= msf.streams[module.stream]?.size ?? 0;
      return readModule(bytesLeft < 0 ? undefined : msf.stream(module.stream), module);
    });
  }

  /**
   * Counts `steps` of a search; false when there were too many in all, and what they look for is not found any more.
   */
  #mayTake(steps: number): boolean {
    this.#stepsLeft -= steps;
    return this.#stepsLeft >= 0;
  }

  /** The stream with this name, such as `/names`. */
  namedStream(name: string): Uint8Array | undefined {
    const index = this.info.namedStreams.get(name);
    return index === undefined ? undefined : this.msf.stream(index);
  }

  /**
   * The module that byte `offset` of the program comes from. Offsets of contributions have a sign here (source:
   * oracle).
   */
  moduleAt(offset: number): PdbModule | undefined {
    const { contributions } = this.dbi;
    if (!this.#mayTake(contributions.length)) return undefined;
    const contribution = contributions.find(
      (part) =>
        part.section === PROGRAM_SECTION && offset >= (part.offset | 0) && offset - (part.offset | 0) < (part.size | 0),
    );
    return contribution && this.modules[contribution.module];
  }

  /**
   * The module with lines for bytes `start` to `end` (exclusive); none where the section of the program is not
   * executable (source: oracle).
   */
  moduleWithLines(start: number, end: number): PdbModule | undefined {
    const { contributions, sectionMap } = this.dbi;
    if (((sectionMap[0]?.flags ?? 0) & EXECUTABLE) === 0 || !this.#mayTake(contributions.length)) return undefined;
    const contribution = contributions.find(
      ({ section, offset, size }) =>
        section === PROGRAM_SECTION && (size | 0) > 0 && offset < end && start < offset + size,
    );
    return contribution && this.modules[contribution.module];
  }

  /**
   * The innermost function, inlined or not, that byte `offset` of the program comes from, and the functions around it,
   * outermost last. An inlined call that is wrong hides those after it, as in Microsoft's disassembler (source:
   * oracle).
   */
  scopesAt(module: PdbModule, offset: number): PdbScope[] {
    if (!this.#mayTake(module.symbols.functions.length)) return [];
    const procedure = module.symbols.functions.find(
      (scope) => scope.section === PROGRAM_SECTION && offset >= scope.start && offset - scope.start < scope.length,
    );
    const scopes: PdbScope[] = [];
    for (let scope: PdbScope | undefined = procedure; scope !== undefined; ) {
      scopes.unshift(scope);
      const calls: readonly PdbScope[] = this.#mayTake(scope.inlined.length) ? scope.inlined : [];
      const found = calls.find(
        (call) => !this.#isIntact(module, call, procedure!) || this.#covers(call, procedure!, offset),
      );
      scope = found && this.#isIntact(module, found, procedure!) ? found : undefined;
    }
    return scopes;
  }

  #covers(call: PdbScope, procedure: PdbScope, offset: number): boolean {
    return this.rangesOf(call, procedure).ranges.some(({ start, end }) => overlaps(start, end, offset, offset + 1));
  }

  /** Whether the annotations of an inlined call can be read, and its function is known with all their files. */
  #isIntact(module: PdbModule, call: PdbScope, procedure: PdbScope): boolean {
    const inlinee = module.lines.inlinees.get(call.type);
    if (inlinee === undefined || !module.lines.inlineesIntact) return false;
    const { ranges, intact } = this.rangesOf(call, procedure);
    if (!this.#mayTake(2 * ranges.length)) return false;
    return (
      intact && ranges.every(({ file }) => file === null || file === inlinee.file || inlinee.moreFiles.includes(file))
    );
  }

  /** The parts of the function `procedure` that come from the inlined call `scope`. */
  rangesOf(scope: PdbScope, procedure: PdbScope): InlineRanges {
    return getOrInsert(this.#ranges, scope, () =>
      readInlineRanges(scope.annotations ?? new Uint8Array(0), procedure.start),
    );
  }

  /**
   * The line that bytes `start` to `end` (exclusive) of the program come from; `scopes` as {@link scopesAt} returns
   * them for `start`.
   */
  lineAt(module: PdbModule, scopes: readonly PdbScope[], start: number, end: number): PdbSourceLine | undefined {
    const [scope] = scopes;
    const inlinee = scope?.annotations ? module.lines.inlinees.get(scope.type) : undefined;
    if (inlinee === undefined) return this.#lineOf(module.lines, start, end);
    let found: InlineRange | undefined;
    for (const range of this.rangesOf(scope!, scopes.at(-1)!).ranges) {
      if (!overlaps(range.start, range.end, start, end)) continue;
      found = range;
      if (range.statement) break;
    }
    if (found === undefined) return undefined;
    const { column, columnEnd } = found;
    const line = (inlinee.line + found.line) & MAX_LINE;
    return { file: found.file ?? inlinee.file, line, lineEnd: line, column, columnEnd };
  }

  /**
   * The record that bytes `start` to `end` (exclusive) come from, in the block whose records come nearest; of several
   * such blocks, in the last. It is the first statement that they overlap, otherwise the last expression. The records
   * of a block are read up to the first that begins later (source: oracle).
   */
  #lineOf({ blocks, blocksIntact }: PdbLines, start: number, end: number): PdbLine | undefined {
    if (!blocksIntact || !this.#mayTake(blocks.length)) return undefined;
    let found: PdbLine | undefined;
    let nearest = -1;
    for (const { section, start: blockStart, length, lines, sorted } of blocks) {
      if (section !== PROGRAM_SECTION || start < blockStart || start - blockStart >= length) continue;
      const nextOf = (i: number) => lines[i + 1]?.offset ?? blockStart + length;
      const count = sorted ? firstWhere(lines.length, (i) => lines[i]!.offset >= end) : lines.length;
      // Of records in order, those that end too early are before the others.
      const first = sorted
        ? firstWhere(count, (i) => i === lines.length - 1 || Math.max(lines[i]!.offset, nextOf(i) - 1) >= start)
        : 0;
      let inBlock: PdbLine | undefined;
      let last = -1;
      for (let i = first; i < count && this.#mayTake(1); i++) {
        const line = lines[i]!;
        if (line.offset >= end) break;
        const next = nextOf(i);
        if (next < line.offset || !overlaps(line.offset, next, start, end)) continue;
        if (!inBlock?.statement) inBlock = line;
        last = line.offset;
      }
      if (inBlock === undefined || last < nearest) continue;
      found = inBlock;
      nearest = last;
    }
    return found;
  }
}

/** Line numbers have 24 bits. */
const MAX_LINE = 0xff_ffff;

/** Bytes of streams of modules that are read, for each byte of the file. */
const MODULE_BUDGET = 4;

/**
 * Records that all searches may look at: some seconds. Only databases whose records are out of order, or damaged, reach
 * it.
 */
const MAX_STEPS = 2 ** 28;

/**
 * Whether a record for bytes `from` to `to` belongs to bytes `start` to `end`; both ends are exclusive. Microsoft's
 * disassembler takes the last byte as `to` - 1 wherever that is: an empty record has its first byte and the one before
 * it (source: oracle).
 */
function overlaps(from: number, to: number, start: number, end: number): boolean {
  return Math.min(from, to - 1) < end && Math.max(from, to - 1) >= start;
}

/**
 * A module whose parts do not fit into its stream is empty, and incomplete symbol records are ignored (source: oracle).
 */
function readModule(stream: Uint8Array | undefined, module: DbiModule): PdbModule {
  const bytes = stream ?? new Uint8Array(0);
  const [symbolBytes, c11Bytes, c13Bytes] = [module.symbolBytes, module.c11Bytes | 0, module.c13Bytes | 0];
  const linesStart = symbolBytes + c11Bytes;
  const fits = linesStart >= 0 && linesStart + Math.max(c13Bytes, 0) <= bytes.byteLength;
  const all = readSymbols(bytes.subarray(0, fits ? symbolBytes : 0));
  const symbols = all.intact ? all : readSymbols(new Uint8Array(0));
  const hasLines = fits && c11Bytes >= 0 && c13Bytes >= 0;
  return { ...module, symbols, lines: hasLines ? readLines(bytes, linesStart, linesStart + c13Bytes) : NO_LINES };
}

const NO_LINES: PdbLines = /* @__PURE__ */ readLines(new Uint8Array(0), 0, 0);

/**
 * Opens the program database in a chunk SPDB.
 *
 * @param bytes the payload of the chunk
 * @param diagnostics spans are bytes of the payload
 * @returns undefined, with a report, when it cannot be read
 */
export function openSpdb(bytes: Uint8Array, diagnostics: Diagnostics): Spdb | undefined {
  const msf = readMsf(bytes, diagnostics);
  if (msf === undefined) return undefined;
  const missing = (what: string): undefined => {
    diagnostics.report(DX0222, 0, bytes.byteLength, { what });
    return undefined;
  };
  if (!msf.streams[STREAM.ids]?.size) return missing('numbers of functions (4)');
  const infoBytes = msf.stream(STREAM.info);
  const info = infoBytes && readPdbInfo(infoBytes);
  if (info === undefined) return missing('names and versions (1)');
  const dbiBytes = msf.stream(STREAM.dbi);
  const dbi = dbiBytes && readDbi(dbiBytes);
  if (dbi === undefined) return missing('modules (3)');
  return new Spdb(msf, info, dbi);
}

/**
 * Virtual address of section `section`, counted from 1: what live ranges are counted from. Undefined where the section
 * has no header.
 */
export function sectionAddress({ dbi, msf }: Spdb, section: number): number | undefined {
  const map = dbi.sectionMap[section - 1];
  if (map === undefined) return undefined;
  if (map.frame === 0) return map.offset;
  const headers = msf.stream(dbi.sectionHeaderStream);
  const at = (map.frame - 1) * SECTION_HEADER_SIZE;
  if (headers === undefined || at + SECTION_HEADER_SIZE > headers.byteLength) return undefined;
  return (map.offset + u32At(headers, at + VIRTUAL_ADDRESS)) >>> 0;
}

const SECTION_HEADER_SIZE = 40;
/** Offset of the virtual address in a section header. */
const VIRTUAL_ADDRESS = 12;

/** Bytes of the program that the database describes. */
export function programSize({ dbi: { contributions } }: Spdb): number {
  let size = 0;
  for (const { section, offset, size: own } of contributions)
    if (section === PROGRAM_SECTION) size = Math.max(size, offset + own);
  return size;
}
