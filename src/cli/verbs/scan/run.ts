/**
 * Runs `dxlens scan`: finds the inputs, scans them in one thread or several, and writes the rows in the order of the
 * inputs to standard output, a table, or (resumable-output.ts) a file that a later run can complete.
 */
import { createReadStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ColumnValue, type ScanColumn, scanColumn } from '../../../scan/columns.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import type { Input } from '../../inputs/read-input.ts';
import { withoutParts } from '../../inputs/siblings.ts';
import { progressFor } from '../../jobs/progress.ts';
import { runAll } from '../../jobs/run-all.ts';
import { DX0005, DX0361, DX0362 } from '../../messages.ts';
import { Output } from '../../outputs/output.ts';
import { planOneOutput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, FAULT, raiseStatus, UsageError, VERSION } from '../../process.ts';
import { reportFile, reportInternalError } from '../../report.ts';
import { printCaptured, STANDARD, writeError } from '../../streams.ts';
import { oneLine } from '../../terminal-text.ts';
import { plural } from '../reflect/words.ts';
import {
  type JournalEntry,
  OutputTakenError,
  partialFiles,
  ResumableOutput,
  reportChanged,
} from './resumable-output.ts';
import { type CollectedRows, type RowSink, valuesOf } from './row-sink.ts';
import { type CollectedInput, scanTask } from './scan-file.ts';
import type { ScanFormat, ScanSettings, Shard, ShardUnit } from './settings.ts';

/** Rows that decide on the widths. */
const MEASURED = 256;
/** Characters of a cell that the cells below and above it are aligned to. */
const MAX_WIDTH = 40;
const NOTHING = '-';

export class Table {
  readonly #columns: readonly ScanColumn[];
  #rows: string[][] | undefined;
  #widths: readonly number[] = [];

  constructor(columns: readonly ScanColumn[]) {
    this.#columns = columns;
    this.#rows = [[...columns]];
  }

  /** Adds a row; returns the text that can be written now. */
  add(values: readonly ColumnValue[]): string {
    const cells = values.map(cellText);
    if (this.#rows === undefined) return this.#line(cells);
    this.#rows.push(cells);
    return this.#rows.length > MEASURED ? this.finish() : '';
  }

  /** Returns the rest of the text; '' for a table without rows. */
  finish(): string {
    const rows = this.#rows ?? [];
    this.#rows = undefined;
    if (rows.length <= 1) return '';
    this.#widths = this.#columns.map((name, column) => {
      const longest = rows.reduce((width, row) => Math.max(width, row[column]!.length), 0);
      return Math.min(longest, Math.max(MAX_WIDTH, name.length));
    });
    return rows.map((row) => this.#line(row)).join('');
  }

