/** What a writer (writer.ts) has written, as bytes and as text. */
import { latin1Bytes, latin1Text } from '../base/words.ts';

/** Has the bytes until it is used again. */
interface Buffered {
  written(): Uint8Array;
  copy(): Uint8Array;
}

const DECODER = new TextDecoder();

/**
 * A finished text. Callers want either its bytes or its characters, and each takes a tenth of the time of a short listing to make
 * (measured). So they are made when they are first needed, or the bytes when the writer is about to be used again.
 */
export class WrittenText {
  #writer: Buffered | undefined;
  #bytes: Uint8Array | undefined;
  #text: string | undefined;

  constructor(writer: Buffered) {
    this.#writer = writer;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#writer?.copy() ?? latin1Bytes(this.#text!);
    return this.#bytes;
  }

  /** One character a byte. */
  get text(): string {
    this.#text ??= textOf(this.#bytes ?? this.#writer!.written());
    return this.#text;
  }

  /** Leaves the writer, which is used again. */
  release(): void {
    if (this.#text === undefined) this.#bytes = this.bytes;
    this.#writer = undefined;
  }
}

/** The text of `bytes`, one character a byte. */
export function textOf(bytes: Uint8Array): string {
  // Engines decode ASCII fastest as UTF-8. Other bytes there make the text shorter, or leave this character.
  const text = DECODER.decode(bytes);
  return text.length === bytes.length && !text.includes('\ufffd') ? text : mixedText(bytes);
}

/** Text with bytes other than ASCII. They are few in a listing: only names have them. */
function mixedText(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const begin = at;
    const ascii = bytes[at]! < 0x80;
    while (at < bytes.length && bytes[at]! < 0x80 === ascii) at++;
    text += ascii ? DECODER.decode(bytes.subarray(begin, at)) : latin1Text(bytes, begin, at);
  }
  return text;
}
