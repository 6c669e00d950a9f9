/**
 * Records of debug information as tables of fields, and the three things that are done with them: they are read, their
 * numbers are written back where they were, or everything is written anew. The formats DBUG and SDBG say what their
 * fields are.
 *
 * Not for: the formats (dbug/, sdbg/).
 */

/** A field of a record; `at` and `count` are offsets in the record in bytes, `length` too. */
export type Field =
  | { readonly kind: 'u16' | 'u32'; readonly at: number }
  /** Numbers in a row. */
  | { readonly kind: 'u16s' | 'u32s'; readonly at: number; readonly items: number }
  /** The offset of a text, and that of its length, if it has one. An `optional` text may have the offset 0. */
  | { readonly kind: 'text'; readonly at: number; readonly length?: number }
  | { readonly kind: 'optionalText'; readonly at: number }
  /** The number of integers, and their offset. */
  | { readonly kind: 'integers'; readonly at: number; readonly count: number }
  /** Records in a row. */
  | { readonly kind: 'records'; readonly at: number; readonly items: number; readonly of: RecordLayout }
  /** The number of records, and their offset. */
  | { readonly kind: 'table'; readonly at: number; readonly count: number; readonly of: RecordLayout };

export interface RecordLayout {
  /** Bytes of a record. */
  readonly size: number;
  readonly fields: Readonly<Record<string, Field>>;
}

type FieldValue<F extends Field> = F extends { readonly kind: 'u16' | 'u32' }
  ? number
  : F extends { readonly kind: 'text' }
    ? string
    : F extends { readonly kind: 'optionalText' }
      ? string | null
      : F extends { readonly of: infer L extends RecordLayout }
        ? readonly RecordOf<L>[]
        : readonly number[];

/** The data of a record with this layout. */
export type RecordOf<L extends RecordLayout> = {
  readonly [K in keyof L['fields']]: FieldValue<L['fields'][K]>;
};

/** The source of records. Offsets count bytes of the payload. */
export interface RecordSource {
  /** 0 past the end. */
  u16(at: number): number;
  u32(at: number): number;
  textOf(at: number, length: number | undefined, what: string): string;
  /** Where records, or integers, with this offset are. */
  tableAt(offset: number): number;
  integersAt(offset: number): number;
  /**
   * How many of `count` items of `size` bytes may be read from `at` on: not more than exist, nor more than the budget
   * allows.
   */
  take(count: number, at: number, size: number): number;
}

type JsonValue = number | string | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export function readRecord<L extends RecordLayout>(source: RecordSource, { fields }: L, at: number): RecordOf<L> {
  const record: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(fields)) record[name] = readField(source, field, at, name);
  return record as RecordOf<L>;
}

function readField(source: RecordSource, field: Field, start: number, name: string): JsonValue {
  const at = start + field.at;
  switch (field.kind) {
    case 'u16':
      return source.u16(at);
    case 'u32':
      return source.u32(at);
    case 'u16s':
      return Array.from({ length: field.items }, (_, i) => source.u16(at + 2 * i));
    case 'u32s':
      return Array.from({ length: field.items }, (_, i) => source.u32(at + 4 * i));
    case 'text':
      return source.textOf(at, field.length === undefined ? undefined : source.u32(start + field.length), name);
    case 'optionalText':
      return source.u32(at) === 0 ? null : source.textOf(at, undefined, name);
    case 'integers': {
      const first = source.integersAt(source.u32(at));
      const count = source.take(source.u32(start + field.count), first, 4);
      return Array.from({ length: count }, (_, i) => source.u32(first + 4 * i));
    }
    case 'records':
      return rows(source, field.of, at, field.items);
    case 'table': {
      const first = source.tableAt(source.u32(at));
      return rows(source, field.of, first, source.take(source.u32(start + field.count), first, field.of.size));
    }
  }
}

function rows(source: RecordSource, layout: RecordLayout, first: number, count: number): JsonValue {
  return Array.from({ length: count }, (_, i) => readRecord(source, layout, first + layout.size * i) as JsonValue);
}

