/**
 * The intermediate representation: structured SSA whose operations mean exactly what Direct3D defines, for translations
 * and analysis.
 *
 * How to lower `add r0.xy, v0, cb0[1]` (v0 is input 0, cb0 binding 0):
 *
 * ```ts
 * const v0 = b.opWith(0 << 2 | 0, Op.in, typeOf(Kind.f32, 2)); // components x and y of input 0
 * const row = b.opWith(0 << 2 | 0, Op['cb.load'], typeOf(Kind.b32, 2), b.unsigned(1)); // binding 0, component x; row 1
 * const sum = b.op(Op['f.add'], typeOf(Kind.f32, 2), v0, b.as(Kind.f32, row));
 * registers[r0x] = refOf(sum, 0); // no operation: a register is a reference
 * registers[r0y] = refOf(sum, 1);
 * ```
 *
 * An `if` that writes r0.x in one branch (which registers both branches write is known before; each becomes a result):
 *
 * ```ts
 * const frame = b.beginIf(b.isSet(b.read(Kind.b32, [registers[condition]])));
 * const before = registers[r0x];
 * // ... operations of the branch; they change registers[r0x]
 * if (!b.isTerminated) b.exit(frame, [b.read(Kind.b32, [registers[r0x]])]);
 * registers[r0x] = before;
 * b.nextRegion(frame);
 * b.exit(frame, [b.read(Kind.b32, [registers[r0x]])]);
 * b.end(frame);
 * registers[r0x] = refOf(b.result(frame, B32, 0));
 * ```
 *
 * A loop that changes r0.x and has a `breakc_nz r1.x`: its registers are parameters of the body, and results after it.
 *
 * ```ts
 * const loop = b.beginLoop([b.read(Kind.b32, [registers[r0x]])]);
 * registers[r0x] = refOf(b.parameter(B32));
 * const test = b.beginIf(b.isSet(b.read(Kind.b32, [registers[r1x]])));
 * b.exit(loop, [b.read(Kind.b32, [registers[r0x]])]); // leaves the `if` and the loop
 * b.nextRegion(test);
 * b.exit(test);
 * b.end(test);
 * // ... the rest of the body
 * b.continue(loop, [b.read(Kind.b32, [registers[r0x]])]);
 * b.end(loop);
 * registers[r0x] = refOf(b.result(loop, B32, 0));
 * ```
 */
export { IrBuilder, type Ref, refOf } from './builder.ts';
export type * from './declarations.ts';
export * from './evaluate/index.ts';
export { accessOf, continueRegion, type IrCase, type IrFunction, IrModule, parametersOf, resultsOf } from './module.ts';
export { NO_OP, OpStore } from './op-store.ts';
export * from './ops.ts';
export { type ParsedIr, parseIr } from './parse.ts';
export { IR_PASSES, type IrInstances, type PassName, type PassOptions, runPasses } from './passes/run-passes.ts';
export { printIr } from './print.ts';
export * from './types.ts';
export { verifyIr } from './verify.ts';
