/** Draws of trials in the interpreter: everything is drawn to all of the targets, without culling and tests. */
import type { DrawTargets } from '../../src/vm/draw/draw-common.ts';
import {
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
} from '../../src/vm/draw/states.ts';

export interface DrawDefaults {
  readonly width: number;
  readonly height: number;
  readonly vertices: number;
  readonly instances?: number | undefined;
}

/** The parts of such a draw other than its shaders, vertices and targets. */
export function drawWithDefaults({
  width,
  height,
  vertices,
  instances = 1,
}: DrawDefaults): Pick<DrawTargets, 'arguments' | 'viewports' | 'scissors' | 'rasterizer' | 'depthStencil' | 'blend'> {
  return {
    arguments: { isIndexed: false, count: vertices, instances, first: 0, baseVertex: 0, firstInstance: 0 },
    viewports: [{ x: 0, y: 0, width, height, minDepth: 0, maxDepth: 1 }],
    scissors: [],
    rasterizer: { ...DEFAULT_RASTERIZER_STATE, cull: 'none' },
    depthStencil: { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: false },
    blend: DEFAULT_BLEND_STATE,
  };
}
