/**
 * Damage to effects of fx_4_0, fx_4_1 and fx_5_0 that knows what it hits: counts, offsets of strings, types and data,
 * numbers of states, types and assignments, sizes, characters, and the bytes of embedded shaders and expressions; also
 * truncation. The checksum of the container is repaired, that of an embedded one most of the time.
 *
 * Not for: random bits (tools/fuzz).
 */
import { fourCC, u32At } from '../src/base/words.ts';
import { writeChecksum } from '../src/container/write.ts';
import { effect4Fields, effectStart, type Fx4Field, type Fx4Role } from './fx4-fields.ts';
import type { Random } from './random.ts';

/** A change: bytes that replace those at an offset. */
export interface Fx4Change {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** A short description of the change. */
  readonly what: string;
}

/** Highest numbers that mean something, and one more. */
const LAST: Partial<Record<Fx4Role, number>> = {
  'type-kind': 5,
  'object-type': 48,
  state: 59,
  assignment: 9,
  'constant-type': 6,
  count: 6,
  elements: 5,
  index: 9,
  flags: 7,
  size: 80,
  header: 4,
};
const VERSIONS = [0xfeff1001, 0xfeff1011, 0xfeff2001, 0xfeff1021, 0xfeff2011];

/** An effect that is damaged many times: its fields are found once. */
export class Fx4Target {
  private readonly fields: readonly Fx4Field[];
  private readonly byRole = new Map<Fx4Role, number[]>();
  private readonly data: number;
  private readonly dataSize: number;

  constructor(readonly bytes: Uint8Array) {
    this.fields = effect4Fields(bytes);
    for (const { offset, role, length } of this.fields) {
      if (length !== 4) continue;
      const values = this.byRole.get(role) ?? [];
      values.push(u32At(bytes, offset));
      this.byRole.set(role, values);
    }
    const start = effectStart(bytes);
    this.data = start + (u32At(bytes, start) === 0xfeff2001 ? 96 : 76);
    this.dataSize = u32At(bytes, start + 32);
  }

  /** One to three changes. */
  changes(random: Random): Fx4Change[] {
    return Array.from({ length: random.oneIn(3) ? random.between(2, 3) : 1 }, () => this.change(random));
  }

  private change(random: Random): Fx4Change {
    // Each role is as likely as another: there are many more strings than states.
    const roles = [...new Set(this.fields.map(({ role }) => role))];
    const role = random.pick(roles);
    const field = random.pick(this.fields.filter((one) => one.role === role));
    if (field.role === 'code') return this.changedCode(random, field);
    if (field.role === 'characters') return changedCharacter(random, field);
    const value = this.value(random, field) >>> 0;
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    const before = u32At(this.bytes, field.offset);
    return {
      offset: field.offset,
      bytes,
      what: `${role} at ${field.offset}: ${before.toString(16)} -> ${value.toString(16)}`,
    };
  }

  private value(random: Random, { offset, role }: Fx4Field): number {
    const before = u32At(this.bytes, offset);
    // Other tokens begin files of other formats.
    if (role === 'version') return random.pick(VERSIONS);
    // Microsoft's sum of a header and almost 4 GB of data overflows.
    if (role === 'data-size' && random.oneIn(2))
      return random.pick([0, before - 1, before + 1, before - 4, before + 4, 0x7fffffff]);
    if (role === 'data-size') return random.below(2 * before);
    const others = this.byRole.get(role) ?? [before];
    const last = LAST[role];
    switch (random.below(8)) {
      case 0:
      case 1:
        return random.pick(others);
      case 2:
      case 3:
        if (last !== undefined) return random.between(0, last);
        return role === 'string' || role === 'type' || role === 'data' ? this.dataOffset(random) : random.pick(others);
      case 4:
        return before + random.pick([1, -1, 4, -4, 8, 16]);
      case 5:
        return before ^ (1 << random.below(role === 'numeric' ? 18 : 32));
      case 6:
        return random.pick([0, 1, 2, 0xffffffff, 0x7fffffff, 0x80000000, 0x10000, 0xffff, 0xfffffffc]);
      default:
        return random.oneIn(2) ? this.dataOffset(random) : random.word();
    }
  }

  /** An offset in the data that means something, or is at its end. */
  private dataOffset(random: Random): number {
    if (random.oneIn(3)) return this.dataSize + random.pick([-8, -5, -4, -3, -1, 0, 1, 4]);
    if (random.oneIn(4)) return random.below(this.dataSize + 1);
    return random.pick(this.byRole.get(random.pick(['string', 'type', 'data'] as const)) ?? [0]);
  }

  /** A byte or DWORD of an embedded shader, whose checksum is repaired most of the time. */
  private changedCode(random: Random, { offset, length }: Fx4Field): Fx4Change {
    const bytes = this.bytes.slice(offset, offset + length);
    const view = new DataView(bytes.buffer);
    const at = random.below(Math.max(1, length >> 2)) * 4;
    let what = `code at ${offset}, byte ${at}`;
    if (random.oneIn(2) && at + 4 <= length) {
      const before = view.getUint32(at, true);
      const value =
        random.pick([before + 1, before - 1, 0, 0xffffffff, before ^ (1 << random.below(32)), random.word()]) >>> 0;
      view.setUint32(at, value, true);
      what += `: ${before.toString(16)} -> ${value.toString(16)}`;
    } else if (length > 0) {
      const byte = random.below(length);
      bytes[byte] = random.below(256);
      what = `code at ${offset}, byte ${byte}: one byte`;
    }
    if (!random.oneIn(5) && length >= 32 && view.getUint32(0, true) === fourCC('DXBC')) writeChecksum(bytes);
    return { offset, bytes, what };
  }

  /** The effect with the changes. */
  changed(changes: readonly Fx4Change[]): Uint8Array {
    const bytes = this.bytes.slice();
    for (const change of changes) bytes.set(change.bytes, change.offset);
    return repaired(bytes);
  }

  /** The effect cut off, or with bytes added; sizes of the container are right, if it has one. */
  truncated(random: Random): { bytes: Uint8Array; what: string } {
    const start = effectStart(this.bytes);
    const size = this.bytes.byteLength;
    const boundary = random.pick(this.fields).offset;
    const end = random.pick([
      boundary,
      boundary + 1,
      boundary + 4,
      size - 1,
      size - 4,
      size + 4,
      size + 1,
      start + 4,
      this.data + this.dataSize,
    ]);
    const bytes = new Uint8Array(Math.max(start, end));
    bytes.set(this.bytes.subarray(0, bytes.byteLength));
    if (start > 0) {
      const view = new DataView(bytes.buffer);
      view.setUint32(24, bytes.byteLength, true);
      view.setUint32(start - 4, bytes.byteLength - start, true);
    }
    return { bytes: repaired(bytes), what: `${bytes.byteLength} of ${size} bytes` };
  }
}

function changedCharacter(random: Random, { offset, length }: Fx4Field): Fx4Change {
  const at = random.oneIn(3) ? length - 1 : random.below(length);
  const byte = random.pick([0, 1, 9, 10, 0x22, 0x2f, 0x41, 0x80, 0xff, random.below(256)]);
  return { offset: offset + at, bytes: new Uint8Array([byte]), what: `character at ${offset + at}: ${byte}` };
}

function repaired(bytes: Uint8Array): Uint8Array {
  if (u32At(bytes, 0) === fourCC('DXBC')) writeChecksum(bytes);
  return bytes;
}
