/**
 * Preshaders and texture shaders (tx_1_0): the code of effects that runs on the CPU. Both are a stream of comments: a
 * constant table (CTAB), literals (CLIT, doubles), code (FXLC). This reads the code.
 *
 * Not for: the constant table (container/ctab.ts), spelling (text/preshader.ts).
 *
 * Source: oracle, by writing streams and looking at their listings.
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { fields } from '../../base/field.ts';
import { wordsOf } from '../../base/words.ts';
import { findSm1Comment, Sm1CommentTag, TEXTURE_SHADER_STAGE } from './comments.ts';
import { SM1_MESSAGES } from './messages.ts';
import { Sm1VersionToken } from './tokens.ts';

/** The first DWORD of an instruction of the code. */
export const PreshaderToken = /* @__PURE__ */ fields({
  components: [0, 20],
  opcode: [20, 11],
  scalar: [31, 1],
});

/** Operations, as listings spell them: those with consecutive numbers by the first of these. */
const OPCODE_RUNS: Readonly<Record<number, readonly string[]>> = {
  256: ['mov', 'neg'],
  259: ['rcp', 'frc', 'exp', 'log', 'rsq', 'sin', 'cos', 'asin', 'acos', 'atan'],
  274: ['sqrt'],
  288: ['ineg', 'not'],
  304: ['itof', 'utof', 'ftoi', 'ftou', 'btof', 'btoi', 'itob', 'ftob', 'round', 'floor', 'ceil'],
  512: ['min', 'max', 'lt', 'ge', 'add', 'mul', 'atan2'],
  520: ['div'],
  528: ['bilt', 'bige', 'bieq', 'bine', 'buge', 'bult', 'iadd', 'idiv'],
  537: ['imul', 'udiv', 'umod', 'umul', 'imin', 'imax', 'umin', 'umax'],
  560: ['and', 'or'],
  563: ['xor', 'ishl', 'ishr', 'ushr'],
  768: ['cmp', 'movc'],
  1280: ['dot'],
  1282: ['noise'],
  1806: ['d3ds_dotswiz'],
  1809: ['d3ds_noiseswiz'],
};

/** Operations by number, as listings spell them. */
export const PRESHADER_OPCODES: Readonly<Record<number, string>> = /* @__PURE__ */ Object.fromEntries(
  Object.entries(OPCODE_RUNS).flatMap(([first, names]) => names.map((name, i) => [Number(first) + i, name])),
);

export interface PreshaderOperandRow {
  readonly code: number;
  /** Before the register number; a preshader names its outputs as constants. */
  readonly name: string;
  readonly preshaderName?: string;
  /** The name under relative addressing and as an index, where it differs. */
  readonly relativeName?: string;
  /** Registers that have a name of their own, from 0 on. */
  readonly named?: readonly string[];
}

// biome-ignore format: one row, one line
export const PRESHADER_OPERANDS = {
  literal: { code: 1, name: 'l' },
  constant: { code: 2, name: 'c' },
  input: { code: 3, name: 'v', named: ['vPos', 'vPSize'] },
  floatOutput: { code: 4, name: 'oC', preshaderName: 'c', relativeName: 'of' },
  boolOutput: { code: 5, name: 'ob' },
  intOutput: { code: 6, name: 'oi' },
  temp: { code: 7, name: 'r' },
  pointer: { code: 9, name: 'ip' },
} as const satisfies Record<string, PreshaderOperandRow>;

/** The code of one preshader or texture shader. */
export interface PreshaderCode {
  /** All words of the stream that contains it. */
  readonly words: Uint32Array;
  /** DWORD index of the count of instructions. */
  readonly start: number;
  /** DWORD index past the code. */
  readonly end: number;
  /** Instructions that the code declares. */
  readonly count: number;
  /** DWORD index of the first literal, two DWORDs each. */
  readonly literals: number;
  readonly literalCount: number;
}

