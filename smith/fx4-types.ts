/**
 * Random numeric types, literals, initializers, annotations and buffers of effects of fx_4_0, fx_4_1 and fx_5_0.
 *
 * Not for: objects (fx4-objects.ts).
 */

import type { Fx4Member, Fx4Scalar, Fx4Scope, Fx4Type, Fx4Value } from './fx4-scope.ts';
import type { Random } from './random.ts';

const SCALARS: readonly Fx4Scalar[] = ['float', 'float', 'float', 'int', 'uint', 'bool'];
const SEMANTICS = ['WORLDVIEWPROJECTION', 'COLOR0', 'Sem', 'diffuse_3', 'TEXCOORD12'] as const;
const FLOATS = [
  '0',
  '1',
  '-1',
  '2.5',
  '0.1',
  '-0.0',
  '1e10',
  '1e-30',
  '123456.789',
  '3.402823e38',
  '1e-40',
  '0x10',
  '.5f',
  '7.h',
  '16777217',
];
const INTEGERS = ['0', '1', '-1', '7', '10000', '10001', '-10000', '-10001', '0x7fffffff', '65536', '0x10', '010'];

/** A literal of a type. */
export function literal(random: Random, scalar: Fx4Scalar): string {
  if (scalar === 'bool') return random.pick(['true', 'false', '0', '1', 'true', 'false', '3']);
  if (scalar === 'uint') return random.pick(['0', '1', '255', '10000', '10001', '0xffffffff', '4000000000', '7u']);
  return random.pick(scalar === 'int' ? INTEGERS : FLOATS);
}

/** A numeric type that is no struct. */
export function basicType(random: Random, compatible = false): Fx4Type {
  const scalar = random.pick(SCALARS);
  const elements = random.oneIn(4) ? random.between(1, 5) : 0;
  const shape = random.below(10);
  const spelled =
    scalar === 'float' && compatible && random.oneIn(4)
      ? 'half'
      : scalar === 'uint' && random.oneIn(8)
        ? 'dword'
        : scalar;
  if (shape < 4) return type(scalar, elements, 0, 1, spelled);
  const columns = random.between(1, 4);
  if (shape < 7) {
    const text = random.oneIn(8)
      ? `vector<${scalar}, ${columns}>`
      : `${spelled === 'dword' ? 'uint' : spelled}${columns}`;
    return type(scalar, elements, 0, columns, text);
  }
  const rows = random.between(1, 4);
  const order = random.pick(['', '', 'row_major ', 'column_major ']);
  const text = random.oneIn(8)
    ? `matrix<${scalar}, ${rows}, ${columns}>`
    : `${spelled === 'dword' ? 'uint' : spelled}${rows}x${columns}`;
  return { ...type(scalar, elements, rows, columns, order + text) };
}

function type(scalar: Fx4Scalar, elements: number, rows: number, columns: number, text: string): Fx4Type {
  const registers = Math.max(1, elements) * Math.max(1, rows, rows > 0 ? columns : 1);
  return { text, elements, scalars: Math.max(1, rows) * columns, registers, scalar, rows, columns };
}

/** A numeric type, at times one of the structs that the effect has declared. */
export function variableType(scope: Fx4Scope): Fx4Type {
  const { random } = scope;
  if (scope.structs.length === 0 || !random.oneIn(6)) return basicType(random, scope.compatible);
  const { name, members } = random.pick(scope.structs);
  const elements = random.oneIn(3) ? random.between(1, 3) : 0;
  return structType(name, members, elements);
}

function structType(name: string, members: readonly Fx4Member[], elements: number): Fx4Type {
  const scalars = members.reduce((sum, { type: { scalars, elements } }) => sum + scalars * Math.max(1, elements), 0);
  const registers = Math.max(1, elements) * members.reduce((sum, { type }) => sum + type.registers, 0);
  return { text: name, elements, scalars, registers, scalar: 'float', rows: 0, columns: 1, members };
}

/** A struct, declared for later variables. */
export function structDeclaration(scope: Fx4Scope): string {
  const { random } = scope;
  const name = `S_${scope.name()}`;
  const members: Fx4Member[] = [];
  let text = random.oneIn(6)
    ? `typedef float4 T_${name};\nstatic const int N_${name} = 3;\n#pragma pack_matrix(${random.pick(['row', 'column'])}_major)\n`
    : '';
  text += `struct ${name}\n{\n`;
  for (let left = random.between(1, 5); left > 0; left--) {
    const member = { name: scope.name(), type: variableType(scope) };
    members.push(member);
    const semantic = member.type.members === undefined && random.oneIn(4) ? ` : ${random.pick(SEMANTICS)}` : '';
    text += `  ${member.type.text} ${member.name}${array(member.type.elements)}${semantic};\n`;
  }
  scope.structs.push({ name, members });
  return `${text}};\n`;
}

export function array(elements: number): string {
  return elements > 0 ? `[${elements}]` : '';
}

