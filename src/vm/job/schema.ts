/** The JSON Schema of jobs, made from their description. */
import { SCHEMA_DEFINITIONS, schemaOf } from '../../base/json-schema.ts';
import { JOB } from './job-shape.ts';

/** Where the schema is published; the package has it as `schemas/run-job.schema.json`. */
const ID = 'https://unpkg.com/dxlens/schemas/run-job.schema.json';

/** The JSON Schema (draft 2020-12) of jobs, for editors and other programs. References to names are not checked by it. */
export function jobSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: ID,
    title: 'A job of dxlens run',
    description: 'Resources, shaders, commands and outputs; docs/running.md explains them.',
    ...schemaOf(JOB),
    $defs: SCHEMA_DEFINITIONS,
  };
}
