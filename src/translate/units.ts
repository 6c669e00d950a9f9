/**
 * The numbers of variables in OpenGL, where buffers of constants, textures, buffers that are written and images each count from 0, and all stages of a
 * program share the numbers. The rule is the same for all shaders, so that stages agree without being translated together: a stage has numbers of its
 * own; registers of buffers of constants keep theirs, all else is in the order of registers.
 */
import type { NeededResource, ResourceKind } from '../emit/common/plan.ts';
import type { IrBinding, IrModule, IrStage } from '../ir/index.ts';

/** The first number of a stage, of buffers of constants and of textures: the last of a stage's constants is that of its runtime uniforms. */
const STAGE_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 16, gs: 32, hs: 48, ds: 64 };
const RUNTIME_UNIFORMS = 15;
/** First number of buffers that are written, and of images: few implementations have many. */
const STORAGE_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 8, gs: 12, hs: 14, ds: 16 };

type UnitClass = 'constants' | 'textures' | 'storage' | 'images';

const CLASSES: Readonly<Record<ResourceKind, UnitClass>> = {
  uniformBuffer: 'constants',
  storageBuffer: 'storage',
  readOnlyStorageBuffer: 'storage',
  storageTexture: 'images',
  texture: 'textures',
  depthTexture: 'textures',
  texelBuffer: 'textures',
  storageTexelBuffer: 'images',
  sampler: 'textures',
  comparisonSampler: 'textures',
  workgroup: 'storage',
};

/** What shares its numbers: variables of one class. */
export function unitClass(kind: ResourceKind): string {
  return CLASSES[kind];
}

export class UnitRule {
  readonly #stage: IrStage;
  readonly #next = new Map<UnitClass, number>();

  constructor({ stage }: IrModule) {
    this.#stage = stage;
  }

  placeOf({ register, space }: IrBinding, { element, kind }: NeededResource): readonly [number, number] {
    const unit = CLASSES[kind];
    const number = register + element;
    if (unit === 'constants' && space === 0 && number < RUNTIME_UNIFORMS) return [0, STAGE_UNITS[this.#stage] + number];
    // Constants that have no number of their stage come after those of all stages.
    const first = unit === 'constants' ? OTHERS : (unit === 'textures' ? STAGE_UNITS : STORAGE_UNITS)[this.#stage];
    const next = this.#next.get(unit) ?? first;
    this.#next.set(unit, next + 1);
    return [0, next];
  }

  runtime(): readonly [number, number] {
    return [0, STAGE_UNITS[this.#stage] + RUNTIME_UNIFORMS];
  }
}

const OTHERS = 80;
