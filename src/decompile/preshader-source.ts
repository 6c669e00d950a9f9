/**
 * Source of preshaders and expressions of effects, on the variables that they read: one expression for each value that
 * is used once, a variable for each other one.
 *
 * Not for: which registers variables have (sm1-constants.ts), the states and shaders that have the code.
 */
import { shortFloat32 } from '../base/float32.ts';
import { AXES } from '../emit/common/rules/constants.ts';
import { floatLiteral, Precedence } from '../emit/common/text-language.ts';
import { type Slot, slotText } from '../emit/hlsl/sm1/registers.ts';
import { literal } from '../emit/hlsl/types.ts';
import { Kind } from '../ir/index.ts';
import {
  decodePreshaderInstructions,
  type PreshaderCode,
  type PreshaderComponent,
  type PreshaderInstruction,
  type PreshaderOperand,
} from '../isa/preshader/code.ts';
import {
  PRESHADER_OPCODES,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
  type PreshaderValueType,
} from '../isa/preshader/opcodes.ts';

/** The type of a value: those of operations without bits that nothing interprets. */
type Type = Exclude<PreshaderValueType, 'bits'>;

/** The variables that code reads. */
export interface PreshaderVariables {
  /** The variable that has a register; undefined for none. */
  slot(register: number): Slot | undefined;
  /** The element of an array that begins at a register; undefined where no array has elements of one register. */
  element(register: number, index: string): Slot | undefined;
  typeOf(register: number): Type;
}

/** A value as text. */
interface Text {
  readonly text: string;
  readonly precedence: number;
}

/** Values of a file of output registers, by four times the register, and the component. */
export interface PreshaderOutputs {
  readonly file: 'floatOutput' | 'boolOutput' | 'intOutput';
  readonly register: number;
  /** The register as one expression, and its components. */
  readonly text: string;
  readonly type: string;
  readonly width: number;
}

/** The source of code: statements, and the registers that it writes. */
export interface PreshaderSource {
  readonly statements: readonly string[];
  readonly outputs: readonly PreshaderOutputs[];
}

/** Says what code does that has no source. */
class Inexpressible extends Error {}

/** A value of an instruction. */
interface Value {
  readonly row: PreshaderOpcodeRow;
  readonly mnemonic: PreshaderOpcode;
  readonly width: number;
  readonly inputs: readonly (readonly Part[])[];
  readonly type: Type;
  /** Operands that have it. */
  uses: number;
  /** Whether an operand has components of it only, or together with others. */
  isDivided: boolean;
  name?: string;
}

/** A component of an operand. */
type Part =
  | { readonly kind: 'value'; readonly value: Value; readonly component: number }
  | { readonly kind: 'literal'; readonly number: number }
  | { readonly kind: 'constant'; readonly register: number; readonly component: number; readonly index?: Part };

const MAX_COMPONENTS = 4;
/** The bits of the smallest float that is not subnormal: smaller numbers are integers. */
const SMALLEST_FLOAT = 0x80_0000;

/**
 * Returns the source of code; text that says what it does where it has none.
 *
 * @param nameOf returns a name that nothing else has
 * @param isInteger whether all is integers: the first generation computes with floats only
 */
export function preshaderSource(
  code: PreshaderCode,
  variables: PreshaderVariables,
  nameOf: () => string,
  isInteger = false,
): PreshaderSource | string {
  try {
    return new Source(code, variables, nameOf, isInteger).write();
  } catch (error) {
    if (error instanceof Inexpressible) return error.message;
    throw error;
  }
}

class Source {
  readonly #registers = new Map<string, Part>();
  readonly #values: Value[] = [];

  constructor(
    private readonly code: PreshaderCode,
    private readonly variables: PreshaderVariables,
    private readonly nameOf: () => string,
    private readonly isInteger: boolean,
  ) {}

