/**
 * Which stages there are, and which of them meet. The order is that of the pipeline, whatever that of the command line was.
 *
 * Not for: what neighbours say about each other (signatures.ts, tessellation.ts, sm1.ts).
 */
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import type { LinkFindings } from './diagnostics.ts';
import { linkRules } from './rule.ts';
import type { LinkedShader, PlacedElement, Sm1Shader, Sm4Shader } from './shader.ts';
import { judgeSignatures, placedName, SIGNATURE_RULES, stageName, systemValue } from './signatures.ts';
import { judgeSm1Link } from './sm1.ts';
import { judgeTessellatedPrimitive, judgeTessellation } from './tessellation.ts';

export const STAGE_RULES = linkRules({
  twice: {
    code: 4101,
    text: 'This is a second {stage}; {other} is one, too.',
    mend: 'Name one shader for each stage.',
  },
  notInPipeline: {
    code: 4102,
    text: 'A {stage} meets no other shader: it is in no pipeline with them.',
    mend: 'Link vertex, hull, domain, geometry and pixel shaders only.',
  },
  mixed: {
    code: 4103,
    text: 'Shaders of models 1 to 3 (Direct3D 9) and of 4 to 5.1 meet in no pipeline; {other} is {profile}.',
    mend: 'Compile all shaders for the same version of Direct3D.',
  },
  tessellation: {
    code: 4104,
    text: 'There is a {stage} and no {missing}: the tessellator needs both or none.',
    mend: 'Name the other shader of the tessellator, too, or leave both out.',
    runtime: ['DEVICE_DRAW_HS_XOR_DS_MISMATCH', 'CREATEGRAPHICSPIPELINESTATE_HS_XOR_DS_MISMATCH'],
  },
  noVertexShader: {
    code: 4105,
    text: 'There is no vertex shader, with which every pipeline begins.',
    mend: 'Name the vertex shader, too.',
    runtime: ['DEVICE_DRAW_VERTEX_SHADER_NOT_SET'],
  },
  alone: {
    code: 4106,
    severity: 'note',
    text: 'One shader alone meets no other.',
    mend: 'Name the other shaders of the pipeline, too.',
  },
  rootSignatures: {
    code: 4107,
    severity: 'warning',
    text: 'The {stage} brings another root signature along than the {earlier}: Direct3D 12 takes both only with a third one of the application.',
    mend: 'Give all shaders of the pipeline the same root signature.',
  },
  position: {
    code: 4119,
    text: 'The {stage} feeds the rasterizer and gives no position.',
    mend: 'Put out SV_Position in the last stage before the pixel shader.',
    runtime: ['DEVICE_DRAW_POSITION_NOT_PRESENT', 'CREATEGRAPHICSPIPELINESTATE_POSITION_NOT_PRESENT'],
  },
});

/** The stages of Direct3D 10 to 12 in the order in which data goes through them. */
const PIPELINE = ['vs', 'hs', 'ds', 'gs', 'ps'] as const;
type PipelineStage = (typeof PIPELINE)[number];

const POSITION = systemValue('position');

/** Judges which stages are there, then each pair of neighbours. */
export function judgeStages(shaders: readonly LinkedShader[], rasterizedStream: number, findings: LinkFindings): void {
  if (shaders.length === 1) {
    findings.add(STAGE_RULES.alone, shaders[0]!.place);
    return;
  }
  const old = shaders.filter((shader): shader is Sm1Shader => shader.kind === 'sm1');
  const later = shaders.filter((shader): shader is Sm4Shader => shader.kind === 'sm4');
  if (old.length > 0 && later.length > 0) {
    const [{ name: other, profile }] = later as [Sm4Shader];
    for (const shader of old) findings.add(STAGE_RULES.mixed, shader.place, { other, profile });
  }
  judgeOld(firstOfEach(old, ['vs', 'ps'], findings), findings);
  judgeLater(firstOfEach(later, PIPELINE, findings), rasterizedStream, findings);
}

