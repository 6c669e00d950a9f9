/**
 * From the text of a listing of shader models 4 to 5.1 to a container: the assemblers make the programs, the header
 * sections become the chunks. Programs of shader model 2 in listings of feature level 9 are read by the assembler of
 * that model, except for operations that only listings have, versions of functions, and literals in hexadecimal.
 *
 * Not for: the parts of one shader (`shader-parts.ts`), how sections are read (`headers/`), or how chunks are arranged
 * (`container.ts`).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import {
  SM1_LIBRARY_PIXEL,
  SM1_LIBRARY_VERTEX,
  SM1_VERSION,
  sm4StageCode,
  sm4VersionToken,
} from '../../base/profile.ts';
import { latin1Text } from '../../base/words.ts';
import type { Level9Content } from '../../chunks/aon9.ts';
import { serializeLibh, UNKNOWN_LIBRARY_CREATOR } from '../../chunks/library.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX3200, DX3209, DX3211 } from '../messages.ts';
import type { Assembled, ProgramValidator } from '../program-validator.ts';
import { Sm1Parser } from '../sm1/parser.ts';
import { Preprocessor } from '../sm1/preprocessor.ts';
import { type ShaderParts, shaderContainer } from './derived.ts';
import { readLibrarySection } from './headers/functions.ts';
import { readMappings } from './headers/level9.ts';
import {
  type Level9Part,
  LineReports,
  type ListingPart,
  type Piece,
  SECTION_TITLES,
  type Section,
  splitListing,
  withoutPrefix,
} from './headers/lines.ts';
import { contentOf } from './headers/rows.ts';
import { warnOfIntegers } from './integer-literals.ts';
import { assembleIntoOriginal } from './into.ts';
import { assembleProgram, type ProgramOptions } from './program.ts';
import { noteMissingSection, ShaderPartsReader, sectionsByKind, versionLineOf } from './shader-parts.ts';
import { InstructionLines, validateAssembled } from './validate-assembled.ts';

/** The prefix of the version of a level 9 program that belongs to a function. */
const LIBRARY_NAME = 'lib_4_0_';
const LIBRARY_PREFIX = /lib_4_0_/;

/** The words of the program of shader model 2 at `piece`; undefined when it has errors, which are reported. */
export function level9Words(piece: Piece, reports: LineReports): Uint32Array | undefined {
  const { source, name, diagnostics } = reports;
  const text = source
    .slice(piece.start, piece.end)
    .split('\n')
    .map((line) => ' '.repeat(line.length - withoutPrefix(line).length) + withoutPrefix(line))
    .join('\n')
    .replace(LIBRARY_PREFIX, (prefix) => ' '.repeat(prefix.length));
  const own = new AssemblyDiagnostics(text, name);
  const tokens = new Preprocessor(text, name, own, { defines: undefined, include: undefined });
  tokens.next();
  // Microsoft's own compiler breaks the runtime's rules here.
  const words = new Sm1Parser(tokens, own, { debug: false, level9: true }).parse();
  tokens.finish();
  diagnostics.adopt(own, piece.number - 1, piece.start);
  if (own.errors > 0 || words === undefined) return undefined;
  takeBits(words, text);
  if (piece.profile.startsWith(LIBRARY_NAME)) {
    const stage = piece.profile.includes('vs_') ? SM1_LIBRARY_VERTEX : SM1_LIBRARY_PIXEL;
    words[0] = SM1_VERSION.stage.set(words[0]!, stage) >>> 0;
  }
  return words;
}

const DEFINED_BITS = /^[ \t]*def [ \t]*c\d+((?:,[ \t]*0x[0-9a-fA-F]{8}){4})[ \t\r]*$|^[ \t]*def /gm;

/**
 * Writes hexadecimal values of `def` in `text` to `words`: in listings they are bits, whereas the assembler of shader
 * model 2 reads them as numbers.
 */
function takeBits(words: Uint32Array, text: string): void {
  if (!text.includes('0x')) return;
  const program = readSm1Words(words);
  let position = 0;
  for (const [, values] of text.matchAll(DEFINED_BITS)) {
    while (position < program.count && (program.words[program.starts[position]!]! & 0xffff) !== SM1_OPCODES.def.code)
      position++;
    if (position === program.count) return;
    // Opcode, destination, values.
    const at = program.starts[position++]! + 2;
    values
      ?.split(',')
      .slice(1)
      .forEach((value, i) => {
        words[at + i] = Number(value);
      });
  }
}

