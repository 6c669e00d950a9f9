/** The command `draw`: makes a draw call from the fields of the job. Drawing itself is in vm/draw. */

import { draw } from '../../draw/draw.ts';
import type { Sm4DrawCall, Sm4DrawShader, Sm4Stages, StreamOutput } from '../../draw/draw-call.ts';
import type { DrawTargets } from '../../draw/draw-common.ts';
import type { LegacyShader, Sm1DrawCall } from '../../draw/legacy-call.ts';
import { DX7017, DX7020, DX7029 } from '../../messages.ts';
import type { TextureView } from '../../texture/texture-view.ts';
import { bindShader } from '../bind.ts';
import { bindLegacyShader } from '../bind-legacy.ts';
import { type JobContext, spend } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { numberOf } from '../numbers.ts';
import { observedSm1, observedSm4 } from '../observer.ts';
import type { JobShader } from '../shaders.ts';
import { bufferPart, textureViewOf } from '../views.ts';
import { blendOf, depthStencilOf, legacyStatesOf, rasterizerOf } from './draw-states.ts';
import { splitSemantic, vertexInputs } from './vertex-inputs.ts';

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
