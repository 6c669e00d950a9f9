/**
 * The program database in the chunk SPDB: opens its streams and finds what belongs to a byte of the program.
 *
 * Not for: the formats of the streams (the files beside this one), or the common model (read-spdb.ts).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { type Dbi, type DbiModule, readDbi } from './dbi.ts';
import { type InlineRange, inlineRanges } from './inline-sites.ts';
import { type PdbLine, type PdbLines, readLines } from './lines.ts';
import { SPDB_MESSAGES } from './messages.ts';
import { type Msf, readMsf } from './msf.ts';
import { type PdbInfo, readPdbInfo } from './pdb-info.ts';
import { type PdbScope, type PdbSymbols, readSymbols } from './symbols.ts';
import { PdbTypes } from './types.ts';

/** Numbers of the streams that every program database has. */
export const STREAM = { info: 1, types: 2, dbi: 3, ids: 4 } as const;

/** The section of a shader's program. */
const PROGRAM_SECTION = 1;

/** A module: its streams, read. */
export interface PdbModule extends DbiModule {
  readonly symbols: PdbSymbols;
  readonly lines: PdbLines;
}

/** A line of the source. */
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
  readonly msf: Msf;
  readonly info: PdbInfo;
  readonly dbi: Dbi;
  readonly types: PdbTypes;
  readonly ids: PdbTypes;
  readonly modules: readonly PdbModule[];
  readonly #ranges = new Map<PdbScope, readonly InlineRange[]>();

  constructor(msf: Msf, info: PdbInfo, dbi: Dbi) {
    this.msf = msf;
    this.info = info;
    this.dbi = dbi;
    this.types = new PdbTypes(msf.stream(STREAM.types) ?? new Uint8Array(0));
    this.ids = new PdbTypes(msf.stream(STREAM.ids) ?? new Uint8Array(0));
    this.modules = dbi.modules.map((module) => readModule(msf, module));
  }

  /** The stream with this name, such as `/names`. */
  namedStream(name: string): Uint8Array | undefined {
    const index = this.info.namedStreams.get(name);
    return index === undefined ? undefined : this.msf.stream(index);
  }

  /** The module that byte `offset` of the program comes from. */
  moduleAt(offset: number): PdbModule | undefined {
    const { contributions } = this.dbi;
    const contribution = contributions.find(
      (part) => part.section === PROGRAM_SECTION && offset >= part.offset && offset - part.offset < part.size,
    );
    return contribution && this.modules[contribution.module];
  }

  /** The innermost function, inlined or not, that byte `offset` of the program comes from, and the functions around it, outermost last. */
  scopesAt(module: PdbModule, offset: number): PdbScope[] {
    const procedure = module.symbols.functions.find(
      (scope) => scope.section === PROGRAM_SECTION && offset >= scope.start && offset - scope.start < scope.length,
    );
    const scopes: PdbScope[] = [];
    for (let scope: PdbScope | undefined = procedure; scope !== undefined; ) {
      scopes.unshift(scope);
      scope = scope.inlined.find((inner) => this.#covers(module, inner, procedure!, offset));
    }
    return scopes;
  }

  #covers(module: PdbModule, scope: PdbScope, procedure: PdbScope, offset: number): boolean {
    return this.#rangeAt(module, scope, procedure, offset) !== undefined;
  }

  /** Parts in a file that is not the one of the function are skipped, as Microsoft's disassembler does (source: oracle). */
  #rangeAt(module: PdbModule, scope: PdbScope, procedure: PdbScope, offset: number): InlineRange | undefined {
    const file = module.lines.inlinees.get(scope.type)?.file;
    return this.rangesOf(scope, procedure).find(
      (part) => offset >= part.start && offset < part.end && (part.file === null || part.file === file),
    );
  }

  /** The parts of the function `procedure` that come from the inlined call `scope`. */
  rangesOf(scope: PdbScope, procedure: PdbScope): readonly InlineRange[] {
    let ranges = this.#ranges.get(scope);
    if (ranges === undefined) {
      const { start, length } = procedure;
      ranges = inlineRanges(scope.annotations ?? new Uint8Array(0), start, start + length);
      this.#ranges.set(scope, ranges);
    }
    return ranges;
  }

  /** The line that byte `offset` of the program comes from; `scopes` as {@link scopesAt} returns them. */
  lineAt(module: PdbModule, scopes: readonly PdbScope[], offset: number): PdbSourceLine | undefined {
    const [scope] = scopes;
    const inlinee = scope?.annotations ? module.lines.inlinees.get(scope.type) : undefined;
    if (inlinee !== undefined) {
      const range = this.#rangeAt(module, scope!, scopes.at(-1)!, offset);
      if (range !== undefined) {
        const { column, columnEnd } = range;
        const line = inlinee.line + range.line;
        return { file: range.file ?? inlinee.file, line, lineEnd: line, column, columnEnd };
      }
    }
    return lineOf(module.lines, offset);
  }
}

/**
 * The record that begins last before `offset`, in the lines that cover it: in each block, which has the lines of one file, the first
 * of several with one offset; of several blocks, the last (source: oracle).
 */
function lineOf({ blocks }: PdbLines, offset: number): PdbLine | undefined {
  let found: PdbLine | undefined;
  for (const { section, start, length, lines } of blocks) {
    if (section !== PROGRAM_SECTION || offset < start || offset - start >= length) continue;
    let inBlock: PdbLine | undefined;
    for (const line of lines)
      if (line.offset <= offset && (inBlock === undefined || line.offset > inBlock.offset)) inBlock = line;
    if (inBlock !== undefined && (found === undefined || inBlock.offset >= found.offset)) found = inBlock;
  }
  return found;
}

function readModule(msf: Msf, module: DbiModule): PdbModule {
  const bytes = msf.stream(module.stream) ?? new Uint8Array(0);
  const linesStart = module.symbolBytes + module.c11Bytes;
  const symbols = readSymbols(bytes.subarray(0, module.symbolBytes));
  return { ...module, symbols, lines: readLines(bytes, linesStart, linesStart + module.c13Bytes) };
}

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
    diagnostics.report(SPDB_MESSAGES.DX0222, 0, bytes.byteLength, { what });
    return undefined;
  };
  const infoBytes = msf.stream(STREAM.info);
  const info = infoBytes && readPdbInfo(infoBytes);
  if (info === undefined) return missing('names and versions (1)');
  const dbiBytes = msf.stream(STREAM.dbi);
  const dbi = dbiBytes && readDbi(dbiBytes);
  if (dbi === undefined) return missing('modules (3)');
  return new Spdb(msf, info, dbi);
}

/** Virtual address of the program: what live ranges of variables are counted from. */
export function programAddress({ dbi, msf }: Spdb): number {
  const [map] = dbi.sectionMap;
  const headers = msf.stream(dbi.sectionHeaderStream);
  return ((map?.offset ?? 0) + (headers ? u32At(headers, VIRTUAL_ADDRESS) : 0)) >>> 0;
}

/** Offset of the virtual address in a section header. */
const VIRTUAL_ADDRESS = 12;
