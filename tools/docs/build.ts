/**
 * Makes the generated pages of docs/: the API reference, the opcode references, the lists of diagnostics
 * and of differences from Microsoft's text.
 *
 *     npm run docs           writes them
 *     npm run docs:check     fails when a page is not what would be written
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiPages } from './api.ts';
import { diagnosticsPage } from './diagnostics.ts';
import { differencesPage } from './differences.ts';
import { sm1Page } from './sm1.ts';
import { sm1TokensPage } from './sm1-tokens.ts';
import { sm4Page } from './sm4.ts';

const DOCS = 'docs';
const API = join(DOCS, 'api');

const pages = new Map([
  ['opcodes-sm1.md', sm1Page()],
  ['tokens-sm1.md', sm1TokensPage()],
  ['opcodes-sm4.md', sm4Page()],
  ['differences.md', differencesPage()],
  ['diagnostics.md', diagnosticsPage()],
  ...(await apiPages()),
]);

if (process.argv.includes('--check')) {
  const stale = [...pages].filter(([file, text]) => current(file) !== text).map(([file]) => file);
  stale.push(...strangers());
  for (const file of stale) console.error(`docs/${file} is not up to date; run: npm run docs`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  rmSync(API, { recursive: true, force: true });
  for (const [file, text] of pages) {
    mkdirSync(dirname(join(DOCS, file)), { recursive: true });
    writeFileSync(join(DOCS, file), text);
  }
  console.log(`${pages.size} pages in ${DOCS}/`);
}

function current(file: string): string | undefined {
  return existsSync(join(DOCS, file)) ? readFileSync(join(DOCS, file), 'utf8') : undefined;
}

/** Files in docs/api that no source makes any more. */
function strangers(): string[] {
  if (!existsSync(API)) return [];
  return readdirSync(API, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DOCS.length + 1))
    .filter((file) => !pages.has(file));
}
