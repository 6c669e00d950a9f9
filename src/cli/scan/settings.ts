/** What a scan needs besides its inputs, as plain data that threads get a copy of. */
import type { ScanColumn } from '../../scan/columns.ts';
import type { Shard } from './shard.ts';

export const SCAN_FORMATS = ['table', 'ndjson', 'parquet'] as const;
export type ScanFormat = (typeof SCAN_FORMATS)[number];

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
