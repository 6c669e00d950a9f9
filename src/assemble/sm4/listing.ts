/**
 * From the text of a listing of shader models 4 to 5.1 to a container: the assemblers make the programs, the header sections
 * become the chunks. A chunk without a section is made from the program, and a note says so.
 *
 * Not for: how sections are read (`headers/`), or how chunks are arranged (`container.ts`).
 */
import { BufferType } from '../../base/d3d/enumerations.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { sm4StageCode, sm4VersionToken } from '../../base/profile.ts';
import { latin1Text } from '../../base/words.ts';
import type { ClassInstance, ClassLinkage, ClassType } from '../../container/ifce.ts';
import { serializeLibh, UNKNOWN_LIBRARY_CREATOR } from '../../container/library.ts';
import type { Rdef, RdefBinding, RdefBuffer } from '../../container/rdef.ts';
import { rdef } from '../../container/rdef-writer.ts';
import type { SignatureElement } from '../../container/signature.ts';
import type { StatField } from '../../container/stat.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import { readSm4Declarations, SM4_RESOURCE_PREFIXES, type Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { readSm4Words, type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';
import { UNKNOWN_CREATOR } from '../../text/dxbc/container.ts';
import type { Assembled } from '../assembled.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { type ShaderParts, shaderContainer } from './container.ts';
import {
  derivedFeatures,
  derivedFunctionSignature,
  derivedLinkage,
  derivedResources,
  derivedSignatures,
  rdefFlags,
  rdefVersion,
} from './derived.ts';
import { boundRegisters, readBindings } from './headers/bindings.ts';
import { readBuffers } from './headers/buffers.ts';
import { readFeatures } from './headers/features.ts';
import { readFunctionSignature, readLibrarySection } from './headers/functions.ts';
import { readMappings } from './headers/level9.ts';
import {
  type Level9Part,
  type Line,
  LineReports,
  type ListingPart,
  type Piece,
  SECTION_TITLES,
  type Section,
  type SectionKind,
  splitListing,
} from './headers/lines.ts';
import { readClassInstances, readClassTypes, readInterfaceSlots } from './headers/linkage.ts';
import { contentOf } from './headers/rows.ts';
import { readSignatureSection } from './headers/signatures.ts';
import { readDomain, readOutputPrimitive, readSlots } from './headers/statistics.ts';
import { assembleIntoOriginal } from './into.ts';
import { level9Stages, level9Version, level9Words } from './level9-program.ts';
import { assembleProgram, type ProgramOptions } from './program.ts';
import { InstructionLines, validateAssembled } from './validate-assembled.ts';

/** Options of texts of shader models 4 to 5.1. */
export interface Sm4Options {
  /** The container whose program is replaced; undefined to make a new one. */
  readonly into?: Uint8Array | undefined;
  /** Options of texts of shader models 1 to 3, which are refused. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly debug?: boolean;
  /** Validates the container that is made. */
  readonly validator?: ProgramValidator | undefined;
}

/** Reports that a text of shader models 1 to 3 cannot be assembled into a container. */
export function refuseInto(source: string, name: string): Assembled {
  const diagnostics = new AssemblyDiagnostics(source, name);
  const end = source.search(/\r?\n|$/);
  diagnostics.report('DX3224', { source, start: 0, end, line: 1, column: 1, file: name });
  return { bytes: undefined, diagnostics: diagnostics.list };
}

/**
 * Assembles a listing to a container. Never throws on any text.
 *
 * @param source the whole text; characters beyond one byte are taken as the bytes of UTF-8
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

/** Reports each option that is not for these texts. */
function refuseOptions({ defines = {}, debug = false }: Sm4Options, reports: LineReports): void {
  const refused = [...(Object.keys(defines).length > 0 ? ['defines'] : []), ...(debug ? ['debug'] : [])];
  if (refused.length === 0) return;
  const { source, name, diagnostics } = reports;
  const [part] = splitListing(new LineReports(source, name, new AssemblyDiagnostics(source, name))).parts;
  const { start = 0, number = 1, profile = 'a later model' } = part?.program ?? {};
  for (const option of refused) {
    const location = { source, start, end: start + profile.length, line: number, column: 1, file: name };
    diagnostics.report('DX3211', location, { option, profile });
  }
}

