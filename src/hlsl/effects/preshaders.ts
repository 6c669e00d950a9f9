/**
 * Preshaders: what a shader of an effect of Direct3D 9 computes from constants alone becomes code that the application
 * runs before it draws. The shader reads the results as constants.
 *
 * - A sign is no reason for an instruction, so `-k` stays in the shader. A constant that an output is, is copied.
 * - Variables whose registers the source names stay in the shader.
 * - A condition of a branch becomes a boolean constant where the profile has them.
 *
 * Source: oracle. Registers of results are in another order than its.
 */
import { getOrInsert } from '../../base/collections.ts';
import { refOf } from '../../ir/builder.ts';
import { newBinding } from '../../ir/declarations.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { removeDead } from '../../ir/passes/dce.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import { builderBefore, walkModule } from '../../ir/passes/walk.ts';
import { BOOL, F32, Kind, kindOf, U32, widthOf } from '../../ir/types.ts';
import { type PreshaderOperand, preshaderOperand } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTERS } from '../../isa/preshader/opcodes.ts';
import { Sm1CommentTag, sm1Comment } from '../../isa/sm1/comments.ts';
import { annotationOf, registerScalars } from '../bind/index.ts';
import type { LoweredProgram } from '../front-end.ts';
import type { BindingSource } from '../lower/bindings.ts';
import { ExpressionConstants } from './expression-constants.ts';
import { expressionInstruction, expressionSteps, ONE } from './expression-operations.ts';
import { COPIES, type ExpressionOutput, ExpressionWriter } from './expression-writer.ts';
import { expressionWords } from './expressions.ts';

/** The version of preshaders, which has the letters FX. */
const VERSION = 0x4658_0201;
const GENERATION = 1;
const COMPARISONS: ReadonlySet<number> = /* @__PURE__ */ new Set([Op['f.lt'], Op['f.ge'], Op['f.eq'], Op['f.ne']]);
/** Components of a register. */
const WIDTH = 4;

/** How a value depends on constants. */
const Uniform = {
  /** On other things, too. */
  none: 0,
  /** It is a number. */
  number: 1,
  /** It is a constant, or one with a sign. */
  constant: 2,
  /** It is computed. */
  computed: 3,
} as const;

/** Values in the components of one register. */
interface Result {
  readonly values: number[];
  /** A condition is 0 or 1. */
  readonly isCondition: boolean;
}

/** The preshader of a program, and the bindings that have its results. */
export interface Preshader {
  /** Whether a row of a binding has a condition. */
  readonly isCondition: (binding: number, row: number) => boolean;
  /**
   * The words of the comment, after the bindings have registers; undefined where it is too long.
   *
   * @param flags those of the compiler
   */
  readonly comment: (creator: string, flags: number) => Uint32Array | undefined;
}

export type TakePreshader = typeof takePreshader;

/**
 * Takes what the application can compute out of a program, and gives it bindings for the results. Returns undefined
 * where there is nothing, or too much.
 *
 * @param hasConditions whether branches read boolean constants
 */
export function takePreshader(lowered: LoweredProgram, hasConditions: boolean): Preshader | undefined {
  return new PreshaderTaker(lowered, hasConditions).take();
}

class PreshaderTaker {
  readonly #uniform: Uint8Array;
  /** Operations that stay in the shader. */
  readonly #remaining: number[] = [];
  readonly #remainingSigns = new Set<number>();
  /** Where each value is. */
  readonly #locations = new Map<number, { readonly result: Result; readonly component: number }>();
  readonly #results: Result[] = [];
  /** The register that the next value of a sort goes to. */
  readonly #open = new Map<string, Result>();
  /** Conditions of branches. */
  readonly #branches = new Map<number, number>();
  /** By operation, a number that values share which differ only in the components of what they read. */
  readonly #shapeOf: Int32Array;
  readonly #shapes = new Map<string, number>();

  constructor(
    private readonly lowered: LoweredProgram,
    private readonly hasConditions: boolean,
  ) {
    const { count } = lowered.module.ops;
    this.#uniform = new Uint8Array(count);
    this.#shapeOf = new Int32Array(count);
  }

