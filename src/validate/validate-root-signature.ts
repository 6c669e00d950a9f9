/**
 * The rules of root signatures: what Microsoft's compiler refuses to serialize (source: oracle), what only the runtime
 * refuses, and invalid numbers, which only damaged files have.
 *
 * Not for: whether a root signature covers the bindings of a shader (bindings/).
 */

import { typeText } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, type Diagnostics, diagnostic, hex, type MessageValues } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';
import * as names from '../chunks/rts0.ts';
import {
  type DescriptorRange,
  DescriptorRangeType,
  OFFSET_APPEND,
  type RootParameter,
  RootParameterType,
  type RootSignature,
  type RootSignatureNode,
  readRts0Spans,
  type StaticSampler,
  UNBOUNDED,
} from '../chunks/rts0.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import {
  DX4050,
  DX4051,
  DX4052,
  DX4053,
  DX4054,
  DX4055,
  DX4056,
  DX4057,
  DX4058,
  DX4059,
  DX4060,
  DX4061,
  DX4062,
  DX4063,
  DX4065,
  DX4066,
  DX4067,
  DX4068,
  DX4069,
  DX4070,
  DX4071,
  DX4072,
  DX4073,
  DX4075,
} from './messages.ts';
import type { CheckResult } from './rule.ts';

/** Maximum size of the root arguments, in DWORDs (source: documents; the compiler does not check it). */
export const MAX_ROOT_SIGNATURE_COST = 64;

const DESCRIPTOR_COST = 2;
const TABLE_COST = 1;

/** DWORDs that a parameter takes of the runtime's 64. */
export function rootParameterCost({ parameterType, constants }: RootParameter): number {
  if (parameterType === RootParameterType.descriptorTable) return TABLE_COST;
  return constants?.num32BitValues ?? DESCRIPTOR_COST;
}

/** DWORDs that the parameters take of the runtime's 64. */
export function rootSignatureCost({ parameters }: RootSignature): number {
  return parameters.reduce((sum, parameter) => sum + rootParameterCost(parameter), 0);
}

/** Receives a broken rule: the node that breaks it, and the field where it is about one. */
export type RootSignatureReporter = (
  message: Message,
  node: RootSignatureNode,
  field: string | undefined,
  values: MessageValues,
) => void;

export interface RootSignatureValidationOptions {
  /** Whose rules: those of the `runtime` (default), or of the `compiler`, which has no limit of the cost. */
  readonly as?: 'runtime' | 'compiler';
}

/**
 * Validates a root signature: what Microsoft's compiler refuses to serialize, what the runtime refuses beyond that, and
 * numbers without a meaning.
 *
 * A root signature is data, not a text or a file, so the spans of the diagnostics are empty; a note names the field,
 * such as `parameters[2].descriptorTable.descriptorRanges[0].flags`. For the bytes of a file use `validate()`.
 *
 * @throws TypeError when `signature` is no root signature, or an option is wrong
 */
export function validateRootSignature(
  signature: RootSignature,
  options: RootSignatureValidationOptions = {},
): CheckResult {
  requireRootSignature(signature, 'validateRootSignature');
  checkOptions(options, { as: ['runtime', 'compiler'] }, 'validateRootSignature');
  const diagnostics: Diagnostic[] = [];
  checkRootSignature(signature, options.as ?? 'runtime', (message, node, field, values) => {
    const notes = [`in ${pathOf(signature, node, field)}`];
    diagnostics.push(diagnostic(message, { unit: 'byte', start: 0, end: 0 }, values, notes));
  });
  return { valid: !diagnostics.some(({ severity }) => severity === 'error'), diagnostics };
}

/** @throws TypeError when `value`, the argument `signature` of the public function `caller`, is no root signature */
export function requireRootSignature(value: RootSignature, caller: string): void {
  if (typeof value === 'object' && value !== null && Array.isArray(value.parameters)) return;
  throw new TypeError(`${caller}: signature must be a RootSignature, such as readRts0() gives, not ${typeText(value)}`);
}

/** Where `node` is in `signature`, and its field: `parameters[2].descriptor.shaderRegister`. */
function pathOf(signature: RootSignature, node: RootSignatureNode, field: string | undefined): string {
  const suffix = field === undefined ? '' : `.${field}`;
  for (const [i, sampler] of signature.staticSamplers.entries())
    if (sampler === node) return `staticSamplers[${i}]${suffix}`;
  for (const [i, parameter] of signature.parameters.entries()) {
    if (parameter === node) {
      const part = (['constants', 'descriptor'] as const).find(
        (one) => field !== undefined && field in (parameter[one] ?? {}),
      );
      return `parameters[${i}]${part === undefined ? '' : `.${part}`}${suffix}`;
    }
    const k = parameter.descriptorTable?.descriptorRanges.indexOf(node as DescriptorRange) ?? -1;
    if (k >= 0) return `parameters[${i}].descriptorTable.descriptorRanges[${k}]${suffix}`;
  }
  return field !== undefined && field in signature ? field : 'parameters';
}

