/**
 * Compares the output of scans with what make-archives.ts put into the archives.
 *
 * usage: npx tsx tools/scan/check-scan.ts DIR 'PATTERN'      the files of the pattern together, such as
 * 'parts/*.parquet'
 */
import { compareWithExpected } from './expected.ts';

const [directory, files] = process.argv.slice(2);
if (directory === undefined || files === undefined) throw new Error("usage: check-scan.ts DIR 'PATTERN'");
const { rows, different, wrong } = await compareWithExpected(directory, files);
console.log(`${rows} rows, ${different} different shaders, ${wrong} with another number of rows than expected`);
process.exitCode = wrong === 0 ? 0 : 1;
