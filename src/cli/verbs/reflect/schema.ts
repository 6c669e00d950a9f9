/**
 * The JSON Schema of `reflect --json`, loaded only when it is printed. The bundler does not rewrite an `import()` of
 * JSON, so a module has it.
 */
import schema from '../../../../schemas/reflection.schema.json' with { type: 'json' };

/** The schema as it is printed. */
export const SCHEMA = `${JSON.stringify(schema, undefined, 2)}\n`;
