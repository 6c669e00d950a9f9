/**
 * Records an example for every code of shader models 4 to 5.1: the smallest known container for which the code is the
 * first diagnostic of Microsoft's validator. `docs/diagnostics.md` shows them, and a test runs them through dxlens.
 *
 *     npx tsx tools/docs/record-sm4-examples.ts --client FILE.mjs [--search 60] [--sources DIRECTORY] [--code DX3401]
 *
 * The client is a module outside of this repository: it exports `Oracle` with `start({limitSeconds})`, `validate(bytes,
 * {flags})` and `stop()`. Sources are the recorded cases (fixtures/sm4-validate), the previous examples, the files of a
 * directory (for example the inputs of the tests of rules), and random damage for --search seconds. --code records one
 * code again and keeps the others.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { diagnosticText, readMessageCodes } from '../../fixtures/sm4-messages.ts';
import { sm4DiagnosticLines } from '../../smith/checks/sm4-diagnostics.ts';
import { Random } from '../../smith/random.ts';
import { damagedContainer } from '../../smith/sm4-damage.ts';
import { validProgram } from '../../smith/sm4-valid.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { readSignature, serializeSignature } from '../../src/chunks/signature.ts';
import { type Chunk, readChunkDirectory } from '../../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../../src/container/shader-chunks.ts';
import { TAG } from '../../src/container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../src/container/write.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { readDxlensRules } from './rules.ts';
import { bytesOfExample, MAX_REPORTED, readSm4Examples, SM4_EXAMPLES, type Sm4Example } from './sm4-examples.ts';

interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: readonly string[] }>;
  stop(): void;
}

const RECORDED = 'fixtures/sm4-validate';
const FIXTURES = 'fixtures/recorded';
/** The code of what Microsoft refuses without a word. */
const UNREADABLE = 'DX3400';
const BATCH = 40;
const MAX_ROUNDS = 4;
const SIGNATURES: ReadonlySet<number> = new Set([
  ...[TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
]);

const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    search: { type: 'string', default: '0' },
    sources: { type: 'string' },
    code: { type: 'string' },
  },
});
if (values.client === undefined)
  throw new Error('--client names the module that asks Microsoft; see the comment at the top of this file');
const { Oracle } = (await import(pathToFileURL(values.client).href)) as {
  Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
};
const client = await Oracle.start({ limitSeconds: 3 });
const codes = readMessageCodes();
const wanted = new Set<string>((await readDxlensRules()).map(({ code }) => code));

interface Best {
  readonly bytes: Uint8Array;
  readonly diagnostics: readonly string[];
  readonly rank: number;
}
const best = new Map<string, Best>();
const old = readSm4Examples();

for (const example of old) await consider([bytesOfExample(example)]);
for (const file of existsSync(RECORDED) ? readdirSync(RECORDED) : []) {
  if (!file.endsWith('.jsonl.gz')) continue;
  const lines = gunzipSync(readFileSync(join(RECORDED, file)))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const all = lines.map((line) => new Uint8Array(Buffer.from(JSON.parse(line).bytes, 'base64')));
  for (let at = 0; at < all.length; at += BATCH) await consider(all.slice(at, at + BATCH));
}
const given =
  values.sources === undefined ? [] : readdirSync(values.sources).map((name) => join(values.sources!, name));
for (let at = 0; at < given.length; at += BATCH)
  await consider(given.slice(at, at + BATCH).map((file) => new Uint8Array(readFileSync(file))));
await search(Number(values.search));

const examples: Sm4Example[] = [];
for (const code of [...best.keys()].sort()) {
  if (!wanted.has(code)) continue;
  const known = old.find((example) => example.code === code);
  if (values.code !== undefined && values.code !== code) {
    if (known) examples.push(known);
    continue;
  }
  const { bytes } = best.get(code)!;
  const small = await smallest(bytes, code);
  examples.push({
    code,
    bytes: Buffer.from(small).toString('base64'),
    diagnostics: ((await diagnosticsOf(small)) ?? []).slice(0, MAX_REPORTED),
  });
}
writeFileSync(SM4_EXAMPLES, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
const missing = [...wanted].filter((code) => !best.has(code));
console.log(`${examples.length} examples; without: ${missing.join(' ')}`);
client.stop();

/** The diagnostics of Microsoft's validator; undefined if its code dies. */
async function diagnosticsOf(bytes: Uint8Array): Promise<string[] | undefined> {
  try {
    const { hr, messages } = await client.validate(bytes, { flags: 0 });
    const diagnostics = messages.flatMap((message) => diagnosticText(message, codes) ?? []);
    // A program that Microsoft's reader refuses has no text.
    return hr !== 0 && diagnostics.length === 0 ? [UNREADABLE] : diagnostics;
  } catch {
    return undefined;
  }
}

function codeOf(diagnostic: string): string {
  return diagnostic.replace(/@.*$/, '');
}

async function consider(list: readonly Uint8Array[]): Promise<void> {
  const answers = await Promise.all(list.map(diagnosticsOf));
  for (const [i, bytes] of list.entries()) {
    // Requests under way when the validator dies fail with it.
    const diagnostics = answers[i] ?? (await diagnosticsOf(bytes));
    if (diagnostics === undefined) continue;
    for (const code of new Set(diagnostics.map(codeOf))) {
      const rank = rankOf(bytes, diagnostics, code);
      if (rank < (best.get(code)?.rank ?? Number.POSITIVE_INFINITY)) best.set(code, { bytes, diagnostics, rank });
    }
  }
}

/**
 * The rank of an example, lowest first: the code comes first, with few others, in a short container on which both sides
 * agree.
 */
function rankOf(bytes: Uint8Array, diagnostics: readonly string[], code: string): number {
  const first = diagnostics.findIndex((diagnostic) => codeOf(diagnostic) === code);
  return (agree(bytes, diagnostics) ? 0 : 1e12) + 1e7 * first + 1e4 * diagnostics.length + bytes.byteLength;
}

/** Whether dxlens reports the same. If not, Microsoft's validator has read memory after a chunk. */
function agree(bytes: Uint8Array, diagnostics: readonly string[]): boolean {
  const ours = sm4DiagnosticLines(bytes).slice(0, MAX_REPORTED);
  return ours.join() === diagnostics.slice(0, MAX_REPORTED).join();
}

async function search(seconds: number): Promise<void> {
  const random = new Random(77);
  const fixtures = readdirSync(FIXTURES)
    .filter((name) => /\.[vpghdc]s_[45]_\d.*\.bin$/.test(name))
    .map((name) => new Uint8Array(readFileSync(join(FIXTURES, name))));
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    const before = best.size;
    const seed = () => (random.oneIn(3) ? validProgram(random).bytes : random.pick(fixtures));
    await consider(Array.from({ length: BATCH }, () => damagedContainer(seed(), random)?.bytes ?? seed()));
    if (best.size > before) console.log(`${best.size} codes`);
  }
}

