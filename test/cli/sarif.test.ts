/** `dxlens validate` and `compile` with `--format sarif`: the logs keep to the schema of SARIF 2.1.0. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { SarifLog } from '../../src/cli/verbs/validate/sarif.ts';
import { skipFor } from '../support/skip-for.ts';

interface Rule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
}

interface Log {
  readonly runs: readonly [
    {
      readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
      readonly results: readonly {
        readonly ruleId: string;
        readonly level: string;
        readonly ruleIndex: number;
        readonly locations: readonly {
          readonly physicalLocation: { readonly region: { readonly startLine: number } };
        }[];
        readonly partialFingerprints: { readonly primaryLocationLineHash: string };
      }[];
      readonly invocations: readonly { readonly executionSuccessful: boolean; readonly exitCode: number }[];
      readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
    },
  ];
}

const schema = JSON.parse(readFileSync('fixtures/sarif/sarif-schema-2.1.0.json', 'utf8')) as object;
/** Node exports the class of a CommonJS package directly or as `default`. */
const Draft04 = ('default' in AjvDraft04 ? AjvDraft04.default : AjvDraft04) as typeof AjvDraft04;
const ajv = new Draft04({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv as never);
const isSarif = ajv.compile(schema);

/** The log for these arguments, checked against the schema. */
function sarif(args: readonly string[], input?: Uint8Array, verb = 'validate'): Log {
  const program = ['dist/cli/main.cjs', verb, '--format', 'sarif', ...args];
  const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8', input });
  expect(status).toBeLessThan(2);
  const log = JSON.parse(stdout) as Log;
  isSarif(log);
  expect(isSarif.errors ?? []).toEqual([]);
  return log;
}

describe('SARIF', () => {
  test('valid, damaged, missing, unknown and containers, in one document', () => {
    const files = ['tint2.cso', 'tint5.cso', 'tint5.h', 'tint.hlsl', 'missing.cso'].map(
      (name) => `test/cli/inputs/${name}`,
    );
    const [{ artifacts, results, tool }] = sarif(files).runs;
    expect(artifacts.map(({ location }) => location.uri)).toEqual(files);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['DX0019', 'DX0004']);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
  });

  test('errors and notes of a stream on standard input', () => {
    const bytes = readFileSync('test/cli/inputs/tint2.cso');
    // Reserved bit 29 of the last instruction's token.
    bytes.writeUInt32LE((bytes.readUInt32LE(bytes.length - 16) | 0x2000_0000) >>> 0, bytes.length - 16);
    const [{ results }] = sarif(['--pedantic', '-'], bytes).runs;
    expect(results.some(({ level }) => level === 'error')).toBe(true);
  });

  test('sources: lines, rules, and included files', () => {
    const directory = mkdtempSync(join(tmpdir(), 'dxlens-sarif-'));
    try {
      writeFileSync(join(directory, 'part.hlsli'), 'float4 part() { return missing; }\n');
      writeFileSync(
        join(directory, 'a.hlsl'),
        '#include "part.hlsli"\nfloat4 main() : SV_Target\n{\n  return part() + y;\n}\n',
      );
      writeFileSync(join(directory, 'b.hlsl'), 'float4 main() : SV_Target { return 1; }\n');
      const files = ['a.hlsl', 'b.hlsl'].map((name) => join(directory, name));
      const [{ artifacts, results, invocations, tool }] = sarif(['-T', 'ps_5_0', ...files], undefined, 'compile').runs;
      expect(artifacts).toHaveLength(2);
      const lines = results.map(({ ruleId, locations }) => [ruleId, locations[0]!.physicalLocation.region.startLine]);
      expect(lines).toEqual([
        ['X3004', 1],
        ['X3004', 4],
      ]);
      expect(tool.driver.rules.map(({ id }) => id)).toEqual(['X3004']);
      expect(invocations[0]!.exitCode).toBe(1);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('a directory of valid files', () => {
    const directory = mkdtempSync(join(tmpdir(), 'dxlens-sarif-'));
    try {
      cpSync('test/cli/inputs/tint5.cso', join(directory, 'a.cso'));
      const [{ artifacts, results, invocations }] = sarif([directory]).runs;
      expect(artifacts.map(({ location }) => location.uri)).toEqual([pathToFileURL(join(directory, 'a.cso')).href]);
      expect(results).toEqual([]);
      expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 0 }]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('what GitHub requires of rules: two descriptions and help, as text without placeholders', () => {
    const files = ['bad.cso', 'broken5.cso', 'tint.hlsl', 'missing.cso'].map((name) => `test/cli/inputs/${name}`);
    const [{ tool }] = sarif(files).runs;
    for (const { shortDescription, fullDescription, help } of tool.driver.rules) {
      for (const { text } of [shortDescription, fullDescription, help]) expect(text).toMatch(/^[^{}]+$/);
      expect(shortDescription.text).toMatch(/^[A-Z].*\.$/);
      expect(help.markdown).toContain('`dxlens explain ');
    }
    const titles = Object.fromEntries(tool.driver.rules.map(({ id, shortDescription }) => [id, shortDescription.text]));
    expect(titles).toMatchObject({
      X5546: 'Components of REGISTER are read, but not declared.',
      X5204: 'Components of rN are read, but never written.',
      DX0019: 'This is NAME, not a compiled shader.',
    });
  });

  // Microsoft's validator is a program of 100 MB: `SARIF_MULTITOOL=.../Sarif.Multitool` of @microsoft/sarif-multitool
  // runs it.
  skipFor(test, !process.env.SARIF_MULTITOOL && 'SARIF_MULTITOOL is not set (.ci/run sets it)')(
    "Microsoft's validator, with its rules for GitHub, finds no errors",
    () => {
      const directory = mkdtempSync(join(tmpdir(), 'dxlens-sarif-'));
      try {
        const path = join(directory, 'a.sarif');
        const files = ['bad.cso', 'broken5.cso', 'tint.hlsl', 'tint2.cso'].map((name) => `test/cli/inputs/${name}`);
        writeFileSync(path, JSON.stringify(sarif(files)));
        const args = ['validate', path, '--rule-kind', 'Sarif;Ghas', '--level', 'Error', '--kind', 'Fail'];
        const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' };
        const { stdout, status } = spawnSync(process.env.SARIF_MULTITOOL!, args, { encoding: 'utf8', env });
        expect([status, stdout]).toEqual([0, expect.not.stringMatching(/ error /)]);
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );

  test('paths below the working directory are relative', () => {
    const [{ artifacts }] = sarif([resolve('test/cli/inputs/tint2.cso'), 'test/../test/cli/inputs/tint5.cso']).runs;
    expect(artifacts.map(({ location }) => location.uri)).toEqual([
      'test/cli/inputs/tint2.cso',
      'test/../test/cli/inputs/tint5.cso',
    ]);
  });

  test('GitHub rejects a log with more than 25,000 results', () => {
    const diagnostic = {
      code: 'X5546',
      severity: 'error',
      message: '',
      start: 0,
      end: 4,
      instruction: 1,
      number: null,
    } as const;
    const diagnostics = Array.from({ length: 25_200 }, () => diagnostic);
    const report = {
      file: 'a.cso',
      size: 8,
      format: 'sm1',
      profile: 'ps_2_0',
      valid: false,
      isText: false,
      counts: [],
    } as const;
    const log = new SarifLog();
    const rules = new Map([['X5546', { code: 'X5546', severity: 'error', text: 'a rule' } as const]]);
    const text =
      log.open() + log.add({ ...report, diagnostics }) + log.add({ ...report, diagnostics }) + log.close(rules, 1);
    const [{ results, invocations }] = (JSON.parse(text) as Log).runs;
    expect(results).toHaveLength(25_000);
    const message = { text: expect.stringMatching(/^25400 of 50400 /) };
    expect(invocations).toMatchObject([{ toolExecutionNotifications: [{ level: 'warning', message }] }]);
  });

  test('what GitHub requires: a line for each result, and a fingerprint that is unique in the file', () => {
    const [{ results, invocations }] = sarif(['test/cli/inputs/bad.cso']).runs;
    expect(results).toHaveLength(3);
    for (const { locations } of results) expect(locations[0]!.physicalLocation.region.startLine).toBe(1);
    const names = results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}:[1-9]\d*$/);
    expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 1 }]);
  });

  test('names with spaces and letters beyond ASCII are URIs', () => {
    const [{ artifacts }] = sarif(['a folder/größe.cso']).runs;
    expect(artifacts[0]!.location.uri).toBe('a%20folder/gr%C3%B6%C3%9Fe.cso');
  });
});
