/**
 * The declarations that reflection and listings read at the start of a program of shader models 4.0 to 5.1: global flags and
 * thread group. Only lengths are read on the way; no instruction is decoded.
 *
 * Not for: everything that a program declares (declarations.ts).
 */
import { SM4_DCL_GLOBAL_FLAGS, SM4_DCL_THREAD_GROUP, sm4IsLeading } from './leading-opcodes.ts';
import { SM4_HEADER_WORDS, sm4InstructionLength } from './scan.ts';
import { Sm4OpcodeToken } from './tokens.ts';

/** The declarations at the start of a program that reflection and listings use. */
export interface Sm4LeadingDeclarations {
  /** The tokens of all `dcl_globalFlags`, combined; 0 without. */
  readonly globalFlags: number;
  /** Threads of a group as declared last; zeros without. */
  readonly threadGroupSize: readonly [number, number, number];
}

/**
 * Reads the declarations before the first instruction of the program in `words`, version token first. It neither finds nor
 * decodes the instructions after them.
 */
export function readSm4LeadingDeclarations(words: Uint32Array): Sm4LeadingDeclarations {
  const end = Math.min(words[1] ?? 0, words.length);
  let globalFlags = 0;
  let group = -1;
  for (let at = SM4_HEADER_WORDS; at < end; ) {
    const token = words[at]!;
    const opcode = Sm4OpcodeToken.opcode.get(token);
    const length = sm4InstructionLength(words, at);
    if (length === 0 || !sm4IsLeading(opcode)) break;
    if (opcode === SM4_DCL_GLOBAL_FLAGS) globalFlags |= token;
    else if (opcode === SM4_DCL_THREAD_GROUP) group = at;
    at += length;
  }
  return { globalFlags, threadGroupSize: group < 0 ? [0, 0, 0] : threeWords(words, group + 1) };
}

function threeWords(words: Uint32Array, at: number): [number, number, number] {
  return [words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0];
}
