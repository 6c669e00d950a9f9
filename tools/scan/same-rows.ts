/**
 * Compares two outputs of scans row by row in any order, with all columns; DuckDB reads them.
 *
 * usage: npx tsx tools/scan/same-rows.ts 'PATTERN' 'PATTERN'
 */
import { query } from './expected.ts';

const [one, other] = process.argv.slice(2);
if (one === undefined || other === undefined) throw new Error("usage: same-rows.ts 'PATTERN' 'PATTERN'");
const [counts] = await query(`select
  (select count(*)::int from '${one}') as rows,
  (select count(*)::int from '${other}') as others,
  (select count(*)::int from (from '${one}' except all from '${other}')) as missing,
  (select count(*)::int from (from '${other}' except all from '${one}')) as added`);
const { rows, others, missing, added } = counts as Record<string, number>;
console.log(`${rows} and ${others} rows; ${missing} only in the first, ${added} only in the second`);
process.exitCode = missing === 0 && added === 0 ? 0 : 1;
