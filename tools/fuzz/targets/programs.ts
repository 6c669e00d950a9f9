/**
 * Targets that take programs without a container, and preshaders: readers, cursors, encoders, edits, the evaluator.
 *
 * Not for: listings and validation of them (files.ts).
 */

import { expressionWords } from '../../../smith/expressions.ts';
import type { Random } from '../../../smith/random.ts';
import { constantTableWords } from '../../../smith/sm1-ctab.ts';
import { preshadedWords, textureShaderWords } from '../../../smith/sm1-preshader.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { readConstantTable, serializeConstantTable } from '../../../src/chunks/ctab.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { renameSm1Registers, type Sm1RegisterRef, setSm1Constant, sm1CommentData } from '../../../src/isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { readSm1Declarations, sm1Instructions, sm1WordsOf } from '../../../src/isa/sm1/index.ts';
import { readSm1FlowGraph, sm1LiveRanges } from '../../../src/isa/sm1/liveness.ts';
import { readTxWords } from '../../../src/isa/sm1/preshader.ts';
import { readSm1Words } from '../../../src/isa/sm1/program.ts';
import { renameSm4Registers, type Sm4RegisterRef } from '../../../src/isa/sm4/edit.ts';
import {
  coverSm4Temps,
  removeUnusedSm4Declarations,
  setSm4GlobalFlags,
  setSm4ImmediateConstants,
} from '../../../src/isa/sm4/edit-declarations.ts';
import { decodeSm4Bytes, encodeSm4 } from '../../../src/isa/sm4/encode.ts';
import {
  countSm4,
  featuresOfSm4,
  readSm4ControlFlow,
  readSm4Declarations,
  readSm4FlowGraph,
  sm4Instructions,
  sm4LiveRanges,
  sm4WordsOf,
} from '../../../src/isa/sm4/index.ts';
import { readSm4Words } from '../../../src/isa/sm4/program.ts';
import { listingStyle } from '../../../src/text/options.ts';
import { printExpression } from '../../../src/text/preshader/expression.ts';
import { TextWriter } from '../../../src/text/writer.ts';
import { encodePreshader } from '../../../src/vm/preshader/encode.ts';
import { evaluatePreshader } from '../../../src/vm/preshader/evaluate.ts';
import { decodePreshader } from '../../../src/vm/preshader/preshader.ts';
import { changed } from '../change.ts';
import { pooled } from '../corpus.ts';
import { checkSpans, expectSame, targets } from '../target.ts';
import { changedProgram, changedStream } from './bytes.ts';

/** A preshader in a shader, a texture shader, or an expression. */
const preshader = pooled((random: Random) => {
  if (random.oneIn(3)) return bytesOf(preshadedWords(random));
  if (random.oneIn(2)) return bytesOf(textureShaderWords(random));
  return serializeContainer([
    { tag: TAG.CTAB, data: bytesOf(Uint32Array.from(constantTableWords(random))) },
    { tag: TAG.CLI4, data: bytesOf(Uint32Array.of(4, random.word(), random.word(), random.word(), random.word())) },
    { tag: TAG.FXLC, data: bytesOf(Uint32Array.from(expressionWords(random, 1000))) },
  ]);
});

