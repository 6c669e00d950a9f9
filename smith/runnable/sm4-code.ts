/**
 * Random code for models 4.0 to 5.1 as listing text, made to run: values stay in range, loops end, indices are inside
 * their arrays. What comes before and after it (inputs into registers, registers into outputs) is the caller's.
 *
 * Registers: floats in r0 to r3, integers in r4 to r7, indices and conditions that are used at once in r8 and r10, loop
 * counters in r9.
 */
import type { Random } from '../random.ts';
import { type AluRow, CROSSING_OPS, FLOAT_OPS, INTEGER_OPS } from './sm4-alu.ts';
import { COMPONENTS, CONSTANT_ROWS, FLOAT_REGISTERS, INDEX, INTEGER_REGISTERS, Sm4Operands } from './sm4-operands.ts';

const COUNTERS = 'r9';
const SECOND = 'r10';
/** Registers that the code uses. */
export const CODE_TEMPS = 11;

const HALF = CONSTANT_ROWS / 2;
/** Elements of the arrays x0 (floats) and x1 (integers), and rows of the immediate constants of each type. */
export const ARRAY_ELEMENTS = 8;

const MAX_DEPTH = 3;
/** Values of float registers stay near this; those of float16 are exact below 2^11. */
const BOUND = 1024;

export interface CodeOptions {
  readonly isModel5: boolean;
  /** Shares of the kinds of statements. */
  readonly float?: number;
  readonly integer?: number;
  readonly crossing?: number;
  readonly flow?: number;
  /** x0, x1, icb and dynamic indices of the constant buffer. */
  readonly arrays?: number;
  readonly isCalling?: boolean;
  /** Operations that are not to be used. */
  readonly without?: ReadonlySet<string>;
}

export class Sm4Code extends Sm4Operands {
  /** Subroutines, after the end of the program. */
  readonly subroutines: string[] = [];
  #depth = 0;
  #loops = 0;
  readonly #kinds: readonly (() => void)[];
  readonly #tables: Readonly<Record<'float' | 'integer' | 'crossing', readonly (readonly [string, AluRow])[]>>;

