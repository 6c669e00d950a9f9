/**
 * Compares our listing of random SM 1-3 programs with Microsoft's, live.
 *
 * Every program is compared with the default flags and with one random combination of all flags, or with all of them.
 * Intended differences (fixtures/differences.ts) are left out, line by line. Of valid programs the listing is
 * also given to Microsoft's assembler: whether it accepts it, and whether the same words come back. With --cases the
 * streams come from a file: JSON lines, gzipped, each with its `bytes` in base64. Exit status 1 when anything differs.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SM1_DIFFERENCES, type Sm1Difference } from '../fixtures/differences.ts';
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { Random } from '../smith/random.ts';
import { damageWords, wildSm1Words } from '../smith/sm1.ts';
import { preshadedWords, textureShaderWords } from '../smith/sm1-preshader.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { Sm1Cursor } from '../src/isa/sm1/cursor.ts';
import { readSm1, type Sm1Program } from '../src/isa/sm1/program.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

const DIFFERENCES = Object.values(SM1_DIFFERENCES) as Sm1Difference[];

const KINDS: Record<string, (random: Random) => Uint32Array> = {
  valid: validSm1Words,
  wild: wildSm1Words,
  damaged: (random) => {
    const words = wildSm1Words(random);
    damageWords(words, random);
    return words;
  },
  preshader: preshadedWords,
  texture: textureShaderWords,
};

function readCases(path: string): Uint32Array[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const encoded = lines
    .map((line) => (JSON.parse(line) as { bytes?: string }).bytes)
    .filter((bytes) => bytes !== undefined);
  return encoded.map((bytes) => wordsOf(new Uint8Array(Buffer.from(bytes, 'base64'))));
}

function withoutComments(words: Uint32Array): number[] {
  const program = readSm1(words);
  const cursor = new Sm1Cursor(words);
  const stream = [words[0]!];
  for (let i = 0; i < program.count; i++) {
    cursor.moveTo(program.starts[i]!);
    if (!cursor.isComment) stream.push(...words.subarray(cursor.start, cursor.end));
  }
  return stream;
}

/** Which lines differ on purpose; undefined when Microsoft reads the entire program otherwise. */
function intendedLines(program: Sm1Program, ours: string[]): Set<number> | undefined {
  const lines = new Set<number>();
  ours.forEach((line, i) => {
    if (line.startsWith('// <invalid')) lines.add(i);
  });
  if (program.stage === undefined) return lines;
  const cursor = new Sm1Cursor(program.words);
  // The version line is the last one that is no instruction: the instructions follow it, then an empty line.
  let printed = 0;
  const marked: number[] = [];
  for (let i = 0; i < program.count; i++) {
    cursor.moveTo(program.starts[i]!);
    const met = DIFFERENCES.filter((row) => row.meets?.(cursor));
    if (met.some((row) => row.walkDiffers)) return undefined;
    if (met.length > 0) marked.push(printed);
    if (!cursor.isComment || cursor.commentTag === Sm1CommentTag.text) printed++;
  }
  const slotLine = ours.findLastIndex((line) => line.includes('// approximately '));
  for (const line of marked) lines.add(slotLine - 1 - printed + line);
  return lines;
}

export async function run(values: Values<'sm1'>): Promise<void> {
  const make = KINDS[values.kind]!;

  const oracle = await Oracle.start();
  const counts = {
    same: 0,
    different: 0,
    refused: 0,
    died: 0,
    'lines left out': 0,
    'programs left out': 0,
    'accepted by the assembler': 0,
    'assembled to other words': 0,
  };
  const cases = values.cases === undefined ? undefined : readCases(values.cases);
  for (let i = 0; i < (cases?.length ?? values.count); i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    const words = cases?.[i] ?? make(random);
    for (const flags of values['all-flags'] ? FLAG_COMBINATIONS : [0, random.pick(FLAG_COMBINATIONS)]) {
      await compare(i, words, flags);
    }
    if (values.kind === 'valid' && cases === undefined) await assemble(i, words);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different + counts['assembled to other words'] > 0 ? 1 : 0;

  async function compare(index: number, words: Uint32Array, flags: number): Promise<void> {
    const program = readSm1(words);
    const ours = disassemble(bytesOf(words), optionsOfFlags(flags)).text.split('\n');
    try {
      const answer = await oracle.disassemble(bytesOf(words), flags);
      if (answer.hr !== 0) {
        counts.refused++;
        return;
      }
      const theirs = latin1(answer.output).split('\n');
      check(index, flags, program, ours, theirs);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
    }
  }

  async function assemble(index: number, words: Uint32Array): Promise<void> {
    const answer = await oracle.assemble(disassemble(bytesOf(words), { header: false }).text);
    if (answer.hr !== 0) return;
    counts['accepted by the assembler']++;
    if (withoutComments(wordsOf(answer.output)).join() === withoutComments(words).join()) return;
    counts['assembled to other words']++;
    console.log(`--- program ${index}: its listing assembles to other words`);
  }

  function check(index: number, flags: number, program: Sm1Program, ours: string[], theirs: string[]): void {
    const skipped = intendedLines(program, ours);
    if (skipped === undefined) {
      counts['programs left out']++;
      return;
    }
    const other = ours.findIndex((line, i) => line !== theirs[i] && !skipped.has(i));
    if (other < 0 && ours.length === theirs.length) {
      counts.same++;
      counts['lines left out'] += skipped.size;
      return;
    }
    if (++counts.different > values.show) return;
    const line = other < 0 ? ours.length : other;
    console.log(`--- program ${index}, flags 0x${flags.toString(16)}, line ${line + 1}`);
    console.log(`  theirs: ${theirs[line]}\n  ours:   ${ours[line]}`);
  }
}
