/**
 * `dxlens explain`: prints what codes of diagnostics, opcodes, registers and system values mean, from the tables that
 * describe them.
 */

import type { Command } from 'commander';
import { SYSTEM_VALUES, type SystemValueName, type SystemValueRow } from '../../../base/d3d/system-values.ts';
import type { CodeExplanation } from '../../../base/explain-code.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import { sm1Profile } from '../../../base/profile.ts';
import { maskText } from '../../../isa/components.ts';
import { SM1_OPCODE_DOCS, SM1_REGISTER_DOCS } from '../../../isa/sm1/opcode-docs.ts';
import {
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRow,
  type Sm1VersionRange,
} from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterName, type Sm1RegisterRow } from '../../../isa/sm1/registers.ts';
import { SM4_OPCODE_DOCS, SM4_OPERAND_TYPE_DOCS } from '../../../isa/sm4/opcode-docs.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Opcode, type Sm4OpcodeRow, type Sm4OperandRow } from '../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName, type Sm4OperandTypeRow } from '../../../isa/sm4/operands.ts';
import { type JsonFlags, takeJson } from '../../options.ts';
import { BAD_INPUT, raiseStatus } from '../../process.ts';
import { writeError, writeOut } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';

/** `destination (f32), source (f32)`; defaults are omitted. */
export function sm4OperandsText({ operands, payload = [] }: Sm4OpcodeRow): string {
  return [...operands.map(sm4OperandText), ...payload.map((word) => `[${word}]`)].join(', ');
}

const DEFAULT_ACCESS: ReadonlySet<string> = new Set(['read', 'write', 'name', 'declare']);

function sm4OperandText(operand: Sm4OperandRow): string {
  const { role, type, components, access, precisionOfDestination, usedBits, alternative } = operand;
  const marks = (operand.optional ? '?' : '') + (precisionOfDestination ? '*' : '');
  const isNamed = access === 'name' || access === 'declare';
  const details = [
    ...(isNamed ? [] : [type]),
    ...(components === 'mask' || (isNamed && components !== 'one') ? [] : [components]),
    ...(DEFAULT_ACCESS.has(access) ? [] : [access]),
    ...(usedBits === undefined ? [] : [`low ${usedBits} bits`]),
    ...(alternative === undefined ? [] : [`or ${alternative}`]),
  ];
  return role + marks + (details.length === 0 ? '' : ` (${details.join(' ')})`);
}

/** `destination f32, source f32 .xyz`; defaults are omitted. */
export function sm1OperandsText({ operands, oldOperands = [] }: Sm1OpcodeRow): string {
  return [
    sm1OperandList(operands),
    ...oldOperands.map((old) => `before ${sm1VersionText(old.below)}: ${sm1OperandList(old.operands)}`),
  ].join('; ');
}

function sm1OperandList(operands: readonly Sm1OperandRow[]): string {
  return operands.map(sm1OperandText).join(', ');
}

/** `source f32 .xyz`; defaults are omitted. */
function sm1OperandText({ role, type, components, access, rows }: Sm1OperandRow): string {
  const read = typeof components === 'number' ? `.${maskText(components)}` : components;
  const isDefault = components === 'mask' || components === 'none';
  const defaultAccess = role === 'destination' || role === 'loopCounter' ? 'write' : 'read';
  return [
    role,
    ...(role === type || role === 'label' || role === 'sampler' ? [] : [type]),
    ...(isDefault ? [] : [read]),
    ...(rows === undefined ? [] : [`x ${rows} registers`]),
    ...(access === defaultAccess ? [] : [access === 'readWrite' ? 'read and written' : access]),
  ].join(' ');
}

/** `1_1 to 3_0`; '' for none. */
export function sm1VersionsText(range: Sm1VersionRange | undefined): string {
  if (range === undefined) return '';
  return range.since === range.until
    ? sm1VersionText(range.since)
    : `${sm1VersionText(range.since)} to ${sm1VersionText(range.until)}`;
}

/** `2_x` for the low half of a version token. */
export function sm1VersionText(number: number): string {
  return sm1Profile(number).slice('vs_'.length);
}

