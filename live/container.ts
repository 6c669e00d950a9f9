/**
 * Compares stripping, getting and setting parts of containers with Microsoft's functions, live: random programs, random
 * HLSL compiled with debug information, root signatures and libraries, all with chunks added, left out, repeated and in
 * other orders, and the same with damaged directories. Needs the oracle (`npm run oracle:setup`).
 *
 * Containers whose last chunk ends after them are omitted: Microsoft's functions read the memory there, or crash.
 */
import { ASKED_PARTS, ourAnswer, type PartAnswer, STRIPS, theirAnswer } from '../fixtures/parts.ts';
import { Random } from '../smith/random.ts';
import { rewrittenChunk } from '../smith/rewrite-chunks.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { latin1Bytes, u32At } from '../src/base/words.ts';
import { CHUNK_HEADER_SIZE, HEADER_SIZE, readContainer } from '../src/container/dxbc.ts';
import { readEditableContainer, writeEditableContainer } from '../src/container/edit.ts';
import { BLOB_PARTS, readBlobPart, stripChunks, writeBlobPart } from '../src/container/parts.ts';
import { CHUNK_NAMES, TAG } from '../src/container/tags.ts';
import { type ChunkBytes, serializeContainer, writeChecksum } from '../src/container/write.ts';
import { type Answer, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomShader } from './headers-hlsl.ts';

/** One container in so many is compiled, which takes a hundred times as long as all else. */
const COMPILED = 20;
/** How many compiled ones are stored to be changed again. */
const MAX_PRINTED = 200;
const MAX_SHOWN = 20;

/** D3DCOMPILE_DEBUG, with a name of the debug information by source or by binary. */
const DEBUG_FLAGS = [0x1, 0x1 | (1 << 22), 0x1 | (1 << 23), 0x5] as const;
const SOURCES = [
  [
    'fx_4_0',
    'float4 v(float4 p : P) : SV_Position { return p; } technique10 t { pass p { SetVertexShader(CompileShader(vs_4_0, v())); } }',
  ],
  ['rootsig_1_1', '#define main "CBV(b0), SRV(t0), DescriptorTable(UAV(u0, numDescriptors = unbounded))"'],
  [
    'ps_5_1',
    '[RootSignature("CBV(b0), DescriptorTable(SRV(t0))")] float4 main(float4 p : POSITION0) : SV_Target { return p; }',
  ],
  [
    'vs_5_0',
    '[RootSignature("RootFlags(0), RootConstants(num32BitConstants=3, b1)")] float4 main(float4 p : P) : SV_Position { return p; }',
  ],
  [
    'ps_4_0_level_9_1',
    'float4 c; sampler2D s; float4 main(float2 p : TEXCOORD0) : SV_Target { return c * tex2D(s, p); }',
  ],
  ['vs_4_0_level_9_0', 'float4x4 m; float4 main(float4 p : POSITION) : SV_Position { return mul(p, m); }'],
  ['ps_5_0', 'float4 main(float4 p : P) : SV_Target { if (p.x > 1) printf("%f", p.x); return p; }'],
] as const;

const TAGS = CHUNK_NAMES;
/** Chunks that are rewritten here; headers-compare has the others. */
const REWRITTEN: ReadonlySet<number> = new Set(
  (['Aon9', 'XNAS', 'XNAP', 'LIBH', 'LFS0', 'ILDN'] as const).map((name) => TAG[name]),
);

function randomChunk(random: Random): ChunkBytes {
  const tag = random.oneIn(6) ? random.word() : TAG[random.pick(TAGS)];
  const data = new Uint8Array(random.oneIn(3) ? random.below(9) : 4 * random.below(20));
  for (let i = 0; i < data.length; i++) data[i] = random.word();
  return { tag, data };
}

