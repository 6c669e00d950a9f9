/** The text of `dxlens reflect` for a shader of models 4-5.1, and the parts that it shares with functions of libraries. */

import type { BindingDesc, BufferDesc, CountsDesc, ParameterDesc, Sm4Reflection } from '../../reflect/index.ts';
import { printRootSignature } from '../../text/root-signature.ts';
import { madeBy, plural, section } from './columns.ts';
import { sm1Text } from './sm1.ts';
import { typeText, valueText } from './types.ts';

/** `D3D_SHADER_REQUIRES_*` by their bits. */
const REQUIREMENTS = [
  ...['doubles', 'early depth and stencil test', 'UAVs at every stage', '64 UAVs', 'minimum precision'],
  ...['double extensions of 11.1', 'shader extensions of 11.1', 'comparison filtering for level 9', 'tiled resources'],
  ...['stencil reference', 'inner coverage', 'typed UAV loads of more formats', 'rasterizer ordered views'],
  'render target or viewport index from any stage',
];

const NO_SLOT = 0xffff_ffff;
const VARIABLE_USED = 2;
const BINDING_COMPARISON_SAMPLER = 2;
const BINDING_UNUSED = 16;

/** The text for one shader. */
export function sm4Text(one: Sm4Reflection): string {
  const { profile, creator } = one;
  let text = `${profile ?? 'unknown program type'}${madeBy(creator)}\n`;
  text += `${countsText(one)}${levelText(one.minFeatureLevel)}\n`;
  const traits = traitsOf(one);
  if (traits.length > 0) text += `${traits.join(', ')}\n`;
  text += requirementsText(one.requiresFlags);
  text += buffersText(one.constantBuffers) + bindingsText(one.boundResources);
  text += parametersText('inputs', one.inputParameters, 'in');
  const hull = profile?.startsWith('hs') ?? false;
  text += parametersText('outputs', one.outputParameters, 'out');
  text += parametersText('patch constants', one.patchConstantParameters, hull ? 'out' : 'in');
  text += countsSection(one);
  if (one.rootSignature !== null) text += `\nroot signature\n${indented(printRootSignature(one.rootSignature))}`;
  for (const program of one.level9) text += `\nchunk ${program.chunk}\n${sm1Text(program)}`;
  return text;
}

/** Indents each line of `text` by two characters. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** The counts in the first lines. Any program counts at least one instruction, so 0 means that there are no statistics. */
export function countsText({ instructionCount, tempRegisterCount }: CountsDesc): string {
  if (instructionCount === 0) return 'no statistics';
  return `${plural(instructionCount, 'instruction')}, ${plural(tempRegisterCount, 'temporary', 'temporaries')}`;
}

export function levelText(level: string | null): string {
  return level === null ? '' : `, feature level ${level.replace('_', '.')}`;
}

export function requirementsText(flags: number): string {
  const names = REQUIREMENTS.filter((_, bit) => (flags & (1 << bit)) !== 0);
  return names.length === 0 ? '' : `requires ${names.join(', ')}\n`;
}

function traitsOf(one: Sm4Reflection): string[] {
  const [x, y, z] = one.threadGroupSize;
  const traits: string[] = [];
  if (x !== 0) traits.push(`thread groups of ${x} x ${y} x ${z}`);
  if (one.inputPrimitive !== 'undefined' && one.inputPrimitive !== 0) traits.push(`takes ${one.inputPrimitive}`);
  if (one.gsOutputTopology !== 'undefined') {
    traits.push(`outputs ${one.gsOutputTopology}, at most ${plural(one.gsMaxOutputVertexCount, 'vertex', 'vertices')}`);
  }
  if (one.cGSInstanceCount > 1) traits.push(plural(one.cGSInstanceCount, 'instance'));
  if (one.tessellatorDomain !== 'undefined') traits.push(`domain ${one.tessellatorDomain}`);
  if (one.hsPartitioning !== 'undefined') traits.push(`partitioning ${one.hsPartitioning}`);
  if (one.hsOutputPrimitive !== 'undefined') traits.push(`output primitive ${one.hsOutputPrimitive}`);
  if (one.cControlPoints > 0) traits.push(plural(one.cControlPoints, 'control point'));
  if (one.isSampleFrequencyShader) traits.push('runs once per sample');
  if (one.numInterfaceSlots > 0) traits.push(plural(one.numInterfaceSlots, 'interface slot'));
  return traits;
}

/** Every buffer with a row for each variable and, below it, its members and its default value. */
export function buffersText(buffers: readonly BufferDesc[]): string {
  return buffers.map(bufferText).join('');
}

