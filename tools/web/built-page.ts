/** Completes a built explorer: what its service worker needs, and the archive in which the package has the page. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export const SERVICE_WORKER = 'service-worker.js';
const PAGE = 'index.html';
/** The date of every file in the archive, so that the same page makes the same bytes. */
const DATE = new Date(1980, 0, 1);

/** The names of the files of the page, with `/` between directories. */
function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

/**
 * Writes the list of the files into the service worker, which keeps them for use without a network.
 *
 * @param directory the built page, complete
 */
export function writeOfflineFiles(directory: string): void {
  const script = join(directory, SERVICE_WORKER);
  const names = filesOf(directory);
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(directory, name)));
  // Servers give the page for its directory, and some of them for no other address.
  const files = names.filter((name) => name !== SERVICE_WORKER).map((name) => (name === PAGE ? '' : name));
  const page = JSON.stringify({ version: hash.digest('hex').slice(0, 16), files });
  writeFileSync(script, `self.builtPage=${page};\n${readFileSync(script, 'utf8')}`);
}

/** Writes the page as a ZIP archive, a third of its size, which `dxlens explore` serves. */
export async function writeArchive(directory: string, archive: string): Promise<void> {
  const zip = new ZipFile();
  for (const name of filesOf(directory))
    zip.addBuffer(readFileSync(join(directory, name)), name, { mtime: DATE, mode: 0o100644, compressionLevel: 9 });
  zip.end();
  writeFileSync(archive, await buffer(zip.outputStream));
}
