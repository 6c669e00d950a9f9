/** Reads the source in the debug information of a shader. */
import { latin1Bytes } from 'dxlens/internals/base';
import { readDebugInformation } from 'dxlens/internals/debug';
import type { SourceData, SourceFile, SourceInstruction } from '../model/debug-source.ts';

/** The source of a shader; without files where it has no debug information. */
export function debugSourceOf(bytes: Uint8Array): SourceData {
  const files: SourceFile[] = [];
  const instructions: SourceInstruction[] = [];
  for (const { program, files: own, instructions: located } of readDebugInformation(bytes).programs) {
    const numbers = own.map(({ name, source }) =>
      addFile(files, { name: decoded(name), text: source === null ? undefined : decoded(source) }),
    );
    if (program === null) continue;
    for (const { offset, end, location } of located)
      if (location !== null && location.file !== null)
        instructions.push({
          start: program + offset,
          end: program + end,
          file: numbers[location.file]!,
          line: location.line,
        });
  }
  instructions.sort((a, b) => a.start - b.start);
  return { files, instructions };
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
