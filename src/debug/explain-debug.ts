/**
 * Explains the bytes of debug information for `dxlens inspect`: the records of the comment DBUG and of the chunk SDBG
 * by the tables of their layouts, and the blocks, streams and directory of the chunk SPDB.
 *
 * Not for: reading it (dbug/, sdbg/, spdb/), or the content of the streams of a program database.
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { TAG } from '../container/tags.ts';
import { type ExplainedBytes, Payload } from '../explain/payload.ts';
import { byteCount, decimal, dword, halves, hexadecimal, name, type RecordRow } from '../explain/records.ts';
import type { ChunkExplainers } from '../explain/sections.ts';
import {
  DBUG_HEADER,
  DBUG_HEADER_SIZE,
  DBUG_LINE_SIZE,
  DBUG_VARIABLE,
  DBUG_VARIABLE_SIZE,
  DBUG_WRITE_SIZE,
} from './dbug/layout.ts';
import type { Field, RecordLayout } from './records.ts';
import { SDBG_RECORD } from './sdbg/sdbg.ts';
import { SDBG_HEADER } from './sdbg/view.ts';
import { isFreeMap, MSF_MAGIC, type Msf, readMsf } from './spdb/msf.ts';

/** The offsets of the fields of a record, in bytes. */
type Layout = Readonly<Record<string, number>>;

/**
 * The DWORDs of a record by its layout; a DWORD without a field belongs to the one before, such as the offset of a
 * table to its count.
 */
function rowsOf(layout: Layout, size: number): RecordRow {
  const fields = new Map(Object.entries(layout).map(([field, offset]) => [offset, words(field)]));
  let [last, since] = ['', 0];
  return Array.from({ length: size / 4 }, (_, i) => {
    const field = fields.get(4 * i);
    [last, since] = field === undefined ? [last, since + 1] : [field, 0];
    return dword(since === 0 ? last : `${last}, DWORD ${since}`, decimal);
  });
}

