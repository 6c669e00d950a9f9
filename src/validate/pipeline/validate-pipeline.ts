/**
 * Validates that the shaders of a pipeline match, by the rules that the runtimes of Direct3D 9, 10, 11 and 12 apply
 * when shaders are put together or drawn with: which stages are neighbors (in the order of the pipeline, not of the
 * inputs), and what hull, domain and geometry shaders share in addition. Signatures of hull and domain shaders must be
 * equal, because drivers compile both as one object (source: documents).
 *
 * Not for: elements that two neighbors have (signatures.ts, sm1.ts), whether each shader is valid by itself
 * (../validate.ts), or its bindings against a root signature (../bindings/).
 */

import { type ByteSource, isSameBytes, toBytes, typeText } from '../../base/bytes.ts';
import { checkOptions } from '../../base/check-options.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Field } from '../../base/field.ts';
import { NO_REGISTER } from '../../chunks/signature.ts';
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { maskText } from '../../isa/components.ts';
import { readSm4Declarations, type Sm4Declarations } from '../../isa/sm4/declarations.ts';
import {
  SM4_INPUT_PRIMITIVES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
} from '../../isa/sm4/names.ts';
import type { Sm4Mnemonic } from '../../isa/sm4/opcodes.ts';
import { Sm4DeclarationControls } from '../../isa/sm4/tokens.ts';
import type { CheckResult, PipelineRuleRow } from '../rule.ts';
import {
  type LocatedElement,
  type NamedShader,
  PipelineDiagnostics,
  type PipelineShader,
  readPipelineShader,
  type ShaderSpan,
  type Sm1Shader,
  type Sm4Shader,
} from './shader.ts';
import {
  bySemantic,
  checkSignatures,
  locatedName,
  NO_SIGNATURE_RULE,
  semanticKey,
  semanticText,
  stageName,
  systemValue,
} from './signatures.ts';
import { checkSm1Pair } from './sm1.ts';

const SIGNATURE_MISMATCH = ['DEVICE_DRAW_HS_DS_SIGNATURE_MISMATCH'];

export const LEFT_OUT_RULE: PipelineRuleRow = {
  code: 'DX4120',
  text: 'The hull shader outputs {name} as {what}, but the domain shader does not declare it; their signatures must be equal.',
  hint: 'Use the same structure in both shaders.',
  runtime: SIGNATURE_MISMATCH,
};
export const FEWER_RULE: PipelineRuleRow = {
  code: 'DX4121',
  text: '{name} has the components {found} here, but {expected} in the {earlier}; their signatures must be equal.',
  hint: 'Use the same structure in both shaders.',
  runtime: SIGNATURE_MISMATCH,
};
export const CONTROL_POINTS_RULE: PipelineRuleRow = {
  code: 'DX4122',
  text: 'The domain shader declares {found} control points, but the {earlier} outputs {expected}.',
  hint: 'Use the same count in `OutputPatch` and `outputcontrolpoints`.',
  runtime: [
    'DEVICE_DRAW_HS_DS_CONTROL_POINT_COUNT_MISMATCH',
    'CREATEGRAPHICSPIPELINESTATE_HS_DS_CONTROL_POINT_COUNT_MISMATCH',
  ],
};
export const DOMAIN_RULE: PipelineRuleRow = {
  code: 'DX4123',
  text: 'The domain shader has the domain {found}, but the {earlier} has {expected}.',
  hint: 'Use the same `domain` attribute in both shaders.',
  runtime: [
    'DEVICE_DRAW_HS_DS_TESSELLATOR_DOMAIN_MISMATCH',
    'CREATEGRAPHICSPIPELINESTATE_HS_DS_TESSELLATOR_DOMAIN_MISMATCH',
  ],
};
export const PRIMITIVE_RULE: PipelineRuleRow = {
  code: 'DX4124',
  text: 'The geometry shader expects {found}, but the tessellator outputs {expected} for the {earlier}.',
  hint: 'Use the primitive of the `outputtopology` attribute of the hull shader, without adjacency.',
  runtime: ['DEVICE_DRAW_GS_INPUT_PRIMITIVE_MISMATCH', 'CREATEGRAPHICSPIPELINESTATE_GS_INPUT_PRIMITIVE_MISMATCH'],
};

