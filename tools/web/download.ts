/**
 * How much a visitor of the built explorer downloads: the files that its page names, and those that they import
 * statically.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = 'dist/web';

/** A file of the page. */
export interface DownloadedFile {
  readonly name: string;
  /** Bytes after gzip. */
  readonly size: number;
  /** Whether a visitor loads it before a file is open. */
  readonly isFirst: boolean;
}

/** The files of `dist/web`, and the bytes of those that come first. */
export function firstDownload(): { readonly files: readonly DownloadedFile[]; readonly total: number } {
  const first = new Set<string>();
  const pending = [join(ROOT, 'index.html')];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (first.has(path)) continue;
    first.add(path);
    if (/\.(html|css|js)$/.test(path)) pending.push(...namedBy(path));
  }
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, name));
  const files = paths
    .filter((path) => statSync(path).isFile())
    .map((path) => {
      const bytes = readFileSync(path);
      // Fonts are compressed already, and servers send them as they are.
      const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
      return { name: relative(ROOT, path), size, isFirst: first.has(path) };
    });
  return { files, total: files.reduce((sum, { size, isFirst }) => sum + (isFirst ? size : 0), 0) };
}

/**
 * The files that `path` names: scripts and style sheets of the page, static imports of scripts, fonts of style sheets.
 */
function namedBy(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const patterns = path.endsWith('.html')
    ? /(?:src|href)="([^"]+)"/g
    : path.endsWith('.css')
      ? /url\(["']?([^"')]+)["']?\)/g
      : /\bfrom ?["'](\.[^"']+)["']|\bimport ?["'](\.[^"']+)["']/g;
  return [...text.matchAll(patterns)].map((found) => join(dirname(path), found[1] ?? found[2]!)).filter(existsSync);
}
