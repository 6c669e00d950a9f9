/**
 * Changes fields of a table that another writer than Microsoft's compiler laid out: every byte stays where it is, and
 * new strings and lists are added at the end.
 *
 * Not for: tables in the layout of the compiler, whose writers (rdef-writer.ts, ctab.ts) make what the compiler
 * would make.
 */
import { bytesOf, latin1Bytes } from '../base/words.ts';

export class TablePatch {
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.slice();
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  put16(at: number, value: number): void {
    this.#view().setUint16(at, value, true);
  }

  put32(at: number, value: number): void {
    this.#view().setUint32(at, value, true);
  }

  /** Stores the offset of `text`, which is added, in the DWORD at `at`. */
  putString(at: number, text: string): void {
    this.put32(at, this.#add(latin1Bytes(`${text}\0`)));
  }

  /** Stores the offset of `words`, which are added, in the DWORD at `at`. */
  putWords(at: number, words: Uint32Array): void {
    this.put32(at, this.#add(bytesOf(words)));
  }

  #view(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** Adds bytes at a DWORD; the table stays a multiple of DWORDs. */
  #add(bytes: Uint8Array): number {
    const at = (this.#bytes.byteLength + 3) & ~3;
    const grown = new Uint8Array((at + bytes.byteLength + 3) & ~3);
    grown.set(this.#bytes);
    grown.set(bytes, at);
    this.#bytes = grown;
    return at;
  }
}
