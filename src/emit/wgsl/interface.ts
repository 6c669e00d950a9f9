/** The entry point with its inputs and outputs, and the declarations of resources and arrays.  */

import { type IrModule, Kind } from '../../ir/index.ts';
import type { LineWriter } from '../common/lines.ts';
import { groupWords } from '../common/memory.ts';
import {
  type ConstantLayout,
  type ConstantMember,
  countOf,
  type EmitPlan,
  type GuaranteedLimits,
  type PlannedElement,
  type PlannedResource,
} from '../common/plan.ts';
import { hasOperation, readsInput } from '../common/resource-uses.ts';
import { constantKind, immediateKind, memberSize } from '../common/rules/constants.ts';
import {
  inputRangeCopies,
  inputRangeName,
  outputRangeName,
  rangeKind,
  rowType,
  variableName,
} from '../common/rules/io.ts';
import { BUILTIN_FEATURES, BUILTIN_INPUTS } from './builtins.ts';
import type { WgslContext } from './context.ts';
import { handleType } from './resources.ts';
import { literal, wgslType } from './types.ts';

// Structures for constants with names. Matrices and arrays are arrays of 16-byte rows, even if rows use fewer bytes,
// because this is the layout of Direct3D; a gap before a member is the size of the one before it.

function typeOf({ type, width, rows, elements }: ConstantMember): string {
  const letter = type[0]!;
  if (rows <= 1 && elements === 0) return width === 1 ? type : `vec${width}${letter}`;
  const matrix = rows > 1 ? `array<vec4${letter}, ${rows}>` : `vec4${letter}`;
  return elements > 0 ? `array<${matrix}, ${elements}>` : matrix;
}

/** The declaration of the structure. */
function structText({ typeName, members }: ConstantLayout): string {
  const lines: string[] = [];
  if (members[0]!.offset > 0) lines.push(`  @size(${members[0]!.offset}) unused: u32,`);
  for (const [i, member] of members.entries()) {
    const { size } = memberSize(member);
    const next = members[i + 1];
    const gap = next === undefined ? size : next.offset - member.offset;
    const isAligned =
      next === undefined ||
      Math.ceil((member.offset + size) / memberSize(next).align) * memberSize(next).align === next.offset;
    lines.push(`  ${isAligned ? '' : `@size(${gap}) `}${member.name}: ${typeOf(member)},`);
  }
  return `struct ${typeName} {\n${lines.join('\n')}\n}`;
}

const GROUP_NUMBER = 'workgroup_id';

/** Whether functions other than the entry point read inputs and write outputs. */
export function isShared({ module }: WgslContext): boolean {
  return module.functions.length > 1;
}

// --- resources ------------------------------------------------------------------------------------------------------

/** Declarations of all resources, in their order. */
export function declareResources(w: WgslContext, lines: LineWriter): void {
  for (const [, layout] of w.plan.constants) {
    lines.block(structText(layout));
    lines.line('');
  }
  for (const resource of w.plan.resources) lines.line(declarationOf(w, resource));
  if (w.plan.resources.length > 0) lines.line('');
}

function declarationOf(w: WgslContext, resource: PlannedResource): string {
  const { binding, kind, role, name, group, number } = resource;
  const attributes = `@group(${group}) @binding(${number}) `;
  switch (kind) {
    case 'workgroup': {
      const word = w.isAtomicMemory(binding) ? 'atomic<u32>' : 'u32';
      return `var<workgroup> ${name}: array<${word}, ${groupWords(w.binding(binding))}>;`;
    }
    case 'uniformBuffer':
      return `${attributes}var<uniform> ${name}: ${constantsType(w, binding)};`;
    case 'storageBuffer':
    case 'readOnlyStorageBuffer': {
      const { kind: of } = w.binding(binding);
      if (of === 'constants') return `${attributes}var<storage, read> ${name}: ${constantsType(w, binding)};`;
      if (role === 'counter') return `${attributes}var<storage, read_write> ${name}: atomic<u32>;`;
      const access = kind === 'storageBuffer' ? 'read_write' : 'read';
      return `${attributes}var<storage, ${access}> ${name}: array<${w.isAtomicMemory(binding) ? 'atomic<u32>' : 'u32'}>;`;
    }
    default:
      return `${attributes}var ${name}: ${handleType(resource)};`;
  }
}

