/**
 * The notes of model 4 to 5.1 listings from the chunk SDBG: `#line` lines, and the variables that an instruction writes
 * with the values that they can have. Every spelling: oracle.
 *
 * Not for: reading it as data (debug/sdbg).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Bytes, latin1Text } from '../../base/words.ts';
import type { Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import {
  SDBG_FILE,
  SDBG_HELD,
  SDBG_HELD_SIZE,
  SDBG_INSTRUCTION,
  SDBG_MAX_FILE_NAME,
  SDBG_MAX_OUTPUTS,
  SDBG_NONE,
  SDBG_OUTPUT,
  SDBG_OUTPUT_SIZE,
  SDBG_SCALAR,
  SDBG_TOKEN,
  SDBG_VARIABLE,
  SdbgView,
} from '../../debug/sdbg/view.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4HasNumber } from '../../isa/sm4/program.ts';

import { Sm4OpcodeToken, Sm4OperandToken } from '../../isa/sm4/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import type { Mark } from '../markup.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';

/** The notes of a program, from the chunk SDBG of its container; undefined where there is none. */
export function sdbgNotes(
  container: Container,
  program: Sm4Program,
  style: ListingStyle,
  diagnostics: Diagnostics,
): DebugNotes | undefined {
  // Where there is a program database as well, Microsoft lists that.
  if (container.find(TAG.SPDB) !== undefined) return undefined;
  const view = SdbgView.find(container, diagnostics);
  return view && new SdbgNotes(view, program, style);
}

/** Numbers of types (D3D_SHADER_VARIABLE_TYPE). */
const BOOL = 1;
const INT = 2;
const FLOAT = 3;
const UINT = 19;
const INT_MIN = 0x8000_0000;
const INT_MAX = 0x7fff_ffff;
const UINT_MAX = 0xffff_ffff;
const FLOAT_MAX = 3.4028234663852886e38;
const floats = new Float32Array(1);
const floatBits = new Uint32Array(floats.buffer);

/** The instructions that begin the phases of a hull shader. */
const PHASES: ReadonlySet<number> = new Set([
  SM4_OPCODES.hs_decls.code,
  SM4_OPCODES.hs_control_point_phase.code,
  SM4_OPCODES.hs_fork_phase.code,
  SM4_OPCODES.hs_join_phase.code,
]);

/** Faults of the chunk, by the words of Microsoft's comments. */
type Fault =
  | 'incorrect instruction offset'
  | 'incorrect token offset'
  | 'incorrect file offset'
  | 'file name too long'
  | 'too many instruction outputs'
  | 'incorrect scalar offset'
  | 'incorrect variable offset';

class SdbgNotes implements DebugNotes {
  /** Number of the instruction, and the offset of its record. */
  #id = -1;
  #record: number | undefined;
  #isExecutable = false;
  #file = SDBG_NONE;
  #line = SDBG_NONE;

  constructor(
    private readonly view: SdbgView,
    private readonly program: Sm4Program,
    private readonly style: ListingStyle,
  ) {}

