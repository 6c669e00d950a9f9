/**
 * Code that the application runs to compute a state or an index: a table of the variables, literals and instructions,
 * which are comments for Direct3D 9 and a container for Direct3D 10 and 11. The value is lowered to the IR like one of
 * a shader, and its operations become instructions, those of several components together where their operands follow
 * each other.
 *
 * Not for: the encoding of instructions (isa/preshader/code.ts), the table (expression-constants.ts).
 */
import { bytesOf, wordsOf } from '../../base/words.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import { FX2_EXPRESSION } from '../../effects/fx2/links.ts';
import type { Fx4Code } from '../../effects/fx4/model.ts';
import { Op } from '../../ir/ops.ts';
import { Kind, kindOf } from '../../ir/types.ts';
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
import { Sm1CommentTag, sm1Comment } from '../../isa/sm1/comments.ts';
import { SM1_END } from '../../isa/sm1/opcodes.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import type { GlobalContext } from '../check/globals.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import { type LoweredExpression, lowerExpression } from '../lower/lower-source.ts';
import { BOOL, FLOAT, type NumericType, UINT, withScalar } from '../types/types.ts';
import { ExpressionConstants } from './expression-constants.ts';

/** The words after the instructions, as compilers write them. */
const TRAILING = [0xf0f0_f0f0, 0x0f0f_0f0f, 0x0000_ffff];
/** Literals fill registers. */
const WIDTH = 4;
const TRUE = 0xffff_ffff;
const ONE = 0x3f80_0000;
const HALF = 0x3f00_0000;
/** Operations in each other at most. */
const MAX_DEPTH = 400;
/** Instructions at most. */
const MAX_INSTRUCTIONS = 4096;

/** Operations that are one instruction, with the same operands. */
const INSTRUCTIONS: ReadonlyMap<number, PreshaderOpcode> = /* @__PURE__ */ new Map(
  Object.entries({
    'f.add': 'add',
    'f.mul': 'mul',
    'f.div': 'div',
    'f.rcp': 'rcp',
    'f.rcp9': 'rcp',
    'f.rsq': 'rsq',
    'f.rsq9': 'rsq',
    'f.sqrt': 'sqrt',
    'f.exp2': 'exp',
    'f.log2': 'log',
    'f.sin': 'sin',
    'f.cos': 'cos',
    'f.min': 'min',
    'f.max': 'max',
    'f.frc': 'frc',
    'f.floor': 'floor',
    'f.ceil': 'ceil',
    'f.rne': 'round',
    'f.neg': 'neg',
    'i.add': 'iadd',
    'i.mul': 'imul',
    'i.neg': 'ineg',
    'u.div': 'udiv',
    'u.mod': 'umod',
    'i.min': 'imin',
    'i.max': 'imax',
    'u.min': 'umin',
    'u.max': 'umax',
    'i.shl': 'ishl',
    'i.shr': 'ishr',
    'u.shr': 'ushr',
    'i.and': 'and',
    'i.or': 'or',
    'i.xor': 'xor',
    'i.not': 'not',
    'i.eq': 'bieq',
    'i.ne': 'bine',
    'i.lt': 'bilt',
    'i.ge': 'bige',
    'u.lt': 'bult',
    'u.ge': 'buge',
    'cvt.f2i': 'ftoi',
    'cvt.f2u': 'ftou',
    'cvt.i2f': 'itof',
    'cvt.u2f': 'utof',
    select: 'movc',
  } satisfies Readonly<Record<string, PreshaderOpcode>>).map(([name, mnemonic]) => [
    Op[name as keyof typeof Op],
    mnemonic as PreshaderOpcode,
  ]),
);
/** Functions that are one instruction, and operations in the IR. */
const NATIVE: ReadonlySet<string> = /* @__PURE__ */ new Set(['asin', 'acos', 'atan', 'atan2']);
/** Operations whose value is that of their operand. */
const COPIES: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.bitcast, Op.pick, Op.mask, Op['f.flush']]);

/**
 * The code of a value; undefined for one that the application cannot compute.
 *
 * @param to the scalar that the state takes
 */
export function expressionCode4(
  { source, reporter }: GlobalContext,
  value: TypedExpression & { readonly type: NumericType },
  to: 'float' | 'bool' | 'uint',
  creator: string,
): Fx4Code | undefined {
  const scalar = { float: FLOAT, bool: BOOL, uint: UINT }[to].scalar;
  // Signed numbers are taken as they are.
  const isStored = value.type.scalar === scalar || (to === 'uint' && /int/.test(value.type.scalar));
  const type = withScalar(value.type, scalar);
  const { first, last } = value;
  const converted: TypedExpression = isStored ? value : { kind: 'convert', type, operand: value, first, last };
  const lowered = lowerExpression(source, reporter, converted, NATIVE);
  const parts = new ExpressionWriter(lowered, new ExpressionConstants(source, 2), 2).parts(creator);
  return parts && { offset: 0, bytes: containerOf(parts) };
}

