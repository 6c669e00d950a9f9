/** Every DWORD explained: the registry of token kinds, and the walk over complete streams. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { damageWords, destinationToken, registerToken, sourceToken, wildSm1Words } from '../../../smith/sm1.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { isInvalidField } from '../../../src/base/explained.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { explainSm1, type Sm1Word } from '../../../src/isa/sm1/fields.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { SM1_TOKEN_KINDS, type Sm1TokenKind, type Sm1TokenKindRow } from '../../../src/isa/sm1/token-kinds.ts';

const VS_1_1 = 0xfffe_0101;
const VS_2_0 = 0xfffe_0200;
const VS_3_0 = 0xfffe_0300;
const PS_1_4 = 0xffff_0104;
const PS_2_0 = 0xffff_0200;
const PS_3_0 = 0xffff_0300;
const END = 0xffff;
const DCL = 0x0200_001f;
const RELATIVE = 1 << 13;

function explain(words: Uint32Array | readonly number[], options = {}): Sm1Word[] {
  const all: Sm1Word[] = [];
  explainSm1(readSm1(Uint32Array.from(words)), (word) => all.push(word), options);
  return all;
}

function kinds(...words: number[]): Sm1TokenKind[] {
  return explain(words.map((word) => word >>> 0)).map(({ kind }) => kind);
}

/** `name=meaning` of the fields of DWORD `at` that mean something. */
function meanings(words: readonly number[], at: number): string[] {
  return explain(words)
    [at]!.fields.filter(({ meaning }) => meaning !== '')
    .map(({ field, meaning }) => `${field.name}=${meaning}`);
}

/** Names of the fields of DWORD `at` that hold what no right token has. */
function wrong(words: readonly number[], at: number, options = {}): string[] {
  return explain(words, options)
    [at]!.fields.filter(isInvalidField)
    .map(({ field }) => field.name);
}

describe('the registry of token kinds', () => {
  for (const [name, { fields, uses }] of Object.entries<Sm1TokenKindRow>(SM1_TOKEN_KINDS)) {
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
      for (const [key, { name }] of Object.entries(fields)) {
        if (name === 'reserved' && fields !== SM1_TOKEN_KINDS.version.fields) expect(uses[key]?.fixed).toBe(0);
      }
    });
  }

  it('names every format rule that a field can serve', () => {
    const rules = Object.values<Sm1TokenKindRow>(SM1_TOKEN_KINDS).flatMap(({ uses }) =>
      Object.values(uses).map(({ rule }) => rule),
    );
    const expected = ['IT1', 'IT2', 'IT3', 'IT4', 'IT5', 'IT6', 'IT7'];
    for (let i = 1; i <= 8; i++) expected.push(`DP${i}`);
    for (let i = 1; i <= 7; i++) expected.push(`DCL${i}`);
    expect(expected.filter((rule) => !rules.includes(rule as (typeof rules)[number]))).toEqual([]);
  });
});

