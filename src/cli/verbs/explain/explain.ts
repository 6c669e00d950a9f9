/** `dxlens explain`: prints what codes of diagnostics, opcodes, registers and system values mean. */

import type { Command } from 'commander';
import type { CodeExplanation } from '../../../base/explain-code.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import { type JsonFlags, takeJson } from '../../options.ts';
import { BAD_INPUT, raiseStatus } from '../../process.ts';
import { writeError, writeOut } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';
import { type Term, termNames, termsOf } from './terms.ts';

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
