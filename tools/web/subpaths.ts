/**
 * The public subpaths of the library as its source files: the explorer imports nothing else, and needs no build of the
 * library.
 */
import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');

/** The value of `resolve.alias` for Vite and Vitest. */
export const SUBPATH_ALIASES = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [
        {
          find: new RegExp(`^${manifest.name}${path.slice(1)}$`),
          replacement: resolve(ROOT, target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')),
        },
      ],
);
