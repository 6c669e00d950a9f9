/** What a scan needs besides its inputs, as plain data that threads get a copy of. */
import type { ScanColumn } from '../../../scan/columns.ts';
import type { Shard } from './shard.ts';

/** The formats of records, and the extensions of files that have them. */
export const SCAN_FORMATS = {
  table: ['', '.txt', '.log'],
  ndjson: ['.ndjson', '.jsonl'],
  parquet: ['.parquet', '.pq'],
} as const satisfies Record<string, readonly string[]>;

export type ScanFormat = keyof typeof SCAN_FORMATS;

export interface ScanSettings {
  readonly format: ScanFormat;
  /** The columns of the output, in order. */
  readonly columns: readonly ScanColumn[];
  /** The expression that shaders must match. */
  readonly where: string | undefined;
  readonly shard: Shard | undefined;
  /** Whether bytes of unknown format are searched. */
  readonly carve: boolean;
  readonly quiet: boolean;
  /** The directory of temporary files; it may not exist yet. */
  readonly temporary: string;
}
