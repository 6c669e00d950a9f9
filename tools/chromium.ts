/**
 * Builds pages with Vite and opens them in Chromium without a window; WebGPU and WebGL are done by the processor
 * (SwiftShader, which comes with it).
 *
 * Not for: the check of the package (browser.ts, which needs no page to be driven).
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { browser } from './browser.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/**
 * WebGPU and WebGL. Chromium then draws the entire page with SwiftShader, which doubles the time until something is
 * seen.
 */
const GRAPHICS = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Why no pages can be opened; undefined where they can. */
export function chromiumMissing(): string | undefined {
  return browser() === undefined ? 'Chromium is not installed: run tools/gpu/browser.sh' : undefined;
}

/** Starts Chromium with a new profile; `graphics` says whether it has WebGPU and WebGL. */
export async function startChromium({ graphics }: { readonly graphics: boolean }): Promise<Browser> {
  return chromium.launch(launchOptions(graphics));
}

/** Starts Chromium without graphics for other threads, which connect to it. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(false), host: '127.0.0.1' });
}

/** Connects to a Chromium by its address. */
export function connectChromium(address: string): Promise<Browser> {
  return chromium.connect(address);
}

function launchOptions(graphics: boolean) {
  return {
    executablePath: pathOf(browser()!),
    args: [...ARGUMENTS, ...(graphics ? GRAPHICS : ['--disable-gpu'])],
  };
}

/** The file of a command. */
function pathOf(command: string): string {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return directories.map((directory) => resolve(directory, command)).find(existsSync) ?? command;
}

/** A page that was built and is served. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the page in a directory and serves what was built. */
export async function servePage(root: string): Promise<ServedPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'dxlens-page-'));
  const options = { root, logLevel: 'error', configFile: false } as const;
  await build({ ...options, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: server.resolvedUrls!.local[0]!,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
