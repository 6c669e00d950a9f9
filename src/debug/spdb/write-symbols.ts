/**
 * Writes the stream of a module: symbols, then its files, lines and inlined functions, then the numbers of the global
 * symbols that it has. Layouts of records: the headers that Microsoft published (cvinfo.h); order and flags: oracle.
 *
 * Not for: types (write-types.ts), reading (symbols.ts, lines.ts).
 */

import { ByteWriter } from '../../base/byte-writer.ts';
import { latin1Bytes } from '../../base/words.ts';
import { md5 } from '../../container/digest.ts';
import { LOCAL_FLAG, SUBSECTION, SYMBOL } from './codeview.ts';
import type {
  NewCall,
  NewDatabase,
  NewFunction,
  NewLine,
  NewLocal,
  NewLocation,
  NewSpan,
  NewStatic,
} from './new-database.ts';
import type { TypeStreamWriter } from './write-types.ts';

/** The two streams of types. */
export interface TypeStreams {
  readonly types: TypeStreamWriter;
  readonly ids: TypeStreamWriter;
}

/** A stream of a module with the sizes of its parts. */
export interface ModuleStream {
  readonly bytes: Uint8Array;
  readonly symbolBytes: number;
  readonly lineBytes: number;
  /** The offsets of the functions. */
  readonly functions: readonly number[];
  /** The records of static variables. */
  readonly statics: readonly Uint8Array[];
}

const SIGNATURE = 4;
/** The language HLSL, and the flag for code that has been edited, which the compiler always has. */
const COMPILE_FLAGS = 0x110;
const MACHINE_D3D11 = 0x100;
const PROCEDURE_FLAGS = 0xa0;
/** The section of the program. */
const SECTION = 1;
const MD5 = 1;
const STATEMENT = 0x8000_0000;
/** Limits of fields. */
const MAX_LENGTH = 0xffff;
const MAX_COLUMN = 0xffff;
const MAX_LINE = 0xff_ffff;
const MAX_LINES = 0x7f;
/** A slot that a variable does not have. */
const NO_SLOT = 0xffff;
/** Bits of a location: indices, a part of the variable. */
const PARTIAL = 4;

/** @param fileNames offsets of the names of files in the stream `/names` */
export function moduleStream(
  database: NewDatabase,
  { types, ids }: TypeStreams,
  fileNames: readonly number[],
): ModuleStream {
  const symbols = new SymbolWriter(types, ids);
  symbols.header(database);
  for (const one of database.functions) symbols.function(one);
  const { writer } = symbols;
  const statics = database.statics.map((one) => staticRecord(one, types));
  for (const record of statics) writer.raw(record);
  const symbolBytes = writer.at;
  const files = filesTable(database, fileNames);
  subsection(writer, SUBSECTION.files, files.bytes);
  subsection(writer, SUBSECTION.lines, linesTable(database, files.offsets));
  if (symbols.inlinees.size > 0)
    subsection(writer, SUBSECTION.inlinees, inlineesTable(symbols.inlinees, files.offsets));
  const lineBytes = writer.at - symbolBytes;
  // No global symbols.
  writer.u32(0);
  return { bytes: writer.bytes, symbolBytes, lineBytes, functions: symbols.functions, statics };
}

/** The bytes of a symbol. Records begin at multiples of 4, and their length has two bytes. */
export function symbolRecord(kind: number, write: (writer: ByteWriter) => void): Uint8Array {
  const body = new ByteWriter();
  body.u16(kind);
  write(body);
  while (body.at % 4 !== 2) body.u8(0);
  const record = new ByteWriter();
  record.u16(body.at);
  record.raw(body.bytes);
  return record.bytes;
}

function staticRecord({ name, type, register, offset }: NewStatic, types: TypeStreamWriter): Uint8Array {
  return symbolRecord(SYMBOL.S_LDATA_HLSL, (writer) => {
    writer.u32(types.type(type));
    for (const number of [register, 0, offset, NO_SLOT, NO_SLOT, NO_SLOT]) writer.u16(number);
    writer.text(name);
  });
}

class SymbolWriter {
  readonly writer = new ByteWriter();
  readonly functions: number[] = [];
  /** Calls by the number of their function. */
  readonly inlinees = new Map<number, NewCall>();

  constructor(
    readonly types: TypeStreamWriter,
    readonly ids: TypeStreamWriter,
  ) {}

