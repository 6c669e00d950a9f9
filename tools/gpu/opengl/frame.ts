/**
 * Trials as requests to the executor for OpenGL. What a row of a map gets is found by the name and the number of the
 * row.
 */
import type { TranslationBinding } from '../../../src/translate/index.ts';
import { type GpuBinding, type GpuDraw, type GpuTexture, type GpuTrial, GpuUnsupported } from '../trial.ts';
import { WEBGPU_FORMATS } from '../webgpu/formats.ts';
import { FLOAT, INT, OPENGL_FORMATS, UNSIGNED_INT } from './formats.ts';
import { type GlFormat, OpenGlRequest } from './request.ts';
import { addSampler, addTexture, formatOf, readFormatOf, readTexture, sortOf, targetOf } from './textures.ts';

const MODES: Readonly<Record<GpuDraw['topology'], number>> = {
  'point-list': 0,
  'line-list': 1,
  'line-strip': 3,
  'triangle-list': 4,
  'triangle-strip': 5,
  'line-list-adj': 10,
  'line-strip-adj': 11,
  'triangle-list-adj': 12,
  'triangle-strip-adj': 13,
  'patch-list': 14,
};
const ATTRIBUTE_TYPES = { FLOAT, SINT: INT, UINT: UNSIGNED_INT } as const;
const ACCESSES = { read: 0x88b8, write: 0x88b9, read_write: 0x88ba } as const;
const CLIP_DISTANCE = 'gl_ClipDistance';
const SHORTEST_BUFFER = 4;

/** A request, and how the parts of its answer become the results of the reads. */
export interface OpenGlFrame {
  readonly request: OpenGlRequest;
  readonly results: (parts: readonly Uint8Array[]) => Uint8Array[];
}

/** @throws GpuUnsupported for what the interface does not have */
export function frameOf(trial: GpuTrial, isEs: boolean): OpenGlFrame {
  return new FrameMaker(trial, isEs).make();
}

interface Read {
  readonly parts: number;
  readonly narrow: (bytes: Uint8Array) => Uint8Array;
}

interface MadeTexture {
  readonly number: number;
  readonly target: number;
}

class FrameMaker {
  readonly #request = new OpenGlRequest();
  readonly #buffers = new Map<number, number>();
  readonly #textures = new Map<string, MadeTexture>();
  /** The textures that shaders write, by resource. */
  readonly #written = new Map<number, MadeTexture>();
  #nextBuffer = 0;
  #nextTexture = 0;
  #nextSampler = 0;

  constructor(
    private readonly trial: GpuTrial,
    private readonly isEs: boolean,
  ) {}

  make(): OpenGlFrame {
    const { stages, bindings, draw, dispatch, reads } = this.trial;
    const sources = stages.map(({ stage, code }) => ({ stage, code: code as unknown as string }));
    this.#request.program(sources, false);
    for (const one of bindings) this.#bind(one);
    if (dispatch !== undefined) this.#request.dispatch(dispatch);
    else this.#draw(draw!);
    const list = reads.map((read) => this.#read(read));
    return { request: this.#request, results: (parts) => gathered(list, parts) };
  }

  // --- bindings
  // -------------------------------------------------------------------------------------------------------

  #bind(one: GpuBinding): void {
    const { row, resource } = one;
    if (resource === undefined) return;
    const of = this.trial.resources[resource]!;
    switch (row.kind) {
      case 'uniformBuffer':
        this.#request.bindConstants(this.#uniforms(resource, row.minSize ?? 0), row.binding, row.name);
        return;
      case 'storageBuffer':
      case 'readOnlyStorageBuffer':
        this.#request.bindStorage(this.#buffer(resource), row.binding, row.name);
        return;
      case 'texelBuffer': {
        const texture = this.#nextTexture++;
        this.#request.texelBuffer(texture, this.#buffer(resource), elementFormat(row).internal);
        this.#request.bindTexture(texture, -1, row.binding, row.name);
        return;
      }
      case 'storageTexture':
        this.#bindImage(resource, row);
        return;
      default:
        if (of.kind === 'buffer') this.#bindRows(of.bytes, row);
        else this.#bindTexture(one, of, resource);
    }
  }

  /** A buffer of constants has at least the size of its block. */
  #uniforms(resource: number, minSize: number): number {
    const bytes = this.#bytes(resource);
    if (bytes.length >= minSize) return this.#buffer(resource);
    const longer = new Uint8Array(minSize);
    longer.set(bytes);
    this.#request.buffer(this.#nextBuffer, longer);
    return this.#nextBuffer++;
  }

