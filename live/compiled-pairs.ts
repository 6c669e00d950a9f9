/**
 * Compares a shader that dxlens compiled with that of Microsoft's compiler for one source: validation, reflection,
 * signatures, the number of instructions, and the runs of both programs on random inputs.
 *
 * Not for: effects (smith/checks/effect*-comparison.ts), sources that are refused (the comparisons that use this one).
 */
import { compareLevel9 } from '../smith/checks/level9-runs.ts';
import { compareRecompiled } from '../smith/checks/recompiled-runs.ts';
import { compareTextures } from '../smith/checks/texture-runs.ts';
import { isSameBytes } from '../src/base/bytes.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { wordsOf } from '../src/base/words.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { TEXTURE_PROFILE } from '../src/hlsl/front-end.ts';
import { findSm1Comment, Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { disassemble } from '../src/text/index.ts';
import { validate } from '../src/validate/index.ts';

/** Relative difference of floats that fast arithmetic may make. */
export const TOLERANCE = 2e-3;

/** The offset of the flags in a constant table, and those of `/O0` to `/O3`. */
const FLAGS_OFFSET = 20;
const OPTIMIZATION_LEVELS = 0xc000;

export interface PairComparison {
  /** The first error of the validation of our shader. */
  readonly invalid: { readonly code: string; readonly message: string } | undefined;
  /** The first difference of reflection; undefined where it is equal. */
  readonly reflection: string | undefined;
  readonly hasSameSignatures: boolean;
  /** Instructions of Microsoft's program and of ours. */
  readonly theirs: number;
  readonly ours: number;
  /** The runs: `same`, `close`, `limited` where some cannot be compared, or the first difference. */
  readonly result: string;
}

/** @param runs random inputs that both programs get */
export function comparePair(theirs: Uint8Array, ours: Uint8Array, profile: string, runs: number): PairComparison {
  return {
    // Texture shaders have no rules.
    invalid:
      profile === TEXTURE_PROFILE ? undefined : validate(ours).diagnostics.find(({ severity }) => severity === 'error'),
    ...compareChunks(theirs, ours),
    theirs: instructionsOf(theirs),
    ours: instructionsOf(ours),
    result: compareRuns(theirs, ours, profile, runs),
  };
}

/** Instructions of our programs against Microsoft's: of all together, and what 95 % of `ratios` are below. */
export function lengthText(length: { theirs: number; ours: number; ratios: readonly number[] }): string {
  const sorted = length.ratios.toSorted((a, b) => a - b);
  const high = sorted[Math.floor(0.95 * sorted.length)]?.toFixed(2);
  return `instructions ${(length.ours / Math.max(length.theirs, 1)).toFixed(3)}, 95 % below ${high}`;
}

/** A message without its numbers, so that equal ones of several sources count together. */
export function kindOfMessage(message: string): string {
  return message.replace(/\b(0x)?[0-9a-f]*\d[0-9a-f]*\b/g, 'N').slice(0, 90);
}

function compareRuns(theirs: Uint8Array, ours: Uint8Array, profile: string, runs: number): string {
  if (profile === TEXTURE_PROFILE) return compareTextures(theirs, ours, runs, TOLERANCE);
  const [a, b] = [theirs, ours].map((bytes) => openShaderFile(bytes).programs[0]!);
  const result = compareRecompiled(a!, b!, runs, TOLERANCE);
  if (!profile.includes('level') || (result !== 'same' && result !== 'close')) return result;
  const old = compareLevel9(theirs, ours, runs, TOLERANCE);
  if (old === 'same') return result;
  return old === 'close' || old === 'limited' ? old : `level 9 ${old}`;
}

function compareChunks(theirs: Uint8Array, ours: Uint8Array): Pick<PairComparison, 'reflection' | 'hasSameSignatures'> {
  if (openShaderFile(ours).programs[0]?.isa !== 'sm4') {
    const isSame = constantTable(ours) === constantTable(theirs);
    const reflection = isSame ? undefined : firstDifference(headerOf(theirs), headerOf(ours));
    return { reflection, hasSameSignatures: true };
  }
  const [a, b] = [ours, theirs].map((bytes) => readContainer(bytes, new Diagnostics())!);
  const chunk = (container: typeof a, tags: readonly number[]) =>
    container!.chunks.find(({ tag }) => tags.includes(tag))?.data ?? new Uint8Array();
  const isSame = (tags: readonly number[]) => isSameBytes(chunk(a, tags), chunk(b, tags));
  // The name of the compiler is the last text of resource definitions.
  const [x, y] = [theirs, ours].map((bytes) => headerOf(bytes));
  return {
    reflection: x === y ? undefined : firstDifference(x!, y!),
    hasSameSignatures:
      isSame([TAG.ISGN, TAG.ISG1]) && isSame([TAG.OSGN, TAG.OSG1, TAG.OSG5]) && isSame([TAG.PCSG, TAG.PSG1]),
  };
}

/** The sections before the program: buffers, bindings, signatures. */
function headerOf(bytes: Uint8Array): string {
  return disassemble(bytes)
    .text.split('\n')
    .filter((line) => line.startsWith('//') && !line.startsWith('// Generated') && !/^\/\/ approximately/i.test(line))
    .join('\n');
}

/** The constant table of a program of models 1 to 3 without the name of the compiler, as bytes in hexadecimal. */
function constantTable(bytes: Uint8Array): string {
  const words = wordsOf(bytes);
  const comment = findSm1Comment(words, Sm1CommentTag.constantTable);
  if (comment === undefined) return '';
  const table = bytes.slice(4 * comment.start, 4 * comment.end);
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const creator = view.getUint32(4, true);
  // Our options have no levels of optimization.
  view.setUint32(FLAGS_OFFSET, view.getUint32(FLAGS_OFFSET, true) & ~OPTIMIZATION_LEVELS, true);
  // The name of the compiler comes last.
  return Buffer.from(table.subarray(0, creator)).toString('hex');
}

function firstDifference(a: string, b: string): string {
  const [x, y] = [a.split('\n'), b.split('\n')];
  const at = x.findIndex((line, i) => line !== y[i]);
  return `${x[at]} | ${y[at]}`;
}

/** Instructions, or slots before models 4. */
function instructionsOf(bytes: Uint8Array): number {
  const { text } = disassemble(bytes);
  const slots = /approximately (\d+) instruction slot/.exec(text);
  if (slots !== null) return Number(slots[1]);
  return text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|#|dcl_|[a-z]s_\d|\{)/.test(line)).length;
}
