/**
 * Joins writes of components of one output that come after each other into one write, where the last of them was:
 * `out.x` and `out.yz` become
 * `out.xyz`. A component that is written twice keeps the later value.
 *
 * Nothing reads outputs before a vertex is emitted or the program ends, and a pixel that is discarded has none, so only
 * constructs, calls, emitted vertices, indexed writes and ends are in the way.
 */
import { IrBuilder, type Ref, refOf } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, Op } from '../ops.ts';
import { NONE, widthOf } from '../types.ts';
import { OP_FACTS, OpFact } from './op-facts.ts';
import { walkModule } from './walk.ts';

const COMPONENTS = 4;

/** Joins the writes of each region. Returns whether there may be any. */
export function joinOutputs(module: IrModule): boolean {
  if (module.outputs.length === 0) return false;
  if (hasSeveralWrites(module)) new OutputJoiner(module).run();
  return true;
}

/** Whether an output has several writes. Most programs write each one at once, and need no walk. */
function hasSeveralWrites({ ops, outputs }: IrModule): boolean {
  const { code, extra, count } = ops;
  const isWritten = outputs.map(() => false);
  for (let op = 0; op < count; op++) {
    if (code[op] !== Op.out) continue;
    const output = extra[op]! >> 2;
    if (isWritten[output]) return true;
    isWritten[output] = true;
  }
  return false;
}

class OutputJoiner {
  readonly #module: IrModule;
  readonly #builder: IrBuilder;
  /** Writes of each output that may be joined, in order, and the outputs that have any. */
  readonly #writes: number[][];
  readonly #open: number[] = [];
  /** Of the output that is joined: what each component gets, and from which write. */
  readonly #refs = [0, 0, 0, 0];
  readonly #from = [0, 0, 0, 0];

  constructor(module: IrModule) {
    this.#module = module;
    this.#builder = new IrBuilder(module);
    this.#writes = module.outputs.map(() => []);
  }

  run(): void {
    walkModule(
      this.#module,
      (op) => this.#operation(op),
      () => this.#close(),
    );
  }

  #operation(op: number): void {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    if (code === Op.out) {
      const output = ops.extra[op]! >> 2;
      const writes = this.#writes[output]!;
      if (writes.push(op) === 1) this.#open.push(output);
    } else if (this.#open.length > 0 && this.#isInTheWay(code)) this.#close();
  }

  #isInTheWay(code: number): boolean {
    if (isConstruct(code) || (OP_FACTS[code]! & OpFact.control) !== 0) return true;
    return code === Op.emit || code === Op.cut || code === Op['out.at'];
  }

  /** Joins what can be joined so far. */
  #close(): void {
    for (const output of this.#open) {
      const writes = this.#writes[output]!;
      if (writes.length > 1) this.#join(output, writes);
      writes.length = 0;
    }
    this.#open.length = 0;
  }

  #join(output: number, writes: readonly number[]): void {
    const { ops } = this.#module;
    this.#from.fill(NO_OP);
    for (const op of writes) {
      const value = ops.a[op]!;
      const first = ops.extra[op]! & 3;
      const width = widthOf(ops.type[value]!);
      for (let i = 0; i < width; i++) {
        this.#refs[first + i] = refOf(value, i);
        this.#from[first + i] = op;
      }
    }
    if (this.#runs() >= writes.length) return;
    for (let first = 0; first < COMPONENTS; ) {
      let end = first;
      while (end < COMPONENTS && this.#from[end] !== NO_OP) end++;
      if (end > first) this.#writeRun(output, first, end, writes);
      first = end + 1;
    }
    for (const op of writes) this.#module.remove(op);
  }

  /** How many writes would be left. */
  #runs(): number {
    let runs = 0;
    for (let c = 0; c < COMPONENTS; c++)
      if (this.#from[c] !== NO_OP && (c === 0 || this.#from[c - 1] === NO_OP)) runs++;
    return runs;
  }

  /** Writes the components from `first` to `end` where the last of them was written. */
  #writeRun(output: number, first: number, end: number, writes: readonly number[]): void {
    const b = this.#builder;
    const { ops } = b;
    let last = NO_OP;
    for (const op of writes) for (let c = first; c < end; c++) if (this.#from[c] === op) last = op;
    b.goBefore(last, ops.flags[last]!);
    const refs: Ref[] = [];
    for (let c = first; c < end; c++) refs.push(this.#refs[c]!);
    b.opWith((output << 2) | first, Op.out, NONE, b.joined(refs));
  }
}

/**
 * Leaves out the components of writes to outputs that nothing has set. Returns whether there were any.
 *
 * Not for: translations, whose languages set all components of an output.
 */
export function dropUnsetWrites(module: IrModule): boolean {
  const { ops } = module;
  const builder = new IrBuilder(module);
  let hasChanged = false;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.out) return;
    const value = ops.a[op]!;
    const refs = Array.from({ length: widthOf(ops.type[value]!) }, (_, i) =>
      ops.code[value] === Op.pick ? ops.operand(value, i) : refOf(value, i),
    );
    const isSet = refs.map((ref) => ops.code[ref >> 2] !== Op.undef);
    if (isSet.every(Boolean)) return;
    hasChanged = true;
    builder.goBefore(op, ops.flags[op]!);
    for (let first = 0; first < refs.length; first++) {
      let end = first;
      while (isSet[end]) end++;
      if (end > first) builder.opWith(ops.extra[op]! + first, Op.out, NONE, builder.pick(refs.slice(first, end)));
      first = end;
    }
    module.remove(op);
  });
  return hasChanged;
}
