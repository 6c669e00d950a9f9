/**
 * Every code block of the pages written by hand does what the page says. Blocks of a page run in order in one
 * directory, which has the files of test/cli/inputs, the samples, and the files that `prepare` adds. What a block is
 * for follows from its language:
 *
 * - `console`: lines with `$ ` are commands; below each is what it prints, standard error first. `...` matches any
 *   output.
 * - `sh`: commands that succeed.
 * - `js`, `ts`: a module that Node runs with the built package. A `text` block directly below is what it prints. `ts`
 *   compiles in strict mode against the sources. A block with a file name after the language is that file, which later
 *   blocks use.
 * - `html`: a page with an import map and a module. The module runs.
 * - `asm`: a text that assembles without an error.
 * - `json`, `yaml`: a document.
 * - `text`: nothing is run.
 *
 * `BLESS=1 npx vitest run test/docs/code-blocks.test.ts` writes outputs without `...` into the pages; read the
 * difference.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { parse } from 'yaml';
import { RECORDED } from '../../fixtures/recorded.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type CodeBlock, codeBlocks, handWrittenPages } from '../support/code-blocks.ts';
import { INPUTS, Shell } from '../support/shell.ts';
import { ON_WINDOWS, skipFor } from '../support/skip-for.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const shell = new Shell('code-blocks');
afterAll(() => shell.remove());

// Commands of the package manager would install or build something: that they exist is checked instead.
const standIn = join(shell.directory, 'stand-in.mjs');
writeFileSync(
  standIn,
  `import { existsSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
const scripts = ${JSON.stringify(Object.keys(manifest.scripts))};
const fail = (why) => { console.error([command, ...args].join(' ') + ': ' + why); process.exit(1); };
if (command === 'npm') {
  const script = args[0] === 'run' ? args.find((arg, i) => i > 0 && !arg.startsWith('-')) : args[0] === 'test' ? 'test' : undefined;
  if (script !== undefined && !scripts.includes(script)) fail('package.json has no such script');
  if (script === undefined && args.join(' ') !== 'install ${manifest.name}' && args.join(' ') !== 'ci') fail('unknown');
}
for (const arg of args) {
  const path = arg.replace(/:\\d+$/, '');
  if (/^[\\w.-]+(\\/[\\w.-]+)+\\/?$/.test(path) && !existsSync(${JSON.stringify(ROOT)} + '/' + path)) fail(path + ' does not exist');
}
`,
);
shell.addCommand('npm', `exec '${process.execPath}' '${standIn}' npm "$@"`);
shell.addCommand(
  'npx',
  `[ "$1" = --yes ] && shift\n[ "$1" = dxlens ] && { shift; exec dxlens "$@"; }\nexec '${process.execPath}' '${standIn}' npx "$@"`,
);
shell.addCommand('edit-listing', ':');

/** Words that may follow the fence. */
const LANGUAGES = ['console', 'sh', 'js', 'ts', 'html', 'asm', 'hlsl', 'json', 'yaml', 'text'];

// Features of a browser that Node lacks: files by relative URLs, workers, and the elements of the page.
const browser = join(shell.directory, 'browser.mjs');
writeFileSync(
  browser,
  `import { readFile } from 'node:fs/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
globalThis.fetch = async (path) => new Response(await readFile(path));
globalThis.document = { querySelector: () => ({ set textContent(text) { console.log(text); } }) };
globalThis.Worker = class extends Worker {
  addEventListener(type, listener) {
    this.on(type, (data) => { listener({ data }); this.unref(); });
  }
};
if (!isMainThread) {
  globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }));
  globalThis.postMessage = (data) => parentPort.postMessage(data);
}
`,
);

/** Files under names that examples use. */
const COPIES: Readonly<Record<string, string>> = {
  'shader.cso': join(INPUTS, 'tint5.cso'),
  'small.cso': join(INPUTS, 'tint5.cso'),
  'old.cso': join(INPUTS, 'tint5.cso'),
  'a.cso': join(INPUTS, 'tint5.cso'),
  'b.cso': join(INPUTS, 'tint2.cso'),
  'rootsig.cso': join(INPUTS, 'root.cso'),
  'effect.ps.cso': join(ROOT, 'fixtures/constants/preshader.ps.cso'),
  'tone.cso': join(RECORDED, 'post-effects.tone.ps_5_0.bin'),
};
const CONTENTS: Readonly<Record<string, string>> = {
  'shader.asm': 'ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(1.0,0.5,0,1.0)\nret\n',
  'common.hlsl': '#define RS "CBV(b0), SRV(t0)"\n',
  'new.asm': 'ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)\nret\n',
  'notes.txt': 'Compiled for the demo.\n',
  'root.txt': 'rootsig_1_1\nCBV(b0), SRV(t0), DescriptorTable(SRV(t1), UAV(u1, numDescriptors=2)), StaticSampler(s0)\n',
  'rootsig.txt': 'rootsig_1_1\nCBV(b0), SRV(t0)\n',
};

