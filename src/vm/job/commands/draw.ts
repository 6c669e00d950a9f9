/** The command `draw`: makes a draw call from the fields of the job. Drawing itself is in vm/draw.  */
import type { JobNumber } from '../../../base/shapes.ts';
import { SM1_USAGES } from '../../../isa/sm1/registers.ts';
import { draw } from '../../draw/draw.ts';
import type { InputElement, Sm4DrawCall, Sm4DrawShader, Sm4Stages, StreamOutput } from '../../draw/draw-call.ts';
import type { DrawTargets, VertexBuffer } from '../../draw/draw-common.ts';
import {
  DEFAULT_LEGACY_STATES,
  type LegacyElement,
  type LegacyShader,
  type LegacyStates,
  type LegacyStream,
  type Sm1DrawCall,
} from '../../draw/legacy-call.ts';
import {
  type BlendEquation,
  type BlendState,
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
  DEFAULT_STENCIL_FACE,
  DEFAULT_TARGET_BLEND,
  type DepthStencilState,
  type RasterizerState,
  type StencilFace,
  type TargetBlend,
} from '../../draw/states.ts';
import { DX7015, DX7017, DX7020, DX7021, DX7029 } from '../../messages.ts';
import type { TextureView } from '../../texture/texture-view.ts';
import { bindShader } from '../bind.ts';
import { bindLegacyShader } from '../bind-legacy.ts';
import { type JobContext, observedSm1, observedSm4, spend } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { jobFormat, numberOf } from '../numbers.ts';
import { bufferPart, textureViewOf } from '../resources.ts';
import type { JobShader } from '../shaders.ts';
import { suggestion } from '../validate-shape.ts';

// The fixed states of a draw, from those of a job.

type JobBlend = NonNullable<Draw['blend']>;
type JobTarget = NonNullable<JobBlend['targets']>[number];
type JobFace = NonNullable<NonNullable<Draw['depthStencil']>['stencilFront']>;
type Vector4 = readonly [number, number, number, number];

function rasterizerOf({ rasterizer: job = {}, scissors }: Draw): RasterizerState {
  const d = DEFAULT_RASTERIZER_STATE;
  return {
    fill: job.fillMode ?? d.fill,
    cull: job.cullMode ?? d.cull,
    isFrontCounterClockwise: job.frontFace === 'ccw',
    depthBias: number(job.depthBias, d.depthBias),
    slopeScaledDepthBias: number(job.depthBiasSlopeScale, d.slopeScaledDepthBias),
    depthBiasClamp: number(job.depthBiasClamp, d.depthBiasClamp),
    isDepthClipped: !(job.unclippedDepth ?? false),
    isScissored: job.scissor ?? scissors !== undefined,
    isMultisampled: job.multisample ?? d.isMultisampled,
    isLineAntialiased: job.antialiasedLine ?? d.isLineAntialiased,
    forcedSampleCount: job.forcedSampleCount ?? d.forcedSampleCount,
  };
}

function depthStencilOf({ depthStencil: job = {} }: Draw): DepthStencilState {
  const d = DEFAULT_DEPTH_STENCIL_STATE;
  return {
    isDepthTested: job.depthTest ?? d.isDepthTested,
    isDepthWritten: job.depthWriteEnabled ?? d.isDepthWritten,
    depthComparison: job.depthCompare ?? d.depthComparison,
    isStencilTested: job.stencilTest ?? d.isStencilTested,
    stencilReadMask: job.stencilReadMask ?? d.stencilReadMask,
    stencilWriteMask: job.stencilWriteMask ?? d.stencilWriteMask,
    front: faceOf(job.stencilFront),
    back: faceOf(job.stencilBack),
    stencilReference: job.stencilReference ?? d.stencilReference,
  };
}

function faceOf(job: JobFace = {}): StencilFace {
  return {
    comparison: job.compare ?? DEFAULT_STENCIL_FACE.comparison,
    fail: job.failOp ?? DEFAULT_STENCIL_FACE.fail,
    depthFail: job.depthFailOp ?? DEFAULT_STENCIL_FACE.depthFail,
    pass: job.passOp ?? DEFAULT_STENCIL_FACE.pass,
  };
}

function blendOf({ blend: job = {} }: Draw): BlendState {
  const targets = (job.targets ?? []).map(targetBlendOf);
  return {
    targets: targets.length > 0 ? targets : DEFAULT_BLEND_STATE.targets,
    isIndependent: job.independent ?? targets.length > 1,
    isAlphaToCoverage: job.alphaToCoverage ?? DEFAULT_BLEND_STATE.isAlphaToCoverage,
    constant: vector(job.constant, DEFAULT_BLEND_STATE.constant),
    sampleMask: job.sampleMask ?? DEFAULT_BLEND_STATE.sampleMask,
  };
}

