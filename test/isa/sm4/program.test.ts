/** Shader model 4-5.1 programs: token fields, the spec rules of 5.1, reading damaged words, cursor and view. */
import { describe, expect, test } from 'vitest';
import { sm4Text } from '../../../smith/checks/print.ts';
import { Random } from '../../../smith/random.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { instructionWords, literalWords, operandWords, programWords } from '../../../smith/sm4-words.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { Field } from '../../../src/base/field.ts';
import { Sm4Cursor } from '../../../src/isa/sm4/cursor.ts';
import { SM4_OPCODES } from '../../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { readSm4Words, sm4ProfileOf } from '../../../src/isa/sm4/program.ts';
import * as tokens from '../../../src/isa/sm4/tokens.ts';
import { sm4InstructionAt, sm4Instructions } from '../../../src/isa/sm4/view.ts';
import { NO_MARKUP } from '../../../src/text/markup.ts';
import { listingStyle } from '../../../src/text/options.ts';

const PIXEL = 0;
const style = listingStyle({});

/** The listing of one instruction, without the version line. */
function line(words: readonly number[], minor = 0): string {
  const text = sm4Text(readSm4Words(programWords(PIXEL, 5, minor, words)), style);
  return text.slice(text.indexOf('\n') + 1, -1);
}

describe('token fields', () => {
  const groups = Object.entries(tokens).filter(([, group]) =>
    Object.values(group as object).every((field) => field instanceof Field),
  ) as [string, Record<string, Field>][];

  test.each(groups)('%s: a field reads what was set, and nothing else changes', (_, group) => {
    const random = new Random(7);
    for (const field of Object.values(group)) {
      for (const word of [0, 0xffff_ffff, random.word()]) {
        const value = random.word() & field.ones;
        const changed = field.set(word, value >>> 0);
        expect(field.get(changed)).toBe(value >>> 0);
        expect(field.set(changed, field.get(word))).toBe(word);
      }
    }
  });
});

describe('spec rules: bytecode of shader model 5.1', () => {
  const range = (type: 'resource' | 'sampler' | 'unorderedAccessView' | 'constantBuffer', upper: number) =>
    operandWords(type, { indices: [1, 5, upper], swizzle: 0xe4 });
  const texture2d = tokens.Sm4DeclarationControls.resourceDimension.set(0, 3);
  const floats = 0x5555;

  test('SM51-1, SM51-2: a range is declared with an id of its own and its bounds, * for none', () => {
    expect(line(instructionWords('dcl_resource', [...range('resource', 7), floats, 0], texture2d), 1)).toBe(
      'dcl_resource_texture2d (float,float,float,float) T1[5:7], space=0',
    );
    expect(line(instructionWords('dcl_sampler', [...range('sampler', 0xffff_ffff), 0]), 1)).toBe(
      'dcl_sampler S1[5:*], mode_default, space=0',
    );
  });

  test('SM51-3: a further token gives the space; sizes and strides come before it', () => {
    expect(line(instructionWords('dcl_constantbuffer', [...range('constantBuffer', 5), 9, 3]), 1)).toBe(
      'dcl_constantbuffer CB1[5:5][9], immediateIndexed, space=3',
    );
    expect(line(instructionWords('dcl_uav_structured', [...range('unorderedAccessView', 5), 16, 3]), 1)).toBe(
      'dcl_uav_structured U1[5:5], 16, space=3',
    );
  });

  const destination = operandWords('temp', { indices: [0], mask: 15 });
  const coordinates = operandWords('temp', { indices: [1], swizzle: 0x04 });

  test('SM51-5: elsewhere a view or sampler is the id and an index from the start of the space', () => {
    const register = operandWords('temp', { indices: [1], select: 0 });
    const view = operandWords('resource', { indices: [1, { register, plus: 10 }], swizzle: 0xe4 });
    const sampler = operandWords('sampler', { indices: [0, 5] });
    expect(line(instructionWords('sample', [...destination, ...coordinates, ...view, ...sampler]), 1)).toBe(
      'sample r0.xyzw, r1.xyxx, T1[r1.x + 10].xyzw, S0[5]',
    );
  });

  test('SM51-6: a constant buffer is the id, the buffer and the offset in it', () => {
    const buffer = operandWords('constantBuffer', { indices: [2, 7, 3], swizzle: 0xe4 });
    expect(line(instructionWords('mov', [...destination, ...buffer]), 1)).toBe('mov r0.xyzw, CB2[7][3].xyzw');
  });
});

