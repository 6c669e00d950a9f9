/**
 * Checks whether a root signature covers everything that a shader uses, as Direct3D 12 does when a pipeline is created,
 * and as the compiler does for a shader with the attribute RootSignature (source: oracle). A root signature becomes one
 * row for each parameter, range and static sampler first.
 *
 * Not for: the rules of root signatures themselves (../validate-root-signature.ts), or shaders that meet
 * (../pipeline/).
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { firstWhere } from '../../base/collections.ts';
import { InputType } from '../../base/d3d/enumerations.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { readRdef } from '../../chunks/rdef.ts';
import {
  comparesSamples,
  DESCRIPTOR_KINDS,
  DescriptorRangeType,
  ROOT_FLAGS,
  type RootParameter,
  type RootSignature,
  SHADER_VISIBILITIES,
  type StaticSampler,
  UNBOUNDED,
} from '../../chunks/rts0.ts';
import { NO_REGISTER } from '../../chunks/signature.ts';
import type { Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { readSm4Declarations, type Sm4DeclaredResource } from '../../isa/sm4/declarations.ts';
import type { Sm4ResourceType } from '../../isa/sm4/operands.ts';
import { PipelineDiagnostics, readPipelineShader, type ShaderSpan, type Sm4Shader } from '../pipeline/shader.ts';
import { stageName, systemValue } from '../pipeline/signatures.ts';
import type { CheckResult, PipelineRuleRow } from '../rule.ts';
import { checkRts0, requireRootSignature } from '../validate-root-signature.ts';

export interface RootRegisters {
  /** One of {@link DescriptorRangeType}. */
  readonly rangeType: number;
  readonly space: number;
  readonly visibility: number;
  readonly first: number;
  /** The last register; 0xffffffff for an unbounded range. */
  readonly last: number;
  /** The kind of parameter that the register is bound by. */
  readonly origin: 'table' | 'root descriptor' | 'root constants' | 'static sampler';
  /** Root constants: how many. */
  readonly constants: number;
  /** Of a static sampler. */
  readonly sampler?: StaticSampler;
  /** `parameter 2, range 0`. */
  readonly name: string;
}

const MAX_U32 = 0xffff_ffff;

/** The rows that one stage sees, searchable by range. */
export class VisibleRegisters {
  /** By type and space, in the order of the first registers. */
  readonly #rows = new Map<string, RootRegisters[]>();
  /** For each list, by index: the row up to there with the highest last register. */
  readonly #furthest = new Map<string, RootRegisters[]>();

  constructor(rows: readonly RootRegisters[]) {
    for (const row of rows) {
      const key = keyOf(row);
      const list = this.#rows.get(key) ?? [];
      this.#rows.set(key, list);
      list.push(row);
    }
    for (const [key, list] of this.#rows) {
      list.sort((a, b) => a.first - b.first);
      let best = list[0]!;
      this.#furthest.set(
        key,
        list.map((row) => {
          if (row.last > best.last) best = row;
          return best;
        }),
      );
    }
  }

  /**
   * The row that has all registers of a range. Adjacent rows do not add up, because their descriptors are not adjacent
   * (source: oracle).
   */
  covering(range: RegisterRange): RootRegisters | undefined {
    const list = this.#rows.get(keyOf(range)) ?? [];
    const after = firstWhere(list.length, (i) => list[i]!.first > range.first);
    const row = this.#furthest.get(keyOf(range))?.[after - 1];
    return row !== undefined && row.last >= range.last ? row : undefined;
  }

  /** The rows that have some of the registers of a range. */
  touching(range: RegisterRange): readonly RootRegisters[] {
    const list = this.#rows.get(keyOf(range)) ?? [];
    return list.filter(({ first, last }) => first <= range.last && last >= range.first);
  }
}

/** Registers of one kind and space. */
export type RegisterRange = Pick<RootRegisters, 'rangeType' | 'space' | 'first' | 'last'>;

function keyOf({ rangeType, space }: RegisterRange): string {
  return `${rangeType} ${space}`;
}

