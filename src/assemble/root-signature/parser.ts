/**
 * The grammar of root signatures: from tokens to typed data, with the span of every field. A wrong entry is reported and left out,
 * and parsing goes on after it.
 *
 * Not for: finding the text (source.ts), tokens (tokens.ts), names (arguments.ts), or rules.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import type { Message } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { ROOT_SIGNATURE_PROFILES } from '../../base/profile.ts';
import {
  type DescriptorRange,
  OFFSET_APPEND,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  type RootSignatureNode,
  RootSignatureVersion,
  type StaticSampler,
  UNBOUNDED,
} from '../../container/rts0.ts';
import {
  DEFAULT_RANGE,
  DEFAULT_STATIC_SAMPLER,
  DESCRIPTOR_KINDS,
  type DescriptorKind,
} from '../../container/rts0-names.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import type { AssemblyCode } from '../messages.ts';
import {
  APPEND_NAME,
  type ArgumentSpelling,
  type Arguments,
  CONSTANTS_ARGUMENTS,
  DESCRIPTOR_ARGUMENTS,
  ENTRIES,
  type Names,
  RANGE_ARGUMENTS,
  RANGES,
  ROOT_DESCRIPTORS,
  ROOT_FLAG_NAMES,
  SAMPLER_ARGUMENTS,
  TABLE_ARGUMENTS,
  UNBOUNDED_NAME,
} from './arguments.ts';
import type { RootSignatureSource } from './source.ts';
import { RootSignatureTokens, RootToken } from './tokens.ts';

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
  readonly #source: RootSignatureSource;
  readonly #tokens: RootSignatureTokens;
  readonly #diagnostics: AssemblyDiagnostics;
  #version: number;
  readonly #isVersionGiven: boolean;
  readonly #parameters: RootParameter[] = [];
  readonly #samplers: StaticSampler[] = [];
  #flags: number | undefined;
  /** The spans of everything that was read, as a whole (under the empty name) and by field. */
  readonly #spans = new Map<RootSignatureNode | undefined, Map<string, CharacterSpan>>();
  /** Open parentheses of the current entry. */
  #depth = 0;

  constructor(source: RootSignatureSource, diagnostics: AssemblyDiagnostics, version: number | undefined) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#version = version ?? RootSignatureVersion.v1_1;
    this.#isVersionGiven = version !== undefined;
    this.#tokens = new RootSignatureTokens(source.text, source.isLenient);
  }

  parse(): RootSignature {
    const tokens = this.#tokens;
    if (this.#source.isLenient) this.#versionLine();
    while (tokens.kind !== RootToken.end && this.#diagnostics.list.length < MAX_VALIDATION_DIAGNOSTICS) {
      if (!this.#entry()) this.#skipEntry();
      if (tokens.kind === RootToken.end) break;
      if (!this.#comma()) this.#skipEntry();
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
    const whole = spans?.get('') ?? { start: 0, end: this.#source.text.length };
    const { start, end } = spans?.get(field ?? '') ?? whole;
    this.#diagnostics.report(message, this.#source.location(start, end), values);
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
    this.#depth = 0;
    if (tokens.kind !== RootToken.name) return this.#unexpected('an entry', entryHint(spelling));
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
        return this.#unexpected('an entry', entryHint(spelling));
    }
  }

  #rootFlags(): boolean {
    const tokens = this.#tokens;
    if (this.#flags !== undefined) return this.#wrong('DX4022');
    tokens.next();
    if (!this.#open()) return false;
    const flags = this.#flagNames('RootFlags', ROOT_FLAG_NAMES);
    if (flags === undefined) return false;
    this.#flags = flags;
    return tokens.is(')') ? this.#close() : this.#unexpected("'|' or ')'");
  }

  #constants(start: number): boolean {
    const fields: Fields = { shaderRegister: 0, registerSpace: 0, num32BitValues: 0, shaderVisibility: 0 };
    const register = { letter: 'b', field: 'shaderRegister' };
    const spans = this.#arguments({ entry: 'RootConstants', args: CONSTANTS_ARGUMENTS, register }, fields);
    if (spans === undefined) return false;
    if (!spans.has('num32BitValues')) return this.#incomplete('RootConstants', 'num32BitConstants', start);
    if (!spans.has('shaderRegister')) return this.#incomplete('RootConstants', 'a register b#', start);
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
    if (!spans.has('shaderRegister')) return this.#incomplete(name, `a register ${letter}#`, start);
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
    if (!spans.has('baseShaderRegister')) return this.#incomplete(name, `a register ${letter}#`, start);
    this.#keep(fields, spans, start);
    ranges.push(fields);
    return true;
  }

  #sampler(start: number): boolean {
    const fields = { ...DEFAULT_STATIC_SAMPLER, shaderRegister: 0 };
    const register = { letter: 's', field: 'shaderRegister' };
    const spans = this.#arguments({ entry: 'StaticSampler', args: SAMPLER_ARGUMENTS, register }, fields as Fields);
    if (spans === undefined) return false;
    if (!spans.has('shaderRegister')) return this.#incomplete('StaticSampler', 'a register s#', start);
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
   * At the name of an entry: reads its parentheses into `fields`. Returns the span of each field, and under `)` that of the
   * closing parenthesis; undefined when something is wrong, which is reported.
   */
  #arguments(shape: Shape, fields: Fields): Map<string, CharacterSpan> | undefined {
    const tokens = this.#tokens;
    tokens.next();
    if (!this.#open()) return undefined;
    const spans = new Map<string, CharacterSpan>();
    for (;;) {
      const { start } = tokens;
      const field = this.#argument(shape, fields, spans);
      if (field === undefined) return undefined;
      if (field !== '') spans.set(field, { start, end: this.#lastEnd });
      if (tokens.is(')')) {
        spans.set(')', { start: tokens.start, end: tokens.end });
        this.#close();
        return spans;
      }
      if (!this.#comma()) return undefined;
    }
  }

  /** End of the last token of an argument. */
  #lastEnd = 0;

  /** Reads one argument. Returns the field that it fills, an empty name for a range, undefined when it is wrong. */
  #argument(shape: Shape, fields: Fields, spans: ReadonlyMap<string, CharacterSpan>): string | undefined {
    const tokens = this.#tokens;
    const { args, register, ranges } = shape;
    const { spelling } = tokens;
    if (tokens.kind === RootToken.register && register !== undefined) {
      if (spans.has(register.field)) return this.#refuse('DX4021', { name: 'the register' });
      if (tokens.letter !== register.letter)
        return this.#refuse('DX4024', { entry: shape.entry, expected: register.letter, found: spelling });
      fields[register.field] = tokens.value;
      this.#pass();
      return register.field;
    }
    if (tokens.kind === RootToken.name) {
      const name = spelling.toLowerCase();
      const kind = ranges && RANGES.get(name);
      if (kind !== undefined) return this.#range(kind, ranges!) ? '' : undefined;
      const argument = args.get(name);
      if (argument !== undefined) {
        if (spans.has(argument.field)) return this.#refuse('DX4021', { name: argument.spelling });
        if (argument.kind === 'flags' && this.#version === RootSignatureVersion.v1_0) return this.#refuse('DX4027');
        this.#pass();
        if (!tokens.is('=')) {
          this.#unexpected("'='");
          return undefined;
        }
        this.#pass();
        const value = this.#value(argument);
        if (value === undefined) return undefined;
        fields[argument.field] = value;
        return argument.field;
      }
    }
    this.#unexpected(`an argument of ${shape.entry}`, argumentHint(shape, spelling));
    return undefined;
  }

  #value(argument: ArgumentSpelling): number | undefined {
    switch (argument.kind) {
      case 'unsigned':
        return this.#unsigned();
      case 'count':
        return this.#unsigned(UNBOUNDED_NAME, UNBOUNDED);
      case 'offset':
        return this.#unsigned(APPEND_NAME, OFFSET_APPEND);
      case 'float':
        return this.#float();
      case 'name':
        return this.#name(argument);
      case 'flags':
        return this.#flagNames(argument.spelling, argument.names!);
    }
  }

  /** Reads a number, or `name` for the value `named`. */
  #unsigned(name?: string, named = 0): number | undefined {
    const tokens = this.#tokens;
    const { kind, value, spelling } = tokens;
    if (kind === RootToken.unsigned) {
      this.#pass();
      return value;
    }
    if (kind === RootToken.name && name !== undefined && spelling.toLowerCase() === name.toLowerCase()) {
      this.#pass();
      return named;
    }
    if (kind === RootToken.negative || kind === RootToken.fraction || /^[-+.\d]/.test(spelling))
      return this.#refuse('DX4028', { found: spelling, range: 'a whole number up to 4294967295' });
    this.#unexpected(name === undefined ? 'a number' : `a number or ${name}`);
    return undefined;
  }

  #float(): number | undefined {
    const tokens = this.#tokens;
    const { kind, float, value, isHex, spelling } = tokens;
    if (kind === RootToken.unsigned || kind === RootToken.negative || kind === RootToken.fraction) {
      this.#pass();
      return isHex ? value : float;
    }
    if (/^[-+.\d]/.test(spelling))
      return this.#refuse('DX4028', { found: spelling, range: 'a float; a number without a point has 32 bits' });
    this.#unexpected('a number');
    return undefined;
  }

  #name({ spelling: argument, names }: ArgumentSpelling): number | undefined {
    const tokens = this.#tokens;
    const { kind, spelling, value } = tokens;
    const isLenient = this.#source.isLenient;
    const found = kind === RootToken.name ? names!.find(spelling, isLenient) : undefined;
    const named = found ?? (kind === RootToken.unsigned && isLenient ? value : undefined);
    if (named === undefined) {
      const hint = kind === RootToken.name ? names!.hint(spelling) : names!.hint('');
      return this.#refuse('DX4025', { found: quoted(spelling), name: argument }, hint);
    }
    this.#pass();
    return named;
  }

  /** Reads `0`, or names joined with `|`. */
  #flagNames(argument: string, names: Names): number | undefined {
    const tokens = this.#tokens;
    const isLenient = this.#source.isLenient;
    let flags = 0;
    if (tokens.kind === RootToken.unsigned && !isLenient) {
      if (tokens.value !== 0) return this.#refuse('DX4026', { found: tokens.spelling });
      this.#pass();
      return 0;
    }
    for (;;) {
      const { kind, spelling, value } = tokens;
      const found = kind === RootToken.name ? names.find(spelling, isLenient) : undefined;
      const flag = found ?? (kind === RootToken.unsigned && isLenient ? value : undefined);
      if (flag === undefined) {
        const hint = names.hint(kind === RootToken.name ? spelling : '');
        return this.#refuse('DX4025', { found: quoted(spelling), name: argument }, hint);
      }
      flags = (flags | flag) >>> 0;
      this.#pass();
      if (!tokens.is('|')) return flags;
      this.#pass();
    }
  }

  // --- tokens -------------------------------------------------------------------------------------------------------

  /** Takes the token, and stores its end. */
  #pass(): void {
    this.#lastEnd = this.#tokens.end;
    this.#tokens.next();
  }

  #open(): boolean {
    if (!this.#tokens.is('(')) return this.#unexpected("'('");
    this.#depth++;
    this.#pass();
    return true;
  }

  #close(): true {
    this.#depth--;
    this.#pass();
    return true;
  }

  #comma(): boolean {
    if (!this.#tokens.is(',')) return this.#unexpected(this.#depth > 0 ? "',' or ')'" : "','");
    this.#pass();
    return true;
  }

  /** After an error: skips to the comma after the entry, or to the end. */
  #skipEntry(): void {
    const tokens = this.#tokens;
    while (tokens.kind !== RootToken.end) {
      if (tokens.is('(')) this.#depth++;
      else if (tokens.is(')')) this.#depth--;
      else if (tokens.is(',') && this.#depth <= 0) return;
      tokens.next();
    }
  }

  /** Reports `code` at the token. */
  #wrong(code: AssemblyCode, values: MessageValues = {}, hint?: string): false {
    const { start, end } = this.#tokens;
    this.#diagnostics.report(code, this.#source.location(start, end), values, hint);
    return false;
  }

  #refuse(code: AssemblyCode, values: MessageValues = {}, hint?: string): undefined {
    this.#wrong(code, values, hint);
    return undefined;
  }

  #unexpected(expected: string, hint?: string): false {
    const { kind, spelling } = this.#tokens;
    const found = kind === RootToken.end ? 'the end of the text' : quoted(spelling);
    return this.#wrong('DX4020', { found, expected }, hint);
  }

  #incomplete(entry: string, missing: string, start: number): false {
    this.#diagnostics.report('DX4023', this.#source.location(start, this.#lastEnd), { entry, missing });
    return false;
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

function quoted(spelling: string): string {
  return spelling === '' ? 'the end of the text' : `'${spelling}'`;
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
