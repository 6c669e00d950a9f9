/**
 * Statements of random HLSL for debug information: many variables, control flow, calls of functions, several statements
 * on a line and statements on several lines. What they compute does not matter; that much of it lives does.
 *
 * Not for: types (hlsl-debug-types.ts), entry points (hlsl-debug.ts).
 */
import type { HlslType, HlslTypes } from './hlsl-debug-types.ts';
import type { Random } from './random.ts';

interface Variable {
  readonly name: string;
  readonly type: HlslType;
  readonly readonly: boolean;
}

/** A function of the program. */
export interface HlslFunction {
  readonly name: string;
  readonly result: HlslType;
  readonly parameters: readonly { readonly type: HlslType; readonly direction: '' | 'in ' | 'out ' | 'inout ' }[];
}

const WORDS = ['a', 'acc', 'b', 'col', 'd', 'i', 'k', 'n', 'normal', 'sum', 't', 'tmp', 'uv', 'w', 'x'];

export class HlslBody {
  readonly #random: Random;
  readonly #types: HlslTypes;
  readonly #functions: readonly HlslFunction[];
  /** Innermost last. */
  readonly #scopes: Variable[][] = [];
  #count = 0;
  #budget: number;
  #inLoop = 0;

  constructor(random: Random, types: HlslTypes, functions: readonly HlslFunction[], globals: readonly Variable[]) {
    this.#random = random;
    this.#types = types;
    this.#functions = functions;
    this.#scopes.push([...globals]);
    this.#budget = random.between(3, random.oneIn(4) ? 30 : 14);
  }

  /** Makes a variable known. */
  declare(name: string, type: HlslType, readonly = false): void {
    this.#scopes.at(-1)!.push({ name, type, readonly });
  }

  /** The statements of a block, with indentation and line ends. */
  block(depth: number): string {
    this.#scopes.push([]);
    let text = '';
    for (let n = this.#random.between(1, 5); n > 0 && this.#budget > 0; n--) {
      this.#budget--;
      text += this.#separated(this.#statement(depth), depth);
    }
    this.#scopes.pop();
    return text;
  }

  /** Statements of a complete function, whose variables stay known. */
  statements(depth: number): string {
    this.#scopes.push([]);
    let text = '';
    while (this.#budget-- > 0) text += this.#separated(this.#statement(depth), depth);
    return text;
  }

  /** An expression of type float. */
  float(depth = 3): string {
    const random = this.#random;
    if (depth <= 0 || random.oneIn(4)) return this.#leaf();
    const one = () => this.float(depth - 1);
    const br = random.oneIn(12) ? '\n      ' : ' ';
    switch (random.below(9)) {
      case 0:
        return `(${one()} +${br}${one()})`;
      case 1:
        return `(${one()} *${br}${one()})`;
      case 2:
        return `(${one()} - ${one()})`;
      case 3:
        return `${random.pick(['sin', 'sqrt', 'abs', 'frac', 'exp2', 'floor', '-'])}(${one()})`;
      case 4:
        return `${random.pick(['min', 'max', 'step'])}(${one()},${br}${one()})`;
      case 5:
        return `(${this.#condition(depth - 1)} ? ${one()} : ${one()})`;
      case 6:
        return `dot(float3(${one()}, ${one()}, ${this.#leaf()}), ${this.#vector(3)})`;
      case 7:
        return `lerp(${one()}, ${one()}, ${this.#leaf()})`;
      default:
        return this.#call() ?? this.#leaf();
    }
  }

  /** An expression of `type`. */
  value(type: HlslType, depth = 2): string {
    const random = this.#random;
    const same = this.#variables().filter((one) => one.type.name === type.name && one.type.arrays === type.arrays);
    if (same.length > 0 && random.oneIn(3)) return random.pick(same).name;
    if (type.arrays === '' && type.scalars.length > 1 && /^[a-z0-9]+[1-4]$/.test(type.name) && random.oneIn(2))
      return `${type.name}(${type.scalars.map(() => this.float(depth - 1)).join(', ')})`;
    return `(${type.name.replace(/^(row|column)_major /, '')}${type.arrays})(${this.float(depth)})`;
  }

  #separated(statement: string, depth: number): string {
    const random = this.#random;
    if (random.oneIn(6)) return `${statement} `;
    return `${statement}\n${random.oneIn(10) ? '\n// a comment\n' : ''}${' '.repeat(2 * depth)}`;
  }

