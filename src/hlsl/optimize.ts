/**
 * The passes of the compiler, in their order: those of translations, and between them those that Microsoft's compiler
 * does and that change what a program computes in the last bits, or how it branches.
 */
import type { IrModule } from '../ir/module.ts';
import { removeDead } from '../ir/passes/dce.ts';
import { type FastMathOptions, useFastMath } from '../ir/passes/fast-math.ts';
import { type FlattenOptions, flatten } from '../ir/passes/flatten.ts';
import { joinMemory } from '../ir/passes/join-memory.ts';
import { dropUnsetWrites } from '../ir/passes/join-outputs.ts';
import { nestExits } from '../ir/passes/nest-exits.ts';
import { removeFlow } from '../ir/passes/remove-flow.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { simplify } from '../ir/passes/simplify.ts';

export interface OptimizeOptions
  extends Pick<FastMathOptions, 'leavesChoices' | 'hasBitFields' | 'lanes'>,
    Pick<FlattenOptions, 'isOfRegister'> {
  readonly flow: 'avoid' | 'prefer' | undefined;
  readonly skipsOptimization: boolean;
  /** Constructs that have to become choices: all of them, or those that models 1 to 3 never have. */
  readonly removedFlow: 'all' | 'needed' | undefined;
  /** Whether a branch stays where all others go. */
  readonly isAllowed?: ((branch: number) => boolean) | undefined;
  /** Called before constructs are removed. */
  readonly beforeRemoval?: () => void;
}

/** Rounds of fast arithmetic: one finds what the one before made possible. */
const MAX_ROUNDS = 4;

export function optimize(module: IrModule, options: OptimizeOptions): void {
  runPasses(module, options);
  if (!options.skipsOptimization) removeDead(module, { loopsEnd: true });
  // Models 1 to 3 write all components.
  if (options.removedFlow === undefined && dropUnsetWrites(module)) removeDead(module);
}

function runPasses(module: IrModule, options: OptimizeOptions): void {
  const {
    flow,
    skipsOptimization,
    removedFlow,
    isAllowed,
    beforeRemoval,
    leavesChoices,
    hasBitFields,
    isOfRegister,
    lanes,
  } = options;
  const useFewer = (rules: FastMathOptions) => useFastMath(module, { ...rules, lanes });
  runDefaultPasses(module);
  if (!skipsOptimization) {
    const hasNested = nestExits(module);
    if (joinMemory(module) || hasNested) clean(module);
  }
  if (removedFlow !== undefined) {
    // Branches whose conditions are known now are none that the profile does not have.
    for (let round = 0; round < MAX_ROUNDS && useFewer(BEFORE_REMOVAL); round++) clean(module);
    beforeRemoval?.();
    if (removeFlow(module, { onlyNeeded: removedFlow === 'needed', isAllowed })) clean(module);
  }
  if (skipsOptimization) return;
  const mode: FlattenOptions['mode'] = flow === 'avoid' ? 'always' : flow === 'prefer' ? 'never' : undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const hasFewer = useFewer({ leavesChoices, hasBitFields });
    const hasFlattened = flatten(module, { mode, lanes, isOfRegister });
    if (!hasFewer && !hasFlattened) return;
    clean(module);
  }
}

/** Rules that Microsoft's compiler does not have yet where it looks for branches that a profile does not have. */
const BEFORE_REMOVAL: FastMathOptions = { leavesChoices: true, needsNumbers: true };

function clean(module: IrModule): void {
  simplify(module);
  removeDead(module, { loopsEnd: true });
}
