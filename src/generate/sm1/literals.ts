/**
 * Literals as constants that the program defines: four in a register, those of one operand in one register. A number
 * and its negative are one literal.
 */
import { appendTo } from '../../base/collections.ts';
import type { Operand } from '../nodes.ts';
import type { OperandTable, Scalar } from '../operand-table.ts';

const SIGN = 0x8000_0000 | 0;
const PER_REGISTER = 4;

/** Literals of the program that one operand reads: their components, and whether it reads them with the other sign. */
export interface PooledLiterals {
  readonly components: readonly number[];
  readonly isNegative: boolean;
}

export class Literals {
  /** The words of each register, by component; undefined where there is none yet. */
  readonly registers: (number | undefined)[][] = [];
  readonly #registersByWord = new Map<number, number[]>();

  constructor(readonly table: OperandTable) {}

  /**
   * Finds a register for the literals of an operand. Equal operands get the same one.
   *
   * @param takesSign whether the operand can read them with the other sign
   */
  add({ scalars }: Pick<Operand, 'scalars'>, takesSign = true): number {
    const words = this.#words(scalars, takesSign);
    const known = this.#find(words, takesSign);
    if (known >= 0) return known;
    let register = this.registers.findIndex((all) => missing(all, words).length <= free(all));
    if (register < 0) register = this.#newRegister();
    for (const word of missing(this.registers[register]!, words))
      this.#put(word, register, this.registers[register]!.indexOf(undefined));
    return register;
  }

  /** Finds a register that has literals in the components that they are read by. */
  addAt({ scalars }: Pick<Operand, 'scalars'>, components: readonly number[]): number {
    const words = scalars.map((scalar) => this.table.componentOf(scalar));
    let register = this.registers.findIndex((all) =>
      words.every(
        (word, i) =>
          (all[components[i]!] ?? word) === word && all.indexOf(word) >= 0 === (all[components[i]!] === word),
      ),
    );
    if (register < 0) register = this.#newRegister();
    for (const [i, word] of words.entries())
      if (this.registers[register]![components[i]!] === undefined) this.#put(word, register, components[i]!);
    return register;
  }

  #newRegister(): number {
    return this.registers.push(Array.from({ length: PER_REGISTER }, () => undefined)) - 1;
  }

  #put(word: number, register: number, component: number): void {
    this.registers[register]![component] = word;
    appendTo(this.#registersByWord, word, register);
  }

  /** Whether one register has, or could have, the literals of several operands. */
  fits(operands: readonly Operand[]): boolean {
    return this.#words(operands.flatMap(({ scalars }) => scalars)).length <= PER_REGISTER;
  }

  /** How one operand reads literals in a register; undefined if it cannot. */
  read(scalars: readonly Scalar[], register: number): PooledLiterals | undefined {
    const all = this.registers[register]!;
    for (const isNegative of [false, true]) {
      const components = scalars.map((scalar) => all.indexOf(this.table.componentOf(scalar) ^ (isNegative ? SIGN : 0)));
      if (!components.includes(-1)) return { components, isNegative };
    }
    return undefined;
  }

  /** The different words of literals; where all are negative or zero, their absolute values. */
  #words(scalars: readonly Scalar[], takesSign = true): number[] {
    const words = [...new Set(scalars.map((scalar) => this.table.componentOf(scalar)))];
    const areNegative = takesSign && words.every((word) => word < 0) && words.length > 0;
    return areNegative ? words.map((word) => word ^ SIGN) : words;
  }

  #find(words: readonly number[], takesSign: boolean): number {
    for (const flip of takesSign ? [0, SIGN] : [0]) {
      const [first, ...others] = words.map((word) => word ^ flip);
      for (const register of this.#registersByWord.get(first!) ?? [])
        if (others.every((word) => this.registers[register]!.includes(word))) return register;
    }
    return -1;
  }
}

function missing(all: readonly (number | undefined)[], words: readonly number[]): number[] {
  return words.filter((word) => !all.includes(word));
}

function free(all: readonly (number | undefined)[]): number {
  return all.filter((word) => word === undefined).length;
}
