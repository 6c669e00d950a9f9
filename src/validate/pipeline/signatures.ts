/**
 * The rule of neighboring stages of Direct3D 10 to 12: the earlier stage must output everything that the later one
 * reads, in the same register, with at least the same components and with the same type. The later stage may leave out
 * trailing and unread outputs.
 *
 * Direct3D 12 refuses to create a pipeline that breaks it; the debug layers of 10 and 11 report an error when the
 * application draws with it, and what the later stage reads is undefined (source: documents).
 *
 * Not for: which stages are neighbors, or what hull and domain shaders share beyond this (validate-pipeline.ts).
 */

import { NO_REGISTER } from '../../chunks/signature.ts';
import { maskText } from '../../isa/components.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import type { PipelineRuleRow } from '../rule.ts';
import type { LocatedElement, PipelineDiagnostics, ShaderSpan, Sm4Shader } from './shader.ts';

/** The names that the debug layers of Direct3D 11 (and 10) and of 12 have for a rule of signatures. */
const linkage = (name: string) => [
  `DEVICE_SHADER_LINKAGE_${name}`,
  `CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_${name}`,
];

export const MISSING_RULE: PipelineRuleRow = {
  code: 'DX4110',
  text: '{name} is read, but the {earlier} does not output it{elsewhere}.',
  hint: 'Output the value in the earlier stage, or use the same structure in both stages.',
  runtime: linkage('SEMANTICNAME_NOT_FOUND'),
};
export const REGISTER_RULE: PipelineRuleRow = {
  code: 'DX4111',
  text: '{name} is in {found} here, but in {expected} of the {earlier}.',
  hint: 'Declare the values in the same order in both stages, and leave out only the last ones.',
  runtime: linkage('REGISTERINDEX'),
};
export const TYPE_RULE: PipelineRuleRow = {
  code: 'DX4112',
  text: '{name} is {found} here, but {expected} in the {earlier}.',
  hint: 'Give the value the same type in both stages.',
  runtime: linkage('COMPONENTTYPE'),
};
export const MASK_RULE: PipelineRuleRow = {
  code: 'DX4113',
  text: '{name} has the components {found} here, but {expected} in the {earlier}.',
  hint: 'Read only components that the earlier stage outputs, and pack them the same way.',
  runtime: linkage('REGISTERMASK'),
};
export const SYSTEM_VALUE_RULE: PipelineRuleRow = {
  code: 'DX4114',
  text: '{name} is {found} here, but {expected} in the {earlier}.',
  hint: 'Use the same semantic in both stages.',
  runtime: linkage('SYSTEMVALUE'),
};
export const NEVER_WRITTEN_RULE: PipelineRuleRow = {
  code: 'DX4115',
  text: 'The components {components} of {name} are read, but the {earlier} never writes them.',
  hint: 'Write the value in the earlier stage on all paths.',
  runtime: linkage('NEVERWRITTEN_ALWAYSREADS'),
};
export const MIN_PRECISION_RULE: PipelineRuleRow = {
  code: 'DX4116',
  text: '{name} has {found} precision here, but {expected} in the {earlier}.',
  hint: 'Give the value the same minimum precision type in both stages.',
  runtime: linkage('MINPRECISION'),
};
export const ARRAY_INDEX_RULE: PipelineRuleRow = {
  code: 'DX4117',
  severity: 'warning',
  text: '{name} is read, but the {earlier} does not output it; the rasterizer uses 0, and what the shader reads is not documented.',
  hint: 'Output the value in the stage before the pixel shader.',
};
export const NO_SIGNATURE_RULE: PipelineRuleRow = {
  code: 'DX4118',
  severity: 'warning',
  text: 'The {what} signature is missing, so {neighbors} cannot be compared.',
  hint: 'Keep the signature chunks; the runtimes reject shaders without them.',
};

type SystemName = (typeof SM4_SYSTEM_NAMES)[number];

/** A system value by its name. `D3D_NAME` counts as declarations do, up to the factors of the tessellator. */
export const systemValue = (name: SystemName): number => SM4_SYSTEM_NAMES.indexOf(name);

const PRIMITIVE_ID = systemValue('primitive_id');
const ARRAY_INDICES = [systemValue('rendertarget_array_index'), systemValue('viewport_array_index')];
/** System values that the rasterizer generates for pixel shaders. */
const OF_RASTERIZER = [systemValue('is_front_face'), systemValue('sampleIndex')];

const LAST_SHARED_NAME = systemValue('sampleIndex');

/** `D3D_REGISTER_COMPONENT_TYPE`. */
const COMPONENT_TYPES = ['untyped', 'uint', 'int', 'float'];
/** `D3D_MIN_PRECISION`. */
const PRECISIONS = ['full', 'min16float', 'min10float', 'reserved', 'min16int', 'min16uint'];

const STAGE_NAMES: Readonly<Record<string, string>> = {
  vs: 'vertex shader',
  hs: 'hull shader',
  ds: 'domain shader',
  gs: 'geometry shader',
  ps: 'pixel shader',
  cs: 'compute shader',
};

