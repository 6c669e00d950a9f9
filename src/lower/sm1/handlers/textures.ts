/**
 * Texture instructions. Before 1_4 they address the texture of the stage that the destination names by its coordinates,
 * by earlier results, or by products with a matrix whose rows several instructions compute.
 *
 * A read has the coordinates that the texture needs: two or three, and always three where the third one is compared.
 *
 * Source: the Direct3D 9 shader reference (ps_1_x texture instructions, texld, texldd, texldl); where it leaves signs
 * and clamps open, Wine.
 */

import { Sm1Version } from '../../../base/profile.ts';
import { type IrOpName, Kind, Op, type Ref, refOf, typeOf, widthOf } from '../../../ir/index.ts';
import { swizzleComponent } from '../../../isa/components.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { WIDTH_OF_MASK } from '../../lowering.ts';
import { DX5103, DX5104, DX5206, DX5207 } from '../../messages.ts';
import { STATE_ROWS } from '../constants.ts';
import {
  flow,
  result,
  type Sm1FlowHandler,
  type Sm1Handler,
  type Sm1Lowering,
  type Sm1ResultHandler,
} from '../lowering.ts';
import type { Sm1Dimension } from '../module-declarations.ts';
import { componentsOf, DEPTH } from '../registers.ts';
import { coordinate, scalar, vector } from '../sources.ts';

const { f32, bool } = Kind;
const R = SM1_REGISTERS;
const XYZ = 7;
const W = 3;

/** The controls of `texld` from 2_0 on. */
const CONTROLS = { plain: 0, projected: 1, biased: 2 } as const;

/** The stage of a texture instruction before 2_0: the number of its destination. */
function stageOf(l: Sm1Lowering): number {
  return l.cursor.operands[0]!.number;
}

// --- reads ----------------------------------------------------------------------------------------------------------

/** A sampler or stage that is read. */
interface Reach {
  readonly access: number;
  /** Coordinates that it needs, as a mask. */
  readonly mask: 3 | 7;
}

/** The stage of the current instruction. @param fallback its dimension if nothing declares another one */
function stageReach(l: Sm1Lowering, fallback: Sm1Dimension = 'texture2D'): Reach {
  return reachOf(l, l.declared.sampler(stageOf(l), fallback));
}

function reachOf({ module }: Sm1Lowering, access: number): Reach {
  const { dimension, isComparison } = module.bindings[module.accesses[access]!.binding]!;
  return { access, mask: dimension === 'texture2D' && !isComparison ? 3 : 7 };
}

/** The sampler that source 1 names. */
function samplerReach(l: Sm1Lowering): Reach {
  const slot = l.source(1);
  const access = slot.type === R.sampler.code && !slot.isRelative ? l.declared.sampler(slot.number, 'texture2D') : -1;
  if (access < 0) l.refuse(DX5103, { register: l.registerText(slot) }, slot.at);
  return reachOf(l, access);
}

function read(l: Sm1Lowering, name: IrOpName, { access }: Reach, operands: readonly number[]): number {
  return l.b.opList(Op[name], typeOf(f32, 4), operands, access);
}

/** Gives all components of a texel. */
function fill(out: Int32Array, texel: number): void {
  for (let c = 0; c < 4; c++) out[c] = refOf(texel, c);
}

/** Gives a texel through the swizzle of the sampler (version 3_0). */
function fillSwizzled(l: Sm1Lowering, out: Int32Array, texel: number): void {
  const { swizzle } = l.source(1);
  for (let c = 0; c < 4; c++) out[c] = refOf(texel, swizzleComponent(swizzle, c));
}

// --- coordinates ----------------------------------------------------------------------------------------------------

/** Components of the coordinates of a stage, as the vertices have them. */
function coordinates(l: Sm1Lowering, stage: number, mask: number): number {
  const refs: Ref[] = [];
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) refs.push(coordinate(l, stage, c));
  return l.b.pick(refs);
}

