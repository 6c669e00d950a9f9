/** The command `clear`: fills a texture, a part of one, or a buffer. */

import type { JobNumber } from '../../../base/shapes.ts';
import type { Format } from '../../../formats/formats.ts';
import { isIntegerType } from '../../../formats/number-types.ts';
import { encodeTexel } from '../../../formats/texel.ts';
import { COMPONENTS } from '../../lanes.ts';
import { DX7015 } from '../../messages.ts';
import type { ViewDimension } from '../../texture/texture-view.ts';
import type { JobContext } from '../context.ts';
import { jobFormat } from '../format-names.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { isElementFormat } from '../make-resources.ts';
import { componentsOf, encodeNumbers, wordOf } from '../numbers.ts';
import type { JobBuffer } from '../resources.ts';
import { textureViewOf } from '../views.ts';

type Clear = CommandOf<'clear'>;
type ClearValue = NonNullable<Clear['value']>;

export function runClear(context: JobContext, command: Clear, path: JsonPath): void {
  const { resources, report } = context;
  const { buffer, texture, value = 0 } = command;
  const target = texture === undefined ? undefined : resources.textures.get(texture)!;
  const defaults = target === undefined ? resources.buffers.get(buffer!)!.formats : [target.format];
  const formats = command.format === undefined ? defaults : [jobFormat(command.format)!];
  const bad = formats.find((format) => !isElementFormat(format));
  if (bad !== undefined) report.add(DX7015, path, { format: bad.name, use: 'a clear' });
  else if (target === undefined) clearBuffer(resources.buffers.get(buffer!)!, formats, value);
  else clearTexture(context, command, texelOf(formats[0]!, value), path);
}

function clearBuffer({ bytes }: JobBuffer, formats: readonly Format[], value: ClearValue): void {
  const count = formats.reduce((sum, format) => sum + componentsOf(format).length, 0);
  const values = typeof value === 'object' ? value : new Array<JobNumber>(count).fill(value);
  const element = new Uint8Array(formats.reduce((sum, { blockBytes }) => sum + blockBytes, 0));
  encodeNumbers(values, formats, element);
  for (let i = 0; i < bytes.length; i++) bytes[i] = element[i % element.length]!;
}

function clearTexture({ resources, report }: JobContext, command: Clear, element: Uint8Array, path: JsonPath): void {
  const texture = resources.textures.get(command.texture!)!;
  const isPart = command.firstLayer !== undefined || command.layers !== undefined;
  const array: ViewDimension =
    texture.samples > 1 ? '2d-ms-array' : texture.dimension === '1d' ? '1d-array' : '2d-array';
  const dimension = isPart && texture.dimension !== '3d' ? array : undefined;
  const view = textureViewOf(texture, { ...command, dimension }, path, report);
  if (view === undefined) return;
  for (let layer = 0; layer < view.layers; layer++)
    for (let mip = 0; mip < view.mips; mip++) {
      const { offset, bytes } = view.subresource(mip, layer);
      for (let i = 0; i < bytes; i++) texture.bytes[offset + i] = element[i % element.length]!;
    }
  texture.changed();
}

/** The bytes of a texel; components without a value are 0. */
function texelOf(format: Format, value: ClearValue): Uint8Array {
  const words = new Uint32Array(COMPONENTS);
  for (const [i, component] of componentsOf(format).entries()) {
    const one = typeof value === 'object' ? value[i] : value;
    words[component] = wordOf(one ?? 0, isIntegerType(format.types[component]!));
  }
  const bytes = new Uint8Array(format.blockBytes);
  encodeTexel(format, words, 0, bytes, 0);
  return bytes;
}