/** The name of a shader's stage in messages. */
export function stageName({
  stage,
  profile,
}: {
  readonly stage: string | undefined;
  readonly profile: string;
}): string {
  return STAGE_NAMES[stage ?? ''] ?? profile;
}

/** The stage of a shader in messages with its byte offset: `vertex shader (vs.cso:300)`. */
export function locatedName(
  shader: Parameters<typeof stageName>[0] & { readonly name: string },
  { start }: ShaderSpan,
): string {
  return `${stageName(shader)} (${shader.name}:${start})`;
}

/** `TEXCOORD0`, `SV_Position`. */
export function semanticText({ semanticName, semanticIndex, systemValue }: LocatedElement): string {
  return systemValue !== 0 && semanticIndex === 0 ? semanticName : `${semanticName}${semanticIndex}`;
}

/** Semantic names are compared without regard to case. */
export function semanticKey({ semanticName, semanticIndex }: LocatedElement): string {
  return `${semanticName.toLowerCase()} ${semanticIndex}`;
}

/** Elements by their semantics; the first one of equal elements. */
export function bySemantic(elements: readonly LocatedElement[]): ReadonlyMap<string, LocatedElement> {
  const map = new Map<string, LocatedElement>();
  for (const element of elements) {
    const key = semanticKey(element);
    if (!map.has(key)) map.set(key, element);
  }
  return map;
}

/** Two neighboring stages, and a list of elements of each. */
export interface StagePair {
  readonly earlier: Sm4Shader;
  readonly later: Sm4Shader;
  readonly outputs: readonly LocatedElement[];
  readonly inputs: readonly LocatedElement[];
  /** The stream of a geometry shader whose outputs reach the rasterizer. */
  readonly stream: number;
}

/** Checks the elements that two neighbors share. */
export function checkSignatures(pair: StagePair, diagnostics: PipelineDiagnostics): void {
  const { earlier, outputs, inputs, stream } = pair;
  const all = bySemantic(outputs);
  const given = earlier.stage === 'gs' ? bySemantic(outputs.filter((output) => output.stream === stream)) : all;
  for (const input of inputs) {
    // A value without a register comes from no stage.
    if (input.register === NO_REGISTER) continue;
    const output = given.get(semanticKey(input));
    if (output === undefined) checkMissing(input, pair, all.get(semanticKey(input)), diagnostics);
    else checkPair(input, output, pair, diagnostics);
  }
}

/** @param elsewhere the same element in another stream */
function checkMissing(
  input: LocatedElement,
  { earlier, later }: StagePair,
  elsewhere: LocatedElement | undefined,
  diagnostics: PipelineDiagnostics,
): void {
  const { systemValue } = input;
  const values = { name: semanticText(input), earlier: stageName(earlier) };
  if (later.stage === 'ps') {
    if (OF_RASTERIZER.includes(systemValue)) return;
    // After a geometry shader there is no primitive id (source: documents).
    if (systemValue === PRIMITIVE_ID && earlier.stage !== 'gs') return;
    if (ARRAY_INDICES.includes(systemValue)) {
      diagnostics.add(ARRAY_INDEX_RULE, input.span, values);
      return;
    }
  }
  const stream = elsewhere ? ` in the rasterized stream, only in stream ${elsewhere.stream}` : '';
  diagnostics.add(MISSING_RULE, input.span, { ...values, elsewhere: stream });
}

function checkPair(
  input: LocatedElement,
  output: LocatedElement,
  { earlier }: StagePair,
  diagnostics: PipelineDiagnostics,
): void {
  const common = { name: semanticText(input), earlier: locatedName(earlier, output.span) };
  const { span } = input;
  const differ = (rule: PipelineRuleRow, found: string, expected: string) =>
    diagnostics.add(rule, span, { ...common, found, expected });
  if (input.register !== output.register) {
    differ(REGISTER_RULE, registerText(input), registerText(output));
  } else {
    if ((input.mask & ~output.mask) !== 0) differ(MASK_RULE, maskText(input.mask), maskText(output.mask) || 'none');
    const unwritten = input.readWriteMask & output.readWriteMask & input.mask & output.mask;
    if (unwritten !== 0) diagnostics.add(NEVER_WRITTEN_RULE, span, { ...common, components: maskText(unwritten) });
  }
  if (input.componentType !== output.componentType)
    differ(TYPE_RULE, typeText(input.componentType), typeText(output.componentType));
  if (input.systemValue !== output.systemValue)
    differ(SYSTEM_VALUE_RULE, systemValueText(input.systemValue), systemValueText(output.systemValue));
  if (input.minPrecision !== output.minPrecision)
    differ(MIN_PRECISION_RULE, precisionText(input.minPrecision), precisionText(output.minPrecision));
}

function registerText({ register, mask }: LocatedElement): string {
  return register === NO_REGISTER ? 'no register' : `register ${register}.${maskText(mask)}`;
}

function typeText(type: number): string {
  return COMPONENT_TYPES[type] ?? `of type ${type}`;
}

function precisionText(precision: number): string {
  return PRECISIONS[precision] ?? `${precision}`;
}

function systemValueText(value: number): string {
  if (value === 0) return 'no system value';
  return `the system value ${value <= LAST_SHARED_NAME ? SM4_SYSTEM_NAMES[value] : value}`;
}