function targetBlendOf({ color, alpha, logic, writeMask }: JobTarget): TargetBlend {
  const equation = color ?? alpha;
  return {
    ...(equation && { color: equationOf(color), alpha: equationOf(alpha ?? color) }),
    ...(logic && { logic }),
    writeMask: writeMask ?? DEFAULT_TARGET_BLEND.writeMask,
  };
}

function equationOf(job: JobTarget['color'] = {}): BlendEquation {
  return { source: job.srcFactor ?? 'one', destination: job.dstFactor ?? 'zero', operation: job.operation ?? 'add' };
}

function legacyStatesOf({ legacy: job = {} }: Draw): LegacyStates {
  const d = DEFAULT_LEGACY_STATES;
  const { alphaTest, fog } = job;
  return {
    ...(alphaTest && { alphaTest: { comparison: alphaTest.compare, reference: alphaTest.reference } }),
    ...(fog && {
      fog: {
        color: fog.color.map(numberOf) as unknown as readonly [number, number, number],
        tableMode: fog.tableMode ?? 'none',
        start: number(fog.start, 0),
        end: number(fog.end, 1),
        density: number(fog.density, 1),
        usesW: fog.usesW ?? false,
      },
    }),
    isFlat: job.flat ?? d.isFlat,
    clipPlanes: (job.clipPlanes ?? []).map((plane) => vector(plane, [0, 0, 0, 0])),
    pointSize: number(job.pointSize, d.pointSize),
    minPointSize: number(job.minPointSize, d.minPointSize),
    maxPointSize: number(job.maxPointSize, d.maxPointSize),
    isPointSprite: job.pointSprite ?? d.isPointSprite,
    isSrgbWritten: job.srgbWrite ?? d.isSrgbWritten,
    depthBias: number(job.depthBias, d.depthBias),
  };
}

function number(value: JobNumber | undefined, absent: number): number {
  return value === undefined ? absent : numberOf(value);
}

function vector(value: readonly JobNumber[] | undefined, absent: Vector4): Vector4 {
  return value === undefined ? absent : (value.map(numberOf) as unknown as Vector4);
}

/** Vertex buffers by slot, as draws of each instruction set have them. */
export interface VertexInputs {
  readonly vertexBuffers: readonly (VertexBuffer | undefined)[];
  readonly inputLayout: readonly InputElement[];
  readonly streams: readonly (LegacyStream | undefined)[];
  readonly declaration: readonly LegacyElement[];
}

/** A semantic and its index: `TEXCOORD1` is TEXCOORD and 1. */
function splitSemantic(text: string): { readonly semantic: string; readonly semanticIndex: number } {
  const [, semantic = text, digits = ''] = /^(.*?)(\d{0,4})$/.exec(text) ?? [];
  return { semantic, semanticIndex: Number(digits) };
}

function vertexInputs(
  { resources, report, shaders }: JobContext,
  { vertexBuffers: buffers = [], vs }: CommandOf<'draw'>,
  path: JsonPath,
): VertexInputs {
  const vertexBuffers: VertexBuffer[] = [];
  const inputLayout: InputElement[] = [];
  const streams: LegacyStream[] = [];
  const declaration: LegacyElement[] = [];
  const isLegacy = shaders.get(vs?.shader ?? '')?.isa === 'sm1';
  for (const [slot, spec] of buffers.entries()) {
    const { bytes } = resources.buffers.get(spec.buffer)!;
    const perInstance = spec.stepMode === 'instance';
    let end = 0;
    for (const [i, attribute] of spec.attributes.entries()) {
      const at = [...path, 'vertexBuffers', slot, 'attributes', i];
      const format = jobFormat(attribute.format)!;
      const offset = attribute.offset ?? end;
      end = offset + format.blockBytes;
      if (!format.canDecode || format.blockWidth > 1) {
        report.add(DX7015, [...at, 'format'], { format: format.name, use: 'a vertex' });
        continue;
      }
      const semantic = splitSemantic(attribute.semantic);
      const stepRate = perInstance ? (spec.stepRate ?? 1) : 0;
      inputLayout.push({ ...semantic, format, slot, offset, perInstance, stepRate });
      const usage = (SM1_USAGES as readonly string[]).indexOf(semantic.semantic.toLowerCase());
      if (usage >= 0) declaration.push({ stream: slot, offset, format, usage, usageIndex: semantic.semanticIndex });
      else if (isLegacy) {
        const values = {
          what: 'usage',
          name: attribute.semantic,
          suggestion: suggestion(attribute.semantic, SM1_USAGES),
        };
        report.add(DX7021, [...at, 'semantic'], values);
      }
    }
    const buffer = { bytes, stride: spec.stride ?? end, offset: spec.offset ?? 0 };
    vertexBuffers.push(buffer);
    streams.push(perInstance ? { ...buffer, instanceStepRate: spec.stepRate ?? 1 } : buffer);
  }
  return { vertexBuffers, inputLayout, streams, declaration };
}