  before(out: TextWriter, index: number): void {
    this.#isExecutable = this.#startsAt(index);
    if (!this.#isExecutable) return;
    this.#record = this.view.instruction(this.#id);
    const { words, starts } = this.program;
    const start = starts[index]!;
    const isBody =
      Sm4OpcodeToken.opcode.get(words[start]!) === SM4_OPCODES.label.code &&
      Sm4OperandToken.type.get(words[start + 1] ?? 0) === SM4_OPERAND_TYPES.functionBody.code;
    const fault = this.#lineOf(out, isBody);
    if (fault === undefined) return;
    const { open, close } = this.style.markup.comment;
    out.text(`\n${open}${faultText(fault)}${close}`);
  }

  after(out: TextWriter): void {
    if (!this.#isExecutable) return;
    const { open, close } = this.style.markup.comment;
    const notes = this.#record === undefined ? undefined : this.#held(this.#record);
    const fault = notes === undefined ? 'incorrect instruction offset' : typeof notes === 'string' ? notes : undefined;
    if (fault !== undefined) {
      out.text(`\n${open}\n${faultText(fault)}${close}`);
      return;
    }
    const held = notes as number[][];
    if (held.length === 0) return;
    out.text(`${open}  // `);
    let last: number | undefined;
    let lastIndex: number | undefined;
    let wasIndexed = false;
    for (const [at, scalar, output] of held as [number, number, number][]) {
      const variable = this.view.u32(scalar + SDBG_SCALAR.variable);
      const isIndexed = this.view.u32(output + SDBG_OUTPUT.indexRegister) !== SDBG_NONE;
      const index = this.#indexComponent(output);
      if (variable === last && index === lastIndex && isIndexed === wasIndexed) out.text(',');
      else {
        if (last !== undefined) out.text('>, ');
        const name = this.#nameOf(variable);
        if (name === undefined) {
          out.text(`\n${open}\n${faultText('incorrect token offset')}${close}`);
          return;
        }
        out.text(`${name}${this.#indexOf(variable, output)}<`);
        last = variable;
        lastIndex = index;
        wasIndexed = isIndexed;
      }
      out.text(`${this.view.u32(scalar + SDBG_SCALAR.element)}${this.#rangeOf(at, scalar)}`);
    }
    out.text(`>${close}`);
  }

  /**
   * Whether an executable instruction is at `index`; counts those with a number. The first ones of phases come from no
   * line.
   */
  #startsAt(index: number): boolean {
    const { words, starts } = this.program;
    const token = words[starts[index]!]!;
    if (!sm4HasNumber(token)) return false;
    this.#id++;
    return !PHASES.has(Sm4OpcodeToken.opcode.get(token));
  }

  /** Writes the `#line` of the instruction, if it is another one than before; returns what is wrong instead. */
  #lineOf(out: TextWriter, isBody: boolean): Fault | undefined {
    const view = this.view;
    if (this.#record === undefined) return 'incorrect instruction offset';
    const token = view.record('tokens', view.u32(this.#record + SDBG_INSTRUCTION.token));
    if (token === undefined) return 'incorrect token offset';
    const file = view.u32(token + SDBG_TOKEN.file);
    const line = view.u32(token + SDBG_TOKEN.line);
    let name = '';
    // The body of a function of an interface names its file again.
    const changes = isBody || file !== this.#file;
    if (changes && file !== SDBG_NONE) {
      const at = view.record('files', file);
      if (at === undefined) return 'incorrect file offset';
      const length = view.u32(at + SDBG_FILE.nameLength);
      if (length > SDBG_MAX_FILE_NAME) return 'file name too long';
      if (length === 0) return undefined;
      name = ` "${asUtf8(view.text(view.u32(at + SDBG_FILE.name), length))}"`;
    }
    if (changes ? name !== '' : line !== this.#line) {
      const { keyword, literal } = this.style.markup;
      out.text(`\n${keyword.open}#line ${keyword.close}${literal.open}${line}${name}\n${literal.close}`);
    }
    this.#file = file;
    this.#line = line;
    return undefined;
  }

  /**
   * For each component that an output holds the offsets of what it holds, of the scalar and of the output; or what is
   * wrong.
   */
  #held(record: number): number[][] | Fault {
    const view = this.view;
    const count = view.u32(record + SDBG_INSTRUCTION.outputCount);
    if (count > SDBG_MAX_OUTPUTS) return 'too many instruction outputs';
    const held: number[][] = [];
    for (let i = 0; i < count; i++) {
      const output = record + SDBG_INSTRUCTION.outputs + SDBG_OUTPUT_SIZE * i;
      for (let component = 0; component < 4; component++) {
        const at = output + SDBG_OUTPUT.held + SDBG_HELD_SIZE * component;
        const index = view.u32(at + SDBG_HELD.scalar);
        if (index === SDBG_NONE) continue;
        const scalar = view.record('scalars', index);
        if (scalar === undefined) return 'incorrect scalar offset';
        if (view.record('variables', view.u32(scalar + SDBG_SCALAR.variable)) === undefined)
          return 'incorrect variable offset';
        held.push([at, scalar, output]);
      }
    }
    return held;
  }

  #nameOf(variable: number): string | undefined {
    const view = this.view;
    const at = view.record('variables', variable)!;
    const token = view.record('tokens', view.u32(at + SDBG_VARIABLE.token));
    if (token === undefined) return undefined;
    return view.text(view.u32(token + SDBG_TOKEN.text), view.u32(token + SDBG_TOKEN.length));
  }

  /** The component that indexes the variables of an output, counted from the first register. */
  #indexComponent(output: number): number {
    const register = this.view.u32(output + SDBG_OUTPUT.indexRegister);
    return (4 * register + this.view.u32(output + SDBG_OUTPUT.indexComponent)) % 2 ** 32;
  }

