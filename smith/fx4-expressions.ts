/**
 * Random expressions over the variables of an effect: the values of states, and what shaders compute. Outside of
 * shaders, operators and intrinsics are those that Microsoft's compiler makes expressions of; it fails at some others,
 * such as comparisons of floats.
 *
 * Not for: literals alone (fx4-types.ts).
 */
import type { Fx4Scope, Fx4Value } from './fx4-scope.ts';

const UNARY = [
  ...[
    'abs',
    'acos',
    'asin',
    'atan',
    'ceil',
    'cos',
    'cosh',
    'degrees',
    'exp',
    'exp2',
    'floor',
    'frac',
    'log',
    'log10',
    'log2',
  ],
  ...['radians', 'round', 'rsqrt', 'saturate', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'trunc'],
];
const UNARY_IN_SHADERS = [...UNARY, 'sign', 'ddx', 'ddy'];
const BINARY = ['atan2', 'ldexp', 'max', 'min', 'pow', 'reflect'];
const BINARY_IN_SHADERS = [...BINARY, 'step', 'fmod'];
const TERNARY = ['clamp', 'lerp', 'smoothstep'];
const INTEGER_OPERATORS = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='];

/**
 * A float expression of so many components. Without variables it is a literal: the compiler fails at some constants,
 * such as 1 / 0.
 */
export function floatExpression(scope: Fx4Scope, components: number, depth: number): string {
  const { random } = scope;
  if (depth <= 0 || scope.values.length === 0 || random.oneIn(6)) return floatOperand(scope, components);
  const again = (n = components) => floatExpression(scope, n, depth - 1);
  switch (random.below(10)) {
    case 0:
    case 1:
      return `(${again()} ${random.pick(['+', '-', '*'])} ${again()})`;
    case 2:
      return `(${again()} / ${variableOperand(scope, components)})`;
    case 3:
      return unary(scope, again());
    case 4:
      return `${random.pick(scope.inShader ? BINARY_IN_SHADERS : BINARY)}(${again()}, ${again()})`;
    case 5:
      return `${random.pick(TERNARY)}(${again()}, ${again()}, ${again()})`;
    case 6:
      return `(${condition(scope, depth - 1)} ? ${again()} : ${again()})`;
    case 7:
      return `(-(${again()}))`;
    case 8:
      return reduced(scope, components, again);
    default:
      return components === 1
        ? `((float)${integerExpression(scope, depth - 1)})`
        : composed(scope, components, depth - 1);
  }
}

function unary({ random, stage }: Fx4Scope, of: string): string {
  const name = random.pick(stage === null ? UNARY : UNARY_IN_SHADERS.slice(0, stage === 'ps' ? undefined : -2));
  return `${name}(${of})`;
}

/** One component of several. */
function reduced(scope: Fx4Scope, components: number, again: (components: number) => string): string {
  const { random } = scope;
  const n = random.between(2, 4);
  const matrices = scope.values.filter(({ rows, columns }) => rows === 4 && columns === 4);
  if (components === 4 && matrices.length > 0) {
    const { text } = random.pick(matrices);
    return random.pick([
      `mul(${text}, ${again(4)})`,
      `mul(${again(4)}, ${text})`,
      `transpose(${text})[${random.below(4)}]`,
    ]);
  }
  const one = random.pick([
    `dot(${again(n)}, ${again(n)})`,
    `length(${again(n)})`,
    `distance(${again(n)}, ${again(n)})`,
  ]);
  const square = scope.values.filter(({ rows, columns, scalar }) => rows === columns && rows > 1 && scalar === 'float');
  if (square.length > 0 && random.oneIn(3))
    return `(determinant(${random.pick(square).text})).${'x'.repeat(components)}`;
  return components === 1 ? one : `(${one}).${'x'.repeat(components)}`;
}

function composed(scope: Fx4Scope, components: number, depth: number): string {
  const parts: string[] = [];
  for (let left = components; left > 0; ) {
    const part = scope.random.between(1, left);
    parts.push(floatExpression(scope, part, depth));
    left -= part;
  }
  return parts.length === 1 ? parts[0]! : `float${components}(${parts.join(', ')})`;
}

