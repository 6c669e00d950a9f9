/** Runs the built library in Chromium, where there is one. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { promisify } from 'node:util';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The command of a Chromium on the PATH, or the one in $CHROMIUM. */
export function browser(): string | undefined {
  const commands = process.env.CHROMIUM ? [process.env.CHROMIUM] : COMMANDS;
  return commands.find((command) => {
    try {
      execFileSync(command, ['--version'], { stdio: 'ignore', timeout: 30_000 });
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The listing of `shader` and its validity, as shown by a page that imports the package in `packageDirectory` without a
 * bundler.
 */
export async function listingInBrowser(command: string, packageDirectory: string, shader: Uint8Array): Promise<string> {
  const page = `<!doctype html><title>waiting</title><pre></pre><script type="module">
    import { disassemble, validate } from '/dist/index.js';
    const bytes = Uint8Array.from([${shader.join()}]);
    const { text } = disassemble(bytes);
    document.querySelector('pre').textContent = text + 'valid: ' + validate(bytes).valid;
  </script>`;
  const server = createServer((request, response) => {
    const path = normalize(request.url ?? '/');
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end(page);
    } else if (path.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(packageDirectory, path)));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'dxlens-browser-'));
  try {
    const { port } = server.address() as AddressInfo;
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom'];
    options.push(`--user-data-dir=${profile}`);
    const { stdout } = await promisify(execFile)(command, [...options, `http://127.0.0.1:${port}/`], {
      timeout: 120_000,
    });
    return stdout;
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
