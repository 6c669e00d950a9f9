/** Which elements the signatures of a generated program have: semantics, types, packing, system values. */
import { SM4_SYSTEM_NAMES } from '../src/isa/sm4/names.ts';
import type { Sm4Stage } from '../src/isa/sm4/opcodes.ts';
import type { Random } from './random.ts';
import type { FeatureName } from './sm4-features.ts';
import type { ComponentType, Direction, Element, SystemName } from './sm4-signatures.ts';
import { reaches, type Target, type Version } from './sm4-target.ts';
import { happens, WEIGHTS, weighted } from './sm4-weights.ts';

interface SystemValue {
  readonly semantic: string;
  readonly name: SystemName;
  readonly type: ComponentType;
  readonly mask: 'full' | 'one' | 'any';
  /** Made by the pipeline and not by the stage before. */
  readonly generated: boolean;
  readonly inputs: readonly Sm4Stage[];
  readonly outputs: readonly Sm4Stage[];
  readonly since?: Version;
  /** The feature that stages other than geometry shaders need to write it. */
  readonly outputFeature?: FeatureName;
  /** How pixel shaders may have it interpolated. */
  readonly interpolations: readonly number[];
}

/** Interpolation at sample frequency, new in 4.1. */
const SAMPLED = 6;
const NO_PERSPECTIVE_SAMPLED = 7;
const CONSTANT = [1] as const;
const LINEAR = [2, 3, SAMPLED] as const;
const NO_PERSPECTIVE = [4, 5, NO_PERSPECTIVE_SAMPLED] as const;
const ALL_INTERPOLATIONS = [...CONSTANT, ...LINEAR, ...NO_PERSPECTIVE] as const;

// biome-ignore format: one row, one line
const SYSTEM_VALUES: readonly SystemValue[] = [
  { semantic: 'SV_Position', name: 'position', type: 'float', mask: 'full', generated: false, inputs: ['ps', 'gs', 'hs', 'ds'], outputs: ['vs', 'gs', 'hs', 'ds'], interpolations: NO_PERSPECTIVE },
  { semantic: 'SV_ClipDistance', name: 'clip_distance', type: 'float', mask: 'any', generated: false, inputs: ['ps', 'gs', 'hs', 'ds'], outputs: ['vs', 'gs', 'hs', 'ds'], interpolations: LINEAR },
  { semantic: 'SV_CullDistance', name: 'cull_distance', type: 'float', mask: 'any', generated: false, inputs: ['ps', 'gs', 'hs', 'ds'], outputs: ['vs', 'gs', 'hs', 'ds'], interpolations: LINEAR },
  { semantic: 'SV_RenderTargetArrayIndex', name: 'rendertarget_array_index', type: 'uint', mask: 'one', generated: false, inputs: ['ps'], outputs: ['gs', 'vs', 'ds'], outputFeature: 'arrayIndexFromAnyShader', interpolations: CONSTANT },
  { semantic: 'SV_ViewportArrayIndex', name: 'viewport_array_index', type: 'uint', mask: 'one', generated: false, inputs: ['ps'], outputs: ['gs', 'vs', 'ds'], outputFeature: 'arrayIndexFromAnyShader', interpolations: CONSTANT },
  { semantic: 'SV_VertexID', name: 'vertex_id', type: 'uint', mask: 'one', generated: true, inputs: ['vs'], outputs: [], interpolations: CONSTANT },
  { semantic: 'SV_InstanceID', name: 'instance_id', type: 'uint', mask: 'one', generated: true, inputs: ['vs'], outputs: [], interpolations: CONSTANT },
  { semantic: 'SV_PrimitiveID', name: 'primitive_id', type: 'uint', mask: 'one', generated: true, inputs: ['ps'], outputs: ['gs'], interpolations: CONSTANT },
  { semantic: 'SV_IsFrontFace', name: 'is_front_face', type: 'uint', mask: 'one', generated: true, inputs: ['ps'], outputs: ['gs'], interpolations: CONSTANT },
  { semantic: 'SV_SampleIndex', name: 'sampleIndex', type: 'uint', mask: 'one', generated: true, inputs: ['ps'], outputs: [], since: '4.1', interpolations: CONSTANT },
];

