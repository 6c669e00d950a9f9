/**
 * The grammar of root signatures: from tokens to typed data, with the span of every field. A wrong entry is reported
 * and left out, and parsing goes on after it.
 *
 * Not for: finding the text (source.ts), tokens, punctuation, names and values (reader.ts), or rules.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import type { Message } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { ROOT_SIGNATURE_PROFILES } from '../../base/profile.ts';
import {
  DEFAULT_RANGE,
  DEFAULT_STATIC_SAMPLER,
  DESCRIPTOR_KINDS,
  type DescriptorKind,
  type DescriptorRange,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  type RootSignatureNode,
  RootSignatureVersion,
  type StaticSampler,
} from '../../chunks/rts0.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX4021, DX4022, DX4024, DX4027 } from '../messages.ts';
import {
  type Arguments,
  CONSTANTS_ARGUMENTS,
  DESCRIPTOR_ARGUMENTS,
  ENTRIES,
  RANGE_ARGUMENTS,
  RANGES,
  ROOT_DESCRIPTORS,
  ROOT_FLAG_NAMES,
  RootSignatureReader,
  type RootSignatureTokens,
  RootToken,
  SAMPLER_ARGUMENTS,
  TABLE_ARGUMENTS,
} from './reader.ts';
import type { RootSignatureSource } from './source.ts';

/** A record that is being filled in. */
type Fields = Record<string, number>;

/** The allowed arguments of an entry. */
interface Shape {
  /** Its spelling, for messages. */
  readonly entry: string;
  readonly args: Arguments;
  /** The letter of its registers and the field that they fill. */
  readonly register?: { readonly letter: string; readonly field: string };
  /** For descriptor tables: the ranges, each one is appended. */
  readonly ranges?: DescriptorRange[];
}

interface CharacterSpan {
  readonly start: number;
  readonly end: number;
}

/** Reads the text of one root signature; wrong entries are reported and left out. */
export class RootSignatureParser {
  readonly #reader: RootSignatureReader;
  readonly #tokens: RootSignatureTokens;
  #version: number;
  readonly #isVersionGiven: boolean;
  readonly #parameters: RootParameter[] = [];
  readonly #samplers: StaticSampler[] = [];
  #flags: number | undefined;
  /** The spans of everything that was read: of complete nodes (under the empty name) and by field. */
  readonly #spans = new Map<RootSignatureNode | undefined, Map<string, CharacterSpan>>();

  constructor(
    private readonly source: RootSignatureSource,
    private readonly diagnostics: AssemblyDiagnostics,
    version: number | undefined,
  ) {
    this.#version = version ?? RootSignatureVersion.v1_1;
    this.#isVersionGiven = version !== undefined;
    this.#reader = new RootSignatureReader(source, diagnostics);
    this.#tokens = this.#reader.tokens;
  }

