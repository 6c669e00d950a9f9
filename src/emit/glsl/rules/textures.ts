/** Filtered reads of textures: samples, comparisons, gathers.  */
import { type IrAccess, type IrType, Kind, kindOf, typeOf } from '../../../ir/index.ts';
import { DX6032 } from '../../common/messages.ts';
import type { PlannedResource } from '../../common/plan.ts';
import { type Argument, accessOf, selectRegister, viewAlone } from '../../common/register-selection.ts';
import { Precedence } from '../../common/text-language.ts';
import { hasNoOffsets, offsetVector, type ViewShape } from '../../common/view-shapes.ts';
import type { GlslContext, GlslRule } from '../context.ts';
import { handleType, texelKind } from '../resources.ts';

// The common part of GLSL texture rules: the variable of a texture and its sampler, coordinates, and texture
// properties.

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
  body: (view: PlannedResource, expressions: readonly string[]) => string,
): string {
  const { access, viewIndex, samplerIndex } = accessOf(w, op);
  const selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
  return selectRegister(w, op, selection, list, type, (view, sampler, expressions) =>
    body(w.pair(access.binding, view, access.sampler, sampler, compares), expressions),
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
  body: (view: PlannedResource, expressions: readonly string[]) => string,
): string {
  return selectRegister(w, op, viewAlone(binding, viewIndex), list, type, (view, _, expressions) =>
    body(w.resource(binding, view), expressions),
  );
}

const AXES = [0, 1, 2, 3] as const;

/** The coordinates of a filtered read as one vector: with the slice, and the reference where `compares` has it. */
function sampleCoordinates(w: GlslContext, value: number, shape: ViewShape, reference?: string): Argument {
  const { axes, isArray, isFlat } = shape;
  const isSeparate = !isFlat && !isArray && reference === undefined;
  const all = AXES.slice(0, axes);
  if (isSeparate) return { text: w.part(value, all), type: w.type(f32, axes) };
  const parts = [w.part(value, all)];
  if (isFlat) parts.push('0.5');
  if (isArray) parts.push(`roundEven(${w.part(value, [axes])})`);
  if (reference !== undefined) parts.push(reference);
  const width = axes + (isFlat ? 1 : 0) + (isArray ? 1 : 0) + (reference === undefined ? 0 : 1);
  return { text: `${w.type(f32, width)}(${parts.join(', ')})`, type: w.type(f32, width) };
}

/** Integer coordinates with offsets and the slice, as one vector. */
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
function offsetText(access: IrAccess, shape: ViewShape): string | undefined {
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

/** The operand of a filtered read in addition to coordinates. */
type Extra = 'none' | 'bias' | 'level' | 'gradients';

const FUNCTIONS: Readonly<Record<Extra, string>> = {
  none: 'texture',
  bias: 'texture',
  level: 'textureLod',
  gradients: 'textureGrad',
};

const sampling =
  (extra: Extra): GlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const { access, shape } = accessOf(w, op);
    if (access.hasClamp) w.report(DX6032, ops.at[op]!);
    const list: Argument[] = [sampleCoordinates(w, ops.operand(op, 0), shape)];
    if (extra === 'gradients')
      for (const i of [1, 2]) {
        const text = w.emitter.operand(op, i);
        list.push(
          shape.isFlat ? { text: `vec2(${text}, 0.0)`, type: 'vec2' } : { text, type: w.type(f32, shape.axes) },
        );
      }
    else if (extra !== 'none') list.push({ text: w.emitter.operand(op, 1), type: 'float' });
    const offset = hasNoOffsets(shape) ? undefined : offsetText(access, shape);
    const kind = Kind[texelKind(w.pair(access.binding, 0, access.sampler, 0, false))];
    const text = selectPair(w, op, false, list, typeOf(kind, 4), (view, [at, ...rest]) => {
      const name = `${FUNCTIONS[extra]}${offset === undefined ? '' : 'Offset'}`;
      // The bias is the last argument, other operands come before the offset.
      const args = extra === 'bias' ? [offset, ...rest] : [...rest, offset];
      return `${name}(${[view.name, at, ...args].filter((one) => one !== undefined).join(', ')})`;
    });
    return w.result(op, text, kind);
  };

/** Zero derivatives: level 0 where there is no read of a level. */
function zeroGradients({ view, axes, isFlat }: ViewShape): string {
  const type = `vec${view === 'cube' ? 3 : isFlat ? 2 : axes}(0.0)`;
  return `${type}, ${type}`;
}

const COMPARE_PARAMETERS = [
  ['view', 'sampler2DArrayShadow'],
  ['at', 'vec4'],
] as const;

/** @param isZero whether the level is 0 */
const comparing =
  (isZero: boolean): GlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const { access, shape } = accessOf(w, op);
    const isCubeArray = shape.view === 'cube-array';
    const reference = w.emitter.operand(op, 1);
    const list: Argument[] = [sampleCoordinates(w, ops.operand(op, 0), shape, isCubeArray ? undefined : reference)];
    if (isCubeArray) list.push({ text: reference, type: 'float' });
    const offset = hasNoOffsets(shape) ? undefined : offsetText(access, shape);
    const text = selectPair(w, op, true, list, typeOf(f32, 4), (view, expressions) => {
      const given = [view.name, ...expressions].join(', ');
      const end = offset === undefined ? '' : `, ${offset}`;
      const suffix = offset === undefined ? '' : 'Offset';
      if (isCubeArray) {
        if (isZero) w.approximations.add('Comparisons with arrays of cubes at level 0 use the level of the quad.');
        return `vec4(texture(${given}))`;
      }
      if (isZero && shape.view === '2d') return `vec4(textureLod${suffix}(${given}, 0.0${end}))`;
      if (isZero) return `vec4(textureGrad${suffix}(${given}, ${zeroGradients(shape)}${end}))`;
      if (shape.view === '2d-array' && offset !== undefined && !w.version.arrayComparisonOffsets) {
        // Others have offsets of arrays of depths with derivatives only.
        w.opaqueTypes.add('sampler2DArrayShadow');
        const name = w.helpers.distinct('compare_array', (helper) =>
          w.spelling.fn(helper, COMPARE_PARAMETERS, 'float', [
            `return textureGradOffset(view, at, dFdx(at.xy), dFdy(at.xy), ${offset});`,
          ]),
        );
        return `vec4(${name}(${given}))`;
      }
      return `vec4(texture${suffix}(${given}${end}))`;
    });
    return w.result(op, text, f32);
  };

