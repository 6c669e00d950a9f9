/**
 * Explains the DWORDs of the smaller chunks: signatures, statistics, feature bits, libraries, the name of the debug
 * file.
 *
 * The table at the end names the explanation of each kind of chunk and its reader, which reports faults.
 *
 * Not for: validating the values.
 */

import {
  InterpolationMode,
  MinPrecision,
  ParameterFlag,
  Primitive,
  PrimitiveTopology,
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
  VariableClass,
} from '../base/d3d/enumerations.ts';
import { SystemValue } from '../base/d3d/system-values.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { readAon9 } from '../chunks/aon9.ts';
import { readIldn } from '../chunks/debug-name.ts';
import { readDxilProgram, readHash, readVers } from '../chunks/dxil.ts';
import { DXIL_SIGNATURE_TYPES } from '../chunks/dxil-names.ts';
import { readIfce } from '../chunks/ifce.ts';
import { readLfs0, readLibh } from '../chunks/library.ts';
import { readPsv0 } from '../chunks/psv0.ts';
import { readRdat } from '../chunks/rdat.ts';
import { readRdef } from '../chunks/rdef.ts';
import { readRts0 } from '../chunks/rts0.ts';
import { readSfi0 } from '../chunks/sfi0.ts';
import { readSignature, signatureElementSize } from '../chunks/signature.ts';
import { readStat, STAT_FIELDS, type StatField } from '../chunks/stat.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { type ChunkName, TAG } from '../container/tags.ts';
import { readEffect4 } from '../effects/fx4/read.ts';
import { explainAon9 } from './aon9.ts';
import { explainConstantTable } from './ctab.ts';
import { explainCompiler, explainDxilProgram, explainHash, featureBits } from './dxil.ts';
import { explainIfce } from './ifce.ts';
import type { Payload } from './payload.ts';
import { explainPsv0 } from './psv0.ts';
import { explainRdat } from './rdat.ts';
import { explainRdef } from './rdef.ts';
import {
  ALL_ONES,
  bitNames,
  decimal,
  dword,
  enumerated,
  except,
  flags,
  halves,
  hexadecimal,
  type Meaning,
  mask,
  name,
  named,
  quarters,
  type RecordRow,
  right,
  yesOrNo,
} from './records.ts';
import { explainRts0 } from './rts0.ts';

/** Marks the records in the payload of a chunk with `tag`. */
export type ChunkExplainer = (payload: Payload, tag: number) => void;

const COUNT_AND_OFFSET = (what: string): RecordRow => [
  dword(what, decimal),
  dword(`offset of the ${what}`, hexadecimal),
];

/** Of an element or parameter: system values may have no register. */
const REGISTER = except(ALL_ONES, 'none', decimal);

const ELEMENT: RecordRow = [
  dword('offset of the semantic', name),
  dword('semantic index', decimal),
  dword('system value', enumerated(SystemValue)),
  dword('component type', named(DXIL_SIGNATURE_TYPES)),
  dword('register', REGISTER),
  right(
    quarters(['mask', mask], ['read or never written', mask], ['unused'], ['unused']),
    ...[undefined, undefined, 0, 0],
  ),
];
const ELEMENT_WITH_STREAM: RecordRow = [dword('stream', decimal), ...ELEMENT];
const ELEMENT_WITH_PRECISION: RecordRow = [
  ...ELEMENT_WITH_STREAM,
  dword('minimum precision', enumerated(MinPrecision)),
];

const signature: ChunkExplainer = (payload, tag) => {
  if (!payload.record(0, COUNT_AND_OFFSET('elements'), 'header')) return;
  const size = signatureElementSize(tag);
  const rows = [ELEMENT, ELEMENT_WITH_STREAM, ELEMENT_WITH_PRECISION].find((rows) => 4 * rows.length === size)!;
  const semantic = 4 * rows.indexOf(ELEMENT[0]!);
  payload.table(payload.u32(4), payload.u32(0), rows, 'element', (at, record) =>
    payload.text(payload.u32(at + semantic), `semantic of ${record}`),
  );
};

