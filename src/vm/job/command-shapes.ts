/** The description of the commands of a job, of what they bind, and of the fixed states of a draw. */
import { MAX_TEXTURE_BYTES, MAX_TEXTURE_LAYERS, MAX_TEXTURE_SIZE } from '../../base/limits.ts';
import {
  BOOLEAN,
  choice,
  either,
  integer,
  list,
  map,
  NUMBERS,
  number,
  object,
  optional,
  reference,
  required,
  TEXT,
  VALUES,
  word,
} from '../../base/shapes.ts';
import { TOPOLOGIES } from '../draw/draw-common.ts';
import { FOG_MODES } from '../draw/legacy-call.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendFactor,
  LOGIC_OPERATIONS,
  STENCIL_OPERATIONS,
} from '../draw/states.ts';
import { COMPARISONS } from '../texture/sampler.ts';
import { VIEW_DIMENSIONS, type ViewDimension } from '../texture/texture-view.ts';
import { JOB_FORMATS, JOB_VERTEX_FORMATS } from './numbers.ts';

// The description of what is bound to a shader.

/** The formats of textures and of typed views. */
export const FORMAT = word(JOB_FORMATS);

const BUFFER_VIEW = {
  buffer: optional(reference('buffers'), 'A buffer.'),
  offset: optional(integer(0, MAX_TEXTURE_BYTES), 'Of a buffer: the first byte. Default: 0.'),
  size: optional(integer(0, MAX_TEXTURE_BYTES), 'Of a buffer: bytes. Default: up to its end.'),
  stride: optional(
    integer(4, 2048),
    'Of a structured buffer: bytes of an element. Default: that of the buffer, or what the shader declares.',
  ),
  counter: optional(
    integer(),
    'Of a structured buffer for unordered access: sets its hidden counter. Default: it keeps its value, at first 0.',
  ),
};

/** The part of a texture that a view shows. */
const VIEW_PART = {
  format: optional(FORMAT, 'The format of the view. Default: that of the resource.'),
  firstMip: optional(integer(0, 14), 'The first mipmap level. Default: 0.'),
  mips: optional(integer(1, 15), 'Mipmap levels. Default: all from the first on.'),
  firstLayer: optional(integer(0, MAX_TEXTURE_LAYERS - 1), 'The first layer. Default: 0.'),
  layers: optional(integer(1, MAX_TEXTURE_LAYERS), 'Layers. Default: all from the first on that the dimension allows.'),
};

const TEXTURE_VIEW = {
  texture: optional(reference('textures'), 'A texture.'),
  dimension: optional(
    word(Object.keys(VIEW_DIMENSIONS) as ViewDimension[]),
    'Of a texture. Default: what the shader declares.',
  ),
  ...VIEW_PART,
};

/** States of a sampler or stage of Direct3D 9. */
const STAGE_STATES = {
  sampler: optional(reference('samplers'), 'The sampler of a texture of models 1 to 3.'),
  projected: optional(BOOLEAN, 'Models 1 to 1.3: divides the coordinates of the stage by the last. Default: false.'),
  bumpMatrix: optional(list(number(), 4, 4), 'Models 1 to 1.4: `D3DTSS_BUMPENVMAT00`, 01, 10, 11. Default: zeros.'),
  bumpScale: optional(number(), '`D3DTSS_BUMPENVLSCALE`. Default: 0.'),
  bumpOffset: optional(number(), '`D3DTSS_BUMPENVLOFFSET`. Default: 0.'),
};

const BINDING = object(
  {
    ...BUFFER_VIEW,
    ...TEXTURE_VIEW,
    ...STAGE_STATES,
    values: optional(
      VALUES,
      'Of a constant buffer: values of its variables by name; the others have their default values.',
    ),
  },
  ['buffer', 'texture', 'values'],
);

/** A binding: a name, or an object where a part or a view of the resource is meant. */
export const BINDINGS = map(either(TEXT, BINDING));

