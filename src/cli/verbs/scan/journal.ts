/**
 * The journal of a scan: which inputs are finished, and how long the rows were after each. It is a text with one JSON document a line: first
 * the settings, then one for each input. A scan that ended in the middle goes on after the last line whose rows are all there.
 *
 * Not for: the files (resumable-output.ts).
 */

/** Changes when a journal means something else. */
const VERSION = 1;

/** The first line. */
export interface JournalHeader {
  readonly dxlens: string;
  readonly journal: number;
  /** What must be the same when the scan goes on, by the name that a message uses. */
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
export interface Journal {
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
