/**
 * The operands of random programs of models 4.0 to 5.1 that are run (sm4-code.ts): registers, swizzles, literals,
 * constants.
 */
import type { Random } from '../random.ts';

export const FLOAT_REGISTERS = ['r0', 'r1', 'r2', 'r3'] as const;
export const INTEGER_REGISTERS = ['r4', 'r5', 'r6', 'r7'] as const;
/** Indices and conditions that are used at once. */
export const INDEX = 'r8';
/** Rows of the constant buffer: floats, then integers. */
export const CONSTANT_ROWS = 16;
const HALF = CONSTANT_ROWS / 2;
export const COMPONENTS = 'xyzw';

/** A vector operand without its swizzle, or complete. */
interface Operand {
  readonly text: string;
}

export class Sm4Operands {
  readonly lines: string[] = [];

  constructor(readonly random: Random) {}

  line(text: string): void {
    this.lines.push(text);
  }

  swizzle(): string {
    return Array.from({ length: 4 }, () => COMPONENTS[this.random.below(4)]).join('');
  }

  component(): string {
    return COMPONENTS[this.random.below(4)]!;
  }

  mask(): string {
    const bits = this.random.oneIn(2) ? 15 : this.random.between(1, 15);
    return [...COMPONENTS].filter((_, i) => bits & (1 << i)).join('');
  }

  floatRegister(): string {
    return this.random.pick(FLOAT_REGISTERS);
  }

  integerRegister(): string {
    return this.random.pick(INTEGER_REGISTERS);
  }

  /** Makes a number from 0 to `limit - 1`, a power of two, from a random integer; returns the component that has it. */
  index(limit: number): string {
    this.line(`and ${INDEX}.x, ${this.integerRegister()}.${this.component()}, l(${limit - 1})`);
    return `${INDEX}.x`;
  }

  /** A source of a type, with a swizzle. At most one operand of an instruction may be indexed: `isIndexed`. */
  protected source(type: string): string {
    const { random } = this;
    if (type === 'f' || type === 'g') {
      const { text } = this.#float();
      const modifier = random.below(8);
      if (text.startsWith('l(')) return text;
      const operand = `${text}.${this.swizzle()}`;
      if (type === 'g') return operand;
      return ['-#', '|#|', '-|#|', '#'][Math.min(modifier, 3)]!.replace('#', operand);
    }
    if (type === 'c') return `${this.integerRegister()}.${this.swizzle()}`;
    const { text } = this.#integer();
    if (text.startsWith('l(')) return text;
    return `${type === 'i' && random.oneIn(4) ? '-' : ''}${text}.${this.swizzle()}`;
  }

  #float(): Operand {
    const { random } = this;
    const kind = random.below(8);
    if (kind === 0) return { text: `l(${[0, 0, 0, 0].map(() => this.#floatLiteral()).join(', ')})` };
    if (kind === 1) return { text: `cb0[${random.below(HALF)}]` };
    return { text: this.floatRegister() };
  }

  #floatLiteral(): string {
    const { random } = this;
    return random.pick(['0.000000', '1.000000', '-2.500000', (random.between(-4096, 4096) / 64).toFixed(6)]);
  }

  #integer(): Operand {
    const { random } = this;
    const kind = random.below(8);
    if (kind === 0) return { text: `l(${[0, 0, 0, 0].map(() => this.#integerLiteral()).join(', ')})` };
    if (kind === 1) return { text: `cb0[${HALF + random.below(HALF)}]` };
    return { text: this.integerRegister() };
  }

  #integerLiteral(): string {
    const { random } = this;
    return random.pick(['0', '1', '-1', '31', '0xffff', String(random.between(-100, 100)), String(random.word() | 0)]);
  }
}
