/**
 * Rules of single tokens, the same in all models: reserved bits, lengths, relative addresses, the attribute DWORD of
 * `dcl`; and the reading of an instruction into the validation context, which checks them on its way. All of these end
 * validation.
 *
 * The order is Microsoft's (source: oracle): instruction token, attributes of `dcl`, destination, predicate, sources,
 * then the number of tokens, last whether there is such an opcode at all.
 *
 * Not for: what an instruction means; that is checked by the rules of the model.
 */
import { IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_END, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { Sm1CommentToken, Sm1InstructionToken, sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow, XCode } from '../../rule.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';

const allModels = (vs: XCode, ps: XCode) => ({
  vs11: vs,
  vs20: vs,
  vs30: vs,
  ps11: ps,
  ps14: ps,
  ps20: ps,
  ps30: ps,
});

export const INSTRUCTION_RESERVED_RULE: Sm1RuleRow = {
  codes: allModels('X5305', 'X5001'),
  aborts: true,
  text: 'Reserved bits of the instruction token are set.',
  hint: 'Clear the bits that have no meaning in this version.',
  specRules: ['IT2', 'IT4', 'IT5', 'IT6', 'IT7'],
};
export const UNKNOWN_OPCODE_RULE: Sm1RuleRow = {
  codes: allModels('X5296', 'X5006'),
  aborts: true,
  text: 'Opcode {opcode} does not exist in this stage.',
  hint: 'Use an opcode of this stage.',
  specRules: ['IT1'],
};
export const DCL_COUNT_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5306', vs30: 'X5306', ps11: 'X5002', ps14: 'X5002', ps20: 'X5002', ps30: 'X5002' },
  aborts: true,
  text: 'A `dcl` does not have exactly two DWORDs after the instruction token, attributes and register.',
  hint: 'Give `dcl` one register; remove it from pixel shaders before 2_0.',
  specRules: ['IT3'],
};
export const DESTINATION_RESERVED_RULE: Sm1RuleRow = {
  codes: allModels('X5307', 'X5003'),
  aborts: true,
  text: 'Reserved bits of the destination token are set.',
  hint: 'Clear the bits that have no meaning in this version.',
  specRules: ['DP3', 'DP4', 'DP7', 'DP8'],
};
export const SOURCE_RESERVED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5308', vs30: 'X5308', ps11: 'X5004', ps14: 'X5004', ps20: 'X5004', ps30: 'X5004' },
  aborts: true,
  text: 'Reserved bits of a source token are set.',
  hint: 'Clear the bits that have no meaning in this version.',
};
export const TOKEN_COUNT_RULE: Sm1RuleRow = {
  codes: allModels('X5309', 'X5005'),
  aborts: true,
  text: 'The instruction has a number of DWORDs that no instruction has.',
  hint: 'Give the instruction the operands that it takes.',
  specRules: ['IT3'],
};
export const LENGTH_FIELD_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5543', vs30: 'X5543', ps20: 'X5542', ps30: 'X5542' },
  aborts: true,
  text: 'The length in the instruction token is {length}, but the operands have {count} DWORDs.',
  hint: 'Set the length to the number of DWORDs after the instruction token.',
  specRules: ['IT3'],
};
export const DESTINATION_RELATIVE_MARK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5802', vs30: 'X5802' },
  aborts: true,
  text: 'The destination is addressed relatively, but no register token follows.',
  hint: 'Put the token of the address register, bit 31 set, after the destination.',
  specRules: ['DP3'],
};
export const DESTINATION_RELATIVE_RESERVED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5805', vs30: 'X5805' },
  aborts: true,
  text: 'Reserved bits are set in the token that the destination is relative to.',
  hint: 'Clear the bits that have no meaning in this version.',
};
export const DESTINATION_RELATIVE_LOOP_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5709', vs30: 'X5709' },
  aborts: true,
  text: 'aL is a scalar and takes no swizzle where the destination is relative to it.',
  hint: 'Write `[aL]`.',
};
export const DESTINATION_RELATIVE_COMPONENT_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5475', vs30: 'X5475' },
  aborts: true,
  text: 'The destination is addressed relative to more than one component.',
  hint: 'Choose one component of the address register.',
};
export const SOURCE_RELATIVE_MARK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5803', vs30: 'X5803', ps30: 'X5474' },
  aborts: true,
  text: 'A source is addressed relatively, but no register token follows.',
  hint: 'Put the token of the address register, bit 31 set, after the source.',
};
export const SOURCE_RELATIVE_RESERVED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5806', vs30: 'X5806', ps30: 'X5476' },
  aborts: true,
  text: 'Reserved bits are set in the token that a source is relative to.',
  hint: 'Clear the bits that have no meaning in this version.',
};
export const SOURCE_RELATIVE_LOOP_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5710', vs30: 'X5710', ps30: 'X5371' },
  aborts: true,
  text: 'aL is a scalar and takes no swizzle where a source is relative to it.',
  hint: 'Write `[aL]`.',
};
export const SOURCE_RELATIVE_COMPONENT_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5804', vs30: 'X5804' },
  aborts: true,
  text: 'A source is addressed relative to more than one component.',
  hint: 'Choose one component of the address register, as in `c[a0.x]`.',
};
export const ATTRIBUTES_MARK_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5540', vs30: 'X5540', ps20: 'X5541', ps30: 'X5541' },
  aborts: true,
  text: 'Bit 31 of the attributes of `dcl` is not set.',
  hint: 'Set bit 31, as in every token of a parameter.',
  specRules: ['DCL1', 'DCL2', 'DCL3'],
};
export const ATTRIBUTES_RESERVED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5487', ps30: 'X5487' },
  aborts: true,
  text: 'Reserved bits of the attributes of `dcl` are set.',
  hint: 'Clear the bits that have no meaning for a register of this type.',
  specRules: ['DCL1', 'DCL2', 'DCL4', 'DCL5', 'DCL6'],
};

