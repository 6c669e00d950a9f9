/**
 * Types, values and assignments of effects in one line, as people read them.
 *
 * Not for: the data itself (types.ts), or the layout of `dxlens reflect` (cli/reflect).
 */
import { typeName } from '../types.ts';
import type {
  EffectAssignment,
  EffectExpressionDesc,
  EffectInstanceDesc,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
} from './types.ts';

/**
 * A type with its elements: `float4x4[2]`, `struct Light`. Effects of fx_2_0 do not say where a source has `row_major`.
 */
export function effectTypeText(type: EffectTypeDesc | null): { readonly type: string; readonly elements: string } {
  if (type === null) return { type: '?', elements: '' };
  const text = type.name === null ? typeName(type).replace('row_major ', '') : typeName(type);
  return { type: text, elements: type.elements > 0 ? `[${type.elements}]` : '' };
}

/** A declaration: `float4 tint[2] : COLOR`. */
export function effectDeclarationText(name: string, type: EffectTypeDesc | null, semantic: string | null): string {
  const { type: text, elements } = effectTypeText(type);
  return `${text} ${name}${elements}${semantic === null ? '' : ` : ${semantic}`}`;
}

/** An instance of a class: `lights[1]`. */
export function effectInstanceText({ name, index }: EffectInstanceDesc): string {
  return index === null ? name : `${name}[${index}]`;
}

/** A value of numbers, strings or instances; empty for others, which have several lines. */
export function effectValueText(value: EffectValue | null): string {
  switch (value?.kind) {
    case 'numbers':
      return value.values.map((one, i) => one ?? value.words[i]).join(', ');
    case 'strings':
      return value.strings.map((text) => (text === null ? 'NULL' : JSON.stringify(text))).join(', ');
    case 'instances':
      return value.instances.map(effectInstanceText).join(', ');
    default:
      return '';
  }
}

/** The name of a state with its index: `SrcBlend[1]`. */
export function effectStateText({ name, index }: EffectStateDesc): string {
  const text = typeof name === 'number' ? `state ${name}` : name;
  return index === null ? text : `${text}[${index}]`;
}

/**
 * Returns the text of the value that is assigned to a state.
 *
 * @param shaderText the text of a shader
 */
export function effectAssignmentText(
  value: EffectAssignment | null,
  shaderText: (shader: EffectShaderValue) => string,
): string {
  switch (value?.kind) {
    case undefined:
      return '?';
    case 'constants':
      return value.constants.map((one) => one.name ?? one.d3dName ?? `${one.value ?? one.word}`).join(', ');
    case 'null':
      return 'NULL';
    case 'variable': {
      const { name, index } = value;
      if (index === null) return name;
      return `${name}[${typeof index === 'object' ? expressionText(index) : index}]`;
    }
    case 'expression':
      return expressionText(value);
    case 'shader':
      return shaderText(value);
    case 'value':
      return effectValueText(value.value);
  }
}

function expressionText({ variables }: EffectExpressionDesc): string {
  return `expression of ${variables.length === 0 ? 'no variables' : variables.join(', ')}`;
}

/** Returns the outputs and interfaces that an effect declares for a shader, a line each. */
export function effectStreamLines({ streamOut, rasterizedStream, interfaceBindings }: EffectShaderValue): string[] {
  return [
    ...streamOut.flatMap((outputs, i) => (outputs === null ? [] : [`stream ${i}: ${JSON.stringify(outputs)}`])),
    ...(rasterizedStream === null ? [] : [`stream ${rasterizedStream} is rasterized`]),
    ...interfaceBindings.map((instance, i) => `interface parameter ${i} is ${effectInstanceText(instance)}`),
  ];
}
