/**
 * What the DWORDs of the smaller chunks are: signatures, statistics, feature bits, class linkage, libraries, the tables before
 * programs of feature level 9, the name of the debug file.
 *
 * The table at the end names the explanation of each kind of chunk and its reader, which reports faults.
 *
 * Not for: validating the values.
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { readAon9 } from '../aon9.ts';
import { readIldn } from '../debug-name.ts';
import type { Chunk, Container } from '../dxbc.ts';
import { readDxilProgram, readHash, readVers } from '../dxil.ts';
import { readIfce } from '../ifce.ts';
import { readLfs0, readLibh } from '../library.ts';
import { readPsv0 } from '../psv0.ts';
import { readRdat } from '../rdat.ts';
import { readRdef } from '../rdef.ts';
import { readRts0 } from '../rts0.ts';
import { FEATURES, readSfi0 } from '../sfi0.ts';
import { readSignature, signatureElementSize } from '../signature.ts';
import { readStat, STAT_FIELDS } from '../stat.ts';
import { type ChunkName, TAG } from '../tags.ts';
import { explainCompiler, explainDxilProgram, explainHash } from './dxil.ts';
import type { Payload } from './payload.ts';
import { explainRdef } from './rdef.ts';
import {
  byteCount,
  decimal,
  dword,
  flags,
  halves,
  hexadecimal,
  mask,
  name,
  quarters,
  type RecordRow,
  right,
} from './records.ts';
import { explainRts0 } from './rts0.ts';

/** Marks the records in the payload of a chunk with `tag`. */
export type ChunkExplainer = (payload: Payload, tag: number) => void;

const COUNT_AND_OFFSET = (what: string): RecordRow => [
  dword(what, decimal),
  dword(`offset of the ${what}`, hexadecimal),
];

const ELEMENT: RecordRow = [
  dword('offset of the semantic', name),
  dword('semantic index', decimal),
  dword('system value', decimal),
  dword('component type', decimal),
  dword('register', hexadecimal),
  right(
    quarters(['mask', mask], ['read or never written', mask], ['unused'], ['unused']),
    ...[undefined, undefined, 0, 0],
  ),
];
const ELEMENT_WITH_STREAM: RecordRow = [dword('stream', decimal), ...ELEMENT];
const ELEMENT_WITH_PRECISION: RecordRow = [...ELEMENT_WITH_STREAM, dword('minimum precision', decimal)];

const signature: ChunkExplainer = (payload, tag) => {
  if (!payload.record(0, COUNT_AND_OFFSET('elements'), 'header')) return;
  const size = signatureElementSize(tag);
  const rows = [ELEMENT, ELEMENT_WITH_STREAM, ELEMENT_WITH_PRECISION].find((rows) => 4 * rows.length === size)!;
  const semantic = 4 * rows.indexOf(ELEMENT[0]!);
  payload.table(payload.u32(4), payload.u32(0), rows, 'element', (at, record) =>
    payload.text(payload.u32(at + semantic), `semantic of ${record}`),
  );
};

const STATISTICS: RecordRow = Object.entries(STAT_FIELDS)
  .sort(([, a], [, b]) => a - b)
  .map(([field]) => dword(field, decimal));

const statistics: ChunkExplainer = (payload) => {
  payload.record(0, STATISTICS.slice(0, payload.size >>> 2), 'statistics');
};

const FEATURE_BITS: RecordRow = [flags(FEATURES, 'others'), dword('others', hexadecimal)];

const features: ChunkExplainer = (payload) => {
  payload.record(0, FEATURE_BITS, 'features');
};

