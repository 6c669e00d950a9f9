/** Constant buffers whose variables have values by name, from the reflection of a shader. */

import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { JobNumber, JobValues } from '../../base/shapes.ts';
import { ctabTypeName } from '../../chunks/ctab.ts';
import type { RdefBuffer, RdefType, RdefVariable } from '../../chunks/rdef.ts';
import { type DefaultPart, defaultElement, defaultMember, defaultSlots } from '../../reflect/default-value.ts';
import { DX7021, DX7024 } from '../messages.ts';
import type { JsonPath } from './json-text.ts';
import { numberOf, wordOf } from './numbers.ts';
import type { JobReport } from './report.ts';
import type { JobShaders, Sm4JobShader } from './shaders.ts';
import { isObject, suggestion } from './validate-shape.ts';

/**
 * The words of a constant buffer of a shader, with defaults and values; undefined where it is not there, which is
 * reported.
 */
export function initialConstants(
  shaders: JobShaders,
  { shader: shaderName, name }: { readonly shader: string; readonly name: string },
  values: JobValues | undefined,
  path: JsonPath,
  report: JobReport,
): Uint32Array | undefined {
  const shader = shaders.get(shaderName);
  // A shader that cannot be read has been reported.
  if (shader === undefined) return undefined;
  const buffer = shader.isa === 'sm4' ? constantBufferNamed(shader, name) : undefined;
  if (buffer === undefined) {
    const names = shader.isa === 'sm4' ? (shader.resources?.buffers ?? []).map((one) => one.name) : [];
    const text = { what: 'constant buffer', name, suggestion: suggestion(name, names) };
    report.add(DX7021, [...path, 'cbuffer', 'name'], text);
    return undefined;
  }
  return constantsOf(buffer, values, [...path, 'values'], report);
}

/** The constant buffer with a name in HLSL. */
export function constantBufferNamed({ resources }: Sm4JobShader, name: string): RdefBuffer | undefined {
  return resources?.buffers.find((buffer) => buffer.name === name && buffer.type <= TEXTURE_BUFFER);
}

/** D3D_CT_TBUFFER; D3D_CT_CBUFFER is 0. */
const TEXTURE_BUFFER = 1;
/** Bytes of the largest constant buffer. */
const MAX_BYTES = 65536;

/** The words of a constant buffer: the defaults of its variables, then `values`. */
export function constantsOf(
  { variables, size }: RdefBuffer,
  values: JobValues | undefined,
  path: JsonPath,
  report: JobReport,
): Uint32Array {
  const words = new Uint32Array(Math.ceil(Math.min(size, MAX_BYTES) / 16) * 4);
  for (const { offset, defaults } of variables)
    if (defaults !== undefined && offset / 4 < words.length)
      words.set(defaults.subarray(0, words.length - (offset >>> 2)), offset >>> 2);
  if (values === undefined) return words;
  if (!isObject(values)) {
    report.add(DX7024, path, {
      type: 'a constant buffer',
      reason: 'give an object with the names of variables',
    });
    return words;
  }
  const writer = new ConstantWriter(words, report);
  for (const [name, value] of Object.entries(values))
    writer.variable(variables, name, value as JobValues, [...path, name]);
  return words;
}

class ConstantWriter {
  constructor(
    private readonly words: Uint32Array,
    private readonly report: JobReport,
  ) {}

  /** Sets the variable, or the part of one, that `name` names: `tint`, `lights[1].color`. */
  variable(variables: readonly RdefVariable[], name: string, value: JobValues, path: JsonPath): undefined {
    const [first = '', ...steps] = partSteps(name);
    const variable = variables.find((one) => one.name === name) ?? variables.find((one) => one.name === first);
    const known = variables.map((one) => one.name);
    let part: DefaultPart | undefined = variable?.type && { type: variable.type, at: variable.offset };
    if (variable?.name !== name)
      for (const [i, step] of steps.entries()) {
        if (part === undefined) break;
        const { members, elements } = part.type;
        const isIndex = /^\d+$/.test(step);
        part = isIndex ? defaultElement(part, Number(step)) : defaultMember(part, step);
        if (part !== undefined || isIndex || elements > 0) continue;
        for (const member of members) known.push(withStep(name, i + 1, member.name));
      }
    if (part !== undefined) return this.#write(part, value, path);
    this.report.add(DX7021, path, { what: 'variable', name, suggestion: suggestion(name, known) }, { ofName: true });
  }

