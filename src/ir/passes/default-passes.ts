/**
 * The passes that every translation runs, in their order, by name.
 *
 * Not for: passes that only other callers request (run-passes.ts), and documentation (pass-docs.ts), which translations
 * do not include.
 */
import type { IrModule } from '../module.ts';
import { promoteArrays } from './arrays.ts';
import { clean, cleanTypes } from './clean.ts';
import { readConstantArrays } from './constant-arrays.ts';
import { forwardStores } from './forward.ts';
import { inlineFunctions } from './inline.ts';
import { joinCarried } from './join-carried.ts';
import { joinOutputs } from './join-outputs.ts';
import { expandLegacy } from './legacy.ts';
import { type IrInstances, specialize } from './specialize.ts';
import { typeWebs } from './webs.ts';

export type { IrInstances } from './specialize.ts';

export interface PassOptions {
  /** The last pass that runs; all but the optional ones without. */
  readonly until?: PassName;
  /** Called after each pass that ran. */
  readonly afterEach?: (pass: PassName, module: IrModule) => void;
  /** Class instances of interface pointers, for `specialize`. */
  readonly instances?: IrInstances;
  /** Whether operations of Direct3D 9 are expanded (`legacy`). */
  readonly legacy?: boolean;
  /** Whether vectors are split (`scalarize`). */
  readonly scalar?: boolean;
}

/** A pass, and when it runs. */
export interface Pass<Name = PassName> {
  readonly name: Name;
  /** Whether it runs with these options, and after what the passes before it have left; always without. */
  readonly when?: (options: PassOptions, left: Left) => boolean;
  /** Returns whether it may have left something to clean. */
  readonly run: (module: IrModule, options: PassOptions, left: Left) => Left;
}

/** Possible cleanup; `types`: only casts of words that have got a type. */
type Left = boolean | 'types';

export const DEFAULT_PASSES = [
  { name: 'inline', run: inlineFunctions },
  {
    name: 'specialize',
    when: ({ instances }) => instances !== undefined,
    run: (module, { instances }) => specialize(module, instances!),
  },
  { name: 'outputs', run: joinOutputs },
  { name: 'carried', run: joinCarried },
  { name: 'clean', run: clean },
  { name: 'arrays', run: promoteArrays },
  {
    name: 'constant-arrays',
    run: readConstantArrays,
  },
  { name: 'forward', run: forwardStores },
  { name: 'webs', run: typeWebs },
  { name: 'legacy', when: ({ legacy }) => legacy === true, run: expandLegacy },
  {
    name: 'clean-again',
    when: (_, left) => left !== false,
    run: (module, _, left) => (left === 'types' ? cleanTypes(module) : clean(module)),
  },
] as const satisfies readonly Pass<string>[];

/** The names of all passes. */
export type PassName = (typeof DEFAULT_PASSES)[number]['name'] | 'scalarize';

/** Runs passes on a module, which they change. */
export function runPassesOf(passes: readonly Pass[], module: IrModule, options: PassOptions): void {
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
