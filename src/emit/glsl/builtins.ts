/** System values: which of them GLSL has, and what they are for Direct3D. */
import { type IrModule, type IrStage, Kind } from '../../ir/index.ts';
import { systemValueOf, TESS_FACTORS } from '../common/stage-elements.ts';
import type { GlslContext } from './context.ts';
import type { GlslFact, GlslVersion } from './versions.ts';

interface BuiltinInput {
  readonly kind: number;
  readonly isScalar: boolean;
  /** Converts to the value of Direct3D, as an expression of type `type`, where GLSL has a different one. */
  readonly convert?: (w: GlslContext) => string;
  readonly type?: string;
}

const word = (convert: (w: GlslContext) => string): BuiltinInput => ({
  kind: Kind.u32,
  isScalar: true,
  convert,
  type: 'uint',
});
const vector: BuiltinInput = { kind: Kind.u32, isScalar: false };

export const BUILTIN_INPUTS: Readonly<Record<string, BuiltinInput>> = {
  // The last component is the reciprocal of what Direct3D has.
  gl_FragCoord: {
    kind: Kind.f32,
    isScalar: false,
    type: 'vec4',
    convert: (w) =>
      `vec4(gl_FragCoord.x, ${w.uniform('y_offset')} - gl_FragCoord.y * ${w.uniform('y_sign')}, gl_FragCoord.z, 1.0 / gl_FragCoord.w)`,
  },
  gl_VertexID: word((w) => `uint(gl_VertexID) - ${w.uniform('first_vertex')}`),
  gl_InstanceID: word(() => 'uint(gl_InstanceID)'),
  gl_FrontFacing: word(() => 'gl_FrontFacing ? 0xffffffffu : 0u'),
  gl_SampleID: word(() => 'uint(gl_SampleID)'),
  gl_SampleMaskIn: word(() => 'uint(gl_SampleMaskIn[0])'),
  gl_PrimitiveID: word(() => 'uint(gl_PrimitiveID)'),
  gl_PrimitiveIDIn: word(() => 'uint(gl_PrimitiveIDIn)'),
  gl_InvocationID: word(() => 'uint(gl_InvocationID)'),
  // OpenGL counts from the upper corner in its window, whose first row is the last one of the picture with y_sign 1.
  gl_PointCoord: {
    kind: Kind.f32,
    isScalar: false,
    type: 'vec2',
    convert: (w) => `vec2(gl_PointCoord.x, 0.5 + (gl_PointCoord.y - 0.5) * ${w.uniform('y_sign')})`,
  },
  gl_TessCoord: { kind: Kind.f32, isScalar: false },
  gl_Layer: word(() => 'uint(gl_Layer)'),
  gl_ViewportIndex: word(() => 'uint(gl_ViewportIndex)'),
  gl_GlobalInvocationID: vector,
  gl_WorkGroupID: vector,
  gl_LocalInvocationID: vector,
  gl_LocalInvocationIndex: { kind: Kind.u32, isScalar: true },
};

/** Version facts that builtin values need, with names for messages; further ones are {@link NEEDS}. */
export const REPORTED_NEEDS: Readonly<Record<string, readonly [fact: GlslFact, what: string]>> = {
  'gs in gl_InvocationID': ['geometryInstances', 'the number of an instance in geometry shaders'],
  'gs out gl_ViewportIndex': ['viewports', 'viewports that geometry shaders choose'],
  'ps in gl_ViewportIndex': ['viewports', 'viewports in pixel shaders'],
  'ps in gl_Layer': ['layersOfPixels', 'layers in pixel shaders'],
};

/** Version facts that builtin values need, without a message. */
const NEEDS: Readonly<Record<string, GlslFact>> = {
  gl_SampleID: 'sampleShading',
  gl_SampleMaskIn: 'sampleShading',
  gl_SampleMask: 'sampleShading',
};

/** Extensions of OpenGL ES that have builtin values. */
export const ES_EXTENSIONS: Readonly<Record<string, string>> = {
  gl_ClipDistance: 'GL_EXT_clip_cull_distance',
  gl_CullDistance: 'GL_EXT_clip_cull_distance',
};

type Names = Readonly<Record<string, string>>;

/** Builtins of vertices that the rasterizer reads. */
const BETWEEN_STAGES: Names = {
  position: 'gl_Position',
  clip_distance: 'gl_ClipDistance',
  cull_distance: 'gl_CullDistance',
};

const FACTORS: Names = Object.fromEntries(
  Object.entries(TESS_FACTORS).map(([name, [where]]) => [
    name,
    where === 'outer' ? 'gl_TessLevelOuter' : 'gl_TessLevelInner',
  ]),
);

/** By what an element is: a register without a number, or a system value. */
const INPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: { vertex_id: 'gl_VertexID', instance_id: 'gl_InstanceID' },
  ps: {
    position: 'gl_FragCoord',
    is_front_face: 'gl_FrontFacing',
    sampleIndex: 'gl_SampleID',
    primitive_id: 'gl_PrimitiveID',
    primitiveId: 'gl_PrimitiveID',
    coverage: 'gl_SampleMaskIn',
    pointCoord: 'gl_PointCoord',
    clip_distance: 'gl_ClipDistance',
    cull_distance: 'gl_CullDistance',
    rendertarget_array_index: 'gl_Layer',
    viewport_array_index: 'gl_ViewportIndex',
  },
  gs: { ...BETWEEN_STAGES, primitiveId: 'gl_PrimitiveIDIn', instanceId: 'gl_InvocationID' },
  hs: { ...BETWEEN_STAGES, primitiveId: 'gl_PrimitiveID', outputPointId: 'gl_InvocationID' },
  ds: { ...BETWEEN_STAGES, ...FACTORS, primitiveId: 'gl_PrimitiveID', domainPoint: 'gl_TessCoord' },
  cs: {
    threadId: 'gl_GlobalInvocationID',
    threadGroupId: 'gl_WorkGroupID',
    threadIdInGroup: 'gl_LocalInvocationID',
    threadIdInGroupFlattened: 'gl_LocalInvocationIndex',
  },
};

const OUTPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: { ...BETWEEN_STAGES, pointSize: 'gl_PointSize' },
  hs: { ...BETWEEN_STAGES, ...FACTORS },
  ds: BETWEEN_STAGES,
  gs: {
    ...BETWEEN_STAGES,
    primitive_id: 'gl_PrimitiveID',
    rendertarget_array_index: 'gl_Layer',
    viewport_array_index: 'gl_ViewportIndex',
  },
  ps: {
    depth: 'gl_FragDepth',
    depthGreaterEqual: 'gl_FragDepth',
    depthLessEqual: 'gl_FragDepth',
    coverage: 'gl_SampleMask',
  },
};

/** The builtin value of an input or output; undefined if the version has none. */
export function glslBuiltin(
  version: GlslVersion,
  module: IrModule,
  element: number,
  isInput: boolean,
): string | undefined {
  const name = systemValueOf(module, element, isInput);
  const value = name === undefined ? undefined : (isInput ? INPUTS : OUTPUTS)[module.stage]?.[name];
  if (value === undefined) return undefined;
  if (value === 'gl_PrimitiveID' && module.stage === 'ps' && !version.primitiveIds) return undefined;
  // Only 4.50 has cull distances, and so does the extension of OpenGL ES.
  if (value === 'gl_CullDistance' && !version.isEs && !version.memory) return undefined;
  const fact = NEEDS[value];
  return fact === undefined || version[fact] ? value : undefined;
}