function bufferText({ name, type, size, variables }: BufferDesc): string {
  const heading = `${type} ${name}${type === 'interfacePointers' ? '' : `, ${plural(size, 'byte')}`}`;
  const rows = variables.flatMap((variable) => {
    const { startOffset, uFlags, defaultValue, interfaceSlots } = variable;
    const used = (uFlags & VARIABLE_USED) !== 0;
    const resources = [
      ...slotsText('t', variable.startTexture, variable.textureSize),
      ...slotsText('s', variable.startSampler, variable.samplerSize),
    ];
    const slots = interfaceSlots.length === 0 ? '' : rangeText('slot ', interfaceSlots[0]!, interfaceSlots.length);
    const offset = startOffset === NO_SLOT ? '' : String(startOffset);
    const notes = [...(slots === '' ? [] : [slots]), ...resources, ...(used ? [] : ['unused'])].join(', ');
    const rows = typeText(variable.type, variable.name).map((line, i) =>
      i === 0 ? [offset, String(variable.size), line, notes] : ['', '', line, ''],
    );
    if (defaultValue !== null) rows.push(['', '', `  = ${valueText(defaultValue)}`, '']);
    return rows;
  });
  const title = rows.length === 0 ? [] : [['offset', 'size', '', '']];
  return section(heading, [...title, ...rows], 2) || `\n${heading}\n`;
}

function slotsText(letter: string, start: number, count: number): string[] {
  return count === 0 ? [] : [rangeText(letter, start, count)];
}

/** `t4`, `t4-t6`. */
function rangeText(prefix: string, first: number, count: number): string {
  const last = (first + count - 1) >>> 0;
  return count === 1 ? `${prefix}${first}` : `${prefix}${first}-${prefix.trimEnd() === prefix ? prefix : ''}${last}`;
}

/** Whether a range is unbounded: 0 for resources, all ones for constant buffers (source: oracle). */
function isUnbounded(count: number): boolean {
  return count === 0 || count === 0xffff_ffff;
}

/** Letters of HLSL's registers by the type of a binding. */
const REGISTERS: Readonly<Record<string, string>> = {
  cbuffer: 'b',
  tbuffer: 't',
  texture: 't',
  sampler: 's',
  structured: 't',
  byteAddress: 't',
};

export function bindingsText(bindings: readonly BindingDesc[]): string {
  const rows = bindings.map((binding) => {
    const { name, type, bindPoint, bindCount, uFlags, space } = binding;
    const letter = REGISTERS[type] ?? 'u';
    const register = isUnbounded(bindCount) ? `${letter}${bindPoint}-` : rangeText(letter, bindPoint, bindCount);
    return [
      register,
      space === 0 ? '' : `space${space}`,
      resourceText(binding),
      name,
      uFlags & BINDING_UNUSED ? 'unused' : '',
    ];
  });
  return section('resources', rows);
}

function resourceText({ type, dimension, returnType, numSamples, uFlags }: BindingDesc): string {
  switch (type) {
    case 'texture':
    case 'uavRwTyped': {
      const components = ((uFlags >> 2) & 3) + 1;
      const samples = numSamples === 0 || numSamples === NO_SLOT ? '' : `, ${plural(numSamples, 'sample')}`;
      return `${type} ${dimension} ${returnType}${components === 1 ? '' : components}${samples}`;
    }
    case 'sampler':
      return uFlags & BINDING_COMPARISON_SAMPLER ? 'comparison sampler' : 'sampler';
    case 'structured':
    case 'uavRwStructured':
    case 'uavAppendStructured':
    case 'uavConsumeStructured':
    case 'uavRwStructuredWithCounter':
      return `${type}, ${plural(numSamples, 'byte')} each`;
    default:
      return String(type);
  }
}

/** The letters of a mask, with a blank for each missing component. */
function maskText(mask: number): string {
  return Array.from('xyzw', (letter, bit) => (mask & (1 << bit) ? letter : ' ')).join('');
}

/** @param direction whether `readWriteMask` has the used components (inputs) or the others (outputs) */
export function parametersText(heading: string, parameters: readonly ParameterDesc[], direction: 'in' | 'out'): string {
  const rows = parameters.map((parameter) => {
    const { semanticName, semanticIndex, register, systemValueType, stream, minPrecision } = parameter;
    const used = direction === 'in' ? parameter.readWriteMask : parameter.mask & ~parameter.readWriteMask;
    return [
      `${semanticName}${semanticIndex}`,
      register === NO_SLOT ? '' : `${direction === 'in' ? 'v' : 'o'}${register}`,
      maskText(parameter.mask),
      maskText(used),
      `${parameter.componentType}${minPrecision === 'default' ? '' : ` as ${minPrecision}`}`,
      systemValueType === 'undefined' ? '' : String(systemValueType),
      stream === 0 ? '' : `stream ${stream}`,
    ];
  });
  const title = rows.length === 0 ? [] : [['', '', 'mask', 'used', '', '', '']];
  return section(heading, [...title, ...rows]);
}

/** Counts other than 0 under the names of D3D, without those in the first lines. */
function countsSection(one: Sm4Reflection): string {
  const rows = Object.entries(one).flatMap(([name, value]) =>
    typeof value === 'number' && value !== 0 && /Instructions$|Count$/.test(name) && !REPORTED.has(name)
      ? [[name, String(value)]]
      : [],
  );
  return section('counts', rows);
}

const REPORTED: ReadonlySet<string> = new Set([
  ...['instructionCount', 'tempRegisterCount', 'gsMaxOutputVertexCount', 'cGSInstanceCount'],
]);