/** `bytes` without chunks, instructions and elements of signatures that the code does not need. */
async function smallest(bytes: Uint8Array, code: string): Promise<Uint8Array> {
  const limit = (await diagnosticsOf(bytes))?.length ?? 0;
  const holds = async (candidate: Uint8Array): Promise<boolean> => {
    const diagnostics = await diagnosticsOf(candidate);
    return (
      diagnostics !== undefined &&
      codeOf(diagnostics[0] ?? '') === code &&
      diagnostics.length <= limit &&
      agree(candidate, diagnostics)
    );
  };
  if (!(await holds(bytes))) return bytes;
  let remaining = bytes;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = remaining.byteLength;
    remaining = await fewerChunks(remaining, holds);
    remaining = await fewerInstructions(remaining, holds);
    remaining = await fewerElements(remaining, holds);
    if (remaining.byteLength === before) break;
  }
  return remaining;
}

type Holds = (candidate: Uint8Array) => Promise<boolean>;

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  return readChunkDirectory(bytes, new Diagnostics())?.chunks ?? [];
}

async function fewerChunks(bytes: Uint8Array, holds: Holds): Promise<Uint8Array> {
  const write = (list: readonly ChunkBytes[]) => serializeContainer(list);
  return write(await fewer(chunksOf(bytes), (list) => holds(write(list))));
}

async function fewerInstructions(bytes: Uint8Array, holds: Holds): Promise<Uint8Array> {
  const chunks = chunksOf(bytes);
  const at = chunks.findIndex(({ tag }) => (PROGRAM_TAGS as readonly number[]).includes(tag));
  if (at < 0 || chunks[at]!.data.byteLength < 12) return bytes;
  const words = wordsOf(chunks[at]!.data);
  const { starts, count, end } = readSm4(words);
  const list = Array.from({ length: count }, (_, i) =>
    words.subarray(starts[i]!, i + 1 < count ? starts[i + 1]! : Math.max(end, starts[i]!)),
  );
  const write = (instructions: readonly Uint32Array[]): Uint8Array => {
    const length = instructions.reduce((sum, one) => sum + one.length, 2);
    const program = new Uint32Array(length);
    program[0] = words[0]!;
    program[1] = length;
    let next = 2;
    for (const one of instructions) {
      program.set(one, next);
      next += one.length;
    }
    return serializeContainer(
      chunks.map((chunk, i) => (i === at ? { tag: chunk.tag, data: bytesOf(program) } : chunk)),
    );
  };
  // Writing loses faults in the program's length.
  if (!(await holds(write(list)))) return bytes;
  return write(await fewer(list, (some) => holds(write(some))));
}

async function fewerElements(bytes: Uint8Array, holds: Holds): Promise<Uint8Array> {
  let remaining = bytes;
  for (let at = 0; at < chunksOf(remaining).length; at++) {
    const container = readChunkDirectory(remaining, new Diagnostics())!;
    const chunk = container.chunks[at]!;
    if (!SIGNATURES.has(chunk.tag)) continue;
    const signature = readSignature(container, chunk, new Diagnostics());
    if (signature === undefined || !signature.intact) continue;
    const write = (elements: (typeof signature.elements)[number][]) =>
      serializeContainer(
        container.chunks.map((one, i) =>
          i === at ? { tag: one.tag, data: serializeSignature(elements, one.tag) } : one,
        ),
      );
    if (await holds(write([...signature.elements])))
      remaining = write(await fewer(signature.elements, (some) => holds(write(some))));
  }
  return remaining;
}

/** The elements of `list` that are needed for `holds`: halves, quarters, ... are left out, then single ones. */
async function fewer<T>(list: readonly T[], holds: (list: T[]) => Promise<boolean>): Promise<T[]> {
  let remaining = [...list];
  for (let size = Math.max(1, remaining.length >> 1); size >= 1; size >>= 1) {
    for (let at = 0; at < remaining.length; ) {
      const some = [...remaining.slice(0, at), ...remaining.slice(at + size)];
      if (await holds(some)) remaining = some;
      else at += size;
    }
  }
  return remaining;
}
