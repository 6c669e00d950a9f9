/**
 * The ends of a program of shader models 1 to 3 with what its outputs have there, so that states of the pipeline can
 * change it.
 *
 * Not for: which changes there are (vertex-states.ts, pixel-states.ts).
 */
import {
  F32,
  type IrBuilder,
  type IrElement,
  type IrModule,
  Kind,
  NO_OP,
  NONE,
  Op,
  type Ref,
  refOf,
  typeOf,
  widthOf,
} from '../../ir/index.ts';
import { builderBefore, walkRegion } from '../../ir/passes/walk.ts';

const MISSING = -1;

/** One `return` of the main function. */
export class ProgramExit {
  /** By number of the output: a reference for each component, or -1. */
  readonly #values = new Map<number, Ref[]>();

  /** @param b puts operations before the `return` */
  constructor(
    readonly module: IrModule,
    readonly b: IrBuilder,
  ) {}

  has(element: number): boolean {
    return this.#values.has(element);
  }

  /** A component of an output; 0 where the program writes none. */
  component(element: number, component: number): number {
    const ref = this.#values.get(element)?.[component] ?? MISSING;
    return ref === MISSING ? this.b.float(0) : this.b.pick([ref]);
  }

  /** All four components. */
  vector(element: number): number {
    const { b } = this;
    const current = this.#values.get(element);
    if (current?.every((ref) => ref !== MISSING)) return b.pick(current);
    return b.pick(Array.from({ length: 4 }, (_, c) => refOf(this.component(element, c))));
  }

  set(element: number, component: number, ref: Ref): void {
    let current = this.#values.get(element);
    if (current === undefined) {
      current = [MISSING, MISSING, MISSING, MISSING];
      this.#values.set(element, current);
    }
    current[component] = ref;
  }

  /** Makes the components of an output those between 0 and 1. */
  clamp(element: number): void {
    const { mask } = this.module.outputs[element]!;
    for (let c = 0; c < 4; c++)
      if (mask & (1 << c)) this.set(element, c, refOf(this.b.op(Op['f.sat'], F32, this.component(element, c))));
  }

  /** Writes the outputs. */
  write(): void {
    const { b } = this;
    for (const [element, refs] of [...this.#values].sort(([a], [c]) => a - c)) {
      for (let first = 0; first < refs.length; first++) {
        if (refs[first] === MISSING) continue;
        let end = first;
        while (end < refs.length && refs[end] !== MISSING) end++;
        b.opWith((element << 2) | first, Op.out, NONE, b.pick(refs.slice(first, end)));
        first = end;
      }
    }
  }
}

/** Calls `change` for each end of the main function; then the outputs are what it made of them. */
export function changeExits(module: IrModule, change: (exit: ProgramExit) => void): void {
  const main = module.functions.find(({ kind }) => kind === 'main');
  if (main === undefined) return;
  walkRegion(module, main.region, (op) => {
    if (module.ops.code[op] !== Op.return) return;
    const exit = new ProgramExit(module, builderBefore(module, op));
    takeOutputs(module, op, exit);
    change(exit);
    exit.write();
  });
}

/**
 * Takes the writes before a `return` out of the module. They are in its region, because programs write outputs at their
 * ends only. Components that an element does not have are dropped: registers with one component are written with any
 * mask.
 */
function takeOutputs(module: IrModule, end: number, exit: ProgramExit): void {
  const { ops } = module;
  for (let op = ops.prev[end]!; op !== NO_OP; ) {
    const before = ops.prev[op]!;
    if (ops.code[op] === Op.out) {
      const value = ops.operand(op, 0);
      const first = ops.extra[op]! & 3;
      const element = ops.extra[op]! >> 2;
      const { mask } = module.outputs[element]!;
      for (let i = 0; i < widthOf(ops.type[value]!); i++)
        if (mask & (1 << (first + i))) exit.set(element, first + i, refOf(value, i));
      module.remove(op);
    }
    op = before;
  }
}

/** Adds an output or input; returns its number. */
export function addElement(list: IrElement[], element: IrElement): number {
  return list.push(element) - 1;
}

/** Reads a new input at the beginning of what a builder writes. */
export function readInput({ module, b }: ProgramExit, element: number, width: number): number {
  const { mask } = module.inputs[element]!;
  const first = 31 - Math.clz32(mask & -mask);
  return b.opWith((element << 2) | first, Op.in, width === 1 ? F32 : typeOf(Kind.f32, width));
}
