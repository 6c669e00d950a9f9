/** The client of the executor for OpenGL that runs trials: GLSL and GLSL ES on Mesa's llvmpipe. */

import { ProcessDied, resultsOf } from '../../executor/framed-process.ts';
import { GpuDied, type GpuExecutor, GpuRefused, type GpuTrial, GpuUnsupported } from '../trial.ts';
import { OpenGl, type OpenGlApi } from './client.ts';
import { frameOf } from './frame.ts';

interface OpenGlDriver {
  readonly api: OpenGlApi;
  readonly to: 'glsl' | 'essl';
  readonly version: string;
}

/** An interface with a version of its language. */
export const OPENGL_DRIVERS = {
  opengl: { api: 'opengl', to: 'glsl', version: '450' },
  'opengl-330': { api: 'opengl', to: 'glsl', version: '330' },
  gles: { api: 'opengl-es', to: 'essl', version: '320' },
  'gles-310': { api: 'opengl-es', to: 'essl', version: '310' },
  'gles-300': { api: 'opengl-es', to: 'essl', version: '300' },
} as const satisfies Readonly<Record<string, OpenGlDriver>>;

export type OpenGlDriverName = keyof typeof OPENGL_DRIVERS;

/** The start of failures of the executor if the interface lacks something. */
const UNSUPPORTED = 'unsupported: ';

/** Makes the executor; the process itself starts with the first trial. */
export function openglExecutor(name: OpenGlDriverName): GpuExecutor {
  const { api, to, version } = OPENGL_DRIVERS[name];
  const child = new OpenGl(api);
  return {
    description: `${to === 'glsl' ? 'OpenGL' : 'OpenGL ES'}, ${to} ${version}, Mesa's llvmpipe`,
    run: (trial) => run(child, trial, api === 'opengl-es'),
    stop: () => child.stop(),
  };
}

async function run(child: OpenGl, trial: GpuTrial, isEs: boolean): Promise<Uint8Array[]> {
  const { request, results } = frameOf(trial, isEs);
  const { status, body } = await child.call(request).catch((error: unknown) => {
    throw error instanceof ProcessDied ? new GpuDied(error.how) : error;
  });
  if (status === 0) return results(resultsOf(body));
  const text = body.toString('utf8');
  throw text.startsWith(UNSUPPORTED) ? new GpuUnsupported(text.slice(UNSUPPORTED.length)) : new GpuRefused(text);
}
