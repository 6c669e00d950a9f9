/**
 * The fields of a program database in a chunk SPDB, by name: what damage changes one at a time (spdb-damage.ts).
 * Layouts: the headers that Microsoft published (cvinfo.h) and the public documentation of the format by LLVM.
 *
 * Not for: reading program databases (src/debug/spdb).
 */
import { u16At, u32At } from '../src/base/words.ts';
import { SUBSECTION, SYMBOL } from '../src/debug/spdb/codeview.ts';
import { type Spdb, STREAM } from '../src/debug/spdb/spdb.ts';

export interface SpdbField {
  readonly name: string;
  /** Offset in the payload of the chunk. */
  readonly at: number;
  /** Bytes. */
  readonly width: number;
}

/** Names and widths of fields, in order. */
type Layout = readonly (readonly [name: string, width: number])[];

const HEADER: Layout = [
  ['block size', 4],
  ['free map', 4],
  ['blocks', 4],
  ['directory size', 4],
  ['reserved', 4],
  ['directory map', 4],
];
const DBI_HEADER: Layout = [
  ['signature', 4],
  ['version', 4],
  ['age', 4],
  ['globals', 2],
  ['build', 2],
  ['publics', 2],
  ['build', 2],
  ['symbols', 2],
  ['build', 2],
  ['modules size', 4],
  ['contributions size', 4],
  ['map size', 4],
  ['files size', 4],
  ['servers size', 4],
  ['server', 4],
  ['streams size', 4],
  ['names size', 4],
  ['flags', 2],
  ['machine', 2],
  ['padding', 4],
];
const CONTRIBUTION: Layout = [
  ['section', 2],
  ['padding', 2],
  ['offset', 4],
  ['size', 4],
  ['characteristics', 4],
  ['module', 2],
  ['padding', 2],
  ['crc', 4],
  ['crc', 4],
];
const MODULE: Layout = [
  ['opened', 4],
  ...CONTRIBUTION.map(([name, width]) => [`contribution ${name}`, width] as const),
  ['flags', 2],
  ['stream', 2],
  ['symbol bytes', 4],
  ['c11 bytes', 4],
  ['c13 bytes', 4],
  ['files', 2],
  ['padding', 2],
  ['file names', 4],
  ['source', 4],
  ['database', 4],
];
const TYPES_HEADER: Layout = [
  ['version', 4],
  ['header size', 4],
  ['first', 4],
  ['end', 4],
  ['bytes', 4],
  ['hash stream', 2],
  ['hash aux', 2],
  ['hash key size', 4],
  ['hash buckets', 4],
  ['hash values', 4],
  ['hash values size', 4],
  ['hash indices', 4],
  ['hash indices size', 4],
  ['hash adjusters', 4],
  ['hash adjusters size', 4],
];
const FUNCTION: Layout = [
  ['parent', 4],
  ['end', 4],
  ['next', 4],
  ['length', 4],
  ['debug start', 4],
  ['debug end', 4],
  ['type', 4],
  ['offset', 4],
  ['section', 2],
  ['flags', 1],
];
const SYMBOLS: Readonly<Record<number, { readonly name: string; readonly layout: Layout }>> = {
  [SYMBOL.S_GPROC32]: { name: 'S_GPROC32', layout: FUNCTION },
  [SYMBOL.S_LPROC32]: { name: 'S_LPROC32', layout: FUNCTION },
  [SYMBOL.S_GPROC32_ID]: { name: 'S_GPROC32_ID', layout: FUNCTION },
  [SYMBOL.S_LPROC32_ID]: { name: 'S_LPROC32_ID', layout: FUNCTION },
  [SYMBOL.S_INLINESITE]: {
    name: 'S_INLINESITE',
    layout: [
      ['parent', 4],
      ['end', 4],
      ['inlinee', 4],
    ],
  },
  [SYMBOL.S_LOCAL]: {
    name: 'S_LOCAL',
    layout: [
      ['type', 4],
      ['flags', 2],
    ],
  },
  [SYMBOL.S_DEFRANGE_HLSL]: {
    name: 'S_DEFRANGE_HLSL',
    layout: [
      ['register', 2],
      ['flags', 2],
      ['offset', 2],
      ['size', 2],
      ['start', 4],
      ['section', 2],
      ['length', 2],
    ],
  },
};
const LINES_HEADER: Layout = [
  ['offset', 4],
  ['section', 2],
  ['flags', 2],
  ['length', 4],
];
const LINE_BLOCK: Layout = [
  ['file', 4],
  ['count', 4],
  ['size', 4],
];