  write(): PreshaderSource {
    const { instructions, declaredCount } = decodePreshaderInstructions(this.code);
    if (instructions.length < declaredCount) throw new Inexpressible('code that is cut off');
    for (const instruction of instructions) this.#add(instruction);
    const outputs = this.#outputs();
    for (const { parts } of outputs) this.#use(parts);
    // Only what is used counts: the last values first.
    for (let i = this.#values.length - 1; i >= 0; i--) {
      const { uses, inputs } = this.#values[i]!;
      if (uses > 0) for (const parts of inputs) this.#use(parts);
    }
    const statements: string[] = [];
    for (const value of this.#values) {
      if (value.uses === 0 || (value.uses === 1 && !value.isDivided)) continue;
      const { text } = this.#expression(value);
      value.name = this.nameOf();
      statements.push(`${typeName(value.type, value.width)} ${value.name} = ${text};`);
    }
    return {
      statements,
      outputs: outputs.map(({ file, register, parts }) => {
        const type = outputType(file, parts, this.#typeOf(parts));
        return { file, register, type, width: parts.length, text: this.#operand(parts, type).text };
      }),
    };
  }

  #add(instruction: PreshaderInstruction): void {
    const { mnemonic, components, inputs, output, scalar } = instruction;
    if (mnemonic === undefined) throw new Inexpressible(`operation ${instruction.opcode} of a preshader`);
    const row: PreshaderOpcodeRow = PRESHADER_OPCODES[mnemonic];
    if (components > MAX_COMPONENTS || components === 0 || (!row.variable && inputs.length !== row.inputs.length))
      throw new Inexpressible(`${mnemonic} of a preshader with ${components} components`);
    let read = inputs.map((input, i) => this.#parts(input, row.variable || (scalar && i === 0) ? 1 : components));
    if (mnemonic === 'sin' || mnemonic === 'cos')
      read = read.map((parts) => {
        const angles = parts.flatMap((part) => this.#withoutReduction(part) ?? []);
        return angles.length === parts.length ? angles : parts;
      });
    if (output.indices.length > 0 || output.register === undefined)
      throw new Inexpressible('a preshader that writes registers by an index');
    if (mnemonic === 'mov') {
      const [source = []] = read;
      for (let i = 0; i < components; i++)
        this.#registers.set(`${output.register} ${output.index + i}`, source[i] ?? source[0]!);
      return;
    }
    const width = row.access === 'reduce' ? 1 : components;
    const value: Value = {
      row,
      mnemonic,
      width,
      inputs: read,
      type:
        row.output === 'bits'
          ? this.#commonType(read.slice(mnemonic === 'and' || mnemonic === 'or' ? 0 : -2))
          : row.output,
      uses: 0,
      isDivided: false,
    };
    this.#values.push(value);
    for (let i = 0; i < width; i++)
      this.#registers.set(`${output.register} ${output.index + i}`, { kind: 'value', value, component: i });
  }

  /** The angle before the compiler reduces its range, which it does again in what it compiles. */
  #withoutReduction(part: Part): Part | undefined {
    const turned = this.#operandWith(part, 'add', -Math.PI);
    const fraction = turned && this.#operandWith(turned, 'mul', 2 * Math.PI);
    if (fraction?.kind !== 'value' || fraction.value.mnemonic !== 'frc') return undefined;
    const turns = this.#operandWith(partOf(fraction.value.inputs[0]!, fraction.component), 'add', 0.5);
    return turns && this.#operandWith(turns, 'mul', 1 / (2 * Math.PI));
  }

  /** The other operand of an operation that has a number as one operand. */
  #operandWith(part: Part, mnemonic: PreshaderOpcode, number: number): Part | undefined {
    if (part.kind !== 'value' || part.value.mnemonic !== mnemonic || this.code.generation !== 1) return undefined;
    const [a, b] = part.value.inputs.map((parts) => partOf(parts, part.component)) as [Part, Part];
    const isNumber = (one: Part) =>
      one.kind === 'literal' && Math.abs(this.#double(one.number) - number) <= 1e-6 * Math.abs(number);
    return isNumber(a) ? b : isNumber(b) ? a : undefined;
  }

  #double(number: number): number {
    const { literalWords, literals } = this.code;
    const at = literals + 2 * number;
    const [value = 0] = new Float64Array(literalWords.slice(at, at + 2).buffer);
    return value;
  }

  #parts({ register, index, indices }: PreshaderOperand, count: number): Part[] {
    if (indices.length > 1) throw new Inexpressible('a preshader with more than one index');
    const [relative] = indices;
    if (relative !== undefined && register !== 'constant')
      throw new Inexpressible('a preshader that reads registers by an index');
    return Array.from({ length: count }, (_, i) =>
      this.#part({ type: 0, register, index: index + i }, relative && this.#part(relative)),
    );
  }

