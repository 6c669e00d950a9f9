/** Makes the buffers and textures of a job: sizes, formats and content. Memory is taken only after it was counted. */

import type { Message } from '../../base/messages.ts';
import type { JobNumber } from '../../base/shapes.ts';
import { dxgiFormat, type Format } from '../../formats/formats.ts';
import { DX7012, DX7013, DX7014, DX7015, DX7016, DX7017, DX7018 } from '../messages.ts';
import { isDds, readDds } from '../texture/dds.ts';
import { createTexture, type TextureDescriptor } from '../texture/texture.ts';
import { initialConstants } from './constant-buffers.ts';
import type { Job } from './job-shape.ts';
import type { JsonPath } from './json-text.ts';
import { componentsOf, decodeBase64, encodedSize, encodeNumbers, flatNumbers, jobFormat } from './numbers.ts';
import type { JobReport } from './report.ts';
import { JobBuffer, type JobResources } from './resources.ts';
import { type JobHost, type JobShaders, readJobFile } from './shaders.ts';

type BufferSpec = NonNullable<Job['buffers']>[string];
type TextureSpec = NonNullable<Job['textures']>[string];
type DataSpec = NonNullable<TextureSpec['data']>;

const DEFAULT_FORMAT = 'R8G8B8A8_UNORM';
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Fills `resources` with those of the job; reports what cannot be made. */
export function makeResources(
  job: Job,
  resources: JobResources,
  shaders: JobShaders,
  host: JobHost,
  report: JobReport,
): undefined {
  new ResourceMaker(resources, shaders, host, report).make(job);
}

class ResourceMaker {
  constructor(
    private readonly resources: JobResources,
    private readonly shaders: JobShaders,
    private readonly host: JobHost,
    private readonly report: JobReport,
  ) {}

  make(job: Job): undefined {
    for (const [name, spec] of Object.entries(job.buffers ?? {})) this.#buffer(name, spec, ['buffers', name]);
    for (const [name, spec] of Object.entries(job.textures ?? {})) this.#texture(name, spec, ['textures', name]);
    for (const [name, spec] of Object.entries(job.samplers ?? {})) this.resources.samplers.set(name, spec);
  }

  // --- buffers ------------------------------------------------------------------------------------------------------

  #buffer(name: string, spec: BufferSpec, path: JsonPath): undefined {
    const formats = this.#formats(spec.format ?? 'R32_FLOAT', path);
    if (formats === undefined) return;
    const constants = spec.cbuffer && initialConstants(this.shaders, spec.cbuffer, spec.values, path, this.report);
    if (spec.cbuffer !== undefined && constants === undefined) return;
    if (spec.values !== undefined && spec.cbuffer === undefined)
      return this.#fault(path, DX7017, { what: "'cbuffer', which names the variables of 'values'," });
    const data = spec.data === undefined ? undefined : this.#content(spec.data, [...path, 'data']);
    if (spec.data !== undefined && data === undefined) return;
    const needed = Array.isArray(data) ? encodedSize(data.length, formats) : (data as Uint8Array | undefined)?.length;
    if (data !== undefined && needed === undefined) return this.#incomplete(data.length, formats, path);
    const size = spec.size ?? Math.max(needed ?? 0, constants?.byteLength ?? 0);
    if (needed !== undefined && needed > size)
      return this.#fault([...path, 'data'], DX7014, { found: needed, unit: 'bytes', expected: `at most ${size}` });
    if (!this.#take(size, path)) return;
    const buffer = new JobBuffer(size, formats, spec.stride);
    if (constants !== undefined) buffer.words.set(constants.subarray(0, buffer.words.length));
    if (Array.isArray(data)) encodeNumbers(data, formats, buffer.bytes);
    else if (data !== undefined) buffer.bytes.set(data as Uint8Array);
    this.resources.buffers.set(name, buffer);
  }

