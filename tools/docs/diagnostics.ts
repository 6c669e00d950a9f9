/**
 * The list of diagnostics: our own and the assembler's from the table of messages, the validator's from the rows of its
 * rules, each with a recorded example.
 */

import type { CodeExplanation } from '../../src/base/explain-code.ts';
import type { Message } from '../../src/base/messages.ts';
import { ALL_MESSAGES } from '../../src/cli/all-messages.ts';
import { type CompileExample, readCompileExamples } from './compile-examples.ts';
import { type Example, readExamples } from './examples.ts';
import { code, GENERATED, table } from './markdown.ts';
import { type DxlensRuleRow, MODEL_VERSIONS, type RuleEntry, readDxlensRules, readRules } from './rules.ts';
import { readSm4Examples, type Sm4Example, sm4ExampleText } from './sm4-examples.ts';

const INDEX = `# Diagnostics

Everything that dxlens can report about an input. Codes are stable; messages are not. An error makes \`dxlens\` end with status 1;
warnings and notes do not. \`dxlens explain CODE\` prints the entry of a code.

| codes | page |
| --- | --- |
| X1000 to X2999 | [the assembler](diagnostics/assembler.md): the preprocessor and the parser of \`dxlens asm\`. Codes and locations are those of \`D3DAssemble\` |
| X3000 to X4999, X8000 | [the compiler](diagnostics/compiler.md) of HLSL. Codes and locations are those of Microsoft's compiler |
| X5000 to X6999 | [the validator of models 1 to 3](diagnostics/models-1-3.md), which \`dxlens validate\` and \`dxlens asm\` run. Codes and instructions are those of the Direct3D 9 runtime's validator |
| DX3300 to DX3899 | [the validator of models 4 to 5.1](diagnostics/models-4-5.md). Microsoft's validator has no codes: these belong to dxlens. The diagnostics, their order, and the numbers of instructions and operands are Microsoft's |
| DX4100 to DX4299 | [pipelines](diagnostics/pipelines.md): whether the shaders of a pipeline are compatible with each other and with a root signature |
| all other DX codes | [files and jobs](diagnostics/files.md): what dxlens reports about files, listings, translations and runs |

\`{name}\` is a value that the message contains. Microsoft's assembler or validator (d3dcompiler_47.dll 10.0.22621) validated every example;
a test runs it through dxlens. An example is in hexadecimal DWORDs if no text raises the code.
`;

/** The meanings of flags of the validator. */
const FLAGS: Readonly<Record<number, string>> = {
  1: 'validated like the compiler does',
  2: 'validated as a program of feature level 9',
  3: 'validated like the compiler does for a program of feature level 9',
};

/** DWORDs of an example in one line. */
const WORDS_IN_LINE = 8;
/** Lines of an example that are shown; some codes take a program of many instructions. */
const MAX_LINES = 14;

/** The pages by their path below docs/: an index, and a page for each area. */
export async function diagnosticsPages(): Promise<[string, string][]> {
  const examples = new Map(readExamples().map((example) => [example.code, example]));
  const rules = await readRules();
  const dxlensRules = await readDxlensRules();
  const containers = new Map(readSm4Examples().map((example) => [example.code, example]));
  const isOfLinks = ({ code }: DxlensRuleRow) => code >= FIRST_LINK_CODE;
  const areas: [string, string][] = [
    ['files', section()],
    ['assembler', assembler(examples)],
    ['compiler', compiler()],
    ['models-1-3', validator(rules, examples)],
    [
      'models-4-5',
      validatorSection(
        'The validator of shader models 4 to 5.1',
        dxlensRules.filter((row) => !isOfLinks(row)),
        containers,
      ),
    ],
    ['pipelines', validatorSection('Pipelines', dxlensRules.filter(isOfLinks), containers)],
  ];
  return [
    ['diagnostics.md', GENERATED + INDEX],
    ...areas.map(([name, text]): [string, string] => [`diagnostics/${name}.md`, GENERATED + text]),
  ];
}

/** Codes from here on are about several shaders. */
const FIRST_LINK_CODE = 'DX4100';

