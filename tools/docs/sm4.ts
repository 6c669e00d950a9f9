/** The opcode reference of shader models 4 to 5.1, from its table. */
import { SM4_OPCODE_DOCS } from '../../src/isa/sm4/opcode-docs.ts';
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4OpcodeRow, type Sm4OperandRow } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_DOCS } from '../../src/isa/sm4/operand-type-docs.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName, type Sm4OperandTypeRow } from '../../src/isa/sm4/operands.ts';
import { code, GENERATED, table } from './markdown.ts';

const TITLES: Readonly<Record<Sm4OpcodeRow['kind'], string>> = {
  instruction: 'Instructions',
  declaration: 'Declarations',
  marker: 'Phases of hull shaders',
  custom: 'Custom data',
  reserved: 'Reserved numbers',
};

export function sm4Page(): string {
  const rows = (Object.entries(SM4_OPCODES) as [Sm4Mnemonic, Sm4OpcodeRow][]).sort(([, a], [, b]) => a.code - b.code);
  let text = `${GENERATED}# Opcodes of shader models 4.0 to 5.1\n\n`;
  text += 'Operands in the order of the tokens; `*` marks those that run at the precision of the first operand. ';
  text += '*Literals* says how immediate values print: as floats, as integers, or by what the bits look like. ';
  text += '*Controls* names the form of the opcode token: [the tokens](tokens-sm4.md) have a page of their own. ';
  text += 'Where no stage is named every stage has the opcode.\n\n';
  for (const [kind, title] of Object.entries(TITLES)) {
    const cells = rows
      .filter(([, row]) => row.kind === kind)
      .map(([mnemonic, row]) => [
        row.code,
        code(mnemonic),
        operands(row),
        row.literals ?? '',
        row.controls ?? '',
        row.until === undefined ? row.since : `${row.since} to ${row.until}`,
        row.stages?.join(' ') ?? '',
        SM4_OPCODE_DOCS[mnemonic],
      ]);
    text += `## ${title}\n\n${table(['code', 'mnemonic', 'operands', 'literals', 'controls', 'models', 'stages', 'meaning'], cells)}`;
  }
  return `${text}## Operand types\n\n${operandTypes()}`;
}

function operands({ operands, payload = [] }: Sm4OpcodeRow): string {
  const registers = operands.map(
    (operand: Sm4OperandRow) => operand.role + (operand.precisionOfDestination ? '*' : ''),
  );
  return [...registers, ...payload.map((word) => `[${word}]`)].join(', ');
}

function operandTypes(): string {
  const rows = (Object.entries(SM4_OPERAND_TYPES) as [Sm4OperandTypeName, Sm4OperandTypeRow][])
    .sort(([, a], [, b]) => a.code - b.code)
    .map(([name, { code: number, prefix, rangePrefix = '' }]) => [
      number,
      name,
      code(prefix),
      rangePrefix && code(rangePrefix),
      SM4_OPERAND_TYPE_DOCS[name],
    ]);
  return table(['code', 'type', 'in listings', 'from 5.1', 'meaning'], rows);
}
