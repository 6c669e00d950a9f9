/**
 * The differences between two shaders: facts, and the lines of their programs.
 *
 * Not for: printing it (cli/diff).
 */

import { alignLines } from '../base/alignment.ts';
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { isContainer } from '../container/dxbc.ts';
import { embeddedShaderName, readEmbeddedShaders } from '../effects/choose-shaders.ts';
import { isEffect } from '../file/detect-format.ts';
import { readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { readPreshaderCode } from '../isa/sm1/preshader.ts';
import { printExpression } from '../text/preshader/expression.ts';
import { printPreshaderCode } from '../text/sm1/preshader.ts';
import { written } from '../text/writer.ts';
import { compareFacts, type FactChange, firstDifference } from './compare-facts.ts';
import {
  type Aligner,
  compareListings,
  equalWords,
  type ListingComparison,
  NO_NAMES,
  REGISTERS,
} from './compare-listings.ts';
import { shaderFacts, withoutOverlaps } from './facts.ts';
import { EXACT_STYLE, type ListingPart, listingParts, programParts, textPart } from './listing-lines.ts';

/** The parts of an effect in its order, named after the first use of each. */
function effectParts({ bytes }: ShaderFile): ListingPart[] {
  const embedded = readEmbeddedShaders(bytes, new Diagnostics()) ?? [];
  return withoutOverlaps(embedded, ({ length }) => length, bytes.byteLength).flatMap((shader) => {
    const { offset, length, stage } = shader;
    const code = bytes.subarray(offset, offset + length);
    const name = embeddedShaderName(shader);
    if (stage === 'expression') return [textPart(name, wordsOf(code), () => expressionText(code))];
    const { programs } = readShaderFile(code, new Diagnostics());
    const separate = withoutOverlaps(programs, ({ words }) => words.byteLength, length);
    return separate.flatMap((program) => programParts(program, offset, name));
  });
}

function expressionText(code: Uint8Array): string {
  if (isContainer(code)) return written((out) => printExpression(out, code, EXACT_STYLE, ''));
  const preshader = readPreshaderCode(wordsOf(code));
  return preshader === undefined ? '' : written((out) => printPreshaderCode(out, preshader, 'expression', EXACT_STYLE));
}

/** A program, preshader or root signature that differs. */
export interface PartDiff extends ListingComparison {
  /**
   * `program`, `Aon9`, `function NAME`, `preshader`, `root signature`; of an effect `Technique/Pass/vs` and the like.
   */
  readonly name: string;
}

export interface ShaderDiff {
  /** Whether the bytes of the shaders are equal; the lists are then empty. */
  readonly identical: boolean;
  readonly facts: readonly FactChange[];
  /** In the order of the first shader; parts that only the second has come last. Parts that are equal are left out. */
  readonly parts: readonly PartDiff[];
  /** Faults of each file, up to its programs. */
  readonly diagnostics: { readonly before: readonly Diagnostic[]; readonly after: readonly Diagnostic[] };
}

/**
 * Compares two shaders or effects of any format. No bytes make it throw.
 *
 * @param before a complete file of any format; for C source, the first array that is a compiled shader
 * @param after the other file
 * @param align aligns lines; called several times for each program that differs. By default lines that occur once are
 *   aligned first, which takes n log n; an algorithm for the shortest list of differences, such as Myers', gives better
 *   results
 * @throws TypeError when `before` or `after` holds no bytes, or `align` is not a function
 */
export function diffShaders(before: ByteSource, after: ByteSource, align: Aligner = alignLines): ShaderDiff {
  if (typeof align !== 'function') throw new TypeError('diffShaders: align is not a function');
  return diffBytes(toBytes(before, 'diffShaders'), toBytes(after, 'diffShaders'), align);
}

function diffBytes(before: Uint8Array, after: Uint8Array, align: Aligner): ShaderDiff {
  const faults = { before: new Diagnostics(), after: new Diagnostics() };
  if (firstDifference(before, after) === undefined)
    return { identical: true, facts: [], parts: [], diagnostics: { before: [], after: [] } };
  const one = readShaderFile(before, faults.before);
  const other = readShaderFile(after, faults.after);
  const diagnostics = { before: faults.before.list, after: faults.after.list };
  // The shaders in C sources may be equal although the sources differ.
  const differsAt = firstDifference(one.bytes, other.bytes);
  if (differsAt === undefined) return { identical: true, facts: [], parts: [], diagnostics };
  const facts = compareFacts(shaderFacts(one), shaderFacts(other));
  const parts = partsOf(one, other, align);
  const isOutside = parts.length === 0 && facts.every(({ subject }) => subject === 'shader');
  return { identical: false, facts: isOutside ? [outsideOf(facts, differsAt)] : facts, parts, diagnostics };
}

/** The difference between files whose parts are all equal: in the header, or between and after the parts. */
function outsideOf(facts: readonly FactChange[], differsAt: number): FactChange {
  return { change: 'changed', subject: 'shader', name: '', fields: facts[0]?.fields ?? [], differsAt };
}

function partsOf(before: ShaderFile, after: ShaderFile, align: Aligner): PartDiff[] {
  const others = byName(partsIn(after));
  const parts: PartDiff[] = [];
  const add = (one: ListingPart | undefined, other: ListingPart | undefined) => {
    const { name, isProgram } = (one ?? other)!;
    if (one !== undefined && other !== undefined && equalWords(one.words, other.words)) return;
    const comparison = compareListings(
      one?.lines() ?? [],
      other?.lines() ?? [],
      isProgram ? REGISTERS : NO_NAMES,
      align,
    );
    if (comparison.lines.some(({ change }) => change !== 'same')) parts.push({ name, ...comparison });
  };
  for (const [name, one] of byName(partsIn(before))) {
    add(one, others.get(name));
    others.delete(name);
  }
  for (const other of others.values()) add(undefined, other);
  return parts;
}

function partsIn(file: ShaderFile): readonly ListingPart[] {
  return isEffect(file.format) ? effectParts(file) : listingParts(file);
}

/** Parts by name; of several with one name, each after the first gets a number. */
function byName(parts: readonly ListingPart[]): Map<string, ListingPart> {
  const result = new Map<string, ListingPart>();
  for (const part of parts) {
    let { name } = part;
    for (let n = 2; result.has(name); n++) name = `${part.name} ${n}`;
    result.set(name, { ...part, name });
  }
  return result;
}