/** The rows of a root signature, in its order. */
export function rootRegisters({ parameters, staticSamplers }: RootSignature): RootRegisters[] {
  const rows = parameters.flatMap(rowsOf);
  for (const [index, sampler] of staticSamplers.entries()) {
    const { shaderRegister: first, registerSpace: space, shaderVisibility: visibility } = sampler;
    const common = { rangeType: DescriptorRangeType.sampler, space, visibility, first, last: first, constants: 0 };
    rows.push({ ...common, origin: 'static sampler', sampler, name: `static sampler ${index}` });
  }
  return rows;
}

function rowsOf(parameter: RootParameter, index: number): RootRegisters[] {
  const { parameterType, shaderVisibility: visibility, descriptorTable, constants, descriptor } = parameter;
  const name = `parameter ${index}`;
  if (descriptorTable)
    return descriptorTable.descriptorRanges.map((range, i): RootRegisters => {
      const { rangeType, numDescriptors, baseShaderRegister: first, registerSpace: space } = range;
      const last = numDescriptors === UNBOUNDED ? MAX_U32 : Math.min(first + numDescriptors - 1, MAX_U32);
      return { rangeType, space, visibility, first, last, origin: 'table', constants: 0, name: `${name}, range ${i}` };
    });
  const register = constants ?? descriptor;
  if (register === undefined) return [];
  const { shaderRegister: first, registerSpace: space } = register;
  const kind = DESCRIPTOR_KINDS.find((one) => one.parameterType === parameterType);
  const rangeType = constants ? DescriptorRangeType.cbv : kind!.rangeType;
  const count = constants?.num32BitValues ?? 0;
  const origin = constants ? 'root constants' : 'root descriptor';
  return [{ rangeType, space, visibility, first, last: first, origin, constants: count, name }];
}

/** Names that the debug layer of Direct3D 12 has for each stage. */
const MISMATCH = ['VS', 'HS', 'DS', 'GS', 'PS'].map(
  (stage) => `CREATEGRAPHICSPIPELINESTATE_${stage}_ROOT_SIGNATURE_MISMATCH`,
);

export const UNCOVERED_RULE: PipelineRuleRow = {
  code: 'DX4200',
  text: '{binding} is not in the root signature for a {stage}{instead}.',
  hint: 'Add one range, descriptor or static sampler that covers all registers of the binding.',
  runtime: MISMATCH,
};
export const ROOT_DESCRIPTOR_RULE: PipelineRuleRow = {
  code: 'DX4201',
  text: '{binding} is {layout}, which cannot be bound through a root descriptor ({row} of the root signature).',
  hint: 'Put the descriptor into a descriptor table.',
  runtime: MISMATCH,
};
export const DENIED_RULE: PipelineRuleRow = {
  code: 'DX4202',
  text: 'The shader uses the root signature, but its flags deny access to a {stage} ({flag}).',
  hint: 'Remove the flag.',
  runtime: MISMATCH,
};
export const NO_INPUT_LAYOUT_RULE: PipelineRuleRow = {
  code: 'DX4203',
  // The compiler accepts such pairs; the runtime rejects them when it creates a pipeline with an input layout.
  severity: 'warning',
  text: 'The vertex shader reads {name} from the input assembler, but the root signature does not allow an input layout.',
  hint: 'Add the flag `ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT`.',
  runtime: ['CREATEGRAPHICSPIPELINESTATE_MISSING_ROOT_SIGNATURE_FLAGS'],
};
export const FEW_CONSTANTS_RULE: PipelineRuleRow = {
  code: 'DX4204',
  severity: 'warning',
  text: '{binding} has {size} DWORDs, but {row} of the root signature has {count} constants; the rest is undefined.',
  hint: 'Increase `num32BitConstants`, or use a constant buffer.',
};
export const INDEXED_CONSTANTS_RULE: PipelineRuleRow = {
  code: 'DX4205',
  severity: 'warning',
  text: '{binding} is indexed dynamically, but {row} of the root signature has root constants, which cannot be.',
  hint: 'Use a constant buffer.',
};
export const COUNTER_RULE: PipelineRuleRow = {
  code: 'DX4206',
  severity: 'warning',
  text: '{binding} has a counter, but {row} of the root signature is a root descriptor, which cannot have one.',
  hint: 'Put the descriptor into a descriptor table.',
};
export const COMPARISON_RULE: PipelineRuleRow = {
  code: 'DX4207',
  severity: 'warning',
  text: '{binding} is a {kind}, but the filter of {row} of the root signature {filter}; the result is undefined.',
  hint: 'Use a filter that matches how the shader samples.',
  runtime: ['DEVICE_DRAW_SAMPLER_MISMATCH'],
};
export const SINGLE_RULE: PipelineRuleRow = {
  code: 'DX4208',
  severity: 'warning',
  text: '{binding} is unbounded, but {row} of the root signature is one {origin}; only its first register is accessible.',
  hint: 'Put a range of descriptors into a descriptor table.',
};