  #line(cells: readonly string[]): string {
    const padded = cells.map((cell, column) => {
      const width = this.#widths[column]!;
      return scanColumn(this.#columns[column]!).type === 'integer' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${padded.join('  ').trimEnd()}\n`;
  }
}

function cellText(value: ColumnValue): string {
  if (value === null) return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? NOTHING : oneLine(value.join(', '));
  return oneLine(String(value));
}

export interface ScanOutput extends RowSink {
  /** Adds the rows of an input, and removes their temporary file. */
  addRows(rows: CollectedRows): Promise<void>;
  /** The input in work is finished. */
  endInput(entry: Omit<JournalEntry, 'end'>): void;
}

/** Milliseconds between two writes to standard output: rows should appear soon. */
const FLUSH_INTERVAL = 50;

/** Writes NDJSON or a table as it goes. */
export class StreamOutput implements ScanOutput {
  readonly #output: Output;
  readonly #table: Table | undefined;
  #flushed = 0;

  private constructor(output: Output, table: Table | undefined) {
    this.#output = output;
    this.#table = table;
  }

  /** Reports an error and returns undefined if the file cannot be written. */
  static open(path: string, { format, columns }: ScanSettings): StreamOutput | undefined {
    const output = Output.open({ output: path, directory: undefined });
    return output && new StreamOutput(output, format === 'table' ? new Table(columns) : undefined);
  }

  async add(line: string): Promise<void> {
    await this.#output.add(this.#table === undefined ? line : this.#table.add(valuesOf(line)));
    const now = performance.now();
    if (!this.#output.isStandard || now - this.#flushed < FLUSH_INTERVAL) return;
    await this.#output.flush();
    this.#flushed = now;
  }

  async addRows({ lines, file }: CollectedRows): Promise<void> {
    if (file !== undefined) {
      let rest = '';
      for await (const chunk of createReadStream(file, 'utf8')) {
        rest += chunk;
        const end = rest.lastIndexOf('\n') + 1;
        await this.#addLines(rest.slice(0, end));
        rest = rest.slice(end);
      }
      rmSync(file);
      await this.#addLines(rest + lines);
    } else await this.#addLines(lines);
  }

  /** @param lines complete lines */
  async #addLines(lines: string): Promise<void> {
    if (this.#table === undefined) {
      await this.#output.add(lines);
      return;
    }
    let start = 0;
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
      await this.add(lines.slice(start, end));
      start = end + 1;
    }
  }

  endInput(): void {}

  async finish(): Promise<void> {
    if (this.#table !== undefined) await this.#output.add(this.#table.finish());
    await this.#output.close();
  }
}

export interface ScanFlags {
  readonly format: ScanFormat;
  readonly output?: string;
  readonly columns?: readonly ScanColumn[];
  readonly where?: string;
  readonly shard?: Pick<Shard, 'index' | 'count'>;
  readonly shardBy: ShardUnit;
  readonly resume?: true;
  readonly carve: boolean;
  readonly jobs?: number;
  readonly quiet?: true;
}

/** @param columns the columns of the output */
export async function runScan(
  words: readonly string[],
  flags: ScanFlags,
  columns: readonly ScanColumn[],
): Promise<void> {
  const { output } = planOneOutput(words, flags.output);
  const { format, where } = flags;
  const isFile = output !== STANDARD;
  if (format === 'parquet' && !isFile) throw new UsageError('--format parquet needs a file; use -o FILE');
  if (flags.resume && (!isFile || format === 'table'))
    throw new UsageError('--resume needs --format ndjson or parquet, and -o FILE');
  if (flags.resume && words.includes(STANDARD)) throw new UsageError('--resume cannot read standard input again');
  const settings: ScanSettings = {
    format,
    columns,
    where,
    shard: flags.shard && { ...flags.shard, by: flags.shardBy },
    carve: flags.carve,
    quiet: flags.quiet ?? false,
    temporary: isFile ? partialFiles(output).rows : join(tmpdir(), `dxlens-scan-${process.pid}`),
  };
  const { inputs: all } = await findInputs(words);
  const inputs = withoutParts(all);
  const foreign = isFile ? inputs.filter(({ file }) => !isOutputFile(file, output)) : inputs;
  await new Scan(foreign, settings, flags, words, output).run();
}

/** Whether `file` is the output or one of its auxiliary files, which a directory may contain. */
function isOutputFile(file: string, output: string): boolean {
  if (file === STANDARD) return false;
  const { partial, journal, rows } = partialFiles(resolve(output));
  const path = resolve(file);
  return path === resolve(output) || path === partial || path === journal || path.startsWith(rows);
}

/** The counts of the summary. */
interface Totals {
  files: number;
  withShaders: number;
  shaders: number;
  rows: number;
  decoded: number;
}

class Scan {
  readonly #totals: Totals = { files: 0, withShaders: 0, shaders: 0, rows: 0, decoded: 0 };
  #resumed = 0;

  constructor(
    private readonly inputs: readonly Input[],
    private readonly settings: ScanSettings,
    private readonly flags: ScanFlags,
    private readonly words: readonly string[],
    private readonly path: string,
  ) {}

  async run(): Promise<void> {
    const { settings, path } = this;
    try {
      if (path === STANDARD || settings.format === 'table') await this.#toStream();
      else await this.#toFile();
    } catch (error) {
      if (error instanceof OutputTakenError) reportFile(path, DX0361, {});
      // Errors about inputs were reported where they were read.
      else if (isFileError(error)) reportFile(path, DX0005, { reason: reasonOf(error) });
      else throw error;
      raiseStatus(BAD_INPUT);
    } finally {
      rmSync(settings.temporary, { recursive: true, force: true });
    }
  }

  async #toStream(): Promise<void> {
    const output = StreamOutput.open(this.path, this.settings);
    if (output === undefined) return;
    await this.#scan(this.inputs, output);
    await output.finish();
    this.#summary();
  }

  async #toFile(): Promise<void> {
    const { settings, path } = this;
    const { format, columns, where, shard, carve } = settings;
    // The settings that determine the rows; the names are in messages.
    const same = {
      inputs: this.words,
      '--format': format,
      '--columns': columns,
      '--where': where ?? null,
      '--shard': shard ?? null,
      '--no-carve': !carve,
    };
    const opened = ResumableOutput.open(path, VERSION, same, this.flags.resume === true);
    if ('ended' in opened) {
      for (const entry of opened.ended) this.#count(entry);
      this.#resumed = opened.ended.length;
      this.#summary();
      return;
    }
    const { output } = opened;
    const left: Input[] = [];
    for (const input of this.inputs) {
      const entry = output.finished.get(input.file);
      if (entry === undefined) left.push(input);
      else await this.#known(entry);
    }
    this.#resumed = this.inputs.length - left.length;
    try {
      await this.#scan(left, output);
    } catch (error) {
      if (!(error instanceof OutputTakenError)) closeQuietly(output);
      throw error;
    }
    if (format === 'ndjson') await output.finish(undefined);
    else {
      const { writeParquet } = await import('./parquet.ts');
      await output.finish((partial) => writeParquet(path, columns, partial));
    }
    this.#summary();
  }