/** Reads and checks the root signature in `chunk`; undefined where it cannot be read. Spans are those of its bytes. */
export function checkRts0(
  container: Container,
  chunk: Chunk,
  as: 'runtime' | 'compiler',
  diagnostics: Diagnostics,
): RootSignature | undefined {
  const { signature, spans } = readRts0Spans(container, chunk, diagnostics);
  const rules = diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE);
  if (signature)
    checkRootSignature(signature, as, (code, node, field, values) => {
      const { start, end } = spans.of(node, field);
      rules.report(code, start, end, values);
    });
  return signature;
}

/**
 * Checks a root signature and passes each violation to `report`, in the order of the signature.
 *
 * @param as the compiler has no limit of the cost
 */
export function checkRootSignature(
  signature: RootSignature,
  as: 'runtime' | 'compiler',
  report: RootSignatureReporter,
): void {
  new RootSignatureValidator(report).check(signature, as);
}

/** Register spaces from here on are reserved for the system. */
const FIRST_RESERVED_SPACE = 0xffff_fff0;
const MAX_U32 = 0xffff_ffff;

const MIN_BIAS = -16;
const MAX_BIAS = Math.fround(15.99);
const MAX_ANISOTROPY = 16;

const valuesOf = (...tables: names.NamedValues[]): ReadonlySet<number> =>
  new Set(tables.flatMap((table) => Object.values(table)));
const bitsOf = (...tables: names.NamedValues[]): number => [...valuesOf(...tables)].reduce((all, bit) => all | bit, 0);

const ROOT_FLAG_BITS = bitsOf(names.ROOT_FLAGS, names.LATER_ROOT_FLAGS);
const DESCRIPTOR_FLAG_BITS = bitsOf(names.ROOT_DESCRIPTOR_FLAGS);
const RANGE_FLAG_BITS = bitsOf(names.DESCRIPTOR_RANGE_FLAGS);
const VISIBILITIES = valuesOf(names.SHADER_VISIBILITIES, names.LATER_SHADER_VISIBILITIES);
const FILTERS = valuesOf(names.SAMPLER_FILTERS);
const ADDRESS_MODES = valuesOf(names.TEXTURE_ADDRESS_MODES);
const COMPARISONS = valuesOf(names.COMPARISON_FUNCTIONS);
const BORDER_COLORS = valuesOf(names.STATIC_BORDER_COLORS);

const VISIBLE_TO_ALL = names.SHADER_VISIBILITIES.SHADER_VISIBILITY_ALL;

/** Registers of one kind, for one stage or all. */
interface Registers {
  readonly node: RootSignatureNode;
  readonly field: string;
  readonly rangeType: number;
  readonly space: number;
  readonly visibility: number;
  /** First and last one. */
  readonly first: number;
  readonly last: number;
  /** Position in the signature. */
  readonly order: number;
  /** `parameter 2, range 0`. */
  readonly name: string;
}

class RootSignatureValidator {
  readonly #registers: Registers[] = [];

  constructor(private readonly reporter: RootSignatureReporter) {}

