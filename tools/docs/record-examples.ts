/**
 * Records an example for every X code: the smallest text or stream at hand that Microsoft's assembler or validator
 * answers with that code. `docs/diagnostics.md` shows them, and a test runs them through dxlens.
 *
 *     npx tsx tools/docs/record-examples.ts --client FILE.mjs [--search 60]
 *
 * The byte validator is no exported function, so the client is a module outside of this repository: it exports `Oracle`
 * with `start({limitSeconds})`, `validate(bytes, {flags})` and `stop()`. Sources go to the oracle's `assemble`. The
 * sources are the recorded cases of assembler and validator, the sources of example-seeds.ts, and for codes that none
 * of them has random damage for as many seconds as --search says. Examples that are recorded already are cut down
 * again.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../smith/random.ts';
import { damageSm1Fields, sm1Instructions, sm1Stream } from '../../smith/sm1-damage.ts';
import { validSm1Words } from '../../smith/sm1-valid.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { SM1_COMMENT } from '../../src/isa/sm1/opcodes.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { Oracle } from '../oracle/client.ts';
import { SEED_FILES, SEED_STREAMS, SEEDS, usesSeedFiles } from './example-seeds.ts';
import { EXAMPLES, type Example, readExamples, wordsOfText, wordsText } from './examples.ts';

interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: { id: number }[] }>;
  stop(): void;
}

/** Streams that are asked about at a time. */
const BATCH = 200;
const SKIP_VALIDATION = 2;
/** Flag of the validator: operands may have minimum precisions, as in programs of feature level 9. */
const MINIMUM_PRECISION = 2;
/** Rounds of leaving out single instructions. */
const MAX_ROUNDS = 8;

/** Where sources and streams with Microsoft's answers are recorded. */
const DIRECTORIES: readonly string[] = ['fixtures/sm1-validate', 'fixtures/sm1-assemble'];

interface RecordedCase {
  readonly text?: string;
  readonly bytes?: string;
  readonly flags?: number;
  readonly provokedBy?: string;
}

const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    search: { type: 'string', default: '0' },
  },
});
if (values.client === undefined)
  throw new Error('--client names the module that asks Microsoft; see the comment at the top of this file');
const { Oracle: Validators } = (await import(pathToFileURL(values.client).href)) as {
  Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
};
const client = await Validators.start({ limitSeconds: 10 });
/** The exported functions: the assembler. */
const oracle = await Oracle.start();

interface Source {
  readonly words?: Uint32Array;
  readonly text?: string;
  readonly flags: number;
}

const sources: Source[] = [];
const known = new Set<string>();
for (const { text, words, flags = 0 } of readExamples()) {
  sources.push({
    flags,
    ...(words === undefined ? {} : { words: wordsOfText(words) }),
    ...(text === undefined ? {} : { text }),
  });
}
for (const text of SEEDS) {
  sources.push({ text, flags: 0 });
  // Results with the flags of the compiler, and codes that the assembler does not report.
  const { output, hr } = await oracle.assemble(text, { flags: SKIP_VALIDATION, files: SEED_FILES });
  if (hr === 0) for (const flags of [0, 1]) sources.push({ words: wordsOf(output), flags });
}
for (const words of SEED_STREAMS) sources.push({ words: Uint32Array.from(words), flags: 0 });
for (const { text, bytes, flags, provokedBy } of DIRECTORIES.flatMap(recordedCases)) {
  if (text !== undefined) sources.push({ text, flags: 0 });
  if (bytes === undefined || text !== undefined) continue;
  const words = wordsOf(new Uint8Array(Buffer.from(bytes, 'base64')));
  sources.push({ words, flags: flags ?? Number(/flags=(\d)/.exec(provokedBy ?? '')?.[1] ?? 0) });
}

/** The best source of each code: sources before streams, short ones before long ones. */
const best = new Map<string, { readonly source: Source; readonly rank: number }>();
for (let at = 0; at < sources.length; at += BATCH) await consider(sources.slice(at, at + BATCH));
if (Number(values.search) > 0) await search(Number(values.search));

