/**
 * Set-up that a command does for itself: `npm ci`, only when node_modules is not what package-lock.json asks for.
 * Plain JavaScript without imports from the project, since it runs before anything is installed.
 *
 *     node tools/setup.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

if (!installed()) {
  process.stderr.write('installing what package-lock.json names (npm ci)\n');
  // `npm` is a shell script on some systems and a batch file on others.
  const { status } = spawnSync('npm ci --no-audit --no-fund --loglevel=error', {
    cwd: root,
    shell: true,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
