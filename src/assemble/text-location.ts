/**
 * Locations in the text of an assembler: ranges of characters with positions for diagnostics, and operands in a line.
 */
import { type ByteSource, toBytes, typeText } from '../base/bytes.ts';
import { latin1Text } from '../base/words.ts';

/** A range of characters in a text, with the position that messages give for it. Every token is one. */
export interface TextLocation {
  /** The text that `start` and `end` count in, in characters. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly file: string;
}

/** A location that can be set: where a parser was. */
export class LocationMark implements TextLocation {
  source = '';
  start = 0;
  end = 0;
  line = 0;
  column = 0;
  file = '';

  set(from: TextLocation): void {
    this.source = from.source;
    this.start = from.start;
    this.end = from.end;
    this.line = from.line;
    this.column = from.column;
    this.file = from.file;
  }

  /** Lets go of the text. */
  clear(): void {
    this.source = '';
  }
}

/**
 * The characters of operand `operand` (from 1) in `text`; undefined when there is none.
 *
 * @param from the offset at which the operands begin
 */
export function operandRange(text: string, from: number, operand: number): readonly [number, number] | undefined {
  let start = from;
  let depth = 0;
  let number = 1;
  for (let at = from; at <= text.length; at++) {
    const character = text[at] ?? ',';
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    if (at < text.length && (character !== ',' || depth > 0)) continue;
    const end = text.slice(0, at).trimEnd().length;
    if (number === operand) return end > start ? [start, end] : undefined;
    number++;
    start = at + 1;
    while (text[start] === ' ' || text[start] === '\t') start++;
  }
  return undefined;
}

/** The text that a public function is given: a string, or bytes of one character each. */
export function textOf(text: string | ByteSource, caller: string): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'object' || text === null)
    throw new TypeError(`${caller}: text must be a string or bytes, not ${typeText(text)}`);
  const bytes = toBytes(text, caller, 'text');
  return isAscii(bytes) ? new TextDecoder().decode(bytes) : latin1Text(bytes, 0, bytes.byteLength);
}

/** Whether every byte is the same character in all encodings, so that the fastest decoder is usable. */
function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}