function divided(l: Sm1Lowering, vectorValue: number, divisor: number): number {
  const type = l.b.ops.type[vectorValue]!;
  return l.b.op(Op['f.div'], type, vectorValue, l.splat(divisor, widthOf(type)));
}

/** The coordinates of a stage, divided by the last one where the state says so. */
function stageCoordinates(l: Sm1Lowering, mask: number): number {
  const { b } = l;
  const stage = stageOf(l);
  const value = coordinates(l, stage, mask);
  const isKnown = l.declared.isProjected(stage);
  if (isKnown === false) return value;
  const projected = divided(l, value, coordinates(l, stage, 1 << W));
  if (isKnown === true) return projected;
  const isProjected = b.op(Op['f.ne'], bool, stateOf(l, stage, 'rest', 2), l.float(0));
  return b.op(Op.select, b.ops.type[value]!, isProjected, projected, value);
}

function stateOf(l: Sm1Lowering, stage: number, row: 'matrix' | 'rest', component: number): number {
  return l.constants.state(l, STATE_ROWS.perStage * stage + STATE_ROWS[row], component);
}

/** `x` and `y` displaced by the first two components of source `i`, with the matrix of the stage. */
function displaced(l: Sm1Lowering, x: number, y: number, i: number): [number, number] {
  const { b } = l;
  const stage = stageOf(l);
  const multiply = (component: number, value: number) =>
    b.op(Op['f.mul'], f32, stateOf(l, stage, 'matrix', component), value);
  const [r, g] = [scalar(l, i, 0), scalar(l, i, 1)];
  const moved = (value: number, first: number, second: number) =>
    b.op(Op['f.add'], f32, value, b.op(Op['f.add'], f32, multiply(first, r), multiply(second, g)));
  return [moved(x, 0, 2), moved(y, 1, 3)];
}

// --- instructions ---------------------------------------------------------------------------------------------------

const texld = result((l, _, out) => {
  if (l.version < Sm1Version.v1_4) {
    const reach = stageReach(l);
    fill(out, read(l, 'tex.sample', reach, [stageCoordinates(l, reach.mask)]));
    return;
  }
  if (l.version < Sm1Version.v2_0) {
    const reach = stageReach(l);
    fill(out, read(l, 'tex.sample', reach, [vector(l, 0, reach.mask)]));
    return;
  }
  const { controls } = l.cursor;
  if (controls > CONTROLS.biased) l.refuse(DX5207, { controls });
  const reach = samplerReach(l);
  let at = vector(l, 0, reach.mask);
  if (controls === CONTROLS.projected) at = divided(l, at, scalar(l, 0, W));
  const texel =
    controls === CONTROLS.biased
      ? read(l, 'tex.sample.bias', reach, [at, scalar(l, 0, W)])
      : read(l, 'tex.sample', reach, [at]);
  fillSwizzled(l, out, texel);
});

const texldl = result((l, _, out) => {
  const reach = samplerReach(l);
  fillSwizzled(l, out, read(l, 'tex.sample.level', reach, [vector(l, 0, reach.mask), scalar(l, 0, W)]));
});

const texldd = result((l, _, out) => {
  const reach = samplerReach(l);
  const { mask } = reach;
  fillSwizzled(l, out, read(l, 'tex.sample.grad', reach, [vector(l, 0, mask), vector(l, 2, mask), vector(l, 3, mask)]));
});

/** The coordinates as a color: before 1_4 clamped, with a w of 1. */
const texcoord = result((l, mask, out) => {
  const { b, version } = l;
  if (mask === 0) return;
  if (version >= Sm1Version.v1_4) {
    const value = vector(l, 0, mask);
    let at = 0;
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) out[c] = refOf(value, at++);
    return;
  }
  const color = b.op(Op['f.sat'], typeOf(f32, 3), coordinates(l, stageOf(l), XYZ));
  for (let c = 0; c < 3; c++) out[c] = refOf(color, c);
  out[W] = refOf(l.float(1));
});

