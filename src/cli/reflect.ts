/** `dxlens reflect`: constants, samplers, inputs and outputs of compiled shaders, for people or as JSON. */
import { type Command, Option } from 'commander';
import { Diagnostics } from '../base/diagnostics.ts';
import { type FoundProgram, type FoundPrograms, findPrograms, reportNoPrograms } from '../container/programs.ts';
import { reflectPrograms } from '../reflect/index.ts';
import type { Sm1ConstantDesc, Sm1Reflection, Sm1SemanticDesc, Sm1TypeDesc } from '../reflect/sm1.ts';
import { planOutputs } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { report } from './report.ts';

interface Flags {
  readonly json?: true;
  readonly output?: string;
  readonly quiet?: true;
}

const SUFFIX = '.txt';
const JSON_SUFFIX = '.json';
const NO_SM4 = 'reflection of shader models 4-5.1';

const EXAMPLES = `
Examples:
  dxlens reflect shader.cso                      constants, samplers, inputs, outputs, counts
  dxlens reflect --json *.cso                    one JSON document a line

Exit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineReflect(command: Command): void {
  command
    .description(
      'Tells what a program that uses each FILE has to know: its constants with their registers, types and defaults, its ' +
        'samplers, inputs and outputs, and counts. FILE is a token stream of shader model 1-3, a container with programs ' +
        'of feature level 9, or C source with either as an array of numbers.',
    )
    .argument('<file...>', 'compiled shaders; - is standard input')
    .option('--json', 'one JSON document; with several files one line each')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.txt or FILE.json')
    .option('-q, --quiet', 'report errors only, no warnings')
    .addOption(
      new Option('--color <when>', 'colours for terminals').choices(['auto', 'always', 'never']).default('auto'),
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const json = flags.json ?? false;
  const quiet = flags.quiet ?? false;
  const jobs = planOutputs(inputs, flags.output, json ? JSON_SUFFIX : SUFFIX);
  const lone = jobs.length === 1;
  await forEachInput(
    jobs,
    ({ input }) => input,
    async (job) => {
      const bytes = await readInput(job.input);
      if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
      const diagnostics = new Diagnostics();
      const found = findPrograms(bytes, diagnostics);
      const reflections = reflectPrograms(found.programs, diagnostics);
      if (reflections.length === 0) reportNoPrograms(found, 'reflect', NO_SM4, diagnostics);
      const failed = report(job.input, diagnostics.list, quiet);
      if (reflections.length === 0) return !failed;
      const document = documentOf(job.input, found, reflections);
      const text = json
        ? `${lone ? JSON.stringify(document, undefined, 2) : JSON.stringify(document)}\n`
        : (lone ? '' : `${job.input}\n`) +
          reflections.map((one, i) => chunkHeading(found.programs[i]!) + textOf(one)).join('\n');
      // Names in a listing are the bytes of the file; JSON is UTF-8.
      return (await deliver(job, Buffer.from(text, json ? 'utf8' : 'latin1'))) && !failed;
    },
  );
}

/** What `--json` prints: of a stream its reflection, of a container those of the programs of feature level 9 in it. */
function documentOf(file: string, { kind, programs }: FoundPrograms, reflections: readonly Sm1Reflection[]): object {
  if (kind.kind === 'sm1') return { file, ...reflections[0] };
  const level9 = reflections.map((one, i) => ({ chunk: programs[i]!.chunk, ...one }));
  return { file, kind: kind.kind, profile: kind.profile ?? null, level9 };
}

/** Names the chunk of a container that a program comes from. */
function chunkHeading({ chunk }: FoundProgram): string {
  return chunk === undefined ? '' : `chunk ${chunk}\n`;
}

function textOf(one: Sm1Reflection): string {
  const { profile, creator, target, instructionCount, slots, tempCount, bytes } = one;
  const { constants, samplers, inputs, outputs, definitions } = one;
  const asked = target === null || target === profile ? '' : `, compiled for ${target}`;
  const texture = slots.texture === 0 ? '' : ` (${slots.texture} texture, ${slots.arithmetic} arithmetic)`;
  let text = `${profile}${asked}${creator === null ? '' : `, made by ${creator}`}\n`;
  text += `${plural(instructionCount, 'instruction')}, ${plural(slots.total, 'slot')}${texture}, `;
  text += `${plural(tempCount, 'temporary', 'temporaries')}, ${plural(bytes, 'byte')}\n`;
  const traits = traitsOf(one);
  if (traits.length > 0) text += `${traits.join(', ')}\n`;
  text += section(
    'constants',
    constants.flatMap((constant) => constantRows(constant)),
  );
  text += section(
    'constants of the preshader',
    (one.preshader?.constants ?? []).flatMap((constant) => constantRows(constant)),
  );
  text += section(
    'samplers',
    samplers.map(({ register, dimension, name }) => [register, dimension ?? '', name ?? '']),
  );
  text += section('inputs', inputs.map(semanticRow));
  text += section('outputs', outputs.map(semanticRow));
  text += section(
    'definitions',
    definitions.map(({ register, values }) => [register, values.join(', ')]),
  );
  return text;
}

function traitsOf({ flow, ...one }: Sm1Reflection): string[] {
  const traits: string[] = [];
  if (flow.nesting > 0) {
    traits.push(`${flow.dynamic ? 'dynamic' : 'static'} flow: ${plural(flow.branches, 'branch', 'branches')}`);
    traits.push(plural(flow.loops, 'loop'), plural(flow.calls, 'call'));
  }
  if (flow.predicated) traits.push('predicates');
  if (one.usesDerivatives) traits.push('derivatives');
  if (one.usesKill) traits.push('kills pixels');
  if (one.usesRelativeAddressing) traits.push('relative addressing');
  if (one.preshader !== null) traits.push('preshader');
  if (one.hasDebugInformation) traits.push('debug information');
  return traits;
}

/** A constant and, below it, the members of a structure and the default. */
function constantRows(constant: Sm1ConstantDesc): string[][] {
  const { register, registerCount, name, defaultValue } = constant;
  const rows = [[register, plural(registerCount, 'register'), `${constant.typeName} ${name}${elements(constant)}`]];
  rows.push(...memberRows(constant.structMembers, '  '));
  if (defaultValue !== null) rows.push(['', '', `  = ${defaultValue.join(', ')}`]);
  return rows;
}

function memberRows(members: readonly Sm1TypeDesc[], indent: string): string[][] {
  return members.flatMap((member) => [
    ['', '', `${indent}${member.typeName} ${member.name ?? ''}${elements(member)}`],
    ...memberRows(member.structMembers, `${indent}  `),
  ]);
}

function elements({ elements }: Sm1TypeDesc): string {
  return elements > 1 ? `[${elements}]` : '';
}

function semanticRow({ register, usage, usageIndex, mask }: Sm1SemanticDesc): string[] {
  return [register, mask === 'xyzw' ? '' : `.${mask}`, usage === null ? '' : `${usage}${usageIndex}`];
}

/** A heading and rows in columns; nothing where there are no rows. */
function section(heading: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  const lines = rows.map((row) =>
    `  ${row.flatMap((cell, column) => (widths[column] === 0 ? [] : [cell.padEnd(widths[column]!)])).join('  ')}`.trimEnd(),
  );
  return `\n${heading}\n${lines.join('\n')}\n`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
