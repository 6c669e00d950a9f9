/** The trace of a job: a line of JSON for each executed instruction. */

import { writeSync } from 'node:fs';
import { listingStyle } from '../../../text/options.ts';
import { printSm1Line } from '../../../text/sm1/line.ts';
import { sm4Lines } from '../../../text/sm4/print.ts';
import type { Job } from '../../../vm/job/job-shape.ts';
import { JobReport } from '../../../vm/job/report.ts';
import { type JobHost, readShaders } from '../../../vm/job/shaders.ts';
import type { TraceEvent } from '../../../vm/job/trace.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { DX0005 } from '../../messages.ts';
import { AtomicFile } from '../../outputs/output.ts';
import { BAD_INPUT, raiseStatus } from '../../process.ts';
import { reportFile } from '../../report.ts';
import { STANDARD, STDOUT } from '../../streams.ts';

/** Characters that are collected before they are written. */
const CHUNK = 0x10000;

export class TraceFile {
  readonly #file: AtomicFile | undefined;
  #text = '';

  private constructor(file: AtomicFile | undefined) {
    this.#file = file;
  }

  /** Reports an error and returns undefined if the file cannot be written. */
  static open(name: string): TraceFile | undefined {
    try {
      return new TraceFile(name === STANDARD ? undefined : new AtomicFile(name));
    } catch (error) {
      if (!isFileError(error)) throw error;
      reportFile(name, DX0005, { reason: reasonOf(error) });
      raiseStatus(BAD_INPUT);
      return undefined;
    }
  }

  /** Returns the function that `run` calls for each instruction. */
  listener(job: Job, host: JobHost): (event: TraceEvent) => void {
    const lineOf = linesOf(job, host);
    return (event) => {
      const { mnemonic: _mnemonic, lanes, helpers, writes, ...position } = event;
      const line = { ...position, text: lineOf(event), lanes: lanesOf(lanes), helpers: lanesOf(helpers), writes };
      this.#text += `${JSON.stringify(line)}\n`;
      if (this.#text.length >= CHUNK) this.#flush();
    };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    try {
      if (this.#file !== undefined) this.#file.write(bytes);
      else for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (this.#file === undefined && code === 'EPIPE') process.exit();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#flush();
    this.#file?.commit();
  }
}

function lanesOf(mask: number): number[] {
  return [0, 1, 2, 3].filter((lane) => mask & (1 << lane));
}

/** The lines of the listings of a job's shaders; each is made once. */
function linesOf(job: Job, host: JobHost): (event: TraceEvent) => string {
  const shaders = readShaders(job, host, new JobReport());
  const lines = new Map<string, (event: TraceEvent) => string>();
  for (const [name, shader] of shaders) {
    const made = new Map<number, string>();
    const { isa } = shader;
    const print = isa === 'sm4' ? sm4Lines(shader.executable.program, listingStyle()) : undefined;
    lines.set(name, ({ at, instruction }) => {
      let text = made.get(at);
      if (text === undefined) {
        text = isa === 'sm1' ? printSm1Line(shader.executable.program, at).text.trim() : print!(instruction - 1).trim();
        made.set(at, text);
      }
      return text;
    });
  }
  return (event) => lines.get(event.shader)?.(event) ?? event.mnemonic;
}
