/**
 * Checks a value against its description.
 *
 * Not for: what only the content of files and shaders decides.
 */

import { typeText } from '../../base/bytes.ts';
import { isInJson, SPECIAL_NUMBER } from '../../base/json-schema.ts';
import { nearestName } from '../../base/nearest-name.ts';
import type { ChoiceShape, EitherShape, ListShape, MapShape, ObjectShape, Section, Shape } from '../../base/shapes.ts';
import { DX7001, DX7002, DX7003, DX7004, DX7005, DX7006, DX7007 } from '../messages.ts';
import type { JsonPath } from './json-text.ts';
import type { JobReport } from './report.ts';

/** The names of each part of a job. */
export type JobNames = Readonly<Record<Section, ReadonlySet<string>>>;

/** Reports what is wrong with `value`. */
export function validateShape(value: unknown, shape: Shape, names: JobNames, report: JobReport): undefined {
  new Validator(names, report).check(value, shape, []);
}

/** Characters of a name that others are compared with. */
const MAX_SUGGESTED = 64;

/** `; did you mean x?` for the nearest name; '' where none is near. */
export function suggestion(name: string, names: Iterable<string>): string {
  if (name.length > MAX_SUGGESTED) return '';
  const list = [...names];
  const lower = name.toLowerCase().replaceAll('-', '_');
  const same = list.find((one) => one.toLowerCase().replaceAll('-', '_') === lower);
  const nearest = same ?? nearestName(name, list);
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`;
}

/** Words that a message lists. */
const MAX_LISTED = 12;

/** `; the words are a, b` for a list that is short enough; else ''. */
function listOf(words: readonly string[]): string {
  return words.length > MAX_LISTED ? '' : `; the words are ${words.join(', ')}`;
}

/** The values as a person calls them. */
const SECTION_NAMES: Readonly<Record<Section, string>> = {
  buffers: 'buffer',
  textures: 'texture',
  samplers: 'sampler',
  shaders: 'shader',
  invocations: 'command',
  resources: 'buffer or texture',
};

class Validator {
  constructor(
    private readonly names: JobNames,
    private readonly report: JobReport,
  ) {}

  check(value: unknown, shape: Shape, path: JsonPath): undefined {
    switch (shape.type) {
      case 'integer':
      case 'number':
        return this.#number(value, shape, path);
      case 'word':
        if (typeof value !== 'string') return this.#type(value, shape, path);
        if (!shape.words.includes(value))
          this.report.add(DX7005, path, {
            value,
            suggestion: suggestion(value, shape.words) || listOf(shape.words),
          });
        return;
      case 'reference':
        if (typeof value !== 'string') return this.#type(value, shape, path);
        return this.#reference(value, shape.to, path);
      case 'numbers':
        return this.#numbers(value, path);
      case 'values':
        return this.#values(value, path);
      case 'list':
        return this.#list(value, shape as ListShape<Shape>, path);
      case 'map':
        return this.#map(value, shape as MapShape<Shape>, path);
      case 'object':
        if (!isObject(value)) return this.#type(value, shape, path);
        return this.#object(value, shape, path);
      case 'choice':
        return this.#choice(value, shape as ChoiceShape<Readonly<Record<string, ObjectShape>>>, path);
      case 'either':
        return this.#either(value, shape as EitherShape<readonly Shape[]>, path);
      default:
        if (!isOfType(value, shape)) this.#type(value, shape, path);
    }
  }

  #type(value: unknown, shape: Shape, path: JsonPath): undefined {
    this.report.add(DX7002, path, { expected: nameOfShape(shape), found: foundText(value) });
  }

  #number(value: unknown, shape: Shape & { readonly type: 'integer' | 'number' }, path: JsonPath): undefined {
    const { type, min, max } = shape;
    if (type === 'number' && typeof value === 'string' && SPECIAL_NUMBER.test(value)) return;
    if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value)))
      return this.#type(value, shape, path);
    if (value < min || value > max) this.report.add(DX7004, path, { value, low: rangeText(min), high: rangeText(max) });
  }

  #reference(name: string, to: Section, path: JsonPath): undefined {
    const names = this.names[to];
    if (names.has(name)) return;
    this.report.add(DX7006, path, {
      section: SECTION_NAMES[to],
      name,
      suggestion: suggestion(name, names),
    });
  }

  #numbers(value: unknown, path: JsonPath): undefined {
    if (!Array.isArray(value)) return this.#type(value, { type: 'numbers' }, path);
    for (let i = 0; i < value.length; i++) {
      const one: unknown = value[i];
      if (typeof one === 'number') continue;
      if (Array.isArray(one)) this.#numbers(one, [...path, i]);
      else if (typeof one !== 'string' || !SPECIAL_NUMBER.test(one)) this.#type(one, NUMBER, [...path, i]);
    }
  }

  #values(value: unknown, path: JsonPath): undefined {
    if (typeof value === 'number' || typeof value === 'boolean') return;
    if (typeof value === 'string' && SPECIAL_NUMBER.test(value)) return;
    if (Array.isArray(value)) for (const [i, one] of value.entries()) this.#values(one, [...path, i]);
    else if (isObject(value)) for (const name of Object.keys(value)) this.#values(value[name], [...path, name]);
    else this.#type(value, { type: 'values' }, path);
  }

  #list(value: unknown, shape: ListShape<Shape>, path: JsonPath): undefined {
    if (!Array.isArray(value)) return this.#type(value, shape as Shape, path);
    const { length } = value;
    if (length < shape.min || length > shape.max) {
      const expected =
        shape.min === shape.max ? `a list of ${shape.min} values` : `a list of ${shape.min} to ${shape.max} values`;
      this.report.add(DX7002, path, { expected, found: `one of ${length}` });
      return;
    }
    for (let i = 0; i < length; i++) this.check(value[i], shape.of, [...path, i]);
  }

  #map(value: unknown, shape: MapShape<Shape>, path: JsonPath): undefined {
    if (!isObject(value)) return this.#type(value, shape as Shape, path);
    for (const name of Object.keys(value)) this.check(value[name], shape.of, [...path, name]);
  }

  /** @param tag the field that distinguishes the objects of a choice */
  #object(
    value: Readonly<Record<string, unknown>>,
    { fields, oneOf }: ObjectShape,
    path: JsonPath,
    tag?: string,
  ): undefined {
    for (const name of Object.keys(value)) {
      if (name === tag || value[name] === undefined) continue;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field !== undefined) this.check(value[name], field.shape as Shape, [...path, name]);
      else {
        const values = { name, suggestion: suggestion(name, Object.keys(fields)) };
        this.report.add(DX7001, [...path, name], values, { ofName: true });
      }
    }
    for (const name of Object.keys(fields))
      if (fields[name]!.required && value[name] === undefined) this.report.add(DX7003, path, { name });
    const count = oneOf.filter((name) => value[name] !== undefined).length;
    if (oneOf.length > 0 && count !== 1)
      this.report.add(DX7007, path, { names: oneOf.join(', '), count: count === 0 ? 'none' : count });
  }

  #choice(
    value: unknown,
    { tag, options }: ChoiceShape<Readonly<Record<string, ObjectShape>>>,
    path: JsonPath,
  ): undefined {
    if (!isObject(value)) return this.#type(value, { type: 'choice', tag, options }, path);
    const chosen = value[tag];
    if (chosen === undefined) return this.report.add(DX7003, path, { name: tag });
    this.check(chosen, { type: 'word', words: Object.keys(options) }, [...path, tag]);
    if (typeof chosen === 'string' && Object.hasOwn(options, chosen)) this.#object(value, options[chosen]!, path, tag);
  }

  #either(value: unknown, shape: EitherShape<readonly Shape[]>, path: JsonPath): undefined {
    const fitting = shape.options.find((one) => isOfType(value, one));
    if (fitting === undefined) this.#type(value, shape as Shape, path);
    else this.check(value, fitting, path);
  }
}

const NUMBER: Shape = { type: 'number', min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Whether a value has the JSON type of a shape; its content is not checked. */
function isOfType(value: unknown, shape: Shape): boolean {
  switch (shape.type) {
    case 'integer':
      return typeof value === 'number';
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && SPECIAL_NUMBER.test(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
    case 'word':
    case 'reference':
      return typeof value === 'string';
    case 'numbers':
    case 'list':
      return Array.isArray(value);
    case 'bytes':
      return value instanceof Uint8Array;
    case 'map':
    case 'object':
    case 'choice':
      return isObject(value);
    case 'values':
      return true;
    case 'either':
      return shape.options.some((one) => isOfType(value, one as Shape));
  }
}

function nameOfShape(shape: Shape): string {
  switch (shape.type) {
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'text':
      return 'a text';
    case 'word':
      return 'a word';
    case 'reference':
      return `the name of a ${SECTION_NAMES[shape.to]}`;
    case 'numbers':
      return 'a list of numbers';
    case 'list':
      return 'a list';
    case 'bytes':
      return 'bytes';
    case 'values':
      return 'a number, true, false, a list or an object';
    case 'either':
      return [...new Set((shape.options as readonly Shape[]).filter(isInJson).map(nameOfShape))].join(' or ');
    default:
      return 'an object';
  }
}

/** Whether JSON can have values of a shape. */

function foundText(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `'${value.slice(0, 40)}...'` : `'${value}'`;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? 'a list' : typeText(value);
}

function rangeText(bound: number): string {
  return Number.isFinite(bound) ? String(bound) : bound < 0 ? 'minus infinity' : 'infinity';
}