export function checkTessellation(hull: Sm4Shader, domain: Sm4Shader, diagnostics: PipelineDiagnostics): void {
  checkEqual(hull, domain, hull.outputs, domain.inputs, 'a control point', diagnostics);
  const { controlPointCount, tessellatorDomain } = Sm4DeclarationControls;
  const hullDeclarations = readSm4Declarations(hull.program);
  const domainDeclarations = readSm4Declarations(domain.program);
  const given = controlOf(hull, hullDeclarations, 'dcl_output_control_point_count', controlPointCount);
  const taken = controlOf(domain, domainDeclarations, 'dcl_input_control_point_count', controlPointCount);
  if (given && taken && given.value !== taken.value)
    diagnostics.add(CONTROL_POINTS_RULE, taken.span, {
      found: taken.value,
      expected: given.value,
      earlier: locatedName(hull, given.span),
    });
  const theirs = controlOf(hull, hullDeclarations, 'dcl_tessellator_domain', tessellatorDomain);
  const domainControl = controlOf(domain, domainDeclarations, 'dcl_tessellator_domain', tessellatorDomain);
  if (theirs && domainControl && theirs.value !== domainControl.value) {
    // The domain decides what the patch constants are.
    diagnostics.add(DOMAIN_RULE, domainControl.span, {
      found: domainText(domainControl.value),
      expected: domainText(theirs.value),
      earlier: locatedName(hull, theirs.span),
    });
    return;
  }
  checkEqual(hull, domain, hull.patchConstants, domain.patchConstants, 'a patch constant', diagnostics);
}

/** Checks that two lists are equal, including the registers and types of their elements. */
function checkEqual(
  earlier: Sm4Shader,
  later: Sm4Shader,
  outputs: readonly LocatedElement[] | undefined,
  inputs: readonly LocatedElement[] | undefined,
  what: string,
  diagnostics: PipelineDiagnostics,
): void {
  if (outputs === undefined || inputs === undefined) {
    const shader = outputs === undefined ? earlier : later;
    diagnostics.add(NO_SIGNATURE_RULE, shader.span, {
      what: what === 'a control point' ? (shader === earlier ? 'output' : 'input') : 'patch constant',
      neighbors: `${earlier.name} and ${later.name}`,
    });
    return;
  }
  checkSignatures({ earlier, later, outputs, inputs, stream: 0 }, diagnostics);
  const taken = bySemantic(inputs);
  for (const output of outputs) {
    if (output.register === NO_REGISTER) continue;
    const input = taken.get(semanticKey(output));
    if (input === undefined) diagnostics.add(LEFT_OUT_RULE, output.span, { name: semanticText(output), what });
    else if (input.register === output.register && (output.mask & ~input.mask) !== 0)
      diagnostics.add(FEWER_RULE, input.span, {
        name: semanticText(input),
        found: maskText(input.mask) || 'none',
        expected: maskText(output.mask),
        earlier: locatedName(earlier, output.span),
      });
  }
}

/** The primitive that a geometry shader takes, by D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE. */
const PRIMITIVES_MADE: Readonly<Record<number, string>> = { 1: 'point', 2: 'line', 3: 'triangle', 4: 'triangle' };

/** Checks the input primitive of a geometry shader after a tessellator. */
export function checkTessellatedPrimitive(
  hull: Sm4Shader,
  geometry: Sm4Shader,
  diagnostics: PipelineDiagnostics,
): void {
  const { tessellatorOutputPrimitive, inputPrimitive } = Sm4DeclarationControls;
  const hullDeclarations = readSm4Declarations(hull.program);
  const made = controlOf(hull, hullDeclarations, 'dcl_tessellator_output_primitive', tessellatorOutputPrimitive);
  const taken = controlOf(geometry, readSm4Declarations(geometry.program), 'dcl_inputprimitive', inputPrimitive);
  if (!made || !taken) return;
  const found = SM4_INPUT_PRIMITIVES[taken.value] ?? `primitive ${taken.value}`;
  if (PRIMITIVES_MADE[made.value] === found) return;
  const expected =
    PRIMITIVES_MADE[made.value] ?? SM4_TESSELLATOR_OUTPUT_PRIMITIVES[made.value] ?? `primitive ${made.value}`;
  diagnostics.add(PRIMITIVE_RULE, taken.span, {
    found,
    expected,
    earlier: locatedName(hull, made.span),
  });
}