/**
 * Validates the bindings of a shader of models 4.0 to 5.1 against `signature`. Never throws on any bytes.
 *
 * @param bytes a container with a program, or C source with one as an array
 * @throws TypeError when `bytes` holds no bytes, or `signature` is no root signature
 */
export function validateBindings(bytes: ByteSource, signature: RootSignature): CheckResult {
  const source = toBytes(bytes, 'validateBindings');
  requireRootSignature(signature, 'validateBindings');
  const shader = readPipelineShader({ name: '', bytes: source }, 0, new PipelineDiagnostics());
  if (shader?.kind !== 'sm4') return NOTHING_TO_CHECK;
  const diagnostics = new PipelineDiagnostics();
  new BindingValidator(shader, diagnostics).check(signature);
  return { valid: !diagnostics.hasErrors, diagnostics: diagnostics.list };
}

/**
 * Validates the root signature that a shader has in its container: its own rules, then the bindings of the shader
 * against it. Never throws on any bytes.
 *
 * @param bytes a container with a program and a root signature, or C source with one as an array
 * @throws TypeError when `bytes` holds no bytes
 */
export function validateEmbeddedRootSignature(bytes: ByteSource): CheckResult {
  const source = toBytes(bytes, 'validateEmbeddedRootSignature');
  const shader = readPipelineShader({ name: '', bytes: source }, 0, new PipelineDiagnostics());
  if (shader?.kind !== 'sm4') return NOTHING_TO_CHECK;
  const chunk = shader.container.find(TAG.RTS0);
  if (chunk === undefined) return NOTHING_TO_CHECK;
  const diagnostics = new PipelineDiagnostics();
  const rangeDiagnostics = new Diagnostics();
  const signature = checkRts0(shader.container, chunk, 'runtime', rangeDiagnostics);
  for (const one of rangeDiagnostics.list) diagnostics.push({ ...one, shader: 0 });
  if (signature) new BindingValidator(shader, diagnostics).check(signature);
  return { valid: !diagnostics.hasErrors, diagnostics: diagnostics.list };
}

const NOTHING_TO_CHECK: CheckResult = { valid: undefined, diagnostics: [] };

interface StageAccess {
  readonly visibility: number;
  /** The flag that denies the root signature to the stage. */
  readonly deny: keyof typeof ROOT_FLAGS | undefined;
}

const { SHADER_VISIBILITY_ALL: ALL } = SHADER_VISIBILITIES;

const ACCESS: Readonly<Record<string, StageAccess>> = {
  vs: { visibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_VERTEX, deny: 'DENY_VERTEX_SHADER_ROOT_ACCESS' },
  hs: { visibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_HULL, deny: 'DENY_HULL_SHADER_ROOT_ACCESS' },
  ds: { visibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_DOMAIN, deny: 'DENY_DOMAIN_SHADER_ROOT_ACCESS' },
  gs: { visibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_GEOMETRY, deny: 'DENY_GEOMETRY_SHADER_ROOT_ACCESS' },
  ps: { visibility: SHADER_VISIBILITIES.SHADER_VISIBILITY_PIXEL, deny: 'DENY_PIXEL_SHADER_ROOT_ACCESS' },
  cs: { visibility: ALL, deny: undefined },
};

/** System values that the input assembler generates. */
const OF_INPUT_ASSEMBLER = [systemValue('vertex_id'), systemValue('instance_id')];

