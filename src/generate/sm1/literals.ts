/**
 * Literals as constants that the program defines: four in a register, those of one operand in one register. A number and
 * its negative are one literal.
 */
import type { Operand } from '../nodes.ts';
import type { OperandTable, Scalar } from '../operand-table.ts';

const SIGN = 0x8000_0000 | 0;
const PER_REGISTER = 4;

/** A literal of the program: `register << 2 | component`, and whether it is read with the other sign. */
export interface PooledLiteral {
  readonly at: number;
  readonly isNegative: boolean;
}

export class Literals {
  /** The words of each register, in the order of their components. */
  readonly registers: number[][] = [];
  readonly #registersByWord = new Map<number, number[]>();

  constructor(readonly table: OperandTable) {}

  /** Finds a register for the literals of an operand. Equal operands get the same one. */
  add({ scalars }: Pick<Operand, 'scalars'>): number {
    const words = this.#words(scalars);
    const known = this.#find(words);
    if (known >= 0) return known;
    let register = this.registers.findIndex((all) => missing(all, words).length + all.length <= PER_REGISTER);
    if (register < 0) register = this.registers.push([]) - 1;
    for (const word of missing(this.registers[register]!, words)) {
      this.registers[register]!.push(word);
      const list = this.#registersByWord.get(word);
      if (list === undefined) this.#registersByWord.set(word, [register]);
      else list.push(register);
    }
    return register;
  }

  /** Adds a register with these words in this order, which nothing else is put into. */
  addExact(words: readonly number[]): number {
    const known = this.registers.findIndex(
      (all) => all.length === words.length && all.every((word, i) => word === words[i]),
    );
    return known >= 0 ? known : this.registers.push([...words]) - 1;
  }

  /** Whether one register has, or could have, the literals of several operands. */
  fits(operands: readonly Operand[]): boolean {
    return this.#words(operands.flatMap(({ scalars }) => scalars)).length <= PER_REGISTER;
  }

  /** The component of a literal in a register; undefined if it is not there. */
  at(scalar: Scalar, register: number): PooledLiteral | undefined {
    const word = this.table.componentOf(scalar);
    const all = this.registers[register]!;
    let component = all.indexOf(word);
    if (component >= 0) return { at: (register << 2) | component, isNegative: false };
    component = all.indexOf(word ^ SIGN);
    return component < 0 ? undefined : { at: (register << 2) | component, isNegative: true };
  }

  /** The different words of literals; where all are negative or zero, their absolute values. */
  #words(scalars: readonly Scalar[]): number[] {
    const words = [...new Set(scalars.map((scalar) => this.table.componentOf(scalar)))];
    const areNegative = words.every((word) => word < 0) && words.length > 0;
    return areNegative ? words.map((word) => word ^ SIGN) : words;
  }

  #find(words: readonly number[]): number {
    for (const flip of [0, SIGN]) {
      const [first, ...others] = words.map((word) => word ^ flip);
      for (const register of this.#registersByWord.get(first!) ?? [])
        if (others.every((word) => this.registers[register]!.includes(word))) return register;
    }
    return -1;
  }
}

function missing(all: readonly number[], words: readonly number[]): number[] {
  return words.filter((word) => !all.includes(word));
}
