/** The API reference, from the doc comments of what the subpaths export. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, Converter, IntrinsicType, ReflectionKind, type TypeDocOptions } from 'typedoc';
import manifest from '../../package.json' with { type: 'json' };
import { GENERATED } from './markdown.ts';

/** Subpaths of the package and files that they are. */
const SUBPATHS = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string' || path === '.'
    ? []
    : [[path.slice(2), target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')] as const],
);

/** Options of the Markdown plug-in, which typedoc's own types do not know. */
const MARKDOWN_OPTIONS = {
  outputFileStrategy: 'modules',
  entryFileName: 'README.md',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
};

/** The pages by their path below docs/. */
export async function apiPages(): Promise<Map<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-docs-'));
  try {
    await generate(directory);
    return new Map(
      markdownFiles(directory).map((file) => [
        join('api', file),
        GENERATED + readFileSync(join(directory, file), 'utf8'),
      ]),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Writes the pages into `directory`. */
async function generate(directory: string): Promise<void> {
  const options: TypeDocOptions & typeof MARKDOWN_OPTIONS = {
    out: directory,
    name: 'dxlens',
    entryPoints: SUBPATHS.map(([, file]) => file),
    tsconfig: 'tsconfig.json',
    plugin: ['typedoc-plugin-markdown'],
    readme: 'none',
    disableSources: true,
    disableGit: true,
    excludeInternal: true,
    excludePrivate: true,
    hideGenerator: true,
    // `npm run typecheck` is a check of its own.
    skipErrorChecking: true,
    logLevel: 'Error',
    ...MARKDOWN_OPTIONS,
  };
  const app = await Application.bootstrapWithPlugins(options);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    // Tables of rows and fields have pages of their own; their literal types would be most of the reference.
    for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) {
      if (variable.isDeclaration() && variable.type?.type === 'reflection') {
        project.removeTypeReflections(variable.type);
        variable.type = new IntrinsicType('object');
      }
    }
    for (const [name, file] of SUBPATHS) {
      const module = project.children?.find(
        (child) => `src/${child.name}/index.ts` === file || `src/${child.name}.ts` === file,
      );
      if (module) module.name = `dxlens/${name}`;
    }
  });
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors()) throw new Error('the API reference cannot be made');
  await app.generateOutputs(project);
}

function markdownFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
}