function constantsType(w: WgslContext, binding: number): string {
  const layout = w.layout(binding);
  if (layout !== undefined) return layout.typeName;
  return `array<${w.type(constantKind(w, binding), 4)}, ${Math.max(w.binding(binding).size ?? 0, 1)}>`;
}

/** The buffer of runtime uniforms. */
export function declareRuntime(w: WgslContext, lines: LineWriter): void {
  const uniforms = w.runtimeUniforms;
  if (uniforms.length === 0) return;
  lines.line('struct Runtime {');
  for (const { name, type } of uniforms) lines.line(`  ${name}: ${type},`);
  lines.line('}');
  const { name: variable, group, number } = w.plan.runtime;
  lines.line(`@group(${group}) @binding(${number}) var<uniform> ${variable}: Runtime;`);
  lines.line('');
}

/** Immediate constants, with a row of zeros at their end. */
export function declareImmediates(w: WgslContext, lines: LineWriter): void {
  const { immediateConstants } = w.module;
  if (!hasOperation(w.uses, 'icb.load')) return;
  const kind = immediateKind(w);
  const type = w.type(kind, 4);
  lines.line(`const immediate_constants = array<${type}, ${(immediateConstants.length >> 2) + 1}>(`);
  for (let i = 0; i + 3 < immediateConstants.length; i += 4) {
    const row = Array.from(immediateConstants.subarray(i, i + 4), (word) => literal(kind, word | 0));
    lines.line(`  ${type}(${row.join(', ')}),`);
  }
  lines.line(`  ${type}(),`);
  lines.line(');');
  lines.line('');
}

// --- inputs and outputs ---------------------------------------------------------------------------------------------

/** A member of the structure of inputs or outputs. */
interface Field {
  readonly name: string;
  readonly text: string;
}

function locationField({ name, slot, interpolation }: PlannedElement, interpolates: boolean): Field | undefined {
  if (slot.kind !== 'location') return undefined;
  const how = !interpolates
    ? ''
    : slot.type !== 'f32'
      ? '@interpolate(flat) '
      : interpolation === undefined
        ? ''
        : `@interpolate(${interpolation}) `;
  return { name, text: `@location(${slot.location}) ${how}${name}: vec4${slot.type[0]},` };
}

function inputFields(w: WgslContext): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const element of w.plan.inputs) {
    const { slot } = element;
    if (slot.kind === 'builtin') {
      if (isAlone(w, slot.value)) continue;
      const row = BUILTIN_INPUTS[slot.value]!;
      fields.set(slot.value, { name: slot.value, text: `@builtin(${slot.value}) ${slot.value}: ${row.type},` });
      addFeature(w, slot.value);
    }
    const field = locationField(element, w.module.stage === 'ps');
    if (field !== undefined) fields.set(field.name, field);
  }
  return fields;
}

/**
 * Whether a system value is a separate parameter: a structure with a per-thread member is not uniform, so the number of
 * the group in it would not be known to be uniform.
 */
function isAlone(w: WgslContext, value: string): boolean {
  return value === GROUP_NUMBER && w.flow.hasBarriers && !isShared(w);
}

function addFeature(w: WgslContext, value: string): void {
  const feature = BUILTIN_FEATURES[value]?.[1];
  if (feature !== undefined) w.features.add(feature);
}

