/** Reading shader models 1 to 3: nothing is lost, nothing throws, and every diagnostic points at its bytes. */

import { describe, expect, it } from 'vitest';
import { SM1_DIFFERENCES } from '../../../fixtures/differences.ts';
import { sm1Text } from '../../../smith/checks/print.ts';
import { Random } from '../../../smith/random.ts';
import {
  commentWords,
  damageWords,
  destinationToken,
  sourceToken,
  streamWords,
  wildSm1Words,
} from '../../../smith/sm1.ts';
import { preshadedWords, textureShaderWords } from '../../../smith/sm1-preshader.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { VariableClass } from '../../../src/base/d3d/enumerations.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { readConstantTable } from '../../../src/chunks/ctab.ts';
import { findSm1Comment, Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { Sm1Cursor } from '../../../src/isa/sm1/cursor.ts';
import {
  isSm1Source,
  SM1_OPCODE_BY_CODE,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../../src/isa/sm1/opcodes.ts';
import { readTxWords } from '../../../src/isa/sm1/preshader.ts';
import { readSm1Words, type Sm1Program } from '../../../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { Sm1Instruction, sm1Instructions } from '../../../src/isa/sm1/view.ts';
import { listingStyle, optionsOfFlags } from '../../../src/text/options.ts';
import { printTx } from '../../../src/text/sm1/print.ts';
import { written } from '../../../src/text/writer.ts';

const PS_2_0 = 0xffff_0200;
const PS_3_0 = 0xffff_0300;
const VS_1_1 = 0xfffe_0101;
const MOV = [0x0200_0001, destinationToken('temp', 0), sourceToken('const', 1)];
const ALL_FLAGS = [0, 0xe5, 0x01, 0x24, 0x50];

function read(words: readonly number[] | Uint32Array): { program: Sm1Program; reported: string[] } {
  const diagnostics = new Diagnostics();
  const program = readSm1Words(Uint32Array.from(words), diagnostics);
  const reported = diagnostics.list.map(({ code, span }) => `${code} ${span.start}-${span.end}`);
  return { program, reported };
}

function print(words: readonly number[] | Uint32Array, flags = 0): string {
  return sm1Text(readSm1Words(Uint32Array.from(words)), listingStyle(optionsOfFlags(flags)));
}

/** The words of a program put together again out of its instructions. */
function emitted(program: Sm1Program): number[] {
  const words = [...program.words.subarray(0, 1)];
  for (const instruction of sm1Instructions(program)) words.push(...instruction.words);
  return [...words, ...program.words.subarray(program.end)];
}

describe('the opcode table', () => {
  const rows = Object.entries(SM1_OPCODES) as [Sm1Opcode, Sm1OpcodeRow][];

  it('has each number once', () => {
    expect(new Set(rows.map(([, row]) => row.code)).size).toBe(rows.length);
    for (const [name, row] of rows) expect(SM1_OPCODE_BY_CODE.get(row.code)).toBe(name);
  });

  it('knows the components that sources read', () => {
    const read = (name: Sm1Opcode, version: number) =>
      sm1Operands(SM1_OPCODES[name], version)
        .filter(isSm1Source)
        .map(({ components }) => components);
    expect(read('mad', 0x300)).toEqual(['mask', 'mask', 'mask']);
    expect(read('dp3', 0x101)).toEqual([7, 7]);
    expect(read('dst', 0x101)).toEqual([6, 10]);
    expect(read('pow', 0x200)).toEqual(['one', 'one']);
    expect(read('sincos', 0x200)).toEqual(['one', 15, 15]);
    expect(read('sincos', 0x300)).toEqual(['one']);
    expect(read('texldd', 0x300)).toEqual(['coordinates', 'none', 'coordinates', 'coordinates']);
    expect(read('lit', 0x101)).toEqual(['lighting']);
  });

  it('knows the components that texkill reads of its destination', () => {
    const read = (version: number) => sm1Operands(SM1_OPCODES.texkill, version)[0]!.components;
    // Microsoft's compiler puts the fourth component of `clip` of a float4 into one texkill from ps_2_0 on.
    expect([0x101, 0x104, 0x200, 0x201, 0x300].map(read)).toEqual([7, 7, 'mask', 'mask', 'mask']);
  });

  it('knows the rows of matrices, and their vectors', () => {
    for (const name of ['m4x4', 'm4x3', 'm3x4', 'm3x3', 'm3x2'] as const) {
      const [, vector, matrix] = SM1_OPCODES[name].operands;
      const columns = (1 << Number(name[1])) - 1;
      expect([vector.components, matrix.components, matrix.rows]).toEqual([columns, columns, Number(name[3])]);
    }
  });

  it('has a category for every prefix of a mnemonic', () => {
    for (const [name, { category }] of rows) {
      expect(category === 'texture' || category === 'sample', name).toBe(name.startsWith('tex'));
      expect(category === 'matrix', name).toBe(/^m\dx\d$/.test(name));
      expect(category === 'constant', name).toBe(name.startsWith('def'));
    }
  });

  it('knows the operands of each version', () => {
    const operands = (name: Sm1Opcode, version: number) =>
      sm1Operands(SM1_OPCODES[name], version).map(({ role }) => role);
    expect(operands('texld', 0x101)).toEqual(['destination']);
    expect(operands('texld', 0x104)).toEqual(['destination', 'source']);
    expect(operands('texld', 0x200)).toEqual(['destination', 'source', 'sampler']);
    expect(operands('texcoord', 0x103)).toEqual(['destination']);
    expect(operands('texcoord', 0x104)).toEqual(['destination', 'source']);
    expect(operands('sincos', 0x201)).toHaveLength(4);
    expect(operands('sincos', 0x300)).toHaveLength(2);
  });

  it('knows the versions that have an opcode', () => {
    const has = (name: Sm1Opcode, stage: 'vs' | 'ps', version: number) =>
      sm1HasOpcode(SM1_OPCODES[name], stage, version);
    expect([has('loop', 'ps', 0x201), has('loop', 'ps', 0x300), has('loop', 'vs', 0x200)]).toEqual([false, true, true]);
    expect([has('phase', 'ps', 0x104), has('phase', 'ps', 0x103), has('phase', 'vs', 0x104)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([has('texldl', 'vs', 0x2ff), has('texldl', 'vs', 0x300)]).toEqual([false, true]);
  });
});

describe('reading', () => {
  it('keeps every word of random, damaged and cut streams', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const words = seed % 3 === 0 ? validSm1Words(random) : wildSm1Words(random);
      if (seed % 3 === 1) damageWords(words, random);
      const cut = seed % 5 === 0 ? words.slice(0, random.below(words.length + 1)) : words;
      expect(emitted(readSm1Words(cut))).toEqual([...cut]);
    }
  });

  it('finds operands by their parameter bits, even if the length is wrong', () => {
    const { program, reported } = read([PS_3_0, 0x0200_0001, ...MOV.slice(1), sourceToken('temp', 5), ...MOV, 0xffff]);
    expect([...program.starts.subarray(0, program.count)]).toEqual([1, 5]);
    expect(reported).toEqual(['DX2006 4-8']);
  });

  it('finds predicate, relative registers, literals and attributes', () => {
    const relative = sourceToken('const', 3) | 0x2000;
    const words = Uint32Array.from([
      0xfffe_0300,
      ...[0x1500_0001, destinationToken('outputOrTexCoordOut', 1) | 0x2000, sourceToken('loop', 0)],
      ...[sourceToken('predicate', 0), relative, sourceToken('addressOrTexture', 0, 0)],
      ...[0x0500_0051, destinationToken('const', 0), 1, 2, 3, 0x8000_0000],
      ...[0x0200_001f, 0x8000_0005, destinationToken('input', 0)],
      0xffff,
    ]);
    const cursor = new Sm1Cursor(words);
    cursor.moveTo(1);
    expect(cursor).toMatchObject({ destination: 2, destinationRelative: 3, predicate: 4, sources: 5, end: 7 });
    expect(cursor.relativeAt(5)).toBe(6);
    cursor.moveTo(7);
    expect(cursor).toMatchObject({ destination: 8, literals: 9, literalCount: 4, end: 13 });
    cursor.moveTo(13);
    expect(cursor).toMatchObject({ attributes: 14, destination: 15, end: 16 });
  });

  it('takes no word for a relative address before 2_0', () => {
    const words = Uint32Array.from([VS_1_1, 1, destinationToken('temp', 0), sourceToken('const', 3) | 0x2000, 0xffff]);
    const cursor = new Sm1Cursor(words);
    cursor.moveTo(1);
    expect(cursor).toMatchObject({ sources: 3, end: 4 });
    expect(cursor.relativeAt(3)).toBe(-1);
  });
});

describe('diagnostics', () => {
  it.each([
    ['no words', [], ['DX2001 0-0', 'DX2003 0-0']],
    ['no version of a stage', [0x1234_5678, 0xffff], ['DX2002 0-4']],
    ['no END', [PS_2_0, ...MOV], ['DX2003 16-16']],
    ['a comment beyond the end', [PS_2_0, 0x0005_fffe, 1], ['DX2004 4-8', 'DX2003 12-12']],
    ['an unknown opcode', [PS_2_0, ...MOV, 0x0000_0032, 0xffff], ['DX2005 16-20']],
    ['a wrong length', [PS_2_0, 0x0300_0001, ...MOV.slice(1), 0xffff], ['DX2006 4-8']],
    ['words after the END', [PS_2_0, 0xffff, 1, 2], ['DX2007 8-16']],
    ['nothing wrong', [PS_2_0, ...MOV, 0xffff], []],
  ])('%s', (_, words, expected) => {
    expect(read(words as number[]).reported).toEqual(expected);
  });

  it('points into constant tables and preshaders', () => {
    const reported = (words: Uint32Array) => {
      const diagnostics = new Diagnostics();
      sm1Text(readSm1Words(words), listingStyle(), diagnostics);
      return diagnostics.list.map(({ code, span }) => `${code} ${span.start}-${span.end}`);
    };
    const table = (...payload: number[]) => streamWords(PS_2_0, [commentWords('CTAB', payload)]);
    expect(reported(table(28, 0, 0, 1000, 28, 0, 0))).toEqual(['DX2011 24-32']);
    expect(reported(table(28, 0, 0, 1, 28, 0, 0, 900, 2, 1, 0, 0, 0))).toEqual(['DX2012 40-44']);
    expect(reported(table(28, 0, 0, 1, 28, 0, 0, 28, 2, 1, 900, 0, 0))).toEqual(['DX2013 52-56']);
    expect(reported(streamWords(PS_2_0, [commentWords('PRES', [0x4658_0201, 0xffff])]))).toEqual(['DX2020 12-20']);
    const code = commentWords('FXLC', [2, 0x1000_0001, 1, 0, 7, 0, 0, 7, 4]);
    expect(reported(streamWords(PS_2_0, [commentWords('PRES', [0x4658_0201, ...code, 0xffff])]))).toEqual([
      'DX2021 60-60',
    ]);
  });
});

describe('printing anything', () => {
  it('never throws on streams cut at every byte', { tags: 'slow' }, () => {
    for (const words of [validSm1Words(new Random(3)), preshadedWords(new Random(4)), wildSm1Words(new Random(11))]) {
      const bytes = bytesOf(words);
      for (let length = 0; length <= bytes.length; length++) {
        const cut = new Uint32Array(length >>> 2);
        cut.set(words.subarray(0, length >>> 2));
        for (const flags of ALL_FLAGS) expect(typeof print(cut, flags)).toBe('string');
      }
    }
    const texture = textureShaderWords(new Random(5));
    for (let length = 0; length <= texture.length; length++) {
      const program = readTxWords(texture.slice(0, length));
      expect(typeof written((out) => printTx(out, program, listingStyle(), new Diagnostics()))).toBe('string');
    }
  });

  it('never throws on damaged streams', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed + 9000);
      const words = seed % 2 === 0 ? wildSm1Words(random) : preshadedWords(random);
      for (let i = 0; i < 4; i++) damageWords(words, random);
      for (const flags of ALL_FLAGS) expect(typeof print(words, flags)).toBe('string');
    }
  });

  it('bounds what nested blocks, structures and counts can ask for', { tags: 'slow' }, () => {
    const loops = new Uint32Array(200_000).fill(0x1b);
    loops[0] = PS_3_0;
    expect(print(loops).length).toBeLessThan(60_000_000);
    // A structure whose two members are the structure itself.
    const words = [28, 0, 0, 1, 28, 0, 0, 28, 2, 1, 48, 0, 5, 0, 0, 0, 0, 0];
    const self = [...words.slice(0, 12), 0x0000_0005, 0x0001_0001, 0x0002_0001, 64, 28, 48, 28, 48];
    expect(print(streamWords(PS_2_0, [commentWords('CTAB', self)]))).toContain('// approximately 0 instruction');
    const huge = commentWords('FXLC', [0xffff_ffff, 0x100f_ffff, 0xffff_ffff, 0xffff_ffff]);
    expect(print(streamWords(PS_2_0, [commentWords('PRES', [0x4658_0201, ...huge, 0xffff])]))).toContain('preshader');
  });
});

