/**
 * Client of the executor: shaders run on Wine's Direct3D 9 or 11 with Mesa's llvmpipe. `npm run executor:setup`
 * prepares it. Only tools use it; the tests read recorded answers.
 *
 *     const wine = await Executor.start('d3d11');
 *     const [words] = await wine.run(new D3d11Request().shader('cs', bytes).dispatch(1, 1, 1).readBuffer(0));
 *     wine.stop();
 *
 * Not for: what a request may have (d3d11-request.ts, d3d9-request.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FramedChild, FramedProcess, resultsOf } from './framed-process.ts';
import type { Request } from './request.ts';

/** Wine or the driver crashed or hung on a request; the client is ready for the next one. */
export { ProcessDied as ExecutorDied } from './framed-process.ts';

export type ExecutorApi = 'd3d9' | 'd3d11';

/** How often a start is tried. */
const ATTEMPTS = 4;

/** A call of Direct3D failed. */
export class ExecutorRefused extends Error {
  override readonly name = 'ExecutorRefused';
}

export class Executor {
  /** The origin of the answers, for the provenance of fixtures. */
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

  readonly #process: FramedProcess;

  private constructor(
    private readonly api: ExecutorApi,
    private readonly directory: string,
    limitSeconds: number,
    private readonly server: ChildProcess,
    private readonly display: string,
  ) {
    this.#process = new FramedProcess(() => this.#launch(), limitSeconds);
  }

  /** Returns the data of the read commands of `request`, in order. */
  run(request: Request): Promise<Uint8Array[]> {
    return this.#call(request.frame());
  }

  /** Ends the executor and its X server. Requests that are still under way fail. */
  stop(): void {
    this.#process.stop(new Uint8Array(4).fill(0xff), () => this.server.kill());
  }

  async #call(frame: Uint8Array): Promise<Uint8Array[]> {
    const { status, body } = await this.#process.call(frame);
    if (status !== 0) throw new ExecutorRefused(body.toString('latin1'));
    return resultsOf(body);
  }

  #launch(): FramedChild {
    const { directory } = this;
    return spawn(findWine(), [join(directory, 'executor.exe'), this.api], {
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
  }
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
