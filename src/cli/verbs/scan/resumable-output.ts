/**
 * The output file of a scan that may end in the middle: rows go to `FILE.partial`, finished inputs to `FILE.journal`,
 * and FILE appears when everything is there. Rows are on the disk before the journal names them.
 *
 * Not for: standard output (run.ts).
 */
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { isMissing } from '../../file-errors.ts';
import { DX0360 } from '../../messages.ts';
import { UsageError } from '../../process.ts';
import { reportFile } from '../../report.ts';
import type { CollectedRows } from './row-sink.ts';

/** Changes when a journal means something else. */
const VERSION = 1;

/** The first line. */
export interface JournalHeader {
  readonly dxlens: string;
  readonly journal: number;
  /** The settings that must be unchanged when the scan goes on, by the name that a message uses. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A finished input. */
export interface JournalEntry {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly searched: boolean;
  readonly failed: boolean;
  readonly shaders: number;
  readonly rows: number;
  /** Bytes of all rows after those of this input. */
  readonly end: number;
}

/** The last line: all inputs are finished. */
interface JournalEnd {
  readonly complete: true;
}

/** A journal that was read. */
interface Journal {
  readonly header: JournalHeader;
  readonly entries: readonly JournalEntry[];
  readonly complete: boolean;
  /** Bytes of the journal up to the last entry that counts; its end is none. */
  readonly length: number;
  /** Bytes of the rows that count. */
  readonly end: number;
}

export function journalHeader(version: string, settings: JournalHeader['settings']): string {
  return line({ dxlens: version, journal: VERSION, settings } satisfies JournalHeader);
}

export function journalLine(entry: JournalEntry): string {
  return line(entry);
}

export function journalEnd(): string {
  return line({ complete: true } satisfies JournalEnd);
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Reads a journal. A last line that is cut short does not count, nor do entries whose rows are not all there.
 *
 * @param rowBytes bytes of the file with the rows
 * @returns undefined if it is no journal of this version
 */
export function readJournal(bytes: Uint8Array, rowBytes: number): Journal | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: JournalHeader | undefined;
  const entries: JournalEntry[] = [];
  let [at, length, end] = [0, 0, 0];
  for (let next = text.indexOf(10); next >= 0; next = text.indexOf(10, at)) {
    const value = parsed(text.toString('utf8', at, next));
    at = next + 1;
    if (header === undefined) {
      if (!isHeader(value)) return undefined;
      header = value;
    } else if (isEnd(value)) return { header, entries, complete: true, length, end };
    else if (!isEntry(value) || value.end < end || value.end > rowBytes) break;
    else {
      entries.push(value);
      end = value.end;
    }
    length = at;
  }
  return header && { header, entries, complete: false, length, end };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Unknown<Shape> = { readonly [Key in keyof Shape]?: unknown };

function isHeader(value: unknown): value is JournalHeader {
  const { dxlens, journal, settings } = (value ?? {}) as Unknown<JournalHeader>;
  return journal === VERSION && typeof dxlens === 'string' && typeof settings === 'object' && settings !== null;
}

function isEnd(value: unknown): value is JournalEnd {
  return ((value ?? {}) as Unknown<JournalEnd>).complete === true;
}

function isEntry(value: unknown): value is JournalEntry {
  const { path, end } = (value ?? {}) as Unknown<JournalEntry>;
  return typeof path === 'string' && Number.isSafeInteger(end);
}

/** Milliseconds between two times that rows and journal are forced to the disk: a crash loses as much work. */
const SYNC_INTERVAL = 1000;
/** Bytes of rows that are collected before they are written. */
const CHUNK = 2 ** 18;

/** Another process writes the same output. */
export class OutputTakenError extends Error {}

/** The paths of the auxiliary files next to an output file. */
export function partialFiles(path: string): {
  readonly partial: string;
  readonly journal: string;
  readonly rows: string;
} {
  return { partial: `${path}.partial`, journal: `${path}.journal`, rows: `${path}.rows` };
}

export class ResumableOutput {
  readonly #path: string;
  readonly #partial: number;
  readonly #journal: number;
  /** The sizes of both files unless another process writes them. */
  #partialSize: number;
  #journalSize: number;
  #rows: Buffer[] = [];
  #rowBytes = 0;
  /** Lines of the journal whose rows are not yet on the disk. */
  #lines = '';
  #synced = performance.now();
  /** The inputs that were finished before. */
  readonly finished: ReadonlyMap<string, JournalEntry>;

  private constructor(path: string, journal: Journal | undefined, header: string) {
    const partial = partialFiles(path);
    this.#path = path;
    rmSync(partial.rows, { recursive: true, force: true });
    this.#partial = openSync(partial.partial, constants.O_RDWR | constants.O_CREAT);
    this.#journal = openSync(partial.journal, constants.O_RDWR | constants.O_CREAT);
    this.#partialSize = journal?.end ?? 0;
    this.#journalSize = journal?.length ?? 0;
    ftruncateSync(this.#partial, this.#partialSize);
    ftruncateSync(this.#journal, this.#journalSize);
    if (journal === undefined) this.#writeJournal(header);
    this.finished = new Map(journal?.entries.map((entry) => [entry.path, entry]));
  }

  /**
   * Opens the auxiliary files next to `path`.
   *
   * @param settings what must be the same when a scan goes on
   * @param resume whether to go on with a scan that ended in the middle, if there is one
   * @returns the output; or, if the earlier scan had ended and only the last step is missing, its entries
   * @throws UsageError if there is such a scan and it cannot or must not go on
   * @throws the error of the file system
   */
  static open(
    path: string,
    version: string,
    settings: Readonly<Record<string, unknown>>,
    resume: boolean,
  ): { readonly output: ResumableOutput } | { readonly ended: readonly JournalEntry[] } {
    const partial = partialFiles(path);
    const bytes = bytesOf(partial.journal);
    const rows = sizeOf(partial.partial);
    const journal = bytes && journalOf(bytes, rows, existsSync(path));
    if (bytes !== undefined && !resume)
      throw new UsageError(
        `${partial.journal} is of a scan that ended in the middle; --resume goes on with it, and removing that file starts again`,
      );
    if (bytes?.includes(LINE_END) && journal === undefined)
      throw new UsageError(`${partial.journal} is no journal of this version of dxlens; remove it to start again`);
    if (journal !== undefined) refuseOtherSettings(partial.journal, journal, version, settings);
    if (journal?.complete && rows === undefined) {
      rmSync(partial.journal);
      return { ended: journal.entries };
    }
    return { output: new ResumableOutput(path, journal, journalHeader(version, settings)) };
  }

  /** Adds a line of the input in work. */
  add(line: string): void {
    this.#addBytes(Buffer.from(line));
  }

  /** Adds the rows of an input, and removes their temporary file. */
  async addRows({ lines, file }: CollectedRows): Promise<void> {
    if (file !== undefined) {
      for await (const chunk of createReadStream(file)) this.#addBytes(chunk as Buffer);
      rmSync(file);
    }
    if (lines !== '') this.add(lines);
  }

  /** The input in work is finished. */
  endInput(entry: Omit<JournalEntry, 'end'>): void {
    this.#lines += journalLine({ ...entry, end: this.#partialSize + this.#rowBytes });
    if (performance.now() - this.#synced > SYNC_INTERVAL) this.#sync();
  }

  /**
   * Completes the output.
   *
   * @param convert makes the output file of the file with the rows; without it, that file is the output
   */
  async finish(convert: ((partial: string) => Promise<void>) | undefined): Promise<void> {
    const { partial, journal, rows } = partialFiles(this.#path);
    this.#lines += journalEnd();
    this.#sync();
    closeSync(this.#partial);
    closeSync(this.#journal);
    if (convert === undefined) renameSync(partial, this.#path);
    else {
      await convert(partial);
      rmSync(partial);
    }
    rmSync(journal);
    rmSync(rows, { recursive: true, force: true });
  }

  /** Keeps what is finished, for a scan that goes on later. */
  close(): void {
    this.#sync();
    closeSync(this.#partial);
    closeSync(this.#journal);
    rmSync(partialFiles(this.#path).rows, { recursive: true, force: true });
  }

  #addBytes(bytes: Buffer): void {
    this.#rows.push(bytes);
    this.#rowBytes += bytes.byteLength;
    if (this.#rowBytes >= CHUNK) this.#writeRows();
  }

  #writeRows(): void {
    if (this.#rowBytes === 0) return;
    this.#refuseTaken();
    writeAt(this.#partial, Buffer.concat(this.#rows), this.#partialSize);
    this.#partialSize += this.#rowBytes;
    this.#rows = [];
    this.#rowBytes = 0;
  }

  /** Forces the rows to the disk, and then the journal. */
  #sync(): void {
    this.#writeRows();
    if (this.#lines === '') return;
    this.#refuseTaken();
    fdatasyncSync(this.#partial);
    this.#writeJournal(this.#lines);
    this.#lines = '';
    this.#synced = performance.now();
  }

  #writeJournal(text: string): void {
    const bytes = Buffer.from(text);
    writeAt(this.#journal, bytes, this.#journalSize);
    this.#journalSize += bytes.byteLength;
    fdatasyncSync(this.#journal);
  }

  /** @throws OutputTakenError if another process has written or replaced one of the files */
  #refuseTaken(): void {
    const partial = partialFiles(this.#path);
    for (const [file, size, path] of [
      [this.#partial, this.#partialSize, partial.partial],
      [this.#journal, this.#journalSize, partial.journal],
    ] as const) {
      const { size: found, ino } = fstatSync(file);
      if (found !== size || statSync(path, { throwIfNoEntry: false })?.ino !== ino) throw new OutputTakenError();
    }
  }
}

const LINE_END = 10;

/** @param rows bytes of the file with the rows; undefined if there is none, because it became the output or is lost */
function journalOf(bytes: Uint8Array, rows: number | undefined, hasOutput: boolean): Journal | undefined {
  if (rows !== undefined) return readJournal(bytes, rows);
  const journal = readJournal(bytes, hasOutput ? Number.POSITIVE_INFINITY : 0);
  return journal?.complete ? journal : readJournal(bytes, 0);
}

function refuseOtherSettings(
  path: string,
  { header }: Journal,
  version: string,
  settings: Readonly<Record<string, unknown>>,
): void {
  const differ = Object.keys(settings).filter(
    (name) => JSON.stringify(header.settings[name]) !== JSON.stringify(settings[name]),
  );
  if (header.dxlens !== version) differ.unshift(`the version of dxlens (${header.dxlens})`);
  if (differ.length > 0)
    throw new UsageError(`${path} is of a scan with other settings: ${differ.join(', ')}; remove it to start again`);
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; )
    done += writeSync(file, bytes, done, bytes.byteLength - done, position + done);
}

/** Reports inputs that have changed since they were finished: their rows are those of before. */
export function reportChanged(entry: JournalEntry, size: number, modified: number): void {
  if (entry.size !== size || entry.modified !== modified) reportFile(entry.path, DX0360, {});
}
