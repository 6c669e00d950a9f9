/**
 * Explains the DWORDs of an instruction. A program of 500 KB has a hundred thousand DWORDs, so only the instruction
 * that is asked for is explained: the version token and the words of the instruction are a program of their own.
 *
 * Not for: records of chunks (explain-section.ts).
 */
import { type ExplainedField, isInvalidField } from 'dxlens/internals/base';
import {
  readSm1,
  SM1_FIELD_DOCS,
  SM1_OPCODE_BY_CODE,
  SM1_OPCODE_DOCS,
  SM1_TOKEN_KINDS,
  Sm1InstructionToken,
  type Sm1Word,
  sm1WordsOf,
} from 'dxlens/internals/sm1';
import {
  readSm4,
  SM4_FIELD_DOCS,
  SM4_OPCODE_BY_CODE,
  SM4_OPCODE_DOCS,
  SM4_TOKEN_KINDS,
  Sm4OpcodeToken,
  type Sm4Word,
  sm4WordsOf,
} from 'dxlens/internals/sm4';
import { fieldRole } from './field-roles.ts';
import type { ExplainedPart, FieldData, WordData } from './protocol.ts';

/** Words of an instruction that are explained at once: data blocks may be as long as the file. */
const MAX_WORDS = 4096;
const SM1_END = 0x0000ffff;

/** Finds the instruction that contains a word. */
export class InstructionFinder {
  readonly #starts: Uint32Array;
  readonly #count: number;
  readonly #end: number;
  /** Words before the first instruction. */
  readonly header: number;

  constructor(
    readonly isa: 'sm1' | 'sm4',
    readonly words: Uint32Array,
    readonly level9: boolean,
  ) {
    const { starts, count, end } = isa === 'sm4' ? readSm4(words) : readSm1(words);
    this.#starts = starts;
    this.#count = count;
    this.#end = end;
    this.header = Math.min(isa === 'sm4' ? 2 : 1, words.length);
  }

  /** The words from `start` to `end` that belong together with word `at`, and whether they are an instruction. */
  at(at: number): { start: number; end: number; isInstruction: boolean } {
    if (at < this.header) return { start: 0, end: this.header, isInstruction: false };
    if (at >= this.#end || this.#count === 0)
      return { start: Math.max(this.#end, this.header), end: this.words.length, isInstruction: false };
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return {
      start: this.#starts[low]!,
      end: low + 1 < this.#count ? this.#starts[low + 1]! : this.#end,
      isInstruction: true,
    };
  }
}

/**
 * The instruction at byte `offset` of a shader.
 *
 * @param base where the program begins in the shader, in bytes
 */
export function explainInstruction(finder: InstructionFinder, base: number, offset: number): ExplainedPart {
  const at = Math.min((offset - base) >>> 2, finder.words.length - 1);
  const { start, end, isInstruction } = finder.at(at);
  // Of a long data block, the part around the word.
  const from = end - start > MAX_WORDS ? Math.max(start, at - MAX_WORDS / 2) : start;
  const to = Math.min(end, from + MAX_WORDS);
  const words = wordsBetween(finder, start, end, isInstruction).filter(
    ({ offset: word }) => word >= 4 * from && word < 4 * to,
  );
  const { title, doc } = isInstruction ? nameOf(finder, start) : { title: start === 0 ? 'header' : 'end', doc: '' };
  return {
    title,
    doc,
    start: base + 4 * start,
    end: base + 4 * end,
    words: words.map((word) => ({ ...word, offset: base + word.offset })),
  };
}

/** The words with offsets from the start of the program. */
function wordsBetween(
  { isa, words, header, level9 }: InstructionFinder,
  start: number,
  end: number,
  isInstruction: boolean,
): WordData[] {
  const body = isInstruction ? words.subarray(start, end) : new Uint32Array(0);
  const head = words.slice(0, header);
  if (isa === 'sm4') {
    if (start >= header && isInstruction && head.length > 1) head[1] = header + body.length;
    const explained = isInstruction ? sm4WordsOf(readSm4(joined(head, body))) : sm4WordsOf(readSm4(words));
    return collect(explained, isInstruction ? header : start, isInstruction ? start - header : 0, end - start, sm4Word);
  }
  const explained = isInstruction
    ? sm1WordsOf(readSm1(joined(head, body, Uint32Array.of(SM1_END))), { level9 })
    : sm1WordsOf(readSm1(words), { level9 });
  return collect(explained, isInstruction ? header : start, isInstruction ? start - header : 0, end - start, sm1Word);
}

function joined(...parts: readonly Uint32Array[]): Uint32Array {
  const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    words.set(part, at);
    at += part.length;
  }
  return words;
}

/** `count` words from word `first` on, moved by `shift`. */
function collect<Word extends { readonly at: number }>(
  words: Iterable<Word>,
  first: number,
  shift: number,
  count: number,
  convert: (word: Word, at: number) => WordData,
): WordData[] {
  const found: WordData[] = [];
  for (const word of words) {
    if (word.at >= first + count || found.length >= MAX_WORDS) break;
    if (word.at >= first) found.push(convert(word, word.at + shift));
  }
  return found;
}

function sm4Word({ value, kind, fields }: Sm4Word, at: number): WordData {
  const { title } = SM4_TOKEN_KINDS[kind];
  return wordOf(at, title, value, fields, kind, SM4_FIELD_DOCS);
}

function sm1Word({ value, kind, fields }: Sm1Word, at: number): WordData {
  const { title } = SM1_TOKEN_KINDS[kind];
  return wordOf(at, title, value, fields, kind, SM1_FIELD_DOCS);
}

function wordOf(
  at: number,
  title: string,
  value: number,
  fields: readonly ExplainedField[],
  kind: string,
  docs: ReadonlyMap<ExplainedField['field'], string>,
): WordData {
  const explained = fields.map((field) => fieldData(field, kind, docs.get(field.field) ?? ''));
  return { offset: 4 * at, size: 4, title, value, text: undefined, fields: explained };
}

/** A field for the page. */
export function fieldData(explained: ExplainedField, kind: string, doc: string): FieldData {
  const { field, value, meaning, rule, expected, allowed } = explained;
  const { name, low, width } = field;
  return {
    name,
    low,
    width,
    value,
    meaning,
    doc,
    rule,
    expected: isInvalidField(explained) ? (allowed?.join(' to ') ?? `${expected}`) : undefined,
    role: fieldRole(name, kind),
  };
}

function nameOf({ isa, words }: InstructionFinder, start: number): { title: string; doc: string } {
  const token = words[start] ?? 0;
  if (isa === 'sm4') {
    const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)];
    return row === undefined
      ? { title: 'unknown instruction', doc: '' }
      : { title: row.mnemonic, doc: SM4_OPCODE_DOCS[row.mnemonic] };
  }
  const name = SM1_OPCODE_BY_CODE.get(Sm1InstructionToken.opcode.get(token));
  return name === undefined ? { title: 'instruction', doc: '' } : { title: name, doc: SM1_OPCODE_DOCS[name] };
}