  #part({ register, index }: PreshaderComponent, relative?: Part): Part {
    if (register === 'literal') return { kind: 'literal', number: index };
    if (register === 'constant') {
      const part = { kind: 'constant', register: index >>> 2, component: index & 3 } as const;
      return relative === undefined ? part : { ...part, index: relative };
    }
    const written = this.#registers.get(`${register} ${index}`);
    if (written === undefined) throw new Inexpressible('a preshader that reads a register before it writes it');
    return written;
  }

  /** The registers that are written, with components up to the last one. */
  #outputs() {
    const files = ['floatOutput', 'intOutput', 'boolOutput'] as const;
    return files.flatMap((file) => {
      const widths = new Map<number, number>();
      for (const key of this.#registers.keys()) {
        const [name, index] = key.split(' ');
        if (name !== file) continue;
        const register = Number(index) >>> 2;
        widths.set(register, Math.max(widths.get(register) ?? 0, (Number(index) & 3) + 1));
      }
      return [...widths]
        .sort(([a], [b]) => a - b)
        .map(([register, width]) => ({
          file,
          register,
          parts: Array.from(
            { length: width },
            (_, i): Part => this.#registers.get(`${file} ${4 * register + i}`) ?? { kind: 'literal', number: -1 },
          ),
        }));
    });
  }

  /** Counts the uses of the values that an operand has. */
  #use(parts: readonly Part[]): void {
    const values = new Set<Value>();
    for (const part of parts) {
      if (part.kind === 'value') values.add(part.value);
      if (part.kind === 'constant' && part.index !== undefined) {
        this.#use([part.index]);
        if (part.index.kind === 'value') part.index.value.isDivided ||= parts.length > 1;
      }
    }
    for (const value of values) {
      value.uses++;
      value.isDivided ||= !isAllOf(value, parts);
    }
  }

  /** The type of operands whose bits an operation takes; literals show theirs by their values. */
  #commonType(operands: readonly (readonly Part[])[]): Type {
    for (const parts of operands) {
      const type = this.#typeOf(parts);
      if (type !== undefined) return type;
    }
    const { generation, literalWords, literals } = this.code;
    if (generation === 1) return 'float';
    const isInteger = operands.flat().some((part) => {
      const word = part.kind === 'literal' && part.number >= 0 ? literalWords[literals + part.number]! : 0;
      return word !== 0 && Math.abs(word | 0) < SMALLEST_FLOAT;
    });
    return isInteger ? 'int' : 'float';
  }

  // --- text ---------------------------------------------------------------------------------------------------------

  #typeOf(parts: readonly Part[]): Type | undefined {
    for (const part of parts) {
      if (part.kind === 'value') return part.value.type;
      if (part.kind === 'constant') return this.code.generation === 1 ? 'float' : this.variables.typeOf(part.register);
    }
    return undefined;
  }

  #expression(value: Value): Text {
    const { mnemonic, row, inputs, width } = value;
    const common = row.inputs.includes('bits') && row.output === 'bits' ? value.type : undefined;
    const operands = inputs.map((parts, i) => {
      const declared = row.variable ? row.inputs[0]! : row.inputs[i]!;
      const wanted = declared === 'bits' ? (common ?? this.#commonType([parts])) : declared;
      const isRepeated = parts.length === width && parts.every((part) => isLiteral(part, parts[0]!));
      const other = inputs.some((one) => one.length === parts.length && !one.every(({ kind }) => kind === 'literal'));
      return this.#operand(isRepeated && other ? parts.slice(0, 1) : parts, wanted);
    });
    return OPERATIONS[mnemonic](operands, width, this.isInteger ? 'int' : value.type);
  }

  #operand(parts: readonly Part[], wanted: Type): Text {
    const [first] = parts;
    if (first === undefined) throw new Inexpressible('a preshader without operands');
    const groups: Part[][] = [];
    for (const part of parts) {
      const last = groups.at(-1);
      if (last !== undefined && isSameSource(last[0]!, part)) last.push(part);
      else groups.push([part]);
    }
    const operands = groups.map((group) => this.#group(group, wanted));
    if (operands.length === 1) return operands[0]!;
    return call(typeName(wanted, parts.length), operands);
  }

  /** Components of one variable. */
  #group(parts: readonly Part[], wanted: Type): Text {
    const [first] = parts;
    if (first!.kind === 'literal') {
      const operands = parts.map((part) => this.#literal((part as Part & { kind: 'literal' }).number, wanted));
      return operands.length === 1 ? operands[0]! : call(typeName(wanted, parts.length), operands);
    }
    const components = parts.map((part) => (part.kind === 'literal' ? 0 : part.component));
    if (first!.kind === 'value') {
      const { value } = first as Part & { kind: 'value' };
      const isAll = isAllOf(value, parts);
      const text = value.name === undefined ? this.#expression(value) : primary(value.name);
      const part = isAll ? text : primary(`${value.name}.${components.map((c) => AXES[c]).join('')}`);
      return this.#converted(part, value.type, wanted, parts.length);
    }
    const { register, index } = first as Part & { kind: 'constant' };
    const slot =
      index === undefined
        ? this.variables.slot(register)
        : this.variables.element(register, this.#operand([index], this.code.generation === 1 ? 'float' : 'int').text);
    if (slot === undefined) throw new Inexpressible(`c${register} of a preshader, which is in no variable`);
    if (components.some((c) => c >= slot.width)) throw new Inexpressible('a preshader that reads after a variable');
    const one = primary(slotText(slot, components));
    const isRepeated = slot.isScalar && slot.matrix === undefined && parts.length > 1;
    const text = isRepeated
      ? call(
          typeName(wanted, parts.length),
          parts.map(() => one),
        )
      : one;
    return this.code.generation === 1
      ? text
      : this.#converted(text, this.variables.typeOf(register), wanted, parts.length, true);
  }

  /** Bits of a value as another type; compilers convert numbers with operations. */
  #converted(text: Text, from: Type, to: Type, width: number, isVariable = false): Text {
    if (from === to) return text;
    // A variable is 0 or 1, a result all bits.
    if (from === 'bool' && to !== 'float' && isVariable)
      return { text: `(${typeName(to, width)})${grouped(text, Precedence.unary)}`, precedence: Precedence.unary };
    if (from === 'bool' || to === 'bool') {
      if (to === 'bool' && from !== 'float')
        return { text: `${grouped(text, Precedence.relational)} != 0`, precedence: Precedence.relational };
      throw new Inexpressible(`a preshader that uses bits of ${from} as ${to}`);
    }
    if (from !== 'float' && to !== 'float')
      return primary(`(${typeName(to, width)})${grouped(text, Precedence.unary)}`);
    return primary(`as${to}(${text.text})`);
  }

  #literal(number: number, wanted: Type): Text {
    const { generation, literalWords, literals, literalCount } = this.code;
    if (number < 0) return primary(wanted === 'float' ? '0.0' : wanted === 'bool' ? 'false' : '0');
    if (number >= literalCount) throw new Inexpressible('a preshader without some of its literals');
    if (generation === 2) return number32(literalWords[literals + number]!, wanted);
    const value = this.#double(number);
    if (this.isInteger && Number.isInteger(value)) return signed(String(value));
    if (Math.fround(value) !== value && Number.isFinite(value)) return signed(String(value));
    return number32(new Uint32Array(Float32Array.of(value).buffer)[0]!, 'float');
  }
}

