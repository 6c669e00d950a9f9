/** The shaders of a job: their programs made ready to run, and what their containers say about them.  */
import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, latin1Text } from '../../base/words.ts';
import { type ConstantTable, readConstantTable } from '../../chunks/ctab.ts';
import { type ClassLinkage, readIfce } from '../../chunks/ifce.ts';
import { type Rdef, readRdef } from '../../chunks/rdef.ts';
import { readSignature, type SignatureElement } from '../../chunks/signature.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import { readShaderFile, type ShaderFile } from '../../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { reportAssumedInputs } from '../../isa/sm1/declarations.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { readSm4Words, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { DX7012, DX7013, DX7019 } from '../messages.ts';
import { decodePreshader, type Preshader } from '../preshader/preshader.ts';
import { type Sm1Executable, sm1Executable } from '../sm1/executable.ts';
import { type Sm4Executable, sm4Executable } from '../sm4/executable.ts';
import type { Job } from './job-shape.ts';
import type { JsonPath } from './json-text.ts';
import { decodeBase64 } from './numbers.ts';
import type { JobReport } from './report.ts';

/** Bytes, or why there are none. */
export type HostBytes = Uint8Array | { readonly reason: string };

/** An image of 8 bits for each of red, green, blue and alpha, row by row. */
export interface JobImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** How HLSL of a job is compiled. */
export interface SourceOptions {
  readonly profile: string;
  readonly entry?: string;
  readonly name?: string;
}

/** Functions of the caller. A job that needs an absent one is reported. */
export interface JobHost {
  /** The bytes of a file that the job names. */
  readonly readFile?: (file: string) => HostBytes;
  /** Assembles a listing; `assemble` of `dxlens/assemble` does. */
  readonly assemble?: (listing: string) => {
    readonly bytes?: Uint8Array | undefined;
    readonly diagnostics: readonly Diagnostic[];
  };
  /** Compiles HLSL; `compile` of `dxlens/compile` does. `name` is the file in the job, if it is one. */
  readonly compile?: (source: string, options: SourceOptions) => ReturnType<NonNullable<JobHost['assemble']>>;
  readonly decodePng?: (bytes: Uint8Array) => JobImage | { readonly reason: string };
}

/** Reads a file that a job names. */
export function readJobFile({ readFile }: JobHost, file: string): HostBytes {
  return readFile === undefined ? { reason: 'the caller gives no files' } : readFile(file);
}

/** A shader of models 4.0 to 5.1 of a job. */
export interface Sm4JobShader {
  readonly isa: 'sm4';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stage: string;
  readonly profile: string;
  readonly executable: Sm4Executable;
  readonly resources: Rdef | undefined;
  readonly inputs: readonly SignatureElement[] | undefined;
  readonly outputs: readonly SignatureElement[] | undefined;
  readonly patchConstants: readonly SignatureElement[] | undefined;
  readonly linkage: ClassLinkage | undefined;
}

export interface Sm1JobShader {
  readonly isa: 'sm1';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stage: string;
  readonly profile: string;
  readonly executable: Sm1Executable;
  readonly constants: ConstantTable | undefined;
  /** The program that computes some constants from others before the shader runs. */
  readonly preshader: Preshader | undefined;
}

export type JobShader = Sm4JobShader | Sm1JobShader;
export type JobShaders = ReadonlyMap<string, JobShader>;

type ShaderSpec = NonNullable<Job['shaders']>[string];

export function readShaders(job: Job, host: JobHost, report: JobReport): JobShaders {
  const shaders = new Map<string, JobShader>();
  for (const [name, spec] of Object.entries(job.shaders ?? {})) {
    const path = ['shaders', name];
    const bytes = bytesOfSpec(spec, host, path, report);
    if (bytes === undefined) continue;
    const shader = readShader(name, bytes, host, path, report);
    if (shader !== undefined) shaders.set(name, shader);
  }
  return shaders;
}

function bytesOfSpec(spec: ShaderSpec, host: JobHost, path: JsonPath, report: JobReport): Uint8Array | undefined {
  const { file, text, base64, bytes, profile, entry } = spec;
  if (profile !== undefined && (file ?? text) !== undefined) return compiled(spec, host, path, report);
  if ((profile ?? entry) !== undefined) {
    const reason = profile === undefined ? 'entry needs profile' : 'profile needs HLSL in file or text';
    report.add(DX7019, path, { reason });
    return undefined;
  }
  if (bytes !== undefined) return bytes;
  if (text !== undefined) return assembled(text, host, [...path, 'text'], report);
  if (base64 !== undefined) {
    const decoded = decodeBase64(base64);
    if (decoded === undefined) report.add(DX7013, [...path, 'base64']);
    return decoded;
  }
  const found = readJobFile(host, file!);
  if (found instanceof Uint8Array) return found;
  report.add(DX7012, [...path, 'file'], { file: file!, reason: found.reason });
  return undefined;
}

