/** The JSON Schema (draft 2020-12) of shapes. */
import type { ObjectShape, Shape } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Numbers that are written as text: NaN, infinities, the bits of a word. */
export const SPECIAL_NUMBER = /^(?:NaN|-?Infinity|0x[0-9a-fA-F]{1,8})$/;

/** Whether JSON can have values of a shape. */
export function isInJson({ type }: Shape): boolean {
  return type !== 'bytes';
}

const SPECIAL = { type: 'string', pattern: SPECIAL_NUMBER.source };

/** The `$defs` to which shapes with numbers or values refer. */
const DEFINITIONS: Json = {
  number: { anyOf: [{ type: 'number' }, SPECIAL] },
  numbers: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/number' }, { $ref: '#/$defs/numbers' }] } },
  values: {
    anyOf: [
      { $ref: '#/$defs/number' },
      { type: 'boolean' },
      { type: 'array', items: { $ref: '#/$defs/values' } },
      { type: 'object', additionalProperties: { $ref: '#/$defs/values' } },
    ],
  },
};

/**
 * The schema of a shape, and its `$defs`. References to names are strings.
 *
 * @param named shapes that are written once, in `$defs`, by their names there
 */
export function schemaOf(root: Shape, named: Readonly<Record<string, Shape>> = {}): Json {
  const names = new Map(Object.entries(named).map(([name, shape]) => [shape, name]));
  const definitions = Object.entries(named).map(([name, shape]) => [name, written(shape, names)]);
  return { ...written(root, names), $defs: { ...DEFINITIONS, ...Object.fromEntries(definitions) } };
}

type Names = ReadonlyMap<Shape, string>;

function partOf(shape: Shape, names: Names): Json {
  const name = names.get(shape);
  return name === undefined ? written(shape, names) : { $ref: `#/$defs/${name}` };
}

function written(shape: Shape, names: Names): Json {
  switch (shape.type) {
    case 'integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'number': {
      const { min, max } = shape;
      if (!Number.isFinite(min) && !Number.isFinite(max)) return { $ref: '#/$defs/number' };
      const bounds = {
        ...(Number.isFinite(min) ? { minimum: min } : {}),
        ...(Number.isFinite(max) ? { maximum: max } : {}),
      };
      return { anyOf: [{ type: 'number', ...bounds }, SPECIAL] };
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
    case 'reference':
      return { type: 'string' };
    case 'word':
      return { enum: shape.words };
    case 'numbers':
    case 'values':
      return { $ref: `#/$defs/${shape.type}` };
    case 'list':
      return { type: 'array', items: partOf(shape.of as Shape, names), minItems: shape.min, maxItems: shape.max };
    case 'map':
      return { type: 'object', additionalProperties: partOf(shape.of as Shape, names) };
    case 'object':
      return objectSchema(shape, {}, names);
    case 'choice':
      return {
        type: 'object',
        oneOf: Object.entries(shape.options as Readonly<Record<string, ObjectShape>>).map(([name, option]) =>
          objectSchema(option, { [shape.tag]: { const: name } }, names),
        ),
      };
    case 'either': {
      const options = (shape.options as readonly Shape[]).filter(isInJson).map((option) => partOf(option, names));
      return options.length === 1 ? options[0]! : { anyOf: options };
    }
    case 'bytes':
      return { not: {} };
  }
}

/** @param tag the field that distinguishes an object of a choice, with its schema */
function objectSchema({ fields, oneOf }: ObjectShape, tag: Json, names: Names): Json {
  const properties: Record<string, Json> = { ...(tag as Record<string, Json>) };
  const required = Object.keys(tag);
  for (const [name, { shape, required: isRequired, doc }] of Object.entries(fields)) {
    if (!isInJson(shape as Shape)) continue;
    properties[name] = { description: doc, ...partOf(shape as Shape, names) };
    if (isRequired) required.push(name);
  }
  const exclusive = oneOf.filter((name) => Object.hasOwn(properties, name));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(exclusive.length > 0 ? { oneOf: exclusive.map((name) => ({ required: [name] })) } : {}),
  };
}
