/**
 * Constants of shader models 1 to 3 as values: those that the program defines are in it, the others are read from their
 * register file. An index reaches both.
 *
 * Source: the Direct3D 9 shader reference; before 2_0, constants of pixel shaders are between -1 and 1.
 */
import { Kind, Op, type Ref, refOf, typeOf } from '../../ir/index.ts';
import type { Sm1ProgramDeclarations } from '../../isa/sm1/declarations.ts';
import { SM1_REGISTER_BY_CODE } from '../../isa/sm1/registers.ts';
import { FIRST_OF_MASK, type Lowering } from '../lowering.ts';
import type { Sm1ModuleDeclarations } from './module-declarations.ts';

/** The part of lowering that constant reads use. */
interface ConstantReader extends Lowering {
  readonly declared: Sm1ModuleDeclarations;
}

/** Registers that a program defines one after the other. */
interface DefinedRange {
  readonly first: number;
  count: number;
  /** Row of the first one in the immediate constants of the module. */
  readonly row: number;
}

export class Sm1Constants {
  readonly #floats = new Map<number, Uint32Array>();
  readonly #integers = new Map<number, Uint32Array>();
  readonly #booleans = new Map<number, boolean>();
  readonly #isClamped: boolean;
  #ranges: DefinedRange[] | undefined;
  /** Rows of each register file that are read; an index makes them all. */
  readonly rows = { float: 0, int: 0, bool: 0, state: 0 };
  isIndexed = false;

  constructor(
    { constants }: Sm1ProgramDeclarations,
    isClamped: boolean,
    private readonly isSeparate: boolean,
  ) {
    this.#isClamped = isClamped;
    for (const { role, type, number, values } of constants) {
      if (role === 'bool') this.#booleans.set(number, (values[0] ?? 0) !== 0);
      else {
        const words = new Uint32Array(4);
        for (let i = 0; i < 4; i++) words[i] = values[i] ?? 0;
        if (role === 'int') this.#integers.set(number, words);
        else this.#floats.set(number + (SM1_REGISTER_BY_CODE[type]?.base ?? 0), isClamped ? clamped(words) : words);
      }
    }
  }

  fill(l: ConstantReader, register: number, needed: number, refs: Int32Array): void {
    const words = this.#floats.get(register);
    if (words !== undefined) {
      for (let c = 0; c < 4; c++) if (needed & (1 << c)) refs[c] = refOf(l.constant(Kind.f32, words[c]!));
      return;
    }
    this.rows.float = Math.max(this.rows.float, register + 1);
    const first = FIRST_OF_MASK[needed]!;
    const width = 32 - Math.clz32(needed) - first;
    const value = this.#load(l, l.constant(Kind.i32, register), first, width);
    for (let c = first; c < first + width; c++)
      refs[c] = this.#isClamped ? clampedRef(l, refOf(value, c - first)) : refOf(value, c - first);
  }

  /**
   * Fills `refs` with components of a register whose number is a value.
   *
   * @param base the number without its index
   */
  fillAt(l: ConstantReader, row: number, needed: number, refs: Int32Array, base: number): void {
    const { b } = l;
    const isDefined = this.#floats.has(base);
    if (!this.isSeparate || !isDefined) this.isIndexed = true;
    const first = FIRST_OF_MASK[needed]!;
    const width = 32 - Math.clz32(needed) - first;
    const type = typeOf(Kind.f32, width);
    let value = this.isSeparate && isDefined ? -1 : this.#load(l, row, first, width);
    for (const { first: start, count, row: definedRow } of this.#rangesAt(l, base)) {
      const at = b.as(Kind.u32, b.op(Op['i.sub'], Kind.i32, row, l.constant(Kind.i32, start)));
      const isInside = value < 0 ? value : b.op(Op['u.lt'], Kind.bool, at, l.unsigned(count));
      const definedAt = definedRow === 0 ? at : b.op(Op['i.add'], Kind.u32, at, l.unsigned(definedRow));
      const defined = b.opWith(first, Op['icb.load'], type, definedAt);
      value = value < 0 ? defined : b.op(Op.select, type, isInside, defined, value);
    }
    for (let c = first; c < first + width; c++) refs[c] = refOf(value, c - first);
  }

