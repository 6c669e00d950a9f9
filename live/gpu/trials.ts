/** Trials of translated shaders from trials of the families. */
import type { TranslateOptions } from '../../src/translate/index.ts';
import { D3d9Request } from '../../tools/executor/d3d9-request.ts';
import type { D3d11Request } from '../../tools/executor/d3d11-request.ts';
import type { GpuTrial } from '../../tools/gpu/trial.ts';
import type { Trial } from '../wine/trial.ts';
import { NoTrial, trialOfRequest } from './from-request.ts';
import { trialOfRequest9 } from './from-request9.ts';

/** @throws NoTrial where the request has something that trials have not, or a shader is not translated */
export function gpuTrialOf({ request, isPrecise }: Trial, options: TranslateOptions): GpuTrial {
  const trial =
    request instanceof D3d9Request
      ? trialOfRequest9(request, options)
      : trialOfRequest(request as D3d11Request, options);
  const lost = trial.stages.flatMap(({ map }) => map.approximations.filter((text) => text.includes('precise')));
  if (isPrecise && lost.length > 0) throw new NoTrial(lost[0]);
  return trial;
}
