/**
 * Compares the listings of containers with Microsoft's, live: random HLSL made of declarations, under many flags, and
 * the same containers with fields edited and the digest repaired. Needs the oracle (`npm run oracle:setup`).
 *
 *     npx tsx test/live/headers-compare.ts --seed 1 --shaders 300 --edits 20
 *
 * An edit that makes Microsoft's DLL crash, hang or refuse has no answer to compare with; ours must still come in
 * time. Edits by which offsets leave their chunk, or counts their tables, are counted apart: Microsoft prints what
 * happens to lie there.
 */
import { parseArgs } from 'node:util';
import { type Diagnostic, Diagnostics } from '../../src/base/diagnostics.ts';
import { fourCCText, u32At } from '../../src/base/words.ts';
import { containerDigest } from '../../src/container/digest.ts';
import {
  CHUNK_HEADER_SIZE,
  type Chunk,
  DXBC_TAG,
  HEADER_SIZE,
  readContainer,
  readDirectory,
} from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { printContainer } from '../../src/text/dxbc/container.ts';
import { listingStyle, optionsOfFlags } from '../../src/text/options.ts';
import { FLAG_COMBINATIONS } from '../../tools/fixtures/recorded.ts';
import { Oracle, OracleDied } from '../../tools/oracle/client.ts';
import { Random } from '../smith/random.ts';
import { randomShader } from './headers-hlsl.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    shaders: { type: 'string', default: '200' },
    edits: { type: 'string', default: '10' },
    'all-flags': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** Chunks that are edited, all but the programs. */
const EDITED: ReadonlySet<number> = new Set([
  ...[TAG.RDEF, TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
  ...[TAG.STAT, TAG.SFI0, TAG.IFCE, TAG.Aon9, TAG.XNAP, TAG.XNAS, TAG.LIBH, TAG.LFS0],
]);
/** Chunks with programs. */
const PROGRAMS: ReadonlySet<number> = new Set([TAG.SHDR, TAG.SHEX, TAG.Aon9, TAG.XNAP, TAG.XNAS, TAG.LIBF]);
const LEVEL_9: ReadonlySet<number> = new Set([TAG.Aon9, TAG.XNAP, TAG.XNAS]);
/** Where such a chunk says where its program begins; only what is in front of that is edited. */
const PROGRAM_OFFSET = 12;
/** Diagnostics after which Microsoft's text depends on what lies elsewhere. */
const OUTSIDE: ReadonlySet<string> = new Set(['DX1010', 'DX1011', 'DX1012', 'DX1014', 'DX1015', 'DX1020', 'DX1022']);
/** A single edit must not cost more than this, in milliseconds. */
const SLOWEST = 2_000;

const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};
let shown = 0;

function ours(bytes: Uint8Array, flags: number): { text: string; diagnostics: readonly Diagnostic[] } {
  const diagnostics = new Diagnostics();
  const style = listingStyle(optionsOfFlags(flags));
  const container = readContainer(bytes, diagnostics);
  const text = container === undefined ? '' : printContainer(container, style, diagnostics);
  return { text: style.markup.frame.open + text + style.markup.frame.close, diagnostics: diagnostics.list };
}

async function theirs(ms: Oracle, bytes: Uint8Array, flags: number): Promise<string | undefined> {
  try {
    const answer = await ms.disassemble(bytes, flags);
    return answer.hr === 0 ? Buffer.from(answer.output).toString('latin1') : undefined;
  } catch (error) {
    if (error instanceof OracleDied) return undefined;
    throw error;
  }
}

function show(title: string, want: string, got: string, diagnostics: readonly Diagnostic[]): void {
  if (++shown > 20 && !options.verbose) return;
  const a = want.split('\n');
  const b = got.split('\n');
  let line = 0;
  while (line < a.length && line < b.length && a[line] === b[line]) line++;
  console.log(`${title}: line ${line + 1}`);
  console.log(`  theirs ${JSON.stringify(a.slice(line, line + 2))}`);
  console.log(`  ours   ${JSON.stringify(b.slice(line, line + 2))}`);
  for (const { code, message } of diagnostics.slice(0, 3)) console.log(`  ${code} ${message}`);
}

