/**
 * The common part of GLSL texture rules: the variable of a texture and its sampler, coordinates, and texture
 * properties.
 */
import { type IrAccess, type IrType, Kind, kindOf } from '../../ir/index.ts';
import type { PlannedResource } from '../common/plan.ts';
import { type Argument, accessOf, selectRegister, viewAlone } from '../common/register-selection.ts';
import { offsetVector, type ViewShape } from '../common/view-shapes.ts';
import type { GlslContext } from './context.ts';
import { handleType } from './resources.ts';

const { f32, i32 } = Kind;

/**
 * Calls `body` for the variable of the texture and sampler that an operation reads, or writes a function that selects
 * it.
 */
export function selectPair(
  w: GlslContext,
  op: number,
  compares: boolean,
  list: readonly Argument[],
  type: IrType,
  body: (view: PlannedResource, texts: readonly string[]) => string,
): string {
  const { access, viewIndex, samplerIndex } = accessOf(w, op);
  const selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
  return selectRegister(w, op, selection, list, type, (view, sampler, texts) =>
    body(w.pair(access.binding, view, access.sampler, sampler, compares), texts),
  );
}

/** Selects a view without a sampler. */
export function selectView(
  w: GlslContext,
  op: number,
  binding: number,
  viewIndex: number,
  list: readonly Argument[],
  type: IrType | undefined,
  body: (view: PlannedResource, texts: readonly string[]) => string,
): string {
  return selectRegister(w, op, viewAlone(binding, viewIndex), list, type, (view, _, texts) =>
    body(w.resource(binding, view), texts),
  );
}

const AXES = [0, 1, 2, 3] as const;

/** The coordinates of a filtered read as one vector: with the slice, and the reference where `compares` has it. */
export function sampleCoordinates(w: GlslContext, value: number, shape: ViewShape, reference?: string): Argument {
  const { axes, isArray, isFlat } = shape;
  const isOwn = !isFlat && !isArray && reference === undefined;
  const all = AXES.slice(0, axes);
  if (isOwn) return { text: w.part(value, all), type: w.type(f32, axes) };
  const parts = [w.part(value, all)];
  if (isFlat) parts.push('0.5');
  if (isArray) parts.push(`roundEven(${w.part(value, [axes])})`);
  if (reference !== undefined) parts.push(reference);
  const width = axes + (isFlat ? 1 : 0) + (isArray ? 1 : 0) + (reference === undefined ? 0 : 1);
  return { text: `${w.type(f32, width)}(${parts.join(', ')})`, type: w.type(f32, width) };
}

/** Whole coordinates with offsets and the slice, as one vector. */
export function texelCoordinates(w: GlslContext, value: number, shape: ViewShape, access: IrAccess): Argument {
  const { axes, isArray, isFlat, texelAxes } = shape;
  const from = kindOf(w.module.ops.type[value]!);
  const width = texelAxes + (isArray ? 1 : 0);
  const component = (list: readonly number[]) => w.castText(w.part(value, list), from, i32, list.length);
  const type = w.type(i32, width);
  let text = isFlat
    ? `${type}(${[component([0]), '0', ...(isArray ? [component([1])] : [])].join(', ')})`
    : component(AXES.slice(0, axes + (isArray ? 1 : 0)));
  if (access.offsets.some((one) => one !== 0)) {
    const offsets = isFlat ? [access.offsets[0], 0] : access.offsets.slice(0, axes);
    text = `(${text}) + ${type}(${[...offsets, ...(isArray ? [0] : [])].join(', ')})`;
  }
  return { text, type };
}

/** Constant offsets of a read as a last argument; undefined without. */
export function offsetText(access: IrAccess, shape: ViewShape): string | undefined {
  return offsetVector(access, shape, (width) => `ivec${width}`);
}

/** How many levels a texture has. */
export function levelsOf(w: GlslContext, view: PlannedResource): string {
  return w.version.levelQueries
    ? `uint(textureQueryLevels(${view.name}))`
    : w.resourceUniform(view, 'levels', 'levels');
}

/** How many samples a texture has. */
export function samplesOf(w: GlslContext, view: PlannedResource): string {
  return w.version.levelQueries ? `uint(textureSamples(${view.name}))` : w.resourceUniform(view, 'samples', 'samples');
}

/** The type of a variable as a parameter. */
export function parameterType(w: GlslContext, view: PlannedResource): string {
  const type = handleType(view);
  w.opaqueTypes.add(type);
  return type;
}
