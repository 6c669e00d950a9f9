/** Views of the resources of a job, as shaders and commands see them. */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { ValueOf } from '../../base/shapes.ts';
import { dxgiFormat } from '../../formats/formats.ts';
import type { Sm4DeclaredResource } from '../../isa/sm4/declarations.ts';
import type { BoundView } from '../bindings.ts';
import { DX7029 } from '../messages.ts';
import { createBufferView } from '../texture/load.ts';
import type { Texture } from '../texture/texture.ts';
import { createTextureView, type TextureView, type ViewDimension } from '../texture/texture-view.ts';
import type { BINDINGS } from './binding-shapes.ts';
import { jobFormat } from './format-names.ts';
import type { JsonPath } from './json-text.ts';
import type { JobReport } from './report.ts';
import type { JobBuffer } from './resources.ts';

/** A binding of a job that is not only a name. */
export type BindingSpec = Exclude<ValueOf<typeof BINDINGS>[string], string>;

/** The part of a texture that a job names. */
export type TexturePart = Pick<BindingSpec, 'format' | 'firstMip' | 'mips' | 'firstLayer' | 'layers' | 'dimension'>;

/** Dimensions of views by D3D10_SB_RESOURCE_DIMENSION. */
const DIMENSIONS: readonly (ViewDimension | undefined)[] = [
  ...[undefined, undefined, '1d', '2d', '2d-ms', '3d', 'cube', '1d-array', '2d-array', '2d-ms-array', 'cube-array'],
] as (ViewDimension | undefined)[];

/** A view of a texture; undefined for one that cannot be made, which is reported. */
export function textureViewOf(
  texture: Texture,
  part: TexturePart,
  path: JsonPath,
  report: JobReport,
  declared?: Sm4DeclaredResource,
): TextureView | undefined {
  const { format, firstMip, mips, firstLayer, layers } = part;
  const dimension = part.dimension ?? DIMENSIONS[declared?.dimension ?? 0];
  const { view, diagnostics } = createTextureView(texture, {
    ...(dimension && { dimension }),
    ...(format && { format: jobFormat(format)! }),
    ...(firstMip !== undefined && { firstMip }),
    ...(mips !== undefined && { mips }),
    ...(firstLayer !== undefined && { firstLayer }),
    ...(layers !== undefined && { layers }),
  });
  report.addAll(path, diagnostics);
  return view;
}

/** The bytes of a buffer that a job names; undefined for a part that is not in it, which is reported. */
export function bufferPart(
  buffer: JobBuffer,
  { offset = 0, size }: Pick<BindingSpec, 'offset' | 'size'>,
  path: JsonPath,
  report: JobReport,
): { readonly offset: number; readonly size: number } | undefined {
  const length = size ?? Math.max(buffer.bytes.length - offset, 0);
  if (offset % 4 === 0 && offset + length <= buffer.bytes.length) return { offset, size: length };
  const reason =
    offset % 4 === 0
      ? `bytes ${offset} to ${offset + length} of ${buffer.bytes.length}`
      : `byte ${offset} is no multiple of 4`;
  report.add(DX7029, path, { reason } satisfies MessageValues);
  return undefined;
}

/** A view of a buffer: structured, raw or typed, as the shader declares it. */
export function bufferViewOf(
  buffer: JobBuffer,
  spec: BindingSpec,
  path: JsonPath,
  report: JobReport,
  declared?: Sm4DeclaredResource,
): BoundView | undefined {
  const part = bufferPart(buffer, spec, path, report);
  if (part === undefined) return undefined;
  const { offset, size } = part;
  const isTyped = declared?.layout === 'typed' || (declared === undefined && spec.format !== undefined);
  if (isTyped) {
    const format = spec.format === undefined ? buffer.formats[0]! : jobFormat(spec.format)!;
    const { view, diagnostics } = createBufferView(
      buffer.bytes,
      format,
      offset,
      Math.floor(size / Math.max(format.blockBytes, 1)),
    );
    report.addAll(path, diagnostics);
    return view;
  }
  const stride = declared?.layout === 'raw' ? 0 : (spec.stride ?? buffer.stride ?? declared?.size ?? 0);
  const view = buffer.view(offset, size, stride);
  if (spec.counter !== undefined) view.counter = spec.counter;
  return view;
}

/** A view of words that are read as they are: the variables of a texture buffer. */
export function wordsView(words: Uint32Array): BoundView | undefined {
  return createBufferView(new Uint8Array(words.buffer, 0, words.byteLength), dxgiFormat('R32G32B32A32_UINT')!).view;
}
