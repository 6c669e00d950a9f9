/** The counts of programs are those that Microsoft's compiler wrote into the chunk STAT of every recorded shader. */
import { expect, test } from 'vitest';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { wordsOf } from '../src/base/words.ts';
import { isContainer, readContainer } from '../src/container/dxbc.ts';
import { pickChunks } from '../src/container/shader-chunks.ts';
import { readStat, STAT_FIELDS, type StatField } from '../src/container/stat.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { countSm4, SM4_COUNTS } from '../src/isa/sm4/statistics.ts';
import { readRecorded } from '../tools/fixtures/recorded.ts';

/** What the words do not tell, by fixture: moves that line up doubles; a `bool` made a number by optimized code. */
const UNTOLD: readonly (readonly [fixture: RegExp, field: StatField])[] = [
  [/^(conversions|doubles|headers-doubles)\./, 'movInstructionCount'],
  [/^arithmetic-int\./, 'uintInstructionCount'],
];
const FIELDS = Object.keys(STAT_FIELDS) as StatField[];

/** Calls `visit` with the program and the statistics of the shader `bytes`, or of each function of a library. */
function eachProgram(bytes: Uint8Array, visit: (words: Uint32Array, field: (name: StatField) => number) => void): void {
  const diagnostics = new Diagnostics();
  const container = isContainer(bytes) ? readContainer(bytes, diagnostics) : undefined;
  if (container === undefined) return;
  const { program, statistics, functions } = pickChunks(container, diagnostics);
  for (const { data } of functions) eachProgram(data, visit);
  if (program === undefined || statistics === undefined) return;
  const stat = readStat(container, statistics, diagnostics);
  // Shorter chunks of model 4 leave out what came later.
  const has = (name: StatField) => 4 * STAT_FIELDS[name] < statistics.data.byteLength;
  visit(wordsOf(program.data), (name) => (has(name) ? stat.get(name) : Number.NaN));
}

test('every field of STAT is counted', () => {
  expect([...SM4_COUNTS].sort()).toEqual([...FIELDS].sort());
});

test('counts of compiled shaders are those of the compiler', () => {
  let programs = 0;
  const differences: string[] = [];
  for (const { bytes, provenance } of readRecorded()) {
    if (provenance.how !== 'compiled') continue;
    eachProgram(bytes, (words, field) => {
      programs++;
      const counts = countSm4(readSm4(words));
      for (const name of FIELDS) {
        if (Number.isNaN(field(name)) || counts[name] === field(name)) continue;
        if (UNTOLD.some(([fixture, untold]) => untold === name && fixture.test(provenance.id))) continue;
        differences.push(`${provenance.id} ${name}: ${counts[name]}, not ${field(name)}`);
      }
    });
  }
  expect(differences).toEqual([]);
  expect(programs).toBeGreaterThan(250);
});
