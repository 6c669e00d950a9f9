/** The description of what is bound to a shader. */
import { MAX_TEXTURE_BYTES, MAX_TEXTURE_LAYERS } from '../../base/limits.ts';
import {
  BOOLEAN,
  either,
  integer,
  list,
  map,
  number,
  object,
  optional,
  reference,
  required,
  TEXT,
  VALUES,
  word,
} from '../../base/shapes.ts';
import { VIEW_DIMENSIONS, type ViewDimension } from '../texture/texture-view.ts';
import { JOB_FORMATS } from './format-names.ts';

const FORMAT = word(JOB_FORMATS);

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
export const VIEW_PART = {
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

/** The fields of a shader with what is bound to it. */
export const STAGE = {
  shader: required(reference('shaders'), 'The shader.'),
  bindings: optional(
    BINDINGS,
    'What is bound, by the name in HLSL or by register: `t0`, `b0`, `s0`, `u0`; `t0,space1` in a register space. A text is the name of a resource or sampler.',
  ),
  constants: optional(
    VALUES,
    'Constants of models 1 to 3 and variables of their preshader, by the name in HLSL (`tint`, `lights[1].color`) or by register: `c0`, `i0`, `b0`. A list for `c0` goes on with the registers after it.',
  ),
  instances: optional(map(INSTANCE), 'Class instances by the number of the interface pointer, from 5.0 on.'),
};

export const STAGE_OBJECT = object(STAGE);
