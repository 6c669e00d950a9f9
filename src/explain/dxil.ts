/**
 * Explains the DWORDs of chunks of shader model 6: headers of programs, the hash, the version of the compiler. The
 * program itself is LLVM bitcode, and stays data.
 *
 * Not for: reading them (chunks/dxil.ts).
 */
import { field } from '../base/field.ts';
import {
  DXIL_FEATURES,
  DXIL_RESOURCE_CLASSES,
  DXIL_RESOURCE_KINDS,
  DXIL_SHADER_KINDS,
  DXIL_SUBOBJECT_KINDS,
  DxilVersionToken,
} from '../chunks/dxil.ts';
import { RDAT_PARTS } from '../chunks/rdat.ts';
import { CHUNK_FEATURES } from '../chunks/sfi0.ts';
import type { Payload } from './payload.ts';
import {
  ALL_ONES,
  bitNames,
  byteCount,
  decimal,
  dword,
  enumerated,
  except,
  type FieldRow,
  halves,
  hexadecimal,
  type Meaning,
  named,
  quarters,
  type RecordRow,
  row,
  tag,
} from './records.ts';

const { minor, major, kind } = DxilVersionToken;
const VERSION: readonly FieldRow[] = [
  { field: minor },
  { field: major },
  { field: field('reserved', 8, 8), fixed: 0 },
  { field: kind, meaning: named(DXIL_SHADER_KINDS) },
];

const PROGRAM: RecordRow = [
  VERSION,
  dword('size in DWORDs', decimal),
  dword('mark', tag),
  quarters(['minor version of DXIL', decimal], ['major version of DXIL', decimal], ['reserved'], ['reserved']),
  dword('offset of the bitcode from the mark', hexadecimal),
  dword('size of the bitcode', byteCount),
];
const HASH: RecordRow = [
  dword('flags', bitNames({ includesSource: 0 })),
  ...Array.from({ length: 4 }, () => dword('digest')),
];
const COMPILER: RecordRow = [
  halves('major', 'minor', decimal, decimal),
  dword('flags', bitNames({ debug: 0, internal: 1 })),
  dword('commits', decimal),
  dword('size of the texts', byteCount),
];

/** `DXIL`, `ILDB`, and `STAT` in a container of shader model 6. */
export function explainDxilProgram(payload: Payload): void {
  payload.record(0, PROGRAM, 'header');
}

/** `HASH`. */
export function explainHash(payload: Payload): void {
  payload.record(0, HASH, 'hash');
}

/** `VERS`. */
export function explainCompiler(payload: Payload): void {
  if (!payload.record(0, COMPILER, 'version')) return;
  const size = payload.u32(12);
  const at = 4 * COMPILER.length;
  if (size === 0) return;
  payload.text(at, 'commit');
  const custom = payload.textEnd(at, at + size) + 1;
  if (custom < at + size) payload.text(custom, 'name of the version');
}

/** The features that have a bit in the DWORD whose lowest bit has number `first`. */
export function featureBits(first: number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries({ ...CHUNK_FEATURES, ...DXIL_FEATURES })
      .filter(([, bit]) => bit >= first && bit < first + 32)
      .map(([feature, bit]) => [feature, bit - first]),
  );
}

// The DWORDs of the chunk RDAT, runtime data: parts with names, lists of numbers, and tables of resources,
// functions, subobjects and nodes.

const PART_COUNT = 4;
const PART_OFFSETS = 8;
/** Bytes of the header of a part, and of that of a table after it. */
const PART_HEADER = 8;
const TABLE_HEADER = 8;
const MAX_LIST = 16;

const UNUSED = dword('unused');
const partName = enumerated(RDAT_PARTS);
const PART_ROWS: RecordRow = [dword('part', partName), dword('size', byteCount)];
const TABLE_ROWS: RecordRow = [dword('records', decimal), dword('size of a record', byteCount)];