type Draw = CommandOf<'draw'>;
type StageName = 'vs' | 'hs' | 'ds' | 'gs' | 'ps';

const STAGES: readonly StageName[] = ['vs', 'hs', 'ds', 'gs', 'ps'];

export function runDraw(context: JobContext, command: Draw, index: number, path: JsonPath): void {
  const call = drawCall(context, command, index, path);
  if (call === undefined || context.report.hasErrors) return;
  const { diagnostics, counts, streams } = draw(call);
  for (const texture of context.resources.textures.values()) texture.changed();
  const isLate = spend(context, counts.instructions, path);
  // The limit of the draw is that of the job, which is reported once.
  context.report.addAll(path, isLate ? diagnostics.filter(({ severity }) => severity !== 'error') : diagnostics);
  if (command.name !== undefined)
    context.results.set(command.name, { kind: 'draw', ...counts, ...(streams.length > 0 && { streams }) });
}

/** The draw call; undefined where it cannot be made, which is reported. */
export function drawCall(context: JobContext, command: Draw, index: number, path: JsonPath) {
  const shaders = STAGES.filter((stage) => command[stage] !== undefined).map(
    (stage) => [stage, context.shaders.get(command[stage]!.shader)] as const,
  );
  if (shaders.some(([, shader]) => shader === undefined)) return undefined;
  const isas = new Set(shaders.map(([, shader]) => shader!.isa));
  for (const [stage, shader] of shaders) {
    const isMixed = isas.size > 1 && shader!.isa === 'sm1';
    if (shader!.stage === stage && !isMixed) continue;
    const expected = isMixed ? 'one of models 4 to 5.1, as in the other stages,' : `a shader of stage ${stage}`;
    const values = { found: shader!.profile, expected };
    context.report.add(DX7020, [...path, stage, 'shader'], values);
    return undefined;
  }
  const targets = drawTargets(context, command, path);
  if (targets === undefined) return undefined;
  return isas.has('sm1')
    ? sm1Call(context, command, targets, index, path)
    : sm4Call(context, command, targets, index, path);
}

function sm4Call(
  context: JobContext,
  command: Draw,
  targets: DrawTargets,
  index: number,
  path: JsonPath,
): Sm4DrawCall | undefined {
  const shader = (stage: StageName): Sm4DrawShader | undefined => {
    const spec = command[stage];
    const found: JobShader | undefined = spec && context.shaders.get(spec.shader);
    if (found?.isa !== 'sm4') return undefined;
    const { executable, inputs, outputs, patchConstants } = observedSm4(found, context.observer, index);
    const bindings = bindShader(found, spec!, context.resources, [...path, stage], context.report);
    return { executable, bindings, inputs, outputs, patchConstants };
  };
  const [vertex, hull, domain, geometry, pixel] = STAGES.map(shader);
  if (vertex === undefined) {
    context.report.add(DX7017, path, { what: "'vs', a vertex shader," });
    return undefined;
  }
  const stages: Sm4Stages = {
    vertex,
    ...(hull && { hull }),
    ...(domain && { domain }),
    ...(geometry && { geometry }),
    ...(pixel && { pixel }),
  };
  const { vertexBuffers, inputLayout } = vertexInputs(context, command, path);
  const streamOutput = command.streamOutput && streamOutputOf(context, command.streamOutput, path);
  return { kind: 'sm4', ...targets, stages, vertexBuffers, inputLayout, ...(streamOutput && { streamOutput }) };
}

function sm1Call(context: JobContext, command: Draw, targets: DrawTargets, index: number, path: JsonPath): Sm1DrawCall {
  const shader = (stage: StageName): LegacyShader | undefined => {
    const spec = command[stage];
    const found: JobShader | undefined = spec && context.shaders.get(spec.shader);
    if (found?.isa !== 'sm1') return undefined;
    const { executable } = observedSm1(found, context.observer, index);
    return { executable, ...bindLegacyShader(found, spec!, context.resources, [...path, stage], context.report) };
  };
  const [vertex, pixel] = [shader('vs'), shader('ps')];
  const { streams, declaration } = vertexInputs(context, command, path);
  return {
    kind: 'sm1',
    ...targets,
    ...(vertex && { vertex }),
    ...(pixel && { pixel }),
    streams,
    declaration,
    legacy: legacyStatesOf(command),
  };
}

