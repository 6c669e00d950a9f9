/**
 * The chunk SDBG as typed data: the table of its fields, by the offsets of view.ts; read, and written back. The names
 * of fields follow the structures of d3d10_1shader.h; indices stay indices.
 *
 * Not for: the common model (content.ts).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Bytes } from '../../base/words.ts';
import { chunkParser } from '../../container/chunk-view.ts';
import { type ChunkSource, unchangedBytes } from '../../container/chunk-writer.ts';
import type { Chunk, Container } from '../../container/dxbc.ts';
import {
  type RecordLayout,
  type RecordOf,
  type RecordTarget,
  readRecord,
  recordBytes,
  sameData,
  writeNumbers,
} from '../records.ts';
import {
  SDBG_FILE,
  SDBG_FILE_SIZE,
  SDBG_HEADER,
  SDBG_HEADER_SIZE,
  SDBG_HELD,
  SDBG_HELD_SIZE,
  SDBG_INPUT,
  SDBG_INPUT_SIZE,
  SDBG_INSTRUCTION,
  SDBG_INSTRUCTION_SIZE,
  SDBG_MAX_OUTPUTS,
  SDBG_OUTPUT,
  SDBG_OUTPUT_SIZE,
  SDBG_SCALAR,
  SDBG_SCALAR_SIZE,
  SDBG_SCOPE,
  SDBG_SCOPE_SIZE,
  SDBG_TOKEN,
  SDBG_TOKEN_SIZE,
  SDBG_VARIABLE,
  SDBG_VARIABLE_SIZE,
  SdbgView,
} from './view.ts';

const u32 = (at: number) => ({ kind: 'u32', at }) as const;
const text = (at: number, length?: number) =>
  (length === undefined ? { kind: 'text', at } : { kind: 'text', at, length }) as {
    readonly kind: 'text';
    readonly at: number;
    readonly length?: number;
  };
/** The count precedes the offset. */
const table = <Of extends RecordLayout>(at: number, of: Of) => ({ kind: 'table', at: at + 4, count: at, of }) as const;

/** A layout whose fields are all DWORDs. */
function numbers<Fields extends Readonly<Record<string, number>>>(size: number, offsets: Fields) {
  const fields = Object.fromEntries(Object.entries(offsets).map(([name, at]) => [name, u32(at)]));
  return { size, fields: fields as { readonly [K in keyof Fields]: ReturnType<typeof u32> } };
}

const HELD = /* @__PURE__ */ numbers(SDBG_HELD_SIZE, SDBG_HELD);

const OUTPUT = {
  size: SDBG_OUTPUT_SIZE,
  fields: {
    registerSet: u32(SDBG_OUTPUT.registerSet),
    register: u32(SDBG_OUTPUT.register),
    array: u32(SDBG_OUTPUT.array),
    components: { kind: 'u32s', at: SDBG_OUTPUT.components, items: 4 },
    held: { kind: 'records', at: SDBG_OUTPUT.held, items: 4, of: HELD },
    indexRegister: u32(SDBG_OUTPUT.indexRegister),
    indexComponent: u32(SDBG_OUTPUT.indexComponent),
  },
} as const satisfies RecordLayout;

const INSTRUCTION = {
  size: SDBG_INSTRUCTION_SIZE,
  fields: {
    id: u32(SDBG_INSTRUCTION.id),
    opcode: u32(SDBG_INSTRUCTION.opcode),
    outputCount: u32(SDBG_INSTRUCTION.outputCount),
    outputs: { kind: 'records', at: SDBG_INSTRUCTION.outputs, items: SDBG_MAX_OUTPUTS, of: OUTPUT },
    token: u32(SDBG_INSTRUCTION.token),
    nesting: u32(SDBG_INSTRUCTION.nesting),
    scopes: { kind: 'integers', count: SDBG_INSTRUCTION.scopes, at: SDBG_INSTRUCTION.scopes + 4 },
    accessed: { kind: 'integers', count: SDBG_INSTRUCTION.accessed, at: SDBG_INSTRUCTION.accessed + 4 },
  },
} as const satisfies RecordLayout;

const SCOPE = {
  size: SDBG_SCOPE_SIZE,
  fields: {
    type: u32(SDBG_SCOPE.type),
    name: text(SDBG_SCOPE.name, SDBG_SCOPE.nameLength),
    variables: { kind: 'integers', count: SDBG_SCOPE.count, at: SDBG_SCOPE.variables },
  },
} as const satisfies RecordLayout;

const VARIABLE = {
  size: SDBG_VARIABLE_SIZE,
  fields: {
    token: u32(SDBG_VARIABLE.token),
    kind: u32(SDBG_VARIABLE.kind),
    class: u32(SDBG_VARIABLE.class),
    rows: u32(SDBG_VARIABLE.rows),
    columns: u32(SDBG_VARIABLE.columns),
    members: u32(SDBG_VARIABLE.members),
    lengths: { kind: 'integers', count: SDBG_VARIABLE.dimensions, at: SDBG_VARIABLE.lengths },
    strides: { kind: 'integers', count: SDBG_VARIABLE.dimensions, at: SDBG_VARIABLE.strides },
    scalarCount: u32(SDBG_VARIABLE.scalarCount),
    firstScalar: u32(SDBG_VARIABLE.firstScalar),
  },
} as const satisfies RecordLayout;

/** The header and everything that it refers to. */
export const SDBG_RECORD = {
  size: SDBG_HEADER_SIZE,
  fields: {
    creator: text(SDBG_HEADER.creator),
    entryPoint: text(SDBG_HEADER.entryPoint),
    target: text(SDBG_HEADER.target),
    flags: u32(SDBG_HEADER.flags),
    files: table(SDBG_HEADER.files, {
      size: SDBG_FILE_SIZE,
      fields: {
        name: text(SDBG_FILE.name, SDBG_FILE.nameLength),
        data: text(SDBG_FILE.data, SDBG_FILE.dataLength),
      },
    }),
    instructions: table(SDBG_HEADER.instructions, INSTRUCTION),
    scalars: table(SDBG_HEADER.scalars, numbers(SDBG_SCALAR_SIZE, SDBG_SCALAR)),
    inputs: table(SDBG_HEADER.inputs, numbers(SDBG_INPUT_SIZE, SDBG_INPUT)),
    tokens: table(SDBG_HEADER.tokens, {
      size: SDBG_TOKEN_SIZE,
      fields: {
        file: u32(SDBG_TOKEN.file),
        line: u32(SDBG_TOKEN.line),
        column: u32(SDBG_TOKEN.column),
        text: text(SDBG_TOKEN.text, SDBG_TOKEN.length),
      },
    }),
    scopes: table(SDBG_HEADER.scopes, SCOPE),
    variables: table(SDBG_HEADER.variables, VARIABLE),
  },
} as const;

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