/** DWORDs of a register of a constant buffer. */
const REGISTER_SIZE = 4;

/**
 * Entries of the root signature that a message about an uncovered binding lists, and bindings of one shader that list
 * some.
 */
const MAX_EXPLAINED = 4;
const MAX_EXPLAINED_BINDINGS = 100;

/** A resource that a shader declares, as registers of a root signature. */
interface Binding extends RegisterRange {
  readonly resource: Sm4DeclaredResource;
}

const RANGE_TYPE_OF: Readonly<Record<Sm4ResourceType, number>> = {
  cbv: DescriptorRangeType.cbv,
  sampler: DescriptorRangeType.sampler,
  srv: DescriptorRangeType.srv,
  uav: DescriptorRangeType.uav,
};

function bindingOf(resource: Sm4DeclaredResource): Binding {
  const { type, space, firstRegister: first, lastRegister: last } = resource;
  return { rangeType: RANGE_TYPE_OF[type], space, first, last, resource };
}

class BindingValidator {
  /** Names by type, space and first register; read when the first one is needed. */
  #names: ReadonlyMap<string, string> | undefined;
  #explained = 0;

  constructor(
    private readonly shader: Sm4Shader,
    private readonly diagnostics: PipelineDiagnostics,
  ) {}

  check(signature: RootSignature): void {
    const { shader, diagnostics } = this;
    const access = ACCESS[shader.stage ?? ''];
    if (access === undefined) return;
    const rows = new VisibleRegisters(
      rootRegisters(signature).filter(({ visibility }) => visibility === ALL || visibility === access.visibility),
    );
    const bindings = readSm4Declarations(shader.program).resources.map(bindingOf);
    for (const binding of bindings) this.#binding(binding, rows);
    const { deny } = access;
    const [first] = bindings;
    if (first && deny !== undefined && (signature.flags & ROOT_FLAGS[deny]) !== 0)
      diagnostics.add(DENIED_RULE, this.#span(first), { stage: stageName(shader), flag: deny });
    this.#inputLayout(signature);
  }

  #binding(binding: Binding, rows: VisibleRegisters): void {
    const { first, last } = binding;
    const isEndless = last === MAX_U32 && first !== MAX_U32;
    // How much of an unbounded range is used is up to the application (source: oracle).
    const row = rows.covering(isEndless ? { ...binding, last: first } : binding);
    if (row === undefined) {
      const touching = this.#explained++ < MAX_EXPLAINED_BINDINGS ? rows.touching(binding).slice(0, MAX_EXPLAINED) : [];
      const instead = touching.map((one) => `, and ${one.name} has ${rangeText(one)}`).join('');
      this.#report(UNCOVERED_RULE, binding, undefined, { stage: stageName(this.shader), instead });
      return;
    }
    if (isEndless && row.origin !== 'table') this.#report(SINGLE_RULE, binding, row, { origin: row.origin });
    if (row.origin === 'root descriptor') this.#rootDescriptor(binding, row);
    else if (row.origin === 'root constants') this.#constants(binding, row);
    else if (row.origin === 'static sampler') this.#sampler(binding, row);
  }

