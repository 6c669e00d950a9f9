/** The states of Direct3D 11 as words of its structures, by the numbers that d3d11-states.c reads. */
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendEquation,
  type BlendState,
  type DepthStencilState,
  type RasterizerState,
  STENCIL_OPERATIONS,
} from '../../src/vm/draw/states.ts';
import { ADDRESS_MODES, COMPARISONS, type Sampler } from '../../src/vm/texture/sampler.ts';

/** D3D11_RASTERIZER_DESC */
export function rasterizerWords(state: RasterizerState): number[] {
  return [
    state.fill === 'wireframe' ? 2 : 3,
    ['none', 'front', 'back'].indexOf(state.cull) + 1,
    Number(state.isFrontCounterClockwise),
    state.depthBias,
    bitsOfFloat(state.depthBiasClamp),
    bitsOfFloat(state.slopeScaledDepthBias),
    Number(state.isDepthClipped),
    Number(state.isScissored),
    Number(state.isMultisampled),
    Number(state.isLineAntialiased),
  ];
}

export function depthStencilWords(state: DepthStencilState): number[] {
  const faces = [state.front, state.back].flatMap(({ fail, depthFail, pass, comparison }) => [
    ...[fail, depthFail, pass].map((operation) => STENCIL_OPERATIONS.indexOf(operation) + 1),
    COMPARISONS.indexOf(comparison) + 1,
  ]);
  return [
    state.stencilReference,
    Number(state.isDepthTested),
    Number(state.isDepthWritten),
    COMPARISONS.indexOf(state.depthComparison) + 1,
    Number(state.isStencilTested),
    state.stencilReadMask,
    state.stencilWriteMask,
    ...faces,
  ];
}

export function blendWords({ targets, constant, sampleMask }: BlendState): number[] {
  const { color, alpha, writeMask } = targets[0]!;
  const equation = ({ source, destination, operation }: BlendEquation) => [
    BLEND_FACTORS.indexOf(source) + 1,
    BLEND_FACTORS.indexOf(destination) + 1,
    BLEND_OPERATIONS.indexOf(operation) + 1,
  ];
  const none: BlendEquation = { source: 'one', destination: 'zero', operation: 'add' };
  const equations = [...equation(color ?? none), ...equation(alpha ?? color ?? none)];
  return [sampleMask, ...constant.map(bitsOfFloat), Number(color !== undefined), ...equations, writeMask];
}

const COMPARISON_FILTER = 0x80;
const ANISOTROPIC_FILTER = 0x55;

/** D3D11_SAMPLER_DESC */
export function samplerWords(sampler: Sampler): number[] {
  const linear = (filter: string, bit: number) => (filter === 'point' ? 0 : bit);
  const isAnisotropic = sampler.minFilter === 'anisotropic';
  const filter = isAnisotropic
    ? ANISOTROPIC_FILTER
    : linear(sampler.mipFilter, 1) | linear(sampler.magFilter, 4) | linear(sampler.minFilter, 16);
  const address = [sampler.addressU, sampler.addressV, sampler.addressW].map((mode) => ADDRESS_MODES.indexOf(mode) + 1);
  return [
    filter | (sampler.comparison === 'never' ? 0 : COMPARISON_FILTER),
    ...address,
    bitsOfFloat(sampler.lodBias),
    sampler.maxAnisotropy,
    COMPARISONS.indexOf(sampler.comparison) + 1,
    ...sampler.border.map(bitsOfFloat),
    bitsOfFloat(sampler.minLod),
    bitsOfFloat(sampler.maxLod),
  ];
}