/** Adds, removes, repeats and moves chunks of a container, and writes one of the digests. */
function rearranged(bytes: Uint8Array, random: Random): Uint8Array {
  const chunks: ChunkBytes[] = [...(readContainer(bytes, new Diagnostics())?.chunks ?? [])];
  const changes = random.below(6);
  for (let i = 0; i < changes; i++) {
    const at = random.below(chunks.length + 1);
    switch (random.below(5)) {
      case 0:
      case 1:
        chunks.splice(at, 0, randomChunk(random));
        break;
      case 2:
        chunks.splice(at, 1);
        break;
      case 3:
        if (chunks.length > 0) chunks.splice(at, 0, random.pick(chunks));
        break;
      case 4:
        chunks.splice(random.below(chunks.length + 1), 0, ...chunks.splice(at, 1));
        break;
    }
  }
  return serializeContainer(chunks, random.oneIn(3) ? 'debug' : 'retail');
}

/** Changes one or two fields of the directory, appends bytes, or truncates; mostly with a repaired digest. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const count = u32At(bytes, 28);
  let copy = bytes.slice();
  if (random.oneIn(6)) copy = bytes.slice(0, random.below(bytes.length));
  else if (random.oneIn(4)) {
    const tail = random.between(1, 9);
    copy = new Uint8Array(bytes.length + tail).fill(random.word());
    copy.set(bytes);
    if (!random.oneIn(3)) new DataView(copy.buffer).setUint32(24, copy.length, true);
  } else {
    const fields = [0, 4, 20, 22, 24, 28];
    for (let i = 0; i < count; i++) fields.push(HEADER_SIZE + 4 * i, u32At(bytes, HEADER_SIZE + 4 * i) + 4);
    const at = random.pick(fields);
    const old = u32At(copy, at);
    const values = [
      old + 1,
      old - 1,
      old + 4,
      old - 4,
      old ^ (1 << random.below(32)),
      0,
      0xffff_ffff,
      random.below(600),
    ];
    if (at + 4 <= copy.length) new DataView(copy.buffer).setUint32(at, random.pick(values), true);
  }
  if (copy.length >= HEADER_SIZE && !random.oneIn(4)) writeChecksum(copy, random.oneIn(3) ? 'debug' : 'retail');
  return copy;
}

/** Whether the last chunk of the table ends after the container. */
function readsBeyond(bytes: Uint8Array): boolean {
  const count = u32At(bytes, 28);
  if (count === 0 || HEADER_SIZE + 4 * count > bytes.length) return false;
  const offset = u32At(bytes, HEADER_SIZE + 4 * (count - 1));
  if (offset + CHUNK_HEADER_SIZE > bytes.length) return false;
  return offset + CHUNK_HEADER_SIZE + u32At(bytes, offset + 4) > bytes.length;
}

function settings(random: Random): [part: number, data: Uint8Array][] {
  const data = latin1Bytes('x'.repeat(random.below(9)));
  const { tag } = randomChunk(random);
  const chunks = [randomChunk(random), { tag: random.oneIn(3) ? tag : TAG.RTS0, data }, randomChunk(random)];
  let signature = serializeContainer(
    chunks.slice(random.below(2), random.between(2, 3)),
    random.oneIn(3) ? 'debug' : 'retail',
  );
  if (random.oneIn(4)) signature = damaged(signature, random);
  const list: [number, Uint8Array][] = [
    [BLOB_PARTS.privateData, data],
    [BLOB_PARTS.debugName, data],
    [random.pick(ASKED_PARTS), data],
  ];
  if (!readsBeyond(signature)) list.push([BLOB_PARTS.rootSignature, signature]);
  return list;
}

async function their(answer: Promise<Answer>): Promise<PartAnswer | undefined> {
  try {
    return theirAnswer(await answer);
  } catch (error) {
    if (error instanceof OracleDied) return undefined;
    throw error;
  }
}

