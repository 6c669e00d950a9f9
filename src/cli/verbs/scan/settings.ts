/** The parameters of a scan other than its inputs, as plain data that is copied to threads. */
import { createHash } from 'node:crypto';
import { Option } from 'commander';
import type { RandomAccessSource } from '../../../find/index.ts';
import type { ScanColumn } from '../../../scan/columns.ts';
import { unexpectedValue } from '../../options.ts';

/** The unit of distribution: entire files, or single shaders. */
export type ShardUnit = 'file' | 'shader';

/** One of several shards. */
export interface Shard {
  /** From 1 to {@link count}. */
  readonly index: number;
  readonly count: number;
  readonly by: ShardUnit;
}

const MAX_SHARDS = 1_000_000;

/** The option `--shard I/N`. */
export function shardOption(): Option {
  const option = new Option('--shard <i/n>', 'scan only part I of N, from 1/N to N/N; together they are the whole');
  return option.argParser((text) => {
    const found = /^(\d{1,7})\/(\d{1,7})$/.exec(text);
    const [index, count] = [Number(found?.[1]), Number(found?.[2])];
    if (found === null || index < 1 || index > count || count > MAX_SHARDS)
      throw unexpectedValue(option, 'I/N with I from 1 to N', text);
    return { index, count };
  });
}

/** Hexadecimal digits of a hash that decide; more do not fit in a number. */
const DIGITS = 12;

/** Whether what has this SHA-256, in hexadecimal digits, belongs to `shard`. */
export function isInShard({ index, count }: Shard, sha256: string): boolean {
  return Number.parseInt(sha256.slice(0, DIGITS), 16) % count === index - 1;
}

/** Bytes of the beginning and of the end of a file that decide on its shard. */
const SAMPLE = 0x1_0000;

/**
 * A hash of the size, the beginning and the end of a file, which decides on its shard: reading all of a large file in
 * every task would take as long as scanning it. Files that differ elsewhere are in the same shard.
 *
 * @throws the error of the file system
 */
export async function sampleHash(source: RandomAccessSource): Promise<string> {
  const hash = createHash('sha256');
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(source.size));
  hash.update(size);
  hash.update(await source.read(0, Math.min(SAMPLE, source.size)));
  if (source.size > SAMPLE) {
    const start = Math.max(SAMPLE, source.size - SAMPLE);
    hash.update(await source.read(start, source.size - start));
  }
  return hash.digest('hex');
}

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
