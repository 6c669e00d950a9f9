/**
 * Set-up of the tests of the explorer: a Chromium for each worker, which its files share. Workers have the clipboard of
 * theirs.
 */
import { availableParallelism } from 'node:os';
import type { TestProject } from 'vitest/node';
import { chromiumMissing, serveChromium } from '../../../tools/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The addresses of the browsers. */
    chromium: readonly string[];
  }
}

export default async function startBrowsers(project: TestProject): Promise<() => Promise<void>> {
  const count = chromiumMissing() === undefined ? availableParallelism() : 0;
  const servers = await Promise.all(Array.from({ length: count }, serveChromium));
  project.provide(
    'chromium',
    servers.map((server) => server.wsEndpoint()),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}
