/**
 * The examples with HLSL: the page compiles what is typed and draws it, and the plugin of bundlers gives compiled
 * shaders with their reflection.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAVES } from '../../examples/hlsl-page/waves.ts';
import { compile } from '../../src/hlsl/index.ts';
import { chromiumMissing, servePage, startChromium } from '../../tools/chromium.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { skipFor } from '../support/skip-for.ts';
import { pixelsOfShaders } from './scene-job.ts';

const BUNDLE = 'examples/hlsl-bundle';
const SOURCE = readFileSync('examples/hlsl-page/waves.hlsl', 'utf8');
/** Where the slider of the page is at first. */
const TIME = 0.1;
/** Differences of components, 0 to 255, that the tolerances of functions explain. */
const TOLERANCE = 3;

skipFor(describe, chromiumMissing())('examples/hlsl-page', { tags: 'slow' }, () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await startChromium({ graphics: true });
  });
  afterAll(() => chromium?.close());

  test('draws the source, lists its errors, and draws what is typed', async () => {
    const served = await servePage('examples/hlsl-page');
    const page = await chromium.newPage();
    try {
      await page.goto(served.url);
      await drawn(page);
      const shader = (profile: string, entry: string) => compile(SOURCE, { profile, entry }).bytes!;
      const shaders = [shader('vs_5_0', 'vertexMain'), shader('ps_5_0', 'pixelMain')] as const;
      expect(largestDifference(await pixels(page), pixelsOfShaders(WAVES, TIME, shaders))).toBeLessThanOrEqual(
        TOLERANCE,
      );

      const editor = page.getByRole('textbox');
      const lines = SOURCE.split('\n');
      const line = lines.findIndex((text) => text.includes('vertex.uv - center'));
      const column = lines[line]!.indexOf('center');
      await editor.fill(SOURCE.replace('vertex.uv - center', 'vertex.uv - centre'));
      const errors = page.getByRole('list', { name: 'Diagnostics' }).getByRole('listitem');
      await errors.first().waitFor();
      expect(await errors.allTextContents()).toEqual([
        `${line + 1}:${column + 1}: error X3004: centre is not declared; did you mean center?`,
      ]);

      await page.evaluate(`document.querySelector('canvas').dataset.state = 'old'`);
      const uv = SOURCE.replace(/return float4\(lerp[^;]*/, 'return float4(vertex.uv, time / 6.2831853, 1)');
      expect(uv).not.toBe(SOURCE);
      await editor.fill(uv);
      await drawn(page);
      expect(await errors.count()).toBe(0);
      const { size } = WAVES;
      const expected = Uint8Array.from({ length: 4 * size * size }, (_, i) => {
        const [x, y] = [(i >> 2) % size, Math.floor((i >> 2) / size)];
        return Math.round(255 * [(x + 0.5) / size, (y + 0.5) / size, TIME, 1][i % 4]!);
      });
      expect(largestDifference(await pixels(page), expected)).toBeLessThanOrEqual(1);
    } finally {
      await page.close();
      await served.close();
    }
  });

  async function drawn(page: Page): Promise<void> {
    await page.waitForFunction(
      `document.querySelector('canvas[data-state=drawn]') !== null || document.querySelector('output').textContent !== ''`,
    );
    expect(await page.evaluate(`document.querySelector('output').textContent`)).toBe('');
  }

  async function pixels(page: Page): Promise<Uint8Array> {
    const numbers = await page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('canvas');
      return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data];
    })()`);
    return Uint8Array.from(numbers);
  }
});

function largestDifference(actual: Uint8Array, expected: Uint8Array): number {
  expect(actual.length).toBe(expected.length);
  return expected.reduce((largest, value, i) => Math.max(largest, Math.abs(value - actual[i]!)), 0);
}

describe('examples/hlsl-bundle', { tags: 'slow' }, () => {
  const outDir = mkdtempSync(join(tmpdir(), 'dxlens-bundle-'));
  afterAll(() => rmSync(outDir, { recursive: true }));
  const options = { logLevel: 'silent', configFile: `${BUNDLE}/vite.config.mjs` } as const;

  test('the bundle has the compiled shaders and their reflection', async () => {
    await build({ ...options, root: BUNDLE, build: { outDir, emptyOutDir: true } });
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(outDir, 'main.js')], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/\d+ bytes/, 'N bytes'))).toEqual([
      'vs_5_0: N bytes; inputs POSITION,TEXCOORD; constants ',
      'ps_5_0: N bytes; inputs SV_Position,TEXCOORD; constants time,center',
      '',
    ]);
  });

  test('errors of the source end the build', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dxlens-bundle-'));
    writeFileSync(join(root, 'light.hlsli'), 'float4 shade() { return 1; }\nfloat4 glow() { return none; }\n');
    writeFileSync(join(root, 'a.hlsl'), '#include "light.hlsli"\nfloat4 main() : SV_Target { return shade(); }\n');
    writeFileSync(join(root, 'main.ts'), "import { bytes } from './a.hlsl?ps_5_0';\nconsole.log(bytes);\n");
    const failed = build({ ...options, root, build: { outDir: join(root, 'dist') } });
    await expect(failed).rejects.toThrow(/light\.hlsli:2:24: X3004: none is not declared/);
    rmSync(root, { recursive: true });
  });

  test('the page of the documentation has the plugin', () => {
    const block = codeBlocks('docs/compiling.md').find(({ file }) => file === 'hlsl-plugin.mjs');
    expect(block?.text).toBe(readFileSync(`${BUNDLE}/hlsl-plugin.mjs`, 'utf8'));
  });
});
