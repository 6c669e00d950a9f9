/**
 * Checks the package as users get it: packs it, installs the archive into an empty directory and uses it from there.
 *
 *     npm run package:check
 *
 * Exit status 1 and one line for everything that is wrong.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { browser, listingInBrowser } from './browser.ts';

/** The permitted entries at the top of the archive. */
const TOP = new Set([
  'package.json',
  ...manifest.files.filter((path) => !path.startsWith('!')).map((path) => path.split('/')[0]!),
]);
/** The archive unpacked, in bytes: the library six million, the program nearly four, the explorer one and a half. */
const MAX_UNPACKED = 12_000_000;
const SAMPLE = 'test/cli/inputs/tint5.cso';
/** Files for which the program starts threads. */
const MANY = 200;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const problems: string[] = [];
const work = mkdtempSync(join(tmpdir(), 'dxlens-package-'));
try {
  const packed = pack();
  checkContents(packed);
  const installed = install(packed.filename);
  checkLibraryFiles(installed);
  checkLinks(installed);
  checkImports();
  checkTypes();
  checkProgram();
  checkInstalled(packed.filename);
  await checkBrowser(installed);
} finally {
  rmSync(work, { recursive: true });
}
for (const problem of problems) console.error(`package: ${problem}`);
console.log(problems.length === 0 ? 'the package is right' : `${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function run(command: string, args: readonly string[], cwd = work): string {
  return execFileSync(command, args, { cwd, encoding: 'latin1', stdio: 'pipe' });
}

/** Runs a check whose failure is an exception. */
function expectNoError(what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    problems.push(`${what}: ${message}\n${stdout}`);
  }
}

function pack(): Packed {
  run('npm', ['run', '-s', 'build'], process.cwd());
  const answer = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], process.cwd());
  return (JSON.parse(answer) as [Packed])[0];
}

function checkContents({ files, unpackedSize }: Packed): void {
  for (const { path } of files) if (!TOP.has(path.split('/')[0]!)) problems.push(`${path} does not belong in it`);
  for (const name of TOP)
    if (!files.some(({ path }) => path.split('/')[0] === name)) problems.push(`${name} is missing`);
  if (!files.some(({ path }) => path === 'dist/explorer.zip')) problems.push('the page of the explorer is missing');
  if (unpackedSize > MAX_UNPACKED)
    problems.push(`${unpackedSize} bytes unpacked; at most ${MAX_UNPACKED} are expected`);
}

/** Unpacks the archive into node_modules of an empty project and returns the directory. */
function install(archive: string): string {
  const directory = join(work, 'node_modules', manifest.name);
  mkdirSync(directory, { recursive: true });
  run('tar', ['xzf', join(work, archive), '-C', directory, '--strip-components=1']);
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }\n');
  cpSync(SAMPLE, join(work, 'sample.cso'));
  return directory;
}

/** Relative links of the README lead to files of the package; its picture is only in the repository. */
function checkLinks(directory: string): void {
  const text = readFileSync(join(directory, 'README.md'), 'utf8');
  for (const [, target] of text.matchAll(/(?<!!\[[^\]]*)\]\((?!https?:|#)([^)#\s]+)/g))
    if (!existsSync(join(directory, target!)))
      problems.push(`README.md links to ${target}, which is not in the package`);
}

/** Whether a file of dist/ is a module of the library, not of the program. */
function isOfLibrary(name: string): boolean {
  return name.endsWith('.js') && !/^cli\b/.test(name);
}

/** The library must run in browsers: it imports nothing but itself. */
function checkLibraryFiles(directory: string): void {
  const files = readdirSync(join(directory, 'dist'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter(isOfLibrary)) {
    const text = readFileSync(join(directory, 'dist', file), 'utf8');
    for (const [, named, dynamic] of text.matchAll(
      /^(?:import|export)\b[^"'`]*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm,
    )) {
      const target = named ?? dynamic!;
      if (!target.startsWith('.')) problems.push(`dist/${file} imports ${target}`);
    }
    if (/\b(process|Buffer|require|__dirname)\b(?=[.([])/.test(text)) problems.push(`dist/${file} uses Node's globals`);
  }
  if (Object.keys((manifest as { dependencies?: object }).dependencies ?? {}).length > 0) {
    problems.push('it has dependencies');
  }
}