function validatorSection(
  title: string,
  rules: readonly DxlensRuleRow[],
  examples: ReadonlyMap<string, Sm4Example>,
): string {
  let page = `# ${title}\n\n`;
  page += table(
    ['code', 'severity', 'meaning'],
    rules.map(({ code: name, severity = 'error', text }) => [`[${name}](#${name.toLowerCase()})`, severity, text]),
  );
  for (const { code: name, text, hint, specRules, aborts, runtime } of rules) {
    page += `## <a id="${name.toLowerCase()}"></a>${name}\n\n${text} ${hint}`;
    if (specRules !== undefined) page += ` ${specRulesText(specRules)}`;
    if (aborts) page += ' The validation ends after it.';
    if (runtime !== undefined) page += ` The debug layers call it ${runtime.map(code).join(', ')}.`;
    const example = examples.get(name);
    page += `\n\n${example === undefined ? '' : `\`\`\`asm\n${sm4ExampleText(example).join('\n')}\n\`\`\`\n\n`}`;
  }
  return page;
}

/** The data of `dxlens explain`: every code with its meaning, in the order of the codes. */
export async function explanationsFile(): Promise<string> {
  const examples = new Map(readExamples().map((example) => [example.code, example]));
  const containers = new Map(readSm4Examples().map((example) => [example.code, example]));
  const compiled = compileExamples();
  const explanations = new Map<string, CodeExplanation>();
  for (const [name, { severity, text, hint }] of ALL_MESSAGES) {
    const source = isOfCompiler(name) ? compiled.get(name) : undefined;
    const example = source === undefined ? linesOf(examples.get(name)) : compileLines(source);
    explanations.set(name, { severity, text: sentence(text), hint: hint && sentence(hint), example });
  }
  for (const { row, codes } of await readRules())
    for (const [name, models] of codes)
      explanations.set(name, {
        severity: row.severity === 'warning' ? 'warning' : 'error',
        text: row.text,
        hint: row.hint,
        models: models.map((model) => MODEL_VERSIONS[model]).join(', '),
        rules: row.specRules,
        example: linesOf(examples.get(name)),
      });
  for (const { code: name, severity = 'error', text, hint, specRules, runtime } of await readDxlensRules()) {
    const example = containers.get(name);
    explanations.set(name, {
      severity,
      text,
      hint,
      models: name >= FIRST_LINK_CODE ? 'pipelines' : '4_0 to 5_1',
      rules: specRules,
      runtime,
      example: example === undefined ? undefined : sm4ExampleText(example),
    });
  }
  const sorted = [...explanations].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${sorted.map(([name, explanation]) => `${JSON.stringify(name)}: ${JSON.stringify(explanation)}`).join(',\n')}\n}\n`;
}

function linesOf(example: Example | undefined): string[] | undefined {
  const lines = example === undefined ? [] : exampleText(example).trimEnd().split('\n');
  // Some codes are for sources with nothing in them.
  return lines.length > 1 ? lines : undefined;
}

function specRulesText(specRules: readonly string[]): string {
  const rules = specRules.map(
    (rule) => `[${rule}](${rule.startsWith('SM51') ? '../tokens-sm4.md' : '../tokens-sm1.md'})`,
  );
  return `Rule${rules.length === 1 ? '' : 's'} ${rules.join(', ')} of the format documents.`;
}

function messages(prefix: 'DX' | 'X'): [string, Message][] {
  return [...ALL_MESSAGES].filter(([name]) => name.startsWith(prefix));
}

function section(): string {
  const rows = messages('DX').map(([name, { severity, text }]) => [code(name), severity, text]);
  return `# Files and jobs\n\n${table(['code', 'severity', 'text'], rows)}`;
}

/** The codes of Microsoft's compiler, apart from those that the assembler has as well. */
function isOfCompiler(name: string): boolean {
  return /^X[348]/.test(name);
}

/** The shortest source of each code, in which it is the first error, or a warning; libraries only without another. */
function compileExamples(): ReadonlyMap<string, CompileExample> {
  const best = new Map<string, CompileExample>();
  const cost = ({ profile, source }: CompileExample) => source.length + (profile.startsWith('lib_') ? 1e6 : 0);
  for (const example of readCompileExamples()) {
    const { errors, warnings } = example;
    const codes = errors.length > 0 ? [errors[0]![0]] : warnings.map(([name]) => name);
    for (const name of codes) {
      const known = best.get(name);
      if (known === undefined || cost(example) < cost(known)) best.set(name, example);
    }
  }
  return best;
}