const examples: Example[] = [];
for (const code of [...best.keys()].sort()) {
  const example = await exampleOf(code, best.get(code)!.source);
  // Microsoft's validator crashes on some streams now and then.
  if (example.codes.includes(code)) examples.push(example);
  else console.log(`${code}: no answer`);
}
writeFileSync(EXAMPLES, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
console.log(`${examples.length} examples, ${examples.filter(({ text }) => text !== undefined).length} of them texts`);
client.stop();
oracle.stop();

/** The cases in all files of a directory. */
function recordedCases(directory: string): RecordedCase[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .flatMap((file) =>
      gunzipSync(readFileSync(join(directory, file)))
        .toString()
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as RecordedCase);
}

async function consider(list: readonly Source[]): Promise<void> {
  const codes = await Promise.all(list.map(codesOf));
  for (const [i, source] of list.entries()) {
    const found = codes[i]!;
    const rank = rankOf(source, found.length);
    for (const code of found) {
      known.add(code);
      if (rank < (best.get(code)?.rank ?? Number.POSITIVE_INFINITY)) best.set(code, { source, rank });
    }
  }
}

/** The rank of an example, lowest first: text with few other codes, short. */
function rankOf({ words, text }: Source, codes: number): number {
  return (text === undefined ? 1e6 + words!.length : text.length) + 1000 * codes;
}

/** The codes that Microsoft gives, in its order; empty where its code crashes. */
async function codesOf({ words, text, flags }: Source): Promise<string[]> {
  try {
    if (words !== undefined) {
      const { messages } = await client.validate(bytesOf(words), { flags });
      return messages.map(({ id }) => `X${5000 + id}`);
    }
    const { messages } = await oracle.assemble(text!, usesSeedFiles(text!) ? { files: SEED_FILES } : {});
    return [...messages.matchAll(/^.*\(\d+,[\d-]+\): (?:error|warning) (X\d+):/gm)].map(([, code]) => code!);
  } catch {
    return [];
  }
}

/** Damages streams at random until `seconds` are over, and keeps what raises a code that nothing has raised before. */
async function search(seconds: number): Promise<void> {
  const random = new Random(1);
  const seeds = sources.flatMap(({ words }) => (words === undefined ? [] : [words]));
  const seedOf = () => (random.oneIn(3) ? validSm1Words(random) : random.pick(seeds));
  const endTime = Date.now() + 1000 * seconds;
  while (Date.now() < endTime) {
    const before = known.size;
    const list = Array.from({ length: BATCH }, (): Source => {
      if (random.oneIn(4)) return { words: withPrecision(seedOf(), random), flags: MINIMUM_PRECISION };
      return { words: damageSm1Fields(seedOf(), random), flags: random.oneIn(3) ? 1 : 0 };
    });
    await consider(list);
    if (known.size > before) console.log(`${known.size} codes`);
  }
}

/** `words` with a minimum precision that does not exist in one of its parameter tokens. */
function withPrecision(words: Uint32Array, random: Random): Uint32Array {
  const changed = words.slice();
  const at = random.below(words.length);
  if (words[at]! >>> 31 === 1) changed[at]! |= 3 << 14;
  return changed;
}

/** The smallest example that can be made of `source`; a text where the assembler gives the code for one. */
async function exampleOf(code: string, source: Source): Promise<Example> {
  const raises = async (other: Source) => (await codesOf(other)).includes(code);
  if (source.text !== undefined) {
    const text = await smallerText(source.text, (text) => raises({ text, flags: 0 }));
    return { code, text, codes: await codesOf({ text, flags: 0 }) };
  }
  const { flags } = source;
  const words = await smallerStream(source.words!, (words) => raises({ words, flags }));
  const listing = disassemble(bytesOf(words), { header: false }).text.replace(/\n\n\/\/ approx.*\n$/, '\n');
  const text = listing.replace(/^ {4}/gm, '');
  const assembled = await codesOf({ text, flags: 0 });
  if (assembled.includes(code) && assembled.every((one) => one.startsWith('X5'))) {
    const smaller = await smallerText(text, (text) => raises({ text, flags: 0 }));
    return { code, text: smaller, codes: await codesOf({ text: smaller, flags: 0 }) };
  }
  return { code, words: wordsText(words), ...(flags === 0 ? {} : { flags }), codes: await codesOf({ words, flags }) };
}

/** `text` without the lines that are not needed. */
async function smallerText(text: string, holds: (text: string) => Promise<boolean>): Promise<string> {
  // Some codes are about a text that ends within a line.
  const end = text.endsWith('\n') ? '\n' : '';
  const complete = (list: readonly string[]) => list.join('\n') + end;
  const remaining = await smaller((end === '' ? text : text.slice(0, -1)).split('\n'), (list) => holds(complete(list)));
  return complete(remaining);
}

/** `words` without the instructions that are not needed. */
async function smallerStream(
  words: Uint32Array,
  holds: (words: Uint32Array) => Promise<boolean>,
): Promise<Uint32Array> {
  const version = words[0]!;
  const parts = sm1Instructions(words);
  const stream = (list: readonly number[][]) => sm1Stream(version, list);
  if (!(await holds(stream(parts)))) return words;
  const withoutComments = parts.filter(([token]) => (token! & 0xffff) !== SM1_COMMENT);
  const first = (await holds(stream(withoutComments))) ? withoutComments : parts;
  return stream(await smaller(first, (list) => holds(stream(list))));
}

/** The elements of `list` that are needed for `holds`: halves, quarters, ... are left out, then single ones again. */
async function smaller<T>(list: readonly T[], holds: (list: T[]) => Promise<boolean>): Promise<T[]> {
  let remaining = [...list];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = remaining.length;
    for (let size = round === 0 ? Math.max(1, remaining.length >> 1) : 1; size >= 1; size >>= 1) {
      for (let at = 0; at < remaining.length; ) {
        const fewer = [...remaining.slice(0, at), ...remaining.slice(at + size)];
        if (await holds(fewer)) remaining = fewer;
        else at += size;
      }
    }
    if (remaining.length === before) break;
  }
  return remaining;
}
