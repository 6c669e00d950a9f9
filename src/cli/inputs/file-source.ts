/**
 * Files that are read at offsets, so that a file of any size is never in memory as a whole.
 *
 * Not for: verbs that need the whole file (read-input.ts).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { RandomAccessSource } from '../../find/index.ts';

/** A file up to this size is read once, because that is faster than reading its parts. */
const SMALL = 2 ** 20;

/** An open file. */
export class FileSource implements RandomAccessSource {
  readonly size: number;
  /** Milliseconds since 1970 when the file was changed last. */
  readonly modified: number;
  readonly #file: number;
  #small: Uint8Array | undefined;

  /** @throws the error of the file system */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const { size, mtimeMs } = fstatSync(this.#file);
    this.size = size;
    this.modified = mtimeMs;
  }

  /** Bytes from `offset` on; fewer than `length` only where the file ends. @throws the error of the file system */
  read(offset: number, length: number): Uint8Array {
    if (this.size > SMALL) return this.#read(offset, Math.min(length, this.size - offset));
    this.#small ??= this.#read(0, this.size);
    return this.#small.subarray(offset, offset + length);
  }

  #read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, length));
    let read = 0;
    while (read < bytes.byteLength) {
      const count = readSync(this.#file, bytes, read, bytes.byteLength - read, offset + read);
      // The file has become shorter.
      if (count === 0) return bytes.subarray(0, read);
      read += count;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}
