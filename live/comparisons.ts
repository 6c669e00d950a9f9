/**
 * The comparisons: one row each, which `npm run live` lists. Row NAME is run by the function `run` of of this
 * directory; the head of that file says what is compared and when the exit status is 1.
 *
 * Not for: which of them CI runs (ci.ts), options from the command line (run.ts).
 */

/** The setup commands of comparisons. */
export const NEEDS = {
  oracle: 'npm run oracle:setup',
  executor: 'npm run executor:setup',
  gpu: 'bash tools/gpu/setup.sh',
} as const;

/**
 * The options of a comparison with their defaults: a number, a text, the choices with the default first, `false` for a
 * flag. Options of {@link TEXT} have no default.
 */
export type Options = Readonly<Record<string, number | string | false | readonly string[] | typeof TEXT>>;

/** A text that may be absent. */
export const TEXT = Symbol('a text');

export interface Comparison {
  /** One sentence without its point. */
  readonly does: string;
  readonly needs: readonly (keyof typeof NEEDS)[];
  readonly options: Options;
  /** The meaning of names after the options. */
  readonly names?: string;
}

export const COMPARISONS = {
  bindings: {
    does: 'validation of shaders against root signatures',
    needs: ['oracle'],
    options: { count: 2000, seed: 1, show: 5, record: TEXT },
  },
  chunks: {
    does: 'chunks written as the compiler writes them, and edited ones listed and reflected',
    needs: ['oracle'],
    options: { seed: 1, shaders: 300, edits: 3, programs: 2000, verbose: false },
  },
  container: {
    does: 'stripping, getting and setting parts of containers',
    needs: ['oracle'],
    options: { seed: 1, count: 1000, verbose: false },
  },
  ctab: {
    does: 'constant tables written as the compiler writes them, and edited ones listed',
    needs: ['oracle'],
    options: { seed: 1, shaders: 300, verbose: false },
  },
  'compile-debug': {
    does: 'debug information of HLSL that dxlens compiles',
    needs: ['oracle'],
    options: { count: 100, seed: 1, show: 5, kind: ['debug', 'debug9', 'games', 'games9'], lines: false },
  },
  'debug-edit': {
    does: 'edits of debug information: stripped, or scrubbed of personal paths',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, mode: ['strip', 'scrub'] },
  },
  'debug-model': {
    does: 'the common model of debug information, line by line and variable by variable',
    needs: ['oracle'],
    options: { seed: 1, count: 300, tolerance: 0, show: 3 },
  },
  'debug-sdbg': {
    does: 'listings of random chunks SDBG',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, kind: ['random', 'damaged'] },
  },
  'debug-sm1': {
    does: 'listings of programs of models 1 to 3 with debug information',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, kind: ['compiled', 'random', 'damaged', 'assembled'], 'all-flags': false },
  },
  'debug-sm4': {
    does: 'listings of programs of models 4 to 5.1 with program databases',
    needs: ['oracle'],
    options: { seed: 1, count: 300, edits: 0, 'all-flags': false, fields: '', show: 3 },
  },
  'effect-reflection': {
    does: 'reflection of effects of Direct3D 10 and 11',
    needs: ['oracle'],
    options: { count: 1000, seed: 1, show: 5 },
  },
  fx2: {
    does: 'effects of Direct3D 9, read and written',
    needs: ['oracle'],
    options: { seed: 1, count: 300, damage: 0, verbose: false, record: TEXT },
  },
  'fx4-edits': {
    does: 'listings of edited effects of Direct3D 10 and 11',
    needs: ['oracle'],
    options: { count: 1000, seed: 1 },
  },
  'library-compile': {
    does: 'libraries compiled by both compilers: accepted, reflection, signatures, results',
    needs: ['oracle'],
    options: { count: 200, seed: 1, runs: 4, show: 5, allowed: 0 },
  },
  'effect-compile': {
    does: 'effects compiled by dxlens, with what theirs contain and give',
    needs: ['oracle'],
    options: { count: 200, seed: 1, runs: 4, show: 5, allowed: 0, only: TEXT, keep: TEXT },
  },
  mgfx: {
    does: 'effects of MonoGame compiled by dxlens, with the files of its own compiler in a directory',
    needs: [],
    options: { directory: 'effects', runs: 3 },
  },
  fx4: {
    does: 'listings of effects of Direct3D 10 and 11',
    needs: ['oracle'],
    options: {
      mode: ['valid', 'damage'],
      count: 1000,
      seed: 1,
      show: 5,
      each: 50,
      'all-flags': false,
      minimize: false,
      keep: TEXT,
    },
  },
  generate: {
    does: 'programs that are generated from lowered ones, validated, run and counted',
    needs: ['oracle'],
    options: {
      kind: ['fixtures', 'games', 'games9', 'hlsl', 'hlsl9', 'stages', 'words', 'words9'],
      count: 200,
      seed: 1,
      runs: 8,
      show: 3,
      only: TEXT,
      files: TEXT,
      profile: TEXT,
      scalar: false,
      listing: false,
      client: TEXT,
    },
  },
  headers: {
    does: 'the header sections of listings, of edited containers too',
    needs: ['oracle'],
    options: { seed: 1, shaders: 200, edits: 10, 'all-flags': false, verbose: false },
  },
  'hlsl-bind': {
    does: 'layouts, registers, signatures and reflection of random declarations of HLSL',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, profile: TEXT, record: TEXT, verbose: false },
  },
  numerics: {
    does: 'single operations against what the compiler folds',
    needs: ['oracle'],
    options: { count: 50_000, seed: 1, show: 20, op: TEXT, vm: false },
  },
  patch: {
    does: 'edits of shaders against the compiler on the edited source',
    needs: ['oracle'],
    options: {},
  },
  preprocess: {
    does: 'the preprocessor of the assemblers',
    needs: ['oracle'],
    options: { count: 2000, seed: 1, show: 5, file: TEXT, record: TEXT },
  },
  preshader: {
    does: 'preshaders, texture shaders and expressions of effects, evaluated and listed',
    needs: ['oracle'],
    options: {
      kind: ['shader', 'pixel', 'texture', 'effect4', 'listing'],
      count: 1000,
      seed: 1,
      show: 3,
      record: TEXT,
    },
  },
  'record-gpu': {
    does: 'records fixtures/gpu/answers.json: what drivers answer to random programs, translated',
    needs: ['gpu'],
    options: { count: 2, seed: 1, only: TEXT },
  },
  'record-wine': {
    does: 'records fixtures/wine/answers.json: what Wine answers to random programs',
    needs: ['executor'],
    options: { count: 300, seed: 1, only: TEXT },
  },
  reflect: {
    does: 'reflection, through the interfaces of Direct3D 12 and 11',
    needs: ['oracle'],
    options: { seed: 1, shaders: 200, programs: 200, edits: 3, verbose: false },
  },
  'root-signature': {
    does: 'texts of root signatures',
    needs: ['oracle'],
    options: { mode: ['valid', 'damage', 'soup'], count: 2000, seed: 1, show: 5, record: TEXT },
  },
  'sm1-assemble': {
    does: 'the assembler of models 1 to 3',
    needs: ['oracle'],
    options: {
      mode: ['damage', 'valid', 'random', 'wild', 'cases'],
      count: 2000,
      seed: 1,
      show: 5,
      parser: false,
      debug: false,
      record: TEXT,
      file: 'fixtures/sm1-assemble/cases.jsonl.gz',
    },
  },
  'sm1-into': {
    does: 'listings of models 1 to 3 put back into their originals',
    needs: ['oracle'],
    options: { count: 5000, seed: 1, show: 3 },
  },
  'sm1-numbers': {
    does: 'numbers in listings of models 1 to 3',
    needs: ['oracle'],
    options: { count: 200_000, seed: 1, record: TEXT },
  },
  'sm1-validate': {
    does: 'validation of models 1 to 3; --client is a module that calls the validator',
    needs: [],
    options: {
      client: TEXT,
      program: ['damage', 'valid', 'wild', 'flow'],
      model: TEXT,
      count: 5000,
      seed: 1,
      flags: TEXT,
      cases: TEXT,
      seeds: TEXT,
      show: 10,
      code: TEXT,
      record: TEXT,
    },
  },
  sources: {
    does: 'the HLSL in directories, compiled by both compilers: accepted, reflection, results, lengths',
    needs: ['oracle'],
    options: { include: TEXT, define: TEXT, only: TEXT, codes: false, runs: 4, show: 5 },
    names: 'directories',
  },
  sm1: {
    does: 'listings of random programs of models 1 to 3',
    needs: ['oracle'],
    options: {
      count: 2000,
      seed: 1,
      show: 5,
      kind: ['valid', 'wild', 'damaged', 'preshader', 'texture'],
      'all-flags': false,
      cases: TEXT,
    },
  },
  'sm4-assemble': {
    does: 'the assembler of models 4 to 5.1',
    needs: ['oracle'],
    options: { count: 2000, seed: 1, show: 5, kind: ['valid', 'compiled', 'wild'], alone: false },
  },
  'sm4-edit': {
    does: 'programs of models 4 to 5.1, built and edited',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, client: TEXT },
  },
  'sm4-headers-assemble': {
    does: 'listings with their header sections, assembled to containers',
    needs: ['oracle'],
    options: { count: 500, seed: 1, client: TEXT, bare: false, show: 5 },
  },
  'sm4-validate': {
    does: 'validation of models 4 to 5.1; --client is a module that calls the validator',
    needs: ['oracle'],
    options: {
      client: TEXT,
      program: ['damage', 'valid', 'asis', 'compiled'],
      count: 2000,
      seed: 1,
      stage: TEXT,
      only: TEXT,
      show: 3,
      corpus: TEXT,
      cases: TEXT,
      record: TEXT,
      hlsl: 0,
    },
  },
  sm4: {
    does: 'listings of random programs of models 4 to 5.1',
    needs: ['oracle'],
    options: { count: 2000, seed: 1, show: 5, kind: ['valid', 'wild', 'damaged'], 'all-flags': false },
  },
  'translate-link': {
    does: 'translated pairs of a vertex and a pixel shader, for Tint',
    needs: ['oracle', 'gpu'],
    options: { count: 200, seed: 1, show: 5 },
  },
  compile: {
    does: 'HLSL compiled by both compilers: errors, runs, reflection, lengths',
    needs: ['oracle'],
    options: {
      kind: [
        'games',
        'games9',
        'declared',
        'declared9',
        'exact',
        'exact9',
        'level9',
        'textures',
        'fixtures',
        'decompiled-games',
        'decompiled-hlsl',
        'wrong',
      ],
      files: TEXT,
      profile: TEXT,
      only: TEXT,
      count: 100,
      seed: 1,
      runs: 8,
      show: 2,
      allowed: 0,
    },
  },
  decompile: {
    does: 'programs decompiled and compiled again: words, results, facts, the text once more',
    needs: ['oracle'],
    options: {
      kind: ['fixtures', 'games', 'games9', 'hlsl', 'hlsl9', 'effects', 'libraries'],
      files: TEXT,
      profile: TEXT,
      only: TEXT,
      count: 200,
      seed: 1,
      runs: 4,
      show: 1,
      save: TEXT,
      allowed: 0,
      why: false,
      facts: false,
      fixed: false,
      exact: false,
      repair: false,
    },
  },
  'translate-dxbc': {
    does: 'programs of models 1 to 3 as programs of models 4.0 to 5.1: valid, and run the same',
    needs: ['oracle'],
    options: { kind: ['fixtures', 'words9', 'hlsl9', 'games9', 'damaged9'], count: 200, seed: 1, runs: 6, show: 10 },
  },
  'translate-valid': {
    does: 'translations checked by Tint or naga, spirv-val, glslang and Mesa',
    needs: ['gpu'],
    options: {
      to: 'wgsl',
      by: ['tint', 'naga'],
      target: TEXT,
      verbose: false,
      'all-options': false,
      show: 10,
      kind: TEXT,
      files: TEXT,
      count: 500,
      seed: 1,
      seconds: 0,
    },
    names: 'parts of names of fixtures',
  },
  'vm-gpu-compiled': {
    does: 'compiled programs, translated, on a driver against the interpreter',
    needs: ['gpu'],
    options: {
      driver: 'lavapipe',
      kind: ['fixtures', 'fixtures9', 'hlsl', 'hlsl9', 'games', 'games9', 'words9'],
      files: TEXT,
      runs: 2,
      seed: 1,
      count: 200,
      seconds: 0,
      show: 5,
      profile: 'guarded',
      robust: 'd3d',
      code: false,
      verbose: false,
    },
    names: 'parts of names of programs',
  },
  'vm-gpu': {
    does: 'random programs, translated, on a driver against the interpreter',
    needs: ['gpu'],
    options: {
      driver: [
        'naga',
        'naga-swiftshader',
        'dawn',
        'lavapipe',
        'swiftshader',
        'opengl',
        'opengl-330',
        'gles',
        'gles-310',
        'gles-300',
      ],
      count: 500,
      seed: 1,
      show: 5,
      seconds: 0,
      only: TEXT,
      program: TEXT,
      profile: 'guarded',
      robust: 'd3d',
      reduce: false,
      list: false,
      code: false,
    },
  },
  'vm-ir-sm1': {
    does: 'lowered programs of models 1 to 3 against the interpreter; --kind hlsl needs the oracle',
    needs: [],
    options: {
      kind: ['runnable', 'flow', 'fixtures', 'damaged', 'hlsl'],
      count: 500,
      seed: 1,
      seconds: 0,
      show: 5,
      runs: 2,
      passes: false,
      engine: ['evaluator', 'wasm'],
    },
  },
  'vm-ir': {
    does: 'lowered programs of models 4 to 5.1 against the interpreter; --kind hlsl needs the oracle',
    needs: [],
    options: {
      kind: ['runnable', 'tokens', 'fixtures', 'damaged', 'hlsl'],
      count: 500,
      seed: 1,
      seconds: 0,
      show: 5,
      runs: 2,
      passes: false,
      engine: ['evaluator', 'wasm', 'translation'],
      reduce: false,
    },
  },
  'vm-programs': {
    does: 'the interpreters against what the compiler folds of whole functions',
    needs: ['oracle'],
    options: { count: 500, seed: 1, show: 5, models: ['4-5', '2-3'] },
  },
  'vm-wine': {
    does: "the interpreters against Wine's Direct3D 11 and 9",
    needs: ['executor'],
    options: { count: 500, seed: 1, show: 5, only: TEXT, reduce: false, list: false },
  },
} as const satisfies Readonly<Record<string, Comparison>>;

export type ComparisonName = keyof typeof COMPARISONS;

type Value<Default> = Default extends false
  ? boolean
  : Default extends readonly (infer Choice)[]
    ? Choice
    : Default extends symbol
      ? string | undefined
      : Default extends number
        ? number
        : string;

type OptionsOf<Name extends ComparisonName> = (typeof COMPARISONS)[Name]['options'];

/** The options that a comparison gets. */
export type Values<Name extends ComparisonName> = {
  readonly [Key in keyof OptionsOf<Name>]: Value<OptionsOf<Name>[Key]>;
} & { readonly names: readonly string[] };
