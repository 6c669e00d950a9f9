/**
 * Builds of the library that are measured: this checkout and, with `--against`, another one. Each is bundled from its source, so that no
 * stale build is measured, and both run in one process with code and caches of their own.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Where bundles and compiled shaders are kept between runs. */
export const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/dxlens-bench');

/** The public interface of a checkout, by subpath. */
interface Interface {
  readonly main: typeof import('../src/index.ts');
  readonly container: typeof import('../src/container/index.ts');
  readonly sm1: typeof import('../src/isa/sm1/index.ts');
  readonly sm4: typeof import('../src/isa/sm4/index.ts');
}

const MODULES: Readonly<Record<keyof Interface, string>> = {
  main: 'index',
  container: 'container/index',
  sm1: 'isa/sm1/index',
  sm4: 'isa/sm4/index',
};

export interface Build extends Interface {
  readonly directory: string;
  /** The bundle, an ES module. */
  readonly file: string;
}

/**
 * Bundles and loads the library in `directory`: from its `src`, or from its `dist` where there is no source, as in an installed package.
 *
 * @throws Error when there is neither
 */
export async function loadBuild(directory: string): Promise<Build> {
  const file = await bundle(resolve(directory));
  return { ...((await import(pathToFileURL(file).href)) as Interface), directory, file };
}

async function bundle(directory: string): Promise<string> {
  const source = existsSync(join(directory, 'src/index.ts'));
  if (!source && !existsSync(join(directory, 'dist/index.js')))
    throw new Error(`${directory} has neither src/index.ts nor dist/index.js`);
  const pathOf = (module: string) => (source ? `./src/${module}.ts` : `./dist/${module}.js`);
  const outfile = join(CACHE, `build-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}.mjs`);
  mkdirSync(CACHE, { recursive: true });
  await build({
    stdin: {
      contents: Object.entries(MODULES)
        .map(([name, module]) => `export * as ${name} from '${pathOf(module)}';`)
        .join('\n'),
      resolveDir: directory,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  });
  return outfile;
}
