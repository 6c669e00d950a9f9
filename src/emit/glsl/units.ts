/**
 * The binding numbers of variables in OpenGL, where constant buffers, textures, storage buffers and images each count
 * from 0, and all stages of a program share the numbers. The rule is the same for all shaders, so that stages agree
 * without being translated together: each stage has a separate range; constant buffers use their register numbers, all
 * others follow the order of registers.
 *
 * Source: OpenGL ES 3.0, table 6.33: 24 constant buffers and 32 textures for all stages, at most 12 and 16 in one
 * stage. Every number is below these limits if no stage exceeds its share.
 */
import type { IrBinding, IrModule, IrStage } from '../../ir/index.ts';
import type { NeededResource, NumberRule, ResourceKind, SharedNumbers } from '../common/plan.ts';

/** The first number of buffers of constants; the last one of a stage is that of its runtime uniforms. */
const CONSTANT_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 12, gs: 24, hs: 36, ds: 48 };
const RUNTIME_UNIFORMS = 11;
/** Numbers of constants that exceed what every device has. */
const OTHERS = 60;
const TEXTURE_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 16, gs: 32, hs: 48, ds: 64 };
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

export const UNITS: SharedNumbers = {
  classOf: (kind) => CLASSES[kind],
  rule: (module, needed) => new UnitRule(module, needed),
};

class UnitRule implements NumberRule {
  readonly #stage: IrStage;
  readonly #next = new Map<UnitClass, number>();
  /**
   * Numbers for constants whose registers are no numbers: those that no other register of the shader has, the last one
   * first.
   */
  readonly #free: number[] = [];

  constructor({ stage, bindings }: IrModule, needed: readonly NeededResource[]) {
    this.#stage = stage;
    const taken = new Set<number>();
    for (const { binding, element, kind } of needed) {
      const { register, space } = bindings[binding]!;
      if (CLASSES[kind] === 'constants' && space === 0) taken.add(register + element);
    }
    for (let number = 0; number < RUNTIME_UNIFORMS; number++) if (!taken.has(number)) this.#free.push(number);
  }

  numbersOf({ register, space }: IrBinding, { element, kind }: NeededResource): readonly [number, number] {
    const unit = CLASSES[kind];
    if (unit === 'constants') {
      const number = register + element;
      const unit = space === 0 && number < RUNTIME_UNIFORMS ? number : this.#free.pop();
      if (unit !== undefined) return [0, CONSTANT_UNITS[this.#stage] + unit];
    }
    const first = unit === 'constants' ? OTHERS : (unit === 'textures' ? TEXTURE_UNITS : STORAGE_UNITS)[this.#stage];
    const next = this.#next.get(unit) ?? first;
    this.#next.set(unit, next + 1);
    return [0, next];
  }

  runtime(): readonly [number, number] {
    return [0, CONSTANT_UNITS[this.#stage] + RUNTIME_UNIFORMS];
  }
}
