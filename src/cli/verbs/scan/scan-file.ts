/**
 * Scans one input: finds its shaders and makes a row of each. Results are plain data, which threads can exchange.
 *
 * Not for: which inputs there are and where rows go (run.ts).
 */

import { hash } from 'node:crypto';
import { type Found, type FoundShader, findShaders, type RandomAccessSource } from '../../../find/index.ts';
import { sourceOfBytes } from '../../../find/source.ts';
import { isLocationColumn, type ScanColumn } from '../../../scan/columns.ts';
import { columnValue, readContents, type ShaderContents } from '../../../scan/scan-shader.ts';
import { type Predicate, predicateOf } from '../../../scan/where/evaluate.ts';
import { columnsOf, parseWhere } from '../../../scan/where/parse.ts';
import { CODECS } from '../../codecs.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import type { Input } from '../../inputs/read-input.ts';
import { missingShader } from '../../inputs/shader-file.ts';
import { FileSiblings, FileSource } from '../../inputs/siblings.ts';
import { Pause } from '../../jobs/run-all.ts';
import type { Task } from '../../jobs/threads.ts';
import { DX0004 } from '../../messages.ts';
import { faultText, report, reportFile } from '../../report.ts';
import { type Captured, captured, OutputError, readIn, STANDARD } from '../../streams.ts';
import { type CollectedRows, CollectingSink, type RowSink, type RowWriter, rowWriter } from './row-sink.ts';
import { isInShard, type ScanSettings, sampleHash } from './settings.ts';

/** Characters of the text of all entries. */
const MAX_CHARACTERS = 2 ** 24;
/** Characters that an entry without text counts as. */
const ENTRY = 1024;

export class ContentCache {
  /** The entry that was used last is the last one. */
  readonly #entries = new Map<string, { readonly contents: ShaderContents; readonly size: number }>();
  readonly #columns: readonly ScanColumn[];
  readonly #limit: number;
  #size = 0;
  /** How many shaders were decoded. */
  decoded = 0;

  /** @param limit characters in all */
  constructor(columns: readonly ScanColumn[], limit = MAX_CHARACTERS) {
    this.#columns = columns;
    this.#limit = limit;
  }

  /** The values of the shader with these bytes and this hash. */
  contentsOf(sha256: string, bytes: Uint8Array): ShaderContents {
    const known = this.#entries.get(sha256);
    if (known !== undefined) {
      this.#entries.delete(sha256);
      this.#entries.set(sha256, known);
      return known.contents;
    }
    this.decoded++;
    const contents = readContents(bytes, this.#columns);
    const size = sizeOf(contents);
    this.#entries.set(sha256, { contents, size });
    this.#size += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#size -= entry.size;
    }
    return contents;
  }
}

function sizeOf(contents: ShaderContents): number {
  let size = ENTRY;
  for (const value of contents.values()) {
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'object' && value !== null) for (const text of value) size += text.length;
  }
  return size;
}

/** The outcome for an input. */
export interface ScannedInput {
  readonly file: string;
  /** Bytes, and when it was changed last in milliseconds since 1970; 0 where it could not be opened. */
  readonly size: number;
  readonly modified: number;
  /** Whether it was searched: false for what is no file, and for a file of another shard. */
  readonly searched: boolean;
  /** Whether an error was reported. */
  readonly failed: boolean;
  /** Shaders of this shard in it, and those of them that became rows. */
  readonly shaders: number;
  readonly rows: number;
  /** How many of them were decoded; others were known. */
  readonly decoded: number;
  /** The text of an internal error. */
  readonly fault?: string;
}

/** The outcome with the collected rows and output, from another thread. */
export interface CollectedInput extends ScannedInput {
  readonly collected: CollectedRows | undefined;
  readonly printed: readonly Captured[];
}

/** How to work on inputs; `direct` is where rows go if nothing has to wait for its turn. */
export function scanTask(settings: ScanSettings, direct: RowSink): Task<Input, CollectedInput[]> {
  return {
    method: 'scanBatch',
    args: [settings],
    longItems: true,
    alone: async (input) => [{ ...(await scanInput(input, settings, direct)), collected: undefined, printed: [] }],
    remotely: async (input) => [await collectedScan(input, settings)],
    joined: (batches) => batches.flat(),
    crashed: ({ file }, fault) => [{ ...NOTHING, file, fault, collected: undefined, printed: [] }],
    isLocal: ({ file }) => file === STANDARD,
  };
}

/** Scans inputs in another thread. */
export async function scanBatch(inputs: readonly Input[], settings: ScanSettings): Promise<CollectedInput[]> {
  const results: CollectedInput[] = [];
  for (const input of inputs) results.push(await collectedScan(input, settings));
  return results;
}

