/**
 * The parts of one shader or function of a listing: its program and, from the header sections, everything that becomes
 * a chunk. A part without a section is made from the program, and a note says so.
 *
 * Not for: how sections are read (`headers/`), or which chunks the parts become (`container.ts`).
 */

import { BufferType } from '../../base/d3d/enumerations.ts';
import type { ClassInstance, ClassLinkage, ClassType } from '../../chunks/ifce.ts';
import type { Rdef, RdefBinding, RdefBuffer } from '../../chunks/rdef.ts';
import { rdef } from '../../chunks/rdef-writer.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { StatField } from '../../chunks/stat.ts';
import { readSm4Declarations, type Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_RESOURCE_PREFIXES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';
import { UNKNOWN_CREATOR } from '../../text/dxbc/container.ts';
import { DX3203, DX3206, DX3207, DX3208 } from '../messages.ts';
import {
  derivedFeatures,
  derivedFunctionSignature,
  derivedLinkage,
  derivedResources,
  derivedSignatures,
  flaggedFeatures,
  rdefFlags,
  rdefVersion,
  type ShaderParts,
} from './derived.ts';
import { boundRegisters, readBindings } from './headers/bindings.ts';
import { readBuffers } from './headers/buffers.ts';
import { readFunctionSignature } from './headers/functions.ts';
import {
  type Line,
  type LineReports,
  type ListingPart,
  type Piece,
  SECTION_TITLES,
  type Section,
  type SectionKind,
} from './headers/lines.ts';
import { readClassInstances, readClassTypes, readInterfaceSlots } from './headers/linkage.ts';
import { contentOf, readDomain, readFeatures, readOutputPrimitive, readSlots, sectionName } from './headers/rows.ts';
import { readSignatureSection } from './headers/signatures.ts';
export type Sections = ReadonlyMap<SectionKind, Section>;

/** `sections` by kind; a second one of a kind is reported. */
export function sectionsByKind(sections: readonly Section[], reports: LineReports): Sections {
  const found = new Map<SectionKind, Section>();
  for (const section of sections) {
    if (!found.has(section.kind)) found.set(section.kind, section);
    else reports.report(DX3203, section.title, { section: SECTION_TITLES[section.kind].trim() });
  }
  return found;
}

/** Notes that the listing has no section `kind`; `what` says what is written instead. */
export function noteMissingSection(reports: LineReports, piece: Piece, kind: SectionKind, what: string): void {
  reports.report(DX3207, versionLineOf(piece, reports), { section: sectionName({ kind }), what });
}

export function versionLineOf({ start, number, profile }: Piece, { source }: LineReports): Line {
  return { text: source.slice(start, start + profile.length), start, number };
}

/** Reads the header sections of one program. */
export class ShaderPartsReader {
  private readonly declarations: Sm4Declarations;
  /** The listing has the sections that disassemblers always print. */
  private readonly hasHeader: boolean;

  /** @param nameFunction returns the name of a function without a section */
  constructor(
    private readonly part: ListingPart,
    private readonly sections: Sections,
    private readonly program: Sm4Program,
    private readonly reports: LineReports,
    private readonly nameFunction: () => string,
  ) {
    this.declarations = readSm4Declarations(program);
    this.hasHeader = sections.has('creator') || sections.has('input') || sections.has('output');
  }

  read(level9: ShaderParts['level9']): ShaderParts {
    const { reports, sections, program, hasHeader } = this;
    const features = sections.get('features');
    const isFunction = program.stage === 'lib';
    const linkage = this.linkage() ?? (hasHeader ? undefined : this.generatedLinkage());
    const named = {
      // Sections on features leave some out for functions.
      features:
        (features === undefined ? 0 : readFeatures(features, reports)) |
        (hasHeader && !isFunction ? flaggedFeatures(program) : derivedFeatures(program)),
      resources: this.resources(linkage),
      functionSignature: this.functionSignature(),
      ...(isFunction ? NO_SIGNATURES : this.signatures()),
    };
    return {
      program,
      flags: this.declarations.globalFlags,
      ...named,
      linkage,
      level9,
      statistics: this.statistics(),
      debugName: debugNameOf(sections.get('debugName')),
      digest: sections.has('debugLayer') ? 'debug' : 'retail',
    };
  }

  private note(kind: SectionKind, what: string): void {
    noteMissingSection(this.reports, this.part.program, kind, what);
  }

  private signatures(): Pick<ShaderParts, 'input' | 'output' | 'patchConstants'> {
    const { reports, sections, program, declarations } = this;
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
      if (found === undefined && made.length > 0) this.note(kind, what);
      return found ?? made;
    };
    return {
      input: chosen('input', input, derived.input),
      output: chosen('output', output, derived.output),
      patchConstants: tessellates ? chosen('patchConstants', patchConstants, derived.patchConstants) : patchConstants,
    };
  }

  private functionSignature(): ShaderParts['functionSignature'] {
    if (this.program.stage !== 'lib') return undefined;
    const section = this.sections.get('functionSignature');
    if (section !== undefined) return readFunctionSignature(section, this.reports);
    this.note('functionSignature', 'the function takes and returns nothing');
    return derivedFunctionSignature(this.nameFunction());
  }

  private resources(linkage: ClassLinkage | undefined): Rdef | undefined {
    const { reports, sections, program, declarations, hasHeader } = this;
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
          this.note('bindings', 'it is made from the declarations, with invented names');
        }
        return derived;
      }
    }
    const isNamed = program.major >= 5 || program.stage === 'lib';
    const buffers = bufferSection === undefined ? [] : readBuffers(bufferSection, isNamed, linkage, reports);
    const strideOf = strides(declarations, buffers);
    const bindings = bindingSection === undefined ? [] : readBindings(bindingSection, strideOf, reports);
    this.unbound(bindings);
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
  private unbound(bindings: readonly RdefBinding[]): void {
    const { program } = this;
    const { resources } = this.declarations;
    const line = versionLineOf(this.part.program, this.reports);
    const rangeIds = sm4UsesRangeIds(program);
    const bound = boundRegisters(bindings, rangeIds);
    for (const { type, id } of resources) {
      const prefix = SM4_RESOURCE_PREFIXES[type];
      if (bound.has(prefix + id)) continue;
      const register = (rangeIds ? prefix.toUpperCase() : prefix) + id;
      this.reports.report(DX3208, line, { register, section: sectionName({ kind: 'bindings' }) });
    }
  }

  private linkage(): ClassLinkage | undefined {
    const { reports, sections } = this;
    const { interfaces } = this.declarations;
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

  private generatedLinkage(): ClassLinkage | undefined {
    const linkage = derivedLinkage(this.declarations);
    if (linkage !== undefined) this.note('classTypes', 'there is one without data for each function table');
    return linkage;
  }

  private statistics(): Partial<Record<StatField, number>> | undefined {
    const { reports, part, sections, program, hasHeader } = this;
    const counted: Partial<Record<StatField, number>> = { ...countSm4(program) };
    const domain = sections.get('tessellationDomain');
    const output = sections.get('tessellationOutput');
    const stated = {
      ...(domain === undefined ? {} : readDomain(domain, reports)),
      ...(output === undefined ? {} : readOutputPrimitive(output, reports)),
      ...(sections.has('sampleFrequency') ? { sampleFrequency: 1 } : {}),
    };
    const slots = part.slots === undefined ? undefined : readSlots(part.slots, reports);
    // A shader without statistics has 0 slots, which no program has.
    if (hasHeader && slots === 0 && Object.keys(stated).length === 0) return undefined;
    if (slots !== undefined && slots !== counted.instructionCount) {
      reports.report(DX3206, part.slots!, { said: slots | 0, counted: counted.instructionCount ?? 0 });
    }
    if (hasHeader) counted.sampleFrequency = 0;
    if (slots !== undefined) counted.instructionCount = slots;
    return Object.assign(counted, stated);
  }
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
