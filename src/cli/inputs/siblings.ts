/**
 * The sibling files that belong to an input: archives of Valve have their data in files with the same name and a
 * number.
 *
 * Not for: which formats have such files (find/readers).
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RandomAccessSource, Siblings } from '../../find/index.ts';
import type { Input } from './read-input.ts';

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

/** The sibling files of one input, as a search opens them. */
export class FileSiblings implements Siblings {
  readonly name: string;
  readonly #directory: string;
  readonly #open: FileSource[] = [];

  constructor(file: string) {
    this.name = basename(file);
    this.#directory = dirname(file);
  }

  /** @param name without directories; undefined where there is no such file */
  open(name: string): RandomAccessSource | undefined {
    const path = join(this.#directory, name);
    if (basename(name) !== name || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const source = new FileSource(path);
    this.#open.push(source);
    return source;
  }

  close(): void {
    for (const source of this.#open.splice(0)) source.close();
  }
}

/** The first word of a VPK file with a tree. */
const VPK = 0x55aa_1234;
const VPK_PART = /_\d{3}\.vpk$/i;
const VPK_TREE = /_dir\.vpk$/i;

/** The files with data of the tree in `file`, in the order of their numbers; none for other files. */
export function siblingParts(file: string): string[] {
  if (!VPK_TREE.test(file) || firstWord(file) !== VPK) return [];
  const start = basename(file).replace(VPK_TREE, '').toLowerCase();
  return readdirSync(dirname(file))
    .filter((name) => VPK_PART.test(name) && name.replace(VPK_PART, '').toLowerCase() === start)
    .sort()
    .map((name) => join(dirname(file), name));
}

/** `inputs`, in which files that are read with another one are marked: they are not searched on their own. */
export function withoutParts(inputs: readonly Input[]): readonly Input[] {
  if (!inputs.some(({ file }) => VPK_PART.test(file))) return inputs;
  const files = new Set(inputs.map(({ file }) => file));
  const areTrees = new Map<string, boolean>();
  return inputs.map((input) => {
    if (!input.found || !VPK_PART.test(input.file)) return input;
    const tree = input.file.replace(VPK_PART, '_dir.vpk');
    if (!areTrees.has(tree)) areTrees.set(tree, files.has(tree) && firstWord(tree) === VPK);
    return areTrees.get(tree) ? { ...input, isPart: true } : input;
  });
}

/** Undefined where the file cannot be read. */
function firstWord(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(4);
      return readSync(file, bytes, 0, 4, 0) === 4 ? bytes.readUInt32LE() : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
