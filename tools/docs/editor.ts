/**
 * Editor data for the assembly of shader models 1 to 3, from the opcode and register tables, and about listings of
 * shader models 4 to 5.1 (editor-sm4.ts): a TextMate grammar, snippets and completion data, and the manifest of the
 * extension for VS Code that has them.
 *
 * Not for: rules. A word of another version is highlighted, too; the assembler reports the error.
 */
import { Sm1Version, sm1Profile } from '../../src/base/profile.ts';
import { PRESHADER_OPCODES } from '../../src/isa/preshader/opcodes.ts';
import { SM1_OPCODE_DOCS, SM1_REGISTER_DOCS, SM1_SOURCE_MODIFIER_DOCS } from '../../src/isa/sm1/opcode-docs.ts';
import {
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  type Sm1VersionRange,
} from '../../src/isa/sm1/opcodes.ts';
import {
  SM1_COMPARISONS,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1RegisterName,
  type Sm1RegisterRow,
  type Sm1SourceModifierName,
  type Sm1SourceModifierRow,
} from '../../src/isa/sm1/registers.ts';
import { SM4_VERSION_PATTERN, sm4Completions, sm4Grammar, sm4Headings, sm4Snippets } from './editor-sm4.ts';

export const LANGUAGE = 'dxasm';
export const SCOPE = `source.${LANGUAGE}`;
export const EXTENSION = 'editors/vscode';
/** The effects of the result modifiers, by their suffixes. */
const RESULT_MODIFIER_DOCS: Readonly<Record<(typeof SM1_RESULT_MODIFIERS)[number]['suffix'], string>> = {
  _sat: 'clamp to 0..1',
  _pp: 'partial precision is enough',
  _centroid: 'interpolate within the covered part of the pixel',
};

const GRAMMAR = 'syntaxes/dxlens.tmLanguage.json';
const SNIPPETS = 'snippets/dxlens.json';
const COMPLETIONS = 'completions.json';

/** The suffixes of `texld`: controls of the instruction token. */
const TEXLD_SUFFIXES = ['', 'p', 'b'];

const ROWS = Object.entries(SM1_OPCODES) as [Sm1Opcode, Sm1OpcodeRow][];
const REGISTERS = Object.entries(SM1_REGISTERS) as [Sm1RegisterName, Sm1RegisterRow][];
const DEFINITIONS = new Set<string>(['dcl', 'def', 'defi', 'defb']);

/** The generated files of the extension by their path from the root of the repository. */
export function editorFiles(version: string): Map<string, string> {
  const files: Readonly<Record<string, object>> = {
    'package.json': manifest(version),
    [GRAMMAR]: grammar(),
    [SNIPPETS]: snippets(),
    [COMPLETIONS]: completions(),
  };
  return new Map(
    Object.entries(files).map(([path, content]) => [
      `${EXTENSION}/${path}`,
      `${JSON.stringify(content, undefined, 2)}\n`,
    ]),
  );
}

function manifest(version: string): object {
  return {
    name: 'dxlens-vscode',
    displayName: 'Direct3D shader assembly',
    description:
      'Highlighting and completion for the assembly of Direct3D shader models 1 to 5.1. Generated from the tables of dxlens.',
    version,
    publisher: 'dxlens',
    license: 'MIT',
    private: true,
    engines: { vscode: '^1.60.0' },
    categories: ['Programming Languages', 'Snippets'],
    contributes: {
      languages: [
        {
          id: LANGUAGE,
          aliases: ['Direct3D shader assembly', LANGUAGE],
          extensions: ['.dxasm', '.vsa', '.psa', '.vsh', '.psh'],
          filenamePatterns: ['*.cso.asm', '*.fxc.asm'],
          firstLine: `^\\s*(?:[vp]s[._][123][._]|${SM4_VERSION_PATTERN})`,
          configuration: './language-configuration.json',
        },
      ],
      grammars: [{ language: LANGUAGE, scopeName: SCOPE, path: `./${GRAMMAR}` }],
      snippets: [{ language: LANGUAGE, path: `./${SNIPPETS}` }],
    },
  };
}

