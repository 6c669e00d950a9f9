/**
 * `dxlens run`: runs a job of shaders, resources and commands. A job has files relative to its own, the assembler and
 * PNG images; a trace is a line of JSON for each executed instruction.
 */
import { readFileSync, writeSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { type Command, Option } from 'commander';
import { decode, encode } from 'fast-png';
import { assemble } from '../../../assemble/assemble.ts';
import type { MessageValues } from '../../../base/diagnostics.ts';
import { compile } from '../../../hlsl/index.ts';
import { listingStyle } from '../../../text/options.ts';
import { printSm1Line } from '../../../text/sm1/line.ts';
import { sm4Lines } from '../../../text/sm4/print.ts';
import { type Job, jobSchema } from '../../../vm/job/job-shape.ts';
import type { JobOutput, NestedNumbers } from '../../../vm/job/outputs.ts';
import { locateInJob, parseJob } from '../../../vm/job/parse-job.ts';
import { type JobDiagnostic, JobReport } from '../../../vm/job/report.ts';
import { RUN_ENGINES, type RunEngine, type RunResult, run } from '../../../vm/job/run.ts';
import { type JobHost, type JobImage, readShaders } from '../../../vm/job/shaders.ts';
import type { TraceEvent } from '../../../vm/job/trace.ts';
import { DX7034 } from '../../../vm/messages.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { withoutByteOrderMark } from '../../foreign-files.ts';
import { optionsOf } from '../../inputs/hlsl-source.ts';
import { Includes } from '../../inputs/includes.ts';
import { displayName, readInput } from '../../inputs/read-input.ts';
import { DX0005 } from '../../messages.ts';
import { type JsonFlags, oneOf, takeJson } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { AtomicFile } from '../../outputs/output.ts';
import { refuseOverwriting } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportAll, reportFile } from '../../report.ts';
import { STANDARD, STDOUT, writeOut } from '../../streams.ts';

/**
 * @param directory where the files are that the job names
 * @param inputs gets the paths of those that are read
 */
export function hostFor(directory: string, inputs: string[] = []): Required<JobHost> {
  return {
    readFile: (file) => {
      const path = isAbsolute(file) ? file : join(directory, file);
      inputs.push(path);
      try {
        return new Uint8Array(readFileSync(path));
      } catch (error) {
        if (isFileError(error)) return { reason: reasonOf(error) };
        throw error;
      }
    },
    assemble: (listing) => assemble(listing),
    compile: (source, options) => {
      const { name = 'text', ...others } = options;
      const file = isAbsolute(name) ? name : join(directory, name);
      return compile(source, optionsOf(file, others, new Includes([])));
    },
    decodePng,
  };
}

/** Components of a pixel. */
const COMPONENTS = 4;
/**
 * Bytes that a pixel of a compressed image has at most for each of its own: a limit of images that unpack to very much.
 */
const MAX_PIXELS = 2 ** 26;
/** Where a PNG file has its width and height. */
const SIZE_AT = 16;

function decodePng(bytes: Uint8Array): JobImage | { readonly reason: string } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < SIZE_AT + 8) return { reason: 'its header is not complete' };
  if (view.getUint32(SIZE_AT) * view.getUint32(SIZE_AT + 4) > MAX_PIXELS)
    return { reason: `it has more than ${MAX_PIXELS} pixels` };
  try {
    const { width, height, data, channels, depth, palette } = decode(bytes);
    const pixels = new Uint8Array(width * height * COMPONENTS);
    const scale = depth === 16 ? 257 : 255 / (2 ** Math.min(depth, 8) - 1);
    const perRow = depth < 8 ? Math.ceil((width * channels * depth) / 8) : width * channels;
    const sample = (x: number, y: number, i: number): number => {
      if (depth >= 8) return data[y * perRow + x * channels + i]!;
      const bit = x * depth;
      return (data[y * perRow + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    };
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * COMPONENTS;
        const entry = palette?.[sample(x, y, 0)];
        for (let i = 0; i < COMPONENTS; i++) {
          if (palette !== undefined) pixels[at + i] = entry?.[i] ?? 255;
          else {
            const channel = channels >= 3 ? i : i === 3 ? 1 : 0;
            const value = channel < channels ? sample(x, y, channel) : undefined;
            pixels[at + i] =
              value === undefined ? 255 : depth === 16 ? Math.round(value / scale) : Math.round(value * scale);
          }
        }
      }
    return { width, height, pixels };
  } catch (error) {
    // The library throws for a damaged file.
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

export function encodeImage({ width, height, pixels }: JobImage): Uint8Array {
  return encode({ width, height, data: pixels, channels: COMPONENTS, depth: 8 });
}

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

// Prints the outputs of a job for people, or as JSON.

interface Flags extends JsonFlags {
  readonly quiet?: true;
}

/** The text that is printed: what no file has. */
export function printed(outputs: Readonly<Record<string, JobOutput>>, instructions: number, flags: Flags): string {
  if (flags.json) {
    const values = Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, jsonOf(output)]));
    return `${JSON.stringify({ outputs: values, instructions }, undefined, flags.pretty ? 2 : undefined)}\n`;
  }
  return Object.entries(outputs)
    .map(([name, output]) => textOf(name, output))
    .join('');
}

