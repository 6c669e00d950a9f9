/**
 * State while a program of shader models 1 to 3 is lowered, in addition to that of all instruction sets: the current
 * instruction, open loops, rows of matrices.
 *
 * Not for: operands (sources.ts, destinations.ts), instructions (handlers.ts).
 */

import { Sm1Version } from '../../base/profile.ts';
import { type IrModule, Kind, Op, type Ref, refOf, typeOf } from '../../ir/index.ts';
import type { Sm1Cursor, Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import { SM1_OPCODE_BY_CODE, type Sm1Opcode } from '../../isa/sm1/opcodes.ts';
import { sm1RegisterText } from '../../isa/sm1/registers.ts';
import type { CarriedHere } from '../flow.ts';
import { Lowering } from '../lowering.ts';
import type { Sm1Constants } from './constants.ts';
import type { Sm1ModuleDeclarations } from './module-declarations.ts';
import { COLORS, COMPONENT_COUNT, kindOf, LOOP_COUNTER, NOT_FLOATS, TEXTURE_COUNT, TEXTURES } from './registers.ts';
import type { Sm1Structure } from './structure.ts';

export interface Sm1Loop {
  /** Iterations that are left, as a value. */
  readonly left: number;
  /** The step of the counter, as a value; undefined for `rep`, which has no counter. */
  readonly step: number | undefined;
  /** The counter of the loop around it. */
  readonly outer: Ref;
}

/**
 * Registers, which each program fills anew: making them costs more than lowering a small program's instructions
 * (measured).
 */
const REGISTERS = /* @__PURE__ */ new Int32Array(COMPONENT_COUNT);

export class Sm1Lowering extends Lowering {
  readonly isPixel: boolean;
  /** Open loops, the innermost last. */
  readonly loops: Sm1Loop[] = [];
  /** Rows of the matrix product that texture instructions before 1_4 compute one after the other. */
  readonly rows: number[] = [];
  /** Components of inputs that the current function has read. */
  readonly inputs = new Map<number, Ref>();
  /** The array of outputs that an index reaches; -1 without. */
  outputArray = -1;

  constructor(
    module: IrModule,
    readonly cursor: Sm1Cursor,
    /** The low half of the version token. */
    readonly version: number,
    readonly declared: Sm1ModuleDeclarations,
    readonly constants: Sm1Constants,
    readonly structure: Sm1Structure,
  ) {
    super(module, REGISTERS);
    this.isPixel = module.stage === 'ps';
  }

  override get start(): number {
    return this.cursor.start;
  }

  override kindOfComponent(component: number): number {
    return kindOf(component, this.isPixel);
  }

  /** The registers that are live into and out of the block that this instruction opens. */
  get carriedHere(): CarriedHere {
    const { carried, blockAt } = this.structure;
    const block = blockAt.get(this.cursor.position) ?? -1;
    return { before: carried.before[block] ?? [], after: carried.after[block] ?? [] };
  }

  get opcode(): Sm1Opcode {
    return SM1_OPCODE_BY_CODE.get(this.cursor.opcode)!;
  }

  /** Whether texture registers are results of texture instructions, and not inputs. */
  get changesTextures(): boolean {
    return this.isPixel && this.version < Sm1Version.v1_4;
  }

  /** Source operand `i`, which the instruction has. */
  source(i: number): Sm1OperandSlot {
    return this.cursor.operands[this.cursor.firstSource + i]!;
  }

  /** How messages name a register. */
  registerText({ type, number }: Pick<Sm1OperandSlot, 'type' | 'number'>): string {
    return sm1RegisterText(type, number, { pixel: this.isPixel, major: this.version >> 8 });
  }

  /** Empties the registers at the beginning of a function, after its parameters. Texture registers begin as inputs. */
  beginRegisters(): void {
    const { b, registers } = this;
    const float = b.undefined(Kind.f32);
    const integer = b.undefined(Kind.i32);
    const condition = b.undefined(Kind.bool);
    this.beginFunctionAt(float);
    this.inputs.clear();
    this.loops.length = 0;
    registers.fill(refOf(float));
    for (const start of NOT_FLOATS)
      for (let c = start; c < start + 4; c++) {
        const kind = this.kindOfComponent(c);
        registers[c] = refOf(kind === Kind.f32 ? float : kind === Kind.i32 ? integer : condition);
      }
    // Before 3_0 components that a vertex shader leaves out have a value: 1 in the first color, 0 in the second one and
    // in coordinates (source: Wine's Direct3D 9).
    if (!this.isPixel && this.version < Sm1Version.v3_0)
      for (const first of this.structure.outputs.keys())
        if (first >= COLORS) registers.fill(refOf(this.float(first === COLORS ? 1 : 0)), first, first + 4);
    // Outside of loops the counter is 0.
    registers[LOOP_COUNTER] = refOf(this.constant(Kind.i32, 0));
    if (this.changesTextures) for (let c = 0; c < 4 * TEXTURE_COUNT; c++) registers[TEXTURES + c] = NOT_READ;
  }

  /** A float constant of `width` equal components. */
  float(value: number, width = 1): number {
    floats[0] = value;
    if (width === 1) return this.constant(Kind.f32, words[0]!);
    return this.b.opList(Op.const, typeOf(Kind.f32, width), Array<number>(width).fill(words[0]!));
  }

  /** A vector that repeats a scalar `width` times. */
  splat(value: number, width: number): number {
    return width === 1 ? value : this.b.pick(Array<Ref>(width).fill(refOf(value)));
  }
}

const floats = new Float32Array(1);
const words = new Int32Array(floats.buffer);

/** Marks a texture register whose coordinates were not read yet. */
export const NOT_READ: Ref = -1;

/** Makes a result, which is written after it; of instructions that run together, after both. */
export interface Sm1ResultHandler {
  readonly kind: 'result';
  /** Fills `out` with references by component, at least those of `mask`. */
  readonly compute: (l: Sm1Lowering, mask: number, out: Int32Array) => void;
}

/** A handler of flow control and of other instructions without a vector result. */
export interface Sm1FlowHandler {
  readonly kind: 'flow';
  readonly run: (l: Sm1Lowering) => void;
}

export type Sm1Handler = Sm1ResultHandler | Sm1FlowHandler;

export function result(compute: Sm1ResultHandler['compute']): Sm1ResultHandler {
  return { kind: 'result', compute };
}

export function flow(run: Sm1FlowHandler['run']): Sm1FlowHandler {
  return { kind: 'flow', run };
}