  #incomplete(found: number, formats: readonly Format[], path: JsonPath): undefined {
    const expected = `a multiple of ${formats.map((format) => componentsOf(format).length).join(' + ')}`;
    this.#fault([...path, 'data'], DX7014, { found, unit: 'numbers', expected });
  }

  #formats(names: string | readonly string[], path: JsonPath): readonly Format[] | undefined {
    const formats = (typeof names === 'string' ? [names] : names).map((name) => jobFormat(name)!);
    const bad = formats.find((format) => !isElementFormat(format));
    if (bad === undefined) return formats;
    this.#fault([...path, 'format'], DX7015, { format: bad.name, use: 'the elements of a buffer' });
    return undefined;
  }

  // --- textures -----------------------------------------------------------------------------------------------------

  #texture(name: string, spec: TextureSpec, path: JsonPath): undefined {
    const raw = spec.data === undefined ? undefined : this.#content(spec.data, [...path, 'data']);
    if (spec.data !== undefined && raw === undefined) return;
    const image = raw instanceof Uint8Array ? this.#image(raw, [...path, 'data']) : undefined;
    if (image === null) return;
    const descriptor = this.#descriptor(spec, image, path);
    if (descriptor === undefined) return;
    const { width, height = 1, depth = 1, layers = 1, samples = 1, format } = descriptor;
    if (!this.#take(Math.ceil((format.bits * width * height) / 8) * depth * layers * samples, path)) return;
    const content = image?.texels ?? raw;
    const { texture, diagnostics } = createTexture(descriptor);
    this.report.addAll(path, diagnostics);
    if (texture === undefined) return;
    if (spec.minLod !== undefined) texture.minLod = Number(spec.minLod);
    if (content !== undefined && !this.#fill(texture.bytes, content, format, [...path, 'data'])) return;
    this.resources.textures.set(name, texture);
  }

  #descriptor(spec: TextureSpec, image: Image | undefined, path: JsonPath): TextureDescriptor | undefined {
    const given = image?.descriptor;
    const format = spec.format === undefined ? (given?.format ?? dxgiFormat(DEFAULT_FORMAT)!) : jobFormat(spec.format)!;
    const width = spec.width ?? given?.width;
    if (width === undefined) {
      this.#fault(path, DX7017, { what: "'width'" });
      return undefined;
    }
    if (given !== undefined && format.blockBytes !== given.format.blockBytes) {
      this.#fault([...path, 'format'], DX7015, { format: format.name, use: `an image of ${given.format.name}` });
      return undefined;
    }
    return {
      format,
      width,
      dimension: spec.dimension ?? given?.dimension ?? '2d',
      height: spec.height ?? given?.height ?? 1,
      depth: spec.depth ?? given?.depth ?? 1,
      layers: spec.layers ?? given?.layers ?? 1,
      mips: spec.mips ?? given?.mips ?? 1,
      samples: spec.samples ?? 1,
    };
  }

  /** Fills a texture with numbers or bytes; they may end after a subresource. */
  #fill(bytes: Uint8Array, content: Uint8Array | readonly JobNumber[], format: Format, path: JsonPath): boolean {
    const isNumbers = Array.isArray(content);
    if (isNumbers && !isElementFormat(format)) {
      this.#fault(path, DX7015, { format: format.name, use: 'numbers; give bytes' });
      return false;
    }
    const size = isNumbers ? encodedSize(content.length, [format]) : content.length;
    // Images have the levels that they have; the others stay 0.
    if (size === undefined || size > bytes.length || (isNumbers && size < bytes.length && size === 0)) {
      const unit = isNumbers ? 'numbers' : 'bytes';
      const texels = bytes.length / format.blockBytes;
      const expected = isNumbers ? texels * componentsOf(format).length : bytes.length;
      this.#fault(path, DX7014, { found: content.length, unit, expected });
      return false;
    }
    if (isNumbers) encodeNumbers(content, [format], bytes);
    else bytes.set(content as Uint8Array);
    return true;
  }

  /** The texture in a file; undefined for bytes that are no image, null for one that cannot be read. */
  #image(bytes: Uint8Array, path: JsonPath): Image | undefined | null {
    if (isDds(bytes)) {
      const dds = readDds(bytes);
      if (typeof dds !== 'string') return dds;
      this.#fault(path, DX7016, { reason: dds });
      return null;
    }
    if (!PNG.every((byte, i) => bytes[i] === byte)) return undefined;
    const image = this.host.decodePng?.(bytes) ?? { reason: 'the caller reads no PNG files' };
    if ('reason' in image) {
      this.#fault(path, DX7016, { reason: image.reason });
      return null;
    }
    const { width, height, pixels } = image;
    return { descriptor: { dimension: '2d', format: dxgiFormat(DEFAULT_FORMAT)!, width, height }, texels: pixels };
  }

  // --- content ------------------------------------------------------------------------------------------------------

  #content(data: DataSpec, path: JsonPath): Uint8Array | JobNumber[] | undefined {
    if (data instanceof Uint8Array) return data;
    if (Array.isArray(data)) return flatNumbers(data);
    const { base64, file } = data as { base64?: string; file?: string };
    if (base64 !== undefined) {
      const bytes = decodeBase64(base64);
      if (bytes === undefined) this.#fault([...path, 'base64'], DX7013);
      return bytes;
    }
    const bytes = readJobFile(this.host, file!);
    if (bytes instanceof Uint8Array) return bytes;
    this.#fault([...path, 'file'], DX7012, { file: file!, reason: bytes.reason });
    return undefined;
  }

  #take(bytes: number, path: JsonPath): boolean {
    if (this.resources.take(bytes)) return true;
    this.#fault(path, DX7018, { limit: this.resources.memory });
    return false;
  }

  #fault(path: JsonPath, message: Message, values: Record<string, string | number> = {}): undefined {
    this.report.add(message, path, values);
  }
}

interface Image {
  readonly descriptor: TextureDescriptor;
  readonly texels: Uint8Array;
}

/** Whether numbers can be written as elements of a format. */
export function isElementFormat(format: Format): boolean {
  return format.canDecode && format.canEncode && format.blockWidth === 1 && format.bits % 8 === 0;
}
