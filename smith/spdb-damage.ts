/**
 * Damage of program databases in chunks SPDB, field by field: one field of a random name gets another value.
 *
 * Not for: damage of the container.
 */
import { appendTo } from '../src/base/collections.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { CHUNK_HEADER_SIZE, readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { openSpdb } from '../src/debug/spdb/spdb.ts';
import type { Random } from './random.ts';
import { type SpdbField, spdbFields } from './spdb-fields.ts';

export interface SpdbEdit {
  readonly bytes: Uint8Array;
  /** Name of the field. */
  readonly field: string;
  /** Field, offset in the payload of the chunk and values, for reports. */
  readonly what: string;
}

/** Makes damaged copies of one container. */
export class SpdbDamage {
  readonly #bytes: Uint8Array;
  readonly #payload: number;
  readonly #byName = new Map<string, SpdbField[]>();

  /** Undefined where `bytes` has no program database that can be read. */
  static of(bytes: Uint8Array): SpdbDamage | undefined {
    const diagnostics = new Diagnostics();
    const chunk = readContainer(bytes, diagnostics)?.find(TAG.SPDB);
    const spdb = chunk && openSpdb(chunk.data, diagnostics);
    return spdb && new SpdbDamage(bytes, chunk.offset + CHUNK_HEADER_SIZE, spdbFields(spdb));
  }

  private constructor(bytes: Uint8Array, payload: number, fields: readonly SpdbField[]) {
    this.#bytes = bytes;
    this.#payload = payload;
    for (const field of fields) {
      appendTo(this.#byName, field.name, field);
    }
  }

  /** A copy with one field changed, by a name that matches `names`; undefined where none does. */
  edit(random: Random, names = /^/): SpdbEdit | undefined {
    const candidates = [...this.#byName.keys()].filter((one) => names.test(one));
    if (candidates.length === 0) return undefined;
    const name = random.pick(candidates);
    const fields = this.#byName.get(name)!;
    const field = random.pick(fields);
    const old = this.#value(field);
    let value = old;
    for (let tries = 0; value === old && tries < 20; tries++) value = this.#other(random, old, field, fields);
    const copy = new Uint8Array(this.#bytes);
    for (let i = 0; i < field.width; i++) copy[this.#payload + field.at + i] = (value >>> (8 * i)) & 0xff;
    const what = `${name} @${field.at.toString(16)} ${old.toString(16)} -> ${value.toString(16)}`;
    return { bytes: copy, field: name, what };
  }

  #value({ at, width }: SpdbField): number {
    let value = 0;
    for (let i = width - 1; i >= 0; i--) value = value * 256 + this.#bytes[this.#payload + at + i]!;
    return value;
  }

  #other(random: Random, old: number, { width }: SpdbField, fields: readonly SpdbField[]): number {
    const limit = 2 ** (8 * width);
    const value = random.pick([
      ...[0, 1, limit - 1, old + 1, old - 1, old + 4, old - 4, old * 2, old + random.below(64), old - random.below(64)],
      ...[this.#value(random.pick(fields)), this.#value(random.pick(fields)), random.below(256), random.below(65536)],
      ...[limit / 2, limit / 2 + old, old + (limit >>> 8)],
    ]);
    return ((value % limit) + limit) % limit;
  }
}
