/** Builds the explorer: `dist/web`, a directory that any static host can serve, and `dist/explorer.zip`, the same as an archive. */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { SERVICE_WORKER, writeArchive, writeOfflineFiles } from '../tools/web/built-page.ts';
import { SUBPATH_ALIASES } from '../tools/web/subpaths.ts';

const root = resolve(import.meta.dirname, '..');
const outDir = resolve(root, 'dist/web');

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { alias: SUBPATH_ALIASES },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  plugins: [
    {
      name: 'built-page',
      apply: 'build',
      closeBundle: async () => {
        writeOfflineFiles(outDir);
        await writeArchive(outDir, resolve(root, 'dist/explorer.zip'));
      },
    },
  ],
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Fonts as data would be part of the style sheet, and the content security policy forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Most of the time is the worker's own build.
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        'service-worker': resolve(import.meta.dirname, 'src/service-worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (`${name}.js` === SERVICE_WORKER ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
