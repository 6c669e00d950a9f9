/**
 * Compares our listing of random SM 4-5.1 programs with Microsoft's, live.
 *
 * Every program is compared with the default flags and with one random combination of all flags, or with all of them.
 * Programs that meet a difference on purpose (fixtures/differences.ts) are counted apart. Exit status 1 when any
 * differ.
 */

import { sm4DifferencesOf } from '../fixtures/differences.ts';
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { Random } from '../smith/random.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { wildProgram } from '../smith/sm4-wild.ts';
import { containerOf } from '../smith/sm4-words.ts';
import { latin1Bytes, wordsOf } from '../src/base/words.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

interface Sample {
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
}

const bare = (words: Uint32Array): Sample => ({ words, bytes: containerOf([['SHEX', words]]) });

const KINDS: Readonly<Record<string, (random: Random) => Sample>> = {
  valid: (random) => validProgram(random),
  wild: (random) => bare(wildProgram(random)),
  damaged: (random) => {
    const words = wildProgram(random, 12);
    for (let left = random.between(1, 3); left > 0; left--) {
      const at = random.between(2, words.length - 1);
      words[at] = random.pick([random.word(), (words[at]! ^ (1 << random.below(32))) >>> 0, 0, 0xffff_ffff]);
    }
    return bare(words);
  },
};

function show(index: number, flags: number, theirs: Uint8Array, ours: Uint8Array): void {
  const a = Buffer.from(theirs).toString('latin1').split('\n');
  const b = Buffer.from(ours).toString('latin1').split('\n');
  const line = a.findIndex((text, k) => text !== b[k]);
  console.log(`--- program ${index}, flags 0x${flags.toString(16)}, line ${line + 1}`);
  console.log(`  theirs: ${a[line]}\n  ours:   ${b[line]}`);
}

export async function run(values: Values<'sm4'>): Promise<void> {
  const make = KINDS[values.kind]!;

  const oracle = await Oracle.start();
  const counts = { same: 0, different: 0, refused: 0, died: 0, 'differ on purpose': 0 };
  for (let i = 0; i < values.count; i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    const sample = make(random);
    const flags = values['all-flags'] ? FLAG_COMBINATIONS : [0, random.pick(FLAG_COMBINATIONS)];
    for (const combination of flags) await compare(i, sample, combination);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  async function compare(index: number, { words, bytes }: Sample, flags: number): Promise<void> {
    try {
      const answer = await oracle.disassemble(bytes, flags);
      const ours = latin1Bytes(disassemble(bytes, optionsOfFlags(flags)).text);
      if (answer.hr !== 0) counts.refused++;
      else if (Buffer.compare(answer.output, ours) === 0) counts.same++;
      else if (sm4DifferencesOf(readSm4(wordsOf(new Uint8Array(words.buffer)))).length > 0)
        counts['differ on purpose']++;
      else if (++counts.different <= values.show) show(index, flags, answer.output, ours);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
    }
  }
}
