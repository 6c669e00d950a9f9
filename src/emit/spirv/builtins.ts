/** System values: their variables in SPIR-V, and conversions to the values of Direct3D.  */
import { type IrModule, type IrStage, Kind } from '../../ir/index.ts';
import { systemValueOf, TESS_FACTORS } from '../common/stage-elements.ts';
import type { Capability } from './capabilities.ts';
import type { Code } from './code.ts';
import { type BuiltIn, Spv } from './grammar.ts';
import type { SpirvModule } from './module-writer.ts';

export type BuiltInName = keyof typeof BuiltIn;

/** A variable as SPIR-V has it. */
export interface BuiltInVariable {
  readonly kind: number;
  /** Components of a vector; 1 for a scalar. */
  readonly width: number;
  /** Whether it is an array whose elements are the components. */
  readonly isArray?: true;
  readonly needs?: readonly Capability[];
}

const uint: BuiltInVariable = { kind: Kind.u32, width: 1 };
const threads: BuiltInVariable = { kind: Kind.u32, width: 3 };

export const BUILTINS: Readonly<Record<BuiltInName, BuiltInVariable>> = {
  Position: { kind: Kind.f32, width: 4 },
  PointSize: { kind: Kind.f32, width: 1 },
  ClipDistance: { kind: Kind.f32, width: 1, isArray: true, needs: ['ClipDistance'] },
  CullDistance: { kind: Kind.f32, width: 1, isArray: true, needs: ['CullDistance'] },
  PrimitiveId: uint,
  InvocationId: uint,
  Layer: uint,
  ViewportIndex: uint,
  TessLevelOuter: { kind: Kind.f32, width: 4, isArray: true },
  TessLevelInner: { kind: Kind.f32, width: 2, isArray: true },
  TessCoord: { kind: Kind.f32, width: 3 },
  FragCoord: { kind: Kind.f32, width: 4 },
  PointCoord: { kind: Kind.f32, width: 2 },
  FrontFacing: { kind: Kind.bool, width: 1 },
  SampleId: { ...uint, needs: ['SampleRateShading'] },
  SampleMask: { ...uint, isArray: true },
  FragDepth: { kind: Kind.f32, width: 1 },
  WorkgroupId: threads,
  LocalInvocationId: threads,
  GlobalInvocationId: threads,
  LocalInvocationIndex: uint,
  VertexIndex: uint,
  InstanceIndex: uint,
  BaseVertex: { ...uint, needs: ['DrawParameters'] },
  BaseInstance: { ...uint, needs: ['DrawParameters'] },
  FragStencilRefEXT: { ...uint, needs: ['StencilExportEXT'] },
  FullyCoveredEXT: { kind: Kind.bool, width: 1, needs: ['FragmentFullyCoveredEXT'] },
};

/** The capabilities that a value needs in a stage, besides those of all stages. */
export function capabilitiesOf(
  name: BuiltInName,
  { stage }: IrModule,
  isInput: boolean,
  version: number,
): Capability[] {
  if (name === 'PrimitiveId' && stage === 'ps') return ['Geometry'];
  if (name !== 'Layer' && name !== 'ViewportIndex') return [];
  const ofPixels: Capability = name === 'Layer' ? 'Geometry' : 'MultiViewport';
  if (isInput || stage === 'gs') return [ofPixels];
  if (version < 15) return ['ShaderViewportIndexLayerEXT'];
  return [name === 'Layer' ? 'ShaderLayer' : 'ShaderViewportIndex'];
}

type Names = Readonly<Partial<Record<string, BuiltInName>>>;

/** Builtins of vertices and control points that the rasterizer reads. */
const BETWEEN_STAGES: Names = { position: 'Position', clip_distance: 'ClipDistance', cull_distance: 'CullDistance' };

const FACTORS: Names = Object.fromEntries(
  Object.entries(TESS_FACTORS).map(([name, [where]]) => [
    name,
    where === 'outer' ? 'TessLevelOuter' : 'TessLevelInner',
  ]),
);

