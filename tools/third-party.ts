/** A plugin of the build: collects the licences of the packages that are bundled, which have to go along with them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'tsdown';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * Writes `fileName` next to the bundles: name, version and licence of every package that any of them contains.
 *
 * @throws when a package has no text of its licence
 */
export function thirdPartyLicences(fileName: string): Rolldown.Plugin {
  return {
    name: 'third-party-licences',
    generateBundle(_options, bundle) {
      const directories = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const [directory] =
            /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/').replace(/^\0/, '')) ?? [];
          if (directory !== undefined) directories.add(directory);
        }
      }
      const source = [...directories]
        .sort()
        .map(licenceText)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName, source: `${INTRODUCTION}\n${source}` });
    },
  };
}

const INTRODUCTION = 'The program contains these packages, under their own licences.\n';

function licenceText(directory: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  const file = readdirSync(directory).find((entry) => /^licen[cs]e([-.]|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled and has no text of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
}