/** A variable or a literal. */
function floatOperand(scope: Fx4Scope, components: number): string {
  const { random } = scope;
  if (scope.values.length > 0 && !random.oneIn(5)) return variableOperand(scope, components);
  const values = Array.from({ length: components }, () =>
    random.pick(['1', '2.5', '-3', '0.1', '100', '1e5', 'true', '0x10']),
  );
  return components === 1 ? values[0]! : `float${components}(${values.join(', ')})`;
}

function variableOperand(scope: Fx4Scope, components: number): string {
  const { random } = scope;
  const value = random.pick(scope.values);
  const { rows, columns } = value;
  const text = elementOf(scope, value);
  const vector =
    rows > 0 ? `${text}[${rows > 1 && random.oneIn(6) ? indexBelow(scope, rows) : random.below(rows)}]` : text;
  if (components === columns && random.oneIn(2)) return columns === 1 && rows > 0 ? `${vector}.x` : vector;
  const letters = 'xyzw'.slice(0, columns);
  return `${vector}.${Array.from({ length: components }, () => random.pick([...letters])).join('')}`;
}

/** The value, at times at an index that is computed. */
function elementOf(scope: Fx4Scope, { text, array }: Fx4Value): string {
  if (array === undefined || !scope.random.oneIn(3)) return text;
  return `${array.name}[${indexBelow(scope, array.elements)}]`;
}

function indexBelow(scope: Fx4Scope, elements: number): string {
  return scope.random.oneIn(4) ? String(scope.random.below(elements)) : variableIndex(scope);
}

function integersOf(scope: Fx4Scope): readonly Fx4Value[] {
  return scope.values.filter(
    ({ scalar, rows, columns }) => (scalar === 'int' || scalar === 'uint') && rows === 0 && columns === 1,
  );
}

/** A signed or unsigned integer. */
export function integerExpression(scope: Fx4Scope, depth: number): string {
  const { random } = scope;
  const integers = integersOf(scope);
  if (integers.length === 0) return random.pick(['1', '2', '3', '7', '255', '65536']);
  if (depth <= 0 || random.oneIn(4))
    return random.oneIn(5) ? random.pick(['1', '3', '65536']) : random.pick(integers).text;
  const again = () => integerExpression(scope, depth - 1);
  switch (random.below(7)) {
    case 0:
    case 1:
    case 2:
      return `(${random.pick(integers).text} ${random.pick(INTEGER_OPERATORS)} ${random.oneIn(3) ? random.pick(['1', '2', '3', '7']) : random.pick(integers).text})`;
    case 3:
      return `(${condition(scope, depth - 1)} ? ${again()} : ${again()})`;
    case 4:
      return `(${random.pick(['-', '~'])}(${again()}))`;
    case 5:
      return `${random.pick(['min', 'max'])}(${again()}, ${again()})`;
    default:
      return scope.inShader
        ? `((int)${floatExpression(scope, 1, depth - 1)})`
        : `(${again()} ${random.pick(['+', '*', '-', '^'])} ${again()})`;
  }
}

/** A boolean scalar. */
export function condition(scope: Fx4Scope, depth: number): string {
  const { random } = scope;
  const booleans = scope.values.filter(({ scalar, rows, columns }) => scalar === 'bool' && rows === 0 && columns === 1);
  if (booleans.length > 0 && random.oneIn(2)) return random.pick(booleans).text;
  const again = () => condition(scope, depth - 1);
  switch (depth > 0 ? random.below(4) : 0) {
    case 0:
      return `(${integerExpression(scope, depth - 1)} ${random.pick(COMPARISONS)} ${integerExpression(scope, depth - 1)})`;
    case 1:
      if (!scope.inShader) return `(!${again()})`;
      return `(${floatExpression(scope, 1, depth - 1)} ${random.pick(COMPARISONS)} ${floatExpression(scope, 1, depth - 1)})`;
    case 2:
      return `(${again()} ${random.pick(['&&', '||'])} ${again()})`;
    default:
      return `(!${again()})`;
  }
}

/** An index that depends on variables, if there are integers. */
export function variableIndex(scope: Fx4Scope): string {
  const { random } = scope;
  const integers = integersOf(scope);
  if (integers.length === 0) return '0';
  const { text } = random.pick(integers);
  return random.oneIn(2) ? text : `${text} ${random.pick(['+', '*', '-', '&', '>>'])} ${integerExpression(scope, 1)}`;
}
