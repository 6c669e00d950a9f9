/**
 * Lowering of functions that do more than compute: atomic operations, barriers, inputs at other positions, samplers of
 * Direct3D 9, debugging.
 */
import type { IrOpName } from '../../ir/ops.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { F32, kindOf, NONE, U32 } from '../../ir/types.ts';
import type { HlslType } from '../types/types.ts';
import { type Emitter, irTypeOf, isObject, type Lowering, type MemoryRef } from './emitter.ts';
import { atomic } from './memory.ts';
import { onBinding, type ReadOperands, sample, samplePosition, texel } from './textures.ts';

/** Changes a scalar in memory; the value before is the `out` parameter. Only exchanges take floats. */
export function interlocked(name: string): Lowering {
  return ({ e, args, refs, outs }) => {
    const target = args[0] as MemoryRef;
    const [, ...values] = refs;
    const { scalar } = target.type;
    const before = atomic(
      e,
      name,
      target,
      values.map((value) => value[0]!),
    );
    if (name !== 'Exchange' && scalar !== 'int' && scalar !== 'uint') e.context.refuse([before], 'X3681', {});
    return [[], [asScalar(e, before, outs[0])]];
  };
}

/** The bits of a value as the type of a variable that gets it. */
export function asScalar(e: Emitter, value: number, type: HlslType | undefined): number {
  return type?.kind === 'numeric' ? e.as(kindOf(irTypeOf(type.scalar)), value) : value;
}

/** @param bits of BarrierBits */
export function barrier(bits: number): Lowering {
  return ({ e }) => {
    e.b.opWith(bits, Op.barrier, NONE);
    return [[]];
  };
}

/** A memory barrier for views only: of use in pixel shaders, and nothing before 5_0 there. */
export function deviceBarrier(bits: number): Lowering {
  return (call) => {
    const { stage } = call.e.context;
    return call.e.model < 50 && stage !== 'cs' ? [[]] : barrier(bits)(call);
  };
}

/** An input at another position. Its components have to be those of the shader's inputs: error X3674. */
export function evaluateInput(name: 'eval.centroid' | 'eval.sample' | 'eval.snapped'): Lowering {
  return ({ e, refs }) => {
    const { ops } = e.b;
    const [input, position] = refs;
    const operands = name === 'eval.centroid' ? [] : [e.vector(position!)];
    if (input!.some((ref) => ops.code[ref] !== Op.in)) {
      e.context.refuse([], 'X3674', {});
      return [input!];
    }
    return [input!.map((ref) => e.b.opList(Op[name], ops.type[ref]!, operands, ops.extra[ref]!))];
  };
}

/** Samples of the render targets. */
export const renderTargetSamples: Lowering = ({ e }) => [[onBinding(e, 'tex.samples', U32, undefined, [])]];

export const renderTargetPosition: Lowering = ({ e, refs }) => [samplePosition(e, undefined, refs[0]![0]!)];

/** Marks the index: views and samplers that it chooses may differ between lanes. */
export const nonuniform: Lowering = ({ e, refs }) => [
  refs[0]!.map((ref) => {
    const marked = e.op('bitcast', e.typeOf(ref), ref);
    e.b.ops.flags[marked]! |= OpFlag.nonuniform;
    return marked;
  }),
];

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The characters of a literal: escapes as in C, each character a byte. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|(.))/gi, (_, hex, octal, other) => {
    if (other !== undefined) return ESCAPES[other] ?? other;
    return String.fromCharCode(hex === undefined ? Number.parseInt(octal, 8) & 0xff : Number.parseInt(hex, 16));
  });
}

/**
 * A message of a debugger with its values, one after the other. `abort` is one as well, because what follows it stays
 * in the program, as in Microsoft's.
 */
const messageOf =
  (name: 'printf' | 'errorf' | 'abort'): Lowering =>
  ({ e, args, refs }) => {
    const [format] = args;
    const { module } = e.b;
    if (module.facts.messages === undefined) module.facts = { ...module.facts, messages: [] };
    // Grown, not copied: a program may have many.
    const messages = module.facts.messages as [string, string][];
    const number = messages.push([name, format !== undefined && 'text' in format ? unescaped(format.text) : '']) - 1;
    e.b.opList(Op.message, NONE, refs.slice(1).flat(), number);
    return [[]];
  };

export const printf = messageOf('printf');
export const errorf = messageOf('errorf');
export const abort = messageOf('abort');

/** Only code on the CPU has noise, and calls it by an instruction. */
export const noise: Lowering = ({ e }) => {
  e.context.refuse([], 'X4532', { name: 'noise' });
  return [[e.float(0)]];
};

// --- samplers of Direct3D 9 -----------------------------------------------------------------------------------------

export type LegacyRead = 'sample' | 'bias' | 'proj' | 'lod' | 'grad';

const LEGACY_OPERATIONS: Readonly<Record<LegacyRead, IrOpName>> = {
  sample: 'tex.sample',
  bias: 'tex.sample.bias',
  proj: 'tex.sample',
  lod: 'tex.sample.level',
  grad: 'tex.sample.grad',
};

/**
 * A read through a sampler of Direct3D 9, which has a texture and a sampler. A texture of one dimension is one of two,
 * whose middle is read.
 *
 * @param dimensions of the texture; a cube has three
 */
export function legacyRead(kind: LegacyRead, dimensions: number, isCube: boolean): Lowering {
  return ({ e, args, refs }) => {
    const named = args.find(isObject)!;
    const isDirect3D9 = e.model < 40;
    const dimension = dimensions === 3 ? (isCube ? 'textureCube' : 'texture3D') : 'texture2D';
    const object = isDirect3D9
      ? { ...named, binding: e.context.samplerOf?.(named, dimension) ?? named.binding }
      : (e.context.textureOf?.(named, dimension) ?? named);
    const [location, ...gradients] = refs.slice(1);
    const hasGradients = gradients.length > 0;
    const w = location![3];
    // The instruction divides: that is no product with a reciprocal.
    const divided = kind === 'proj' ? location!.map((ref) => e.op('f.div', e.typeOf(ref), ref, w!)) : location!;
    const fill = (list: readonly number[], second: number) => {
      if (dimensions > 1) return list.slice(0, dimensions);
      // Textures with one dimension have any second coordinate in Direct3D 9.
      return [list[0]!, isDirect3D9 ? (list[1] ?? e.b.undefined(F32)) : e.float(second)];
    };
    const operands: ReadOperands = {
      coordinates: fill(divided, 0.5),
      scalar: kind === 'bias' || kind === 'lod' ? w : undefined,
      gradients: hasGradients ? [fill(gradients[0]!, 0), fill(gradients[1]!, 0)] : undefined,
    };
    const name = hasGradients ? LEGACY_OPERATIONS.grad : LEGACY_OPERATIONS[kind];
    const value = sample(e, name, object, isDirect3D9 ? undefined : named, operands);
    return [texel(e, object.type, value)];
  };
}
