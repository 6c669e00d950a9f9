/** Every DWORD of SM 4-5.1 explained: the registry of token kinds, and the walk over complete programs. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { RECIPES } from '../../../smith/sm4-recipes.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { instructionWords, literalWords, operandWords, programWords } from '../../../smith/sm4-words.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { isInvalidField, type TokenKindRow } from '../../../src/base/explained.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { Sm4Cursor } from '../../../src/isa/sm4/cursor.ts';
import { explainSm4, type Sm4Word } from '../../../src/isa/sm4/fields.ts';
import { SM4_OPCODES, type Sm4OpcodeRow } from '../../../src/isa/sm4/opcodes.ts';
import { readSm4Words } from '../../../src/isa/sm4/program.ts';
import { SM4_OPCODE_TOKENS, SM4_TOKEN_KINDS, type Sm4TokenKind } from '../../../src/isa/sm4/token-kinds.ts';
import { Sm4OpcodeToken, Sm4OperandToken } from '../../../src/isa/sm4/tokens.ts';

const PIXEL = 0;

function explain(words: Uint32Array): Sm4Word[] {
  const all: Sm4Word[] = [];
  explainSm4(readSm4Words(words), (word) => all.push(word));
  return all;
}

/** The DWORDs of a pixel shader with these instructions, without version and length. */
function body(words: readonly number[], minor = 0): Sm4Word[] {
  return explain(programWords(PIXEL, 5, minor, words)).slice(2);
}

const kinds = (words: readonly Sm4Word[]): Sm4TokenKind[] => words.map(({ kind }) => kind);

/** `name=meaning` of the fields with a meaning. */
function meanings({ fields }: Sm4Word): string[] {
  return fields.filter(({ meaning }) => meaning !== '').map(({ field, meaning }) => `${field.name}=${meaning}`);
}

/** Names of the fields that hold a value that no valid token has. */
function wrong({ fields }: Sm4Word): string[] {
  return fields.filter(isInvalidField).map(({ field }) => field.name);
}

const temp = operandWords('temp', { indices: [4], mask: 7 });
const source = operandWords('temp', { indices: [1], swizzle: 0xe4 });
const register = operandWords('temp', { indices: [2], select: 1 });

describe('the registry of token kinds', () => {
  for (const [name, { fields, uses }] of Object.entries<TokenKindRow>(SM4_TOKEN_KINDS)) {
    it(`${name}: from low to high each of the 32 bits belongs to one field`, () => {
      let next = 0;
      for (const { low, width } of Object.values(fields)) {
        expect(low).toBe(next);
        next += width;
      }
      expect(next).toBe(32);
    });

    it(`${name}: reserved fields are 0, and uses name fields`, () => {
      for (const key of Object.keys(uses)) expect(fields[key]).toBeDefined();
      for (const [key, { name }] of Object.entries(fields)) if (name === 'reserved') expect(uses[key]?.fixed).toBe(0);
    });
  }

  it('has every opcode token layout of the opcode table', () => {
    const used = new Set(Object.values<Sm4OpcodeRow>(SM4_OPCODES).map(({ controls = 'plain' }) => controls));
    expect(Object.keys(SM4_OPCODE_TOKENS).filter((name) => !used.has(name as never))).toEqual([]);
  });

  it('clamps what the generator of valid programs clamps', () => {
    for (const [mnemonic, recipe] of Object.entries(RECIPES)) {
      if (typeof recipe !== 'object' || recipe.saturates === undefined) continue;
      expect([mnemonic, (SM4_OPCODES[mnemonic as keyof typeof SM4_OPCODES] as Sm4OpcodeRow).controls]).toEqual([
        mnemonic,
        'arithmetic',
      ]);
    }
  });
});

