/**
 * Rules of single tokens, the same in all models: reserved bits, lengths, relative addresses, the attribute DWORD of `dcl`;
 * and the reading of an instruction into the judgement, which checks them on its way. All of these end validation.
 *
 * Not for: what an instruction means; that is judged by the rules of the model.
 */
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow } from '../../../isa/sm1/opcodes.ts';
import { Sm1EndToken, sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import { MAX_SOURCES, type Sm1Judgement } from '../instruction.ts';
import { rules } from '../rule.ts';

export const TOKEN_RULES = rules({
  instructionReserved: {
    codes: { vs11: 5305, vs20: 5305, vs30: 5305, ps11: 5001, ps14: 5001, ps20: 5001, ps30: 5001 },
    aborts: true,
    text: 'Reserved bits of the instruction token are set.',
    mend: 'Clear the bits that mean nothing in this version.',
    contract: ['IT2', 'IT4', 'IT5', 'IT6', 'IT7'],
  },
  unknownOpcode: {
    codes: { vs11: 5296, vs20: 5296, vs30: 5296, ps11: 5006, ps14: 5006, ps20: 5006, ps30: 5006 },
    aborts: true,
    text: 'There is no such instruction.',
    mend: 'Use an opcode of this stage.',
    contract: ['IT1'],
  },
  tokenCount: {
    codes: { vs11: 5309, vs20: 5309, vs30: 5309, ps11: 5005, ps14: 5005, ps20: 5005, ps30: 5005 },
    aborts: true,
    text: 'The instruction has another number of DWORDs than it can have.',
    mend: 'Give the instruction the operands that it takes.',
    contract: ['IT3'],
  },
  destinationReserved: {
    codes: { vs11: 5307, vs20: 5307, vs30: 5307, ps11: 5003, ps14: 5003, ps20: 5003, ps30: 5003 },
    aborts: true,
    text: 'Reserved bits of the destination token are set.',
    mend: 'Clear the bits that mean nothing in this version.',
    contract: ['DP3', 'DP4', 'DP7', 'DP8'],
  },
});

const DCL = SM1_OPCODES.dcl.code;
const HAS_DESTINATION = new Uint8Array(SM1_OPCODE_LIMIT);
const IS_DEF = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code < SM1_OPCODE_LIMIT && row.operands.includes('destination')) HAS_DESTINATION[row.code] = 1;
}
for (const row of [SM1_OPCODES.def, SM1_OPCODES.defi, SM1_OPCODES.defb]) IS_DEF[row.code] = 1;

/** Judges a comment. */
export function judgeSm1Comment(_j: Sm1Judgement): void {}

/** Judges the end token. */
export function judgeSm1End(j: Sm1Judgement): void {
  if (Sm1EndToken.reserved.test(j.token)) j.reportStream(TOKEN_RULES.instructionReserved, j.start);
}

/** Reads the tokens of an instruction into `j`, judging each; returns whether the model's rules are to judge it. */
export function decodeSm1Instruction(j: Sm1Judgement): boolean {
  const { words, token, opcode } = j;
  const relativeTokens = j.version >= 0x200;
  const end = Math.min(j.end, words.length);
  j.controls = (token >>> 16) & 0xff;
  j.predicated = (token & 0x1000_0000) !== 0;
  j.coissued = (token & 0x4000_0000) !== 0;
  j.attributesAt = -1;
  j.literalsAt = -1;
  j.destinationAt = -1;
  j.destinationType = 0;
  j.destinationNumber = 0;
  j.destinationMask = 0;
  j.destinationModifiers = 0;
  j.destinationShift = 0;
  j.destinationRelativeAt = -1;
  j.predicateAt = -1;
  j.sourceCount = 0;
  let p = j.start + 1;
  if (opcode === DCL && p < end) j.attributesAt = p++;
  if (opcode < SM1_OPCODE_LIMIT && HAS_DESTINATION[opcode] !== 0 && p < end && (words[p]! | 0) < 0) {
    const word = words[p]!;
    j.destinationAt = p++;
    j.destinationType = sm1RegisterType(word);
    j.destinationNumber = word & 0x7ff;
    j.destinationMask = (word >>> 16) & 15;
    j.destinationModifiers = (word >>> 20) & 15;
    j.destinationShift = (word >>> 24) & 15;
    if (relativeTokens && (word & 0x2000) !== 0 && p < end) j.destinationRelativeAt = p++;
  }
  if (j.predicated && p < end) j.predicateAt = p++;
  if (opcode < SM1_OPCODE_LIMIT && IS_DEF[opcode] !== 0) {
    j.literalsAt = p;
    return true;
  }
  while (p < end && (words[p]! | 0) < 0 && j.sourceCount < MAX_SOURCES) {
    const word = words[p]!;
    const n = j.sourceCount++;
    j.sourceAt[n] = p++;
    j.sourceType[n] = sm1RegisterType(word);
    j.sourceNumber[n] = word & 0x7ff;
    j.sourceSwizzle[n] = (word >>> 16) & 0xff;
    j.sourceModifier[n] = (word >>> 24) & 15;
    j.sourceRelativeAt[n] = (word & 0x2000) === 0 ? -1 : relativeTokens ? (p < end ? p++ : -1) : p - 1;
  }
  return true;
}