/** Values for all scalars of a type, in the braces that it needs. */
export function initializer(random: Random, { scalar, scalars, elements, members }: Fx4Type, nested = false): string {
  if (members !== undefined) {
    const one = () => `{ ${members.map((member) => initializer(random, member.type, true)).join(', ')} }`;
    return elements > 0 ? `{ ${Array.from({ length: elements }, one).join(', ')} }` : one();
  }
  const all = scalars * Math.max(1, elements);
  const same = random.oneIn(5) ? literal(random, scalar) : undefined;
  if (same !== undefined && elements === 0 && !nested && random.oneIn(2)) return same;
  const values = Array.from({ length: all }, () => same ?? literal(random, scalar)).join(', ');
  return all > 1 || elements > 0 || random.oneIn(10) ? `{ ${values} }` : values;
}

/** Annotations of something, or nothing. */
export function annotations(scope: Fx4Scope, often = 6): string {
  const { random } = scope;
  if (!random.oneIn(often)) return '';
  if (random.oneIn(12)) return ' < >';
  let text = ' <';
  for (let left = random.between(1, 4); left > 0; left--) {
    if (random.oneIn(3)) text += ` ${stringVariable(scope, scope.name())}`;
    else {
      const type = basicType(random);
      text += ` ${type.text} ${scope.name()}${array(type.elements)} = ${initializer(random, type)};`;
    }
  }
  return `${text} >`;
}

const STRINGS = [
  '',
  'a',
  'two words',
  'with \\"quotes\\"',
  'line\\nbreak',
  'tab\\there',
  'back\\\\slash',
  '%s %d',
  '\u00e9\u20ac',
  '\\x80\\xff',
  'a" "b',
  'x'.repeat(70),
];

export function stringLiteral(random: Random): string {
  return `"${random.pick(STRINGS)}"`;
}

function stringVariable(scope: Fx4Scope, name: string): string {
  const { random } = scope;
  if (!random.oneIn(5)) return `string ${name} = ${stringLiteral(random)};`;
  const elements = random.between(1, 3);
  const values = Array.from({ length: elements }, () => stringLiteral(random)).join(', ');
  return `string ${name}[${elements}] = { ${values} };`;
}

export function semantic(random: Random, often = 7): string {
  return random.oneIn(often) ? ` : ${random.pick(SEMANTICS)}` : '';
}

interface VariableOptions {
  readonly readable: boolean;
  readonly packoffset?: string;
  readonly global?: boolean;
}

/** A numeric variable; expressions may refer to it from then on. */
function variable(
  scope: Fx4Scope,
  type: Fx4Type,
  { readable, packoffset = '', global = false }: VariableOptions,
): string {
  const { random } = scope;
  const name = scope.name();
  const modifier = global ? random.pick(['', '', '', '', 'uniform ', 'extern ', 'const ']) : '';
  const register = global && random.oneIn(12) ? ` : register(c${scope.slot('c')})` : '';
  const value = random.oneIn(3) ? ` = ${initializer(random, type)}` : '';
  if (readable) scope.values.push(...valuesOf(random, name, type));
  return `${modifier}${type.text} ${name}${array(type.elements)}${semantic(random)}${packoffset}${register}${annotations(scope)}${value};\n`;
}

/** The values that expressions may read from a variable. */
function valuesOf(random: Random, name: string, { elements, members, scalar, rows, columns }: Fx4Type): Fx4Value[] {
  const text = elements > 0 ? `${name}[${random.below(elements)}]` : name;
  if (members !== undefined)
    return members.flatMap((member) => valuesOf(random, `${text}.${member.name}`, member.type));
  return [{ text, scalar, rows, columns, ...(elements > 1 ? { array: { name, elements } } : {}) }];
}

export function globalVariable(scope: Fx4Scope): string {
  return variable(scope, variableType(scope), { readable: true, global: true });
}

/** A `cbuffer` or `tbuffer`. */
export function buffer(scope: Fx4Scope): string {
  const { random } = scope;
  const texture = random.oneIn(5);
  const shared = scope.child || random.oneIn(8) ? random.pick(['shared ', '']) : '';
  const register = random.oneIn(4) ? ` : register(${texture ? 't' : 'b'}${scope.slot(texture ? 't' : 'b')})` : '';
  const packed = random.oneIn(4);
  let text = `${shared}${texture ? 'tbuffer' : 'cbuffer'} ${scope.name()}${register}${annotations(scope)}\n{\n`;
  let row = 0;
  for (let left = random.between(1, 6); left > 0; left--) {
    const type = variableType(scope);
    const small = type.members === undefined && type.elements === 0 && type.rows === 0 && type.columns < 4;
    const component = small && random.oneIn(2) ? `.${random.pick([...'xyzw'].slice(0, 5 - type.columns))}` : '';
    const packoffset = packed ? ` : packoffset(c${row}${component})` : '';
    row += type.registers + random.below(2);
    text += `  ${variable(scope, type, { readable: !texture, packoffset })}`;
  }
  return `${text}}${random.pick(['', ';'])}\n`;
}

/** A variable of type string. */
export function stringObject(scope: Fx4Scope): string {
  const { random } = scope;
  const name = scope.name();
  const rest = `${semantic(random)}${annotations(scope)}`;
  if (random.oneIn(4)) {
    const values = [stringLiteral(random), stringLiteral(random)];
    return `string ${name}[2]${rest} = { ${values.join(', ')} };\n`;
  }
  return `string ${name}${rest}${random.oneIn(6) ? '' : ` = ${stringLiteral(random)}`};\n`;
}
