/** The workflow in docs/validating.md: its steps run with the built program instead of the package. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ON_WINDOWS, skipFor } from '../../support/skip-for.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const page = readFileSync('docs/validating.md', 'utf8');
const [, yaml] = /```yaml\n([^`]*)```/.exec(page)!;
const workflow = parse(yaml!) as Workflow;
const { steps } = workflow.jobs.validate!;
const upload = steps.find(({ uses }) => uses?.includes('upload-sarif'))!;

const inputs = resolve('test/cli/inputs');
const work = mkdtempSync(join(tmpdir(), 'dxlens-workflow-'));
const bin = join(work, 'bin');
mkdirSync(bin);
// Replaces npx, which would fetch the package.
const program = resolve('dist/cli/main.cjs');
writeFileSync(
  join(bin, 'npx'),
  `#!/bin/sh\n[ "$1 $2" = "--yes dxlens" ] || exit 99\nshift 2\nexec '${process.execPath}' '${program}' "$@"\n`,
  { mode: 0o755 },
);
afterAll(() => rmSync(work, { recursive: true }));

/** Runs the commands of the steps in a repository whose build gives these shaders. */
function run(repository: string, shaders: readonly string[]) {
  const directory = join(work, repository);
  mkdirSync(join(directory, 'build/shaders'), { recursive: true });
  for (const name of shaders) cpSync(join(inputs, name), join(directory, 'build/shaders', name));
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands).toHaveLength(1);
  const { status, stderr } = spawnSync('sh', ['-e', '-c', commands[0]!], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH: bin + delimiter + process.env.PATH },
  });
  return { status, stderr, report: join(directory, upload.with!.sarif_file!) };
}

skipFor(describe, ON_WINDOWS)('the workflow for GitHub', () => {
  test('may upload what it finds', () => expect(workflow.permissions['security-events']).toBe('write'));

  test('passes where all shaders are valid', () => {
    const { status, stderr, report } = run('good', ['tint2.cso', 'tint5.cso', 'tint.hlsl']);
    expect([status, stderr]).toEqual([0, '2 files: 2 valid, 0 invalid; 1 other file skipped\n']);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toHaveProperty('runs.0.results', []);
  });

  test('fails where one is invalid, with a report about paths of the repository', () => {
    const { status, stderr, report } = run('bad', ['tint2.cso', 'bad.cso']);
    expect(status).toBe(1);
    expect(stderr).toContain('2 files: 1 valid, 1 invalid\n');
    const text = readFileSync(report, 'utf8');
    expect(JSON.parse(text)).toHaveProperty('runs.0.results.length', 3);
    expect(text).toContain('"uri": "build/shaders/bad.cso"');
  });

  test('fails where there are none', () => {
    const { status, report } = run('empty', []);
    expect(status).toBe(1);
    expect(existsSync(report)).toBe(true);
  });
});