  parse(): RootSignature {
    const tokens = this.#tokens;
    if (this.source.isLenient) this.#versionLine();
    while (tokens.kind !== RootToken.end && this.diagnostics.list.length < MAX_VALIDATION_DIAGNOSTICS) {
      if (!this.#entry()) this.#reader.skipEntry();
      if (tokens.kind === RootToken.end) break;
      if (!this.#reader.comma()) this.#reader.skipEntry();
    }
    return {
      version: this.#version,
      parameters: this.#parameters,
      staticSamplers: this.#samplers,
      flags: this.#flags ?? 0,
    };
  }

  /** Reports a rule that `node`, or one of its fields, breaks. */
  report(message: Message, node: RootSignatureNode, field: string | undefined, values: MessageValues): void {
    const spans = this.#spans.get(node);
    const all = spans?.get('') ?? { start: 0, end: this.source.text.length };
    const { start, end } = spans?.get(field ?? '') ?? all;
    this.diagnostics.report(message, this.source.location(start, end), values);
  }

  // --- entries ------------------------------------------------------------------------------------------------------

  /** Reads a profile before the first entry. */
  #versionLine(): void {
    const { spelling } = this.#tokens;
    const found = Object.entries(ROOT_SIGNATURE_PROFILES).find(([, profile]) => profile === spelling);
    if (found === undefined) return;
    if (!this.#isVersionGiven) this.#version = Number(found[0]);
    this.#tokens.next();
  }

  /** Reads an entry; false when it is wrong, which is reported. */
  #entry(): boolean {
    const tokens = this.#tokens;
    const { start, spelling } = tokens;
    this.#reader.begin();
    if (tokens.kind !== RootToken.name) return this.#reader.unexpected('an entry', entryHint(spelling));
    const name = spelling.toLowerCase();
    const kind = ROOT_DESCRIPTORS.get(name);
    if (kind !== undefined) return this.#descriptor(kind, start);
    switch (name) {
      case 'rootflags':
        return this.#rootFlags();
      case 'rootconstants':
        return this.#constants(start);
      case 'descriptortable':
        return this.#table(start);
      case 'staticsampler':
        return this.#sampler(start);
      default:
        return this.#reader.unexpected('an entry', entryHint(spelling));
    }
  }

  #rootFlags(): boolean {
    const tokens = this.#tokens;
    if (this.#flags !== undefined) return this.#reader.wrong(DX4022);
    tokens.next();
    if (!this.#reader.open()) return false;
    const flags = this.#reader.flagNames('RootFlags', ROOT_FLAG_NAMES);
    if (flags === undefined) return false;
    this.#flags = flags;
    return tokens.is(')') ? this.#reader.close() : this.#reader.unexpected("'|' or ')'");
  }

  #constants(start: number): boolean {
    const fields: Fields = { shaderRegister: 0, registerSpace: 0, num32BitValues: 0, shaderVisibility: 0 };
    const register = { letter: 'b', field: 'shaderRegister' };
    const spans = this.#arguments({ entry: 'RootConstants', args: CONSTANTS_ARGUMENTS, register }, fields);
    if (spans === undefined) return false;
    if (!spans.has('num32BitValues')) return this.#reader.incomplete('RootConstants', 'num32BitConstants', start);
    if (!spans.has('shaderRegister')) return this.#reader.incomplete('RootConstants', 'a register b#', start);
    const { shaderRegister, registerSpace, num32BitValues, shaderVisibility } = fields as Record<string, number> &
      Constants;
    this.#addParameter(spans, start, {
      parameterType: RootParameterType.constants,
      shaderVisibility,
      constants: { shaderRegister, registerSpace, num32BitValues },
    });
    return true;
  }

  #descriptor({ name, register: letter, parameterType }: DescriptorKind, start: number): boolean {
    const fields: Fields = { shaderRegister: 0, registerSpace: 0, flags: 0, shaderVisibility: 0 };
    const register = { letter, field: 'shaderRegister' };
    const spans = this.#arguments({ entry: name, args: DESCRIPTOR_ARGUMENTS, register }, fields);
    if (spans === undefined) return false;
    if (!spans.has('shaderRegister')) return this.#reader.incomplete(name, `a register ${letter}#`, start);
    const { shaderRegister, registerSpace, flags, shaderVisibility } = fields as Record<string, number> & Descriptor;
    this.#addParameter(spans, start, {
      parameterType,
      shaderVisibility,
      descriptor: { shaderRegister, registerSpace, flags },
    });
    return true;
  }

  #table(start: number): boolean {
    const fields: Fields = { shaderVisibility: 0 };
    const ranges: DescriptorRange[] = [];
    const spans = this.#arguments({ entry: 'DescriptorTable', args: TABLE_ARGUMENTS, ranges }, fields);
    if (spans === undefined) return false;
    this.#addParameter(spans, start, {
      parameterType: RootParameterType.descriptorTable,
      shaderVisibility: fields.shaderVisibility!,
      descriptorTable: { descriptorRanges: ranges },
    });
    return true;
  }

  #range({ name, register: letter, rangeType }: DescriptorKind, ranges: DescriptorRange[]): boolean {
    const { start } = this.#tokens;
    const fields = { rangeType, baseShaderRegister: 0, ...DEFAULT_RANGE };
    const register = { letter, field: 'baseShaderRegister' };
    const spans = this.#arguments({ entry: name, args: RANGE_ARGUMENTS, register }, fields);
    if (spans === undefined) return false;
    if (!spans.has('baseShaderRegister')) return this.#reader.incomplete(name, `a register ${letter}#`, start);
    this.#keep(fields, spans, start);
    ranges.push(fields);
    return true;
  }

  #sampler(start: number): boolean {
    const fields = { ...DEFAULT_STATIC_SAMPLER, shaderRegister: 0 };
    const register = { letter: 's', field: 'shaderRegister' };
    const spans = this.#arguments({ entry: 'StaticSampler', args: SAMPLER_ARGUMENTS, register }, fields as Fields);
    if (spans === undefined) return false;
    if (!spans.has('shaderRegister')) return this.#reader.incomplete('StaticSampler', 'a register s#', start);
    this.#keep(fields, spans, start);
    this.#samplers.push(fields);
    return true;
  }

  #addParameter(spans: Map<string, CharacterSpan>, start: number, parameter: RootParameter): void {
    this.#keep(parameter, spans, start);
    this.#parameters.push(parameter);
  }

  /** Stores the span of `node`: from `start` to the parenthesis that was just closed. */
  #keep(node: RootSignatureNode, spans: Map<string, CharacterSpan>, start: number): void {
    spans.set('', { start, end: spans.get(')')!.end });
    this.#spans.set(node, spans);
  }

  // --- arguments ----------------------------------------------------------------------------------------------------

  /**
   * At the name of an entry: reads its parentheses into `fields`. Returns the span of each field, and under `)` that of
   * the closing parenthesis; undefined when something is wrong, which is reported.
   */
  #arguments(shape: Shape, fields: Fields): Map<string, CharacterSpan> | undefined {
    const tokens = this.#tokens;
    tokens.next();
    if (!this.#reader.open()) return undefined;
    const spans = new Map<string, CharacterSpan>();
    for (;;) {
      const { start } = tokens;
      const field = this.#argument(shape, fields, spans);
      if (field === undefined) return undefined;
      if (field !== '') spans.set(field, { start, end: this.#reader.lastEnd });
      if (tokens.is(')')) {
        spans.set(')', { start: tokens.start, end: tokens.end });
        this.#reader.close();
        return spans;
      }
      if (!this.#reader.comma()) return undefined;
    }
  }

  /** Reads one argument. Returns the field that it fills, an empty name for a range, undefined when it is wrong. */
  #argument(shape: Shape, fields: Fields, spans: ReadonlyMap<string, CharacterSpan>): string | undefined {
    const tokens = this.#tokens;
    const { args, register, ranges } = shape;
    const { spelling } = tokens;
    if (tokens.kind === RootToken.register && register !== undefined) {
      if (spans.has(register.field)) return this.#reader.refuse(DX4021, { name: 'the register' });
      if (tokens.letter !== register.letter)
        return this.#reader.refuse(DX4024, { entry: shape.entry, expected: register.letter, found: spelling });
      fields[register.field] = tokens.value;
      this.#reader.pass();
      return register.field;
    }
    if (tokens.kind === RootToken.name) {
      const name = spelling.toLowerCase();
      const kind = ranges && RANGES.get(name);
      if (kind !== undefined) return this.#range(kind, ranges!) ? '' : undefined;
      const argument = args.get(name);
      if (argument !== undefined) {
        if (spans.has(argument.field)) return this.#reader.refuse(DX4021, { name: argument.spelling });
        if (argument.kind === 'flags' && this.#version === RootSignatureVersion.v1_0)
          return this.#reader.refuse(DX4027);
        this.#reader.pass();
        if (!tokens.is('=')) {
          this.#reader.unexpected("'='");
          return undefined;
        }
        this.#reader.pass();
        const value = this.#reader.value(argument);
        if (value === undefined) return undefined;
        fields[argument.field] = value;
        return argument.field;
      }
    }
    this.#reader.unexpected(`an argument of ${shape.entry}`, argumentHint(shape, spelling));
    return undefined;
  }
}

interface Constants {
  readonly shaderRegister: number;
  readonly registerSpace: number;
  readonly num32BitValues: number;
  readonly shaderVisibility: number;
}

interface Descriptor {
  readonly shaderRegister: number;
  readonly registerSpace: number;
  readonly flags: number;
  readonly shaderVisibility: number;
}

function entryHint(spelling: string): string {
  return nearHint(spelling, ENTRIES) ?? `write one of ${ENTRIES.join(', ')}`;
}

function argumentHint({ args, register, ranges }: Shape, spelling: string): string {
  const names = [...args.values()].map((argument) => argument.spelling);
  if (ranges !== undefined) names.unshift(...DESCRIPTOR_KINDS.map(({ name }) => name));
  if (register !== undefined) names.unshift(`${register.letter}#`);
  return nearHint(spelling, names) ?? `write one of ${names.join(', ')}`;
}

function nearHint(spelling: string, names: readonly string[]): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  const near = nearestName(spelling.toLowerCase(), lower);
  return near === undefined ? undefined : `did you mean ${names[lower.indexOf(near)]}?`;
}
