/**
 * Barriers that wait for all threads of a group, where WGSL has to see that all threads reach them. Direct3D leaves
 * undefined what a program does whose threads do not, but takes any condition; WGSL takes only those that no thread can
 * have for itself. Conditions that decide whether a barrier is reached and that WGSL would not take become those of the
 * first thread of the group.
 *
 * Source: section "Uniformity" of the WGSL specification; `sync` of the functional specification of Direct3D 11.3
 * (22.17.7).
 *
 * Not for: the text of such a condition (emit-wgsl.ts).
 */
import {
  BarrierBits,
  continueRegion,
  type IrModule,
  isConstruct,
  NO_OP,
  OP_NAMES,
  OP_ROWS,
  Op,
  parametersOf,
  resultsOf,
  U32,
} from '../../ir/index.ts';
import { builderBefore } from '../../ir/passes/walk.ts';
import { forEachOp } from '../common/resource-uses.ts';

export interface UniformFlow {
  /** Whether threads wait for each other. */
  readonly hasBarriers: boolean;
  /** Constructs whose condition is that of the first thread. */
  readonly ofFirst: ReadonlySet<number>;
  /** Barriers, or constructs of `ofFirst`, that not all threads may reach: WGSL cannot express them. */
  readonly unreached: readonly number[];
}

const NOTHING: UniformFlow = { hasBarriers: false, ofFirst: new Set(), unreached: [] };

/** How the flow of a module reaches its barriers. */
export function uniformFlow(module: IrModule): UniformFlow {
  // Threads of other stages have no groups.
  if (module.stage !== 'cs') return NOTHING;
  let hasBarrier = false;
  forEachOp(module, (op) => {
    hasBarrier ||= waitsForThreads(module, op);
  });
  if (!hasBarrier) return NOTHING;
  return new FlowOfGroup(module, conditionsOfBarriers(module)).run();
}

const WORD_BYTES = 4;
const INDEX = 'threadIdInGroupFlattened';

/** Adds to a module what conditions of the first thread need: the number of a thread, and a word of group memory. */
export function prepareUniformFlow(module: IrModule): void {
  if (uniformFlow(module).ofFirst.size === 0) return;
  const { bindings, inputs, functions, first } = module;
  bindings.push({ kind: 'group', register: 0, space: 0, count: 1, dimension: 'rawBuffer', size: WORD_BYTES });
  const known = inputs.findIndex(({ special }) => special === INDEX);
  const number = known >= 0 ? known : inputs.push({ kind: 'special', register: 0, mask: 1, special: INDEX }) - 1;
  const main = functions.find(({ kind }) => kind === 'main')!;
  builderBefore(module, first[main.region]!).opWith(number << 2, Op.in, U32);
}

/** The input that has the number of the thread, after {@link prepareUniformFlow}. */
export function threadNumber({ inputs }: IrModule): number {
  return inputs.findIndex(({ special }) => special === INDEX);
}

function waitsForThreads({ ops }: IrModule, op: number): boolean {
  return ops.code[op] === Op.barrier && (ops.extra[op]! & BarrierBits.threads) !== 0;
}

function isConditional({ ops }: IrModule, op: number): boolean {
  return ops.code[op] === Op.if || ops.code[op] === Op.switch;
}

/** The constructs around an operation, the innermost first, up to its target or its function. */
function ownersOf({ ops, owner }: IrModule, op: number, target: number): number[] {
  const list: number[] = [];
  for (let at = owner[ops.region[op]!]!; at !== target && at !== NO_OP; at = owner[ops.region[at]!]!) list.push(at);
  return list;
}

/** The construct that a jump leaves or repeats; {@link NO_OP} for the function. */
function targetOf({ ops }: IrModule, jump: number): number {
  const code = ops.code[jump];
  return code === Op.exit || code === Op.continue ? ops.extra[jump]! : NO_OP;
}

function isJump(code: number): boolean {
  return code === Op.exit || code === Op.continue || code === Op.return || code === Op.abort;
}

// --- which conditions decide whether a barrier is reached -----------------------------------------------------------

/**
 * The `if` and `switch` that have a barrier inside, or a jump inside that some threads could leave before a barrier by.
 */
