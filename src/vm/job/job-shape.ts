/**
 * The description of a job, from which its types, its validation, its JSON Schema and its documentation are made.
 */

import { schemaOf } from '../../base/json-schema.ts';
import {
  MAX_JOB_BYTES,
  MAX_TEXTURE_3D_SIZE,
  MAX_TEXTURE_BYTES,
  MAX_TEXTURE_LAYERS,
  MAX_TEXTURE_SIZE,
} from '../../base/limits.ts';
import {
  BOOLEAN,
  BYTES,
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
  type ValueOf,
  word,
} from '../../base/shapes.ts';
import { ADDRESS_MODES, COMPARISONS } from '../texture/sampler.ts';
import { BINDINGS, COMMAND, FORMAT, INSTANCES, OUTPUT, STAGE_OBJECT } from './command-shapes.ts';

// The description of the resources and shaders of a job.

const MAX_STRIDE = 2048;

/** Content of a buffer or texture that is not numbers. */
const ENCODED = object(
  {
    base64: optional(TEXT, 'The bytes in Base64.'),
    file: optional(
      TEXT,
      'A file, relative to that of the job. For a texture a PNG or DDS file, or the bytes of its texels.',
    ),
  },
  ['base64', 'file'],
);

export const DATA = either(NUMBERS, ENCODED, BYTES);

const BUFFER = object({
  size: optional(integer(0, MAX_TEXTURE_BYTES), 'Bytes. Default: those of the content. What the content leaves is 0.'),
  format: optional(
    either(FORMAT, list(FORMAT, 1, 256)),
    'The format of the numbers in `data`, and of typed views without one; a list has the formats of the members of a structure, one after the other. Default: `R32_FLOAT`.',
  ),
  stride: optional(
    integer(4, MAX_STRIDE),
    'Bytes of an element of structured views. Default: what the shader declares.',
  ),
  data: optional(DATA, 'The content. Default: zeros.'),
  cbuffer: optional(
    object({
      shader: required(reference('shaders'), 'The shader whose reflection has the constant buffer.'),
      name: required(TEXT, 'The name of the constant buffer in HLSL.'),
    }),
    'Makes this buffer as large as a constant buffer of a shader, with the default values of its variables.',
  ),
  values: optional(VALUES, 'Values of the variables of `cbuffer` by name.'),
});

const TEXTURE = object({
  format: optional(FORMAT, 'Default: that of the file, `R8G8B8A8_UNORM` for others.'),
  dimension: optional(word(['1d', '2d', '3d']), 'Default: `2d`, or that of the file.'),
  width: optional(integer(1, MAX_TEXTURE_SIZE), 'Texels. Default: that of the file.'),
  height: optional(integer(1, MAX_TEXTURE_SIZE), 'Texels. Default: 1, or that of the file.'),
  depth: optional(integer(1, MAX_TEXTURE_3D_SIZE), 'Slices of a 3D texture. Default: 1, or that of the file.'),
  layers: optional(
    integer(1, MAX_TEXTURE_LAYERS),
    'Layers of an array; a cube has 6. Default: 1, or those of the file.',
  ),
  mips: optional(integer(1, 15), 'Mipmap levels. Default: 1, or those of the file.'),
  samples: optional(integer(1, 16), 'Samples of a texel. Default: 1.'),
  minLod: optional(number(0), 'The clamp of the level of detail of the resource. Default: 0.'),
  data: optional(
    DATA,
    'The content: all mipmap levels of the first layer, then of the next. Numbers are texels: as many for each as its format has components. Default: zeros.',
  ),
});

const FILTER = word(['point', 'linear', 'anisotropic']);
const ADDRESS_MODE = word(ADDRESS_MODES);

