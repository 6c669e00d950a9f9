/**
 * The scalars that values of the IR are: moves, casts and reads of constants and inputs are looked through, so that no
 * instruction has to copy them. Each generator finds them for its models.
 */
import type { IrModule } from '../ir/module.ts';
import { NO_OP } from '../ir/op-store.ts';
import { NO_SCALAR, type Numbering, OperandTable, type Scalar } from './operand-table.ts';

export abstract class ValueScalars implements Numbering {
  readonly table = new OperandTable();
  /** Components of inputs that are read, by element. */
  readonly readMasks: number[];
  readonly #known: Int32Array;
  #next: number;

  constructor(readonly module: IrModule) {
    this.#next = 4 * module.ops.count;
    this.#known = new Int32Array(this.#next).fill(NO_SCALAR);
    this.readMasks = module.inputs.map(() => 0);
  }

  /** One more than the largest value. */
  get count(): number {
    return this.#next;
  }

  newValue(): Scalar {
    return this.#next++;
  }

  /** The scalar of a component of a value; of an f64 value, of its word. */
  scalar(ref: number): Scalar {
    const known = this.#known[ref]!;
    if (known !== NO_SCALAR) return known;
    const scalar = this.find(ref);
    this.#known[ref] = scalar;
    return scalar;
  }

  /** The scalar of an operation, or of the one that passes replaced it by; undefined where it was removed. */
  tracedScalar(op: number): Scalar | undefined {
    const { followed, region } = this.module.ops;
    let last = op;
    if (followed !== undefined)
      for (let steps = followed.size; steps >= 0; steps--) {
        const next = followed.get(last);
        if (next === undefined) break;
        last = next;
      }
    return region[last] === NO_OP ? undefined : this.scalar(last << 2);
  }

  /** Finds a scalar that is not known yet. */
  protected abstract find(ref: number): Scalar;
}
