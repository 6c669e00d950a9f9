/**
 * Random code of expressions in effects of Direct3D 10 and 11: any operation, register type, relative index, literal;
 * and their containers. What is not in it ends Microsoft's disassembler: indices in registers without a type, code that
 * is cut off.
 *
 * Not for: preshaders of Direct3D 9 (sm1-preshader.ts), sources that compile to expressions (expression-sources.ts).
 */
import {
  encodePreshaderInstructions,
  type PreshaderComponent,
  type PreshaderInstruction,
  type PreshaderOperand,
  preshaderOperand,
} from '../src/isa/preshader/code.ts';
import { PRESHADER_OPCODE_BY_CODE, PRESHADER_REGISTERS, preshaderOpcodeRow } from '../src/isa/preshader/opcodes.ts';

import type { Random } from './random.ts';

const OPCODES = [...PRESHADER_OPCODE_BY_CODE.keys()];
const TYPES: readonly number[] = Object.values(PRESHADER_REGISTERS).map((row) => row.code);
const UNKNOWN_TYPES = [0, 8, 10, 77];
const CONSTANT = PRESHADER_REGISTERS.constant.code;
/** Inputs of the operations that take any number of them. */
const MAX_INPUTS = 8;
/** Components of registers that constant tables name. */
const NAMED_COMPONENTS = 200;

/** At most `maxWords` DWORDs of code: the count, then instructions. */
export function expressionWords(random: Random, maxWords: number): number[] {
  const instructions: PreshaderInstruction[] = [];
  let words = 1;
  for (let left = random.between(0, 24); left > 0; left--) {
    const instruction = randomInstruction(random);
    const size =
      encodePreshaderInstructions({ instructions: [instruction], declaredCount: 1, trailing: [] }).length - 1;
    if (words + size > maxWords) break;
    words += size;
    instructions.push(instruction);
  }
  return [...encodePreshaderInstructions({ instructions, declaredCount: instructions.length, trailing: [] })];
}

function randomInstruction(random: Random): PreshaderInstruction {
  const opcode = random.oneIn(15) ? random.below(2048) : random.pick(OPCODES);
  const row = preshaderOpcodeRow(opcode);
  const count =
    row === undefined || row.variable || random.oneIn(30) ? random.between(0, MAX_INPUTS) : row.inputs.length;
  return {
    opcode,
    mnemonic: PRESHADER_OPCODE_BY_CODE.get(opcode),
    components: random.oneIn(25) ? random.between(0, 90) : random.between(1, 4),
    scalar: random.oneIn(3),
    inputs: Array.from({ length: count }, () => randomOperand(random)),
    output: random.oneIn(8)
      ? randomOperand(random)
      : preshaderOperand(
          random.oneIn(2) ? PRESHADER_REGISTERS.temp.code : PRESHADER_REGISTERS.floatOutput.code,
          random.below(16),
        ),
  };
}

function randomOperand(random: Random): PreshaderOperand {
  const indices = random.oneIn(5) ? random.between(1, random.oneIn(4) ? 6 : 1) : 0;
  const type = random.oneIn(40) ? random.pick(UNKNOWN_TYPES) : random.oneIn(2) ? CONSTANT : random.pick(TYPES);
  return preshaderOperand(
    type,
    randomIndex(random),
    Array.from({ length: indices }, (): PreshaderComponent => {
      const { type, register, index } = preshaderOperand(
        random.oneIn(2) ? CONSTANT : random.pick(TYPES),
        randomIndex(random),
      );
      // A register that is named is found by a quarter of its number.
      return { type, register, index: random.oneIn(2) ? 4 * index : index };
    }),
  );
}

function randomIndex(random: Random): number {
  return random.oneIn(3)
    ? 4 * random.below(NAMED_COMPONENTS / 4)
    : random.below(random.oneIn(20) ? 4000 : NAMED_COMPONENTS);
}