describe('kinds of DWORDs', () => {
  const temp = destinationToken('temp', 0);
  const constant = sourceToken('const', 1);

  it('of an instruction with all it can have', () => {
    const mad = 0x1600_0004;
    const from = sourceToken('const', 0) | RELATIVE;
    const to = destinationToken('outputOrTexCoordOut', 0) | RELATIVE;
    const aL = sourceToken('loop', 0);
    const predicate = sourceToken('predicate', 0);
    expect(kinds(VS_3_0, mad, to, aL, predicate, from, aL, constant, constant, END)).toEqual([
      'version',
      'instruction',
      'destination',
      'relative',
      'predicate',
      'source',
      'relative',
      'source',
      'source',
      'end',
    ]);
  });

  it('in vs_1_1 an operand says itself that it is relative', () => {
    const words = [VS_1_1, 1, temp, (constant | RELATIVE) >>> 0, END];
    expect(kinds(...words)).toEqual(['version', 'instruction', 'destination', 'source', 'end']);
    expect(meanings(words, 3)).toContain('relative=relative to a0.x');
  });

  const attributes = 0x8000_0000;
  const DCL_FORMS: readonly [Sm1TokenKind, version: number, destination: number][] = [
    ['dclSampler', PS_2_0, destinationToken('sampler', 0)],
    ['dclSampler', VS_3_0, destinationToken('sampler', 0)],
    ['dclInput', PS_2_0, destinationToken('input', 0)],
    ['dclInput', PS_2_0, destinationToken('addressOrTexture', 0)],
    ['dclVertexInput', VS_1_1, destinationToken('input', 0)],
    ['dclVertexInput', VS_3_0, destinationToken('input', 0)],
    ['dclPixelInput', PS_3_0, destinationToken('input', 0)],
    ['dclPosition', PS_3_0, destinationToken('misc', 0)],
    ['dclFace', PS_3_0, destinationToken('misc', 1)],
    ['dclOutput', VS_3_0, destinationToken('outputOrTexCoordOut', 0)],
  ];
  for (const [kind, version, destination] of DCL_FORMS) {
    it(`${kind} in ${version.toString(16)}`, () => {
      expect(kinds(version, DCL, attributes, destination, END)[2]).toBe(kind);
    });
  }

  it('of literals, labels, predicates, comments and words after the end', () => {
    expect(kinds(VS_2_0, 0x0500_0051, destinationToken('const', 0), 1, 2, 3, 4, END).slice(3, 7)).toEqual(
      Array(4).fill('float'),
    );
    expect(kinds(VS_2_0, 0x0500_0030, destinationToken('constInt', 0), 1, 2, 3, 4, END)[4]).toBe('int');
    expect(kinds(VS_2_0, 0x0200_002f, destinationToken('constBool', 0), 1, END)[3]).toBe('bool');
    expect(kinds(VS_2_0, 0x0100_0019, registerToken('label', 3), END)[2]).toBe('label');
    expect(kinds(VS_2_0, 0x0100_0060, sourceToken('predicate', 0), END)[2]).toBe('predicate');
    expect(kinds(VS_2_0, 0x0003_fffe, 1, 2, 3, END, 7, 8)).toEqual([
      'version',
      'comment',
      'commentTag',
      'commentData',
      'commentData',
      'end',
      'trailing',
      'trailing',
    ]);
  });
});

describe('meanings', () => {
  it('say what an instruction is', () => {
    expect(meanings([PS_2_0, 0x0302_0042, END], 1)).toEqual([
      'opcode=texld',
      'controls=biased',
      'length=3 DWORDs follow',
    ]);
    expect(meanings([VS_3_0, 0x0203_0029, END], 1)).toContain('controls=ge');
    expect(meanings([PS_1_4, 0x4000_0001, END], 1)).toContain('co-issue=co-issued');
  });

  it('name registers as listings do', () => {
    const word = (version: number, token: number) => meanings([version, 1, token >>> 0, END], 2)[0];
    expect(word(PS_2_0, destinationToken('addressOrTexture', 3))).toBe('register number=t3');
    expect(word(VS_2_0, destinationToken('addressOrTexture', 0))).toBe('register number=a0');
    expect(word(VS_2_0, destinationToken('outputOrTexCoordOut', 1))).toBe('register number=oT1');
    expect(word(VS_3_0, destinationToken('outputOrTexCoordOut', 1))).toBe('register number=o1');
    expect(word(VS_2_0, destinationToken('const2', 1))).toBe('register number=c2049');
  });

  it('spell floats with the fewest digits that are the same float', () => {
    const word = (bits: number) =>
      meanings([VS_2_0, 0x0500_0051, destinationToken('const', 0), bits, 0, 0, 0, END], 3)[0];
    expect(word(0x3dcc_cccd)).toBe('value=0.1');
    expect(word(0x3f80_0000)).toBe('value=1');
    expect(word(0x8000_0000)).toBe('value=-0');
    expect(word(0x7f80_0000)).toBe('value=Infinity');
    expect(word(1)).toBe('value=1.4013e-45');
    expect(word(0x3f9e_0419)).toBe('value=1.2345');
  });
});