  /** An input that an earlier run has finished. */
  async #known(entry: JournalEntry): Promise<void> {
    this.#count(entry);
    if (entry.size === 0 && entry.modified === 0) return;
    const { statSync } = await import('node:fs');
    const found = statSync(entry.path, { throwIfNoEntry: false });
    if (found !== undefined) reportChanged(entry, found.size, found.mtimeMs);
  }

  async #scan(inputs: readonly Input[], output: ScanOutput): Promise<void> {
    const { settings, flags } = this;
    const toTerminal = this.path === STANDARD;
    const progress = toTerminal
      ? undefined
      : await progressFor(this.inputs.length, settings.quiet, { withRate: true, finished: this.#resumed });
    try {
      for await (const batch of runAll(inputs, scanTask(settings, output), flags.jobs)) {
        for (const scanned of batch) await this.#take(scanned, output);
        await progress?.add(batch.length);
      }
    } finally {
      progress?.stop();
    }
  }

  async #take({ collected, printed, fault, decoded, ...scanned }: CollectedInput, output: ScanOutput): Promise<void> {
    await printCaptured(printed);
    if (collected !== undefined) await output.addRows(collected);
    if (fault !== undefined) {
      reportInternalError(fault, scanned.file);
      raiseStatus(FAULT);
    }
    const { file, ...counts } = scanned;
    const entry = { path: file, ...counts };
    output.endInput(entry);
    this.#count(entry);
    this.#totals.decoded += decoded;
  }

  #count({ searched, failed, shaders, rows }: Omit<JournalEntry, 'end'>): void {
    const totals = this.#totals;
    if (failed) raiseStatus(BAD_INPUT);
    if (searched) totals.files++;
    if (shaders > 0) totals.withShaders++;
    totals.shaders += shaders;
    totals.rows += rows;
  }

  #summary(): void {
    const { files, withShaders, shaders, rows } = this.#totals;
    // A shard may have nothing.
    if (shaders === 0 && this.settings.shard === undefined) {
      reportFile(this.words.join(' '), DX0362, { count: files });
      raiseStatus(BAD_INPUT);
    }
    if (this.settings.quiet) return;
    const matched = this.settings.where === undefined ? '' : `, ${rows} of them match`;
    const resumed = this.#resumed === 0 ? '' : `, ${plural(this.#resumed, 'file')} finished before`;
    writeError(`${plural(shaders, 'shader')} in ${withShaders} of ${plural(files, 'file')}${matched}${resumed}`);
  }
}

function closeQuietly(output: ResumableOutput): void {
  try {
    output.close();
  } catch {
    // The error that ended the scan is reported.
  }
}
