/**
 * The variables that the resources of a module need in SPIR-V: one for each binding, with as many descriptors as its
 * range has registers.
 */
import type { IrModule } from '../../ir/index.ts';
import { DX6005, DX6034 } from '../common/messages.ts';
import {
  type EmitReport,
  type NeededResource,
  type ResourceUses,
  type Variable,
  type ViewFormats,
  variableOfRegister,
} from '../common/plan.ts';
import { constantsVariable, registerName, SAMPLE_TYPES, Use, viewKind } from '../common/resource-uses.ts';
import { IMAGE_SHAPES } from './shapes.ts';

/** All variables for the bindings that a module uses, in the order of its bindings. */
export function spirvResources(
  module: IrModule,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): NeededResource[] {
  const needed: NeededResource[] = [];
  for (const [number, { count }] of module.bindings.entries())
    for (const one of variablesOf(module, number, uses, formats, report))
      needed.push(variableOfRegister(one, number, 0, count === 1 ? {} : { count }));
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
      if (all === 0) return [];
      const isComparison = (all & (Use.compare | Use.sample | Use.integer)) === Use.compare;
      return [{ role: 'main', kind: isComparison ? 'comparisonSampler' : 'sampler' }];
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
  const isUav = kind === 'uav';
  if (binding.isRasterizerOrdered) report(DX6034, at, { name });
  const counter: Variable[] = (use & Use.counter) === 0 ? [] : [{ role: 'counter', kind: 'storageBuffer', minSize: 4 }];
  if ((use & ~(Use.counter | Use.dynamic)) === 0) return counter;
  if (dimension === 'rawBuffer' || dimension === 'structuredBuffer')
    return [{ role: 'main', kind: isUav ? 'storageBuffer' : 'readOnlyStorageBuffer', minSize: 4 }, ...counter];
  const shape = IMAGE_SHAPES[dimension];
  if (shape === undefined) {
    report(DX6005, at, { target: 'SPIR-V', what: `a view of dimension ${dimension} (${name})` });
    return [];
  }
  const scalar = viewKind(binding);
  const viewDimension = shape.view;
  const multisampled = shape.isMultisampled || undefined;
  if (isUav) {
    const isAtomic = (use & Use.atomic) !== 0;
    const reads = (use & (Use.load | Use.atomic)) !== 0;
    const writes = (use & (Use.store | Use.atomic)) !== 0;
    const ofOneWord = `r32${SAMPLE_TYPES[scalar]}`;
    // An image that is read has a format, by default one of 32 bits as in Direct3D 11.0. An image that is only written
    // has none in the code.
    const format = isAtomic ? ofOneWord : (formats.get(number) ?? (reads ? ofOneWord : undefined));
    return [
      {
        role: 'main',
        kind: shape.isBuffer ? 'storageTexelBuffer' : 'storageTexture',
        viewDimension,
        multisampled,
        format,
        access: reads && writes ? 'read_write' : reads ? 'read' : 'write',
      },
      ...counter,
    ];
  }
  const format = formats.get(number);
  if (shape.isBuffer) return [{ role: 'main', kind: 'texelBuffer', format }];
  const sampleType = SAMPLE_TYPES[scalar];
  const isDepth = (use & Use.compare) !== 0;
  const isFiltered = (use & (Use.sample | Use.gather)) !== 0;
  return [
    {
      role: 'main',
      kind: 'texture',
      viewDimension,
      sampleType: isDepth ? 'depth' : sampleType === 'float' && !isFiltered ? 'unfilterable-float' : sampleType,
      multisampled,
    },
  ];
}