describe('what no right token has', () => {
  const mov = 0x0200_0001;
  const source = sourceToken('temp', 0);

  it('depends on the version', () => {
    const flagged = (version: number, token: number) => wrong([version, token >>> 0, END], 1);
    expect(flagged(VS_1_1, mov)).toEqual(['length']);
    expect(flagged(VS_2_0, mov)).toEqual([]);
    expect(flagged(VS_1_1, 1 | (1 << 28))).toEqual(['predicated']);
    expect(flagged(PS_1_4, 1 | (1 << 30))).toEqual([]);
    expect(flagged(PS_2_0, mov | (1 << 30))).toEqual(['co-issue']);
    expect(flagged(PS_2_0, mov | (1 << 29))).toEqual(['reserved']);
  });

  it('in controls, which loads and comparisons alone have', () => {
    const flagged = (version: number, token: number) => wrong([version, token >>> 0, END], 1);
    expect(flagged(PS_2_0, mov | (1 << 16))).toEqual(['controls']);
    expect(flagged(PS_2_0, 0x0302_0042)).toEqual([]);
    expect(flagged(PS_2_0, 0x0303_0042)).toEqual(['controls']);
    expect(flagged(VS_3_0, 0x0200_0029)).toEqual(['controls']);
    expect(flagged(VS_3_0, 0x0206_0029)).toEqual([]);
    expect(flagged(VS_3_0, 0x0207_0029)).toEqual(['controls']);
  });

  it('instead of a destination: a token without the parameter bit', () => {
    const words = [PS_2_0, mov, destinationToken('temp', 0) & 0x7fff_ffff, source, END];
    const [mark] = explain(words)[2]!.fields.filter(isInvalidField).slice(-1);
    expect(mark).toMatchObject({ rule: 'DP8', value: 0, expected: 1 });
    // Where no destination is wanted nothing is missing.
    expect(wrong([PS_2_0, 0, mov, destinationToken('temp', 0), source, END], 2)).toEqual([]);
  });

  it('in destinations', () => {
    const flagged = (version: number, bits: number, options = {}) =>
      wrong([version, mov, (destinationToken('temp', 0) | bits) >>> 0, source, END], 2, options);
    expect(flagged(VS_2_0, RELATIVE)).toEqual(['relative']);
    expect(flagged(VS_3_0, RELATIVE)).toEqual([]);
    expect(flagged(VS_3_0, 1 << 14)).toEqual(['minimum precision']);
    expect(flagged(VS_3_0, 1 << 14, { level9: true })).toEqual([]);
    expect(flagged(PS_1_4, 1 << 24)).toEqual([]);
    expect(flagged(PS_2_0, 1 << 24)).toEqual(['result shift']);
  });
});

describe('whole streams', () => {
  /** Each DWORD once and in order, its fields giving its value back. */
  function check(words: Uint32Array): void {
    const all = explain(words);
    expect(all.map(({ at }) => at)).toEqual([...words.keys()]);
    for (const { at, value, fields } of all) {
      expect(value).toBe(words[at]);
      expect(fields.reduce((word, { field, value }) => field.set(word, value), 0)).toBe(value);
    }
  }

  it('wild, damaged and random ones', { tags: 'slow' }, () => {
    const random = new Random(11);
    for (let i = 0; i < 150; i++) {
      const words = wildSm1Words(random);
      check(words);
      damageWords(words, random);
      check(words);
      check(Uint32Array.from({ length: random.below(40) }, () => random.word()));
    }
  });

  it('valid ones have nothing wrong', { tags: 'slow' }, () => {
    const random = new Random(12);
    for (let i = 0; i < 150; i++) {
      const flagged = explain(validSm1Words(random)).filter(({ fields }) => fields.some(isInvalidField));
      expect(flagged).toEqual([]);
    }
  });

  it('compiled ones have nothing wrong', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes, provenance } of readRecorded()) {
      if (detectFormat(bytes).format !== 'sm1' || provenance.how !== 'compiled') continue;
      count++;
      expect(explain(wordsOf(bytes)).filter(({ fields }) => fields.some(isInvalidField))).toEqual([]);
    }
    expect(count).toBeGreaterThan(20);
  });
});
