/**
 * The values of the shaders that were decoded last, by hash, so that identical shaders are decoded once. Its memory is bounded: what was
 * not used for the longest time is dropped.
 */
import type { ScanColumn } from '../../../scan/columns.ts';
import { readContents, type ShaderContents } from '../../../scan/scan-shader.ts';

/** Characters of the texts of all entries. */
const MAX_CHARACTERS = 2 ** 24;
/** Characters that an entry without texts counts as. */
const ENTRY = 1024;

export class ContentCache {
  /** The entry that was used last is the last one. */
  readonly #entries = new Map<string, { readonly contents: ShaderContents; readonly size: number }>();
  readonly #columns: readonly ScanColumn[];
  readonly #limit: number;
  #size = 0;
  /** How many shaders were decoded. */
  decoded = 0;

  /** @param limit characters in all */
  constructor(columns: readonly ScanColumn[], limit = MAX_CHARACTERS) {
    this.#columns = columns;
    this.#limit = limit;
  }

  /** The values of the shader with these bytes and this hash. */
  contentsOf(sha256: string, bytes: Uint8Array): ShaderContents {
    const known = this.#entries.get(sha256);
    if (known !== undefined) {
      this.#entries.delete(sha256);
      this.#entries.set(sha256, known);
      return known.contents;
    }
    this.decoded++;
    const contents = readContents(bytes, this.#columns);
    const size = sizeOf(contents);
    this.#entries.set(sha256, { contents, size });
    this.#size += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#size -= entry.size;
    }
    return contents;
  }
}

function sizeOf(contents: ShaderContents): number {
  let size = ENTRY;
  for (const value of contents.values()) {
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'object' && value !== null) for (const text of value) size += text.length;
  }
  return size;
}