/** `text` with one character a byte, like names in chunks. */
function byteText(text: string): string {
  if (!BEYOND_BYTES.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  return latin1Text(bytes, 0, bytes.byteLength);
}

const BEYOND_BYTES = /[^\0-\xff]/;

/** The words of the program at `piece`; undefined when it has errors. */
function programOf(piece: Piece, reports: LineReports, options: ProgramOptions = {}): Uint32Array | undefined {
  const { source, name, diagnostics } = reports;
  const { start, end, number: line } = piece;
  return assembleProgram(source, diagnostics, { name, start, end, line, ...options });
}

/** The sections of one shader by kind. */
type Sections = ReadonlyMap<SectionKind, Section>;

function byKind(sections: readonly Section[], reports: LineReports): Sections {
  const found = new Map<SectionKind, Section>();
  for (const section of sections) {
    if (!found.has(section.kind)) found.set(section.kind, section);
    else reports.report('DX3203', section.title, { section: SECTION_TITLES[section.kind].trim() });
  }
  return found;
}

/** The name of a section, as messages say it. */
function nameOf(kind: SectionKind): string {
  return SECTION_TITLES[kind].trim().replace(/:$/, '');
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
      if (reports.diagnostics.errors === 0) reports.report('DX3200', { text: ' ', start: 0, number: 1 }, {}, 0, 0);
      return undefined;
    }
    if (first.program.profile.startsWith('lib')) return this.library(library, parts);
    const shader = this.shader(first);
    // What has errors may have what no chunk holds.
    return shader === undefined || reports.diagnostics.errors > 0 ? undefined : this.container(shader, first);
  }

  /** The container of one shader or function, validated. */
  private container(shader: ShaderParts, part: ListingPart): Uint8Array {
    const bytes = shaderContainer(shader);
    const lines = this.lines.get(part);
    if (lines && this.validator)
      validateAssembled(bytes, this.validator, lines, this.versionLine(part.program), this.reports);
    return bytes;
  }

  private library(sections: readonly Section[], parts: readonly ListingPart[]): Uint8Array | undefined {
    const { reports } = this;
    const kinds = byKind(sections, reports);
    const section = kinds.get('library');
    const header = section === undefined ? undefined : readLibrarySection(section, reports);
    const creator = kinds.get('libraryCreator');
    if (header !== undefined && header.names.length !== parts.length) {
      reports.report('DX3209', section!.title, { functions: header.names.length, programs: parts.length });
    }
    const functions = parts.map((part) => this.shader(part));
    if (header === undefined) {
      const what = 'functions have the names of their signatures, or none';
      this.note(parts[0]!.program, 'library', what);
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

  private note(piece: Piece, kind: SectionKind, what: string): void {
    const { reports } = this;
    reports.report('DX3207', this.versionLine(piece), { section: nameOf(kind), what });
  }

  private versionLine({ start, number, profile }: Piece): Line {
    return { text: this.reports.source.slice(start, start + profile.length), start, number };
  }

  /** The parts of one shader or function; undefined when its program has errors. */
  private shader(part: ListingPart): ShaderParts | undefined {
    const { reports } = this;
    const lines = this.validator ? new InstructionLines() : undefined;
    if (lines) this.lines.set(part, lines);
    const words = programOf(part.program, reports, lines ? { onInstruction: lines.add } : {});
    const sections = byKind(part.sections, reports);
    const level9 = part.level9.map((old) => this.level9(old));
    if (words === undefined) {
      // The sections are read all the same, to report their faults.
      this.header(
        sections,
        { ...part, slots: undefined },
        readSm4Words(new Uint32Array([versionOf(part.program.profile), 2]), new Diagnostics()),
        [],
      );
      return undefined;
    }
    const program = readSm4Words(words, new Diagnostics());
    return this.header(
      sections,
      part,
      program,
      level9.filter((old) => old !== undefined),
    );
  }

  private header(
    sections: Sections,
    part: ListingPart,
    program: Sm4Program,
    level9: ShaderParts['level9'],
  ): ShaderParts {
    const { reports } = this;
    const declarations = readSm4Declarations(program);
    const hasHeader = sections.has('creator') || sections.has('input') || sections.has('output');
    const features = sections.get('features');
    const isFunction = program.stage === 'lib';
    const linkage =
      this.linkage(sections, declarations) ?? (hasHeader ? undefined : this.ownLinkage(part, declarations));
    const named = {
      // Sections on features leave some out for functions.
      features:
        (features === undefined ? 0 : readFeatures(features, reports)) |
        (hasHeader && !isFunction ? 0 : derivedFeatures(program)),
      resources: this.resources(sections, part, program, declarations, linkage, hasHeader),
      functionSignature: this.functionSignature(sections, part, isFunction),
      ...(isFunction ? NO_SIGNATURES : this.signatures(sections, part, program, declarations)),
    };
    return {
      program,
      flags: declarations.globalFlags,
      ...named,
      linkage,
      level9,
      statistics: this.statistics(sections, part, program, hasHeader),
      debugName: debugNameOf(sections.get('debugName')),
      digest: sections.has('debugLayer') ? 'debug' : 'retail',
    };
  }

  private signatures(
    sections: Sections,
    part: ListingPart,
    program: Sm4Program,
    declarations: Sm4Declarations,
  ): Pick<ShaderParts, 'input' | 'output' | 'patchConstants'> {
    const { reports } = this;
    const { stage } = program;
    const pixelShader = stage === 'ps';
    const read = (kind: 'input' | 'output' | 'patchConstants', direction: 'in' | 'out') => {
      const section = sections.get(kind);
      return section && readSignatureSection(section, direction, pixelShader, reports);
    };
    const input = read('input', 'in');
    const output = read('output', 'out');
    const patchConstants = read('patchConstants', stage === 'ds' ? 'in' : 'out');
    const tessellates = stage === 'hs' || stage === 'ds';
    if (input !== undefined && output !== undefined && (patchConstants !== undefined || !tessellates)) {
      return { input, output, patchConstants };
    }
    const derived = derivedSignatures(program, declarations);
    const what = 'it is made from the declarations, with invented semantics';
    const chosen = (
      kind: 'input' | 'output' | 'patchConstants',
      found: readonly SignatureElement[] | undefined,
      made: readonly SignatureElement[],
    ) => {
      if (found === undefined && made.length > 0) this.note(part.program, kind, what);
      return found ?? made;
    };
    return {
      input: chosen('input', input, derived.input),
      output: chosen('output', output, derived.output),
      patchConstants: tessellates ? chosen('patchConstants', patchConstants, derived.patchConstants) : patchConstants,
    };
  }

  private functionSignature(
    sections: Sections,
    part: ListingPart,
    isFunction: boolean,
  ): ShaderParts['functionSignature'] {
    if (!isFunction) return undefined;
    const section = sections.get('functionSignature');
    if (section !== undefined) return readFunctionSignature(section, this.reports);
    this.note(part.program, 'functionSignature', 'the function takes and returns nothing');
    return derivedFunctionSignature(`function${this.functions++}`);
  }

  private resources(
    sections: Sections,
    part: ListingPart,
    program: Sm4Program,
    declarations: Sm4Declarations,
    linkage: ClassLinkage | undefined,
    hasHeader: boolean,
  ): Rdef | undefined {
    const { reports } = this;
    const creator = sections.get('creator');
    const maker = creator === undefined ? '' : contentOf(creator.title).slice(SECTION_TITLES.creator.length).trim();
    const bufferSection = sections.get('buffers');
    const bindingSection = sections.get('bindings');
    if (bufferSection === undefined && bindingSection === undefined) {
      // Without a chunk that names the compiler, the disassembler is named.
      if (hasHeader && (maker === UNKNOWN_CREATOR || maker === '')) return undefined;
      if (!hasHeader) {
        const derived = derivedResources(program, declarations);
        if (derived.bindings.length > 0) {
          this.note(part.program, 'bindings', 'it is made from the declarations, with invented names');
        }
        return derived;
      }
    }
    const isNamed = program.major >= 5 || program.stage === 'lib';
    const buffers = bufferSection === undefined ? [] : readBuffers(bufferSection, isNamed, linkage, reports);
    const strideOf = strides(declarations, buffers);
    const bindings = bindingSection === undefined ? [] : readBindings(bindingSection, strideOf, reports);
    this.unbound(part.program, bindings, program, declarations);
    const withoutLimit = bindings.some(({ bindCount }) => bindCount === 0);
    return rdef({
      version: rdefVersion(program),
      creator: maker,
      flags: rdefFlags(program, declarations.globalFlags, withoutLimit),
      buffers,
      bindings,
      interfaceSlots: linkage?.slotCount ?? declarations.interfaceSlots,
    });
  }

  /** Reports resources that the program declares and the section on bindings does not have. */
  private unbound(
    piece: Piece,
    bindings: readonly RdefBinding[],
    program: Sm4Program,
    { resources }: Sm4Declarations,
  ): void {
    const rangeIds = sm4UsesRangeIds(program);
    const bound = boundRegisters(bindings, rangeIds);
    for (const { type, id } of resources) {
      const prefix = SM4_RESOURCE_PREFIXES[type];
      if (bound.has(prefix + id)) continue;
      const register = (rangeIds ? prefix.toUpperCase() : prefix) + id;
      this.reports.report('DX3208', this.versionLine(piece), { register, section: nameOf('bindings') });
    }
  }

  private linkage(sections: Sections, { interfaces }: Sm4Declarations): ClassLinkage | undefined {
    const { reports } = this;
    const typeSection = sections.get('classTypes');
    const instanceSection = sections.get('classInstances');
    const slotSection = sections.get('interfaceSlots');
    if (typeSection === undefined && instanceSection === undefined && slotSection === undefined) return undefined;
    const types: ClassType[] = typeSection === undefined ? [] : readClassTypes(typeSection, reports);
    const instances: ClassInstance[] =
      instanceSection === undefined ? [] : readClassInstances(instanceSection, reports);
    const slots =
      slotSection === undefined ? { slots: [], slotCount: 0 } : readInterfaceSlots(slotSection, interfaces, reports);
    return { types, instances, ...slots };
  }

  private ownLinkage(part: ListingPart, declarations: Sm4Declarations): ClassLinkage | undefined {
    const linkage = derivedLinkage(declarations);
    if (linkage !== undefined)
      this.note(part.program, 'classTypes', 'there is one without data for each function table');
    return linkage;
  }

  private statistics(
    sections: Sections,
    part: ListingPart,
    program: Sm4Program,
    hasHeader: boolean,
  ): Partial<Record<StatField, number>> | undefined {
    const { reports } = this;
    const counted: Partial<Record<StatField, number>> = { ...countSm4(program) };
    const domain = sections.get('tessellationDomain');
    const output = sections.get('tessellationOutput');
    const said = {
      ...(domain === undefined ? {} : readDomain(domain, reports)),
      ...(output === undefined ? {} : readOutputPrimitive(output, reports)),
      ...(sections.has('sampleFrequency') ? { sampleFrequency: 1 } : {}),
    };
    const slots = part.slots === undefined ? undefined : readSlots(part.slots, reports);
    // A shader without statistics has 0 slots, which no program has.
    if (hasHeader && slots === 0 && Object.keys(said).length === 0) return undefined;
    if (slots !== undefined && slots !== counted.instructionCount) {
      reports.report('DX3206', part.slots!, { said: slots | 0, counted: counted.instructionCount ?? 0 });
    }
    if (hasHeader) counted.sampleFrequency = 0;
    if (slots !== undefined) counted.instructionCount = slots;
    return Object.assign(counted, said);
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

/** The creator of a library; undefined when the listing says that it is unknown. */
function creatorOf(section: Section | undefined): string | undefined {
  const name = section && contentOf(section.title).slice(SECTION_TITLES.libraryCreator.length).trim();
  return name === UNKNOWN_LIBRARY_CREATOR ? undefined : name;
}

/** The name after the title, cut to the length that its chunk holds. */
function debugNameOf(section: Section | undefined): string | undefined {
  if (section === undefined) return undefined;
  return contentOf(section.title).slice(SECTION_TITLES.debugName.length).slice(0, 0xffff);
}

const NO_SIGNATURES = { input: undefined, output: undefined, patchConstants: undefined };

/** The stride of a structured buffer: from its declaration, else from the layout of its element. */
function strides(declarations: Sm4Declarations, buffers: readonly RdefBuffer[]) {
  const declared = new Map<string, number>();
  for (const { type, layout, id, size } of declarations.resources) {
    if (layout === 'structured') declared.set(SM4_RESOURCE_PREFIXES[type] + id, size);
  }
  const elements = new Map(
    buffers.filter(({ type }) => type === BufferType.resourceBindInfo).map(({ name, size }) => [name, size]),
  );
  return ({ name, register, id }: { readonly name: string; readonly register: string; readonly id: number }) =>
    declared.get(register + id) ?? elements.get(name) ?? 0;
}

/** The version token of a profile such as `ps_5_0`. */
function versionOf(profile: string): number {
  const [stage, major, minor] = profile.split('_');
  return sm4VersionToken(sm4StageCode(stage!), Number(major), Number(minor));
}
