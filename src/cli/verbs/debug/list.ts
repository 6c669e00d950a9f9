/** `dxlens debug list`: the debug information of a shader as text or JSON.  */

import type { Diagnostics } from '../../../base/diagnostics.ts';
import type {
  DebugFile,
  DebugFunction,
  DebugInformation,
  DebugInstruction,
  DebugLocation,
  DebugRange,
  DebugValue,
  DebugVariable,
} from '../../../debug/model.ts';
import { PathScrubber, type PersonalPathKind } from '../../../debug/personal-paths.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import { scrubbed } from '../../../debug/scrub.ts';
import { type Format, isEffect } from '../../../file/detect-format.ts';
import { readShaderFile, reportNoPrograms } from '../../../file/shader-file.ts';
import { type ChosenShader, jsonText } from '../../inputs/effect-shaders.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import { isInOne } from './chosen.ts';

// The debug information of a program as text for people.

const CHUNKS = { dbug: 'DBUG', sdbg: 'SDBG', spdb: 'SPDB' } as const;
const ADDRESS_DIGITS = 4;

/** All of it, indented by sections. */
function informationText(information: DebugInformation): string {
  const { format, offset, size, files, functions, instructions, variables } = information;
  const { compiler, profile, entryPoint, flags } = information;
  const of = information.shader === undefined ? '' : ` of ${fileText(information.shader)}`;
  let text = `${CHUNKS[format]}${of} at ${offset}, ${size} bytes\n`;
  for (const [name, value] of Object.entries({ compiler, profile, 'entry point': entryPoint }))
    if (value !== null) text += `  ${name}: ${fileText(value)}\n`;
  if (flags !== null) text += `  flags: 0x${flags.toString(16)}\n`;
  text += section(
    'arguments',
    information.arguments.map(({ name, value }) => `${fileText(name)}: ${fileText(value)}`),
  );
  text += section('files', files.map(fileLine));
  text += section(
    'functions',
    functions.map((one) => functionLine(one, information)),
  );
  text += section(
    'variables',
    variables.flatMap((one) => variableLines(one, functions)),
  );
  return text + section('lines', lineRanges(instructions, information));
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `  ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

function fileLine({ name, source }: DebugFile): string {
  return `${fileText(name)}${source === null ? '' : `, ${source.length} bytes embedded`}`;
}

/** `helper float4(float4), shader.hlsl(5), inlined into main at shader.hlsl(11,40), 0x00d8-0x010c` */
function functionLine(
  { name, type, location, inlinedInto, callSite, ranges }: DebugFunction,
  { files, functions }: DebugInformation,
): string {
  const parts = [`${fileText(name)}${type === null ? '' : ` ${fileText(type)}`}`];
  if (location !== null) parts.push(locationText(location, files));
  if (inlinedInto !== null) {
    const call = callSite === null ? '' : ` at ${locationText(callSite, files)}`;
    parts.push(`inlined into ${fileText(functions[inlinedInto]!.name)}${call}`);
  }
  if (ranges.length > 0) parts.push(ranges.map(rangeText).join(' '));
  return parts.join(', ');
}

/** The variable, then where its parts are: those in one register during the same ranges on one line. */
function variableLines(
  { name, type, function: owner, parameter, values }: DebugVariable,
  functions: readonly DebugFunction[],
): string[] {
  const of = owner === null ? '' : `, ${parameter ? 'parameter of' : 'in'} ${fileText(functions[owner]!.name)}`;
  const lines = [`${fileText(name)}${type === null ? '' : ` ${fileText(type)}`}${of}`];
  for (let i = 0; i < values.length; ) {
    const first = values[i]!;
    let end = i + 1;
    while (end < values.length && isAdjacent(first, values[end]!)) end++;
    const group = values.slice(i, end);
    const register =
      first.register + (first.component === null ? '' : `.${group.map(({ component }) => component).join('')}`);
    lines.push(`  ${partText(group)} ${register}, ${first.ranges.map(rangeText).join(' ')}`);
    i = end;
  }
  return lines;
}

/** Whether two values are components of one register during the same ranges. */
function isAdjacent(one: DebugValue, next: DebugValue): boolean {
  return (
    one.component !== null &&
    next.component !== null &&
    one.register === next.register &&
    pathOf(one.part) === pathOf(next.part) &&
    one.ranges.length === next.ranges.length &&
    one.ranges.every(({ start, end }, i) => start === next.ranges[i]!.start && end === next.ranges[i]!.end)
  );
}

/** A part without its component. */
function pathOf(part: string): string {
  return part.replace(/\.[xyzw]$/, '');
}

/** `.xyz` of `.x`, `.y` and `.z`; other parts one after the other. */
function partText(group: readonly DebugValue[]): string {
  const letters = group.map(({ part }) => /\.([xyzw])$/.exec(part)?.[1]);
  if (letters.every((letter) => letter !== undefined)) return `${fileText(pathOf(group[0]!.part))}.${letters.join('')}`;
  return group.map(({ part }) => (part === '' ? '(all)' : fileText(part))).join(' ');
}

/** `0x0058-0x0084 shader.hlsl(10,3)`: instructions in a row that come from the same line are one. */
function lineRanges(instructions: readonly DebugInstruction[], { files }: DebugInformation): string[] {
  const lines: string[] = [];
  let last: string | undefined;
  for (const { offset, location } of instructions) {
    const at = location === null ? 'no line' : locationText(location, files);
    if (at !== last) lines.push(`${hexOffset(offset)}  ${at}`);
    last = at;
  }
  return lines;
}

function locationText({ file, line, column }: DebugLocation, files: readonly DebugFile[]): string {
  const name = file === null ? '?' : fileText(files[file]!.name);
  return `${name}(${line}${column === null ? '' : `,${column}`})`;
}

function rangeText({ start, end }: DebugRange): string {
  return end === null ? `from ${hexOffset(start)}` : `${hexOffset(start)}-${hexOffset(end)}`;
}

function hexOffset(offset: number): string {
  return `0x${offset.toString(16).padStart(ADDRESS_DIGITS, '0')}`;
}

interface ListStyle {
  readonly json: boolean;
  readonly pretty: boolean;
  /** Whether the text begins with a line that names the input. */
  readonly headings: boolean;
}

/** Formats that are read even though they have no program of their own. */
const WITHOUT_PROGRAM: ReadonlySet<Format> = new Set<Format>(['library', 'root-signature', 'dxil']);

/** Instructions as other answers number them. */
function programJson({ instructions, ...others }: DebugInformation): object {
  return { ...others, instructions: instructions.map((one) => ({ instruction: one.index + 1, ...one })) };
}

/** The list for one shader or some of an effect, or undefined, after a report, if it cannot be read. */
export function debugList(
  file: string,
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  { json, pretty, headings }: ListStyle,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const opened = readShaderFile(bytes, diagnostics);
  const inEffect = isEffect(opened.format);
  if (opened.programs.length === 0 && !inEffect && !WITHOUT_PROGRAM.has(opened.format)) {
    reportNoPrograms(opened, 'list the debug information', 'a program', diagnostics);
    return undefined;
  }
  const { programs: all, debugName } = debugInformationOf(opened, diagnostics);
  const programs = inEffect ? all.filter(({ offset }) => isInOne(shaders, offset)) : all;
  const { format, profile } = opened;
  if (json) {
    const document = { file, format, profile, debugName, programs: programs.map(programJson) };
    return Buffer.from(jsonText(document, pretty));
  }
  const parts = programs.map(informationText);
  if (debugName !== null) parts.push(`debug file: ${fileText(debugName)}\n`);
  if (parts.length === 0) parts.push('no debug information\n');
  return Buffer.from(`${headings ? `${oneLine(file)}\n` : ''}${parts.join('\n')}`);
}

// `dxlens debug paths`: the personal paths in the debug information of a shader as text or JSON.

const KINDS: Readonly<Record<PersonalPathKind, string>> = {
  home: 'directory of a user',
  share: 'directory of a machine',
  absolute: 'absolute path',
};

/** The list for one shader or some of an effect, or undefined, after a report, if it cannot be read. */
export function pathList(
  file: string,
  shaders: readonly ChosenShader[],
  { json, pretty, headings }: ListStyle,
  diagnosticsOf: (shader: ChosenShader) => Diagnostics,
): Uint8Array | undefined {
  const scrubber = new PathScrubber();
  for (const shader of shaders)
    if (scrubbed(shader.bytes, diagnosticsOf(shader), scrubber).bytes === undefined) return undefined;
  const paths = [...scrubber.found.values()];
  if (json) return Buffer.from(`${JSON.stringify({ file, paths }, undefined, pretty ? 2 : undefined)}\n`);
  let text = headings ? `${oneLine(file)}\n` : '';
  for (const { path, kind } of paths) text += `${KINDS[kind]}: ${fileText(path)}\n`;
  if (paths.length === 0) text += 'no personal paths\n';
  return Buffer.from(text);
}
