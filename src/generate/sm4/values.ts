/**
 * The scalars that values of the IR are: what moves, casts and reads of constants and inputs say is found here, so that
 * no instruction has to copy it.
 */
import type { IrElement, IrElementKind } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op, OpFlag } from '../../ir/ops.ts';
import { Kind, kindOf } from '../../ir/types.ts';
import { SM4_SPECIAL_INPUTS, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import { DX6100 } from '../messages.ts';
import { NO_SCALAR, type Scalar, type SourceIndex } from '../operand-table.ts';
import { Refusal } from '../refusal.ts';
import { ValueScalars } from '../value-scalars.ts';
import type { Bindings } from './bindings.ts';

/** Inputs without a register number; no generated program reads the cycle counter. */
export const SPECIAL_INPUTS: Readonly<Record<string, Sm4OperandTypeName | undefined>> = {
  ...SM4_SPECIAL_INPUTS,
  cycleCounter: undefined,
};

/** The components of `this`. */
const INSTANCE_PARTS: readonly number[] = [
  ...[Op['instance.constants'], Op['instance.offset'], Op['instance.texture'], Op['instance.sampler']],
];

/** The largest number that is added to an index in an operand. */
const MAX_BASE = 0xffff;

/** A value that an index needs in a temporary register. */
export interface IndexCopy {
  readonly value: Scalar;
  readonly from: Scalar;
}

export class Values extends ValueScalars {
  /** Copies of indices by the operation that they come before. */
  readonly indexCopies = new Map<number, IndexCopy>();
  /** Ranges of inputs that are read. */
  readonly readRanges = new Set<number>();
  /** The phase of a hull shader whose values are asked for. */
  phase = 'main';

  constructor(
    module: IrModule,
    readonly bindings: Bindings,
  ) {
    super(module);
  }

  protected find(start: number): Scalar {
    const { ops } = this.module;
    let ref = start;
    for (;;) {
      const op = ref >> 2;
      const component = ref & 3;
      switch (ops.code[op]) {
        case Op.pick:
          if (kindOf(ops.type[op]!) === Kind.f64) {
            ref =
              (ops.operand(op, component >> 1) & ~3) | (2 * (ops.operand(op, component >> 1) & 3) + (component & 1));
          } else ref = ops.operand(op, component);
          break;
        case Op.bitcast:
        case Op.mask:
          ref = (ops.a[op]! << 2) | component;
          break;
        case Op['d.low']:
          ref = ops.a[op]! << 2;
          break;
        case Op['d.high']:
          ref = (ops.a[op]! << 2) | 1;
          break;
        case Op['d.pack']:
          ref = (component === 0 ? ops.a[op]! : ops.b[op]!) << 2;
          break;
        case Op['instance.constants']:
        case Op['instance.offset']:
        case Op['instance.texture']:
        case Op['instance.sampler']: {
          const pointer = this.index(ops.a[op]!);
          return this.table.component(
            this.table.source('thisPointer', [pointer]),
            INSTANCE_PARTS.indexOf(ops.code[op]!),
          );
        }
        case Op.const:
          return this.table.literal(
            kindOf(ops.type[op]!) === Kind.bool && ops.operand(op, component) !== 0 ? -1 : ops.operand(op, component),
          );
        case Op.undef:
          return this.table.literal(0);
        case Op.in:
          return this.#input(op, component);
        case Op['in.at']:
          return this.#indexedInput(op, component);
        case Op['cb.load']:
          return this.#constant(op, component);
        case Op['cb.dynamic']: {
          const indices = [this.index(ops.a[op]!), this.index(ops.b[op]!)];
          return this.table.component(this.table.source('constantBuffer', indices), ops.extra[op]! + component);
        }
        case Op['icb.load']:
          return this.#immediateConstant(op, component);
        default:
          return ref;
      }
    }
  }

  /** An index with a number added. A value that is no temporary register is copied to one. */
  index(value: number, plus = 0): SourceIndex {
    const { ops } = this.module;
    let op = value;
    let base = plus;
    while (ops.code[op] === Op.bitcast) op = ops.a[op]!;
    if (ops.code[op] === Op['i.add']) {
      const b = this.scalar(ops.b[op]! << 2);
      const a = this.scalar(ops.a[op]! << 2);
      const [constant, other] = this.table.isLiteral(b) ? [b, ops.a[op]!] : [a, ops.b[op]!];
      if (this.table.isLiteral(constant)) {
        const word = this.table.componentOf(constant);
        if (base + word >= 0 && base + word <= MAX_BASE) {
          base += word;
          op = other;
        }
      }
    }
    const scalar = this.scalar(op << 2);
    if (this.table.isLiteral(scalar)) return { base: (base + this.table.componentOf(scalar)) | 0, value: NO_SCALAR };
    if (scalar >= 0) return { base, value: scalar };
    let copy = this.indexCopies.get(op);
    if (copy === undefined) {
      copy = { value: this.newValue(), from: scalar };
      this.indexCopies.set(op, copy);
    }
    return { base, value: copy.value };
  }

  #input(op: number, component: number): Scalar {
    const { ops, inputs } = this.module;
    const element = ops.extra[op]! >> 2;
    const at = (ops.extra[op]! & 3) + component;
    this.readMasks[element]! |= 1 << at;
    return this.table.component(this.inputSource(inputs[element]!, ops.arity[op]! > 0 ? ops.a[op]! : NO_OP), at);
  }

  inputSource(element: IrElement, vertex: number): number {
    if (element.special !== undefined) return this.table.source(this.#specialFile(element.special), []);
    const indices: SourceIndex[] = vertex === NO_OP ? [] : [this.index(vertex)];
    indices.push({ base: element.register, value: NO_SCALAR });
    return this.table.source(this.inputFile(element.kind), indices);
  }

  #specialFile(special: string): Sm4OperandTypeName {
    const file = SPECIAL_INPUTS[special];
    if (file === undefined)
      throw new Refusal(DX6100, { profile: this.module.facts.profile, what: `the input ${special}` });
    return file;
  }

  inputFile(kind: IrElementKind): Sm4OperandTypeName {
    switch (kind) {
      case 'inputPoint':
        return this.module.stage === 'hs' && this.phase === 'controlPoint' ? 'input' : 'inputControlPoint';
      case 'outputPoint':
        return 'outputControlPoint';
      case 'patch':
        return 'inputPatchConstant';
      default:
        return 'input';
    }
  }

  #indexedInput(op: number, component: number): Scalar {
    const { ops, inputRanges } = this.module;
    const number = ops.extra[op]! >> 2;
    const range = inputRanges[number]!;
    this.readRanges.add(number);
    const indices: SourceIndex[] = ops.arity[op]! > 1 ? [this.index(ops.b[op]!)] : [];
    const index = this.index(ops.a[op]!, range.register);
    if (index.value === NO_SCALAR && (index.base < range.register || index.base >= range.register + range.count))
      return this.table.literal(0);
    indices.push(index);
    const at = (ops.extra[op]! & 3) + component;
    for (const [i, { kind, register }] of this.module.inputs.entries())
      if (kind === range.kind && register >= range.register && register < range.register + range.count)
        this.readMasks[i]! |= 1 << at;
    return this.table.component(this.table.source(this.inputFile(range.kind), indices), at);
  }

  #constant(op: number, component: number): Scalar {
    const { ops } = this.module;
    const number = ops.extra[op]! >> 2;
    const at = (ops.extra[op]! & 3) + component;
    const row = this.index(ops.a[op]!);
    const { size } = this.module.bindings[number]!;
    if (row.value === NO_SCALAR && size !== undefined && size > 0 && row.base >>> 0 >= size)
      return this.table.literal(0);
    const element = ops.arity[op]! > 1 ? this.index(ops.b[op]!) : undefined;
    const indices = [...this.bindings.indices(number, element), row];
    const nonUniform = (ops.flags[op]! & OpFlag.nonuniform) !== 0;
    if (row.value !== NO_SCALAR || (element !== undefined && element.value !== NO_SCALAR))
      this.bindings.dynamic.add(number);
    return this.table.component(this.table.source('constantBuffer', indices, nonUniform), at);
  }

  #immediateConstant(op: number, component: number): Scalar {
    const { ops, immediateConstants } = this.module;
    const at = ops.extra[op]! + component;
    const row = this.index(ops.a[op]!);
    if (row.value === NO_SCALAR) return this.table.literal(immediateConstants[4 * (row.base >>> 0) + at] ?? 0);
    return this.table.component(this.table.source('immediateConstantBuffer', [row]), at);
  }
}
