/**
 * Whether bytes are a token stream of shader model 1-3, so strictly that data which is none hardly passes: a published
 * version, only opcodes that it has, the operands that each takes, registers that exist, something written, and the end
 * token.
 *
 * Not for: validating (validate/), or reading streams that a person names, which may be damaged.
 */
import { SM1_PIXEL, SM1_VERTEX } from '../base/profile.ts';
import {
  isSm1Literal,
  SM1_COMMENT,
  SM1_END,
  type Sm1OperandRow,
  Sm1Version,
  sm1HasOpcode,
  sm1OpcodeRow,
  sm1Operands,
} from '../isa/sm1/opcodes.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS } from '../isa/sm1/registers.ts';
import {
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1VersionToken,
  sm1RegisterType,
} from '../isa/sm1/tokens.ts';

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The low halves of version tokens that compilers write, by stage; 1_0 has the opcodes of 1_1. */
const VERSIONS: Readonly<Record<'vs' | 'ps', ReadonlySet<number>>> = {
  vs: new Set([v1_1, v2_0, v2_x, v2_sw, v3_0, v3_sw]),
  ps: new Set([v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw]),
};
const VERSION_1_0 = 0x100;

/** Bit 31, which parameter tokens have and instruction tokens do not. */
const MARK = 0x8000_0000;
const ADDRESS = SM1_REGISTERS.addressOrTexture.code;
const LOOP = SM1_REGISTERS.loop.code;
const PREDICATE = SM1_REGISTERS.predicate.code;

/** The result of {@link carveSm1}. */
export interface Sm1Attempt {
  /** Whether the words begin with a stream. */
  readonly passed: boolean;
  /** DWORDs of the stream up to and including the end token, or DWORDs that were read until it was none. */
  readonly length: number;
}

/** Whether the low half of a version token belongs to a published version of the stage in its high half. */
export function isPublishedSm1Version(token: number): boolean {
  const stage = token >>> 16 === SM1_VERTEX ? 'vs' : token >>> 16 === SM1_PIXEL ? 'ps' : undefined;
  if (stage === undefined) return false;
  const version = token & 0xffff;
  return version === VERSION_1_0 || VERSIONS[stage].has(version);
}

/** Reads the stream that begins with the first of `words`, strictly. */
export function carveSm1(words: Uint32Array): Sm1Attempt {
  const token = words[0] ?? 0;
  if (!isPublishedSm1Version(token)) return { passed: false, length: 1 };
  const stage = token >>> 16 === SM1_VERTEX ? 'vs' : 'ps';
  const version = Math.max(token & 0xffff, v1_1);
  const hasLengths = Sm1VersionToken.major.get(token) >= 2;
  let writes = 0;
  let at = 1;
  while (at < words.length) {
    const word = words[at]!;
    if (word === SM1_END) return { passed: writes > 0, length: at + 1 };
    const opcode = word & 0xffff;
    if (opcode === SM1_COMMENT) {
      if ((word & MARK) !== 0) break;
      at += 1 + Sm1CommentToken.length.get(word);
      continue;
    }
    const row = sm1OpcodeRow(opcode);
    if (row === undefined || !sm1HasOpcode(row, stage, version)) break;
    if (Sm1InstructionToken.zero.test(word) || Sm1InstructionToken.reserved.test(word)) break;
    if (row.controls === undefined && Sm1InstructionToken.controls.get(word) !== 0) break;
    const predicated = Sm1InstructionToken.predicated.test(word);
    if (predicated && version < v2_x) break;
    const end = operandsEnd(words, at + 1, sm1Operands(row, version), predicated, hasLengths);
    if (end === undefined) break;
    if (Sm1InstructionToken.length.get(word) !== (hasLengths ? end - at - 1 : 0)) break;
    if (row.category !== 'declaration' && row.category !== 'constant' && row.operands[0]?.role === 'destination')
      writes++;
    at = end;
  }
  return { passed: false, length: Math.min(at, words.length) };
}

/** The index after the operands at `at`; undefined if they are not those of the opcode. */
function operandsEnd(
  words: Uint32Array,
  at: number,
  operands: readonly Sm1OperandRow[],
  predicated: boolean,
  hasAddressTokens: boolean,
): number | undefined {
  let next = at;
  for (const operand of operands) {
    if (next >= words.length) return undefined;
    const token = words[next++]!;
    if (isSm1Literal(operand)) continue;
    if ((token & MARK) === 0) return undefined;
    if (operand.role === 'attributes') continue;
    if (SM1_REGISTER_BY_CODE[sm1RegisterType(token)] === undefined) return undefined;
    if (operand.role === 'destination' && Sm1DestinationToken.mask.get(token) === 0) return undefined;
    if (hasAddressTokens && Sm1DestinationToken.relative.test(token) && !isRegister(words[next++], ADDRESS, LOOP))
      return undefined;
    if (operand.role === 'destination' && predicated && !isRegister(words[next++], PREDICATE, PREDICATE))
      return undefined;
  }
  return next <= words.length ? next : undefined;
}

/** Whether `token` is a source token that names a register of type `one` or `other`. */
function isRegister(token: number | undefined, one: number, other: number): boolean {
  if (token === undefined || (token & MARK) === 0) return false;
  const type = sm1RegisterType(token);
  return type === one || type === other;
}
