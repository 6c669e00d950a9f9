/**
 * The comment DBUG as typed data: read, and written back.
 *
 * Not for: the common model (content.ts), or comments in token streams (`sm1CommentData`, `setSm1Comment`).
 */
import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { Diagnostics, type ParseResult, parse } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import { type CtabType, CtabTypeWriter, ctabTypeReader } from '../../chunks/ctab.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../../container/chunk-writer.ts';
import { type RecordOf, readRecord, sameData, writeNumbers } from '../records.ts';
import {
  DBUG_HEADER,
  DBUG_HEADER_SIZE,
  DBUG_LINE,
  DBUG_LINE_SIZE,
  DBUG_VARIABLE,
  DBUG_VARIABLE_SIZE,
  DBUG_WRITE,
  DBUG_WRITE_SIZE,
} from './layout.ts';
import { DbugView } from './view.ts';

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

/** The content of a comment DBUG. Texts have one character a byte. */
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
  return unchangedBytes<DbugData>(dbug) ?? (source && inPlace(content, source.bytes)) ?? anew(content);
}

function inPlace(content: DbugData, before: Uint8Array): Uint8Array | undefined {
  const bytes = before.slice();
  const view = viewOf(before, new Diagnostics());
  if (view === undefined) return undefined;
  writeNumbers(new DataView(bytes.buffer), view, RECORD, 0, content as unknown as DbugRecord);
  return sameData(contentOf(bytes, new Diagnostics()), content) ? bytes : undefined;
}

/**
 * Header; names of files and their offsets; lines; strings, type and writes of each variable; variables; compiler
 * (source: oracle).
 */
function anew({ creator, reserved, files, lines, variables, entryPoint }: DbugData): Uint8Array {
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
