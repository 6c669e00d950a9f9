/**
 * Writes the list of the files of a built explorer into its service worker, which keeps them for use without a network.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SERVICE_WORKER = 'service-worker.js';
const PAGE = 'index.html';

/** @param directory the built page, complete */
export function writeOfflineFiles(directory: string): void {
  const script = join(directory, SERVICE_WORKER);
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(directory, name)));
  // Servers give the page for its directory, and some of them for no other address.
  const files = names.filter((name) => name !== SERVICE_WORKER).map((name) => (name === PAGE ? '' : name));
  const page = JSON.stringify({ version: hash.digest('hex').slice(0, 16), files });
  writeFileSync(script, `self.builtPage=${page};\n${readFileSync(script, 'utf8')}`);
}
