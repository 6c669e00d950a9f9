/**
 * The chunk SDBG as typed data: read, and written back. The names of fields follow the structures of d3d10_1shader.h;
 * indices stay indices.
 *
 * Not for: the common model (content.ts).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Bytes } from '../../base/words.ts';
import { chunkParser } from '../../container/chunk-view.ts';
import { type ChunkSource, unchangedBytes } from '../../container/chunk-writer.ts';
import type { Chunk, Container } from '../../container/dxbc.ts';
import { type RecordOf, type RecordTarget, readRecord, recordBytes, sameData, writeNumbers } from '../records.ts';
import { SDBG_HEADER, SDBG_HEADER_SIZE } from './layout.ts';
import { SDBG_RECORD } from './records.ts';
import { SdbgView } from './view.ts';

export type SdbgData = RecordOf<typeof SDBG_RECORD>;
export type SdbgFile = SdbgData['files'][number];
export type SdbgInstruction = SdbgData['instructions'][number];
export type SdbgOutput = SdbgInstruction['outputs'][number];
export type SdbgHeld = SdbgOutput['held'][number];
export type SdbgScalar = SdbgData['scalars'][number];
export type SdbgInput = SdbgData['inputs'][number];
export type SdbgToken = SdbgData['tokens'][number];
export type SdbgScope = SdbgData['scopes'][number];
export type SdbgVariable = SdbgData['variables'][number];

/** The content of a chunk SDBG. */
export interface Sdbg extends SdbgData {
  readonly source?: ChunkSource<SdbgData>;
}

/** Reads the chunk; what is missing is 0 or empty. */
export function readSdbg(container: Container, chunk: Chunk, diagnostics: Diagnostics): Sdbg {
  const view = SdbgView.of(container, chunk, diagnostics);
  const content = readRecord(view, SDBG_RECORD, 0);
  return { ...content, source: { bytes: chunk.data, content } };
}

/** Reads the chunk SDBG: the debug information of compilers up to 2012. */
export const parseSdbg = /* @__PURE__ */ chunkParser(readSdbg);

/**
 * Returns the payload of the chunk. An unchanged chunk keeps its bytes; while only numbers change, strings and tables
 * keep their positions.
 *
 * @throws RangeError where a number is too large for its field, or a list of fixed length has another one
 */
export function serializeSdbg(sdbg: Sdbg): Uint8Array {
  const { source, ...content } = sdbg;
  return unchangedBytes<SdbgData>(sdbg) ?? (source && inPlace(content, source.bytes)) ?? anew(content);
}

function inPlace(content: SdbgData, before: Uint8Array): Uint8Array | undefined {
  const bytes = before.slice();
  writeNumbers(new DataView(bytes.buffer), viewOf(before), SDBG_RECORD, 0, content);
  return sameData(readRecord(viewOf(bytes), SDBG_RECORD, 0), content) ? bytes : undefined;
}

function viewOf(payload: Uint8Array): SdbgView {
  return new SdbgView(payload, 0, new Diagnostics());
}

/** Writes header, tables in the order of the header, integers, strings. */
function anew(content: SdbgData): Uint8Array {
  for (const { lengths, strides } of content.variables)
    if (lengths.length !== strides.length) throw new RangeError('a variable has as many lengths as strides');
  const tables: Uint8Array[] = [];
  const integers: number[] = [];
  let strings = '';
  let size = 0;
  const known = new Map<string, number>();
  const target: RecordTarget = {
    text: (value) => {
      let at = known.get(value);
      if (at === undefined) {
        at = strings.length;
        known.set(value, at);
        strings += `${value}\0`;
      }
      return at;
    },
    integers: (values) => {
      const at = 4 * integers.length;
      for (const value of values) integers.push(value);
      return at;
    },
    table: (layout, records) => {
      const at = size;
      for (const record of records) tables.push(recordBytes(layout, record, target));
      size += layout.size * records.length;
      return at;
    },
  };
  const header = recordBytes(SDBG_RECORD, content, target);
  const view = new DataView(header.buffer);
  view.setUint32(SDBG_HEADER.size, SDBG_HEADER_SIZE, true);
  view.setUint32(SDBG_HEADER.integers, size, true);
  view.setUint32(SDBG_HEADER.texts, size + 4 * integers.length, true);
  const stringsAt = SDBG_HEADER_SIZE + size + 4 * integers.length;
  const bytes = new Uint8Array((stringsAt + strings.length + 3) & ~3);
  bytes.set(header);
  let at = SDBG_HEADER_SIZE;
  for (const record of tables) {
    bytes.set(record, at);
    at += record.byteLength;
  }
  const words = new DataView(bytes.buffer);
  for (const [i, value] of integers.entries()) words.setUint32(at + 4 * i, value, true);
  bytes.set(latin1Bytes(strings), stringsAt);
  return bytes;
}
