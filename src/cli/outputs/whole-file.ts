/**
 * An output file that is written completely or not at all: a temporary file beside it is written and then renamed. If the program
 * ends before that, even by an interrupt, the temporary file is removed.
 */
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Files that are being written. */
const OPEN = new Set<WholeFile>();
/** Signals that end the program unless they are handled. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Characters of the name of a file that are in the name of its temporary file. */
const TEMPORARY_NAME = 40;
let watched = false;

/** A file that is being written. A path that is not a regular file (a pipe, /dev/null) is written directly. */
export class WholeFile {
  /** The file descriptor; undefined after it is closed. */
  #file: number | undefined;
  /** Undefined if the file is written directly. */
  readonly #temporary: string | undefined;
  readonly #target: string;
  readonly #mode: number | undefined;

  /**
   * @param directory created first, if given
   * @throws the error of the file system
   */
  constructor(path: string, directory?: string) {
    if (directory !== undefined) makeDirectory(resolve(directory));
    const existing = statSync(path, { throwIfNoEntry: false });
    const direct = existing !== undefined && !existing.isFile();
    this.#target = existing && !direct ? realpathSync(path) : path;
    this.#mode = existing && existing.mode & 0o7777;
    this.#temporary = direct ? undefined : temporaryBeside(this.#target);
    this.#file = openSync(this.#temporary ?? path, direct ? 'w' : 'wx');
    OPEN.add(this);
    watch();
  }

  write(chunk: Uint8Array): void {
    for (let written = 0; written < chunk.byteLength; ) written += writeSync(this.#file!, chunk, written);
  }

  /** Completes the file: it replaces the target. */
  commit(): void {
    this.#close();
    if (this.#temporary !== undefined) {
      if (this.#mode !== undefined) chmodSync(this.#temporary, this.#mode);
      renameSync(this.#temporary, this.#target);
    }
    OPEN.delete(this);
  }

  /** Removes the unfinished file. Never throws. */
  discard(): void {
    if (!OPEN.delete(this)) return;
    this.#close();
    try {
      if (this.#temporary !== undefined) unlinkSync(this.#temporary);
    } catch {
      // It was removed already.
    }
  }

  #close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }
}

/** The path of a temporary file beside `path`. The name is cut so that it is not too long where that of `path` is not. */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, TEMPORARY_NAME)}.${process.pid}.tmp`);
}

/**
 * Creates a directory and those that contain it. Node's own recursive `mkdir` never returns where the file system answers ENOENT
 * for a new directory in an existing one, as /proc does.
 */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function discardAll(): void {
  for (const file of OPEN) file.discard();
}

/** Installs the handlers that remove unfinished files; only called when a file is written. */
function watch(): void {
  if (watched) return;
  watched = true;
  process.once('exit', discardAll);
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      discardAll();
      // The handler is gone, so the signal ends the program, and the parent process sees which signal it was.
      process.kill(process.pid, signal);
    });
  }
}
