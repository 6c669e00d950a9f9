/** Compares the facts of two shaders. */
import { type Fact, type FactValue, isCount } from './facts.ts';

export interface FieldChange {
  readonly field: string;
  /** Null also where the fact of the first shader has no such field; likewise {@link after}. */
  readonly before: FactValue;
  readonly after: FactValue;
}

/** A fact that only one shader has, or that differs. */
export interface FactChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly subject: string;
  readonly name: string;
  /** The fields that differ; for a fact that is added or removed, all fields that are not null. */
  readonly fields: readonly FieldChange[];
  /** Offset of the first byte that differs, in what the fact consists of; absent if that is not compared, or equal. */
  readonly differsAt?: number;
}

/** Returns the differences in the order of the first list; facts that only the second has come last. */
export function compareFacts(before: readonly Fact[], after: readonly Fact[]): FactChange[] {
  const others = keyed(after);
  const changes: FactChange[] = [];
  for (const [key, fact] of keyed(before)) {
    const other = others.get(key);
    if (other === undefined) changes.push(lone('removed', fact));
    else {
      others.delete(key);
      const change = changeOf(fact, other);
      if (change !== undefined) changes.push(change);
    }
  }
  for (const fact of others.values()) changes.push(lone('added', fact));
  return withoutRepetition(changes);
}

/** Facts by subject and name. Names need not be unique: each after the first gets a number. */
function keyed(facts: readonly Fact[]): Map<string, Fact> {
  const seen = new Map<string, number>();
  const result = new Map<string, Fact>();
  for (const fact of facts) {
    const key = `${fact.subject}\0${fact.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    result.set(`${key}\0${count}`, count === 1 ? fact : { ...fact, name: `${fact.name} ${count}` });
  }
  return result;
}

function lone(change: 'added' | 'removed', { subject, name, values }: Fact): FactChange {
  const present = Object.entries(values).filter(([, value]) => value !== null);
  const fields = present.map(([field, value]) =>
    change === 'added' ? { field, before: null, after: value } : { field, before: value, after: null },
  );
  return { change, subject, name, fields };
}

function changeOf(before: Fact, after: Fact): FactChange | undefined {
  const { subject, name } = before;
  const names = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  const fields: FieldChange[] = [];
  // Shaders of two formats have few fields in common.
  const isOtherFormat = before.values.format !== after.values.format;
  for (const field of names) {
    if (isOtherFormat && !(field in before.values && field in after.values)) continue;
    const one = before.values[field] ?? null;
    const other = after.values[field] ?? null;
    if (!Object.is(one, other)) fields.push({ field, before: one, after: other });
  }
  const differsAt = firstDifference(before.bytes, after.bytes);
  if (fields.length === 0 && differsAt === undefined) return undefined;
  return { change: 'changed', subject, name, fields, ...(differsAt === undefined ? {} : { differsAt }) };
}

/** The first index at which the bytes differ or one of them ends; undefined if they are equal or not known. */
export function firstDifference(a: Uint8Array | undefined, b: Uint8Array | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const length = Math.min(a.byteLength, b.byteLength);
  let at = 0;
  while (at < length && a[at] === b[at]) at++;
  return at === length && a.byteLength === b.byteLength ? undefined : at;
}

/**
 * Drops changes that other changes imply: the order of chunks that come or go, stored counts if only one shader has
 * any, counts of the program that are stored as well, and the bytes of a program that is the entire file.
 */
function withoutRepetition(changes: readonly FactChange[]): FactChange[] {
  const lone = changes.filter(({ subject, change }) => subject === 'chunk' && change !== 'changed');
  const loneCounts = lone.some(({ name }) => name === 'STAT');
  const shader = changes[0]?.subject === 'shader' ? changes[0].fields : [];
  const stored = new Map(shader.map((field) => [countName(field.field), field]));
  const isSame = (field: string, { before, after }: FieldChange) => {
    const same = stored.get(field);
    return same?.before === before && same.after === after;
  };
  const repeats = (subject: string, change: FieldChange) => {
    const { field } = change;
    if (subject === 'counted') return isSame(countName(field), change);
    if (subject !== 'shader') return false;
    if (field === 'bytes') return isSame('size', change);
    return (field === 'chunkOrder' && lone.length > 0) || (loneCounts && isCount(field));
  };
  return changes.flatMap((change) => {
    const fields = change.fields.filter((field) => !repeats(change.subject, field));
    const isEmpty = fields.length === 0 && change.fields.length > 0 && change.differsAt === undefined;
    return isEmpty ? [] : [{ ...change, fields }];
  });
}

/** The name of a count: reflection has some with a `c` before. */
function countName(field: string): string {
  return field.replace(/^c(?=[A-Z])/, '').toLowerCase();
}