describe('the listing', () => {
  it('prints the right form where it differs from Microsoft on purpose', () => {
    const breakp = [0x0100_0060, sourceToken('predicate', 0, 0x55, 13)];
    expect(print([PS_3_0, ...breakp, 0xffff])).toContain('    breakp !p0.y\n');
    const relative = destinationToken('outputOrTexCoordOut', 1) | 0x2000;
    const predicated = [0x1400_0001, relative, sourceToken('loop', 0), sourceToken('predicate', 0), MOV[2]!];
    expect(print([0xfffe_0300, ...predicated, 0xffff])).toContain('    (p0) mov o1[aL], c1\n');
    for (const row of Object.values(SM1_DIFFERENCES)) expect(row.why).not.toBe('');
  });

  it('finds a comment only in its own stream', () => {
    const words = streamWords(PS_2_0, [commentWords('PRES', [0x4658_0201, ...commentWords('CTAB', [1]), 0xffff])]);
    expect(findSm1Comment(words, Sm1CommentTag.constantTable)).toBeUndefined();
    const preshader = findSm1Comment(words, Sm1CommentTag.preshader)!;
    expect(findSm1Comment(words, Sm1CommentTag.constantTable, preshader.start, preshader.end)).toEqual({
      start: preshader.start + 3,
      end: preshader.start + 4,
    });
  });
});

