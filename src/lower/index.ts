/**
 * The intermediate representation (`dxlens/internals/ir`): the semantics of a shader as structured SSA. Lowering makes
 * it from programs of both instruction sets; passes, verifier, evaluator and text are those of src/ir.
 *
 * ```ts
 * const { module, diagnostics } = lower(readFileSync('shader.cso'));
 * if (module !== undefined) {
 *   runPasses(module);
 *   console.log(printIr(module));
 * }
 * ```
 */
export * from '../ir/index.ts';
export { type LowerOptions, lower, lowerProgram } from './lower.ts';
export type { LoweredProgram } from './lowering.ts';
export { lowerSm1 } from './sm1/lower-sm1.ts';
export type { LowerSm1Options, LowerSm1Sampler } from './sm1/module-declarations.ts';
export { lowerSm4 } from './sm4/lower-sm4.ts';
