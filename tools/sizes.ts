/**
 * How many bytes one function of the library costs an application: a bundle of one import, minified and compressed,
 * against the limit of each. Bundled from the sources, as bundlers do with the built library, which has the same
 * modules.
 *
 * usage: npx tsx tools/sizes.ts [--check] [--modules FUNCTION]
 *   --check              exit with 1 where a bundle is over its limit
 *   --modules FUNCTION   the largest modules of the bundle of FUNCTION
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { SIZE_LIMITS } from './size-limits.ts';

/** Functions that are in the subpath of their part, and the file of that subpath. */
const SUBPATHS: Readonly<Record<string, string>> = {
  compile: 'hlsl/index.ts',
  translateToWgsl: 'translate/index.ts',
  translateToGlsl: 'translate/index.ts',
  translateToSpirv: 'translate/index.ts',
};

const KB = 1000;
const ROOT = resolve(import.meta.dirname, '..');

interface Bundle {
  readonly minified: number;
  readonly compressed: number;
  readonly metafile: Metafile;
}

/** The bundle of an application that imports `name` from the library and nothing else. */
async function bundleOf(name: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${name} } from './src/${SUBPATHS[name] ?? 'index.ts'}';`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const { contents } = outputFiles[0]!;
  return { minified: contents.length, compressed: gzipSync(contents).length, metafile };
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1);
}

/** Bytes of each module in the bundle, the largest first. */
function modulesOf({ outputs }: Metafile): [path: string, bytes: number][] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([path, { bytesInOutput }]): [string, number] => [path, bytesInOutput])
    .filter(([, bytes]) => bytes > 0)
    .sort(([, a], [, b]) => b - a);
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, modules: { type: 'string' } } });
if (values.modules !== undefined) {
  const { metafile } = await bundleOf(values.modules);
  for (const [path, bytes] of modulesOf(metafile)) console.log(`${String(bytes).padStart(7)}  ${path}`);
} else {
  let over = 0;
  console.log(`${'import'.padEnd(20)} minified KB  gzip KB  limit`);
  for (const [name, limit] of Object.entries(SIZE_LIMITS)) {
    const { minified, compressed } = await bundleOf(name);
    const isOver = compressed > limit * KB;
    if (isOver) over++;
    const row = [
      name.padEnd(20),
      kilobytes(minified).padStart(11),
      kilobytes(compressed).padStart(8),
      `${limit}`.padStart(6),
    ];
    console.log(`${row.join(' ')}${isOver ? '  over the limit' : ''}`);
  }
  if (values.check && over > 0) {
    console.error(
      `${over} of ${Object.keys(SIZE_LIMITS).length} bundles are over their limits; --modules FUNCTION shows what is in one`,
    );
    process.exitCode = 1;
  }
}
