/**
 * The chunk RTS0, a serialized root signature of version 1.0 or 1.1: which resources of a pipeline a shader can access.
 * The names are those of the structures in d3d12.h, and numbers stay as they are in the file: floats are their bits,
 * flags and enumerations are the numbers that the writer stored.
 *
 * Not for: the names of the numbers (text/root-signature.ts) or their validation (validate-root-signature.ts).
 */

import { FILTERS, FilterReduction } from '../base/d3d/enumerations.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { MAX_ROOT_SIGNATURE_RECORDS } from '../base/limits.ts';
import { bytesOf } from '../base/words.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { DX4000, DX4001, DX4002 } from '../container/messages.ts';

/** `D3D_ROOT_SIGNATURE_VERSION`: the first DWORD. */
export const RootSignatureVersion = { v1_0: 1, v1_1: 2 } as const;

/** `D3D12_ROOT_PARAMETER_TYPE`. */
export const RootParameterType = { descriptorTable: 0, constants: 1, cbv: 2, srv: 3, uav: 4 } as const;

/** `D3D12_DESCRIPTOR_RANGE_TYPE`. */
export const DescriptorRangeType = { srv: 0, uav: 1, cbv: 2, sampler: 3 } as const;

/** `numDescriptors` of a range without an end. */
export const UNBOUNDED = 0xffff_ffff;

/** `offsetInDescriptorsFromTableStart` of a range that follows the one before it. */
export const OFFSET_APPEND = 0xffff_ffff;

/** `D3D12_DESCRIPTOR_RANGE1`. */
export interface DescriptorRange {
  readonly rangeType: number;
  readonly numDescriptors: number;
  readonly baseShaderRegister: number;
  readonly registerSpace: number;
  /** 0 in version 1.0, which has no flags. */
  readonly flags: number;
  readonly offsetInDescriptorsFromTableStart: number;
}

/** `D3D12_ROOT_CONSTANTS`. */
export interface RootConstants {
  readonly shaderRegister: number;
  readonly registerSpace: number;
  readonly num32BitValues: number;
}

/** `D3D12_ROOT_DESCRIPTOR1`. */
export interface RootDescriptor {
  readonly shaderRegister: number;
  readonly registerSpace: number;
  /** 0 in version 1.0, which has no flags. */
  readonly flags: number;
}

/** `D3D12_ROOT_PARAMETER1`: it has one of the three; none where the type is unknown or the payload cannot be read. */
export interface RootParameter {
  /** One of {@link RootParameterType}. */
  readonly parameterType: number;
  readonly shaderVisibility: number;
  readonly descriptorTable?: { readonly descriptorRanges: readonly DescriptorRange[] };
  readonly constants?: RootConstants;
  readonly descriptor?: RootDescriptor;
}

/** `D3D12_STATIC_SAMPLER_DESC`. */
export interface StaticSampler {
  readonly filter: number;
  readonly addressU: number;
  readonly addressV: number;
  readonly addressW: number;
  /** The bits of a float. */
  readonly mipLODBias: number;
  readonly maxAnisotropy: number;
  readonly comparisonFunc: number;
  readonly borderColor: number;
  /** The bits of a float. */
  readonly minLOD: number;
  /** The bits of a float. */
  readonly maxLOD: number;
  readonly shaderRegister: number;
  readonly registerSpace: number;
  readonly shaderVisibility: number;
}

/** `D3D12_VERSIONED_ROOT_SIGNATURE_DESC`. */
export interface RootSignature {
  /** One of {@link RootSignatureVersion}. */
  readonly version: number;
  readonly parameters: readonly RootParameter[];
  readonly staticSamplers: readonly StaticSampler[];
  readonly flags: number;
}

/** A part with a location: the root signature, a parameter, a range, a sampler. */
export type RootSignatureNode = RootSignature | RootParameter | DescriptorRange | StaticSampler;

/** The DWORDs of a record in their order, by the names of the fields. */
type Layout<T> = readonly (keyof T & string)[];

