/** Outputs of a job: numbers, bytes, pixels and DDS files. */

import type { JobNumber } from '../../base/shapes.ts';
import type { Format } from '../../formats/formats.ts';
import { decodeTexel } from '../../formats/texel.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import { DX7015, DX7028, DX7035 } from '../messages.ts';
import { writeDds } from '../texture/dds.ts';
import type { Texture } from '../texture/texture.ts';
import type { JobContext } from './context.ts';
import type { Job, JobOutputSpec } from './job-shape.ts';
import type { JsonPath } from './json-text.ts';
import { componentsOf, decodeNumbers, jobFormat, jobFormatName } from './numbers.ts';
import type { JobReport } from './report.ts';
import type { JobImage } from './shaders.ts';

/** Numbers in lists: rows of texels, elements of buffers. */
export type NestedNumbers = readonly (JobNumber | NestedNumbers)[];

export type JobOutput = { readonly file?: string } & (
  | {
      readonly as: 'numbers';
      /** The formats of an element; absent for the results of a command. */
      readonly format?: string | readonly string[];
      /** The hidden counters of the views of a buffer, where they are not 0. */
      readonly counters?: readonly number[];
      /** Numbers, or the results of a command. */
      readonly value: NestedNumbers | object;
    }
  | { readonly as: 'raw' | 'dds'; readonly bytes: Uint8Array }
  | { readonly as: 'png'; readonly image: JobImage }
);

const BY_EXTENSION: Readonly<Record<string, JobOutput['as']>> = { png: 'png', dds: 'dds', json: 'numbers', bin: 'raw' };

/** The outputs of a job by name; reports those that cannot be made. */
export function makeOutputs(job: Job, context: JobContext): Readonly<Record<string, JobOutput>> {
  const outputs: Record<string, JobOutput> = {};
  const specs: Readonly<Record<string, JobOutputSpec>> =
    job.outputs ?? Object.fromEntries([...context.results.keys()].map((name) => [name, { invocation: name }]));
  const files = new Set<string>();
  for (const [name, spec] of Object.entries(specs)) {
    const path = ['outputs', name];
    if (spec.file !== undefined && files.has(spec.file))
      context.report.add(DX7035, [...path, 'file'], { file: spec.file });
    if (spec.file !== undefined) files.add(spec.file);
    const output = makeOutput(spec, context, path);
    if (typeof output === 'string') context.report.add(DX7028, path, { reason: output });
    else if (output !== undefined) outputs[name] = spec.file === undefined ? output : { ...output, file: spec.file };
  }
  return outputs;
}

/** An output, or why it cannot be made; undefined where the reason has been reported. */
function makeOutput(spec: JobOutputSpec, context: JobContext, path: JsonPath): JobOutput | string | undefined {
  const extension = /\.(\w+)$/.exec(spec.file ?? '')?.[1]?.toLowerCase() ?? 'json';
  const as = spec.as ?? BY_EXTENSION[extension] ?? 'raw';
  if (spec.invocation !== undefined) {
    const value = context.results.get(spec.invocation);
    if (as !== 'numbers') return 'the results of a command can only be numbers';
    return value === undefined ? 'the command has no results' : { as, value };
  }
  if (spec.buffer !== undefined) return bufferOutput(spec, as, context, path);
  const texture = context.resources.textures.get(spec.texture!);
  return texture && textureOutput(texture, spec, as, path, context.report);
}

function bufferOutput(
  spec: JobOutputSpec,
  as: JobOutput['as'],
  context: JobContext,
  path: JsonPath,
): JobOutput | string | undefined {
  const buffer = context.resources.buffers.get(spec.buffer!);
  if (buffer === undefined) return undefined;
  const offset = spec.offset ?? 0;
  const size = spec.size ?? Math.max(0, buffer.bytes.length - offset);
  if (offset + size > buffer.bytes.length) return `it has ${buffer.bytes.length} bytes`;
  const bytes = buffer.bytes.subarray(offset, offset + size);
  if (as === 'raw') return { as, bytes: bytes.slice() };
  if (as !== 'numbers') return 'a buffer is no image';
  const formats = formatsOf(spec, buffer.formats);
  const bad = formats.find((format) => !format.canDecode || format.blockWidth > 1);
  if (bad !== undefined) {
    context.report.add(DX7015, path, { format: bad.name, use: 'numbers' });
    return undefined;
  }
  const { counters } = buffer;
  return {
    as,
    format: formats.length === 1 ? jobFormatName(formats[0]!) : formats.map(jobFormatName),
    ...(counters.length > 0 && { counters }),
    value: elementsOf(bytes, formats, spec.flat ?? false),
  };
}

function formatsOf({ format }: JobOutputSpec, defaults: readonly Format[]): readonly Format[] {
  if (format === undefined) return defaults;
  return (typeof format === 'string' ? [format] : format).map((name) => jobFormat(name)!);
}