function number32(word: number, type: Type): Text {
  if (type === 'float') return signed(floatNumber(word));
  return signed(literal({ int: Kind.i32, uint: Kind.u32, bool: Kind.bool }[type], word | 0));
}

/** A float as effects have it: their expressions and values have no functions for bits. */
export function floatNumber(word: number): string {
  const number = shortFloat32(word);
  if (Number.isNaN(number)) return '-1.#IND';
  if (!Number.isFinite(number)) return number < 0 ? '-1.#INF' : '1.#INF';
  const isTiny = number !== 0 && Math.abs(number) < 1e-30;
  return isTiny ? String(number) : floatLiteral(word);
}

const primary = (text: string): Text => ({ text, precedence: Precedence.primary });
const signed = (text: string): Text => ({
  text,
  precedence: text.startsWith('-') ? Precedence.unary : Precedence.primary,
});

function typeName(type: Type, width: number): string {
  return width === 1 ? type : `${type}${width}`;
}

function outputType(file: PreshaderOutputs['file'], parts: readonly Part[], found: Type | undefined): Type {
  if (file === 'boolOutput') return parts.length > 0 && found === 'bool' ? 'bool' : (found ?? 'float');
  return found ?? 'float';
}

function isLiteral(part: Part, first: Part): boolean {
  return part.kind === 'literal' && first.kind === 'literal' && part.number === first.number;
}