/** The shaders by stage; tells those that are in none of `stages` and those of a stage that is taken. */
function firstOfEach<Shader extends LinkedShader, Stage extends string>(
  shaders: readonly Shader[],
  stages: readonly Stage[],
  findings: LinkFindings,
): Partial<Record<Stage, Shader>> {
  const first: Partial<Record<Stage, Shader>> = {};
  for (const shader of shaders) {
    const stage = stages.find((one) => one === shader.stage);
    const other = stage && first[stage];
    if (stage === undefined) findings.add(STAGE_RULES.notInPipeline, shader.place, { stage: stageName(shader) });
    else if (other !== undefined)
      findings.add(STAGE_RULES.twice, shader.place, { stage: stageName(shader), other: other.name });
    else first[stage] = shader;
  }
  return first;
}

function judgeOld({ vs, ps }: Partial<Record<'vs' | 'ps', Sm1Shader>>, findings: LinkFindings): void {
  if (vs && ps) judgeSm1Link(vs, ps, findings);
}

function judgeLater(
  stages: Partial<Record<PipelineStage, Sm4Shader>>,
  rasterizedStream: number,
  findings: LinkFindings,
): void {
  const present = PIPELINE.flatMap((stage) => stages[stage] ?? []);
  const [first] = present;
  if (first === undefined) return;
  const { vs, hs, ds, gs, ps } = stages;
  judgeRootSignatures(present, findings);
  if (vs === undefined) findings.add(STAGE_RULES.noVertexShader, first.place);
  if (hs && !ds) tellHalf(hs, 'domain shader', findings);
  if (ds && !hs) tellHalf(ds, 'hull shader', findings);
  for (const [i, later] of present.entries()) {
    const earlier = present[i - 1];
    if (earlier === undefined) continue;
    if (earlier === hs && later === ds) judgeTessellation(earlier, later, findings);
    // Without the other half of the tessellator nobody knows what arrives.
    else if (later !== ds && earlier !== hs) judgeNeighbours(earlier, later, rasterizedStream, findings);
  }
  if (hs && ds && gs) judgeTessellatedPrimitive(hs, gs, findings);
  const last = gs ?? ds ?? vs;
  if (ps && last?.outputs) judgePosition(last, last.outputs, rasterizedStream, findings);
}

/** Judges that shaders with root signatures have the same. */
function judgeRootSignatures(shaders: readonly Sm4Shader[], findings: LinkFindings): void {
  const found = shaders.flatMap((shader) => {
    const chunk = shader.container.find(TAG.RTS0);
    return chunk ? [{ shader, chunk }] : [];
  });
  const [first] = found;
  for (const { shader, chunk } of found) {
    if (sameBytes(chunk.data, first!.chunk.data)) continue;
    const place = { shader: shader.index, start: chunk.offset, end: chunk.offset + CHUNK_HEADER_SIZE };
    const earlier = placedName(first!.shader, { ...place, start: first!.chunk.offset });
    findings.add(STAGE_RULES.rootSignatures, place, { stage: stageName(shader), earlier });
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}

function tellHalf(shader: Sm4Shader, missing: string, findings: LinkFindings): void {
  findings.add(STAGE_RULES.tessellation, shader.place, { stage: stageName(shader), missing });
}

function judgeNeighbours(earlier: Sm4Shader, later: Sm4Shader, stream: number, findings: LinkFindings): void {
  const { outputs } = earlier;
  const { inputs } = later;
  if (outputs !== undefined && inputs !== undefined) {
    judgeSignatures({ earlier, later, outputs, inputs, stream }, findings);
    return;
  }
  const neighbours = `${earlier.name} and ${later.name}`;
  if (outputs === undefined) findings.add(SIGNATURE_RULES.noSignature, earlier.place, { what: 'output', neighbours });
  if (inputs === undefined) findings.add(SIGNATURE_RULES.noSignature, later.place, { what: 'input', neighbours });
}

function judgePosition(
  shader: Sm4Shader,
  outputs: readonly PlacedElement[],
  rasterizedStream: number,
  findings: LinkFindings,
): void {
  const given = outputs.some(
    ({ systemValue, stream }) => systemValue === POSITION && (shader.stage !== 'gs' || stream === rasterizedStream),
  );
  if (!given) findings.add(STAGE_RULES.position, shader.place, { stage: stageName(shader) });
}