  take(): Preshader | undefined {
    const { module, source } = this.lowered;
    const bindings = this.lowered.bindingSources as BindingSource[];
    walkModule(module, (op) => {
      this.#uniform[op] = this.#uniformOf(op);
      if (this.#uniform[op] === Uniform.none) this.#remaining.push(op);
      else this.#shapeOf[op] = this.#shape(op);
    });
    for (const op of [...this.#remaining]) this.#visit(op, false);
    if (this.#results.length === 0 && this.#branches.size === 0) return undefined;
    const constants = new ExpressionConstants(source, GENERATION);
    const writer = new ExpressionWriter(this.lowered, constants, GENERATION);
    const { floatOutput, boolOutput } = PRESHADER_REGISTERS;
    const outputs: ExpressionOutput[] = [
      ...[...this.#branches].map(([value, row]) => ({
        refs: [value],
        operand: preshaderOperand(boolOutput.code, WIDTH * row),
      })),
      ...this.#results.map(({ values }, row) => ({
        refs: values,
        operand: preshaderOperand(floatOutput.code, WIDTH * row),
      })),
    ];
    if (!writer.write(outputs)) return undefined;
    const newRows = (file: 'float' | 'bool', size: number) => {
      bindings.push({ kind: 'preshader', number: 0, element: undefined });
      return module.bindings.push({ ...newBinding('constants', 0), file, size }) - 1;
    };
    const counts = { float: this.#results.length, bool: this.#branches.size };
    const floats = counts.float === 0 ? -1 : newRows('float', counts.float);
    const booleans = counts.bool === 0 ? -1 : newRows('bool', counts.bool);
    this.#readResults(floats, booleans);
    const first = (binding: number) => module.bindings[binding]?.register ?? 0;
    const registers = () => ({ float: first(floats), bool: first(booleans) });
    const results = this.#results;
    return {
      isCondition: (binding, row) => binding === floats && results[row]!.isCondition,
      comment: (creator, flags) => {
        const { float, bool } = registers();
        const moved = ({ type, index, ...rest }: PreshaderOperand): PreshaderOperand => {
          const start = type === floatOutput.code ? float : type === boolOutput.code ? bool : 0;
          return { ...rest, type, index: index + WIDTH * start };
        };
        const parts = writer.parts(creator, { version: VERSION, flags }, moved);
        const words = expressionWords(VERSION, parts, writtenRegisters(registers(), counts));
        return words && sm1Comment(Sm1CommentTag.preshader, words);
      },
    };
  }

  #uniformOf(op: number): number {
    const { module, bindingSources, source, profile } = this.lowered;
    const { ops, bindings } = module;
    const code = ops.code[op]!;
    if (code === Op.const) return Uniform.number;
    if (code === Op['cb.load']) {
      const { kind, number, element = 0 } = bindingSources[ops.extra[op]! >> 2]!;
      if (kind !== 'variable' || bindings[ops.extra[op]! >> 2]!.file !== 'float') return Uniform.none;
      const { registers } = source.buffers[number]!.variables[element]!;
      const isFree = annotationOf(registers, 'c', profile) === undefined;
      return isFree && ops.code[ops.operand(op, 0)] === Op.const ? Uniform.constant : Uniform.none;
    }
    const isPick = code === Op.pick;
    const isComputed =
      code === Op['f.dot'] ||
      expressionInstruction(code, GENERATION) !== undefined ||
      expressionSteps(code, GENERATION) !== undefined;
    if (!isPick && !COPIES.has(code) && !isComputed) return Uniform.none;
    // All but products of vectors have one component, as lowering makes them.
    if (!isPick && widthOf(ops.type[op]!) > 1) return Uniform.none;
    const operands = ops.operands(op);
    if (isPick && operands.some((ref) => (ref & 3) !== 0)) return Uniform.none;
    const kinds = operands.map((value) => this.#uniform[isPick ? value >> 2 : value]!);
    if (kinds.includes(Uniform.none)) return Uniform.none;
    if (kinds.every((kind) => kind === Uniform.number)) return Uniform.number;
    const isConstant = Math.max(...kinds) < Uniform.computed;
    const needsNothing =
      isPick ||
      this.#isTransparent(op) ||
      this.#isTest(op) ||
      this.#isVariableCondition(op) ||
      this.#isVariableNumber(op);
    return needsNothing && isConstant ? Uniform.constant : Uniform.computed;
  }

  /** Whether a value compares another one with 0, which choices of pixel shaders do themselves. */
  #isTest(op: number): boolean {
    const { ops, stage } = this.lowered.module;
    return (
      stage === 'ps' && COMPARISONS.has(ops.code[op]!) && ops.operands(op).some((operand) => this.#isNumber(operand, 0))
    );
  }

  /** Whether a value is a variable of type bool, or the opposite of one. */
  #isVariableCondition(op: number): boolean {
    const { module, bindingSources, source } = this.lowered;
    const { ops } = module;
    const code = ops.code[op]!;
    if ((code !== Op['f.ne'] && code !== Op['f.eq']) || !this.#isNumber(ops.operand(op, 1), 0)) return false;
    const read = ops.operand(op, 0);
    if (ops.code[read] !== Op['cb.load'] || this.#uniform[read] !== Uniform.constant) return false;
    const { number, element = 0 } = bindingSources[ops.extra[read]! >> 2]!;
    const row = ops.operand(ops.operand(read, 0), 0);
    return registerScalars(source.buffers[number]!.variables[element]!.type)[row] === 'bool';
  }

  /** Whether a value is a variable of type bool as a number, which its register has. */
  #isVariableNumber(op: number): boolean {
    const { ops } = this.lowered.module;
    if (ops.code[op] !== Op.select) return false;
    const [condition, yes, no] = ops.operands(op);
    return (
      ops.code[condition!] === Op['f.ne'] &&
      this.#isVariableCondition(condition!) &&
      this.#isNumber(yes!, ONE) &&
      this.#isNumber(no!, 0)
    );
  }

