/**
 * Makes the listing of a shader with its connection to the bytes. The library prints it twice: with marks around the
 * parts of a line, which give their roles, and with the number and the offset of each instruction.
 *
 * Not for: printing (`dxlens/text`).
 */
import { sm1Profile, sm4Profile } from 'dxlens/internals/base';
import { readSm1 } from 'dxlens/internals/sm1';
import { readSm4 } from 'dxlens/internals/sm4';
import { disassemble, type Mark, type Markup } from 'dxlens/text';
import type { ListingData, TextRole } from '../model/listing.ts';
import { RoleWriter } from './operand-roles.ts';

/** Number, offset and the rest of a line of an instruction. */
const PREFIX = /^ *(?:(\d+) +)?0x([0-9A-F]{8}): /;
const COMMENT = /^\s*\/\//;
const PRESHADER = /^\s*preshader\s*$/;
const VERSION = /^\s*([a-z]+_\d_\w+)\s*$/;
/** Control characters that may mark parts of the text. */
const CONTROLS = Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).filter((c) => !/[\t\n\r]/.test(c));

/** A program of the shader. */
export interface ListedProgram {
  readonly isa: 'sm1' | 'sm4';
  /** The tokens, version token first. */
  readonly words: Uint32Array;
  /** Where they begin, in bytes from the start of the shader. */
  readonly offset: number;
}

/** A program and where its instructions are. */
interface LocatedProgram extends ListedProgram {
  readonly profile: string | undefined;
  /** Byte offsets of instructions in the program, with their ends. */
  readonly ends: Map<number, number>;
}

/** The listing of a shader with its programs in the order of the file. */
export function listingOf(bytes: Uint8Array, programs: readonly ListedProgram[]): ListingData {
  const located = disassemble(bytes, { numbers: true, offsets: true }).text;
  const [comment, keyword, literal, close] = CONTROLS.filter((control) => !located.includes(control));
  if (close === undefined) return new ListingReader(programs, undefined).read(disassemble(bytes).text, located);
  const markup = markupOf(comment!, keyword!, literal!, close);
  const roles = new Map<string, TextRole | undefined>([
    [comment!, 'comment'],
    [keyword!, 'opcode'],
    [literal!, 'immediate'],
    [close, undefined],
  ]);
  return new ListingReader(programs, roles).read(disassemble(bytes, { markup }).text, located);
}

function markupOf(comment: string, keyword: string, literal: string, close: string): Markup {
  const mark = (open: string): Mark => ({ open, close });
  const none = { open: '', close: '' };
  return {
    html: false,
    frame: none,
    code: none,
    comment: mark(comment),
    keyword: mark(keyword),
    literal: mark(literal),
  };
}

class ListingReader {
  readonly #programs: LocatedProgram[];
  readonly #marks: ReadonlyMap<string, TextRole | undefined> | undefined;
  readonly #lines: string[] = [];
  readonly #numbers: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #roles = new RoleWriter();
  #program: LocatedProgram | undefined;
  /** Characters before the current line. */
  #at = 0;
  /** The mark that the current line begins in. */
  #open: TextRole | undefined;

  constructor(programs: readonly ListedProgram[], marks: ReadonlyMap<string, TextRole | undefined> | undefined) {
    this.#programs = programs.map(locate);
    this.#marks = marks;
  }

  /**
   * @param text the listing with marks
   * @param located the same listing with numbers and offsets
   */
  read(text: string, located: string): ListingData {
    const prefixed = located.split('\n');
    for (const [i, line] of text.split('\n').entries()) this.#line(line, prefixed[i] ?? '');
    return {
      text: this.#lines.join('\n'),
      numbers: Int32Array.from(this.#numbers),
      starts: Int32Array.from(this.#starts),
      ends: Int32Array.from(this.#ends),
      roles: this.#roles.finish(),
    };
  }

  #line(marked: string, prefixed: string): void {
    const parts = this.#partsOf(marked);
    const text = parts.map((part) => part.text).join('');
    const prefix = PREFIX.exec(prefixed);
    const version = VERSION.exec(text);
    if (version !== null) this.#program = this.#next(version[1]!);
    // The instructions of a preshader have offsets in its own code.
    else if (PRESHADER.test(text)) this.#program = undefined;
    // The version line of models 1 to 3 is printed without its offset, which is 0.
    const offset = prefix === null ? (version === null ? undefined : 0) : Number.parseInt(prefix[2]!, 16);
    const located = offset === undefined ? undefined : this.#located(offset);
    this.#lines.push(text);
    this.#numbers.push(prefix?.[1] === undefined ? -1 : Number(prefix[1]));
    this.#starts.push(located?.start ?? -1);
    this.#ends.push(located?.end ?? -1);
    // The marks of comments do not cover the tables in them.
    if (COMMENT.test(text)) this.#roles.add(this.#at, this.#at + text.length, 'comment');
    let at = this.#at;
    for (const { text: part, role } of parts) {
      if (role !== undefined) this.#roles.add(at, at + part.length, role);
      at += part.length;
    }
    if (located !== undefined && this.#program !== undefined)
      this.#roles.addOperands(text, this.#at, this.#program.isa, this.#program.words[located.word]!);
    this.#at += text.length + 1;
  }

  /** The parts of a line with their roles, without the marks. */
  #partsOf(line: string): { text: string; role: TextRole | undefined }[] {
    const marks = this.#marks;
    if (marks === undefined) return [{ text: line, role: undefined }];
    const parts: { text: string; role: TextRole | undefined }[] = [];
    let from = 0;
    for (let at = 0; at < line.length; at++) {
      const character = line[at]!;
      if (character >= ' ' || !marks.has(character)) continue;
      if (at > from) parts.push({ text: line.slice(from, at), role: this.#open });
      this.#open = marks.get(character);
      from = at + 1;
    }
    parts.push({ text: line.slice(from), role: this.#open });
    return parts;
  }

  /**
   * The program of a version line: the next in the file with this profile, since functions of a library have the same
   * one.
   */
  #next(profile: string): LocatedProgram | undefined {
    const has = (program: LocatedProgram) => program.profile === profile;
    const after = this.#program === undefined ? 0 : this.#programs.indexOf(this.#program) + 1;
    return this.#programs.slice(after).find(has) ?? this.#programs.find(has) ?? this.#program;
  }

  /** The bytes of the instruction at an offset in the current program. */
  #located(offset: number): { start: number; end: number; word: number } | undefined {
    const program = this.#program;
    const end = program?.ends.get(offset);
    if (program === undefined || end === undefined) return undefined;
    return { start: program.offset + offset, end: program.offset + end, word: offset >>> 2 };
  }
}

function locate(program: ListedProgram): LocatedProgram {
  const { isa, words, offset } = program;
  const profile = (isa === 'sm4' ? sm4Profile : sm1Profile)(words[0] ?? 0);
  return { profile, isa, words, offset, ends: instructionEnds(program) };
}

/** The byte offsets of the instructions in a program, with their ends; the version token counts as one. */
export function instructionEnds({ isa, words }: ListedProgram): Map<number, number> {
  const { starts, count, end } = isa === 'sm4' ? readSm4(words) : readSm1(words);
  const ends = new Map<number, number>([[0, isa === 'sm4' ? 8 : 4]]);
  for (let i = 0; i < count; i++) ends.set(4 * starts[i]!, 4 * (i + 1 < count ? starts[i + 1]! : end));
  return ends;
}
