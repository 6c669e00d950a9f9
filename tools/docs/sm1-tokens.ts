/** The token formats of shader models 1 to 3, from the registry of their kinds. */

import { sm1VersionsText } from '../../src/cli/verbs/explain/explain.ts';
import { SM1_FIELD_DOCS } from '../../src/isa/sm1/token-docs.ts';
import {
  SM1_TOKEN_KINDS,
  type Sm1FieldUse,
  type Sm1FormatRule,
  type Sm1TokenKind,
  type Sm1TokenKindRow,
} from '../../src/isa/sm1/token-kinds.ts';
import { bits } from './fields.ts';
import { code, GENERATED, table } from './markdown.ts';

const INTRODUCTION = `# Tokens of shader models 1 to 3

A shader is a stream of little-endian DWORDs: a version, instructions and comments, an end. An instruction is an
instruction token and its parameter tokens, in this order: the attributes of a \`dcl\`, the destination, the predicate, the
values of a \`def\`, the sources. From 2_0 on the token of a relative address follows its operand.

\`dxlens inspect\` shows every DWORD of a file in these terms. *Rule* is the id by which tests and the validator name a rule
in the documents on the format. A field that only some versions use is 0 in all others.

`;

/** Where each kind of DWORD is, or what it holds. */
const SM1_TOKEN_KIND_DOCS: Readonly<Record<Sm1TokenKind, string>> = {
  version: 'the first DWORD of a stream',
  instruction: 'the first DWORD of every instruction',
  destination: 'the register that receives the result',
  source: 'a register that is read; also samplers and conditions',
  relative: 'from 2_0, after an operand that is addressed relatively',
  predicate: 'after the destination of a predicated instruction, or instead of it; the operand of breakp',
  label: 'the subroutine of call, callnz and label',
  dclSampler: 'pixel shaders from 2_0, vertex shaders from 3_0',
  dclInput: 'colors and texture coordinates of ps_2_x',
  dclVertexInput: 'vertex shaders',
  dclPixelInput: 'pixel shaders from 3_0',
  dclFace: 'pixel shaders from 3_0',
  dclPosition: 'pixel shaders from 3_0',
  dclOutput: 'vertex shaders from 3_0',
  float: 'four values of def',
  int: 'four values of defi',
  bool: 'the value of defb',
  comment: 'before data that drivers ignore',
  commentTag: 'the first DWORD of a comment',
  commentData: 'after the tag',
  end: 'the last DWORD of a stream',
  trailing: 'after the end',
};

/** Rules that no single field serves. */
const OTHER_RULES: Readonly<Record<string, string>> = {
  IT8: 'The runtime validates a shader before a driver sees it: `dxlens validate`.',
  IT9: "The assembler's `sub` becomes `add` with the second source negated.",
  IT10:
    '`tex` and `texld` are one opcode, `texcoord` and `texcrd` another. ps_1_1 to ps_1_3: one destination and no source. ' +
    'From ps_1_4: destination and source.',
  DCL8: 'Several `dcl` of vs_3_0 outputs may name one register; their masks must not overlap.',
  DCL9: 'Every output register that a vs_3_0 shader writes is declared.',
};

export function sm1TokensPage(): string {
  let page = GENERATED + INTRODUCTION;
  for (const kind of Object.keys(SM1_TOKEN_KINDS) as Sm1TokenKind[]) page += section(kind);
  const rules = Object.entries(OTHER_RULES).map(([rule, text]) => [rule, text]);
  return `${page}## Rules of more than one field\n\n${table(['rule', 'what it says'], rules)}`;
}

function section(kind: Sm1TokenKind): string {
  const { title, fields, uses }: Sm1TokenKindRow = SM1_TOKEN_KINDS[kind];
  const rows = Object.entries(fields).map(([key, field]) => {
    const { name, low, width } = field;
    const use = uses[key];
    return [bits(low, width), name, ruleText(use?.rule), useText(use), SM1_FIELD_DOCS.get(field)!];
  });
  const head = ['bits', 'field', 'rule', 'only', 'meaning'];
  return `## ${title[0]!.toUpperCase()}${title.slice(1)}\n\n${SM1_TOKEN_KIND_DOCS[kind]}\n\n${table(head, rows)}`;
}

function ruleText(rule: Sm1FormatRule | undefined): string {
  return rule ?? '';
}

/** The one value that is right, or the versions in which the field is used. */
function useText(use: Sm1FieldUse | undefined): string {
  if (use?.fixed !== undefined) return code(use.fixed);
  if (use?.used === undefined) return '';
  const { vs, ps } = use.used;
  const stages = [
    ['vs', vs],
    ['ps', ps],
  ] as const;
  return stages.flatMap(([stage, range]) => (range ? [`${stage} ${sm1VersionsText(range)}`] : [])).join(', ');
}
