/**
 * Compares our validation of SM 1-3 streams with Microsoft's validator, live.
 *
 * The byte validator is not an exported function, so its client is a module outside of this repository, given by
 * --client. It exports `Oracle` with `start({limitSeconds})`, `validate(bytes, {flags})` and `stop()`.
 *
 * --program wild: every shape of instruction anywhere, a third of them with damaged words; flow: programs of flow
 * control, half of them damaged as well.
 *
 * --cases validates recorded streams (JSON lines: `bytes` in base64, `flags=N` at the end of `provokedBy`). Otherwise
 * random valid programs are validated, unchanged or, with `--program damage`, after field-aware damage; recorded
 * fixtures and, with --seeds, the streams of a file are damaged as well. Without --flags, each stream gets its own
 * flags.
 *
 * --record writes the streams with Microsoft's answers, codes and no wording, to a file of JSON lines, gzipped:
 * fixtures of test/validate/sm1/validate-sm1.test.ts.
 *
 * Disagreements are grouped by model and first code that differs; of each group a stream is cut down and shown. --code
 * shows only groups with that code. Streams on which Microsoft's code crashes or hangs are counted apart. Exit status 1
 * when anything differs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Random } from '../smith/random.ts';
import { damageWords, wildSm1Words } from '../smith/sm1.ts';
import { damageSm1Fields, sm1Instructions, sm1Stream } from '../smith/sm1-damage.ts';
import { flowSm1Words } from '../smith/sm1-flow.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { isSm1Version } from '../src/base/profile.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { type Sm1Model, sm1Model } from '../src/validate/index.ts';
import { checkSm1 } from '../src/validate/sm1/validate-sm1.ts';
import type { Values } from './comparisons.ts';

interface Message {
  readonly id: number;
  readonly instruction: number;
  readonly msg: string;
}
interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: Message[] }>;
  stop(): void;
}
interface Case {
  readonly words: Uint32Array;
  readonly flags: number;
  readonly name: string;
}
interface Validated {
  readonly valid: boolean;
  /** `5703@4` */
  readonly codes: readonly string[];
  readonly text: readonly string[];
}
interface Group {
  count: number;
  results: number;
  example: Case;
}
const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures');
const BATCH = 256;
const GENERATORS: Record<string, (random: Random) => Uint32Array> = { wild: wildSm1Words, flow: flowSm1Words };

/** The group of a disagreement; undefined where there is none. */
function compare(model: Sm1Model | 'none', expected: Validated, got: Validated | undefined): string | undefined {
  if (got === undefined) return `${model} threw`;
  const most = Math.max(expected.codes.length, got.codes.length);
  for (let i = 0; i < most; i++) {
    const [a, b] = [expected.codes[i], got.codes[i]];
    if (a === b) continue;
    const [codeA, codeB] = [a?.split('@')[0] ?? 'nothing', b?.split('@')[0] ?? 'nothing'];
    return `${model} expected ${codeA} got ${codeB}${codeA === codeB ? ' at another instruction' : ''}`;
  }
  return expected.valid === got.valid ? undefined : `${model} validity only`;
}