/** A component of an operand; an operand of one component is used for all. */
const partOf = (parts: readonly Part[], component: number): Part => parts[component] ?? parts[0]!;

/** Whether parts are a value with all of its components in order. */
function isAllOf(value: Value, parts: readonly Part[]): boolean {
  return (
    parts.length === value.width &&
    parts.every((part, i) => part.kind === 'value' && part.value === value && part.component === i)
  );
}

function isSameSource(a: Part, b: Part): boolean {
  if (a.kind === 'value') return b.kind === 'value' && a.value === b.value;
  if (a.kind === 'literal') return b.kind === 'literal';
  if (b.kind !== 'constant' || a.register !== b.register) return false;
  return a.index === undefined || b.index === undefined ? a.index === b.index : isSameIndex(a.index, b.index);
}

function isSameIndex(a: Part, b: Part): boolean {
  return isSameSource(a, b) && (a.kind === 'literal' || b.kind === 'literal' || a.component === b.component);
}

/** The text of an operand that binds at least as strongly. */
function grouped({ text, precedence }: Text, least: number): string {
  return precedence < least ? `(${text})` : text;
}

function call(name: string, operands: readonly Text[]): Text {
  return primary(`${name}(${operands.map(({ text }) => text).join(', ')})`);
}

const { multiplicative, relational, bitwise } = Precedence;

type Writer = (operands: readonly Text[], width: number, type: Type) => Text;

const calls =
  (name: string): Writer =>
  (operands) =>
    call(name, operands);

/** An operator whose right operand binds more strongly. */
const infix =
  (operator: string, precedence: number): Writer =>
  ([a, b]) => ({ text: `${grouped(a!, precedence)} ${operator} ${grouped(b!, precedence + 1)}`, precedence });

/** An operator that binds less than comparisons, in some of its positions. */
const bits =
  (operator: string): Writer =>
  (operands, width, type) => ({
    text: infix(operator, bitwise)(operands, width, type).text,
    precedence: Precedence.lowest,
  });

const prefix =
  (operator: string): Writer =>
  ([a]) => ({ text: `${operator}${grouped(a!, Precedence.primary)}`, precedence: Precedence.unary });

