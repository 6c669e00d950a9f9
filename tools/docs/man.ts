/**
 * The man page, from the definitions of the verbs.
 *
 * It is written here and not by a library: those that make man pages from Markdown (marked-man, tried) know no tagged
 * paragraphs, which is how man pages list options.
 */
import type { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';
import { ALL_VERBS, programFor } from '../../src/cli/program.ts';

/** @param version of the package */
export async function manPage(version: string): Promise<string> {
  const program = await programFor(ALL_VERBS);
  const commands = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  const lines = [
    `.\\" Made by: npm run docs`,
    `.TH DXLENS 1 "" "dxlens ${version}" "dxlens"`,
    '.SH NAME',
    `dxlens \\- ${escaped('the Direct3D shader bytecode toolchain')}`,
    '.SH SYNOPSIS',
    ...commands.map((command) => `.B ${escaped(namesOf(command))}\n${escaped(usageOf(command))}\n.br`),
    '.SH DESCRIPTION',
    escaped(program.description()),
    '.SH OPTIONS',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...commands.flatMap(sectionOf),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(([status, meaning]) => tagged(status, meaning)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => tagged(name, meaning)),
  ];
  return `${lines.join('\n')}\n`;
}

const EXIT_STATUS: readonly (readonly [string, string])[] = [
  ['0', 'success'],
  ['1', 'something in an input is wrong, or an output cannot be written'],
  ['2', 'the command line is wrong; nothing was done'],
  ['70', 'an internal error of dxlens'],
];

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['NO_COLOR', 'If it is set and not empty, --color auto is --color never.'],
  ['FORCE_COLOR', 'If it is set and neither 0 nor false, --color auto is --color always, unless NO_COLOR is set.'],
];

/** The words of a command, such as `dxlens container get`. */
function namesOf(command: Command): string {
  return command.parent === null ? command.name() : `${namesOf(command.parent)} ${command.name()}`;
}

/** The usage without the names of aliases. */
function usageOf(command: Command): string {
  return command.usage().replace(/^(\[options\]) ?(\[command\] ?)?/, '$1 ');
}

function sectionOf(command: Command): string[] {
  const aliases = command.aliases().length > 0 ? ['.PP', escaped(`Also: ${command.aliases().join(', ')}.`)] : [];
  return [
    `.SS "${escaped(`${namesOf(command)} ${usageOf(command)}`)}"`,
    escaped(command.description()),
    ...aliases,
    ...command.registeredArguments.flatMap((argument: Argument) => tagged(argument.name(), argument.description)),
    ...optionsOf(command),
    ...textAfter(command),
  ];
}

function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  const text = (option: Option) => tagged(option.flags, help.optionDescription(option));
  return help.visibleOptions(command).flatMap(text);
}

function tagged(tag: string, text: string): string[] {
  return ['.TP', `.B ${escaped(tag)}`, escaped(text)];
}

/** The text after the help of a command: indented lines stay as they are, others are paragraphs. */
function textAfter(command: Command): string[] {
  let text = '';
  // Commander's types leave out that its classes are emitters.
  (command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (part: string) => (text += part),
  });
  return text
    .trim()
    .split(/\n\n+/)
    .filter((paragraph) => !paragraph.startsWith('Exit status: 0 success'))
    .flatMap((paragraph) => ['.PP', ...paragraphLines(paragraph.split('\n'))]);
}

function paragraphLines(lines: readonly string[]): string[] {
  let indented = false;
  const result: string[] = [];
  for (const line of [...lines, '']) {
    if (line.startsWith('  ') !== indented) {
      indented = !indented;
      result.push(...(indented ? ['.RS 2', '.nf'] : ['.fi', '.RE']));
    }
    if (line !== '') result.push(escaped(indented ? line.slice(2) : line));
  }
  return result;
}

/** Characters that mean something in roff, or that it prints as another character. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

function escaped(text: string): string {
  return text.replaceAll(/[\\\-'"`^~]/g, (character) => ESCAPES[character]!).replaceAll(/^\./gm, '\\&.');
}
