/**
 * Client of the oracle: the exported functions of Microsoft's d3dcompiler_47.dll, running under Wine next to us.
 * `npm run oracle:setup` prepares it. Only tools, benchmarks and fuzzers use it; the tests read recorded answers.
 *
 *     const ms = await Oracle.start();
 *     const { hr, output, messages } = await ms.compile(source, 'main', 'ps_5_0');
 *     const text = latin1((await ms.disassemble(output, 0x40)).output);
 *     ms.stop();
 *
 * Not for: validating bytes (the DLL exports no validator) or running shaders.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { bytesOf, fourCC, latin1Bytes, u32At } from '../../src/base/words.ts';
import { computeChecksum } from '../../src/container/digest.ts';

/** The numbers of oracle.c's `enum Operation`. */
const OPERATION = {
  disassemble: 1,
  assemble: 2,
  compile: 3,
  strip: 4,
  getPart: 5,
  reflect: 6,
  preprocess: 7,
  reflectLibrary: 8,
  setPart: 9,
  disassembleRegion: 10,
  traceOffsets: 11,
  benchDisassemble: 12,
  benchAssemble: 13,
  benchReflect: 14,
} as const;

/** Exit status of oracle.exe when it cannot start at all. */
const EXIT_USAGE = 2;
/** Exit status of oracle.exe when a request took too long; any other end during a request is a crash. */
const EXIT_HANG = 78;
const HEAD_SIZE = 12;

/** The answer of the DLL. `hr` is 0 on success; it is unsigned, so that 0x80004005 reads as in the documents. */
export interface Answer {
  readonly hr: number;
  readonly output: Uint8Array;
  /** Errors and warnings, one character a byte. */
  readonly messages: string;
}

export interface CompileOptions {
  /** `D3DCOMPILE_*` flags. */
  readonly flags?: number;
  /** `D3DCOMPILE_EFFECT_*` flags: 1 makes a child effect, 2 allows slow operations. */
  readonly effectFlags?: number;
  readonly defines?: Readonly<Record<string, string>>;
  /** Sources for `#include` by name. Without any, there is no include handler. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the source in messages and debug information. */
  readonly name?: string;
}

export interface BenchResult {
  readonly shaders: number;
  readonly failed: number;
  readonly loops: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** One pass over all shaders, in process, without any pipe. */
  readonly bestSeconds: number;
  readonly meanSeconds: number;
}

/** The DLL crashed or hung on an input; the client is ready for the next one. */
export class OracleDied extends Error {
  override readonly name = 'OracleDied';
  constructor(readonly how: 'crash' | 'hang') {
    super(`Microsoft's DLL ended in a ${how} on this input`);
  }
}

interface Pending {
  readonly frame: Uint8Array;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

export class Oracle {
  /** Version of the DLL that setup.sh pins by hash. */
  static readonly compilerVersion = '10.0.22621';

  /** Where `npm run oracle:setup` puts it: $DXLENS_ORACLE, else ~/.cache/dxlens-oracle. */
  static directory(): string {
    return resolve(process.env.DXLENS_ORACLE || join(homedir(), '.cache', 'dxlens-oracle'));
  }

  /** Whether the oracle is set up on this machine. */
  static available(directory = Oracle.directory()): boolean {
    return ['oracle.exe', 'd3dcompiler_47.dll', 'prefix'].every((name) => existsSync(join(directory, name)));
  }

  /**
   * Starts the DLL and waits until it answers.
   *
   * @param limitSeconds how long one request may take before it counts as a hang
   */
  static async start({ directory = Oracle.directory(), limitSeconds = 10 } = {}): Promise<Oracle> {
    if (!Oracle.available(directory)) throw new Error(`no oracle in ${directory}: run "npm run oracle:setup" first`);
    const oracle = new Oracle(directory, limitSeconds);
    await oracle.disassemble(new Uint8Array(0));
    return oracle;
  }

  private child: Child | undefined;
  private readonly received: Received = new Received();
  /** In the order sent: the DLL answers one at a time. */
  private pending: Pending[] = [];

  private constructor(
    private readonly directory: string,
    private readonly limitSeconds: number,
  ) {}

  /** `D3DDisassemble`: the listing without its final NUL. `repair` puts the right digest into a container first. */
  disassemble(bytes: Uint8Array, flags = 0, { repair = false } = {}): Promise<Answer> {
    return this.call(OPERATION.disassemble, repair ? withDigest(bytes) : bytes, flags);
  }

  /** `D3DDisassembleRegion`: `count` instructions from byte `start` on; `finish` is the byte after them. */
  async disassembleRegion(
    bytes: Uint8Array,
    start: number,
    count: number,
    flags = 0,
  ): Promise<Answer & { finish: number }> {
    const range = bytesOf(new Uint32Array([start, count]));
    const answer = await this.call(OPERATION.disassembleRegion, bytes, flags, range);
    const finish = new DataView(latin1Bytes(answer.messages).buffer).getUint32(0, true);
    return { ...answer, messages: '', finish };
  }

