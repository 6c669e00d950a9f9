/**
 * The rows of the tables that show a root signature, with the numbers of the file by the names that HLSL has for them.
 *
 * Not for: reading it (`dxlens/internals/chunks`).
 */
import {
  COMPARISON_FUNCTIONS,
  DESCRIPTOR_RANGE_FLAGS,
  type DescriptorRange,
  DescriptorRangeType,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  type NamedValues,
  OFFSET_APPEND,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  type StaticSampler,
  TEXTURE_ADDRESS_MODES,
  UNBOUNDED,
} from 'dxlens/internals/chunks';

/** A binding of an application to a parameter: a descriptor, constants, or a range of a descriptor table. */
export interface RootBinding {
  readonly type: string;
  /** The first register. */
  readonly register: string;
  readonly space: number;
  /** How many registers, or DWORDs of constants. */
  readonly count: string;
  readonly flags: readonly string[];
  /** Of a range, where it begins in its table; empty for others. */
  readonly offset: string;
}

export interface RootParameterRow {
  readonly index: number;
  readonly type: string;
  readonly visibility: string;
  /** DWORDs of the 64 that a root signature may take. */
  readonly cost: number;
  readonly bindings: readonly RootBinding[];
}

export interface StaticSamplerRow {
  readonly register: string;
  readonly space: number;
  readonly visibility: string;
  readonly filter: string;
  readonly address: readonly string[];
  readonly comparison: string;
  readonly border: string;
  readonly anisotropy: number;
  readonly bias: string;
  readonly lod: string;
}

export interface RootSignatureRows {
  readonly version: string;
  readonly flags: readonly string[];
  /** DWORDs of all parameters. */
  readonly cost: number;
  readonly parameters: readonly RootParameterRow[];
  readonly samplers: readonly StaticSamplerRow[];
}

/** `D3D12_ROOT_SIGNATURE_DESC` may take this many DWORDs. */
export const MAX_ROOT_COST = 64;

const VERSIONS: Readonly<Record<number, string>> = { 1: '1.0', 2: '1.1' };
const PARAMETER_TYPES: readonly string[] = ['descriptor table', 'constants', 'CBV', 'SRV', 'UAV'];
const RANGE_TYPES: readonly string[] = ['SRV', 'UAV', 'CBV', 'sampler'];
const RANGE_REGISTERS: Readonly<Record<number, string>> = {
  [DescriptorRangeType.srv]: 't',
  [DescriptorRangeType.uav]: 'u',
  [DescriptorRangeType.cbv]: 'b',
  [DescriptorRangeType.sampler]: 's',
};
const PARAMETER_REGISTERS: Readonly<Record<number, string>> = {
  [RootParameterType.cbv]: 'b',
  [RootParameterType.srv]: 't',
  [RootParameterType.uav]: 'u',
};
const VISIBILITIES = { ...SHADER_VISIBILITIES, ...LATER_SHADER_VISIBILITIES };
const ALL_ROOT_FLAGS = { ...ROOT_FLAGS, ...LATER_ROOT_FLAGS };

/** The rows of a root signature. */
export function rootSignatureRows({ version, flags, parameters, staticSamplers }: RootSignature): RootSignatureRows {
  const rows = parameters.map(parameterRow);
  return {
    version: VERSIONS[version] ?? String(version),
    flags: flagNames(flags, ALL_ROOT_FLAGS),
    cost: rows.reduce((sum, { cost }) => sum + cost, 0),
    parameters: rows,
    samplers: staticSamplers.map(samplerRow),
  };
}