  constructor(
    random: Random,
    readonly options: CodeOptions,
  ) {
    super(random);
    const { float = 4, integer = 4, crossing = 2, flow = 0, arrays = 0, isModel5, without } = options;
    const rows = (table: Readonly<Record<string, AluRow>>) =>
      Object.entries(table).filter(([name, { since5 }]) => (isModel5 || !since5) && !without?.has(name));
    this.#tables = { float: rows(FLOAT_OPS), integer: rows(INTEGER_OPS), crossing: rows(CROSSING_OPS) };
    this.#kinds = [
      ...Array(float).fill(() => this.#alu('float')),
      ...Array(integer).fill(() => this.#alu('integer')),
      ...Array(crossing).fill(() => this.#alu('crossing')),
      ...Array(flow).fill(() => this.#flow()),
      ...Array(arrays).fill(() => this.#array()),
    ];
  }

  /** Writes `count` statements. */
  statements(count: number): void {
    for (let i = 0; i < count; i++) this.random.pick(this.#kinds)();
  }

  // --- statements ---------------------------------------------------------------------------------------------------

  #alu(kind: 'float' | 'integer' | 'crossing'): void {
    const [name, row] = this.random.pick(this.#tables[kind]);
    const { results } = row;
    const register = results === 'f' || results === 'ff' ? this.floatRegister() : this.integerRegister();
    const saturated = results === 'f' && kind === 'float' && this.random.oneIn(6) ? '_sat' : '';
    const sources = [...row.sources].map((type) => this.source(type));
    if (name === 'ftoi' || name === 'ftou' || name === 'f32tof16') {
      // Out of range, executors differ. A float16 rounds toward zero: a number of 11 bits is exact.
      this.#bounded(sources[0]!, name);
      sources[0] = `${INDEX}.xyzw`;
    }
    if (name === 'f16tof32') {
      // A finite float16 that is not subnormal.
      this.line(`and ${INDEX}.xyzw, ${sources[0]}, l(0x3fff, 0x3fff, 0x3fff, 0x3fff)`);
      this.line(`or ${INDEX}.xyzw, ${INDEX}.xyzw, l(0x0400, 0x0400, 0x0400, 0x0400)`);
      sources[0] = `${INDEX}.xyzw`;
    }
    if (row.needs !== undefined) this.#prepare(row.needs, sources);
    const destinations = [`${register}.${this.mask()}`];
    if (results === 'ni') destinations.unshift('null');
    else if (results.length === 2) destinations.push(this.#second(results[1]!, register));
    this.line(`${name}${saturated} ${[...destinations, ...sources].join(', ')}`);
    if (row.grows && !saturated) this.clamp(register);
  }

  /** The second result, in another register of its type. */
  #second(type: string, first: string): string {
    const registers: readonly string[] = type === 'f' ? FLOAT_REGISTERS : INTEGER_REGISTERS;
    return `${this.random.pick(registers.filter((register) => register !== first))}.${this.mask()}`;
  }

  #prepare(needs: NonNullable<AluRow['needs']>, sources: string[]): void {
    if (needs === 'whole') {
      for (const [i, register] of [INDEX, SECOND].entries()) {
        this.line(`max ${register}.xyzw, ${sources[i]}, l(-${BOUND}.0, -${BOUND}.0, -${BOUND}.0, -${BOUND}.0)`);
        this.line(`min ${register}.xyzw, ${register}.xyzw, l(${BOUND}.0, ${BOUND}.0, ${BOUND}.0, ${BOUND}.0)`);
        this.line(`round_ne ${register}.xyzw, ${register}.xyzw`);
        sources[i] = `${register}.${this.swizzle()}`;
      }
      return;
    }
    if (needs === 'divisor') {
      this.line(`or ${INDEX}.xyzw, ${sources[1]}, l(1, 1, 1, 1)`);
      sources[1] = `${INDEX}.xyzw`;
      return;
    }
    if (needs === 'mixedBits') {
      this.line(`and ${INDEX}.xyzw, ${sources[0]}, l(-3, -3, -3, -3)`);
      this.line(`or ${INDEX}.xyzw, ${INDEX}.xyzw, l(1, 1, 1, 1)`);
      sources[0] = `${INDEX}.xyzw`;
      return;
    }
    // The width is odd and below 16, the offset below 16: both from one register.
    this.line(`and ${INDEX}.xyzw, ${sources[0]}, l(15, 15, 15, 15)`);
    this.line(`or ${INDEX}.xyzw, ${INDEX}.xyzw, l(1, 1, 1, 1)`);
    sources[0] = `${INDEX}.xyzw`;
    sources[1] = `${INDEX}.${this.swizzle()}`;
  }

  clamp(register: string): void {
    this.line(`max ${register}.xyzw, ${register}.xyzw, l(-${BOUND}.0, -${BOUND}.0, -${BOUND}.0, -${BOUND}.0)`);
    this.line(`min ${register}.xyzw, ${register}.xyzw, l(${BOUND}.0, ${BOUND}.0, ${BOUND}.0, ${BOUND}.0)`);
  }

  #bounded(source: string, name: string): void {
    // A float16 shows the sign of a zero, which executors may lose.
    const low = name === 'ftou' ? '0.0' : name === 'f32tof16' ? '1.0' : `-${BOUND}.0`;
    this.line(`max ${INDEX}.xyzw, ${source}, l(${low}, ${low}, ${low}, ${low})`);
    this.line(`min ${INDEX}.xyzw, ${INDEX}.xyzw, l(${BOUND}.0, ${BOUND}.0, ${BOUND}.0, ${BOUND}.0)`);
    if (name !== 'f32tof16') return;
    this.line(`round_z ${INDEX}.xyzw, ${INDEX}.xyzw`);
    this.line(`mul ${INDEX}.xyzw, ${INDEX}.xyzw, l(1.0, -1.0, 1.0, -1.0)`);
  }

  #array(): void {
    const { random } = this;
    const isFloat = random.oneIn(2);
    const register = isFloat ? this.floatRegister() : this.integerRegister();
    const array = isFloat ? 'x0' : 'x1';
    const at = random.oneIn(3) ? String(random.below(ARRAY_ELEMENTS)) : `${this.index(ARRAY_ELEMENTS)} + 0`;
    const kind = random.below(4);
    if (kind === 0) this.line(`mov ${array}[${at}].${this.mask()}, ${register}.${this.swizzle()}`);
    else if (kind === 1) this.line(`mov ${register}.${this.mask()}, ${array}[${at}].${this.swizzle()}`);
    else if (kind === 2) {
      const first = isFloat ? 0 : HALF;
      this.line(`mov ${register}.${this.mask()}, cb0[${this.index(HALF)} + ${first}].${this.swizzle()}`);
    } else {
      const first = isFloat ? 0 : ARRAY_ELEMENTS;
      this.line(`mov ${register}.${this.mask()}, icb[${this.index(ARRAY_ELEMENTS)} + ${first}].${this.swizzle()}`);
    }
  }

  // --- flow ---------------------------------------------------------------------------------------------------------

  #flow(): void {
    if (this.#depth >= MAX_DEPTH) return;
    const { random } = this;
    const kind = random.below(this.options.isCalling ? 8 : 7);
    this.#depth++;
    if (kind < 3) this.#if();
    else if (kind === 3) this.#switch();
    else if (kind < 6) this.#loop();
    else if (kind === 6) this.#leave();
    else this.#call();
    this.#depth--;
  }

  condition(): string {
    return `_${this.random.pick(['z', 'nz'])} ${this.integerRegister()}.${this.component()}`;
  }

  #some(): void {
    this.statements(this.random.between(1, 4));
  }

  #if(): void {
    this.line(`if${this.condition()}`);
    this.#some();
    if (this.random.oneIn(2)) {
      this.line('else');
      this.#some();
    }
    this.line('endif');
  }

