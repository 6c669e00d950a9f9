/** The effects of an edit: DWORDs that differ between two files, and rules that only the changed shader breaks. */
import { alignLines } from '../../../base/alignment.ts';
import { type Diagnostic, Diagnostics, hex } from '../../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../../base/words.ts';
import { CHUNK_HEADER_SIZE, isContainer, readChunkDirectory } from '../../../container/dxbc.ts';
import { validate } from '../../../validate/validate.ts';

/** A run of DWORDs that differ. Offsets are in bytes from the start of each file. */
export interface ChangedWords {
  /** The tag of the chunk; absent outside chunks, and in token streams. */
  readonly chunk?: string;
  readonly offset: { readonly before: number; readonly after: number };
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A part of a file that corresponds to one of the other file. */
interface Section {
  readonly chunk?: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Returns the runs of DWORDs that differ, in the order of the first file. */
export function changedWords(before: Uint8Array, after: Uint8Array): ChangedWords[] {
  const one = sectionsOf(before);
  const other = sectionsOf(after);
  // A chunk was added or removed: sections no longer correspond.
  const isSplit = one.length === other.length && one.every(({ chunk }, i) => chunk === other[i]!.chunk);
  if (!isSplit) return compared({ offset: 0, bytes: before }, { offset: 0, bytes: after });
  return one.flatMap((section, i) => compared(section, other[i]!));
}

/** The header and the chunks of a container; a stream is one section. */
function sectionsOf(bytes: Uint8Array): Section[] {
  const container = isContainer(bytes) ? readChunkDirectory(bytes, new Diagnostics()) : undefined;
  if (container === undefined) return [{ offset: 0, bytes }];
  const chunks = container.chunks.map(({ name, offset, data }) => ({
    chunk: name,
    offset,
    bytes: bytes.subarray(offset, offset + CHUNK_HEADER_SIZE + data.byteLength),
  }));
  const [first] = chunks;
  return [{ offset: 0, bytes: bytes.subarray(0, first?.offset) }, ...chunks];
}

function compared(one: Section, other: Section): ChangedWords[] {
  const [a, b] = [paddedWords(one.bytes), paddedWords(other.bytes)];
  const runs: ChangedWords[] = [];
  const add = (start: number, end: number, otherStart: number, otherEnd: number) => {
    if (start === end && otherStart === otherEnd) return;
    runs.push({
      ...(one.chunk === undefined ? {} : { chunk: one.chunk }),
      offset: { before: one.offset + 4 * start, after: other.offset + 4 * otherStart },
      before: linesOf(a.subarray(start, end)),
      after: linesOf(b.subarray(otherStart, otherEnd)),
    });
  };
  const aligned = a.length === b.length ? pairs(a, b) : alignLines(linesOf(a), linesOf(b));
  let taken = 0;
  let start = 0;
  for (let i = 0; i < b.length; i++) {
    const from = aligned[i]!;
    if (from < 0) continue;
    add(taken, from, start, i);
    taken = from + 1;
    start = i + 1;
  }
  add(taken, a.length, start, b.length);
  return runs;
}

/** In sections of one size, each word corresponds to the one at the same offset. */
function pairs(a: Uint32Array, b: Uint32Array): Int32Array {
  return Int32Array.from(b, (word, i) => (word === a[i] ? i : -1));
}

/** The last word is filled with zeros. */
function paddedWords(bytes: Uint8Array): Uint32Array {
  if (bytes.byteLength % 4 === 0) return wordsOf(bytes);
  const words = new Uint32Array(Math.ceil(bytes.byteLength / 4));
  bytesOf(words).set(bytes);
  return words;
}

function linesOf(words: Uint32Array): string[] {
  return Array.from(words, (word) => hex(word, 8));
}

/** The result of a validation against the original. */
export interface ComparedValidation {
  /** Errors of the result that the original does not have. */
  readonly added: readonly Diagnostic[];
  /** The codes of errors that both have. */
  readonly unchanged: readonly string[];
}

/** Validates both shaders as `validate` does. */
export function compareValidation(before: Uint8Array, after: Uint8Array): ComparedValidation {
  const errors = errorsOf(after);
  if (errors.length === 0) return { added: [], unchanged: [] };
  const left = new Map<string, number>();
  for (const one of errorsOf(before)) left.set(one.code, (left.get(one.code) ?? 0) + 1);
  const added: Diagnostic[] = [];
  const unchanged = new Set<string>();
  for (const one of errors) {
    const count = left.get(one.code) ?? 0;
    left.set(one.code, count - 1);
    if (count > 0) unchanged.add(one.code);
    else added.push(one);
  }
  return { added, unchanged: [...unchanged] };
}

function errorsOf(bytes: Uint8Array): Diagnostic[] {
  return validate(bytes).diagnostics.filter(({ severity }) => severity === 'error');
}
