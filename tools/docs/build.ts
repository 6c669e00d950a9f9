/**
 * Makes the generated files: the pages of docs/ (API reference, opcode and token references, lists of diagnostics and of
 * differences from Microsoft's text), what editors know (editors/vscode), what `dxlens explain` knows, and the man page.
 *
 *     npm run docs           writes them
 *     npm run docs:check     fails when a file is not what would be written
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { translationMapSchema } from '../../src/translate/index.ts';
import { jobSchema } from '../../src/vm/job/job-shape.ts';
import { apiPages } from './api.ts';
import { diagnosticsPage, explanationsFile } from './diagnostics.ts';
import { differencesPage } from './differences.ts';
import { editorFiles } from './editor.ts';
import { formatsPage } from './formats.ts';
import { irPage } from './ir.ts';
import { architecturePage } from './layers.ts';
import { manPage } from './man.ts';
import { preshaderPage } from './preshader.ts';
import { reflectionSchema } from './reflection-schema.ts';
import { scanColumnsPage } from './scan-columns.ts';
import { sm1Page } from './sm1.ts';
import { sm1TokensPage } from './sm1-tokens.ts';
import { sm4Page } from './sm4.ts';
import { sm4TokensPage } from './sm4-tokens.ts';
import { translationLimitsPage } from './translation-limits.ts';

const DOCS = 'docs';
const API = join(DOCS, 'api');

const pages: readonly (readonly [string, string])[] = [
  ['opcodes-sm1.md', sm1Page()],
  ['tokens-sm1.md', sm1TokensPage()],
  ['opcodes-sm4.md', sm4Page()],
  ['tokens-sm4.md', sm4TokensPage()],
  ['opcodes-preshader.md', preshaderPage()],
  ['scan-columns.md', scanColumnsPage()],
  ['formats.md', formatsPage()],
  ['ir.md', irPage()],
  ['translation-limits.md', translationLimitsPage()],
  ['differences.md', differencesPage()],
  ['diagnostics.md', await diagnosticsPage()],
  ...(await apiPages()),
];
/** By their path from the root of the repository. */
const files = new Map([
  ...pages.map(([page, text]) => [join(DOCS, page), text] as const),
  ['ARCHITECTURE.md', architecturePage()],
  ...editorFiles(manifest.version),
  ['src/base/explanations.json', await explanationsFile()],
  ['man/dxlens.1', await manPage(manifest.version)],
  ['schemas/run-job.schema.json', `${JSON.stringify(jobSchema(), undefined, 2)}\n`],
  ['schemas/reflection.schema.json', `${JSON.stringify(reflectionSchema(), undefined, 2)}\n`],
  ['schemas/translation-map.schema.json', `${JSON.stringify(translationMapSchema(), undefined, 2)}\n`],
]);

if (process.argv.includes('--check')) {
  const stale = [...files].filter(([file, text]) => current(file) !== text).map(([file]) => file);
  stale.push(...strangers());
  for (const file of stale) console.error(`${file} is not up to date; run: npm run docs`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  rmSync(API, { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  console.log(`${pages.length} pages in ${DOCS}/, ${files.size - pages.length} other files`);
}

function current(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Files in docs/api that no source makes any more. */
function strangers(): string[] {
  if (!existsSync(API)) return [];
  return readdirSync(API, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !files.has(file));
}
