/**
 * Targets that take texels and textures: bytes as texels of any format, and descriptions of textures, samplers and
 * reads with any numbers.
 *
 * Not for: whether results are right (test/base/formats, test/vm/texture).
 */

import type { Random } from '../../../smith/random.ts';
import { type FormatApi, findFormat, formatNames } from '../../../src/formats/formats.ts';
import { decodeBlock, decodeTexel, encodeTexel } from '../../../src/formats/texel.ts';
import { gather4 } from '../../../src/vm/texture/gather.ts';
import { createBufferView, load, loadBuffer } from '../../../src/vm/texture/load.ts';
import { type LodSource, queryLod, sample } from '../../../src/vm/texture/sample.ts';
import { legacySampler, SampleRequest, type Sampler } from '../../../src/vm/texture/sampler.ts';
import { createTexture, type TextureDescriptor } from '../../../src/vm/texture/texture.ts';
import {
  createTextureView,
  resourceInfo,
  VIEW_DIMENSIONS,
  type ViewDimension,
} from '../../../src/vm/texture/texture-view.ts';
import { targets } from '../target.ts';

const APIS: readonly FormatApi[] = ['dxgi', 'd3d9', 'vertex'];
const FORMATS = APIS.flatMap((api) => formatNames(api).map((name) => findFormat(api, name)!));
const DIMENSIONS = ['1d', '2d', '3d'] as const;
const VIEWS = Object.keys(VIEW_DIMENSIONS) as ViewDimension[];
const SOURCES: readonly LodSource[] = ['implicit', 'bias', 'gradient', 'level', 'zero'];
const TEXELS = 16;
/** Bytes that describe a texture, before those of numbers. */
const HEADER = 12;
/** Textures larger than this take too long to make again and again. */
const MAX_BYTES = 2 ** 16;

function randomBytes(random: Random): Uint8Array {
  const bytes = Uint8Array.from({ length: random.between(0, 200) }, () => random.below(256));
  // Numbers that are special as floats.
  for (let i = HEADER; i + 4 <= bytes.length && random.oneIn(2); i += 4) {
    bytes.set(
      random.pick([
        [0, 0, 0x80, 0x7f],
        [0, 0, 0xc0, 0xff],
        [0, 0, 0, 0x80],
        [1, 0, 0, 0],
        [0, 0, 0x80, 0x3f],
      ]),
      i,
    );
  }
  return bytes;
}

/** Small sizes mostly, and any number now and then. */
function sizeOf(byte: number): number {
  return byte < 200 ? byte % 9 : [-1, 0.5, Number.NaN, 2 ** 31, 16384][byte % 5]!;
}

export const TEXTURE_TARGETS = targets({
  texels: {
    input: randomBytes,
    run: (bytes, flags) => {
      const words = new Uint32Array(TEXELS * 4);
      const again = new Uint32Array(TEXELS * 4);
      for (let i = flags; i < FORMATS.length; i += 16) {
        const format = FORMATS[i]!;
        decodeBlock(format, bytes, 0, words);
        decodeTexel(format, bytes, flags, again, 0, flags % format.blockWidth, flags % format.blockHeight);
        const written = new Uint8Array(format.blockBytes);
        if (!encodeTexel(format, words, 0, written, 0)) continue;
        decodeTexel(format, written, 0, again);
        for (let c = 0; c < 4; c++)
          if (again[c] !== words[c]) throw new Error(`${format.name} is not read as it is written`);
      }
      return { size: 0, diagnostics: 0 };
    },
  },
  textures: {
    input: randomBytes,
    run: (bytes, flags) => {
      const at = (i: number) => bytes[i] ?? 0;
      const dimension = DIMENSIONS[at(0) % DIMENSIONS.length]!;
      const descriptor: TextureDescriptor = {
        dimension,
        format: FORMATS[at(1) % FORMATS.length]!,
        width: sizeOf(at(2)),
        height: dimension === '1d' ? 1 : sizeOf(at(3)),
        depth: dimension === '3d' ? sizeOf(at(4)) : 1,
        layers: dimension === '3d' ? 1 : sizeOf(at(5)),
        mips: 1 + (at(6) % 5),
        samples: at(6) > 200 ? at(6) % 17 : 1,
      };
      const { texture, diagnostics } = createTexture(descriptor);
      const numbers = new Float32Array(
        bytes.slice(HEADER, HEADER + 4 * Math.floor(Math.max(bytes.length - HEADER, 0) / 4)).buffer,
      );
      const request = new SampleRequest();
      for (const [k, list] of [request.coordinates, request.ddx, request.ddy, request.lod, request.clamp].entries()) {
        for (let i = 0; i < list.length; i++) list[i] = numbers[(i * 5 + k) % numbers.length] ?? 0;
      }
      request.offsets.fill((at(7) % 16) - 8);
      const count = diagnostics.length;
      loadBuffer(createBufferView(bytes, descriptor.format, sizeOf(at(8))).view, request);
      if (texture === undefined || texture.bytes.length > MAX_BYTES) return { size: 0, diagnostics: count };
      texture.bytes.set(bytes.subarray(0, texture.bytes.length));
      texture.minLod = numbers[0] ?? 0;
      const made = createTextureView(texture, { dimension: VIEWS[at(9) % VIEWS.length]!, firstMip: sizeOf(at(10)) });
      const sampler: Sampler = {
        ...legacySampler({ addressU: at(7) % 7, addressV: at(8) % 7, addressW: at(9) % 7, minFilter: at(10) % 9 })
          .sampler,
        ...{ lodBias: numbers[1] ?? 0, minLod: numbers[2] ?? 0, maxLod: numbers[3] ?? 9, maxAnisotropy: flags % 17 },
        isSeamless: flags > 7,
        mipFilter: (['none', 'point', 'linear'] as const)[flags % 3]!,
      };
      sample(made.view, sampler, request, SOURCES[flags % SOURCES.length]!, flags % 7 === 0);
      gather4(made.view, sampler, request, { component: flags & 3, isComparison: flags > 11 });
      load(made.view, request);
      queryLod(made.view, sampler, request);
      resourceInfo(made.view, flags, 'reciprocal', request.result);
      return { size: 0, diagnostics: count + made.diagnostics.length };
    },
  },
});
