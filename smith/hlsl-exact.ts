/**
 * Random HLSL functions whose result is exact whatever computes it: integers, and multiples of 1/16 that stay
 * small. The compiler computes such a function of literals itself; of constants of a buffer it writes the instructions.
 *
 * The function is `uint4 f(int4 a, float4 b)`.
 */
import type { Random } from './random.ts';

export interface ExactFunction {
  /** The function `f`. */
  readonly source: string;
  readonly integers: readonly number[];
  readonly floats: readonly number[];
}

/** Versions 2 and 3 have floats only. */
export type ExactLanguage = 'integers' | 'floats';

/** A random function with its arguments. */
export function exactFunction(random: Random, language: ExactLanguage): ExactFunction {
  return new Writer(random, language).write();
}

const MAX_DEPTH = 3;
const MAX_STATEMENTS = 5;

class Writer {
  readonly #random: Random;
  readonly #hasIntegers: boolean;
  readonly #lines: string[] = [];
  /** Loops that are open; their counters are i0, i1. */
  #loops = 0;
  #loopNames = 0;
  #isInSwitch = false;

  constructor(random: Random, language: ExactLanguage) {
    this.#random = random;
    this.#hasIntegers = language === 'integers';
  }

  write(): ExactFunction {
    const random = this.#random;
    this.#statements(0);
    const declared = this.#hasIntegers
      ? '  int4 n = a; uint4 m = uint4(a); float4 x = b; int t[4] = { 1, 2, 3, 5 };\n'
      : '  float4 x = b;\n';
    const result = this.#hasIntegers ? 'uint4(int4(x * 16)) ^ uint4(n) + m + uint4(t[0], t[1], t[2], t[3])' : 'x';
    const type = this.#hasIntegers ? 'uint4 f(int4 a, float4 b)' : 'float4 f(float4 b)';
    return {
      source: `${type} {\n${declared}${this.#lines.join('\n')}\n  return ${result};\n}\n`,
      integers: [0, 1, 2, 3].map(() => random.pick([0, 1, -1, 7, random.between(-1000, 1000)])),
      floats: [0, 1, 2, 3].map(() => random.between(-64, 64) / 4),
    };
  }