  /** Writes a record; returns its offset. */
  #record(kind: number, write: (writer: ByteWriter) => void): number {
    const { at } = this.writer;
    this.writer.raw(symbolRecord(kind, write));
    return at;
  }

  header({ compiler, arguments: pairs }: NewDatabase): void {
    this.writer.u32(SIGNATURE);
    this.#record(SYMBOL.S_COMPILE3, (writer) => {
      writer.u32(COMPILE_FLAGS);
      writer.u16(MACHINE_D3D11);
      for (let i = 0; i < VERSION_NUMBERS; i++) writer.u16(0);
      writer.text(compiler);
    });
    this.#record(SYMBOL.S_ENVBLOCK, (writer) => {
      writer.u8(1);
      for (const { name, value } of pairs) {
        writer.text(name);
        writer.text(value);
      }
      writer.u8(0);
    });
  }

  function({ name, type, start, end, locals, calls }: NewFunction): void {
    const length = end - start;
    const at = this.#record(SYMBOL.S_GPROC32, (writer) => {
      writer.u32s(0, 0, 0, length, 0, length, this.types.functionType(type.result, type.parameters), start);
      writer.u16(SECTION);
      writer.u8(PROCEDURE_FLAGS);
      writer.text(name);
    });
    this.functions.push(at);
    for (const local of locals) this.#local(local);
    for (const call of calls) this.#call(call, at, start);
    this.#end(at, SYMBOL.S_END);
  }

  /** @param start the first byte of the function around it */
  #call(call: NewCall, parent: number, start: number): void {
    const type = this.types.functionType(call.type.result, call.type.parameters);
    const id = this.ids.functionId(type, call.name);
    if (!this.inlinees.has(id)) this.inlinees.set(id, call);
    const { file, line } = this.inlinees.get(id)!;
    const at = this.#record(SYMBOL.S_INLINESITE, (writer) => {
      writer.u32s(parent, 0, id);
      annotations(writer, call.lines, { file, line, start });
    });
    for (const local of call.locals) this.#local(local);
    for (const inner of call.calls) this.#call(inner, at, start);
    this.#end(at, SYMBOL.S_INLINESITE_END);
  }

  /** Ends a scope, and notes its end in its first record. */
  #end(scope: number, kind: number): void {
    const end = this.#record(kind, () => {});
    this.writer.patch(scope + END_OFFSET, end);
  }

  #local({ name, type, isParameter, isResult, locations }: NewLocal): void {
    const flags =
      (isParameter ? LOCAL_FLAG.parameter : 0) |
      (isResult ? LOCAL_FLAG.returned : 0) |
      (locations.some(({ part }) => part !== undefined) ? LOCAL_FLAG.aggregate : 0) |
      (locations.length === 0 ? LOCAL_FLAG.optimizedOut : 0);
    this.#record(SYMBOL.S_LOCAL, (writer) => {
      writer.u32(this.types.type(type));
      writer.u16(flags);
      writer.text(name);
    });
    for (const location of locations) this.#location(location);
  }

  #location({ register, indices, part, start, end }: NewLocation): void {
    for (let from = start; from < end; from += MAX_LENGTH)
      this.#record(SYMBOL.S_DEFRANGE_HLSL, (writer) => {
        writer.u16(register);
        writer.u16(indices.length | (part === undefined ? 0 : PARTIAL));
        writer.u16(part?.offset ?? 0);
        writer.u16(part?.size ?? 4);
        writer.u32(from);
        writer.u16(SECTION);
        writer.u16(Math.min(end - from, MAX_LENGTH));
        writer.u32s(...indices);
      });
  }
}

/** Versions of the front end and the back end, four numbers each. */
const VERSION_NUMBERS = 8;
/** The offset of a scope's end in its record. */
const END_OFFSET = 8;

// --- annotations of calls -------------------------------------------------------------------------------------------

const ANNOTATION = { start: 1, file: 5, line: 6, kind: 8, column: 9, range: 12, columnEnd: 13 } as const;

