/**
 * Uniform parameters of an entry point: constants of the buffer `$Params`, and resources. They are declared when the
 * entry point is known.
 *
 * Not for: parameters of other functions, where `uniform` says nothing.
 */
import { hasData, resourcesInside } from '../bind/struct-resources.ts';
import { type ConstantVariable, PARAMS } from '../declarations.ts';
import { type HlslType, hasResources, isPatch, type ObjectType, scalarsOf } from '../types/types.ts';
import type { CheckedSource } from './check-source.ts';
import { knownValue, wordsOf } from './constant-value.ts';
import { elementOf } from './globals.ts';
import type { CheckedFunction, Parameter, TypedExpression, Variable } from './typed-tree.ts';

/** Whether a parameter of an entry point is no input: `uniform`, a resource or several of them, an interface. */
export function isUniformParameter({ variable, isUniform, direction }: Parameter): boolean {
  if (isResource(variable.type)) return true;
  const element = elementOf(variable.type);
  if (element.kind === 'interface') return true;
  // A structure of nothing but resources cannot be an input.
  if (element.kind === 'struct' && hasResources(element) && !hasData(element)) return true;
  return isUniform && direction === 'in' && variable.type.kind !== 'object';
}

function isResource(type: HlslType): boolean {
  const element = elementOf(type);
  return element.kind === 'object' && !isPatch(element) && !/Stream$/.test(element.name);
}

/** Whether a structure has a resource before any number: reflection leaves such a parameter out (source: oracle). */
function beginsWithResource(type: HlslType): boolean {
  if (type.kind === 'array') return beginsWithResource(type.element);
  if (type.kind !== 'struct') return type.kind === 'object';
  const first = type.members[0];
  return first !== undefined && beginsWithResource(first.type);
}

/**
 * Declares the uniform parameters of an entry point; returns the constant or resource of each.
 *
 * @param values of parameters that are no constants because an effect gives their values
 */
export function declareUniforms(
  entry: CheckedFunction,
  source: CheckedSource,
  isDirect3D9: boolean,
  values?: ReadonlyMap<Variable, TypedExpression>,
): ReadonlyMap<Variable, Variable> {
  const uniforms = new Map<Variable, Variable>();
  for (const parameter of entry.parameters) {
    const { variable } = parameter;
    if (!isUniformParameter(parameter) || values?.has(variable) === true) continue;
    if (elementOf(variable.type).kind === 'interface') {
      const pointer: Variable = { ...variable, storage: 'interface', isParameter: true };
      source.interfaces.push(pointer);
      uniforms.set(variable, pointer);
    } else
      uniforms.set(
        variable,
        isResource(variable.type) ? declareResource(parameter, source) : declare(parameter, source, isDirect3D9),
      );
  }
  return uniforms;
}

/** The name that reflection has of a resource. */
function resourceName({ variable, isUniform }: Parameter): string {
  return isUniform ? `$${variable.name}` : variable.name;
}

function declareResource(parameter: Parameter, { resources }: CheckedSource): Variable {
  const { variable, registers } = parameter;
  const lengths: number[] = [];
  let type = variable.type;
  for (; type.kind === 'array'; type = type.element) lengths.push(type.length);
  const index =
    resources.push({
      name: resourceName(parameter),
      type: type as ObjectType,
      lengths,
      registers,
      isGloballyCoherent: false,
    }) - 1;
  return { ...variable, storage: 'resource', index };
}

function declare(parameter: Parameter, { resources, buffers }: CheckedSource, isDirect3D9: boolean): Variable {
  const { variable, registers, initializer } = parameter;
  const { type } = variable;
  const values = initializer && knownValue(initializer);
  const declared: ConstantVariable = {
    name: variable.name,
    type,
    // From 4_0 on, they lie in a buffer.
    registers: isDirect3D9 ? registers : [],
    packOffset: undefined,
    defaults: values && wordsOf(values, scalarsOf(type)),
    isHidden: beginsWithResource(type),
  };
  const index = buffers[PARAMS]!.variables.push(declared) - 1;
  const inside = resourcesInside({ ...declared, name: resourceName(parameter), registers }).map(
    (one) => resources.push(one) - 1,
  );
  return { ...variable, storage: 'constant', buffer: PARAMS, index, resources: inside };
}
