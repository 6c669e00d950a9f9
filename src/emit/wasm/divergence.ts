/**
 * Operations of a quad that may run while only some of its pixels do. Direct3D leaves their results undefined: the
 * interpreter reads what the other pixels have in their registers, and a module has no registers.
 *
 * A value is uniform if all lanes that compute it have the same one: constants, constant buffers, and what is computed
 * of them. Control flow diverges where a condition is not uniform, until the lanes meet again.
 */
import {
  continueRegion,
  type IrModule,
  isConstruct,
  isTerminator,
  NO_OP,
  OP_ROWS,
  Op,
  parametersOf,
  resultsOf,
} from '../../ir/index.ts';

/** Pure operations whose results differ between lanes. */
const VARYING: ReadonlySet<number> = new Set([Op.in, Op['in.at'], Op['eval.centroid'], Op['eval.sample']]);

/** An operation of a quad that may run while only some of its pixels do; undefined without one. */
export function divergentQuad(module: IrModule): number | undefined {
  return module.hasConstructs ? new Divergence(module).find() : undefined;
}

class Divergence {
  readonly #isVarying: Uint8Array;
  /** Constructs after which lanes are missing, and loops that lanes leave one after the other. */
  readonly #isLeft = new Set<number>();
  #hasChanged = false;
  #found: number | undefined;

  constructor(private readonly module: IrModule) {
    this.#isVarying = new Uint8Array(module.ops.count);
  }

  find(): number | undefined {
    // Each round marks something more, so there is a last one.
    do {
      this.#hasChanged = false;
      this.#found = undefined;
      for (const { region } of this.module.functions) this.#region(region, false, []);
    } while (this.#hasChanged);
    return this.#found;
  }

  #region(region: number, isDivergent: boolean, around: readonly number[]): void {
    const { ops, first } = this.module;
    let diverges = isDivergent;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (isConstruct(code)) {
        this.#construct(op, code, diverges, around);
        if (code !== Op.loop && this.#isLeft.has(op)) diverges = true;
        if (code === Op.loop && this.#isLeft.has(-1 - op)) diverges = true;
      } else if (isTerminator(code)) this.#jump(op, code, diverges, around);
      else {
        if (OP_ROWS[code]!.effect === 'quad' && diverges) this.#found ??= op;
        if (this.#givesVarying(op, code)) this.#vary(op);
      }
    }
  }

  #construct(op: number, code: number, diverges: boolean, around: readonly number[]): void {
    const { ops } = this.module;
    const isBranch = code === Op.if || code === Op.switch;
    const inside =
      diverges || (isBranch && this.#isVarying[ops.a[op]!] === 1) || (code === Op.loop && this.#isLeft.has(op));
    if (code === Op.loop) this.#give(op, parametersOf(this.module, ops.extra[op]!), false);
    const first = ops.extra[op]!;
    for (let i = 0; i < this.module.regionCount(op); i++) this.#region(first + i, inside, [...around, op]);
  }

  #jump(op: number, code: number, diverges: boolean, around: readonly number[]): void {
    const { module } = this;
    const { extra } = module.ops;
    const target = extra[op]!;
    const isJump = code === Op.exit || code === Op.continue || code === Op.repeat;
    if (code === Op.exit) this.#give(op, resultsOf(module, target), diverges);
    if (code === Op.continue) this.#give(op, parametersOf(module, continueRegion(module, target)), diverges);
    if (code === Op.repeat) this.#give(op, parametersOf(module, extra[target]!), diverges);
    if (!diverges) return;
    const inner = isJump ? around.slice(around.lastIndexOf(target) + 1) : around;
    // Lanes are missing after a loop that is left for something outside: it has another number.
    for (const left of inner) this.#leave(module.ops.code[left] === Op.loop ? -1 - left : left);
    if (code === Op.exit && module.ops.code[target] === Op.loop) this.#leave(target);
    if (!isJump) for (const left of around) if (module.ops.code[left] === Op.loop) this.#leave(left);
  }

  /** The operands of a jump become the values of its targets. */
  #give(op: number, targets: readonly number[], diverges: boolean): void {
    const { ops } = this.module;
    for (const [i, target] of targets.entries())
      if (diverges || this.#isVarying[ops.operand(op, i)]) this.#vary(target);
  }

  #givesVarying(op: number, code: number): boolean {
    const { ops } = this.module;
    if (code === Op.const || code === Op.undef || code === Op.param || code === Op.result) return false;
    if (OP_ROWS[code]!.effect !== 'pure' || VARYING.has(code)) return true;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, i);
      if (this.#isVarying[code === Op.pick ? value >> 2 : value]) return true;
    }
    return false;
  }

  #vary(value: number): void {
    if (this.#isVarying[value]) return;
    this.#isVarying[value] = 1;
    this.#hasChanged = true;
  }

  #leave(construct: number): void {
    if (this.#isLeft.has(construct)) return;
    this.#isLeft.add(construct);
    this.#hasChanged = true;
  }
}
