/**
 * Short sources that Microsoft's compiler compiled when they were recorded: the same resource definitions, signatures,
 * class linkage, declarations and messages, a valid program, and the same results on random inputs.
 */
import { describe, expect, test } from 'vitest';
import { compileCases, readCompileAnswers } from '../../fixtures/compile-cases.ts';
import { optionsOfFlags } from '../../smith/checks/compile-flags.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { compareTextures } from '../../smith/checks/texture-runs.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { parseRdef } from '../../src/chunks/rdef.ts';
import { serializeRdef } from '../../src/chunks/rdef-writer.ts';
import { type Chunk, type Container, parseContainer } from '../../src/container/dxbc.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { compile } from '../../src/hlsl/index.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { disassemble } from '../../src/text/index.ts';
import { validate } from '../../src/validate/index.ts';

const RUNS = 4;
const TOLERANCE = 2e-3;
/** How much longer than Microsoft's a program may be: some are as short as one instruction. */
const LENGTH_RATIO = 1.5;
const FEW = 6;
/** Programs that are longer still: calls and branches of early returns. */
const LONGER: ReadonlySet<string> = new Set(['returns 1']);
/** The offset of that of the compiler's name in a constant table. */
const CREATOR_OFFSET = 4;
/** Where class linkage has memory that was left over. */
const LEFTOVER = [28, 36] as const;

const answers = new Map(
  readCompileAnswers().map(({ id, bytes }) => [id, new Uint8Array(Buffer.from(bytes, 'base64'))]),
);

/** The bytes of a chunk without what differs from one compiler, or one process of it, to another. */
function chunkBytes(container: Container, chunk: Chunk): string {
  const bytes = Buffer.from(chunk.name === 'RDEF' ? definitions(container, chunk) : chunk.data);
  if (chunk.name === 'IFCE') bytes.fill(0, ...LEFTOVER);
  return bytes.toString('hex');
}

function definitions(container: Container, chunk: Chunk): Uint8Array {
  const { value } = parseRdef(container, chunk);
  return serializeRdef({ ...value!, creator: '', source: undefined });
}

function chunksOf(bytes: Uint8Array): string[] {
  const container = parseContainer(bytes).value!;
  const named = container.chunks.filter(({ name }) => !/^(SHDR|SHEX|STAT)$/.test(name));
  return named.map((chunk) => `${chunk.name} ${chunkBytes(container, chunk)}`);
}

function isDirect3D9(profile: string): boolean {
  return /^.s_[123]/.test(profile);
}

/** The bytes of a constant table before the name of the compiler, which comes last. */
function tableOf(bytes: Uint8Array): string {
  const words = wordsOf(bytes);
  const { start, end } = findSm1Comment(words, Sm1CommentTag.constantTable)!;
  const table = bytesOf(words.slice(start, end));
  const creator = new DataView(table.buffer).getUint32(CREATOR_OFFSET, true);
  return Buffer.from(table.subarray(0, creator)).toString('hex');
}

/** Declarations but those of registers and constants that a program needs for itself. */
function declarationsOf(bytes: Uint8Array): string[] {
  const lines = disassemble(bytes).text.split('\n');
  return lines.filter(
    (line) =>
      line.startsWith('dcl_') &&
      !/^dcl_(temps|indexableTemp|immediateConstantBuffer)/.test(line) &&
      // Microsoft's compiler divides the function of a patch into more phases.
      !/^dcl_input vicp/.test(line),
  );
}

/** The instructions of models 2 and 3 for which half the bits are enough. */
function halvesOf(bytes: Uint8Array): string[] {
  const lines = disassemble(bytes).text.split('\n');
  return lines.flatMap((line) => /^ *(\w*_pp)\b/.exec(line)?.[1] ?? []).sort();
}

/** Branches, with the register that one reads in models 1 to 3. */
function branchesOf(bytes: Uint8Array): string[] {
  const lines = disassemble(bytes).text.split('\n');
  return lines.flatMap((line) => /^ *(if b\d+|if|else|endif)/.exec(line)?.[1] ?? []);
}

/** Loops, which are unrolled otherwise, and the literals that say how often they run. */
function loopsOf(bytes: Uint8Array): string[] {
  const lines = disassemble(bytes).text.split('\n');
  return lines.flatMap((line) => /^ *(rep|loop)\b|defi i\d+, (\d+)/.exec(line)?.slice(1) ?? []).sort();
}

/** Messages for a debugger without the registers of their values. */
function messagesOf(bytes: Uint8Array): string[] {
  const lines = disassemble(bytes).text.split('\n');
  return lines.flatMap((line) => /^ *(abort|(?:print|error)f ".*")/.exec(line)?.[1] ?? []);
}

/** Instructions; slots in models 1 to 3. */
function instructionsOf(bytes: Uint8Array): number {
  return Number(/approximately (\d+) instruction/i.exec(disassemble(bytes).text)![1]);
}

describe('compiled', () => {
  test.each(compileCases())('$id', ({ id, profile, flags, source }) => {
    const theirs = answers.get(id)!;
    const { bytes, diagnostics } = compile(source, { profile, ...optionsOfFlags(flags) });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const ours = bytes!;
    if (profile === 'tx_1_0') {
      expect(tableOf(ours)).toEqual(tableOf(theirs));
      expect(compareTextures(theirs, ours, 16 * RUNS, TOLERANCE)).toMatch(/^(same|close)$/);
      return;
    }
    if (isDirect3D9(profile)) expect(tableOf(ours)).toEqual(tableOf(theirs));
    else expect(chunksOf(ours)).toEqual(chunksOf(theirs));
    expect(declarationsOf(ours)).toEqual(declarationsOf(theirs));
    expect(halvesOf(ours)).toEqual(halvesOf(theirs));
    if (id.startsWith('branches')) expect(branchesOf(ours)).toEqual(branchesOf(theirs));
    if (id.startsWith('unrolling')) expect(loopsOf(ours)).toEqual(loopsOf(theirs));
    if (/^(vectors|flow|memory)/.test(id)) expect(instructionsOf(ours)).toBeLessThanOrEqual(instructionsOf(theirs));
    expect(messagesOf(ours)).toEqual(messagesOf(theirs));
    if (!LONGER.has(id)) expect(instructionsOf(ours)).toBeLessThan(LENGTH_RATIO * instructionsOf(theirs) + FEW);
    expect(validate(ours).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    // Integers are floats there, and random ones have fractions.
    if (isDirect3D9(profile) && /\bu?int\d?\b/.test(source)) return;
    const [a, b] = [theirs, ours].map((one) => openShaderFile(one).programs[0]!);
    expect(compareRecompiled(a!, b!, RUNS, TOLERANCE)).toMatch(/^(same|close|limited)$/);
  });
});
