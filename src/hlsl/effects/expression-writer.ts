/**
 * Writes the code of expressions and preshaders: values of a module become instructions, those of several components
 * together where their operands follow each other.
 *
 * Not for: the encoding of instructions (isa/preshader/code.ts), the table of variables (expression-constants.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { Op } from '../../ir/ops.ts';
import { builderBefore } from '../../ir/passes/walk.ts';
import { Kind, kindOf, widthOf } from '../../ir/types.ts';
import {
  encodePreshaderInstructions,
  type PreshaderInstruction,
  type PreshaderOperand,
  preshaderLiteralSize,
  preshaderOperand,
} from '../../isa/preshader/code.ts';
import {
  PRESHADER_OPCODES,
  PRESHADER_REGISTERS,
  type PreshaderGeneration,
  type PreshaderOpcode,
} from '../../isa/preshader/opcodes.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import { NATIVE_FUNCTIONS, type NativeFunction } from '../lower/bindings.ts';
import { EXPRESSION_SPAN } from '../lower/locations.ts';
import type { LoweredExpression } from '../lower/lower-source.ts';
import type { ExpressionConstants, ExpressionTarget } from './expression-constants.ts';
import { expressionInstruction, expressionSteps, ONE, type Source } from './expression-operations.ts';

/** The words after the instructions, as compilers write them. */
const TRAILING = [0xf0f0_f0f0, 0x0f0f_0f0f, 0x0000_ffff];
/** Literals fill registers. */
const WIDTH = 4;
const TRUE = 0xffff_ffff;
/** Operations in each other at most. */
const MAX_DEPTH = 400;
/** Instructions at most. */
const MAX_INSTRUCTIONS = 4096;

/** Operations whose value is that of their operand, where they have one. */
export const COPIES: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.bitcast, Op.pick, Op.mask, Op['f.flush']]);

/** Operations whose values are in registers before the code runs. */
const STORED: ReadonlySet<number> = /* @__PURE__ */ new Set([Op['cb.load'], Op.in]);

/** Thrown for an operation that no instruction does; it never leaves {@link ExpressionWriter.write}. */
class Unavailable extends Error {}

/** The table of variables, the literals with their number, and the instructions. */
export interface ExpressionParts {
  readonly table: Uint8Array;
  readonly literals: Uint32Array;
  readonly instructions: Uint32Array;
}

/** Values, and the first component where they go. */
export interface ExpressionOutput {
  /** Scalars and vectors. */
  readonly refs: readonly number[];
  readonly operand: PreshaderOperand;
}

export class ExpressionWriter {
  readonly #instructions: PreshaderInstruction[] = [];
  readonly #literals: number[] = [];
  readonly #known = new Map<string, Source>();
  /** The components of vectors of numbers. */
  readonly #vectors = new Map<number, readonly number[]>();
  #temps = 0;
  /** Operations whose operands are being computed. */
  #depth = 0;

  /** @param constants takes the variables that values read */
  constructor(
    private readonly lowered: Pick<LoweredExpression, 'module' | 'bindingSources'>,
    private readonly constants: ExpressionConstants,
    private readonly generation: PreshaderGeneration,
  ) {}