/** Coordinates displaced by a texel; `texbeml` also lights the result. */
function bumpMapped(isLit: boolean): Sm1ResultHandler {
  return result((l, _, out) => {
    const { b } = l;
    const reach = stageReach(l);
    const at = stageCoordinates(l, reach.mask);
    const moved = displaced(l, b.pick([refOf(at, 0)]), b.pick([refOf(at, 1)]), 0);
    const refs = moved.map((value) => refOf(value));
    if (reach.mask === XYZ) refs.push(refOf(at, 2));
    let texel = read(l, 'tex.sample', reach, [b.pick(refs)]);
    if (isLit) {
      const scaled = b.op(Op['f.mul'], f32, scalar(l, 0, 2), stateOf(l, stageOf(l), 'rest', 0));
      const light = b.op(Op['f.add'], f32, scaled, stateOf(l, stageOf(l), 'rest', 1));
      texel = b.op(Op['f.mul'], typeOf(f32, 4), texel, l.splat(light, 4));
    }
    fill(out, texel);
  });
}

/** The displaced coordinates of ps_1_4's bump mapping, with the matrix of the stage that the destination names. */
const bem = result((l, _, out) => {
  const zero = refOf(l.float(0));
  out.fill(zero);
  const [x, y] = displaced(l, scalar(l, 0, 0), scalar(l, 0, 1), 1);
  out[0] = refOf(x);
  out[1] = refOf(y);
});

/** Samples the stage at components of its source. */
function sampleAt(
  components: readonly [number, number, number?],
  fallback: Sm1Dimension = 'texture2D',
): Sm1ResultHandler {
  return result((l, _, out) => {
    const reach = stageReach(l, fallback);
    const refs: Ref[] = [];
    for (let c = 0; c < WIDTH_OF_MASK[reach.mask]!; c++) {
      const component = components[c];
      refs.push(refOf(component === undefined ? l.float(0) : scalar(l, 0, component)));
    }
    fill(out, read(l, 'tex.sample', reach, [l.b.pick(refs)]));
  });
}

// --- matrices -------------------------------------------------------------------------------------------------------

/** The next row of the matrix product: the coordinates of the stage times a texel. */
function row(l: Sm1Lowering): number {
  return l.b.op(Op['f.dot9'], f32, coordinates(l, stageOf(l), XYZ), vector(l, 0, XYZ));
}

const texturePad: Sm1FlowHandler = flow((l) => {
  l.rows.push(row(l));
});

/** All rows with the last one; the next matrix begins anew. */
function takeRows(l: Sm1Lowering, count: 2 | 3): number[] {
  const rows = [...l.rows, row(l)];
  l.rows.length = 0;
  if (rows.length !== count) l.refuse(DX5206, { opcode: l.opcode, expected: count, found: rows.length });
  return rows;
}

/** Samples the stage at the product. */
function sampleProduct(rows: 2 | 3): Sm1ResultHandler {
  return result((l, _, out) => {
    const refs = takeRows(l, rows).map((value) => refOf(value));
    const reach = stageReach(l, rows === 3 ? 'textureCube' : 'texture2D');
    const width = WIDTH_OF_MASK[reach.mask]!;
    while (refs.length < width) refs.push(refOf(l.float(0)));
    fill(out, read(l, 'tex.sample', reach, [l.b.pick(refs.slice(0, width))]));
  });
}

