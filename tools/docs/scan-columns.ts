/** The page of the columns of `dxlens scan`, from their table. */
import { SCAN_COLUMN_NAMES, scanColumn } from '../../src/scan/columns.ts';
import { code, GENERATED, table } from './markdown.ts';

/** The names of each type in NDJSON and Parquet. */
const TYPES = { text: 'VARCHAR', integer: 'BIGINT', boolean: 'BOOLEAN', list: 'VARCHAR[]' } as const;

export function scanColumnsPage(): string {
  const rows = SCAN_COLUMN_NAMES.map((name) => {
    const { type, doc } = scanColumn(name);
    return [code(name), code(TYPES[type]), doc];
  });
  return `# Columns of a scan

${GENERATED}\`dxlens scan\` prints one record a shader with these columns ([Scanning](scanning.md)). The types are those that DuckDB sees in a Parquet
file; in NDJSON a \`VARCHAR[]\` is an array of strings. Any value may be null: the shader has no such thing, or it cannot be read.

${table(['column', 'type', 'holds'], rows)}Counts of instructions and registers are those of the main program. The functions of a library are not counted: each is a container of
its own. Lists have at most 1024 entries, and texts from a shader at most 1024 characters; what is longer ends with \`...\`.
`;
}
