/**
 * Verdicts of the validator of shader models 4 to 5.1 against Microsoft's, as recorded (test/fixtures/sm4-validate): all findings in their
 * order, each with code, instruction and operand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { validate } from '../src/validate/index.ts';
import { sm4FindingTexts } from './sm4-findings.ts';
import { programsIn } from './sm4-programs.ts';
import { Random } from './smith/random.ts';
import { validProgram } from './smith/sm4-valid.ts';

const FOLDER = 'test/fixtures/sm4-validate';
const RECORDED = 'test/fixtures/recorded';

interface Recorded {
  readonly name: string;
  readonly bytes: string;
  readonly what: string;
  readonly valid: boolean;
  readonly findings: readonly string[];
}

function recorded(file: string): Recorded[] {
  return gunzipSync(readFileSync(`${FOLDER}/${file}`))
    .toString()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Recorded]));
}

function bytesOf({ bytes }: Recorded): Uint8Array {
  return new Uint8Array(Buffer.from(bytes, 'base64'));
}

describe('415 containers, each with another kind of defect', () => {
  const cases = recorded('cases.jsonl.gz');
  /** The codes by the name of the case, for people: `cases.tsv` says of each why it is refused. */
  const table = new Map(
    readFileSync(`${FOLDER}/cases.tsv`, 'utf8')
      .trim()
      .split('\n')
      .map((row) => row.split('\t') as [string, string]),
  );

  test('the table names all of them', () => {
    expect(cases.length).toBe(415);
    expect([...table.keys()]).toEqual(cases.map(({ name }) => name));
  });

  test.each(cases.map((one) => [one.name, one] as const))('%s', (name, one) => {
    expect(one.valid).toBe(false);
    expect(sm4FindingTexts(bytesOf(one)).join(' ')).toBe(table.get(name));
    expect(table.get(name)).toBe(one.findings.join(' '));
    expect(validate(bytesOf(one)).valid).toBe(false);
  });
});

describe('damaged containers', () => {
  const cases = recorded('damaged.jsonl.gz');

  test('what Microsoft accepts is accepted', () => {
    const refused = cases.filter((one) => one.valid && sm4FindingTexts(bytesOf(one)).length > 0);
    expect(refused.map(({ name, what }) => `${name} ${what}`)).toEqual([]);
  });

  test('what Microsoft refuses is refused, for the same reasons', () => {
    const different = cases
      .filter(({ valid }) => !valid)
      .map((one) => [`${one.name} ${one.what}: ${one.findings.join(' ')}`, sm4FindingTexts(bytesOf(one)), one] as const)
      .filter(([, found, one]) => found.join(' ') !== one.findings.join(' '));
    expect(different.map(([text, found]) => `${text}; ours ${found.join(' ')}`)).toEqual([]);
  });
});

describe('what is valid', () => {
  const names = readdirSync(RECORDED).filter((name) => name.endsWith('.bin'));

  test('every compiled shader and library', () => {
    const refused = names.flatMap((name) => {
      const bytes = new Uint8Array(readFileSync(`${RECORDED}/${name}`));
      if (programsIn(bytes).length === 0) return [];
      const { valid, diagnostics } = validate(bytes);
      return valid === true
        ? []
        : [`${name}: ${diagnostics.map(({ code, message }) => `${code} ${message}`).join('; ')}`];
    });
    expect(refused).toEqual([]);
  });

  test('random valid programs', () => {
    const random = new Random(5);
    for (let i = 0; i < 1000; i++) {
      const { bytes, profile } = validProgram(random);
      expect(sm4FindingTexts(bytes), `${i}: ${profile}`).toEqual([]);
    }
  });
});