/** The value of a control of the first declaration with this mnemonic, and where it is; undefined without one. */
function controlOf(
  { program, programOffset, index }: Sm4Shader,
  { first }: Sm4Declarations,
  mnemonic: Sm4Mnemonic,
  field: Field,
): { readonly value: number; readonly span: ShaderSpan } | undefined {
  const position = first.get(mnemonic);
  if (position === undefined) return undefined;
  const at = program.starts[position]!;
  const start = programOffset + 4 * at;
  return { value: field.get(program.words[at]!), span: { shader: index, start, end: start + 4 } };
}

function domainText(domain: number): string {
  return (SM4_TESSELLATOR_DOMAINS[domain] ?? `${domain}`).replace('domain_', '');
}

export const TWICE_RULE: PipelineRuleRow = {
  code: 'DX4101',
  text: 'There are two shaders for one stage: {other} is a {stage} too.',
  hint: 'Pass one shader for each stage.',
};
export const NOT_IN_PIPELINE_RULE: PipelineRuleRow = {
  code: 'DX4102',
  text: 'A {stage} is not part of a graphics pipeline.',
  hint: 'Pass only vertex, hull, domain, geometry and pixel shaders.',
};
export const MIXED_RULE: PipelineRuleRow = {
  code: 'DX4103',
  text: 'A shader of models 1 to 3 (Direct3D 9) cannot be in one pipeline with {other}, which is {profile}.',
  hint: 'Compile all shaders for the same version of Direct3D.',
};
export const TESSELLATION_RULE: PipelineRuleRow = {
  code: 'DX4104',
  text: 'There is a {stage} but no {missing}; the tessellator needs both or neither.',
  hint: 'Pass both shaders, or neither.',
  runtime: ['DEVICE_DRAW_HS_XOR_DS_MISMATCH', 'CREATEGRAPHICSPIPELINESTATE_HS_XOR_DS_MISMATCH'],
};
export const NO_VERTEX_SHADER_RULE: PipelineRuleRow = {
  code: 'DX4105',
  text: 'The vertex shader is missing; every pipeline begins with one.',
  hint: 'Pass the vertex shader too.',
  runtime: ['DEVICE_DRAW_VERTEX_SHADER_NOT_SET'],
};
export const ALONE_RULE: PipelineRuleRow = {
  code: 'DX4106',
  severity: 'note',
  text: 'There is only one shader, so there is nothing to compare.',
  hint: 'Pass the other shaders of the pipeline too.',
};
export const ROOT_SIGNATURES_RULE: PipelineRuleRow = {
  code: 'DX4107',
  severity: 'warning',
  text: 'The root signature of the {stage} differs from that of the {earlier}; Direct3D 12 accepts both only if the application supplies its own.',
  hint: 'Give all shaders of the pipeline the same root signature.',
};
export const POSITION_RULE: PipelineRuleRow = {
  code: 'DX4119',
  text: 'The {stage} feeds the rasterizer but does not output a position.',
  hint: 'Output SV_Position in the last stage before the pixel shader.',
  runtime: ['DEVICE_DRAW_POSITION_NOT_PRESENT', 'CREATEGRAPHICSPIPELINESTATE_POSITION_NOT_PRESENT'],
};

/** The stages of Direct3D 10 to 12 in the order in which data goes through them. */
const PIPELINE = ['vs', 'hs', 'ds', 'gs', 'ps'] as const;
type PipelineStage = (typeof PIPELINE)[number];

const POSITION = systemValue('position');

