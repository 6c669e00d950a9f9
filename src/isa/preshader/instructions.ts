/**
 * The instructions of a preshader as objects for people and editors, and back to the same words.
 *
 * Not for: passes over many preshaders, which move a cursor (code.ts), or files that hold preshaders (vm/preshader).
 */

import { type PreshaderCode, PreshaderCursor, PreshaderToken } from './code.ts';
import { PRESHADER_OPCODE_BY_CODE, type PreshaderOpcode } from './opcodes.ts';
import { PRESHADER_REGISTER_BY_CODE, type PreshaderRegister } from './registers.ts';

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

/** One instruction. */
export interface PreshaderInstruction {
  /** The number of the operation. */
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

/** The instructions of some code. */
export interface PreshaderInstructions {
  readonly instructions: readonly PreshaderInstruction[];
  /** Instructions that the code declares; more than there are where it is cut off. */
  readonly declaredCount: number;
  /** The DWORDs after the last instruction: compilers write f0f0f0f0 0f0f0f0f, and in expressions of Direct3D 10 and 11 an END token. */
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
