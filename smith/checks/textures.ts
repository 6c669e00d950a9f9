/** Textures, views and reads for tests: short forms of what the interpreter does in several steps. */
import { type Format, type FormatApi, findFormat } from '../../src/formats/formats.ts';
import { encodeTexel } from '../../src/formats/texel.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { LANES } from '../../src/vm/lanes.ts';
import { SampleRequest } from '../../src/vm/texture/sampler.ts';
import { createTexture, type Texture, type TextureDescriptor } from '../../src/vm/texture/texture.ts';
import { createTextureView, type TextureView, type TextureViewDescriptor } from '../../src/vm/texture/texture-view.ts';

export function format(name: string, api: FormatApi = 'dxgi'): Format {
  return findFormat(api, name)!;
}

/** A texture that must be valid. */
export function texture(descriptor: TextureDescriptor, bytes?: Uint8Array): Texture {
  const { texture: made, diagnostics } = createTexture(descriptor, bytes);
  if (!made) throw new Error(diagnostics[0]!.message);
  return made;
}

/** A view that must be valid. */
export function view(of: Texture, descriptor?: TextureViewDescriptor): TextureView {
  const { view: made, diagnostics } = createTextureView(of, descriptor);
  if (!made) throw new Error(diagnostics[0]!.message);
  return made;
}

/** Fills a texture: `value` gives red of each texel (or all components) by level, layer and coordinates. */
export function fill(
  of: Texture,
  value: (mip: number, layer: number, x: number, y: number, z: number) => number | readonly number[],
): Texture {
  const words = new Uint32Array(4);
  of.subresources.forEach(({ width, height, depth, offset, rowBytes, sliceBytes }, index) => {
    const [mip, layer] = [index % of.mips, Math.floor(index / of.mips)];
    for (let z = 0; z < depth; z++) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const list = value(mip, layer, x, y, z);
          const components = typeof list === 'number' ? [list, 0, 0, 0] : list;
          components.forEach((c, i) => {
            words[i] = of.format.isInteger ? c : bitsOfFloat(Math.fround(c));
          });
          encodeTexel(of.format, words, 0, of.bytes, offset + z * sliceBytes + y * rowBytes + x * of.format.blockBytes);
        }
      }
    }
  });
  of.changed();
  return of;
}

/** A request whose four lanes have the same coordinates. */
export function request(...coordinates: number[]): SampleRequest {
  const made = new SampleRequest();
  coordinates.forEach((x, i) => {
    made.coordinates.fill(x, i * LANES, (i + 1) * LANES);
  });
  return made;
}

/** A request with integer coordinates. */
export function integerRequest(...coordinates: number[]): SampleRequest {
  const made = new SampleRequest();
  coordinates.forEach((x, i) => {
    made.words.fill(x, i * LANES, (i + 1) * LANES);
  });
  return made;
}

/** The result of a lane as floats. */
export function result({ resultFloats }: SampleRequest, lane = 0): number[] {
  return [0, 1, 2, 3].map((i) => resultFloats[i * LANES + lane]!);
}

/** The result of a lane as words. */
export function resultWords({ result: words }: SampleRequest, lane = 0): number[] {
  return [0, 1, 2, 3].map((i) => words[i * LANES + lane]!);
}
