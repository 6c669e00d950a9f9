/**
 * Scalar operands of instructions as numbers: values of the IR, and components that instructions read without a
 * temporary register (literals, constants, inputs). Equal ones have equal numbers.
 *
 * Not for: which register a value gets (allocate.ts), tokens (encode-operands.ts of each instruction set).
 */
/**
 * A scalar: a reference to a component of a value of the IR (`value << 2 | component`) or a value that generation adds,
 * at least 0; a component of a {@link Source}, below 0.
 */
export type Scalar = number;

export const NO_SCALAR: Scalar = -0x8000_0000;

/** An index of a register: a number, a value that is added, or both. */
export interface SourceIndex {
  readonly base: number;
  readonly value: Scalar;
}

/** A register that instructions read directly. */
export interface Source {
  /** The register file, by the name that the instruction set has for it. */
  readonly file: string;
  readonly indices: readonly SourceIndex[];
  readonly nonUniform: boolean;
}

/** The source of literals, whose component is a word. */
export const LITERAL = 0;
/** The word of 1.0. */
export const ONE = 0x3f80_0000;

/** The scalars of a function, to which steps of generation add values. */
export interface Numbering {
  readonly table: OperandTable;
  /** One more than the largest value. */
  readonly count: number;
  newValue(): Scalar;
}

export class OperandTable {
  readonly sources: Source[] = [{ file: 'literal', indices: [], nonUniform: false }];
  readonly #bySource = new Map<string, number>();
  readonly #sourceOf: number[] = [];
  /** The component, or the word of a literal. */
  readonly #componentOf: number[] = [];
  readonly #byComponent = new Map<number, Scalar>();
  readonly #literals = new Map<number, Scalar>();

  literal(word: number): Scalar {
    const known = this.#literals.get(word | 0);
    if (known !== undefined) return known;
    const scalar = this.#add(LITERAL, word | 0);
    this.#literals.set(word | 0, scalar);
    return scalar;
  }

  source(file: string, indices: readonly SourceIndex[], nonUniform = false): number {
    let key = file;
    for (const { base, value } of indices) key += ` ${base},${value}`;
    if (nonUniform) key += '!';
    let number = this.#bySource.get(key);
    if (number === undefined) {
      number = this.sources.push({ file, indices, nonUniform }) - 1;
      this.#bySource.set(key, number);
    }
    return number;
  }

  component(source: number, component: number): Scalar {
    const key = (source << 2) | component;
    const known = this.#byComponent.get(key);
    if (known !== undefined) return known;
    const scalar = this.#add(source, component);
    this.#byComponent.set(key, scalar);
    return scalar;
  }

  #add(source: number, component: number): Scalar {
    this.#sourceOf.push(source);
    return -this.#componentOf.push(component);
  }

  /** The source of a scalar that is not a value. */
  sourceOf(scalar: Scalar): number {
    return this.#sourceOf[-scalar - 1]!;
  }

  /** The component of a scalar that is not a value; the word of a literal. */
  componentOf(scalar: Scalar): number {
    return this.#componentOf[-scalar - 1]!;
  }

  isLiteral(scalar: Scalar): boolean {
    return scalar < 0 && this.sourceOf(scalar) === LITERAL;
  }

  /** Calls `use` for each value that reading a scalar reads: itself, or the indices of its source. */
  valuesIn(scalar: Scalar, use: (value: Scalar) => void): void {
    if (scalar >= 0) use(scalar);
    else for (const { value } of this.sources[this.sourceOf(scalar)]!.indices) if (value >= 0) use(value);
  }
}
