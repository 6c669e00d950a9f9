import { defineConfig } from 'vitest/config';
import { SUBPATH_ALIASES } from './tools/web/subpaths.ts';

/** The recorded answers of Microsoft's compiler, one by one: many small comparisons. */
const GOLDEN = ['test/golden/**/*.test.ts', 'test/docs/editor.test.ts'];
/** What runs the built program; `npm run build` comes first. */
const CLI = ['test/cli/**/*.test.ts', 'test/docs/assembly-page.test.ts', 'test/docs/code-blocks.test.ts'];
/** Pages and programs of examples/, which use the built library. */
const EXAMPLES = ['test/examples/**/*.test.ts'];

/** The explorer in Chromium; `npm run build:web` comes first. */
const EXPLORER = ['test/web/e2e/**/*.test.ts'];

/** Milliseconds after which a test hangs: a busy machine takes twenty times as long as a quiet one. */
const HANG = 600_000;

export default defineConfig({
  // The explorer imports the library by its public names.
  resolve: { alias: SUBPATH_ALIASES },
  test: {
    reporters: ['default', './test/support/skipped-reporter.ts'],
    testTimeout: HANG,
    hookTimeout: HANG,
    // Two cores is what CI has; threads start faster than forks.
    pool: 'threads',
    // The default leaves one processor idle.
    maxWorkers: '100%',
    // The library has no state that tests could leave behind, and loading it anew for each file takes longer than most tests.
    isolate: false,
    setupFiles: ['test/support/fast-paths.ts', 'test/support/equal-bytes.ts'],
    // `.ci/run` runs all of them at once, which loads each file once.
    ...(process.env.DXLENS_TESTS !== 'all' && { tagsFilter: ['!ci'] }),
    tags: [
      { name: 'slow', description: 'takes more than a tenth of a second; `npm run test:unit` leaves it out' },
      { name: 'ci', description: 'repeats quicker tests on more inputs; runs with DXLENS_TESTS=all, as in `.ci/run`' },
    ],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...GOLDEN, ...CLI, ...EXAMPLES, ...EXPLORER] },
      },
      { extends: true, test: { name: 'golden', include: GOLDEN } },
      { extends: true, test: { name: 'cli', include: CLI } },
      { extends: true, test: { name: 'examples', include: EXAMPLES } },
      {
        extends: true,
        test: { name: 'explorer', include: EXPLORER, globalSetup: ['test/web/e2e/browsers.ts'] },
      },
    ],
  },
});