describe('reading', () => {
  test('keeps every word for any lengths', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const words = wildProgram(random);
      for (let changes = random.below(4); changes > 0; changes--) words[random.below(words.length)] = random.word();
      const before = words.slice();
      const program = readSm4Words(words);
      sm4Text(program, style);
      expect(program.words).toEqual(before);
      const covered = [...program.starts.subarray(0, program.count)];
      expect(covered).toEqual([...covered].sort((a, b) => a - b));
      expect(program.end).toBeLessThanOrEqual(words.length);
    }
  });

  test('of a program cut at any word ends with a diagnostic, not an exception', { tags: 'slow' }, () => {
    const words = wildProgram(new Random(3));
    for (let length = 0; length < words.length; length++) {
      const diagnostics = new Diagnostics();
      sm4Text(readSm4Words(words.slice(0, length), diagnostics), style);
      expect(diagnostics.list[0]?.code).toBe(length < 2 ? 'DX3001' : 'DX3002');
    }
  });

  test('reports wrong lengths and unknown opcodes with byte spans', () => {
    const read = (...body: number[]) => {
      const diagnostics = new Diagnostics();
      const program = readSm4Words(programWords(PIXEL, 5, 0, body), diagnostics);
      return { text: sm4Text(program, style), found: diagnostics.list.map((d) => [d.code, d.span.start, d.span.end]) };
    };
    const nop = instructionWords('nop');
    expect(read(...nop, SM4_OPCODES.mov.code).found).toEqual([['DX3003', 12, 16]]);
    expect(read(...nop, ...instructionWords('mov').map((word) => word + 0x0500_0000)).found).toEqual([
      ['DX3004', 12, 16],
    ]);
    const unknown = read(...instructionWords(300, [5, 6]), ...nop);
    expect(unknown.found).toEqual([['DX3006', 8, 12]]);
    expect(unknown.text).toBe('ps_5_0\nopcode_300 0x0300012c, 0x00000005, 0x00000006\nnop \n');
  });

  test('spells an unknown stage', () => {
    const diagnostics = new Diagnostics();
    const program = readSm4Words(programWords(9, 5, 0, []), diagnostics);
    expect(sm4ProfileOf(program)).toBe('type9_5_0');
    expect(diagnostics.list.map((d) => d.code)).toEqual(['DX3005']);
  });
});

describe('cursor and view', () => {
  const register = operandWords('temp', { indices: [4], select: 1 });
  const words = programWords(PIXEL, 5, 0, [
    ...instructionWords('dcl_temps', [5]),
    ...instructionWords(
      'mad',
      [
        ...operandWords('output', { indices: [0], mask: 7, minPrecision: 1 }),
        ...operandWords('constantBuffer', { indices: [2, { register, plus: -1 }], swizzle: 0xe4, modifier: 3 }),
        ...literalWords(0x3f80_0000),
        ...literalWords(1, 2, 3, 0xffff_ffff),
      ],
      tokens.Sm4InstructionControls.saturate.set(tokens.Sm4InstructionControls.precise.set(0, 3), 1),
    ),
  ]);
  const program = readSm4Words(words);

  test('the view names what the words encode', () => {
    const mad = sm4InstructionAt(program, 1);
    expect(JSON.parse(JSON.stringify(mad))).toMatchObject({
      position: 1,
      offset: 16,
      mnemonic: 'mad',
      saturate: true,
      precise: 'xy',
      operands: [
        { type: 'output', role: 'destination', minPrecision: 'min16f', selection: { mode: 'mask', components: 'xyz' } },
        {
          type: 'constantBuffer',
          negate: true,
          absolute: true,
          indices: [{ immediate: 2 }, { immediate: -1, register: { type: 'temp', selection: { components: 'y' } } }],
        },
        { type: 'immediate32', literal: [0x3f80_0000] },
        { literal: [1, 2, 3, 0xffff_ffff] },
      ],
      words: [...words.subarray(4)],
    });
    expect(Object.isFrozen(mad.operands)).toBe(true);
    expect([...sm4Instructions(program)].map((i) => i.mnemonic)).toEqual(['dcl_temps', 'mad']);
  });

  test('a position outside the program throws', () => {
    expect(() => sm4InstructionAt(program, 2)).toThrow(RangeError);
    expect(() => new Sm4Cursor(program).goto(-1)).toThrow(RangeError);
  });

  test('literals keep their bits in hexadecimal listings', () => {
    expect(sm4Text(program, listingStyle({ hex: true }))).toContain(
      'l(0x3f800000) {def32 as min16f}, l(0x00000001, 0x00000002, 0x00000003, 0xffffffff) {def32 as min16f}',
    );
  });
});

test('operand types have distinct codes', () => {
  const codes = Object.values(SM4_OPERAND_TYPES).map((row) => row.code);
  expect(new Set(codes).size).toBe(codes.length);
});

test('a markup with characters beyond ASCII prints the same each time', () => {
  const keyword = { open: '\xab', close: '\xbb' };
  const marked = listingStyle({ markup: { ...NO_MARKUP, keyword } });
  const program = readSm4Words(programWords(PIXEL, 5, 0, instructionWords('ret')));
  expect([sm4Text(program, marked), sm4Text(program, marked)]).toEqual(Array(2).fill('ps_5_0\n\xabret\xbb \n'));
});
