/**
 * Random HLSL expressions over the variables of an effect, for compilers that fold them when the variables are
 * constants and make code of them when they are not. The text names a variable `@v`; {@link expressionText} gives it a
 * suffix.
 *
 * Known faults of Microsoft's compiler are left out: it folds integers as floating point without wrapping, differences
 * and absolute values of what was shifted left become 0x80000000, and `(float)f * 2.0` loses its `f`.
 *
 * Not for: random code without a source (expressions.ts, sm1-preshader.ts).
 */
import type { Random } from './random.ts';

/**
 * Who runs the code: constants of a shader and texture shaders compute with floats only; expressions of fx_4_0 with
 * integers, too.
 */
export type ExpressionTarget = 'shader' | 'pixel' | 'texture' | 'effect4';

/** A variable of the source. */
export interface SourceVariable {
  readonly name: string;
  readonly type: string;
  /** Elements of an array, 0 for none. */
  readonly elements: number;
  readonly numbers: number;
  readonly base: 'float' | 'int' | 'uint' | 'bool';
}

const variable = (name: string, type: string, numbers = 1, elements = 0): SourceVariable => ({
  name,
  type,
  elements,
  numbers: numbers * Math.max(elements, 1),
  base: /^(?:float|int|uint|bool)/.exec(type)![0] as SourceVariable['base'],
});

const FLOATS = [variable('a', 'float'), variable('b', 'float'), variable('c', 'float3', 3)];
const VECTORS = [variable('v', 'float4', 4), variable('w', 'float4', 4)];
const ARRAY = variable('r', 'float4', 4, 3);
const MATRIX = variable('m', 'float4x4', 16);
const INTS = [variable('i', 'int'), variable('j', 'int')];
const UINTS = [variable('u', 'uint'), variable('x', 'uint')];
const BOOLS = [variable('f', 'bool'), variable('g', 'bool')];

/** The variables that expressions for `target` use. */
export function expressionVariables(target: ExpressionTarget): readonly SourceVariable[] {
  const common = [...FLOATS, ...VECTORS, ARRAY, MATRIX, ...INTS, ...BOOLS];
  return target === 'effect4' ? [...common, ...UINTS] : common;
}

/** `text` with `suffix` after the names of variables. */
export function expressionText(text: string, suffix: string): string {
  return text.replace(/@(\w)/g, `$1${suffix}`);
}

/** The declaration of a variable with these numbers as its value, or without one. */
export function declarationText(
  { name, type, elements, base }: SourceVariable,
  suffix: string,
  numbers?: readonly number[],
): string {
  const array = elements > 0 ? `[${elements}]` : '';
  if (numbers === undefined) return `${type} ${name}${suffix}${array};`;
  const values = numbers.map((number) =>
    base === 'bool' ? String(number !== 0) : base === 'uint' ? `${number}u` : String(number),
  );
  return `static const ${type} ${name}${suffix}${array} = ${values.length > 1 ? `{ ${values.join(', ')} }` : values[0]};`;
}

/** Random numbers for a variable: many simple ones, so that comparisons and divisions have both sides. */
export function randomNumbers(random: Random, { base, numbers, name }: SourceVariable): number[] {
  return Array.from({ length: numbers }, () => {
    if (base === 'bool') return random.below(2);
    // An index of the array.
    if (name === 'i') return random.below(3);
    // Only bitwise operations take this one: the compiler folds others on large numbers as floating point, and wraps
    // nowhere.
    if (name === 'x') return random.word();
    if (base === 'uint') return random.below(random.oneIn(3) ? 5000 : 100);
    if (base === 'int') return (random.oneIn(3) ? random.between(-2000, 2000) : random.between(-20, 20)) || 1;
    if (random.oneIn(3)) return random.between(-4, 4) || 0.5;
    return (
      Math.fround(random.between(-8000, 8000) / random.pick([1000, 2500, 3, 7]) / random.pick([1, 1, 100])) || 0.25
    );
  });
}

/** A random expression of four floats. */
export function floatExpression(random: Random, target: ExpressionTarget): string {
  return new Source(random, target).vector(random.between(1, 4));
}

/** A random expression of one integer; for `effect4`. */
export function intExpression(random: Random): string {
  const source = new Source(random, 'effect4');
  if (random.oneIn(4)) return `(int)(${source.bits(random.between(1, 5))})`;
  return random.oneIn(2) ? source.int(random.between(1, 4)) : `(int)(${source.uint(random.between(1, 4))})`;
}