/** The code of a value of a state of Direct3D 9; undefined for one that the application cannot compute. */
export function expressionCode2(
  { source, reporter }: GlobalContext,
  value: TypedExpression & { readonly type: NumericType },
  creator: string,
): Uint8Array | undefined {
  const expression = lowerExpression(source, reporter, value, NATIVE, 1);
  const { rows, columns } = value.type;
  const { refs } = expression;
  // The columns of a matrix follow each other.
  const lowered = { ...expression, refs: refs.map((_, i) => refs[(i % rows) * columns + Math.trunc(i / rows)]!) };
  const parts = new ExpressionWriter(lowered, new ExpressionConstants(source, 1), 1).parts(creator);
  if (parts === undefined) return undefined;
  const table = sm1Comment(Sm1CommentTag.constantTable, wordsOf(parts.table));
  const literals = sm1Comment(Sm1CommentTag.literals, parts.literals);
  const code = sm1Comment(Sm1CommentTag.code, parts.instructions);
  if (table === undefined || literals === undefined || code === undefined) return undefined;
  return bytesOf(Uint32Array.of(FX2_EXPRESSION, ...table, ...literals, ...code, SM1_END));
}

function containerOf({ table, literals, instructions }: ExpressionParts): Uint8Array {
  return serializeContainer([
    { tag: TAG.CTAB, data: table },
    { tag: TAG.CLI4, data: bytesOf(literals) },
    { tag: TAG.FXLC, data: bytesOf(instructions) },
  ]);
}

/** The words of a value that depends on no variable; undefined for another one. */
export function constantWords({ source, reporter }: GlobalContext, value: TypedExpression): number[] | undefined {
  const { module, refs } = lowerExpression(source, reporter, value, NATIVE);
  const { ops } = module;
  if (refs.some((ref) => ops.code[ref] !== Op.const)) return undefined;
  return refs.map((ref) => ops.operand(ref, 0) >>> 0);
}

/** Components of one register that follow each other; one component for all where `isScalar`. */
interface Source {
  readonly operand: PreshaderOperand;
  readonly isScalar: boolean;
}

/** Makes an operation of several instructions. */
interface Steps {
  /** An operand of the operation. */
  readonly source: (operand: number) => Source;
  /** Adds the last instruction. */
  readonly push: (name: PreshaderOpcode, ...sources: readonly Source[]) => void;
  /** Adds an instruction whose result the next ones read. */
  readonly made: (name: PreshaderOpcode, ...sources: readonly Source[]) => Source;
  /** A number in all components. */
  readonly number: (word: number) => Source;
}

/** Thrown for an operation that no instruction does; it never leaves {@link ExpressionWriter.parts}. */
class Unavailable extends Error {}

/** The table of variables, the literals with their number, and the instructions. */
interface ExpressionParts {
  readonly table: Uint8Array;
  readonly literals: Uint32Array;
  readonly instructions: Uint32Array;
}

class ExpressionWriter {
  readonly #instructions: PreshaderInstruction[] = [];
  readonly #literals: number[] = [];
  readonly #known = new Map<string, Source>();
  #temps = 0;
  /** Operations whose operands are being computed. */
  #depth = 0;

  constructor(
    private readonly lowered: LoweredExpression,
    private readonly constants: ExpressionConstants,
    private readonly generation: PreshaderGeneration,
  ) {}

  parts(creator: string): ExpressionParts | undefined {
    try {
      this.#findConstants();
      this.constants.assign();
      this.#into(this.lowered.refs, preshaderOperand(PRESHADER_REGISTERS.floatOutput.code, 0));
    } catch (error) {
      if (error instanceof Unavailable) return undefined;
      throw error;
    }
    const instructions = this.#instructions;
    return {
      table: this.constants.table(creator),
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
    const called = this.lowered.functions.get(op);
    if (called !== undefined) return called.operands;
    return Array.from({ length: ops.arity[op]! }, (_, i) => ops.operand(op, i));
  }

  /** The scalars that an operation reads. */
  #inputs(op: number): readonly number[] {
    const operands = this.#operands(op);
    return this.lowered.module.ops.code[op] === Op['f.dot'] ? operands.flatMap((one) => this.#vector(one)) : operands;
  }

  /** The components of a vector. */
  #vector(op: number): readonly number[] {
    const { ops } = this.lowered.module;
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
    if ((ref & 3) !== 0) throw new Unavailable();
    return ref >> 2;
  }

