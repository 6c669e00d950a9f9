/**
 * Makes the generated files. In git are the pages of docs/ that readers open: references of opcodes and tokens,
 * diagnostics, differences from Microsoft's text. Not in git are the explanations that `dxlens explain` prints, the man
 * page, the JSON Schemas, the data for editors (editors/vscode), and the API reference (docs/api).
 *
 *     npm run docs           writes all of them
 *     npm run docs:check     fails when a page in git is not what would be written
 *     tsx tools/docs/build.ts --only man,schemas      writes groups of files that are not in git (tools/setup.mjs)
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { diagnosticsPages, explanationsFile } from './diagnostics.ts';
import { differencesPage } from './differences.ts';
import { editorFiles } from './editor.ts';
import { formatsPage } from './formats.ts';
import { hlslFunctionsPage } from './hlsl-functions.ts';
import { irPage } from './ir.ts';
import { architecturePage } from './layers.ts';
import { preshaderPage } from './preshader.ts';
import { scanColumnsPage } from './scan-columns.ts';
import { sm1Page } from './sm1.ts';
import { sm1TokensPage } from './sm1-tokens.ts';
import { sm4Page } from './sm4.ts';
import { sm4TokensPage } from './sm4-tokens.ts';
import { translationLimitsPage } from './translation-limits.ts';

type Files = Iterable<readonly [path: string, content: string | Uint8Array]>;

/** The pages in git, by their path below docs/. */
async function pages(): Promise<Files> {
  return [
    ['opcodes-sm1.md', sm1Page()],
    ['tokens-sm1.md', sm1TokensPage()],
    ['opcodes-sm4.md', sm4Page()],
    ['tokens-sm4.md', sm4TokensPage()],
    ['opcodes-preshader.md', preshaderPage()],
    ['scan-columns.md', scanColumnsPage()],
    ['formats.md', formatsPage()],
    ['hlsl-functions.md', hlslFunctionsPage()],
    ['ir.md', irPage()],
    ['translation-limits.md', translationLimitsPage()],
    ['differences.md', differencesPage()],
    ...(await diagnosticsPages()),
    ['../ARCHITECTURE.md', architecturePage()],
  ];
}

/**
 * The files that are not in git, by the name of their group. Imports are late where they are slow or read a file of an
 * earlier group.
 */
const GROUPS: Readonly<Record<string, () => Files | Promise<Files>>> = {
  explanations: async () => [['src/base/explanations.json', await explanationsFile()]],
  editors: () => editorFiles(manifest.version),
  man: async () => [['man/dxlens.1.gz', gzipSync(await (await import('./man.ts')).manPage(manifest.version))]],
  schemas: async () => {
    const schemas = {
      reflection: (await import('./reflection-schema.ts')).reflectionSchema(),
      'run-job': (await import('../../src/vm/job/job-shape.ts')).jobSchema(),
      'translation-map': (await import('../../src/translate/index.ts')).translationMapSchema(),
    };
    return Object.entries(schemas).map(([name, schema]) => [
      `schemas/${name}.schema.json`,
      `${JSON.stringify(schema)}\n`,
    ]);
  },
};

function write(files: Files, directory = '.'): void {
  for (const [path, content] of files) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, only: { type: 'string' } } });
if (values.check) {
  for (const [path, text] of await pages()) {
    const file = join('docs', path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    console.error(`${file} is not up to date; run: npm run docs`);
    process.exitCode = 1;
  }
} else {
  const wanted = values.only?.split(',') ?? Object.keys(GROUPS);
  for (const [name, make] of Object.entries(GROUPS)) if (wanted.includes(name)) write(await make());
  if (values.only === undefined) {
    rmSync('docs/api', { recursive: true, force: true });
    write([...(await pages()), ...(await (await import('./api.ts')).apiPages())], 'docs');
  }
}
