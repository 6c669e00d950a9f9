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
import { sm1Profile } from '../base/profile.ts';
import { CLIP_PLANES, readAon9 } from '../chunks/aon9.ts';
import { readIldn } from '../chunks/debug-name.ts';
import { DXIL_SIGNATURE_TYPES, readDxilProgram, readHash, readVers } from '../chunks/dxil.ts';
import { NO_SLOT, readIfce } from '../chunks/ifce.ts';
import { readLfs0, readLibh } from '../chunks/library.ts';
import { readPsv0 } from '../chunks/psv0.ts';
import { readRdat } from '../chunks/rdat.ts';
import { readRdef } from '../chunks/rdef.ts';
import {
  COMPARISON_FUNCTIONS,
  CONSTANTS,
  DESCRIPTOR_RANGE_FLAGS,
  DescriptorRangeType,
  descriptorLayout,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  OFFSET_APPEND,
  ROOT_FLAGS,
  RootParameterType,
  RootSignatureVersion,
  rangeLayout,
  readRts0,
  SAMPLER,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
  UNBOUNDED,
} from '../chunks/rts0.ts';
import { readSfi0 } from '../chunks/sfi0.ts';
import { readSignature, signatureElementSize } from '../chunks/signature.ts';
import { readStat, STAT_FIELDS, type StatField } from '../chunks/stat.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { type ChunkName, TAG } from '../container/tags.ts';
import { readEffect4 } from '../effects/fx4/read.ts';
import { explainConstantTable } from './ctab.ts';
import { explainCompiler, explainDxilProgram, explainHash, explainRdat, featureBits } from './dxil.ts';
import type { Payload } from './payload.ts';
import { explainPsv0 } from './psv0.ts';
import { explainRdef } from './rdef.ts';
import {
  ALL_ONES,
  bitNames,
  byteCount,
  decimal,
  dword,
  enumerated,
  except,
  flagNames,
  flags,
  float,
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

// The DWORDs of the chunk IFCE, class linkage: class types, instances, and the classes of each interface slot.

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
/** Where the header of class linkage has the offset of the types, and the size of a type. */
const TYPES_OFFSET = 20;
const CLASS_TYPE_SIZE = 4 * CLASS_TYPE.length;
/** The name of a class by the number of its type. */
const className: Meaning = (value, payload) =>
  `${value} ${payload.nameAt(payload.u32(payload.u32(TYPES_OFFSET) + CLASS_TYPE_SIZE * value))}`.trimEnd();
const slot = except(NO_SLOT, 'none', decimal);
const INSTANCE: RecordRow = [
  dword('offset of the name', name),
  halves('type', 'elements', className, decimal),
  halves('constant buffer', 'offset in the constant buffer', slot, slot),
  halves('texture', 'sampler', slot, slot),
];
const SLOTS: RecordRow = [
  dword('slots', decimal),
  dword('types', decimal),
  dword('offset of the type ids', hexadecimal),
  dword('offset of the table ids', hexadecimal),
];
const TYPE_IDS = halves('type id', 'type id', className, className);
const TABLE_ID = dword('table id', decimal);

function explainIfce(payload: Payload): void {
  if (!payload.record(0, LINKAGE, 'header')) return;
  const named = (at: number, record: string) => payload.text(payload.u32(at), `name of ${record}`);
  payload.table(payload.u32(TYPES_OFFSET), payload.u32(4), CLASS_TYPE, 'type', named);
  payload.table(payload.u32(16), payload.u32(0), INSTANCE, 'instance', named);
  payload.table(payload.u32(24), payload.u32(8), SLOTS, 'interface slots', (at, record) => {
    const count = payload.u32(at + 4);
    // An odd one shares its DWORD with padding.
    payload.dwords(payload.u32(at + 8), Math.ceil(count / 2), TYPE_IDS, `type ids of ${record}`);
    payload.dwords(payload.u32(at + 12), count, TABLE_ID, `table ids of ${record}`);
  });
}

// The DWORDs of the chunk RTS0, a root signature: header, parameters with what each one points to, samplers.

const VISIBILITY = enumerated(SHADER_VISIBILITIES, LATER_SHADER_VISIBILITIES);
const ADDRESS = enumerated(TEXTURE_ADDRESS_MODES);

/** The meanings of the fields of descriptors, ranges and samplers; all others are plain numbers. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  rangeType: enumerated(DescriptorRangeType),
  numDescriptors: except(UNBOUNDED, 'unbounded', decimal),
  offsetInDescriptorsFromTableStart: except(OFFSET_APPEND, 'appended', decimal),
  // The flags of descriptors are some of those of ranges.
  flags: flagNames(DESCRIPTOR_RANGE_FLAGS),
  filter: enumerated(SAMPLER_FILTERS),
  addressU: ADDRESS,
  addressV: ADDRESS,
  addressW: ADDRESS,
  mipLODBias: float,
  comparisonFunc: enumerated(COMPARISON_FUNCTIONS),
  borderColor: enumerated(STATIC_BORDER_COLORS),
  minLOD: float,
  maxLOD: float,
  shaderVisibility: VISIBILITY,
};

const HEADER: RecordRow = [
  dword('version', enumerated(RootSignatureVersion)),
  dword('parameters', decimal),
  dword('offset of the parameters', hexadecimal),
  dword('static samplers', decimal),
  dword('offset of the static samplers', hexadecimal),
  dword('flags', flagNames(ROOT_FLAGS, LATER_ROOT_FLAGS)),
];
const ROOT_PARAMETER: RecordRow = [
  dword('parameterType', enumerated(RootParameterType)),
  dword('shaderVisibility', VISIBILITY),
  dword('offset', hexadecimal),
];
const TABLE: RecordRow = [dword('ranges', decimal), dword('offset of the ranges', hexadecimal)];

const recordOf = (names: readonly string[]): RecordRow => names.map((name) => dword(name, MEANINGS[name] ?? decimal));

function explainRts0(payload: Payload): void {
  if (!payload.record(0, HEADER, 'header')) return;
  const version = payload.u32(0);
  const ranges = recordOf(rangeLayout(version));
  const descriptor = recordOf(descriptorLayout(version));
  payload.table(payload.u32(8), payload.u32(4), ROOT_PARAMETER, 'parameter', (at, record) => {
    const offset = payload.u32(at + 8);
    switch (payload.u32(at)) {
      case RootParameterType.descriptorTable:
        if (!payload.record(offset, TABLE, `table of ${record}`)) return;
        payload.table(payload.u32(offset + 4), payload.u32(offset), ranges, `${record}, range`);
        break;
      case RootParameterType.constants:
        payload.record(offset, recordOf(CONSTANTS), `constants of ${record}`);
        break;
      case RootParameterType.cbv:
      case RootParameterType.srv:
      case RootParameterType.uav:
        payload.record(offset, descriptor, `descriptor of ${record}`);
        break;
    }
  });
  payload.table(payload.u32(16), payload.u32(12), recordOf(SAMPLER), 'static sampler');
}

/** Byte offset of the program's offset in a chunk of feature level 9. */
export const LEVEL9_PROGRAM_OFFSET = 12;

const table = (what: string) => halves(what, `offset of the ${what}`, decimal, hexadecimal);
const LEVEL_9: RecordRow = [
  dword('size', byteCount),
  dword('version of the program', sm1Profile),
  dword('size of the program', byteCount),
  dword('offset of the program', hexadecimal),
  table('constant mappings'),
  table('integer mappings'),
  table('bool mappings'),
  table('sampler mappings'),
  table('runtime mappings'),
];
/** The types of buffer values before they are converted to floats. */
const CONVERSION = named(['float', 'bool', 'int', 'uint']);
const CONSTANT_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('registers', 'target register', decimal, (value) =>
    value < CLIP_PLANES ? `c${value}` : `clip plane ${value - CLIP_PLANES}`,
  ),
  quarters(['type of x', CONVERSION], ['type of y', CONVERSION], ['type of z', CONVERSION], ['type of w', CONVERSION]),
];
const SCALAR_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('component', 'target register', named([...'xyzw']), decimal),
];
const SAMPLER_MAPPING: RecordRow = [
  right(
    quarters(['source resource', decimal], ['source sampler', decimal], ['target sampler', decimal], ['unused']),
    ...[undefined, undefined, undefined, 0],
  ),
];
const RUNTIME_MAPPING: RecordRow = [
  halves('what', 'target register', named(['offset of vertex positions', 'instance']), decimal),
];
const MAPPINGS: readonly (readonly [RecordRow, string])[] = [
  [CONSTANT_MAPPING, 'constant mapping'],
  [SCALAR_MAPPING, 'integer mapping'],
  [SCALAR_MAPPING, 'bool mapping'],
  [SAMPLER_MAPPING, 'sampler mapping'],
  [RUNTIME_MAPPING, 'runtime mapping'],
];
/** Where the table of tables begins in the header, in bytes. */
const TABLES = 16;

function explainAon9(payload: Payload): void {
  if (!payload.record(0, LEVEL_9, 'header')) return;
  for (const [i, [rows, what]] of MAPPINGS.entries()) {
    const at = TABLES + 4 * i;
    payload.table(payload.u16(at + 2), payload.u16(at), rows, what);
  }
}

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