/** The elements of a buffer; of elements with one number, a list of numbers. */
function elementsOf(bytes: Uint8Array, formats: readonly Format[], isFlat: boolean): NestedNumbers {
  const size = formats.reduce((sum, { blockBytes }) => sum + blockBytes, 0);
  const isScalar = isFlat || (formats.length === 1 && componentsOf(formats[0]!).length === 1);
  const elements: (JobNumber | NestedNumbers)[] = [];
  for (let at = 0; at + size <= bytes.length && size > 0; at += size) {
    const element: JobNumber[] = [];
    let from = at;
    for (const format of formats) {
      for (const number of decodeNumbers(format, bytes, from)) element.push(number);
      from += format.blockBytes;
    }
    if (!isScalar) elements.push(element);
    else for (const number of element) elements.push(number);
  }
  return elements;
}

function textureOutput(
  texture: Texture,
  spec: JobOutputSpec,
  as: JobOutput['as'],
  path: JsonPath,
  report: JobReport,
): JobOutput | string | undefined {
  if (as === 'dds') {
    const bytes = writeDds(texture);
    return typeof bytes === 'string' ? bytes : { as, bytes };
  }
  const { mip = 0, layer = 0, slice } = spec;
  if (mip >= texture.mips || layer >= texture.layers)
    return `it has ${texture.mips} levels and ${texture.layers} layers`;
  const level = texture.subresources[layer * texture.mips + mip]!;
  if (slice !== undefined && slice >= level.depth) return `it has ${level.depth} slices`;
  const format = formatsOf(spec, [texture.format])[0]!;
  if (format.blockBytes !== texture.format.blockBytes || format.blockWidth !== texture.format.blockWidth)
    return `format ${format.name} has texels of another size`;
  const start = level.offset + (slice ?? 0) * level.sliceBytes;
  const bytes = texture.bytes.subarray(
    start,
    slice === undefined ? level.offset + level.bytes : start + level.sliceBytes,
  );
  if (as === 'raw') return { as, bytes: bytes.slice() };
  if (!format.canDecode) {
    report.add(DX7015, path, {
      format: format.name,
      use: as === 'png' ? 'a PNG file' : 'numbers',
    });
    return undefined;
  }
  const reader = { bytes, format, samples: texture.samples, width: level.width, rowBytes: level.rowBytes };
  if (as === 'png')
    return texture.samples > 1 ? 'a PNG file cannot have samples' : { as, image: imageOf(reader, level.height) };
  const slices = Array.from({ length: slice === undefined ? level.depth : 1 }, (_, z) =>
    rowsOf({ ...reader, bytes: bytes.subarray(z * level.sliceBytes) }, level.height, spec.flat ?? false),
  );
  const value = spec.flat ? slices.flat() : slices.length === 1 && texture.dimension !== '3d' ? slices[0]! : slices;
  return { as, format: jobFormatName(format), value };
}

interface TexelReader {
  readonly bytes: Uint8Array;
  readonly format: Format;
  readonly samples: number;
  readonly width: number;
  readonly rowBytes: number;
}

/** Rows of texels; the samples of a texel follow each other. */
function rowsOf(
  { bytes, format, samples, width, rowBytes }: TexelReader,
  height: number,
  isFlat: boolean,
): NestedNumbers {
  const { blockWidth, blockHeight, blockBytes } = format;
  const isScalar = isFlat || componentsOf(format).length === 1;
  const rows: (JobNumber | NestedNumbers)[] = [];
  for (let y = 0; y < height; y++) {
    const row: (JobNumber | NestedNumbers)[] = [];
    for (let x = 0; x < width * samples; x++) {
      const offset = Math.floor(y / blockHeight) * rowBytes + Math.floor(x / blockWidth) * blockBytes;
      const texel = decodeNumbers(format, bytes, offset, x % blockWidth, y % blockHeight);
      if (!isScalar) row.push(texel);
      else for (const number of texel) row.push(number);
    }
    if (!isFlat) rows.push(row);
    else for (const number of row) rows.push(number);
  }
  return rows;
}

const words = new Uint32Array(4);
const MAX_BYTE = 255;

/** 8 bits for each component, rounded to the nearest; of sRGB formats the bytes as they are stored. */
function imageOf({ bytes, format, width, rowBytes }: TexelReader, height: number): JobImage {
  const pixels = new Uint8Array(width * height * 4);
  const linear = jobFormat(format.name.replace(/_SRGB$/, '')) ?? format;
  const stored = linear.blockBytes === format.blockBytes ? linear : format;
  const { blockWidth, blockHeight, blockBytes } = format;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = Math.floor(y / blockHeight) * rowBytes + Math.floor(x / blockWidth) * blockBytes;
      decodeTexel(stored, bytes, offset, words, 0, x % blockWidth, y % blockHeight);
      for (let i = 0; i < 4; i++) {
        const value = stored.isInteger ? words[i]! / MAX_BYTE : floatOfBits(words[i]!);
        pixels[(y * width + x) * 4 + i] = Math.round(Math.min(Math.max(value || 0, 0), 1) * MAX_BYTE);
      }
      // One component makes a gray image.
      if (stored.types[1] === undefined && stored.types[0] !== undefined)
        pixels.fill(pixels[(y * width + x) * 4]!, (y * width + x) * 4 + 1, (y * width + x) * 4 + 3);
    }
  return { width, height, pixels };
}
