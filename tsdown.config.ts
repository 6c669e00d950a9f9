/** Builds `dist/`: the library, one file a module for any host; and the program, bundled with what it needs. */
import { defineConfig } from 'tsdown';

export default defineConfig([
  {
    entry: [
      'src/index.ts',
      'src/base/index.ts',
      'src/container/index.ts',
      'src/isa/sm1/index.ts',
      'src/isa/sm4/index.ts',
      'src/text/index.ts',
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
    fixedExtension: false,
    hash: false,
    // Start-up is part of every use: minified and in few files it takes the time of loading a few kilobytes (measured).
    minify: true,
    dts: false,
    deps: { onlyBundle: ['commander'] },
    tsconfig: 'tsconfig.node.json',
  },
]);
