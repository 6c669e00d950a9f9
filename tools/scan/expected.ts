/**
 * Compares scans with the list that make-archives.ts wrote: DuckDB reads the output files together as one table.
 *
 * Not for: what else a record has (test/scan).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** The result of {@link compareWithExpected}. */
export interface Comparison {
  readonly rows: number;
  readonly different: number;
  /** Hashes with another number of rows than expected. */
  readonly wrong: number;
}

/**
 * Compares the rows of all `files`, Parquet or NDJSON, with the list of `directory`.
 *
 * @param files a pattern of DuckDB, such as `parts/*.parquet`
 */
export async function compareWithExpected(directory: string, files: string): Promise<Comparison> {
  const rows = await query(`select sha256, count(*)::int as n from '${files}' group by sha256`);
  const found = new Map(rows.map(({ sha256, n }) => [String(sha256), Number(n)]));
  const lines = readFileSync(join(directory, 'expected.txt'), 'utf8').trimEnd().split('\n');
  const expected = new Map(lines.map((line) => [line.slice(0, 64), Number(line.slice(65))]));
  let total = 0;
  for (const count of found.values()) total += count;
  const hashes = new Set([...found.keys(), ...expected.keys()]);
  const wrong = [...hashes].filter((sha256) => found.get(sha256) !== expected.get(sha256)).length;
  return { rows: total, different: found.size, wrong };
}

/** The rows of a query of DuckDB. */
export async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