function jsonOf(output: JobOutput): object {
  if (output.as === 'png')
    return { as: 'png', file: output.file, width: output.image.width, height: output.image.height };
  if (output.as !== 'numbers') {
    const { bytes, as, file } = output;
    return file === undefined
      ? { as, base64: Buffer.from(bytes).toString('base64') }
      : { as, file, bytes: bytes.length };
  }
  const { as: _as, ...rest } = output;
  return rest.file === undefined ? rest : { file: rest.file };
}

function textOf(name: string, output: JobOutput): string {
  if (output.file !== undefined) return `${name}: ${output.file}\n`;
  if (output.as === 'png') return `${name}: ${output.image.width} x ${output.image.height} pixels; give it a file\n`;
  if (output.as !== 'numbers') return `${name}: ${output.bytes.length} bytes; give it a file\n`;
  const { value } = output;
  if (!Array.isArray(value)) return `${name}:\n${JSON.stringify(value, undefined, 2)}\n`;
  const list = value as NestedNumbers;
  const isNested = list.some((one) => Array.isArray(one));
  const lines = isNested ? list.map((one) => `  ${JSON.stringify(one)}`) : [`  ${JSON.stringify(list)}`];
  return `${name}:\n${lines.join('\n')}\n`;
}

// Runs the job of a file: reads what it names, runs it, then prints and writes its outputs.

export interface RunFlags extends JsonFlags {
  readonly output?: string;
  readonly trace?: string;
  readonly engine?: RunEngine;
  readonly schema?: true;
  readonly quiet?: true;
}

export async function runJobFile(file: string | undefined, flags: RunFlags): Promise<void> {
  if (flags.schema) return writeOut(`${JSON.stringify(jobSchema(), undefined, 2)}\n`);
  if (file === undefined) throw new UsageError('which job? name a JSON file');
  if (flags.trace === STANDARD && flags.json)
    throw new UsageError('--trace - and --json would both print JSON; write the trace to a file');
  const bytes = await readInput(file);
  if (!(bytes instanceof Uint8Array)) {
    report(displayName(file), [bytes], false);
    raiseStatus(BAD_INPUT);
    return;
  }
  const text = new TextDecoder().decode(withoutByteOrderMark(bytes));
  const parsed = parseJob(text);
  reportJob(file, parsed.diagnostics, flags);
  if (parsed.job === undefined) return;
  const trace = flags.trace === undefined ? undefined : TraceFile.open(flags.trace);
  if (flags.trace !== undefined && trace === undefined) return;
  const directory = file === STANDARD ? '.' : dirname(file);
  const inputs = [file];
  const host = hostFor(directory, inputs);
  const { engine } = flags;
  const result = run(parsed.job, {
    ...host,
    ...(trace && { trace: trace.listener(parsed.job, host) }),
    ...(engine && { engine }),
  });
  if (flags.trace !== undefined && flags.trace !== STANDARD) refuseOverwriting(inputs, flags.trace);
  await trace?.close();
  reportJob(
    file,
    result.diagnostics.map((one) => locateInJob(text, one)),
    flags,
  );
  if (result.diagnostics.some(({ severity }) => severity === 'error')) return;
  await giveOutputs(inputs, text, result, flags, flags.output ?? directory);
}