function compiled(
  { file, text, profile = '', entry }: ShaderSpec,
  host: JobHost,
  path: JsonPath,
  report: JobReport,
): Uint8Array | undefined {
  const where = [...path, text === undefined ? 'file' : 'text'];
  const found = text === undefined ? readJobFile(host, file!) : new TextEncoder().encode(text);
  if (!(found instanceof Uint8Array)) {
    report.add(DX7012, where, { file: file!, reason: found.reason });
    return undefined;
  }
  const { compile } = host;
  if (compile === undefined) {
    report.add(DX7019, where, { reason: 'the caller compiles no HLSL' });
    return undefined;
  }
  const name = text === undefined ? file : undefined;
  const options = { profile, ...(entry !== undefined && { entry }), ...(name !== undefined && { name }) };
  const made = compile(latin1Text(found, 0, found.byteLength), options);
  return reported(made, 'source', where, report);
}

function assembled(text: string, host: JobHost, path: JsonPath, report: JobReport): Uint8Array | undefined {
  if (host.assemble === undefined) {
    report.add(DX7019, path, { reason: 'the caller assembles no listings' });
    return undefined;
  }
  return reported(host.assemble(text), 'listing', path, report);
}

/** The bytes that a function of the caller made of a text. Its errors are reported. */
function reported(
  { bytes, diagnostics }: ReturnType<NonNullable<JobHost['assemble']>>,
  kind: string,
  path: JsonPath,
  report: JobReport,
): Uint8Array | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  // The line and the column in the listing are not those in the job.
  const noted = errors.map(({ line, column, ...one }) => ({
    ...one,
    notes: line === undefined ? one.notes : [...one.notes, `at line ${line}, column ${column} of the ${kind}`],
  }));
  report.addAll(path, noted);
  return bytes;
}

/** A shader that is ready to run; undefined for an invalid one, which is reported. */
export function readShader(
  name: string,
  bytes: Uint8Array,
  host: JobHost,
  path: JsonPath,
  report: JobReport,
): JobShader | undefined {
  const file = readShaderFile(bytes, new Diagnostics());
  const [program] = file.programs;
  const reason = program === undefined ? reasonOf(file, bytes) : undefined;
  if (reason === 'text' && host.assemble !== undefined) {
    const text = new TextDecoder().decode(bytes);
    const assembledBytes = assembled(text, { ...host, ...{ assemble: host.assemble } }, path, report);
    return assembledBytes && readShader(name, assembledBytes, withoutAssembler(host), path, report);
  }
  if (program === undefined) {
    report.add(DX7019, path, { reason: reason === 'text' ? 'it is a text' : reason! });
    return undefined;
  }
  if (program.isa === 'sm4') return sm4Shader(name, bytes, file, program.words);
  const { preshader, diagnostics } = preshaderOf(program.words);
  report.addAll(path, diagnostics, { shaderName: name });
  const shader = sm1Shader(name, bytes, program.words, preshader);
  const notes = new Diagnostics();
  reportAssumedInputs(shader.executable.declarations.registers, notes);
  report.addAll(path, notes.list, { shaderName: name });
  return shader;
}

function withoutAssembler({ readFile, decodePng }: JobHost): JobHost {
  return { ...(readFile && { readFile }), ...(decodePng && { decodePng }) };
}

function reasonOf({ format }: ShaderFile, bytes: Uint8Array): string {
  if (bytes.length === 0) return 'it is empty';
  if (format === 'listing' || format === 'unknown') return isText(bytes) ? 'text' : 'its format is unknown';
  return `it has no program of models 1 to 5.1 (${format})`;
}

/** Whether bytes may be a listing: no control characters but white space. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
}

function sm4Shader(name: string, bytes: Uint8Array, { container }: ShaderFile, words: Uint32Array): Sm4JobShader {
  const diagnostics = new Diagnostics();
  const program = readSm4Words(words, diagnostics);
  const chunks = container && pickChunks(container, diagnostics);
  const elements = (chunk: 'input' | 'output' | 'patchConstants') =>
    chunks?.[chunk] && readSignature(container!, chunks[chunk], diagnostics)?.elements;
  return {
    isa: 'sm4',
    name,
    bytes,
    stage: program.stage ?? 'unknown',
    profile: sm4ProfileOf(program),
    executable: sm4Executable(program),
    resources: chunks?.resources && readRdef(container!, chunks.resources, diagnostics),
    inputs: elements('input'),
    outputs: elements('output'),
    patchConstants: elements('patchConstants'),
    linkage: chunks?.linkage && readIfce(container!, chunks.linkage, diagnostics),
  };
}

function preshaderOf(words: Uint32Array) {
  if (findSm1Comment(words, Sm1CommentTag.preshader) === undefined) return { preshader: undefined, diagnostics: [] };
  const { value: preshader, diagnostics } = decodePreshader(bytesOf(words));
  return { preshader, diagnostics };
}

function sm1Shader(
  name: string,
  bytes: Uint8Array,
  words: Uint32Array,
  preshader: Preshader | undefined,
): Sm1JobShader {
  const program = readSm1Words(words);
  const table = findSm1Comment(words, Sm1CommentTag.constantTable);
  const { stage = 'unknown', major, minor } = program;
  return {
    isa: 'sm1',
    name,
    bytes,
    stage,
    profile: `${stage}_${major}_${minor}`,
    executable: sm1Executable(program),
    constants: table && readConstantTable(bytesOf(words.slice(table.start, table.end))),
    preshader,
  };
}
