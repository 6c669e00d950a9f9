/**
 * Random code for models 1 to 3 as assembly text, made to run: values stay in range, loops end, indices are inside the
 * constants. Declarations, inputs and outputs are the caller's.
 *
 * Registers: values in r0 to r3 (r0 and r1 in ps_1_1 to ps_1_3), r4 to r7 for steps between. c0 to c7 are values; of
 * c8, x and y are the bounds of values, z is 0, w is 1. i0 to i3 are loop counts, b0 to b3 conditions.
 */
import type { Random } from '../random.ts';
import { SM1_OPS, type Sm1Op, type Sm1Version } from './sm1-alu.ts';

export const VALUE_CONSTANTS = 8;
/** The bounds in c8. */
export const SM1_BOUND = 64;

const COMPONENTS = 'xyzw';
const MAX_DEPTH = 2;

export interface Sm1CodeOptions {
  readonly hasFlow?: boolean;
  readonly hasSubroutines?: boolean;
  readonly hasPredicates?: boolean;
}

export class Sm1Code {
  readonly lines: string[] = [];
  readonly subroutines: string[] = [];
  readonly #ops: readonly (readonly [string, Sm1Op])[];
  #depth = 0;
  /** Loops that are open, by their mnemonics. */
  readonly #loops: string[] = [];

  constructor(
    readonly random: Random,
    readonly version: Sm1Version,
    /** Inputs that are read besides constants and values. */
    readonly inputs: readonly string[],
    readonly options: Sm1CodeOptions,
  ) {
    this.#ops = Object.entries(SM1_OPS).filter(([, { available }]) => available(version));
  }

  line(text: string): void {
    this.lines.push(text);
  }