export const SAMPLER = object({
  minFilter: optional(FILTER, 'Default: `linear`; with shaders of models 1 to 3 `point`.'),
  magFilter: optional(FILTER, 'Default: `linear`; with shaders of models 1 to 3 `point`.'),
  mipmapFilter: optional(word(['none', 'point', 'linear']), 'Default: `linear`; with shaders of models 1 to 3 `none`.'),
  reduction: optional(
    word(['average', 'minimum', 'maximum']),
    'What becomes of the texels of a filter. Default: `average`.',
  ),
  addressModeU: optional(ADDRESS_MODE, 'Default: `clamp`; with shaders of models 1 to 3 `wrap`.'),
  addressModeV: optional(ADDRESS_MODE, 'Default: `clamp`; with shaders of models 1 to 3 `wrap`.'),
  addressModeW: optional(ADDRESS_MODE, 'Default: `clamp`; with shaders of models 1 to 3 `wrap`.'),
  lodMinClamp: optional(number(), 'The smallest level of detail. Default: none; with shaders of models 1 to 3 0.'),
  lodMaxClamp: optional(number(), 'The largest level of detail. Default: none.'),
  lodBias: optional(number(), 'Added to the level of detail. Default: 0.'),
  maxAnisotropy: optional(integer(1, 16), 'Default: 1.'),
  compare: optional(
    word(COMPARISONS),
    'The comparison of a comparison sampler. Default: `never`; with shaders of models 1 to 3 `less-equal`.',
  ),
  borderColor: optional(
    list(number(), 4, 4),
    'Red, green, blue and alpha of the address mode `border`. Default: 1, 1, 1, 1; with shaders of models 1 to 3 0, 0, 0, 0.',
  ),
  srgb: optional(BOOLEAN, 'Whether shaders of models 1 to 3 read texels as sRGB. Default: false.'),
  fetch4: optional(
    BOOLEAN,
    'Whether reads of shaders of models 1 to 3 give one component of four texels. Default: false.',
  ),
});

const SHADER = object(
  {
    file: optional(TEXT, 'A compiled shader, a listing, or HLSL with `profile`, relative to the file of the job.'),
    text: optional(TEXT, 'A listing, which is assembled, or HLSL with `profile`.'),
    base64: optional(TEXT, 'A compiled shader in Base64.'),
    bytes: optional(BYTES, 'A compiled shader.'),
    profile: optional(TEXT, 'Compiles `file` or `text`, which is HLSL, for this profile, such as `ps_5_0`.'),
    entry: optional(TEXT, 'The entry point of HLSL. Default: `main`.'),
  },
  ['file', 'text', 'base64', 'bytes'],
);

/** The version of jobs that this release reads. */
export const JOB_VERSION = 1;

const LIMITS = object({
  instructions: optional(
    integer(1, Number.MAX_SAFE_INTEGER),
    'Instructions of all commands; one of a quad counts once. Default: 1,000,000,000.',
  ),
  memory: optional(integer(0, MAX_JOB_BYTES), 'Bytes of all buffers and textures. Default: 268,435,456.'),
  seconds: optional(number(0), 'Time of all commands. Default: no limit.'),
});

export const JOB = object({
  version: required(integer(JOB_VERSION, JOB_VERSION), 'The version of this format: 1.'),
  $schema: optional(TEXT, 'The JSON Schema, for editors.'),
  description: optional(TEXT, 'For people.'),
  buffers: optional(map(BUFFER), 'Buffers by name.'),
  textures: optional(map(TEXTURE), 'Textures by name; a name is either that of a buffer or that of a texture.'),
  samplers: optional(map(SAMPLER), 'Samplers by name.'),
  shaders: optional(map(SHADER), 'Shaders by name.'),
  commands: required(list(COMMAND, 0, 65536), 'What is done, in order.'),
  outputs: optional(map(OUTPUT), 'What is given back, by name. Default: the results of all commands with a name.'),
  limits: optional(LIMITS, 'What the job may use.'),
});

/**
 * A job: resources, shaders, commands and outputs. `docs/running.md` explains it, `schemas/run-job.schema.json`
 * describes it for editors.
 */
export type Job = ValueOf<typeof JOB>;

export type JobCommand = Job['commands'][number];

export type CommandOf<Name extends JobCommand['command']> = Extract<JobCommand, { readonly command: Name }>;

export type JobOutputSpec = NonNullable<Job['outputs']>[string];

/** Where the schema is published; the package has it as `schemas/run-job.schema.json`. */
const ID = 'https://unpkg.com/dxlens/schemas/run-job.schema.json';

/**
 * The JSON Schema (draft 2020-12) of jobs, for editors and other programs. References to names are not checked by it.
 */
export function jobSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: ID,
    title: 'A job of dxlens run',
    description: 'Resources, shaders, commands and outputs; docs/running.md explains them.',
    ...schemaOf(JOB, { format: FORMAT, bindings: BINDINGS, stage: STAGE_OBJECT, instances: INSTANCES }),
  };
}