/** Functions that all targets compile to operations of preshaders. */
const FUNCTIONS = [
  'abs',
  'frac',
  'floor',
  'ceil',
  'sqrt_',
  'rsqrt_',
  'exp2_',
  'log2_',
  'saturate',
  'sin',
  'cos',
  'trunc',
];
/** Those that are one operation in texture shaders and expressions, and a series in shaders. */
const INVERSES = ['asin_', 'acos_', 'atan'];
/** Those that make Microsoft's compiler of expressions end with an internal error. */
const NOT_IN_EFFECTS = ['sign', 'round_'];

class Source {
  constructor(
    private readonly random: Random,
    private readonly target: ExpressionTarget,
  ) {}

  /** Four floats. */
  vector(depth: number): string {
    const { random } = this;
    if (depth <= 0) return this.vectorLeaf();
    const [a, b] = [() => this.vector(depth - 1), () => this.vector(depth - 2)];
    switch (random.below(13)) {
      case 0:
      case 1:
        return `(${a()} + ${b()})`;
      case 2:
        return `(${a()} - ${b()})`;
      case 3:
      case 4:
        return `(${a()} * ${b()})`;
      case 5:
        return `(${a()} / (abs(${b()}) + 0.5))`;
      case 6:
        return `${random.pick(['min', 'max'])}(${a()}, ${b()})`;
      case 7:
      case 8:
        return this.call(a());
      case 9:
        return `(${this.scalar(depth - 1)} * ${b()})`;
      case 10:
        return `lerp(${a()}, ${b()}, ${this.scalar(depth - 1)})`;
      case 11:
        return `float4(${this.scalar(depth - 1)}, ${this.scalar(0)}, ${this.scalar(depth - 2)}, ${this.scalar(0)})`;
      default:
        return this.rare(depth);
    }
  }

  private rare(depth: number): string {
    const { random, target } = this;
    const a = this.vector(depth - 1);
    const b = this.vector(depth - 2);
    switch (random.below(5)) {
      case 0:
        return `(${a}).${random.pick(['wzyx', 'xxyy', 'yzwx', 'wwww'])}`;
      case 1:
        return `mul(${a}, @m)`;
      case 2:
        return `mul(@m, ${a})`;
      case 3:
        if (target === 'effect4') return `pick(${this.bool(depth - 1)}, ${a}, ${b})`;
        return random.oneIn(2) ? `(${this.bool(depth - 1)} ? ${a} : ${b})` : `step(${a}, ${b})`;
      default:
        if (target === 'shader' || target === 'pixel') return `(${a} - ${b})`;
        return `atan2(${a}, abs(${b}) + 0.25)`;
    }
  }

  private call(value: string): string {
    const { random, target } = this;
    const names = [
      ...FUNCTIONS,
      ...(target === 'shader' || target === 'pixel' ? [] : INVERSES),
      ...(target === 'effect4' ? ['round'] : NOT_IN_EFFECTS),
    ];
    const name = random.pick(names);
    switch (name) {
      case 'sqrt_':
        return `sqrt(abs(${value}))`;
      case 'rsqrt_':
        return `rsqrt(abs(${value}) + 0.125)`;
      case 'exp2_':
        return `exp2(clamp(${value}, -8, 8))`;
      case 'log2_':
        return `log2(abs(${value}) + 0.125)`;
      case 'asin_':
      case 'acos_':
        return `${name.slice(0, -1)}(clamp(${value}, -1, 1))`;
      case 'round_':
        return `floor(${value} + 0.5)`;
      default:
        return `${name}(${value})`;
    }
  }

  private vectorLeaf(): string {
    const { random } = this;
    switch (random.below(9)) {
      case 0:
        return `float4(${this.literal()}, ${this.literal()}, ${this.literal()}, ${this.literal()})`;
      case 1:
        return `@r[${random.below(3)}]`;
      case 2:
        return '@r[@i]';
      case 3:
        return '@c.xyzz';
      case 4:
        return `@m[${random.below(4)}]`;
      default:
        return random.pick(['@v', '@w', '@v.wzyx', '@w.yxwz']);
    }
  }

  /** One float. */
  scalar(depth: number): string {
    const { random } = this;
    if (depth <= 0) return random.pick(['@a', '@b', '@v.x', '@w.w', '@c.y', '@r[@i].z', '@m[1][2]', this.literal()]);
    switch (random.below(9)) {
      case 0:
        return `dot(${this.vector(depth - 1)}, ${this.vector(depth - 2)})`;
      case 1:
        return `dot(@c, (${this.vector(depth - 1)}).${random.pick(['xyz', 'zyx', 'yzw'])})`;
      case 2:
        return `(${this.vector(depth - 1)}).${random.pick(['x', 'y', 'z', 'w'])}`;
      case 3:
        return `length(${this.vector(depth - 1)})`;
      case 4:
        return this.target === 'effect4' ? `(float)(${this.int(depth - 1)})` : '(float)@i';
      case 5:
        return `(${this.scalar(depth - 1)} + ${this.scalar(depth - 2)})`;
      case 6:
        return `(${this.scalar(depth - 1)} * ${this.scalar(depth - 2)})`;
      case 7:
        return `((float)${this.bool(depth - 1)} * @b)`;
      default:
        return random.pick(['@a', '@b']);
    }
  }