const INSTANCE = object({
  class: required(either(TEXT, integer()), 'The class: its name, or the number of its function table.'),
  constantBuffer: optional(integer(0, 13), 'Register of the constant buffer with its data. Default: 0.'),
  constantOffset: optional(integer(0, 4095), 'First row of its data. Default: 0.'),
  texture: optional(integer(0, 127), 'First texture register of its own. Default: 0.'),
  sampler: optional(integer(0, 15), 'First sampler register of its own. Default: 0.'),
});

/** Class instances by interface pointer. */
export const INSTANCES = map(INSTANCE);

/** The fields of a shader with what is bound to it. */
const STAGE = {
  shader: required(reference('shaders'), 'The shader.'),
  bindings: optional(
    BINDINGS,
    'What is bound, by the name in HLSL or by register: `t0`, `b0`, `s0`, `u0`; `t0,space1` in a register space. A text is the name of a resource or sampler.',
  ),
  constants: optional(
    VALUES,
    'Constants of models 1 to 3 and variables of their preshader, by the name in HLSL (`tint`, `lights[1].color`) or by register: `c0`, `i0`, `b0`. A list for `c0` goes on with the registers after it.',
  ),
  instances: optional(INSTANCES, 'Class instances by the number of the interface pointer, from 5.0 on.'),
};

export const STAGE_OBJECT = object(STAGE);

// The description of the fixed states of a draw. The words are those of WebGPU where it has them, else those of
// Direct3D.

const VIEWPORT = object({
  x: optional(number(), 'Default: 0.'),
  y: optional(number(), 'Default: 0.'),
  width: required(number(0, 32768), 'Pixels.'),
  height: required(number(0, 32768), 'Pixels.'),
  minDepth: optional(number(0, 1), 'Default: 0.'),
  maxDepth: optional(number(0, 1), 'Default: 1.'),
});

const SCISSOR = object({
  left: required(integer(0, 32768), 'The first column.'),
  top: required(integer(0, 32768), 'The first row.'),
  right: required(integer(0, 32768), 'The column after the last.'),
  bottom: required(integer(0, 32768), 'The row after the last.'),
});

