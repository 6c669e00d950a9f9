/** Builds `dist/`: the library, one file a module for any host; and the program, bundled with what it needs. */
import { minify } from 'terser';
import { defineConfig, type Rolldown } from 'tsdown';
import { thirdPartyLicences } from './tools/third-party.ts';

/** Commander starts programs for verbs that are files of their own; here there are none, and loading it takes long. */
const noChildProcess: Rolldown.Plugin = {
  name: 'no-child-process',
  resolveId: (id, importer) =>
    id === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '') ? '\0no-child-process' : undefined,
  load: (id) => (id === '\0no-child-process' ? 'export default {};' : undefined),
};

/**
 * Picocolors looks at standard output when it is loaded, which loads Node's streams and takes 2.5 ms (measured). The program decides on
 * colors itself (streams.ts).
 */
const noColorDetection: Rolldown.Plugin = {
  name: 'no-color-detection',
  transform: (code, id) => {
    if (!id.endsWith('/picocolors.js')) return null;
    const changed = code.replace(/let isColorSupported =[^;]*?!!env\.CI\)/, 'let isColorSupported = false');
    if (changed === code) throw new Error('picocolors detects colors in another way; see tsdown.config.ts');
    return changed;
  },
};

/** The explanations of codes, of which the library has the only copy. */
const explanationsOfLibrary: Rolldown.Plugin = {
  name: 'explanations-of-library',
  resolveId: (id) =>
    id.endsWith('/base/explain-code.ts') ? { id: '../base/explain-code.js', external: true } : undefined,
};

/** An export of a file that other files of the program share. */
const GETTER =
  /Object\.defineProperty\(exports, '([\w$]+)', \{\s+enumerable: true,\s+get: function \(\) \{\s+return ([^;]+);\s+\}\s+\}\);/g;

/**
 * Exports as values. Rolldown makes a getter of each, a function to make at start-up and to call at each use: with
 * values, a listing takes 8 ms of 80 less (measured).
 */
const valuesForGetters: Rolldown.Plugin = {
  name: 'values-for-getters',
  renderChunk: (code) => {
    const later = new Set(
      [...code.matchAll(/^(?:let ([\w$]+)|var ([\w$, ]+);)/gm)].flatMap(([, one, many]) => one ?? many!.split(', ')),
    );
    return code.replace(GETTER, (getter, name, value) => (later.has(value) ? getter : `exports.${name} = ${value};`));
  },
};

