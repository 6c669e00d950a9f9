/** The common part of WGSL texture rules: the variables of a selected register, and its offsets. */
import { type IrAccess, type IrType, Kind } from '../../ir/index.ts';
import type { PlannedResource } from '../common/plan.ts';
import { type Argument, type Selection, selectRegister } from '../common/register-selection.ts';
import { offsetVector, type ViewShape } from '../common/view-shapes.ts';
import type { WgslContext } from './context.ts';
import { texelKind } from './resources.ts';

/** Writes a read of one texture with arguments that are names or expressions. */
type Body = (view: PlannedResource, sampler: PlannedResource | undefined, texts: readonly string[]) => string;

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
  return selectRegister(w, op, selection, list, type, (viewElement, samplerElement, texts) =>
    body(
      w.resource(view, viewElement, roles.view),
      sampler < 0 ? undefined : w.resource(sampler, samplerElement, roles.sampler),
      texts,
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