function conditionsOfBarriers(module: IrModule): ReadonlySet<number> {
  const { ops, functions, owner } = module;
  const order = new Int32Array(ops.count);
  /** The last operation of each region that is or has a barrier, by its order. */
  const lastBarrier = new Int32Array(module.first.length).fill(-1);
  const withBarrier = new Set<number>();
  const functionsWithBarrier = new Set<number>();
  const jumps: number[] = [];
  let count = 0;
  const visit = (region: number): boolean => {
    for (let op = module.first[region]!; op !== NO_OP; op = ops.next[op]!) {
      order[op] = count++;
      const code = ops.code[op]!;
      let has = waitsForThreads(module, op) || (code === Op.call && functionsWithBarrier.has(ops.extra[op]!));
      if (isConstruct(code)) {
        const start = ops.extra[op]!;
        const end = start + module.regionCount(op);
        for (let one = start; one < end; one++) if (visit(one)) has = true;
        if (has) withBarrier.add(op);
      } else if (isJump(code)) jumps.push(op);
      if (has) lastBarrier[region] = order[op]!;
    }
    return lastBarrier[region]! >= 0;
  };
  // Functions come after those that they call, as far as they were not inlined.
  for (const number of calledFirst(module)) if (visit(functions[number]!.region)) functionsWithBarrier.add(number);
  const found = new Set([...withBarrier].filter((op) => isConditional(module, op)));
  for (const jump of jumps) {
    const target = targetOf(module, jump);
    let reaches = false;
    for (const one of ownersOf(module, jump, target).reverse()) {
      const region = ops.region[one]!;
      const parent = owner[region]!;
      const repeats = parent !== NO_OP && ops.code[parent] === Op.loop && withBarrier.has(parent);
      reaches ||= repeats || lastBarrier[region]! > order[one]!;
      if (reaches && isConditional(module, one)) found.add(one);
    }
  }
  return found;
}

/** Numbers of functions, each after those that it calls. */
function calledFirst(module: IrModule): number[] {
  const { ops, functions } = module;
  const calls = functions.map(() => new Set<number>());
  const numbers = new Map(functions.map(({ region }, number) => [region, number]));
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op.call) return;
    let region = ops.region[op]!;
    while (module.owner[region] !== NO_OP) region = ops.region[module.owner[region]!]!;
    calls[numbers.get(region)!]!.add(ops.extra[op]!);
  });
  const list = new Set<number>();
  const add = (number: number): void => {
    if (list.has(number)) return;
    for (const callee of calls[number]!) add(callee);
    list.add(number);
  };
  for (const number of functions.keys()) add(number);
  return [...list];
}

// --- which values differ between threads
// ------------------------------------------------------------------------------

/**
 * Reads that give all threads the same where their operands are the same. Views only: what threads write may differ.
 */
const SAME_READS: ReadonlySet<string> = new Set([
  'cb.load',
  'icb.load',
  'buf.load',
  'buf.load.raw',
  'buf.fetch',
  'buf.size',
  'tex.fetch',
  'tex.size',
]);

/**
 * Walks after which loop values that are not known to be uniform are assumed to differ: each chain of parameters needs
 * a walk.
 */
const MAX_WALKS = 8;

class FlowOfGroup {
  readonly #module: IrModule;
  readonly #conditions: ReadonlySet<number>;
  /** Values that threads may have for themselves. */
  readonly #varying: Uint8Array;
  /** Constructs after which only some threads may go on; loops that only some may repeat. */
  readonly #splitAfter = new Set<number>();
  readonly #splitLoops = new Set<number>();
  /**
   * Constructs with a jump inside that leads out of them: WGSL takes what follows them for what follows their jumps.
   */
  readonly #withLeaving = new Set<number>();
  readonly #ofFirst = new Set<number>();
  readonly #unreached = new Set<number>();
  #hasChanged = false;

  constructor(module: IrModule, conditions: ReadonlySet<number>) {
    this.#module = module;
    this.#conditions = conditions;
    this.#varying = new Uint8Array(module.ops.count);
    forEachOp(module, (op) => {
      if (isJump(module.ops.code[op]!))
        for (const one of ownersOf(module, op, targetOf(module, op))) this.#withLeaving.add(one);
    });
  }

