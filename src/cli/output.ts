/** One answer for all inputs, written as it comes: to standard output, or into a file that is whole or not there. */

import { BAD_INPUT, raiseStatus } from './exit-status.ts';
import { type Job, reasonOf, STANDARD } from './files.ts';
import { CLI_MESSAGES } from './messages.ts';
import { reportFile } from './report.ts';
import { writeOut } from './streams.ts';
import { WholeFile } from './whole-file.ts';

/** Characters that are held before they are written. */
const CHUNK = 0x10000;

export class Answer {
  readonly #path: string;
  readonly #file: WholeFile | undefined;
  #text = '';
  #broken = false;

  private constructor(path: string, file: WholeFile | undefined) {
    this.#path = path;
    this.#file = file;
  }

  /** Undefined, with a report, where the file cannot be written. */
  static open({ output }: Job): Answer | undefined {
    if (output === STANDARD) return new Answer(output, undefined);
    try {
      return new Answer(output, new WholeFile(output));
    } catch (error) {
      reportBroken(output, error);
      return undefined;
    }
  }

  /** It goes where people may read it beside what is told. */
  get isStandard(): boolean {
    return this.#file === undefined;
  }

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= CHUNK) await this.flush();
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    if (bytes.byteLength === 0 || this.#broken) return;
    if (this.#file === undefined) return writeOut(bytes);
    this.#try(() => this.#file!.write(bytes));
  }

  /** Nothing more comes. */
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
  reportFile(path, CLI_MESSAGES.DX0005, { reason: reasonOf(error) });
  raiseStatus(BAD_INPUT);
}