export const CONSTANTS: Layout<RootConstants> = ['shaderRegister', 'registerSpace', 'num32BitValues'];
const DESCRIPTOR: Layout<RootDescriptor> = ['shaderRegister', 'registerSpace', 'flags'];
const RANGE: Layout<DescriptorRange> = [
  'rangeType',
  'numDescriptors',
  'baseShaderRegister',
  'registerSpace',
  'flags',
  'offsetInDescriptorsFromTableStart',
];
export const SAMPLER: Layout<StaticSampler> = [
  'filter',
  'addressU',
  'addressV',
  'addressW',
  'mipLODBias',
  'maxAnisotropy',
  'comparisonFunc',
  'borderColor',
  'minLOD',
  'maxLOD',
  'shaderRegister',
  'registerSpace',
  'shaderVisibility',
];

/** Returns a layout without the fields of version 1.1. */
const withoutFlags = <T>(layout: Layout<T>): Layout<T> => layout.filter((name) => name !== 'flags');

const DESCRIPTORS = [withoutFlags(DESCRIPTOR), DESCRIPTOR] as const;
const RANGES = [withoutFlags(RANGE), RANGE] as const;

export const descriptorLayout = (version: number) => DESCRIPTORS[version === RootSignatureVersion.v1_0 ? 0 : 1];
export const rangeLayout = (version: number) => RANGES[version === RootSignatureVersion.v1_0 ? 0 : 1];

/** Bytes of the header: version, count and offset of parameters and of samplers, flags. */
const HEADER_SIZE = 24;
/** Bytes of a parameter's record: type, visibility, offset of the payload. */
const PARAMETER_SIZE = 12;
/** Bytes of the payload of a descriptor table: count and offset of the ranges. */
const TABLE_SIZE = 8;
const HEADER_FLAGS = 20;

/** Reads a root signature; undefined, with a diagnostic, when its version is unknown or its header is cut short. */
export function readRts0(container: Container, chunk: Chunk, diagnostics: Diagnostics): RootSignature | undefined {
  return new Rts0Reader(new ChunkView(container, chunk, diagnostics)).read();
}

/** Reads a root signature: the chunk `RTS0`. */
export const parseRts0 = /* @__PURE__ */ chunkParser(readRts0);

/** The locations of the parts of a root signature, in bytes from the start of the payload. */
export class RootSignatureSpans {
  readonly #nodes = new Map<RootSignatureNode, { at: number; layout: readonly string[]; payload: number }>();

  /** @param payload offset of the fields that the layout does not name; -1 if there are none */
  add(node: RootSignatureNode, at: number, layout: readonly string[], payload = -1): void {
    this.#nodes.set(node, { at, layout, payload });
  }

  /** The bytes of `field` of `node`, or of the entire record. */
  of(node: RootSignatureNode, field?: string): { start: number; end: number } {
    const { at, layout, payload } = this.#nodes.get(node) ?? { at: 0, layout: [], payload: -1 };
    const index = field === undefined ? -1 : layout.indexOf(field);
    if (index >= 0) return { start: at + 4 * index, end: at + 4 * index + 4 };
    if (field === undefined || payload < 0) return { start: at, end: at + 4 * layout.length };
    const { parameterType } = node as RootParameter;
    const names: readonly string[] = parameterType === RootParameterType.constants ? CONSTANTS : DESCRIPTOR;
    const start = payload + 4 * Math.max(0, names.indexOf(field));
    return { start, end: start + 4 };
  }
}

/** Reads a root signature and the locations of its parts, for validation. */
export function readRts0Spans(
  container: Container,
  chunk: Chunk,
  diagnostics: Diagnostics,
): { readonly signature: RootSignature | undefined; readonly spans: RootSignatureSpans } {
  const spans = new RootSignatureSpans();
  return { signature: new Rts0Reader(new ChunkView(container, chunk, diagnostics), spans).read(), spans };
}

/** A record with flags before it is read: version 1.0 stores no flags. */
function withFlags(): Record<string, number> {
  return { flags: 0 };
}

class Rts0Reader {
  #version = 0;
  /** Records that may still be read. */
  #budget = MAX_ROOT_SIGNATURE_RECORDS;

  constructor(
    private readonly view: ChunkView,
    private readonly spans?: RootSignatureSpans,
  ) {}

