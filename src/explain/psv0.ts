/**
 * Explains the DWORDs of the chunk PSV0, pipeline state validation: a header that depends on the stage, resources,
 * names, elements of signatures, and the dependencies of outputs on inputs.
 *
 * Not for: reading it (chunks/psv0.ts, whose layouts these are).
 */
import {
  Primitive,
  PrimitiveTopology,
  TessellatorDomain,
  TessellatorOutputPrimitive,
} from '../base/d3d/enumerations.ts';
import {
  DXIL_INTERPOLATIONS,
  DXIL_RESOURCE_KINDS,
  DXIL_SEMANTIC_KINDS,
  DXIL_SHADER_KINDS,
  DXIL_SIGNATURE_TYPES,
  PSV_RESOURCE_TYPES,
} from '../chunks/dxil.ts';
import { maskWords, PSV_HEADER_SIZES } from '../chunks/psv0.ts';
import type { Payload } from './payload.ts';
import {
  ALL_ONES,
  bitNames,
  byteCount,
  type DwordRow,
  decimal,
  dword,
  enumerated,
  except,
  halves,
  hexadecimal,
  type Meaning,
  mask,
  named,
  quarters,
  type RecordRow,
  row,
  yesOrNo,
} from './records.ts';

type ShaderKind = (typeof DXIL_SHADER_KINDS)[number];

const UNUSED = dword('unused');
const FLAG = (name: string): DwordRow => quarters([name, yesOrNo], ['unused'], ['unused'], ['unused']);

/** The first four DWORDs of the header by stage; other stages have no specific ones. */
const OF_STAGE: Partial<Record<ShaderKind, RecordRow>> = {
  vertex: [FLAG('writes the position'), UNUSED, UNUSED, UNUSED],
  pixel: [
    quarters(['writes the depth', yesOrNo], ['runs for each sample', yesOrNo], ['unused'], ['unused']),
    ...[UNUSED, UNUSED, UNUSED],
  ],
  hull: [
    dword('input control points', decimal),
    dword('output control points', decimal),
    dword('domain', enumerated(TessellatorDomain)),
    dword('output primitive', enumerated(TessellatorOutputPrimitive)),
  ],
  domain: [
    dword('input control points', decimal),
    FLAG('writes the position'),
    dword('domain', enumerated(TessellatorDomain)),
    UNUSED,
  ],
  geometry: [
    dword('input primitive', enumerated(Primitive)),
    dword('output topology', enumerated(PrimitiveTopology)),
    dword('streams', (value) => `mask 0x${value.toString(16)}`),
    FLAG('writes the position'),
  ],
  mesh: [
    dword('group-shared memory', byteCount),
    dword('group-shared memory that depends on the view', byteCount),
    dword('payload', byteCount),
    halves('vertices at most', 'primitives at most', decimal, decimal),
  ],
  amplification: [dword('payload', byteCount), UNUSED, UNUSED, UNUSED],
};
const ANY_STAGE: RecordRow = [UNUSED, UNUSED, UNUSED, UNUSED];
const LANES: RecordRow = [
  dword('wave lanes at least', except(0, 'not given', decimal)),
  dword('wave lanes at most', except(ALL_ONES, 'not given', decimal)),
];

/** Where the header has what the layout of the rest depends on, in bytes from its start. */
const STAGE = 24;
const USES_VIEW = 25;
const OTHER_VECTORS = 26;
const ELEMENTS = 28;
const INPUT_VECTORS = 31;
const OUTPUT_VECTORS = 32;
const STREAMS = 4;
/** Sizes of the header from which on it has these facts, and of the records. */
const WITH_STAGE = 36;
const RESOURCE = 16;
const RESOURCE_WITH_KIND = 24;
const ELEMENT_SIZE = 16;

/** The DWORDs of the header after those of the stage. */
function laterRows(kind: ShaderKind | undefined, nameAt: Meaning): RecordRow {
  const view = [row('stage', 0, 8, named(DXIL_SHADER_KINDS)), row('uses the view', 8, 8, yesOrNo)];
  const others = [
    row('registers of patch constants or primitives', 16, 8, decimal),
    row('topology of a mesh', 24, 8, decimal),
  ];
  return [
    kind === 'geometry' ? [...view, row('vertices at most', 16, 16, decimal)] : [...view, ...others],
    quarters(
      ...['inputs', 'outputs', 'patch constants or primitives', 'registers of inputs'].map(
        (name) => [name, decimal] as const,
      ),
    ),
    quarters(...[0, 1, 2, 3].map((stream) => [`registers of outputs, stream ${stream}`, decimal] as const)),
    ...['x', 'y', 'z'].map((axis) => dword(`threads, ${axis}`, decimal)),
    dword('name of the entry', nameAt),
    dword('group-shared memory', byteCount),
    dword('unknown', hexadecimal),
  ];
}

const RESOURCE_ROWS: RecordRow = [
  dword('type', named(PSV_RESOURCE_TYPES)),
  dword('space', decimal),
  dword('first register', decimal),
  dword('last register', except(ALL_ONES, 'unbounded', decimal)),
  dword('kind', named(DXIL_RESOURCE_KINDS)),
  dword('flags', bitNames({ usedByAtomic64: 0 })),
];

const elementRows = (nameAt: Meaning): RecordRow => [
  dword('semantic', nameAt),
  dword('first semantic index', decimal),
  [
    row('rows', 0, 8, decimal),
    row('first row', 8, 8, decimal),
    row('columns', 16, 4, decimal),
    row('first column', 20, 2, decimal),
    row('has a register', 22, 2, yesOrNo),
    row('meaning', 24, 8, named(DXIL_SEMANTIC_KINDS)),
  ],
  [
    row('component type', 0, 8, named(DXIL_SIGNATURE_TYPES)),
    row('interpolation', 8, 8, named(DXIL_INTERPOLATIONS)),
    row('indexed at run time', 16, 4, mask),
    row('stream', 20, 4, decimal),
    row('reserved', 24, 8),
  ],
];

