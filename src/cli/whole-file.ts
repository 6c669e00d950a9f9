/**
 * An output file that is written whole or not at all: into a temporary file beside it, which then takes its place. What ends the
 * program before that, an interrupt included, takes the temporary file along.
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
import { basename, dirname, join } from 'node:path';

/** Files that are being written. */
const OPEN = new Set<WholeFile>();
/** What ends the program when nobody listens. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let watched = false;

/** A file under way; what is no regular file (a pipe, /dev/null) is written directly. */
export class WholeFile {
  /** Undefined once it is closed. */
  #file: number | undefined;
  /** Undefined where the file is written directly. */
  readonly #temporary: string | undefined;
  readonly #target: string;
  readonly #mode: number | undefined;

  /**
   * @param folder is made first, if given
   * @throws what the file system says
   */
  constructor(path: string, directory?: string) {
    if (directory !== undefined) mkdirSync(directory, { recursive: true });
    const existing = statSync(path, { throwIfNoEntry: false });
    const direct = existing !== undefined && !existing.isFile();
    this.#target = existing && !direct ? realpathSync(path) : path;
    this.#mode = existing && existing.mode & 0o7777;
    this.#temporary = direct ? undefined : join(dirname(this.#target), `.${basename(this.#target)}.${process.pid}.tmp`);
    this.#file = openSync(this.#temporary ?? path, direct ? 'w' : 'wx');
    OPEN.add(this);
    watch();
  }

  write(chunk: Uint8Array): void {
    for (let written = 0; written < chunk.byteLength; ) written += writeSync(this.#file!, chunk, written);
  }

  /** Everything has been written: the file takes its place. */
  commit(): void {
    this.#close();
    if (this.#temporary !== undefined) {
      if (this.#mode !== undefined) chmodSync(this.#temporary, this.#mode);
      renameSync(this.#temporary, this.#target);
    }
    OPEN.delete(this);
  }

  /** Nothing is to become of it. Never throws. */
  discard(): void {
    if (!OPEN.delete(this)) return;
    this.#close();
    try {
      if (this.#temporary !== undefined) unlinkSync(this.#temporary);
    } catch {
      // Somebody else has removed it.
    }
  }

  #close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }
}

function discardAll(): void {
  for (const file of OPEN) file.discard();
}

/** Waits for what ends the program; only programs that write files pay for it. */
function watch(): void {
  if (watched) return;
  watched = true;
  process.once('exit', discardAll);
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      discardAll();
      // Nobody listens any more: it ends the program, and whoever started that learns by what.
      process.kill(process.pid, signal);
    });
  }
}