async function collectedScan(input: Input, settings: ScanSettings): Promise<CollectedInput> {
  const sink = new CollectingSink(settings.temporary);
  const { value, error, printed } = await captured(() => scanInput(input, settings, sink));
  const scanned = value ?? { ...NOTHING, file: input.file, fault: faultText(error) };
  return { ...scanned, collected: sink.finish(), printed };
}

const NOTHING = { size: 0, modified: 0, searched: false, failed: true, shaders: 0, rows: 0, decoded: 0 } as const;

/** Scans one input and adds its rows to `sink`. An error of dxlens itself is in the result. */
export async function scanInput(input: Input, settings: ScanSettings, sink: RowSink): Promise<ScannedInput> {
  const { file } = input;
  if (input.isSpecial || input.isPart) return { ...NOTHING, file, failed: false };
  let source: FileSource | undefined;
  try {
    if (input.unreadable !== undefined) {
      reportFile(file, DX0004, { reason: input.unreadable });
      return { ...NOTHING, file };
    }
    if (file === STANDARD) return await scannerFor(settings).scan(file, sourceOfBytes(await readIn()), 0, sink);
    source = new FileSource(file);
    const scanned = await scannerFor(settings).scan(file, source, source.modified, sink);
    if (scanned.searched && scanned.shaders === 0 && input.found && !settings.quiet) {
      const missing = missingShader(file);
      if (missing !== undefined) report(file, [missing], false);
    }
    return scanned;
  } catch (error) {
    if (error instanceof OutputError) throw error;
    if (!isFileError(error)) return { ...NOTHING, file, fault: faultText(error) };
    reportFile(file, DX0004, { reason: reasonOf(error) });
    return { ...NOTHING, file };
  } finally {
    source?.close();
  }
}

/** The scanner of this thread: it keeps the shaders that it decoded last. */
let scanner: { readonly key: string; readonly scanner: Scanner } | undefined;

function scannerFor(settings: ScanSettings): Scanner {
  const key = JSON.stringify(settings);
  if (scanner?.key !== key) scanner = { key, scanner: new Scanner(settings) };
  return scanner.scanner;
}

class Scanner {
  readonly #settings: ScanSettings;
  readonly #matches: Predicate | undefined;
  readonly #cache: ContentCache;
  readonly #hashes: boolean;
  readonly #row: RowWriter;

  constructor(settings: ScanSettings) {
    const { where, columns, shard } = settings;
    const condition = where === undefined ? undefined : parseWhere(where).condition;
    this.#settings = settings;
    this.#matches = condition && predicateOf(condition);
    const needed = [...new Set([...columns, ...(condition === undefined ? [] : columnsOf(condition))])];
    const contents = needed.filter((name) => !isLocationColumn(name));
    this.#cache = new ContentCache(contents);
    this.#hashes = contents.length > 0 || needed.includes('sha256') || shard?.by === 'shader';
    this.#row = rowWriter(settings);
  }

  async scan(file: string, source: RandomAccessSource, modified: number, sink: RowSink): Promise<ScannedInput> {
    const { shard, carve, quiet } = this.#settings;
    const { size } = source;
    const inShard = shard?.by !== 'file' || isInShard(shard, await sampleHash(source));
    if (!inShard) return { ...NOTHING, file, size, modified, failed: false };
    const before = this.#cache.decoded;
    const counts = { shaders: 0, rows: 0, failed: false };
    const pause = new Pause();
    const siblings = new FileSiblings(file);
    try {
      for await (const found of findShaders(source, { carve, codecs: CODECS, siblings })) {
        if (pause.due) await pause.take();
        if (found.kind === 'diagnostic') counts.failed = reportFound(file, found, quiet) || counts.failed;
        else await this.#shader(file, found, counts, sink);
      }
    } finally {
      siblings.close();
    }
    return { file, size, modified, searched: true, ...counts, decoded: this.#cache.decoded - before };
  }

  async #shader(
    file: string,
    { path, offset, bytes, foundBy }: FoundShader,
    counts: { shaders: number; rows: number },
    sink: RowSink,
  ): Promise<void> {
    const { shard } = this.#settings;
    const sha256 = this.#hashes ? hash('sha256', bytes, 'hex') : '';
    if (shard?.by === 'shader' && !isInShard(shard, sha256)) return;
    counts.shaders++;
    const location = { path: file, member: path === '' ? null : path, byteOffset: offset, foundBy, sha256 };
    const contents = this.#cache.contentsOf(sha256, bytes);
    const read = (name: ScanColumn) => columnValue(name, location, contents);
    if (this.#matches !== undefined && !this.#matches(read)) return;
    counts.rows++;
    await sink.add(this.#row(read));
  }
}

function reportFound(file: string, { path, diagnostic }: Extract<Found, { kind: 'diagnostic' }>, quiet: boolean) {
  return report(path === '' ? file : `${file}/${path}`, [diagnostic], quiet);
}
