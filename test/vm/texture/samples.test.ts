/**
 * Filtered reads against those of another implementation (fixtures/README.md). It weighs with floats and rounds levels
 * of detail in another way, so results may differ by the rounding of weights; points and gathers are the same texels.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { format, result, texture, view } from '../../../smith/checks/textures.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { gather4 } from '../../../src/vm/texture/gather.ts';
import { sample } from '../../../src/vm/texture/sample.ts';
import {
  type AddressMode,
  type Comparison,
  createSampler,
  SampleRequest,
  type Sampler,
} from '../../../src/vm/texture/sampler.ts';
import type { ViewDimension } from '../../../src/vm/texture/texture-view.ts';

interface Case {
  readonly dimension: ViewDimension;
  readonly size: readonly [number, number, number];
  readonly layers: number;
  readonly mips: number;
  readonly call: string;
  readonly states: Readonly<Record<string, string>>;
  readonly texels: string;
  readonly inputs: string;
  readonly outputs: string;
}

const cases: readonly Case[] = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../fixtures/formats/samples.json.gz', import.meta.url))).toString(),
);
const INPUTS = 16;
const ADDRESS: Readonly<Record<string, AddressMode>> = {
  repeat: 'wrap',
  'mirror-repeat': 'mirror',
  'clamp-to-edge': 'clamp',
};

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
const floatsOf = (text: string) => new Float32Array(bytesOf(text).buffer);
const filterOf = (name: string | undefined) => (name === 'linear' ? 'linear' : 'point');

function samplerOf({ states }: Case): Sampler {
  return createSampler({
    minFilter: filterOf(states.minFilter),
    magFilter: filterOf(states.magFilter),
    mipFilter: filterOf(states.mipmapFilter),
    addressU: ADDRESS[states.addressModeU!]!,
    addressV: ADDRESS[states.addressModeV!]!,
    addressW: ADDRESS[states.addressModeW!]!,
    comparison: (states.compare ?? 'never') as Comparison,
    footprint: 'longest',
  });
}

/** Our results of a case, four floats a read. */
function ours(each: Case): number[][] {
  const { dimension, size, layers, mips, call } = each;
  const isCompare = call.endsWith('compare');
  const of = texture(
    {
      dimension: dimension === '1d' || dimension === '3d' ? dimension : '2d',
      format: format(isCompare ? 'R16_UNORM' : 'R32G32B32A32_FLOAT'),
      width: size[0],
      height: size[1],
      depth: size[2],
      layers,
      mips,
    },
    bytesOf(each.texels),
  );
  const seen = view(of, { dimension });
  const inputs = floatsOf(each.inputs);
  const sampler = samplerOf(each);
  const request = new SampleRequest();
  const axes = seen.isCube ? 3 : seen.axes;
  request.lanes = 1;
  return Array.from({ length: inputs.length / INPUTS }, (_, i) => {
    const at = (c: number) => inputs[i * INPUTS + c]!;
    for (let c = 0; c < axes; c++) {
      request.coordinates[c * LANES] = at(c);
      request.ddx[c * LANES] = at(8 + c);
      request.ddy[c * LANES] = at(12 + c);
    }
    request.coordinates[axes * LANES] = at(3);
    request.lod[0] = at(4);
    request.reference[0] = at(5);
    if (call.startsWith('gather')) gather4(seen, sampler, request, { component: 1, isComparison: isCompare });
    else sample(seen, sampler, request, call === 'gradient' ? 'gradient' : isCompare ? 'zero' : 'level', isCompare);
    return result(request);
  });
}

const nameOf = ({ dimension, call, states }: Case) =>
  `${dimension} ${call} ${states.minFilter} ${states.compare ?? ''} ${states.addressModeU} ${states.addressModeV}`;

const POINT_TOLERANCE = 1e-6;
/** How far a result may be: two weights of 256ths in each direction; their logarithm has an error of nearly a tenth. */
function toleranceOf({ call, states }: Case): number {
  // The mean at the corner of a cube may be rounded in another order.
  if (states.minFilter === 'nearest' || call.startsWith('gather')) return POINT_TOLERANCE;
  return call === 'gradient' ? 0.04 : 0.004;
}

/** Reads in a hundred that may take another texel, because the coordinate is within half of a 256th of its edge. */
const MAX_PERCENT = 4;

test.each(cases.map((each) => [nameOf(each), each] as const))('%s', (_, each) => {
  const theirs = floatsOf(each.outputs);
  const differences = ours(each).map((list, i) => Math.max(...list.map((x, c) => Math.abs(x - theirs[4 * i + c]!))));
  const tolerance = toleranceOf(each);
  const others = differences.filter((difference) => !(difference <= tolerance)).length;
  expect((100 * others) / differences.length).toBeLessThanOrEqual(tolerance === POINT_TOLERANCE ? MAX_PERCENT : 0);
});

test('all dimensions are there', () => {
  expect(cases.length).toBe(46);
  expect(new Set(cases.map(({ dimension }) => dimension)).size).toBe(6);
});
