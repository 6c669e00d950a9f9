/**
 * Reads effects of Direct3D 9 (fx_2_0), bare or with the header of XNA 4.
 *
 * Tolerant: data that are outside of the file or invalid are reported, and the rest is read as far as the order of the
 * file allows. Time and memory are linear in the size of the file, for any counts and offsets.
 *
 * Not for: the meaning of states and references (states.ts, links.ts), or writing (write.ts).
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, hex, type ParseResult, parse } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import type { ByteRange } from '../../container/layout.ts';
import { DX0130, DX0131, DX0132, DX0133, DX0137, DX0138, DX0144, DX0145, DX0146 } from '../../container/messages.ts';
import { checkResources } from './links.ts';
import type {
  Effect2,
  Effect2Content,
  Fx2Annotation,
  Fx2Object,
  Fx2Parameter,
  Fx2Pass,
  Fx2Resource,
  Fx2State,
  Fx2Technique,
} from './model.ts';
import { Fx2Pool } from './read-pool.ts';

/** First DWORD of an effect that was compiled with fx_2_0. */
export const FX2_VERSION = 0xfeff_0901;
/** First DWORD of the same effect as XNA 4 stores it; the next one is the offset of the effect. */
export const FX2_XNA = 0xbcf0_0bcf;
/** Bytes of the version and the offset of the lists; offsets count from their end. */
export const FX2_HEADER_SIZE = 8;

const PARAMETER_SIZE = 16;
const ANNOTATION_SIZE = 8;
const NAMED_SIZE = 12;
const OBJECT_SIZE = 8;
const RESOURCE_SIZE = 24;

/** Whether a file is an effect of Direct3D 9, bare or as XNA 4 stores it. */
export function isEffect2(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) return false;
  const first = u32At(bytes, 0);
  return first === FX2_VERSION || first === FX2_XNA;
}

/**
 * Reads an effect of Direct3D 9; the value is undefined where there are no lists to read.
 *
 * @param source a complete file of fx_2_0, also with the header of XNA 4
 * @throws TypeError when `source` holds no bytes
 */
export function parseEffect2(source: ByteSource): ParseResult<Effect2> {
  const bytes = toBytes(source, 'parseEffect2');
  return parse((diagnostics) => readEffect2(bytes, diagnostics));
}

/**
 * {@link parseEffect2} with a collector.
 *
 * @param bytes the complete file
 * @param diagnostics spans are bytes of the file
 */
export function readEffect2(bytes: Uint8Array, diagnostics: Diagnostics): Effect2 | undefined {
  const start = fx2Start(bytes, diagnostics);
  return start === undefined ? undefined : new Fx2Reader(bytes, start, diagnostics).effect();
}

/** The byte offset of the version of the effect in a file; undefined, with a diagnostic, where there is none. */
function fx2Start(bytes: Uint8Array, diagnostics: Diagnostics): number | undefined {
  const size = bytes.byteLength;
  let start = 0;
  if (u32At(bytes, 0) === FX2_XNA) {
    start = u32At(bytes, 4);
    const outside = start > size - FX2_HEADER_SIZE;
    if (start < FX2_HEADER_SIZE || outside || u32At(bytes, start) !== FX2_VERSION) {
      const reason = outside ? `the file has ${size}` : 'there is no effect at that offset';
      diagnostics.report(DX0145, Math.min(4, size), Math.min(8, size), { offset: start, reason });
      return undefined;
    }
  }
  if (start + FX2_HEADER_SIZE <= size) {
    if (u32At(bytes, start) === FX2_VERSION) return start;
    diagnostics.report(DX0146, start, start + 4, { version: hex(u32At(bytes, start), 8) });
    return undefined;
  }
  diagnostics.report(DX0130, 0, size, { needed: FX2_HEADER_SIZE, size });
  return undefined;
}