async function compare(ms: Oracle, title: string, bytes: Uint8Array, flags: number): Promise<void> {
  const want = await theirs(ms, bytes, flags);
  const { text, diagnostics } = ours(bytes, flags);
  if (diagnostics.length > 0) {
    // What a compiler wrote is sound.
    count('reported');
    console.log(`${title}: ${diagnostics[0]!.code} ${diagnostics[0]!.message}`);
  }
  if (want === undefined) return count('no answer');
  if (want === text) return count('identical');
  count('different');
  show(`${title} flags 0x${flags.toString(16)}`, want, text, diagnostics);
}

/** Values that fields of chunks like least. */
function hostile(random: Random, old: number, bytes: Uint8Array, start: number, size: number): number {
  const near = [old + 1, old - 1, old + 4, old - 4, old ^ (1 << random.below(32))];
  const known = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 64, 65, 66, 69, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, size, size - 4];
  const other = u32At(bytes, start + 4 * random.below(Math.max(1, size >>> 2)));
  return random.pick([...near, ...known, other, other, random.below(40), random.below(size + 8)]) >>> 0;
}

interface Edit {
  readonly bytes: Uint8Array;
  readonly what: string;
}

/** `bytes` with something changed, and what; undefined when there is nothing to change. */
function edit(bytes: Uint8Array, random: Random): Edit | undefined {
  const chunks = readDirectory(bytes, new Diagnostics())?.chunks ?? [];
  const functions = chunks.filter((chunk) => chunk.tag === TAG.LIBF);
  if (functions.length > 0 && !random.oneIn(3)) return editFunction(bytes, random.pick(functions), random);
  return random.oneIn(4) ? rearrange(chunks, random) : editField(bytes, chunks, random);
}

/** An edit inside one function of a library, whose digest is repaired too. */
function editFunction(bytes: Uint8Array, chunk: Chunk, random: Random): Edit | undefined {
  const inner = edit(chunk.data, random);
  if (inner === undefined || inner.bytes.byteLength !== chunk.data.byteLength) return undefined;
  const copy = bytes.slice();
  copy.set(inner.bytes, chunk.offset + CHUNK_HEADER_SIZE);
  repair(copy);
  return { bytes: copy, what: `LIBF@0x${chunk.offset.toString(16)} ${inner.what}` };
}

function editField(bytes: Uint8Array, all: readonly Chunk[], random: Random): Edit | undefined {
  const chunks = all.filter((chunk) => EDITED.has(chunk.tag) && chunk.data.byteLength >= 4);
  if (chunks.length === 0) return undefined;
  const chunk = random.pick(chunks);
  const start = chunk.offset + CHUNK_HEADER_SIZE;
  const size = LEVEL_9.has(chunk.tag) ? u32At(chunk.data, PROGRAM_OFFSET) : chunk.data.byteLength;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const width = random.pick([4, 4, 4, 2, 1]);
  const at = width * random.below(Math.floor(size / width));
  const old = u32At(copy, start + at);
  const value = hostile(random, old, copy, start, size);
  if (width === 4) view.setUint32(start + at, value, true);
  else if (width === 2) view.setUint16(start + at, value & 0xffff, true);
  else view.setUint8(start + at, value & 0xff);
  repair(copy);
  return { bytes: copy, what: `${chunk.name}+0x${at.toString(16)} (${width}) = 0x${value.toString(16)}` };
}

/** Names that one kind of chunk may be given instead of its own. */
const RENAMED = [TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1, TAG.SHDR, TAG.SHEX, TAG.PRIV];

