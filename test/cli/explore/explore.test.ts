/** `dxlens explore`: what its server sends, refuses and reports. What the page does with it is in test/web/e2e. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { vpkOf } from '../../../smith/archives/stored.ts';
import { INPUTS, PROGRAM } from '../../support/shell.ts';
import { ON_WINDOWS, skipFor } from '../../support/skip-for.ts';

const SHADER = join(INPUTS, 'tint5.cso');
const directory = mkdtempSync(join(tmpdir(), 'dxlens-explore-'));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rmSync(directory, { recursive: true }));

interface Started {
  readonly url: URL;
  readonly child: ChildProcess;
  /** The exit status and what was written to standard error. */
  readonly ended: Promise<{ status: number | null; errors: string }>;
}

/** Starts the command and waits for the address, or for its end. */
async function start(args: readonly string[], { input = '', path = '' } = {}): Promise<Started> {
  const env = { ...process.env, PATH: path + delimiter + process.env.PATH };
  const child = spawn(process.execPath, [PROGRAM, 'explore', ...args], { env });
  running.add(child);
  child.stdin.end(input);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const ended = new Promise<{ status: number | null; errors: string }>((resolve) =>
    child.on('close', (status) => {
      running.delete(child);
      resolve({ status, errors });
    }),
  );
  const line = new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  const text = await Promise.race([line, ended.then(() => 'http://ended/')]);
  return { url: new URL(text.trim()), child, ended };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Requests a path as it is written, without resolving `..`. */
function get(url: URL, path: string, options: { headers?: Record<string, string>; method?: string } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    request({ host: url.hostname, port: url.port, path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

interface OpenedFile {
  readonly name: string;
  readonly url: string;
  readonly parts?: readonly { readonly name: string; readonly url: string; readonly size: number }[];
}

/** The files that the page is given to open. */
function openedFiles(page: string): OpenedFile[] {
  const [, list] = /<meta name="opened-files" content="([^"]*)"/.exec(page)!;
  return JSON.parse(list!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
}

describe('dxlens explore', { tags: 'slow' }, () => {
  test('serves the page with a policy that allows only itself', async () => {
    const { url } = await start(['--no-open']);
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
    const { status, headers, body } = await get(url, url.pathname);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    const page = body.toString();
    const [, nonce] = /<meta name="style-nonce" content="([^"]+)"/.exec(page)!;
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(openedFiles(page)).toEqual([]);
    // Each answer has a nonce of its own.
    expect((await get(url, url.pathname)).body.toString()).not.toContain(nonce);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    // Scripts and style sheets that the page names are there, as what they are.
    for (const [, path] of page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      const asset = await get(url, url.pathname + path);
      expect(asset.status, path).toBe(200);
      expect(String(asset.headers['content-type']), path).toMatch(/javascript|css|svg/);
    }
  });

  test('other paths, hosts and methods are refused', async () => {
    const { url } = await start(['--no-open', SHADER]);
    const root = url.pathname;
    for (const path of [
      '/',
      '/index.html',
      root.slice(0, -1),
      `${root}index.html`,
      `${root}files/1`,
      `${root}../cli/main.cjs`,
      `${root}%2e%2e/cli/main.cjs`,
      `${root}files/${SHADER}`,
      SHADER,
    ]) {
      const { status, body } = await get(url, path);
      expect(status, path).toBe(404);
      expect(body.byteLength).toBe(0);
    }
    for (const host of ['localhost', `localhost:${url.port}`, 'evil.example', `evil.example:${url.port}`])
      expect((await get(url, root, { headers: { host } })).status, host).toBe(403);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get(url, root, { method })).status, method).toBe(405);
    expect((await get(url, root)).status).toBe(200);
  });

  test('files, directories and standard input are served with their names', async () => {
    const folder = join(directory, 'shaders');
    mkdirSync(folder);
    const name = process.platform === 'win32' ? "a'&amp;.cso" : 'a"><script>$&.cso';
    writeFileSync(join(folder, name), 'first');
    writeFileSync(join(folder, 'b.cso'), 'second');
    const { url } = await start(['--no-open', SHADER, folder, '-'], { input: 'third' });
    const page = (await get(url, url.pathname)).body.toString();
    expect(page).not.toContain('<script>$');
    const files = openedFiles(page);
    expect(files.map((file) => file.name)).toEqual([
      SHADER,
      join(folder, name),
      join(folder, 'b.cso'),
      'standard input',
    ]);
    const contents = await Promise.all(files.map(async (file) => (await get(url, url.pathname + file.url)).body));
    expect(contents).toEqual([readFileSync(SHADER), ...['first', 'second', 'third'].map((text) => Buffer.from(text))]);
    // The file is read when it is asked for.
    rmSync(join(folder, 'b.cso'));
    expect((await get(url, url.pathname + files[2]!.url)).status).toBe(404);
  });

  skipFor(test, ON_WINDOWS)('Ctrl+C ends it', async () => {
    const { child, ended } = await start(['--no-open']);
    child.kill('SIGINT');
    expect(await ended).toEqual({ status: 0, errors: 'the explorer is at this address until you press Ctrl+C\n' });
  });

  test('a file that cannot be read is reported, and the others are served', async () => {
    const { url, child, ended } = await start(['--no-open', join(directory, 'missing'), SHADER]);
    const page = (await get(url, url.pathname)).body.toString();
    expect(openedFiles(page).map(({ name }) => name)).toEqual([SHADER]);
    child.kill('SIGTERM');
    const { status, errors } = await ended;
    expect(errors).toContain('error DX0004: cannot read the file: no such file or directory');
    if (process.platform !== 'win32') expect(status).toBe(1);
  });

  test('without any file that can be read it ends', async () => {
    const { ended } = await start(['--no-open', join(directory, 'missing')]);
    expect((await ended).status).toBe(1);
  });

  skipFor(test, process.platform !== 'linux' && 'only Linux has xdg-open')(
    'the address is opened in the browser',
    async () => {
      const bin = join(directory, 'bin');
      mkdirSync(bin);
      const seen = join(directory, 'seen');
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${seen}'\n`, { mode: 0o755 });
      const { url } = await start([], { path: bin });
      await expect.poll(() => readFileSync(seen, 'utf8'), { timeout: 60_000 }).toBe(url.href);
    },
  );

  test('serves the files of an archive with it, in pieces', async () => {
    const { tree, part } = vpkOf([{ name: 'tint.cso', bytes: readFileSync(SHADER) }], { apart: [0] });
    const game = join(directory, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'pak01_dir.vpk'), tree);
    writeFileSync(join(game, 'pak01_003.vpk'), part);
    writeFileSync(join(game, 'pak02_000.vpk'), part);
    for (const named of [game, join(game, 'pak01_dir.vpk')]) {
      const { url } = await start(['--no-open', named]);
      const files = openedFiles((await get(url, url.pathname)).body.toString());
      const [archive] = files;
      expect(files.length).toBe(named === game ? 2 : 1);
      expect(archive!.name).toMatch(/pak01_dir\.vpk$/);
      expect(archive!.parts).toEqual([{ name: 'pak01_003.vpk', url: expect.any(String), size: part.length }]);
      const path = url.pathname + archive!.parts![0]!.url;
      const piece = await get(url, path, { headers: { range: 'bytes=4-11' } });
      expect([piece.status, piece.headers['content-range']]).toEqual([206, 'bytes 4-11/*']);
      expect(piece.body).toEqual(Buffer.from(part.subarray(4, 12)));
      expect((await get(url, path, { headers: { range: 'bytes=9-3' } })).status).toBe(416);
      for (const range of ['bytes=0-1,3-4', 'bytes=-5', 'x'])
        expect((await get(url, path, { headers: { range } })).body.length).toBe(part.length);
    }
  });
});
