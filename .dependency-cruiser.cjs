/**
 * The layers of src/, as a check that fails: `npm run layers`. ARCHITECTURE.md says what each layer is for.
 *
 * Allowed: base <- codes; base <- container, isa <- debug <- text; container, isa <- find <- scan; container, isa <- validate, reflect <- vm; container, isa <- lower; validate <- assemble; base, ir <- lower, emit; and the program.
 */

/** What each layer may import, besides itself. */
const MAY_IMPORT = {
  base: [],
  container: ['base'],
  isa: ['base'],
  debug: ['base', 'container', 'isa'],
  codes: ['base'],
  find: ['base', 'container', 'isa'],
  text: ['base', 'container', 'isa', 'debug'],
  validate: ['base', 'container', 'isa'],
  assemble: ['base', 'container', 'isa', 'debug', 'validate', 'text'],
  reflect: ['base', 'container', 'isa'],
  scan: ['base', 'container', 'isa', 'debug', 'find', 'validate', 'reflect'],
  diff: ['base', 'container', 'isa', 'text', 'reflect'],
  shader: ['base', 'container', 'isa', 'debug', 'validate', 'text', 'assemble', 'reflect'],
  vm: ['base', 'container', 'isa', 'reflect'],
  ir: ['base'],
  lower: ['base', 'container', 'isa', 'ir'],
  emit: ['base', 'ir'],
  translate: ['base', 'container', 'isa', 'text', 'validate', 'reflect', 'lower', 'ir', 'emit'],
};

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
          '^node_modules/(commander|tinyglobby|workerpool|diff|picocolors|fzstd|fast-png|seek-bzip|(@types/)?cli-progress|hyparquet-writer|mrmime|open|@types/node)/',
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
