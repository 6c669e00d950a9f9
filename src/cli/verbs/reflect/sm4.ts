/**
 * The text of `dxlens reflect` for a shader of models 4-5.1, and the parts that it shares with functions of libraries.
 */
import { BINDING_COMPARISON_SAMPLER, BINDING_UNUSED, elementComponents } from '../../../chunks/rdef.ts';
import { maskText } from '../../../isa/components.ts';
import { registerLetter } from '../../../reflect/bindings.ts';
import type {
  BindingDesc,
  CountsDesc,
  DxilElementDesc,
  DxilFunctionDesc,
  DxilReflection,
  DxilSubobjectDesc,
  FunctionDesc,
  FunctionParameterDesc,
  LibraryReflection,
  ParameterDesc,
  Sm4Reflection,
} from '../../../reflect/index.ts';
import { typeName } from '../../../reflect/types.ts';
import { printRootSignature } from '../../../text/root-signature.ts';
import { buffersText, rangeText } from './buffers.ts';
import { sm1Text } from './sm1.ts';
import {
  bindingTypeText,
  componentTypeText,
  countRows,
  dimensionText,
  inWords,
  madeBy,
  plural,
  section,
  spacedMask,
  titled,
} from './words.ts';

/** `D3D_SHADER_REQUIRES_*` by their bits. */
const REQUIREMENTS = [
  ...['doubles', 'early depth and stencil test', 'UAVs at every stage', '64 UAVs', 'minimum precision'],
  ...['double extensions of 11.1', 'shader extensions of 11.1', 'comparison filtering for level 9', 'tiled resources'],
  ...['stencil reference', 'inner coverage', 'typed UAV loads of more formats', 'rasterizer ordered views'],
  'render target or viewport index from any stage',
];

const NO_SLOT = 0xffff_ffff;

/** The text for one shader. */
export function sm4Text(one: Sm4Reflection): string {
  const { profile, creator } = one;
  let text = `${profile ?? 'unknown program type'}${madeBy(creator)}\n`;
  text += `${countsText(one)}${levelText(one.minFeatureLevel)}\n`;
  const traits = traitsOf(one);
  if (traits.length > 0) text += `${traits.join(', ')}\n`;
  text += requirementsText(one.requiresFlags);
  text += buffersText(one.constantBuffers) + bindingsText(one.boundResources);
  text += bindingsText(one.declaredResources, 'bindings as declared (the reflection data was stripped)');
  text += parametersText('inputs', one.inputParameters, 'in');
  const hull = profile?.startsWith('hs') ?? false;
  text += parametersText('outputs', one.outputParameters, 'out');
  text += parametersText('patch constants', one.patchConstantParameters, hull ? 'out' : 'in');
  text += section('counts', countRows({ ...one }));
  if (one.rootSignature !== null) text += `\nroot signature\n${indented(printRootSignature(one.rootSignature))}`;
  for (const program of one.level9) text += `\nchunk ${program.chunk}\n${sm1Text(program)}`;
  return text;
}

/** Indents each line of `text` by two characters. */
function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/**
 * The counts in the first lines. Any program counts at least one instruction, so 0 means that there are no statistics.
 */
function countsText({ instructionCount, tempRegisterCount }: CountsDesc): string {
  if (instructionCount === 0) return 'no statistics';
  return `${plural(instructionCount, 'instruction')}, ${plural(tempRegisterCount, 'temporary', 'temporaries')}`;
}

function levelText(level: string | null): string {
  return level === null ? '' : `, feature level ${level.replace('_', '.')}`;
}

