/** All passes in their order, those that callers ask for among them. */
import type { IrModule } from '../module.ts';
import { promoteArrays } from './arrays.ts';
import { readConstantArrays } from './constant-arrays.ts';
import { removeDead } from './dce.ts';
import { forwardStores } from './forward.ts';
import { inlineFunctions } from './inline.ts';
import { joinCarried } from './join-carried.ts';
import { joinOutputs } from './join-outputs.ts';
import { expandLegacy } from './legacy.ts';
import { scalarize } from './scalarize.ts';
import { simplify } from './simplify.ts';
import { type IrInstances, specialize } from './specialize.ts';
import { typeFloats, typeWebs } from './webs.ts';

/** Rounds at most: a second one finds what the first one has made possible, a third one almost nothing. */
const MAX_ROUNDS = 2;

/** Returns whether another round may find something. */
function clean(module: IrModule): boolean {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { hasChanged, isFinal } = simplify(module);
    // Also where the walk changed nothing: it may have left what only the first walk used.
    const hasChoice = removeDead(module);
    if (round > 0 && !hasChanged) return false;
    if (isFinal && !hasChoice) return false;
  }
  return true;
}

/** Cleans a module that was clean before untyped words got a type: most of it still is. */
function cleanTypes(module: IrModule): boolean {
  const { isFinal, leavesUnused } = simplify(module, true);
  if (!isFinal) return clean(module);
  if (leavesUnused && removeDead(module)) return clean(module);
  return false;
}

export type { IrInstances } from './specialize.ts';

export interface PassOptions {
  /** The last pass that runs; all but the optional ones without. */
  readonly until?: PassName;
  /** Called after each pass that ran. */
  readonly afterEach?: (pass: PassName, module: IrModule) => void;
  /** Class instances of interface pointers, for `specialize`. */
  readonly instances?: IrInstances;
  /** Whether arrays that are only filled once stay arrays. */
  readonly keepsArrays?: boolean;
  /** Whether operations of Direct3D 9 are expanded (`legacy`); `fast`: without their rules for zero and infinity. */
  readonly legacy?: boolean | 'fast';
  /** Whether vectors are split (`scalarize`). */
  readonly scalar?: boolean;
  /** Whether `scalarize` leaves dot products. */
  readonly keepsDots?: boolean;
}

interface Pass<Name = PassName> {
  readonly name: Name;
  /** Whether it runs with these options, and after what the passes before it have left; always without. */
  readonly when?: (options: PassOptions, left: Left) => boolean;
  /** Returns whether it may have left something to clean. */
  readonly run: (module: IrModule, options: PassOptions, left: Left) => Left;
}

/** Possible cleanup; `types`: only casts of words that have got a type. */
type Left = boolean | 'types';

/** The passes that every translation runs, in their order. */
const DEFAULT_PASSES = [
  { name: 'inline', run: inlineFunctions },
  {
    name: 'specialize',
    when: ({ instances }) => instances !== undefined,
    run: (module, { instances }) => specialize(module, instances!),
  },
  { name: 'outputs', run: joinOutputs },
  { name: 'carried', run: joinCarried },
  { name: 'floats', run: typeFloats },
  { name: 'clean', run: clean },
  { name: 'arrays', run: promoteArrays },
  {
    name: 'constant-arrays',
    when: ({ keepsArrays }) => keepsArrays !== true,
    run: readConstantArrays,
  },
  { name: 'forward', run: forwardStores },
  { name: 'webs', run: typeWebs },
  {
    name: 'legacy',
    when: ({ legacy = false }) => legacy !== false,
    run: (module, { legacy }) => expandLegacy(module, legacy === 'fast'),
  },
  {
    name: 'clean-again',
    when: (_, left) => left !== false,
    run: (module, _, left) => (left === 'types' ? cleanTypes(module) : clean(module)),
  },
] as const satisfies readonly Pass<string>[];

export type PassName = (typeof DEFAULT_PASSES)[number]['name'] | 'scalarize';

/** Runs passes on a module, which they change. */
function runPassesOf(passes: readonly Pass[], module: IrModule, options: PassOptions): void {
  let left: Left = true;
  for (const { name, run, when } of passes) {
    if (when?.(options, left) ?? true) {
      const hasChanged = run(module, options, left);
      if (run === clean || left === false) left = hasChanged;
      else if (hasChanged === true) left = true;
      options.afterEach?.(name, module);
    }
    if (name === options.until) return;
  }
}

/** Runs the passes of translations on a module, which they change. */
export function runDefaultPasses(module: IrModule, options: PassOptions = {}): void {
  runPassesOf(DEFAULT_PASSES, module, options);
}

const PASS_DOCS: Readonly<Record<PassName, string>> = {
  inline: 'puts functions in place of their calls',
  specialize: 'makes what known class instances say constant',
  outputs: 'joins writes of components of one output',
  carried: 'joins components of registers that loops and branches change together',
  floats: 'gives words that are used as floats only their type',
  clean: 'simplifies, merges equal operations, removes dead ones',
  arrays: 'makes values of arrays that are indexed by constants',
  'constant-arrays': 'reads arrays of constants and of constant buffers where these are',
  forward: 'replaces loads of arrays and group memory by what was stored',
  webs: 'gives words without a type one, by how they are used',
  legacy:
    'expands the operations of Direct3D 9 but the product `f.mul9`; where it is asked for, as by the profile `exact`',
  scalarize: 'splits vectors; where it is asked for',
  'clean-again': 'the same as `clean`, after passes that leave something to clean',
};

const SCALARIZE: Pass = {
  name: 'scalarize',
  when: ({ scalar }) => scalar === true,
  run: (module, { keepsDots }) => scalarize(module, keepsDots !== true),
};

const DEFAULTS: readonly Pass[] = DEFAULT_PASSES;

/** The last default pass cleans up after those before it. */
const ALL_PASSES: readonly Pass[] = /* @__PURE__ */ DEFAULTS.slice(0, -1).concat(SCALARIZE, DEFAULTS.slice(-1));

/** The passes with what each does. */
export const IR_PASSES = /* @__PURE__ */ ALL_PASSES.map((pass) => ({ ...pass, doc: PASS_DOCS[pass.name] }));

export function runPasses(module: IrModule, options: PassOptions = {}): void {
  runPassesOf(ALL_PASSES, module, options);
}
