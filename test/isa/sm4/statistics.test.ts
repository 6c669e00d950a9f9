/**
 * Counts and features of programs are those that Microsoft's compiler wrote into STAT and SFI0 of every recorded
 * shader.
 */

import { expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { flaggedFeatures } from '../../../src/assemble/sm4/derived.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { FEATURES, readSfi0 } from '../../../src/chunks/sfi0.ts';
import { readStat, STAT_FIELDS, type StatField } from '../../../src/chunks/stat.ts';
import { type Container, isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { pickChunks, type ShaderChunks } from '../../../src/container/shader-chunks.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { countSm4, featuresOfSm4, SM4_COUNTS } from '../../../src/isa/sm4/statistics.ts';

/**
 * Counts that the words do not determine, by fixture: moves that align doubles; a `bool` made a number by optimized
 * code.
 */
const UNREPORTED: readonly (readonly [fixture: RegExp, field: StatField])[] = [
  [/^(conversions|doubles|headers-doubles)\./, 'movInstructionCount'],
  [/^arithmetic-int\./, 'uintInstructionCount'],
];
const FIELDS = Object.keys(STAT_FIELDS) as StatField[];

type Field = (name: StatField) => number;

interface Visited {
  readonly words: Uint32Array;
  readonly container: Container;
  readonly chunks: ShaderChunks;
}

/** The program of the shader `bytes`, or of each function of a library. */
function programsOf(bytes: Uint8Array): Visited[] {
  const diagnostics = new Diagnostics();
  const container = isContainer(bytes) ? readContainer(bytes, diagnostics) : undefined;
  if (container === undefined) return [];
  const chunks = pickChunks(container, diagnostics);
  const inside = chunks.functions.flatMap(({ data }) => programsOf(data));
  return chunks.program === undefined
    ? inside
    : [...inside, { words: wordsOf(chunks.program.data), container, chunks }];
}

/**
 * The fields of STAT; `NaN` for fields that shorter chunks of model 4 do not have. Undefined for a shader without STAT.
 */
function statisticsOf({ container, chunks }: Visited): Field | undefined {
  const { statistics } = chunks;
  if (statistics === undefined) return undefined;
  const stat = readStat(container, statistics, new Diagnostics());
  return (name) => (4 * STAT_FIELDS[name] < statistics.data.byteLength ? stat.get(name) : Number.NaN);
}

const compiled = readRecorded().filter(({ provenance }) => provenance.how === 'compiled');

test('every field of STAT is counted', () => {
  expect([...SM4_COUNTS].sort()).toEqual([...FIELDS].sort());
});

test('counts of compiled shaders are those of the compiler', { tags: 'slow' }, () => {
  let programs = 0;
  const differences: string[] = [];
  for (const { bytes, provenance } of compiled) {
    for (const visited of programsOf(bytes)) {
      const field = statisticsOf(visited);
      if (field === undefined) continue;
      programs++;
      const counts = countSm4(readSm4(visited.words));
      for (const name of FIELDS) {
        if (Number.isNaN(field(name)) || counts[name] === field(name)) continue;
        if (UNREPORTED.some(([fixture, unreported]) => unreported === name && fixture.test(provenance.id))) continue;
        differences.push(`${provenance.id} ${name}: ${counts[name]}, not ${field(name)}`);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(programs).toBeGreaterThan(250);
});

test('features of compiled shaders are those of the compiler', { tags: 'slow' }, () => {
  const bits: number[] = [];
  for (const { bytes, provenance } of compiled) {
    for (const { words, container, chunks } of programsOf(bytes)) {
      const info = chunks.features && readSfi0(container, chunks.features, new Diagnostics());
      const program = readSm4(words);
      // Bit 1 of the chunk is no feature by name: raw and structured buffers in 4.x.
      let asked = flaggedFeatures(program);
      for (const name of featuresOfSm4(program)) if (name !== 'earlyDepthStencil') asked |= 1 << FEATURES[name];
      // A feature that the program of feature level 9 in the same container requires.
      if (chunks.level9.length > 0) asked |= (info?.low ?? 0) & (1 << FEATURES.level9ComparisonFiltering);
      expect(asked, provenance.id).toBe(info?.low ?? 0);
      bits.push(asked);
    }
  }
  expect(bits.reduce((all, some) => all | some, 0).toString(16)).toBe('3fff');
});