  /** Computes values. Returns false where no instructions do: then the writer is of no use any more. */
  write(outputs: readonly ExpressionOutput[]): boolean {
    try {
      const scalars = outputs.map(({ refs }) => refs.flatMap((ref) => this.#vector(ref)));
      this.#findConstants(scalars.flat());
      this.constants.assign();
      for (const [i, { operand }] of outputs.entries()) this.#into(scalars[i]!, operand);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }

  /**
   * Returns what was written.
   *
   * @param target of the table
   * @param outputOf the operand that an instruction writes instead of the one that `write` was given
   */
  parts(
    creator: string,
    target?: ExpressionTarget,
    outputOf = (operand: PreshaderOperand) => operand,
  ): ExpressionParts {
    const instructions = this.#instructions.map((one) => ({ ...one, output: outputOf(one.output) }));
    return {
      table: this.constants.table(creator, target),
      literals: this.#literalWords(),
      instructions: encodePreshaderInstructions({
        instructions,
        declaredCount: instructions.length,
        trailing: this.generation === 1 ? TRAILING.slice(0, 2) : TRAILING,
      }),
    };
  }

  /** The number of literals, which fill registers, and the literals: those of the first generation are doubles. */
  #literalWords(): Uint32Array {
    const list = this.#literals;
    const count = Math.ceil(list.length / WIDTH) * WIDTH;
    const size = preshaderLiteralSize(this.generation);
    const words = new Uint32Array(1 + size * count);
    words[0] = count;
    if (size === 1) words.set(list, 1);
    else words.set(new Uint32Array(Float64Array.from(list, floatOfBits).buffer), 1);
    return words;
  }

  /** New registers for components. */
  #temp(count: number): PreshaderOperand {
    const first = this.#temps;
    this.#temps += Math.ceil(count / WIDTH);
    return preshaderOperand(PRESHADER_REGISTERS.temp.code, WIDTH * first);
  }

  #operands(op: number): readonly number[] {
    const { ops } = this.lowered.module;
    if (this.#functionOf(op) !== undefined) return this.#vector(ops.operand(op, 0));
    return Array.from({ length: ops.arity[op]! }, (_, i) => ops.operand(op, i));
  }

  /** The function that an operation calls. */
  #functionOf(op: number): NativeFunction | undefined {
    const { module, bindingSources } = this.lowered;
    const { ops, accesses } = module;
    if (ops.code[op] !== Op['tex.sample.level']) return undefined;
    const { kind, number } = bindingSources[accesses[ops.extra[op]!]!.binding]!;
    return kind === 'function' ? NATIVE_FUNCTIONS[number] : undefined;
  }

  /** The scalars that an operation reads. */
  #inputs(op: number): readonly number[] {
    const operands = this.#operands(op);
    return this.lowered.module.ops.code[op] === Op['f.dot'] ? operands.flatMap((one) => this.#vector(one)) : operands;
  }

  /** The components of a vector. */
  #vector(op: number): readonly number[] {
    const { ops } = this.lowered.module;
    if (ops.code[op] === Op.const) return this.#scalars(op);
    if (ops.code[op] !== Op.pick) return [op];
    return this.#operands(op).map((ref) => this.#origin(this.#picked(ref)));
  }

