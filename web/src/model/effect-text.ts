/**
 * Parts of effects as a source writes them: types, values, and what is assigned to states.
 *
 * Not for: reading effects (`dxlens/reflect`).
 */
import type {
  EffectAnnotationDesc,
  EffectAssignment,
  EffectConstantDesc,
  EffectReflection,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
} from 'dxlens/reflect';
import type { ShaderId, ShaderRow } from './shader-row.ts';

/** The maximum count of numbers or strings of a value that are written. */
const MAX_VALUES = 16;

/** `float4x3[2]`; fx_2_0 has no names of types, so that they are made of the parts. */
export function typeText(type: EffectTypeDesc | null): string {
  if (type === null) return '';
  const { name, class: kind, rows, columns, elements } = type;
  const base = typeof type.type === 'number' ? `type ${type.type}` : type.type;
  const size = kind === 'vector' ? `${columns}` : `${kind}`.startsWith('matrix') ? `${rows}x${columns}` : '';
  const made = kind === 'struct' ? 'struct' : `${base}${size}`;
  return `${name ?? made}${elements > 0 ? `[${elements}]` : ''}`;
}

/** A list in braces where there are several. */
function listText(items: readonly string[]): string {
  if (items.length === 1) return items[0]!;
  const more = items.length > MAX_VALUES ? `, … ${items.length - MAX_VALUES} more` : '';
  return `{ ${items.slice(0, MAX_VALUES).join(', ')}${more} }`;
}

/** The value of a variable or annotation; empty for none, and for blocks of states. */
export function valueText(value: EffectValue | null): string {
  switch (value?.kind) {
    case 'numbers':
      return listText(value.values.map((one, i) => (one === null ? value.words[i]! : numberText(one))));
    case 'strings':
      return listText(value.strings.map((text) => (text === null ? 'NULL' : JSON.stringify(text))));
    case 'shaders':
      return listText(value.shaders.map((shader) => (shader === null ? 'NULL' : (shader.profile ?? 'shader'))));
    case 'instances':
      return listText(value.instances.map(({ name, index }) => `${name}${index === null ? '' : `[${index}]`}`));
    default:
      return '';
  }
}

function numberText(value: number | boolean): string {
  return typeof value === 'boolean' ? `${value}` : `${Number(value.toPrecision(7))}`;
}

function constantText({ name, value, word }: EffectConstantDesc): string {
  return name ?? (value === null ? word : numberText(value));
}

/** The text of a value that is assigned to a state: `SRCALPHA`, `picture`, `vs_3_0`. */
export function assignmentText(value: EffectAssignment | null): string {
  if (value === null) return '?';
  switch (value.kind) {
    case 'null':
      return 'NULL';
    case 'constants':
      return listText(value.constants.map(constantText));
    case 'expression':
      return expressionText(value.variables);
    case 'shader':
      return value.profile ?? 'shader';
    case 'value':
      return valueText(value.value);
    default: {
      const { name, index } = value;
      if (index === null) return name;
      return `${name}[${typeof index === 'object' ? expressionText(index.variables) : index}]`;
    }
  }
}

function expressionText(variables: readonly string[]): string {
  return variables.length === 0 ? 'an expression' : `an expression of ${variables.join(', ')}`;
}

/** `SrcBlend[1]`. */
export function stateText({ name, index }: EffectStateDesc): string {
  return `${name}${index === null ? '' : `[${index}]`}`;
}

/** `< float min = 0; string name = "x" >`; empty for none. */
export function annotationsText(annotations: readonly EffectAnnotationDesc[]): string {
  if (annotations.length === 0) return '';
  return `< ${annotations.map(({ name, type, value }) => `${typeText(type)} ${name} = ${valueText(value)}`).join('; ')} >`;
}

/**
 * The shaders of an effect as rows of the list, by their offset in the effect. They follow it in the list, up to the
 * next effect.
 *
 * @param id the number of the effect
 */
export function shadersOfEffect(
  effect: EffectReflection,
  rows: readonly ShaderRow[],
  id: ShaderId,
): ReadonlyMap<number, ShaderRow> {
  const names = new Map(effect.shaders.map(({ offset, name }) => [offset, name]));
  const found = new Map<number, ShaderRow>();
  const first = rows.findIndex((row) => row.id === id);
  if (first < 0) return found;
  for (let i = first + 1; i < rows.length; i++) {
    const row = rows[i]!;
    if (row.file !== rows[first]!.file || /^fx/.test(row.format)) break;
    const name = names.get(row.offset);
    if (name !== undefined && row.path.endsWith(name)) found.set(row.offset, row);
  }
  return found;
}