describe('kinds of DWORDs', () => {
  it('of an instruction with everything it can have', () => {
    const words = body([
      ...instructionWords(
        'mad',
        [
          ...operandWords('output', { indices: [0], mask: 7, minPrecision: 1 }),
          ...operandWords('constantBuffer', { indices: [2, { register, plus: -1 }], swizzle: 0xe4, modifier: 3 }),
          ...literalWords(0x3f80_0000),
          ...literalWords(1, 2, 3, 0xffff_ffff),
        ],
        1 << 13,
      ),
    ]);
    expect(kinds(words)).toEqual([
      'arithmetic',
      'operandMask',
      'operandModifier',
      'index',
      'operandSwizzle',
      'operandModifier',
      'index',
      'index',
      'operandSelect',
      'index',
      'operandScalar',
      'literal',
      ...(['operandMask', 'literal', 'literal', 'literal', 'literal'] as const),
    ]);
    expect(meanings(words[0]!)).toEqual(['opcode=mad', 'saturate=saturate', 'length=17 DWORDs']);
    expect(meanings(words[6]!)).toEqual(['index=cb2']);
    expect(meanings(words[7]!)).toEqual(['index=[-1]']);
    expect(meanings(words[8]!)).toContain('component=y');
    expect(meanings(words[11]!)).toEqual(['value=1']);
    expect(words.flatMap(wrong)).toEqual([]);
  });

  it('of 64-bit indices and what follows undefined representations', () => {
    const wide = Sm4OperandToken.index0.set(operandWords('temp', { indices: [4], swizzle: 0xe4 })[0]!, 1);
    const wideRelative = Sm4OperandToken.index0.set(wide, 4);
    const undefinedForm = Sm4OperandToken.index0.set(wide, 5);
    const words = body(instructionWords('mad', [...temp, wide, 1, 2, wideRelative, 3, 4, ...register, undefinedForm]));
    expect(kinds(words).slice(3)).toEqual([
      ...(['operandSwizzle', 'indexHigh', 'indexLow'] as const),
      ...(['operandSwizzle', 'indexHigh', 'indexLow', 'operandSelect', 'index'] as const),
      'operandSwizzle',
    ]);
    expect(words.flatMap(wrong)).toEqual(['index 0']);
  });

  it('of operand tokens that no compiler writes', () => {
    const [token] = source;
    const mode3 = Sm4OperandToken.selection.set(token!, 3);
    const n = Sm4OperandToken.componentCount.set(token!, 3);
    const extended = (token! | 0x8000_0000) >>> 0;
    const words = body(instructionWords('mad', [...temp, mode3, 0, n, 0, extended, 7, 0]));
    expect(kinds(words).slice(3)).toEqual([
      ...(['operandUnknownSelection', 'index', 'operandComponents', 'index'] as const),
      ...(['operandSwizzle', 'operandExtension', 'index'] as const),
    ]);
    expect(words.flatMap(wrong)).toEqual(['selection mode', 'components', 'kind']);
  });

  it('of unknown opcodes, extended tokens of other kinds, and surplus words', () => {
    const nop = instructionWords('nop', [5, 6]);
    const unknown = instructionWords(300, [7]);
    const extended = (instructionWords('ret')[0]! + 0x0100_0000 + 0x8000_0000) >>> 0;
    const words = body([...nop, ...unknown, extended, 9]);
    expect(kinds(words)).toEqual([
      ...(['plain', 'surplus', 'surplus', 'unknownOpcode', 'unknownData', 'plain', 'unknownExtension'] as const),
    ]);
    expect(words.map(wrong)).toEqual([[], [], [], ['opcode'], [], [], ['kind']]);
  });

  it('of an instruction that is too short for what its opcode takes', () => {
    const words = body([...instructionWords('mov', temp), ...instructionWords('ret')]);
    expect(kinds(words)).toEqual(['arithmetic', 'operandMask', 'index', 'plain']);
    expect(words[0]!.fields.find(({ field }) => field === Sm4OpcodeToken.length)).toMatchObject({
      value: 3,
      allowed: [4, 127],
    });
  });

  it('of lists for which the length field is too short', () => {
    const long = (length: number, field: number, bodies: readonly number[]) => [
      (Sm4OpcodeToken.length.set(SM4_OPCODES.dcl_function_table.code, field) | 0x8000_0000) >>> 0,
      length,
      ...[7, bodies.length, ...bodies],
    ];
    const bodies = Array.from({ length: 200 }, (_, i) => i);
    const words = body([...long(204, 204 & 0x7f, bodies), ...instructionWords('ret')]);
    expect(kinds(words)).toEqual([
      ...(['plain', 'longLength', 'register', 'count'] as const),
      ...bodies.map(() => 'functionBody' as const),
      'plain',
    ]);
    expect(words.flatMap(wrong)).toEqual([]);
    // Microsoft's disassembler uses the DWORD after the token and ignores the field.
    const short = body([...long(6, 0, [1, 2]), ...instructionWords('ret')]);
    expect(kinds(short).slice(4)).toEqual(['functionBody', 'functionBody', 'plain']);
    expect(short.flatMap(wrong)).toEqual(['length']);
    // It never ends if that DWORD is 0.
    const diagnostics = new Diagnostics();
    readSm4Words(programWords(PIXEL, 5, 0, long(0, 0, [1, 2])), diagnostics);
    expect(diagnostics.list.map(({ code, span }) => [code, span.start])).toEqual([['DX3003', 8]]);
  });

  it('of data blocks', () => {
    const block = (dataClass: number, ...data: number[]) => [
      ((dataClass << 11) | SM4_OPCODES.customdata.code) >>> 0,
      2 + data.length,
      ...data,
    ];
    expect(kinds(body([...block(3, 1, 2, 3, 4), ...block(0, 0x64636261), ...block(2, 5)]))).toEqual([
      ...(['customData', 'customDataLength', 'constantData', 'constantData', 'constantData', 'constantData'] as const),
      ...([
        'customData',
        'customDataLength',
        'commentText',
        'customData',
        'customDataLength',
        'customPayload',
      ] as const),
    ]);
    const message = body(
      block(4, 0x20_0102, 1, 3, 1, 2, ...operandWords('temp', { indices: [0], mask: 15 }), 0x00636261),
    );
    expect(kinds(message).slice(2)).toEqual([
      ...(['messageId', 'messageFormat', 'messageCharacters', 'messageOperands', 'messageOperandWords'] as const),
      ...(['operandMask', 'index', 'messageText'] as const),
    ]);
  });

  it('of a double', () => {
    const [token] = operandWords('immediate64', { swizzle: 0xe4 });
    const words = body(instructionWords('dmov', [...temp, token!, 0, 0x3ff0_0000, 0, 0x4000_0000]));
    expect(kinds(words).slice(4)).toEqual(['literalLow', 'literalHigh', 'literalLow', 'literalHigh']);
  });

  it('after the end', () => {
    const words = programWords(PIXEL, 5, 0, instructionWords('ret'));
    expect(kinds(explain(Uint32Array.from([...words, 1, 2])))).toEqual([
      ...(['version', 'length', 'plain', 'trailing', 'trailing'] as const),
    ]);
  });
});

