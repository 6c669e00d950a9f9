/** Lowering of methods of textures and buffers. */
import { Kind } from '../../ir/types.ts';
import type { HlslType } from '../types/types.ts';
import { type IntrinsicCall, isObject, isValue, type Lowering, type ObjectRef } from './emitter.ts';
import * as memory from './memory.ts';
import { asScalar } from './special.ts';
import * as textures from './textures.ts';

export interface MethodCall extends IntrinsicCall {
  readonly object: ObjectRef;
  /** Whether the call has a parameter for the status. */
  readonly hasStatus: boolean;
}

export type MethodLowering = (call: MethodCall) => ReturnType<Lowering>;

/** Scalars of all arguments that are values, in order. */
function valuesOf({ args }: MethodCall): (readonly number[])[] {
  return args.filter(isValue).map(({ refs }) => refs);
}

function samplerOf({ args }: MethodCall): ObjectRef {
  return args.find(isObject)!;
}

type Operand = 'scalar' | 'gradients';

/** A filtered read: coordinates, `operands`, then offsets, the smallest level and the status, which may be missing. */
export function sampling(
  name: Parameters<typeof textures.sample>[1],
  operands: readonly Operand[] = [],
): MethodLowering {
  return (call) => {
    const { e, object } = call;
    const values = valuesOf(call);
    let at = 0;
    const coordinates = values[at++]!;
    let scalar: number | undefined;
    let gradients: [readonly number[], readonly number[]] | undefined;
    for (const operand of operands) {
      if (operand === 'scalar') scalar = values[at++]![0];
      else gradients = [values[at++]!, values[at++]!];
    }
    const hasOffsets = textures.textureShape(object.type.name)!.offsets > 0;
    const offsets = hasOffsets ? values[at++] : undefined;
    const clamp = values[at]?.[0];
    const rest = { coordinates, scalar, gradients, offsets, clamp };
    return withStatus(call, [textures.sample(e, name, object, samplerOf(call), rest)], (value) =>
      name.startsWith('tex.sample.cmp') ? e.split(value!, 1) : textures.texel(e, object.type, value!),
    );
  };
}

/** The result, and the status if the call asks for it: that of all reads together. */
function withStatus(
  { e, hasStatus }: MethodCall,
  reads: readonly number[],
  result: (value?: number) => readonly number[],
): ReturnType<Lowering> {
  const refs = result(reads[0]);
  if (!hasStatus) return [refs];
  const status = reads.map((read) => textures.statusOf(e, read)).reduce((a, b) => e.and(a, b));
  return [refs, [status]];
}

/** One component of four texels; with four offsets each texel has its own read. */
export function gathering(channel: number, isCompared: boolean): MethodLowering {
  return (call) => {
    const { e, object } = call;
    const values = valuesOf(call);
    const coordinates = values[0]!;
    const scalar = isCompared ? values[1]![0] : undefined;
    const offsets = values.slice(isCompared ? 2 : 1);
    const read = (o: readonly number[] | undefined) =>
      textures.gather(e, object, samplerOf(call), channel, { coordinates, scalar, offsets: o });
    if (offsets.length < 4) return withStatus(call, [read(offsets[0])], (value) => e.split(value!, 4));
    const reads = offsets.map(read);
    return withStatus(call, reads, () => reads.map((value, i) => e.split(value, 4)[i]!));
  };
}

/** A read of a texel: coordinates with the level last, then offsets. */
export const load: MethodLowering = (call) => {
  const { e, object } = call;
  const [location, offsets] = valuesOf(call);
  const { coordinates } = textures.textureShape(object.type.name)!;
  const level = location!.length > coordinates ? location![coordinates] : undefined;
  const value = textures.fetch(e, object, location!.slice(0, coordinates), level, offsets);
  e.context.methodLoads?.add(value);
  return withStatus(call, [value], () => textures.texel(e, object.type, value));
};

export const loadSample: MethodLowering = (call) => {
  const { e, object } = call;
  const [coordinates, index, offsets] = valuesOf(call);
  const value = textures.fetch(e, object, coordinates!, index![0], offsets);
  return withStatus(call, [value], () => textures.texel(e, object.type, value));
};

/** Sizes, as floats if the variables are not `uint`. */
function sizes(compute: (call: MethodCall) => readonly number[]): MethodLowering {
  return (call) => {
    const { e, outs, object } = call;
    const refs = compute(call);
    if (object.type.name === 'TextureCubeArray' && scalarOf(outs[0]) !== 'uint') e.context.refuse(refs, 'X4598', {});
    return [[], ...refs.map((size, i) => [e.convert(size, scalarOf(outs[i]))])];
  };
}

function scalarOf(type: HlslType | undefined) {
  return type?.kind === 'numeric' ? type.scalar : 'uint';
}

export const textureSizes = sizes((call) => textures.dimensions(call.e, call.object, valuesOf(call)[0]?.[0]));

export function levelOfDetail(index: 0 | 1): MethodLowering {
  return (call) => {
    const coordinates = valuesOf(call)[0]!;
    return [[textures.levelOfDetail(call.e, call.object, samplerOf(call), coordinates)[index]!]];
  };
}

export const bufferSizes = sizes(({ e, object }) => memory.bufferSize(e, object));

export const loadStructured: MethodLowering = (call) => {
  const { e, object } = call;
  const address = { element: valuesOf(call)[0]![0]! };
  const { refs, loads } = memory.loadElement(e, object, address, object.type.element!, 0, true);
  return withStatus(call, loads, () => refs);
};

export function loadRaw(count: number): MethodLowering {
  return (call) => {
    const { refs, loads } = memory.loadRaw(call.e, call.object, valuesOf(call)[0]![0]!, count);
    return withStatus(call, loads, () => refs);
  };
}

export const storeRaw: MethodLowering = (call) => {
  const [offset, values] = valuesOf(call);
  memory.storeWords(
    call.e,
    call.object,
    { base: offset![0]! },
    values!.map((ref) => call.e.as(Kind.b32, ref)),
  );
  return [[]];
};

export function atomic(name: string): MethodLowering {
  return (call) => {
    const [offset, ...values] = valuesOf(call);
    const target = { object: call.object, address: [offset![0]!] };
    const before = memory.atomic(
      call.e,
      name,
      target,
      values.map((refs) => refs[0]!),
    );
    return [[], [asScalar(call.e, before, call.outs[0])]];
  };
}

export const append: MethodLowering = (call) => {
  const { e, object } = call;
  const element = memory.counter(e, object, true);
  memory.storeElement(e, object, { element }, object.type.element!, valuesOf(call)[0]!);
  return [[]];
};

export const consume: MethodLowering = ({ e, object }) => {
  const element = memory.counter(e, object, false);
  return [memory.loadElement(e, object, { element }, object.type.element!).refs];
};