  #write(part: DefaultPart, value: JobValues, path: JsonPath): undefined {
    const { type } = part;
    if (type.elements > 0) return this.#array(part, value, path);
    if (type.class !== VariableClass.struct) return this.#leaf(part, value, path);
    if (!isObject(value)) return this.#mismatch(type, 'give an object with the names of its members', path);
    for (const [name, one] of Object.entries(value)) {
      const member = defaultMember(part, name);
      if (member !== undefined) {
        this.#write(member, one as JobValues, [...path, name]);
        continue;
      }
      const known = suggestion(
        name,
        type.members.map((other) => other.name),
      );
      const values = { what: 'member', name, suggestion: known };
      this.report.add(DX7021, [...path, name], values, { ofName: true });
    }
  }

  #array(part: DefaultPart, value: JobValues, path: JsonPath): undefined {
    const { type } = part;
    if (!Array.isArray(value)) return this.#mismatch(type, 'give a list of its elements', path);
    const list = value as readonly JobValues[];
    const perElement = type.class === VariableClass.struct ? 1 : type.rows * type.columns;
    const isFlat = perElement > 1 && list.every((one) => typeof one !== 'object');
    const elements = isFlat ? chunks(list, perElement) : list;
    if (elements.length > type.elements)
      return this.#mismatch(type, `it has ${type.elements} elements, not ${elements.length}`, path);
    for (const [i, one] of elements.entries()) this.#write(defaultElement(part, i)!, one, isFlat ? path : [...path, i]);
  }

  /** A scalar, vector or matrix. Matrices are given by rows, as the constructors of HLSL take them. */
  #leaf({ type, at }: DefaultPart, value: JobValues, path: JsonPath): undefined {
    const slots = defaultSlots(type, this.words.length, at);
    const numbers = flatValues(value);
    if (numbers === undefined) return this.#mismatch(type, 'give numbers', path);
    const { rows, columns } = type;
    const expected = Math.max(1, rows * columns);
    if (numbers.length !== expected)
      return this.#mismatch(type, `it has ${expected} numbers, not ${numbers.length}`, path);
    const isByColumns = type.class === VariableClass.matrixColumns;
    for (const [i, { kind, index }] of slots.entries()) {
      const from = isByColumns ? (i % rows) * columns + Math.floor(i / rows) : i;
      this.#store(kind, index, numbers[from]!);
    }
  }

  #store(kind: ReturnType<typeof defaultSlots>[number]['kind'], index: number, value: JobNumber | boolean): undefined {
    const words = this.words;
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (kind === 'bool') words[index] = numberOf(number) === 0 ? 0 : TRUE;
    else if (kind === 'f64') {
      scratch[0] = numberOf(number);
      words[index] = scratchWords[0]!;
      if (index + 1 < words.length) words[index + 1] = scratchWords[1]!;
    } else words[index] = wordOf(number, kind !== 'f32');
  }

  #mismatch(type: RdefType, reason: string, path: JsonPath): undefined {
    const name = ctabTypeName(type);
    this.report.add(DX7024, path, { type: name === '' ? 'the structure' : name, reason });
  }
}

/** The variable, elements and members that a name has: `lights`, `1` and `color` of `lights[1].color`. */
export function partSteps(name: string): string[] {
  return name.split(/[.[\]]+/).filter((step) => step !== '');
}

/** Returns `name` with another step, such as `lights[1].color` for step 2 of `lights[1].colour`. */
export function withStep(name: string, index: number, step: string): string {
  let count = 0;
  return name.replaceAll(/[^.[\]]+/g, (one) => (count++ === index ? step : one));
}

/** The numbers of nested lists in order; undefined where there are names. */
export function flatValues(value: JobValues): (JobNumber | boolean)[] | undefined {
  if (typeof value !== 'object') return [value];
  if (!Array.isArray(value)) return undefined;
  const flat: (JobNumber | boolean)[] = [];
  for (const one of value as readonly JobValues[]) {
    const part = flatValues(one);
    if (part === undefined) return undefined;
    for (const number of part) flat.push(number);
  }
  return flat;
}

const TRUE = 1;
const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);

/** A list in pieces of `size` values. */
function chunks(list: readonly JobValues[], size: number): readonly (readonly JobValues[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
