/**
 * The one output of a command for all its inputs, written piece by piece to standard output or to a file that appears
 * when it is complete.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf } from '../file-errors.ts';
import { DX0005 } from '../messages.ts';
import { BAD_INPUT, raiseStatus } from '../process.ts';
import { reportFile } from '../report.ts';
import { STANDARD, writeOut } from '../streams.ts';
import type { Destination } from './plan-outputs.ts';

/** Files that are being written. */
const OPEN = new Set<AtomicFile>();
/** Signals that end the program unless they are handled. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Characters of the name of a file that are in the name of its temporary file. */
const TEMPORARY_NAME = 40;
let watched = false;

/** A file that is being written. A path that is not a regular file (a pipe, /dev/null) is written directly. */
export class AtomicFile {
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
    // Before the file exists: a signal that comes between the two would leave it.
    watch();
    if (directory !== undefined) makeDirectory(resolve(directory));
    const existing = statSync(path, { throwIfNoEntry: false });
    const direct = existing !== undefined && !existing.isFile();
    this.#target = existing && !direct ? realpathSync(path) : path;
    this.#mode = existing && existing.mode & 0o7777;
    this.#temporary = direct ? undefined : temporaryName(this.#target);
    this.#file = openSync(this.#temporary ?? path, direct ? 'w' : 'wx');
    OPEN.add(this);
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

  /** Completes the file unless the target exists; then returns false, and {@link discard} is left to do. */
  commitNew(): boolean {
    this.#close();
    if (this.#temporary !== undefined) {
      if (this.#mode !== undefined || !renamed(this.#temporary, this.#target)) return false;
    }
    OPEN.delete(this);
    return true;
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

/** Gives a file the name `target` unless that exists. */
function renamed(temporary: string, target: string): boolean {
  try {
    // Unlike renaming, this fails where the target exists, also when another thread has just made it.
    linkSync(temporary, target);
    unlinkSync(temporary);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // A file system without links.
  if (existsSync(target)) return false;
  renameSync(temporary, target);
  return true;
}

/**
 * The path of a temporary file next to `path`. The name is cut so that it does not exceed the limit that `path` itself
 * meets.
 */
function temporaryName(path: string): string {
  // Loading the module takes longer than writing a small file (measured), and printing needs no name.
  const { threadId } = process.getBuiltinModule('node:worker_threads');
  const owner = threadId === 0 ? `${process.pid}` : `${process.pid}-${threadId}`;
  return join(dirname(path), `.${basename(path).slice(0, TEMPORARY_NAME)}.${owner}.tmp`);
}

/**
 * Creates a directory and those that contain it. Node's own recursive `mkdir` never returns where the file system
 * answers ENOENT for a new directory in an existing one, as /proc does.
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

/** Characters that are collected before they are written. */
const CHUNK = 0x10000;

export class Output {
  readonly #path: string;
  readonly #file: AtomicFile | undefined;
  #text = '';
  #broken = false;

  private constructor(path: string, file: AtomicFile | undefined) {
    this.#path = path;
    this.#file = file;
  }

  /** Reports an error and returns undefined if the file cannot be written. */
  static open({ output }: Destination): Output | undefined {
    if (output === STANDARD) return new Output(output, undefined);
    try {
      return new Output(output, new AtomicFile(output));
    } catch (error) {
      reportBroken(output, error);
      return undefined;
    }
  }

  /** Whether this is standard output, where diagnostics may appear between the lines. */
  get isStandard(): boolean {
    return this.#file === undefined;
  }

  async add(piece: string | Uint8Array): Promise<void> {
    if (typeof piece === 'string') {
      this.#text += piece;
      if (this.#text.length >= CHUNK) await this.flush();
    } else {
      await this.flush();
      await this.#write(piece);
    }
  }

  /** Writes what was collected. */
  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    await this.#write(bytes);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength === 0 || this.#broken) return;
    if (this.#file === undefined) return writeOut(bytes);
    this.#try(() => this.#file!.write(bytes));
  }

  /** Completes the output. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#file !== undefined && !this.#broken) this.#try(() => this.#file!.commit());
  }

  #try(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#broken = true;
      this.#file!.discard();
      reportBroken(this.#path, error);
    }
  }
}

function reportBroken(path: string, error: unknown): void {
  reportFile(path, DX0005, { reason: reasonOf(error) });
  raiseStatus(BAD_INPUT);
}
