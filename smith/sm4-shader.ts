/**
 * The state that all bodies of a generated program share: target, features, resources, immediate constants, debug
 * messages.
 */
import type { Field } from '../src/base/field.ts';
import { Sm4CustomDataClass } from '../src/isa/sm4/names.ts';
import type { Sm4Stage } from '../src/isa/sm4/opcodes.ts';
import { Sm4GlobalFlags } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { FEATURE_ROWS, type FeatureName, randomFeatures } from './sm4-features.ts';
import { Linkage } from './sm4-linkage.ts';
import { type LiteralMode, randomLiteral } from './sm4-literals.ts';
import { reaches, type Target, type Version } from './sm4-target.ts';
import { declareView, Views } from './sm4-views.ts';
import { happens } from './sm4-weights.ts';
import { customDataWords, instructionWords } from './sm4-words.ts';

export type Threads = readonly [x: number, y: number, z: number];

export class Shader {
  readonly random: Random;
  readonly target: Target;
  readonly features: ReadonlySet<FeatureName>;
  readonly views: Views;
  /** Threads of a group of a compute shader. */
  readonly threads: Threads;
  /** How many rows the immediate constant buffer has; 0 when there is none. */
  readonly immediateConstants: number;
  /** Interfaces, if the program has any. */
  readonly linkage: Linkage | undefined;
  /** Whether it is made to run (`runnableProgram`). */
  readonly runs: boolean;
  /** Of those made to run: whether all lanes take the same way, so that everything may be in branches. */
  readonly isUniform: boolean;
  readonly literals: LiteralMode;
  #labels = 0;

  constructor(random: Random, target: Target, runs = false) {
    this.random = random;
    this.target = target;
    this.features = randomFeatures(random, target);
    this.runs = runs;
    this.isUniform = runs && random.oneIn(2);
    this.literals = runs ? random.pick(['dyadic', 'dyadic', 'special', 'any']) : 'any';
    this.threads = runs
      ? [random.between(1, 6), random.between(1, 3), random.between(1, 2)]
      : [random.between(1, 16), random.between(1, 8), random.between(1, 4)];
    const [x, y, z] = this.threads;
    this.views = new Views(random, target, this.features, x * y * z);
    this.linkage = reaches(target, '5.0') && happens(random, 'linkage') ? new Linkage(random) : undefined;
    this.immediateConstants = happens(random, 'immediateConstantBuffer') ? random.between(1, 20) : 0;
  }

  /** A label that no subroutine has yet. */
  freshLabel(): number {
    return this.#labels++;
  }

  /** The declarations of flags, immediate constants and resources, when all bodies are finished. */
  declarations(): number[] {
    while (happens(this.random, 'unusedView')) this.views.declareUnused();
    const views = this.views.list.flatMap((view) => declareView(view, this.target));
    return [
      ...this.#globalFlags(),
      ...this.#immediateConstantBuffer(),
      ...views,
      ...(this.linkage?.declarations() ?? []),
    ];
  }

  #globalFlags(): number[] {
    const { random, target, features } = this;
    let controls = 0;
    for (const name of features) {
      const { flag } = FEATURE_ROWS[name];
      if (flag !== undefined) controls = flag.set(controls, 1);
    }
    for (const { flag, since, stages } of FREE_FLAGS) {
      if (reaches(target, since) && (stages?.includes(target.stage) ?? true) && happens(random, 'globalFlag'))
        controls = flag.set(controls, 1);
    }
    return controls === 0 ? [] : instructionWords('dcl_globalFlags', [], controls);
  }

  #immediateConstantBuffer(): number[] {
    if (this.immediateConstants === 0) return [];
    const data = Array.from({ length: 4 * this.immediateConstants }, () =>
      randomLiteral(this.random, 'any', this.literals),
    );
    return customDataWords(Sm4CustomDataClass.immediateConstantBuffer, data);
  }
}

/** Flags that go with no feature. */
const FREE_FLAGS: readonly { readonly flag: Field; readonly since: Version; readonly stages?: readonly Sm4Stage[] }[] =
  [
    { flag: Sm4GlobalFlags.refactoringAllowed, since: '4.0' },
    { flag: Sm4GlobalFlags.skipOptimization, since: '5.0' },
    { flag: Sm4GlobalFlags.allResourcesBound, since: '5.1' },
    { flag: Sm4GlobalFlags.forceEarlyDepthStencil, since: '5.0', stages: ['ps'] },
  ];
