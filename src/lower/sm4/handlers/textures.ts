/**
 * Reads of textures and typed buffers, and what instructions ask of views. The swizzle of a view's operand applies to
 * what was read.
 */

import { type IrOpName, Kind, Op, type Ref, refOf, typeOf, widthOf } from '../../../ir/index.ts';
import { swizzleComponent } from '../../../isa/components.ts';
import { sourceSwizzle } from '../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../../isa/sm4/operands.ts';
import { Sm4InstructionControls } from '../../../isa/sm4/tokens.ts';
import {
  channelOf,
  coordinateMask,
  gradientMask,
  isTypedBuffer,
  kindOfView,
  type NamedView,
  reach,
  typedViewOf,
  viewOf,
} from '../accesses.ts';
import { storeBoth, storeRefs } from '../destinations.ts';
import type { Sm4Handler, Sm4Lowering } from '../lowering.ts';
import { scalar, vector } from '../sources.ts';
import { componentwise } from './arithmetic.ts';

const { f32, i32, u32 } = Kind;
const RASTERIZER = SM4_OPERAND_TYPES.rasterizer.code;
const UNORDERED_ACCESS = SM4_OPERAND_TYPES.unorderedAccessView.code;

/**
 * Writes what was read to the first result, through the swizzle of the view (operand `view`), and the access status to
 * the second one, if there are two. Components that the value does not have are 0.
 */
export function finishRead(l: Sm4Lowering, value: number, view: number, isSparse: boolean): void {
  const swizzle = sourceSwizzle(l.cursor.operands[view]!);
  const width = widthOf(l.b.ops.type[value]!);
  const mask = l.maskOf(0);
  const refs: Ref[] = [];
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const from = swizzleComponent(swizzle, c);
    refs.push(from < width ? refOf(value, from) : refOf(l.unsigned(0)));
  }
  if (!isSparse) {
    storeRefs(l, 0, refs);
    return;
  }
  const status = l.isNull(1) ? undefined : l.b.op(Op.status, u32, value);
  storeBoth(l, refs, status === undefined ? [] : Array<Ref>(4).fill(refOf(status)));
}

type SampleOperand = 'level' | 'reference' | 'gradients' | 'clamp';

/** @param operands what follows the sampler, in order */
function sampling(name: IrOpName, operands: readonly SampleOperand[] = [], isSparse = false): Sm4Handler {
  const first = isSparse ? 2 : 1;
  const code = Op[name];
  return (l) => {
    const view = typedViewOf(l, l.cursor.operands[first + 1]!);
    const values = [vector(l, first, f32, coordinateMask(view.binding))];
    let at = first + 3;
    let clamp: number | undefined;
    for (const operand of operands) {
      if (operand === 'clamp') clamp = scalar(l, at, f32);
      else if (operand === 'gradients') {
        values.push(vector(l, at++, f32, gradientMask(view.binding)));
        values.push(vector(l, at, f32, gradientMask(view.binding)));
      } else values.push(scalar(l, at, f32));
      at++;
    }
    const { access, trailing } = reach(l, view, { sampler: first + 2, clamp });
    for (const one of trailing) values.push(one);
    const value = l.b.opList(code, l.type(f32, 4), values, access);
    finishRead(l, value, first + 1, isSparse);
  };
}

/** @param hasOffset an operand after the coordinates has the offsets */
function gathering(name: IrOpName, hasOffset: boolean, hasReference: boolean, isSparse: boolean): Sm4Handler {
  const first = isSparse ? 2 : 1;
  const resource = first + (hasOffset ? 2 : 1);
  return (l) => {
    const view = typedViewOf(l, l.cursor.operands[resource]!);
    const values = [vector(l, first, f32, coordinateMask(view.binding))];
    if (hasOffset) values.push(vector(l, first + 1, i32, 3));
    if (hasReference) values.push(scalar(l, resource + 2, f32));
    const channel = channelOf(l.cursor.operands[resource + 1]!);
    const { access, trailing } = reach(l, view, { sampler: resource + 1, channel });
    const kind = hasReference ? f32 : kindOfView(view.binding);
    const value = l.b.opList(Op[name], l.type(kind, 4), [...values, ...trailing], access);
    finishRead(l, value, resource, isSparse);
  };
}

const lod: Sm4Handler = (l) => {
  const view = typedViewOf(l, l.cursor.operands[2]!);
  const coordinates = vector(l, 1, f32, gradientMask(view.binding));
  const { access, trailing } = reach(l, view, { sampler: 3 });
  finishRead(l, l.b.opList(Op['tex.lod'], l.type(f32, 2), [coordinates, ...trailing], access), 2, false);
};

/** `ld` and `ld_uav_typed`: buffers have an index, textures coordinates and, as views for reading, a level. */
function loading(isSparse: boolean): Sm4Handler {
  const first = isSparse ? 2 : 1;
  return (l) => {
    const slot = l.cursor.operands[first + 1]!;
    const view = typedViewOf(l, slot);
    const type = l.type(kindOfView(view.binding), 4);
    let code: number = Op['buf.fetch'];
    const values: number[] = [];
    if (isTypedBuffer(view.binding)) values.push(scalar(l, first, u32));
    else {
      values.push(vector(l, first, i32, coordinateMask(view.binding)));
      code = slot.type === UNORDERED_ACCESS ? Op['img.load'] : Op['tex.fetch'];
      if (code === Op['tex.fetch']) values.push(scalar(l, first, u32, 3));
    }
    const { access, trailing } = reach(l, view);
    finishRead(l, l.b.opList(code, type, [...values, ...trailing], access), first + 1, isSparse);
  };
}

