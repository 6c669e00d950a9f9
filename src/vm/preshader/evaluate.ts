/**
 * Evaluates preshaders, texture shaders and expressions on given inputs, as Direct3D does on the CPU: with doubles in
 * the first generation, with 32-bit floats and integers in the second.
 *
 * Not for: shaders (the other files of vm), what an operation computes (operations.ts).
 */

import { typeText } from '../../base/bytes.ts';
import type { PreshaderComponent, PreshaderInstruction, PreshaderOperand } from '../../isa/preshader/code.ts';
import {
  PRESHADER_OPCODES,
  type PreshaderGeneration,
  type PreshaderOpcodeRow,
  type PreshaderRegister,
  type PreshaderValueType,
} from '../../isa/preshader/opcodes.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import { doubleOfWords } from '../../numerics/double.ts';
import { type PreshaderValue, RegisterFile, setConstant, setDefault, wordOfFloat } from './constants.ts';
import { PRESHADER_OPERATIONS, perlinNoise, type ReduceContext, roundToEven } from './operations.ts';
import { MAX_COMPONENTS, type Preshader } from './preshader.ts';

/** The inputs of a preshader. An absent one has the default value of the constant table, or 0. */
export interface PreshaderInputs {
  /** Values of variables by the names of the constant table. */
  readonly constants?: Readonly<Record<string, PreshaderValue>>;
  /**
   * Values of constant registers by number: floats; 32-bit words in the second generation. They replace those of
   * variables.
   */
  readonly registers?: Readonly<Record<number, readonly number[]>>;
  /** The position of the texel (vPos), from 0 to 1; in texture shaders. */
  readonly position?: readonly number[];
  /** The size of a texel (vPSize), in texture shaders. */
  readonly size?: readonly number[];
  /** Replaces the noise of the operation `noise`, whose values in Direct3D are not published. */
  readonly noise?: (point: readonly number[]) => number;
}

/** A register that was written. */
export interface PreshaderOutput {
  /**
   * The register file of the number: float, boolean or integer constants of the shader; or colors; or the value of an
   * expression, number 0.
   */
  readonly register: 'float' | 'bool' | 'int';
  readonly index: number;
  /** x, y, z, w; undefined where nothing was written. */
  readonly values: readonly (number | undefined)[];
  /**
   * The bits of the values: floats, integers, or booleans. In the second generation an expression may be of any type.
   */
  readonly words: readonly (number | undefined)[];
}

/** The registers that a preshader writes, by type and number. */
export interface PreshaderResult {
  readonly outputs: readonly PreshaderOutput[];
}

/**
 * Returns the values that `preshader` writes when its variables have the values of `inputs`. Instructions that {@link
 * decodePreshader} reports as unknown are skipped; registers that nothing sets are 0. The time is linear in the
 * instructions.
 *
 * @throws TypeError when `preshader` is no decoded preshader
 */
export function evaluatePreshader(preshader: Preshader, inputs: PreshaderInputs = {}): PreshaderResult {
  if (!Array.isArray(preshader?.instructions))
    throw new TypeError(
      `evaluatePreshader: preshader must be what decodePreshader returns, not ${typeText(preshader)}`,
    );
  const evaluator = new Evaluator(preshader, inputs);
  for (const instruction of preshader.instructions) evaluator.run(instruction);
  return { outputs: evaluator.outputs() };
}

const OUTPUTS = { floatOutput: 'float', boolOutput: 'bool', intOutput: 'int' } as const;
type OutputRegister = keyof typeof OUTPUTS;

class Evaluator {
  private readonly files: Record<PreshaderRegister, RegisterFile>;
  private readonly generation: PreshaderGeneration;
  private readonly context: ReduceContext;

  constructor(
    private readonly preshader: Preshader,
    inputs: PreshaderInputs,
  ) {
    this.generation = preshader.generation;
    const round = this.generation === 1 ? (value: number) => value : Math.fround;
    this.context = { round, noise: inputs.noise ?? perlinNoise };
    this.files = {
      literal: new RegisterFile(),
      constant: new RegisterFile(),
      input: new RegisterFile(),
      floatOutput: new RegisterFile(),
      boolOutput: new RegisterFile(),
      intOutput: new RegisterFile(),
      temp: new RegisterFile(),
      pointer: new RegisterFile(),
    };
    this.setLiterals();
    this.setConstants(inputs);
    for (const [register, values] of [inputs.position, inputs.size].entries()) {
      for (const [i, value] of (values ?? []).slice(0, MAX_COMPONENTS).entries())
        this.files.input.set(4 * register + i, this.stored(value));
    }
  }