/** Begins the script of a `sh` block: what `diff` finds is no failure. */
// `dxlens explore` serves its page until it is stopped; the tests of the explorer start it.
const PRELUDE =
  'set -e; EDITOR=edit-listing; diff() { command diff "$@" || [ $? = 1 ]; }; ' +
  'dxlens() { [ "$1" = explore ] || command dxlens "$@"; }';

/** Makes the directory in which the blocks of a page run. */
function prepare(name: string): string {
  const directory = join(shell.directory, name);
  cpSync(INPUTS, directory, { recursive: true });
  cpSync(join(INPUTS, 'link'), directory, { recursive: true });
  cpSync(join(ROOT, 'samples'), join(directory, 'samples'), { recursive: true });
  for (const [name, source] of Object.entries(COPIES)) cpSync(source, join(directory, name));
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(directory, name), text);
  mkdirSync(join(directory, 'build/shaders'), { recursive: true });
  cpSync(join(INPUTS, 'tint5.cso'), join(directory, 'build/shaders/tint5.cso'));
  writeFileSync(
    join(directory, 'game.exe'),
    Buffer.concat([Buffer.from('MZ'), readFileSync(join(INPUTS, 'tint5.cso'))]),
  );
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n');
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(ROOT, join(directory, 'node_modules', manifest.name), 'junction');
  return directory;
}

/**
 * Checks what was printed against what a page shows, in which `...` matches any output.
 *
 * @param before the text of the page right before `shown`, which may be empty
 */
function expectOutput(
  expect: ExpectStatic,
  printed: string,
  shown: string,
  { before, location }: { readonly before: string; readonly location: string },
): void {
  if (!shown.includes('...\n')) {
    if (process.env.BLESS && printed.trimEnd() !== shown.trimEnd()) {
      const [page] = location.split(':');
      const text = readFileSync(page!, 'utf8');
      // The next command or the end of the block: the same command may be on the page with another output.
      const starts = ['$ ', '```'].map((next) => text.indexOf(before + shown + next)).filter((at) => at >= 0);
      expect(starts.length, `${location}: the page does not have this output`).toBeGreaterThan(0);
      const start = Math.min(...starts) + before.length;
      const blessed = printed.trimEnd() === '' ? '' : `${printed.trimEnd()}\n`;
      writeFileSync(page!, text.slice(0, start) + blessed + text.slice(start + shown.length));
      return;
    }
    expect(printed.trimEnd(), location).toBe(shown.trimEnd());
    return;
  }
  const parts = shown.split('...\n');
  let rest = printed;
  for (const [i, part] of parts.entries()) {
    const at = rest.indexOf(part);
    if (at < 0 || (i === 0 && at > 0)) expect(rest, location).toContain(part);
    rest = rest.slice(at + part.length);
  }
  if (parts.at(-1) !== '') expect(rest, location).toBe('');
}

/** Runs the commands of a `console` block. */
async function runConsole(expect: ExpectStatic, block: CodeBlock, directory: string): Promise<void> {
  const [before, ...commands] = block.text.split(/^\$ /m);
  expect(before, `${block.location}: a console block begins with a command`).toBe('');
  for (const part of commands) {
    const [command] = part.split('\n', 1);
    const { stdout, stderr } = await shell.run(command!, directory);
    expectOutput(expect, stderr + stdout, part.slice(command!.length + 1), {
      before: `$ ${command}\n`,
      location: `${block.location}: ${command}`,
    });
  }
}

/** JavaScript of a block in JavaScript or TypeScript. */
function javaScript(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText;
}

/** Runs a block that is a module. What follows it as text is what it prints. */
async function runModule(
  expect: ExpectStatic,
  block: CodeBlock,
  text: string,
  next: CodeBlock | undefined,
  directory: string,
): Promise<void> {
  const file = `block-${block.location.replace(/\W+/g, '-')}.mjs`;
  writeFileSync(join(directory, file), javaScript(text));
  const imports = block.location.startsWith('docs/browser.md') ? `--import '${pathToFileURL(browser)}'` : '';
  const { status, stdout, stderr } = await shell.run(`'${process.execPath}' ${imports} ${file}`, directory);
  expect({ status, stderr }, block.location).toEqual({ status: 0, stderr: '' });
  if (next?.follows && next.language === 'text')
    expectOutput(expect, stdout, next.text, { before: `${block.text}\`\`\`\n\n\`\`\`text\n`, location: next.location });
}

/** The module in a page, with the imports that its import map names. */
function moduleOfPage(html: string): string {
  const [, map] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  const [, module] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? [];
  const { imports } = JSON.parse(map!) as { imports: Record<string, string> };
  return module!.replace(/from '([^']+)'/g, (_, name: string) => `from '.${imports[name]}'`);
}