  #rootDescriptor(binding: Binding, row: RootRegisters): void {
    const { type, layout, orderPreservingCounter, usesCounter } = binding.resource;
    if (type === 'cbv') return;
    if (layout === 'typed') {
      const what = type === 'srv' ? 'a texture or a typed buffer' : 'typed';
      this.#report(ROOT_DESCRIPTOR_RULE, binding, row, { layout: what });
    } else if (orderPreservingCounter) {
      this.#report(ROOT_DESCRIPTOR_RULE, binding, row, { layout: 'a structured buffer with a counter' });
    } else if (usesCounter) {
      this.#report(COUNTER_RULE, binding, row);
    }
  }

  #constants(binding: Binding, row: RootRegisters): void {
    const { size, dynamicallyIndexed } = binding.resource;
    const { constants: count } = row;
    // The last register may be used partly.
    if (REGISTER_SIZE * (size - 1) >= count)
      this.#report(FEW_CONSTANTS_RULE, binding, row, { size: REGISTER_SIZE * size, count });
    if (dynamicallyIndexed) this.#report(INDEXED_CONSTANTS_RULE, binding, row);
  }

  #sampler(binding: Binding, row: RootRegisters): void {
    const { comparison } = binding.resource;
    const compares = comparesSamples(row.sampler!.filter);
    if (compares === comparison) return;
    const kind = comparison ? 'comparison sampler' : 'sampler';
    const filter = compares ? 'compares' : 'does not compare';
    this.#report(COMPARISON_RULE, binding, row, { kind, filter });
  }

  #inputLayout(signature: RootSignature): void {
    const { shader, diagnostics } = this;
    if (shader.stage !== 'vs' || (signature.flags & ROOT_FLAGS.ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT) !== 0) return;
    const input = shader.inputs?.find(
      (one) => one.register !== NO_REGISTER && !OF_INPUT_ASSEMBLER.includes(one.systemValue),
    );
    if (input === undefined) return;
    const name = `${input.semanticName}${input.semanticIndex}`;
    diagnostics.add(NO_INPUT_LAYOUT_RULE, input.span, { name });
  }

  #report(
    rule: PipelineRuleRow,
    binding: Binding,
    row: RootRegisters | undefined,
    values: Readonly<Record<string, string | number>> = {},
  ): void {
    const text = `${rangeText(binding)}${this.#nameOf(binding)}`;
    this.diagnostics.add(rule, this.#span(binding), { binding: text, row: row?.name ?? '', ...values });
  }

  #span({ resource: { position } }: Binding): ShaderSpan {
    const { index, programOffset, program } = this.shader;
    const { starts, count, end } = program;
    const next = position + 1 < count ? starts[position + 1]! : end;
    return { shader: index, start: programOffset + 4 * starts[position]!, end: programOffset + 4 * next };
  }

  /** ` (shadowMap)`; empty without resource definitions. */
  #nameOf({ rangeType, space, first }: Binding): string {
    this.#names ??= namesOf(this.shader.container);
    const name = this.#names.get(`${rangeType} ${space} ${first}`);
    return name === undefined ? '' : ` (${name})`;
  }
}

/** The names in the resource definitions by type, space and first register. */
function namesOf(container: Container): ReadonlyMap<string, string> {
  const chunk = container.find(TAG.RDEF);
  const bindings = (chunk && readRdef(container, chunk, new Diagnostics())?.bindings) ?? [];
  return new Map(
    bindings.map(({ type, space, bindPoint, name }) => [`${RANGE_TYPES[type]} ${space} ${bindPoint}`, name]),
  );
}

/** The type of descriptor range of each `D3D_SHADER_INPUT_TYPE`. */
const RANGE_TYPES: Readonly<Record<number, number>> = {
  [InputType.cbuffer]: DescriptorRangeType.cbv,
  [InputType.tbuffer]: DescriptorRangeType.srv,
  [InputType.texture]: DescriptorRangeType.srv,
  [InputType.sampler]: DescriptorRangeType.sampler,
  [InputType.uavRwTyped]: DescriptorRangeType.uav,
  [InputType.structured]: DescriptorRangeType.srv,
  [InputType.uavRwStructured]: DescriptorRangeType.uav,
  [InputType.byteAddress]: DescriptorRangeType.srv,
  [InputType.uavRwByteAddress]: DescriptorRangeType.uav,
  [InputType.uavAppendStructured]: DescriptorRangeType.uav,
  [InputType.uavConsumeStructured]: DescriptorRangeType.uav,
  [InputType.uavRwStructuredWithCounter]: DescriptorRangeType.uav,
};

/** `t0`, `t0 to t3 in space 1`, `u2 and up`. */
function rangeText({ rangeType, space, first, last }: RegisterRange): string {
  const letter = DESCRIPTOR_KINDS.find((kind) => kind.rangeType === rangeType)?.register ?? '';
  const rest = last === MAX_U32 ? ' and up' : ` to ${letter}${last}`;
  return `${letter}${first}${first === last ? '' : rest}${space === 0 ? '' : ` in space ${space}`}`;
}
