/**
 * The comment DBUG as typed data: read, and written back; and a view of its bytes. Microsoft's reader checks no offset,
 * so that what a damaged one refers to may lie anywhere in the shader (source: oracle); this one reads the words of the
 * shader, and nothing outside.
 *
 * Not for: the common model (content.ts), or comments in token streams (`sm1CommentData`, `setSm1Comment`).
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { getOrInsert } from '../../base/collections.ts';
import { Diagnostics, type ParseResult, parse } from '../../base/diagnostics.ts';
import { bytesOf, latin1Text, u16At, u32At, wordsOf } from '../../base/words.ts';
import { type CtabType, CtabTypeWriter, ctabTypeReader } from '../../chunks/ctab.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../../container/chunk-writer.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { DX0200, DX0201, DX0202 } from '../messages.ts';
import { type RecordOf, type RecordSource, readRecord, sameData, writeNumbers } from '../records.ts';
import {
  DBUG_HEADER,
  DBUG_HEADER_SIZE,
  DBUG_LINE,
  DBUG_LINE_SIZE,
  DBUG_NO_ELEMENT,
  DBUG_VARIABLE,
  DBUG_VARIABLE_SIZE,
  DBUG_WRITE,
  DBUG_WRITE_SIZE,
} from './layout.ts';

export class DbugView implements RecordSource {
  readonly #bytes: Uint8Array;
  readonly #diagnostics: Diagnostics;
  /** Byte offset of the header in the shader. */
  readonly start: number;
  /** Bytes from the header to the end of the comment. */
  readonly size: number;
  /** Bytes from the header to the end of the shader. */
  readonly available: number;
  /** Characters that may still be read: strings may share bytes. */
  #charactersLeft: number;
  /** Bytes of lists that may still be read. */
  #bytesLeft: number;

  /**
   * @param start and `end`: DWORD indices in `words`
   * @param diagnostics spans are bytes from the first word
   */
  constructor(words: Uint32Array, start: number, end: number, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics.at(4 * start);
    this.#bytes = bytesOf(words);
    this.start = 4 * start;
    this.size = 4 * (end - start);
    this.available = this.#bytes.byteLength - this.start;
    this.#charactersLeft = 0x1_0000 + 8 * this.available;
    this.#bytesLeft = 0x1_0000 + 8 * this.available;
  }

  /**
   * The first DBUG comment of the stream in `words`; undefined where there is none, or it is too short for a header.
   * Reports tables that do not lie in the shader.
   */
  static find(words: Uint32Array, diagnostics: Diagnostics): DbugView | undefined {
    const span = findSm1Comment(words, Sm1CommentTag.debug);
    return span && DbugView.of(words, span.start, span.end, diagnostics);
  }

  /** Opens the comment whose payload is between these DWORD indices. */
  static of(words: Uint32Array, start: number, end: number, diagnostics: Diagnostics): DbugView | undefined {
    const size = 4 * (end - start);
    if (size < DBUG_HEADER_SIZE) {
      diagnostics.report(DX0200, 4 * start, 4 * end, { size, expected: DBUG_HEADER_SIZE });
      return undefined;
    }
    const view = new DbugView(words, start, end, diagnostics);
    view.#table('files', DBUG_HEADER.fileCount, DBUG_HEADER.files, 4);
    view.#table('lines', DBUG_HEADER.lineCount, DBUG_HEADER.lines, DBUG_LINE_SIZE);
    view.#table('variables', DBUG_HEADER.variableCount, DBUG_HEADER.variables, DBUG_VARIABLE_SIZE);
    return view;
  }

  /** The bytes from the header to the end of the shader. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.start);
  }

  /** {@link text}, '' outside of the shader. */
  textOf(at: number, _length: number | undefined, what: string): string {
    return this.text(at, what) ?? '';
  }

  tableAt(offset: number): number {
    return offset;
  }

  integersAt(offset: number): number {
    return offset;
  }

  /** Lists may share bytes, but not without end. */
  take(count: number, at: number, size: number): number {
    const taken = Math.min(this.count(count, at, size), Math.floor(this.#bytesLeft / size));
    this.#bytesLeft -= taken * size;
    return taken;
  }

  /** Reports the table whose count and offset are at these offsets of the header, if it does not lie in the shader. */
  #table(what: string, countAt: number, offsetAt: number, size: number): void {
    const count = this.u32(countAt);
    const offset = this.u32(offsetAt);
    const available = this.count(count, offset, size);
    if (available < count)
      this.#diagnostics.report(DX0201, countAt, countAt + 8, { count, what, offset, room: available });
  }

  has(offset: number, size: number): boolean {
    return offset + size <= this.available;
  }

  /** 0 past the end, as {@link u16} is. */
  u32(offset: number): number {
    return u32At(this.#bytes, this.start + offset);
  }

  u16(offset: number): number {
    return u16At(this.#bytes, this.start + offset);
  }

  /** How many of `count` records of `size` bytes from `offset` on the shader has. */
  count(count: number, offset: number, size: number): number {
    return Math.max(0, Math.min(count, Math.floor((this.available - offset) / size)));
  }

  /**
   * The text whose offset is at `at`, up to its NUL or the end of the shader; undefined, with a report that names it
   * `what`, outside of the shader.
   */
  text(at: number, what: string): string | undefined {
    const offset = this.u32(at);
    if (offset >= this.available) {
      this.#diagnostics.report(DX0202, at, at + 4, { what, offset });
      return undefined;
    }
    const from = this.start + offset;
    const end = this.#bytes.indexOf(0, from);
    const until = Math.min(end < 0 ? this.#bytes.byteLength : end, from + this.#charactersLeft);
    this.#charactersLeft -= until - from;
    return latin1Text(this.#bytes, from, until);
  }
}

/** The content of one component of a destination. */
export interface DbugHeld {
  /** Offset of the variable's record. */
  readonly variable: number;
  /** Component of the variable. */
  readonly element: number;
}

/** For each component of a destination what it holds; a hole where nothing is known. */
export type DbugHolding = (DbugHeld | undefined)[];

/** Records that are read at most, as a multiple of those that fit into the shader: lists may share bytes. */
const BUDGET = 4;

/** Returns the content of the destination of each instruction, by the index of its line record. */
export function dbugHoldings(view: DbugView): Map<number, DbugHolding> {
  const holdings = new Map<number, DbugHolding>();
  const first = view.u32(DBUG_HEADER.variables);
  const count = view.count(view.u32(DBUG_HEADER.variableCount), first, DBUG_VARIABLE_SIZE);
  let left = Math.ceil((BUDGET * view.available) / DBUG_WRITE_SIZE);
  for (let i = 0; i < count && left > 0; i++) {
    const variable = first + DBUG_VARIABLE_SIZE * i;
    const writes = view.u32(variable + DBUG_VARIABLE.writes);
    const found = view.count(view.u32(variable + DBUG_VARIABLE.writeCount), writes, DBUG_WRITE_SIZE);
    const seen = new Set<number>();
    for (let k = 0; k < found && left > 0; k++, left--) {
      const write = writes + DBUG_WRITE_SIZE * k;
      const line = view.u32(write + DBUG_WRITE.line);
      if (seen.has(line)) continue;
      seen.add(line);
      const holding = getOrInsert(holdings, line, () => [undefined, undefined, undefined, undefined]);
      for (let component = 0; component < 4; component++) {
        const element = view.u16(write + DBUG_WRITE.elements + 2 * component);
        if (element !== DBUG_NO_ELEMENT) holding[component] = { variable, element };
      }
    }
  }
  return holdings;
}

const RECORD = {
  size: DBUG_HEADER_SIZE,
  fields: {
    creator: { kind: 'optionalText', at: DBUG_HEADER.creator },
    reserved: { kind: 'u32', at: DBUG_HEADER.reserved },
    files: {
      kind: 'table',
      count: DBUG_HEADER.fileCount,
      at: DBUG_HEADER.files,
      of: { size: 4, fields: { name: { kind: 'text', at: 0 } } },
    },
    lines: {
      kind: 'table',
      count: DBUG_HEADER.lineCount,
      at: DBUG_HEADER.lines,
      of: {
        size: DBUG_LINE_SIZE,
        fields: {
          line: { kind: 'u16', at: DBUG_LINE.line },
          file: { kind: 'u16', at: DBUG_LINE.file },
          offset: { kind: 'u32', at: DBUG_LINE.offset },
        },
      },
    },
    variables: {
      kind: 'table',
      count: DBUG_HEADER.variableCount,
      at: DBUG_HEADER.variables,
      of: {
        size: DBUG_VARIABLE_SIZE,
        fields: {
          scope: { kind: 'optionalText', at: DBUG_VARIABLE.scope },
          name: { kind: 'optionalText', at: DBUG_VARIABLE.name },
          writes: {
            kind: 'table',
            count: DBUG_VARIABLE.writeCount,
            at: DBUG_VARIABLE.writes,
            of: {
              size: DBUG_WRITE_SIZE,
              fields: {
                line: { kind: 'u32', at: DBUG_WRITE.line },
                elements: { kind: 'u16s', at: DBUG_WRITE.elements, items: 4 },
              },
            },
          },
        },
      },
    },
    entryPoint: { kind: 'optionalText', at: DBUG_HEADER.entryPoint },
  },
} as const;

type DbugRecord = RecordOf<typeof RECORD>;
export type DbugFile = DbugRecord['files'][number];
/** An instruction that comes from a line; `offset` counts bytes from the version token. */
export type DbugLine = DbugRecord['lines'][number];
/** Index of a line, and which component of the variable each component of the destination holds; 0xffff for none. */
export type DbugWrite = DbugRecord['variables'][number]['writes'][number];

/** A variable, or part of the value that a function returns; `scope` is the function of a parameter. */
export type DbugVariable = DbugRecord['variables'][number] & {
  /** As constant tables have them; null where it has none. */
  readonly type: CtabType | null;
};

export interface DbugData extends Omit<DbugRecord, 'variables'> {
  readonly variables: readonly DbugVariable[];
}

/** The content of a comment DBUG. Strings have one character a byte. */
export interface Dbug extends DbugData {
  readonly source?: ChunkSource<DbugData>;
}

/** Returns the content of the comment of `view`; strings outside of the shader are empty. */
export function readDbug(view: DbugView): DbugData {
  const record = readRecord(view, RECORD, 0);
  const typeAt = ctabTypeReader(view.bytes);
  const first = view.u32(DBUG_HEADER.variables);
  const variables = record.variables.map((variable, i) => {
    const at = view.u32(first + DBUG_VARIABLE_SIZE * i + DBUG_VARIABLE.type);
    return { ...variable, type: at === 0 ? null : typeAt(at) };
  });
  return { ...record, variables };
}

/**
 * Reads the debug information of shader models 1 to 3: the bytes of the comment DBUG without its tag. The value is
 * undefined where they are too few for a header.
 */
export function parseDbug(bytes: ByteSource): ParseResult<Dbug> {
  const payload = toBytes(bytes, 'parseDbug');
  return parse((diagnostics) => {
    const content = contentOf(payload, diagnostics);
    return content && { ...content, source: { bytes: payload, content } };
  });
}

function contentOf(payload: Uint8Array, diagnostics: Diagnostics): DbugData | undefined {
  const view = viewOf(payload, diagnostics);
  return view && readDbug(view);
}

function viewOf(payload: Uint8Array, diagnostics: Diagnostics): DbugView | undefined {
  const words = wordsOf(payload);
  return DbugView.of(words, 0, words.length, diagnostics);
}

/**
 * Returns the payload of the comment. An unchanged comment keeps its bytes; while only numbers change, strings and
 * tables keep their positions. Everything else is laid out as Microsoft's compiler does.
 *
 * @throws RangeError where a number is too large for its field, or a text has a character that is no byte from 1 to 255
 */
export function serializeDbug(dbug: Dbug): Uint8Array {
  const { source, ...content } = dbug;
  return unchangedBytes<DbugData>(dbug) ?? (source && inPlace(content, source.bytes)) ?? writeDbug(content);
}

function inPlace(content: DbugData, before: Uint8Array): Uint8Array | undefined {
  const bytes = before.slice();
  const view = viewOf(before, new Diagnostics());
  if (view === undefined) return undefined;
  writeNumbers(new DataView(bytes.buffer), view, RECORD, 0, content as unknown as DbugRecord);
  return sameData(contentOf(bytes, new Diagnostics()), content) ? bytes : undefined;
}

/**
 * The payload of a comment as Microsoft's compiler lays it out: header; names of files and their offsets; lines;
 * strings, type and writes of each variable; variables; compiler (source: oracle).
 */
export function writeDbug({ creator, reserved, files, lines, variables, entryPoint }: DbugData): Uint8Array {
  const writer = new ChunkWriter();
  const types = new CtabTypeWriter(writer);
  const text = (value: string | null) => types.string(value ?? undefined);
  const table = (countAt: number, at: number, count: number, words: readonly number[]) => {
    writer.put32(countAt, count);
    if (count > 0) writer.put32(at, writer.list(words));
  };
  writer.reserve(DBUG_HEADER_SIZE);
  writer.put32(DBUG_HEADER.size, DBUG_HEADER_SIZE);
  writer.put32(DBUG_HEADER.reserved, reserved);
  const names = files.map(({ name }) => text(name));
  table(DBUG_HEADER.fileCount, DBUG_HEADER.files, files.length, names);
  const lineWords = lines.flatMap(({ line, file, offset }) => [pair(line, file), offset]);
  table(DBUG_HEADER.lineCount, DBUG_HEADER.lines, lines.length, lineWords);
  const records = variables.flatMap(({ scope, name, type, writes }) => {
    const [scopeAt, nameAt] = [text(scope), text(name)];
    const typeAt = type === null ? 0 : types.type(type);
    const words = writes.flatMap(({ line, elements: [a, b, c, d] }) => [line, pair(a!, b!), pair(c!, d!)]);
    return [scopeAt, nameAt, typeAt, writes.length, words.length === 0 ? 0 : writer.list(words)];
  });
  table(DBUG_HEADER.variableCount, DBUG_HEADER.variables, variables.length, records);
  writer.put32(DBUG_HEADER.entryPoint, text(entryPoint));
  writer.put32(DBUG_HEADER.creator, text(creator));
  writer.align();
  return writer.bytes();
}

/** Two numbers of 16 bits as a DWORD; @throws RangeError for others */
function pair(low: number, high: number): number {
  for (const value of [low, high])
    if (!Number.isInteger(value) || value < 0 || value > 0xffff) throw new RangeError(`${value} are no 16 bits`);
  return low + high * 0x1_0000;
}