function outputFields(w: WgslContext): Map<string, Field> {
  const fields = new Map<string, Field>();
  const { stage, outputs } = w.module;
  let clipDistances = 0;
  for (const element of w.plan.outputs) {
    const { slot } = element;
    if (slot.kind === 'builtin') {
      if (slot.value === 'clip_distances') {
        clipDistances += countOf(outputs[element.element]!.mask);
        fields.set(slot.value, {
          name: slot.value,
          text: `@builtin(clip_distances) clip_distances: array<f32, ${clipDistances}>,`,
        });
      } else if (slot.value === 'position') fields.set('position', { name: 'position', text: positionText(w) });
      else if (slot.value === 'frag_depth')
        fields.set('depth', { name: 'depth', text: '@builtin(frag_depth) depth: f32,' });
      else fields.set(slot.value, { name: slot.value, text: `@builtin(${slot.value}) ${slot.value}: u32,` });
      addFeature(w, slot.value);
    }
    const field = locationField(element, stage === 'vs');
    if (field !== undefined) fields.set(field.name, field);
  }
  // Vertex shaders always give a position in WGSL.
  if (stage === 'vs' && !fields.has('position')) fields.set('position', { name: 'position', text: positionText(w) });
  return fields;
}

function positionText({ plan }: WgslContext): string {
  return `${plan.invariantPosition ? '@invariant ' : ''}@builtin(position) position: vec4f,`;
}

/** The structures of inputs and outputs. */
export function declareInterface(w: WgslContext, lines: LineWriter): void {
  for (const [name, fields] of [
    ['Inputs', inputFields(w)],
    ['Outputs', outputFields(w)],
  ] as const) {
    if (fields.size === 0) continue;
    lines.line(`struct ${name} {`);
    for (const { text } of fields.values()) lines.line(`  ${text}`);
    lines.line('}');
    lines.line('');
  }
}

/** Declarations of what all functions share, where there are several. */
export function declareShared(w: WgslContext, lines: LineWriter): void {
  if (!isShared(w)) return;
  if (inputFields(w).size > 0) lines.line('var<private> input: Inputs;');
  if (w.hasOutputs) lines.line('var<private> result: Outputs;');
  for (const line of localLines(w)) lines.line(line.replace(/^var /, 'var<private> '));
  for (const { name, type } of convertedInputs(w)) lines.line(`var<private> ${name}: ${type};`);
  lines.line('');
}

