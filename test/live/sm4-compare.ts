/**
 * Compares our listing of random SM 4-5.1 programs with Microsoft's, live. Usage:
 *
 *     npx tsx test/live/sm4-compare.ts [--count 2000] [--seed 1] [--show 5]
 *
 * Every program is compared with the default flags and with one random combination of all flags. Exit status 1 when any
 * differ.
 */
import { parseArgs } from 'node:util';
import { latin1Bytes } from '../../src/base/words.ts';
import { disassemble } from '../../src/text/listing.ts';
import { optionsOfFlags } from '../../src/text/options.ts';
import { Oracle, OracleDied } from '../../tools/oracle/client.ts';
import { Random } from '../smith/random.ts';
import { wildProgram } from '../smith/sm4-wild.ts';
import { containerOf } from '../smith/sm4-words.ts';

const FLAG_BITS = [0x1, 0x4, 0x10, 0x20, 0x40, 0x80];

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
});
const oracle = await Oracle.start();
let same = 0;
let different = 0;
let died = 0;
for (let i = 0; i < Number(values.count); i++) {
  const random = new Random(Number(values.seed) * 1_000_003 + i);
  const bytes = containerOf([['SHEX', wildProgram(random)]]);
  const combination = FLAG_BITS.filter(() => random.oneIn(2)).reduce((flags, bit) => flags | bit, 0);
  for (const flags of [0, combination]) {
    try {
      const answer = await oracle.disassemble(bytes, flags);
      const ours = latin1Bytes(disassemble(bytes, optionsOfFlags(flags)).text);
      if (answer.hr === 0 && Buffer.compare(answer.output, ours) === 0) same++;
      else if (++different <= Number(values.show)) show(i, flags, answer.hr, answer.output, ours);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      died++;
    }
  }
}
oracle.stop();
console.log(`${same} same, ${different} different, ${died} where Microsoft's disassembler died`);
process.exitCode = different > 0 ? 1 : 0;

function show(i: number, flags: number, hr: number, theirs: Uint8Array, ours: Uint8Array): void {
  console.log(`--- program ${i}, flags 0x${flags.toString(16)}, hr ${hr.toString(16)}`);
  const a = Buffer.from(theirs).toString('latin1').split('\n');
  const b = Buffer.from(ours).toString('latin1').split('\n');
  const line = a.findIndex((text, k) => text !== b[k]);
  console.log(`line ${line + 1}\n  theirs: ${a[line]}\n  ours:   ${b[line]}`);
}
