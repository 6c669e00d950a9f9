/**
 * Joins accesses of single components of one row of an array: an instruction reads or writes four. Reads are joined
 * where nothing between them writes the array, writes where nothing between them reads or writes it elsewhere.
 */
import { IrBuilder, refOf } from '../ir/builder.ts';
import type { IrModule } from '../ir/module.ts';
import { isConstruct, Op } from '../ir/ops.ts';
import { OP_FACTS, OpFact } from '../ir/passes/op-facts.ts';
import { Replacements, walkModule } from '../ir/passes/walk.ts';
import { NONE, widthOf, withWidth } from '../ir/types.ts';

const COMPONENTS = 4;

export function joinArrayAccesses(module: IrModule): void {
  if (module.variables.length > 0) new AccessJoiner(module).run();
}

class AccessJoiner {
  readonly #builder: IrBuilder;
  readonly #replacements: Replacements;
  /** Of each array, the accesses so far that may be joined: all of one row, and all reads or all writes. */
  readonly #open = new Map<number, number[]>();

  constructor(private readonly module: IrModule) {
    this.#builder = new IrBuilder(module);
    this.#replacements = new Replacements(module.ops);
  }

  run(): void {
    const { module } = this;
    walkModule(
      module,
      (op) => this.#operation(op),
      () => this.#closeAll(),
    );
    walkModule(module, (op) => this.#replacements.resolve(module, op));
    this.#replacements.release();
  }

  #operation(op: number): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op['var.load'] || code === Op['var.store']) this.#access(op);
    else if (isConstruct(code) || (OP_FACTS[code]! & OpFact.control) !== 0) this.#closeAll();
  }

  #access(op: number): void {
    const { ops } = this.module;
    const variable = ops.extra[op]! >> 2;
    const list = this.#open.get(variable) ?? [];
    if (list.some((other) => !this.#canJoin(op, other))) this.#close(list);
    // One of several components stays as it is.
    if (widthOf(this.#typeOf(op)) > 1) this.#close(list);
    else list.push(op);
    this.#open.set(variable, list);
  }

  /** The type of the value that is read or written. */
  #typeOf(op: number): number {
    const { ops } = this.module;
    return ops.type[ops.code[op] === Op['var.load'] ? op : ops.b[op]!]!;
  }

  #canJoin(op: number, other: number): boolean {
    const { ops } = this.module;
    if (ops.code[op] !== ops.code[other] || ops.a[op] !== ops.a[other]) return false;
    return ops.code[op] === Op['var.load'] ? ops.type[op] === ops.type[other] : ops.extra[op] !== ops.extra[other];
  }

  #closeAll(): void {
    for (const list of this.#open.values()) this.#close(list);
  }

  #close(list: number[]): void {
    if (list.length > 1) {
      if (this.module.ops.code[list[0]!] === Op['var.load']) this.#joinReads(list);
      else this.#joinWrites(list);
    }
    list.length = 0;
  }

  /** One read, where the first one was. */
  #joinReads(list: readonly number[]): void {
    const b = this.#builder;
    const { ops } = b;
    const [op] = list;
    const numbers = list.map((one) => ops.extra[one]!);
    const first = Math.min(...numbers);
    b.goBefore(op!, ops.flags[op!]!);
    const type = withWidth(ops.type[op!]!, Math.max(...numbers) - first + 1);
    const all = b.opWith(first, Op['var.load'], type, ops.a[op!]!);
    for (const one of list) this.#replacements.replace(one, b.component(refOf(all, ops.extra[one]! - first)));
    for (const one of list) this.module.remove(one);
  }

  /** One write for each run of components, where the last one was. */
  #joinWrites(list: readonly number[]): void {
    const b = this.#builder;
    const { ops } = b;
    const last = list.at(-1)!;
    const values = Array.from({ length: COMPONENTS }, (_, c) => list.find((op) => (ops.extra[op]! & 3) === c));
    b.goBefore(last, ops.flags[last]!);
    for (let first = 0; first < COMPONENTS; first++) {
      let end = first;
      while (values[end] !== undefined) end++;
      if (end === first) continue;
      const refs = values.slice(first, end).map((op) => refOf(ops.b[op!]!));
      b.opWith((ops.extra[last]! & ~3) | first, Op['var.store'], NONE, ops.a[last]!, b.joined(refs));
      first = end;
    }
    for (const op of list) this.module.remove(op);
  }
}
