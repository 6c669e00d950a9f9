/**
 * The text of a module: declarations a line each, then functions, one operation a line. Values are numbered in the
 * order of the text, so that equal modules have the same text and a text that was parsed prints as it was.
 *
 * A line is `%3:f32x2 = f.add %1, %2 precise @14`: values with types, operation, attribute, operands, flags, token.
 */

import type { IrModule } from './module.ts';
import { NO_OP } from './op-store.ts';
import { type IrAttribute, OP_NAMES, OP_ROWS, Op, OpFlag } from './ops.ts';
import { type IrType, Kind, kindOf, typeText } from './types.ts';

// Constants and attributes as text, and back. Every text gives the same bits again.

const COMPONENTS = 'xyzw';
const floats = new Float32Array(1);
const words = new Int32Array(floats.buffer);

/** Attributes that have a component in their two lowest bits. */
const WITH_COMPONENT: ReadonlySet<IrAttribute> = new Set([
  'input',
  'output',
  'inputRange',
  'outputRange',
  'constants',
  'variable',
]);

/** The text of an attribute, in brackets: `<3.x>`; empty for attributes that other text shows. */
function formatAttribute(attribute: IrAttribute, value: number): string {
  if (WITH_COMPONENT.has(attribute)) return `<${value >> 2}.${COMPONENTS[value & 3]}>`;
  if (attribute === 'component') return `<${COMPONENTS[value & 3]}>`;
  if (attribute === 'none' || attribute === 'regions' || attribute === 'target' || attribute === 'number') return '';
  return `<${value}>`;
}

/** The attribute that a text in brackets gives; undefined if it gives none. */
export function attributeFromText(attribute: IrAttribute, text: string): number | undefined {
  const match = /^<(?:(-?\d+)\.)?(-?\d+|[xyzw])>$/.exec(text);
  if (match === null) return undefined;
  const component = COMPONENTS.indexOf(match[2]!);
  if (WITH_COMPONENT.has(attribute)) {
    return match[1] === undefined || component < 0 ? undefined : (Number(match[1]) << 2) | component;
  }
  if (attribute === 'component') return component < 0 ? undefined : component;
  return component >= 0 || match[1] !== undefined ? undefined : Number(match[2]);
}

/** The components of a constant, separated by spaces. */
function formatConstant(type: IrType, bits: readonly number[]): string {
  const kind = kindOf(type);
  if (kind !== Kind.f64) return bits.map((word) => formatWord(kind, word)).join(' ');
  const parts: string[] = [];
  for (let i = 0; i < bits.length; i += 2) parts.push(`0x${hex(bits[i + 1]!)}${hex(bits[i]!)}`);
  return parts.join(' ');
}

function formatWord(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return String(word);
  if (kind === Kind.u32) return String(word >>> 0);
  if (kind !== Kind.f32) return `0x${hex(word)}`;
  words[0] = word;
  const value = floats[0]!;
  if (!Number.isFinite(value)) return `0x${hex(word)}`;
  return Object.is(value, -0) ? '-0.0' : decimal(value);
}

