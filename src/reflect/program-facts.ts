/**
 * What reflection takes out of the program itself: a look at its declarations, without finding or decoding its instructions.
 *
 * Not for: counting instructions; reflection gives the counts that the compiler wrote.
 */
import { FEATURES } from '../container/sfi0.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from '../isa/sm4/opcodes.ts';
import { SM4_HEADER_WORDS } from '../isa/sm4/scan.ts';
import { SM4_FLAGGED_FEATURES, Sm4OpcodeToken } from '../isa/sm4/tokens.ts';

export interface ProgramFacts {
  readonly threadGroupSize: readonly [number, number, number];
  /** `D3D_SHADER_REQUIRES_*` bits for what `dcl_globalFlags` names. */
  readonly requires: number;
}

/** Each global flag that names a feature, with the bit of the feature. */
const FLAGS = Object.entries(SM4_FLAGGED_FEATURES).map(
  ([feature, field]) => [field, 1 << FEATURES[feature as keyof typeof SM4_FLAGGED_FEATURES]] as const,
);

const CUSTOM_DATA = SM4_OPCODES.customdata.code;
const GLOBAL_FLAGS = SM4_OPCODES.dcl_globalFlags.code;
const THREAD_GROUP = SM4_OPCODES.dcl_thread_group.code;

/** Reads the declarations at the start of the program in `words`, version token first. */
export function programFacts(words: Uint32Array): ProgramFacts {
  const end = Math.min(words[1] ?? 0, words.length);
  let flags = 0;
  let threadGroup = -1;
  for (let at = SM4_HEADER_WORDS; at < end; ) {
    const token = words[at]!;
    const opcode = Sm4OpcodeToken.opcode.get(token);
    const length = opcode === CUSTOM_DATA ? (words[at + 1] ?? 0) : Sm4OpcodeToken.length.get(token);
    if (length === 0) break;
    if (opcode === GLOBAL_FLAGS) flags |= token;
    else if (opcode === THREAD_GROUP) threadGroup = at;
    else if (SM4_OPCODE_BY_CODE[opcode]?.kind === 'instruction') break;
    at += length;
  }
  return {
    threadGroupSize:
      threadGroup < 0
        ? [0, 0, 0]
        : [words[threadGroup + 1] ?? 0, words[threadGroup + 2] ?? 0, words[threadGroup + 3] ?? 0],
    requires: flags === 0 ? 0 : requiresOf(flags),
  };
}

function requiresOf(flags: number): number {
  let requires = 0;
  for (const [field, bit] of FLAGS) if (field.test(flags)) requires |= bit;
  return requires;
}