export const PROGRAM_TARGETS = targets({
  encode: {
    input: changedProgram,
    run: (bytes) => {
      expectSame(encodeSm1(decodeSm1Bytes(bytes)), bytes, 'encodeSm1(decodeSm1(bytes))');
      expectSame(encodeSm4(decodeSm4Bytes(bytes)), bytes, 'encodeSm4(decodeSm4(bytes))');
      return { size: bytes.byteLength, diagnostics: 0 };
    },
  },
  edit: {
    input: changedProgram,
    run: (bytes) => {
      editSm4(bytes);
      const module = decodeSm1Bytes(bytes);
      const exchange = (ref: Sm1RegisterRef) => ({ ...ref, number: ref.number ^ 1 });
      const back = renameSm1Registers(renameSm1Registers(module, exchange), exchange);
      expectSame(encodeSm1(back), bytes, 'renaming and renaming back');
      const size = encodeSm1(setSm1Constant(module, 'const', 0, [1, 2, 3, 4])).byteLength;
      const data = sm1CommentData(module, Sm1CommentTag.constantTable);
      if (data === undefined) return { size, diagnostics: 0 };
      const { source, ...anew } = readConstantTable(data);
      if (source) expectSame(serializeConstantTable({ ...anew, source }), data, 'serializeConstantTable');
      return { size: size + serializeConstantTable(anew).byteLength, diagnostics: 0 };
    },
  },
  sm1: {
    input: changedStream,
    run: (bytes) => {
      const program = readSm1Words(wordsOf(bytes));
      let size = JSON.stringify(readSm1Declarations(program)).length >> 3;
      size += JSON.stringify([readSm1FlowGraph(program), sm1LiveRanges(program)]).length >> 4;
      for (const instruction of sm1Instructions(program)) size += JSON.stringify(instruction).length >> 6;
      for (const { at } of sm1WordsOf(program)) if (at >= bytes.byteLength) throw new Error('a DWORD is outside');
      readTxWords(wordsOf(bytes));
      return { size, diagnostics: 0 };
    },
  },
  sm4: {
    input: changedProgram,
    run: (bytes) => {
      const program = readSm4Words(wordsOf(bytes));
      let size = JSON.stringify(readSm4Declarations(program)).length >> 3;
      size += JSON.stringify([readSm4ControlFlow(program), countSm4(program), featuresOfSm4(program)]).length >> 3;
      size += JSON.stringify([readSm4FlowGraph(program), sm4LiveRanges(program)]).length >> 4;
      for (const instruction of sm4Instructions(program)) size += JSON.stringify(instruction).length >> 6;
      for (const { at } of sm4WordsOf(program)) if (at >= bytes.byteLength) throw new Error('a DWORD is outside');
      return { size, diagnostics: 0 };
    },
  },
  preshader: {
    input: (random) => changed(random, preshader(random)),
    run: (bytes, flags) => {
      const { value, diagnostics } = decodePreshader(bytes);
      checkSpans(diagnostics, bytes.byteLength);
      if (value === undefined) return { size: 0, diagnostics: diagnostics.length };
      expectSame(encodePreshader(value), bytes, 'encodePreshader(decodePreshader(bytes))');
      const { outputs } = evaluatePreshader(value, { registers: { 0: [flags, 1, 2, 3] }, position: [0.5, flags] });
      const out = TextWriter.of(bytes.byteLength);
      printExpression(out, bytes, listingStyle({}), ' ');
      return { size: 8 * outputs.length + out.length, diagnostics: diagnostics.length };
    },
  },
});

/** Renames what `bytes` name as a program of SM 4-5.1, and changes its declarations. */
function editSm4(bytes: Uint8Array): void {
  const module = decodeSm4Bytes(bytes);
  // Of an index that is a register alone, 0 and no number are the same.
  const exchange = (ref: Sm4RegisterRef) => ({ ...ref, number: ref.number > 1 ? (ref.number ^ 1) >>> 0 : ref.number });
  const back = renameSm4Registers(renameSm4Registers(module, exchange), exchange);
  expectSame(encodeSm4(back), bytes, 'renaming and renaming back');
  const covered = coverSm4Temps(module);
  if (coverSm4Temps(covered).nodes.some((node, i) => node !== covered.nodes[i])) throw new Error('not covered at once');
  const fewer = removeUnusedSm4Declarations(covered);
  if (removeUnusedSm4Declarations(fewer).nodes.length !== fewer.nodes.length) throw new Error('unused ones remain');
  const constants = setSm4ImmediateConstants(setSm4GlobalFlags(fewer, { allResourcesBound: true }), [[1, 2, 3, 4]]);
  if (module.version !== undefined && encodeSm4(constants).byteLength < 8) throw new Error('nothing is left');
}
