/**
 * The encoding of preshader code, the same in both generations: a count, then instructions of operands that are pairs
 * of a register type and a component. The cursor visits the instructions of words that stay as they are.
 *
 * Not for: finding the code in a stream of comments (isa/sm1/preshader.ts) or in a container.
 *
 * Source: oracle, by writing streams and looking at their listings.
 */
import { fields } from '../../base/field.ts';
import { wordsOf } from '../../base/words.ts';
import {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_REGISTER_BY_CODE,
  type PreshaderGeneration,
  type PreshaderOpcode,
  type PreshaderRegister,
} from './opcodes.ts';

/** The first DWORD of an instruction of the code. */
export const PreshaderToken = /* @__PURE__ */ fields({
  components: [0, 20],
  opcode: [20, 11],
  scalar: [31, 1],
});

/** The code of one preshader, expression or texture shader. */
export interface PreshaderCode {
  /** All words of the stream that contains it. */
  readonly words: Uint32Array;
  /** DWORD index of the count of instructions. */
  readonly start: number;
  /** DWORD index past the code. */
  readonly end: number;
  readonly count: number;
  /** The words that contain the literals. */
  readonly literalWords: Uint32Array;
  /**
   * DWORD index of the first literal in {@link literalWords}: two DWORDs each in the first generation, one in the
   * second.
   */
  readonly literals: number;
  readonly literalCount: number;
  readonly generation: PreshaderGeneration;
}

/** DWORDs of a literal: doubles in the first generation, 32 bits in the second. */
export function preshaderLiteralSize(generation: PreshaderGeneration): number {
  return generation === 1 ? 2 : 1;
}

/**
 * Returns the code whose words are `words` from `start` to `end`, with the literals whose count is the DWORD
 * `literalStart` of `literalWords`; undefined where there is no DWORD of code. There are no more literals than the
 * words have.
 */
export function preshaderCode(
  generation: PreshaderGeneration,
  words: Uint32Array,
  start: number,
  end: number,
  literalWords: Uint32Array = words,
  literalStart = 0,
  literalEnd = 0,
): PreshaderCode | undefined {
  if (start >= end) return undefined;
  const declared = literalStart < literalEnd ? literalWords[literalStart]! : 0;
  const available = Math.trunc(Math.max(0, literalEnd - literalStart - 1) / preshaderLiteralSize(generation));
  return {
    words,
    start,
    end,
    count: words[start]!,
    literalWords,
    literals: literalStart + 1,
    literalCount: Math.min(declared, available),
    generation,
  };
}

/**
 * Returns the code of an expression of Direct3D 10 and 11; undefined where it has no DWORD.
 *
 * @param code the bytes of the chunk FXLC
 * @param literals the bytes of the chunk CLI4
 */
export function expressionCode(code: Uint8Array, literals: Uint8Array = new Uint8Array(0)): PreshaderCode | undefined {
  const words = wordsOf(code);
  const values = wordsOf(literals);
  return preshaderCode(2, words, 0, words.length, values, 0, values.length);
}

/** One instruction of the code at a time; positions are DWORD indices into the words. */
export class PreshaderCursor {
  /** DWORD index of the instruction. */
  start = 0;
  /** DWORD index past its output. */
  end = 0;
  opcode = 0;
  components = 0;
  scalar = false;
  inputCount = 0;
  /** DWORD index of the first input. */
  inputs = 0;
  /** DWORD index of the output. */
  output = 0;

  constructor(readonly code: PreshaderCode) {
    this.end = code.start + 1;
  }

  /** Moves to the next instruction; false when it extends past the code. */
  next(): boolean {
    const { words, end: limit } = this.code;
    const at = this.end;
    if (at + 2 > limit) return false;
    const token = words[at]!;
    this.start = at;
    this.opcode = PreshaderToken.opcode.get(token);
    this.components = PreshaderToken.components.get(token);
    this.scalar = PreshaderToken.scalar.test(token);
    this.inputCount = words[at + 1]!;
    this.inputs = at + 2;
    let p = this.inputs;
    for (let i = 0; i < this.inputCount; i++) {
      p = this.after(p);
      if (p < 0) return false;
    }
    this.output = p;
    const end = this.after(p);
    if (end < 0) return false;
    this.end = end;
    return true;
  }

