/**
 * The section `Buffer Definitions` straight from the words of the chunk, as {@link ResourceWords} accepts them. Reading the chunk first
 * and printing what was read (buffers.ts) takes three times as long (measured).
 */
import { TextRecords } from '../text-records.ts';
import type { TextWriter } from '../writer.ts';
import {
  BUFFER_CLOSE,
  BUFFER_OPEN,
  bufferType,
  declarationEnd,
  END,
  HEADING,
  KEY_MARK,
  typeText,
  variableComment,
} from './buffers.ts';
import type { ResourceWords } from './resource-words.ts';

/** Types with the margin of a variable and a space after them, by the words of their records. */
const TYPES = /* @__PURE__ */ new TextRecords(7, 40);

/** Writes the margin and the type of a variable that is no structure and no interface. */
function typeColumn(out: TextWriter, kind: number, shape: number): boolean {
  const rows = shape & 0xffff;
  const columns = shape >>> 16;
  if (rows > 0xff || columns > 0xff) return false;
  const key = KEY_MARK | rows | (columns << 8);
  const known = TYPES.find(kind, key);
  if (known >= 0) {
    out.record(TYPES, known);
    return true;
  }
  const text = `//   ${typeText({ class: kind & 0xffff, type: kind >>> 16, rows, columns, name: undefined })} `;
  out.text(text);
  TYPES.keep(text, kind, key);
  return true;
}

/**
 * Writes the section straight from the words of resource definitions that {@link ResourceWords} has accepted.
 *
 * @returns false, perhaps with a part of it written, when a name is unusual
 */
export function printBufferWords(out: TextWriter, resources: ResourceWords): boolean {
  const { chunk } = resources;
  const { words } = chunk;
  const begin = out.length;
  out.phrase(HEADING);
  let empty = true;
  for (let i = 0; i < resources.bufferCount; i++) {
    const buffer = resources.buffer(i);
    const count = words[buffer + 1]!;
    const { length } = out;
    bufferType(out, words[buffer + 5]!);
    if (chunk.text(out, buffer) < 0) return false;
    if (count === 0) {
      out.rewind(length);
      continue;
    }
    empty = false;
    out.phrase(BUFFER_OPEN);
    for (let k = 0; k < count; k++)
      if (!printVariableWords(out, resources, resources.variable(buffer, k))) return false;
    out.phrase(BUFFER_CLOSE);
  }
  if (empty) out.rewind(begin);
  else out.phrase(END);
  return true;
}

function printVariableWords(out: TextWriter, { chunk, typeNames }: ResourceWords, variable: number): boolean {
  const { words } = chunk;
  const line = out.length;
  const type = chunk.start + (words[variable + 4]! >>> 2);
  // The name of the type is not shown here, but must be there.
  if (typeNames && words[type + 8] !== 0) {
    if (chunk.text(out, type + 8) < 0) return false;
    out.rewind(line);
  }
  if (!typeColumn(out, words[type]! | 0, words[type + 1]!)) return false;
  if (chunk.text(out, variable) < 0) return false;
  declarationEnd(out, line, words[type + 2]! & 0xffff);
  variableComment(out, words[variable + 1]!, words[variable + 2]!, words[variable + 3]!);
  return true;
}
