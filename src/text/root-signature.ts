/**
 * Root signatures as HLSL text: a first line with the version, then the entries in the file's order. Default values are
 * left out. `assemble/root-signature/` reads the text back to the same bytes.
 *
 * Values without a name in the language are printed as numbers (`filter=0x99`), which only our own reader accepts.
 *
 * Not for: Microsoft's text, because there is none.
 */

import { hex } from '../base/diagnostics.ts';
import { shortFloat32 } from '../base/float32.ts';
import { ROOT_SIGNATURE_PROFILES } from '../base/profile.ts';
import {
  COMPARISON_FUNCTIONS,
  DEFAULT_RANGE,
  DEFAULT_STATIC_SAMPLER,
  DESCRIPTOR_KINDS,
  DESCRIPTOR_RANGE_FLAGS,
  type DescriptorRange,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  type NamedValues,
  OFFSET_APPEND,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  type RootParameter,
  type RootSignature,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  type StaticSampler,
  TEXTURE_ADDRESS_MODES,
  UNBOUNDED,
} from '../chunks/rts0.ts';

/** Longer entries have each argument on its own line. */
const MAX_LINE = 100;

const byValue = (...tables: NamedValues[]): ReadonlyMap<number, string> =>
  new Map(tables.flatMap((table) => Object.entries(table).map(([name, value]) => [value, name] as const)));

const ROOT_FLAG_NAMES = byValue(ROOT_FLAGS, LATER_ROOT_FLAGS);
const DESCRIPTOR_FLAG_NAMES = byValue(ROOT_DESCRIPTOR_FLAGS);
const RANGE_FLAG_NAMES = byValue(DESCRIPTOR_RANGE_FLAGS);
const VISIBILITY_NAMES = byValue(SHADER_VISIBILITIES, LATER_SHADER_VISIBILITIES);
const FILTER_NAMES = byValue(SAMPLER_FILTERS);
const ADDRESS_NAMES = byValue(TEXTURE_ADDRESS_MODES);
const COMPARISON_NAMES = byValue(COMPARISON_FUNCTIONS);
const BORDER_NAMES = byValue(STATIC_BORDER_COLORS);

/** The largest number that Microsoft's reader takes. */
const MAX_FLOAT = exactFloat32(DEFAULT_STATIC_SAMPLER.maxLOD);

