/** Operands as the builder takes them: registers with masks, swizzles and modifiers, and literals. */

import { COMPONENTS, type Component } from '../../isa/components.ts';
import {
  type Sm4Destination,
  type Sm4Index,
  type Sm4Literal,
  type Sm4Mask,
  type Sm4Register,
  type Sm4Source,
  type Sm4Swizzle,
  sm4Literals,
  sm4Register,
  sm4Relative,
} from '../../isa/sm4/builder-operands.ts';
import type { Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Locations } from '../allocate.ts';
import { type Named, type Operand, Shape } from '../nodes.ts';
import { LITERAL, NO_SCALAR, type OperandTable, type Scalar, type SourceIndex } from '../operand-table.ts';

const SIGN = 0x8000_0000 | 0;

/** Register files whose operands have one component, so that no swizzle follows. */
const SINGLE: ReadonlySet<Sm4OperandTypeName> = new Set([
  ...(['inputPrimitiveId', 'outputControlPointId', 'inputForkInstanceId', 'inputJoinInstanceId'] as const),
  ...(['inputGsInstanceId', 'inputThreadIdInGroupFlattened', 'inputCoverageMask', 'innerCoverage'] as const),
]);

export class OperandEncoder {
  constructor(
    readonly table: OperandTable,
    readonly locations: Locations,
  ) {}

  /** `register << 2 | component` of a value. */
  at(value: Scalar): number {
    const location = this.locations.of[value];
    if (location === undefined) throw new RangeError(`no register for value ${value}`);
    return location;
  }

  #index({ base: sum, value }: SourceIndex): Sm4Index {
    // Registers count modulo 2^32.
    const base = sum > 0xffff_ffff ? sum >>> 0 : sum;
    if (value === NO_SCALAR) return base;
    const at = this.at(value);
    const register = sm4Register('temp', at >> 2).select(COMPONENTS[at & 3] as Component);
    return base === 0 ? sm4Relative(register) : sm4Relative(register, base);
  }

  register(file: Sm4OperandTypeName, indices: readonly SourceIndex[], nonUniform = false): Sm4Register {
    const register = sm4Register(file, ...indices.map((index) => this.#index(index)));
    return nonUniform ? register.nonUniform() : register;
  }

  mask(register: Sm4Register, components: readonly number[]): Sm4Destination {
    let bits = 0;
    for (const component of components) bits |= 1 << component;
    return register.mask([...COMPONENTS].filter((_, i) => (bits & (1 << i)) !== 0).join('') as Sm4Mask);
  }

  /** A view with the component of what was read for each component of the result. */
  view({ file, indices, nonUniform, channel }: Named, swizzle: readonly number[] | undefined): Sm4Register | Sm4Source {
    const register = this.register(file, indices, nonUniform);
    if (channel >= 0) return register.select(COMPONENTS[channel] as Component);
    return swizzle === undefined ? register : register.swizzle(swizzleText(swizzle));
  }

  /**
   * An operand of an instruction.
   *
   * @param components the component of each lane of the result
   */
  operand(operand: Operand, components: readonly number[], isDouble = false): Sm4Register | Sm4Source | Sm4Literal {
    const { shape, scalars, negate, absolute } = operand;
    if (shape === Shape.one || (shape === Shape.lanes && components.length === 1))
      return this.#single(scalars[0]!, negate, absolute);
    const positions: (Scalar | undefined)[] = [undefined, undefined, undefined, undefined];
    if (shape === Shape.lanes) for (const [i, component] of components.entries()) positions[component] = scalars[i]!;
    else if (isDouble) for (let i = 0; i < 4; i++) positions[i] = scalars[i & 1]!;
    else for (const [i, scalar] of scalars.entries()) positions[i] = scalar;
    const first = positions.find((one) => one !== undefined)!;
    if (first < 0 && this.table.sourceOf(first) === LITERAL)
      return this.#literals(positions, negate, absolute, isDouble);
    const swizzle: number[] = [];
    for (let i = 0; i < 4; i++) swizzle.push(this.#componentOf(positions[i] ?? first));
    return this.#modified(this.#registerOf(first).swizzle(swizzleText(swizzle)), negate, absolute);
  }

  #modified(source: Sm4Source, negate: boolean, absolute: boolean): Sm4Source {
    const positive = absolute ? source.absolute() : source;
    return negate ? positive.negate() : positive;
  }

  #componentOf(scalar: Scalar): number {
    return scalar >= 0 ? this.at(scalar) & 3 : this.table.componentOf(scalar);
  }

  #registerOf(scalar: Scalar): Sm4Register {
    if (scalar >= 0) return sm4Register('temp', this.at(scalar) >> 2);
    const { file, indices, nonUniform } = this.table.sources[this.table.sourceOf(scalar)]!;
    return this.register(file as Sm4OperandTypeName, indices, nonUniform);
  }

  #single(scalar: Scalar, negate: boolean, absolute: boolean): Sm4Register | Sm4Source | Sm4Literal {
    if (this.table.isLiteral(scalar))
      return sm4Literals.bits(modifiedWord(this.table.componentOf(scalar), negate, absolute));
    const register = this.#registerOf(scalar);
    if (SINGLE.has(register.name) && !negate && !absolute) return register;
    return this.#modified(register.select(COMPONENTS[this.#componentOf(scalar)] as Component), negate, absolute);
  }

  #literals(
    positions: readonly (Scalar | undefined)[],
    negate: boolean,
    absolute: boolean,
    isDouble: boolean,
  ): Sm4Literal {
    const words = positions.map((one) =>
      one === undefined ? 0 : modifiedWord(this.table.componentOf(one), negate, absolute),
    );
    const [x, y, z, w] = words as [number, number, number, number];
    if (!isDouble) return sm4Literals.bits(x, y, z, w);
    const doubles = new Float64Array(1);
    const view = new DataView(doubles.buffer);
    view.setUint32(0, x, true);
    view.setUint32(4, y, true);
    return sm4Literals.double(view.getFloat64(0, true), view.getFloat64(0, true));
  }
}

function modifiedWord(word: number, negate: boolean, absolute: boolean): number {
  let bits = word;
  if (absolute) bits &= ~SIGN;
  if (negate) bits ^= SIGN;
  return bits;
}

function swizzleText(swizzle: readonly number[]): Sm4Swizzle {
  return swizzle.map((component) => COMPONENTS[component]).join('') as Sm4Swizzle;
}