  #variables(): Variable[] {
    return this.#scopes.flat();
  }

  #vector(size: number): string {
    return `float${size}(${Array.from({ length: size }, () => this.#leaf()).join(', ')})`;
  }

  #leaf(): string {
    const random = this.#random;
    const variables = this.#variables();
    if (variables.length === 0 || random.oneIn(6)) return random.pick(['1.5', '0.25', '-2', '3', '1e-3', '7']);
    const variable = random.pick(variables);
    return `(float)${variable.name}${this.#path(variable.type)}`;
  }

  /** The path of a scalar; sometimes with an index that the program computes. */
  #path(type: HlslType): string {
    const random = this.#random;
    const path = random.pick(type.scalars);
    const [, size] = /^\[(\d+)\]/.exec(type.arrays) ?? [];
    if (size === undefined || !random.oneIn(3)) return path;
    return path.replace(/^\[\d+\]/, `[(uint)abs(${this.#simpleLeaf()}) % ${size}]`);
  }

  #simpleLeaf(): string {
    const scalars = this.#variables().filter((one) => one.type.arrays === '');
    if (scalars.length === 0) return '1';
    const variable = this.#random.pick(scalars);
    return `(float)${variable.name}${this.#random.pick(variable.type.scalars)}`;
  }

  #condition(depth: number): string {
    const random = this.#random;
    const test = `${this.float(depth)} ${random.pick(['<', '>', '<=', '==', '!='])} ${this.float(depth)}`;
    return random.oneIn(5) ? `${test} ${random.pick(['&&', '||'])} ${this.#leaf()} > 0` : test;
  }

  #call(): string | undefined {
    const random = this.#random;
    if (this.#functions.length === 0) return undefined;
    const called = random.pick(this.#functions);
    const args: string[] = [];
    for (const { type, direction } of called.parameters) {
      if (direction === '' || direction === 'in ') {
        args.push(this.value(type, 1));
        continue;
      }
      const targets = this.#variables().filter(
        (one) => !one.readonly && one.type.name === type.name && one.type.arrays === type.arrays,
      );
      if (targets.length === 0) return undefined;
      args.push(random.pick(targets).name);
    }
    return `(float)${called.name}(${args.join(', ')})${random.pick(called.result.scalars)}`;
  }

  #name(): string {
    const random = this.#random;
    // Names that hide others are of interest.
    return random.oneIn(3) ? random.pick(WORDS) : `${random.pick(WORDS)}${this.#count++}`;
  }

  #statement(depth: number): string {
    const random = this.#random;
    const kind = random.below(20);
    if (kind < 6) return this.#declaration();
    if (kind < 12) return this.#assignment();
    if (depth > 4) return this.#assignment();
    const pad = ' '.repeat(2 * depth);
    switch (kind) {
      case 12:
      case 13:
        return `${random.pick(['', '', '[branch] ', '[flatten] '])}if (${this.#condition(1)}) {\n${pad}  ${this.block(depth + 1)}}${random.oneIn(2) ? ` else {\n${pad}  ${this.block(depth + 1)}}` : ''}`;
      case 14:
      case 15:
        return this.#loop(depth, pad);
      case 16:
        return `${random.pick(['', '[branch] '])}switch ((int)${this.#leaf()} & 3) {\n${pad}case 0: ${this.#assignment()} break;\n${pad}case 2:\n${pad}  ${this.#assignment()}\n${pad}  break;\n${pad}default: ${this.#assignment()} break; }`;
      case 17:
        return `{ ${this.block(depth + 1)}}`;
      case 18:
        return this.#inLoop > 0
          ? `if (${this.#condition(1)}) ${random.pick(['break;', 'continue;'])}`
          : this.#declaration();
      default:
        return this.#assignment();
    }
  }

  #declaration(): string {
    const random = this.#random;
    const type = this.#types.type();
    const name = this.#name();
    const scope = this.#scopes.at(-1)!;
    if (scope.some((one) => one.name === name)) return this.#assignment();
    const isStatic = random.oneIn(20);
    const constant = !isStatic && random.oneIn(12) ? 'const ' : '';
    const text = `${isStatic ? 'static ' : constant}${type.name} ${name}${type.arrays} = ${isStatic ? `(${type.name.replace(/^(row|column)_major /, '')}${type.arrays})1` : this.value(type)};`;
    this.declare(name, type, constant !== '');
    return text;
  }

  #assignment(): string {
    const random = this.#random;
    const targets = this.#variables().filter((one) => !one.readonly);
    if (targets.length === 0) return ';';
    const target = random.pick(targets);
    const { type, name } = target;
    const operator = /bool/.test(type.name) || type.hasBool ? '=' : random.pick(['=', '=', '+=', '*=', '-=']);
    if (random.oneIn(4)) return `${name} = ${this.value(type)};`;
    if (type.arrays === '' && /^(float|int|half)[2-4]$/.test(type.name) && random.oneIn(2)) {
      const swizzle = random.pick(type.name.endsWith('2') ? ['xy', 'yx', 'x'] : ['xyz', 'zx', 'yxz', 'y']);
      return `${name}.${swizzle} ${operator} ${this.float(2)};`;
    }
    return `${name}${this.#path(type)} ${operator} ${this.float(3)};`;
  }

  #loop(depth: number, pad: string): string {
    const random = this.#random;
    const name = `${random.pick(['i', 'j', 'k'])}${this.#count++}`;
    const int: HlslType = { name: 'int', arrays: '', scalars: [''], wide: true };
    this.#scopes.push([{ name, type: int, readonly: true }]);
    this.#inLoop++;
    const attribute = random.pick(['', '', '[loop] ', '[unroll] ', '[unroll(2)] ']);
    const bound = attribute.startsWith('[unroll') || random.oneIn(2) ? `${random.between(1, 4)}` : 'bound';
    const body = this.block(depth + 1);
    this.#inLoop--;
    this.#scopes.pop();
    if (random.oneIn(4) && !attribute.startsWith('[unroll'))
      return `int ${name} = 0;\n${pad}${attribute}while (${name} < ${bound}) {\n${pad}  ${name}++;\n${pad}  ${body}}`;
    return `${attribute}for (int ${name} = 0; ${name} < ${bound}; ++${name}) {\n${pad}  ${body}}`;
  }
}