/** Prints a root signature. A parameter that could not be read becomes a comment. */
export function printRootSignature(signature: RootSignature): string {
  const { version, flags, parameters, staticSamplers } = signature;
  const entries: string[] = [];
  if (flags !== 0) entries.push(`RootFlags(${flagsText(flags, ROOT_FLAG_NAMES)})`);
  for (const parameter of parameters) entries.push(parameterText(parameter));
  for (const sampler of staticSamplers) entries.push(samplerText(sampler));
  const lines = entries.map((entry, i) => (isComment(entry) || !needsComma(entries, i) ? entry : `${entry},`));
  return [`${ROOT_SIGNATURE_PROFILES[version] ?? `// version ${version}`}`, ...lines, ''].join('\n');
}

const isComment = (entry: string) => entry.startsWith('//');

/** Whether an entry other than a comment follows. */
function needsComma(entries: readonly string[], index: number): boolean {
  for (let i = index + 1; i < entries.length; i++) if (!isComment(entries[i]!)) return true;
  return false;
}

function parameterText({
  parameterType,
  shaderVisibility,
  descriptorTable,
  constants,
  descriptor,
}: RootParameter): string {
  const args: string[] = [];
  let name = '';
  if (descriptorTable) {
    name = 'DescriptorTable';
    for (const range of descriptorTable.descriptorRanges) args.push(rangeText(range));
    // The language has no empty parentheses.
    if (args.length === 0 && shaderVisibility === 0) args.push(`visibility=${VISIBILITY_NAMES.get(0)}`);
  } else if (constants) {
    name = 'RootConstants';
    args.push(`num32BitConstants=${constants.num32BitValues}`, `b${constants.shaderRegister}`);
    if (constants.registerSpace !== 0) args.push(`space=${constants.registerSpace}`);
  } else if (descriptor) {
    const kind = DESCRIPTOR_KINDS.find((one) => one.parameterType === parameterType)!;
    name = kind.name;
    args.push(`${kind.register}${descriptor.shaderRegister}`);
    if (descriptor.registerSpace !== 0) args.push(`space=${descriptor.registerSpace}`);
    if (descriptor.flags !== 0) args.push(`flags=${flagsText(descriptor.flags, DESCRIPTOR_FLAG_NAMES)}`);
  } else return `// a parameter of type ${parameterType} that cannot be printed`;
  if (shaderVisibility !== 0) args.push(`visibility=${named(shaderVisibility, VISIBILITY_NAMES)}`);
  return entryText(name, args);
}

function rangeText(range: DescriptorRange): string {
  const kind = DESCRIPTOR_KINDS.find((one) => one.rangeType === range.rangeType);
  const { numDescriptors, registerSpace, flags, offsetInDescriptorsFromTableStart: offset } = range;
  const args = [`${kind?.register ?? ''}${range.baseShaderRegister}`];
  if (numDescriptors !== DEFAULT_RANGE.numDescriptors)
    args.push(`numDescriptors=${numDescriptors === UNBOUNDED ? 'unbounded' : numDescriptors}`);
  if (registerSpace !== 0) args.push(`space=${registerSpace}`);
  if (offset !== OFFSET_APPEND) args.push(`offset=${offset}`);
  if (flags !== 0) args.push(`flags=${flagsText(flags, RANGE_FLAG_NAMES)}`);
  return entryText(kind?.name ?? `Range${range.rangeType}`, args);
}

function samplerText(sampler: StaticSampler): string {
  const args = [`s${sampler.shaderRegister}`];
  const differs = (field: keyof typeof DEFAULT_STATIC_SAMPLER) => sampler[field] !== DEFAULT_STATIC_SAMPLER[field];
  const add = (field: keyof typeof DEFAULT_STATIC_SAMPLER, text: (value: number) => string, name: string = field) => {
    if (differs(field)) args.push(`${name}=${text(sampler[field])}`);
  };
  add('filter', (value) => named(value, FILTER_NAMES));
  add('addressU', (value) => named(value, ADDRESS_NAMES));
  add('addressV', (value) => named(value, ADDRESS_NAMES));
  add('addressW', (value) => named(value, ADDRESS_NAMES));
  add('mipLODBias', floatText);
  add('maxAnisotropy', String);
  add('comparisonFunc', (value) => named(value, COMPARISON_NAMES));
  add('borderColor', (value) => named(value, BORDER_NAMES));
  add('minLOD', floatText);
  add('maxLOD', floatText);
  add('registerSpace', String, 'space');
  add('shaderVisibility', (value) => named(value, VISIBILITY_NAMES), 'visibility');
  return entryText('StaticSampler', args);
}

function entryText(name: string, args: readonly string[]): string {
  const line = `${name}(${args.join(', ')})`;
  if (line.length <= MAX_LINE) return line;
  return `${name}(\n${args.map((arg) => `  ${arg}`).join(',\n')})`;
}

function named(value: number, names: ReadonlyMap<number, string>): string {
  return names.get(value) ?? hex(value);
}

function flagsText(flags: number, names: ReadonlyMap<number, string>): string {
  const words: string[] = [];
  let rest = flags;
  for (const [bit, name] of names) {
    if ((flags & bit) === 0) continue;
    words.push(name);
    rest &= ~bit;
  }
  if (rest !== 0) words.push(hex(rest));
  return words.join(' | ');
}

/** A number that Microsoft's reader turns into these bits; the bits themselves when there is none. */
function floatText(word: number): string {
  const short = shortFloat32(word);
  if (!Number.isFinite(short)) return hex(word, 8);
  if (Object.is(short, -0)) return '-0.0';
  // Rounded up, the largest floats exceed what it accepts.
  const value = Math.abs(short) > MAX_FLOAT ? exactFloat32(word) : short;
  const text = String(value);
  // Digits alone are an integer of 32 bits.
  return /^-?\d{8,}$/.test(text) ? `${text}.0` : text;
}

function exactFloat32(word: number): number {
  return new Float32Array(Uint32Array.of(word).buffer)[0]!;
}
