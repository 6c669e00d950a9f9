/** The description of the fixed states of a draw. The words are those of WebGPU where it has them, else those of Direct3D. */

import { BOOLEAN, either, integer, list, number, object, optional, required, TEXT, word } from '../../base/shapes.ts';
import { FOG_MODES } from '../draw/legacy-call.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendFactor,
  LOGIC_OPERATIONS,
  STENCIL_OPERATIONS,
} from '../draw/states.ts';
import { COMPARISONS } from '../texture/sampler.ts';

export const VIEWPORT = object({
  x: optional(number(), 'Default: 0.'),
  y: optional(number(), 'Default: 0.'),
  width: required(number(0, 32768), 'Pixels.'),
  height: required(number(0, 32768), 'Pixels.'),
  minDepth: optional(number(0, 1), 'Default: 0.'),
  maxDepth: optional(number(0, 1), 'Default: 1.'),
});

export const SCISSOR = object({
  left: required(integer(0, 32768), 'The first column.'),
  top: required(integer(0, 32768), 'The first row.'),
  right: required(integer(0, 32768), 'The column after the last.'),
  bottom: required(integer(0, 32768), 'The row after the last.'),
});

export const RASTERIZER = object({
  fillMode: optional(word(['solid', 'wireframe', 'point']), 'Default: `solid`.'),
  cullMode: optional(word(['none', 'front', 'back']), 'Default: `back`.'),
  frontFace: optional(word(['ccw', 'cw']), 'The order of the vertices of front faces on the screen. Default: `cw`.'),
  depthBias: optional(number(), 'In units of the depth format. Default: 0.'),
  depthBiasSlopeScale: optional(number(), 'Default: 0.'),
  depthBiasClamp: optional(number(), 'Default: 0, no limit.'),
  unclippedDepth: optional(
    BOOLEAN,
    'Clamps depths to the viewport, and does not clip at the near and far planes. Default: false.',
  ),
  scissor: optional(BOOLEAN, 'Whether `scissors` count. Default: true where they are given.'),
  multisample: optional(BOOLEAN, 'Whether lines on multisampled targets are rectangles. Default: false.'),
  antialiasedLine: optional(BOOLEAN, 'Default: false.'),
  forcedSampleCount: optional(integer(0, 16), 'Samples of a pixel without targets. Default: 0.'),
});

const STENCIL_OPERATION = word(STENCIL_OPERATIONS);
const STENCIL_FACE = object({
  compare: optional(word(COMPARISONS), 'Default: `always`.'),
  failOp: optional(STENCIL_OPERATION, 'Default: `keep`.'),
  depthFailOp: optional(STENCIL_OPERATION, 'Default: `keep`.'),
  passOp: optional(STENCIL_OPERATION, 'Default: `keep`.'),
});

export const DEPTH_STENCIL = object({
  depthTest: optional(BOOLEAN, 'Default: true.'),
  depthWriteEnabled: optional(BOOLEAN, 'Default: true.'),
  depthCompare: optional(word(COMPARISONS), 'Default: `less`.'),
  stencilTest: optional(BOOLEAN, 'Default: false.'),
  stencilFront: optional(STENCIL_FACE, 'Of front faces, lines and points.'),
  stencilBack: optional(STENCIL_FACE, 'Of back faces.'),
  stencilReadMask: optional(integer(0, 255), 'Default: 255.'),
  stencilWriteMask: optional(integer(0, 255), 'Default: 255.'),
  stencilReference: optional(integer(0, 255), 'Default: 0.'),
});

const FACTOR = word(BLEND_FACTORS.filter((factor): factor is BlendFactor => factor !== undefined));
const EQUATION = object({
  srcFactor: optional(FACTOR, 'Default: `one`.'),
  dstFactor: optional(FACTOR, 'Default: `zero`.'),
  operation: optional(word(BLEND_OPERATIONS), 'Default: `add`.'),
});

export const BLEND = object({
  targets: optional(
    list(
      object({
        color: optional(EQUATION, 'Red, green and blue. Default: no blending.'),
        alpha: optional(EQUATION, 'Default: that of `color`.'),
        logic: optional(word(LOGIC_OPERATIONS), 'A logic operation instead of blending.'),
        writeMask: optional(
          integer(0, 15),
          'Components that are written: red 1, green 2, blue 4, alpha 8. Default: 15.',
        ),
      }),
      0,
      8,
    ),
    'By number of the target; the first is that of all, unless `independent`.',
  ),
  independent: optional(BOOLEAN, 'Default: whether `targets` has several.'),
  alphaToCoverage: optional(BOOLEAN, 'Default: false.'),
  constant: optional(list(number(), 4, 4), 'Red, green, blue and alpha of the factor `constant`. Default: 1, 1, 1, 1.'),
  sampleMask: optional(integer(), 'Samples that are written, a bit each. Default: all.'),
});

export const LEGACY_STATES = object({
  alphaTest: optional(
    object({
      compare: required(word(COMPARISONS), 'Pixels whose alpha does not compare with the reference are dropped.'),
      reference: required(integer(0, 255), 'The reference.'),
    }),
    'Default: none.',
  ),
  fog: optional(
    object({
      color: required(list(number(), 3, 3), 'Red, green and blue.'),
      tableMode: optional(word(FOG_MODES), 'With `none`, `oFog` of the vertex shader is the factor. Default: `none`.'),
      start: optional(number(), 'Default: 0.'),
      end: optional(number(), 'Default: 1.'),
      density: optional(number(), 'Default: 1.'),
      usesW: optional(BOOLEAN, 'Whether table fog follows w instead of z. Default: false.'),
    }),
    'Fog of pixels of shaders before 3.0. Default: none.',
  ),
  flat: optional(BOOLEAN, 'Whether colors are those of the first vertex. Default: false.'),
  clipPlanes: optional(list(list(number(), 4, 4), 0, 6), 'Planes in clip space. Default: none.'),
  pointSize: optional(number(), 'Default: 1.'),
  minPointSize: optional(number(), 'Default: 1.'),
  maxPointSize: optional(number(), 'Default: 64.'),
  pointSprite: optional(BOOLEAN, 'Default: false.'),
  srgbWrite: optional(BOOLEAN, 'Default: false.'),
  depthBias: optional(number(), 'Added to depths. Default: 0.'),
});

/** Which format and offset an attribute of a vertex has. */
export function attributeShape(formats: readonly string[]) {
  return object({
    semantic: required(
      TEXT,
      'The semantic with its index: `POSITION`, `TEXCOORD1`. In models 1 to 3, usages are semantics.',
    ),
    format: required(word(formats), 'A format of DXGI, or of `D3DDECLTYPE`.'),
    offset: optional(
      integer(0, 65535),
      'Bytes from the beginning of the vertex. Default: after the attribute before it.',
    ),
  });
}

export const CLEAR_VALUE = either(number(), list(number(), 1, 4));
