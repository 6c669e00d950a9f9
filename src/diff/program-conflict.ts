/**
 * Whether the program of one shader can replace that of another: signatures and bindings.
 *
 * Not for: replacing it (`dxlens/shader`).
 */

import { SM1_VERSION } from '../base/profile.ts';
import { VARIABLE_USED } from '../chunks/rdef.ts';
import { openShaderFile } from '../file/shader-file.ts';
import { type BindingDesc, declaredResources } from '../reflect/bindings.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import { reflectShader } from '../reflect/reflect.ts';
import type { Sm1Reflection, Sm1SemanticDesc } from '../reflect/sm1.ts';
import type { Sm1ConstantDesc } from '../reflect/sm1-constants.ts';
import type { Sm4Reflection } from '../reflect/sm4.ts';
import type { BufferDesc, VariableDesc } from '../reflect/types.ts';

const SIGNATURES = [
  ['inputs', 'inputParameters'],
  ['outputs', 'outputParameters'],
  ['patch constants', 'patchConstantParameters'],
] as const;

/**
 * Why the program of `changed` cannot be that of `original`, whose application binds and links by what it has;
 * undefined if it can.
 */
export function programConflict(original: Uint8Array, changed: Uint8Array): string | undefined {
  const before = reflectShader(original).reflection;
  const after = reflectShader(changed).reflection;
  if (before?.format === 'sm1' && after?.format === 'sm1') return sm1Conflict(before, after);
  if (before?.format !== 'dxbc' || after?.format !== 'dxbc') return 'the shader has no reflection';
  for (const [name, list] of SIGNATURES) {
    const old = before[list].map(textOf);
    const given = after[list].map(textOf);
    const at = Math.max(old.length, given.length);
    for (let i = 0; i < at; i++)
      if (old[i] !== given[i])
        return `of its ${name}, ${given[i] ?? 'none'} is where the shader has ${old[i] ?? 'none'}`;
  }
  const bound = new Set(resourcesOf(original));
  const added = resourcesOf(changed).find((one) => !bound.has(one));
  if (added !== undefined) return `it uses ${added}, which the shader does not`;
  return variableConflict(before, after);
}

/** A variable that the changed shader reads where the original has none or another. Stripped shaders have none. */
function variableConflict(before: Sm4Reflection, after: Sm4Reflection): string | undefined {
  for (const { name, bindPoint, space } of after.boundResources.filter(isConstantBuffer)) {
    const known = before.boundResources.find(
      (one) => isConstantBuffer(one) && one.bindPoint === bindPoint && one.space === space,
    );
    const old = before.constantBuffers.find((one) => one.name === known?.name);
    const read = after.constantBuffers.find((one) => one.name === name)?.variables.filter(isUsed) ?? [];
    const moved = old === undefined ? undefined : read.find((one) => !hasVariable(old, one));
    if (moved !== undefined)
      return `it reads ${moved.name} at byte ${moved.startOffset} of ${name}, where the shader has no such variable`;
  }
  return undefined;
}

function isConstantBuffer({ type }: BindingDesc): boolean {
  return type === 'cbuffer';
}

function isUsed({ uFlags }: VariableDesc): boolean {
  return (uFlags & VARIABLE_USED) !== 0;
}

/**
 * Whether the application sets what a variable reads. A variable may have another name and size than that of the
 * shader, as those in a source that was decompiled without a layout.
 */
function hasVariable({ variables, size: bytes }: BufferDesc, { name, startOffset, size }: VariableDesc): boolean {
  const end = startOffset + size;
  const named = variables.find((one) => one.name === name);
  if (named !== undefined && named.startOffset !== startOffset) return false;
  return end <= bytes && variables.some((one) => one.startOffset < end && one.startOffset + one.size > startOffset);
}

/** A parameter as a message names it. Which of its components are read may differ. */
function textOf({
  semanticName,
  semanticIndex,
  registerName,
  components,
  componentType,
  stream,
}: ParameterDesc): string {
  const register = registerName === null ? '' : ` in ${registerName}.${components}`;
  const number = stream === 0 ? '' : ` of stream ${stream}`;
  return `${semanticName.toUpperCase()}${semanticIndex} (${componentType})${register}${number}`;
}

