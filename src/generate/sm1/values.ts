/**
 * The scalars that values of the IR are in shader models 1 to 3: floats, and conditions as 1.0 or 0.0. Swizzles, reads
 * of constants and of inputs make no instructions.
 */
import type { IrElement } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import { Kind, kindOf } from '../../ir/types.ts';
import { DX6100 } from '../messages.ts';
import { NO_SCALAR, ONE, type Scalar, type SourceIndex } from '../operand-table.ts';
import { Refusal } from '../refusal.ts';
import { ValueScalars } from '../value-scalars.ts';
import type { UniformScalar } from './flow-registers.ts';
import type { Sm1ScalarSource } from './writes.ts';

/** Register files that instructions read, by the names that this generator has for them. */
export type Sm1File = 'literal' | 'input' | 'position' | 'face' | 'const' | 'constBool';

export class Sm1Values extends ValueScalars {
  /** Constants that are 0 or 1. */
  readonly #conditions = new Set<Scalar>();

  /** @param isBoolean whether a component of a constant is 0 or 1 */
  constructor(
    module: IrModule,
    readonly isBoolean: (constant: UniformScalar) => boolean,
  ) {
    super(module);
  }

  protected find(start: number): Scalar {
    const { ops } = this.module;
    let ref = start;
    for (;;) {
      const op = ref >> 2;
      const component = ref & 3;
      switch (ops.code[op]) {
        case Op.pick:
          ref = ops.operand(op, component);
          break;
        case Op.bitcast:
          ref = (ops.a[op]! << 2) | component;
          break;
        case Op.const: {
          const word = ops.operand(op, component);
          return this.table.literal(kindOf(ops.type[op]!) !== Kind.bool ? word : word !== 0 ? ONE : 0);
        }
        case Op.undef:
          return this.table.literal(0);
        case Op.select: {
          const [yes, no] = [this.scalar(ops.b[op]! << 2), this.scalar(ops.c[op]! << 2)];
          // Conditions are these numbers already.
          if (yes !== this.table.literal(ONE) || no !== this.table.literal(0)) return ref;
          ref = ops.a[op]! << 2;
          break;
        }
        case Op['f.ne']:
          if (!this.testsBoolean(op)) return ref;
          ref = ops.a[op]! << 2;
          this.#conditions.add(this.scalar(ref));
          break;
        case Op['f.lt']: {
          // A condition is above 0 where it holds.
          const condition = this.scalar(ops.b[op]! << 2);
          if (!this.#conditions.has(condition) || this.scalar(ops.a[op]! << 2) !== this.table.literal(0)) return ref;
          return condition;
        }
        case Op.in:
          return this.isFace(op) ? ref : this.#input(op, component);
        case Op['cb.load']:
          return this.#constant(op, component);
        default:
          return ref;
      }
    }
  }

  /** Whether a component of a value is any. */
  isUndefined(ref: number): boolean {
    const { ops } = this.module;
    let at = ref;
    while (ops.code[at >> 2] === Op.pick) at = ops.operand(at >> 2, at & 3);
    return ops.code[at >> 2] === Op.undef;
  }

  /** The next component of the input or constant that a scalar is a component of, if the program may read it. */
  nextOf(scalar: Scalar): Scalar | undefined {
    const { sources } = this.table;
    if (scalar >= 0 || this.table.isLiteral(scalar) || this.table.componentOf(scalar) === 3) return undefined;
    const number = this.table.sourceOf(scalar);
    const component = this.table.componentOf(scalar) + 1;
    const { file } = sources[number]!;
    if (file === 'const') return this.table.component(number, component);
    if (file !== 'input') return undefined;
    const next = this.table.component(number, component);
    const input = this.sourceOf(next);
    if (input === undefined) return undefined;
    this.readMasks[input.number]! |= 1 << component;
    return next;
  }

  /** The input or constant that a scalar is a component of; undefined for others. */
  sourceOf(scalar: Scalar): Sm1ScalarSource | undefined {
    if (scalar >= 0) return undefined;
    const component = this.table.componentOf(scalar);
    const { file, indices } = this.table.sources[this.table.sourceOf(scalar)]!;
    const number = indices[0]?.base ?? 0;
    if (file === 'const') return indices[0]!.value === NO_SCALAR ? { file: 'constant', number, component } : undefined;
    if (file !== 'input' && file !== 'position') return undefined;
    const element = this.module.inputs.findIndex(({ special, register, mask }) =>
      file === 'position'
        ? special === file
        : // Components that nothing reads may be missing between others.
          special === undefined && register === number && mask >> component !== 0,
    );
    return element < 0 ? undefined : { file: 'input', number: element, component };
  }

  /** Whether an operation reads the side of a triangle, a register that instructions can only compare. */
  isFace(op: number): boolean {
    const { ops, inputs } = this.module;
    return ops.code[op] === Op.in && inputs[ops.extra[op]! >> 2]!.special === 'face';
  }

  /** Whether a comparison with 0 has a constant that is 0 or 1. */
  testsBoolean(op: number): boolean {
    const { ops } = this.module;
    const [a, b] = [ops.a[op]!, ops.b[op]!];
    return (
      ops.code[a] === Op['cb.load'] &&
      ops.code[ops.a[a]!] === Op.const &&
      this.isBoolean({ binding: ops.extra[a]! >> 2, row: ops.operand(ops.a[a]!, 0), component: ops.extra[a]! & 3 }) &&
      ops.code[b] === Op.const &&
      ops.operand(b, 0) === 0
    );
  }

  #input(op: number, component: number): Scalar {
    const { ops, inputs } = this.module;
    const element = ops.extra[op]! >> 2;
    const at = (ops.extra[op]! & 3) + component;
    this.readMasks[element]! |= 1 << at;
    return this.table.component(this.#inputSource(inputs[element]!), at);
  }

  #inputSource({ special, register }: IrElement): number {
    if (special === undefined) return this.table.source('input', [{ base: register, value: NO_SCALAR }]);
    if (special === 'position') return this.table.source(special, []);
    return this.#refuse(`the input ${special}`);
  }

