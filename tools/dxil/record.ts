/**
 * Compiles the sources under fixtures/dxil with the public DirectX shader compiler and records the containers and the
 * comments of their listings, which describe the parts:
 *
 *     bash tools/oracle/setup.sh && bash tools/dxil/setup.sh && npx tsx tools/dxil/record.ts
 *
 * Sources name their products in comment lines at the top; `-` means no entry, as for libraries:
 *
 *     // compile: ENTRY PROFILE [as=NAME] [ARGUMENT...]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Oracle } from '../oracle/client.ts';

const SOURCES = fileURLToPath(new URL('../../fixtures/dxil', import.meta.url));
const RECORDED = join(SOURCES, 'recorded');
/** The version that the DLL reports. */
const COMPILER = 'dxcompiler.dll 1.9.0.5517';
/** The start of the code after the comments of a listing. */
const CODE = /^target datalayout/m;

const directory = Oracle.directory();
const work = mkdtempSync(join(tmpdir(), 'dxlens-dxil-'));
const provenance: string[] = [];
for (const source of readdirSync(SOURCES).filter((name) => name.endsWith('.hlsl'))) {
  const path = join(SOURCES, source);
  for (const [, line] of readFileSync(path, 'utf8').matchAll(/^\/\/ compile: (.*)$/gm)) {
    const [entry, profile, ...rest] = line!.split(' ');
    const name = rest.find((one) => one.startsWith('as='))?.slice(3);
    const options = rest.filter((one) => !one.startsWith('as='));
    const id = [basename(source, '.hlsl'), ...(entry === '-' ? [] : [entry]), profile, ...(name ? [name] : [])].join(
      '.',
    );
    const [container, listing] = [join(work, 'out'), join(work, 'listing')];
    const asked = [...(entry === '-' ? [] : ['-E', entry!]), '-T', profile!, ...options];
    run(path, container, listing, asked);
    writeFileSync(join(RECORDED, `${id}.bin`), readFileSync(container));
    writeFileSync(join(RECORDED, `${id}.txt`), readFileSync(listing, 'latin1').split(CODE)[0]!, 'latin1');
    provenance.push(JSON.stringify({ id, source, arguments: asked, compiler: COMPILER }));
  }
}
writeFileSync(join(RECORDED, 'provenance.jsonl'), `${provenance.join('\n')}\n`);
rmSync(work, { recursive: true });
console.log(`${provenance.length} shaders recorded`);

function run(source: string, container: string, listing: string, options: readonly string[]): void {
  const wine = '/usr/lib/wine/wine64';
  execFileSync(
    existsSync(wine) ? wine : 'wine',
    [join(directory, 'dxc.exe'), join(directory, 'dxcompiler.dll'), source, container, listing, ...options],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        WINEDEBUG: '-all',
        WINEPREFIX: join(directory, 'prefix'),
        WINEDLLOVERRIDES: 'mscoree=;mshtml=',
      },
    },
  );
}
