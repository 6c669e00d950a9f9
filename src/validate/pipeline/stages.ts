/**
 * Which stages there are, and which of them are neighbors. Stages are in the order of the pipeline, not of the inputs.
 *
 * Not for: whether neighbors match (signatures.ts, tessellation.ts, sm1.ts).
 */
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import type { PipelineDiagnostics } from './diagnostics.ts';
import type { PipelineRuleRow } from './rule.ts';
import type { LocatedElement, PipelineShader, Sm1Shader, Sm4Shader } from './shader.ts';
import { checkSignatures, locatedName, NO_SIGNATURE_RULE, stageName, systemValue } from './signatures.ts';
import { checkSm1Pair } from './sm1.ts';
import { checkTessellatedPrimitive, checkTessellation } from './tessellation.ts';

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
    if (sameBytes(chunk.data, first!.chunk.data)) continue;
    const span = { shader: shader.index, start: chunk.offset, end: chunk.offset + CHUNK_HEADER_SIZE };
    const earlier = locatedName(first!.shader, { ...span, start: first!.chunk.offset });
    diagnostics.add(ROOT_SIGNATURES_RULE, span, { stage: stageName(shader), earlier });
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
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
