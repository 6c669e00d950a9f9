/** Constant tables: read, written in the compiler's layout, edited, and any bytes survived. */

import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { sm1Text } from '../../smith/checks/print.ts';
import { Random } from '../../smith/random.ts';
import { constantTableWords } from '../../smith/sm1-ctab.ts';
import { VariableClass } from '../../src/base/d3d/enumerations.ts';
import { MAX_TYPE_DEPTH } from '../../src/base/limits.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import {
  type ConstantTable,
  CTAB_TYPES,
  type CtabType,
  constantTable,
  ctabRegisters,
  ctabType,
  readConstantTable,
  serializeConstantTable,
} from '../../src/chunks/ctab.ts';
import { Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { encodeSm1, sm1CommentNode, sm1Module } from '../../src/isa/sm1/encode.ts';
import { SM1_COMMENT } from '../../src/isa/sm1/opcodes.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { Sm1CommentToken } from '../../src/isa/sm1/tokens.ts';
import { listingStyle, optionsOfFlags } from '../../src/text/options.ts';

/** Every constant table of the recorded files, those inside other comments included. */
function* recordedTables(how: string): Generator<{ id: string; bytes: Uint8Array }, void, void> {
  for (const { bytes, provenance } of readRecorded()) {
    if (provenance.how !== how) continue;
    const words = wordsOf(bytes);
    for (let at = 0; at + 1 < words.length; at++) {
      if ((words[at]! & 0xffff) !== SM1_COMMENT || words[at + 1] !== Sm1CommentTag.constantTable) continue;
      const end = at + 1 + Sm1CommentToken.length.get(words[at]!);
      if (end <= words.length) yield { id: provenance.id, bytes: bytesOf(words.slice(at + 2, end)) };
    }
  }
}

/** A table as if it were new. */
function fresh({ source: _, ...table }: ConstantTable): ConstantTable {
  return table;
}

/** The sections before a listing. */
function header(table: ConstantTable): string {
  const stream = encodeSm1(
    sm1Module(0xfffe_0200, [sm1CommentNode(Sm1CommentTag.constantTable, serializeConstantTable(table))]),
  );
  return sm1Text(readSm1(wordsOf(stream)), listingStyle(optionsOfFlags(0))).split('\n\n')[0]!;
}

/** The table without its offsets. */
function comparable(table: ConstantTable): unknown {
  return JSON.parse(JSON.stringify(fresh(table)));
}

describe('tables of the compiler', () => {
  it('are written as the compiler writes them', { tags: 'slow' }, () => {
    let count = 0;
    for (const { id, bytes } of recordedTables('compiled')) {
      count++;
      expect(serializeConstantTable(fresh(readConstantTable(bytes))), id).toEqual(bytes);
    }
    expect(count).toBeGreaterThan(60);
  });

  it('have default values of whole variables, though the shader uses fewer registers', { tags: 'slow' }, () => {
    const tables = [...recordedTables('compiled')].map(({ bytes }) => readConstantTable(bytes));
    const constants = tables.flatMap((table) => table.constants);
    const cut = constants.filter(({ defaultValue, registerCount }) => (defaultValue?.length ?? 0) > 4 * registerCount);
    expect(cut.map(({ name }) => name)).toContain('rows');
    for (const { type, registerSet, defaultValue } of cut) {
      expect(defaultValue).toHaveLength(4 * ctabRegisters(type, registerSet));
    }
  });

  it('report whether the source has an explicit register', () => {
    const [table] = [...recordedTables('compiled')].filter(({ id }) => id === 'd3d9-pixel.main.ps_2_0');
    const { constants } = readConstantTable(table!.bytes);
    expect(constants.filter(({ binding }) => binding !== 0)).toMatchObject([
      { name: 'ramp', registerIndex: 2, binding: 2 + 4 * 2 },
    ]);
  });
});

describe('tables with another layout', () => {
  it('are written as the same bytes if nothing is changed', { tags: 'slow' }, () => {
    for (const { bytes } of recordedTables('edited'))
      expect(serializeConstantTable(readConstantTable(bytes))).toEqual(bytes);
    const random = new Random(71);
    for (let n = 0; n < 200; n++) {
      const bytes = bytesOf(Uint32Array.from(constantTableWords(random)));
      const table = readConstantTable(bytes);
      expect(serializeConstantTable(table)).toEqual(bytes);
      expect(serializeConstantTable({ ...table })).toEqual(bytes);
    }
  });

  it('written anew they say the same', { tags: 'slow' }, () => {
    const random = new Random(72);
    for (let n = 0; n < 200; n++) {
      const table = readConstantTable(bytesOf(Uint32Array.from(constantTableWords(random))));
      const again = readConstantTable(serializeConstantTable(fresh(table)));
      expect(comparable(again)).toEqual(comparable(table));
    }
  });

  it('bytes after the table are not written', () => {
    const bytes = bytesOf(Uint32Array.from(constantTableWords(new Random(73))));
    const longer = new Uint8Array(bytes.length + 40).fill(7);
    longer.set(bytes);
    expect(serializeConstantTable(readConstantTable(longer, bytes.length))).toEqual(bytes);
  });

  it('any bytes are read, written, and read again', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed);
      const bytes = Uint8Array.from({ length: random.below(400) }, () =>
        random.oneIn(3) ? random.below(256) : random.below(3),
      );
      const table = readConstantTable(bytes);
      expect(serializeConstantTable(table)).toEqual(bytes);
      const again = serializeConstantTable(fresh(table));
      expect(serializeConstantTable(readConstantTable(again))).toEqual(again);
    }
  });

  it('structures that share their members cost what they are, not what they unfold to', () => {
    // Thirty structures, each with two members of the next one; the last default value would be 2^30 registers.
    const words = [28, 0, 0, 1, 28, 0, 0, 48, 2 | (0 << 16), 1, 52, 4, 0x61];
    for (let i = 0; i < 30; i++) {
      const at = 52 + 32 * i;
      words.push(VariableClass.struct, 0, 1 | (2 << 16), at + 16, 48, at + 32, 48, at + 32);
    }
    words.push(0x0003_0000, 0x0001_0001, 1, 0, 0);
    const bytes = bytesOf(Uint32Array.from(words));
    const table = readConstantTable(bytes);
    expect(table.constants[0]).toMatchObject({ name: 'a', defaultValue: undefined });
    expect(serializeConstantTable(fresh(table)).length).toBeLessThan(bytes.length + 64);
  });
});