  /** One signed integer. Numbers stay small: see {@link randomNumbers}. */
  int(depth: number): string {
    const { random } = this;
    if (depth <= 0) return random.pick(['@i', '@j', '@j', String(random.between(-9, 30))]);
    const [a, b] = [() => this.int(depth - 1), () => this.int(depth - 2)];
    switch (random.below(12)) {
      case 0:
        return `(${a()} + ${b()})`;
      case 1:
        return `(${a()} - ${b()})`;
      case 2:
        return `((${a()} % 1000) * (${b()} % 100))`;
      case 3:
        return `(${a()} ${random.pick(['/', '%'])} ${random.pick(['7', '-3', '1000', '(abs(@j) | 1)'])})`;
      case 4:
        return `(${a()} ${random.pick(['&', '|', '^'])} ${b()})`;
      case 5:
        return `(${a()} >> ${random.below(34)})`;
      case 6:
        return `${random.pick(['min', 'max'])}(${a()}, ${b()})`;
      case 7:
        return `~(${a()})`;
      case 8:
        return `abs(${a()})`;
      case 9:
        return `(int)(clamp(${this.scalar(depth - 1)}, -50000, 50000))`;
      case 10:
        return `pickInt(${this.bool(depth - 1)}, ${a()}, ${b()})`;
      default:
        return `(int)(${this.uint(depth - 1)})`;
    }
  }

  /** One unsigned integer. */
  uint(depth: number): string {
    const { random } = this;
    if (depth <= 0) return random.pick(['@u', `${random.below(1000)}u`]);
    const [a, b] = [() => this.uint(depth - 1), () => this.uint(depth - 2)];
    switch (random.below(8)) {
      case 0:
        return `(${a()} + ${b()})`;
      case 1:
        return `(${a()} ${random.pick(['/', '%'])} (${b()} | 1u))`;
      case 2:
        return `(${a()} ${random.pick(['&', '|', '^'])} ${b()})`;
      case 3:
        return `(${a()} >> ${random.below(34)}u)`;
      case 4:
        return `${random.pick(['min', 'max'])}(${a()}, ${b()})`;
      case 5:
        return `(uint)(min(abs(${this.scalar(depth - 1)}), 50000))`;
      case 6:
        return `((${a()} & 0xffu) * (${b()} & 0x3ffu))`;
      default:
        return `(~(${a()}) & 0xffffu)`;
    }
  }

  /** 32 bits of any value. */
  bits(depth: number): string {
    const { random } = this;
    if (depth <= 0) return random.pick(['@x', '@x', '0x00ff00ffu', '@u']);
    switch (random.below(6)) {
      case 0:
        return `~(${this.bits(depth - 1)})`;
      case 1:
      case 2:
        return `(${this.bits(depth - 1)} ${random.pick(['<<', '>>'])} ${random.oneIn(3) ? '@u' : `${random.below(34)}u`})`;
      default:
        return `(${this.bits(depth - 1)} ${random.pick(['&', '|', '^'])} ${this.bits(depth - 2)})`;
    }
  }

  private bool(depth: number): string {
    const { random, target } = this;
    if (depth <= 0 || random.oneIn(4)) return random.pick(['@f', '@g', '!@f']);
    if (random.oneIn(5)) return `(${this.bool(depth - 1)} ${random.pick(['&&', '||'])} ${this.bool(depth - 2)})`;
    const operator = random.pick(['<', '>=', '==', '!=', '>', '<=']);
    // Comparisons of floats make Microsoft's compiler of expressions end with an internal error.
    if (target !== 'effect4') return `(${this.scalar(depth - 1)} ${operator} ${this.scalar(depth - 2)})`;
    if (random.oneIn(2)) return `(${this.uint(depth - 1)} ${operator} ${this.uint(depth - 2)})`;
    return `(${this.int(depth - 1)} ${operator} ${this.int(depth - 2)})`;
  }

  private literal(): string {
    const { random } = this;
    return random.pick(['1.0', '-2.0', '0.5', (random.between(-4000, 4000) / 1000).toFixed(3), '0.0']);
  }
}
