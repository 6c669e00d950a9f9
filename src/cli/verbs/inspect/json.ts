/** The JSON of `dxlens inspect`. Tools depend on these names.  */
import type { ExplainedField } from '../../../base/explained.ts';
import type { ExplainedBytes } from '../../../explain/payload.ts';
import type { ShaderFile } from '../../../file/shader-file.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import type { ExplainedComment, InspectedProgram, Part } from './parts.ts';

/** An array in a document whose elements are made one by one, when they are written. */
export type LazyArray = () => Iterable<object>;

/**
 * Yields the text of `document`, without a line end.
 *
 * @param document an object; functions in it are {@link LazyArray}s
 * @param pretty puts each member on a line of its own, indented by two spaces
 */
export function* jsonPieces(document: object, pretty: boolean, indent = ''): Generator<string> {
  const line = pretty ? `\n${indent}` : '';
  if (!Object.values(document).some((value) => typeof value === 'function')) {
    const text = pretty ? JSON.stringify(document, undefined, 2) : JSON.stringify(document);
    // Line ends in strings are escaped, so these belong to the layout.
    yield pretty && indent !== '' ? text.replaceAll('\n', line) : text;
    return;
  }
  const members = Object.entries(document).filter(([, value]) => value !== undefined);
  const step = pretty ? '  ' : '';
  let before = '{';
  for (const [key, value] of members) {
    yield `${before}${line}${step}${JSON.stringify(key)}:${pretty ? ' ' : ''}`;
    if (typeof value === 'function') yield* arrayPieces(value as LazyArray, pretty, indent + step);
    else yield* valuePieces(value, pretty, indent + step);
    before = ',';
  }
  yield `${line}}`;
}

function* arrayPieces(elements: LazyArray, pretty: boolean, indent: string): Generator<string> {
  const line = pretty ? `\n${indent}` : '';
  const step = pretty ? '  ' : '';
  let before = '[';
  for (const element of elements()) {
    yield `${before}${line}${step}`;
    yield* jsonPieces(element, pretty, indent + step);
    before = ',';
  }
  yield before === '[' ? '[]' : `${line}]`;
}

function* valuePieces(value: unknown, pretty: boolean, indent: string): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* jsonPieces(value, pretty, indent);
  else yield pretty ? JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`) : JSON.stringify(value);
}

/** Yields the document for a file, or for a shader of an effect, in pieces. */
export function* documentOf(
  names: { readonly file: string; readonly shader?: string },
  { format, profile }: ShaderFile,
  parts: readonly Part[],
  pretty: boolean,
): Generator<string> {
  const document = {
    ...names,
    format,
    profile,
    programs: () => parts.flatMap((part) => ('program' in part ? [programJson(part.program)] : [])),
    ...(parts.some((part) => 'section' in part) ? { sections: () => parts.flatMap(sectionJson) } : {}),
  };
  yield* jsonPieces(document, pretty);
  yield '\n';
}

function programJson(program: InspectedProgram): object {
  const { offset, chunk, comments } = program;
  const explained = comments.length === 0 ? {} : { comments: () => comments.map(commentJson) };
  return { offset, chunk, words: () => wordsJson(program), ...explained };
}

function commentJson({ tag, instruction, offset, items }: ExplainedComment): object {
  return { tag, instruction: instruction + 1, offset, items: () => itemsJson(items()) };
}

function* wordsJson(program: InspectedProgram): Generator<object> {
  const numbers = program.numbers();
  let text = '';
  let before = -1;
  for (const word of program.words()) {
    const { instruction } = word;
    if (instruction >= 0 && instruction !== before) text = program.line(instruction).trim();
    before = instruction;
    yield wordJson(word, program.offset, instruction < 0 ? null : text, numbers[instruction] ?? -1);
  }
}

/**
 * @param text the instruction that contains the word, which JSON counts as diagnostics do
 * @param number its number in a listing; -1: none
 */
function wordJson(
  { at, value, kind, instruction, fields }: ExplainedWord,
  offset: number,
  text: string | null,
  number: number,
): object {
  return {
    offset: offset + 4 * at,
    value,
    kind,
    instruction: instruction < 0 ? null : instruction + 1,
    number: number < 0 ? null : number,
    text,
    fields: fields.map(fieldJson),
  };
}

/** Members that are undefined are not written. */
export function fieldJson({ field, value, meaning, rule, expected, allowed }: ExplainedField): object {
  return {
    name: field.name,
    low: field.low,
    width: field.width,
    value,
    meaning: meaning === '' ? undefined : meaning,
    rule,
    expected,
    allowed,
  };
}

/** A section of a container; nothing for a program, whose words are listed elsewhere. */
function sectionJson(part: Part): object[] {
  if ('program' in part) return [];
  const { title, chunk, number, offset, size, items } = part.section;
  return [{ title, chunk: chunk ?? null, number: number ?? null, offset, size, items: () => itemsJson(items()) }];
}

function* itemsJson(items: Iterable<ExplainedBytes>): Generator<object> {
  for (const { offset, size, kind, record, value, text, bytes, fields } of items) {
    yield {
      offset,
      size,
      kind,
      record,
      ...(value === undefined ? {} : { value, fields: fields.map(fieldJson) }),
      ...(text === undefined ? {} : { text }),
      ...(bytes === undefined ? {} : { bytes: [...bytes] }),
    };
  }
}
