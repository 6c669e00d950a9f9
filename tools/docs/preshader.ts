/** The reference of the operations and registers of preshaders, from their tables. */
import { PRESHADER_OPCODE_DOCS, PRESHADER_REGISTER_DOCS } from '../../src/isa/preshader/opcode-docs.ts';
import {
  PRESHADER_OPCODES,
  PRESHADER_REGISTERS,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
  type PreshaderRegister,
  type PreshaderRegisterRow,
} from '../../src/isa/preshader/opcodes.ts';

import { code, GENERATED, table } from './markdown.ts';

export function preshaderPage(): string {
  const operations = (Object.entries(PRESHADER_OPCODES) as [PreshaderOpcode, PreshaderOpcodeRow][]).map(
    ([name, row]) => [
      code(`0x${row.code.toString(16)}`),
      code(name),
      row.category,
      row.variable ? `${row.inputs[0]}, any number` : row.inputs.join(', '),
      row.output,
      row.generations.join(', '),
      PRESHADER_OPCODE_DOCS[name],
    ],
  );
  const registers = (Object.entries(PRESHADER_REGISTERS) as [PreshaderRegister, PreshaderRegisterRow][]).map(
    ([name, row]) => [row.code, code(row.expressionName ?? row.name), code(name), PRESHADER_REGISTER_DOCS[name]],
  );
  return `# Operations of preshaders

${GENERATED}What runs them and how to read them: [Preshaders](preshaders.md). Generation 1 are effects of Direct3D 9 and texture shaders, 2 those
of Direct3D 10 and 11; the column says for which the compiler writes an operation.

${table(['number', 'operation', 'category', 'inputs', 'output', 'generation', 'computes'], operations)}
## Registers

${table(['number', 'listing', 'name', 'holds'], registers)}`;
}
