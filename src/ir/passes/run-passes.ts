/** All passes in their order, those that callers ask for among them. */
import type { IrModule } from '../module.ts';
import { PASS_DOCS } from './pass-docs.ts';
import { scalarize } from './scalarize.ts';
import { type Pass, type PassOptions, runPassesOf, USUAL_PASSES } from './usual-passes.ts';

export type { IrInstances } from './specialize.ts';
export type { PassName, PassOptions } from './usual-passes.ts';

const SCALARIZE: Pass = { name: 'scalarize', when: ({ scalar }) => scalar === true, run: scalarize };

const USUAL: readonly Pass[] = USUAL_PASSES;

/** The last default pass cleans up after those before it. */
const ALL_PASSES: readonly Pass[] = /* @__PURE__ */ USUAL.slice(0, -1).concat(SCALARIZE, USUAL.slice(-1));

/** The passes with what each does. */
export const IR_PASSES = /* @__PURE__ */ ALL_PASSES.map((pass) => ({ ...pass, doc: PASS_DOCS[pass.name] }));

/** Runs the passes on a module, which they change. */
export function runPasses(module: IrModule, options: PassOptions = {}): void {
  runPassesOf(ALL_PASSES, module, options);
}