  /** The operation that a value is, through those that only name it. */
  #origin(op: number): number {
    const { ops } = this.lowered.module;
    let at = op;
    while (COPIES.has(ops.code[at]!)) {
      const operand = ops.operand(at, 0);
      at = ops.code[at] === Op.pick ? this.#picked(operand) : operand;
    }
    return at;
  }

  #picked(ref: number): number {
    const op = ref >> 2;
    if (this.lowered.module.ops.code[op] === Op.const) return this.#scalars(op)[ref & 3]!;
    if ((ref & 3) !== 0) throw new Unavailable();
    return op;
  }

  /** The components of a number or a vector of numbers, each an operation. */
  #scalars(op: number): readonly number[] {
    const { module } = this.lowered;
    if (widthOf(module.ops.type[op]!) === 1) return [op];
    return getOrInsert(this.#vectors, op, () => {
      const builder = builderBefore(module, op);
      return module.ops.operands(op).map((word) => builder.constant(Kind.f32, word));
    });
  }

  #findConstants(refs: readonly number[]): void {
    const { ops } = this.lowered.module;
    const seen = new Set<number>();
    const open = [...refs];
    for (let op = open.pop(); op !== undefined; op = open.pop()) {
      op = this.#origin(op);
      if (seen.has(op)) continue;
      seen.add(op);
      if (ops.code[op] === Op.const || ops.code[op] === Op.in) continue;
      if (ops.code[op] === Op['cb.load']) {
        const { buffer, address, index } = this.#load(op);
        this.constants.use(buffer, address, index !== undefined);
        if (index !== undefined) open.push(index);
      } else for (const operand of this.#inputs(op)) open.push(operand);
    }
  }

  /** The scalar that a load reads, and the operation that is added to its row. */
  #load(op: number): { readonly buffer: number; readonly address: number; readonly index: number | undefined } {
    const { module, bindingSources } = this.lowered;
    const { ops } = module;
    const extra = ops.extra[op]!;
    const { kind, number: buffer, element = 0 } = bindingSources[extra >> 2]!;
    const row = this.#origin(ops.operand(op, 0));
    const start = kind === 'variable' ? EXPRESSION_SPAN * (element + 1) : 0;
    const at = (register: number) => 4 * (start + register) + (extra & 3);
    if (ops.code[row] === Op.const) return { buffer, address: at(ops.operand(row, 0)), index: undefined };
    const operands = ops.code[row] === Op['i.add'] ? this.#operands(row).map((one) => this.#origin(one)) : [];
    const known = operands.findIndex((one) => ops.code[one] === Op.const);
    // In a buffer, variables are far from each other, so that their registers are never 0.
    if (known < 0 && kind !== 'variable') throw new Unavailable();
    let index = known < 0 ? row : operands[1 - known]!;
    // In the first generation, all numbers are floats; those that are indices are integers.
    while (this.generation === 1 && (ops.code[index] === Op['cvt.f2i'] || ops.code[index] === Op['f.rne']))
      index = this.#origin(ops.operand(index, 0));
    return { buffer, address: at(known < 0 ? 0 : ops.operand(operands[known]!, 0)), index };
  }

  /** Components as one operand. */
  #source(refs: readonly number[]): Source {
    const origins = refs.map((ref) => this.#origin(ref));
    const key = origins.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#newSource(origins);
    this.#known.set(key, made);
    return made;
  }

  #newSource(refs: readonly number[]): Source {
    const { ops } = this.lowered.module;
    const [first] = refs;
    if (refs.length > 1 && refs.every((ref) => ref === first))
      return { operand: this.#source([first!]).operand, isScalar: true };
    if (refs.every((ref) => ops.code[ref] === Op.const)) return this.#literal(refs.map((ref) => this.#word(ref)));
    const stored = this.#stored(refs);
    if (stored !== undefined) return { operand: stored, isScalar: false };
    const output = this.#temp(refs.length);
    this.#into(refs, output);
    return { operand: output, isScalar: false };
  }

  /** The operand of constants or inputs that follow each other; undefined for other values. */
  #stored(refs: readonly number[]): PreshaderOperand | undefined {
    const { ops } = this.lowered.module;
    const code = ops.code[refs[0]!]!;
    if (!STORED.has(code) || refs.some((ref) => ops.code[ref] !== code)) return undefined;
    const operands = refs.map((ref) => (code === Op.in ? this.#input(ref) : this.#constant(ref)));
    const [one] = operands;
    const followsFirst = (other: PreshaderOperand, i: number) =>
      other.index === one!.index + i &&
      other.indices.length === one!.indices.length &&
      other.indices[0]?.type === one!.indices[0]?.type &&
      other.indices[0]?.index === one!.indices[0]?.index;
    return operands.every(followsFirst) ? one : undefined;
  }

  #word(ref: number): number {
    const { ops } = this.lowered.module;
    const word = ops.operand(ref, 0) >>> 0;
    // A constant that is a condition is a mask.
    return this.#isCondition(ref) && word !== 0 ? (this.generation === 1 ? ONE : TRUE) : word;
  }

  #isCondition(ref: number): boolean {
    return kindOf(this.lowered.module.ops.type[ref]!) === Kind.bool;
  }

  #literal(words: readonly number[]): Source {
    const list = this.#literals;
    const { length } = words;
    for (let at = 0; at + length <= list.length; at++)
      if ((at % WIDTH) + length <= WIDTH && words.every((word, i) => list[at + i] === word))
        return { operand: preshaderOperand(PRESHADER_REGISTERS.literal.code, at), isScalar: false };
    while ((list.length % WIDTH) + length > WIDTH) list.push(0);
    const at = list.length;
    for (const word of words) list.push(word);
    return { operand: preshaderOperand(PRESHADER_REGISTERS.literal.code, at), isScalar: false };
  }

  /** The position of a texel, or its size: inputs of texture shaders. */
  #input(ref: number): PreshaderOperand {
    const { ops, inputs } = this.lowered.module;
    const extra = ops.extra[ref]!;
    const { register } = inputs[extra >> 2]!;
    return preshaderOperand(PRESHADER_REGISTERS.input.code, WIDTH * register + (extra & (WIDTH - 1)));
  }

  #constant(ref: number): PreshaderOperand {
    const { buffer, address, index } = this.#load(ref);
    const component = this.constants.indexOf(buffer, address);
    if (index === undefined) return preshaderOperand(PRESHADER_REGISTERS.constant.code, component);
    const { operand } = this.#source([index]);
    if (operand.indices.length > 0) throw new Unavailable();
    return preshaderOperand(PRESHADER_REGISTERS.constant.code, component, [operand]);
  }

  /** Computes components into an operand: together where they are the same operation, else one after the other. */
  #into(refs: readonly number[], output: PreshaderOperand): void {
    if (this.#depth >= MAX_DEPTH) throw new Unavailable();
    this.#depth++;
    // The first generation computes one register at a time.
    const width = this.generation === 1 ? WIDTH : refs.length;
    for (let at = 0; at < refs.length; at += width)
      this.#compute(refs.slice(at, at + width), { ...output, index: output.index + at });
    this.#depth--;
  }

  #compute(refs: readonly number[], output: PreshaderOperand): void {
    const { ops } = this.lowered.module;
    const origins = refs.map((ref) => this.#origin(ref));
    const [first] = origins;
    const code = ops.code[first!]!;
    const name = this.#functionOf(first!);
    const isOne =
      name !== 'noise' &&
      origins.every((ref) => ops.code[ref] === code && this.#functionOf(ref) === name) &&
      new Set(origins).size === origins.length;
    if (name === 'noise' && origins.length === 1) {
      const point = this.#operands(first!);
      this.#push(name, [this.#source(point)], output, point.length);
      return;
    }
    if (code === Op['f.dot'] && origins.length === 1) {
      const [a, b] = this.#operands(first!).map((one) => this.#vector(one));
      this.#push('dot', [this.#source(a!), this.#source(b!)], output, a!.length);
      return;
    }
    const isComputed = code !== Op.const && code !== Op['f.dot'] && !STORED.has(code);
    if (isComputed && (origins.length === 1 || isOne)) {
      this.#operation(code, origins, output);
      return;
    }
    const areNumbers = origins.every((ref) => ops.code[ref] === Op.const);
    if (origins.length === 1 || areNumbers || this.#stored(origins) !== undefined) {
      this.#push('mov', [this.#source(origins)], output, origins.length);
      return;
    }
    // The components at the start that may be one instruction, then the others.
    const end = origins.findIndex((ref) => ops.code[ref] !== code);
    const size = end > 0 ? end : 1;
    this.#into(origins.slice(0, size), output);
    this.#into(origins.slice(size), { ...output, index: output.index + size });
  }

  #operation(code: number, refs: readonly number[], output: PreshaderOperand): void {
    const { generation } = this;
    const lists = refs.map((ref) => this.#operands(ref));
    const source = (operand: number) => this.#source(lists.map((list) => list[operand]!));
    const count = refs.length;
    const push = (name: PreshaderOpcode, ...sources: readonly Source[]) => this.#push(name, sources, output, count);
    const mnemonic = this.#functionOf(refs[0]!) ?? expressionInstruction(code, generation);
    if (mnemonic !== undefined) {
      push(mnemonic, ...lists[0]!.map((_, i) => source(i)));
      return;
    }
    const steps = expressionSteps(code, generation);
    if (steps === undefined) throw new Unavailable();
    steps({
      source,
      push,
      made: (name, ...sources) => {
        const operand = this.#temp(count);
        this.#push(name, sources, operand, count);
        return { operand, isScalar: false };
      },
      number: (word) => this.#literal(new Array<number>(count).fill(word)),
      isNumber: (operand, word) => lists.every((list) => this.#isNumber(list[operand]!, word)),
      isCondition: (operand) => lists.every((list) => this.#isBoolean(list[operand]!)),
    });
  }

  #isBoolean(ref: number): boolean {
    const origin = this.#origin(ref);
    if (this.lowered.module.ops.code[origin] !== Op['cb.load']) return false;
    const { buffer, address } = this.#load(origin);
    return this.constants.isBoolean(buffer, address);
  }

  #isNumber(ref: number, word: number): boolean {
    const { ops } = this.lowered.module;
    const origin = this.#origin(ref);
    return ops.code[origin] === Op.const && ops.operand(origin, 0) === word;
  }

  /** Only the first source may be one component for all. */
  #push(mnemonic: PreshaderOpcode, given: readonly Source[], output: PreshaderOperand, count: number): void {
    if (this.#instructions.length >= MAX_INSTRUCTIONS) throw new Unavailable();
    const isSwapped = (mnemonic === 'add' || mnemonic === 'mul') && given[1]!.isScalar;
    const sources = isSwapped ? given.toReversed() : given;
    const isScalar = sources[0]!.isScalar && count > 1;
    const inputs = sources.map((source, i) =>
      source.isScalar && count > 1 && i > 0 ? this.#repeated(source.operand, count) : source.operand,
    );
    this.#instructions.push({
      opcode: PRESHADER_OPCODES[mnemonic].code,
      mnemonic,
      components: count,
      scalar: isScalar,
      inputs,
      output,
    });
  }

  /** A component in all of a register. */
  #repeated(operand: PreshaderOperand, count: number): PreshaderOperand {
    const output = this.#temp(count);
    this.#push('mov', [{ operand, isScalar: true }], output, count);
    return output;
  }
}
