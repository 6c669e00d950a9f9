/** Whether a draw of Direct3D 9 can be made: both shaders, its topologies, streams and declaration. */

import { SM1_USAGES } from '../../../isa/sm1/registers.ts';
import { DX7100, DX7101, DX7107, DX7114 } from '../../messages.ts';
import { checkBuffers, checkWhole, type Report } from '../check-call.ts';
import type { Topology } from '../draw-common.ts';
import type { Sm1DrawCall } from '../legacy-call.ts';

/** Streams, and elements of a declaration. */
const MAX_STREAMS = 16;
const MAX_ELEMENTS = 64;
const MAX_OFFSET = 0xffff;
const MAX_WORD = 0xffff_ffff;
const MAX_PLANES = 6;

const TOPOLOGIES: ReadonlySet<Topology> = new Set<Topology>([
  'point-list',
  'line-list',
  'line-strip',
  'triangle-list',
  'triangle-strip',
  'triangle-fan',
]);

export function checkLegacy(to: Report, { vertex, pixel, topology, streams, declaration, legacy }: Sm1DrawCall): void {
  for (const [stage, shader] of [
    ['vs', vertex],
    ['ps', pixel],
  ] as const) {
    if (shader === undefined) to(DX7101, { stage: stage === 'vs' ? 'vertex' : 'pixel' });
    else if (shader.executable.program.stage !== stage)
      to(DX7100, { stage, found: shader.executable.program.stage ?? 'unknown' });
  }
  if (!TOPOLOGIES.has(topology)) to(DX7114, { topology });
  checkWhole(to, 'streams.length', streams.length, 0, MAX_STREAMS);
  checkBuffers(to, 'streams', streams);
  for (const [i, stream] of streams.entries())
    if (stream?.instanceStepRate !== undefined)
      checkWhole(to, `streams[${i}].instanceStepRate`, stream.instanceStepRate, 1, MAX_WORD);
  checkWhole(to, 'declaration.length', declaration.length, 0, MAX_ELEMENTS);
  for (const [i, { stream, offset, usage, usageIndex, format }] of declaration.entries()) {
    const name = `declaration[${i}]`;
    checkWhole(to, `${name}.stream`, stream, 0, MAX_STREAMS - 1);
    checkWhole(to, `${name}.offset`, offset, 0, MAX_OFFSET);
    checkWhole(to, `${name}.usage`, usage, 0, SM1_USAGES.length - 1);
    checkWhole(to, `${name}.usageIndex`, usageIndex, 0, 15);
    if (!format.canDecode || format.blockWidth > 1) to(DX7107, { name, format: format.name, use: 'vertex element' });
  }
  checkWhole(to, 'legacy.clipPlanes.length', legacy.clipPlanes.length, 0, MAX_PLANES);
  if (legacy.alphaTest !== undefined) checkWhole(to, 'legacy.alphaTest.reference', legacy.alphaTest.reference, 0, 255);
}