interface ConvertedInput {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** System values that Direct3D has in another way, as far as the module reads them. */
function convertedInputs(w: WgslContext): ConvertedInput[] {
  const list: ConvertedInput[] = [];
  const seen = new Set<string>();
  for (const { element, slot } of w.plan.inputs) {
    if (slot.kind !== 'builtin' || !readsInput(w.uses, element) || seen.has(slot.value)) continue;
    const { convert, type, kind } = BUILTIN_INPUTS[slot.value]!;
    if (convert === undefined) continue;
    seen.add(slot.value);
    list.push({
      name: `d3d_${slot.value}`,
      type: type === 'bool' ? wgslType(kind) : type,
      text: convert(w, `input.${slot.value}`),
    });
  }
  return list;
}

/** Determines the expressions of all inputs. */
export function nameInputs(w: WgslContext): void {
  for (const { element, name, slot } of w.plan.inputs) {
    if (slot.kind === 'none') continue;
    if (slot.kind === 'location') {
      w.inputExpressions.set(element, { text: `input.${name}`, isScalar: false, kind: Kind[slot.type] });
      continue;
    }
    const { convert, kind, isScalar } = BUILTIN_INPUTS[slot.value]!;
    const value = isAlone(w, slot.value) ? slot.value : `input.${slot.value}`;
    const text = convert === undefined ? value : `d3d_${slot.value}`;
    w.inputExpressions.set(element, { text, isScalar, kind });
  }
}

/** Variables of the entry point: arrays, and copies of ranges that are indexed. */
function localLines(w: WgslContext): string[] {
  const { module } = w;
  const lines: string[] = [];
  if (hasOperation(w.uses, 'in.at'))
    for (const [i, { count }] of module.inputRanges.entries())
      lines.push(`var ${inputRangeName(i)}: array<${w.type(rangeKind(w, i, true), 4)}, ${count + 1}>;`);
  if (hasOperation(w.uses, 'out.at'))
    for (const [i, { count }] of module.outputRanges.entries())
      lines.push(`var ${outputRangeName(i)}: array<${w.type(rangeKind(w, i, false), 4)}, ${count + 1}>;`);
  if (hasOperation(w.uses, 'var.load') || hasOperation(w.uses, 'var.store'))
    for (const [i, { rows }] of module.variables.entries())
      lines.push(`var ${variableName(i)}: array<${rowType(w, i)}, ${rows + 2}>;`);
  return lines;
}

/** Opens the entry point. */
export function openEntry(w: WgslContext, lines: LineWriter): void {
  const { module, plan } = w;
  const { stage, facts } = module;
  const [x, y, z] = facts.threadGroupSize ?? [1, 1, 1];
  lines.line(stage === 'vs' ? '@vertex' : stage === 'ps' ? '@fragment' : `@compute @workgroup_size(${x}, ${y}, ${z})`);
  const shared = isShared(w);
  const takes = inputFields(w).size > 0;
  const parameters = takes ? [`${shared ? 'given' : 'input'}: Inputs`] : [];
  if (plan.inputs.some(({ slot }) => slot.kind === 'builtin' && isAlone(w, slot.value)))
    parameters.push(`@builtin(${GROUP_NUMBER}) ${GROUP_NUMBER}: ${BUILTIN_INPUTS[GROUP_NUMBER]!.type}`);
  lines.line(`fn ${plan.entryPoint}(${parameters.join(', ')})${w.hasOutputs ? ' -> Outputs' : ''} {`);
  lines.indent();
  if (shared && takes) lines.line('input = given;');
  if (!shared && w.hasOutputs) lines.line('var result: Outputs;');
  if (!shared) for (const line of localLines(w)) lines.line(line);
  for (const { name, text } of convertedInputs(w)) lines.line(`${shared ? '' : 'let '}${name} = ${text};`);
  for (const line of inputRangeCopies(w)) lines.line(line);
}

/** The limits that every device has: WebGPU, section 3.6.2. */
export const WEBGPU_LIMITS: GuaranteedLimits = {
  textures: ['maxSampledTexturesPerShaderStage', 16],
  samplers: ['maxSamplersPerShaderStage', 16],
  storageBuffers: ['maxStorageBuffersPerShaderStage', 8],
  storageTextures: ['maxStorageTexturesPerShaderStage', 4],
  uniformBuffers: ['maxUniformBuffersPerShaderStage', 12],
  bindings: ['maxBindingsPerBindGroup', 1000],
  groups: ['maxBindGroups', 4],
  stageVariables: ['maxInterStageShaderVariables', 16],
  groupMemory: ['maxComputeWorkgroupStorageSize', 16384],
  threads: ['maxComputeInvocationsPerWorkgroup', 256],
  threadsX: ['maxComputeWorkgroupSizeX', 256],
  threadsY: ['maxComputeWorkgroupSizeY', 256],
  threadsZ: ['maxComputeWorkgroupSizeZ', 64],
};

/** System values of pixel shaders that count as variables from the stage before. */
const COUNTED_INPUTS: readonly string[] = ['front_facing', 'sample_index', 'sample_mask', 'primitive_index'];

/**
 * The limit of variables between stages that a stage needs: locations are below it, and their count with builtins that
 * count does not exceed it (WebGPU, section 10.1.1, "validating inter-stage interfaces").
 */
export function stageVariables({ stage, outputs }: IrModule, plan: EmitPlan): number {
  const isVertex = stage === 'vs';
  if (!isVertex && stage !== 'ps') return 0;
  // A bit for each location and for each of the system values: sets take longer (measured).
  let locations = 0;
  let builtins = 0;
  let distances = 0;
  for (const { slot, element } of isVertex ? plan.outputs : plan.inputs)
    if (slot.kind === 'location') locations |= 1 << slot.location;
    else if (slot.kind === 'builtin') {
      const counted = COUNTED_INPUTS.indexOf(slot.value);
      if (counted >= 0) builtins |= 1 << counted;
      else if (slot.value === 'clip_distances') distances += countOf(outputs[element]!.mask);
    }
  const others = isVertex ? Math.ceil(distances / 4) : countOf(builtins);
  const end = 32 - Math.clz32(locations);
  return Math.max(end + (isVertex ? others : 0), countOf(locations) + others);
}