/** Checks which stages are there, then each pair of neighbors. */
export function checkStages(
  shaders: readonly PipelineShader[],
  rasterizedStream: number,
  diagnostics: PipelineDiagnostics,
): void {
  if (shaders.length === 1) {
    diagnostics.add(ALONE_RULE, shaders[0]!.span);
    return;
  }
  const sm1Shaders = shaders.filter((shader): shader is Sm1Shader => shader.kind === 'sm1');
  const sm4Shaders = shaders.filter((shader): shader is Sm4Shader => shader.kind === 'sm4');
  if (sm1Shaders.length > 0 && sm4Shaders.length > 0) {
    const [{ name: other, profile }] = sm4Shaders as [Sm4Shader];
    for (const shader of sm1Shaders) diagnostics.add(MIXED_RULE, shader.span, { other, profile });
  }
  checkSm1Stages(firstOfEach(sm1Shaders, ['vs', 'ps'], diagnostics), diagnostics);
  checkSm4Stages(firstOfEach(sm4Shaders, PIPELINE, diagnostics), rasterizedStream, diagnostics);
}

/** The first shader of each stage; reports shaders of other stages and further shaders of the same stage. */
function firstOfEach<Shader extends PipelineShader, Stage extends string>(
  shaders: readonly Shader[],
  stages: readonly Stage[],
  diagnostics: PipelineDiagnostics,
): Partial<Record<Stage, Shader>> {
  const first: Partial<Record<Stage, Shader>> = {};
  for (const shader of shaders) {
    const stage = stages.find((one) => one === shader.stage);
    const other = stage && first[stage];
    if (stage === undefined) diagnostics.add(NOT_IN_PIPELINE_RULE, shader.span, { stage: stageName(shader) });
    else if (other !== undefined)
      diagnostics.add(TWICE_RULE, shader.span, { stage: stageName(shader), other: other.name });
    else first[stage] = shader;
  }
  return first;
}

function checkSm1Stages({ vs, ps }: Partial<Record<'vs' | 'ps', Sm1Shader>>, diagnostics: PipelineDiagnostics): void {
  if (vs && ps) checkSm1Pair(vs, ps, diagnostics);
}

function checkSm4Stages(
  stages: Partial<Record<PipelineStage, Sm4Shader>>,
  rasterizedStream: number,
  diagnostics: PipelineDiagnostics,
): void {
  const present = PIPELINE.flatMap((stage) => stages[stage] ?? []);
  const [first] = present;
  if (first === undefined) return;
  const { vs, hs, ds, gs, ps } = stages;
  checkRootSignatures(present, diagnostics);
  if (vs === undefined) diagnostics.add(NO_VERTEX_SHADER_RULE, first.span);
  if (hs && !ds) reportMissingHalf(hs, 'domain shader', diagnostics);
  if (ds && !hs) reportMissingHalf(ds, 'hull shader', diagnostics);
  for (const [i, later] of present.entries()) {
    const earlier = present[i - 1];
    if (earlier === undefined) continue;
    if (earlier === hs && later === ds) checkTessellation(earlier, later, diagnostics);
    // Without the other half of the tessellator, the inputs are not known.
    else if (later !== ds && earlier !== hs) checkNeighbors(earlier, later, rasterizedStream, diagnostics);
  }
  if (hs && ds && gs) checkTessellatedPrimitive(hs, gs, diagnostics);
  const last = gs ?? ds ?? vs;
  if (ps && last?.outputs) checkPosition(last, last.outputs, rasterizedStream, diagnostics);
}

/** Checks that all root signatures are equal. */
function checkRootSignatures(shaders: readonly Sm4Shader[], diagnostics: PipelineDiagnostics): void {
  const found = shaders.flatMap((shader) => {
    const chunk = shader.container.find(TAG.RTS0);
    return chunk ? [{ shader, chunk }] : [];
  });
  const [first] = found;
  for (const { shader, chunk } of found) {
    if (isSameBytes(chunk.data, first!.chunk.data)) continue;
    const span = { shader: shader.index, start: chunk.offset, end: chunk.offset + CHUNK_HEADER_SIZE };
    const earlier = locatedName(first!.shader, { ...span, start: first!.chunk.offset });
    diagnostics.add(ROOT_SIGNATURES_RULE, span, { stage: stageName(shader), earlier });
  }
}

