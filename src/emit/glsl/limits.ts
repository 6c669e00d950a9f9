/**
 * Device limits that a shader needs beyond the guarantees of the OpenGL and OpenGL ES versions (their tables of
 * implementation-dependent values).
 */
import type { IrModule, IrStage } from '../../ir/index.ts';
import type { EmitPlan, PlannedResource, ResourceKind } from '../common/plan.ts';
import type { GlslVersion } from './versions.ts';

const STAGE_NAMES: Readonly<Record<IrStage, string>> = {
  vs: 'VERTEX',
  ps: 'FRAGMENT',
  cs: 'COMPUTE',
  gs: 'GEOMETRY',
  hs: 'TESS_CONTROL',
  ds: 'TESS_EVALUATION',
};

/** Bytes of a uniform buffer, and of memory of a group. */
const UNIFORM_BLOCK_SIZE = 16_384;
const MAX_GROUP_BYTES = { es: 16_384, desktop: 32_768 } as const;
const MAX_INVOCATIONS = { es: 128, desktop: 1024 } as const;

/** Vertices of an invocation of a geometry shader, and components of all of them. */
const GEOMETRY_VERTICES = 256;
const GEOMETRY_COMPONENTS = 1024;

/**
 * Variables of a stage that every device has. Buffers that are written and images are guaranteed in pixel and compute
 * shaders of some versions.
 */
const TEXTURE_UNITS = 16;
const UNIFORM_BLOCKS = 12;

function counted(resources: readonly PlannedResource[], ...kinds: ResourceKind[]): number {
  let count = 0;
  for (const { kind } of resources) if (kinds.includes(kind)) count++;
  return count;
}

/** Components of outputs: each variable has four. */
function componentsOf(outputs: EmitPlan['outputs']): number {
  return 4 * new Set(outputs.map(({ name }) => name)).size;
}

/** The limits that exceed what is guaranteed, by the names of OpenGL. */
export function glslLimits(
  { isEs }: GlslVersion,
  module: IrModule,
  { resources, outputs }: Pick<EmitPlan, 'resources' | 'outputs'>,
): Record<string, number> {
  const { stage, facts, bindings } = module;
  const vertices = stage === 'gs' ? (facts.maxVertices ?? 0) : 0;
  const name = STAGE_NAMES[stage];
  const family = isEs ? 'es' : 'desktop';
  const [x, y, z] = facts.threadGroupSize ?? [1, 1, 1];
  let groupBytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of bindings)
    if (kind === 'group') groupBytes += dimension === 'rawBuffer' ? size : size * stride;
  const largest = Math.max(0, ...resources.map(({ kind, minSize = 0 }) => (kind === 'uniformBuffer' ? minSize : 0)));
  const storage = stage === 'cs' || !isEs ? (isEs ? 4 : 8) : 0;
  const images = stage === 'cs' ? (isEs ? 4 : 8) : stage === 'ps' && !isEs ? 8 : 0;
  const limits: Record<string, number> = {};
  const add = (limit: string, need: number, guaranteed: number) => {
    if (need > guaranteed) limits[`GL_MAX_${limit}`] = need;
  };
  const textures = counted(resources, 'texture', 'depthTexture', 'texelBuffer');
  add('UNIFORM_BLOCK_SIZE', largest, UNIFORM_BLOCK_SIZE);
  add(`${name}_UNIFORM_BLOCKS`, counted(resources, 'uniformBuffer') + 1, UNIFORM_BLOCKS);
  add(stage === 'ps' ? 'TEXTURE_IMAGE_UNITS' : `${name}_TEXTURE_IMAGE_UNITS`, textures, TEXTURE_UNITS);
  add(`${name}_SHADER_STORAGE_BLOCKS`, counted(resources, 'storageBuffer', 'readOnlyStorageBuffer'), storage);
  add(`${name}_IMAGE_UNIFORMS`, counted(resources, 'storageTexture'), images);
  if (stage === 'cs') add('COMPUTE_WORK_GROUP_INVOCATIONS', x * y * z, MAX_INVOCATIONS[family]);
  add('COMPUTE_SHARED_MEMORY_SIZE', groupBytes, MAX_GROUP_BYTES[family]);
  add('GEOMETRY_OUTPUT_VERTICES', vertices, GEOMETRY_VERTICES);
  if (vertices > 0) add('GEOMETRY_TOTAL_OUTPUT_COMPONENTS', vertices * componentsOf(outputs), GEOMETRY_COMPONENTS);
  return limits;
}