  #constant(op: number, component: number): Scalar {
    const { ops, bindings } = this.module;
    const { file, register } = bindings[ops.extra[op]! >> 2]!;
    const row = this.#row(ops.a[op]!, register);
    const at = (ops.extra[op]! & 3) + component;
    if (file === 'bool') return this.table.component(this.table.source('constBool', [row]), 0);
    if (file !== 'float') this.#refuse(`constants of the file ${file}`);
    return this.table.component(this.table.source('const', [row]), at);
  }

  /** The register of a row: a number, and what the address register has. */
  #row(value: number, first: number): SourceIndex {
    const { ops } = this.module;
    let op = value;
    let base = first;
    for (;;) {
      const code = ops.code[op];
      if (code === Op.bitcast) op = ops.a[op]!;
      else if (code === Op.const) return { base: base + ops.operand(op, 0), value: NO_SCALAR };
      else if (code === Op['i.add'] && ops.code[ops.b[op]!] === Op.const) {
        base += ops.operand(ops.b[op]!, 0);
        op = ops.a[op]!;
      } else if (code === Op['i.add'] && ops.code[ops.a[op]!] === Op.const) {
        base += ops.operand(ops.a[op]!, 0);
        op = ops.b[op]!;
      } else break;
    }
    if (ops.code[op] !== Op['cvt.f2i']) this.#refuse('an index that is no float');
    // Moves to the address register round to the nearest number.
    const index = ops.a[op]!;
    return { base, value: this.scalar((ops.code[index] === Op['f.rne'] ? ops.a[index]! : index) << 2) };
  }

  #refuse(what: string): never {
    throw new Refusal(DX6100, { profile: this.module.facts.profile, what });
  }
}