function subpaths(): string[] {
  return Object.keys(manifest.exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => manifest.name + path.slice(1));
}

function checkImports(): void {
  for (const name of subpaths()) {
    expectNoError(name, () => {
      const script = `import * as it from '${name}'; if (Object.keys(it).length === 0) throw new Error('it exports nothing');`;
      run(process.execPath, ['--input-type=module', '-e', script]);
    });
  }
}

/** A strict consumer's types, under both ways of resolving packages. */
function checkTypes(): void {
  const uses = subpaths().map((name, i) => `import * as m${i} from '${name}';\nexport const k${i}: object = m${i};`);
  const example = `import { disassemble, type Listing } from '${manifest.name}';
export const listing: Listing = disassemble(new Uint8Array(4), { numbers: true });
export const text: string = listing.text;
// @ts-expect-error an option that does not exist
disassemble(new Uint8Array(4), { nmbers: true });
import { type Diagnostic, openShader, reflect, validate } from '${manifest.name}';
export const diagnostics: readonly Diagnostic[] = [...reflect(new ArrayBuffer(4)).diagnostics, ...validate(new DataView(new ArrayBuffer(4))).diagnostics];
export const changed: Uint8Array = openShader(new Uint8Array(4)).toBytes();
// @ts-expect-error no bytes
openShader('ps_2_0');
import { sm1Mnemonics, sm1Registers } from '${manifest.name}/internals/sm1';
const { r, c } = sm1Registers;
const { add } = sm1Mnemonics('ps_2_0');
add(r(0), r(1), c(0));
// @ts-expect-error a result in a constant
add(c(0), r(0), r(1));
// @ts-expect-error a source too few
add(r(0), r(1));`;
  writeFileSync(join(work, 'use.ts'), [...uses, example].join('\n'));
  const compiler = resolve('node_modules/typescript/bin/tsc');
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    expectNoError(`types with ${resolution}`, () => {
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--skipLibCheck', 'false'];
      run(process.execPath, [compiler, ...options, '--module', module!, '--moduleResolution', resolution!, 'use.ts']);
    });
  }
}

function checkProgram(): void {
  expectNoError('dxlens', () => {
    const program = join(work, 'node_modules', manifest.name, manifest.bin.dxlens);
    const link = join(work, 'dxlens');
    symlinkSync(program, link);
    if (run(link, ['--version']).trim() !== manifest.version) throw new Error('--version prints another version');
    if (!run(link, ['disasm', 'sample.cso']).includes('ps_5_0')) throw new Error('it prints no listing');
  });
}

/** As users install it: nothing comes along, and the threads of the program find what they run. */
function checkInstalled(archive: string): void {
  expectNoError('npm install', () => {
    const directory = join(work, 'user');
    mkdirSync(join(directory, 'shaders'), { recursive: true });
    writeFileSync(join(directory, 'package.json'), '{ "name": "user", "private": true }\n');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(work, archive)], directory);
    const packages = readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'));
    if (packages.join() !== manifest.name) throw new Error(`it installs ${packages.join(', ')}`);
    for (let i = 0; i < MANY; i++) cpSync(SAMPLE, join(directory, 'shaders', `${i}.cso`));
    const answer = run('npx', ['--no-install', 'dxlens', 'validate', 'shaders', '--jobs', '2'], directory);
    if (!answer.endsWith(`${MANY} files: ${MANY} valid, 0 invalid\n`)) throw new Error(`it says ${answer.slice(-200)}`);
  });
}

async function checkBrowser(directory: string): Promise<void> {
  const command = browser();
  if (command === undefined) {
    console.log('no Chromium on this machine: not tried in a browser');
    return;
  }
  try {
    const listing = await listingInBrowser(command, directory, readFileSync(SAMPLE));
    if (!listing.includes('ps_5_0') || !listing.includes('valid: true'))
      problems.push(`a browser shows ${JSON.stringify(listing.slice(0, 200))}`);
    else console.log('tried in a browser');
  } catch (error) {
    problems.push(`a browser: ${String(error)}`);
  }
}
