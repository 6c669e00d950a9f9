/**
 * The bytes of class linkage (chunk IFCE), read without copies; numbers outside the chunk are 0.
 *
 * Not for: rules (linkage.ts).
 */
import { MAX_LINKAGE_ENTRIES } from '../../../../base/limits.ts';
import type { Chunk } from '../../../../container/dxbc.ts';

/** Adjacent interface slots that the same classes implement. */
export interface LinkageRecord {
  readonly number: number;
  /** Byte offset in the chunk. */
  readonly at: number;
  /** The first slot. */
  readonly base: number;
  readonly count: number;
  readonly typeCount: number;
  readonly typesAt: number;
  readonly tablesAt: number;
  /** Both lists are inside the chunk. */
  readonly readable: boolean;
}

const CHUNK_HEADER = 8;
const TYPE_SIZE = 12;
const INSTANCE_SIZE = 16;
const RECORD_SIZE = 16;

export class LinkageTable {
  /** Where the chunk begins and ends in the container. */
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly slotCount: number;
  readonly statedInstances: number;
  readonly statedTypes: number;
  readonly statedRecords: number;
  /** Which lists are inside the chunk; an empty one may not begin outside either. */
  readonly hasInstances: boolean;
  readonly hasTypes: boolean;
  readonly hasRecords: boolean;
  /** How many there are; 0 where the list is not inside the chunk. */
  readonly instances: number;
  readonly types: number;
  readonly records: readonly LinkageRecord[];
  readonly #view: DataView;
  readonly #instancesAt: number;
  readonly #typesAt: number;
  /** Offset after the last NUL of the chunk. */
  readonly #namesEnd: number;

  constructor({ data, offset }: Chunk) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.size = data.byteLength;
    this.start = offset + CHUNK_HEADER;
    this.end = this.start + this.size;
    this.statedInstances = this.u32(0);
    this.statedTypes = this.u32(4);
    this.statedRecords = this.u32(8);
    this.slotCount = this.u32(12);
    this.#instancesAt = this.u32(16);
    this.#typesAt = this.u32(20);
    const recordsAt = this.u32(24);
    this.hasInstances = this.#has(this.#instancesAt, this.statedInstances, INSTANCE_SIZE);
    this.hasTypes = this.#has(this.#typesAt, this.statedTypes, TYPE_SIZE);
    this.hasRecords = this.#has(recordsAt, this.statedRecords, RECORD_SIZE);
    this.instances = this.hasInstances ? this.statedInstances : 0;
    this.types = this.hasTypes ? this.statedTypes : 0;
    this.records = this.hasRecords ? this.#readRecords(recordsAt) : [];
    this.#namesEnd = data.lastIndexOf(0) + 1;
  }

  #has(at: number, count: number, size: number): boolean {
    return at + count * size <= this.size;
  }

  #readRecords(start: number): LinkageRecord[] {
    const records: LinkageRecord[] = [];
    let base = 0;
    let entries = 0;
    for (let number = 0; number < this.statedRecords && entries < MAX_LINKAGE_ENTRIES; number++) {
      const at = start + RECORD_SIZE * number;
      const count = this.u32(at);
      const typeCount = this.u32(at + 4);
      const typesAt = this.u32(at + 8);
      const tablesAt = this.u32(at + 12);
      const readable = this.#has(typesAt, typeCount, 2) && this.#has(tablesAt, typeCount, 4);
      records.push({ number, at, base, count, typeCount, typesAt, tablesAt, readable });
      base += count;
      if (readable) entries += typeCount;
    }
    return records;
  }

  u32(at: number): number {
    return at + 4 <= this.size ? this.#view.getUint32(at, true) : 0;
  }

  u16(at: number): number {
    return at + 2 <= this.size ? this.#view.getUint16(at, true) : 0;
  }

  typeAt(type: number): number {
    return this.#typesAt + TYPE_SIZE * type;
  }

  instanceAt(instance: number): number {
    return this.#instancesAt + INSTANCE_SIZE * instance;
  }

  typeOf({ typesAt }: LinkageRecord, k: number): number {
    return this.u16(typesAt + 2 * k);
  }

  tableOf({ tablesAt }: LinkageRecord, k: number): number {
    return this.u32(tablesAt + 4 * k);
  }

  /** Whether the text at byte `at` ends in the chunk. */
  isTerminated(at: number): boolean {
    return at < this.#namesEnd;
  }
}