function requirementsText(flags: number): string {
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

/** Whether a range is unbounded: 0 for resources, all ones for constant buffers (source: oracle). */
function isUnbounded(count: number): boolean {
  return count === 0 || count === 0xffff_ffff;
}

const BINDING_TITLES = ['name', 'type', 'format', 'dimension', 'register', 'space', 'count', ''];

/** A table of bindings. */
function bindingsText(bindings: readonly BindingDesc[], heading = 'bindings'): string {
  const rows = bindings.map((binding) => {
    const { name, type, dimension, bindPoint, bindCount, uFlags, space } = binding;
    const letter = registerLetter(type);
    const unbounded = isUnbounded(bindCount);
    return [
      name,
      typeOf(binding),
      formatOf(binding),
      TYPED.has(String(type)) ? dimensionText(dimension) : '',
      unbounded ? `${letter}${bindPoint}-` : rangeText(letter, bindPoint, bindCount),
      String(space),
      unbounded ? 'unbounded' : String(bindCount),
      uFlags & BINDING_UNUSED ? 'unused' : '',
    ];
  });
  return titled(heading, BINDING_TITLES, rows);
}

/** Types whose elements have a format. */
const TYPED: ReadonlySet<string> = new Set(['texture', 'uavRwTyped']);

function typeOf({ type, dimension, uFlags }: BindingDesc): string {
  if (type === 'sampler' && uFlags & BINDING_COMPARISON_SAMPLER) return 'comparison sampler';
  const isBuffer = TYPED.has(String(type)) && dimension === 'buffer';
  return isBuffer ? bindingTypeText(type).replace('texture', 'buffer') : bindingTypeText(type);
}

/** The format of an element of a resource. */
function formatOf({ type, returnType, numSamples, uFlags }: BindingDesc): string {
  if (TYPED.has(String(type))) {
    const components = elementComponents(uFlags);
    const samples = numSamples === 0 || numSamples === NO_SLOT ? '' : `, ${plural(numSamples, 'sample')}`;
    return `${returnType}${components === 1 ? '' : components}${samples}`;
  }
  return /structured/i.test(String(type)) ? plural(numSamples, 'byte') : '';
}

const PARAMETER_TITLES = ['semantic', 'register', 'mask', 'used', 'type', 'system value', ''];

/** @param direction whether `readWriteMask` has the used components (inputs) or the others (outputs) */
function parametersText(heading: string, parameters: readonly ParameterDesc[], direction: 'in' | 'out'): string {
  const rows = parameters.map((parameter) => {
    const { semanticName, semanticIndex, register, systemValueType, stream, minPrecision } = parameter;
    const used = direction === 'in' ? parameter.readWriteMask : parameter.mask & ~parameter.readWriteMask;
    return [
      `${semanticName}${semanticIndex}`,
      register === NO_SLOT ? '' : `${direction === 'in' ? 'v' : 'o'}${register}`,
      spacedMask(maskText(parameter.mask)),
      spacedMask(maskText(used)),
      componentTypeText(parameter.componentType, minPrecision),
      systemValueType === 'undefined' ? '' : inWords(systemValueType),
      stream === 0 ? '' : `stream ${stream}`,
    ];
  });
  return titled(heading, PARAMETER_TITLES, rows);
}

export function libraryText({ creator, functions }: LibraryReflection): string {
  const text = `library of ${plural(functions.length, 'function')}${madeBy(creator)}\n`;
  return text + functions.map((one) => `\n${functionText(one)}`).join('');
}

function functionText(one: FunctionDesc): string {
  const { name, returnValue, parameters, has10Level9VertexShader, has10Level9PixelShader } = one;
  let text = `${returnValue === null ? 'void' : typeName({ ...returnValue, name: null })} ${name ?? '?'}\n`;
  let facts = `${countsText(one)}${levelText(one.minFeatureLevel)}`;
  if (has10Level9VertexShader) facts += ', vertex program of level 9';
  if (has10Level9PixelShader) facts += ', pixel program of level 9';
  const rest =
    requirementsText(one.requiredFeatureFlags) +
    section('parameters', parameters.map(parameterRow)) +
    buffersText(one.constantBuffers) +
    bindingsText(one.boundResources);
  text += indented(`${facts}\n${rest}`);
  return text;
}

const DIRECTIONS = ['', 'in', 'out', 'inout'];
const NO_REGISTER = 0xffff_ffff;

function parameterRow(parameter: FunctionParameterDesc): string[] {
  const { name, semanticName, interpolationMode, flags, firstInRegister, firstOutRegister } = parameter;
  return [
    DIRECTIONS[flags & 3]!,
    `${typeName({ ...parameter, name: null })} ${name ?? ''}`.trimEnd(),
    firstInRegister === NO_REGISTER ? '' : `v${firstInRegister}`,
    firstOutRegister === NO_REGISTER ? '' : `o${firstOutRegister}`,
    semanticName ?? '',
    interpolationMode === 'undefined' ? '' : String(interpolationMode),
  ];
}

// The text of `dxlens reflect` for a container of shader model 6.

const UNBOUNDED = 0xffff_ffff;
/** Letters of registers by the type of the binding. */
const LETTERS: readonly (readonly [start: string, letter: string])[] = [
  ['sampler', 's'],
  ['c', 'b'],
  ['srv', 't'],
  ['uav', 'u'],
];

/** The text for one container. */
export function dxilText(one: DxilReflection): string {
  const { profile, dxilVersion, bitcodeSize, pipelineState, library, rootSignature } = one;
  let text = `${profile ?? 'unknown program type'}, DXIL ${dxilVersion ?? '?'}, ${plural(bitcodeSize, 'byte')} of bitcode, not read\n`;
  if (one.hash !== null) text += `hash ${one.hash.digest}${one.hash.includesSource ? ', source included' : ''}\n`;
  if (one.compiler !== null) text += `compiler ${one.compiler.major}.${one.compiler.minor}, ${one.compiler.commit}\n`;
  if (one.features.length > 0) text += `requires ${one.features.join(', ')}\n`;
  const hull = pipelineState?.info.stage === 'hull' || pipelineState?.info.stage === 'mesh';
  text += parametersText('inputs', one.inputParameters, 'in');
  text += parametersText('outputs', one.outputParameters, 'out');
  text += parametersText('patch constants or primitives', one.patchConstantParameters, hull ? 'out' : 'in');
  if (pipelineState !== null) text += pipelineText(pipelineState);
  if (library !== null) text += dxilLibraryText(library);
  if (rootSignature !== null) text += `\nroot signature\n${indented(printRootSignature(rootSignature))}`;
  return (
    text +
    section(
      'parts',
      one.parts.map(({ tag, size }) => [tag, plural(size, 'byte')]),
    )
  );
}

function pipelineText(state: NonNullable<DxilReflection['pipelineState']>): string {
  const { info, resources, numThreads } = state;
  const facts = Object.entries(info).map(([name, value]) => [name, String(value ?? 'unknown')]);
  if (state.entryFunctionName) facts.push(['entry', state.entryFunctionName]);
  if (numThreads?.some((count) => count > 0)) facts.push(['numThreads', numThreads.join(' x ')]);
  if (state.groupSharedBytes) facts.push(['groupSharedBytes', String(state.groupSharedBytes)]);
  if (state.usesViewId) facts.push(['usesViewId', 'true']);
  const rows = resources.map(({ type, kind, space, lowerBound, upperBound }) => [
    dxilRangeText(String(type), lowerBound, upperBound),
    space === 0 ? '' : `space${space}`,
    `${type}${kind === null ? '' : ` ${kind}`}`,
  ]);
  return (
    section('pipeline state', facts) +
    section('resources', rows) +
    elementsText('interpolation of inputs', state.inputs) +
    elementsText('interpolation of outputs', state.outputs)
  );
}

/** `t4`, `u0-u7`, or `t0-` for an unbounded range. */
function dxilRangeText(type: string, first: number, last: number): string {
  const letter = LETTERS.find(([start]) => type.startsWith(start))?.[1] ?? '';
  if (last === UNBOUNDED) return `${letter}${first}-`;
  return first === last ? `${letter}${first}` : `${letter}${first}-${letter}${last}`;
}

function elementsText(heading: string, elements: readonly DxilElementDesc[]): string {
  const rows = elements.map((element) => [
    element.semanticName || String(element.semanticKind),
    element.semanticIndices.join(' '),
    String(element.interpolationMode),
    element.dynamicIndexMask === 0 ? '' : 'indexed at run time',
  ]);
  return section(heading, rows);
}

function dxilLibraryText({
  functions,
  resources,
  subobjects,
  workGraph,
}: NonNullable<DxilReflection['library']>): string {
  const rows = resources.map((one) => [
    dxilRangeText(String(one.class), one.lowerBound, one.upperBound),
    one.space === 0 ? '' : `space${one.space}`,
    `${one.class} ${one.kind}`,
    one.name,
  ]);
  const nodes = (workGraph?.nodes ?? []).map(({ inputs, outputs }, i) => [
    `node ${i}`,
    plural(inputs.length, 'input'),
    plural(outputs.length, 'output'),
  ]);
  return (
    section('functions', functions.map(functionRow)) +
    section('resources', rows) +
    section('subobjects', subobjects.map(subobjectRow)) +
    section('work graph', nodes)
  );
}

function functionRow(one: DxilFunctionDesc): string[] {
  const notes = [
    ...(one.payloadSizeInBytes > 0 ? [`payload ${one.payloadSizeInBytes}`] : []),
    ...(one.attributeSizeInBytes > 0 ? [`attributes ${one.attributeSizeInBytes}`] : []),
    ...(one.resources.length > 0 ? [`uses ${one.resources.join(', ')}`] : []),
    ...(one.dependencies.length > 0 ? [`calls ${one.dependencies.join(', ')}`] : []),
    ...(one.features.length > 0 ? [`requires ${one.features.join(', ')}`] : []),
  ];
  return [one.unmangledName, String(one.shaderKind), one.minShaderModel, notes.join('; ')];
}

function subobjectRow({ kind, name, ...rest }: DxilSubobjectDesc): string[] {
  const fields = Object.entries(rest).flatMap(([field, value]) => {
    const text = Array.isArray(value) ? value.join(' ') : String(value);
    return text === '' ? [] : [`${field} ${text}`];
  });
  return [name, String(kind), fields.join(', ')];
}
