/**
 * The debug information that an assembler writes: a comment with the tag DBUG with the file and line that each
 * instruction comes from (debug/dbug/dbug.ts has the structures; their order: oracle).
 *
 * Not for: the variables, which compilers also describe there.
 */
import { latin1Bytes } from '../../base/words.ts';
import { DBUG_HEADER, DBUG_HEADER_SIZE, DBUG_LINE_SIZE } from '../../debug/dbug/layout.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { SM1_COMMENT } from '../../isa/sm1/opcodes.ts';
import { Sm1CommentToken } from '../../isa/sm1/tokens.ts';

/** The name that D3DAssemble writes. */
const CREATOR = 'Microsoft (R) D3DX9 Shader Assembler 10.1';
/** The padding of the last DWORD of a text. */
const FILL = 0xab;
/** A comment holds no more, at two DWORDs each. */
const MAX_LINES = Sm1CommentToken.length.ones >> 1;
/** Lines and files have 16 bits. */
const LOW = 0xffff;

/** Collects lines while a text is assembled. */
export class DebugLines {
  /** Word offset, line and index in {@link #names} of each instruction. */
  readonly #offsets: number[] = [];
  readonly #lines: number[] = [];
  readonly #files: number[] = [];
  readonly #names: string[] = [];
  readonly #indices = new Map<string, number>();
  /** Indices of names, the last used one first: the order in which they are written (source: oracle). */
  readonly #recent: number[] = [];

  /** Notes that the instruction at DWORD `offset` comes from `line` of `file`. */
  add(offset: number, line: number, file: string): void {
    // Lines that the comment cannot hold are not collected.
    if (this.#offsets.length > MAX_LINES) return;
    let name = this.#recent[0] ?? -1;
    if (name < 0 || this.#names[name] !== file) {
      const known = this.#indices.get(file);
      if (known !== undefined) this.#recent.splice(this.#recent.indexOf(known), 1);
      name = known ?? this.#names.push(file) - 1;
      this.#indices.set(file, name);
      this.#recent.unshift(name);
    }
    this.#offsets.push(offset);
    this.#lines.push(line);
    this.#files.push(name);
  }

  /** `words` with the comment after the version; undefined when a comment cannot be that long. */
  insertInto(words: Uint32Array): Uint32Array | undefined {
    const names = this.#recent.map((name) => `${this.#names[name]!}\0`);
    const fileWords = padded(names.join(''));
    const creatorWords = padded(`${CREATOR}\0`);
    const filesAt = DBUG_HEADER_SIZE + 4 * fileWords.length;
    const linesAt = filesAt + 4 * names.length;
    const count = this.#offsets.length;
    const creatorAt = linesAt + DBUG_LINE_SIZE * count;
    const length = 1 + creatorAt / 4 + creatorWords.length;
    if (length > Sm1CommentToken.length.ones) return undefined;
    const shift = 1 + length;
    const result = new Uint32Array(words.length + shift);
    result.set([words[0]!, Sm1CommentToken.length.set(SM1_COMMENT, length), Sm1CommentTag.debug]);
    const header = result.subarray(3);
    header[DBUG_HEADER.size / 4] = DBUG_HEADER_SIZE;
    header[DBUG_HEADER.creator / 4] = creatorAt;
    if (count > 0) {
      header[DBUG_HEADER.fileCount / 4] = names.length;
      header[DBUG_HEADER.files / 4] = filesAt;
      header[DBUG_HEADER.lineCount / 4] = count;
      header[DBUG_HEADER.lines / 4] = linesAt;
    }
    let at = 3 + DBUG_HEADER_SIZE / 4;
    result.set(fileWords, at);
    at += fileWords.length;
    let nameAt = DBUG_HEADER_SIZE;
    for (const name of names) {
      result[at++] = nameAt;
      nameAt += name.length;
    }
    const orders = this.#recent.reduce<number[]>((found, name, order) => {
      found[name] = order;
      return found;
    }, []);
    for (let i = 0; i < count; i++) {
      result[at++] = (this.#lines[i]! & LOW) | (orders[this.#files[i]!]! << 16);
      result[at++] = 4 * (this.#offsets[i]! + shift);
    }
    result.set(creatorWords, at);
    result.set(words.subarray(1), 1 + shift);
    return result;
  }
}

/** The characters of `text`, one byte each, padded to full DWORDs. */
function padded(text: string): Uint32Array {
  const words = new Uint32Array((text.length + 3) >>> 2);
  const bytes = new Uint8Array(4 * words.length).fill(FILL);
  bytes.set(latin1Bytes(text));
  for (let i = 0; i < words.length; i++) {
    words[i] = bytes[4 * i]! | (bytes[4 * i + 1]! << 8) | (bytes[4 * i + 2]! << 16) | (bytes[4 * i + 3]! << 24);
  }
  return words;
}
