/** All passes in their order, those that callers ask for among them. */
import type { IrModule } from '../module.ts';
import { DEFAULT_PASSES, type Pass, type PassOptions, runPassesOf } from './default-passes.ts';
import { PASS_DOCS } from './pass-docs.ts';
import { scalarize } from './scalarize.ts';

export type { PassName, PassOptions } from './default-passes.ts';
export type { IrInstances } from './specialize.ts';

const SCALARIZE: Pass = { name: 'scalarize', when: ({ scalar }) => scalar === true, run: scalarize };

const DEFAULTS: readonly Pass[] = DEFAULT_PASSES;

/** The last default pass cleans up after those before it. */
const ALL_PASSES: readonly Pass[] = /* @__PURE__ */ DEFAULTS.slice(0, -1).concat(SCALARIZE, DEFAULTS.slice(-1));

/** The passes with what each does. */
export const IR_PASSES = /* @__PURE__ */ ALL_PASSES.map((pass) => ({ ...pass, doc: PASS_DOCS[pass.name] }));

/** Runs the passes on a module, which they change. */
export function runPasses(module: IrModule, options: PassOptions = {}): void {
  runPassesOf(ALL_PASSES, module, options);
}
