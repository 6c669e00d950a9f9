/** The opcode reference of shader models 4 to 5.1, from its table. */
import { sm4OperandsText } from '../../src/cli/verbs/explain/explain.ts';
import { SM4_OPCODE_DOCS, SM4_OPERAND_TYPE_DOCS } from '../../src/isa/sm4/opcode-docs.ts';
import {
  SM4_OPCODE_BY_CODE,
  type Sm4Opcode,
  type Sm4OpcodeRow,
  sm4CountedAs,
  sm4IsSparse,
  sm4NeedsQuad,
  sm4Requirement,
} from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName, type Sm4OperandTypeRow } from '../../src/isa/sm4/operands.ts';
import { code, GENERATED, table } from './markdown.ts';

const TITLES: Readonly<Record<Sm4OpcodeRow['kind'], string>> = {
  instruction: 'Instructions',
  declaration: 'Declarations',
  marker: 'Phases of hull shaders',
  custom: 'Custom data',
  reserved: 'Reserved numbers',
};

const EXPLANATION = `
Operands are in the order of the tokens. Each has its role, its value type, and what is unusual about it:

- \`*\`: it runs at the precision of the first operand.
- \`?\`: a result that the null register may discard.
- Components: a result is written, and a source is read, component by component of the write mask. Others say how:
  \`xy\` and the like (these components, with any mask), \`one\` (one component), \`prefix\` (a mask without gaps),
  \`coordinates\` (as many as the dimension of the resource has),
  \`coordinatesAndLevel\` (with the mip level in w), \`gradients\` (as \`coordinates\`, without an array slice),
  \`doublePerComponent\` and \`componentPerDouble\` (conversions between one component and two), \`none\`.
- Access: a result is written and a source is read. Others say how: \`status\` (the access status of a sparse instruction),
  \`address\` (a coordinate, offset or index), \`constant\` (a literal), \`interpolate\` (an input evaluated elsewhere), \`query\`
  (properties of a view), \`counter\` (of a structured UAV), \`readWrite\`.

Value types: \`f64\` takes two components, \`bool\` is all ones or zero, \`bits\` is not read as a number, and \`any\` is copied or typed
by a declaration. *Requires* names what an opcode requires besides its model and stages, *counted as* what the statistics of the
compiler count it as. *Literals* says how immediate values print: as floats, as integers, or as their bits suggest. *Controls* names
the layout of the opcode token: [the tokens](tokens-sm4.md) have a page of their own. An opcode without stages is in all stages.
`;

/** The columns of one kind of opcodes. */
type Column = readonly [title: string, cell: (row: Sm4Opcode) => string | number];

const CODE: Column = ['code', (row) => row.code];
const MNEMONIC: Column = ['mnemonic', ({ mnemonic }) => code(mnemonic)];
const OPERANDS: Column = ['operands', sm4OperandsText];
const LITERALS: Column = ['literals', (row) => row.literals ?? ''];
const CONTROLS: Column = ['controls', (row) => row.controls ?? ''];
const MODELS: Column = ['models', (row) => (row.until === undefined ? row.since : `${row.since} to ${row.until}`)];
const STAGES: Column = ['stages', (row) => row.stages?.join(' ') ?? ''];
const MEANING: Column = ['meaning', ({ mnemonic }) => SM4_OPCODE_DOCS[mnemonic]];
const CATEGORY: Column = ['category', category];
const DECLARES: Column = ['declares', (row) => (row.kind === 'declaration' ? row.declares : '')];
const REQUIRES: Column = ['requires', (row) => orNothing(sm4Requirement(row))];
const COUNTED_AS: Column = ['counted as', (row) => orNothing(sm4CountedAs(row))];

const COLUMNS: Readonly<Record<Sm4OpcodeRow['kind'], readonly Column[]>> = {
  instruction: [
    ...[CODE, MNEMONIC, CATEGORY, OPERANDS, REQUIRES, COUNTED_AS, LITERALS, CONTROLS, MODELS, STAGES, MEANING],
  ],
  declaration: [CODE, MNEMONIC, DECLARES, OPERANDS, REQUIRES, LITERALS, CONTROLS, MODELS, STAGES, MEANING],
  marker: [CODE, MNEMONIC, MODELS, STAGES, MEANING],
  custom: [CODE, MNEMONIC, MODELS, MEANING],
  reserved: [CODE, MNEMONIC, MODELS, MEANING],
};

export function sm4Page(): string {
  const rows = SM4_OPCODE_BY_CODE.filter((row) => row !== undefined);
  let text = `${GENERATED}# Opcodes of shader models 4.0 to 5.1\n${EXPLANATION}\n`;
  for (const [kind, columns] of Object.entries(COLUMNS) as [Sm4OpcodeRow['kind'], readonly Column[]][]) {
    const cells = rows.filter((row) => row.kind === kind).map((row) => columns.map(([, cell]) => cell(row)));
    const heads = columns.map(([title]) => title);
    text += `## ${TITLES[kind]}\n\n${table(heads, cells)}`;
  }
  return `${text}## Operand types\n\n${operandTypes()}`;
}

function orNothing(name: string): string {
  return name === 'nothing' ? '' : name;
}

function category(row: Sm4Opcode): string {
  if (row.kind !== 'instruction') return '';
  const notes: string[] = [row.category];
  if (row.category === 'sample') {
    notes.push(`${row.mipLevel} level`);
    if (row.compares) notes.push('compares');
  }
  if (sm4NeedsQuad(row)) notes.push('needs the quad');
  if (sm4IsSparse(row)) notes.push('sparse');
  return notes.join(', ');
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
