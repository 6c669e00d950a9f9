/**
 * One flat record for one shader. The record has nothing nested but lists of strings, so that it becomes a line of
 * NDJSON, a row of a table or a row of a Parquet file alike.
 *
 * Not for: finding shaders (find), files (cli/scan).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import {
  type ColumnValue,
  SCAN_COLUMN_NAMES,
  type ScanColumn,
  type ShaderLocation,
  type ShaderRecord,
  scanColumn,
} from './columns.ts';
import { ShaderFacts } from './facts.ts';

/** Where the shader was found, and which columns are wanted. */
export interface ScanOptions<Name extends ScanColumn = ScanColumn> {
  /** The columns of the record; all without. Only what they need is computed. */
  readonly columns?: readonly Name[];
  readonly path?: string | null;
  /** The members inside the file. */
  readonly member?: string | null;
  /** Byte offset in the innermost member. */
  readonly byteOffset?: number;
  readonly foundBy?: string;
  /** The SHA-256 of the bytes in hexadecimal digits; the library does not compute it. */
  readonly sha256?: string | null;
}

/**
 * Returns the record of a compiled shader, effect, library or root signature. Never throws on any bytes; a value that
 * cannot be read is null.
 *
 * @param shader the complete shader: a token stream, a container, or C source with one
 * @throws TypeError when `shader` holds no bytes, or an option is unknown or of the wrong type
 * @throws RangeError when there is no such column
 */
export function scanShader<Name extends ScanColumn = ScanColumn>(
  shader: ByteSource,
  options: ScanOptions<Name> = {},
): Pick<ShaderRecord, Name> {
  const bytes = toBytes(shader, 'scanShader', 'shader');
  checkOptions(
    options,
    { columns: 'object', path: 'any', member: 'any', byteOffset: 'number', foundBy: 'string', sha256: 'any' },
    'scanShader',
  );
  const columns = options.columns ?? (SCAN_COLUMN_NAMES as readonly Name[]);
  for (const name of columns)
    if (!SCAN_COLUMN_NAMES.includes(name)) throw new RangeError(`scanShader: there is no column ${String(name)}`);
  const { path = null, member = null, byteOffset = 0, foundBy = 'content', sha256 = null } = options;
  const location = { path, member, byteOffset, foundBy, sha256 };
  const contents = readContents(bytes, columns);
  return Object.fromEntries(columns.map((name) => [name, columnValue(name, location, contents)])) as Pick<
    ShaderRecord,
    Name
  >;
}

/** The values of a shader that depend on its bytes only: identical shaders share them. */
export type ShaderContents = ReadonlyMap<ScanColumn, ColumnValue>;

/** Reads the values of those of `columns` that depend on the bytes. */
export function readContents(bytes: Uint8Array, columns: readonly ScanColumn[]): ShaderContents {
  const facts = new ShaderFacts(bytes);
  const contents = new Map<ScanColumn, ColumnValue>();
  for (const name of columns) {
    const row = scanColumn(name);
    if ('facts' in row) contents.set(name, row.facts(facts));
  }
  return contents;
}

/** The value of a column of the shader with these contents at this location. */
export function columnValue(name: ScanColumn, location: ShaderLocation, contents: ShaderContents): ColumnValue {
  const row = scanColumn(name);
  return 'location' in row ? row.location(location) : (contents.get(name) ?? null);
}
