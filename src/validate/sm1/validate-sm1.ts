/**
 * Validates an entire stream of shader model 1 to 3, cut into instructions as Microsoft's callers of the validator cut
 * it: by the length field from 2_0 on, before by the marks of parameter tokens (source: oracle).
 *
 * Not for: containers. Any words are accepted; damaged streams give diagnostics, not exceptions.
 */
import { SM1_VERSION } from '../../base/profile.ts';
import { SM1_COMMENT, SM1_END, SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { Sm1CommentToken, Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import type { Sm1Diagnostic } from './diagnostics.ts';
import { Sm1Validator } from './validator.ts';

export interface Sm1CheckResult {
  /** Nothing but warnings was found, and the stream has an end token. */
  readonly valid: boolean;
  /** In Microsoft's order. */
  readonly diagnostics: readonly Sm1Diagnostic[];
  /** How many diagnostics beyond the limit were left out. */
  readonly omitted: number;
  /** DWORD index of a token that Microsoft's validator refuses without naming a code; -1: there is none. */
  readonly silentAt: number;
}

const { low: LENGTH_LOW, ones: LENGTH_ONES } = Sm1InstructionToken.length;
/** DWORDs of `def` with its register and values. */
const DEF_LENGTH = 6;

/**
 * Checks a token stream, its version token first.
 *
 * @param flags 0 checks as the assembler does, 1 to 3 as the compiler does (source: oracle)
 */
export function checkSm1(words: Uint32Array, flags = 0): Sm1CheckResult {
  const validator = new Sm1Validator(flags);
  const limit = words.length;
  if (limit > 0 && validator.instruction(words, 0, 1)) {
    const counted = SM1_VERSION.major.get(words[0]!) >= 2;
    for (let at = 1; at < limit; ) {
      at = validator.fastRun(words, at);
      if (at >= limit) break;
      const token = words[at]!;
      // Most instructions have their length in them.
      const stated = counted && (token & 0xffff) < SM1_COMMENT;
      const length = Math.min(stated ? 1 + ((token >>> LENGTH_LOW) & LENGTH_ONES) : lengthAt(words, at), limit - at);
      if (!validator.slowInstruction(words, at, length)) break;
      at += length;
    }
  }
  const valid = validator.end();
  const { diagnostics, omitted, silentAt } = validator;
  return { valid, diagnostics, omitted, silentAt };
}

/** DWORDs of the instruction at `at` that does not state its length; may reach past the words. */
function lengthAt(words: Uint32Array, at: number): number {
  const token = words[at]!;
  const opcode = token & 0xffff;
  if (opcode === SM1_END) return 1;
  if (opcode === SM1_COMMENT) return 1 + Sm1CommentToken.length.get(token);
  if (opcode === SM1_OPCODES.def.code) return DEF_LENGTH;
  let end = at + 1;
  while (end < words.length && (words[end]! | 0) < 0) end++;
  return end - at;
}
