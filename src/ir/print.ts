/**
 * The text of a module: declarations a line each, then functions, one operation a line. Values are numbered in the order of the text, so that
 * equal modules have equal texts and a text that was parsed prints as it was.
 *
 * A line is `%3:f32x2 = f.add %1, %2 precise @14`: values with types, operation, attribute, operands, flags, token.
 */

import type { IrModule } from './module.ts';
import { NO_OP } from './op-store.ts';
import { OP_NAMES, OP_ROWS, Op, OpFlag } from './ops.ts';
import { formatAttribute, formatConstant } from './print-values.ts';
import { Kind, kindOf, typeText } from './types.ts';

/** The text of a module. */
export function printIr(module: IrModule): string {
  return new Printer(module).print();
}

const COMPONENTS = 'xyzw';

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

  /** Names the parameters of a region. */
  #parameters(region: number): string {
    const { ops, first } = this.#module;
    const texts: string[] = [];
    for (let op = first[region]!; op !== NO_OP && ops.code[op] === Op.param; op = ops.next[op]!)
      texts.push(this.#define(op) + token(ops.at[op]!));
    return texts.length > 0 ? ` (${texts.join(', ')})` : '';
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
    const flags = flagTexts(ops.flags[op]!) + token(ops.at[op]!);
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
    const texts: string[] = [];
    for (let i = ops.next[op]!; i !== NO_OP && ops.code[i] === Op.result && ops.a[i] === op; i = ops.next[i]!)
      texts.push(this.#define(i));
    return texts.length > 0 ? `${texts.join(', ')} = ` : '';
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
    const texts = list.map((operand) =>
      rule === 'refs' ? `${this.#value(operand >> 2)}.${COMPONENTS[operand & 3]}` : this.#value(operand),
    );
    return texts.length > 0 ? ` ${texts.join(', ')}` : '';
  }
}

/** The fields of a declaration as `name=value`, where values are JSON. Fields without a value are left out. */
function fields(row: object): string {
  return Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('');
}

function flagTexts(flags: number): string {
  return Object.entries(OpFlag)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => ` ${name}`)
    .join('');
}

function token(at: number): string {
  return at === 0 ? '' : ` @${at}`;
}