const DCL = SM1_OPCODES.dcl.code;
const SAMPLER = SM1_REGISTERS.sampler.code;
const LOOP = SM1_REGISTERS.loop.code;

/** No destination in front. */
const SOURCES_ONLY = 1;
/** Raw DWORDs after the destination. */
const RAW_1 = 2;
const RAW_4 = 4;
/**
 * The layout of the operands of an opcode, as Microsoft reads it: {@link SOURCES_ONLY}, {@link RAW_1}, {@link RAW_4};
 * 0: a destination and sources (source: oracle).
 */
const SHAPES = sm1OpcodeTable((row) => {
  const literals = sm1LiteralCount(row);
  if (literals > 0) return literals === 1 ? RAW_1 : RAW_4;
  // A destination is looked for before `nop`, too.
  return row.category === 'flow' ? SOURCES_ONLY : 0;
});

const LENGTH = 0x0f00_0000;
const PREDICATED = 0x1000_0000;
const COISSUE = 0x4000_0000;
const RELATIVE = 0x2000;
/** Bits 15:13 and 27:24 of a token that an operand is relative to. */
const RELATIVE_RESERVED = 0x0f00_e000;
/** Number, type, swizzle and marks aside. */
const SAMPLER_ATTRIBUTES_RESERVED = 0x07ff_ffff;

/** Checks a comment: its length must be that of the DWORDs that are there. */
export function checkSm1Comment(ctx: Sm1ValidationContext): void {
  if (ctx.end - ctx.start !== 1 + Sm1CommentToken.length.get(ctx.token)) ctx.reportStream(TOKEN_COUNT_RULE, ctx.start);
}

export function checkSm1End(ctx: Sm1ValidationContext): void {
  if ((ctx.token & ctx.reserved.instruction) !== 0) ctx.reportStream(INSTRUCTION_RESERVED_RULE, ctx.start);
  else if (ctx.version >= 0x200 && (ctx.token & LENGTH) !== 0) reportLength(ctx, 0);
  else if (ctx.token !== SM1_END) ctx.report(UNKNOWN_OPCODE_RULE, ctx.start, { opcode: SM1_END });
}

/**
 * Reads the tokens of an instruction into `ctx`, validating each; returns whether the rules of the model are to check
 * it.
 */