export async function run(values: Values<'sm1-validate'>): Promise<void> {
  if (values.client === undefined) throw new RangeError('--client FILE.mjs is missing');
  const { Oracle } = (await import(pathToFileURL(values.client).href)) as {
    Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
  };
  const client = await Oracle.start({ limitSeconds: 3 });

  const total = { streams: 0, 'crashed Microsoft': 0, results: 0, lists: 0, threw: 0 };
  const perModel = new Map<string, { streams: number; results: number; lists: number }>();
  const groups = new Map<string, Group>();
  const recorded: string[] = [];
  const started = Date.now();
  let batch: Case[] = [];
  for (const one of cases()) {
    batch.push(one);
    if (batch.length === BATCH) {
      await validateBatch(batch);
      batch = [];
    }
  }
  await validateBatch(batch);
  await report();
  if (values.record !== undefined) writeFileSync(values.record, gzipSync(`${recorded.join('\n')}\n`, { level: 9 }));
  client.stop();
  process.exitCode = groups.size + total.threw > 0 ? 1 : 0;

  function* cases(): Generator<Case> {
    const { model } = values;
    const ofModel = (words: Uint32Array) => model === undefined || sm1Model(words[0] ?? 0) === model;
    if (values.cases !== undefined) {
      for (const one of readCases(values.cases)) if (ofModel(one.words)) yield one;
      return;
    }
    const seeds = values.program === 'damage' ? seedStreams().filter(ofModel) : [];
    for (let i = 0; i < values.count; i++) {
      const random = new Random(values.seed * 1_000_003 + i);
      const make = GENERATORS[values.program] ?? validSm1Words;
      let words = seeds.length > 0 && !random.oneIn(3) ? random.pick(seeds) : make(random);
      for (let tries = 0; tries < 500 && !ofModel(words); tries++) words = make(random);
      if (values.program === 'damage') words = damageSm1Fields(words, random);
      else if (values.program === 'wild' && random.oneIn(3)) damageWords(words, random);
      else if (values.program === 'flow' && random.oneIn(2)) words = damageSm1Fields(words, random);
      const flags = values.flags === undefined ? (random.oneIn(2) ? 0 : random.below(4)) : Number(values.flags);
      yield { words, flags, name: `${values.seed}:${i}` };
    }
  }

  function readCases(path: string): Case[] {
    const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
    return lines.flatMap((line) => {
      const { bytes, provokedBy = '', code = '' } = JSON.parse(line) as Record<string, string | undefined>;
      if (bytes === undefined) return [];
      const words = wordsOf(new Uint8Array(Buffer.from(bytes, 'base64')));
      const flags = values.flags ?? /flags=(\d)$/.exec(provokedBy)?.[1] ?? 0;
      return [{ words, flags: Number(flags), name: code }];
    });
  }

  /** Streams worth damaging: recorded fixtures, the recorded cases of the validator, and what --seeds names. */
  function seedStreams(): Uint32Array[] {
    const streams: Uint32Array[] = [];
    const recorded = join(FIXTURES, 'recorded');
    for (const file of readdirSync(recorded)) {
      if (!file.endsWith('.bin')) continue;
      const words = wordsOf(new Uint8Array(readFileSync(join(recorded, file))));
      if (isSm1Version(words[0] ?? 0) && words.length < 1500) streams.push(words);
    }
    const byteCases = join(FIXTURES, 'sm1-validate/sm1-byte-cases.jsonl.gz');
    for (const path of [byteCases, values.seeds]) {
      if (path !== undefined && existsSync(path)) {
        // Very long ones reach limits and not much else.
        for (const { words } of readCases(path)) if (words.length > 1 && words.length < 1000) streams.push(words);
      }
    }
    return streams;
  }

  async function validateBatch(list: readonly Case[]): Promise<void> {
    const answers = await theirs(list);
    list.forEach((one, i) => {
      const expected = answers[i];
      total.streams++;
      if (expected === undefined) {
        total['crashed Microsoft']++;
        ours(one);
        return;
      }
      record(one, expected);
      const model = sm1Model(one.words[0] ?? 0) ?? 'none';
      const counts = perModel.get(model) ?? { streams: 0, results: 0, lists: 0 };
      perModel.set(model, counts);
      counts.streams++;
      const got = ours(one);
      const difference = compare(model, expected, got);
      if (expected.valid === got?.valid) {
        total.results++;
        counts.results++;
      }
      if (difference === undefined) {
        total.lists++;
        counts.lists++;
        return;
      }
      const group = groups.get(difference);
      if (group === undefined)
        groups.set(difference, { count: 1, results: +(expected.valid !== got?.valid), example: one });
      else {
        group.count++;
        if (expected.valid !== got?.valid) group.results++;
        if (one.words.length < group.example.words.length) group.example = one;
      }
    });
  }

  function record({ words, flags, name }: Case, { valid, codes }: Validated): void {
    if (values.record === undefined) return;
    const bytes = Buffer.from(bytesOf(words)).toString('base64');
    const diagnostics = codes.map((code) => code.split('@').map(Number));
    recorded.push(JSON.stringify({ name, flags, bytes, valid, diagnostics }));
  }

  /** Microsoft's results; undefined if its code crashed or hung. */
  async function theirs(list: readonly Case[]): Promise<(Validated | undefined)[]> {
    const ask = async ({ words, flags }: Case): Promise<Validated | undefined> => {
      try {
        const { hr, messages } = await client.validate(bytesOf(words), { flags });
        return {
          valid: hr === 0,
          codes: messages.map(({ id, instruction }) => `${5000 + id}@${instruction}`),
          text: messages.map(({ msg }) => msg),
        };
      } catch {
        return undefined;
      }
    };
    const answers = await Promise.all(list.map(ask));
    // A crash loses the results of the entire batch: repeat the others one by one.
    for (let i = 0; i < list.length; i++) answers[i] ??= await ask(list[i]!);
    return answers;
  }

  function ours({ words, flags, name }: Case): Validated | undefined {
    try {
      const { valid, diagnostics } = checkSm1(words, flags);
      return {
        valid,
        codes: diagnostics.map(({ code, instruction }) => `${code.slice(1)}@${instruction}`),
        text: diagnostics.map(({ rule }) => rule.text),
      };
    } catch (error) {
      if (total.threw++ === 0)
        console.log(`*** ours threw on ${name}: ${error instanceof Error ? error.stack : error}`);
      return undefined;
    }
  }

  async function report(): Promise<void> {
    const known = total.streams - total['crashed Microsoft'];
    const share = (n: number, of: number) => `${n} of ${of} (${((100 * n) / Math.max(of, 1)).toFixed(3)}%)`;
    const sorted = [...groups].sort((a, b) => b[1].count - a[1].count);
    const shown = sorted.filter(([key]) => values.code === undefined || key.includes(values.code));
    for (const [key, group] of shown.slice(0, values.show).reverse()) await show(key, group);
    console.log('\ndisagreements, largest group first:');
    for (const [key, { count, results }] of shown.slice(0, 60)) {
      console.log(`${String(count).padStart(6)}  ${key}${results > 0 ? `  (${results} with another validity)` : ''}`);
    }
    if (shown.length > 60) console.log(`        and ${shown.length - 60} groups more`);
    console.log();
    for (const [model, { streams, results, lists }] of [...perModel].sort()) {
      console.log(`${model}: validity ${share(results, streams)}, code lists ${share(lists, streams)}`);
    }
    console.log(`all: validity ${share(total.results, known)}, code lists ${share(total.lists, known)}`);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${total['crashed Microsoft']} crashed Microsoft, ${total.threw} threw in ours, ${seconds} s`);
  }

  async function show(key: string, { example }: Group): Promise<void> {
    const small = await cutDown(key, example);
    const [expected] = await theirs([small]);
    const got = ours(small);
    const first = expected?.codes.findIndex((code, i) => code !== got?.codes[i]) ?? -1;
    console.log(`\n--- ${key}: stream ${small.name}, flags ${small.flags}`);
    console.log(disassemble(bytesOf(small.words), { header: false }).text.trimEnd());
    console.log(`words:    ${Array.from(small.words, (word) => word.toString(16).padStart(8, '0')).join(' ')}`);
    console.log(`expected: ${expected?.valid ? 'valid' : 'invalid'} ${expected?.codes.join(' ')}`);
    console.log(`got:      ${got?.valid ? 'valid' : 'invalid'} ${got?.codes.join(' ')}`);
    if (first >= 0) console.log(`          ${expected?.codes[first]} ${expected?.text[first]}`);
  }

  /** The case without the instructions that its disagreement does not need. */
  async function cutDown(key: string, one: Case): Promise<Case> {
    const version = one.words[0];
    if (version === undefined) return one;
    const model = sm1Model(version) ?? 'none';
    let remaining = sm1Instructions(one.words);
    const made = (instructions: number[][]): Case => ({ ...one, words: sm1Stream(version, instructions) });
    if (!(await same(made(remaining)))) return one;
    for (let size = remaining.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < remaining.length; ) {
        const fewer = [...remaining.slice(0, at), ...remaining.slice(at + size)];
        if (await same(made(fewer))) remaining = fewer;
        else at += size;
      }
    }
    return made(remaining);

    async function same(other: Case): Promise<boolean> {
      const [expected] = await theirs([other]);
      return expected !== undefined && compare(model, expected, ours(other)) === key;
    }
  }
}