function parameterRow(parameter: RootParameter, index: number): RootParameterRow {
  const { parameterType, shaderVisibility, descriptorTable, constants, descriptor } = parameter;
  const visibility = nameOf(shaderVisibility, VISIBILITIES, 'SHADER_VISIBILITY_');
  const type = PARAMETER_TYPES[parameterType] ?? `unknown (${parameterType})`;
  if (descriptorTable !== undefined)
    return { index, type, visibility, cost: 1, bindings: descriptorTable.descriptorRanges.map(rangeBinding) };
  if (constants !== undefined) {
    const { shaderRegister, registerSpace, num32BitValues } = constants;
    const binding = { type, register: `b${shaderRegister}`, space: registerSpace, flags: [], offset: '' };
    const count = `${num32BitValues} ${num32BitValues === 1 ? 'DWORD' : 'DWORDs'}`;
    return { index, type, visibility, cost: num32BitValues, bindings: [{ ...binding, count }] };
  }
  if (descriptor === undefined) return { index, type, visibility, cost: 0, bindings: [] };
  const binding: RootBinding = {
    type,
    register: `${PARAMETER_REGISTERS[parameterType] ?? ''}${descriptor.shaderRegister}`,
    space: descriptor.registerSpace,
    count: '1',
    flags: flagNames(descriptor.flags, ROOT_DESCRIPTOR_FLAGS),
    offset: '',
  };
  return { index, type, visibility, cost: 2, bindings: [binding] };
}

function rangeBinding(range: DescriptorRange): RootBinding {
  const { rangeType, numDescriptors, baseShaderRegister, registerSpace, flags } = range;
  const offset = range.offsetInDescriptorsFromTableStart;
  return {
    type: RANGE_TYPES[rangeType] ?? `unknown (${rangeType})`,
    register: `${RANGE_REGISTERS[rangeType] ?? ''}${baseShaderRegister}`,
    space: registerSpace,
    count: numDescriptors === UNBOUNDED ? 'unbounded' : String(numDescriptors),
    flags: flagNames(flags, DESCRIPTOR_RANGE_FLAGS),
    offset: offset === OFFSET_APPEND ? 'append' : String(offset),
  };
}

function samplerRow(sampler: StaticSampler): StaticSamplerRow {
  const { addressU, addressV, addressW } = sampler;
  return {
    register: `s${sampler.shaderRegister}`,
    space: sampler.registerSpace,
    visibility: nameOf(sampler.shaderVisibility, VISIBILITIES, 'SHADER_VISIBILITY_'),
    filter: nameOf(sampler.filter, SAMPLER_FILTERS, 'FILTER_'),
    address: [addressU, addressV, addressW].map((mode) => nameOf(mode, TEXTURE_ADDRESS_MODES, 'TEXTURE_ADDRESS_')),
    comparison: nameOf(sampler.comparisonFunc, COMPARISON_FUNCTIONS, 'COMPARISON_'),
    border: nameOf(sampler.borderColor, STATIC_BORDER_COLORS, 'STATIC_BORDER_COLOR_'),
    anisotropy: sampler.maxAnisotropy,
    bias: floatText(sampler.mipLODBias),
    lod: `${floatText(sampler.minLOD)} to ${floatText(sampler.maxLOD)}`,
  };
}

/** The name of a value without what all names of its table begin with; the number where it has none. */
function nameOf(value: number, names: NamedValues, prefix: string): string {
  const found = Object.keys(names).find((name) => names[name] === value);
  return found === undefined ? `0x${value.toString(16)}` : found.slice(found.startsWith(prefix) ? prefix.length : 0);
}

/** The names of the flags that are set; bits without a name as one number. */
function flagNames(flags: number, names: NamedValues): string[] {
  const set = Object.keys(names).filter((name) => (flags & names[name]!) !== 0);
  const rest = (flags & ~set.reduce((bits, name) => bits | names[name]!, 0)) >>> 0;
  return rest === 0 ? set : [...set, `0x${rest.toString(16)}`];
}

/** A float by its bits, in the digits that a reader needs. */
function floatText(bits: number): string {
  const value = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
  return Math.abs(value) >= 3.4e38
    ? `${value < 0 ? '-' : ''}${Number.isFinite(value) ? 'FLT_MAX' : 'infinity'}`
    : String(Number(value.toPrecision(7)));
}