/** The statistics that are not counts. */
const STATISTIC_MEANINGS: Partial<Record<StatField, Meaning>> = {
  inputPrimitive: enumerated(Primitive),
  gsOutputTopology: enumerated(PrimitiveTopology),
  sampleFrequency: yesOrNo,
  hsOutputPrimitive: enumerated(TessellatorOutputPrimitive),
  hsPartitioning: enumerated(TessellatorPartitioning),
  tessellatorDomain: enumerated(TessellatorDomain),
};
const STATISTICS: RecordRow = Object.entries(STAT_FIELDS)
  .sort(([, a], [, b]) => a - b)
  .map(([field]) => dword(field, STATISTIC_MEANINGS[field as StatField] ?? decimal));

const statistics: ChunkExplainer = (payload) => {
  payload.record(0, STATISTICS.slice(0, payload.size >>> 2), 'statistics');
};

const FEATURE_BITS: RecordRow = [flags(featureBits(0), 'others'), flags(featureBits(32), 'others')];

const features: ChunkExplainer = (payload) => {
  payload.record(0, FEATURE_BITS, 'features');
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
  dword('type', named(ALL_VARIABLE_TYPE_NAMES)),
  dword('class', enumerated(VariableClass)),
  dword('rows', decimal),
  dword('columns', decimal),
  dword('interpolation', enumerated(InterpolationMode)),
  dword('flags', bitNames(ParameterFlag)),
  dword('first register in', REGISTER),
  dword('first component in', decimal),
  dword('first register out', REGISTER),
  dword('first component out', decimal),
];

const functionSignature: ChunkExplainer = (payload) => {
  if (!payload.record(0, COUNT_AND_OFFSET('parameters'), 'header')) return;
  payload.table(payload.u32(4), payload.u32(0), PARAMETER, 'parameter', (at, record) => {
    payload.text(payload.u32(at), `name of ${record}`);
    payload.text(payload.u32(at + 4), `semantic of ${record}`);
  });
};

const DEBUG_NAME: RecordRow = [halves('flags', 'length of the name', hexadecimal, decimal)];

const debugName: ChunkExplainer = (payload) => {
  if (payload.record(0, DEBUG_NAME, 'header')) payload.text(4 * DEBUG_NAME.length, 'name of the debug file');
};

/** The row of a kind of chunk. */
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
  IFCE: { explain: explainIfce, read: readIfce },
  RTS0: { explain: explainRts0, read: readRts0 },
  LIBH: { explain: library, read: readLibh },
  LFS0: { explain: functionSignature, read: readLfs0 },
  Aon9: { explain: explainAon9, read: readAon9 },
  XNAS: { explain: explainAon9, read: readAon9 },
  XNAP: { explain: explainAon9, read: readAon9 },
  ILDN: { explain: debugName, read: readIldn },
  DXIL: { explain: explainDxilProgram, read: readDxilProgram },
  ILDB: { explain: explainDxilProgram, read: readDxilProgram },
  HASH: { explain: explainHash, read: readHash },
  VERS: { explain: explainCompiler, read: readVers },
  PSV0: { explain: explainPsv0, read: readPsv0 },
  RDAT: { explain: explainRdat, read: readRdat },
  CTAB: { explain: explainConstantTable },
  // Its sections are those of an effect (sections.ts).
  FX10: { read: readFx10 },
};

function readFx10(_: Container, { data, offset }: Chunk, diagnostics: Diagnostics): unknown {
  return readEffect4(data, true, diagnostics.at(offset + CHUNK_HEADER_SIZE));
}

/** By tag; all other chunks are data. */
const BY_TAG: ReadonlyMap<number, ChunkRow> = new Map(
  Object.entries(BY_NAME).map(([name, row]) => [TAG[name as ChunkName], row]),
);

/**
 * Returns the row of chunks with `tag`; undefined for unknown ones.
 *
 * @param dxil whether the container is of shader model 6, where the statistics are a program
 */
export function chunkRow(tag: number, dxil: boolean): ChunkRow | undefined {
  return BY_TAG.get(dxil && tag === TAG.STAT ? TAG.DXIL : tag);
}