/** The targets and states of a draw of either instruction set. */
function drawTargets(context: JobContext, command: Draw, path: JsonPath): DrawTargets | undefined {
  const { budget } = context;
  const renderTargets = (command.targets ?? []).map((target, i) =>
    targetView(context, target, [...path, 'targets', i]),
  );
  const depthTarget =
    command.depthTarget === undefined ? undefined : targetView(context, command.depthTarget, [...path, 'depthTarget']);
  const indexBuffer = command.indexBuffer && indexBufferOf(context, command.indexBuffer, [...path, 'indexBuffer']);
  if (context.report.hasErrors) return undefined;
  return {
    topology: command.topology ?? 'triangle-list',
    patchControlPoints: command.patchControlPoints ?? 3,
    arguments: {
      isIndexed: command.indexBuffer !== undefined,
      count: command.count,
      instances: command.instanceCount ?? 1,
      first: command.first ?? 0,
      baseVertex: command.baseVertex ?? 0,
      firstInstance: command.firstInstance ?? 0,
    },
    ...(indexBuffer && { indexBuffer }),
    viewports: viewportsOf(command, renderTargets[0] ?? depthTarget),
    scissors: command.scissors ?? [],
    rasterizer: rasterizerOf(command),
    depthStencil: depthStencilOf(command),
    blend: blendOf(command),
    renderTargets,
    ...(depthTarget && { depthTarget }),
    limits: { maxInstructions: budget.instructionsLeft },
    isStopped: () => budget.isLate,
    engine: context.engine,
  };
}

function viewportsOf({ viewports }: Draw, target: TextureView | undefined): DrawTargets['viewports'] {
  if (viewports === undefined) {
    const level = target?.subresource(0, 0);
    return [{ x: 0, y: 0, width: level?.width ?? 0, height: level?.height ?? 0, minDepth: 0, maxDepth: 1 }];
  }
  return viewports.map(({ x = 0, y = 0, width, height, minDepth = 0, maxDepth = 1 }) => ({
    x: numberOf(x),
    y: numberOf(y),
    width: numberOf(width),
    height: numberOf(height),
    minDepth: numberOf(minDepth),
    maxDepth: numberOf(maxDepth),
  }));
}

type TargetSpec = NonNullable<Draw['targets']>[number];

function targetView({ resources, report }: JobContext, spec: TargetSpec, path: JsonPath): TextureView | undefined {
  const part = typeof spec === 'string' ? { texture: spec } : spec;
  const texture = resources.textures.get(part.texture);
  if (texture !== undefined) return textureViewOf(texture, part, path, report);
  report.add(DX7029, path, { reason: `there is no texture '${part.texture}'` });
  return undefined;
}

function indexBufferOf(context: JobContext, spec: NonNullable<Draw['indexBuffer']>, path: JsonPath) {
  const buffer = context.resources.buffers.get(spec.buffer)!;
  const format = spec.format ?? buffer.formats[0]!.name;
  const { offset = 0 } = spec;
  if (offset > buffer.bytes.length) {
    context.report.add(DX7029, path, { reason: `byte ${offset} of ${buffer.bytes.length}` });
    return undefined;
  }
  return { bytes: buffer.bytes, bits: format === 'R16_UINT' ? (16 as const) : (32 as const), offset };
}

function streamOutputOf(context: JobContext, spec: NonNullable<Draw['streamOutput']>, path: JsonPath): StreamOutput {
  const elements = spec.elements.map(({ semantic = '', stream = 0, startComponent = 0, components = 4, slot = 0 }) => ({
    ...splitSemantic(semantic),
    stream,
    startComponent,
    components,
    slot,
  }));
  const buffers = spec.buffers.map(({ buffer, offset = 0, stride }, slot) => {
    const { bytes } = context.resources.buffers.get(buffer)!;
    bufferPart(
      context.resources.buffers.get(buffer)!,
      { offset },
      [...path, 'streamOutput', 'buffers', slot],
      context.report,
    );
    const packed = elements.filter((one) => one.slot === slot).reduce((sum, one) => sum + 4 * one.components, 0);
    return { bytes, offset, stride: stride ?? packed };
  });
  return { elements, buffers, rasterizedStream: spec.rasterizedStream };
}