/** By what an element is: a register without a number, or a system value. */
const INPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: { vertex_id: 'VertexIndex', instance_id: 'InstanceIndex' },
  ps: {
    position: 'FragCoord',
    is_front_face: 'FrontFacing',
    sampleIndex: 'SampleId',
    primitive_id: 'PrimitiveId',
    primitiveId: 'PrimitiveId',
    coverage: 'SampleMask',
    innerCoverage: 'FullyCoveredEXT',
    pointCoord: 'PointCoord',
    clip_distance: 'ClipDistance',
    cull_distance: 'CullDistance',
    rendertarget_array_index: 'Layer',
    viewport_array_index: 'ViewportIndex',
  },
  gs: { ...BETWEEN_STAGES, primitiveId: 'PrimitiveId', instanceId: 'InvocationId' },
  hs: { ...BETWEEN_STAGES, primitiveId: 'PrimitiveId', outputPointId: 'InvocationId' },
  ds: { ...BETWEEN_STAGES, ...FACTORS, primitiveId: 'PrimitiveId', domainPoint: 'TessCoord' },
  cs: {
    threadId: 'GlobalInvocationId',
    threadGroupId: 'WorkgroupId',
    threadIdInGroup: 'LocalInvocationId',
    threadIdInGroupFlattened: 'LocalInvocationIndex',
  },
};

const OF_VERTICES: Names = {
  position: 'Position',
  pointSize: 'PointSize',
  clip_distance: 'ClipDistance',
  cull_distance: 'CullDistance',
  rendertarget_array_index: 'Layer',
  viewport_array_index: 'ViewportIndex',
};

const OUTPUTS: Readonly<Partial<Record<IrStage, Names>>> = {
  vs: OF_VERTICES,
  gs: { ...OF_VERTICES, primitive_id: 'PrimitiveId' },
  hs: { ...BETWEEN_STAGES, ...FACTORS },
  ds: OF_VERTICES,
  ps: {
    depth: 'FragDepth',
    depthGreaterEqual: 'FragDepth',
    depthLessEqual: 'FragDepth',
    coverage: 'SampleMask',
    stencilReference: 'FragStencilRefEXT',
  },
};

/** The builtin value of an input or output. */
export function spirvBuiltin(module: IrModule, element: number, isInput: boolean): BuiltInName | undefined {
  const name = systemValueOf(module, element, isInput);
  return name === undefined ? undefined : (isInput ? INPUTS : OUTPUTS)[module.stage]?.[name];
}

/** The kind of components that a builtin value has for Direct3D. */
export function kindOfInput(name: BuiltInName): number {
  const { kind } = BUILTINS[name];
  return kind === Kind.bool ? Kind.u32 : kind;
}

/** Converts a builtin value of SPIR-V to that of Direct3D. @param other gives another builtin value */
export function convertInput(
  name: BuiltInName,
  value: number,
  m: SpirvModule,
  code: Code,
  other: (name: BuiltInName) => number,
): number {
  switch (name) {
    case 'FragCoord': {
      // The last component is the reciprocal of what Direct3D has.
      const w = code.binary(Spv.FDiv, m.float, m.floatOf(1), code.extract(m.float, value, 3));
      return code.ternary(Spv.CompositeInsert, m.vector(m.float, 4), w, value, 3);
    }
    case 'VertexIndex':
      return code.binary(Spv.ISub, m.uint, value, other('BaseVertex'));
    case 'InstanceIndex':
      return code.binary(Spv.ISub, m.uint, value, other('BaseInstance'));
    case 'FrontFacing':
    case 'FullyCoveredEXT':
      return code.select(m.uint, value, m.unsigned(name === 'FrontFacing' ? 0xffff_ffff : 1), m.unsigned(0));
    default:
      return value;
  }
}

/** Other values that the conversion of a value reads. */
export const READ_BY_CONVERSION: Readonly<Partial<Record<BuiltInName, BuiltInName>>> = {
  VertexIndex: 'BaseVertex',
  InstanceIndex: 'BaseInstance',
};

/** An input or output with its variable. */
export interface InterfaceElement {
  readonly variable: number;
  readonly storage: number;
  /** The kind of components for Direct3D. */
  readonly kind: number;
  /** Components of the variable; 1 for a scalar. */
  readonly width: number;
  readonly builtin: BuiltInName | undefined;
  /** Of arrays: the element that is the lowest component. */
  readonly firstElement: number | undefined;
  /** Elements of an array with one for each vertex or control point. */
  readonly vertices: number | undefined;
}

/** A variable with descriptors of a binding. */
export interface ResourceVariable {
  readonly id: number;
  readonly storage: number;
  /** The type of one descriptor: a block, an image or a sampler. */
  readonly type: number;
  /** Descriptors: 1 for a variable that is no array, 0 for as many as are bound. */
  readonly count: number;
  /** Capabilities for selecting a descriptor by a value, and by one that differs between threads. */
  readonly dynamic: Capability | undefined;
  readonly nonuniform: Capability | undefined;
}
