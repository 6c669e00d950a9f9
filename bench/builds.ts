/**
 * Builds of the library that are measured: this checkout and, with `--against`, another one. Each is the `dist` that
 * users get: bundles of esbuild, which makes variables of constants, run some code a sixth slower (measured). Both run
 * in one process, with code and caches of their own.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where compiled shaders are stored between runs. */
export const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/dxlens-bench');

/** The public interface of a checkout, by subpath. */
interface Interface {
  readonly main: typeof import('../src/index.ts');
  readonly container: typeof import('../src/container/index.ts');
  readonly explain: typeof import('../src/explain/index.ts');
  readonly sm1: typeof import('../src/isa/sm1/index.ts');
  readonly sm4: typeof import('../src/isa/sm4/index.ts');
  readonly ir: typeof import('../src/lower/index.ts');
  readonly translate: typeof import('../src/translate/index.ts');
  readonly decompile: typeof import('../src/decompile/index.ts');
  readonly compile: typeof import('../src/hlsl/index.ts');
  readonly vm: typeof import('../src/vm/index.ts');
}

/** Internal modules that are measured separately. */
interface Inner {
  readonly stageTranslator: typeof import('../src/translate/stage-translator.ts');
  readonly wgsl: typeof import('../src/emit/wgsl/emit-wgsl.ts');
  readonly glsl: typeof import('../src/emit/glsl/emit-glsl.ts');
  readonly spirv: typeof import('../src/emit/spirv/emit-spirv.ts');
}

const MODULES: Readonly<Record<keyof Interface | keyof Inner, string>> = {
  main: 'index',
  container: 'container/index',
  explain: 'explain/index',
  sm1: 'isa/sm1/index',
  sm4: 'isa/sm4/index',
  ir: 'lower/index',
  translate: 'translate/index',
  decompile: 'decompile/index',
  compile: 'hlsl/index',
  vm: 'vm/index',
  stageTranslator: 'translate/stage-translator',
  wgsl: 'emit/wgsl/emit-wgsl',
  glsl: 'emit/glsl/emit-glsl',
  spirv: 'emit/spirv/emit-spirv',
};

export interface Build extends Interface, Inner {
  readonly directory: string;
}

/**
 * Loads the library in `directory`, a checkout or an installed package.
 *
 * @throws Error when it is not built, or changed since
 */
export async function loadBuild(directory: string): Promise<Build> {
  const root = resolve(directory);
  if (!existsSync(join(root, 'dist/index.js')))
    throw new Error(`${root} has no dist/index.js: run "npm run build" there`);
  if (isStale(root)) throw new Error(`${root}/dist is older than src: run "npm run build" there`);
  const load = async (module: string) => import(pathToFileURL(join(root, 'dist', `${module}.js`)).href);
  const found = Object.entries(MODULES).filter(([, module]) => existsSync(join(root, 'dist', `${module}.js`)));
  const modules = found.map(async ([name, module]) => [name, await load(module)] as const);
  return { ...(Object.fromEntries(await Promise.all(modules)) as Interface & Inner), directory: root };
}

/** Whether a source of a checkout is newer than its build. */
function isStale(root: string): boolean {
  const source = join(root, 'src');
  if (!existsSync(source)) return false;
  const built = statSync(join(root, 'dist/index.js')).mtimeMs;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.some((name) => statSync(join(source, name)).mtimeMs > built);
}
