/**
 * A bit-field of a 32-bit token, declared once and used by readers, writers, the validator (reserved bits), the
 * bit-level inspector and the generated documentation.
 *
 * Not for: fields wider than one DWORD, or byte-aligned structures of container chunks.
 */
export class Field {
  /** All ones over the width, unshifted. */
  readonly ones: number;

  /**
   * @param name what the documents call the field
   * @param low number of its lowest bit, 0 to 31
   * @param width number of bits, 1 to 32
   */
  constructor(
    readonly name: string,
    readonly low: number,
    readonly width: number,
  ) {
    if (low < 0 || width < 1 || low + width > 32)
      throw new RangeError(`field ${name}: bits ${low}..${low + width - 1}`);
    this.ones = width === 32 ? 0xffff_ffff : 2 ** width - 1;
  }

  get(word: number): number {
    return ((word >>> this.low) & this.ones) >>> 0;
  }

  /** Whether any bit of the field is set in `word`. */
  test(word: number): boolean {
    return ((word >>> this.low) & this.ones) !== 0;
  }

  /** `word` with the field replaced by `value`; bits of `value` beyond the width are an error of the caller. */
  set(word: number, value: number): number {
    if (value < 0 || value > this.ones) throw new RangeError(`field ${this.name} holds 0..${this.ones}, not ${value}`);
    return ((word & ~(this.ones << this.low)) | (value << this.low)) >>> 0;
  }
}

/**
 * A new field. Bundlers that honor the mark across modules drop an unused table of such calls; esbuild 0.28 does not.
 */
/* @__NO_SIDE_EFFECTS__ */
export function field(name: string, low: number, width: number): Field {
  return new Field(name, low, width);
}

/** The number of the lowest bit of a field, its width, and its name where that is not its key in words. */
type FieldRow = readonly [low: number, width: number, name?: string];

/**
 * A table of fields. A call can be marked as pure where a table of calls of {@link field} cannot: bundlers drop the
 * table then.
 *
 * @param nameOf the name of a field whose row has none, by its key
 */
export function fields<const Rows extends Readonly<Record<string, FieldRow>>>(
  rows: Rows,
  nameOf: (key: string) => string = inWords,
): { readonly [Key in keyof Rows]: Field } {
  const table: Record<string, Field> = {};
  for (const [key, [low, width, name = nameOf(key)]] of Object.entries(rows)) table[key] = new Field(name, low, width);
  return table as { readonly [Key in keyof Rows]: Field };
}

/** `write mask` for `writeMask`, `index 0` for `index0`. */
function inWords(key: string): string {
  return key.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`);
}

/** One line for each field of a table: the meaning of its value. */
export type FieldDocs<Fields> = { readonly [Key in keyof Fields]: string };

/** The fields of a table with their lines, for a map of such lines by field. */
export function documented<const Fields extends Readonly<Record<string, Field>>>(
  fields: Fields,
  docs: FieldDocs<Fields>,
): [Field, string][] {
  return Object.keys(fields).map((key) => [fields[key]!, docs[key]!]);
}
