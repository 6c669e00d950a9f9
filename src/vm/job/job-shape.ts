/** The description of a job, from which its types, its validation, its JSON Schema and its documentation are made. */
import { MAX_JOB_BYTES } from '../../base/limits.ts';
import { integer, list, map, number, object, optional, required, TEXT, type ValueOf } from '../../base/shapes.ts';
import { COMMAND, OUTPUT } from './command-shapes.ts';
import { BUFFER, SAMPLER, SHADER, TEXTURE } from './resource-shapes.ts';

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

/** A job: resources, shaders, commands and outputs. `docs/running.md` explains it, `schemas/run-job.schema.json` describes it for editors. */
export type Job = ValueOf<typeof JOB>;

/** A command of a job. */
export type JobCommand = Job['commands'][number];

/** The command of a job with a name. */
export type CommandOf<Name extends JobCommand['command']> = Extract<JobCommand, { readonly command: Name }>;

/** An output of a job. */
export type JobOutputSpec = NonNullable<Job['outputs']>[string];
