/** The text of `dxlens reflect` for a container of shader model 6. */
import type { DxilElementDesc, DxilFunctionDesc, DxilReflection, DxilSubobjectDesc } from '../../../reflect/index.ts';
import { printRootSignature } from '../../../text/root-signature.ts';
import { plural, section } from './columns.ts';
import { indented, parametersText } from './sm4.ts';

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
  if (library !== null) text += libraryText(library);
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
    rangeText(String(type), lowerBound, upperBound),
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
function rangeText(type: string, first: number, last: number): string {
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

function libraryText({ functions, resources, subobjects, workGraph }: NonNullable<DxilReflection['library']>): string {
  const rows = resources.map((one) => [
    rangeText(String(one.class), one.lowerBound, one.upperBound),
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
