/**
 * How much a visitor of the built explorer downloads: the files that its page names, and those that they import statically. With the
 * files that are loaded later for comparison.
 *
 * usage: npx tsx tools/web/size.ts      after `vite build web`; exit status 1 where the first download is over its limit
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = 'dist/web';
/** Bytes after gzip of everything that a first visit loads before a file is open. */
const LIMIT = 250_000;

/** The files that `path` names: scripts and style sheets of the page, static imports of scripts, fonts of style sheets. */
function namedBy(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const patterns = path.endsWith('.html')
    ? /(?:src|href)="([^"]+)"/g
    : path.endsWith('.css')
      ? /url\(["']?([^"')]+)["']?\)/g
      : /\bfrom ?["'](\.[^"']+)["']|\bimport ?["'](\.[^"']+)["']/g;
  return [...text.matchAll(patterns)].map((found) => join(dirname(path), found[1] ?? found[2]!)).filter(existsSync);
}

const first = new Set<string>();
const pending = [join(ROOT, 'index.html')];
for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
  if (first.has(path)) continue;
  first.add(path);
  if (/\.(html|css|js)$/.test(path)) pending.push(...namedBy(path));
}

let total = 0;
for (const path of readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, name))) {
  if (!statSync(path).isFile()) continue;
  const bytes = readFileSync(path);
  // Fonts are compressed already, and servers send them as they are.
  const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
  if (first.has(path)) total += size;
  console.log(`${String(size).padStart(8)}  ${first.has(path) ? 'first' : 'later'}  ${relative(ROOT, path)}`);
}
console.log(`${String(total).padStart(8)}  first download; limit ${LIMIT}`);
if (total > LIMIT) process.exitCode = 1;