  #findConstants(): void {
    const { ops } = this.lowered.module;
    const seen = new Set<number>();
    const open = [...this.lowered.refs];
    for (let op = open.pop(); op !== undefined; op = open.pop()) {
      op = this.#origin(op);
      if (seen.has(op)) continue;
      seen.add(op);
      if (ops.code[op] === Op.const) continue;
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
    const buffer = bindingSources[extra >> 2]!.number;
    const row = this.#origin(ops.operand(op, 0));
    const at = (register: number) => 4 * ops.operand(register, 0) + (extra & 3);
    if (ops.code[row] === Op.const) return { buffer, address: at(row), index: undefined };
    // Variables are far from each other, so that their registers are never 0.
    if (ops.code[row] !== Op['i.add']) throw new Unavailable();
    const operands = this.#operands(row).map((one) => this.#origin(one));
    const known = operands.findIndex((one) => ops.code[one] === Op.const);
    if (known < 0) throw new Unavailable();
    let index = operands[1 - known]!;
    // In the first generation, all numbers are floats.
    while (this.generation === 1 && ops.code[index] === Op['cvt.f2i']) index = this.#origin(ops.operand(index, 0));
    return { buffer, address: at(operands[known]!), index };
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
    if (refs.every((ref) => ops.code[ref] === Op['cb.load'])) {
      const operands = refs.map((ref) => this.#constant(ref));
      const [one] = operands;
      const followsFirst = (other: PreshaderOperand, i: number) =>
        other.index === one!.index + i &&
        other.indices.length === one!.indices.length &&
        other.indices[0]?.type === one!.indices[0]?.type &&
        other.indices[0]?.index === one!.indices[0]?.index;
      if (operands.every(followsFirst)) return { operand: one!, isScalar: false };
    }
    const output = this.#temp(refs.length);
    this.#into(refs, output);
    return { operand: output, isScalar: false };
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
    const { functions } = this.lowered;
    const name = functions.get(first!)?.name;
    const isOne =
      origins.every((ref) => ops.code[ref] === code && functions.get(ref)?.name === name) &&
      new Set(origins).size === origins.length;
    if (code === Op['f.dot'] && origins.length === 1) {
      const [a, b] = this.#operands(first!).map((one) => this.#vector(one));
      this.#push('dot', [this.#source(a!), this.#source(b!)], output, a!.length);
      return;
    }
    if (code !== Op.const && code !== Op['cb.load'] && code !== Op['f.dot'] && (origins.length === 1 || isOne)) {
      this.#operation(code, origins, output);
      return;
    }
    if (origins.length === 1 || origins.every((ref) => ops.code[ref] === Op.const)) {
      const { operand } = this.#source(origins);
      this.#push('mov', [{ operand, isScalar: false }], output, origins.length);
      return;
    }
    for (const [i, ref] of origins.entries()) this.#into([ref], { ...output, index: output.index + i });
  }

  #operation(code: number, refs: readonly number[], output: PreshaderOperand): void {
    const lists = refs.map((ref) => this.#operands(ref));
    const source = (operand: number) => this.#source(lists.map((list) => list[operand]!));
    const count = refs.length;
    const called = this.lowered.functions.get(refs[0]!);
    const mnemonic = called === undefined ? this.#instructionOf(code) : (called.name as PreshaderOpcode);
    const made = (name: PreshaderOpcode, ...sources: readonly Source[]): Source => {
      const operand = this.#temp(count);
      this.#push(name, sources, operand, count);
      return { operand, isScalar: false };
    };
    const number = (word: number) => this.#literal(new Array<number>(count).fill(word));
    const push = (name: PreshaderOpcode, ...sources: readonly Source[]) => this.#push(name, sources, output, count);
    if (mnemonic !== undefined) {
      push(mnemonic, ...lists[0]!.map((_, i) => source(i)));
      return;
    }
    if (this.generation === 1 && this.#floatOperation(code, lists, { source, push, made, number })) return;
    switch (code) {
      case Op['f.mad']:
        push('add', made('mul', source(0), source(1)), source(2));
        return;
      case Op['f.sat']:
        push('min', number(ONE), made('max', number(0), source(0)));
        return;
      case Op['f.abs']:
        push('max', made('neg', source(0)), source(0));
        return;
      case Op['f.trunc']:
        push('cmp', source(0), made('floor', source(0)), made('ceil', source(0)));
        return;
      case Op['i.sub']:
        push('iadd', made('ineg', source(1)), source(0));
        return;
      case Op['f.lt']:
      case Op['f.ge']:
        push('ftob', made(code === Op['f.lt'] ? 'lt' : 'ge', source(0), source(1)));
        return;
      case Op['f.eq']:
      case Op['f.ne']: {
        if (code === Op['f.ne'] && lists.every((list) => this.#isZero(list[1]!))) {
          push('ftob', source(0));
          return;
        }
        const both = made('ge', source(0), source(1));
        const product = made('mul', both, made('ge', source(1), source(0)));
        if (code === Op['f.eq']) push('ftob', product);
        else push('not', made('ftob', product));
        return;
      }
      default:
        throw new Unavailable();
    }
  }

  /** The instruction that an operation is, in the generation. */
  #instructionOf(code: number): PreshaderOpcode | undefined {
    const name = INSTRUCTIONS.get(code);
    // In the first generation, conditions are 0 and 1, which no choice takes.
    if (name === undefined || (this.generation === 1 && name === 'movc')) return undefined;
    const generations: readonly PreshaderGeneration[] = PRESHADER_OPCODES[name].generations;
    return generations.includes(this.generation) ? name : undefined;
  }

  /** Operations that the first generation has no instructions for, made of others; false for another operation. */
  #floatOperation(code: number, lists: readonly (readonly number[])[], { source, push, made, number }: Steps): boolean {
    switch (code) {
      case Op['f.div']:
        push('mul', source(0), made('rcp', source(1)));
        return true;
      case Op['f.sqrt']:
        push('rcp', made('rsq', source(0)));
        return true;
      case Op['f.floor']:
        push('add', source(0), made('neg', made('frc', source(0))));
        return true;
      case Op['f.ceil']:
        push('add', source(0), made('frc', made('neg', source(0))));
        return true;
      case Op['f.rne']: {
        const half = made('add', source(0), number(HALF));
        push('add', half, made('neg', made('frc', half)));
        return true;
      }
      case Op['f.trunc']: {
        const one = source(0);
        const floor = made('add', one, made('neg', made('frc', one)));
        push('cmp', one, floor, made('add', one, made('frc', made('neg', one))));
        return true;
      }
      case Op['f.lt']:
        push('lt', source(0), source(1));
        return true;
      case Op['f.ge']:
        push('ge', source(0), source(1));
        return true;
      case Op['f.eq']:
        push('mul', made('ge', source(0), source(1)), made('ge', source(1), source(0)));
        return true;
      case Op['f.ne']:
        // Conditions of variables are 0 and 1 already.
        if (lists.every(([a, b]) => this.#isZero(b!) && this.#isBoolean(a!))) push('mov', source(0));
        else {
          const same = made('mul', made('ge', source(0), source(1)), made('ge', source(1), source(0)));
          push('add', number(ONE), made('neg', same));
        }
        return true;
      case Op['i.and']:
        push('mul', source(0), source(1));
        return true;
      case Op['i.or']:
        push('max', source(0), source(1));
        return true;
      case Op['i.not']:
        push('add', number(ONE), made('neg', source(0)));
        return true;
      case Op.select:
        if (lists.every(([, a, b]) => this.#isOne(a!) && this.#isZero(b!))) push('mov', source(0));
        else push('cmp', made('neg', source(0)), source(2), source(1));
        return true;
      default:
        return false;
    }
  }

  #isBoolean(ref: number): boolean {
    const origin = this.#origin(ref);
    if (this.lowered.module.ops.code[origin] !== Op['cb.load']) return false;
    const { buffer, address } = this.#load(origin);
    return this.constants.isBoolean(buffer, address);
  }

  #isOne(ref: number): boolean {
    const { ops } = this.lowered.module;
    const origin = this.#origin(ref);
    return ops.code[origin] === Op.const && ops.operand(origin, 0) === ONE;
  }

  #isZero(ref: number): boolean {
    const { ops } = this.lowered.module;
    const origin = this.#origin(ref);
    return ops.code[origin] === Op.const && ops.operand(origin, 0) === 0;
  }

  /** Only the first source may be one component for all. */
  #push(mnemonic: PreshaderOpcode, sources: readonly Source[], output: PreshaderOperand, count: number): void {
    if (this.#instructions.length >= MAX_INSTRUCTIONS) throw new Unavailable();
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