/** Imports of files that are not in the bundle: scripts whose compiled code was saved leave them to main.ts. */
const importsOfMain: Rolldown.Plugin = {
  name: 'imports-of-main',
  renderChunk: (code) => code.replace(/\bimport\((?=["']\.\.\/|["']node:)/g, 'module.import('),
};

/** Node reads files without other characters than ASCII three times as fast (measured). */
const asciiOnly: Rolldown.Plugin = {
  name: 'ascii-only',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/** How the library is written: names stay, for debuggers and stack traces, and what tells bundlers that a call has no effect. */
const COMPACT = {
  module: true,
  // Without it, `{ name }` becomes `{ name: name }`.
  ecma: 2020,
  // Statements in fewer characters; nothing moves, and nothing is joined across functions.
  compress: { defaults: false, booleans: true, conditionals: true, if_return: true, join_vars: true },
  mangle: false,
  format: { comments: /__NO_SIDE_EFFECTS__/, preserve_annotations: true, max_line_len: 120 },
} as const;

/**
 * The library without indentation and spaces, a seventh smaller. The minifiers of rolldown and esbuild drop the
 * annotations of calls without effect, and bundles of applications grow by 3 KB (measured).
 */
const compactLines: Rolldown.Plugin = {
  name: 'compact-lines',
  // After the bundler's own printing.
  generateBundle: async (_, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.fileName.endsWith('.js')) file.code = (await minify(file.code, COMPACT)).code!;
  },
};

/** Parts that most verbs need: readers, inputs and outputs. */
const READERS = /\/src\/(base|container|chunks|file|isa|cli(?!\/verbs))\//;
/** Parts of verbs that print listings; translations do not need them. */
const LISTINGS = /\/src\/(text|debug)\//;
/** Parts of the program that load a module before it counts as shared by most of them. */
const SHARED_BY_MOST = 10;

const PROGRAM = {
  outDir: 'dist/cli',
  platform: 'node',
  target: 'node20.19',
  // CommonJS saves a tenth of Node's own start-up, minifying another (measured); nothing imports this build.
  format: 'cjs',
  minify: true,
  hash: false,
  dts: false,
  checks: { legacyCjs: false },
  // That of the checks replaces the types of a package, which the bundler would take for the package.
  tsconfig: 'tsconfig.json',
} as const;

export default defineConfig([
  {
    entry: [
      'src/index.ts',
      'src/assemble/index.ts',
      'src/decompile/index.ts',
      'src/hlsl/index.ts',
      'src/find/index.ts',
      'src/reflect/index.ts',
      'src/shader/index.ts',
      'src/text/index.ts',
      'src/translate/index.ts',
      'src/validate/index.ts',
      'src/vm/index.ts',
      'src/base/index.ts',
      'src/chunks/index.ts',
      'src/base/explain-code.ts',
      'src/container/index.ts',
      'src/debug/index.ts',
      'src/diff/index.ts',
      'src/effects/index.ts',
      'src/explain/index.ts',
      'src/file/index.ts',
      'src/formats/index.ts',
      'src/lower/index.ts',
      'src/isa/preshader/index.ts',
      'src/scan/index.ts',
      'src/isa/sm1/index.ts',
      'src/isa/sm4/index.ts',
      'src/vm/internals.ts',
    ],
    outDir: 'dist',
    platform: 'neutral',
    target: 'es2022',
    unbundle: true,
    // The package's size: the JavaScript keeps the names of the sources, and the declarations have the comments, so that source maps
    // (2.8 MB, 9 with the sources) would add little.
    sourcemap: false,
    plugins: [compactLines],
    outputOptions: { comments: { jsdoc: false, legal: true, annotation: true } },
    inputOptions: { experimental: { attachDebugInfo: 'none' } },
    dts: true,
    tsconfig: 'tsconfig.json',
  },
  {
    // The program's first file is alone: it loads the others.
    ...PROGRAM,
    entry: { main: 'src/cli/main.ts' },
    clean: false,
  },
  {
    ...PROGRAM,
    entry: { 'run-command': 'src/cli/run-command.ts' },
    clean: false,
    // Files that few verbs share are many; what most of them share is one file: with it there are half as many to find, and
    // starting takes 3 ms less of 80. What three share would be more than a verb needs, and takes 6 ms more (measured).
    outputOptions: {
      codeSplitting: {
        groups: [
          { name: 'shared', test: READERS, minShareCount: SHARED_BY_MOST },
          { name: 'listing', test: LISTINGS, minShareCount: SHARED_BY_MOST },
        ],
      },
    },
    deps: {
      onlyBundle: [
        'commander',
        'tinyglobby',
        'diff',
        'picocolors',
        'fdir',
        'picomatch',
        'workerpool',
        'fzstd',
        'fast-png',
        'fflate',
        'iobuffer',
        'seek-bzip',
        'cli-progress',
        'hyparquet-writer',
        'hyparquet',
        'string-width',
        'strip-ansi',
        'ansi-regex',
        'emoji-regex',
        'is-fullwidth-code-point',
        'mrmime',
        'open',
        'default-browser',
        'default-browser-id',
        'bundle-name',
        'run-applescript',
        'define-lazy-prop',
        'is-in-ssh',
        'is-inside-container',
        'is-docker',
        'is-wsl',
        'powershell-utils',
        'wsl-utils',
      ],
    },
    plugins: [
      valuesForGetters,
      importsOfMain,
      asciiOnly,
      noChildProcess,
      noColorDetection,
      explanationsOfLibrary,
      thirdPartyLicences('THIRD-PARTY-LICENCES.txt'),
    ],
  },
]);