const TYPES: readonly ComponentType[] = ['float', 'float', 'int', 'uint'];
/** Masks of an element from x on, and of two that share a register. */
const LEADING_MASKS = [1, 3, 7, 15] as const;
const SHARED_MASKS = [
  [1, 14],
  [3, 12],
  [7, 8],
  [1, 6],
  [3, 4],
] as const;

export interface Layout {
  readonly target: Target;
  readonly features: ReadonlySet<FeatureName>;
  readonly direction: Direction;
  /** Most registers with ordinary elements. */
  readonly most: number;
  readonly stream?: number;
  /** First register. */
  readonly from?: number;
  /** No system values. */
  readonly fastPath?: boolean;
  readonly atLeastOne?: boolean;
}

/** Random elements: ordinary ones, then system values, those that the pipeline generates last. */
export function randomElements(random: Random, layout: Layout): Element[] {
  const elements: Element[] = [];
  const semantics = new Map<string, number>();
  let register = layout.from ?? 0;
  for (let left = random.between(layout.atLeastOne ? 1 : 0, layout.most); left > 0; left--, register++) {
    if (happens(random, 'registerGap')) register++;
    const masks = happens(random, 'packedElement') ? random.pick(SHARED_MASKS) : [random.pick(LEADING_MASKS)];
    const type = random.pick(TYPES);
    const interpolation = randomInterpolation(random, layout, type === 'float' ? ALL_INTERPOLATIONS : CONSTANT);
    const minPrecision = randomPrecision(random, layout, type);
    for (const mask of masks) {
      const semantic = weighted(random, WEIGHTS.semantic)!;
      const semanticIndex = semantics.get(semantic) ?? 0;
      semantics.set(semantic, semanticIndex + 1);
      const declared = !happens(random, 'unusedElement');
      elements.push({
        semantic,
        semanticIndex,
        systemValue: 0,
        type,
        register,
        mask,
        stream: layout.stream ?? 0,
        interpolation,
        minPrecision,
        declared,
      });
    }
  }
  return layout.fastPath ? elements : [...elements, ...systemElements(random, layout, register)];
}

function systemElements(random: Random, layout: Layout, from: number): Element[] {
  const { target, direction } = layout;
  const chosen = SYSTEM_VALUES.filter((value) => isPossible(value, layout) && happens(random, 'systemValue'));
  return chosen.map((value, i) => ({
    semantic: value.semantic,
    semanticIndex: 0,
    systemValue: SM4_SYSTEM_NAMES.indexOf(value.name),
    type: value.type,
    register: from + i,
    mask: value.mask === 'full' ? 15 : value.mask === 'one' ? 1 : random.pick(LEADING_MASKS),
    stream: layout.stream ?? 0,
    system: { name: value.name, generated: value.generated },
    interpolation: randomInterpolation(random, layout, value.interpolations),
    declared: direction === 'output' || target.stage !== 'ps' || !happens(random, 'unusedElement'),
  }));
}

function isPossible({ inputs, outputs, since, outputFeature }: SystemValue, layout: Layout): boolean {
  const { target, direction, features } = layout;
  const stages = direction === 'input' ? inputs : outputs;
  if (!stages.includes(target.stage) || !reaches(target, since ?? '4.0')) return false;
  return direction === 'input' || !outputFeature || target.stage === 'gs' || features.has(outputFeature);
}

/** One of `modes` in inputs of pixel shaders, nothing elsewhere. */
function randomInterpolation(random: Random, { target, direction }: Layout, modes: readonly number[]): number {
  if (target.stage !== 'ps' || direction !== 'input') return 0;
  return random.pick(modes.filter((mode) => mode < SAMPLED || reaches(target, '4.1')));
}

/** Minimum precisions of each type. */
const PRECISIONS: Readonly<Record<ComponentType, readonly number[]>> = { float: [1, 2], int: [4], uint: [5] };

function randomPrecision(random: Random, { features }: Layout, type: ComponentType): number {
  if (!features.has('minimumPrecision') || !happens(random, 'minimumPrecision')) return 0;
  return random.pick(PRECISIONS[type]);
}