const STAGE_BITS = bitNames(Object.fromEntries(DXIL_SHADER_KINDS.map((kind, bit) => [kind, bit])));

/** As a version token: minor and major version, kind of shader. */
const MIN_TARGET = [
  row('minor version at least', 0, 4, decimal),
  row('major version at least', 4, 4, decimal),
  row('reserved', 8, 8),
  row('stage', 16, 16, named(DXIL_SHADER_KINDS)),
];

export function explainRdat(payload: Payload): void {
  const header: RecordRow = [dword('version', hexadecimal), dword('parts', decimal)];
  if (payload.record(0, header, 'header')) new RdatExplainer(payload).run();
}

/** Offsets of names and lists count from the start of the part that has them. */
class RdatExplainer {
  private readonly parts = new Map<number, { readonly at: number; readonly size: number }>();
  private readonly name: Meaning = (value) => this.payload.nameAt(this.start(RDAT_PARTS.strings) + value);
  private readonly optionalName: Meaning = except(ALL_ONES, 'none', this.name);
  private readonly list: Meaning = (first) => this.listText(first, decimal);
  private readonly names: Meaning = (first) => this.listText(first, this.name);

  constructor(private readonly payload: Payload) {}

  run(): void {
    const { payload } = this;
    const offset = dword('offset of a part', (value) => partName(payload.u32(value), payload));
    const count = payload.dwords(PART_OFFSETS, payload.u32(PART_COUNT), offset, 'offsets of the parts');
    for (let i = 0; i < count; i++) {
      const header = payload.u32(PART_OFFSETS + 4 * i);
      const type = payload.u32(header);
      if (!payload.record(header, PART_ROWS, `part ${i}`)) continue;
      const at = header + PART_HEADER;
      const size = payload.u32(header + 4);
      if (!this.parts.has(type)) this.parts.set(type, { at, size });
      this.part(type, at, size, `part ${i}`);
    }
  }

  private part(type: number, at: number, size: number, record: string): void {
    const { payload } = this;
    if (type === RDAT_PARTS.strings) {
      payload.strings(at, at + size, 'name');
      return;
    }
    if (type === RDAT_PARTS.indices) {
      payload.dwords(at, size >>> 2, dword('number of a list', decimal), 'lists');
      return;
    }
    if (type === RDAT_PARTS.bytes) {
      payload.dwords(at, size >>> 2, dword('data of a subobject'), 'data');
      return;
    }
    const table = this.tables()[type];
    if (table === undefined || !payload.record(at, TABLE_ROWS, `table of ${record}`)) return;
    const [name, rowsOf] = table;
    const stride = payload.u32(at + 4);
    const first = at + TABLE_HEADER;
    const count = Math.min(payload.u32(at), Math.floor(payload.size / Math.max(stride, 1)));
    for (let i = 0; i < count; i++) {
      const known = rowsOf(first + stride * i);
      // Records of subobjects are as long as the longest kind of them.
      const rows = Array.from({ length: stride >>> 2 }, (_, word) => known[word] ?? UNUSED);
      if (!payload.record(first + stride * i, rows, `${name} ${i}`)) return;
    }
  }

  private start(type: number): number {
    return this.parts.get(type)?.at ?? this.payload.size;
  }

  /** The list at index `first` of the numbers: its length, then as many. */
  private listText(first: number, meaning: Meaning): string {
    if (first === ALL_ONES) return 'none';
    const { payload } = this;
    const { at, size } = this.parts.get(RDAT_PARTS.indices) ?? { at: 0, size: 0 };
    if (4 * first >= size) return `${first}`;
    const count = payload.u32(at + 4 * first);
    const shown = Array.from({ length: Math.min(count, MAX_LIST, (size >>> 2) - first - 1) }, (_, i) =>
      meaning(payload.u32(at + 4 * (first + 1 + i)), payload),
    );
    return `[${shown.join(', ')}${count > shown.length ? ', ...' : ''}]`;
  }

