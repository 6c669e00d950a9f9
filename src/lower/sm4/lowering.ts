/**
 * State while a program of shader models 4.0 to 5.1 is lowered, in addition to that of all instruction sets: the
 * current instruction.
 *
 * Not for: operands (sources.ts, destinations.ts), instructions (handlers.ts).
 */
import { type IrModule, type IrType, Kind, Op, OpFlag, type Ref, refOf, typeOf } from '../../ir/index.ts';
import type { Sm4ControlFlow } from '../../isa/sm4/control-flow.ts';
import { destinationMask, type Sm4Cursor, type Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { Sm4ExtendedOperandToken, Sm4InstructionControls } from '../../isa/sm4/tokens.ts';
import type { CarriedHere } from '../flow.ts';
import { Lowering } from '../lowering.ts';
import type { ModuleDeclarations, PatchPhase } from './module-declarations.ts';
import { type Sm4Structure, writtenTemps } from './structure.ts';

/** The precision of a type by `D3D11_SB_OPERAND_MIN_PRECISION`: 1 for 16 bits, 2 for 10 bits. */
const PRECISIONS: readonly number[] = [0, 1, 2, 0, 1, 1];
const PRECISION_SHIFT = 5;
const NULL = SM4_OPERAND_TYPES.null.code;

export class Sm4Lowering extends Lowering {
  readonly rangeIds: boolean;
  phase: PatchPhase = undefined;
  /** Phases that call subroutines, with their arrays, by subroutine. */
  readonly callers = new Map<number, { readonly phase: PatchPhase; readonly arrays: ReadonlyMap<number, number> }>();
  /** The number of the first subroutine's function. */
  firstSubroutine = 0;
  /** Components of inputs that the current function has read. */
  readonly inputs = new Map<number, Ref>();
  /** The value of registers at the beginning of the current function. */
  #nothing = 0;
  #hasAllRegisters = false;
  #precision = 0;

  constructor(
    module: IrModule,
    readonly cursor: Sm4Cursor,
    readonly declarations: Sm4Declarations,
    readonly declared: ModuleDeclarations,
    readonly flow: Sm4ControlFlow,
    readonly structure: Sm4Structure,
  ) {
    // The values of temporary register components, by `register << 2 | component`.
    super(module, new Int32Array(4 * structure.temps));
    this.rangeIds = sm4UsesRangeIds(cursor.program);
  }

  override get start(): number {
    return this.cursor.start;
  }

  /** Words of unknown meaning. */
  override kindOfComponent(): number {
    return Kind.b32;
  }

  /**
   * Begins a function, after its parameters.
   *
   * @param isEmptied whether its registers hold nothing; otherwise the caller sets those that the function uses
   */
  beginRegisters(isEmptied = true): void {
    this.#nothing = this.b.undefined(Kind.b32);
    this.beginFunctionAt(this.#nothing);
    if (isEmptied) this.registers.fill(refOf(this.#nothing));
    this.inputs.clear();
  }

  /** Whether there is a register: one that is declared, or that any instruction writes. */
  hasRegister(register: number): boolean {
    if (register >= 0 && 4 * register < this.registers.length) return true;
    if (this.#hasAllRegisters) return false;
    this.#hasAllRegisters = true;
    const all = new Int32Array(4 * Math.max(this.registers.length >> 2, writtenTemps(this.cursor.program)));
    all.fill(refOf(this.#nothing)).set(this.registers);
    this.registers = all;
    return this.hasRegister(register);
  }

  /** The registers that are live into and out of the block that this instruction opens. */
  get carriedHere(): CarriedHere {
    const { before, after } = this.structure.carried;
    const block = this.flow.blockAt[this.cursor.position]!;
    return { before: before[block] ?? [], after: after[block] ?? [] };
  }

  // --- instructions -------------------------------------------------------------------------------------------------

  /** Sets the common properties of new operations: token, precision, flags. */
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

export type Sm4Handler = (l: Sm4Lowering) => void;

/** The register of an operand, such as `r3`; of a type that does not exist, its number. */
export function registerText({ type, index0, indexCount }: Sm4OperandSlot): string {
  return `${SM4_OPERAND_TYPE_BY_CODE[type]?.prefix ?? `type ${type}`}${indexCount > 0 ? index0 >>> 0 : ''}`;
}