const casts: Writer = ([a], width, type) => ({
  text: `(${typeName(type, width)})${grouped(a!, Precedence.primary)}`,
  precedence: Precedence.unary,
});

/** A comparison whose result is a float. */
const compares =
  (operator: string): Writer =>
  ([a, b], width, type) =>
    casts([infix(operator, Precedence.relational)([a!, b!], width, type)], width, type);

const adds: Writer = ([a, b]) => {
  const precedence = Precedence.additive;
  const [left, right] = a!.text.startsWith('-') && !b!.text.startsWith('-') ? [b!, a!] : [a!, b!];
  if (right.precedence === Precedence.unary && right.text.startsWith('-'))
    return { text: `${grouped(left, precedence)} - ${right.text.slice(1)}`, precedence };
  return { text: `${grouped(left, precedence)} + ${grouped(right, precedence)}`, precedence };
};

const chooses = (condition: string, yes: Text, no: Text): Text => ({
  text: `${condition} ? ${grouped(yes, Precedence.logical)} : ${grouped(no, Precedence.logical)}`,
  precedence: Precedence.lowest,
});

const OPERATIONS: Readonly<Record<PreshaderOpcode, Writer>> = {
  mov: ([a]) => a!,
  neg: prefix('-'),
  rcp: ([a]) => ({ text: `1.0 / ${grouped(a!, Precedence.unary)}`, precedence: multiplicative }),
  frc: calls('frac'),
  exp: calls('exp2'),
  log: calls('log2'),
  rsq: calls('rsqrt'),
  sin: calls('sin'),
  cos: calls('cos'),
  asin: calls('asin'),
  acos: calls('acos'),
  atan: calls('atan'),
  sqrt: calls('sqrt'),
  ineg: prefix('-'),
  not: prefix('~'),
  itof: casts,
  utof: casts,
  ftoi: casts,
  ftou: casts,
  btof: casts,
  btoi: casts,
  itob: casts,
  ftob: casts,
  round: calls('round'),
  floor: calls('floor'),
  ceil: calls('ceil'),
  min: calls('min'),
  max: calls('max'),
  lt: compares('<'),
  ge: compares('>='),
  add: adds,
  mul: infix('*', multiplicative),
  atan2: calls('atan2'),
  div: infix('/', multiplicative),
  bilt: infix('<', relational),
  bige: infix('>=', relational),
  bieq: infix('==', relational),
  bine: infix('!=', relational),
  buge: infix('>=', relational),
  bult: infix('<', relational),
  iadd: adds,
  idiv: infix('/', multiplicative),
  imul: infix('*', multiplicative),
  udiv: infix('/', multiplicative),
  umod: infix('%', multiplicative),
  umul: infix('*', multiplicative),
  imin: calls('min'),
  imax: calls('max'),
  umin: calls('min'),
  umax: calls('max'),
  and: (operands, width, type) => bits(type === 'bool' ? '&&' : '&')(operands, width, type),
  or: (operands, width, type) => bits(type === 'bool' ? '||' : '|')(operands, width, type),
  xor: bits('^'),
  ishl: infix('<<', bitwise),
  ishr: infix('>>', bitwise),
  ushr: infix('>>', bitwise),
  cmp: ([a, b, c]) => chooses(`${grouped(a!, relational)} >= 0.0`, b!, c!),
  movc: ([a, b, c]) => chooses(grouped(a!, Precedence.logical), b!, c!),
  dot: calls('dot'),
  noise: calls('noise'),
  d3ds_dotswiz: (operands) => {
    const half = operands.length >> 1;
    const vector = (list: readonly Text[]) => (half === 1 ? list[0]! : call(`float${half}`, list));
    return call('dot', [vector(operands.slice(0, half)), vector(operands.slice(half, 2 * half))]);
  },
  d3ds_noiseswiz: (operands) =>
    call('noise', [operands.length === 1 ? operands[0]! : call(`float${operands.length}`, operands)]),
};