  /** The ranges of defined registers that an index from `base` on may reach. */
  #rangesAt(l: ConstantReader, base: number): readonly DefinedRange[] {
    if (!this.isSeparate) return this.#definedRanges(l);
    if (!this.#floats.has(base)) return [];
    return this.#definedRanges(l).filter(({ first, count }) => base >= first && base < first + count);
  }

  #load({ b, declared }: ConstantReader, row: number, first: number, width: number): number {
    return b.opWith((declared.constants('float') << 2) | first, Op['cb.load'], typeOf(Kind.f32, width), row);
  }

  /** The ranges of defined registers, whose values are then constants of the module. */
  #definedRanges({ module }: ConstantReader): readonly DefinedRange[] {
    if (this.#ranges !== undefined) return this.#ranges;
    const ranges: DefinedRange[] = [];
    const registers = [...this.#floats.keys()].sort((a, b) => a - b);
    for (const [row, register] of registers.entries()) {
      const last = ranges.at(-1);
      if (last !== undefined && last.first + last.count === register) last.count++;
      else ranges.push({ first: register, count: 1, row });
    }
    const words = new Uint32Array(4 * registers.length);
    for (const [row, register] of registers.entries()) words.set(this.#floats.get(register)!, 4 * row);
    module.immediateConstants = words;
    this.#ranges = ranges;
    return ranges;
  }

  integer(l: ConstantReader, register: number, component: number): number {
    const words = this.#integers.get(register);
    if (words !== undefined) return l.constant(Kind.i32, words[component]!);
    this.rows.int = Math.max(this.rows.int, register + 1);
    return this.#word(l, 'int', Kind.i32, register, component);
  }

  boolean(l: ConstantReader, register: number): number {
    const value = this.#booleans.get(register);
    if (value !== undefined) return l.constant(Kind.bool, value ? 1 : 0);
    this.rows.bool = Math.max(this.rows.bool, register + 1);
    return l.b.op(Op['i.ne'], Kind.bool, this.#word(l, 'bool', Kind.u32, register, 0), l.unsigned(0));
  }

  /** A number of the state of a stage: see {@link STATE_ROWS}. */
  state(l: ConstantReader, row: number, component: number): number {
    this.rows.state = Math.max(this.rows.state, row + 1);
    return this.#word(l, 'state', Kind.f32, row, component);
  }

  #word(l: ConstantReader, file: 'int' | 'bool' | 'state', kind: number, row: number, component: number): number {
    const binding = l.declared.constants(file);
    return l.b.opWith((binding << 2) | component, Op['cb.load'], kind, l.constant(Kind.i32, row));
  }
}

/** The words of a constant between -1 and 1. NaN and what is between them stay. */
function clamped(row: Uint32Array): Uint32Array {
  const values = new Float32Array(row.buffer);
  for (let i = 0; i < values.length; i++) {
    if (values[i]! > 1) values[i] = 1;
    else if (values[i]! < -1) values[i] = -1;
  }
  return row;
}

const ONE = 0x3f80_0000;
const MINUS_ONE = 0xbf80_0000;

/** Clamps a value. It does not use minimum and maximum, which would flush subnormal numbers. */
function clampedRef(l: ConstantReader, ref: Ref): Ref {
  const { b } = l;
  const value = b.component(ref);
  const [low, high] = [l.constant(Kind.f32, MINUS_ONE), l.constant(Kind.f32, ONE)];
  const isHigh = b.op(Op['f.lt'], Kind.bool, high, value);
  const isLow = b.op(Op['f.lt'], Kind.bool, value, low);
  return refOf(b.op(Op.select, Kind.f32, isHigh, high, b.op(Op.select, Kind.f32, isLow, low, value)));
}

/** Rows of the state: two for each stage. */
export const STATE_ROWS = {
  perStage: 2,
  /** x to w: `D3DTSS_BUMPENVMAT00`, 01, 10 and 11. */
  matrix: 0,
  /**
   * x: `D3DTSS_BUMPENVLSCALE`, y: `D3DTSS_BUMPENVLOFFSET`, z: not 0 if the stage divides coordinates by the last one.
   */
  rest: 1,
} as const;