describe('values that no valid program has', () => {
  it('reserved bits, and indices beyond the dimension', () => {
    const [ret] = instructionWords('ret');
    expect(wrong(body([(ret! | (1 << 12)) >>> 0])[0]!)).toEqual(['reserved']);
    const [token, index] = source;
    expect(wrong(body(instructionWords('mov', [...temp, Sm4OperandToken.index2.set(token!, 2), index!]))[3]!)).toEqual([
      'index 2',
    ]);
  });

  it('precise results before 5.0, non-uniform indices before 5.1', () => {
    const precise = instructionWords('mov', [...temp, ...source], 1 << 19);
    expect(wrong(explain(programWords(PIXEL, 4, 1, precise))[2]!)).toEqual(['precise']);
    expect(wrong(body(precise)[0]!)).toEqual([]);
    const nonUniform = instructionWords('mov', [
      ...temp,
      ...operandWords('temp', { indices: [1], swizzle: 0xe4, nonUniform: true }),
    ]);
    expect(body(nonUniform).flatMap(wrong)).toEqual(['non-uniform']);
    expect(body(nonUniform, 1).flatMap(wrong)).toEqual([]);
  });
});

describe('whole programs', () => {
  const fixtures = readRecorded().flatMap(({ provenance, bytes }) =>
    programsIn(bytes).map((words) => ({ provenance, words })),
  );

  it('explains every DWORD of every fixture once, in order, with its bits', { tags: 'slow' }, () => {
    const seen = new Set<Sm4TokenKind>();
    for (const { words } of fixtures) {
      let next = 0;
      explainSm4(readSm4Words(words), ({ at, value, kind, fields }) => {
        seen.add(kind);
        let sum = 0;
        for (const { field, value } of fields) sum += value * 2 ** field.low;
        if (at !== next++ || value !== words[at] || sum !== value) throw new Error(`DWORD ${at} of ${kind}`);
      });
      expect(next).toBe(words.length);
    }
    const excluded: Sm4TokenKind[] = ['unknownOpcode', 'unknownData', 'operandUnknownSelection', 'operandComponents'];
    excluded.push('operandExtension', 'trailing');
    // The others are in the tests above.
    expect(
      Object.keys(SM4_TOKEN_KINDS)
        .filter((kind) => !seen.has(kind as Sm4TokenKind))
        .sort(),
    ).toEqual(excluded.sort());
  });

  it('finds no wrong fields in compiled programs', { tags: 'slow' }, () => {
    const found: string[] = [];
    for (const { provenance, words } of fixtures) {
      if (provenance.how !== 'compiled') continue;
      explainSm4(readSm4Words(words), (word) => found.push(...wrong(word).map((name) => `${provenance.id} ${name}`)));
    }
    expect(found).toEqual([]);
  });

  it('finds the operands that the cursor finds', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 300; seed++) {
      const { words } = validProgram(new Random(seed));
      const program = readSm4Words(words);
      const cursor = new Sm4Cursor(program);
      const lengths = new Map<number, number>();
      explainSm4(program, ({ kind, instruction }) => {
        if (kind !== 'surplus') lengths.set(instruction, (lengths.get(instruction) ?? 0) + 1);
      });
      for (let i = 0; i < program.count; i++) {
        cursor.goto(i);
        if (cursor.row?.kind === 'instruction') expect(lengths.get(i)).toBe(cursor.payload - cursor.start);
      }
    }
  });

  it('accepts any words', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 1000; seed++) {
      const random = new Random(seed);
      const words = random.oneIn(2) ? wildProgram(random) : validProgram(random).words.slice();
      for (let changes = random.below(9); changes > 0; changes--) words[random.below(words.length)] = random.word();
      const part = words.subarray(0, random.below(words.length + 1));
      expect(explain(part).map(({ at }) => at)).toEqual(Array.from(part, (_, at) => at));
    }
    expect(explain(wordsOf(new Uint8Array(7)))).toHaveLength(1);
  });
});