function compileLines({ profile, source }: CompileExample): string[] {
  return [`// ${profile}`, ...source.trimEnd().split('\n')];
}

function compiler(): string {
  let page = `# The compiler\n\nFor each code a source that gets it. Errors of the preprocessor are those of [the assembler](assembler.md).\n\n`;
  const examples = compileExamples();
  for (const [name, { severity, text, hint }] of messages('X')) {
    if (!isOfCompiler(name)) continue;
    const example = examples.get(name);
    page += `## ${name}\n\n${sentence(text)} ${severity === 'error' ? '' : `A ${severity}. `}`.trimEnd();
    page += `${hint === undefined ? '' : ` ${sentence(hint)}`}\n\n`;
    if (example !== undefined) page += `\`\`\`hlsl\n${compileLines(example).join('\n')}\n\`\`\`\n\n`;
  }
  return page;
}

function assembler(examples: ReadonlyMap<string, Example>): string {
  let page = '# The assembler\n\n';
  for (const [name, { severity, text, hint }] of messages('X').filter(([name]) => !isOfCompiler(name))) {
    page +=
      `## ${name}\n\n${sentence(text)} ${severity === 'error' ? '' : `A ${severity}. `}${hint === undefined ? '' : sentence(hint)}`.trimEnd();
    page += `\n\n${block([name], examples)}`;
  }
  return page;
}

function validator(rules: readonly RuleEntry[], examples: ReadonlyMap<string, Example>): string {
  const anchors = anchorsOf(rules);
  const rows = rules.flatMap(({ row, codes }, i) =>
    codes.map(([name, models]) => {
      const versions = models.map((model) => MODEL_VERSIONS[model]).join(', ');
      return [name, versions, severityOf(row.severity), row.text, anchors[i]] as const;
    }),
  );
  rows.sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  let page = `# The validator of shader models 1 to 3\n\n`;
  page += table(
    ['code', 'models', 'severity', 'meaning'],
    rows.map(([name, versions, severity, text, anchor]) => [`[${name}](#${anchor})`, versions, severity, text]),
  );
  for (const [i, { row, codes }] of rules.entries()) {
    const { text, hint, specRules, aborts } = row;
    page += `## <a id="${anchors[i]}"></a>${codes.map(([name]) => name).join(', ')}\n\n${text} ${hint}`;
    if (specRules !== undefined) page += ` ${specRulesText(specRules)}`;
    if (aborts) page += ' The validation ends after it.';
    page += `\n\n${block(
      codes.map(([name]) => name),
      examples,
    )}`;
  }
  return page;
}

/** The anchor of each rule: the first of its codes that is not the anchor of a rule before it. */
function anchorsOf(rules: readonly RuleEntry[]): string[] {
  const anchors: string[] = [];
  for (const { codes } of rules) {
    const names = codes.map(([name]) => name.toLowerCase());
    anchors.push(names.find((name) => !anchors.includes(name))!);
  }
  return anchors;
}

function severityOf(severity: RuleEntry['row']['severity'] = 'instruction'): string {
  return { instruction: 'error', shader: 'error of the shader', warning: 'warning', misuse: 'error of the stream' }[
    severity
  ];
}

/** The examples of these codes in one block, each under its code. */
function block(codes: readonly string[], examples: ReadonlyMap<string, Example>): string {
  const found = codes.flatMap((name) => examples.get(name) ?? []);
  if (found.length === 0) return '';
  return `\`\`\`asm\n${found.map(exampleText).join('\n')}\`\`\`\n\n`;
}

function exampleText({ code, text, words, flags }: Example): string {
  const lines = text?.trimEnd().split('\n') ?? wordLines(words!);
  const check = flags === undefined ? '' : `, ${FLAGS[flags]}`;
  const shown =
    lines.length > MAX_LINES + 1
      ? [...lines.slice(0, MAX_LINES), `; ... ${lines.length - MAX_LINES} more lines`]
      : lines;
  return `; ${code}${text === undefined ? ', a stream' : ''}${check}\n${shown.map((line) => `${line}\n`).join('')}`;
}

function wordLines(words: string): string[] {
  const list = words.split(' ').map((word) => `0x${word}`);
  const lines: string[] = [];
  for (let at = 0; at < list.length; at += WORDS_IN_LINE) lines.push(list.slice(at, at + WORDS_IN_LINE).join(' '));
  return lines;
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