  /**
   * Returns the DWORD index past the operand at `at`: a count of indices, a pair for each, a pair for the register; -1
   * where it is cut off.
   */
  after(at: number): number {
    const { words, end: limit } = this.code;
    if (at >= limit) return -1;
    const next = at + 3 + 2 * words[at]!;
    return next <= limit ? next : -1;
  }
}

/** A register type and a component. */
export interface PreshaderComponent {
  /** The number of the register type. */
  readonly type: number;
  /** The name of the register type; undefined where the number has none. */
  readonly register: PreshaderRegister | undefined;
  /** Four times the number of the register, and the component; the number of a literal, for `literal`. */
  readonly index: number;
}

/** An operand: its first component; others follow. */
export interface PreshaderOperand extends PreshaderComponent {
  /** Registers whose values are added to the number of the register; compilers write one at most. */
  readonly indices: readonly PreshaderComponent[];
}

export interface PreshaderInstruction {
  readonly opcode: number;
  /** The operation; undefined where the number has none. */
  readonly mnemonic: PreshaderOpcode | undefined;
  /** Components of each operand: 1 to 4 in code of compilers. */
  readonly components: number;
  /** The first input is one component, which is used for all. */
  readonly scalar: boolean;
  readonly inputs: readonly PreshaderOperand[];
  readonly output: PreshaderOperand;
}

export interface PreshaderInstructions {
  readonly instructions: readonly PreshaderInstruction[];
  /** Instructions that the code declares; more than there are where it is cut off. */
  readonly declaredCount: number;
  /**
   * The DWORDs after the last instruction: compilers write f0f0f0f0 0f0f0f0f, and in expressions of Direct3D 10 and 11
   * an END token.
   */
  readonly trailing: readonly number[];
}

/** Returns the instructions of `code`, up to the one that is cut off. */
export function decodePreshaderInstructions(code: PreshaderCode): PreshaderInstructions {
  const cursor = new PreshaderCursor(code);
  const instructions: PreshaderInstruction[] = [];
  let end = code.start + 1;
  for (let i = 0; i < code.count && cursor.next(); i++) {
    instructions.push(instructionAt(cursor));
    end = cursor.end;
  }
  return { instructions, declaredCount: code.count, trailing: [...code.words.subarray(end, code.end)] };
}

/** Returns the words of `code`, the count first. */
export function encodePreshaderInstructions(code: PreshaderInstructions): Uint32Array<ArrayBuffer> {
  const words = [code.declaredCount];
  for (const { opcode, components, scalar, inputs, output } of code.instructions) {
    const token = PreshaderToken.opcode.set(PreshaderToken.components.set(0, components), opcode);
    words.push(PreshaderToken.scalar.set(token, scalar ? 1 : 0), inputs.length);
    for (const input of inputs) pushOperand(words, input);
    pushOperand(words, output);
  }
  for (const word of code.trailing) words.push(word);
  return Uint32Array.from(words);
}

/** Returns an operand of `type` whose first component is `index`, relative to `indices`. */
export function preshaderOperand(
  type: number,
  index: number,
  indices: readonly PreshaderComponent[] = [],
): PreshaderOperand {
  return { ...component(type, index), indices };
}

function instructionAt(cursor: PreshaderCursor): PreshaderInstruction {
  const { opcode, components, scalar, inputCount } = cursor;
  const inputs: PreshaderOperand[] = [];
  for (let i = 0, at = cursor.inputs; i < inputCount; i++, at = cursor.after(at)) inputs.push(operandAt(cursor, at));
  return {
    opcode,
    mnemonic: PRESHADER_OPCODE_BY_CODE.get(opcode),
    components,
    scalar,
    inputs,
    output: operandAt(cursor, cursor.output),
  };
}

function operandAt(cursor: PreshaderCursor, at: number): PreshaderOperand {
  const { words } = cursor.code;
  const indices: PreshaderComponent[] = [];
  let pair = at + 1;
  for (let i = 0; i < words[at]!; i++, pair += 2) indices.push(component(words[pair]!, words[pair + 1]!));
  return preshaderOperand(words[pair]!, words[pair + 1]!, indices);
}

function component(type: number, index: number): PreshaderComponent {
  return { type, register: PRESHADER_REGISTER_BY_CODE[type], index };
}

function pushOperand(words: number[], { type, index, indices }: PreshaderOperand): void {
  words.push(indices.length);
  for (const one of indices) words.push(one.type, one.index);
  words.push(type, index);
}