/** The shortest decimal that rounds to the same float32. */
function decimal(value: number): string {
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Returns the words of a constant; undefined if a text is not of its kind. */
export function parseConstant(type: IrType, parts: readonly string[]): number[] | undefined {
  const kind = kindOf(type);
  const bits: number[] = [];
  for (const text of parts) {
    if (kind === Kind.f64) {
      if (!/^0x[0-9a-f]{16}$/.test(text)) return undefined;
      bits.push(Number.parseInt(text.slice(10), 16) | 0, Number.parseInt(text.slice(2, 10), 16) | 0);
      continue;
    }
    const word = wordFromText(kind, text);
    if (word === undefined) return undefined;
    bits.push(word);
  }
  return bits;
}

function wordFromText(kind: number, text: string): number | undefined {
  if (kind === Kind.bool) return text === 'true' ? 1 : text === 'false' ? 0 : undefined;
  if (/^0x[0-9a-f]{1,8}$/.test(text)) return Number.parseInt(text, 16) | 0;
  if (kind === Kind.f32) {
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return undefined;
    floats[0] = Number(text);
    return words[0]!;
  }
  return /^-?\d+$/.test(text) ? Number(text) | 0 : undefined;
}

export function printIr(module: IrModule): string {
  return new Printer(module).print();
}

class Printer {
  readonly #module: IrModule;
  readonly #numbers = new Map<number, number>();
  readonly #labels = new Map<number, number>();
  readonly #lines: string[] = [];

  constructor(module: IrModule) {
    this.#module = module;
  }

  print(): string {
    this.#declarations();
    for (const [number, { kind, name, instances, region, results }] of this.#module.functions.entries()) {
      const types = results.length > 0 ? ` -> ${results.map(typeText).join(', ')}` : '';
      this.#lines.push(
        `fn ${number} ${kind} ${name}${instances === 1 ? '' : ` instances=${instances}`}${this.#parameters(region)}${types} {`,
      );
      this.#region(region, '  ');
      this.#lines.push('}');
    }
    return `${this.#lines.join('\n')}\n`;
  }

  #declarations(): void {
    const { stage, facts, bindings, inputs, outputs, inputRanges, outputRanges, variables, accesses } = this.#module;
    this.#lines.push(`shader ${stage}${fields(facts)}`);
    const lists = {
      binding: bindings,
      input: inputs,
      output: outputs,
      inputRange: inputRanges,
      outputRange: outputRanges,
    };
    for (const [word, list] of Object.entries({ ...lists, variable: variables, access: accesses }))
      for (const [i, row] of list.entries()) this.#lines.push(`${word} ${i}${fields(row)}`);
    const { immediateConstants } = this.#module;
    if (immediateConstants.length > 0)
      this.#lines.push(`constants ${Array.from(immediateConstants, (word) => `0x${word.toString(16)}`).join(' ')}`);
  }

  #parameters(region: number): string {
    const { ops, first } = this.#module;
    const parts: string[] = [];
    for (let op = first[region]!; op !== NO_OP && ops.code[op] === Op.param; op = ops.next[op]!)
      parts.push(this.#define(op) + token(ops.at[op]!));
    return parts.length > 0 ? ` (${parts.join(', ')})` : '';
  }

  #region(region: number, indent: string): void {
    const { ops, first } = this.#module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (code === Op.param || code === Op.result) continue;
      this.#line(op, indent);
    }
  }

  #line(op: number, indent: string): void {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    const isOwner = (code >= Op.if && code <= Op.block) || code === Op.call;
    const defined = isOwner ? this.#results(op) : kindOf(ops.type[op]!) === Kind.none ? '' : `${this.#define(op)} = `;
    const label = code >= Op.if && code <= Op.block ? ` $${this.#label(op)}` : '';
    const flags = flagNames(ops.flags[op]!) + token(ops.at[op]!);
    const text = `${indent}${defined}${OP_NAMES[code]}${label}${this.#attribute(op)}${this.#operands(op)}${flags}`;
    if (label === '') this.#lines.push(text);
    else this.#construct(op, text, indent);
  }

  #construct(op: number, text: string, indent: string): void {
    const module = this.#module;
    const start = module.ops.extra[op]!;
    const code = module.ops.code[op]!;
    const count = module.regionCount(op);
    let opening = text;
    for (let i = 0; i < count; i++) {
      const region = start + i;
      if (i > 0 && code === Op.loop && module.first[region] === NO_OP) break;
      if (i > 0) opening = `${indent}} ${code === Op.if ? 'else' : code === Op.loop ? 'next' : ''}`.trimEnd();
      const cases = module.cases[region];
      if (cases !== undefined) {
        const values = [...cases.values.map(String), ...(cases.isDefault ? ['default'] : [])];
        opening += ` case ${values.join(', ')}`;
      }
      this.#lines.push(`${opening}${this.#parameters(region)} {`);
      this.#region(region, `${indent}  `);
    }
    this.#lines.push(count > 0 ? `${indent}}` : `${opening} {}`);
  }

  /** The results of a construct follow it. */
  #results(op: number): string {
    const { ops } = this.#module;
    const parts: string[] = [];
    for (let i = ops.next[op]!; i !== NO_OP && ops.code[i] === Op.result && ops.a[i] === op; i = ops.next[i]!)
      parts.push(this.#define(i));
    return parts.length > 0 ? `${parts.join(', ')} = ` : '';
  }

  #define(op: number): string {
    const number = this.#numbers.size;
    this.#numbers.set(op, number);
    return `%${number}:${typeText(this.#module.ops.type[op]!)}`;
  }

  #label(op: number): number {
    const number = this.#labels.size;
    this.#labels.set(op, number);
    return number;
  }

  /** A value that is not defined before its use is damage; it prints as `%?` with its number. */
  #value(op: number): string {
    const number = this.#numbers.get(op);
    return number === undefined ? `%?${op}` : `%${number}`;
  }

  #attribute(op: number): string {
    const { ops } = this.#module;
    const { attribute } = OP_ROWS[ops.code[op]!]!;
    if (attribute === 'target') return ` $${this.#labels.get(ops.extra[op]!) ?? `?${ops.extra[op]}`}`;
    return formatAttribute(attribute, ops.extra[op]!);
  }

  #operands(op: number): string {
    const { ops } = this.#module;
    const rule = OP_ROWS[ops.code[op]!]!.operands;
    const list = ops.operands(op);
    if (rule === 'bits') return ` ${formatConstant(ops.type[op]!, list)}`;
    const parts = list.map((operand) =>
      rule === 'refs' ? `${this.#value(operand >> 2)}.${COMPONENTS[operand & 3]}` : this.#value(operand),
    );
    return parts.length > 0 ? ` ${parts.join(', ')}` : '';
  }
}

/** The fields of a declaration as `name=value`, where values are JSON. Fields without a value are left out. */
function fields(row: object): string {
  return Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('');
}

function flagNames(flags: number): string {
  return Object.entries(OpFlag)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => ` ${name}`)
    .join('');
}

function token(at: number): string {
  return at === 0 ? '' : ` @${at}`;
}
