/**
 * Declarations of an effect of Direct3D 10 and 11: structures, buffers with their variables, default values,
 * annotations.
 *
 * Not for: objects and passes (fx4-objects.ts, fx4-source.ts).
 */
import { u32At } from '../../base/words.ts';
import {
  FX4_EXPLICIT_OFFSET,
  FX4_NO_REGISTER,
  Fx4BufferFlag,
  Fx4Scalar,
  Fx4TypeKind,
} from '../../effects/fx4/enums.ts';
import type { Effect4, Fx4Annotation, Fx4Buffer, Fx4Type, Fx4Variable } from '../../effects/fx4/model.ts';
import { AXES } from '../../emit/common/rules/constants.ts';
import { isHlslIdentifier, literal } from '../../emit/hlsl/types.ts';
import { Kind } from '../../ir/index.ts';
import { asciiQuoted } from '../../text/fx/fx2-text.ts';
import { floatNumber } from '../preshader-source.ts';

const KINDS: Readonly<Record<number, number>> = {
  [Fx4Scalar.int]: Kind.i32,
  [Fx4Scalar.uint]: Kind.u32,
  [Fx4Scalar.bool]: Kind.bool,
};
const INDENT = '  ';

/** A number as a source has it. */
export function fx4Number(scalar: number, bits: number): string {
  return scalar === Fx4Scalar.float ? floatNumber(bits) : literal(KINDS[scalar] ?? Kind.u32, bits | 0);
}

export class Fx4Declarations {
  readonly lines: string[] = [];
  readonly #structs = new Set<string>();

  /** Adds a declaration. */
  line(text: string): void {
    this.lines.push(text);
  }

  /** A variable without its end: type, name, elements and semantic. */
  variable(type: Fx4Type, name: string, semantic?: string, spelled = this.typeText(type)): string {
    const array = type.elements > 0 ? `[${type.elements}]` : '';
    return `${spelled} ${name}${array}${semantic === undefined || semantic === '' ? '' : ` : ${semantic}`}`;
  }

  /** The name of a type; a structure is declared before its first use. */
  typeText(type: Fx4Type): string {
    const { kind, name, numeric } = type;
    if (kind === Fx4TypeKind.struct) {
      if (!isHlslIdentifier(name)) return this.#members('struct', type).join('\n');
      if (!this.#structs.has(name)) {
        this.#structs.add(name);
        for (const line of this.#members(`struct ${name}`, type)) this.line(line);
        this.lines[this.lines.length - 1] += ';';
        this.line('');
      }
      return name;
    }
    const isByRows = /\dx\d$/.test(name) && numeric !== undefined && !numeric.columnMajor;
    return isByRows ? `row_major ${name}` : name;
  }

  declaresStruct(name: string): boolean {
    return this.#structs.has(name);
  }

  #members(head: string, { members, base }: Fx4Type): string[] {
    const inherited = base === undefined ? '' : ` : ${this.typeText(base)}`;
    const lines = members.map(
      ({ type, name, semantic }) => `${INDENT}${this.variable(type, name ?? 'unnamed', semantic)};`,
    );
    return [`${head}${inherited}`, '{', ...lines, '}'];
  }

  /** Annotations after a declaration: nothing without any. */
  annotations(list: readonly Fx4Annotation[], margin = ''): string {
    if (list.length === 0) return '';
    const lines = list.map(({ type, name, strings, value }) => {
      const assigned = strings === undefined ? value && this.value(type, value) : stringsText(type, strings);
      return `${margin}${INDENT}${this.variable(type, name)}${assigned === undefined ? '' : ` = ${assigned}`};`;
    });
    return `\n${margin}<\n${lines.join('\n')}\n${margin}>`;
  }

  /** A default value: its numbers without gaps. */
  value(type: Fx4Type, bytes: Uint8Array): string {
    const count = bytes.byteLength >>> 2;
    const numbers: string[] = [];
    // Elements have the same scalars; counts of damaged types may be any.
    while (numbers.length < count) {
      const { length } = numbers;
      for (const scalar of scalarsOf(type)) {
        if (numbers.length >= count) break;
        numbers.push(fx4Number(scalar, u32At(bytes, 4 * numbers.length)));
      }
      if (numbers.length === length) numbers.push(fx4Number(Fx4Scalar.uint, u32At(bytes, 4 * length)));
    }
    const isOne = count === 1 && type.elements === 0 && type.kind === Fx4TypeKind.numeric;
    return isOne ? numbers[0]! : `{ ${numbers.join(', ')} }`;
  }

  buffers(effect: Effect4): void {
    for (const buffer of effect.buffers) this.#buffer(buffer, '');
    for (const buffer of effect.sharedBuffers) this.#buffer(buffer, 'shared ');
  }

  #buffer({ name, flags, register, annotations, variables }: Fx4Buffer, prefix: string): void {
    const isGlobal = name.startsWith('$');
    // Structures come before the buffer.
    const rows = variables.map((one) => this.#bufferVariable(one, isGlobal));
    if (isGlobal) {
      for (const text of rows) this.line(prefix + text);
      if (rows.length > 0) this.line('');
      return;
    }
    const isTexture = (flags & Fx4BufferFlag.tbuffer) !== 0;
    const at = register === FX4_NO_REGISTER ? '' : ` : register(${isTexture ? 't' : 'b'}${register})`;
    this.line(`${prefix}${isTexture ? 'tbuffer' : 'cbuffer'} ${name}${at}${this.annotations(annotations)}`);
    this.line('{');
    for (const text of rows) this.line(INDENT + text.replaceAll('\n', `\n${INDENT}`));
    this.line('};');
    this.line('');
  }

  #bufferVariable(
    { type, name, semantic, position, value, flags, annotations }: Fx4Variable,
    isGlobal: boolean,
  ): string {
    const component = AXES[(position >>> 2) & 3]!;
    const row = `c${position >>> 4}`;
    const hasOffset = (flags & FX4_EXPLICIT_OFFSET) !== 0 && position !== FX4_NO_REGISTER;
    const at = !hasOffset
      ? ''
      : isGlobal
        ? ` : register(${row})`
        : ` : packoffset(${row}${component === 'x' ? '' : `.${component}`})`;
    const assigned = value === undefined ? '' : ` = ${this.value(type, value)}`;
    return `${this.variable(type, name, semantic)}${at}${this.annotations(annotations)}${assigned};`;
  }
}

/** Strings as the value of a variable; undefined where none is set. */
export function stringsText({ elements }: Fx4Type, strings: readonly (string | undefined)[]): string | undefined {
  if (strings.every((one) => one === undefined)) return undefined;
  const list = strings.map((one) => asciiQuoted(one ?? '')).join(', ');
  return elements > 0 ? `{ ${list} }` : list;
}

/** The scalars of a value of one element, in order. */
function* scalarsOf(type: Fx4Type): Generator<number> {
  const { kind, numeric, members } = type;
  if (kind === Fx4TypeKind.numeric)
    for (let i = Math.max((numeric?.rows ?? 1) * (numeric?.columns ?? 1), 1); i > 0; i--)
      yield numeric?.scalar ?? Fx4Scalar.uint;
  for (const member of members)
    if (hasScalars(member.type))
      for (let i = Math.max(member.type.elements, 1); i > 0; i--) yield* scalarsOf(member.type);
}

function hasScalars({ kind, members }: Fx4Type): boolean {
  return kind === Fx4TypeKind.numeric || members.some(({ type }) => hasScalars(type));
}
