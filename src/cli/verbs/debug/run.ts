/**
 * The work of the commands of `dxlens debug` on one shader: `list` as text or JSON, `strip` and `scrub`, `pdb` and
 * `restore` with program databases as files, which shaders name in their chunk ILDN.
 *
 * Not for: the chunk and its position in a container (debug/pdb-file.ts).
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { DX0239 } from '../../../debug/messages.ts';
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
import { pdbNameOf, readShaderPdb, restoreShaderPdb } from '../../../debug/pdb-file.ts';
import { PathScrubber, type PersonalPathKind } from '../../../debug/personal-paths.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import { scrubbed } from '../../../debug/scrub.ts';
import { stripDebug } from '../../../debug/strip.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { type Format, isEffect } from '../../../file/detect-format.ts';
import { readShaderFile as openShaderFile, reportNoPrograms } from '../../../file/shader-file.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { isDirectory } from '../../inputs/directories.ts';
import { type ChosenShader, inEffect, isRefused, jsonText } from '../../inputs/effect-shaders.ts';
import { readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { DX0004, DX0228, DX0382 } from '../../messages.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { allowedName, type Job } from '../../outputs/plan-outputs.ts';
import { report, reportFile } from '../../report.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import { isInOne, type Output, shadersFor, withChanged } from './chosen.ts';

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
  const opened = openShaderFile(bytes, diagnostics);
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

/**
 * The program databases of shaders and where they go: in the directory `into`, under the names that the shaders have
 * for them. Those of several shaders need a directory.
 */
export function pdbOutputs(
  job: Job,
  shaders: readonly ChosenShader[],
  into: string | undefined,
  diagnostics: Diagnostics,
): readonly Output[] {
  const found = shaders.map((shader) => ({ shader, ...readShaderPdb(shader.bytes) }));
  const some = found.filter(({ pdb }) => pdb !== undefined);
  if (some.length === 0) {
    for (const one of found) add(one.shader, one.diagnostics, diagnostics);
    return [];
  }
  if (some.length > 1 && into === undefined) {
    const names = some.map(({ shader }) => shader.name).join(', ');
    reportFile(job.file, DX0228, { count: some.length, names });
    return [];
  }
  return some.map(({ shader, pdb, name, diagnostics: list }) => {
    add(shader, list, diagnostics);
    const file = name === null ? undefined : safeName(name);
    if (into !== undefined && file !== undefined)
      return { output: pdb!, separate: { output: join(into, file), directory: into } };
    if (shader.embedded === undefined || into === undefined) return { output: pdb! };
    const fileName = safeName(
      `${basename(job.output).replace(/\.pdb$/, '')}.${shader.name.replaceAll(/[\\/]/g, '.')}`,
    )!;
    return { output: pdb!, separate: { output: join(dirname(job.output), fileName), directory: job.directory } };
  });
}

/** Adds diagnostics whose spans count in a shader to those of its file. */
function add(shader: ChosenShader, list: readonly Diagnostic[], { list: all }: Diagnostics): void {
  for (const one of inEffect(list, shader)) all.push(one);
}

/** A character that a name of a file must not have on some system. */
const UNSAFE = /[^ -~]|[<>:"/\\|?*]/g;

/**
 * The last part of a path as the name of a program database in any directory; undefined where nothing is left of it.
 * Its end keeps it from replacing files of other kinds.
 */
function safeName(name: string): string | undefined {
  const last = name.replace(/^.*[/\\]/s, '').replace(/\.pdb$/i, '');
  const safe = last
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/, '')
    .slice(0, MAX_NAME);
  return safe === '' ? undefined : allowedName(`${safe}.pdb`, 'win32');
}

/** Characters that all file systems take. */
const MAX_NAME = 200;

/**
 * The file with program databases: the file `path`, or those in the directory `path` whose names the shaders have. Of
 * several shaders of an effect, those without a name have none.
 */
