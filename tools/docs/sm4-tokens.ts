/** The token formats of shader models 4 to 5.1, from the registry of their kinds. */
import {
  SM4_OPCODE_TOKENS,
  SM4_TOKEN_KINDS,
  type Sm4FieldUse,
  type Sm4TokenKindRow,
} from '../../src/isa/sm4/token-kinds.ts';
import { bits } from './fields.ts';
import { code, GENERATED, table } from './markdown.ts';

const INTRODUCTION = `# Tokens of shader models 4 to 5.1

A program is the payload of a chunk SHDR or SHEX: a version, its length in DWORDs, declarations and instructions. Each of those
is an opcode token with its length, extended opcode tokens, operands, and the other data of declarations. An operand is an
operand token, an extended operand token, and its indices; an index that has a register has its own operand after its
number. A data block (\`customdata\`) has a length of 32 bits in its second DWORD instead.

Literals follow the token of an operand of type \`immediate32\` or \`immediate64\`: four DWORDs or one.

\`dxlens inspect\` shows every DWORD of a file in these terms. *Rule* is the id by which tests name a rule in the documents on the
bytecode of 5.1. Reserved fields are 0. [The opcodes](opcodes-sm4.md) list the encoding of the opcode token and the operands of
each one.

`;

/** Rules that no single field serves. */
const OTHER_RULES: Readonly<Record<string, string>> = {
  'SM51-4':
    'Bindings in the reflection data (RDEF) and declarations come in the same order, each kind of resource for itself.',
  'SM51-8': 'Indices of arrays of arrays are linearised before the access: `imul` and `iadd` for those that vary.',
};

export function sm4TokensPage(): string {
  const forms = Object.entries<Sm4TokenKindRow>(SM4_OPCODE_TOKENS);
  const others = Object.entries<Sm4TokenKindRow>(SM4_TOKEN_KINDS).filter(([name]) => !(name in SM4_OPCODE_TOKENS));
  let page = GENERATED + INTRODUCTION;
  for (const [, row] of others.splice(0, 2)) page += section(row.title, row);
  page += '## Opcode tokens\n\nBits 10:0 and 31:24 mean the same in all forms.\n\n';
  for (const [name, row] of forms) page += section(`${code(name)}: ${row.doc}`, { ...row, doc: '' }, '###');
  for (const [, row] of others) if (!isNumber(row)) page += section(row.title, row);
  page += `## DWORDs that are one number\n\n${numbers(others.map(([, row]) => row).filter(isNumber))}`;
  const rules = Object.entries(OTHER_RULES).map(([rule, text]) => [rule, text]);
  return `${page}## Rules of more than one field\n\n${table(['rule', 'what it says'], rules)}`;
}

function isNumber({ fields }: Sm4TokenKindRow): boolean {
  return Object.keys(fields).length === 1;
}

function numbers(rows: readonly Sm4TokenKindRow[]): string {
  const cells = rows.map(({ title, doc, fields, uses, docs }) => {
    const [key] = Object.keys(fields);
    return [title, doc, fields[key!]!.name, uses[key!]?.rule ?? '', docs[key!]!];
  });
  return table(['DWORD', 'where', 'field', 'rule', 'meaning'], cells);
}

function section(title: string, { doc, fields, uses, docs }: Sm4TokenKindRow, level = '##'): string {
  const rows = Object.entries(fields).map(([key, { name, low, width }]) => {
    const use = uses[key];
    return [bits(low, width), name, use?.rule ?? '', useText(use), docs[key]!];
  });
  const heading = `${level} ${title[0]!.toUpperCase()}${title.slice(1)}\n\n${doc === '' ? '' : `${doc}\n\n`}`;
  return heading + table(['bits', 'field', 'rule', 'only', 'meaning'], rows);
}

/** The one value that is right, or the first version that has the field. */
function useText(use: Sm4FieldUse | undefined): string {
  if (use?.fixed !== undefined) return code(use.fixed);
  return use?.since === undefined ? '' : `from ${use.since}`;
}