export async function run(options: Values<'container'>): Promise<void> {
  const counts = {
    containers: 0,
    answers: 0,
    refusals: 0,
    different: 0,
    identities: 0,
    'written chunks': 0,
    'read beyond': 0,
    died: 0,
  };
  let shown = 0;
  const ms = await Oracle.start();
  const compiled: Uint8Array[] = [];

  /** A container as a compiler or a generator makes it. */
  async function base(random: Random): Promise<Uint8Array> {
    if (!random.oneIn(2) && compiled.length > 0 && !random.oneIn(COMPILED)) return random.pick(compiled);
    if (!random.oneIn(COMPILED)) return validProgram(random).bytes;
    const debug = random.oneIn(2) ? random.pick(DEBUG_FLAGS) : 0;
    const { source, entry, profile, flags } = randomShader(random.below(1 << 30));
    const [fixedProfile, text] = random.pick(SOURCES);
    const compiling = random.oneIn(2)
      ? ms.compile(source, entry, profile, { flags: flags | debug })
      : ms.compile(text, 'main', fixedProfile, { flags: debug });
    const output = await compiling.then(
      (answer) => (answer.hr === 0 ? answer.output : undefined),
      // The compiler crashes on some sources.
      () => undefined,
    );
    if (output === undefined) return validProgram(random).bytes;
    rewrite(output);
    if (compiled.length < MAX_PRINTED) compiled.push(output);
    else compiled[random.below(MAX_PRINTED)] = output;
    return output;
  }

  function check(what: string, bytes: Uint8Array, ours: PartAnswer, theirs: PartAnswer | undefined): void {
    counts.answers++;
    if (theirs === undefined) {
      counts.died++;
      return;
    }
    if (theirs.startsWith('!')) counts.refusals++;
    if (ours === theirs) return;
    counts.different++;
    if (++shown > MAX_SHOWN && !options.verbose) return;
    const chunks = readContainer(bytes, new Diagnostics())?.chunks.map(({ name, data }) => `${name}:${data.length}`);
    console.log(`${what}: ours ${ours}, theirs ${theirs}; ${bytes.length} bytes: ${chunks?.join(' ')}`);
  }

  async function compare(seed: number): Promise<void> {
    const random = new Random(seed);
    const arranged = rearranged(await base(random), random);
    const bytes = random.oneIn(5) ? damaged(arranged, random) : arranged;
    if (readsBeyond(bytes)) {
      counts['read beyond']++;
      return;
    }
    counts.containers++;
    const pending: Promise<void>[] = [];
    const ask = (what: string, call: Promise<Answer>, ours: (diagnostics: Diagnostics) => Uint8Array | undefined) => {
      pending.push(their(call).then((theirs) => check(`seed ${seed}: ${what}`, bytes, ourAnswer(ours), theirs)));
    };
    for (const flags of STRIPS)
      ask(`strip ${flags}`, ms.strip(bytes, flags), (reported) => stripChunks(bytes, flags, reported));
    for (const part of ASKED_PARTS)
      ask(`part ${part}`, ms.part(bytes, part), (reported) => readBlobPart(bytes, part, reported));
    for (const [part, data] of settings(random)) {
      ask(`set ${part}`, ms.setPart(bytes, part, data), (reported) => writeBlobPart(bytes, part, data, reported));
    }
    await Promise.all(pending);
    identity(seed, arranged);
  }

  /** A container that was read and written is unchanged; so are its chunks after a new layout. */
  function identity(seed: number, bytes: Uint8Array): void {
    const editable = readEditableContainer(bytes, new Diagnostics())!;
    const { chunks, digest } = editable;
    const copies = [
      writeEditableContainer(editable, new Diagnostics())!,
      writeEditableContainer(
        { chunks: chunks.map(({ tag, data }) => ({ tag, data: data.slice() })), digest },
        new Diagnostics(),
      )!,
    ];
    for (const copy of copies) {
      if (Buffer.compare(copy, bytes) === 0) counts.identities++;
      else console.log(`seed ${seed}: written anew it is not what it was`);
    }
  }

  /** Writes the chunks of a compiled container anew. */
  function rewrite(bytes: Uint8Array): void {
    const container = readContainer(bytes, new Diagnostics())!;
    for (const chunk of container.chunks) {
      if (chunk.tag === TAG.LIBF) rewrite(chunk.data);
      if (!REWRITTEN.has(chunk.tag)) continue;
      counts['written chunks']++;
      if (Buffer.compare(rewrittenChunk(container, chunk)!, chunk.data) === 0) continue;
      counts.different++;
      console.log(`a chunk ${chunk.name} of ${chunk.data.length} bytes is written otherwise`);
    }
  }

  const first = options.seed;
  for (let seed = first; seed < first + options.count; seed++) await compare(seed);
  ms.stop();
  console.log(JSON.stringify(counts));
  if (counts.different > 0 || counts.identities < 2 * counts.containers) process.exitCode = 1;
}