/** Returns the code of the stream of comments that begins at DWORD `from`; undefined if it has none. */
export function readPreshaderCode(
  words: Uint32Array,
  from = 0,
  limit: number = words.length,
): PreshaderCode | undefined {
  const code = findSm1Comment(words, Sm1CommentTag.code, from, limit);
  if (code === undefined || code.start === code.end) return undefined;
  const literals = findSm1Comment(words, Sm1CommentTag.literals, from, limit);
  const declared = literals && literals.start < literals.end ? words[literals.start]! : 0;
  const room = literals ? (literals.end - literals.start - 1) >> 1 : 0;
  return {
    words,
    start: code.start,
    end: code.end,
    count: words[code.start]!,
    literals: (literals?.start ?? 0) + 1,
    literalCount: Math.min(declared, room),
  };
}

/** One instruction of the code at a time; positions are DWORD indices into the words. */
export class PreshaderCursor {
  readonly code: PreshaderCode;
  /** DWORD index of the instruction. */
  start = 0;
  /** DWORD index past its output. */
  end = 0;
  opcode = 0;
  components = 0;
  scalar = false;
  inputCount = 0;
  /** DWORD index of the first input. */
  inputs = 0;
  /** DWORD index of the output. */
  output = 0;

  constructor(code: PreshaderCode) {
    this.code = code;
    this.end = code.start + 1;
  }

  /** Moves to the next instruction; false when it extends past the code. */
  next(): boolean {
    const { words, end: limit } = this.code;
    const at = this.end;
    if (at + 2 > limit) return false;
    const token = words[at]!;
    this.start = at;
    this.opcode = PreshaderToken.opcode.get(token);
    this.components = PreshaderToken.components.get(token);
    this.scalar = PreshaderToken.scalar.test(token);
    this.inputCount = words[at + 1]!;
    this.inputs = at + 2;
    let p = this.inputs;
    for (let i = 0; i < this.inputCount; i++) {
      p = this.after(p);
      if (p < 0) return false;
    }
    this.output = p;
    const end = this.after(p);
    if (end < 0) return false;
    this.end = end;
    return true;
  }

  /**
   * Returns the DWORD index past the operand at `at`: a count of indices, a pair for each, a pair for the register; -1 where it
   * is cut off.
   */
  after(at: number): number {
    const { words, end: limit } = this.code;
    if (at >= limit) return -1;
    const next = at + 3 + 2 * words[at]!;
    return next <= limit ? next : -1;
  }
}

/** A texture shader as its own words. */
export interface TxProgram {
  readonly kind: 'tx';
  readonly words: Uint32Array;
  readonly major: number;
  readonly minor: number;
  readonly code: PreshaderCode | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a texture shader (tx_1_0), its version token first. The `diagnostics` of the program report what cannot be read.
 *
 * @throws TypeError when `program` holds no bytes
 */
export function readTx(program: ByteSource): TxProgram {
  return readTxWords(wordsOf(toBytes(program, 'readTx', 'program')));
}

/** {@link readTx} for readers of files: also reports to `diagnostics` what cannot be read. */
export function readTxWords(words: Uint32Array, diagnostics: Diagnostics = new Diagnostics()): TxProgram {
  const version = words[0] ?? 0;
  if (words.length === 0) diagnostics.report(SM1_MESSAGES.DX2001, 0, 0);
  else if (Sm1VersionToken.stage.get(version) !== TEXTURE_SHADER_STAGE) {
    diagnostics.report(SM1_MESSAGES.DX2002, 0, 4, { token: hex(version, 8) });
  }
  const code = readPreshaderCode(words);
  if (code === undefined) diagnostics.report(SM1_MESSAGES.DX2020, 0, 4 * words.length);
  else reportCode(code, diagnostics);
  return {
    kind: 'tx',
    words,
    major: Sm1VersionToken.major.get(version),
    minor: Sm1VersionToken.minor.get(version),
    code,
    diagnostics: diagnostics.list,
  };
}

/** Reports where code is cut off. */
export function reportCode(code: PreshaderCode, diagnostics: Diagnostics): void {
  const cursor = new PreshaderCursor(code);
  for (let i = 0; i < code.count; i++) {
    if (cursor.next()) continue;
    diagnostics.report(SM1_MESSAGES.DX2021, 4 * cursor.end, 4 * code.end, { count: code.count, found: i });
    return;
  }
}
