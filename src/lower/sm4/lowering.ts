/**
 * What is known while a program is lowered: the builder, the values that temporary registers have, open blocks, and where lowering is.
 *
 * Not for: operands (sources.ts, destinations.ts), blocks (flow.ts), what instructions mean (handlers.ts).
 */

import type { Message, MessageValues } from '../../base/diagnostics.ts';
import { IrBuilder, type IrModule, type IrType, Kind, Op, OpFlag, type Ref, refOf, typeOf } from '../../ir/index.ts';
import type { Sm4ControlFlow } from '../../isa/sm4/control-flow.ts';
import type { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { Sm4ExtendedOperandToken, Sm4InstructionControls } from '../../isa/sm4/tokens.ts';
import type { Frame } from './frames.ts';
import type { ModuleDeclarations, PatchPhase } from './module-declarations.ts';
import { destinationMask } from './operand-fields.ts';
import { Refusal } from './refusal.ts';
import type { Sm4Structure } from './structure.ts';

/** The precision of a type by `D3D11_SB_OPERAND_MIN_PRECISION`: 1 for 16 bits, 2 for 10 bits. */
const PRECISIONS: readonly number[] = [0, 1, 2, 0, 1, 1];
const PRECISION_SHIFT = 5;
const NULL = SM4_OPERAND_TYPES.null.code;

export class Sm4Lowering {
  readonly b: IrBuilder;
  readonly rangeIds: boolean;
  /** What each component of temporary registers holds: `register << 2 | component`. */
  readonly registers: Int32Array;
  /** Open blocks, the innermost last. */
  readonly frames: Frame[] = [];
  /** Whether the instruction is never reached. */
  isDead = false;
  /** The phase of a hull shader. */
  phase: PatchPhase = undefined;
  /** Components that the current function returns; undefined in the main function. */
  results: readonly number[] | undefined = undefined;
  /** Phases that call subroutines, with their arrays, by subroutine. */
  readonly callers = new Map<number, { readonly phase: PatchPhase; readonly arrays: ReadonlyMap<number, number> }>();
  /** The number of the first subroutine's function. */
  firstSubroutine = 0;
  /** Components of inputs that the current function has read. */
  readonly inputs = new Map<number, Ref>();
  /** No particular value, and the operation before which constants of the function are. */
  #undefined = 0;
  #constants: Map<number, number>[] = [];
  #precision = 0;

  constructor(
    readonly module: IrModule,
    readonly cursor: Sm4Cursor,
    readonly declarations: Sm4Declarations,
    readonly declared: ModuleDeclarations,
    readonly flow: Sm4ControlFlow,
    readonly structure: Sm4Structure,
  ) {
    this.b = new IrBuilder(module);
    this.registers = new Int32Array(4 * structure.temps);
    this.rangeIds = sm4UsesRangeIds(cursor.program);
  }

  /** The operation is damage. */
  refuse(reason: Message, values: MessageValues = {}, at = this.cursor.start): never {
    throw new Refusal(reason, at, values);
  }

  // --- functions ----------------------------------------------------------------------------------------------------

  /** Empties the registers at the beginning of a function, after its parameters. */
  beginRegisters(): void {
    this.#undefined = this.b.undefined(Kind.b32);
    this.registers.fill(refOf(this.#undefined));
    this.#constants = [];
    this.inputs.clear();
    this.isDead = false;
    this.frames.length = 0;
  }

  /** Puts an operation at the beginning of the function, where all of it can use its value. */
  atBeginning(op: number, at: number): number {
    this.b.ops.at[op] = at;
    this.module.insertBefore(this.#undefined, op);
    return op;
  }

  /** A word of a kind; one operation for each in a function. */
  constant(kind: number, word: number): number {
    let words = this.#constants[kind];
    if (words === undefined) {
      words = new Map();
      this.#constants[kind] = words;
    }
    let op = words.get(word | 0);
    if (op === undefined) {
      op = this.atBeginning(this.b.ops.add(Op.const, typeOf(kind), 1, word | 0, 0, 0, 0), this.b.at);
      words.set(word | 0, op);
    }
    return op;
  }

  unsigned(word: number): number {
    return this.constant(Kind.u32, word);
  }

  // --- instructions -------------------------------------------------------------------------------------------------

  /** Sets what new operations have in common: token, precision, flags. */
  beginInstruction(): void {
    const { cursor, b } = this;
    b.at = cursor.start;
    const result = cursor.operandCount > 0 ? cursor.operands[0]! : undefined;
    const extension = result?.extension ?? 0;
    this.#precision =
      extension === 0 ? 0 : (PRECISIONS[Sm4ExtendedOperandToken.minPrecision.get(extension)] ?? 0) << PRECISION_SHIFT;
    const precise = Sm4InstructionControls.precise.get(cursor.token);
    b.flags = precise !== 0 && result !== undefined && (precise & destinationMask(result)) !== 0 ? OpFlag.precise : 0;
  }

  /** The type of results, in the precision of the instruction. */
  type(kind: number, width = 1): IrType {
    return typeOf(kind, width) | this.#precision;
  }

  /** The components of operand `i`, a destination. */
  maskOf(i: number): number {
    return destinationMask(this.cursor.operands[i]!);
  }

  /** Whether operand `i` discards its result. */
  isNull(i: number): boolean {
    return this.cursor.operands[i]!.type === NULL;
  }

  /** A float result, saturated if the instruction says so. */
  saturated(value: number): number {
    if (!Sm4InstructionControls.saturate.test(this.cursor.token)) return value;
    return this.b.op(Op['f.sat'], this.b.ops.type[value]!, value);
  }

  get isSaturated(): boolean {
    return Sm4InstructionControls.saturate.test(this.cursor.token);
  }
}