  #loop(): void {
    const counter = `${COUNTERS}.${COMPONENTS[this.#loops]}`;
    this.line(`mov ${counter}, l(0)`);
    this.line('loop');
    this.line(`ige ${INDEX}.x, ${counter}, l(${this.random.between(1, 4)})`);
    this.line(`breakc_nz ${INDEX}.x`);
    this.line(`iadd ${counter}, ${counter}, l(1)`);
    this.#loops++;
    this.#some();
    this.#loops--;
    this.line('endloop');
  }

  /** Leaves a loop or goes on with its next turn. */
  #leave(): void {
    if (this.#loops === 0) return;
    const { random } = this;
    if (random.oneIn(2)) this.line(`${random.pick(['breakc', 'continuec'])}${this.condition()}`);
    else {
      this.line(`if${this.condition()}`);
      this.#some();
      this.line(random.pick(['break', 'continue']));
      this.line('endif');
    }
  }

  #switch(): void {
    const { random } = this;
    // A break would leave the switch; a continue is as good as any, but executors need not have it.
    const loops = this.#loops;
    this.line(`switch ${this.index(4)}`);
    this.#loops = 0;
    const counters = loops;
    for (const label of ['case l(0)', 'case l(2)', 'default']) {
      this.line(label);
      if (label === 'case l(2)' && random.oneIn(2)) this.line('case l(3)');
      this.#withoutLoops(counters);
      this.line('break');
    }
    this.#loops = loops;
    this.line('endswitch');
  }

  /** Statements that may have loops of their own, with other counters than those of the loops around them. */
  #withoutLoops(counters: number): void {
    const before = this.#depth;
    if (counters > 0) this.#depth = MAX_DEPTH;
    this.#some();
    this.#depth = before;
  }

  #call(): void {
    const number = this.subroutines.filter((text) => text.startsWith('label')).length;
    const { random } = this;
    this.line(random.oneIn(2) ? `call label${number}` : `callc${this.condition()}, label${number}`);
    const body = new Sm4Code(random, { ...this.options, flow: 0 });
    body.statements(random.between(1, 3));
    this.subroutines.push(`label label${number}`, ...body.lines, 'ret');
  }
}
