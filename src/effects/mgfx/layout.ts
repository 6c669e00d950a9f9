/**
 * The layout of MGFX files, once for reading and for writing: each function visits the fields of a record in order.
 * A stream that reads ignores the values that it is given, one that writes gives them back.
 *
 * Not for: the header (read.ts, write.ts).
 */
import type {
  MgfxBlendState,
  MgfxBuffer,
  MgfxColor,
  MgfxDepthStencilState,
  MgfxEffect,
  MgfxParameter,
  MgfxPass,
  MgfxRasterizerState,
  MgfxSampler,
  MgfxSamplerState,
  MgfxShader,
} from './model.ts';

/** Differences between versions. */
export interface MgfxLayout {
  readonly version: number;
  /** Whether counts and indices have four bytes. */
  readonly isWide: boolean;
  /** Whether a byte follows the header, which is 0 in all known files. */
  readonly hasExtraByte: boolean;
  /** Whether shaders have the names of their source and of their function. */
  readonly hasSource: boolean;
  /** The number of parameters. */
  readonly parameterCount: 'byte' | 'word' | 'packed' | 'dword';
  /** Whether samplers have a slot for the texture and one for the sampler. */
  readonly hasTextureSlot: boolean;
  readonly hasBorderColor: boolean;
  /** Whether buffers and samplers have names and shaders have attributes, which was so for OpenGL only at first. */
  readonly hasNames: boolean;
}

/** Reads or writes fields. */
export interface MgfxStream {
  u8(value: number | undefined): number;
  u16(value: number | undefined): number;
  i16(value: number | undefined): number;
  i32(value: number | undefined): number;
  f32(value: number | undefined): number;
  packed(value: number | undefined): number;
  flag(value: boolean | undefined): boolean;
  string(value: string | undefined): string;
  /** Bytes without a length. */
  raw(length: number, value: Uint8Array | undefined): Uint8Array;
  /** Calls `each` for each item, with undefined where it reads. It may stop where the input makes no sense. */
  items<Item>(count: number, list: readonly Item[] | undefined, each: (item: Item | undefined) => Item): Item[];
  /** Ends reading: the input makes no sense. */
  fail(): void;
}

/** The number of an absent shader where indices have one byte. */
const BYTE_NONE = 255;
/** Levels of parameters in parameters. */
const MAX_DEPTH = 32;
/** The numbers of types whose parameters have values: booleans, integers and floats. */
const FIRST_WITH_VALUE = 1;
const LAST_WITH_VALUE = 3;
/** The number of bytes of shaders has two bytes before this version. */
const FIRST_WITH_LONG_SHADERS = 5;

/** Everything after the header. */
export type MgfxBody = Pick<MgfxEffect, 'buffers' | 'shaders' | 'parameters' | 'techniques'>;

/** Visits the fields of everything after the header. */
export function mgfxBody(io: MgfxStream, layout: MgfxLayout, from: MgfxBody | undefined): MgfxBody {
  const fields = new BodyFields(io, layout);
  return {
    buffers: fields.list(from?.buffers, (one) => fields.buffer(one)),
    shaders: fields.list(from?.shaders, (one) => fields.shader(one)),
    parameters: fields.parameters(from?.parameters, 0),
    techniques: fields.list(from?.techniques, (one) => ({
      name: fields.named(one?.name),
      passes: fields.list(one?.passes, (pass) => fields.pass(pass)),
    })),
  };
}

class BodyFields {
  constructor(
    private readonly io: MgfxStream,
    private readonly layout: MgfxLayout,
  ) {}