/** All fields of `spdb`; what has no layout here is cut into DWORDs. */
export function spdbFields(spdb: Spdb): SpdbField[] {
  return new FieldLister(spdb).list();
}

class FieldLister {
  readonly #spdb: Spdb;
  readonly #fields: SpdbField[] = [];

  constructor(spdb: Spdb) {
    this.#spdb = spdb;
  }

  list(): SpdbField[] {
    const { msf, dbi } = this.#spdb;
    let at = 32;
    for (const [name, width] of HEADER) {
      this.#fields.push({ name: `header ${name}`, at, width });
      at += width;
    }
    this.#directory();
    const modules = new Set(dbi.modules.map(({ stream }) => stream));
    for (let stream = 0; stream < msf.streams.length; stream++) {
      if (stream === STREAM.types || stream === STREAM.ids) this.#types(stream, stream === STREAM.ids ? 'IPI' : 'TPI');
      else if (stream === STREAM.dbi) this.#dbi(stream);
      else if (!modules.has(stream)) this.#words(this.#nameOf(stream), stream, 0, msf.streams[stream]!.size);
    }
    for (const { stream, symbolBytes, c11Bytes, c13Bytes } of dbi.modules) {
      const bytes = msf.stream(stream);
      if (bytes === undefined) continue;
      this.#symbols(stream, bytes, symbolBytes);
      this.#lines(stream, bytes, symbolBytes + c11Bytes, symbolBytes + c11Bytes + c13Bytes);
    }
    return this.#fields;
  }

