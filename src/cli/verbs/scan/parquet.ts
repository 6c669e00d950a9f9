/**
 * Writes rows as a Parquet file with typed columns. Text is stored as UTF-8 strings, integers as INT64, lists LIST of
 * strings; every column may be null, and every file has the same types, so that the files of several scans can be read
 * as one.
 *
 * Not for: the format, which the library hyparquet-writer writes.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { type ColumnType, type ColumnValue, type ScanColumn, scanColumn } from '../../../scan/columns.ts';
import { Pause } from '../../jobs/run-all.ts';
import { AtomicFile } from '../../outputs/output.ts';
import { VERSION } from '../../process.ts';
import { valuesOf } from './row-sink.ts';

/** Rows of a group, and characters of their lines: an entire group is in memory at once. */
const GROUP_ROWS = 0x4000;
const GROUP_CHARACTERS = 2 ** 24;
/** Bytes that are read at a time. */
const CHUNK = 2 ** 16;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const ELEMENTS: Readonly<Record<ColumnType, (name: string) => readonly SchemaElement[]>> = {
  text: (name) => [{ name, ...TEXT, repetition_type: 'OPTIONAL' }],
  integer: (name) => [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }],
  boolean: (name) => [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
  list: (name) => [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...TEXT, repetition_type: 'REQUIRED' },
  ],
};

/**
 * Writes the file `path`, completely or not at all.
 *
 * @param rows the path of a file with one JSON array of values a line
 * @throws the error of the file system
 */
export async function writeParquet(path: string, columns: readonly ScanColumn[], rows: string): Promise<void> {
  const file = new AtomicFile(path);
  try {
    const bytes = new ByteWriter();
    const flush = () => {
      file.write(bytes.getBytes());
      bytes.index = 0;
    };
    const schema: SchemaElement[] = [
      { name: 'shaders', num_children: columns.length },
      ...columns.flatMap((name) => ELEMENTS[scanColumn(name).type](name)),
    ];
    const writer = new ParquetWriter({ writer: bytes, schema, createdBy: `dxlens ${VERSION}` });
    const pause = new Pause();
    for (const group of groupsOf(rows)) {
      void writer.write({ columnData: columns.map((name, i) => columnOf(name, group, i)), rowGroupSize: group.length });
      flush();
      if (pause.due) await pause.take();
    }
    void writer.finish();
    flush();
    file.commit();
  } catch (error) {
    file.discard();
    throw error;
  }
}

function columnOf(name: ScanColumn, rows: readonly (readonly ColumnValue[])[], index: number): ColumnSource {
  const { type } = scanColumn(name);
  const data = rows.map((row) => {
    const value = row[index] ?? null;
    return type === 'integer' && value !== null ? BigInt(value as number) : value;
  });
  return { name, data };
}

/** The rows of a file in groups. */
function* groupsOf(path: string): Generator<ColumnValue[][]> {
  let [rows, characters]: [ColumnValue[][], number] = [[], 0];
  for (const line of linesOf(path)) {
    rows.push(valuesOf(line));
    characters += line.length;
    if (rows.length < GROUP_ROWS && characters < GROUP_CHARACTERS) continue;
    yield rows;
    [rows, characters] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

/** The lines of a file of UTF-8, without their ends. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    // The parts of a line that is longer than a chunk.
    let parts: Buffer[] = [];
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, start)) {
        parts.push(chunk.subarray(start, end));
        yield Buffer.concat(parts).toString('utf8');
        parts = [];
        start = end + 1;
      }
      if (start < count) parts.push(Buffer.from(chunk.subarray(start, count)));
    }
  } finally {
    closeSync(file);
  }
}