  run(): UniformFlow {
    const { functions, ops } = this.#module;
    for (let walk = 0; ; walk++) {
      this.#hasChanged = false;
      if (walk === MAX_WALKS)
        forEachOp(this.#module, (op) => {
          if (ops.code[op] === Op.param) this.#mark(op);
        });
      for (const { kind, region } of functions) {
        if (kind === 'subroutine') for (const value of parametersOf(this.#module, region)) this.#mark(value);
        this.#region(region, false);
      }
      if (!this.#hasChanged) return { hasBarriers: true, ofFirst: this.#ofFirst, unreached: [...this.#unreached] };
    }
  }

  #mark(value: number): void {
    if (this.#varying[value] === 1) return;
    this.#varying[value] = 1;
    this.#hasChanged = true;
  }

  #add(set: Set<number>, construct: number): void {
    if (set.has(construct)) return;
    set.add(construct);
    this.#hasChanged = true;
  }

  /** @param isSplit whether only some threads may run the region */
  #region(region: number, isSplit: boolean): void {
    const module = this.#module;
    const { ops } = module;
    let split = isSplit;
    for (let op = module.first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (isConstruct(code)) {
        this.#construct(op, split);
        split ||= this.#splitAfter.has(op);
      } else if (isJump(code) || code === Op.repeat) this.#jump(op, split);
      else if (code === Op.barrier) {
        if (split && waitsForThreads(module, op)) this.#unreached.add(op);
      } else if (code === Op.call) for (const result of resultsOf(module, op)) this.#mark(result);
      else if (code !== Op.param && code !== Op.result && this.#differs(op)) this.#mark(op);
    }
  }

  #construct(op: number, split: boolean): void {
    const module = this.#module;
    const { ops } = module;
    let inner = split;
    if (isConditional(module, op) && this.#varying[ops.operand(op, 0)] === 1) {
      if (this.#conditions.has(op)) {
        this.#ofFirst.add(op);
        if (split) this.#unreached.add(op);
      } else inner = true;
    }
    if (ops.code[op] === Op.loop) {
      inner ||= this.#splitLoops.has(op);
      for (const [i, parameter] of parametersOf(module, ops.extra[op]!).entries())
        if (this.#varying[ops.operand(op, i)] === 1) this.#mark(parameter);
    }
    const start = ops.extra[op]!;
    const end = start + module.regionCount(op);
    for (let one = start; one < end; one++) this.#region(one, inner);
  }

  /**
   * The values that a jump assigns differ if they differ before it, or if only some threads jump; the remaining threads
   * go on alone.
   */
  #jump(op: number, split: boolean): void {
    const module = this.#module;
    const { ops, owner } = module;
    const code = ops.code[op]!;
    const target = code === Op.repeat ? owner[ops.region[op]!]! : targetOf(module, op);
    const given =
      code === Op.exit
        ? resultsOf(module, target)
        : code === Op.repeat
          ? parametersOf(module, ops.extra[target]!)
          : code === Op.continue
            ? parametersOf(module, continueRegion(module, target))
            : [];
    for (const [i, value] of given.entries()) if (split || this.#varying[ops.operand(op, i)] === 1) this.#mark(value);
    if (!split || code === Op.repeat) return;
    for (const one of ownersOf(module, op, target)) {
      this.#add(this.#splitAfter, one);
      if (ops.code[one] === Op.loop) this.#add(this.#splitLoops, one);
    }
    if (target === NO_OP) return;
    if (ops.code[target] === Op.loop) this.#add(this.#splitLoops, target);
    if (code === Op.exit && this.#withLeaving.has(target)) this.#add(this.#splitAfter, target);
  }

  /** Whether threads may have different results of an operation. */
  #differs(op: number): boolean {
    const { ops, inputs, accesses, bindings, functions } = this.#module;
    const code = ops.code[op]!;
    const { effect, attribute, operands } = OP_ROWS[code]!;
    if (attribute === 'input')
      // Functions that are called read inputs from a variable, which WGSL takes for one of each thread.
      return functions.length > 1 || inputs[ops.extra[op]! >> 2]?.special !== 'threadGroupId';
    const reads = effect !== 'pure' || attribute === 'access' || attribute === 'binding' || attribute === 'variable';
    if (reads || attribute === 'component' || attribute === 'inputRange') {
      if (!SAME_READS.has(OP_NAMES[code]!)) return true;
      if (attribute === 'access' && bindings[accesses[ops.extra[op]!]!.binding]?.kind !== 'view') return true;
    }
    if (operands === 'bits' || operands === 'owner') return false;
    const shift = operands === 'refs' ? 2 : 0;
    for (let i = 0; i < ops.arity[op]!; i++) if (this.#varying[ops.operand(op, i) >> shift] === 1) return true;
    return false;
  }
}