const RASTERIZER = object({
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

const DEPTH_STENCIL = object({
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

const BLEND = object({
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

const LEGACY_STATES = object({
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
function attributeShape(formats: readonly string[]) {
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

const CLEAR_VALUE = either(number(), list(number(), 1, 4));

const MAX_GROUPS = 65535;
const OFFSET = integer(0, MAX_TEXTURE_BYTES);
const LAYER = integer(0, MAX_TEXTURE_LAYERS - 1);
const MIP = integer(0, 14);
const COORDINATE = integer(0, MAX_TEXTURE_SIZE);

const DISPATCH = object({
  ...STAGE,
  groups: optional(list(integer(0, MAX_GROUPS), 1, 3), 'Thread groups along x, y and z. Default: 1 each.'),
  seed: optional(
    integer(),
    'Runs groups and threads in another order, which the number selects. Default: in their order.',
  ),
});

const VALUES_BY_SEMANTIC = map(NUMBERS);

const INVOKE = object({
  name: required(TEXT, 'The name of the results, for `outputs`.'),
  ...STAGE,
  inputs: optional(
    list(VALUES_BY_SEMANTIC, 0, 65536),
    'Values by semantic or register (`TEXCOORD0`, `v1`), an object for each vertex, pixel or control point. Of a pixel shader, each four are a quad: upper left, upper right, lower left, lower right; missing ones are helper pixels like the last. A geometry shader gets one primitive, a hull shader one patch. A domain shader runs for each object of `domain` with these control points.',
  ),
  domain: optional(list(list(number(), 2, 3), 0, 65536), 'Of a domain shader: the locations in the domain.'),
  patchConstants: optional(VALUES_BY_SEMANTIC, 'Of a domain shader: the patch constants.'),
  primitive: optional(integer(), 'The number of the primitive, where the shader reads it. Default: 0.'),
});

const CLEAR = object(
  {
    texture: optional(reference('textures'), 'A texture.'),
    buffer: optional(reference('buffers'), 'A buffer.'),
    value: optional(
      CLEAR_VALUE,
      'The components of each texel or element, or one number for all; of a depth format depth, then stencil. Default: 0.',
    ),
    ...VIEW_PART,
  },
  ['texture', 'buffer'],
);

const BOX = object({
  x: optional(COORDINATE, 'Default: 0.'),
  y: optional(COORDINATE, 'Default: 0.'),
  z: optional(COORDINATE, 'Default: 0.'),
  mip: optional(MIP, 'Default: 0.'),
  layer: optional(LAYER, 'Default: 0.'),
  offset: optional(OFFSET, 'Of a buffer: the first byte. Default: 0.'),
});

const COPY = object({
  from: required(reference('resources'), 'A buffer or a texture.'),
  to: required(reference('resources'), 'A resource of the same sort; textures have texels of the same size.'),
  source: optional(BOX, 'Where the source begins.'),
  destination: optional(BOX, 'Where the destination begins.'),
  size: optional(OFFSET, 'Of a buffer: bytes. Default: up to its end.'),
  width: optional(COORDINATE, 'Texels. Default: what is left of the source.'),
  height: optional(COORDINATE, 'Texels. Default: what is left of the source.'),
  depth: optional(COORDINATE, 'Slices of a 3D texture. Default: what is left of the source.'),
});

const RESOLVE = object({
  from: required(reference('textures'), 'A texture with several samples.'),
  to: required(reference('textures'), 'A texture with one sample and the same size.'),
  layer: optional(LAYER, 'Of both. Default: 0.'),
});

const GENERATE_MIPS = object({
  texture: required(reference('textures'), 'Each level becomes the average of the one before it.'),
});

const ATTRIBUTES = list(attributeShape(JOB_VERTEX_FORMATS), 0, 32);

const VERTEX_BUFFER = object({
  buffer: required(reference('buffers'), 'The buffer.'),
  stride: optional(integer(0, 2048), 'Bytes from a vertex to the next. Default: the end of the last attribute.'),
  offset: optional(OFFSET, 'The first byte. Default: 0.'),
  stepMode: optional(word(['vertex', 'instance']), 'Default: `vertex`.'),
  stepRate: optional(integer(), 'Instances that share a value. Default: 1.'),
  attributes: required(ATTRIBUTES, 'What a vertex has.'),
});

const INDEX_BUFFER = object({
  buffer: required(reference('buffers'), 'The buffer.'),
  format: optional(word(['R16_UINT', 'R32_UINT']), 'Default: that of the buffer, `R32_UINT` for others.'),
  offset: optional(OFFSET, 'The first byte. Default: 0.'),
});

const TARGET = object({ texture: required(reference('textures'), 'The texture.'), ...VIEW_PART });

const STREAM_OUTPUT = object({
  elements: required(
    list(
      object({
        semantic: optional(TEXT, 'The semantic with its index. Default: components that are left as they are.'),
        stream: optional(integer(0, 3), 'Default: 0.'),
        startComponent: optional(integer(0, 3), 'Default: 0.'),
        components: optional(integer(1, 128), 'Default: 4.'),
        slot: optional(integer(0, 3), 'The number of the buffer. Default: 0.'),
      }),
      0,
      512,
    ),
    'What is written, in order.',
  ),
  buffers: required(
    list(
      object({
        buffer: required(reference('buffers'), 'The buffer.'),
        offset: optional(OFFSET, 'The first byte. Default: 0.'),
        stride: optional(integer(4, 2048), 'Bytes from a vertex to the next. Default: those of its elements.'),
      }),
      1,
      4,
    ),
    'By number.',
  ),
  rasterizedStream: optional(integer(0, 3), 'Default: none is rasterized.'),
});

const DRAW = object({
  vs: optional(STAGE_OBJECT, 'The vertex shader.'),
  hs: optional(STAGE_OBJECT, 'The hull shader.'),
  ds: optional(STAGE_OBJECT, 'The domain shader.'),
  gs: optional(STAGE_OBJECT, 'The geometry shader.'),
  ps: optional(STAGE_OBJECT, 'The pixel shader.'),
  vertexBuffers: optional(list(VERTEX_BUFFER, 0, 32), 'By number of the slot or stream. Default: none.'),
  indexBuffer: optional(INDEX_BUFFER, 'Makes the draw indexed.'),
  topology: optional(word(TOPOLOGIES), 'Default: `triangle-list`.'),
  patchControlPoints: optional(integer(1, 32), 'Control points of each patch of a `patch-list`. Default: 3.'),
  count: required(integer(), 'Vertices; of an indexed draw, indices.'),
  first: optional(integer(), 'The first vertex or index. Default: 0.'),
  instanceCount: optional(integer(), 'Default: 1.'),
  firstInstance: optional(integer(), 'Default: 0.'),
  baseVertex: optional(integer(-0x8000_0000, 0x7fff_ffff), 'Added to every index. Default: 0.'),
  viewports: optional(list(VIEWPORT, 0, 16), 'Default: one of the size of the first target.'),
  scissors: optional(list(SCISSOR, 0, 16), 'By number of the viewport. Default: none.'),
  rasterizer: optional(RASTERIZER, 'The rasterizer state.'),
  depthStencil: optional(DEPTH_STENCIL, 'The depth and stencil state; with a `depthTarget` only.'),
  blend: optional(BLEND, 'The blend state.'),
  targets: optional(
    list(either(TEXT, TARGET), 0, 8),
    'Render targets by number: the name of a texture, or a part of one.',
  ),
  depthTarget: optional(either(TEXT, TARGET), 'The target of depth and stencil.'),
  streamOutput: optional(STREAM_OUTPUT, 'Stream output.'),
  legacy: optional(LEGACY_STATES, 'States of Direct3D 9, for shaders of models 1 to 3.'),
  name: optional(TEXT, 'The name of the counts of the draw, for `outputs`.'),
});

export const COMMAND = choice('command', {
  dispatch: DISPATCH,
  draw: DRAW,
  invoke: INVOKE,
  clear: CLEAR,
  copy: COPY,
  resolve: RESOLVE,
  'generate-mips': GENERATE_MIPS,
});

export const OUTPUT = object(
  {
    buffer: optional(reference('buffers'), 'A buffer.'),
    texture: optional(reference('textures'), 'A texture.'),
    invocation: optional(reference('invocations'), 'The results of a command with this `name`.'),
    as: optional(word(['numbers', 'raw', 'png', 'dds']), 'Default: by the name of the file, else `numbers`.'),
    file: optional(TEXT, 'A file, relative to the directory of the outputs. Default: the output is printed.'),
    format: optional(
      either(FORMAT, list(FORMAT, 1, 256)),
      'How texels or elements are read. Default: the format of the resource.',
    ),
    offset: optional(OFFSET, 'Of a buffer: the first byte. Default: 0.'),
    size: optional(OFFSET, 'Of a buffer: bytes. Default: up to its end.'),
    mip: optional(MIP, 'Of a texture: the mipmap level. Default: 0; a DDS file has all.'),
    layer: optional(LAYER, 'Of a texture: the layer. Default: 0; a DDS file has all.'),
    slice: optional(COORDINATE, 'Of a 3D texture: the slice. Default: all; of a PNG file 0.'),
    flat: optional(BOOLEAN, 'Prints numbers in one list. Default: false, rows of texels.'),
  },
  ['buffer', 'texture', 'invocation'],
);
