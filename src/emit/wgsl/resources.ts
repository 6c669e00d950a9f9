/** The variables that the resources of a module need in WGSL, and their declarations. */

import { MAX_SELECTED_REGISTERS } from '../../base/limits.ts';
import type { IrModule } from '../../ir/index.ts';
import { DX6002, DX6003, DX6004, DX6005, DX6006, DX6009, DX6013, DX6014, DX6034 } from '../common/messages.ts';
import {
  type EmitReport,
  type NeededResource,
  type PlannedResource,
  type ResourceUses,
  type Variable,
  type ViewFormats,
  variableOfRegister,
} from '../common/plan.ts';
import {
  bufferVariables,
  constantsVariable,
  defaultFormat,
  registerName,
  SAMPLE_TYPES,
  Use,
  viewKind,
} from '../common/resource-uses.ts';
import { featureOfFormat, kindOfFormat, texelFormat } from '../common/texel-formats.ts';
import { VIEW_SHAPES } from '../common/view-shapes.ts';

/** All variables for the bindings that a module uses, in the order of its bindings. */
export function wgslResources(
  module: IrModule,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): NeededResource[] {
  const needed: NeededResource[] = [];
  for (const [number, binding] of module.bindings.entries()) {
    const variables = variablesOf(module, number, uses, formats, report);
    if (variables.length === 0) continue;
    const at = uses.at[number]!;
    const name = registerName(binding);
    const { count } = binding;
    if (count === 0) report(DX6004, at, { target: 'WGSL', name });
    else if (count > MAX_SELECTED_REGISTERS)
      report(DX6006, at, { target: 'WGSL', name, count, limit: MAX_SELECTED_REGISTERS });
    else
      for (let element = 0; element < count; element++)
        for (const variable of variables) needed.push(variableOfRegister(variable, number, element));
  }
  return needed;
}

function variablesOf(
  module: IrModule,
  number: number,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): Variable[] {
  const binding = module.bindings[number]!;
  const use = uses.bindings[number]!;
  switch (binding.kind) {
    case 'constants':
      return use === 0 ? [] : [constantsVariable(binding)];
    case 'group':
      return use === 0 ? [] : [{ role: 'main', kind: 'workgroup' }];
    case 'sampler': {
      const all = uses.samplers[number]!;
      const variables: Variable[] = [];
      if ((all & Use.sample) !== 0) variables.push({ role: 'main', kind: 'sampler' });
      if ((all & Use.compare) !== 0)
        variables.push({ role: variables.length > 0 ? 'comparison' : 'main', kind: 'comparisonSampler' });
      // WebGPU has no filters for integers, and asks for a sampler that has none.
      if ((all & Use.integer) !== 0) variables.push({ role: 'unfiltered', kind: 'sampler' });
      return variables;
    }
    default:
      return use === 0 ? [] : viewVariables(module, number, uses, formats, report);
  }
}

function viewVariables(
  module: IrModule,
  number: number,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): Variable[] {
  const binding = module.bindings[number]!;
  const use = uses.bindings[number]!;
  const at = uses.at[number]!;
  const { dimension = 'unknown', kind } = binding;
  const name = registerName(binding);
  const writes = (use & (Use.store | Use.atomic)) !== 0;
  const reads = (use & (Use.load | Use.atomic)) !== 0;
  if (kind === 'uav' && module.stage === 'vs') report(DX6009, at, { target: 'WGSL', name });
  if (binding.isRasterizerOrdered) report(DX6034, at, { name });
  if (dimension === 'buffer' || dimension === 'rawBuffer' || dimension === 'structuredBuffer') {
    const format =
      dimension === 'buffer' ? (formats.get(number) ?? defaultFormat(binding, reads && writes)) : undefined;
    if (format !== undefined && texelFormat(format) === undefined) report(DX6014, at, { target: 'WGSL', name, format });
    const main: Variable = {
      role: 'main',
      kind: kind === 'uav' ? 'storageBuffer' : 'readOnlyStorageBuffer',
      format,
      minSize: 4,
    };
    return bufferVariables(main, use);
  }
  const shape = VIEW_SHAPES[dimension];
  if (shape === undefined || (shape.multisampled && shape.isArray)) {
    const isArray = dimension === 'texture2DMSArray';
    report(isArray ? DX6003 : DX6005, at, { target: 'WGSL', name, what: `a view of dimension ${dimension}` });
    return [];
  }
  const scalar = viewKind(binding);
  const sampleType = SAMPLE_TYPES[scalar];
  if (kind === 'uav') {
    if ((use & Use.atomic) !== 0) report(DX6002, at, { target: 'WGSL', name });
    const access = reads && writes ? 'read_write' : reads ? 'read' : 'write';
    let format = formats.get(number) ?? defaultFormat(binding, reads && writes);
    if (featureOfFormat(format, access) === undefined) {
      // Of formats with two components nothing can be read that is written: the application makes the texture with
      // four.
      if (formats.isChosen(number) || !format.startsWith('rg32')) report(DX6013, at, { target: 'WGSL', name, format });
      else format = defaultFormat(binding, false);
    }
    return [{ role: 'main', kind: 'storageTexture', viewDimension: shape.view, format, access }];
  }
  const texture: Variable = {
    role: 'main',
    kind: 'texture',
    viewDimension: shape.view,
    sampleType: sampleType === 'float' && (use & (Use.sample | Use.gather)) === 0 ? 'unfilterable-float' : sampleType,
    multisampled: shape.multisampled || undefined,
  };
  if ((use & Use.compare) === 0) return [texture];
  if (shape.isFlat)
    report(DX6005, at, { target: 'WGSL', what: `comparisons with a texture of one dimension (${name})` });
  const depth: Variable = { role: 'main', kind: 'depthTexture', viewDimension: shape.view, sampleType: 'depth' };
  // WebGPU filters no depths.
  return (use & (Use.sample | Use.gather)) === 0 ? [depth] : [depth, { ...texture, role: 'color' }];
}

/** The type of a texture or sampler. */
export function handleType({ kind, viewDimension, sampleType, multisampled, format, access }: PlannedResource): string {
  if (kind === 'sampler') return 'sampler';
  if (kind === 'comparisonSampler') return 'sampler_comparison';
  const dimension = viewDimension!.replace('-', '_');
  if (kind === 'depthTexture') return `texture_depth_${dimension}`;
  if (kind === 'storageTexture') return `texture_storage_${dimension}<${format}, ${access}>`;
  const scalar = sampleType === 'sint' ? 'i32' : sampleType === 'uint' ? 'u32' : 'f32';
  return `texture_${multisampled ? 'multisampled_' : ''}${dimension}<${scalar}>`;
}

/** Components of texels as a kind of WGSL. */
export function texelKind({ format, sampleType }: PlannedResource): 'f32' | 'i32' | 'u32' {
  if (format !== undefined) return kindOfFormat(format);
  return sampleType === 'sint' ? 'i32' : sampleType === 'uint' ? 'u32' : 'f32';
}
