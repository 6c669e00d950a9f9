/** The JSON of `dxlens inspect`. Tools depend on these names. */
import type { ExplainedField } from '../../../base/explained.ts';
import type { ExplainedBytes } from '../../../explain/payload.ts';
import type { ShaderFile } from '../../../file/shader-file.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { jsonPieces } from '../../json.ts';
import type { ExplainedComment, InspectedProgram, Part } from './parts.ts';

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