/** The version in a chunk of feature level 9: always 2.0, independent of the program (source: oracle). */
export function level9Version(version: number): number {
  return SM1_VERSION.minor.set(version, 0) >>> 0;
}

/** Which programs of feature level 9 a function has: bit 0 vertex, bit 1 pixel. */
export function level9Stages(programs: readonly Level9Content[]): number {
  let bits = 0;
  for (const { words } of programs) bits |= SM1_VERSION.stage.get(words[0]!) === SM1_LIBRARY_VERTEX ? 1 : 2;
  return bits;
}

/** Options for shader model 4 to 5.1 text. */
export interface Sm4Options {
  /** The container whose program is replaced; undefined to make a new one. */
  readonly into?: Uint8Array | undefined;
  /** Options for shader model 1 to 3 text, which are refused. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly debug?: boolean;
  /** Validates the container that is made. */
  readonly validator?: ProgramValidator | undefined;
}

/**
 * Assembles a listing to a container. Never throws on any text.
 *
 * @param source the complete text; characters beyond one byte are taken as the bytes of UTF-8
 * @param name of the text, for messages
 */
export function assembleSm4(source: string, name: string, options: Sm4Options = {}): Assembled {
  const text = byteText(source);
  const diagnostics = new AssemblyDiagnostics(text, name);
  const reports = new LineReports(text, name, diagnostics);
  refuseOptions(options, reports);
  const { into, validator } = options;
  const bytes =
    into === undefined
      ? new ListingAssembler(reports, validator).assemble()
      : assembleIntoOriginal(reports, into, validator);
  // Programs and sections are not read in the order of the text.
  const reported = diagnostics.list.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { bytes: diagnostics.errors > 0 ? undefined : bytes, diagnostics: reported };
}

/** Reports each option that does not apply to such text. */
function refuseOptions({ defines = {}, debug = false }: Sm4Options, reports: LineReports): void {
  const refused = [...(Object.keys(defines).length > 0 ? ['defines'] : []), ...(debug ? ['debug'] : [])];
  if (refused.length === 0) return;
  const { source, name, diagnostics } = reports;
  const [part] = splitListing(new LineReports(source, name, new AssemblyDiagnostics(source, name))).parts;
  const { start = 0, number = 1, profile = 'a later model' } = part?.program ?? {};
  for (const option of refused) {
    const location = { source, start, end: start + profile.length, line: number, column: 1, file: name };
    diagnostics.report(DX3211, location, { option, profile });
  }
}

/**
 * `source` with one character a byte, like names in chunks, and without NULs at its end: a blob of `D3DDisassemble`
 * ends with one.
 */
