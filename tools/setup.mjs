/**
 * Set-up that a command does for itself: `npm ci` when node_modules is not what package-lock.json asks for, and the
 * generated files that are not in git, when they are missing or older than their sources. Plain JavaScript without
 * imports from the project, since it runs before anything is installed.
 *
 *     node tools/setup.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether every package of the lock file that this machine needs is installed in the version that it names. */
function installed() {
  // npm keeps its own account of what it installed; without one there was no installation.
  const account = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(account)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(account, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      // Optional packages are those of other platforms.
      path === '' || optional || (peer && !found[path]) || found[path]?.version === version,
  );
}

/**
 * Groups of generated files by the name that tools/docs/build.ts knows them by, with one file of each and the sources
 * that decide most of their content. A change elsewhere needs `npm run docs`.
 */
const GENERATED = [
  ['explanations', 'src/base/explanations.json', /\/messages\.ts$|^src\/validate\/|^fixtures\/diagnostics\//],
  ['man', 'man/dxlens.1.gz', /^src\/cli\/(verbs\/|program)/],
  ['schemas', 'schemas/reflection.schema.json', /^src\/(reflect|vm\/job|translate)\//],
  ['editors', 'editors/vscode/completions.json', /^src\/isa\//],
];

/** The names of the groups that are missing or older than a source. */
function staleGroups() {
  const sources = ['src', 'fixtures/diagnostics', 'tools/docs'].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|jsonl)$/.test(name))
      .map((name) => `${directory}/${name.replaceAll('\\', '/')}`),
  );
  const changed = (path) => statSync(join(root, path)).mtimeMs;
  return GENERATED.filter(([, file, decides]) => {
    if (!existsSync(join(root, file))) return true;
    const made = changed(file);
    return sources.some((path) => (decides.test(path) || path.startsWith('tools/docs/')) && changed(path) > made);
  }).map(([name]) => name);
}

/** Runs a command with its output on standard error, and ends the set-up if it fails. */
function run(command) {
  // `npm` and `tsx` are shell scripts on some systems and batch files on others.
  const { status } = spawnSync(command, { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

if (!installed()) {
  process.stderr.write('installing what package-lock.json names (npm ci)\n');
  run('npm ci --no-audit --no-fund --loglevel=error');
}
const stale = staleGroups();
if (stale.length > 0) run(`npx --no-install tsx tools/docs/build.ts --only ${stale.join(',')}`);
