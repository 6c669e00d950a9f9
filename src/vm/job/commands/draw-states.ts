/** The fixed states of a draw, from those of a job. */

import type { JobNumber } from '../../../base/shapes.ts';
import { DEFAULT_LEGACY_STATES, type LegacyStates } from '../../draw/legacy-call.ts';
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
import type { CommandOf } from '../job-shape.ts';
import { numberOf } from '../numbers.ts';

type Draw = CommandOf<'draw'>;
type JobBlend = NonNullable<Draw['blend']>;
type JobTarget = NonNullable<JobBlend['targets']>[number];
type JobFace = NonNullable<NonNullable<Draw['depthStencil']>['stencilFront']>;
type Vector4 = readonly [number, number, number, number];

export function rasterizerOf({ rasterizer: job = {}, scissors }: Draw): RasterizerState {
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

export function depthStencilOf({ depthStencil: job = {} }: Draw): DepthStencilState {
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

export function blendOf({ blend: job = {} }: Draw): BlendState {
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

export function legacyStatesOf({ legacy: job = {} }: Draw): LegacyStates {
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