export function explainPsv0(payload: Payload): void {
  if (payload.record(0, [dword('size of the header', byteCount)], 'size of the header'))
    new Psv0Explainer(payload).run();
}

class Psv0Explainer {
  private at: number;
  private readonly size: number;
  private readonly kind: ShaderKind | undefined;
  private names = 0;
  /** A meaning that is asked for later, when the names have been found. */
  private readonly nameAt: Meaning = (value) => this.payload.nameAt(this.names + value);

  constructor(private readonly payload: Payload) {
    this.size = payload.u32(0);
    this.at = 4 + this.size;
    this.kind = this.size >= WITH_STAGE ? DXIL_SHADER_KINDS[this.byte(STAGE)] : undefined;
  }

  run(): void {
    const { payload, size } = this;
    const rows = [...(OF_STAGE[this.kind!] ?? ANY_STAGE), ...LANES, ...laterRows(this.kind, this.nameAt)];
    if (!payload.record(4, rows.slice(0, size >>> 2), 'header')) return;
    this.resources();
    if (size < PSV_HEADER_SIZES[1]) return;
    this.strings();
    const indices = this.word('count of semantic indices', decimal);
    this.at += 4 * payload.dwords(this.at, indices, dword('semantic index', decimal), 'semantic indices');
    this.signatures();
    this.dependencies();
  }

  /** A byte of the header. */
  private byte(at: number): number {
    return (this.payload.u32(4 + (at & ~3)) >>> (8 * (at & 3))) & 0xff;
  }

  /** Marks a DWORD that says how much follows; returns it. */
  private word(name: string, meaning: Meaning): number {
    const value = this.payload.u32(this.at);
    this.payload.record(this.at, [dword(name, meaning)], name);
    this.at += 4;
    return value;
  }

  /** Marks records that have at least `least` known bytes. */
  private table(count: number, stride: number, least: number, rows: RecordRow, record: string): void {
    if (stride >= least) this.payload.table(this.at, count, rows.slice(0, stride >>> 2), record, undefined, stride);
    this.at += stride * count;
  }

  private resources(): void {
    const count = this.word('count of resources', decimal);
    if (count === 0) return;
    const stride = this.word('size of a resource', byteCount);
    const rows = RESOURCE_ROWS.slice(0, (stride >= RESOURCE_WITH_KIND ? RESOURCE_WITH_KIND : RESOURCE) >>> 2);
    this.table(count, stride, RESOURCE, rows, 'resource');
  }

  private strings(): void {
    const size = this.word('size of the names', byteCount);
    this.names = this.at;
    this.payload.strings(this.at, this.at + size, 'name');
    this.at += size;
  }

  private signatures(): void {
    const counts = [0, 1, 2].map((i) => this.byte(ELEMENTS + i));
    if (counts.every((count) => count === 0)) return;
    const stride = this.word('size of an element', byteCount);
    const rows = elementRows(this.nameAt);
    for (const [i, record] of ['input', 'output', 'patch constant or primitive'].entries())
      this.table(counts[i]!, stride, ELEMENT_SIZE, rows, record);
  }

  private dependencies(): void {
    const { kind } = this;
    const inputs = this.byte(INPUT_VECTORS);
    const outputs = Array.from({ length: STREAMS }, (_, stream) => this.byte(OUTPUT_VECTORS + stream));
    const others = kind === 'geometry' ? 0 : this.byte(OTHER_VECTORS);
    const streams = (of: string | number) => {
      for (const [stream, vectors] of outputs.entries())
        this.masks(of, vectors, `outputs${stream === 0 ? '' : ` of stream ${stream}`}`);
    };
    if (this.byte(USES_VIEW) !== 0) {
      streams('the view');
      if (kind === 'hull' || kind === 'mesh') this.masks('the view', others, 'patch constants or primitives');
    }
    if (kind !== 'mesh') streams(inputs);
    if (kind === 'hull') this.masks(inputs, others, 'patch constants');
    if (kind === 'domain') this.masks(others, outputs[0]!, 'outputs', 'patch constant');
  }

  /**
   * Marks masks of the components that depend on something.
   *
   * @param of what they depend on: the view, or each component of as many registers
   * @param vectors registers that depend on it
   */
  private masks(of: string | number, vectors: number, what: string, source = 'input'): void {
    const rows = Array.from({ length: maskWords(vectors) }, (_, i) => dword('mask', componentsFrom(8 * i)));
    if (rows.length === 0) return;
    const records = typeof of === 'string' ? [of] : componentNames(of, source);
    for (const one of records) {
      if (!this.payload.record(this.at, rows, `${what} that depend on ${one}`)) return;
      this.at += 4 * rows.length;
    }
  }
}

function componentNames(vectors: number, source: string): string[] {
  return Array.from({ length: 4 * vectors }, (_, i) => `${source} ${i >>> 2}.${'xyzw'[i & 3]}`);
}

/** Of a mask with four bits a register: `0.xyz 2.w`; `first` is the number of the first register. */
function componentsFrom(first: number): Meaning {
  return (value, payload) => {
    const names: string[] = [];
    for (let i = 0; i < 8; i++) {
      const four = (value >>> (4 * i)) & 15;
      if (four !== 0) names.push(`${first + i}.${mask(four, payload)}`);
    }
    return names.length === 0 ? 'none' : names.join(' ');
  };
}
