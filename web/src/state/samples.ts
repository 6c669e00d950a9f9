/** The sample shaders of a first visit: those of the package. */

import lake from '../../../samples/lake.cso?url';
import lakeSource from '../../../samples/lake.hlsl?url';
import prefixSum from '../../../samples/prefix-sum.cso?url';
import rimLight from '../../../samples/rim-light.cso?url';
import { openFiles } from './actions.ts';

export interface Sample {
  readonly name: string;
  readonly doc: string;
  readonly url: string;
}

export const SAMPLES: readonly Sample[] = [
  { name: 'lake.cso', doc: 'ps_5_0: water with textures, a constant buffer and fog', url: lake },
  { name: 'lake.hlsl', doc: 'HLSL: the source of the same, compiled as you type', url: lakeSource },
  { name: 'rim-light.cso', doc: 'ps_3_0: a Direct3D 9 token stream with its constant table', url: rimLight },
  { name: 'prefix-sum.cso', doc: 'cs_5_0: compute with shared memory and barriers', url: prefixSum },
];

/** Opens a sample. */
export async function openSample({ name, url }: Sample): Promise<void> {
  const response = await fetch(url);
  await openFiles([{ name, file: await response.blob() }]);
}
