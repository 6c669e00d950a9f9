/** Builds the explorer into `dist/web`, a directory that any static host can serve. */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { SUBPATH_ALIASES } from '../tools/web/subpaths.ts';

const root = resolve(import.meta.dirname, '..');

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { alias: SUBPATH_ALIASES },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  build: {
    outDir: resolve(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // Fonts as data would be part of the style sheet, and the content security policy forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Most of the time is the worker's own build.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