  #count(value: number | undefined): number {
    return this.layout.isWide ? this.io.i32(value) : this.io.u8(value);
  }

  /** A list after its length. */
  list<Item>(list: readonly Item[] | undefined, each: (item: Item | undefined) => Item): Item[] {
    return this.io.items(this.#count(list?.length), list, each);
  }

  /** A list after its length in a byte. */
  #shortList<Item>(list: readonly Item[] | undefined, each: (item: Item | undefined) => Item): Item[] {
    return this.io.items(this.io.u8(list?.length), list, each);
  }

  /** A name and the number of annotations, which MonoGame neither writes nor reads. */
  named(name: string | undefined): string {
    const text = this.io.string(name);
    this.#count(0);
    return text;
  }

  buffer(from: MgfxBuffer | undefined): MgfxBuffer {
    const { io, layout } = this;
    return {
      name: layout.hasNames ? io.string(from?.name) : '',
      size: io.u16(from?.size),
      parameters: this.list(from?.parameters, (one) => ({
        index: this.#count(one?.index),
        offset: io.u16(one?.offset),
      })),
    };
  }

  shader(from: MgfxShader | undefined): MgfxShader {
    const { io, layout } = this;
    const { version, hasNames, hasSource } = layout;
    return {
      isVertex: io.flag(from?.isVertex),
      source: hasSource ? io.string(from?.source) : '',
      entry: hasSource ? io.string(from?.entry) : '',
      code: io.raw((version < FIRST_WITH_LONG_SHADERS ? io.u16 : io.i32).call(io, from?.code.byteLength), from?.code),
      samplers: this.#shortList(from?.samplers, (one) => this.#sampler(one)),
      buffers: this.#shortList(from?.buffers, (one) => io.u8(one)),
      attributes: !hasNames
        ? []
        : this.#shortList(from?.attributes, (one) => ({
            name: io.string(one?.name),
            usage: io.u8(one?.usage),
            index: io.u8(one?.index),
            location: io.i16(one?.location),
          })),
    };
  }

  #sampler(from: MgfxSampler | undefined): MgfxSampler {
    const { io, layout } = this;
    const type = io.u8(from?.type);
    const textureSlot = io.u8(from?.textureSlot);
    return {
      type,
      textureSlot,
      samplerSlot: layout.hasTextureSlot ? io.u8(from?.samplerSlot) : textureSlot,
      state: this.#optional(from?.state, (state) => this.#samplerState(state)),
      name: layout.hasNames ? io.string(from?.name) : '',
      parameter: io.u8(from?.parameter),
    };
  }

  /** A flag, and the record if it is set. */
  #optional<Item>(item: Item | undefined, each: (item: Item | undefined) => Item): Item | undefined {
    return this.io.flag(item !== undefined) ? each(item) : undefined;
  }

  #color(from: MgfxColor | undefined): MgfxColor {
    const { io } = this;
    return [io.u8(from?.[0]), io.u8(from?.[1]), io.u8(from?.[2]), io.u8(from?.[3])];
  }

  #samplerState(from: MgfxSamplerState | undefined): MgfxSamplerState {
    const { io, layout } = this;
    return {
      addressU: io.u8(from?.addressU),
      addressV: io.u8(from?.addressV),
      addressW: io.u8(from?.addressW),
      borderColor: layout.hasBorderColor ? this.#color(from?.borderColor) : [0, 0, 0, 0],
      filter: io.u8(from?.filter),
      maxAnisotropy: io.i32(from?.maxAnisotropy),
      maxMipLevel: io.i32(from?.maxMipLevel),
      mipMapLevelOfDetailBias: io.f32(from?.mipMapLevelOfDetailBias),
    };
  }

  parameters(from: readonly MgfxParameter[] | undefined, depth: number): MgfxParameter[] {
    const { io, layout } = this;
    const { byte, word, packed, dword } = { byte: io.u8, word: io.u16, packed: io.packed, dword: io.i32 };
    const count = { byte, word, packed, dword }[layout.parameterCount].call(io, from?.length);
    if (depth > MAX_DEPTH) io.fail();
    return io.items(count, from, (one) => this.#parameter(one, depth));
  }

  #parameter(from: MgfxParameter | undefined, depth: number): MgfxParameter {
    const { io } = this;
    const parameterClass = io.u8(from?.class);
    const type = io.u8(from?.type);
    const name = io.string(from?.name);
    const semantic = this.named(from?.semantic);
    const rows = io.u8(from?.rows);
    const columns = io.u8(from?.columns);
    const elements = this.parameters(from?.elements, depth + 1);
    const members = this.parameters(from?.members, depth + 1);
    const hasValue =
      elements.length === 0 && members.length === 0 && type >= FIRST_WITH_VALUE && type <= LAST_WITH_VALUE;
    const value = io.raw(hasValue ? 4 * rows * columns : 0, from?.value);
    return { class: parameterClass, type, name, semantic, rows, columns, elements, members, value };
  }

  pass(from: MgfxPass | undefined): MgfxPass {
    return {
      name: this.named(from?.name),
      vertexShader: this.#shaderIndex(from?.vertexShader),
      pixelShader: this.#shaderIndex(from?.pixelShader),
      blend: this.#optional(from?.blend, (state) => this.#blend(state)),
      depthStencil: this.#optional(from?.depthStencil, (state) => this.#depthStencil(state)),
      rasterizer: this.#optional(from?.rasterizer, (state) => this.#rasterizer(state)),
    };
  }

  #shaderIndex(value: number | undefined): number {
    if (this.layout.isWide) return this.io.i32(value);
    const index = this.io.u8(value === -1 ? BYTE_NONE : value);
    return index === BYTE_NONE ? -1 : index;
  }

  #blend(from: MgfxBlendState | undefined): MgfxBlendState {
    const { io } = this;
    return {
      alphaFunction: io.u8(from?.alphaFunction),
      alphaDestination: io.u8(from?.alphaDestination),
      alphaSource: io.u8(from?.alphaSource),
      factor: this.#color(from?.factor),
      colorFunction: io.u8(from?.colorFunction),
      colorDestination: io.u8(from?.colorDestination),
      colorSource: io.u8(from?.colorSource),
      writeChannels: [
        io.u8(from?.writeChannels[0]),
        io.u8(from?.writeChannels[1]),
        io.u8(from?.writeChannels[2]),
        io.u8(from?.writeChannels[3]),
      ],
      multiSampleMask: io.i32(from?.multiSampleMask),
    };
  }

  #depthStencil(from: MgfxDepthStencilState | undefined): MgfxDepthStencilState {
    const { io } = this;
    return {
      counterClockwiseDepthFail: io.u8(from?.counterClockwiseDepthFail),
      counterClockwiseFail: io.u8(from?.counterClockwiseFail),
      counterClockwiseFunction: io.u8(from?.counterClockwiseFunction),
      counterClockwisePass: io.u8(from?.counterClockwisePass),
      depthEnable: io.flag(from?.depthEnable),
      depthFunction: io.u8(from?.depthFunction),
      depthWriteEnable: io.flag(from?.depthWriteEnable),
      stencilReference: io.i32(from?.stencilReference),
      stencilDepthFail: io.u8(from?.stencilDepthFail),
      stencilEnable: io.flag(from?.stencilEnable),
      stencilFail: io.u8(from?.stencilFail),
      stencilFunction: io.u8(from?.stencilFunction),
      stencilMask: io.i32(from?.stencilMask),
      stencilPass: io.u8(from?.stencilPass),
      stencilWriteMask: io.i32(from?.stencilWriteMask),
      twoSided: io.flag(from?.twoSided),
    };
  }

  #rasterizer(from: MgfxRasterizerState | undefined): MgfxRasterizerState {
    const { io } = this;
    return {
      cullMode: io.u8(from?.cullMode),
      depthBias: io.f32(from?.depthBias),
      fillMode: io.u8(from?.fillMode),
      multiSample: io.flag(from?.multiSample),
      scissorTest: io.flag(from?.scissorTest),
      slopeScaleDepthBias: io.f32(from?.slopeScaleDepthBias),
    };
  }
}
