/** Filtered reads of textures: samples, comparisons, gathers. */
import { MAX_TEXTURE_SIZE } from '../../base/limits.ts';
import { type IrAccess, Kind, Op, typeOf } from '../../ir/index.ts';
import { floatOf } from '../common/float-literals.ts';
import type { ResourceRole } from '../common/plan.ts';
import { type Argument, accessOf, type Selection } from '../common/register-selection.ts';
import { isWholeConstant } from '../common/resource-uses.ts';
import { hasNoOffsets, type ViewShape } from '../common/view-shapes.ts';
import type { WgslContext } from './context.ts';
import { texelKind } from './resources.ts';
import type { WgslRule } from './rule.ts';
import { offsetText, select } from './texture-selection.ts';

const { f32, i32 } = Kind;

const AXES = [0, 1, 2] as const;

/** The coordinates of a filtered read, and the slice. */
function coordinates(w: WgslContext, value: number, shape: ViewShape): Argument[] {
  const text = w.part(value, AXES.slice(0, shape.axes));
  const list: Argument[] = [
    shape.isFlat ? { text: `vec2f(${text}, 0.5)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
  ];
  if (shape.isArray) list.push({ text: `i32(round(${w.part(value, [shape.axes])}))`, type: 'i32' });
  return list;
}

function noteClamp(w: WgslContext, op: number, access: IrAccess): void {
  if (access.hasClamp) w.report('DX6032', w.module.ops.at[op]!);
}

const NEEDS_COLOR: ReadonlySet<number> = new Set([Op['tex.sample.bias'], Op['tex.sample.grad']]);

/** The smallest level of the largest texture: all numbers after it choose the last level. */
const LAST_LEVEL = /* @__PURE__ */ Math.log2(MAX_TEXTURE_SIZE);

/** The variable of a sampler: one that is used for both has another for comparisons. */
function samplerRole(w: WgslContext, { sampler }: IrAccess, compares: boolean): ResourceRole {
  return compares && w.has(sampler, 0, 'comparison') ? 'comparison' : 'main';
}

/** @param extra operands after the coordinates: how many, and whether they are derivatives */
function sampling(name: string, extra: 'none' | 'float' | 'level' | 'gradients' | 'reference'): WgslRule {
  return (w, op) => {
    const { ops } = w.module;
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    noteClamp(w, op, access);
    const list = coordinates(w, ops.operand(op, 0), shape);
    const binding = access.binding;
    const compares = extra === 'reference';
    const isWhole = extra !== 'level' || isWholeConstant(w.module, ops.operand(op, 1));
    const isColor = (NEEDS_COLOR.has(ops.code[op]!) || !isWhole) && w.has(binding, 0, 'color');
    const isDepth = !isColor && w.resource(binding).kind === 'depthTexture';
    if (extra === 'gradients') {
      for (const i of [1, 2]) {
        const text = w.emitter.operand(op, i);
        list.push(
          shape.isFlat ? { text: `vec2f(${text}, 0.0)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
        );
      }
    } else if (extra === 'level' && isDepth)
      list.push({ text: `${Math.min(floatOf(w.emitter.wordOf(ops.operand(op, 1))!), LAST_LEVEL)}u`, type: 'u32' });
    else if (extra !== 'none') list.push({ text: w.emitter.operand(op, 1), type: 'f32' });
    const offset = hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: binding, sampler: access.sampler, viewIndex, samplerIndex };
    const roles = { view: isColor ? 'color' : 'main', sampler: samplerRole(w, access, compares) } as const;
    const text = select(w, op, selection, roles, list, typeOf(f32, 4), (view, sampler, texts) => {
      const call = `${name}(${[view.name, sampler?.name, ...texts].join(', ')}${offset})`;
      return compares ? `vec4f(${call})` : isDepth ? `vec4f(${call}, 0.0, 0.0, 1.0)` : call;
    });
    return w.result(op, text, f32);
  };
}

/** @param hasOffset the second operand has the offsets, which WGSL needs to be constant: the coordinates move instead */
function gathering(compares: boolean, hasOffset: boolean): WgslRule {
  return (w, op) => {
    const { ops } = w.module;
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    const list = coordinates(w, ops.operand(op, 0), shape);
    if (hasOffset) {
      const value = ops.operand(op, 1);
      list.push({ text: w.as(value, i32), type: 'vec2i' });
      w.approximations.add(
        'Offsets of gathers that are not constant move the coordinates, which differs at borders of wrapped textures.',
      );
    }
    if (compares) list.push({ text: w.emitter.operand(op, hasOffset ? 2 : 1), type: 'f32' });
    const isDepth = w.resource(access.binding).kind === 'depthTexture';
    const offset = hasOffset || hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
    const roles = { sampler: samplerRole(w, access, compares) } as const;
    const kind = Kind[texelKind(w.resource(access.binding))];
    const text = select(w, op, selection, roles, list, typeOf(compares ? f32 : kind, 4), (view, sampler, texts) => {
      let [at, ...rest] = texts as [string, ...string[]];
      if (hasOffset) {
        const place = shape.isArray ? 1 : 0;
        const shift = `extractBits(${rest[place]}, 0u, 6u)`;
        at = `(${at}) + vec2f(${shift}) / vec2f(textureDimensions(${view.name}))`;
        rest = rest.filter((_, i) => i !== place);
      }
      const args = [view.name, sampler?.name, at, ...rest].join(', ');
      if (compares) return `textureGatherCompare(${args}${offset})`;
      return isDepth ? `textureGather(${args}${offset})` : `textureGather(${access.channel}, ${args}${offset})`;
    });
    return w.result(op, text, compares ? f32 : kind);
  };
}

export const TEXTURE_RULES = {
  'tex.sample': sampling('textureSample', 'none'),
  'tex.sample.bias': sampling('textureSampleBias', 'float'),
  'tex.sample.level': sampling('textureSampleLevel', 'level'),
  'tex.sample.grad': sampling('textureSampleGrad', 'gradients'),
  'tex.sample.cmp': sampling('textureSampleCompare', 'reference'),
  'tex.sample.cmp.zero': sampling('textureSampleCompareLevel', 'reference'),
  'tex.gather': gathering(false, false),
  'tex.gather.cmp': gathering(true, false),
  'tex.gather.offset': gathering(false, true),
  'tex.gather.offset.cmp': gathering(true, true),
} as const satisfies Record<string, WgslRule>;
