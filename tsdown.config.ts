/** Builds `dist/`: the library, one file a module for any host; and the program, bundled with what it needs. */
import { defineConfig, type Rolldown } from 'tsdown';

/** Commander starts programs for verbs that are files of their own; here there are none, and loading it takes long. */
const noChildProcess: Rolldown.Plugin = {
  name: 'no-child-process',
  resolveId: (id) => (id === 'node:child_process' ? '\0no-child-process' : undefined),
  load: (id) => (id === '\0no-child-process' ? 'export default {};' : undefined),
};

export default defineConfig([
  {
    entry: [
      'src/index.ts',
      'src/assemble/index.ts',
      'src/base/index.ts',
      'src/container/index.ts',
      'src/isa/sm1/index.ts',
      'src/isa/sm4/index.ts',
      'src/text/index.ts',
      'src/reflect/index.ts',
      'src/validate/index.ts',
    ],
    outDir: 'dist',
    platform: 'neutral',
    target: 'es2022',
    unbundle: true,
    dts: true,
    tsconfig: 'tsconfig.json',
  },
  {
    entry: { main: 'src/cli/main.ts' },
    outDir: 'dist/cli',
    platform: 'node',
    target: 'node20.19',
    // Start-up is part of every use of the program. CommonJS saves a tenth of Node's own start-up, minifying another
    // (measured); nothing imports this build.
    format: 'cjs',
    minify: true,
    hash: false,
    dts: false,
    checks: { legacyCjs: false },
    deps: { onlyBundle: ['commander'] },
    plugins: [noChildProcess],
    tsconfig: 'tsconfig.node.json',
  },
]);