export function withRestored(
  file: string,
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  path: string,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const several = shaders.length > 1;
  const inDirectory = isDirectory(path);
  if (several && !inDirectory) {
    const names = shaders.map(({ name }) => name).join(', ');
    reportFile(file, DX0382, { count: shaders.length, names });
    return undefined;
  }
  return withChanged(bytes, shaders, (shader) => {
    const found = new Diagnostics();
    const from = inDirectory ? pathInDirectory(shader.bytes, path, found) : path;
    if (from === undefined && several) return shader.bytes;
    const made = from === undefined ? undefined : restoredShader(shader.bytes, from, quiet, found);
    add(shader, found.list, diagnostics);
    return made;
  });
}

/** The shader with the program database of a file. */
function restoredShader(
  bytes: Uint8Array,
  file: string,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  let pdb: Uint8Array;
  try {
    pdb = readFileSync(file);
  } catch (error) {
    if (!isFileError(error)) throw error;
    reportFile(file, DX0004, { reason: reasonOf(error) });
    return undefined;
  }
  const restored = restoreShaderPdb(bytes, pdb);
  for (const one of restored.diagnostics) diagnostics.list.push(one);
  report(file, restored.pdbDiagnostics, quiet);
  return restored.bytes;
}

function pathInDirectory(bytes: Uint8Array, directory: string, diagnostics: Diagnostics): string | undefined {
  const { container } = openShaderFile(bytes, new Diagnostics());
  const name = container === undefined ? null : pdbNameOf(container);
  const file = name === null ? undefined : safeName(name);
  if (file === undefined) diagnostics.report(DX0239, 0, bytes.byteLength, { directory });
  return file === undefined ? undefined : join(directory, file);
}

/** The work of a command on each shader: plain data, which other threads get a copy of. */
export type DebugAction =
  | { readonly command: 'list'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'strip'; readonly all: boolean }
  | { readonly command: 'scrub' }
  | { readonly command: 'paths'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'pdb'; readonly into: string | undefined }
  | { readonly command: 'restore'; readonly pdb: string };

/** Parameters of {@link debugInput} other than its input. */
export interface DebugSettings {
  readonly action: DebugAction;
  readonly quiet: boolean;
  /** Whether each text begins with a line that names its input. */
  readonly headings: boolean;
  /** Which shaders of an effect; undefined for all. */
  readonly choice: ShaderChoice | undefined;
}

/** Reads one input, writes what the action makes of it and reports its diagnostics. */
export async function debugInput(job: Job, settings: DebugSettings): Promise<boolean | undefined> {
  const { quiet, choice } = settings;
  const bytes = await readFoundInput(job, readShaderFile);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const shaders = shadersFor(bytes, choice);
  if (isRefused(shaders)) return !report(job.file, shaders, quiet);
  const diagnostics = new Diagnostics();
  const outputs = outputsFor(bytes, shaders, job, settings, diagnostics);
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes), quiet);
  let isWritten = outputs.length > 0;
  for (const { output, separate } of outputs) {
    const delivered = separate === undefined ? await deliver(job, output) : await deliverNew(separate, output);
    isWritten &&= delivered;
  }
  return isWritten && !failed;
}

/** Nothing on failure, which has been reported. */
function outputsFor(
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  job: Job,
  { action, headings, quiet }: DebugSettings,
  diagnostics: Diagnostics,
): readonly Output[] {
  const entireFile = (output: Uint8Array | undefined) => (output === undefined ? [] : [{ output }]);
  const located = ({ offset, name, embedded }: ChosenShader) =>
    embedded === undefined ? diagnostics : diagnostics.at(offset).withNote(`in ${name}`);
  switch (action.command) {
    case 'list':
      return entireFile(debugList(job.file, bytes, shaders, { ...action, headings }, diagnostics));
    case 'strip':
      return entireFile(withChanged(bytes, shaders, (one) => stripDebug(one.bytes, action.all, located(one))));
    case 'scrub': {
      const scrubber = new PathScrubber();
      return entireFile(withChanged(bytes, shaders, (one) => scrubbed(one.bytes, located(one), scrubber).bytes));
    }
    case 'paths':
      return entireFile(pathList(job.file, shaders, { ...action, headings }, located));
    case 'pdb':
      return pdbOutputs(job, shaders, action.into, diagnostics);
    case 'restore':
      return entireFile(withRestored(job.file, bytes, shaders, action.pdb, quiet, diagnostics));
  }
}
