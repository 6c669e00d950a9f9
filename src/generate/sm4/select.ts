/**
 * Selects instructions: walks a function from its end to its start, and makes a node for each result that something
 * later needs, lane by lane. Modifiers, literals, constants and inputs become operands; a product that is only added
 * becomes a part of `mad`.
 *
 * Not for: lanes that are computed together (pack.ts), registers (allocate.ts).
 */
import { NO_OP } from '../../ir/op-store.ts';
import { OP_NAMES, Op, OpFlag } from '../../ir/ops.ts';
import { Kind, kindOf, widthOf } from '../../ir/types.ts';
import { SM4_OPCODES, type Sm4InstructionMnemonic, type Sm4OpcodeRow } from '../../isa/sm4/opcodes.ts';
import { BlockSelector, wordsOf } from '../block-selector.ts';
import { type ConstructKind, type Modified, type Node, type Operand, Order, Shape } from '../nodes.ts';
import { NO_SCALAR, ONE, type Scalar } from '../operand-table.ts';
import { COMMUTATIVE, DOUBLE_ROWS, FLUSHED, LANEWISE, type Reading, SHIFTS, TRANSPARENT } from './instruction-table.ts';
import { constructKind } from './interface-calls.ts';
import { selectDouble } from './select-doubles.ts';
import { isEffectOp, selectEffect } from './select-effects.ts';
import { isMemoryOp, selectMemory } from './select-memory.ts';
import type { NewNode, Selection, SelectOptions } from './selection.ts';
import type { Values } from './values.ts';

const INSTANCES: ReadonlySet<number> = new Set(
  OP_NAMES.flatMap((name, op) => (name.startsWith('instance.') ? [op] : [])),
);
const SIGN = 0x8000_0000 | 0;

export class Selector extends BlockSelector<Values> implements Selection {
  /** The access status of reads that have one, by operation. */
  readonly statuses = new Map<number, Scalar>();

  constructor(
    values: Values,
    readonly options: SelectOptions,
  ) {
    super(values, options.profile);
  }

  protected override isTransparent(code: number): boolean {
    return TRANSPARENT.has(code);
  }

  protected override constructKind(op: number): ConstructKind {
    return constructKind(this.module, op);
  }

