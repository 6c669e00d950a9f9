/**
 * Replaces operations that shader models 1 to 3 do not have by others, as Microsoft's compiler does: divisions by
 * products with reciprocals, roundings by fractions, sines by a polynomial.
 */
import { IrBuilder } from '../../ir/builder.ts';
import type { IrModule } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import { removeDead } from '../../ir/passes/dce.ts';
import { expandLegacy } from '../../ir/passes/legacy.ts';
import { byComponent, componentOf, OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import { Replacements, walkModule } from '../../ir/passes/walk.ts';
import { BOOL, F32, widthOf } from '../../ir/types.ts';
import type { Sm1ProfileName } from '../../isa/sm1/builder.ts';
import { joinNextRegions } from '../next-regions.ts';
import { type CountedResults, takeCounts } from './flow-registers.ts';
import { leaveOnce } from './leave-once.ts';

/** The profile of a program, and what depends on it. */
export interface Sm1Target {
  readonly stage: 'vs' | 'ps';
  readonly major: number;
  readonly profile: Sm1ProfileName;
  /** Whether operands have any swizzle; if not, only some. */
  readonly hasAnySwizzle: boolean;
  /** Whether sines are instructions. */
  readonly hasSines: boolean;
}

/** Whether operands of a profile have any swizzle. */
export function hasAnySwizzle(profile: string): boolean {
  return profile !== 'ps_2_0' && profile !== 'ps_2_b';
}

/** Returns the counts of loops. */
export function legalize(module: IrModule, target: Sm1Target): ReadonlyMap<number, CountedResults> {
  const { code, count } = module.ops;
  // Normals and lighting of Direct3D 9 come only from programs, never from sources.
  for (let op = 0; op < count; op++)
    if (code[op] === Op['f.nrm9'] || code[op] === Op['f.lit9']) {
      expandLegacy(module, true);
      break;
    }
  joinNextRegions(module);
  expand(module, target);
  removeDead(module);
  const counts = takeCounts(module);
  leaveOnce(module);
  return counts;
}

type Expansion = (b: IrBuilder, operands: readonly number[], op: number) => number;

const float = (b: IrBuilder, code: number, ...operands: number[]): number =>
  b.shared(code, F32, operands.length, ...(operands as [number]));
const negative = (b: IrBuilder, x: number) => float(b, Op['f.neg'], x);
const constant = (b: IrBuilder, value: number) => b.float(value);
const product = (b: IrBuilder, x: number, y: number) => float(b, Op['f.mul'], x, y);
const sum = (b: IrBuilder, x: number, y: number) => float(b, Op['f.add'], x, y);
const multiplyAdd = (b: IrBuilder, x: number, y: number, z: number) => b.op(Op['f.mad'], F32, x, y, z);
const fraction = (b: IrBuilder, x: number) => float(b, Op['f.frc'], x);
const floor = (b: IrBuilder, x: number) => sum(b, x, negative(b, fraction(b, x)));

/** The cosine as a polynomial in the square of an angle from -π to π: coefficients of Microsoft's compiler. */
const COSINE = [-2.52398507e-7, 2.47609005e-5, -0.00138883968, 0.0416666418, -0.5, 1];
const TURN = [0.159154937, 6.28318548, -3.14159274] as const;

/** The angle in turns plus `offset`, back in the range from -π to π. */
function reduced(b: IrBuilder, x: number, offset: number): number {
  const turns = fraction(b, multiplyAdd(b, x, constant(b, TURN[0]), constant(b, offset)));
  return multiplyAdd(b, turns, constant(b, TURN[1]), constant(b, TURN[2]));
}

function cosine(b: IrBuilder, x: number, offset: number): number {
  const angle = reduced(b, x, offset);
  const square = product(b, angle, angle);
  return COSINE.slice(1).reduce(
    (all, coefficient) => multiplyAdd(b, square, all, constant(b, coefficient)),
    constant(b, COSINE[0]!),
  );
}

const EXPANSIONS: ReadonlyMap<number, Expansion> = new Map<number, Expansion>([
  [Op['f.div']!, (b, [x, y]) => product(b, x!, float(b, Op['f.rcp'], y!))],
  [Op['f.sqrt']!, (b, [x]) => float(b, Op['f.rcp'], float(b, Op['f.rsq'], x!))],
  [Op['f.floor']!, (b, [x]) => floor(b, x!)],
  [Op['f.ceil']!, (b, [x]) => sum(b, x!, fraction(b, negative(b, x!)))],
  [Op['f.rne']!, (b, [x]) => floor(b, sum(b, x!, constant(b, 0.5)))],
  [
    Op['f.trunc']!,
    (b, [x]) => {
      const size = floor(b, float(b, Op['f.abs'], x!));
      const isPositive = b.op(Op['f.ge'], BOOL, x!, constant(b, 0));
      return b.op(Op.select, F32, isPositive, size, negative(b, size));
    },
  ],
  [Op['f.sin']!, (b, [x]) => cosine(b, x!, 0.25)],
  [Op['f.cos']!, (b, [x]) => cosine(b, x!, 0.5)],
  [Op['f.lrp9']!, (b, [s, x, y]) => multiplyAdd(b, s!, sum(b, x!, negative(b, y!)), y!)],
  [Op['f.pow9']!, (b, [x, y]) => float(b, Op['f.exp2'], product(b, y!, float(b, Op['f.log9'], x!)))],
]);

/** A sine or cosine as an instruction, whose angles are from -π to π. */
const sineOf =
  (code: number): Expansion =>
  (b, [x]) =>
    b.op(code, F32, reduced(b, x!, 0.5));

const SINES: ReadonlyMap<number, Expansion> = new Map(
  [Op['f.sin'], Op['f.cos']].map((code) => [code, sineOf(code)] as const),
);

/** A product of vectors with one or two components as products and sums. */
function shortDot(b: IrBuilder, [x, y]: readonly number[]): number {
  const at = (value: number, i: number) => componentOf(b, value, i);
  const first = product(b, at(x!, 0), at(y!, 0));
  return widthOf(b.ops.type[x!]!) === 1 ? first : multiplyAdd(b, at(x!, 1), at(y!, 1), first);
}

function expand(module: IrModule, { stage, major, hasSines }: Sm1Target): void {
  const { ops } = module;
  const replacements = new Replacements(ops);
  const builder = new IrBuilder(module, true);
  const roundings = indexRoundings(module);
  const hasSaturate = stage === 'ps' || major >= 3;
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const code = ops.code[op]!;
    const isDot = code === Op['f.dot'] || code === Op['f.dot9'];
    if (isDot && widthOf(ops.type[ops.a[op]!]!) <= 2) {
      builder.goBefore(op, ops.flags[op]!);
      replacements.replace(op, shortDot(builder, ops.operands(op)));
      module.remove(op);
      return;
    }
    const expansion: Expansion | undefined =
      code === Op['f.sat'] && !hasSaturate
        ? (b, [x]) => float(b, Op['f.min'], float(b, Op['f.max'], x!, constant(b, 0)), constant(b, 1))
        : ((hasSines ? SINES.get(code) : undefined) ?? EXPANSIONS.get(code));
    if (expansion === undefined || roundings.has(op)) return;
    builder.goBefore(op, ops.flags[op]!);
    const operands = ops.operands(op);
    const value = byComponent(builder, ops.type[op]!, (i) =>
      expansion(
        builder,
        operands.map((operand) => componentOf(builder, operand, i)),
        op,
      ),
    );
    replacements.replace(op, value);
    module.remove(op);
  });
  replacements.release();
}

/** The roundings of indices, which the move to the address register does. */
function indexRoundings(module: IrModule): Set<number> {
  const { ops } = module;
  const roundings = new Set<number>();
  walkModule(module, (op) => {
    if (ops.code[op] === Op['cvt.f2i'] && ops.code[ops.a[op]!] === Op['f.rne']) roundings.add(ops.a[op]!);
  });
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op['cvt.f2i'] || (OP_FACTS[code]! & OpFact.values) === 0) return;
    for (let i = 0; i < ops.arity[op]!; i++)
      roundings.delete(code === Op.pick ? ops.operand(op, i) >> 2 : ops.operand(op, i));
  });
  return roundings;
}
