/** Filtered reads of textures: samples, comparisons, gathers.  */
import { type IrAccess, type IrType, Kind, typeOf } from '../../../ir/index.ts';
import { DX6032 } from '../../common/messages.ts';
import type { PlannedResource, ResourceRole } from '../../common/plan.ts';
import { type Argument, accessOf, type Selection, selectRegister } from '../../common/register-selection.ts';
import { hasNoOffsets, offsetVector, type ViewShape } from '../../common/view-shapes.ts';
import type { WgslContext, WgslRule } from '../context.ts';
import { texelKind } from '../resources.ts';

/** Writes a read of one texture with arguments that are names or expressions. */
type Body = (view: PlannedResource, sampler: PlannedResource | undefined, expressions: readonly string[]) => string;

/** Which variables of the registers are read. */
export interface Roles {
  readonly view?: PlannedResource['role'];
  readonly sampler?: PlannedResource['role'];
}

/** Calls `body` for the register that an operation reads, or writes a function that selects it. */
export function select(
  w: WgslContext,
  op: number,
  selection: Selection,
  roles: Roles,
  list: readonly Argument[],
  type: IrType,
  body: Body,
): string {
  const { view, sampler } = selection;
  return selectRegister(w, op, selection, list, type, (viewElement, samplerElement, expressions) =>
    body(
      w.resource(view, viewElement, roles.view),
      sampler < 0 ? undefined : w.resource(sampler, samplerElement, roles.sampler),
      expressions,
    ),
  );
}

/** Constant offsets as a last argument; empty without. */
export function offsetText(access: IrAccess, shape: ViewShape): string {
  const text = offsetVector(access, shape, (width) => `vec${width}i`);
  return text === undefined ? '' : `, ${text}`;
}

/** The value of a read: depths have one component. */
export function texel(w: WgslContext, op: number, text: string, view: PlannedResource): string {
  return w.result(op, text, Kind[texelKind(view)]);
}

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
  if (access.hasClamp) w.report(DX6032, w.module.ops.at[op]!);
}

/** The variable of a view: depths are only compared. */
function viewRole(w: WgslContext, { binding }: IrAccess, compares: boolean): ResourceRole {
  return !compares && w.has(binding, 0, 'color') ? 'color' : 'main';
}

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
    const compares = extra === 'reference';
    if (extra === 'gradients') {
      for (const i of [1, 2]) {
        const text = w.emitter.operand(op, i);
        list.push(
          shape.isFlat ? { text: `vec2f(${text}, 0.0)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
        );
      }
    } else if (extra !== 'none') list.push({ text: w.emitter.operand(op, 1), type: 'f32' });
    const offset = hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
    const roles = { view: viewRole(w, access, compares), sampler: samplerRole(w, access, compares) };
    const text = select(w, op, selection, roles, list, typeOf(f32, 4), (view, sampler, expressions) => {
      const call = `${name}(${[view.name, sampler?.name, ...expressions].join(', ')}${offset})`;
      return compares ? `vec4f(${call})` : call;
    });
    return w.result(op, text, f32);
  };
}

/**
 * @param hasOffset the second operand has the offsets, which WGSL needs to be constant: the coordinates move instead
 */
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
    const offset = hasOffset || hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
    const kind = Kind[texelKind(w.resource(access.binding))];
    const sampler = !compares && kind !== f32 ? 'unfiltered' : samplerRole(w, access, compares);
    const roles = { view: viewRole(w, access, compares), sampler };
    const text = select(
      w,
      op,
      selection,
      roles,
      list,
      typeOf(compares ? f32 : kind, 4),
      (view, sampler, expressions) => {
        let [at, ...rest] = expressions as [string, ...string[]];
        if (hasOffset) {
          const index = shape.isArray ? 1 : 0;
          const shift = `extractBits(${rest[index]}, 0u, 6u)`;
          at = `(${at}) + vec2f(${shift}) / vec2f(textureDimensions(${view.name}))`;
          rest = rest.filter((_, i) => i !== index);
        }
        const args = [view.name, sampler?.name, at, ...rest].join(', ');
        if (compares) return `textureGatherCompare(${args}${offset})`;
        return `textureGather(${access.channel}, ${args}${offset})`;
      },
    );
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
