/**
 * Records an example for every X code: the smallest text or stream at hand that Microsoft's assembler or validator answers
 * with that code. `docs/diagnostics.md` shows them, and a test runs them through dxlens.
 *
 *     npx tsx tools/docs/record-examples.ts --client FILE.mjs [--texts FILE.jsonl.gz] [--streams FILE.jsonl.gz] [--search 60]
 *
 * The byte validator is no exported function, so the client is a module outside of this repository: it exports `Oracle` with
 * `start({limitSeconds})`, `validate(bytes, {flags})`, `assemble(text, {name})` and `stop()`. The sources are recorded cases
 * (JSON lines with `text`, or with `bytes` in base64), the texts of example-seeds.ts, and for codes that none of them has
 * random damage for as many seconds as --search says. Examples that are recorded already are cut down again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { SM1_COMMENT } from '../../src/isa/sm1/opcodes.ts';
import { disassemble } from '../../src/text/listing.ts';
import { Random } from '../../test/smith/random.ts';
import { damageSm1Fields, sm1Instructions, sm1Stream } from '../../test/smith/sm1-damage.ts';
import { SEEDS } from './example-seeds.ts';
import { EXAMPLES, type Example, readExamples, wordsOfText, wordsText } from './examples.ts';

interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: { id: number }[] }>;
  assemble(text: string, options: { name: string }): Promise<{ hr: number; err: Uint8Array }>;
  stop(): void;
}

/** Streams that are asked about at a time. */
const BATCH = 200;
const NAME = 'example.asm';
/** Rounds of leaving out single instructions. */
const MAX_ROUNDS = 8;

const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    texts: { type: 'string' },
    streams: { type: 'string', default: 'test/fixtures/sm1-validate/sm1-byte-cases.jsonl.gz' },
    search: { type: 'string', default: '0' },
  },
});
if (values.client === undefined)
  throw new Error('--client names the module that asks Microsoft; see the head of this file');
const { Oracle } = (await import(pathToFileURL(values.client).href)) as {
  Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
};
const client = await Oracle.start({ limitSeconds: 10 });

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
for (const text of SEEDS) sources.push({ text, flags: 0 });
for (const { bytes, provokedBy } of lines(values.streams) as { bytes: string; provokedBy: string }[]) {
  const words = wordsOf(new Uint8Array(Buffer.from(bytes, 'base64')));
  sources.push({ words, flags: Number(/flags=(\d)/.exec(provokedBy)?.[1] ?? 0) });
}
if (values.texts) for (const { text } of lines(values.texts) as { text: string }[]) sources.push({ text, flags: 0 });

/** The best source of each code: texts before streams, short ones before long ones. */
const best = new Map<string, { readonly source: Source; readonly rank: number }>();
for (let at = 0; at < sources.length; at += BATCH) await consider(sources.slice(at, at + BATCH));
if (Number(values.search) > 0) await search(Number(values.search));

const examples: Example[] = [];
for (const code of [...best.keys()].sort()) examples.push(await exampleOf(code, best.get(code)!.source));
writeFileSync(EXAMPLES, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
console.log(`${examples.length} examples, ${examples.filter(({ text }) => text !== undefined).length} of them texts`);
client.stop();

function lines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  const text = gunzipSync(readFileSync(file)).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
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

/** What is better has the lower number: texts, with few other codes, short. */
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
    const { err } = await client.assemble(text!, { name: NAME });
    const told = Buffer.from(err).toString('latin1');
    return [...told.matchAll(/^.*\(\d+,[\d-]+\): (?:error|warning) (X\d+):/gm)].map(([, code]) => code!);
  } catch {
    return [];
  }
}

/** Damages streams at random until `seconds` are over, and keeps what raises a code that nothing has raised before. */
async function search(seconds: number): Promise<void> {
  const random = new Random(1);
  const seeds = sources.flatMap(({ words }) => (words === undefined ? [] : [words]));
  const endTime = Date.now() + 1000 * seconds;
  while (Date.now() < endTime) {
    const before = known.size;
    const list = Array.from(
      { length: BATCH },
      (): Source => ({ words: damageSm1Fields(random.pick(seeds), random), flags: 0 }),
    );
    await consider(list);
    if (known.size > before) console.log(`${known.size} codes`);
  }
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
  const join = (list: readonly string[]) => `${list.join('\n')}\n`;
  const kept = await smaller(text.trimEnd().split('\n'), (list) => holds(join(list)));
  return join(kept);
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
  let kept = [...list];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = kept.length;
    for (let size = round === 0 ? Math.max(1, kept.length >> 1) : 1; size >= 1; size >>= 1) {
      for (let at = 0; at < kept.length; ) {
        const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
        if (await holds(fewer)) kept = fewer;
        else at += size;
      }
    }
    if (kept.length === before) break;
  }
  return kept;
}