export function decodeSm1Instruction(ctx: Sm1ValidationContext): boolean {
  const { words, token, opcode, reserved } = ctx;
  const end = ctx.end;
  const small = opcode < SM1_OPCODE_LIMIT;
  ctx.controls = (token >>> 16) & 0xff;
  ctx.predicated = (token & PREDICATED) !== 0;
  ctx.coissued = (token & COISSUE) !== 0;
  ctx.attributesAt = -1;
  ctx.literalsAt = -1;
  ctx.destinationAt = -1;
  ctx.destinationType = 0;
  ctx.destinationNumber = 0;
  ctx.destinationMask = 0;
  ctx.destinationModifiers = 0;
  ctx.destinationShift = 0;
  ctx.destinationRelativeAt = -1;
  ctx.predicateAt = -1;
  ctx.sourceCount = 0;
  ctx.sourceFaults = 0;
  const mask = small && reserved.controls[opcode] !== 0 ? reserved.instructionWithControls : reserved.instruction;
  if ((token & mask) !== 0) {
    ctx.reportStream(INSTRUCTION_RESERVED_RULE, ctx.start);
    return false;
  }
  let p = ctx.start + 1;
  if (opcode === DCL) {
    if (!checkDcl(ctx, p)) return false;
    if (p < end) ctx.attributesAt = p++;
  }
  const shape = small ? SHAPES[opcode]! : 0;
  if ((shape !== SOURCES_ONLY || reserved.destinationFirst) && p < end && (words[p]! | 0) < 0) {
    const word = words[p]!;
    ctx.destinationAt = p++;
    if ((word & reserved.destination) !== 0) {
      ctx.reportStream(DESTINATION_RESERVED_RULE, ctx.destinationAt);
      return false;
    }
    ctx.destinationType = sm1RegisterType(word);
    ctx.destinationNumber = word & 0x7ff;
    ctx.destinationMask = (word >>> 16) & 15;
    ctx.destinationModifiers = (word >>> 20) & 15;
    ctx.destinationShift = (word >>> 24) & 15;
    if ((word & RELATIVE) !== 0) {
      // Constants have no such token: the word is a value.
      ctx.destinationRelativeAt = p < end && shape <= SOURCES_ONLY ? p++ : words.length;
      if (p > ctx.destinationAt + 1 && !checkDestinationRelative(ctx)) return false;
    }
    if (opcode === DCL && !checkAttributes(ctx)) return false;
  }
  // The predicate is taken as it comes, its mark too (source: oracle); where there is none, a word of zeros is read.
  // Constants have none.
  if (ctx.predicated && shape <= SOURCES_ONLY) ctx.predicateAt = p < end ? p++ : words.length;
  if (shape > SOURCES_ONLY && ctx.destinationAt >= 0) {
    if (p < end) {
      if (end - p !== (shape === RAW_1 ? 1 : 4)) {
        ctx.reportStream(TOKEN_COUNT_RULE, ctx.start);
        return false;
      }
      ctx.lastLiteralsAt = p;
      p = end;
    }
    // A constant without values is taken, with those of the one before it (source: oracle).
    ctx.literalsAt = ctx.lastLiteralsAt < 0 ? words.length : ctx.lastLiteralsAt;
  }
  while (p < end && (words[p]! | 0) < 0) {
    const word = words[p]!;
    const n = ctx.sourceCount;
    if (n === MAX_SOURCES) {
      ctx.reportStream(TOKEN_COUNT_RULE, ctx.start);
      return false;
    }
    ctx.sourceAt[n] = p;
    if ((word & reserved.source) !== 0) {
      ctx.reportStream(SOURCE_RESERVED_RULE, p);
      return false;
    }
    ctx.sourceCount = n + 1;
    ctx.sourceType[n] = sm1RegisterType(word);
    ctx.sourceNumber[n] = word & 0x7ff;
    ctx.sourceSwizzle[n] = (word >>> 16) & 0xff;
    ctx.sourceModifier[n] = (word >>> 24) & 15;
    p++;
    if ((word & RELATIVE) === 0) ctx.sourceRelativeAt[n] = -1;
    else if (!reserved.sourceTokens) ctx.sourceRelativeAt[n] = p - 1;
    else if (p >= end) ctx.sourceRelativeAt[n] = words.length;
    else {
      ctx.sourceRelativeAt[n] = p++;
      if (!checkSourceRelative(ctx, n)) return false;
    }
  }
  if (ctx.version >= 0x200) {
    if (p - ctx.start - 1 !== Sm1InstructionToken.length.get(token)) {
      reportLength(ctx, p - ctx.start - 1);
      return false;
    }
  }
  if (small ? reserved.known[opcode] === 0 : !reserved.phase || opcode !== SM1_OPCODES.phase.code) {
    ctx.report(UNKNOWN_OPCODE_RULE, ctx.start, { opcode });
    return false;
  }
  return true;
}