function byteText(source: string): string {
  let end = source.length;
  while (end > 0 && source.charCodeAt(end - 1) === 0) end--;
  const text = end === source.length ? source : source.slice(0, end);
  if (!BEYOND_BYTES.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  return latin1Text(bytes, 0, bytes.byteLength);
}

const BEYOND_BYTES = /[^\0-\xff]/;

/** The words of the program at `piece`; undefined when it has errors. */
function programOf(piece: Piece, reports: LineReports, options: ProgramOptions = {}): Uint32Array | undefined {
  const { source, name, diagnostics, codes } = reports;
  const { start, end, number: line } = piece;
  return assembleProgram(source, diagnostics, { name, start, end, line, codes, ...options });
}

class ListingAssembler {
  private functions = 0;

  /** The lines of the instructions of each program. */
  private readonly lines = new Map<ListingPart, InstructionLines>();

  constructor(
    private readonly reports: LineReports,
    private readonly validator: ProgramValidator | undefined,
  ) {}

  assemble(): Uint8Array | undefined {
    const { reports } = this;
    const { library, parts } = splitListing(reports);
    const [first] = parts;
    if (first === undefined) {
      if (reports.diagnostics.errors === 0) reports.report(DX3200, { text: ' ', start: 0, number: 1 }, {}, 0, 0);
      return undefined;
    }
    if (first.program.profile.startsWith('lib')) return this.library(library, parts);
    const shader = this.shader(first);
    // After errors, a value may not fit into any chunk.
    return shader === undefined || reports.diagnostics.errors > 0 ? undefined : this.container(shader, first);
  }

  /** The container of one shader or function, validated. */
  private container(shader: ShaderParts, part: ListingPart): Uint8Array {
    const bytes = shaderContainer(shader);
    const lines = this.lines.get(part)!;
    warnOfIntegers(shader.program, typedOutputs(shader, part), lines, this.reports);
    if (this.validator)
      validateAssembled(bytes, this.validator, lines, versionLineOf(part.program, this.reports), this.reports);
    return bytes;
  }

  private library(sections: readonly Section[], parts: readonly ListingPart[]): Uint8Array | undefined {
    const { reports } = this;
    const kinds = sectionsByKind(sections, reports);
    const section = kinds.get('library');
    const header = section === undefined ? undefined : readLibrarySection(section, reports);
    const creator = kinds.get('libraryCreator');
    if (header !== undefined && header.names.length !== parts.length) {
      reports.report(DX3209, section!.title, { functions: header.names.length, programs: parts.length });
    }
    const functions = parts.map((part) => this.shader(part));
    if (header === undefined) {
      const what = 'functions have the names of their signatures, or none';
      noteMissingSection(reports, parts[0]!.program, 'library', what);
    }
    if (functions.includes(undefined) || reports.diagnostics.errors > 0) return undefined;
    const chunks = functions.map((shader, i) => ({ tag: TAG.LIBF, data: this.container(shader!, parts[i]!) }));
    const data = serializeLibh({
      version: 1,
      creator: creatorOf(creator),
      flags: header?.flags ?? 0,
      functions: functions.map((shader, index) => ({
        name: header?.names[index] ?? shader!.functionSignature?.returns?.name ?? '',
        level9: level9Stages(shader!.level9.map(({ program }) => program)),
      })),
    });
    return serializeContainer([...chunks, { tag: TAG.LIBH, data }]);
  }

  /** The parts of one shader or function; undefined when its program has errors. */
  private shader(part: ListingPart): ShaderParts | undefined {
    const { reports } = this;
    const lines = new InstructionLines();
    this.lines.set(part, lines);
    const words = programOf(part.program, reports, { onInstruction: lines.add });
    const sections = sectionsByKind(part.sections, reports);
    const level9 = part.level9.map((old) => this.level9(old));
    const nameFunction = () => `function${this.functions++}`;
    if (words === undefined) {
      // The sections are read all the same, to report their faults.
      const empty = readSm4Words(new Uint32Array([versionOf(part.program.profile), 2]), new Diagnostics());
      new ShaderPartsReader({ ...part, slots: undefined }, sections, empty, reports, nameFunction).read([]);
      return undefined;
    }
    const program = readSm4Words(words, new Diagnostics());
    const programs = level9.filter((old) => old !== undefined);
    return new ShaderPartsReader(part, sections, program, reports, nameFunction).read(programs);
  }

  /** A program of feature level 9 with its tables; undefined when it has errors. */
  private level9(part: Level9Part): ShaderParts['level9'][number] | undefined {
    const { reports } = this;
    const mappings = readMappings(part.sections, reports);
    const words = level9Words(part.program, reports);
    if (words === undefined) return undefined;
    return { kind: part.kind, program: { version: level9Version(words[0]!), ...mappings, words } };
  }
}

/**
 * The outputs with their types, 0 for an unknown one: without a header section, system values are known, and targets of
 * pixel shaders count as floats.
 */
function typedOutputs(
  { program, output = [], patchConstants = [] }: ShaderParts,
  part: ListingPart,
): SignatureElement[] {
  const all = program.stage === 'hs' ? [...output, ...patchConstants] : [...output];
  if (program.stage === 'ps' || part.sections.some(({ kind }) => kind === 'output')) return all;
  return all.map((element) => (element.systemValue === 0 ? { ...element, componentType: 0 } : element));
}

/** The creator of a library; undefined when the listing says that it is unknown. */
function creatorOf(section: Section | undefined): string | undefined {
  const name = section && contentOf(section.title).slice(SECTION_TITLES.libraryCreator.length).trim();
  return name === UNKNOWN_LIBRARY_CREATOR ? undefined : name;
}

/** The version token of a profile such as `ps_5_0`. */
function versionOf(profile: string): number {
  const [stage, major, minor] = profile.split('_');
  return sm4VersionToken(sm4StageCode(stage!), Number(major), Number(minor));
}