describe('edited tables', () => {
  const [first] = [...recordedTables('compiled')].filter(({ id }) => id === 'd3d9-vertex.main.vs_2_0');
  const table = readConstantTable(first!.bytes);

  it('keep what is not changed', () => {
    const changed = { ...table, creator: 'me', flags: 3 };
    const again = readConstantTable(serializeConstantTable(changed));
    expect(comparable(again)).toEqual(comparable(changed));
    expect(again.creator).toBe('me');
  });

  it('constants, types, members, default values', () => {
    const constants = table.constants.map((constant) => ({
      ...constant,
      name: `${constant.name}2`,
      registerIndex: constant.registerIndex + 1,
      defaultValue: Uint32Array.from({ length: 4 * ctabRegisters(constant.type, constant.registerSet) }, (_, i) => i),
      type: {
        ...constant.type,
        members: constant.type.members.map((member) => ({ ...member, name: `${member.name}3` })),
      },
    }));
    const again = readConstantTable(serializeConstantTable({ ...table, constants }));
    expect(comparable(again)).toEqual(comparable({ ...table, constants }));
  });

  it('what does not fit is the caller’s error', () => {
    const constants = table.constants.map((constant) => ({ ...constant, registerIndex: 0x1_0000 }));
    expect(() => serializeConstantTable({ ...table, constants })).toThrow(RangeError);
    let type: CtabType = ctabType({ class: VariableClass.scalar });
    for (let i = 0; i < 2 * MAX_TYPE_DEPTH; i++)
      type = ctabType({ class: VariableClass.struct, members: [{ name: 'm', type }] });
    const deep = [{ ...table.constants[0]!, type }];
    expect(() => serializeConstantTable({ ...table, constants: deep })).toThrow(RangeError);
  });
});

describe('new tables', () => {
  const float4 = ctabType({ class: VariableClass.vector, type: CTAB_TYPES.indexOf('float'), columns: 4 });
  const matrix = ctabType({
    class: VariableClass.matrixColumns,
    type: CTAB_TYPES.indexOf('float'),
    rows: 4,
    columns: 4,
  });
  const sampler = ctabType({ class: VariableClass.object, type: CTAB_TYPES.indexOf('sampler2D') });
  const light = ctabType({
    class: VariableClass.struct,
    columns: 8,
    elements: 2,
    members: [
      { name: 'color', type: float4 },
      { name: 'at', type: float4 },
    ],
  });
  const constant = { registerSet: 2, binding: 0, defaultValue: undefined };
  const table = constantTable({
    creator: 'by hand',
    target: 'vs_2_0',
    version: 0xfffe_0200,
    constants: [
      { ...constant, name: 'image', registerSet: 3, registerIndex: 0, registerCount: 1, type: sampler },
      { ...constant, name: 'lights', registerIndex: 4, registerCount: 4, type: light },
      { ...constant, name: 'world', registerIndex: 0, registerCount: 4, type: matrix },
    ],
  });

  it('are listed', () => {
    expect(header(table).split('\n')).toEqual([
      '//',
      '// Generated by by hand',
      '//',
      '// Parameters:',
      '//',
      '//   sampler2D image;',
      '//   ',
      '//   struct',
      '//   {',
      '//       float4 color;',
      '//       float4 at;',
      '//',
      '//   } lights[2];',
      '//   ',
      '//   float4x4 world;',
      '//',
      '//',
      '// Registers:',
      '//',
      '//   Name         Reg   Size',
      '//   ------------ ----- ----',
      '//   world        c0       4',
      '//   lights       c4       4',
      '//   image        s0       1',
      '//',
    ]);
  });

  it('say what they were made of', () => {
    expect(comparable(readConstantTable(serializeConstantTable(table)))).toEqual(comparable(table));
    const empty = constantTable({ target: 'ps_2_0', version: 0xffff_0200, constants: [] });
    expect(readConstantTable(serializeConstantTable(empty))).toMatchObject({
      creator: undefined,
      target: 'ps_2_0',
      count: 0,
    });
  });
});