/** `nameLength` as `name length`. */
function words(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const DBUG_HEADER_ROWS = rowsOf(DBUG_HEADER, DBUG_HEADER_SIZE);
const DBUG_LINE_ROWS: RecordRow = [
  halves('line', 'file', decimal, decimal),
  dword('offset of the instruction', hexadecimal),
];
const DBUG_VARIABLE_ROWS = rowsOf(DBUG_VARIABLE, DBUG_VARIABLE_SIZE);
const DBUG_WRITE_ROWS: RecordRow = [
  dword('record of the line', decimal),
  halves('element in x', 'element in y', decimal, decimal),
  halves('element in z', 'element in w', decimal, decimal),
];
const FILE_NAME = dword('offset of the name', name);

/**
 * The bytes of a comment DBUG.
 *
 * @param bytes what follows the tag
 * @param offset where they begin, in bytes from the start of the file
 */
export function explainedDbug(bytes: Uint8Array, offset: number): Iterable<ExplainedBytes> {
  const payload = new Payload(bytes, offset);
  if (payload.record(0, DBUG_HEADER_ROWS, 'header')) {
    const at = (field: keyof typeof DBUG_HEADER) => payload.u32(DBUG_HEADER[field]);
    payload.text(at('creator'), 'compiler');
    payload.text(at('entryPoint'), 'entry point');
    payload.table(at('files'), at('fileCount'), [FILE_NAME], 'file', (file, record) =>
      payload.text(payload.u32(file), `name of ${record}`),
    );
    payload.table(at('lines'), at('lineCount'), DBUG_LINE_ROWS, 'line', undefined, DBUG_LINE_SIZE);
    payload.table(at('variables'), at('variableCount'), DBUG_VARIABLE_ROWS, 'variable', (variable, record) => {
      const of = (field: keyof typeof DBUG_VARIABLE) => payload.u32(variable + DBUG_VARIABLE[field]);
      payload.text(of('scope'), `scope of ${record}`);
      payload.text(of('name'), `name of ${record}`);
      payload.table(of('writes'), of('writeCount'), DBUG_WRITE_ROWS, `${record}, write`, undefined, DBUG_WRITE_SIZE);
    });
  }
  return payload.explained();
}

/** The DWORDs of a record of the chunk SDBG, by the fields that are read and written. */
function rowsOfRecord({ size, fields }: RecordLayout, others: Layout = {}): RecordRow {
  const rows = [...rowsOf(others, size)];
  const put = (at: number, title: string) => {
    rows[at / 4] = dword(title, decimal);
  };
  for (const [field, layout] of Object.entries<Field>(fields)) {
    const title = words(field);
    switch (layout.kind) {
      case 'u32s':
        for (let i = 0; i < layout.items; i++) put(layout.at + 4 * i, `${title}, item ${i}`);
        break;
      case 'text':
        put(layout.at, `offset of the ${title}`);
        if (layout.length !== undefined) put(layout.length, `length of the ${title}`);
        break;
      case 'integers':
      case 'table':
        put(layout.count, `number of ${title}`);
        put(layout.at, `offset of the ${title}`);
        break;
      case 'records':
        for (let i = 0; i < layout.items; i++)
          for (const [n, row] of rowsOfRecord(layout.of).entries())
            rows[(layout.at + i * layout.of.size) / 4 + n] = row;
        break;
      default:
        put(layout.at, title);
    }
  }
  return rows;
}

const SDBG_HEADER_ROWS = /* @__PURE__ */ rowsOfRecord(SDBG_RECORD, SDBG_HEADER);
/** The tables that the header names; a record has the name of its table without the `s`. */
const SDBG_TABLES = /* @__PURE__ */ Object.entries<Field>(SDBG_RECORD.fields).flatMap(([field, layout]) =>
  layout.kind === 'table' ? [{ layout, record: field.slice(0, -1), rows: rowsOfRecord(layout.of) }] : [],
);

/** The header and the tables; names, sources and lists of integers are data. */
function explainSdbg(payload: Payload): void {
  if (!payload.record(0, SDBG_HEADER_ROWS, 'header')) return;
  const base = payload.u32(SDBG_HEADER.size);
  for (const { layout, record, rows } of SDBG_TABLES)
    payload.table(base + payload.u32(layout.at), payload.u32(layout.count), rows, record);
}

const MSF_HEADER_ROWS: RecordRow = [
  dword('size of a block', byteCount),
  dword('block with the map of free blocks', decimal),
  dword('blocks', decimal),
  dword('size of the directory', byteCount),
  dword('reserved', decimal),
  dword('block with the list of the blocks of the directory', decimal),
];
const BLOCK_NUMBER = dword('block', decimal);
const DATA = dword('data', hexadecimal);

/** The blocks of a program database; each DWORD of a block has the name of its stream. */
function explainSpdb(payload: Payload, bytes: Uint8Array): void {
  payload.dwords(0, MSF_MAGIC.length / 4, dword('magic', hexadecimal), 'magic');
  payload.record(MSF_MAGIC.length, MSF_HEADER_ROWS, 'header');
  const msf = readMsf(bytes, new Diagnostics());
  if (msf === undefined) return;
  const { blockSize, directory, directoryMap, streams } = msf;
  const blocks = Math.ceil(bytes.byteLength / blockSize);
  for (let block = 1; block < blocks; block++)
    if (isFreeMap(block, blockSize)) payload.dwords(block * blockSize, blockSize / 4, DATA, 'map of free blocks');
  payload.dwords(directoryMap * blockSize, directory.length, BLOCK_NUMBER, 'blocks of the directory');
  explainDirectory(payload, msf);
  for (const [number, { blocks: list, size }] of streams.entries())
    for (const [i, block] of list.entries()) {
      const used = Math.min(blockSize, size - i * blockSize);
      payload.dwords(block * blockSize, Math.ceil(used / 4), DATA, `stream ${number}, block ${i}`);
    }
}

/** How many streams there are, their sizes, and their blocks. */
function explainDirectory(payload: Payload, { blockSize, directory, streams }: Msf): void {
  let at = 0;
  const next = (row: RecordRow[number], record: string) => {
    payload.record(directory[Math.floor(at / blockSize)]! * blockSize + (at % blockSize), [row], record);
    at += 4;
  };
  next(dword('streams', decimal), 'directory');
  for (const number of streams.keys()) next(dword('size', byteCount), `directory, stream ${number}`);
  for (const [number, { blocks }] of streams.entries())
    for (let i = 0; i < blocks.length; i++) next(BLOCK_NUMBER, `directory, stream ${number}, block ${i}`);
}

/**
 * Explainers of the chunks with debug information (SDBG and SPDB), for `explainContainer` and `explainEffect` of
 * `dxlens/container`.
 */
export const DEBUG_EXPLAINERS: ChunkExplainers = /* @__PURE__ */ new Map([
  [TAG.SDBG, explainSdbg],
  [TAG.SPDB, (payload: Payload) => explainSpdb(payload, payload.bytes)],
]);