/** One meaning of a name. */
export interface Term {
  readonly name: string;
  readonly kind: 'opcode' | 'register' | 'system value';
  /** Models and stages that have it. */
  readonly models: string;
  readonly meaning: string;
  /** Further facts, each with its title. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Semantics of registers that no signature has. */
const REGISTER_SEMANTICS: Readonly<Record<string, Sm4OperandTypeName>> = {
  SV_DispatchThreadID: 'inputThreadId',
  SV_DomainLocation: 'inputDomainPoint',
  SV_GroupID: 'inputThreadGroupId',
  SV_GroupIndex: 'inputThreadIdInGroupFlattened',
  SV_GroupThreadID: 'inputThreadIdInGroup',
  SV_GSInstanceID: 'inputGsInstanceId',
  SV_OutputControlPointID: 'outputControlPointId',
};

/** Registers that read a system value and cannot write it. */
const INPUT_REGISTERS: Partial<Record<Sm4OperandTypeName, SystemValueName>> = {
  inputCoverageMask: 'coverage',
  innerCoverage: 'innerCoverage',
};

const OPERAND_TYPES = Object.entries(SM4_OPERAND_TYPES) as [Sm4OperandTypeName, Sm4OperandTypeRow][];
const OPCODES = SM4_OPCODE_BY_CODE.filter((row): row is Sm4Opcode => row !== undefined);

/**
 * All meanings of `word`: a mnemonic with any suffixes (`mad_sat`, `sample_l_aoffimmi`), a register (`cb0`,
 * `vThreadID`, `oC0`) or a semantic (`SV_Target0`). Case does not matter.
 */
export function termsOf(word: string): Term[] {
  const name = word.toLowerCase();
  const register = name.replace(/[[\d].*$/, '');
  const semantic = name.replace(/\d+$/, '');
  return [...opcodesNamed(name), ...registersNamed(register), ...systemValuesNamed(semantic)];
}

/** The names that {@link termsOf} knows. */
export function termNames(): string[] {
  return [
    ...OPCODES.map(({ mnemonic }) => mnemonic),
    ...Object.values(SM1_OPCODES).map(({ mnemonic }) => mnemonic),
    ...SYSTEM_VALUES.map(({ semantic }) => semantic).filter((semantic) => semantic !== ''),
    ...Object.keys(REGISTER_SEMANTICS),
  ];
}

/** The opcodes whose mnemonic is the longest prefix of `word`; the rest are modifiers. */
function opcodesNamed(word: string): Term[] {
  for (let name = word; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('_')))) {
    const found = [
      ...OPCODES.filter(({ mnemonic }) => mnemonic.toLowerCase() === name).map(sm4Opcode),
      ...(Object.entries(SM1_OPCODES) as [Sm1Opcode, Sm1OpcodeRow][])
        .filter(([, { mnemonic, oldMnemonic }]) => mnemonic === name || oldMnemonic === name)
        .map(sm1Opcode),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

function sm4Opcode(row: Sm4Opcode): Term {
  const models = `${row.since} to ${row.until ?? '5.1'}`;
  // The mark of operands that run at the precision of the first one needs the page that explains it.
  const operands = sm4OperandsText(row).replaceAll('*', '');
  return {
    name: row.mnemonic,
    kind: 'opcode',
    models: `shader models ${models}${row.stages === undefined ? '' : `, ${row.stages.join(' ')}`}`,
    meaning: SM4_OPCODE_DOCS[row.mnemonic],
    facts: { opcode: String(row.code), ...(operands === '' ? {} : { operands }) },
  };
}

function sm1Opcode([name, row]: [Sm1Opcode, Sm1OpcodeRow]): Term {
  const operands = sm1OperandsText(row);
  const stages = [row.vs && `vs_${sm1VersionsText(row.vs)}`, row.ps && `ps_${sm1VersionsText(row.ps)}`];
  return {
    name: row.mnemonic,
    kind: 'opcode',
    models: stages.filter((one) => one !== undefined).join(', '),
    meaning: SM1_OPCODE_DOCS[name],
    facts: { opcode: String(row.code), ...(operands === '' ? {} : { operands }) },
  };
}

function registersNamed(word: string): Term[] {
  const modern = OPERAND_TYPES.filter(
    ([name, { prefix }]) => prefix.toLowerCase() === word && !name.startsWith('immediate3'),
  );
  const legacy = (Object.entries(SM1_REGISTERS) as [Sm1RegisterName, Sm1RegisterRow][]).filter(([, row]) =>
    [row.name, row.pixelName, row.name30, ...(row.named ?? [])].some((one) => one?.toLowerCase() === word),
  );
  return [
    ...modern.map(([name]) => sm4Register(name)),
    ...legacy.map(([name, row]): Term => {
      const names = [row.name, row.pixelName, row.name30, ...(row.named ?? [])];
      return {
        name: names.find((one) => one?.toLowerCase() === word) ?? row.name,
        kind: 'register',
        models: 'shader models 1 to 3',
        meaning: SM1_REGISTER_DOCS[name],
        facts: { 'register type': String(row.code) },
      };
    }),
  ];
}

function sm4Register(name: Sm4OperandTypeName): Term {
  const semantic = Object.entries(REGISTER_SEMANTICS).find(([, register]) => register === name)?.[0];
  const { code, prefix } = SM4_OPERAND_TYPES[name];
  return {
    name: prefix,
    kind: 'register',
    models: 'shader models 4.0 to 5.1',
    meaning: SM4_OPERAND_TYPE_DOCS[name],
    facts: { 'operand type': String(code), ...(semantic === undefined ? {} : { semantic }) },
  };
}

function systemValuesNamed(word: string): Term[] {
  const register = Object.entries(REGISTER_SEMANTICS).find(([semantic]) => semantic.toLowerCase() === word);
  if (register !== undefined) return [sm4Register(register[1])];
  return SYSTEM_VALUES.filter(({ semantic }) => semantic !== '' && semantic.toLowerCase() === word).map((row): Term => {
    const { generated, inputs, outputs }: SystemValueRow = row;
    const operands = [
      ...('operand' in row ? [row.operand as Sm4OperandTypeName] : []),
      ...OPERAND_TYPES.flatMap(([name]) => (INPUT_REGISTERS[name] === row.name ? [name] : [])),
    ];
    return {
      name: row.semantic,
      kind: 'system value',
      models: 'shader models 4.0 to 5.1',
      meaning: row.name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      facts: {
        ...(inputs.length === 0
          ? {}
          : { 'input of': `${inputs.join(' ')}${generated ? ', made by the hardware' : ''}` }),
        ...(outputs.length === 0 ? {} : { 'output of': outputs.join(' ') }),
        ...(operands.length === 0
          ? {}
          : { register: operands.map((name) => SM4_OPERAND_TYPES[name].prefix).join(', ') }),
        ...(row.declared.length === 0 ? {} : { 'in declarations': row.declared.join(', ') }),
        'number in signatures (D3D_NAME)': String(row.code),
        reflection: row.name,
      },
    };
  });
}

const EXAMPLES = `
Examples:
  dxlens explain DX3472                          one code
  dxlens explain X5546 X5703                     several
  dxlens explain mad SV_Coverage vThreadID       an opcode, a system value and a register
  dxlens explain                                 every code with its text

docs/diagnostics.md has the same for all codes.

Exit status: 0 success; 1 there is no such name; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineExplain(command: Command): void {
  takeJson(command, 'code')
    .description(
      'Prints what each NAME means: an opcode, a register, a system value, or the code of a diagnostic, for which it also prints ' +
        'how to fix it, and an example. Codes that begin with X are those of ' +
        "Microsoft's assembler and validator; DX codes are those of dxlens. {name} in a text is a value that a diagnostic contains.",
    )
    .argument(
      '[name...]',
      'codes (X5546), opcodes (mad), registers (cb0), system values (SV_Position); none: all codes',
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(codes: string[], { json, pretty }: JsonFlags): Promise<void> {
  // The package has the explanations once: the built program imports those of the library.
  const { CODE_EXPLANATIONS, explainCode } = await import('../../../base/explain-code.ts');
  for (const [index, word] of (codes.length === 0 ? [...CODE_EXPLANATIONS.keys()] : codes).entries()) {
    const code = word.toUpperCase();
    const explanation = explainCode(code);
    if (explanation === undefined) {
      const terms = CODE.test(word) ? [] : termsOf(word);
      if (terms.length === 0) reportUnknown(word, CODE_EXPLANATIONS.keys());
      for (const [i, term] of terms.entries())
        if (json) await writeOut(`${JSON.stringify(term, undefined, pretty ? 2 : undefined)}\n`);
        else await writeOut((index + i > 0 ? '\n' : '') + termText(term));
    } else if (json) await writeOut(`${JSON.stringify({ code, ...explanation }, undefined, pretty ? 2 : undefined)}\n`);
    else if (codes.length === 0) await writeOut(`${code.padEnd(CODE_WIDTH)}${explanation.text}\n`);
    else await writeOut((index > 0 ? '\n' : '') + explanationText(code, explanation));
  }
}

/** A code, whether it exists or not. */
const CODE = /^DX\d+$|^X\d{4}$/i;

const CODE_WIDTH = 8;

function reportUnknown(word: string, known: Iterable<string>): void {
  const isCode = CODE.test(word);
  const nearest = nearestName(isCode ? word.toUpperCase() : word, isCode ? known : termNames());
  writeError(
    `dxlens: there is no ${isCode ? 'code' : 'code, opcode, register or system value'} '${visible(word)}'${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
  raiseStatus(BAD_INPUT);
}

function explanationText(
  code: string,
  { severity, text, hint, models, rules, runtime, example }: CodeExplanation,
): string {
  const about = models === undefined ? severity : `${severity}, ${models}`;
  const lines = [`${code} (${about})`, ...wrapped(text), ...(hint === undefined ? [] : ['', ...wrapped(hint)])];
  if (rules !== undefined) lines.push('', ...wrapped(`Rules of the format documents: ${rules.join(', ')}.`));
  if (runtime !== undefined) lines.push('', ...wrapped(`The debug layers of Direct3D call it ${runtime.join(', ')}.`));
  if (example !== undefined) lines.push('', 'Example:', ...example.map((line) => (line === '' ? '' : INDENT + line)));
  return `${lines.join('\n')}\n`;
}

function termText({ name, kind, models, meaning, facts }: Term): string {
  const lines = Object.entries(facts).flatMap(([title, text]) => wrapped(`${title}: ${text}`));
  return [`${name} (${kind}, ${models})`, ...wrapped(meaning), ...lines, ''].join('\n');
}

const INDENT = '  ';
/** Columns of a line of text. */
const WIDTH = 80;

/** The words of `text` in indented lines. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of text.split(' ')) {
    if (line !== INDENT && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = INDENT;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
