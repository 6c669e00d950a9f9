/** Reads the source in the debug information of a shader. */
import { openShaderFile } from 'dxlens';
import { latin1Bytes } from 'dxlens/internals/base';
import { type DebugInformation, readDebugInformation } from 'dxlens/internals/debug';
import type {
  SourceData,
  SourceFile,
  SourceFunction,
  SourceInstruction,
  SourcePart,
  SourceVariable,
} from '../model/debug-source.ts';
import type { NamedText } from '../model/hlsl/detect.ts';

/** The source of a shader; without files where it has no debug information. */
export function debugSourceOf(bytes: Uint8Array): SourceData {
  return sourceOf(bytes, 0, []);
}

/**
 * The source of a shader that was compiled without debug information, from the same program with it. Without files if
 * the programs are not the same.
 *
 * @param sources the sources that were open
 */
export function debugSourceOfCompiled(
  shader: Uint8Array,
  compiled: Uint8Array,
  sources: readonly NamedText[],
): SourceData {
  const [program, other] = [shader, compiled].map((one) => openShaderFile(one).programs[0]);
  const end = (one: typeof program) => (one === undefined ? 0 : one.offset + one.words.byteLength);
  // Programs of models 1 to 3 have other comments before the instructions.
  const isSame = program?.isa === 'sm1' || program?.words.join() === other?.words.join();
  return sourceOf(isSame ? compiled : new Uint8Array(), end(program) - end(other), sources);
}

/** @param shift bytes that all positions are later */
function sourceOf(bytes: Uint8Array, shift: number, sources: readonly NamedText[]): SourceData {
  const files: SourceFile[] = [];
  const instructions: SourceInstruction[] = [];
  const functions: SourceFunction[] = [];
  const variables: SourceVariable[] = [];
  for (const one of readDebugInformation(bytes).programs) {
    const numbers = one.files.map(({ name, source }) => {
      const given = sources.find((file) => file.name === name)?.text;
      return addFile(files, { name: decoded(name), text: given ?? (source === null ? undefined : decoded(source)) });
    });
    if (one.program === null) continue;
    const start = one.program + shift;
    const first = functions.length;
    const functionOf = (number: number | null) => (number === null ? -1 : first + number);
    for (const { name, inlinedInto } of one.functions) functions.push({ name, parent: functionOf(inlinedInto) });
    for (const { offset, end, location, function: owner } of one.instructions)
      if (location !== null && location.file !== null)
        instructions.push({
          start: start + offset,
          end: start + end,
          file: numbers[location.file]!,
          line: location.line,
          function: functionOf(owner),
        });
    for (const variable of one.variables)
      variables.push({
        name: variable.name,
        type: variable.type ?? '',
        function: functionOf(variable.function),
        parts: variable.values.flatMap((value) => partOf(value, start)),
      });
  }
  instructions.sort((a, b) => a.start - b.start);
  return { files, instructions, functions, variables };
}

function partOf(
  { part, register, component, ranges }: DebugInformation['variables'][number]['values'][number],
  program: number,
): SourcePart[] {
  const at = 'xyzw'.indexOf(component ?? '');
  if (component === null || at < 0) return [];
  const located = ranges.map(({ start, end }) => ({
    start: program + start,
    end: end === null ? undefined : program + end,
  }));
  return [{ name: part, register, component: at, ranges: located }];
}

/** The number of a file. Programs of one shader or effect have the same files, some of them without the text. */
function addFile(files: SourceFile[], file: SourceFile): number {
  const number = files.findIndex(
    ({ name, text }) => name === file.name && (text === file.text || text === undefined || file.text === undefined),
  );
  if (number < 0) return files.push(file) - 1;
  if (file.text !== undefined) files[number] = file;
  return number;
}

/** A text with one character a byte, as UTF-8 if it is that. */
function decoded(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(latin1Bytes(text));
  } catch {
    return text;
  }
}
