/**
 * Prints the files of the built explorer with their sizes, and what a first visit loads.
 *
 * usage: npx tsx tools/web/size.ts      after `vite build web`; exit status 1 where the first download is over its
 * limit
 */
import { firstDownload } from './download.ts';

/** Bytes after gzip of everything that a first visit loads before a file is open. */
const LIMIT = 250_000;

const { files, total } = firstDownload();
for (const { name, size, isFirst } of files)
  console.log(`${String(size).padStart(8)}  ${isFirst ? 'first' : 'later'}  ${name}`);
console.log(`${String(total).padStart(8)}  first download; limit ${LIMIT}`);
if (total > LIMIT) process.exitCode = 1;