/** Alternatives of a regular expression, the longest first. */
function anyOf(words: Iterable<string>): string {
  return [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|');
}

/** All words that a row is written with, controls included: `if`, `if_gt`; `tex`, `texld`, `texldp`. */
function spellings(row: Sm1OpcodeRow): string[] {
  const old = row.oldMnemonic === undefined ? [] : [row.oldMnemonic];
  if (row.controls === 'comparison') {
    return SM1_COMPARISONS.filter((suffix) => suffix !== '').map((suffix) => row.mnemonic + suffix);
  }
  if (row.controls === 'texld') return [...old, ...TEXLD_SUFFIXES.map((suffix) => row.mnemonic + suffix)];
  return [...old, row.mnemonic];
}

/** Rows that the assembler writes: those that a version has. */
function assembled(): readonly [Sm1Opcode, Sm1OpcodeRow][] {
  return ROWS.filter(([, row]) => row.vs !== undefined || row.ps !== undefined);
}

/** The beginning of register names, and the names that have no number. */
function registerNames(): { numbered: string[]; single: string[] } {
  const numbered = new Set<string>();
  const single = new Set<string>();
  for (const [, row] of REGISTERS) {
    if (row.single) single.add(row.name);
    else for (const name of [row.name, row.pixelName, row.name30]) if (name !== undefined) numbered.add(name);
    for (const name of row.named ?? []) single.add(name);
  }
  return { numbered: [...numbered], single: [...single] };
}

function grammar(): object {
  const blocks = assembled().filter(([name, { block }]) => block !== undefined || FLOW.has(name));
  const blockWords = anyOf(blocks.flatMap(([, row]) => spellings(row)));
  const isFlow = new Set(blocks.map(([name]) => name));
  const others = assembled().filter(([name]) => !isFlow.has(name) && !DEFINITIONS.has(name));
  // Preshaders and some instructions also appear in listings, although no assembler reads them.
  const listed = ROWS.filter((entry) => !assembled().includes(entry)).map(([, { mnemonic }]) => mnemonic);
  const words = anyOf([
    ...others.flatMap(([, row]) => spellings(row)),
    ...listed.filter((word) => /^[a-z]\w*$/.test(word)),
    ...Object.keys(PRESHADER_OPCODES),
  ]);
  const modifiers = anyOf([
    ...SM1_RESULT_SHIFTS.filter((text) => text !== ''),
    ...SM1_RESULT_MODIFIERS.map(({ suffix }) => suffix),
  ]);
  const { numbered, single } = registerNames();
  const sourceModifiers = anyOf(
    Object.values(SM1_SOURCE_MODIFIERS)
      .map(({ after }) => after)
      .filter((after) => after !== ''),
  );
  const usages = anyOf([...SM1_USAGES, ...SM1_TEXTURE_TYPES.filter((type) => type !== undefined)]);
  const number = '(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?[fF]?';
  return {
    $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
    name: 'Direct3D shader assembly',
    scopeName: SCOPE,
    fileTypes: ['dxasm', 'vsa', 'psa', 'vsh', 'psh'],
    patterns: [
      { include: '#sm4' },
      { include: '#comments' },
      { include: '#directives' },
      { include: '#version' },
      { include: '#predicate' },
      { include: '#declaration' },
      { include: '#instruction' },
      { include: '#register' },
      { include: '#components' },
      { include: '#sm4-note' },
      { include: '#number' },
      { include: '#punctuation' },
    ],
    repository: {
      ...sm4Grammar(),
      comments: {
        patterns: [
          { name: 'comment.block.dxasm', begin: '/\\*', end: '\\*/' },
          sm4Headings(),
          { name: 'comment.line.double-slash.dxasm', match: '//.*$' },
          { name: 'comment.line.semicolon.dxasm', match: ';.*$' },
        ],
      },
      directives: {
        begin: `^\\s*(#)\\s*(define|undef|if|ifdef|ifndef|elif|else|endif|include|line|error|pragma)\\b`,
        beginCaptures: {
          1: { name: 'punctuation.definition.directive.dxasm' },
          2: { name: 'keyword.control.directive.dxasm' },
        },
        end: '(?<!\\\\)$',
        name: 'meta.preprocessor.dxasm',
        patterns: [
          { include: '#comments' },
          { name: 'string.quoted.double.dxasm', match: '"[^"]*"' },
          { name: 'string.quoted.other.dxasm', match: '(?<=include)\\s*<[^>]*>' },
          { include: '#instruction' },
          { include: '#register' },
          { include: '#number' },
        ],
      },
      version: {
        name: 'storage.type.version.dxasm',
        match: `\\b(?:lib_4_0_)?(?:${versionPatterns().join('|')})(?!\\w)`,
      },
      predicate: {
        match: '(\\()\\s*(!)?\\s*(p0)\\s*(\\.[xyzwrgba]{1,4})?\\s*(\\))',
        captures: {
          1: { name: 'punctuation.section.predicate.dxasm' },
          2: { name: 'keyword.operator.logical.dxasm' },
          3: { name: 'variable.language.register.dxasm' },
          4: { name: 'variable.parameter.components.dxasm' },
          5: { name: 'punctuation.section.predicate.dxasm' },
        },
      },
      declaration: {
        match: `\\b(dcl)(?:_(${usages})(\\d*))?((?:${modifiers})*)\\b|\\b(def[ib]?)\\b`,
        captures: {
          1: { name: 'storage.type.declaration.dxasm' },
          2: { name: 'support.constant.usage.dxasm' },
          3: { name: 'constant.numeric.dxasm' },
          4: { name: 'storage.modifier.dxasm' },
          5: { name: 'storage.type.declaration.dxasm' },
        },
      },
      instruction: {
        patterns: [
          { name: 'keyword.control.flow.dxasm', match: `\\b(?:${blockWords})\\b` },
          {
            match: `\\b(${words})((?:${modifiers})*)\\b`,
            captures: { 1: { name: 'keyword.operator.instruction.dxasm' }, 2: { name: 'storage.modifier.dxasm' } },
          },
        ],
      },
      register: {
        match: `\\b(?:(${anyOf(single)})|(${anyOf(numbered)})(\\d+|(?=\\[)))((?:${sourceModifiers})?)\\b`,
        captures: {
          1: { name: 'variable.language.register.dxasm' },
          2: { name: 'variable.language.register.dxasm' },
          3: { name: 'variable.language.register.dxasm' },
          4: { name: 'storage.modifier.source.dxasm' },
        },
      },
      components: { name: 'variable.parameter.components.dxasm', match: '\\.(?:[xyzw]{1,4}|[rgba]{1,4})\\b' },
      number: {
        patterns: [
          { name: 'constant.numeric.hex.dxasm', match: '\\b0[xX][0-9a-fA-F]+\\b' },
          { name: 'constant.numeric.dxasm', match: `(?<![\\w.])${number}\\b` },
          { name: 'constant.language.boolean.dxasm', match: '\\b(?:true|false|TRUE|FALSE)\\b' },
        ],
      },
      punctuation: {
        patterns: [
          { name: 'keyword.operator.coissue.dxasm', match: '^\\s*\\+' },
          { name: 'keyword.operator.dxasm', match: '[-+!]' },
          { name: 'punctuation.separator.dxasm', match: ',' },
          { name: 'punctuation.section.brackets.dxasm', match: '[\\[\\]]' },
        ],
      },
    },
  };
}

/** Rows that change the flow and open or close no block. */
const FLOW: ReadonlySet<string> = new Set(['call', 'callnz', 'ret', 'label', 'break', 'breakc', 'breakp', 'phase']);

/** The versions of each stage, in both spellings. */
function versionPatterns(): string[] {
  const versions = (stage: 'vs' | 'ps') => ['1_0', ...versionNames(stage)].map((name) => name.replace('_', '[._]'));
  return [`vs[._](?:${anyOf(versions('vs'))})`, `ps[._](?:${anyOf(versions('ps'))})`];
}

/** `2_x` and so on: the versions that have any opcode of the stage. */
function versionNames(stage: 'vs' | 'ps'): string[] {
  const onlyPixel: readonly number[] = [Sm1Version.v1_2, Sm1Version.v1_3, Sm1Version.v1_4];
  return Object.values(Sm1Version)
    .filter((version) => stage === 'ps' || !onlyPixel.includes(version))
    .map(versionName);
}

function versionName(version: number): string {
  return sm1Profile(version).slice('vs_'.length);
}

/** Names of operands in snippets. */
const PLACEHOLDERS: Partial<Record<Sm1OperandRole, string>> = {
  destination: 'dst',
  source: 'src',
  sampler: 's0',
  label: 'l0',
  loopCounter: 'aL',
  intConstant: 'i0',
  condition: 'b0',
  predicate: 'p0',
  float: '0.0',
  int: '0',
  bool: 'true',
};

function placeholders(row: Sm1OpcodeRow): string[] {
  const sources = row.operands.filter(({ role }) => role === 'source').length;
  let source = 0;
  return row.operands
    .filter(({ role }) => role !== 'attributes')
    .map(({ role }) => {
      const name = PLACEHOLDERS[role] ?? role;
      return role === 'source' && sources > 1 ? `${name}${source++}` : name;
    });
}

function snippets(): object {
  const entries = assembled().map(([name, row]) => {
    const prefix = row.controls === 'comparison' ? `${row.mnemonic}_` : row.mnemonic;
    const head =
      name === 'dcl' ? `dcl_\${1:usage}` : row.controls === 'comparison' ? `${row.mnemonic}_\${1:gt}` : row.mnemonic;
    const first = head === row.mnemonic ? 1 : 2;
    const operands = placeholders(row).map((operand, i) => `\${${first + i}:${operand}}`);
    const body = operands.length === 0 ? head : `${head} ${operands.join(', ')}`;
    return [name, { prefix, body: [body], description: `${SM1_OPCODE_DOCS[name]} (${where(row)})` }] as const;
  });
  return { ...Object.fromEntries(entries), ...sm4Snippets() };
}

function where({ vs, ps }: Sm1OpcodeRow): string {
  const part = (stage: string, range: Sm1VersionRange | undefined) =>
    range === undefined
      ? []
      : range.since === range.until
        ? [`${stage}_${versionName(range.since)}`]
        : [`${stage}_${versionName(range.since)} to ${stage}_${versionName(range.until)}`];
  return [...part('vs', vs), ...part('ps', ps)].join(', ');
}

/** Everything that can be completed, for editors other than VS Code. */
function completions(): object {
  const { numbered, single } = registerNames();
  return {
    language: LANGUAGE,
    versions: (['vs', 'ps'] as const).flatMap((stage) => versionNames(stage).map((name) => `${stage}_${name}`)),
    instructions: assembled().flatMap(([name, row]) =>
      spellings(row).map((label) => ({
        label,
        operands: placeholders(row),
        versions: where(row),
        doc: SM1_OPCODE_DOCS[name],
      })),
    ),
    registers: REGISTERS.filter(([name]) => !SM1_REGISTER_DOCS[name].startsWith('reserved')).map(([register, row]) => ({
      names: [...new Set([row.name, row.pixelName, row.name30, ...(row.named ?? [])])].filter(
        (name) => name !== undefined && (numbered.includes(name) || single.includes(name)),
      ),
      doc: SM1_REGISTER_DOCS[register],
    })),
    usages: SM1_USAGES,
    textureTypes: SM1_TEXTURE_TYPES.filter((type) => type !== undefined),
    resultModifiers: [
      ...SM1_RESULT_SHIFTS.filter((text) => text !== '').map((label) => ({ label, doc: 'result scale' })),
      ...SM1_RESULT_MODIFIERS.map(({ suffix }) => ({ label: suffix, doc: RESULT_MODIFIER_DOCS[suffix] })),
    ],
    sourceModifiers: (Object.entries(SM1_SOURCE_MODIFIERS) as [Sm1SourceModifierName, Sm1SourceModifierRow][])
      .filter(([, { before, after }]) => before + after !== '')
      .map(([name, { before, after }]) => ({ before, after, doc: SM1_SOURCE_MODIFIER_DOCS[name] })),
    sm4: sm4Completions(),
  };
}