function reportMissingHalf(shader: Sm4Shader, missing: string, diagnostics: PipelineDiagnostics): void {
  diagnostics.add(TESSELLATION_RULE, shader.span, { stage: stageName(shader), missing });
}

function checkNeighbors(earlier: Sm4Shader, later: Sm4Shader, stream: number, diagnostics: PipelineDiagnostics): void {
  const { outputs } = earlier;
  const { inputs } = later;
  if (outputs !== undefined && inputs !== undefined) {
    checkSignatures({ earlier, later, outputs, inputs, stream }, diagnostics);
    return;
  }
  const neighbors = `${earlier.name} and ${later.name}`;
  if (outputs === undefined) diagnostics.add(NO_SIGNATURE_RULE, earlier.span, { what: 'output', neighbors });
  if (inputs === undefined) diagnostics.add(NO_SIGNATURE_RULE, later.span, { what: 'input', neighbors });
}

function checkPosition(
  shader: Sm4Shader,
  outputs: readonly LocatedElement[],
  rasterizedStream: number,
  diagnostics: PipelineDiagnostics,
): void {
  const given = outputs.some(
    ({ systemValue, stream }) => systemValue === POSITION && (shader.stage !== 'gs' || stream === rasterizedStream),
  );
  if (!given) diagnostics.add(POSITION_RULE, shader.span, { stage: stageName(shader) });
}

export interface PipelineValidationOptions {
  /**
   * The stream of the geometry shader that reaches the rasterizer, as the application sets it when it creates the
   * shader; 0.
   */
  readonly rasterizedStream?: number;
}

/** The result of {@link validatePipeline}: there is always something to check. */
export interface PipelineValidationResult extends CheckResult {
  readonly valid: boolean;
  /** Each with the index of the input that it is about. */
  readonly diagnostics: readonly (Diagnostic & Required<Pick<Diagnostic, 'shader'>>)[];
}

/** One shader of a pipeline: its bytes, and its name in messages. */
export interface ShaderInput {
  /** The name in messages; `shader 0` for the first shader where there is none. */
  readonly name?: string;
  readonly bytes: ByteSource;
}

/**
 * Validates what the shaders of one pipeline declare about each other. The program determines the stage of each, so the
 * order of `inputs` has no effect. Never throws on any bytes.
 *
 * The diagnostics are in the order of the pipeline: those about one shader, about which shaders there are, then about
 * each pair of neighbors. `shader` is the index in `inputs`, and spans count in the bytes of that input.
 *
 * @param inputs token streams of shader models 1 to 3, containers of 4.0 to 5.1, or C source with one of them as an
 *   array
 * @throws TypeError when an input holds no bytes, or an option is unknown or of the wrong type
 */
export function validatePipeline(
  inputs: readonly (ShaderInput | ByteSource)[],
  options: PipelineValidationOptions = {},
): PipelineValidationResult {
  if (!Array.isArray(inputs)) throw new TypeError(`validatePipeline: inputs must be an array, not ${typeText(inputs)}`);
  checkOptions(options, { rasterizedStream: 'number' }, 'validatePipeline');
  const diagnostics = new PipelineDiagnostics();
  const shaders: PipelineShader[] = [];
  for (const [index, input] of inputs.entries()) {
    const shader = readPipelineShader(namedInput(input, index), index, diagnostics);
    if (shader !== undefined) shaders.push(shader);
  }
  checkStages(shaders, options.rasterizedStream ?? 0, diagnostics);
  return { valid: !diagnostics.hasErrors, diagnostics: diagnostics.list };
}

function namedInput(input: ShaderInput | ByteSource, index: number): NamedShader {
  const isNamed = typeof input === 'object' && input !== null && 'bytes' in input;
  const { name = `shader ${index}`, bytes } = isNamed ? input : { bytes: input };
  return { name, bytes: toBytes(bytes, 'validatePipeline', `inputs[${index}]${isNamed ? '.bytes' : ''}`) };
}