  check(signature: RootSignature, as: 'runtime' | 'compiler'): void {
    const { parameters, staticSamplers, flags } = signature;
    if ((flags & ~ROOT_FLAG_BITS) !== 0) this.#report(DX4050, signature, 'flags', { flags: hex(flags) });
    for (const [index, parameter] of parameters.entries()) this.#parameter(parameter, index);
    for (const [index, sampler] of staticSamplers.entries()) this.#sampler(sampler, index);
    this.#overlaps();
    const cost = rootSignatureCost(signature);
    if (as === 'runtime' && cost > MAX_ROOT_SIGNATURE_COST)
      this.#report(DX4075, signature, 'numParameters', {
        cost,
        limit: MAX_ROOT_SIGNATURE_COST,
      });
  }

  #report(message: Message, node: RootSignatureNode, field?: string, values: MessageValues = {}): void {
    this.reporter(message, node, field, values);
  }

  #parameter(parameter: RootParameter, index: number): void {
    const { parameterType, shaderVisibility, descriptorTable, constants, descriptor } = parameter;
    if (!VISIBILITIES.has(shaderVisibility))
      this.#report(DX4051, parameter, 'shaderVisibility', { value: shaderVisibility });
    const name = `parameter ${index}`;
    if (descriptorTable) this.#table(parameter, descriptorTable.descriptorRanges, name);
    else if (constants) this.#use(parameter, DescriptorRangeType.cbv, constants, shaderVisibility, name);
    else if (descriptor) {
      const { flags } = descriptor;
      if ((flags & ~DESCRIPTOR_FLAG_BITS) !== 0) this.#report(DX4058, parameter, 'flags', { flags: hex(flags) });
      if (hasSeveral(flags & names.DATA_FLAGS)) this.#report(DX4060, parameter, 'flags', { flags: hex(flags) });
      const kind = names.DESCRIPTOR_KINDS.find((one) => one.parameterType === parameterType)!;
      this.#use(parameter, kind.rangeType, descriptor, shaderVisibility, name);
    }
  }

  /** Records that `node` has one register. */
  #use(
    node: RootSignatureNode,
    rangeType: number,
    { shaderRegister, registerSpace }: { readonly shaderRegister: number; readonly registerSpace: number },
    visibility: number,
    name: string,
  ): void {
    this.#add({
      node,
      field: 'shaderRegister',
      rangeType,
      space: registerSpace,
      visibility,
      first: shaderRegister,
      last: shaderRegister,
      order: this.#registers.length,
      name,
    });
  }

  #add(registers: Registers): void {
    if (registers.space >= FIRST_RESERVED_SPACE)
      this.#report(DX4065, registers.node, 'registerSpace', {
        space: hex(registers.space),
      });
    this.#registers.push(registers);
  }

  #table(parameter: RootParameter, ranges: readonly DescriptorRange[], name: string): void {
    let samplers = false;
    let resources = false;
    let isMixed = false;
    /** The slot after the last range; above all slots after an unbounded range. */
    let next = 0;
    for (const [index, range] of ranges.entries()) {
      const { rangeType, numDescriptors, baseShaderRegister, registerSpace } = range;
      const kind = names.DESCRIPTOR_KINDS.find((one) => one.rangeType === rangeType);
      if (kind === undefined) this.#report(DX4052, range, 'rangeType', { type: rangeType });
      else if (rangeType === DescriptorRangeType.sampler) samplers = true;
      else resources = true;
      if (samplers && resources && !isMixed) {
        isMixed = true;
        this.#report(DX4053, range, 'rangeType');
      }
      next = this.#slots(range, next);
      this.#rangeFlags(range);
      const last = numDescriptors === UNBOUNDED ? MAX_U32 : baseShaderRegister + numDescriptors - 1;
      this.#add({
        node: range,
        field: 'baseShaderRegister',
        rangeType,
        space: registerSpace,
        visibility: parameter.shaderVisibility,
        first: baseShaderRegister,
        last: Math.min(last, MAX_U32),
        order: this.#registers.length,
        name: `${name}, range ${index}`,
      });
    }
  }

  /** Checks the slots and registers of a range; returns the slot after it. */
  #slots(range: DescriptorRange, next: number): number {
    const { numDescriptors, baseShaderRegister, offsetInDescriptorsFromTableStart: offset } = range;
    if (numDescriptors === 0) this.#report(DX4054, range, 'numDescriptors');
    const start = offset === OFFSET_APPEND ? next : offset;
    if (start > MAX_U32) this.#report(DX4055, range, 'offsetInDescriptorsFromTableStart');
    if (numDescriptors === UNBOUNDED) return MAX_U32 + 1;
    if (baseShaderRegister + numDescriptors - 1 > MAX_U32)
      this.#report(DX4056, range, 'numDescriptors', {
        register: baseShaderRegister,
        count: numDescriptors,
      });
    if (start <= MAX_U32 && start + numDescriptors - 1 > MAX_U32)
      this.#report(DX4057, range, 'numDescriptors', {
        slot: start,
        count: numDescriptors,
      });
    return start + numDescriptors;
  }

  #rangeFlags(range: DescriptorRange): void {
    const { rangeType, flags } = range;
    if (flags === 0) return;
    const values = { flags: hex(flags) };
    const isVolatile = (flags & names.DESCRIPTOR_RANGE_FLAGS.DESCRIPTORS_VOLATILE) !== 0;
    const keepsChecks = (flags & names.DESCRIPTOR_RANGE_FLAGS.DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS) !== 0;
    if ((flags & ~RANGE_FLAG_BITS) !== 0) this.#report(DX4058, range, 'flags', values);
    if (isVolatile && keepsChecks) this.#report(DX4062, range, 'flags', values);
    if (rangeType === DescriptorRangeType.sampler) {
      if ((flags & names.DATA_FLAGS) !== 0) this.#report(DX4059, range, 'flags', values);
      if (keepsChecks) this.#report(DX4063, range, 'flags', values);
      return;
    }
    if (hasSeveral(flags & names.DATA_FLAGS)) this.#report(DX4060, range, 'flags', values);
    if (isVolatile && (flags & names.DESCRIPTOR_RANGE_FLAGS.DATA_STATIC) !== 0)
      this.#report(DX4061, range, 'flags', values);
  }

  #sampler(sampler: StaticSampler, index: number): void {
    const { filter, mipLODBias, maxAnisotropy, comparisonFunc, borderColor, minLOD, maxLOD } = sampler;
    const { shaderVisibility } = sampler;
    if (!VISIBILITIES.has(shaderVisibility))
      this.#report(DX4051, sampler, 'shaderVisibility', { value: shaderVisibility });
    if (!FILTERS.has(filter)) this.#report(DX4067, sampler, 'filter', { value: hex(filter) });
    for (const field of ['addressU', 'addressV', 'addressW'] as const)
      if (!ADDRESS_MODES.has(sampler[field])) this.#report(DX4068, sampler, field, { field, value: sampler[field] });
    const bias = floatOf(mipLODBias);
    // NaN is outside of every range.
    if (!(bias >= MIN_BIAS && bias <= MAX_BIAS)) this.#report(DX4069, sampler, 'mipLODBias', { value: bias });
    if (maxAnisotropy > MAX_ANISOTROPY)
      this.#report(DX4070, sampler, 'maxAnisotropy', {
        value: maxAnisotropy,
        limit: MAX_ANISOTROPY,
      });
    if (names.comparesSamples(filter) && !COMPARISONS.has(comparisonFunc))
      this.#report(DX4071, sampler, 'comparisonFunc', { value: comparisonFunc });
    if (!BORDER_COLORS.has(borderColor)) this.#report(DX4072, sampler, 'borderColor', { value: borderColor });
    if (Number.isNaN(floatOf(minLOD))) this.#report(DX4073, sampler, 'minLOD', { field: 'minLOD' });
    if (Number.isNaN(floatOf(maxLOD))) this.#report(DX4073, sampler, 'maxLOD', { field: 'maxLOD' });
    this.#use(sampler, DescriptorRangeType.sampler, sampler, shaderVisibility, `static sampler ${index}`);
  }

  /** Reports registers that two nodes have, where one stage sees both. */
  #overlaps(): void {
    const sorted = this.#registers.toSorted(
      (a, b) => a.rangeType - b.rangeType || a.space - b.space || a.first - b.first || a.order - b.order,
    );
    const found: [Registers, Registers][] = [];
    /** Of each visibility, the registers with the greatest last one so far. */
    let furthest = new Map<number, Registers>();
    let before: Registers | undefined;
    for (const one of sorted) {
      if (before?.rangeType !== one.rangeType || before.space !== one.space) furthest = new Map();
      before = one;
      const other = overlapped(one, furthest);
      if (other) found.push(other.order < one.order ? [one, other] : [other, one]);
      const reached = furthest.get(one.visibility);
      if (reached === undefined || reached.last < one.last) furthest.set(one.visibility, one);
    }
    found.sort(([a], [b]) => a.order - b.order);
    for (const [later, earlier] of found) {
      const kind = names.DESCRIPTOR_KINDS.find(({ rangeType }) => rangeType === later.rangeType);
      const values = { kind: kind?.register ?? '', first: later.first, space: later.space, other: earlier.name };
      this.#report(DX4066, later.node, later.field, values);
    }
  }
}

/** Registers of `furthest` that overlap `one` and are visible to a stage that sees `one`. */
function overlapped(one: Registers, furthest: ReadonlyMap<number, Registers>): Registers | undefined {
  if (one.visibility !== VISIBLE_TO_ALL) {
    const same = furthest.get(one.visibility);
    if (same && same.last >= one.first) return same;
    const all = furthest.get(VISIBLE_TO_ALL);
    return all && all.last >= one.first ? all : undefined;
  }
  for (const other of furthest.values()) if (other.last >= one.first) return other;
  return undefined;
}

function hasSeveral(bits: number): boolean {
  return (bits & (bits - 1)) !== 0;
}

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);

function floatOf(word: number): number {
  words[0] = word;
  return floats[0]!;
}
