/**
 * Damage that would cost more than the file is worth: what a few bytes claim decides neither how long the validator of
 * shader models 4 to 5.1 takes nor how much it finds. Without its limit each of these takes longer than a test may,
 * which is half of what is tested.
 *
 * Not for: which diagnostics these are (validate-sm4.test.ts).
 */
import { expect, test } from 'vitest';
import { containerOf, literalWords, operandWords, programWords } from '../../../smith/sm4-words.ts';
import { u32At, wordsOf } from '../../../src/base/words.ts';
import { computeChecksum } from '../../../src/container/digest.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../../../src/isa/sm4/opcodes.ts';
import { Sm4OpcodeToken } from '../../../src/isa/sm4/tokens.ts';
import { validate } from '../../../src/validate/index.ts';

const EMPTY_SIGNATURE = Uint32Array.from([0, 8]);
const PIXEL = 0;
const LIBRARY_FUNCTION = 0xfff0;

function container(type: number, body: readonly number[]): Uint8Array {
  return containerOf([
    ['ISGN', EMPTY_SIGNATURE],
    ['OSGN', EMPTY_SIGNATURE],
    ['SHEX', programWords(type, 5, 0, body)],
  ]);
}

function words(mnemonic: Sm4Mnemonic, ...rest: readonly number[]): number[] {
  return [
    Sm4OpcodeToken.length.set(Sm4OpcodeToken.opcode.set(0, SM4_OPCODES[mnemonic].code), 1 + rest.length),
    ...rest,
  ];
}

function times(count: number, of: (i: number) => readonly number[]): number[] {
  return Array.from({ length: count }, (_, i) => of(i)).flat();
}

/** As many diagnostics as bytes, and some for what is small. */
function expectBounded(bytes: Uint8Array): void {
  const { valid, diagnostics } = validate(bytes);
  expect(valid).toBe(false);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.length).toBeLessThan(bytes.byteLength + 128);
}

test('function tables whose lists lie over each other', { tags: 'slow' }, () => {
  const tables = times(30_000, (i) => words('dcl_function_table', i, 0x7fff_ffff, 0));
  expectBounded(container(PIXEL, tables));
});

test('interface pointers whose lists lie over each other', { tags: 'slow' }, () => {
  const table = [...words('dcl_function_body', 0), ...words('dcl_function_table', 0, 1, 0)];
  const pointers = times(30_000, (i) => words('dcl_interface', i, 1, 0x1_ffff, 0));
  expectBounded(container(PIXEL, [...table, ...pointers]));
});

test('a declaration of more interface pointers than there can be', () => {
  const table = [...words('dcl_function_body', 0), ...words('dcl_function_table', 0, 1, 0)];
  expectBounded(container(PIXEL, [...table, ...words('dcl_interface', 0, 1, 0xffff_0001, 0)]));
});

test('nested branches that all write the same registers', { tags: 'slow' }, () => {
  const depth = 30_000;
  const body = [
    ...words('dcl_temps', 4000),
    ...times(depth, () => words('if', ...literalWords(1))),
    ...times(4000, (i) => words('mov', ...operandWords('temp', { indices: [i], mask: 15 }), ...literalWords(1))),
    ...times(depth, () => [...words('else'), ...words('endif')]),
    ...words('ret'),
  ];
  expect(validate(container(PIXEL, body))).toMatchObject({ valid: true, diagnostics: [] });
});

test('library functions that are the same bytes', { tags: 'slow' }, () => {
  const inner = container(
    LIBRARY_FUNCTION,
    times(50_000, () => words('ret')),
  );
  const library = containerOf([['LIBF', wordsOf(inner)]]);
  const count = 4000;
  const header = 32;
  const table = 4 * count;
  const bytes = new Uint8Array(library.byteLength - 4 + table);
  const view = new DataView(bytes.buffer);
  bytes.set(library.subarray(0, header));
  bytes.set(library.subarray(header + 4), header + table);
  view.setUint32(24, bytes.byteLength, true);
  view.setUint32(28, count, true);
  for (let i = 0; i < count; i++) view.setUint32(header + 4 * i, u32At(library, header) - 4 + table, true);
  bytes.set(new Uint8Array(computeChecksum(bytes).buffer), 4);
  const { valid, diagnostics } = validate(bytes);
  expect(valid).toBe(false);
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toContain('DX1007');
});
