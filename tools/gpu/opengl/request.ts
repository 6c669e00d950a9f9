/** The commands of a request to the executor for OpenGL, as opengl.c reads them. */
import type { TranslatedStage } from '../../../src/translate/index.ts';
import { Request, words } from '../../executor/request.ts';

const CODES = {
  program: 1,
  buffer: 2,
  texture: 3,
  upload: 4,
  texelBuffer: 5,
  sampler: 6,
  bindConstants: 7,
  bindStorage: 8,
  bindTexture: 9,
  bindImage: 10,
  dispatch: 11,
  attribute: 12,
  indices: 13,
  target: 14,
  draw: 15,
  readBuffer: 16,
  readTexture: 17,
  readTarget: 18,
  clip: 19,
  writtenTargets: 20,
  samples: 21,
  uniform: 22,
  namedAttribute: 23,
} as const;

/** Stages by their numbers in OpenGL. */
const STAGES: Readonly<Record<TranslatedStage['stage'], number>> = {
  vs: 0x8b31,
  ps: 0x8b30,
  gs: 0x8dd9,
  hs: 0x8e88,
  ds: 0x8e87,
  cs: 0x91b9,
};

/** A text for a stage. */
export interface GlslStage {
  readonly stage: TranslatedStage['stage'];
  readonly code: string;
}

/** A texel's layout in OpenGL: internal format, format, type. */
export interface GlFormat {
  readonly internal: number;
  readonly format: number;
  readonly type: number;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** A name without zeros after it, whose size the command has. */
function padded(bytes: Uint8Array): Uint8Array {
  const aligned = new Uint8Array((bytes.length + 3) & ~3);
  aligned.set(bytes);
  return aligned;
}

export class OpenGlRequest extends Request {
  /** @param isSeparate whether stages are linked without those before or after them */
  program(stages: readonly GlslStage[], isSeparate: boolean): this {
    const parts = stages.flatMap(({ stage, code }) => {
      const bytes = text(code);
      return [STAGES[stage], bytes.length, padded(bytes)];
    });
    return this.add(CODES.program, stages.length, isSeparate ? 1 : 0, ...parts);
  }

  buffer(number: number, bytes: Uint8Array): this {
    return this.add(CODES.buffer, number, bytes);
  }

  texture(number: number, target: number, internal: number, size: readonly number[], levels: number): this {
    return this.add(CODES.texture, number, target, internal, ...size, levels);
  }

  /**
   * A texture with several samples, each texel of one color.
   *
   * @param sort 0 for floats, 1 for signed and 2 for unsigned integers
   * @param colors four words of each texel, layer by layer
   */
  samples(
    number: number,
    target: number,
    internal: number,
    size: readonly number[],
    sort: 0 | 1 | 2,
    colors: Uint32Array,
  ): this {
    return this.add(CODES.samples, number, target, internal, ...size, sort, words(colors));
  }

  upload(
    number: number,
    target: number,
    level: number,
    layer: number,
    size: readonly number[],
    { format, type }: GlFormat,
    bytes: Uint8Array,
  ): this {
    return this.add(CODES.upload, number, target, level, layer, ...size, format, type, bytes);
  }

  texelBuffer(number: number, buffer: number, internal: number): this {
    return this.add(CODES.texelBuffer, number, buffer, internal);
  }

  /** @param parameters by their numbers; floats where `isFloat` */
  sampler(
    number: number,
    border: readonly number[],
    parameters: readonly { readonly name: number; readonly value: number; readonly isFloat?: boolean }[],
  ): this {
    const list = parameters.flatMap(({ name, value, isFloat = false }) => [
      name,
      isFloat ? 1 : 0,
      isFloat ? floatWords([value]) : value,
    ]);
    return this.add(CODES.sampler, number, floatWords(border), ...list);
  }

  bindConstants(buffer: number, binding: number, name: string): this {
    return this.add(CODES.bindConstants, buffer, binding, terminated(name));
  }

  bindStorage(buffer: number, binding: number, name: string): this {
    return this.add(CODES.bindStorage, buffer, binding, terminated(name));
  }

  /** @param sampler -1 without */
  bindTexture(texture: number, sampler: number, unit: number, name: string): this {
    return this.add(CODES.bindTexture, texture, sampler + 1, unit, terminated(name));
  }

  bindImage(texture: number, unit: number, internal: number, access: number): this {
    return this.add(CODES.bindImage, texture, unit, internal, access);
  }

  dispatch(groups: readonly [number, number, number]): this {
    return this.add(CODES.dispatch, ...groups);
  }

  attribute(location: number, type: number, bytes: Uint8Array): this {
    return this.add(CODES.attribute, location, type, bytes);
  }

  /** @param values rows of four floats of an array */
  uniform(name: string, values: readonly number[]): this {
    return this.add(CODES.uniform, 4 * values.length, floatWords(values), terminated(name));
  }

  /** @param values four floats for each vertex */
  namedAttribute(name: string, values: readonly number[]): this {
    return this.add(CODES.namedAttribute, 4 * values.length, floatWords(values), terminated(name));
  }

  indices(bytes: Uint8Array): this {
    return this.add(CODES.indices, bytes);
  }

  /** @param sort 0 for floats, 1 for signed and 2 for unsigned integers */
  target(internal: number, width: number, height: number, sort: 0 | 1 | 2, clear: readonly number[]): this {
    return this.add(CODES.target, internal, width, height, sort, sort === 0 ? floatWords(clear) : words(clear));
  }

  draw(mode: number, count: number, instances: number, indexBits: number, baseVertex: number, patch: number): this {
    return this.add(CODES.draw, mode, count, instances, indexBits, baseVertex, patch);
  }

  readBuffer(number: number): this {
    return this.add(CODES.readBuffer, number);
  }

  readTexture(
    number: number,
    target: number,
    level: number,
    layer: number,
    width: number,
    height: number,
    { format, type }: GlFormat,
    texelBytes: number,
  ): this {
    return this.add(CODES.readTexture, number, target, level, layer, width, height, format, type, texelBytes);
  }

  readTarget(number: number, width: number, height: number, { format, type }: GlFormat, texelBytes: number): this {
    return this.add(CODES.readTarget, number, width, height, format, type, texelBytes);
  }

  /** @param bits of targets that colors are written to */
  writtenTargets(bits: number): this {
    return this.add(CODES.writtenTargets, bits);
  }

  clipDistances(count: number): this {
    return this.add(CODES.clip, count);
  }
}

/** A name with a zero after it, as C has it. */
function terminated(name: string): Uint8Array {
  return padded(text(`${name}\0`));
}

function floatWords(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}
