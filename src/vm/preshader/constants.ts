/**
 * The values of variables in the registers of a preshader, as Direct3D puts them there: a vector or a row of a matrix
 * in each register, a column where the table says so.
 *
 * Not for: registers of shaders.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import type { CtabConstant, CtabType } from '../../chunks/ctab.ts';
import type { PreshaderGeneration } from '../../isa/preshader/opcodes.ts';

/** The limit on components of a register type; compilers use some hundreds. Others read as 0 and are never written. */
export const MAX_REGISTER_COMPONENTS = 2 ** 18;
const FIRST_SIZE = 64;

/** The components of one register type; they are 0 until they are written, and memory is what was written. */
export class RegisterFile {
  #values = new Float64Array(FIRST_SIZE);
  /** Components that were written. */
  readonly written = new Set<number>();

  get(component: number): number {
    return this.#values[component] ?? 0;
  }

  set(component: number, value: number): void {
    if (component >= MAX_REGISTER_COMPONENTS) return;
    if (component >= this.#values.length) {
      let size = this.#values.length;
      while (size <= component) size *= 2;
      const values = new Float64Array(size);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[component] = value;
    this.written.add(component);
  }
}

const bits = new DataView(new ArrayBuffer(4));

/** The bits of `value` as a float; a NaN keeps its sign and payload where the engine does. */
export function wordOfFloat(value: number): number {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

/** The value of a variable: its numbers in the order of HLSL, row by row, element by element, member by member. */
export type PreshaderValue = number | boolean | readonly (number | boolean)[];

/** Writes the value of `constant` into its registers. Missing components stay 0; excess ones are ignored. */
export function setConstant(
  file: RegisterFile,
  constant: CtabConstant,
  value: PreshaderValue,
  generation: PreshaderGeneration,
): void {
  const numbers = typeof value === 'object' ? value : [value];
  new ConstantSetter(file, constant, numbers, generation).set();
}

/** Puts the default value of `constant` into its registers, if the table has one. */
export function setDefault(file: RegisterFile, constant: CtabConstant, fromWord: (word: number) => number): void {
  const { defaultValue, registerIndex, registerCount } = constant;
  if (defaultValue === undefined) return;
  const count = Math.min(defaultValue.length, 4 * registerCount);
  for (let i = 0; i < count; i++) file.set(4 * registerIndex + i, fromWord(defaultValue[i]!));
}

class ConstantSetter {
  private register = 0;
  private next = 0;

  constructor(
    private readonly file: RegisterFile,
    private readonly constant: CtabConstant,
    private readonly numbers: readonly (number | boolean)[],
    private readonly generation: PreshaderGeneration,
  ) {}

  set(): void {
    this.type(this.constant.type);
  }

  private get done(): boolean {
    return this.register >= this.constant.registerCount || this.next >= this.numbers.length;
  }

  private type(type: CtabType): void {
    const { class: kind, rows, columns, elements, members } = type;
    for (let i = 0; i < Math.max(elements, 1) && !this.done; i++) {
      if (kind === VariableClass.struct) {
        for (const member of members) this.type(member.type);
        if (members.length === 0) return;
      } else if (kind === VariableClass.matrixColumns) this.matrix(type.type, columns, rows, 1, columns);
      else if (kind === VariableClass.matrixRows) this.matrix(type.type, rows, columns, columns, 1);
      else this.matrix(type.type, 1, columns, 0, 1);
    }
  }

  /** `count` registers of `width` components; the numbers of one are `step` apart, those of a component `stride`. */
  private matrix(base: number, count: number, width: number, step: number, stride: number): void {
    for (let i = 0; i < count && this.register < this.constant.registerCount; i++, this.register++) {
      for (let k = 0; k < Math.min(width, 4); k++) this.component(base, k, this.next + i * step + k * stride);
    }
    this.next += count * width;
  }

  private component(base: number, component: number, index: number): void {
    const number = this.numbers[index];
    if (number === undefined) return;
    const at = 4 * (this.constant.registerIndex + this.register) + component;
    this.file.set(at, this.generation === 1 ? Math.fround(Number(number)) : wordOf(Number(number), base));
  }
}

/** The word of a variable of the second generation. */
function wordOf(value: number, base: number): number {
  const name = VARIABLE_TYPE_NAMES[base];
  if (name === 'bool') return value === 0 ? 0 : 1;
  return name === 'int' || name === 'uint' ? value >>> 0 : wordOfFloat(value);
}
