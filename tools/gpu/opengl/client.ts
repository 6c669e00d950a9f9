/** Client of the executor for OpenGL and OpenGL ES on Mesa's llvmpipe. `tools/gpu/setup.sh` installs it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FramedAnswer, type FramedChild, FramedProcess } from '../../executor/framed-process.ts';
import { GPU_TOOLS } from '../tint.ts';
import { type GlslStage, OpenGlRequest } from './request.ts';

const PROGRAM = join(GPU_TOOLS, 'opengl');

/** Why OpenGL cannot be used; undefined where it can. */
export function openglMissing(): string | undefined {
  return existsSync(PROGRAM) ? undefined : 'the executor for OpenGL is not built: run tools/gpu/setup.sh';
}

/** How long one request may take. */
const LIMIT_SECONDS = 60;

export type OpenGlApi = 'opengl' | 'opengl-compatibility' | 'opengl-es';

/** A process that runs requests in a context of one of the interfaces. */
export class OpenGl {
  readonly #child: FramedProcess;

  constructor(api: OpenGlApi) {
    this.#child = new FramedProcess(() => launch(api), LIMIT_SECONDS);
  }

  /** Answers with what reads gave, or with the text of a failure. */
  call(request: OpenGlRequest): Promise<FramedAnswer> {
    return this.#child.call(request.frame());
  }

  /** The errors of the compiler or the linker for stages; undefined if it accepts them. */
  async errorOf(stages: readonly GlslStage[]): Promise<string | undefined> {
    const isSeparate = !stages.some(({ stage }) => stage === 'cs') && stages.length === 1;
    const { status, body } = await this.call(new OpenGlRequest().program(stages, isSeparate));
    return status === 0 ? undefined : body.toString('utf8');
  }

  stop(): void {
    this.#child.stop(new Uint8Array(4).fill(0xff));
  }
}

function launch(api: OpenGlApi): FramedChild {
  return spawn(PROGRAM, [api], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', LP_NUM_THREADS: '1', GALLIVM_PERF },
  });
}

/** Compiles faster without optimization; samples textures as floats. */
const GALLIVM_PERF = 'nopt,no_aos_sampling,no_rho_approx,no_brilinear';