async function runBlock(
  expect: ExpectStatic,
  block: CodeBlock,
  next: CodeBlock | undefined,
  directory: string,
): Promise<void> {
  const { language, file, text, location } = block;
  switch (language) {
    case 'console':
      return runConsole(expect, block, directory);
    case 'js':
    case 'ts':
      if (file === undefined) return runModule(expect, block, text, next, directory);
      writeFileSync(join(directory, file.replace(/\.ts$/, '.js')), javaScript(text));
      return;
    case 'html':
      return runModule(expect, block, moduleOfPage(text), next, directory);
    case 'sh': {
      const { status, stderr } = await shell.run(`${PRELUDE}\n${text}`, directory);
      expect(status, `${location}: ${stderr}`).toBe(0);
      return;
    }
    case 'asm': {
      writeFileSync(join(directory, 'block.asm'), text, 'latin1');
      const { status, stderr } = await shell.run('dxlens asm block.asm --force -o block.cso', directory);
      expect(status, `${location}: ${stderr}`).toBe(0);
      return;
    }
    case 'json':
      expect(() => JSON.parse(text), location).not.toThrow();
      return;
    case 'yaml':
      expect(() => parse(text), location).not.toThrow();
      return;
    // test/decompile compares sources of pages.
    case 'hlsl':
      if (file !== undefined) writeFileSync(join(directory, file), text);
      return;
    case 'text':
      return;
    default:
      expect.fail(`${location}: blocks of '${language}' cannot be run; write \`text\` if there is nothing to run`);
  }
}

interface Page {
  readonly page: string;
  readonly blocks: readonly CodeBlock[];
}

/** The pages that users see first, with blocks of every language. */
const FIRST_PAGES: readonly string[] = [
  'README.md',
  'docs/assembly.md',
  'docs/browser.md',
  'docs/getting-started.md',
  'docs/library.md',
  'docs/translating.md',
];

const pages: readonly Page[] = handWrittenPages()
  .map((page) => ({ page, blocks: codeBlocks(page) }))
  .filter(({ blocks }) => blocks.length > 0);

skipFor(describe.concurrent, ON_WINDOWS)('the code blocks of', () => {
  const check = async ({ page, blocks }: Page, { expect }: { readonly expect: ExpectStatic }): Promise<void> => {
    const directory = prepare(page.replace(/\W+/g, '-'));
    for (const [i, block] of blocks.entries()) await runBlock(expect, block, blocks[i + 1], directory);
  };
  test.for(pages.filter(({ page }) => FIRST_PAGES.includes(page)))('$page', check);
  test.for(pages.filter(({ page }) => !FIRST_PAGES.includes(page)))('$page', { tags: 'ci' }, check);
});

skipFor(test, ON_WINDOWS)('the examples in the table of the README succeed in its order', async () => {
  const directory = prepare('README-table');
  const examples = [...readFileSync('README.md', 'utf8').matchAll(/ \| `(dxlens .*)` \|$/gm)].map(
    // Shaders that differ are the status 1.
    ([, command]) => (command!.startsWith('dxlens diff') ? `! ${command}` : command!.replaceAll('\\|', '|')),
  );
  expect(examples.length).toBeGreaterThan(15);
  const { status, stderr } = await shell.run(`${PRELUDE}\n${examples.join('\n')}`, directory);
  expect(status, stderr).toBe(0);
});

test('TypeScript compiles in strict mode against the sources', () => {
  const modules = new Map(
    pages
      .flatMap(({ blocks }) => blocks)
      .filter(({ language }) => language === 'ts')
      .map(({ location, text }) => [join(ROOT, `${location.replace(/\W+/g, '-')}.ts`), text]),
  );
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      types: ['node'],
      moduleDetection: 'force',
      noUnusedLocals: false,
      incremental: false,
      paths: Object.fromEntries(
        Object.entries(manifest.exports).flatMap(([path, entry]) =>
          typeof entry === 'string'
            ? []
            : [[manifest.name + path.slice(1), [entry.types.replace('./dist/', './src/').replace('.d.ts', '.ts')]]],
        ),
      ),
    },
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => modules.has(resolve(name)) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = modules.get(resolve(name));
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  const faults = [...modules.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText, start }) => {
        const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
        return `${name.slice(ROOT.length + 1)}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
  expect(faults).toEqual([]);
});

test('pages have examples of the command line, of the library and of texts', () => {
  const found = new Set(pages.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
  expect([...found].filter((language) => !LANGUAGES.includes(language))).toEqual([]);
  for (const language of ['console', 'sh', 'ts']) expect(found).toContain(language);
});

test('relative links of the pages lead to files of the repository', () => {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').match(/^\w.*\/$/gm)!;
  const broken = handWrittenPages().flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => [page, target!] as const)
      .filter(
        ([, target]) =>
          ignored.some((folder) => `${resolve(page, '..', target)}/`.startsWith(join(ROOT, folder))) ||
          ts.sys.fileExists(join(page, '..', target)) === ts.sys.directoryExists(join(page, '..', target)),
      )
      .map(([, target]) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