function reportLength(ctx: Sm1ValidationContext, count: number): void {
  ctx.reportStream(LENGTH_FIELD_RULE, ctx.start, { length: Sm1InstructionToken.length.get(ctx.token), count });
}

/** Checks the length of `dcl` and its attributes at `at`. */
function checkDcl(ctx: Sm1ValidationContext, at: number): boolean {
  if (ctx.model === 'vs11') return true;
  if (Sm1InstructionToken.length.get(ctx.token) !== 2) ctx.reportStream(DCL_COUNT_RULE, ctx.start);
  else if (at < ctx.end && (ctx.words[at]! | 0) >= 0) ctx.reportStream(ATTRIBUTES_MARK_RULE, at);
  return !ctx.aborted;
}

/** Checks the attributes of `dcl` once it is known what it declares. */
function checkAttributes(ctx: Sm1ValidationContext): boolean {
  let { attributes } = ctx.reserved;
  if (attributes !== 0 && ctx.destinationType === SAMPLER) attributes = SAMPLER_ATTRIBUTES_RESERVED;
  if ((ctx.words[ctx.attributesAt]! & attributes) === 0) return true;
  ctx.reportStream(ATTRIBUTES_RESERVED_RULE, ctx.attributesAt);
  return false;
}

function checkDestinationRelative(ctx: Sm1ValidationContext): boolean {
  if (!ctx.reserved.destinationTokens || ctx.destinationRelativeAt >= ctx.end) return true;
  const word = ctx.words[ctx.destinationRelativeAt]!;
  const swizzle = (word >>> 16) & 0xff;
  let rule: Sm1RuleRow = DESTINATION_RELATIVE_MARK_RULE;
  if ((word | 0) < 0) {
    if ((word & RELATIVE_RESERVED) !== 0) rule = DESTINATION_RELATIVE_RESERVED_RULE;
    else if (sm1RegisterType(word) === LOOP) {
      if (swizzle === IDENTITY_SWIZZLE) return true;
      rule = DESTINATION_RELATIVE_LOOP_RULE;
    } else {
      if (isReplicateSwizzle(swizzle)) return true;
      rule = DESTINATION_RELATIVE_COMPONENT_RULE;
    }
  }
  ctx.reportStream(rule, ctx.destinationRelativeAt);
  return false;
}

function checkSourceRelative(ctx: Sm1ValidationContext, n: number): boolean {
  const at = ctx.sourceRelativeAt[n]!;
  const word = ctx.words[at]!;
  const swizzle = (word >>> 16) & 0xff;
  let rule: Sm1RuleRow = SOURCE_RELATIVE_MARK_RULE;
  if ((word | 0) < 0) {
    if ((word & RELATIVE_RESERVED) !== 0) rule = SOURCE_RELATIVE_RESERVED_RULE;
    else if (sm1RegisterType(word) === LOOP) {
      if (swizzle === IDENTITY_SWIZZLE) return true;
      rule = SOURCE_RELATIVE_LOOP_RULE;
    } else {
      if (isReplicateSwizzle(swizzle)) return true;
      if (ctx.model === 'ps30') {
        // Microsoft's validator fails there without a word (source: oracle).
        ctx.diagnostics.failSilently(at);
        ctx.aborted = true;
        return false;
      }
      rule = SOURCE_RELATIVE_COMPONENT_RULE;
    }
  }
  ctx.reportStream(rule, at);
  return false;
}