const LINKAGE: RecordRow = [
  dword('instances', decimal),
  dword('types', decimal),
  dword('records of interface slots', decimal),
  dword('interface slots', decimal),
  dword('offset of the instances', hexadecimal),
  dword('offset of the types', hexadecimal),
  dword('offset of the records of interface slots', hexadecimal),
  dword('unknown', hexadecimal),
  dword('unknown', hexadecimal),
];
const CLASS_TYPE: RecordRow = [
  dword('offset of the name', name),
  halves('reserved', 'stride of constants', decimal, decimal),
  halves('stride of textures', 'stride of samplers', decimal, decimal),
];
const INSTANCE: RecordRow = [
  dword('offset of the name', name),
  halves('type', 'elements', decimal, decimal),
  halves('constant buffer', 'offset in the constant buffer', hexadecimal, decimal),
  halves('texture', 'sampler', hexadecimal, hexadecimal),
];
const SLOTS: RecordRow = [
  dword('slots', decimal),
  dword('types', decimal),
  dword('offset of the type ids', hexadecimal),
  dword('offset of the table ids', hexadecimal),
];
const TYPE_IDS = halves('type id', 'type id', decimal, decimal);
const TABLE_ID = dword('table id', decimal);

const linkage: ChunkExplainer = (payload) => {
  if (!payload.record(0, LINKAGE, 'header')) return;
  const named = (at: number, record: string) => payload.text(payload.u32(at), `name of ${record}`);
  payload.table(payload.u32(20), payload.u32(4), CLASS_TYPE, 'type', named);
  payload.table(payload.u32(16), payload.u32(0), INSTANCE, 'instance', named);
  payload.table(payload.u32(24), payload.u32(8), SLOTS, 'interface slots', (at, record) => {
    const count = payload.u32(at + 4);
    // An odd one shares its DWORD with padding.
    payload.dwords(payload.u32(at + 8), Math.ceil(count / 2), TYPE_IDS, `type ids of ${record}`);
    payload.dwords(payload.u32(at + 12), count, TABLE_ID, `table ids of ${record}`);
  });
};

const LIBRARY: RecordRow = [
  dword('unknown', decimal),
  dword('offset of the name of the compiler', name),
  dword('flags', hexadecimal),
  ...COUNT_AND_OFFSET('functions'),
];
const FUNCTION: RecordRow = [dword('programs of feature level 9', hexadecimal), dword('offset of the name', name)];

const library: ChunkExplainer = (payload) => {
  if (!payload.record(0, LIBRARY, 'header')) return;
  payload.text(payload.u32(4), 'name of the compiler');
  payload.table(payload.u32(16), payload.u32(12), FUNCTION, 'function', (at, record) =>
    payload.text(payload.u32(at + 4), `name of ${record}`),
  );
};

const PARAMETER: RecordRow = [
  dword('offset of the name', name),
  dword('offset of the semantic', name),
  dword('type', decimal),
  dword('class', decimal),
  dword('rows', decimal),
  dword('columns', decimal),
  dword('interpolation', decimal),
  dword('flags', hexadecimal),
  dword('first register in', hexadecimal),
  dword('first component in', decimal),
  dword('first register out', hexadecimal),
  dword('first component out', decimal),
];

const functionSignature: ChunkExplainer = (payload) => {
  if (!payload.record(0, COUNT_AND_OFFSET('parameters'), 'header')) return;
  payload.table(payload.u32(4), payload.u32(0), PARAMETER, 'parameter', (at, record) => {
    payload.text(payload.u32(at), `name of ${record}`);
    payload.text(payload.u32(at + 4), `semantic of ${record}`);
  });
};

