/**
 * Results for files: diagnostics with their locations, and the notes on rules of the documents that Microsoft's
 * validator does not check. The oracle's validator accepts each of the damaged streams here.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../src/base/limits.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { validate } from '../../src/validate/index.ts';

/** The words of a text, with `bits` flipped in the DWORD at `at`. */
function damaged(text: string, at = 0, bits = 0): Uint8Array {
  const { bytes, diagnostics } = assemble(text);
  expect(diagnostics).toEqual([]);
  const words = wordsOf(bytes!).slice();
  words[at] = (words[at]! ^ bits) >>> 0;
  return bytesOf(words);
}

const VS_2_X = 'vs_2_x\ndcl_position v0\nsetp_gt p0, v0, c0\nmov oPos, v0\n';
const VS_3_0 = 'vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_position o0\nmov o0, v0\n';
const PS_2_0 = 'ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n';
const PS_3_0 = 'ps_3_0\ndcl_texcoord v0\ndcl vPos.xy\ndcl vFace\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0\n';

describe('pedantic notes name the rule and do not change the result', () => {
  test.each([
    ['a whole shader', PS_3_0, 0, 0, []],
    ['IT2: no comparison', VS_2_X, 4, 0x0001_0000, ['DX2102 IT2']],
    ['IT2: comparison 7', VS_2_X, 4, 0x0006_0000, ['DX2102 IT2']],
    ['IT2: a load both projected and biased', PS_2_0, 7, 0x0003_0000, ['DX2102 IT2']],
    ['DP3: a declaration with a relative address', VS_2_X, 3, 1 << 13, ['DX2101 DP3']],
    ['DP6: modifiers of a vertex input', VS_2_X, 3, 1 << 20, ['DX2105 DP6']],
    ['DP7: a result shift of a texture coordinate', PS_2_0, 3, 1 << 24, ['DX2101 DP7']],
    ['DP7: a result shift of a sampler', PS_2_0, 6, 1 << 25, ['DX2101 DP7']],
    ['DCL1: reserved bits of a sampler of a vertex shader', VS_3_0, 5, 1 << 7, ['DX2101 DCL1']],
    ['DCL4: a usage', PS_3_0, 2, 1 << 1, ['DX2103 DCL4']],
    ['DCL4: a usage index', PS_3_0, 2, 1 << 19, ['DX2103 DCL4']],
    ['DCL5: a partial mask', PS_3_0, 9, 1 << 17, ['DX2104 DCL5']],
    ['DCL5: reserved bits', PS_3_0, 8, 1 << 23, ['DX2101 DCL5']],
    ['DCL6: reserved bits', PS_3_0, 5, 1 << 2, ['DX2101 DCL6']],
  ] as const)('%s', (_, text, at, bits, expected) => {
    const bytes = damaged(text, at, bits);
    const { valid, diagnostics } = validate(bytes, { pedantic: true });
    expect(valid).toBe(true);
    const rules = diagnostics.map(({ code, message }) => `${code} ${/^\w+/.exec(message)![0]}`);
    expect(rules).toEqual(expected);
    for (const { severity, span } of diagnostics) expect([severity, span.start]).toEqual(['note', 4 * at]);
    expect(validate(bytes).diagnostics).toEqual([]);
  });

  test('a field with an error gets no note', () => {
    // Bit 29 of an instruction token, which Microsoft enforces.
    const { valid, diagnostics } = validate(damaged(PS_2_0, 7, 1 << 29), { pedantic: true });
    expect(valid).toBe(false);
    expect(diagnostics.map(({ code }) => code.slice(0, 2))).not.toContain('DX');
  });
});

describe('diagnostics without an X code', () => {
  test('an address other than aL with several components ends ps_3_0 without a code (source: oracle)', () => {
    const words = wordsOf(assemble('ps_3_0\nmov r0, v0[aL]\n', { validate: false }).bytes!).slice();
    words[4] = (words[4]! ^ (1 << 11)) >>> 0;
    const { valid, diagnostics } = validate(bytesOf(words));
    expect([valid, diagnostics.length]).toEqual([false, 1]);
    expect(diagnostics[0]).toMatchObject({ code: 'DX2106', span: { start: 16, end: 20 }, program: 0, at: 4 });
  });

  test('diagnostics above the limit are counted', { tags: 'slow' }, () => {
    const { bytes } = assemble('ps_2_0\nmov r0, t0\n', { validate: false });
    const [version, mov, destination, source, end] = wordsOf(bytes!);
    const body = new Uint32Array(2 + 3 * MAX_VALIDATION_DIAGNOSTICS);
    body[0] = version!;
    for (let i = 0; i < MAX_VALIDATION_DIAGNOSTICS; i++) body.set([mov!, destination!, source!], 1 + 3 * i);
    body[1 + 3 * MAX_VALIDATION_DIAGNOSTICS] = end!;
    const { valid, diagnostics } = validate(bytesOf(body));
    expect(valid).toBe(false);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'DX2107', severity: 'warning' });
    expect(diagnostics.length).toBe(MAX_VALIDATION_DIAGNOSTICS + 1);
  });
});

