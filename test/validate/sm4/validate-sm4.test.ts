/**
 * Results of the validator of shader models 4 to 5.1 against Microsoft's, as recorded (fixtures/sm4-validate): all
 * diagnostics in their order, each with code, instruction and operand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { diagnosticsRow, sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { isContainer, readChunkDirectory } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { validate } from '../../../src/validate/index.ts';

const DIRECTORY = 'fixtures/sm4-validate';
const RECORDED = 'fixtures/recorded';

interface Recorded {
  readonly name: string;
  readonly bytes: string;
  readonly what: string;
  readonly valid: boolean;
  readonly diagnostics: readonly string[];
}

function recorded(file: string): Recorded[] {
  return gunzipSync(readFileSync(`${DIRECTORY}/${file}`))
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
  const table = diagnosticsByName('cases.tsv');

  test('the table names all of them', () => {
    expect(cases.length).toBe(415);
    expect([...table.keys()]).toEqual(cases.map(({ name }) => name));
  });

  /**
   * For these, Microsoft's validator reads past the end of the chunk: elements of signatures with names outside of it,
   * and function tables that are longer than the program. dxlens reports that they cannot be read.
   */
  const READ_PAST_END = new Map([
    ...['068', '069', '071', '080'].map((name) => [name, 'DX3302'] as const),
    ...['375', '376', '390', '394'].map((name) => [name, 'DX3300 DX3679'] as const),
  ]);

  test.each(cases.map((one) => [one.name, one] as const))('%s', (name, one) => {
    expect(one.valid).toBe(false);
    const diagnostics = sm4DiagnosticLines(bytesOf(one));
    const expected = READ_PAST_END.get(name);
    if (expected === undefined) expect(diagnosticsRow(diagnostics)).toBe(table.get(name));
    else expect(diagnostics.slice(0, expected.split(' ').length).join(' ')).toBe(expected);
    expect(validate(bytesOf(one)).valid).toBe(false);
  });
});

describe('damaged containers', () => {
  const cases = recorded('damaged.jsonl.gz');

  test('what Microsoft refuses is refused', { tags: 'slow' }, () => {
    const accepted = cases.filter((one) => !one.valid && sm4DiagnosticLines(bytesOf(one)).length === 0);
    expect(accepted.map(({ name, what }) => `${name} ${what}`)).toEqual([]);
  });

  test('what Microsoft accepts is accepted', { tags: 'slow' }, () => {
    const refused = cases.filter((one) => one.valid && sm4DiagnosticLines(bytesOf(one)).length > 0);
    expect(refused.map(({ name, what }) => `${name} ${what}`)).toEqual([]);
  });

  /**
   * The damage after which Microsoft's validator reads instructions past the end of the program; dxlens reports the
   * end.
   */
  const READ_PAST_END: ReadonlySet<string> = new Set([
    '2: plain.opcode 62 -> 66',
    '2: plain.opcode 62 -> 180; 2: precise.opcode 180 -> 171; 0: version.reserved 0 -> 2 (wrong)',
    '47: arithmetic.length 5 -> 3 (wrong); instructions 0 and 2 exchanged',
    '2: plain.opcode 62 -> 45; 2: precise.reserved 0 -> 1 (wrong)',
    '2: plain.reserved 0 -> 1 (wrong); 2: plain.opcode 62 -> 90',
  ]);

  test('what Microsoft refuses is refused for the same reasons', { tags: 'slow' }, () => {
    const different = cases
      .filter(({ valid, what }) => !valid && !READ_PAST_END.has(what))
      .map(
        (one) =>
          [`${one.name} ${one.what}: ${one.diagnostics.join(' ')}`, sm4DiagnosticLines(bytesOf(one)), one] as const,
      )
      .filter(([, found, one]) => diagnosticsRow(found) !== diagnosticsRow(one.diagnostics));
    expect(different.map(([text, found]) => `${text}; ours ${found.join(' ')}`)).toEqual([]);
  });
});

/** Name and Microsoft's diagnostics by the rows of a file. */
function diagnosticsByName(file: string): Map<string, string> {
  const rows = readFileSync(`${DIRECTORY}/${file}`, 'utf8').trimEnd().split('\n');
  return new Map(rows.map((row) => row.split('\t') as [string, string]));
}

describe('recorded fixtures', () => {
  const table = diagnosticsByName('fixtures.tsv');
  const containers = readdirSync(RECORDED)
    .filter((name) => name.endsWith('.bin'))
    .flatMap((name) => containersIn(name, new Uint8Array(readFileSync(`${RECORDED}/${name}`))));

  test('the table names all containers', () => {
    expect([...table.keys()]).toEqual(containers.map(([name]) => name));
  });

  test.each(containers)('%s', (name, bytes) => {
    const diagnostics = diagnosticsRow(sm4DiagnosticLines(bytes));
    // Microsoft's code does not survive some.
    if (table.get(name) === 'died') expect(diagnostics).not.toBe('');
    else expect(diagnostics).toBe(table.get(name));
  });

  test('what the compiler made is valid, libraries and programs of feature level 9 included', { tags: 'slow' }, () => {
    const refused = readRecorded()
      .filter(
        ({ provenance, bytes }) => provenance.how === 'compiled' && isContainer(bytes) && programsIn(bytes).length > 0,
      )
      .filter(({ bytes }) => validate(bytes).valid !== true);
    expect(refused.map(({ provenance }) => provenance.id)).toEqual([]);
  });
});

/** A container, or the functions of a library, which are containers of their own. */
function containersIn(name: string, bytes: Uint8Array): (readonly [string, Uint8Array])[] {
  if (!isContainer(bytes)) return [];
  const functions = readChunkDirectory(bytes, new Diagnostics())!.chunks.filter(({ tag }) => tag === TAG.LIBF);
  if (functions.length > 0) return functions.map(({ data }, i) => [`${name}#${i}`, data.slice()] as const);
  return programsIn(bytes).length === 1 ? [[name, bytes]] : [];
}

describe('what is valid', () => {
  test('random valid programs', { tags: 'slow' }, () => {
    const random = new Random(5);
    for (let i = 0; i < 1000; i++) {
      const { bytes, profile } = validProgram(random);
      expect(sm4DiagnosticLines(bytes), `${i}: ${profile}`).toEqual([]);
    }
  });
});