  /** Such as `[r1.x/2]`: the component that indexes a variable, and how many registers an element takes. */
  #indexOf(variable: number, output: number): string {
    const view = this.view;
    if (view.u32(output + SDBG_OUTPUT.indexRegister) === SDBG_NONE) return '';
    const component = this.#indexComponent(output);
    const stride = view.integer(view.u32(view.record('variables', variable)! + SDBG_VARIABLE.strides));
    const registers = stride > 4 ? `/${((stride + 3) % 2 ** 32) >>> 2}` : '';
    return `[r${Math.floor(component / 4)}.${COMPONENTS[component % 4]}${registers}]`;
  }

  /** The values that the scalar can have, as far as they are known. */
  #rangeOf(held: number, scalar: number): string {
    const view = this.view;
    const { keyword, literal } = this.style.markup;
    const word = (field: keyof typeof SDBG_HELD) => view.u32(held + SDBG_HELD[field]);
    const type = view.u32(scalar + SDBG_SCALAR.type);
    const uints = [word('uintMin'), word('uintMax')] as const;
    const ints = [word('intMin'), word('intMax')] as const;
    const uint = (value: number) => `${value}u`;
    const int = (value: number) => `${value | 0}`;
    const hasUints = uints[0] !== 0 || uints[1] !== UINT_MAX;
    const hasInts = ints[0] !== INT_MIN || ints[1] !== INT_MAX;
    if (type === BOOL) return uints[0] > 0 ? one('true', literal) : uints[1] === 0 ? one('false', literal) : '';
    if (type === FLOAT) {
      const isNan = word('mayBeNan') !== 0;
      const bits = [word('floatMin'), word('floatMax')] as const;
      const minimum = float32OfBits(bits[0]);
      // The float is known where the bits are.
      if (uints[0] === uints[1]) return one(`${formatG6(bits[0])}f`, literal);
      const maximum = float32OfBits(bits[1]);
      let text = isNan ? `:${keyword.open}NaN${keyword.close}` : '';
      if (word('mayBeInfinite') !== 0) text += `:${keyword.open}Inf${keyword.close}`;
      if (!isNan && (minimum > -FLOAT_MAX || maximum < FLOAT_MAX))
        text += range(`${formatG6(bits[0])}f`, `${formatG6(bits[1])}f`, literal);
      return text;
    }
    if (type !== INT && type !== UINT) return '';
    const [first, name, hasFirst] = type === INT ? ([ints, int, hasInts] as const) : ([uints, uint, hasUints] as const);
    if (first[0] === first[1]) return one(name(first[0]), literal);
    if (hasFirst) return range(name(first[0]), name(first[1]), literal);
    if (type === INT) return hasUints ? range(uint(uints[0]), uint(uints[1]), literal) : '';
    return hasInts ? range(int(ints[0]), int(ints[1]), literal) : '';
  }
}

function faultText(fault: Fault): string {
  return `// <internal error> ${fault} in debug info\n`;
}

function one(value: string, { open, close }: Mark): string {
  return `: ${open}${value}${close}`;
}

function range(from: string, to: string, { open, close }: Mark): string {
  return `:[${open}${from}${close},${open}${to}${close}]`;
}

/** The NaN that processors make. */
const INDEFINITE = 0xffc0_0000;
const SIGN = 0x8000_0000;
/** Significant digits, and the exponents from and to which they are written without one. */
const DIGITS = 6;
const LEAST_EXPONENT = -4;

/**
 * The bytes of a file name: what is no UTF-8 becomes U+FFFD; how many depends on the version of Windows (source:
 * oracle).
 */
function asUtf8(name: string): string {
  const bytes = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(latin1Bytes(name)));
  return latin1Text(bytes, 0, bytes.byteLength);
}

/** The float32 whose bits are `word`. */
function float32OfBits(word: number): number {
  floatBits[0] = word;
  return floats[0]!;
}

/** `%g` of the float32 whose bits are `word`, with exponents of three digits as Microsoft's library has them. */
function formatG6(word: number): string {
  const value = float32OfBits(word);
  if (Number.isNaN(value)) return word === INDEFINITE ? '-1.#IND' : `${word > SIGN ? '-' : ''}1.#QNAN`;
  if (!Number.isFinite(value)) return value < 0 ? '-1.#INF' : '1.#INF';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits, power] = value.toExponential(DIGITS - 1).split('e') as [string, string];
  const exponent = Number(power);
  if (exponent >= LEAST_EXPONENT && exponent < DIGITS)
    return trimmed(value.toFixed(Math.max(0, DIGITS - 1 - exponent)));
  const sign = exponent < 0 ? '-' : '+';
  return `${trimmed(digits)}e${sign}${`${Math.abs(exponent)}`.padStart(3, '0')}`;
}

/** Without zeros at the end of a fraction. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
