/** System values: which of them WGSL has, and what they are for Direct3D. */
import { type IrModule, type IrStage, Kind } from '../../ir/index.ts';
import type { WgslContext } from './context.ts';

interface BuiltinInput {
  readonly type: string;
  readonly kind: number;
  readonly isScalar: boolean;
  /** Converts to the value of Direct3D, where WGSL has a different one. */
  readonly convert?: (w: WgslContext, text: string) => string;
}

const vector = (kind: number): BuiltinInput => ({ type: kind === Kind.f32 ? 'vec4f' : 'vec3u', kind, isScalar: false });
const scalar = (convert?: BuiltinInput['convert']): BuiltinInput => ({
  type: 'u32',
  kind: Kind.u32,
  isScalar: true,
  ...(convert !== undefined && { convert }),
});

export const BUILTIN_INPUTS: Readonly<Record<string, BuiltinInput>> = {
  // The last component is the reciprocal of what Direct3D has.
  position: { ...vector(Kind.f32), convert: (_, text) => `vec4f(${text}.xyz, 1.0 / ${text}.w)` },
  vertex_index: scalar((w, text) => `${text} - ${w.uniform('first_vertex')}`),
  instance_index: scalar((w, text) => `${text} - ${w.uniform('first_instance')}`),
  front_facing: {
    type: 'bool',
    kind: Kind.u32,
    isScalar: true,
    convert: (_, text) => `select(0u, 0xffffffffu, ${text})`,
  },
  sample_index: scalar(),
  sample_mask: scalar(),
  primitive_index: scalar(),
  global_invocation_id: vector(Kind.u32),
  workgroup_id: vector(Kind.u32),
  local_invocation_id: vector(Kind.u32),
  local_invocation_index: scalar(),
};

/** Extensions that builtin values need, with the feature of the device. */
export const BUILTIN_FEATURES: Readonly<Record<string, readonly [extension: string, feature: string]>> = {
  primitive_index: ['primitive_index', 'primitive-index'],
  clip_distances: ['clip_distances', 'clip-distances'],
};

type Names = Readonly<Record<string, string>>;

/** By what an element is: a register without a number, or a system value. */
const INPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: { vertex_id: 'vertex_index', instance_id: 'instance_index' },
  ps: {
    position: 'position',
    is_front_face: 'front_facing',
    sampleIndex: 'sample_index',
    primitive_id: 'primitive_index',
    coverage: 'sample_mask',
    primitiveId: 'primitive_index',
  },
  cs: {
    threadId: 'global_invocation_id',
    threadGroupId: 'workgroup_id',
    threadIdInGroup: 'local_invocation_id',
    threadIdInGroupFlattened: 'local_invocation_index',
  },
};

const OUTPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: { position: 'position', clip_distance: 'clip_distances' },
  ps: { depth: 'frag_depth', depthGreaterEqual: 'frag_depth', depthLessEqual: 'frag_depth', coverage: 'sample_mask' },
};

/** The builtin value of an input or output. */
export function wgslBuiltin(module: IrModule, element: number, isInput: boolean): string | undefined {
  const { special, systemValue } = (isInput ? module.inputs : module.outputs)[element]!;
  const name = special ?? systemValue;
  return name === undefined ? undefined : (isInput ? INPUTS : OUTPUTS)[module.stage]?.[name];
}