/** Samples where the eye sees its reflection: `2 (N.E) / (N.N) N - E`. */
function sampleReflection(eyeOf: (l: Sm1Lowering) => number): Sm1ResultHandler {
  return result((l, _, out) => {
    const { b } = l;
    const normal = b.pick(takeRows(l, 3).map((value) => refOf(value)));
    const eye = eyeOf(l);
    const type = typeOf(f32, 3);
    const double = b.op(Op['f.mul'], f32, l.float(2), b.op(Op['f.dot9'], f32, normal, eye));
    const factor = b.op(Op['f.div'], f32, double, b.op(Op['f.dot9'], f32, normal, normal));
    const along = b.op(Op['f.mul'], type, l.splat(factor, 3), normal);
    const at = b.op(Op['f.add'], type, along, b.op(Op['f.neg'], type, eye));
    const reach = stageReach(l, 'textureCube');
    const refs = Array.from({ length: WIDTH_OF_MASK[reach.mask]! }, (_unused, c) => refOf(at, c));
    fill(out, read(l, 'tex.sample', reach, [b.pick(refs)]));
  });
}

/** The eye in the fourth components of the coordinates of the three stages. */
function coordinateEye(l: Sm1Lowering): number {
  const last = stageOf(l);
  if (last < 2) l.refuse(DX5104, { register: l.registerText(l.cursor.operands[0]!) });
  return l.b.pick([2, 1, 0].map((back) => coordinate(l, last - back, W)));
}

const texm3x3 = result((l, _, out) => {
  for (const [c, value] of takeRows(l, 3).entries()) out[c] = refOf(value);
  out[W] = refOf(l.float(1));
});

const texdp3 = result((l, _, out) => {
  out.fill(refOf(row(l)));
});

const texdp3tex = result((l, _, out) => {
  const reach = stageReach(l);
  const zero = refOf(l.float(0));
  const refs: Ref[] = Array<Ref>(WIDTH_OF_MASK[reach.mask]!).fill(zero);
  refs[0] = refOf(row(l));
  fill(out, read(l, 'tex.sample', reach, [l.b.pick(refs)]));
});

// --- depth ----------------------------------------------------------------------------------------------------------

/** Sets the depth of the pixel to a quotient, 1 for a division by zero. */
function writeDepth(l: Sm1Lowering, value: number, divisor: number): void {
  const { b } = l;
  const isZero = b.op(Op['f.eq'], bool, divisor, l.float(0));
  const quotient = b.op(Op['f.sat'], f32, b.op(Op['f.div'], f32, value, divisor));
  l.registers[DEPTH] = refOf(b.op(Op.select, f32, isZero, l.float(1), quotient));
}

/** The first row divided by the second. */
const texm3x2depth = flow((l) => {
  const [z, w] = takeRows(l, 2);
  writeDepth(l, z!, w!);
});

/** Red divided by green, which is at most 1. */
const texdepth = flow((l: Sm1Lowering) => {
  const slot = l.cursor.operands[0]!;
  const first = slot.type === R.temp.code && !slot.isRelative ? componentsOf(slot.type, slot.number) : -1;
  if (first < 0) l.refuse(DX5104, { register: l.registerText(slot) }, slot.at);
  const component = (c: number) => l.b.pick([l.registers[first + c]!]);
  writeDepth(l, component(0), l.b.op(Op['f.min'], f32, component(1), l.float(1)));
});

export const TEXTURE_HANDLERS = {
  texld,
  texldl,
  texldd,
  texcoord,
  texbem: bumpMapped(false),
  texbeml: bumpMapped(true),
  texreg2ar: sampleAt([3, 0]),
  texreg2gb: sampleAt([1, 2]),
  texreg2rgb: sampleAt([0, 1, 2], 'texture3D'),
  texm3x2pad: texturePad,
  texm3x3pad: texturePad,
  texm3x2tex: sampleProduct(2),
  texm3x3tex: sampleProduct(3),
  texm3x3spec: sampleReflection((l) => vector(l, 1, XYZ)),
  texm3x3vspec: sampleReflection(coordinateEye),
  texm3x3,
  texdp3,
  texdp3tex,
  texm3x2depth,
  texdepth,
  bem,
} as const satisfies Record<string, Sm1Handler>;
