/**
 * Client of the executor: shaders run on Wine's Direct3D 9 or 11 with Mesa's llvmpipe. `npm run executor:setup` prepares it. Only tools use
 * it; the tests read recorded answers.
 *
 *     const wine = await Executor.start('d3d11');
 *     const [words] = await wine.run(new D3d11Request().shader('cs', bytes).dispatch(1, 1, 1).readBuffer(0));
 *     wine.stop();
 *
 * Not for: what a request may have (d3d11-request.ts, d3d9-request.ts).
 */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from './request.ts';

export type ExecutorApi = 'd3d9' | 'd3d11';

/** Exit status of executor.exe when it cannot start at all. */
const EXIT_USAGE = 2;
const HEAD_SIZE = 8;
/** How often a start is tried. */
const ATTEMPTS = 4;

/** Wine or the driver crashed or hung on a request; the client is ready for the next one. */
export class ExecutorDied extends Error {
  override readonly name = 'ExecutorDied';
  constructor(readonly how: 'crash' | 'hang') {
    super(`the executor ended in a ${how} on this request`);
  }
}

/** A call of Direct3D failed. */
export class ExecutorRefused extends Error {
  override readonly name = 'ExecutorRefused';
}

interface Pending {
  readonly frame: Uint8Array;
  readonly resolve: (results: Uint8Array[]) => void;
  readonly reject: (error: Error) => void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

export class Executor {
  /** What the answers are from, for the provenance of fixtures. */
  static readonly description = 'Wine 8.0 (Debian 12), Mesa 22.3 llvmpipe';

  /** Where `npm run executor:setup` puts it: $DXLENS_EXECUTOR, else ~/.cache/dxlens-executor. */
  static directory(): string {
    return resolve(process.env.DXLENS_EXECUTOR || join(homedir(), '.cache', 'dxlens-executor'));
  }

  /** Whether the executor is set up on this machine. */
  static available(directory = Executor.directory()): boolean {
    return ['executor.exe', 'prefix'].every((name) => existsSync(join(directory, name)));
  }

  /**
   * Starts an X server and the executor, and waits until it answers.
   *
   * @param limitSeconds how long one request may take before it counts as a hang
   */
  static async start(
    api: ExecutorApi,
    { directory = Executor.directory(), limitSeconds = 60 } = {},
  ): Promise<Executor> {
    if (!Executor.available(directory))
      throw new Error(`no executor in ${directory}: run "npm run executor:setup" first`);
    // A start fails while Wine still ends the desktop of the executor before.
    for (let attempt = 1; ; attempt++) {
      const [server, display] = await startDisplay();
      const executor = new Executor(api, directory, limitSeconds, server, display);
      try {
        await executor.#call(new Uint8Array(4));
        return executor;
      } catch (error) {
        server.kill();
        if (attempt === ATTEMPTS) throw error;
        await sleep(1000 * attempt);
      }
    }
  }

  #child: Child | undefined;
  #received: Buffer = Buffer.alloc(0);
  /** In the order sent: the executor answers one at a time. */
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isHung = false;

  private constructor(
    private readonly api: ExecutorApi,
    private readonly directory: string,
    private readonly limitSeconds: number,
    private readonly server: ChildProcess,
    private readonly display: string,
  ) {}

  /** What the read commands of `request` read, in order. */
  run(request: Request): Promise<Uint8Array[]> {
    return this.#call(request.frame());
  }

  /** Ends the executor and its X server. Requests that are still under way fail. */
  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    clearTimeout(this.#timer);
    for (const request of this.#pending.splice(0)) request.reject(new Error('the executor was stopped'));
    child?.stdin.end(new Uint8Array(4).fill(0xff));
    if (child === undefined) this.server.kill();
    else child.once('close', () => this.server.kill());
  }

  #call(frame: Uint8Array): Promise<Uint8Array[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ frame, resolve, reject });
      if (this.#child) this.#child.stdin.write(frame);
      else this.#launch();
      if (this.#pending.length === 1) this.#startTimer();
    });
  }

  #launch(): void {
    const { directory } = this;
    const child: Child = spawn(findWine(), [join(directory, 'executor.exe'), this.api], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DISPLAY: this.display,
        WINEDEBUG: '-all',
        WINEPREFIX: join(directory, 'prefix'),
        WINEDLLOVERRIDES: 'mscoree=;mshtml=',
        LIBGL_ALWAYS_SOFTWARE: '1',
        LP_NUM_THREADS: '1',
        // Compiles faster without optimization; samples textures as floats.
        GALLIVM_PERF: 'nopt,no_aos_sampling,no_rho_approx,no_brilinear',
      },
    });
    this.#child = child;
    this.#received = Buffer.alloc(0);
    child.stdin.on('error', () => {}); // 'close' reports it
    child.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
    child.on('error', (error) => this.#fail(error));
    child.on('close', (status) => this.#ended(child, status));
    for (const request of this.#pending) child.stdin.write(request.frame);
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#pending.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#isHung = true;
      this.#child?.kill('SIGKILL');
    }, this.limitSeconds * 1000);
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= HEAD_SIZE) {
      const end = HEAD_SIZE + this.#received.readUInt32LE(4);
      if (this.#received.length < end) return;
      const body = this.#received.subarray(HEAD_SIZE, end);
      const isRefused = this.#received.readUInt32LE(0) !== 0;
      this.#received = this.#received.subarray(end);
      const request = this.#pending.shift();
      if (isRefused) request?.reject(new ExecutorRefused(body.toString('latin1')));
      else request?.resolve(resultsOf(body));
      this.#startTimer();
    }
  }

  /** The process ended: its current request fails, later ones go to a new process. */
  #ended(child: Child, status: number | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (status === EXIT_USAGE) {
      this.#fail(new Error('the executor could not start'));
      return;
    }
    const how = this.#isHung ? 'hang' : 'crash';
    this.#isHung = false;
    this.#pending.shift()?.reject(new ExecutorDied(how));
    if (this.#pending.length > 0) this.#launch();
    this.#startTimer();
  }

  #fail(error: Error): void {
    this.#child = undefined;
    for (const request of this.#pending.splice(0)) request.reject(error);
  }
}

/** Cuts an answer into what each command read: copies of their own, aligned. */
function resultsOf(body: Buffer): Uint8Array[] {
  const results: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const size = body.readUInt32LE(at);
    results.push(new Uint8Array(body.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return results;
}

/** A virtual X server on a display that is free, and the name of the display. */
function startDisplay(): Promise<[ChildProcess, string]> {
  return new Promise((resolve, reject) => {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '640x480x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error('Xvfb ended')));
    process.once('exit', () => server.kill());
    let text = '';
    (server.stdio[3] as Readable).on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.endsWith('\n')) resolve([server, `:${text.trim()}`]);
    });
  });
}

/** Debian's 64-bit Wine if it is installed, else `wine` from the path. */
function findWine(): string {
  const debian = '/usr/lib/wine/wine64';
  return existsSync(debian) ? debian : 'wine';
}
