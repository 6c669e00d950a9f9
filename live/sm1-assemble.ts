/**
 * Compares the assembler with Microsoft's, live: bytes of valid sources; code, line, column and order of the
 * diagnostics of others.
 *
 * `valid` assembles listings of random programs, `damage` the same with one to three faults, `random` lines of random
 * words, `wild` listings of programs with any words, `cases` the sources of a file of JSON lines. --parser turns
 * validation off on both sides; --debug writes debug information. --record writes Microsoft's results as JSON lines.
 * Exit status 1 when anything differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Random } from '../smith/random.ts';
import { wildSm1Words } from '../smith/sm1.ts';
import { damageText, randomText } from '../smith/sm1-text.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { assemble } from '../src/assemble/assemble.ts';
import { bytesOf } from '../src/base/words.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Requests under way at a time. */
const BATCH = 200;
const DEBUG = 1;
const SKIP_VALIDATION = 2;
/** The oracle's name for a text, as Microsoft reports it. */
const NAME = 'Z:\\input.asm';
/** How Microsoft's messages begin; one without a code is an internal complaint that adds nothing. */
const MESSAGE = /\((\d+),(\d+)(?:-\d+)?\): (error|warning) (X\d+): /;

interface Outcome {
  readonly bytes: string | undefined;
  /** `X2005 3,7` */
  readonly messages: readonly string[];
}

function firstDifference(a: Outcome, b: Outcome): string {
  const at = a.messages.findIndex((message, i) => message !== b.messages[i]);
  return a.messages[at] ?? b.messages[a.messages.length] ?? '';
}

export async function run(values: Values<'sm1-assemble'>): Promise<void> {
  const flags = (values.debug ? DEBUG : 0) | (values.parser ? SKIP_VALIDATION : 0);

  const counts = {
    'valid, same bytes': 0,
    'refused, same list': 0,
    'refused, first message the same': 0,
    'refused, first message differs': 0,
    'validity differs': 0,
    'bytes differ': 0,
    died: 0,
  };
  let shown = 0;
  const recorded: object[] = [];

  const oracle = await Oracle.start();
  const sources = values.mode === 'cases' ? caseSources() : undefined;
  const total = sources?.length ?? values.count;
  for (let from = 0; from < total; from += BATCH) {
    const batch = Array.from(
      { length: Math.min(BATCH, total - from) },
      (_, i) => sources?.[from + i] ?? makeText(from + i),
    );
    await Promise.all(batch.map((text, i) => compare(from + i, text)));
  }
  oracle.stop();
  if (values.record !== undefined) {
    writeFileSync(values.record, gzipSync(recorded.map((row) => `${JSON.stringify(row)}\n`).join(''), { level: 9 }));
  }
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode =
    counts['validity differs'] + counts['bytes differ'] + counts['refused, first message differs'] > 0 ? 1 : 0;

  function caseSources(): string[] {
    const lines = gunzipSync(readFileSync(values.file)).toString('utf8').trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { text: string }).text);
  }

  function makeText(index: number): string {
    const random = new Random(values.seed * 1_000_003 + index);
    if (values.mode === 'random') return randomText(random, 1 + random.below(12));
    const words = values.mode === 'wild' ? wildSm1Words(random) : validSm1Words(random);
    const { text } = disassemble(bytesOf(words), { header: random.oneIn(3) });
    return values.mode === 'damage' ? damageText(text, random) : text;
  }

  async function compare(index: number, text: string): Promise<void> {
    let theirs: Outcome;
    try {
      theirs = await theirOutcome(text);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
      ourOutcome(text);
      return;
    }
    recorded[index] = recordOf(index, text, theirs);
    const ours = ourOutcome(text);
    const what = check(theirs, ours);
    counts[what]++;
    if (what === 'valid, same bytes' || what === 'refused, same list' || ++shown > values.show) return;
    const line = Number(/ (\d+),/.exec(firstDifference(theirs, ours))?.[1] ?? 1);
    console.log(`--- ${what}: text ${index}, ${text.split('\n').find((l) => /[vp]s[_.]/.test(l))}`);
    console.log(`  line ${line}: ${text.split('\n')[line - 1]}`);
    console.log(
      `  theirs: ${theirs.messages.slice(0, 6).join('; ')}\n  ours:   ${ours.messages.slice(0, 6).join('; ')}`,
    );
    if (what === 'bytes differ') console.log(`  theirs: ${theirs.bytes}\n  ours:   ${ours.bytes}`);
  }

  function check(theirs: Outcome, ours: Outcome): keyof typeof counts {
    if ((theirs.bytes === undefined) !== (ours.bytes === undefined)) return 'validity differs';
    if (theirs.bytes !== ours.bytes) return 'bytes differ';
    if (theirs.messages.join() === ours.messages.join()) {
      return theirs.bytes === undefined ? 'refused, same list' : 'valid, same bytes';
    }
    return theirs.messages[0] === ours.messages[0]
      ? 'refused, first message the same'
      : 'refused, first message differs';
  }

  async function theirOutcome(text: string): Promise<Outcome> {
    const answer = await oracle.assemble(Buffer.from(text, 'latin1'), { flags });
    const messages: string[] = [];
    for (const line of answer.messages.split('\n')) {
      const match = MESSAGE.exec(line);
      if (match) messages.push(`${match[4]} ${match[1]},${match[2]}`);
    }
    return { bytes: answer.hr === 0 ? Buffer.from(answer.output).toString('hex') : undefined, messages };
  }

  function ourOutcome(text: string): Outcome {
    const { bytes, diagnostics } = assemble(text, { name: NAME, validate: !values.parser, debug: values.debug });
    return {
      bytes: bytes && Buffer.from(bytes).toString('hex'),
      // Our own codes replace messages of Microsoft's assembler that have none.
      messages: diagnostics
        .filter(({ code }) => code.startsWith('X'))
        .map(({ code, line, column }) => `${code} ${line},${column}`),
    };
  }

  /** One line of a recorded file. */
  function recordOf(index: number, text: string, { bytes, messages }: Outcome): object {
    const name = values.mode === 'cases' ? `${index}` : `${values.mode} ${values.seed} ${index}`;
    const base64 = bytes === undefined ? {} : { bytes: Buffer.from(bytes, 'hex').toString('base64') };
    return { name, flags, text, ok: bytes !== undefined, messages, ...base64 };
  }
}