/** The parts of the program that come from a call: first the statements, then the expressions. */
function annotations(
  writer: ByteWriter,
  lines: readonly NewLine[],
  origin: { readonly file: number; readonly line: number; readonly start: number },
): void {
  const state = { ...origin, column: 0, columnEnd: 0 };
  const put = (operation: number, value: number) => {
    compressed(writer, operation);
    compressed(writer, value);
  };
  const span = (one: NewSpan) => {
    const line = Math.min(one.line, MAX_LINE);
    const column = Math.min(one.column, MAX_COLUMN);
    const columnEnd = Math.min(one.columnEnd, MAX_COLUMN);
    if (column !== state.column) put(ANNOTATION.column, column);
    if (columnEnd !== state.columnEnd) put(ANNOTATION.columnEnd, columnEnd);
    if (line !== state.line) put(ANNOTATION.line, signed(line - state.line));
    Object.assign(state, { line, column, columnEnd });
  };
  for (const part of ['statement', 'expression'] as const) {
    if (part === 'expression') put(ANNOTATION.kind, 0);
    let at = origin.start;
    for (let i = 0; i < lines.length; i++) {
      const first = lines[i]!;
      // Another file is named by the call around it.
      if (first[part].file !== origin.file) continue;
      while (lines[i + 1]?.start === lines[i]!.end && isSameSpan(lines[i + 1]![part], first[part])) i++;
      const { end } = lines[i]!;
      span(first[part]);
      // The first range counts from the start of the function, a start from that of the section.
      if (first.start < at) {
        put(ANNOTATION.start, first.start);
        at = first.start;
      }
      put(ANNOTATION.range, end - first.start);
      compressed(writer, first.start - at);
      at = first.start;
    }
    if (part === 'statement' && lines.length > 0) {
      put(ANNOTATION.start, lines[0]!.start);
      origin = { ...origin, start: lines[0]!.start };
    }
  }
}

function isSameSpan(a: NewSpan, b: NewSpan): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column && a.columnEnd === b.columnEnd;
}

function signed(value: number): number {
  return value < 0 ? (-value << 1) | 1 : value << 1;
}

/** A number of 1, 2 or 4 bytes by its first bits. */
function compressed(writer: ByteWriter, value: number): void {
  if (value < 0x80) writer.u8(value);
  else if (value < 0x4000) {
    writer.u8(0x80 | (value >>> 8));
    writer.u8(value);
  } else {
    writer.u8(0xc0 | (value >>> 24));
    writer.u8(value >>> 16);
    writer.u8(value >>> 8);
    writer.u8(value);
  }
}

// --- lines ----------------------------------------------------------------------------------------------------------

function subsection(writer: ByteWriter, kind: number, bytes: Uint8Array): void {
  writer.u32s(kind, bytes.byteLength);
  writer.raw(bytes);
  writer.align();
}

/** The table of files, and the offset of each in it. */
function filesTable(
  { files }: NewDatabase,
  names: readonly number[],
): { readonly bytes: Uint8Array; readonly offsets: number[] } {
  const writer = new ByteWriter();
  const offsets = files.map(({ source }, i) => {
    const { at } = writer;
    const checksum = source === null ? new Uint8Array(0) : md5(latin1Bytes(source));
    writer.u32(names[i]!);
    writer.u8(checksum.byteLength);
    writer.u8(source === null ? 0 : MD5);
    writer.raw(checksum);
    writer.align();
    return at;
  });
  return { bytes: writer.bytes, offsets };
}

interface LineRecord {
  readonly offset: number;
  readonly span: NewSpan;
  readonly flag: number;
}

/** Two records an instruction, its statement and its expression; those of a file that follow each other are a block. */
function linesTable({ lines, program }: NewDatabase, offsets: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(0);
  writer.u16(SECTION);
  const hasColumns = 1;
  writer.u16(hasColumns);
  writer.u32(program.byteLength);
  let records: LineRecord[] = [];
  const add = (offset: number, span: NewSpan, flag: number) => {
    const file = records[0]?.span.file;
    if (file !== undefined && file !== span.file) {
      lineBlock(writer, records, offsets[file]!);
      records = [];
    }
    records.push({ offset, span, flag });
  };
  for (const { start, statement, expression } of lines) {
    add(start, statement, STATEMENT);
    add(start, expression, 0);
  }
  if (records.length > 0) lineBlock(writer, records, offsets[records[0]!.span.file]!);
  return writer.bytes;
}

function lineBlock(writer: ByteWriter, records: readonly LineRecord[], file: number): void {
  writer.u32s(file, records.length, BLOCK_HEADER_SIZE + RECORD_SIZE * records.length);
  for (const { offset, span, flag } of records) {
    const line = Math.min(span.line, MAX_LINE);
    const more = Math.min(Math.max(span.lineEnd - span.line, 0), MAX_LINES);
    writer.u32s(offset, (flag | (more << 24) | line) >>> 0);
  }
  for (const { span } of records) {
    writer.u16(Math.min(span.column, MAX_COLUMN));
    writer.u16(Math.min(span.columnEnd, MAX_COLUMN));
  }
}

const BLOCK_HEADER_SIZE = 12;
/** Bytes of a line and its columns. */
const RECORD_SIZE = 12;

function inlineesTable(inlinees: ReadonlyMap<number, NewCall>, offsets: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(0);
  for (const [id, { file, line }] of inlinees) writer.u32s(id, offsets[file]!, line);
  return writer.bytes;
}
