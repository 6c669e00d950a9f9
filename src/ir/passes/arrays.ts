/**
 * Replaces arrays that are only indexed by constants with values: each component is a register, which is live out of
 * the constructs that write it.
 *
 * Components of arrays are 0 at the beginning, as in the interpreter.
 */

import { MAX_PROMOTED_VALUES } from '../../base/limits.ts';
import { refOf } from '../builder.ts';
import { continueRegion, type IrModule, parametersOf, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, Op } from '../ops.ts';
import { B32, Kind, kindOf, widthOf } from '../types.ts';
import { builderBefore, Replacements, walkRegion } from './walk.ts';

export function promoteArrays(module: IrModule): boolean {
  if (module.variables.length === 0) return false;
  const uses = usesOf(module);
  const replacements = new Replacements(module.ops);
  let hasChanged = false;
  for (const [number, { region }] of module.functions.entries()) {
    const promoted = promotable(module, number, uses);
    if (promoted.size === 0) continue;
    new Promotion(module, promoted, replacements).run(region);
    hasChanged = true;
  }
  replacements.release();
  return hasChanged;
}

/** The row that an access has, if it is a constant in the array; -1 otherwise. */
function rowOf({ ops, variables }: IrModule, op: number): number {
  const index = ops.a[op]!;
  if (ops.code[index] !== Op.const) return -1;
  const row = ops.a[index]!;
  return row >= 0 && row < variables[ops.extra[op]! >> 2]!.rows ? row : -1;
}

/** How the functions of a module use its arrays. */
interface ArrayUses {
  /** By function: the arrays that it uses, in order. */
  readonly byFunction: readonly ReadonlySet<number>[];
  /** Arrays that several functions use, or that are used by an index that is not a constant in their range. */
  readonly refused: ReadonlySet<number>;
  /** Constructs of the module, and one more. */
  readonly constructs: number;
}

function usesOf(module: IrModule): ArrayUses {
  const { ops } = module;
  const refused = new Set<number>();
  const owners = new Map<number, number>();
  let constructs = 1;
  const byFunction = module.functions.map(({ region }, number) => {
    const used = new Set<number>();
    walkRegion(module, region, (op) => {
      const code = ops.code[op]!;
      if (isConstruct(code)) constructs++;
      if (code !== Op['var.load'] && code !== Op['var.store']) return;
      const variable = ops.extra[op]! >> 2;
      used.add(variable);
      if ((owners.get(variable) ?? number) !== number || rowOf(module, op) < 0) refused.add(variable);
      owners.set(variable, number);
    });
    return used;
  });
  return { byFunction, refused, constructs };
}

/** Arrays that only this function uses, and only by constants in their range; not more than is worth it. */
function promotable(
  { variables }: IrModule,
  number: number,
  { byFunction, refused, constructs }: ArrayUses,
): ReadonlySet<number> {
  let budget = MAX_PROMOTED_VALUES;
  const chosen = new Set<number>();
  for (const variable of byFunction[number]!) {
    if (refused.has(variable)) continue;
    const cost = 4 * variables[variable]!.rows * constructs;
    if (cost > budget) continue;
    budget -= cost;
    chosen.add(variable);
  }
  return chosen;
}

class Promotion {
  readonly #module: IrModule;
  readonly #replacements: Replacements;
  /** The first component of each promoted array. */
  readonly #starts = new Map<number, number>();
  readonly #current: number[] = [];
  /** Components that a construct, or something inside it, writes. */
  readonly #written = new Map<number, number[]>();

  /** @param replacements of all functions: each changes only its own operations */
  constructor(module: IrModule, promoted: ReadonlySet<number>, replacements: Replacements) {
    this.#module = module;
    this.#replacements = replacements;
    for (const variable of promoted) {
      this.#starts.set(variable, this.#current.length);
      for (let i = 0; i < 4 * module.variables[variable]!.rows; i++) this.#current.push(NO_OP);
    }
  }