describe('views', () => {
  it('name what the words say', () => {
    const words = [PS_3_0, 0x0302_005e, destinationToken('predicate', 0, 1), sourceToken('temp', 1, 0, 11)];
    const { program } = read([...words, sourceToken('const', 2, 0x1b, 1), 0xffff]);
    const [setp] = [...sm1Instructions(program)];
    expect(setp).toMatchObject({ name: 'setp', comparison: 'eq', offset: 4, coissued: false });
    expect(setp!.destination).toMatchObject({ register: 'predicate', number: 0, components: 'x' });
    expect(setp!.sources).toMatchObject([
      { register: 'temp', number: 1, components: 'xxxx', modifier: 'abs' },
      { register: 'const', number: 2, components: 'wzyx', modifier: 'negate' },
    ]);
    expect(JSON.parse(JSON.stringify(setp))).toMatchObject({ name: 'setp', comparison: 'eq' });
    expect(() => new Sm1Instruction(program, 1)).toThrow(RangeError);
    expect(Object.isFrozen(setp)).toBe(true);
  });

  it('name declarations', () => {
    const dcl = (attributes: number) => [0x0200_001f, attributes, destinationToken('sampler', 0)];
    const { program } = read([PS_3_0, ...dcl(0x9800_0000), ...dcl(0x8003_0005), 0xffff]);
    expect([...sm1Instructions(program)].map((instruction) => instruction.declaration)).toEqual([
      { texture: 'cube' },
      { usage: 'texcoord', index: 3 },
    ]);
    expect(SM1_REGISTERS.sampler.code).toBe(10);
  });
});