const table = (what: string) => halves(what, `offset of the ${what}`, decimal, hexadecimal);
const LEVEL_9: RecordRow = [
  dword('size', byteCount),
  dword('version of the program', hexadecimal),
  dword('size of the program', byteCount),
  dword('offset of the program', hexadecimal),
  table('constant mappings'),
  table('integer mappings'),
  table('bool mappings'),
  table('sampler mappings'),
  table('runtime mappings'),
];
const CONSTANT_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('registers', 'target register', decimal, decimal),
  quarters(['type of x'], ['type of y'], ['type of z'], ['type of w']),
];
const SCALAR_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('component', 'target register', decimal, decimal),
];
const SAMPLER_MAPPING: RecordRow = [
  right(
    quarters(['source resource', decimal], ['source sampler', decimal], ['target sampler', decimal], ['unused']),
    ...[undefined, undefined, undefined, 0],
  ),
];
const RUNTIME_MAPPING: RecordRow = [halves('what', 'target register', decimal, decimal)];
const MAPPINGS: readonly (readonly [RecordRow, string])[] = [
  [CONSTANT_MAPPING, 'constant mapping'],
  [SCALAR_MAPPING, 'integer mapping'],
  [SCALAR_MAPPING, 'bool mapping'],
  [SAMPLER_MAPPING, 'sampler mapping'],
  [RUNTIME_MAPPING, 'runtime mapping'],
];
/** Where the table of tables begins in the header, in bytes. */
const TABLES = 16;

const level9: ChunkExplainer = (payload) => {
  if (!payload.record(0, LEVEL_9, 'header')) return;
  for (const [i, [rows, what]] of MAPPINGS.entries()) {
    const at = TABLES + 4 * i;
    payload.table(payload.u16(at + 2), payload.u16(at), rows, what);
  }
};

/** Byte offset of the program's offset in a chunk of feature level 9. */
export const LEVEL9_PROGRAM_OFFSET = 12;

const DEBUG_NAME: RecordRow = [halves('flags', 'length of the name', hexadecimal, decimal)];

const debugName: ChunkExplainer = (payload) => {
  if (payload.record(0, DEBUG_NAME, 'header')) payload.text(4 * DEBUG_NAME.length, 'name of the debug file');
};

/** What is known of a kind of chunk. */
export interface ChunkRow {
  /** Absent: its payload is shown as data. */
  readonly explain?: ChunkExplainer;
  /** Reports what is wrong with the chunk. */
  readonly read?: (container: Container, chunk: Chunk, diagnostics: Diagnostics) => unknown;
}

const BY_NAME: Readonly<Partial<Record<ChunkName, ChunkRow>>> = {
  RDEF: { explain: explainRdef, read: readRdef },
  ISGN: { explain: signature, read: readSignature },
  ISG1: { explain: signature, read: readSignature },
  OSGN: { explain: signature, read: readSignature },
  OSG5: { explain: signature, read: readSignature },
  OSG1: { explain: signature, read: readSignature },
  PCSG: { explain: signature, read: readSignature },
  PSG1: { explain: signature, read: readSignature },
  STAT: { explain: statistics, read: readStat },
  SFI0: { explain: features, read: readSfi0 },
  IFCE: { explain: linkage, read: readIfce },
  RTS0: { explain: explainRts0, read: readRts0 },
  LIBH: { explain: library, read: readLibh },
  LFS0: { explain: functionSignature, read: readLfs0 },
  Aon9: { explain: level9, read: readAon9 },
  XNAS: { explain: level9, read: readAon9 },
  XNAP: { explain: level9, read: readAon9 },
  ILDN: { explain: debugName, read: readIldn },
  DXIL: { explain: explainDxilProgram, read: readDxilProgram },
  ILDB: { explain: explainDxilProgram, read: readDxilProgram },
  HASH: { explain: explainHash, read: readHash },
  VERS: { explain: explainCompiler, read: readVers },
  PSV0: { read: readPsv0 },
  RDAT: { read: readRdat },
};

/** By tag; all other chunks are data. */
const BY_TAG: ReadonlyMap<number, ChunkRow> = new Map(
  Object.entries(BY_NAME).map(([name, row]) => [TAG[name as ChunkName], row]),
);

/**
 * What is known of chunks with `tag`; undefined where nobody knows what they are.
 *
 * @param dxil whether the container is of shader model 6, where the statistics are a program
 */
export function chunkRow(tag: number, dxil: boolean): ChunkRow | undefined {
  return BY_TAG.get(dxil && tag === TAG.STAT ? TAG.DXIL : tag);
}