  run(region: number): void {
    this.#collect(region);
    const zero = builderBefore(this.#module, this.#firstOperation(region)).constant(B32, 0);
    this.#current.fill(zero);
    this.#region(region);
  }

  #firstOperation(region: number): number {
    const parameters = parametersOf(this.#module, region);
    return parameters.length > 0 ? this.#module.ops.next[parameters.at(-1)!]! : this.#module.first[region]!;
  }

  /** The component that an access begins with; -1 for other operations. */
  #componentOf(op: number): number {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    if (code !== Op['var.load'] && code !== Op['var.store']) return -1;
    const start = this.#starts.get(ops.extra[op]! >> 2);
    return start === undefined ? -1 : start + 4 * rowOf(this.#module, op) + (ops.extra[op]! & 3);
  }

  /** The components that a region writes. */
  #collect(region: number): Set<number> {
    const module = this.#module;
    const { ops, first } = module;
    const written = new Set<number>();
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const component = this.#componentOf(op);
      if (component >= 0 && ops.code[op] === Op['var.store'])
        for (let i = 0; i < widthOf(ops.type[ops.b[op]!]!); i++) written.add(component + i);
      if (!isConstruct(ops.code[op]!)) continue;
      const inside = new Set<number>();
      const count = module.regionCount(op);
      for (let i = 0; i < count; i++) for (const one of this.#collect(ops.extra[op]! + i)) inside.add(one);
      this.#written.set(op, [...inside]);
      for (const one of inside) written.add(one);
    }
    return written;
  }

  #region(region: number): void {
    const { ops, first } = this.#module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      this.#replacements.resolve(this.#module, op);
      const code = ops.code[op]!;
      if (isConstruct(code)) this.#construct(op);
      else if (code === Op.exit || code === Op.continue || code === Op.repeat) this.#jump(op);
      else this.#access(op);
    }
  }

  #access(op: number): void {
    const component = this.#componentOf(op);
    if (component < 0) return;
    const { ops } = this.#module;
    const builder = builderBefore(this.#module, op);
    if (ops.code[op] === Op['var.store']) {
      const value = ops.b[op]!;
      for (let i = 0; i < widthOf(ops.type[value]!); i++)
        this.#current[component + i] = builder.as(Kind.b32, builder.pick([refOf(value, i)]));
    } else {
      const width = widthOf(ops.type[op]!);
      const refs = Array.from({ length: width }, (_, i) => refOf(this.#current[component + i]!));
      this.#replacements.replace(op, builder.read(kindOf(ops.type[op]!), refs));
    }
    this.#module.remove(op);
  }

  /** Adds the live components of its target. */
  #jump(op: number): void {
    const { ops } = this.#module;
    const carried = this.#written.get(ops.extra[op]!) ?? [];
    ops.setOperands(op, [...ops.operands(op), ...carried.map((one) => this.#current[one]!)]);
  }

  #construct(op: number): void {
    const module = this.#module;
    const { ops } = module;
    const carried = this.#written.get(op) ?? [];
    const before = carried.map((one) => this.#current[one]!);
    const isLoop = ops.code[op] === Op.loop;
    if (isLoop) ops.setOperands(op, [...ops.operands(op), ...before]);
    const first = ops.extra[op]!;
    const hasNext = isLoop && continueRegion(module, op) !== first;
    const count = isLoop && !hasNext ? 1 : module.regionCount(op);
    for (let region = first; region < first + count; region++) {
      if (isLoop) this.#addParameters(region, carried);
      else for (const [i, one] of carried.entries()) this.#current[one] = before[i]!;
      this.#region(region);
    }
    this.#addResults(op, carried);
  }

  #addParameters(region: number, carried: readonly number[]): void {
    const module = this.#module;
    const parameters = parametersOf(module, region);
    const next = this.#firstOperation(region);
    for (const [i, one] of carried.entries()) {
      const op = module.ops.add(Op.param, B32, 0, 0, 0, 0, parameters.length + i);
      module.insertBefore(next, op);
      this.#current[one] = op;
    }
  }

  #addResults(op: number, carried: readonly number[]): void {
    const module = this.#module;
    const { ops } = module;
    const results = resultsOf(module, op);
    const next = ops.next[results.at(-1) ?? op]!;
    for (const [i, one] of carried.entries()) {
      const result = ops.add(Op.result, B32, 1, op, 0, 0, results.length + i);
      module.insertBefore(next, result);
      this.#current[one] = result;
    }
  }
}