  run({ mnemonic, components, scalar, inputs, output }: PreshaderInstruction): void {
    if (mnemonic === undefined) return;
    const row: PreshaderOpcodeRow = PRESHADER_OPCODES[mnemonic];
    if (!row.variable && inputs.length !== row.inputs.length) return;
    const count = Math.min(components, MAX_COMPONENTS);
    const values = inputs.map((input, i) =>
      this.read(input, row.variable ? row.inputs[0]! : row.inputs[i]!, row.variable ? 1 : count, scalar && i === 0),
    );
    if (row.access === 'reduce') {
      const reduce = PRESHADER_OPERATIONS[mnemonic] as (typeof PRESHADER_OPERATIONS)['dot'];
      this.write(output, 0, row.output, reduce(values, this.context));
      return;
    }
    const each = PRESHADER_OPERATIONS[mnemonic] as (typeof PRESHADER_OPERATIONS)['mov'];
    const [a, b, c] = values;
    for (let i = 0; i < count; i++)
      this.write(output, i, row.output, each(a?.[i] ?? 0, b?.[i] ?? 0, c?.[i] ?? 0, this.generation));
  }

  outputs(): PreshaderOutput[] {
    return (Object.keys(OUTPUTS) as OutputRegister[]).flatMap((register) => this.outputsOf(register));
  }

  private outputsOf(register: OutputRegister): PreshaderOutput[] {
    const file = this.files[register];
    const type = OUTPUTS[register];
    const numbers = [...new Set([...file.written].map((component) => component >>> 2))].sort((a, b) => a - b);
    return numbers.map((index) => {
      const stored = Array.from({ length: 4 }, (_, i) =>
        file.written.has(4 * index + i) ? file.get(4 * index + i) : undefined,
      );
      const words = stored.map((value) => (value === undefined ? undefined : this.outputWord(type, value)));
      const values = words.map((word) =>
        word === undefined ? undefined : type === 'float' ? floatOfBits(word) : type === 'int' ? word | 0 : word,
      );
      return { register: type, index, values, words };
    });
  }

  private outputWord(type: PreshaderOutput['register'], value: number): number {
    if (type === 'bool') return value === 0 ? 0 : 1;
    if (this.generation === 2) return value;
    return type === 'int' ? roundToEven(value) >>> 0 : wordOfFloat(value);
  }

  private setLiterals(): void {
    const { literals, literalCount } = this.preshader;
    const size = this.generation === 1 ? 2 : 1;
    const count = Math.min(literalCount, Math.trunc((literals?.length ?? 0) / size));
    for (let i = 0; i < count; i++) {
      const word = literals![size * i]!;
      this.files.literal.set(i, this.generation === 1 ? doubleOfWords(word, literals![size * i + 1]!) : word);
    }
  }

  private setConstants({ constants = {}, registers = {} }: PreshaderInputs): void {
    const file = this.files.constant;
    for (const constant of this.preshader.constantTable?.constants ?? []) {
      setDefault(file, constant, (word) => (this.generation === 1 ? floatOfBits(word) : word));
      const value = Object.hasOwn(constants, constant.name) ? constants[constant.name] : undefined;
      if (value !== undefined) setConstant(file, constant, value, this.generation);
    }
    for (const [register, values] of Object.entries(registers)) {
      for (const [i, value] of values.slice(0, MAX_COMPONENTS).entries())
        file.set(4 * Number(register) + i, this.generation === 1 ? Math.fround(value) : value >>> 0);
    }
  }

  /** A float as a register holds it. */
  private stored(value: number): number {
    return this.generation === 1 ? value : wordOfFloat(value);
  }

  private read(operand: PreshaderOperand, type: PreshaderValueType, count: number, scalar: boolean): number[] {
    const file = operand.register && this.files[operand.register];
    const first = operand.index + this.offset(operand);
    return Array.from({ length: count }, (_, i) => {
      const stored = file === undefined || first < 0 ? 0 : file.get(scalar ? first : first + i);
      return this.generation === 1 ? numberAs(stored, type) : wordAs(stored, type);
    });
  }

  private write(operand: PreshaderOperand, component: number, type: PreshaderValueType, value: number): void {
    const at = operand.index + this.offset(operand) + component;
    if (operand.register === undefined || operand.register === 'literal' || at < 0) return;
    this.files[operand.register].set(at, this.generation === 1 ? value : wordFrom(value, type));
  }

  /** Components that the registers which an operand is relative to add; each is the index of the next. */
  private offset({ indices }: PreshaderOperand): number {
    let offset = 0;
    for (const index of indices) offset = 4 * this.indexValue(index, offset);
    return offset;
  }

  private indexValue({ register, index }: PreshaderComponent, offset: number): number {
    const stored = register === undefined ? 0 : this.files[register].get(Math.max(0, index + offset));
    if (this.generation === 2) return stored | 0;
    return Number.isFinite(stored) ? roundToEven(stored) : 0;
  }
}

/** A number of the first generation as an input of this type. */
function numberAs(value: number, type: PreshaderValueType): number {
  if (type === 'int') return value | 0;
  return type === 'uint' ? value >>> 0 : value;
}

/** A word of the second generation as an input of this type. */
function wordAs(word: number, type: PreshaderValueType): number {
  if (type === 'float') return floatOfBits(word);
  return type === 'int' ? word | 0 : word;
}

/** The word of a result of this type. */
function wordFrom(value: number, type: PreshaderValueType): number {
  if (type === 'float') return wordOfFloat(value);
  if (type === 'bool') return value === 0 ? 0 : 0xffff_ffff;
  return value >>> 0;
}