  /** The tables by type: the name of a record, and its DWORDs by where it is. */
  private tables(): Readonly<Record<number, readonly [record: string, rows: (at: number) => RecordRow]>> {
    const { name, list } = this;
    const attribute = [dword('kind', decimal), dword('value', decimal)];
    return {
      [RDAT_PARTS.resources]: ['resource', () => this.resourceRows()],
      [RDAT_PARTS.functions]: ['function', () => this.functionRows()],
      [RDAT_PARTS.subobjects]: ['subobject', (at) => this.subobjectRows(this.payload.u32(at))],
      [RDAT_PARTS.nodeIds]: ['node id', () => [dword('name', name), dword('index', decimal)]],
      [RDAT_PARTS.portAttributes]: ['attribute of a port', () => attribute],
      [RDAT_PARTS.nodeAttributes]: ['attribute of a node', () => attribute],
      [RDAT_PARTS.nodePorts]: ['port', () => [dword('flags and kind', hexadecimal), dword('attributes', list)]],
      [RDAT_PARTS.nodes]: [
        'node',
        () => [
          dword('launch type', named(['invalid', 'broadcasting', 'coalescing', 'thread'])),
          dword('group-shared memory', byteCount),
          dword('attributes', list),
          dword('outputs', list),
          dword('inputs', list),
        ],
      ],
    };
  }

  private resourceRows(): RecordRow {
    return [
      dword('class', named(DXIL_RESOURCE_CLASSES)),
      dword('kind', named(DXIL_RESOURCE_KINDS)),
      dword('id', decimal),
      dword('space', decimal),
      dword('first register', decimal),
      dword('last register', except(ALL_ONES, 'unbounded', decimal)),
      dword('name', this.name),
      dword('flags', hexadecimal),
    ];
  }

  private functionRows(): RecordRow {
    return [
      dword('name', this.name),
      dword('unmangled name', this.name),
      dword('resources', this.list),
      dword('dependencies', this.names),
      dword('kind', named(DXIL_SHADER_KINDS)),
      dword('payload', byteCount),
      dword('attributes', byteCount),
      dword('features', bitNames(featureBits(0))),
      dword('more features', bitNames(featureBits(32))),
      dword('stages', STAGE_BITS),
      MIN_TARGET,
      [
        row('wave lanes at least', 0, 8, decimal),
        row('wave lanes at most', 8, 8, decimal),
        row('flags', 16, 16, bitNames({ nodeProgramEntry: 0 })),
      ],
      dword('record of the stage', except(ALL_ONES, 'none', decimal)),
    ];
  }

  private subobjectRows(kind: number): RecordRow {
    return [dword('kind', named(DXIL_SUBOBJECT_KINDS)), dword('name', this.name), ...(this.fieldsOf(kind) ?? [])];
  }

  /** The additional fields of a subobject, by its kind. */
  private fieldsOf(kind: number): RecordRow | undefined {
    const { names, optionalName } = this;
    const flags = dword('flags', hexadecimal);
    switch (DXIL_SUBOBJECT_KINDS[kind]) {
      case 'stateObjectConfig':
        return [flags];
      case 'globalRootSignature':
      case 'localRootSignature':
        return [dword('offset of the root signature', hexadecimal), dword('size of the root signature', byteCount)];
      case 'subobjectToExportsAssociation':
        return [dword('subobject', this.name), dword('exports', names)];
      case 'raytracingShaderConfig':
        return [dword('payload at most', byteCount), dword('attributes at most', byteCount)];
      case 'raytracingPipelineConfig':
        return [dword('trace recursion at most', decimal)];
      case 'hitGroup':
        return [
          dword('type', named(['triangles', 'procedural primitives'])),
          ...['any hit', 'closest hit', 'intersection'].map((shader) => dword(shader, optionalName)),
        ];
      case 'raytracingPipelineConfig1':
        return [dword('trace recursion at most', decimal), flags];
      default:
        return undefined;
    }
  }
}