function loadingSample(isSparse: boolean): Sm4Handler {
  const first = isSparse ? 2 : 1;
  return (l) => {
    const view = typedViewOf(l, l.cursor.operands[first + 1]!);
    const coordinates = vector(l, first, i32, coordinateMask(view.binding));
    const sample = scalar(l, first + 2, u32);
    const { access, trailing } = reach(l, view);
    const type = l.type(kindOfView(view.binding), 4);
    const value = l.b.opList(Op['tex.fetch.sample'], type, [coordinates, sample, ...trailing], access);
    finishRead(l, value, first + 1, isSparse);
  };
}

// --- queries --------------------------------------------------------------------------------------------------------

/** How `resinfo` and `sampleinfo` give numbers, by the controls of the token. */
const RETURNS = { float: 0, reciprocal: 1, uint: 2 } as const;

const resinfo: Sm4Handler = (l) => {
  const view = typedViewOf(l, l.cursor.operands[2]!);
  const level = scalar(l, 1, u32);
  const { access, trailing } = reach(l, view);
  const size = l.b.opList(Op['tex.size'], typeOf(u32, 4), [level, ...trailing], access);
  const format = Sm4InstructionControls.returnType.get(l.cursor.token);
  finishRead(l, format === RETURNS.uint ? size : floatSizes(l, view, size, format === RETURNS.reciprocal), 2, false);
};

/** Sizes as floats; the reciprocal ones are width, height and depth. */
function floatSizes(l: Sm4Lowering, view: NamedView, size: number, isReciprocal: boolean): number {
  const reciprocals = isReciprocal ? gradientMask(sizedAs(view)) : 0;
  const refs: Ref[] = [];
  for (let c = 0; c < 4; c++) {
    let value = l.b.op(Op['cvt.u2f'], f32, l.b.pick([refOf(size, c)]));
    if (reciprocals & (1 << c)) value = l.b.op(Op['f.rcp'], f32, value);
    refs.push(refOf(value));
  }
  return l.b.pick(refs);
}

/** Cubes have a width and a height. */
function sizedAs({ binding }: NamedView): NamedView['binding'] {
  const { dimension } = binding;
  return dimension === 'textureCube' || dimension === 'textureCubeArray'
    ? { ...binding, dimension: 'texture2D' }
    : binding;
}

const bufinfo: Sm4Handler = (l) => {
  const { access, trailing } = reach(l, viewOf(l, l.cursor.operands[1]!));
  const size = l.b.opList(Op['buf.size'], u32, trailing, access);
  componentwise(l, () => size);
};

/** The samples of a view, or of the render targets; in x. */
const sampleinfo: Sm4Handler = (l) => {
  const { binding, trailing } = samples(l, 1);
  let count = l.b.opList(Op['tex.samples'], u32, trailing, binding);
  if (Sm4InstructionControls.returnType.get(l.cursor.token) === RETURNS.float)
    count = l.b.op(Op['cvt.u2f'], f32, count);
  finishRead(l, count, 1, false);
};

const samplepos: Sm4Handler = (l) => {
  const { binding, trailing } = samples(l, 1);
  const position = l.b.opList(Op['tex.samplepos'], typeOf(f32, 2), [scalar(l, 2, u32), ...trailing], binding);
  finishRead(l, position, 1, false);
};

function samples(l: Sm4Lowering, i: number): { readonly binding: number; readonly trailing: readonly number[] } {
  const slot = l.cursor.operands[i]!;
  if (slot.type === RASTERIZER) return { binding: -1, trailing: [] };
  const { number, index } = typedViewOf(l, slot);
  return { binding: number, trailing: index === undefined ? [] : [index] };
}

const checkAccess: Sm4Handler = (l) =>
  componentwise(l, (c) => l.b.op(Op.mask, u32, l.b.op(Op['status.mapped'], Kind.bool, scalar(l, 1, u32, c))));

export const TEXTURE_HANDLERS = {
  sample: sampling('tex.sample'),
  sample_b: sampling('tex.sample.bias', ['level']),
  sample_c: sampling('tex.sample.cmp', ['reference']),
  sample_c_lz: sampling('tex.sample.cmp.zero', ['reference']),
  sample_d: sampling('tex.sample.grad', ['gradients']),
  sample_l: sampling('tex.sample.level', ['level']),
  sample_l_s: sampling('tex.sample.level', ['level'], true),
  sample_c_lz_s: sampling('tex.sample.cmp.zero', ['reference'], true),
  sample_cl_s: sampling('tex.sample', ['clamp'], true),
  sample_b_cl_s: sampling('tex.sample.bias', ['level', 'clamp'], true),
  sample_d_cl_s: sampling('tex.sample.grad', ['gradients', 'clamp'], true),
  sample_c_cl_s: sampling('tex.sample.cmp', ['reference', 'clamp'], true),
  gather4: gathering('tex.gather', false, false, false),
  gather4_s: gathering('tex.gather', false, false, true),
  gather4_c: gathering('tex.gather.cmp', false, true, false),
  gather4_c_s: gathering('tex.gather.cmp', false, true, true),
  gather4_po: gathering('tex.gather.offset', true, false, false),
  gather4_po_s: gathering('tex.gather.offset', true, false, true),
  gather4_po_c: gathering('tex.gather.offset.cmp', true, true, false),
  gather4_po_c_s: gathering('tex.gather.offset.cmp', true, true, true),
  lod,
  ld: loading(false),
  ld_s: loading(true),
  ldms: loadingSample(false),
  ldms_s: loadingSample(true),
  ld_uav_typed: loading(false),
  ld_uav_typed_s: loading(true),
  resinfo,
  bufinfo,
  sampleinfo,
  samplepos,
  check_access_fully_mapped: checkAccess,
} as const satisfies Record<string, Sm4Handler>;
