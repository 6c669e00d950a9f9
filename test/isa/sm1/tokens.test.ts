/** The bit-fields of shader model 1-3 tokens, by the ids of the format rules that they serve. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import type { Field } from '../../../src/base/field.ts';
import {
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1EndToken,
  Sm1InstructionToken,
  Sm1LabelToken,
  Sm1OtherDclToken,
  Sm1PredicateToken,
  Sm1RelativeToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
  Sm1VersionToken,
  sm1RegisterType,
} from '../../../src/isa/sm1/tokens.ts';

/** The bits of a field as the documents write them. */
function bits(field: Field): string {
  const high = field.low + field.width - 1;
  return high === field.low ? `${high}` : `${high}:${field.low}`;
}

describe('fields by rule', () => {
  const RULES: readonly (readonly [rule: string, field: Field, bits: string])[] = [
    ['IT1', Sm1InstructionToken.opcode, '15:0'],
    ['IT2', Sm1InstructionToken.controls, '23:16'],
    ['IT3', Sm1InstructionToken.length, '27:24'],
    ['IT4', Sm1InstructionToken.predicated, '28'],
    ['IT5', Sm1InstructionToken.reserved, '29'],
    ['IT6', Sm1InstructionToken.coissue, '30'],
    ['IT7', Sm1InstructionToken.zero, '31'],
    ['DP1', Sm1DestinationToken.number, '10:0'],
    ['DP2', Sm1DestinationToken.typeLow, '30:28'],
    ['DP2', Sm1DestinationToken.typeHigh, '12:11'],
    ['DP3', Sm1DestinationToken.relative, '13'],
    ['DP4', Sm1DestinationToken.precision, '15:14'],
    ['DP5', Sm1DestinationToken.mask, '19:16'],
    ['DP6', Sm1DestinationToken.modifiers, '23:20'],
    ['DP7', Sm1DestinationToken.shift, '27:24'],
    ['DP8', Sm1DestinationToken.mark, '31'],
    ['DCL1', Sm1SamplerToken.textureType, '30:27'],
    ['DCL1', Sm1SamplerToken.reserved, '26:0'],
    ['DCL2', Sm1OtherDclToken.reserved, '30:0'],
    ['DCL3', Sm1UsageToken.usage, '4:0'],
    ['DCL3', Sm1UsageToken.index, '19:16'],
    ['DCL3', Sm1UsageToken.reserved5, '15:5'],
    ['DCL3', Sm1UsageToken.reserved20, '30:20'],
  ];
  for (const [rule, field, expected] of RULES) {
    it(`${rule}: ${field.name} is ${expected}`, () => expect(bits(field)).toBe(expected));
  }
});

describe('every token', () => {
  const TOKENS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
    version: Sm1VersionToken,
    instruction: Sm1InstructionToken,
    destination: Sm1DestinationToken,
    source: Sm1SourceToken,
    relative: Sm1RelativeToken,
    predicate: Sm1PredicateToken,
    label: Sm1LabelToken,
    usage: Sm1UsageToken,
    sampler: Sm1SamplerToken,
    plainDcl: Sm1OtherDclToken,
    comment: Sm1CommentToken,
    end: Sm1EndToken,
  };
  for (const [name, fields] of Object.entries(TOKENS)) {
    it(`${name}: each of the 32 bits belongs to one field`, () => {
      const owners = new Array<number>(32).fill(0);
      for (const field of Object.values(fields)) {
        for (let bit = field.low; bit < field.low + field.width; bit++) owners[bit]!++;
      }
      expect(owners).toEqual(new Array<number>(32).fill(1));
    });

    it(`${name}: taken apart and put together, a word is the same`, () => {
      const random = new Random(7);
      for (let i = 0; i < 200; i++) {
        const word = random.word();
        const again = Object.values(fields).reduce((made, field) => field.set(made, field.get(word)), 0);
        expect(again).toBe(word);
      }
    });
  }

  it('stores the five bits of a register type in two fields', () => {
    for (let type = 0; type < 32; type++) {
      const token = Sm1SourceToken.typeHigh.set(Sm1SourceToken.typeLow.set(0x8000_0000, type & 7), type >> 3);
      expect(sm1RegisterType(token)).toBe(type);
      expect(sm1RegisterType(token | 0)).toBe(type);
    }
  });
});