/** Writes the numbers of `record` where `source` has those of the record at `at`; strings and sizes stay. */
export function writeNumbers(
  view: DataView,
  source: RecordSource,
  layout: RecordLayout,
  at: number,
  record: RecordOf<RecordLayout>,
): void {
  const put = (size: 2 | 4, position: number, value: number) => {
    if (position < 0 || position + size > view.byteLength) return;
    if (size === 2) view.setUint16(position, value, true);
    else view.setUint32(position, value, true);
  };
  const each = (of: RecordLayout, first: number, list: readonly RecordOf<RecordLayout>[]) => {
    for (const [i, one] of list.entries()) writeNumbers(view, source, of, first + of.size * i, one);
  };
  for (const [name, field] of Object.entries(layout.fields)) {
    const value = record[name]!;
    const position = at + field.at;
    if (field.kind === 'u16') put(2, position, value as number);
    else if (field.kind === 'u32') put(4, position, value as number);
    else if (field.kind === 'u16s' || field.kind === 'u32s') {
      const size = field.kind === 'u16s' ? 2 : 4;
      for (const [i, item] of (value as readonly number[]).entries()) put(size, position + size * i, item);
    } else if (field.kind === 'integers') {
      const first = source.integersAt(source.u32(position));
      for (const [i, item] of (value as readonly number[]).entries()) put(4, first + 4 * i, item);
    } else if (field.kind === 'records') each(field.of, position, value as readonly RecordOf<RecordLayout>[]);
    else if (field.kind === 'table')
      each(field.of, source.tableAt(source.u32(position)), value as readonly RecordOf<RecordLayout>[]);
  }
}

/** The destination of the external parts of records when everything is rewritten. Each function returns the offset. */
export interface RecordTarget {
  text(value: string): number;
  integers(values: readonly number[]): number;
  table(layout: RecordLayout, records: readonly RecordOf<RecordLayout>[]): number;
}

/**
 * The bytes of a record.
 *
 * @throws RangeError where a number is too large for its field, or a list of fixed length has another one
 */
export function recordBytes(layout: RecordLayout, record: RecordOf<RecordLayout>, target: RecordTarget): Uint8Array {
  const bytes = new Uint8Array(layout.size);
  const view = new DataView(bytes.buffer);
  const put = (size: 2 | 4, at: number, value: JsonValue) => {
    const number = value as number;
    if (!Number.isInteger(number) || number < 0 || number >= 2 ** (8 * size))
      throw new RangeError(`${number} are no ${8 * size} bits`);
    if (size === 2) view.setUint16(at, number, true);
    else view.setUint32(at, number, true);
  };
  for (const [name, field] of Object.entries(layout.fields)) {
    const { at } = field;
    const value = record[name] as JsonValue;
    switch (field.kind) {
      case 'u16':
        put(2, at, value);
        break;
      case 'u32':
        put(4, at, value);
        break;
      case 'u16s':
      case 'u32s': {
        const size = field.kind === 'u16s' ? 2 : 4;
        for (const [i, item] of fixed<JsonValue>(name, value, field.items).entries()) put(size, at + size * i, item);
        break;
      }
      case 'text':
        put(4, at, target.text(value as string));
        if (field.length !== undefined) put(4, field.length, (value as string).length);
        break;
      case 'optionalText':
        put(4, at, value === null ? 0 : target.text(value as string));
        break;
      case 'integers':
        put(4, field.count, (value as readonly number[]).length);
        put(4, at, target.integers(value as readonly number[]));
        break;
      case 'records':
        for (const [i, one] of fixed<RecordOf<RecordLayout>>(name, value, field.items).entries())
          bytes.set(recordBytes(field.of, one, target), at + field.of.size * i);
        break;
      case 'table': {
        const records = value as readonly RecordOf<RecordLayout>[];
        put(4, field.count, records.length);
        put(4, at, target.table(field.of, records));
        break;
      }
    }
  }
  return bytes;
}

/** A list that must have `length` items. */
function fixed<Item>(name: string, value: JsonValue, length: number): readonly Item[] {
  const list = value as readonly Item[];
  if (list.length !== length) throw new RangeError(`${name} has ${length} items, not ${list.length}`);
  return list;
}

/** Whether two values of plain data are the same. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length && keys.every((key) => sameData(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