describe('messages', () => {
  const cases = gunzipSync(readFileSync('fixtures/sm1-validate/sm1-byte-cases.jsonl.gz')).toString();

  test('have no placeholders left', { tags: 'slow' }, () => {
    for (const line of cases.trim().split('\n')) {
      const { bytes } = JSON.parse(line) as { bytes: string };
      const { diagnostics } = validate(new Uint8Array(Buffer.from(bytes, 'base64')), { pedantic: true });
      expect(diagnostics.filter(({ message }) => /\{\w+\}/.test(message))).toEqual([]);
    }
  });
});

describe('files', () => {
  const wrong = damaged('ps_2_0\nmov r0, c0\nmov oC0, r0\n', 1, 1 << 29);

  test('a stream: offset, instruction, location', () => {
    const { format, profile, valid, diagnostics, programs } = validate(wrong);
    expect([format, profile, valid, programs.length]).toEqual(['sm1', 'ps_2_0', false, 1]);
    expect(diagnostics[0]).toMatchObject({ code: 'X5001', severity: 'error', program: 0 });
  });

  test('C source: the offset counts in the array', () => {
    const source = `const BYTE shader[] = { ${[...wrong].join(', ')} };`;
    const { format, profile, valid, diagnostics } = validate(new TextEncoder().encode(source));
    expect([format, profile, valid]).toEqual(['sm1', 'ps_2_0', false]);
    expect(diagnostics[0]).toMatchObject({ code: 'X5001', notes: ['the offset counts in the array shader'] });
  });

  test('a container: the programs of feature level 9 in it', () => {
    const header = [0, 0, wrong.byteLength, 36, 0, 0, 0, 0, 0];
    const chunk = new Uint8Array([...wordBytes(...header), ...wrong]);
    const { valid, diagnostics, programs } = validate(containerOf({ Aon9: chunk }));
    expect(valid).toBe(false);
    const diagnostic = diagnostics.find(({ code }) => code === 'X5001')!;
    expect(diagnostic.span.start).toBeGreaterThanOrEqual(programs[diagnostic.program!]!.offset);
  });

  test('a diagnostic that Microsoft reports for each component is reported once', () => {
    const text = 'ps_5_0\ndcl_output o0.xyzw\ndcl_temps 2\nmov o0.xyzw, r1.wwww\nret\n';
    const { bytes } = assemble(text, { validate: false });
    expect(validate(bytes!).diagnostics.map(({ code }) => code)).toEqual(['DX3850']);
    const reported = assemble(text).diagnostics.filter(({ severity }) => severity === 'error');
    expect(reported.map(({ code, line }) => `${code} ${line}`)).toEqual(['DX3850 4']);
  });

  test('a container that ends in its header is not validated', () => {
    const { valid, diagnostics } = validate(readFileSync('test/cli/inputs/tint5.cso').subarray(0, 30));
    expect([valid, diagnostics.map(({ code }) => code)]).toEqual([undefined, ['DX1001']]);
  });

  test('a container of shader model 5', () => {
    const { valid, diagnostics, programs } = validate(readFileSync('test/cli/inputs/tint5.cso'));
    expect([valid, diagnostics, programs.map(({ isa }) => isa)]).toEqual([true, [], ['sm4']]);
  });

  test.each([
    ['nothing', '', 'DX0003'],
    ['no shader', 'hello', 'DX0001'],
    ['a listing', 'ps_2_0\nmov oC0, c0\n', 'DX0015'],
    ['a listing of shader model 5', 'ps_5_0\nret\n', 'DX0015'],
  ])('%s', (_, text, code) => {
    const { valid, diagnostics } = validate(new TextEncoder().encode(text));
    expect([valid, diagnostics.map((one) => one.code)]).toEqual([undefined, [code]]);
  });

  test.each([undefined, null, 'text', 5, []])('%j is a TypeError', (value) => {
    expect(() => validate(value as unknown as Uint8Array)).toThrow(TypeError);
  });
});