/** @param hasOffset the second operand has the offsets */
const gathering =
  (compares: boolean, hasOffset: boolean): GlslRule =>
  (w, op) => {
    const { ops } = w.module;
    const { access, shape } = accessOf(w, op);
    if (!w.needs(op, 'gather', 'gathers of texels')) return w.zero(op);
    const list: Argument[] = [sampleCoordinates(w, ops.operand(op, 0), shape)];
    if (hasOffset) list.push({ text: w.operandAs(op, 1, i32, Precedence.unary), type: 'ivec2' });
    if (compares) list.push({ text: w.emitter.operand(op, hasOffset ? 2 : 1), type: 'float' });
    const fixed = hasOffset || hasNoOffsets(shape) ? undefined : offsetText(access, shape);
    const kind = compares ? f32 : Kind[texelKind(w.pair(access.binding, 0, access.sampler, 0, false))];
    const movesCoordinates = hasOffset && !w.version.gatherOffsets;
    if (movesCoordinates)
      w.approximations.add(
        'Offsets of gathers that are not constant move the coordinates, which differs at borders of wrapped textures.',
      );
    const text = selectPair(w, op, compares, list, typeOf(kind, 4), (view, expressions) => {
      let [at, ...rest] = expressions as [string, ...string[]];
      let offset = fixed;
      if (hasOffset) {
        // Six bits with a sign.
        const bits = `bitfieldExtract(${rest[0]}, 0, 6)`;
        rest = rest.slice(1);
        if (movesCoordinates) {
          const shift = `vec2(${bits}) / vec2(textureSize(${view.name}, 0).xy)`;
          at = shape.isArray ? `${at} + vec3(${shift}, 0.0)` : `${at} + ${shift}`;
        } else offset = bits;
      }
      const args = [view.name, at, ...(compares ? rest : []), ...(offset === undefined ? [] : [offset])];
      if (!compares) args.push(String(access.channel));
      return `textureGather${offset === undefined ? '' : 'Offset'}(${args.join(', ')})`;
    });
    return w.result(op, text, kind);
  };

export const TEXTURE_RULES = {
  'tex.sample': sampling('none'),
  'tex.sample.bias': sampling('bias'),
  'tex.sample.level': sampling('level'),
  'tex.sample.grad': sampling('gradients'),
  'tex.sample.cmp': comparing(false),
  'tex.sample.cmp.zero': comparing(true),
  'tex.gather': gathering(false, false),
  'tex.gather.cmp': gathering(true, false),
  'tex.gather.offset': gathering(false, true),
  'tex.gather.offset.cmp': gathering(true, true),
} as const satisfies Record<string, GlslRule>;