  read(): RootSignature | undefined {
    const { view } = this;
    if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
    this.#version = view.u32(0);
    if (this.#version !== RootSignatureVersion.v1_0 && this.#version !== RootSignatureVersion.v1_1) {
      view.report(DX4000, 0, 4, { version: this.#version });
      return undefined;
    }
    const signature: RootSignature = {
      version: this.#version,
      parameters: this.#all(4, PARAMETER_SIZE, 'parameters', (at) => this.#parameter(at)),
      staticSamplers: this.#all(12, 4 * SAMPLER.length, 'static samplers', (at) => this.#sampler(at)),
      flags: view.u32(HEADER_FLAGS),
    };
    this.spans?.add(signature, 0, ['version', 'numParameters', '', 'numStaticSamplers', '', 'flags']);
    return signature;
  }

  /** The records whose count and offset are at `header`. */
  #all<T>(header: number, size: number, what: string, read: (at: number) => T): T[] {
    const { view } = this;
    const count = view.u32(header);
    const offset = view.u32(header + 4);
    const list: T[] = [];
    if (!view.hasAll(offset, count, size, size, what)) return list;
    if (count > this.#budget)
      view.report(DX4002, header, header + 4, {
        count,
        what,
        limit: MAX_ROOT_SIGNATURE_RECORDS,
      });
    const taken = Math.min(count, this.#budget);
    this.#budget -= taken;
    for (let i = 0; i < taken; i++) list.push(read(offset + i * size));
    return list;
  }

  #parameter(at: number): RootParameter {
    const { view } = this;
    const common = { parameterType: view.u32(at), shaderVisibility: view.u32(at + 4) };
    const payload = view.u32(at + 8);
    const parameter: RootParameter = { ...common, ...this.#payload(common.parameterType, payload, at) };
    this.spans?.add(parameter, at, ['parameterType', 'shaderVisibility', ''], payload);
    return parameter;
  }

  #payload(type: number, at: number, record: number): Partial<RootParameter> {
    const { view } = this;
    switch (type) {
      case RootParameterType.descriptorTable: {
        if (!view.has(at, TABLE_SIZE, 'a descriptor table')) return {};
        const layout = rangeLayout(this.#version);
        const ranges = this.#all(at, 4 * layout.length, 'descriptor ranges', (from) => this.#range(layout, from));
        return { descriptorTable: { descriptorRanges: ranges } };
      }
      case RootParameterType.constants: {
        if (!view.has(at, 4 * CONSTANTS.length, 'root constants')) return {};
        return { constants: this.#fields(CONSTANTS, at) };
      }
      case RootParameterType.cbv:
      case RootParameterType.srv:
      case RootParameterType.uav: {
        const layout = descriptorLayout(this.#version);
        if (!view.has(at, 4 * layout.length, 'a root descriptor')) return {};
        return { descriptor: this.#fields(layout, at, withFlags()) };
      }
      default:
        view.report(DX4001, record, record + 4, { type });
        return {};
    }
  }

  #range(layout: Layout<DescriptorRange>, at: number): DescriptorRange {
    const range = this.#fields(layout, at, withFlags());
    this.spans?.add(range, at, layout);
    return range;
  }

  #sampler(at: number): StaticSampler {
    const sampler = this.#fields(SAMPLER, at);
    this.spans?.add(sampler, at, SAMPLER);
    return sampler;
  }

  #fields<T>(layout: Layout<T>, at: number, fields: Record<string, number> = {}): T {
    for (let i = 0; i < layout.length; i++) fields[layout[i]!] = this.view.u32(at + 4 * i);
    return fields as T;
  }
}

/**
 * Returns the payload of the chunk, as Microsoft's compiler lays it out (source: oracle): header, parameters, the
 * payload of each parameter with the ranges of a table right after it, samplers.
 *
 * @throws RangeError when the version is unknown, or a parameter lacks the fields that its type requires
 */
export function serializeRts0(signature: RootSignature): Uint8Array {
  const { version, parameters, staticSamplers, flags } = signature;
  if (version !== RootSignatureVersion.v1_0 && version !== RootSignatureVersion.v1_1)
    throw new RangeError(`serializeRts0: there is no version ${version}`);
  const words: number[] = [version, parameters.length, HEADER_SIZE, staticSamplers.length, 0, flags];
  for (const { parameterType, shaderVisibility } of parameters) words.push(parameterType, shaderVisibility, 0);
  for (const [index, parameter] of parameters.entries()) {
    words[(HEADER_SIZE + index * PARAMETER_SIZE) / 4 + 2] = 4 * words.length;
    putPayload(words, parameter, version);
  }
  words[4] = 4 * words.length;
  for (const sampler of staticSamplers) putFields(words, SAMPLER, sampler);
  return bytesOf(Uint32Array.from(words));
}

function putPayload(words: number[], parameter: RootParameter, version: number): void {
  const { parameterType, descriptorTable, constants, descriptor } = parameter;
  const isTable = parameterType === RootParameterType.descriptorTable;
  const isConstants = parameterType === RootParameterType.constants;
  if (isTable && descriptorTable) {
    const { descriptorRanges } = descriptorTable;
    words.push(descriptorRanges.length, 4 * words.length + TABLE_SIZE);
    const layout = rangeLayout(version);
    for (const range of descriptorRanges) putFields(words, layout, range);
  } else if (isConstants && constants) putFields(words, CONSTANTS, constants);
  else if (!isTable && !isConstants && parameterType <= RootParameterType.uav && descriptor)
    putFields(words, descriptorLayout(version), descriptor);
  else throw new RangeError(`serializeRts0: a parameter of type ${parameterType} without what belongs to it`);
}

function putFields<T>(words: number[], layout: Layout<T>, record: T): void {
  for (const name of layout) words.push(record[name] as number);
}

/** Numbers by name; of one number the first name is printed. */
export type NamedValues = Readonly<Record<string, number>>;

/** `D3D12_ROOT_SIGNATURE_FLAGS` that Microsoft's compiler has names for. */
export const ROOT_FLAGS = {
  ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT: 0x1,
  DENY_VERTEX_SHADER_ROOT_ACCESS: 0x2,
  DENY_HULL_SHADER_ROOT_ACCESS: 0x4,
  DENY_DOMAIN_SHADER_ROOT_ACCESS: 0x8,
  DENY_GEOMETRY_SHADER_ROOT_ACCESS: 0x10,
  DENY_PIXEL_SHADER_ROOT_ACCESS: 0x20,
  ALLOW_STREAM_OUTPUT: 0x40,
} as const satisfies NamedValues;

/** Those that came later; compilers of shader model 6 know them (source: d3d12.h). */
export const LATER_ROOT_FLAGS = {
  LOCAL_ROOT_SIGNATURE: 0x80,
  DENY_AMPLIFICATION_SHADER_ROOT_ACCESS: 0x100,
  DENY_MESH_SHADER_ROOT_ACCESS: 0x200,
  CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED: 0x400,
  SAMPLER_HEAP_DIRECTLY_INDEXED: 0x800,
} as const satisfies NamedValues;

/** `D3D12_SHADER_VISIBILITY`. */
export const SHADER_VISIBILITIES = {
  SHADER_VISIBILITY_ALL: 0,
  SHADER_VISIBILITY_VERTEX: 1,
  SHADER_VISIBILITY_HULL: 2,
  SHADER_VISIBILITY_DOMAIN: 3,
  SHADER_VISIBILITY_GEOMETRY: 4,
  SHADER_VISIBILITY_PIXEL: 5,
} as const satisfies NamedValues;

/** Those of shader model 6. */
export const LATER_SHADER_VISIBILITIES = {
  SHADER_VISIBILITY_AMPLIFICATION: 6,
  SHADER_VISIBILITY_MESH: 7,
} as const satisfies NamedValues;

/** `D3D12_ROOT_DESCRIPTOR_FLAGS`, of version 1.1. */
export const ROOT_DESCRIPTOR_FLAGS = {
  DATA_VOLATILE: 0x2,
  DATA_STATIC_WHILE_SET_AT_EXECUTE: 0x4,
  DATA_STATIC: 0x8,
} as const satisfies NamedValues;

/** `D3D12_DESCRIPTOR_RANGE_FLAGS`, of version 1.1. */
export const DESCRIPTOR_RANGE_FLAGS = {
  DESCRIPTORS_VOLATILE: 0x1,
  ...ROOT_DESCRIPTOR_FLAGS,
  DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS: 0x10000,
} as const satisfies NamedValues;

/** The three flags that exclude each other. */
export const DATA_FLAGS =
  ROOT_DESCRIPTOR_FLAGS.DATA_VOLATILE |
  ROOT_DESCRIPTOR_FLAGS.DATA_STATIC_WHILE_SET_AT_EXECUTE |
  ROOT_DESCRIPTOR_FLAGS.DATA_STATIC;

/** The prefixes of names before one of {@link FILTERS}. */
const REDUCTIONS: NamedValues = {
  FILTER_: FilterReduction.none,
  FILTER_COMPARISON_: FilterReduction.comparison,
  FILTER_MINIMUM_: FilterReduction.minimum,
  FILTER_MAXIMUM_: FilterReduction.maximum,
};

/** `D3D12_FILTER`. */
export const SAMPLER_FILTERS: NamedValues = Object.fromEntries(
  Object.entries(REDUCTIONS).flatMap(([prefix, reduction]) =>
    Object.entries(FILTERS).map(([name, filter]) => [prefix + name, reduction | filter]),
  ),
);

/** Whether a filter compares: only then `comparisonFunc` has an effect. */
export function comparesSamples(filter: number): boolean {
  return (filter & FilterReduction.maximum) === FilterReduction.comparison;
}

/** `D3D12_TEXTURE_ADDRESS_MODE`. */
export const TEXTURE_ADDRESS_MODES = {
  TEXTURE_ADDRESS_WRAP: 1,
  TEXTURE_ADDRESS_MIRROR: 2,
  TEXTURE_ADDRESS_CLAMP: 3,
  TEXTURE_ADDRESS_BORDER: 4,
  TEXTURE_ADDRESS_MIRROR_ONCE: 5,
} as const satisfies NamedValues;

/** `D3D12_COMPARISON_FUNC`. */
export const COMPARISON_FUNCTIONS = {
  COMPARISON_NEVER: 1,
  COMPARISON_LESS: 2,
  COMPARISON_EQUAL: 3,
  COMPARISON_LESS_EQUAL: 4,
  COMPARISON_GREATER: 5,
  COMPARISON_NOT_EQUAL: 6,
  COMPARISON_GREATER_EQUAL: 7,
  COMPARISON_ALWAYS: 8,
} as const satisfies NamedValues;

/** `D3D12_STATIC_BORDER_COLOR`. */
export const STATIC_BORDER_COLORS = {
  STATIC_BORDER_COLOR_TRANSPARENT_BLACK: 0,
  STATIC_BORDER_COLOR_OPAQUE_BLACK: 1,
  STATIC_BORDER_COLOR_OPAQUE_WHITE: 2,
} as const satisfies NamedValues;

/** Kinds of descriptors: the names of their ranges and the letters of their registers. */
export const DESCRIPTOR_KINDS = [
  { name: 'SRV', register: 't', rangeType: DescriptorRangeType.srv, parameterType: RootParameterType.srv },
  { name: 'UAV', register: 'u', rangeType: DescriptorRangeType.uav, parameterType: RootParameterType.uav },
  { name: 'CBV', register: 'b', rangeType: DescriptorRangeType.cbv, parameterType: RootParameterType.cbv },
  /** No root parameter has this kind. */
  { name: 'Sampler', register: 's', rangeType: DescriptorRangeType.sampler, parameterType: -1 },
] as const;

export type DescriptorKind = (typeof DESCRIPTOR_KINDS)[number];

export const DEFAULT_RANGE = {
  numDescriptors: 1,
  registerSpace: 0,
  flags: 0,
  offsetInDescriptorsFromTableStart: OFFSET_APPEND,
} as const;

/** The defaults of a static sampler: anisotropic, wrapping, over all levels. */
export const DEFAULT_STATIC_SAMPLER: Omit<StaticSampler, 'shaderRegister'> = {
  filter: SAMPLER_FILTERS.FILTER_ANISOTROPIC!,
  addressU: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  addressV: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  addressW: TEXTURE_ADDRESS_MODES.TEXTURE_ADDRESS_WRAP,
  mipLODBias: 0,
  maxAnisotropy: 16,
  comparisonFunc: COMPARISON_FUNCTIONS.COMPARISON_LESS_EQUAL,
  borderColor: STATIC_BORDER_COLORS.STATIC_BORDER_COLOR_OPAQUE_WHITE,
  minLOD: 0,
  /** The largest float. */
  maxLOD: 0x7f7f_ffff,
  registerSpace: 0,
  shaderVisibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_ALL,
};