  /** `D3DGetTraceInstructionOffsets`: the byte offset of every instruction. */
  async traceOffsets(bytes: Uint8Array, flags = 0): Promise<number[]> {
    const { output } = await this.call(OPERATION.traceOffsets, bytes, flags);
    const view = new DataView(output.buffer, output.byteOffset, output.byteLength);
    return Array.from({ length: output.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
  }

  /** `D3DAssemble`. Flags: 1 writes debug information, 2 skips validation. */
  assemble(
    text: string | Uint8Array,
    { flags = 0, name = 'input.asm', ...sources }: CompileOptions = {},
  ): Promise<Answer> {
    return this.call(OPERATION.assemble, text, flags, `${name}\0${textOptions(sources)}`);
  }

  /** `D3DCompile2`. */
  compile(
    source: string | Uint8Array,
    entry: string,
    profile: string,
    { flags = 0, effectFlags = 0, defines = {}, files = {}, name = 'input.hlsl' }: CompileOptions = {},
  ): Promise<Answer> {
    const strings = `${entry}\0${profile}\0${name}\0${defineList(defines)}\0${effectFlags}\0${fileList(files)}`;
    return this.call(OPERATION.compile, source, flags, strings);
  }

  /** `D3DPreprocess`. */
  preprocess(
    source: string | Uint8Array,
    { name = 'input.hlsl', ...sources }: Omit<CompileOptions, 'flags'> = {},
  ): Promise<Answer> {
    return this.call(OPERATION.preprocess, source, 0, `${name}\0${textOptions(sources)}`);
  }

  /** `D3DStripShader`. Flags: 1 reflection, 2 debug information, 0x10 root signature. */
  strip(bytes: Uint8Array, flags: number): Promise<Answer> {
    return this.call(OPERATION.strip, bytes, flags);
  }

  /** `D3DGetBlobPart`; `part` is a `D3D_BLOB_PART`. */
  part(bytes: Uint8Array, part: number): Promise<Answer> {
    return this.call(OPERATION.getPart, bytes, part);
  }

  /** `D3DSetBlobPart`: the container with `data` in it (10 is private data). */
  setPart(bytes: Uint8Array, part: number, data: Uint8Array): Promise<Answer> {
    return this.call(OPERATION.setPart, bytes, part, data);
  }

  /**
   * `D3DReflect` through the interfaces of Direct3D 12, or 11; undefined where it fails. The names are those of
   * reflection.c.
   */
  async reflect(bytes: Uint8Array, version: 11 | 12 = 12): Promise<unknown> {
    return json(await this.call(OPERATION.reflect, bytes, version));
  }

  /** `D3DReflectLibrary`, likewise. */
  async reflectLibrary(bytes: Uint8Array, version: 11 | 12 = 12): Promise<unknown> {
    return json(await this.call(OPERATION.reflectLibrary, bytes, version));
  }

  /** The HRESULT of `D3DReflect`, unsigned. */
  async reflectResult(bytes: Uint8Array, version: 11 | 12 = 12): Promise<number> {
    return (await this.call(OPERATION.reflect, bytes, version)).hr;
  }

  /** Times `loops` passes of `D3DDisassemble` over all `shaders`, in process. */
  async benchDisassemble(shaders: readonly Uint8Array[], loops: number, flags = 0): Promise<BenchResult> {
    return this.bench(OPERATION.benchDisassemble, shaders, loops, flags);
  }

  /** Times `loops` passes of `D3DAssemble` over all `sources`; `flags` as {@link assemble} takes them. */
  async benchAssemble(sources: readonly Uint8Array[], loops: number, flags = 0): Promise<BenchResult> {
    return this.bench(OPERATION.benchAssemble, sources, loops, flags);
  }

  /**
   * Times `loops` passes of reflection over all `shaders`: everything that its interfaces answer, those of libraries,
   * too.
   */
  async benchReflect(shaders: readonly Uint8Array[], loops: number, version: 11 | 12 = 12): Promise<BenchResult> {
    return this.bench(OPERATION.benchReflect, shaders, loops, version);
  }

  private async bench(
    operation: number,
    shaders: readonly Uint8Array[],
    loops: number,
    flags: number,
  ): Promise<BenchResult> {
    const size = shaders.reduce((sum, bytes) => sum + 4 + padded(bytes.byteLength), 0);
    const all = new Uint8Array(size);
    const view = new DataView(all.buffer);
    let at = 0;
    for (const bytes of shaders) {
      view.setUint32(at, bytes.byteLength, true);
      all.set(bytes, at + 4);
      at += 4 + padded(bytes.byteLength);
    }
    return json(await this.call(operation, all, flags, bytesOf(new Uint32Array([loops])))) as BenchResult;
  }

  /** Ends the DLL. Requests that are still under way fail. */
  stop(): void {
    const child = this.child;
    this.child = undefined;
    for (const request of this.pending.splice(0)) request.reject(new Error('the oracle was stopped'));
    child?.stdin.end(new Uint8Array(16));
  }

  /** One request of the protocol in oracle.c. Answers come in the order of the requests. */
  private call(operation: number, a: string | Uint8Array, flags = 0, b: string | Uint8Array = ''): Promise<Answer> {
    const frame = requestFrame(operation, flags, asBytes(a), asBytes(b));
    return new Promise((resolve, reject) => {
      this.pending.push({ frame, resolve, reject });
      if (this.child) this.child.stdin.write(frame);
      else this.launch();
    });
  }

  /** Starts the process and sends it all that is pending. */
  private launch(): void {
    const { directory } = this;
    const child: Child = spawn(
      findWine(),
      [join(directory, 'oracle.exe'), `Z:${directory}/d3dcompiler_47.dll`, String(this.limitSeconds)],
      {
        // "/" keeps the working directory, which the compiler makes source names absolute with, out of its answers.
        cwd: '/',
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...process.env,
          WINEDEBUG: '-all',
          WINEPREFIX: join(directory, 'prefix'),
          WINEDLLOVERRIDES: 'd3dcompiler_47=n;mscoree=;mshtml=',
        },
      },
    );
    this.child = child;
    this.received.clear();
    child.stdin.on('error', () => {}); // 'close' reports it
    child.stdout.on('data', (bytes: Uint8Array) => this.receive(bytes));
    child.on('error', (error) => this.fail(error));
    child.on('close', (status) => this.ended(child, status));
    for (const request of this.pending) child.stdin.write(request.frame);
  }

  private receive(bytes: Uint8Array): void {
    this.received.push(bytes);
    for (let answer = this.received.take(); answer; answer = this.received.take())
      this.pending.shift()?.resolve(answer);
  }

  /** The process ended: its current request fails, later ones go to a new process. */
  private ended(child: Child, status: number | null): void {
    if (this.child !== child) return;
    this.child = undefined;
    if (status === EXIT_USAGE) {
      this.fail(new Error('the oracle could not load its DLL'));
      return;
    }
    this.pending.shift()?.reject(new OracleDied(status === EXIT_HANG ? 'hang' : 'crash'));
    if (this.pending.length > 0) this.launch();
  }

  private fail(error: Error): void {
    this.child = undefined;
    for (const request of this.pending.splice(0)) request.reject(error);
  }
}

/** Bytes of answers as they arrive, cut into complete answers. */
class Received {
  private parts: Uint8Array[] = [];
  private size = 0;

