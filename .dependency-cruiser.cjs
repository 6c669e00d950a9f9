/**
 * The layers of src/ and of the folders around it, as a check that fails: `npm run layers`. ARCHITECTURE.md prints the
 * first table and says what each layer is for. 17 is the last version of dependency-cruiser for Node 20.
 */

const FILES = ['base', 'container', 'chunks', 'effects', 'file'];

/** The layers that each layer may import, besides itself. */
const MAY_IMPORT = {
  base: [],
  numerics: [],
  formats: ['numerics'],
  container: ['base'],
  chunks: ['base', 'container'],
  effects: ['base', 'container'],
  file: FILES,
  explain: FILES,
  isa: ['base', 'numerics'],
  debug: [...FILES, 'explain', 'isa'],
  find: [...FILES, 'isa'],
  text: [...FILES, 'isa', 'debug'],
  validate: [...FILES, 'isa'],
  assemble: [...FILES, 'isa', 'debug', 'validate', 'text'],
  reflect: [...FILES, 'isa'],
  scan: [...FILES, 'isa', 'debug', 'find', 'validate', 'reflect'],
  diff: [...FILES, 'isa', 'text', 'reflect'],
  shader: [...FILES, 'isa', 'debug', 'validate', 'text', 'assemble', 'reflect'],
  vm: [...FILES, 'isa', 'reflect', 'formats', 'numerics', 'ir', 'lower', 'emit'],
  ir: ['base', 'numerics'],
  lower: [...FILES, 'isa', 'ir'],
  generate: ['base', 'numerics', 'isa', 'ir'],
  hlsl: [...FILES, 'isa', 'numerics', 'text', 'validate', 'assemble', 'debug', 'ir', 'lower', 'generate', 'emit'],
  emit: ['base', 'numerics', 'ir'],
  decompile: [...FILES, 'isa', 'text', 'reflect', 'diff', 'lower', 'ir', 'emit', 'translate'],
  translate: [...FILES, 'isa', 'text', 'validate', 'assemble', 'shader', 'reflect', 'lower', 'ir', 'generate', 'emit'],
};

/** The folders that each folder beside src/ may import, besides itself. A test may import all of them: it tests them. */
const AROUND = {
  src: ['schemas'],
  smith: ['src'],
  fixtures: ['src', 'smith'],
  tools: ['src', 'smith', 'fixtures'],
  live: ['src', 'smith', 'fixtures', 'tools'],
  bench: ['src', 'smith', 'fixtures', 'tools'],
  'web/src': ['src', 'samples'],
};

const folders = Object.entries(AROUND).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${others.join(', ')}, packages and itself`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { pathNot: [`^(${[folder, ...others].join('|')})/`, 'node_modules', '^package\\.json$', '^[a-z:_/]+$'] },
}));

const layers = Object.entries(MAY_IMPORT).map(([layer, others]) => ({
  name: `${layer}-imports`,
  comment: `src/${layer} may import ${others.length ? others.join(', ') : 'nothing'} and itself`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...others].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...folders,
    {
      name: 'explorer-by-public-names',
      comment: 'web/src imports the library by its public subpaths',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^src/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'isa-families',
      comment: 'the two instruction sets meet only in isa/model.ts',
      severity: 'error',
      from: { path: '^src/isa/(sm[14])/' },
      to: { path: '^src/isa/sm[14]/', pathNot: '^src/isa/$1/' },
    },
    {
      name: 'known-layer',
      comment: 'a new folder of src/ takes its place in the list above first',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(cli|${Object.keys(MAY_IMPORT).join('|')})/` },
    },
    {
      name: 'library-in-browsers',
      comment: 'only src/cli touches Node; the library runs anywhere',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-runtime-dependencies',
      comment: 'the library depends on nothing; the program bundles what it needs (tsdown.config.ts)',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: 'node_modules',
        pathNot:
          '^node_modules/(commander|tinyglobby|workerpool|diff|picocolors|fzstd|fast-png|fflate|seek-bzip|(@types/)?cli-progress|hyparquet-writer|mrmime|open|@types/node)/',
      },
    },
    {
      name: 'packages-in-cli-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: 'node_modules' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'nothing-imports-the-program',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