  #isNumber(value: number, word: number): boolean {
    const { ops } = this.lowered.module;
    return ops.code[value] === Op.const && ops.operand(value, 0) === word;
  }

  /** Finds locations for the operands of an operation that stays. */
  #visit(op: number, isOutput: boolean): void {
    const { ops } = this.lowered.module;
    const code = ops.code[op]!;
    const facts = OP_FACTS[code]!;
    if ((facts & (OpFact.values | OpFact.refs)) === 0) return;
    const isPick = (facts & OpFact.refs) !== 0;
    const isOut = isOutput || code === Op.out;
    for (const [slot, operand] of ops.operands(op).entries()) {
      const value = isPick ? operand >> 2 : operand;
      const uniform = this.#uniform[value];
      const isBranch = code === Op.if && this.hasConditions;
      const isTaken = uniform === Uniform.constant && (isOut || (isBranch && !this.#isVariableCondition(value)));
      if (uniform !== Uniform.computed && !isTaken) continue;
      if (this.#isTransparent(value)) {
        if (this.#remainingSigns.has(value)) continue;
        this.#remainingSigns.add(value);
        this.#remaining.push(value);
        this.#visit(value, isOut);
      } else if (isBranch) {
        if (!this.#branches.has(value)) this.#branches.set(value, this.#branches.size);
      } else this.#assign(value, isPick ? `of ${op}` : `${code} ${slot} ${this.#shapeOf[value]}`);
    }
  }

  /** Whether an operation stays in the shader where its operand is a result. */
  #isTransparent(op: number): boolean {
    const code = this.lowered.module.ops.code[op]!;
    return code === Op['f.neg'] || COPIES.has(code);
  }

  /** Gives a value a component of a register, next to values of the same sort. */
  #assign(value: number, sort: string): void {
    if (this.#locations.has(value)) return;
    const isCondition = kindOf(this.lowered.module.ops.type[value]!) === Kind.bool;
    let result = isCondition ? undefined : this.#open.get(sort);
    if (result === undefined || result.values.length === WIDTH) {
      result = { values: [], isCondition };
      this.#results.push(result);
      this.#open.set(sort, result);
    }
    this.#locations.set(value, { result, component: result.values.push(value) - 1 });
  }

  #shape(op: number): number {
    const { ops } = this.lowered.module;
    const code = ops.code[op]!;
    const isPick = code === Op.pick;
    const key =
      code === Op.const
        ? 'number'
        : code === Op['cb.load']
          ? `${ops.extra[op]! >> 2} ${ops.operand(ops.operand(op, 0), 0)}`
          : `${code}: ${ops.operands(op).map((one) => this.#shapeOf[isPick ? one >> 2 : one])}`;
    return getOrInsert(this.#shapes, key, () => this.#shapes.size);
  }

  /** Lets the operations that stay read the results. */
  #readResults(floats: number, booleans: number): void {
    const { module } = this.lowered;
    const { ops, functions, first } = module;
    const start = first[functions[0]!.region]!;
    const builder = builderBefore(module, start);
    const read = new Map<number, number>();
    const rows = new Map(this.#results.map((result, row) => [result, row]));
    for (const [value, { result, component }] of this.#locations) {
      const row = builder.constant(Kind.i32, rows.get(result)!);
      const loaded = builder.opWith((floats << 2) | component, Op['cb.load'], F32, row);
      read.set(value, result.isCondition ? builder.op(Op['f.ne'], BOOL, loaded, builder.float(0)) : loaded);
    }
    const conditions = new Map<number, number>();
    for (const [value, row] of this.#branches) {
      const loaded = builder.opWith(booleans << 2, Op['cb.load'], U32, builder.constant(Kind.i32, row));
      conditions.set(value, builder.op(Op['i.ne'], BOOL, loaded, builder.unsigned(0)));
    }
    for (const op of this.#remaining) {
      if (ops.region[op] === NO_OP) continue;
      const facts = OP_FACTS[ops.code[op]!]!;
      if ((facts & (OpFact.values | OpFact.refs)) === 0) continue;
      const isPick = (facts & OpFact.refs) !== 0;
      const known = ops.code[op] === Op.if && this.hasConditions ? conditions : read;
      for (const [i, operand] of ops.operands(op).entries()) {
        const by = known.get(isPick ? operand >> 2 : operand);
        if (by !== undefined) ops.setOperand(op, i, isPick ? refOf(by) : by);
      }
    }
    removeDead(module);
  }
}

/**
 * The payload of the comment that says which registers a preshader writes: the first and the number of each file, then
 * the ranges. There are no integers.
 */
function writtenRegisters(
  first: { readonly float: number; readonly bool: number },
  counts: { readonly float: number; readonly bool: number },
): Uint32Array {
  const range = (start: number, count: number) => (count === 0 ? [0] : [1, start, count]);
  return Uint32Array.of(
    ...[first.float, first.bool, 0],
    ...[counts.float, counts.bool, 0],
    ...range(first.float, counts.float),
    ...range(first.bool, counts.bool),
    ...range(0, 0),
  );
}