/** The chunks in another order, one of them twice, left out, empty, shorter, longer or with another name. */
function rearrange(chunks: readonly Chunk[], random: Random): Edit {
  const list = chunks.map(({ tag, data }) => ({ tag, data }));
  const index = random.below(list.length);
  const { tag, data } = list[index]!;
  const other = random.below(list.length);
  const name = fourCCText(tag);
  const cut = 4 * random.between(1, Math.max(1, data.byteLength >>> 2));
  const longer = new Uint8Array(data.byteLength + 4 * random.between(1, 3));
  longer.set(data);
  const [what, change] = random.pick<[string, () => void]>([
    [`without ${name}`, () => list.splice(index, 1)],
    [`${name} first`, () => list.unshift(...list.splice(index, 1))],
    [`${name} last`, () => list.push(...list.splice(index, 1))],
    [`${name} twice`, () => list.splice(other, 0, { tag, data })],
    [`${name} without contents`, () => list.splice(index, 1, { tag, data: new Uint8Array(0) })],
    [`${name} shorter by ${cut}`, () => list.splice(index, 1, { tag, data: data.subarray(0, -cut) })],
    [`${name} longer`, () => list.splice(index, 1, { tag, data: longer })],
    [`${name} by another name`, () => list.splice(index, 1, { tag: random.pick(RENAMED), data })],
    ['reversed', () => list.reverse()],
  ]);
  // A damaged program is not what is compared here.
  if (!PROGRAMS.has(tag) || what.endsWith('first') || what.endsWith('last')) change();
  return { bytes: build(list), what };
}

function build(chunks: readonly { tag: number; data: Uint8Array }[]): Uint8Array {
  let at = HEADER_SIZE + 4 * chunks.length;
  const size = chunks.reduce((sum, { data }) => sum + CHUNK_HEADER_SIZE + data.byteLength, at);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [offset, word] of [DXBC_TAG, 0, 0, 0, 0, 1, size, chunks.length].entries()) {
    view.setUint32(4 * offset, word, true);
  }
  chunks.forEach(({ tag, data }, index) => {
    view.setUint32(HEADER_SIZE + 4 * index, at, true);
    view.setUint32(at, tag, true);
    view.setUint32(at + 4, data.byteLength, true);
    bytes.set(data, at + CHUNK_HEADER_SIZE);
    at += CHUNK_HEADER_SIZE + data.byteLength;
  });
  repair(bytes);
  return bytes;
}

function repair(bytes: Uint8Array): void {
  const digest = containerDigest(bytes);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) view.setUint32(4 + 4 * i, digest[i]!, true);
}

async function compareEdit(ms: Oracle, title: string, bytes: Uint8Array, flags: number): Promise<void> {
  const start = performance.now();
  const { text, diagnostics } = ours(bytes, flags);
  const time = performance.now() - start;
  if (time > SLOWEST) {
    count('edit: slow');
    console.log(`${title}: ${Math.round(time)} ms`);
  }
  const want = await theirs(ms, bytes, flags);
  if (want === undefined) return count('edit: no answer');
  if (want === text) return count('edit: identical');
  if (diagnostics.some(({ code }) => OUTSIDE.has(code))) return count('edit: outside');
  count('edit: different');
  show(`${title} flags 0x${flags.toString(16)}`, want, text, diagnostics);
}

const first = Number(options.seed);
const ms = await Oracle.start();
for (let seed = first; seed < first + Number(options.shaders); seed++) {
  const random = new Random(seed ^ 0x5bd1_e995);
  const { source, entry, profile, flags } = randomShader(seed);
  let bytes: Uint8Array;
  try {
    const answer = await ms.compile(source, entry, profile, { flags });
    if (answer.hr !== 0) {
      count('not compiled');
      if (options.verbose) console.log(seed, profile, answer.messages);
      continue;
    }
    bytes = answer.output;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    count('compiler died');
    continue;
  }
  count('shaders');
  const title = `seed ${seed} ${profile}`;
  const list = options['all-flags']
    ? FLAG_COMBINATIONS
    : [0, random.pick(FLAG_COMBINATIONS), random.pick(FLAG_COMBINATIONS)];
  for (const one of list) await compare(ms, title, bytes, one);
  for (let i = Number(options.edits); i > 0; i--) {
    const edited = edit(bytes, random);
    if (edited !== undefined) await compareEdit(ms, `${title} ${edited.what}`, edited.bytes, random.oneIn(4) ? 1 : 0);
  }
}
ms.stop();
console.log(JSON.stringify(counts));
const wrong = ['different', 'reported', 'edit: different', 'edit: slow'];
process.exitCode = wrong.some((what) => counts[what] !== undefined) ? 1 : 0;
