/**
 * From the text of a listing of shader models 4 to 5.1 to a container: the assemblers make the programs, the header
 * sections become the chunks.
 *
 * Not for: the parts of one shader (`shader-parts.ts`), how sections are read (`headers/`), or how chunks are arranged
 * (`container.ts`).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { sm4StageCode, sm4VersionToken } from '../../base/profile.ts';
import { latin1Text } from '../../base/words.ts';
import { serializeLibh, UNKNOWN_LIBRARY_CREATOR } from '../../chunks/library.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX3200, DX3209, DX3211 } from '../messages.ts';
import type { Assembled, ProgramValidator } from '../program-validator.ts';
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
} from './headers/lines.ts';
import { contentOf } from './headers/rows.ts';
import { warnOfIntegers } from './integer-literals.ts';
import { assembleIntoOriginal } from './into.ts';
import { level9Stages, level9Version, level9Words } from './level9-program.ts';
import { assembleProgram, type ProgramOptions } from './program.ts';
import { noteMissingSection, ShaderPartsReader, sectionsByKind, versionLineOf } from './shader-parts.ts';
import { InstructionLines, validateAssembled } from './validate-assembled.ts';

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
  /** The number of functions that were given a name. */
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