class Fx2Reader {
  private readonly pool: Fx2Pool;
  /** Byte offset of the next record of the lists. */
  private at: number;
  private readonly size: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly diagnostics: Diagnostics,
  ) {
    this.size = bytes.byteLength;
    this.pool = new Fx2Pool(bytes, start + FX2_HEADER_SIZE, diagnostics);
    this.at = start + FX2_HEADER_SIZE + u32At(bytes, start + 4);
  }

  effect(): Effect2 | undefined {
    const { bytes, start, pool, size, diagnostics } = this;
    pool.mark(start, start + FX2_HEADER_SIZE);
    // The first DWORD of the pool is the name of what has none.
    if (u32At(bytes, start + FX2_HEADER_SIZE) === 0) pool.mark(start + FX2_HEADER_SIZE, start + FX2_HEADER_SIZE + 4);
    const lists = this.at;
    if (lists + 16 > size) {
      diagnostics.report(DX0131, start + 4, start + 8, { offset: hex(lists), size });
      return undefined;
    }
    const [parameterCount, techniqueCount, itemCount, objectCount] = [0, 4, 8, 12].map((k) => u32At(bytes, lists + k));
    this.take(16);
    pool.objectCount = objectCount!;
    const parameters = this.list(parameterCount!, PARAMETER_SIZE, 'parameters', lists, (i) => this.parameter(i));
    const techniques = this.list(techniqueCount!, NAMED_SIZE, 'techniques', lists + 4, (i) => this.technique(i));
    const objectsAt = this.at;
    const objects: Fx2Object[] = [];
    const resources: Fx2Resource[] = [];
    if (!this.stopped && this.hasBytes(8, 'the counts of objects')) this.objects(objects, resources);
    const content: Effect2Content = {
      prefix: start === 0 ? undefined : bytes.subarray(0, start),
      parameters,
      techniques,
      itemCount: itemCount!,
      objectCount: objectCount!,
      objects,
      resources,
    };
    checkResources(content, diagnostics);
    if (start > 0) pool.mark(0, start);
    return { ...content, unused: this.unused(), source: { bytes, content, objectsAt } };
  }

  /** Whether a list was cut off: what follows it cannot be found. */
  private stopped = false;

  /** Reads `count` records of at least `size` bytes each; their count is at `countAt`. */
  private list<Row>(count: number, size: number, what: string, countAt: number, read: (index: number) => Row): Row[] {
    const rows: Row[] = [];
    if (this.stopped) return rows;
    const available = Math.floor(Math.max(0, this.size - this.at) / size);
    if (count > available) {
      this.diagnostics.report(DX0133, countAt, countAt + 4, { count, what, room: available });
      this.stopped = true;
      return rows;
    }
    for (let i = 0; i < count && !this.stopped; i++) {
      if (this.hasBytes(size, what)) rows.push(read(i));
    }
    return rows;
  }

  /** Whether `size` bytes are left; reports and stops when not. */
  private hasBytes(size: number, what: string): boolean {
    const { at } = this;
    if (at + size <= this.size) return true;
    const values = { what, offset: hex(at), end: hex(at + size), size: this.size };
    this.diagnostics.report(DX0132, Math.min(at, this.size), this.size, values);
    this.stopped = true;
    return false;
  }

  /** Moves on by `size` bytes; returns where they are. */
  private take(size: number): number {
    const { at } = this;
    this.at = at + size;
    this.pool.mark(at, this.at);
    return at;
  }

  private parameter(index: number): Fx2Parameter {
    const { bytes, pool } = this;
    const at = this.take(PARAMETER_SIZE);
    const what = `parameter ${index}`;
    const declaration = pool.declaration(at, what, at + 4);
    const value = pool.value(at + 4, declaration, what);
    const annotations = this.annotations(at + 12, what);
    return { declaration, value, flags: u32At(bytes, at + 8), annotations, offset: at };
  }

  private annotations(countAt: number, owner: string): Fx2Annotation[] {
    const count = u32At(this.bytes, countAt);
    return this.list(count, ANNOTATION_SIZE, `annotations of ${owner}`, countAt, (i) => {
      const at = this.take(ANNOTATION_SIZE);
      const what = `annotation ${i} of ${owner}`;
      const declaration = this.pool.declaration(at, what);
      return { declaration, value: this.pool.value(at + 4, declaration, what) };
    });
  }

  private technique(index: number): Fx2Technique {
    const at = this.take(NAMED_SIZE);
    const what = `technique ${index}`;
    const name = this.pool.nameAt(at, what);
    const annotations = this.annotations(at + 4, what);
    const passes = this.list(u32At(this.bytes, at + 8), NAMED_SIZE, `passes of ${what}`, at + 8, (i) =>
      this.pass(`pass ${i} of ${what}`),
    );
    return { name, annotations, passes, offset: at };
  }

  private pass(what: string): Fx2Pass {
    const { bytes, pool } = this;
    const at = this.take(NAMED_SIZE);
    const name = pool.nameAt(at, what);
    const annotations = this.annotations(at + 4, what);
    const count = u32At(bytes, at + 8);
    const states: Fx2State[] = this.list(count, pool.stateSize, `states of ${what}`, at + 8, (i) =>
      pool.state(this.take(pool.stateSize), `state ${i} of ${what}`, 0),
    );
    return { name, annotations, states, offset: at };
  }

  private objects(objects: Fx2Object[], resources: Fx2Resource[]): void {
    const { bytes, pool, diagnostics } = this;
    const at = this.take(8);
    const known = new Set<number>();
    const read = (i: number): Fx2Object => {
      const head = this.take(OBJECT_SIZE);
      const id = u32At(bytes, head);
      if (id >= pool.objectCount)
        diagnostics.report(DX0137, head, head + 4, { what: `entry ${i}`, id, count: pool.objectCount });
      else if (known.has(id)) diagnostics.report(DX0138, head, head + 4, { id });
      known.add(id);
      return { id, ...this.data(head + 4, `object ${id}`) };
    };
    const readResource = (i: number): Fx2Resource => {
      const head = this.take(RESOURCE_SIZE);
      const [technique, owner, element, state, usage] = [0, 4, 8, 12, 16].map((k) => u32At(bytes, head + k));
      const { data, offset } = this.data(head + 20, `resource ${i}`);
      return { technique, owner, element, state, usage, data, offset } as Fx2Resource;
    };
    // One by one: a damaged effect may have more than a call may have arguments.
    for (const object of this.list(u32At(bytes, at), OBJECT_SIZE, 'objects', at, read)) objects.push(object);
    const count = u32At(bytes, at + 4);
    for (const resource of this.list(count, RESOURCE_SIZE, 'resources', at + 4, readResource)) resources.push(resource);
  }

  /** The bytes after the count at `sizeAt`, padded to DWORDs. */
  private data(sizeAt: number, what: string): { data: Uint8Array; offset: number } {
    const { bytes, pool, at } = this;
    const size = u32At(bytes, sizeAt);
    if (!this.hasBytes(size, `the data of ${what}`)) return { data: bytes.subarray(this.size), offset: this.size };
    const end = at + size;
    pool.mark(at, end);
    pool.markPadding(end);
    this.at = end + (-size & 3);
    return { data: bytes.subarray(at, end), offset: at };
  }

  /** The ranges that nothing refers to; reported unless the file is damaged anyway. */
  private unused(): ByteRange[] {
    const { diagnostics, pool } = this;
    const unused = pool.unmarked();
    const count = unused.reduce((sum, { start, end }) => sum + end - start, 0);
    const [first] = unused;
    if (first !== undefined && !diagnostics.hasErrors)
      diagnostics.report(DX0144, first.start, first.end, { count, offset: hex(first.start) });
    return unused;
  }
}
