/** Filtered reads of textures: samples, comparisons, gathers. */

import { Kind, typeOf } from '../../../ir/index.ts';
import { DX6032 } from '../../common/messages.ts';
import { type Argument, accessOf } from '../../common/register-selection.ts';
import { Precedence } from '../../common/text-language.ts';
import { hasNoOffsets, type ViewShape } from '../../common/view-shapes.ts';
import { texelKind } from '../resources.ts';
import { offsetText, sampleCoordinates, selectPair } from '../texture-selection.ts';
import type { GlslRule } from './rule.ts';

const { f32, i32 } = Kind;

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
    const text = selectPair(w, op, true, list, typeOf(f32, 4), (view, texts) => {
      const given = [view.name, ...texts].join(', ');
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
    const text = selectPair(w, op, compares, list, typeOf(kind, 4), (view, texts) => {
      let [at, ...rest] = texts as [string, ...string[]];
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