describe('constant tables', () => {
  /** A table with one constant `k` of one register, its type and four words of default value. */
  const table = (set: number) => {
    const constant = [64, set | (7 << 16), 1, 68, 84];
    const type = [0x0003_0001, 0x0004_0001, 1, 0];
    return bytesOf(Uint32Array.from([28, 0, 0, 1, 44, 0, 0, 0, 0, 0, 0, ...constant, 0x6b, ...type, 1, 2, 3, 4]));
  };

  it('reads constants with their types and default values', () => {
    const bytes = table(2);
    const [constant] = readConstantTable(bytes).constants;
    expect(constant).toMatchObject({ name: 'k', registerSet: 2, registerIndex: 7, registerCount: 1 });
    expect(constant!.type).toMatchObject({
      class: VariableClass.vector,
      rows: 1,
      columns: 4,
      elements: 1,
      members: [],
    });
    expect(constant!.defaultValue).toEqual(Uint32Array.of(1, 2, 3, 4));
    // Four components take four boolean registers, one DWORD each.
    expect(readConstantTable(table(0)).constants[0]!.defaultValue).toEqual(Uint32Array.of(1, 2, 3, 4));
  });

  it('reads what is there of any bytes', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const bytes = Uint8Array.from({ length: random.below(300) }, () =>
        random.oneIn(3) ? random.below(256) : random.below(3),
      );
      const table = readConstantTable(bytes);
      expect(table.constants.length).toBeLessThanOrEqual(bytes.length / 20);
    }
  });
});
