/**
 * Compares our listing of random SM 1-3 programs with Microsoft's, live. Usage:
 *
 *     npx tsx test/live/sm1-compare.ts [--count 2000] [--seed 1] [--show 5] [--kind valid|wild|damaged]
 *
 * Every program is compared with the default flags and with one random combination of all flags. What differs on purpose
 * (src/text/sm1-differences.ts) is left out, line by line. Exit status 1 when anything else differs.
 */
import { parseArgs } from 'node:util';
import { bytesOf } from '../../src/base/words.ts';
import { Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { Sm1Cursor } from '../../src/isa/sm1/cursor.ts';
import { readSm1, type Sm1Program } from '../../src/isa/sm1/program.ts';
import { listingStyle, optionsOfFlags } from '../../src/text/options.ts';
import { printSm1 } from '../../src/text/sm1.ts';
import { SM1_DIFFERENCES, type Sm1Difference } from '../../src/text/sm1-differences.ts';
import { latin1, Oracle, OracleDied } from '../../tools/oracle/client.ts';
import { Random } from '../smith/random.ts';
import { damageWords, wildSm1Words } from '../smith/sm1.ts';

const FLAG_BITS = [0x1, 0x4, 0x10, 0x20, 0x40, 0x80];
const DIFFERENCES = Object.values(SM1_DIFFERENCES) as Sm1Difference[];

const KINDS: Record<string, (random: Random) => Uint32Array> = {
  wild: wildSm1Words,
  damaged: (random) => {
    const words = wildSm1Words(random);
    damageWords(words, random);
    return words;
  },
};

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    kind: { type: 'string', default: 'wild' },
  },
});
const make = KINDS[values.kind];
if (make === undefined) throw new RangeError(`--kind is one of ${Object.keys(KINDS).join(', ')}`);

const oracle = await Oracle.start();
const counts = { same: 0, different: 0, refused: 0, died: 0, 'lines left out': 0, 'programs left out': 0 };
for (let i = 0; i < Number(values.count); i++) {
  const random = new Random(Number(values.seed) * 1_000_003 + i);
  const words = make(random);
  const combination = FLAG_BITS.filter(() => random.oneIn(2)).reduce((flags, bit) => flags | bit, 0);
  await compare(i, words, 0);
  await compare(i, words, combination);
}
oracle.stop();
console.log(
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', '),
);
process.exitCode = counts.different > 0 ? 1 : 0;

async function compare(index: number, words: Uint32Array, flags: number): Promise<void> {
  const program = readSm1(words);
  const style = listingStyle(optionsOfFlags(flags));
  const { frame } = style.markup;
  const ours = (frame.open + printSm1(program, style) + frame.close).split('\n');
  try {
    const answer = await oracle.disassemble(bytesOf(words), flags);
    if (answer.hr !== 0) {
      counts.refused++;
      return;
    }
    const theirs = latin1(answer.output).split('\n');
    judge(index, flags, program, ours, theirs);
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    counts.died++;
  }
}

function judge(index: number, flags: number, program: Sm1Program, ours: string[], theirs: string[]): void {
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
  if (++counts.different > Number(values.show)) return;
  const line = other < 0 ? ours.length : other;
  console.log(`--- program ${index}, flags 0x${flags.toString(16)}, line ${line + 1}`);
  console.log(`  theirs: ${theirs[line]}\n  ours:   ${ours[line]}`);
}

/** Which lines differ on purpose; undefined when Microsoft reads the whole program otherwise. */
function intendedLines(program: Sm1Program, ours: string[]): Set<number> | undefined {
  const lines = new Set<number>();
  ours.forEach((line, i) => {
    if (line.startsWith('// <invalid')) lines.add(i);
  });
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
