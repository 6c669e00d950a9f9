/** The description of the commands of a job. */
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
  word,
} from '../../base/shapes.ts';
import { TOPOLOGIES } from '../draw/draw-common.ts';
import { STAGE, STAGE_OBJECT, VIEW_PART } from './binding-shapes.ts';
import { JOB_FORMATS, JOB_VERTEX_FORMATS } from './format-names.ts';
import {
  attributeShape,
  BLEND,
  CLEAR_VALUE,
  DEPTH_STENCIL,
  LEGACY_STATES,
  RASTERIZER,
  SCISSOR,
  VIEWPORT,
} from './state-shapes.ts';

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
      either(word(JOB_FORMATS), list(word(JOB_FORMATS), 1, 256)),
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