  statements(count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.options.hasFlow && this.random.oneIn(3)) this.#flow();
      else this.#alu();
    }
  }

  get #is1(): boolean {
    return this.version.stage === 'ps' && this.version.major === 1;
  }

  value(): string {
    const count = this.#is1 && this.version.minor < 4 ? 2 : 4;
    return `r${this.random.below(count)}`;
  }

  mask(): string {
    // Pixel shaders before 1_4 write color, alpha or both.
    if (this.#is1 && this.version.minor < 4) return this.random.pick(['', '', '.xyz', '.w']);
    const bits = this.random.oneIn(2) ? 15 : this.random.between(1, 15);
    return bits === 15 ? '' : `.${[...COMPONENTS].filter((_, i) => bits & (1 << i)).join('')}`;
  }

  swizzle(): string {
    const { stage, major } = this.version;
    const { random } = this;
    if (random.oneIn(3)) return '';
    if (this.#is1) return random.pick(this.version.minor < 4 ? ['.w', ''] : ['.x', '.y', '.z', '.w', '']);
    const replicated = `.${COMPONENTS[random.below(4)]}`;
    if (stage === 'ps' && major === 2 && this.version.minor === 0)
      return random.pick([replicated, '.yzxw', '.zxyw', '.wzyx']);
    return random.oneIn(3) ? replicated : `.${Array.from({ length: 4 }, () => COMPONENTS[random.below(4)]).join('')}`;
  }

  /** Sources of an instruction: at most one constant and one input, as the oldest models allow. */
  sources(count: number): string[] {
    const { random } = this;
    const result: string[] = [];
    let [constants, inputs] = [1, 1];
    for (let i = 0; i < count; i++) {
      let text = this.value();
      if (constants > 0 && random.oneIn(3)) {
        text = this.#constant();
        constants--;
      } else if (inputs > 0 && this.inputs.length > 0 && random.oneIn(3)) {
        text = random.pick(this.inputs);
        inputs--;
      }
      result.push(this.#modified(text));
    }
    return result;
  }

  #exact(sources: number, name: string): string[] {
    const { random } = this;
    const input = random.pick(this.inputs);
    const swizzle = () => (name === 'crs' ? '' : this.swizzle());
    const sign = this.#is1 ? '' : '-';
    const operands = [`${input}${swizzle()}`, `${sign}c${random.below(VALUE_CONSTANTS)}${swizzle()}`];
    if (name === 'dp2add') operands.push(`${input}.${COMPONENTS[random.below(4)]}`);
    else if (sources === 3) operands.push(`${input}${swizzle()}`);
    return operands;
  }

  #constant(): string {
    const { random, version } = this;
    const number = random.below(VALUE_CONSTANTS);
    if (version.stage === 'vs' && random.oneIn(2)) {
      const loop = this.#loops.at(-1);
      if (loop === 'loop' && random.oneIn(2)) return `c[aL]`;
      this.#setAddress();
      return `c[a0.x + ${random.below(4)}]`;
    }
    return `c${number}`;
  }

  /** An integer from 0 to 3 in a0.x. */
  #setAddress(): void {
    const { random, version } = this;
    const source = `${this.value()}.${COMPONENTS[random.below(4)]}`;
    this.line(`max r4, ${source}, -${source}`);
    this.line('min r4, r4, c9.x');
    if (version.major === 1) {
      this.line(`mov a0.x, r4.x`);
      return;
    }
    // A fraction of a half rounds either way.
    this.line('frc r5, r4');
    this.line('add r4, r4, -r5');
    this.line('mova a0.x, r4.x');
  }

  #modified(text: string): string {
    const { random, version } = this;
    const operand = `${text}${this.swizzle()}`;
    if (text.includes('[')) return operand;
    if (!this.#is1) {
      if (random.oneIn(4)) return `-${operand}`;
      return version.major === 3 && random.oneIn(6) ? `${text}_abs${operand.slice(text.length)}` : operand;
    }
    // The oldest pixel shaders take constants as they are.
    if (text.startsWith('c')) return operand;
    const suffix = random.pick(['', '', '', '_bias', '_bx2', ...(version.minor === 4 ? ['_x2'] : [])]);
    const [register, rest] = [text, operand.slice(text.length)];
    if (random.oneIn(6)) return `1-${operand}`;
    return `${random.oneIn(4) ? '-' : ''}${register}${suffix}${rest}`;
  }

  #alu(): void {
    const { random, version } = this;
    const [name, { sources, grows, scratch = '', masks }] = random.pick(this.#ops);
    const register = this.value();
    const mask = masks === undefined ? this.mask() : `.${random.pick(masks)}`;
    let operands = this.sources(sources);
    // Sums of products of inputs and constants are exact, in every order and form.
    if (/^(dp|crs|lrp)/.test(name) && this.inputs.length > 0) operands = this.#exact(sources, name);
    if (name === 'crs')
      operands = operands.map((text) => text.replace(/\.[xyzw]+$/, '')).map((text) => text.replace(register, 'r7'));
    if (name === 'cnd' && version.minor < 4) operands[0] = 'r0.a';
    if (name === 'dp3' && this.#is1 && mask === '.w') return;
    const suffix = this.#resultModifier();
    const predicate = this.#predicate();
    const destination = name === 'sgn' || name === 'crs' ? 'r7' : register;
    if (destination !== register) this.line(`mov r7, ${register}`);
    this.line(`${predicate}${name}${suffix} ${destination}${mask}, ${operands.join(', ')}${scratch}`);
    if (destination !== register) this.line(`mov ${register}${mask}, r7`);
    if (grows && suffix !== '_sat') this.clamp(register);
  }

  #resultModifier(): string {
    const { random, version } = this;
    if (version.stage === 'vs') return version.major === 3 && random.oneIn(6) ? '_sat' : '';
    if (!this.#is1) return random.oneIn(6) ? '_sat' : '';
    const shift = random.pick(['', '', '', '_x2', '_x4', '_d2', ...(version.minor === 4 ? ['_x8', '_d4', '_d8'] : [])]);
    return `${shift}${random.oneIn(2) ? '_sat' : ''}`;
  }

  #predicate(): string {
    const { random, version } = this;
    const hasPredicates = version.major === 3 || (version.major === 2 && version.minor > 0);
    if (!hasPredicates || !this.options.hasPredicates || !random.oneIn(4)) return '';
    const [a, b] = this.#compared();
    this.line(`setp_${random.pick(['gt', 'eq', 'ge', 'lt', 'ne', 'le'])} p0, ${a}, ${b}`);
    const swizzle = random.oneIn(3) ? `.${COMPONENTS[random.below(4)]}` : '';
    return `(${random.oneIn(2) ? '!' : ''}p0${swizzle}) `;
  }

  #compared(): readonly [string, string] {
    return [`${this.value()}${this.swizzle()}`, `c${this.random.below(VALUE_CONSTANTS)}`];
  }

  clamp(register: string): void {
    if (this.#is1) return;
    this.line(`max ${register}, ${register}, c8.x`);
    this.line(`min ${register}, ${register}, c8.y`);
  }

  // --- flow ---------------------------------------------------------------------------------------------------------

  #flow(): void {
    const { random, version } = this;
    if (this.#depth >= MAX_DEPTH || this.#is1 || version.major < 2) return;
    const isDynamic = version.major === 3 || (version.major === 2 && version.minor > 0);
    const hasStatic = version.stage === 'vs' || isDynamic;
    if (!hasStatic) return;
    const kinds = [() => this.#if(`if b${random.below(4)}`), () => this.#loop()];
    if (this.options.hasSubroutines) kinds.push(() => this.#call());
    if (isDynamic) {
      kinds.push(
        () => this.#if(this.#comparison()),
        () => this.#break(),
      );
    }
    this.#depth++;
    random.pick(kinds)();
    this.#depth--;
  }

  #comparison(): string {
    const { random } = this;
    const component = COMPONENTS[random.below(4)];
    const test = random.pick(['gt', 'eq', 'ge', 'lt', 'ne', 'le']);
    return `if_${test} ${this.value()}.${component}, c${random.below(VALUE_CONSTANTS)}.${COMPONENTS[random.below(4)]}`;
  }

  #if(head: string): void {
    this.line(head);
    this.statements(this.random.between(1, 3));
    if (this.random.oneIn(2)) {
      this.line('else');
      this.statements(this.random.between(1, 3));
    }
    this.line('endif');
  }

  #loop(): void {
    const { random, version } = this;
    const hasLoop = version.stage === 'vs' || version.major === 3;
    const kind = hasLoop && random.oneIn(2) ? 'loop' : 'rep';
    if (version.major === 2 && this.#loops.length > 0) return;
    this.line(kind === 'loop' ? `loop aL, i${random.below(4)}` : `rep i${random.below(4)}`);
    this.#loops.push(kind);
    this.statements(random.between(1, 3));
    this.#loops.pop();
    this.line(`end${kind}`);
  }

  #break(): void {
    if (this.#loops.length === 0) return;
    this.line(this.#comparison().replace('if_', 'break_'));
  }

  #call(): void {
    if (this.#loops.length > 0) return;
    const { random, version } = this;
    const number = this.subroutines.filter((text) => text.startsWith('label')).length;
    this.line(random.oneIn(2) ? `call l${number}` : `callnz l${number}, b${random.below(4)}`);
    const body = new Sm1Code(random, version, this.inputs, {});
    body.statements(random.between(1, 3));
    this.subroutines.push(`label l${number}`, ...body.lines, 'ret');
  }
}