  #bytes(resource: number): Uint8Array {
    const of = this.trial.resources[resource]!;
    return of.kind === 'buffer' && of.bytes.length > 0 ? of.bytes : new Uint8Array(SHORTEST_BUFFER);
  }

  #buffer(resource: number): number {
    let number = this.#buffers.get(resource);
    if (number === undefined) {
      number = this.#nextBuffer++;
      this.#buffers.set(resource, number);
      this.#request.buffer(number, this.#bytes(resource));
    }
    return number;
  }

  /** A buffer as a texture whose rows follow each other. */
  #bindRows(bytes: Uint8Array, row: TranslationBinding): void {
    const format = elementName(row);
    const texelBytes = elementBytes(row);
    const height = Math.max(1, Math.ceil(bytes.length / texelBytes / ROW_ELEMENTS));
    const texels = new Uint8Array(height * ROW_ELEMENTS * texelBytes);
    texels.set(bytes);
    const sizes = { width: ROW_ELEMENTS, height, depth: 1 };
    const subresource = { ...sizes, offset: 0, bytes: texels.length, rowBytes: ROW_ELEMENTS * texelBytes };
    const number = this.#nextTexture++;
    addTexture(
      this.#request,
      number,
      {
        kind: 'texture',
        dimension: '2d',
        format,
        texelBytes,
        ...sizes,
        layers: 1,
        mips: 1,
        isCube: false,
        subresources: [{ ...subresource, sliceBytes: texels.length }],
        bytes: texels,
      },
      targetOf({ ...row, viewDimension: '2d' }),
      false,
    );
    this.#request.bindTexture(number, -1, row.binding, row.name);
  }

  #bindTexture({ row, sampler }: GpuBinding, of: GpuTexture, resource: number): void {
    const texture = this.#texture(resource, of, row);
    let samplerNumber = -1;
    if (sampler !== undefined) {
      samplerNumber = this.#nextSampler++;
      addSampler(this.#request, samplerNumber, sampler, row.kind === 'depthTexture', this.isEs);
    }
    this.#request.bindTexture(texture.number, samplerNumber, row.binding, row.name);
  }

  #bindImage(resource: number, row: TranslationBinding): void {
    const of = this.trial.resources[resource]!;
    if (of.kind !== 'texture') throw new GpuUnsupported('an image of a buffer');
    const { internal } = formatOf(of.format);
    if (OPENGL_FORMATS[elementName(row)]?.internal !== internal)
      throw new GpuUnsupported(`no image of OpenGL ES with the format ${of.format}`);
    const texture = this.#texture(resource, of, row);
    this.#written.set(resource, texture);
    this.#request.bindImage(texture.number, row.binding, internal, ACCESSES[row.access ?? 'read_write']);
  }

  /** The texture of a resource as a row sees it. */
  #texture(resource: number, of: GpuTexture, row: TranslationBinding): MadeTexture {
    const isDepth = row.kind === 'depthTexture';
    const target = targetOf(row);
    const key = `${resource} ${target} ${isDepth}`;
    let made = this.#textures.get(key);
    if (made === undefined) {
      made = { number: this.#nextTexture++, target };
      this.#textures.set(key, made);
      addTexture(this.#request, made.number, of, target, isDepth);
    }
    return made;
  }

  // --- draws and reads
  // ------------------------------------------------------------------------------------------------

  #draw(draw: GpuDraw): void {
    if (draw.isAdded) throw new GpuUnsupported('targets of 32-bit floats are not blended');
    const { stages } = this.trial;
    const topologies = stages.flatMap(({ map }) => map.geometry?.outputTopologies ?? []);
    const isStrip = topologies.length > 0 && draw.topology.startsWith('triangle-strip');
    if (this.isEs && (isStrip || topologies.some((name) => name !== 'pointlist')))
      throw new GpuUnsupported('OpenGL ES takes the last vertex of a primitive for the one that has its constants');
    const outputs = (stage: string) => stages.find((one) => one.stage === stage)?.map.outputs ?? [];
    for (const { format, location, bytes } of draw.inputs) {
      const [, sort = 'FLOAT'] = /_(FLOAT|SINT|UINT)$/.exec(format) ?? [];
      this.#request.attribute(location, ATTRIBUTE_TYPES[sort as keyof typeof ATTRIBUTE_TYPES], bytes);
    }
    if (draw.indices !== undefined) this.#request.indices(draw.indices.bytes);
    for (const { format, clear } of draw.targets) {
      this.#request.target(formatOf(format).internal, draw.width, draw.height, sortOf(format), clear);
    }
    const written = outputs('ps').reduce(
      (bits, { location }) => bits | (location === undefined ? 0 : 1 << location),
      0,
    );
    this.#request.writtenTargets(written);
    const last = ['gs', 'ds', 'vs'].find((name) => stages.some(({ stage }) => stage === name));
    const distances = outputs(last ?? 'vs').filter(({ builtin }) => builtin === CLIP_DISTANCE);
    this.#request.clipDistances(distances.reduce((sum, { mask }) => sum + countOf(mask), 0));
    const { vertices, instances, indices, baseVertex, controlPoints = 0 } = draw;
    this.#request.draw(MODES[draw.topology], vertices, instances, indices?.bits ?? 0, baseVertex, controlPoints);
  }

  #read(read: GpuTrial['reads'][number]): Read {
    if (read.what === 'buffer') {
      this.#request.readBuffer(this.#buffer(read.resource));
      return { parts: 1, narrow: (bytes) => bytes };
    }
    if (read.what === 'target') {
      const { width, height, targets } = this.trial.draw!;
      const { format, texelBytes } = targets[read.target]!;
      const readFormat = readFormatOf(format, texelBytes);
      this.#request.readTarget(read.target, width, height, readFormat, readFormat.bytes);
      return { parts: 1, narrow: readFormat.narrow };
    }
    const texture = this.#written.get(read.resource);
    const of = this.trial.resources[read.resource]!;
    if (texture === undefined || of.kind !== 'texture') throw new GpuUnsupported('a texture that no shader writes');
    if (SIGNED.test(of.format)) throw new GpuUnsupported('OpenGL reads negative normalized texels as 0');
    const parts = readTexture(this.#request, texture.number, texture.target, of, read.subresource);
    return { parts, narrow: readFormatOf(of.format, of.texelBytes).narrow };
  }
}