  push(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.size += bytes.byteLength;
  }

  clear(): void {
    this.parts = [];
    this.size = 0;
  }

  /** The next complete answer, if there is one. */
  take(): Answer | undefined {
    if (this.size < HEAD_SIZE) return undefined;
    if (this.parts[0]!.byteLength < HEAD_SIZE) this.parts = [Buffer.concat(this.parts)];
    const first = this.parts[0]!;
    const head = new DataView(first.buffer, first.byteOffset, HEAD_SIZE);
    const outputEnd = HEAD_SIZE + head.getUint32(4, true);
    const end = outputEnd + head.getUint32(8, true);
    if (this.size < end) return undefined;
    const all = this.parts.length === 1 ? first : Buffer.concat(this.parts);
    this.parts = all.byteLength > end ? [all.subarray(end)] : [];
    this.size -= end;
    return {
      hr: head.getUint32(0, true),
      // A copy of its own: aligned, and not held down by the pipe's buffer.
      output: new Uint8Array(all.subarray(HEAD_SIZE, outputEnd)),
      messages: latin1(all.subarray(outputEnd, end)),
    };
  }
}

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A copy of the container `bytes` with the right digest; anything else comes back as it is. */
export function withDigest(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength < 20 || u32At(bytes, 0) !== fourCC('DXBC')) return bytes;
  const copy = new Uint8Array(bytes);
  copy.set(bytesOf(computeChecksum(copy)), 4);
  return copy;
}

function requestFrame(operation: number, flags: number, a: Uint8Array, b: Uint8Array): Uint8Array {
  const frame = new Uint8Array(16 + a.byteLength + b.byteLength);
  frame.set(bytesOf(new Uint32Array([operation, flags, a.byteLength, b.byteLength])));
  frame.set(a, 16);
  frame.set(b, 16 + a.byteLength);
  return frame;
}

function asBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value;
}

function defineList(defines: Readonly<Record<string, string>>): string {
  return Object.entries(defines)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

/** The defines and files of a request. */
function textOptions({ defines = {}, files = {} }: CompileOptions): string {
  return `${defineList(defines)}\0${fileList(files)}`;
}

function fileList(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([name, text]) => `${name}\0${text}\0`)
    .join('');
}

function json(answer: Answer): unknown {
  return answer.hr === 0 ? JSON.parse(latin1(answer.output)) : undefined;
}

function padded(size: number): number {
  return (size + 3) & ~3;
}

/** Debian's 64-bit Wine if it is installed, else `wine` from the path. */
function findWine(): string {
  const debian = '/usr/lib/wine/wine64';
  return existsSync(debian) ? debian : 'wine';
}