  protected override operation(op: number): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (isEffectOp(code)) selectEffect(this, op);
    else if (code === Op.status) {
      if (this.isNeeded(op << 2)) this.statuses.set(this.values.scalar(ops.a[op]! << 2) >> 2, op << 2);
    } else if (isMemoryOp(code)) selectMemory(this, op);
    else if (INSTANCES.has(code) && this.options.interfaces === undefined) this.refuse('class instances');
    else this.#compute(op);
    const copy = this.values.indexCopies.get(op);
    if (copy !== undefined && this.isNeeded(copy.value)) {
      this.push({
        mnemonic: 'mov',
        results: [copy.value],
        operands: [this.operand(Shape.lanes, [copy.from])],
        key: '',
      });
    }
  }

  override push(node: NewNode): Node {
    const row: Sm4OpcodeRow = SM4_OPCODES[node.mnemonic];
    const version = this.options.version / 10;
    if (Number(row.since) > version || (row.until !== undefined && Number(row.until) < version))
      this.refuse(`the instruction ${node.mnemonic}`);
    return super.push(node);
  }

  // --- arithmetic ---------------------------------------------------------------------------------------------------

  #compute(op: number): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const type = ops.type[op]!;
    if (TRANSPARENT.has(code)) return;
    const words = wordsOf(type);
    let isNeeded = false;
    for (let c = 0; c < words; c++) isNeeded ||= this.isNeeded((op << 2) | c);
    if (!isNeeded) return;
    if (kindOf(type) === Kind.f64 || DOUBLE_ROWS[code] !== undefined) {
      selectDouble(this, op);
      return;
    }
    // Lanes are pushed from the last to the first, as all items are.
    for (let c = words - 1; c >= 0; c--) if (this.isNeeded((op << 2) | c)) this.#lane(op, c, (op << 2) | c, false);
  }

  /** Component `c` of an operation as a node that defines `result`. */
  #lane(op: number, c: number, result: Scalar, saturate: boolean): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const precise = (ops.flags[op]! & OpFlag.precise) !== 0 ? 1 : 0;
    const ref = (i: number) => (ops.operand(op, i) << 2) | (widthOf(ops.type[ops.operand(op, i)]!) === 1 ? 0 : c);
    switch (code) {
      case Op['f.sat']: {
        const { scalar, negate, absolute } = this.modified(ref(0));
        const inner = scalar >> 2;
        if (!negate && !absolute && this.isFoldable(scalar, op) && this.#saturates(inner) && !saturate)
          this.#lane(inner, scalar & 3, result, true);
        else this.#move(result, { scalar, negate, absolute }, true, precise);
        return;
      }
      case Op['f.flush']:
      case Op['f.neg']:
      case Op['f.abs']:
        this.#modifier(op, c, result);
        return;
      case Op['f.dot']:
        this.#dot(op, result, saturate, precise);
        return;
      case Op.select:
        this.#select(op, ref, result, saturate);
        return;
      case Op['i.sub']:
        this.#subtract(ref, result);
        return;
      case Op['f.add']:
        if (this.options.contract && precise === 0 && this.#multiplyAdd(op, ref, result, saturate)) return;
        break;
      case Op['i.add']:
        if (this.#integerMultiplyAdd(op, ref, result)) return;
        break;
      case Op['f.rcp']:
        if (this.options.version < 50) {
          const one = this.operand(Shape.lanes, [this.values.table.literal(ONE)]);
          this.#push('div', [one, this.#reading('f', ref(0))], result, saturate, precise);
          return;
        }
        break;
      case Op['eval.centroid']:
      case Op['eval.sample']:
      case Op['eval.snapped']:
        this.#evaluate(op, c, result);
        return;
    }
    const row = LANEWISE[code];
    if (row === undefined) this.refuse(`the operation ${OP_NAMES[code]}`);
    const operands = row.readings.map((reading, i) => this.#reading(reading, ref(i)));
    // Before 5.0 all lanes are shifted by one number.
    if (this.options.version < 50 && SHIFTS.has(code)) operands[1] = { ...operands[1]!, shape: Shape.one };
    const mnemonic = this.#byVersion(row.mnemonic);
    if (COMMUTATIVE.has(row.mnemonic) && this.#rank(operands[0]!) > this.#rank(operands[1]!)) operands.reverse();
    this.#push(mnemonic, operands, result, saturate, precise, row.result);
  }

  /** Operands of one sort come first, so that lanes have the same sorts: values, inputs, constants, literals. */
  #rank({ scalars }: Operand): number {
    const [scalar] = scalars;
    if (scalar! >= 0) return 0;
    const { file } = this.values.table.sources[this.values.table.sourceOf(scalar!)]!;
    return file === 'literal' ? 3 : file === 'constantBuffer' || file === 'immediateConstantBuffer' ? 2 : 1;
  }

  /** Derivatives of 4.x are neither coarse nor fine. */
  #byVersion(mnemonic: Sm4InstructionMnemonic): Sm4InstructionMnemonic {
    if (this.options.version >= 50 || !mnemonic.endsWith('_coarse')) return mnemonic;
    return mnemonic === 'deriv_rtx_coarse' ? 'deriv_rtx' : 'deriv_rty';
  }

  #reading(reading: Reading, ref: number): Operand {
    if (reading === 'f') {
      const { scalar, negate, absolute } = this.modified(ref);
      return this.operand(Shape.lanes, [scalar], negate, absolute);
    }
    const scalar = this.values.scalar(ref);
    const { ops } = this.module;
    if (reading === 'i' && scalar >= 0 && scalar < this.uses.length && ops.code[scalar >> 2] === Op['i.neg']) {
      const inner = this.values.scalar(ops.a[scalar >> 2]! << 2);
      const { table } = this.values;
      return table.isLiteral(inner)
        ? this.operand(Shape.lanes, [table.literal(-table.componentOf(inner) | 0)])
        : this.operand(Shape.lanes, [inner], true);
    }
    return this.operand(Shape.lanes, [scalar]);
  }

  #push(
    mnemonic: Sm4InstructionMnemonic,
    operands: Operand[],
    result: Scalar,
    saturate: boolean,
    precise: number,
    which?: 0 | 1,
  ): void {
    const row = SM4_OPCODES[mnemonic];
    const order = 'category' in row && row.category === 'derivative' ? Order.quad : 0;
    let key: string = mnemonic;
    if (saturate) key += '_sat';
    if (which !== undefined) key += which;
    for (const { shape, scalars, negate, absolute } of operands)
      key += `${absolute ? (negate ? '=' : '|') : negate ? '-' : '+'}${shape === Shape.one ? scalars[0] : ''}`;
    const node = { mnemonic, operands, saturate, precise, order, key };
    if (mnemonic === 'uaddc' || mnemonic === 'usubb') {
      // The sum cannot be discarded.
      this.push({ ...node, results: [this.values.newValue()], second: [result], key: '' });
      return;
    }
    if (which === 1) this.push({ ...node, results: [], second: [result], discardsFirst: true });
    else if (which === 0) this.push({ ...node, results: [result], second: [] });
    else this.push({ ...node, results: [result] });
  }

  #move(result: Scalar, { scalar, negate, absolute }: Modified, saturate: boolean, precise = 0): void {
    this.#push('mov', [this.operand(Shape.lanes, [scalar], negate, absolute)], result, saturate, precise);
  }

  /** Whether the instruction of an operation can clamp its result. */
  #saturates(op: number): boolean {
    const code = this.module.ops.code[op]!;
    if (code === Op['f.dot'] || code === Op.select) return true;
    const row = LANEWISE[code];
    if (row === undefined || !OP_NAMES[code]!.startsWith('f.')) return false;
    return (SM4_OPCODES[row.mnemonic] as Sm4OpcodeRow).controls === 'arithmetic' && row.result === undefined;
  }

  /** A modifier that no float operation takes: a move flushes subnormal numbers, logic does not. */
  #modifier(op: number, c: number, result: Scalar): void {
    const { ops } = this.module;
    const { table } = this.values;
    const code = ops.code[op]!;
    const all = this.modified((op << 2) | c);
    const isFlushed =
      this.options.flushes ||
      code === Op['f.flush'] ||
      (all.scalar >= 0 && all.scalar < this.uses.length && FLUSHED.has(ops.code[all.scalar >> 2]!));
    if (isFlushed && (all.negate || all.absolute)) {
      this.#move(result, all, false);
      return;
    }
    if (code === Op['f.flush']) {
      // Only a move with a modifier flushes and leaves NaN as it is; two of them change no sign.
      const negative = this.values.newValue();
      this.#move(result, { scalar: negative, negate: true, absolute: false }, false);
      this.#move(negative, { ...all, negate: true }, false);
      return;
    }
    const word = table.literal(code === Op['f.neg'] ? SIGN : ~SIGN);
    const operands = [
      this.operand(Shape.lanes, [this.values.scalar((ops.a[op]! << 2) | c)]),
      this.operand(Shape.lanes, [word]),
    ];
    this.#push(code === Op['f.neg'] ? 'xor' : 'and', operands, result, false, 0);
  }

  #dot(op: number, result: Scalar, saturate: boolean, precise: number): void {
    const { ops } = this.module;
    const width = widthOf(ops.type[ops.a[op]!]!);
    const shape = width === 1 ? Shape.lanes : Shape.vector;
    const operands = [this.floats(shape, ops.a[op]!), this.floats(shape, ops.b[op]!)];
    const mnemonic = (['mul', 'dp2', 'dp3', 'dp4'] as const)[width - 1]!;
    this.push({ mnemonic, operands, results: [result], saturate, precise });
  }

  /** A condition as a word that is not zero where it holds, or where it does not. */
  condition(value: number): { readonly scalar: Scalar; readonly nonZero: boolean } {
    const { ops } = this.module;
    let scalar = this.values.scalar(value << 2);
    let nonZero = true;
    while (scalar >= 0 && scalar < this.uses.length) {
      const op = scalar >> 2;
      const code = ops.code[op]!;
      if (code === Op['i.not'] && kindOf(ops.type[op]!) === Kind.bool) {
        nonZero = !nonZero;
        scalar = this.values.scalar(ops.a[op]! << 2);
        continue;
      }
      if (code !== Op['i.ne'] && code !== Op['i.eq']) break;
      const [a, b] = [this.values.scalar(ops.a[op]! << 2), this.values.scalar(ops.b[op]! << 2)];
      const zero = this.values.table.literal(0);
      if (a !== zero && b !== zero) break;
      if (code === Op['i.eq']) nonZero = !nonZero;
      scalar = b === zero ? a : b;
      // Only a condition is looked through further: the number may be any.
      if (scalar < 0 || kindOf(ops.type[scalar >> 2]!) !== Kind.bool) break;
    }
    return { scalar, nonZero };
  }

  #select(op: number, ref: (i: number) => number, result: Scalar, saturate: boolean): void {
    const { ops } = this.module;
    const { scalar, nonZero } = this.condition(ops.a[op]!);
    const [a, b] = [1, 2].map((i) => {
      if (!this.options.flushes) return this.operand(Shape.lanes, [this.values.scalar(ref(i))]);
      const { scalar: value, negate, absolute } = this.modified(ref(i));
      return this.operand(Shape.lanes, [value], negate, absolute);
    });
    const test = this.operand(Shape.lanes, [scalar]);
    this.#push('movc', nonZero ? [test, a!, b!] : [test, b!, a!], result, saturate, 0);
  }

  #subtract(ref: (i: number) => number, result: Scalar): void {
    const { table } = this.values;
    const b = this.values.scalar(ref(1));
    const second = table.isLiteral(b)
      ? this.operand(Shape.lanes, [table.literal(-table.componentOf(b) | 0)])
      : this.operand(Shape.lanes, [b], true);
    this.#push('iadd', [this.operand(Shape.lanes, [this.values.scalar(ref(0))]), second], result, false, 0);
  }

  /** A sum with a product that is used only here. */
  #multiplyAdd(op: number, ref: (i: number) => number, result: Scalar, saturate: boolean): boolean {
    const { ops } = this.module;
    for (let i = 0; i < 2; i++) {
      const product = this.modified(ref(i));
      if (product.absolute || !this.isFoldable(product.scalar, op)) continue;
      const inner = product.scalar >> 2;
      if (ops.code[inner] !== Op['f.mul'] || (ops.flags[inner]! & OpFlag.precise) !== 0) continue;
      const c = product.scalar & 3;
      const a = this.#reading('f', (ops.a[inner]! << 2) | c);
      let b = this.#reading('f', (ops.b[inner]! << 2) | c);
      if (product.negate) b = this.negated(b);
      const operands = this.#rank(a) > this.#rank(b) ? [b, a] : [a, b];
      operands.push(this.#reading('f', ref(1 - i)));
      this.#push('mad', operands, result, saturate, 0);
      return true;
    }
    return false;
  }

  #integerMultiplyAdd(op: number, ref: (i: number) => number, result: Scalar): boolean {
    const { ops } = this.module;
    for (let i = 0; i < 2; i++) {
      const product = this.values.scalar(ref(i));
      if (!this.isFoldable(product, op) || ops.code[product >> 2] !== Op['i.mul']) continue;
      const inner = product >> 2;
      const operands = [ops.a[inner]! << 2, ops.b[inner]! << 2, ref(1 - i)].map((one) => this.#reading('i', one));
      this.#push('imad', operands, result, false, 0);
      return true;
    }
    return false;
  }

  #evaluate(op: number, c: number, result: Scalar): void {
    const { ops, inputs } = this.module;
    const code = ops.code[op]!;
    const element = ops.extra[op]! >> 2;
    const at = (ops.extra[op]! & 3) + c;
    this.values.readMasks[element]! |= 1 << at;
    const input = this.values.table.component(this.values.inputSource(inputs[element]!, NO_OP), at);
    const operands = [this.operand(Shape.lanes, [input])];
    if (code === Op['eval.sample']) operands.push(this.bits(Shape.one, ops.a[op]!));
    if (code === Op['eval.snapped']) operands.push(this.bits(Shape.vector, ops.a[op]!));
    const mnemonic =
      code === Op['eval.centroid']
        ? 'eval_centroid'
        : code === Op['eval.sample']
          ? 'eval_sample_index'
          : 'eval_snapped';
    this.push({ mnemonic, operands, results: [result] });
  }

  // --- constructs ---------------------------------------------------------------------------------------------------

  protected override test(op: number): ReturnType<BlockSelector<Values>['test']> {
    const { ops } = this.module;
    const kind = constructKind(this.module, op);
    if (kind === 'if') {
      const { scalar, nonZero } = this.condition(ops.a[op]!);
      return { condition: this.operand(Shape.one, [scalar]), nonZero };
    }
    if (kind === 'switch') return { condition: this.bits(Shape.one, ops.a[op]!) };
    if (kind !== 'call') return {};
    const { base, value } = this.values.index(ops.a[ops.a[op]!]!);
    const pointer = { base, value };
    return value === NO_SCALAR ? { pointer } : { pointer, condition: this.operand(Shape.one, [value]) };
  }
}
