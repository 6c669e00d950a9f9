/**
 * Explains a record of a chunk: the record that contains a byte, with all its DWORDs and strings.
 *
 * Not for: programs (explain-program.ts).
 */
import type { ExplainedBytes, ExplainedSection } from 'dxlens/internals/explain';
import { fieldData } from './explain-program.ts';
import type { ExplainedPart, WordData } from './protocol.ts';

/** Items of a record that are given at once. */
const MAX_ITEMS = 1024;
/** Bytes of unknown data that are given around a byte. */
const DATA_AROUND = 64;

/** The record of `section` that contains byte `offset` of the shader. */
export function explainRecord(
  { title, offset: start, size, items }: Pick<ExplainedSection, 'title' | 'offset' | 'size' | 'items'>,
  offset: number,
): ExplainedPart {
  let record: ExplainedBytes[] = [];
  let found = false;
  for (const item of items()) {
    const sameRecord = record.length > 0 && item.record !== '' && record.at(-1)!.record === item.record;
    if (!sameRecord) {
      if (found) break;
      record = [];
    }
    record.push(item);
    if (offset >= item.offset && offset < item.offset + item.size) found = true;
  }
  if (!found) return unknownBytes(title, start, size, offset);
  const shown = record.length > MAX_ITEMS ? around(record, offset) : record;
  const last = record.at(-1)!;
  return {
    title: record[0]!.record === '' ? title : `${record[0]!.record} in ${title}`,
    doc: '',
    start: record[0]!.offset,
    end: last.offset + last.size,
    words: shown.map(wordOf),
  };
}

/** The items around the byte at `offset`. */
function around(items: readonly ExplainedBytes[], offset: number): ExplainedBytes[] {
  const index = items.findIndex((item) => offset < item.offset + item.size);
  const from = Math.max(0, index - MAX_ITEMS / 2);
  return items.slice(from, from + MAX_ITEMS);
}

function unknownBytes(title: string, start: number, size: number, offset: number): ExplainedPart {
  const from = Math.max(start, offset - ((offset - start) % 4) - DATA_AROUND);
  const to = Math.min(start + size, from + 2 * DATA_AROUND);
  return { title, doc: '', start: from, end: to, words: [] };
}

function wordOf({ offset, size, kind, record, value, text, fields }: ExplainedBytes): WordData {
  const title = kind === 'dword' ? (fields[0]?.field.name ?? 'data') : kind === 'bytes' ? 'data' : record || kind;
  return { offset, size, title, value, text, fields: fields.map((field) => fieldData(field, '', '')) };
}
