/** The opcode reference of shader models 1 to 3, from its table. */
import { sm1OperandsText, sm1VersionsText } from '../../src/cli/verbs/explain/explain.ts';
import { SM1_OPCODE_DOCS, SM1_REGISTER_DOCS } from '../../src/isa/sm1/opcode-docs.ts';
import { SM1_OPCODES, type Sm1Opcode, type Sm1OpcodeRow } from '../../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterName, type Sm1RegisterRow } from '../../src/isa/sm1/registers.ts';
import { code, GENERATED, table } from './markdown.ts';

export function sm1Page(): string {
  const rows = (Object.entries(SM1_OPCODES) as [Sm1Opcode, Sm1OpcodeRow][]).sort(([, a], [, b]) => a.code - b.code);
  const cells = rows.map(([name, row]) => [
    row.code,
    code(name),
    row.oldMnemonic === undefined ? code(row.mnemonic) : `${code(row.mnemonic)}, before 1_4 ${code(row.oldMnemonic)}`,
    row.category,
    sm1OperandsText(row),
    traits(row),
    sm1VersionsText(row.vs),
    sm1VersionsText(row.ps),
    slots(row),
    SM1_OPCODE_DOCS[name],
  ]);
  const registers = (Object.entries(SM1_REGISTERS) as [Sm1RegisterName, Sm1RegisterRow][]).map(([name, row]) => [
    row.code,
    name,
    [row.name, row.pixelName, row.name30, ...(row.named ?? [])]
      .filter((text) => text !== undefined)
      .map(code)
      .join(' '),
    SM1_REGISTER_DOCS[name],
  ]);
  return (
    `${GENERATED}# Opcodes of shader models 1 to 3\n\n` +
    'Operands in the order of the tokens, each with its type and, where it is not the write mask that decides, the ' +
    'components that are read: named ones before the swizzle, `one` that the swizzle selects, or as many `coordinates` as the ' +
    'texture has. *Slots* are those that the last line of a listing counts: arithmetic, then texture after a `+`. *Result and needs* ' +
    'ends with whether neighboring pixels are needed.\n\n' +
    table(
      ['code', 'row', 'mnemonic', 'category', 'operands', 'result and needs', 'vertex', 'pixel', 'slots', 'meaning'],
      cells,
    ) +
    `## Registers\n\n${table(['code', 'type', 'in listings', 'meaning'], registers)}` +
    'The bits of the tokens have [a page of their own](tokens-sm1.md).\n'
  );
}

/** The results and constraints of an instruction. */
function traits({ result, resultVs11, quad, saturates }: Sm1OpcodeRow): string {
  return [
    ...(result === 'none' ? [] : [result]),
    ...(resultVs11 === undefined ? [] : [`${resultVs11} in vs_1_1`]),
    ...(saturates === false ? ['no `_sat`'] : []),
    ...(quad ? ['needs a quad'] : []),
  ].join(', ');
}

function slots({ slots = 1, slotsVs11, textureSlots = 0 }: Sm1OpcodeRow): string {
  const sum = textureSlots === 0 ? `${slots}` : slots === 0 ? `+${textureSlots}` : `${slots}+${textureSlots}`;
  return slotsVs11 === undefined ? sum : `${sum}, ${slotsVs11} in vs_1_1`;
}