  #nameOf(stream: number): string {
    const { info, dbi } = this.#spdb;
    if (stream === STREAM.info) return 'info';
    for (const [name, index] of info.namedStreams) if (index === stream) return name.split('/').slice(0, 3).join('/');
    if (stream === dbi.globalStream) return 'globals';
    if (stream === dbi.publicStream) return 'publics';
    if (stream === dbi.symbolStream) return 'symbol records';
    if (stream === dbi.sectionHeaderStream) return 'section headers';
    return `stream ${stream}`;
  }

  #directory(): void {
    const { msf } = this.#spdb;
    const { blockSize, directory, streams } = msf;
    const total = streams.reduce((sum, { blocks }) => sum + 4 + 4 * blocks.length, 4);
    for (let at = 0; at < total; at += 4) {
      const name = at === 0 ? 'streams' : at < 4 + 4 * streams.length ? 'size' : 'block';
      const offset = directory[Math.floor(at / blockSize)]! * blockSize + (at % blockSize);
      this.#fields.push({ name: `directory ${name}`, at: offset, width: 4 });
    }
  }

  /** A field of a stream; one that crosses blocks is left out where its blocks are not in a row. */
  #field(name: string, stream: number, at: number, width: number): void {
    const { msf } = this.#spdb;
    if (at + width > msf.streams[stream]!.size) return;
    const offset = msf.offsetOf(stream, at);
    if (msf.offsetOf(stream, at + width - 1) === offset + width - 1) this.#fields.push({ name, at: offset, width });
  }

  #layout(name: string, layout: Layout, stream: number, at: number, end: number): number {
    let next = at;
    for (const [field, width] of layout) {
      if (next + width > end) break;
      this.#field(`${name} ${field}`, stream, next, width);
      next += width;
    }
    return next;
  }

  #words(name: string, stream: number, start: number, end: number, width = 4): void {
    for (let at = start; at + width <= end; at += width) this.#field(name, stream, at, width);
  }

  #dbi(stream: number): void {
    const bytes = this.#spdb.msf.stream(stream)!;
    let at = this.#layout('DBI', DBI_HEADER, stream, 0, bytes.byteLength);
    // Damaged sizes are no reason to look outside of the stream.
    const [modules, contributions, map, files, servers, names, streams] = [24, 28, 32, 36, 40, 52, 48].map((field) =>
      Math.min(u32At(bytes, field), bytes.byteLength),
    ) as [number, number, number, number, number, number, number];
    const modulesEnd = at + modules;
    for (const { name, object } of this.#spdb.dbi.modules) {
      at = this.#layout('module', MODULE, stream, at, modulesEnd) + name.length + object.length + 2;
      at = (at + 3) & ~3;
    }
    at = modulesEnd;
    this.#field('contributions version', stream, at, 4);
    const contributionsEnd = at + contributions;
    for (at += 4; at + 28 <= contributionsEnd; )
      at = this.#layout('contribution', CONTRIBUTION, stream, at, contributionsEnd);
    this.#words('section map', stream, contributionsEnd, contributionsEnd + map, 2);
    at = contributionsEnd + map;
    this.#words('files', stream, at, at + files, 2);
    at += files + servers + names;
    this.#words('optional streams', stream, at, at + streams, 2);
  }

  #types(stream: number, name: string): void {
    const bytes = this.#spdb.msf.stream(stream);
    if (bytes === undefined) return;
    const start = this.#layout(name, TYPES_HEADER, stream, 0, bytes.byteLength);
    for (let at = start; at + 4 <= bytes.byteLength; ) {
      const next = at + 2 + u16At(bytes, at);
      if (next > bytes.byteLength || next < at + 4) break;
      this.#field(`${name} record length`, stream, at, 2);
      this.#field(`${name} record leaf`, stream, at + 2, 2);
      const leaf = `${name} ${u16At(bytes, at + 2).toString(16)}`;
      this.#words(leaf, stream, at + 4, next, 2);
      at = next;
    }
  }

  #symbols(stream: number, bytes: Uint8Array, declared: number): void {
    const size = Math.min(declared, bytes.byteLength);
    this.#field('symbols signature', stream, 0, 4);
    for (let at = 4; at + 4 <= size; ) {
      const next = at + 2 + u16At(bytes, at);
      if (next > size || next < at + 4) break;
      this.#field('symbol length', stream, at, 2);
      this.#field('symbol kind', stream, at + 2, 2);
      const kind = u16At(bytes, at + 2);
      const known = SYMBOLS[kind];
      const rest = known ? this.#layout(known.name, known.layout, stream, at + 4, next) : at + 4;
      if (kind === SYMBOL.S_INLINESITE) this.#words('annotation', stream, rest, next, 1);
      else if (kind === SYMBOL.S_DEFRANGE_HLSL) this.#words('S_DEFRANGE_HLSL tail', stream, rest, next, 2);
      else this.#words(known ? `${known.name} name` : `symbol ${kind.toString(16)}`, stream, rest, next, 1);
      at = next;
    }
  }

  #lines(stream: number, bytes: Uint8Array, start: number, declaredEnd: number): void {
    const end = Math.min(declaredEnd, bytes.byteLength);
    for (let at = start; at + 8 <= end; ) {
      const kind = u32At(bytes, at);
      const next = at + 8 + u32At(bytes, at + 4);
      this.#field('subsection kind', stream, at, 4);
      this.#field('subsection length', stream, at + 4, 4);
      if (next > end) return;
      if (kind === SUBSECTION.lines) this.#lineBlocks(stream, bytes, at + 8, next);
      else this.#words(kind === SUBSECTION.files ? 'checksums' : 'inlinees', stream, at + 8, next);
      at = start + ((next - start + 3) & ~3);
    }
  }

  #lineBlocks(stream: number, bytes: Uint8Array, start: number, end: number): void {
    let at = this.#layout('lines', LINES_HEADER, stream, start, end);
    while (at + 12 <= end) {
      const count = u32At(bytes, at + 4);
      const next = at + u32At(bytes, at + 8);
      at = this.#layout('line block', LINE_BLOCK, stream, at, end);
      if (next < at || next > end) return;
      for (let i = 0; i < count && at + 8 <= next; i++, at += 8) {
        this.#field('line offset', stream, at, 4);
        this.#field('line number', stream, at + 4, 4);
      }
      this.#words('line columns', stream, at, next, 2);
      at = next;
    }
  }
}