/** Reports what is wrong with a job at its lines. */
function reportJob(file: string, diagnostics: readonly JobDiagnostic[], flags: RunFlags): void {
  const reported = diagnostics.map(
    ({ code, severity, message, notes, hint, line = 1, column = 1, shaderName, at, instruction }) => {
      const location =
        at === undefined
          ? []
          : [`in shader '${shaderName}', instruction ${instruction}, byte ${4 * at} of the program`];
      return {
        location: `${line}:${column}`,
        severity,
        code,
        text: [message, ...location, ...notes].join('; '),
        ...(hint === undefined ? {} : { hint }),
      };
    },
  );
  if (reportAll(displayName(file), reported, flags.quiet ?? false, false)) raiseStatus(BAD_INPUT);
}

/** @param inputs the job, and the files that it reads */
async function giveOutputs(
  inputs: readonly string[],
  text: string,
  { outputs, instructions }: RunResult,
  flags: RunFlags,
  directory: string,
): Promise<void> {
  const entries = Object.entries(outputs);
  const faults = new JobReport();
  for (const [name, output] of entries) {
    const location = ['outputs', name, 'file'];
    if (output.file !== undefined && !isInside(output.file))
      faults.add(DX7034, location, { file: output.file } satisfies MessageValues);
  }
  reportJob(
    inputs[0]!,
    faults.list.map((one) => locateInJob(text, one)),
    flags,
  );
  if (faults.hasErrors) return;
  // All are made before the first is written.
  const files = entries.flatMap(([, output]) =>
    output.file === undefined ? [] : [{ file: join(directory, output.file), bytes: bytesOf(output) }],
  );
  for (const { file: output } of files) refuseOverwriting(inputs, output);
  for (const { file: output, bytes } of files)
    if (!(await deliver({ output, directory: dirname(output) }, bytes))) raiseStatus(BAD_INPUT);
  await writeOut(printed(outputs, instructions, flags));
}

/** Whether a name leads to a file in the directory of the outputs. */
function isInside(file: string): boolean {
  const name = normalize(file);
  return !isAbsolute(name) && name !== '..' && !name.startsWith(`..${sep}`) && !name.endsWith(sep);
}

function bytesOf(output: JobOutput): Uint8Array {
  if (output.as === 'png') return encodeImage(output.image);
  if (output.as !== 'numbers') return output.bytes;
  const { as: _as, file: _file, ...rest } = output;
  return Buffer.from(`${JSON.stringify(rest)}\n`);
}

const EXAMPLES = `
Examples:
  dxlens run job.json                     print the outputs that are numbers, write the others next to the job
  dxlens run --json job.json              print all results as one JSON object
  dxlens run job.json -o out/             write files to this directory
  dxlens run --trace - job.json           print each executed instruction as a line of JSON
  dxlens run --schema                     print the JSON Schema of jobs, for editors

See docs/running.md, which explains jobs with examples.

Exit status: 0 success; 1 the job is wrong or did not end; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineRun(command: Command): void {
  takeJson(command, 'job')
    .description(
      'Runs shaders on the CPU. JOB is a JSON file with buffers, textures, samplers, shaders, and a ' +
        'list of dispatches, draws, single stages, clears and copies; it says what is printed or written afterwards.',
    )
    .argument('[job]', 'a JSON file; - is standard input')
    .option('-o, --output <dir>', 'the directory of the files that are written (default: that of the job)')
    .option('--trace <file>', 'write a line of JSON for each executed instruction to this file; - is standard output')
    .addOption(
      oneOf(
        new Option('--engine <engine>', 'runs shaders that do much work; the results are the same').default('wasm'),
        RUN_ENGINES,
      ),
    )
    .option('--schema', 'print the JSON Schema of jobs')
    .option('-q, --quiet', 'report errors only')
    .addHelpText('after', EXAMPLES)
    .action((job: string | undefined, flags: RunFlags) => runJobFile(job, flags));
}
