/** The examples of docs/editing.md are modules that print what stands below them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const page = readFileSync('docs/editing.md', 'utf8');
const examples = [...page.matchAll(/```js\n([^`]*(?:`[^`\n]*`[^`]*)*?)```\n\n```text\n([^`]*)```/g)];

/** What an example imports: from the package the sources, and files from where the examples lie. */
async function load(name: string): Promise<unknown> {
  if (name === 'node:fs') {
    return {
      readFileSync: (path: string) => new Uint8Array(readFileSync(join('test/cli/inputs', path))),
    };
  }
  const entry = manifest.exports[name.replace('dxlens', '.') as '.'];
  return import(/* @vite-ignore */ entry.types.replace('./dist/', '../../src/').replace('.d.ts', '.ts'));
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (load: unknown, console: unknown) => Promise<void>;

test.each(examples.map(([, code, output], i) => [i + 1, code!, output!] as const))(
  'example %i',
  async (_, code, output) => {
    const body = code.replaceAll(/^import (\{[^}]*\}) from '([^']*)';$/gm, "const $1 = await load('$2');");
    expect(body).not.toMatch(/^import/m);
    const printed: string[] = [];
    await new AsyncFunction('load', 'console', body)(load, {
      log: (...values: readonly unknown[]) => printed.push(`${values.join(' ')}\n`),
    });
    expect(printed.join('').trimEnd()).toBe(output.trimEnd());
  },
);

test('there are examples of all models', () => expect(examples).toHaveLength(4));