/** The bindings of a program. The number of rows that it reads of a constant buffer may differ. */
function resourcesOf(bytes: Uint8Array): string[] {
  const [program] = openShaderFile(bytes).programs;
  return (program === undefined ? [] : declaredResources(program.words)).map(
    ({ registerName, space, bindCount, type, returnType, dimension, numSamples }) => {
      const range = bindCount === 1 ? '' : ` with ${bindCount === 0 ? 'all' : bindCount} registers`;
      const inSpace = space === 0 ? '' : ` of space ${space}`;
      const kind = [type, dimension, returnType].filter((word) => word !== 'none' && word !== 'unknown').join(' ');
      const stride = type.toString().startsWith('structured') ? ` with a stride of ${numSamples}` : '';
      return `${registerName}${inSpace}${range} (${kind}${stride})`;
    },
  );
}

/**
 * The conflict of programs of models 1 to 3. Inputs and outputs are linked by their usages. The shader keeps its
 * constant table, unless a preshader computes its constants: then the table is the new one, and names alone count.
 */
function sm1Conflict(before: Sm1Reflection, after: Sm1Reflection): string | undefined {
  // Direct3D 9 links stages of models 1 and 2, and those of model 3, but not one with the other.
  if (isModel3(before) !== isModel3(after))
    return `its profile is ${after.profile}, and that of the shader ${before.profile}`;
  const input = after.inputs.find((one) => !before.inputs.some((known) => hasSemantic(known, one)));
  if (input !== undefined) return `it reads the input ${semanticText(input)}, which the shader does not`;
  const output = before.outputs.find((one) => !after.outputs.some((written) => hasSemantic(written, one)));
  if (output !== undefined) return `it does not write the output ${semanticText(output)}, which the shader writes`;
  const { preshader, constants } = before;
  const known = preshader === null ? constants : [...constants, ...preshader.constants];
  const covers = preshader === null ? hasConstant : hasName;
  const isStripped = known.length === 0;
  const constant = isStripped ? undefined : after.constants.find((one) => !known.some((old) => covers(old, one)));
  if (constant !== undefined) {
    const { name, typeName, register } = constant;
    const moved = known.find((old) => hasName(old, constant) && old.registerSet === constant.registerSet);
    const difference = moved === undefined ? 'which the shader does not' : `and the shader has it in ${moved.register}`;
    return `it has the constant ${typeName} ${name} in ${register}, ${difference}`;
  }
  const sampler = after.samplers.find(({ register }) => !before.samplers.some((known) => known.register === register));
  return sampler === undefined ? undefined : `it uses the sampler ${sampler.register}, which the shader does not`;
}

function isModel3({ version }: Sm1Reflection): boolean {
  return SM1_VERSION.major.get(version) >= 3;
}

/** Whether `known` has the usage of `wanted` with at least its components; vPos and vFace have registers alone. */
function hasSemantic(known: Sm1SemanticDesc, { usage, usageIndex, register, mask }: Sm1SemanticDesc): boolean {
  if (known.usage !== usage || known.usageIndex !== usageIndex) return false;
  if (usage === null && known.register !== register) return false;
  return [...mask].every((component) => known.mask.includes(component));
}

function semanticText({ usage, usageIndex, register, mask }: Sm1SemanticDesc): string {
  return `${usage === null ? register : `${usage}${usageIndex}`}.${mask}`;
}

/** Whether `known` sets all registers of `wanted`. */
function hasConstant(known: Sm1ConstantDesc, wanted: Sm1ConstantDesc): boolean {
  const { registerSet, registerIndex, registerCount } = wanted;
  return (
    hasName(known, wanted) &&
    known.registerSet === registerSet &&
    known.registerIndex === registerIndex &&
    known.registerCount >= registerCount
  );
}

/**
 * Whether `known` is the variable `wanted`, which may be a part of it: a source has only the registers and components
 * that a program reads. Types of samplers are those of the code.
 */
function hasName(known: Sm1ConstantDesc, wanted: Sm1ConstantDesc): boolean {
  if (known.name !== wanted.name) return false;
  const isVector = ({ class: parameterClass, elements }: Sm1ConstantDesc) =>
    elements <= 1 && (parameterClass === 'scalar' || parameterClass === 'vector');
  return !isVector(known) || wanted.columns <= known.columns;
}
