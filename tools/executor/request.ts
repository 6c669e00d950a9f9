/** The commands of a request to the executor, as executor.c reads them. */

/** Words and bytes of a command. */
export type Part = number | Uint8Array;

export class Request {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  /** Adds a command. Bytes are padded to complete words. */
  protected add(code: number, ...payload: readonly Part[]): this {
    const bytes = joined(payload);
    this.#push(words([code, bytes.length]));
    this.#push(bytes);
    return this;
  }

  /** The request with its size before it. */
  frame(): Uint8Array {
    return joined([this.#size, ...this.#parts]);
  }

  #push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }
}

/** Little-endian words as bytes. */
export function words(values: ArrayLike<number>): Uint8Array {
  return new Uint8Array(Uint32Array.from(values, (value) => value >>> 0).buffer);
}

/** A name of up to 27 characters, with zeros after it. */
export function fixedName(name: string): Uint8Array {
  const bytes = new Uint8Array(28);
  bytes.set(new TextEncoder().encode(name).subarray(0, 27));
  return bytes;
}

function joined(parts: readonly Part[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === 'number' ? words([part]) : part));
  const size = pieces.reduce((sum, { length }) => sum + ((length + 3) & ~3), 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += (piece.length + 3) & ~3;
  }
  return bytes;
}