/** Elements of a buffer in a row of a texture. */
const ROW_ELEMENTS = 64;

/** Normalized formats with a sign. */
const SIGNED = /SNORM/;

/** The name in DXGI of the format of elements. */
function elementName({ format }: TranslationBinding): string {
  const found = Object.keys(WEBGPU_FORMATS).find((name) => WEBGPU_FORMATS[name] === format);
  if (found === undefined) throw new GpuUnsupported(`no format of OpenGL for elements of ${format}`);
  return found;
}

function elementFormat(row: TranslationBinding): GlFormat {
  if (SIGNED.test(elementName(row))) throw new GpuUnsupported('buffers of OpenGL have no signed normalized elements');
  return formatOf(elementName(row));
}

/** Bytes of an element. */
export function elementBytes(row: TranslationBinding): number {
  const bits = elementName(row).match(/\d+/g) ?? [];
  return bits.reduce((sum, one) => sum + Number(one), 0) / 8;
}

function countOf(mask: number): number {
  return [1, 2, 4, 8].filter((bit) => (mask & bit) !== 0).length;
}

/** The parts of each read as one. */
function gathered(reads: readonly Read[], parts: readonly Uint8Array[]): Uint8Array[] {
  let next = 0;
  return reads.map(({ parts: count, narrow }) => {
    const part = parts.slice(next, next + count);
    next += count;
    return narrow(part.length === 1 ? part[0]! : new Uint8Array(Buffer.concat(part)));
  });
}
