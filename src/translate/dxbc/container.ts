/**
 * The container of a translated program: signatures with the usages of Direct3D 9 as semantics, and resource
 * definitions with the names of the plan. All else follows from the program.
 */

import { derivedFeatures, derivedResources, derivedSignatures, shaderContainer } from '../../assemble/sm4/derived.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { type RdefBinding, type RdefVariable, VARIABLE_USED } from '../../chunks/rdef.ts';
import { rdefBuffer, rdefType, rdefVariable } from '../../chunks/rdef-writer.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { ConstantMember, EmitPlan, PlannedResource } from '../../emit/common/plan.ts';
import type { IrElement, IrModule } from '../../ir/index.ts';
import { readSm4Declarations } from '../../isa/sm4/declarations.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';

const ROW = 16;
const WORD = 4;

/** Returns the container of a program that was generated from `module`. */
export function shaderOf(words: Uint32Array, module: IrModule, plan: EmitPlan): Uint8Array {
  const program = readSm4Words(words);
  const declarations = readSm4Declarations(program);
  const { input, output } = derivedSignatures(program, declarations);
  const resources = derivedResources(program, declarations);
  const nameOf = (binding: RdefBinding) => resourceOf(binding, plan)?.name ?? binding.name;
  const bindings = resources.bindings.map((one) => ({ ...one, name: nameOf(one) }));
  const buffers = resources.buffers.map((buffer) => {
    const binding = resources.bindings.find(({ name }) => name === buffer.name)!;
    const resource = resourceOf(binding, plan);
    const layout = resource && plan.constants.get(resource.binding);
    const name = nameOf(binding);
    const variables =
      layout === undefined
        ? buffer.variables.map((one) => ({ ...one, name: `${name}_registers` }))
        : layout.members.filter(({ offset }) => offset < buffer.size).map((one) => variableOf(one, buffer.size));
    return rdefBuffer({ ...buffer, name, variables });
  });
  return shaderContainer({
    program,
    flags: declarations.globalFlags,
    resources: { ...resources, bindings, buffers },
    input: input.map((one) => withSemantic(one, module.inputs)),
    output: output.map((one) => withSemantic(one, module.outputs)),
    patchConstants: undefined,
    functionSignature: undefined,
    linkage: undefined,
    level9: [],
    features: derivedFeatures(program),
    statistics: { ...countSm4(program) },
    debugName: undefined,
    digest: 'retail',
  });
}

/** Kinds of variables by `D3D_SHADER_INPUT_TYPE`: constant buffers, textures, samplers. */
const KINDS: readonly (readonly PlannedResource['kind'][])[] = [
  ['uniformBuffer'],
  [],
  ['texture'],
  ['sampler', 'comparisonSampler'],
];

/** The variable of the plan that a binding is. */
function resourceOf({ type, bindPoint }: RdefBinding, { resources }: EmitPlan): PlannedResource | undefined {
  return resources.find(({ kind, number }) => number === bindPoint && KINDS[type]?.includes(kind));
}

/** Semantics are usages where registers are no system values. */
function withSemantic(one: SignatureElement, list: readonly IrElement[]): SignatureElement {
  if (one.semanticName.startsWith('SV_')) return one;
  const element = list.find(({ register, mask }) => register === one.register && (mask & one.mask) !== 0);
  if (element?.semantic === undefined) return one;
  return { ...one, semanticName: element.semantic.toUpperCase(), semanticIndex: element.semanticIndex ?? 0 };
}

const CLASSES = { columns: 'matrixColumns', rows: 'matrixRows', vector: 'vector', scalar: 'scalar' } as const;
const TYPE_NAMES = { f32: 'float', i32: 'int', u32: 'uint' } as const;

/** A member of the layout as a variable, up to the end of the buffer. */
function variableOf({ name, type, offset, width, rows, matrix, elements }: ConstantMember, end: number): RdefVariable {
  const size = ROW * rows;
  const count = elements === 0 ? 0 : Math.min(elements, Math.ceil((end - offset) / size));
  const lastRow = ROW * (Math.max(count, 1) * rows - 1);
  // Other variables than matrices have one row.
  const [lines, columns] = matrix === 'columns' ? [width, rows] : [rows, width];
  const shape = matrix !== undefined ? `${lines}x${columns}` : width > 1 ? String(width) : '';
  return rdefVariable({
    name,
    offset,
    size: Math.min(lastRow + WORD * width, end - offset),
    flags: VARIABLE_USED,
    type: rdefType({
      class: VariableClass[CLASSES[matrix ?? (width > 1 ? 'vector' : 'scalar')]],
      type: ALL_VARIABLE_TYPE_NAMES.indexOf(TYPE_NAMES[type]),
      rows: lines,
      columns,
      elements: count,
      name: `${TYPE_NAMES[type]}${shape}`,
    }),
  });
}
