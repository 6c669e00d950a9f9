/** The passes in their order, by name. */
import type { IrModule } from '../module.ts';
import { promoteArrays } from './arrays.ts';
import { clean, cleanTypes } from './clean.ts';
import { readConstantArrays } from './constant-arrays.ts';
import { forwardStores } from './forward.ts';
import { inlineFunctions } from './inline.ts';
import { expandLegacy } from './legacy.ts';
import { scalarize } from './scalarize.ts';
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
  /** Whether vectors are split (`scalarize`). */
  readonly scalar?: boolean;
}

interface Pass {
  readonly name: string;
  /** What it does, for documentation. */
  readonly doc: string;
  /** Whether it runs with these options, and after what the passes before it have left; always without. */
  readonly when?: (options: PassOptions, left: Left) => boolean;
  /** Returns whether it may have left something to clean. */
  readonly run: (module: IrModule, options: PassOptions, left: Left) => Left;
}

/** What there may be to clean; `types`: only casts of words that have got a type. */
type Left = boolean | 'types';

export const IR_PASSES = [
  { name: 'inline', doc: 'puts functions in place of their calls', run: inlineFunctions },
  {
    name: 'specialize',
    doc: 'makes what known class instances say constant',
    when: ({ instances }) => instances !== undefined,
    run: (module, { instances }) => specialize(module, instances!),
  },
  { name: 'clean', doc: 'simplifies, merges equal operations, removes dead ones', run: clean },
  { name: 'arrays', doc: 'makes values of arrays that are indexed by constants', run: promoteArrays },
  {
    name: 'constant-arrays',
    doc: 'reads arrays of constants and of constant buffers where these are',
    run: readConstantArrays,
  },
  { name: 'forward', doc: 'replaces loads of arrays and group memory by what was stored', run: forwardStores },
  { name: 'webs', doc: 'gives words without a type one, by how they are used', run: typeWebs },
  { name: 'legacy', doc: 'expands the operations of Direct3D 9 but the product `f.mul9`', run: expandLegacy },
  { name: 'scalarize', doc: 'splits vectors', when: ({ scalar }) => scalar === true, run: scalarize },
  {
    name: 'clean-again',
    doc: 'the same as `clean`, after passes that leave something to clean',
    when: (_, left) => left !== false,
    run: (module, _, left) => (left === 'types' ? cleanTypes(module) : clean(module)),
  },
] as const satisfies readonly Pass[];

export type PassName = (typeof IR_PASSES)[number]['name'];

/** Runs the passes on a module, which they change. */
export function runPasses(module: IrModule, options: PassOptions = {}): void {
  let left: Left = true;
  for (const { name, run, when } of IR_PASSES as readonly (Pass & { readonly name: PassName })[]) {
    if (when?.(options, left) ?? true) {
      const own = run(module, options, left);
      if (run === clean || left === false) left = own;
      else if (own === true) left = true;
      options.afterEach?.(name, module);
    }
    if (name === options.until) return;
  }
}
