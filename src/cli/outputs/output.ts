/** The one output of a command for all its inputs, written piece by piece to standard output or to a file that appears when it is complete. */

import { BAD_INPUT, raiseStatus } from '../exit-status.ts';
import { reasonOf } from '../file-errors.ts';
import { DX0005 } from '../messages.ts';
import { reportFile } from '../report.ts';
import { STANDARD, writeOut } from '../streams.ts';
import type { Destination } from './plan-outputs.ts';
import { WholeFile } from './whole-file.ts';

/** Characters that are collected before they are written. */
const CHUNK = 0x10000;

export class Output {
  readonly #path: string;
  readonly #file: WholeFile | undefined;
  #text = '';
  #broken = false;

  private constructor(path: string, file: WholeFile | undefined) {
    this.#path = path;
    this.#file = file;
  }

  /** Reports an error and returns undefined if the file cannot be written. */
  static open({ output }: Destination): Output | undefined {
    if (output === STANDARD) return new Output(output, undefined);
    try {
      return new Output(output, new WholeFile(output));
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