  #line(depth: number, text: string): void {
    this.#lines.push(`${'  '.repeat(depth + 1)}${text}`);
  }

  #statements(depth: number): void {
    const count = this.#random.between(1, MAX_STATEMENTS);
    for (let i = 0; i < count; i++) this.#statement(depth);
  }

  #statement(depth: number): void {
    const random = this.#random;
    const kind = depth >= MAX_DEPTH ? 0 : random.below(10);
    if (kind === 6) this.#if(depth);
    else if (kind === 7) this.#loop(depth);
    else if (kind === 8 && this.#hasIntegers) this.#switch(depth);
    else if (kind === 9 && this.#loops > 0) this.#leave(depth);
    else this.#assignment(depth);
  }

  #assignment(depth: number): void {
    const random = this.#random;
    // In a switch Microsoft's compiler forgets what is written to an array by an index that it does not know.
    const kind = this.#hasIntegers ? random.below(this.#isInSwitch ? 3 : 4) : 0;
    if (kind === 0) this.#line(depth, this.#floatAssignment());
    else if (kind === 1) this.#line(depth, `n.${this.#component()} = ${this.#integer(2)};`);
    else if (kind === 2) this.#line(depth, `m.${this.#component()} = ${this.#unsigned(2)};`);
    else this.#line(depth, `t[${this.#integer(1)} & 3] = ${this.#integer(2)};`);
  }

  #floatAssignment(): string {
    const random = this.#random;
    if (random.oneIn(3)) {
      const swizzle = () => [0, 0, 0, 0].map(() => this.#component()).join('');
      return `x = clamp(x.${swizzle()} ${random.pick(['+', '-'])} ${random.pick(['x', 'b', 'abs(x)'])}.${swizzle()}, -64, 64);`;
    }
    return `x.${this.#component()} = ${this.#float(2)};`;
  }

  #if(depth: number): void {
    const attribute = this.#random.pick(['[branch] ', '[flatten] ', '']);
    this.#line(depth, `${attribute}if (${this.#condition()}) {`);
    const loops = this.#loops;
    // For versions 2 and 3 Microsoft's compiler tests the condition of a flattened block again where the block leaves a
    // loop, with the values that the block has changed.
    if (!this.#hasIntegers && attribute !== '[branch] ') this.#loops = 0;
    this.#statements(depth + 1);
    if (this.#random.oneIn(2)) {
      this.#line(depth, '} else {');
      this.#statements(depth + 1);
    }
    this.#loops = loops;
    this.#line(depth, '}');
  }

  #loop(depth: number): void {
    const name = `i${this.#loopNames++}`;
    const type = this.#hasIntegers ? 'int' : 'float';
    const limit =
      this.#hasIntegers && this.#random.oneIn(2) ? `(${this.#integer(1)} & 3)` : String(this.#random.between(1, 4));
    this.#line(depth, `for (${type} ${name} = 0; ${name} < ${limit}; ${name}++) {`);
    this.#loops++;
    this.#statements(depth + 1);
    this.#line(depth + 1, `x.${this.#component()} = clamp(x.${this.#component()} + ${name}, -64, 64);`);
    this.#loops--;
    this.#line(depth, '}');
  }

  /**
   * For versions 2 and 3 Microsoft's compiler is wrong about a `continue` after a `break` in the same branch: it only
   * takes the step of the loop, and the statements after the branch run (`exact9`, seed 232).
   */
  #leave(depth: number): void {
    this.#line(depth, `if (${this.#condition()}) ${this.#random.pick(['break', 'continue'])};`);
  }

  #switch(depth: number): void {
    this.#line(depth, `${this.#random.pick(['[branch] ', '[forcecase] ', ''])}switch (${this.#integer(1)} & 3) {`);
    const loops = this.#loops;
    const isInSwitch = this.#isInSwitch;
    this.#isInSwitch = true;
    // A break here would leave the switch; a continue is as good as any.
    this.#loops = 0;
    for (const value of ['case 0:', 'case 2:', 'default:']) {
      this.#line(depth, `  ${value} {`);
      this.#statements(depth + 1);
      this.#line(depth, '  } break;');
    }
    this.#loops = loops;
    this.#isInSwitch = isInSwitch;
    this.#line(depth, '}');
  }

  #component(): string {
    return this.#random.pick(['x', 'y', 'z', 'w']);
  }

  #condition(): string {
    const random = this.#random;
    const test = random.pick(['<', '>=', '==', '!=', '>', '<=']);
    const left = this.#hasIntegers && random.oneIn(2) ? this.#integer(1) : this.#float(1);
    return `${left} ${test} ${this.#hasIntegers ? random.between(-8, 8) : (random.between(-32, 32) / 4).toFixed(2)}`;
  }

  /** A multiple of 1/16 between -64 and 64. */
  #float(depth: number): string {
    const random = this.#random;
    if (depth === 0) {
      const choices = [`x.${this.#component()}`, `b.${this.#component()}`, (random.between(-64, 64) / 4).toFixed(2)];
      return random.pick(choices);
    }
    const [a, b] = [this.#float(depth - 1), this.#float(depth - 1)];
    const forms = [
      `clamp(${a} + ${b}, -64, 64)`,
      `clamp(${a} - ${b}, -64, 64)`,
      `clamp(floor(${a} * ${b}), -64, 64)`,
      `min(${a}, ${b})`,
      `max(${a}, ${b})`,
      `abs(${a})`,
      `-(${a})`,
      `floor(${a})`,
      `frac(${a})`,
      `(${a} < ${b} ? ${a} : ${b})`,
      `saturate(${a})`,
      `sign(${a})`,
      `step(${a}, ${b})`,
      `clamp(dot(float2(${a}, 1), float2(2, ${b})), -64, 64)`,
    ];
    if (this.#hasIntegers) forms.push(`float((${this.#integer(depth - 1)}) & 31)`, `trunc(${a})`, `ceil(${a})`);
    return random.pick(forms);
  }

  #integer(depth: number): string {
    const random = this.#random;
    if (depth === 0)
      return random.pick([
        `n.${this.#component()}`,
        `a.${this.#component()}`,
        String(random.between(0, 99)),
        `t[${random.below(4)}]`,
        `int(m.${this.#component()})`,
      ]);
    const [a, b] = [this.#integer(depth - 1), this.#integer(depth - 1)];
    return random.pick([
      `(${a} + ${b})`,
      `(${a} - ${b})`,
      `((${a} & 0xffff) * (${b} & 0xff))`,
      `(${a} & ${b})`,
      `(${a} | ${b})`,
      `(${a} ^ ${b})`,
      `(${a} << (${b} & 7))`,
      `(${a} >> (${b} & 7))`,
      `min(${a}, ${b})`,
      `max(${a}, ${b})`,
      `(-${a})`,
      `(~${a})`,
      `(${a} < ${b} ? ${a} : ${b})`,
      `int(x.${this.#component()})`,
      `t[(${a}) & 3]`,
    ]);
  }

  #unsigned(depth: number): string {
    const random = this.#random;
    if (depth === 0)
      return random.pick([`m.${this.#component()}`, `uint(a.${this.#component()})`, `${random.between(0, 99)}u`]);
    const [a, b] = [this.#unsigned(depth - 1), this.#unsigned(depth - 1)];
    return random.pick([
      `(${a} + ${b})`,
      `((${a} & 0xffff) * (${b} & 0xff))`,
      `((${a} & 0xffff) / ((${b} & 15) + 1))`,
      `((${a} & 0xffff) % ((${b} & 15) + 1))`,
      `(${a} >> (${b} & 31))`,
      `(${a} << (${b} & 31))`,
      `reversebits(${a})`,
      `countbits(${a})`,
      `firstbitlow(${a})`,
      `firstbithigh(${a})`,
      `min(${a}, ${b})`,
      `max(${a}, ${b})`,
      `uint((${this.#integer(depth - 1)}))`,
    ]);
  }
}
