/**
 * Chunks read and written, live: compiles random HLSL and writes every chunk that has a writer here as if it were new.
 * The bytes must be the compiler's. Then chunks are edited, and Microsoft's listing and reflection of the container
 * compared with ours. Signatures of random programs are read and written, too. Needs the oracle (`npm run
 * oracle:setup`).
 *
 * Exit status 1 when any differ.
 */
import { containerText } from '../smith/checks/print.ts';
import { Random } from '../smith/random.ts';
import { rewrittenChunk, SIGNATURES } from '../smith/rewrite-chunks.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf } from '../src/base/words.ts';
import { type Rdef, type RdefBinding, readRdef } from '../src/chunks/rdef.ts';
import { rebindRdef, renameRdefResource, renameRdefVariable, serializeRdef } from '../src/chunks/rdef-writer.ts';
import { readSignature, type SignatureElement, serializeSignature } from '../src/chunks/signature.ts';
import { type Chunk, readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../src/container/write.ts';
import { listingStyle, optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import { randomTypesShader } from './chunks-hlsl.ts';
import type { Values } from './comparisons.ts';
import { type RandomShader, randomShader } from './headers-hlsl.ts';

/** D3D_DISASM flag: debug information is not read yet. */
const NO_DEBUG = 0x10;

/** Whether the compiler wrote records of interfaces to which nothing refers: classes before shader model 5. */
function hasLostInterfaces(shader: RandomShader, chunk: Chunk): boolean {
  return chunk.tag === TAG.RDEF && /_4_/.test(shader.profile) && shader.source.includes('interface ');
}

function editSignature(elements: readonly SignatureElement[], random: Random): SignatureElement[] {
  return elements.map((one) => ({
    ...one,
    ...(random.oneIn(3) ? { semanticName: random.pick(['RENAMED', 'A', 'B']) } : {}),
    ...(random.oneIn(3) ? { semanticIndex: random.below(9) } : {}),
    ...(random.oneIn(4) ? { readWriteMask: random.below(16) } : {}),
  }));
}

/** The part of the oracle's answer that resource definitions decide. */
interface Reflection {
  readonly description: { readonly creator: string };
  readonly constantBuffers: readonly {
    readonly name: string;
    readonly size: number;
    readonly variables: readonly {
      readonly name: string;
      readonly startOffset: number;
      readonly size: number;
      readonly flags: number;
      readonly defaultValue?: string;
    }[];
  }[];
  readonly bindings: readonly {
    readonly name: string;
    readonly type: number;
    readonly bindPoint: number;
    readonly bindCount: number;
    readonly flags: number;
    readonly space: number;
    readonly id: number;
  }[];
}

function factsOfReflection(reflection: Reflection | undefined): unknown {
  return {
    creator: reflection?.description.creator,
    buffers: reflection?.constantBuffers.map(({ name, size, variables }) => [
      [name, size],
      variables.map((one) => [one.name, one.startOffset, one.size, one.flags, one.defaultValue ?? '']),
    ]),
    bindings: reflection?.bindings.map((one) => [
      ...[one.name, one.type, one.bindPoint, one.bindCount, one.flags],
      ...[one.space, one.id],
    ]),
  };
}

function factsOf({ creator, buffers, bindings }: Rdef): unknown {
  return {
    creator,
    buffers: buffers.map(({ name, size, variables }) => [
      [name, size],
      variables.map((one) => [one.name, one.offset, one.size, one.flags, hexBytes(one.defaults)]),
    ]),
    bindings: bindings.map((one: RdefBinding) => [
      ...[one.name, one.type, one.bindPoint, one.bindCount, one.flags],
      ...[one.space, one.id],
    ]),
  };
}

function hexBytes(words: Uint32Array | undefined): string {
  return words === undefined ? '' : Buffer.from(bytesOf(words)).toString('hex');
}

export async function run(values: Values<'chunks'>): Promise<void> {
  const counts: Record<string, number> = {};
  let wrong = 0;
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };

  function compareChunks(title: string, shader: RandomShader, bytes: Uint8Array): void {
    const container = readContainer(bytes, new Diagnostics())!;
    for (const chunk of container.chunks) {
      if (chunk.tag === TAG.LIBF) compareChunks(`${title} function`, shader, chunk.data);
      const written = rewrittenChunk(container, chunk);
      if (written === undefined) continue;
      if (Buffer.compare(written, chunk.data) === 0) {
        count(chunk.name);
      } else if (hasLostInterfaces(shader, chunk)) {
        count(`${chunk.name} with lost interfaces`);
      } else {
        wrong++;
        count(`other ${chunk.name}`);
        const at = written.findIndex((byte, i) => byte !== chunk.data[i]);
        console.log(`${title}: ${chunk.name}, byte ${at}; ${written.length} bytes, not ${chunk.data.length}`);
      }
    }
  }

  /** `bytes` with changed definitions and signatures, and the definitions as they are then. */
  function edited(bytes: Uint8Array, random: Random): { bytes: Uint8Array; rdef: Rdef | undefined } {
    const container = readContainer(bytes, new Diagnostics())!;
    let rdef: Rdef | undefined;
    const chunks = container.chunks.map((chunk): ChunkBytes => {
      const { tag } = chunk;
      if (tag === TAG.RDEF) {
        rdef = editRdef(readRdef(container, chunk, new Diagnostics())!, random);
        return { tag, data: serializeRdef(rdef) };
      }
      if (!SIGNATURES.has(tag)) return chunk;
      const { elements } = readSignature(container, chunk, new Diagnostics())!;
      return { tag, data: serializeSignature(editSignature(elements, random), tag) };
    });
    return { bytes: serializeContainer(chunks, container.digest), rdef };
  }

  function editRdef(before: Rdef, random: Random): Rdef {
    let rdef: Rdef = random.oneIn(3) ? { ...before, creator: 'someone else' } : before;
    if (rdef.bindings.length > 0) {
      const { name } = random.pick(rdef.bindings);
      rdef = rebindRdef(rdef, name, {
        bindPoint: random.below(100),
        ...(random.oneIn(2) && rdef.encoding === 'spaces' ? { space: random.below(5) } : {}),
      });
      if (random.oneIn(2)) rdef = renameRdefResource(rdef, name, `renamed${random.below(10)}`);
      const added = { ...random.pick(rdef.bindings), name: 'added', bindPoint: 77, id: 77 };
      if (random.oneIn(2)) rdef = { ...rdef, bindings: [...rdef.bindings, added] };
    }
    const buffer = rdef.buffers.find(({ variables }) => variables.length > 0);
    if (buffer !== undefined) {
      const { name, variables } = buffer;
      rdef = renameRdefVariable(rdef, name, random.pick(variables).name, random.pick(['a', 'anotherName', 'abc']));
    }
    if (rdef.buffers.length > 1 && random.oneIn(2)) {
      const first = rdef.buffers[0]!;
      const variables = first.variables.map((one) =>
        random.oneIn(2) && one.size % 4 === 0
          ? { ...one, defaults: new Uint32Array(one.size / 4).fill(0x3f80_0000) }
          : one,
      );
      rdef = { ...rdef, buffers: [{ ...first, variables }, ...rdef.buffers.slice(1)] };
    }
    return rdef;
  }

  async function compareEdit(oracle: Oracle, title: string, before: Uint8Array, random: Random): Promise<void> {
    const { bytes, rdef } = edited(before, random);
    const container = readContainer(bytes, new Diagnostics())!;
    const ours = containerText(container, listingStyle(optionsOfFlags(NO_DEBUG)), new Diagnostics());
    const { hr, output } = await oracle.disassemble(bytes, NO_DEBUG);
    const theirs = latin1(output).replace(/\0$/, '');
    count('edited listings');
    if (hr !== 0 || theirs !== ours) {
      wrong++;
      count('other listings');
      console.log(`${title}: another listing (${hr})`);
      if (values.verbose) console.log(theirs, ours);
    }
    if (rdef === undefined) return;
    count('edited reflections');
    const want = JSON.stringify(factsOfReflection((await oracle.reflect(bytes)) as Reflection | undefined));
    const got = JSON.stringify(factsOf(rdef));
    if (want === got) return;
    wrong++;
    count('other reflections');
    console.log(`${title}: another reflection`);
    if (values.verbose) console.log(want, got);
  }

  async function compile(
    oracle: Oracle,
    { source, entry, profile, flags }: RandomShader,
  ): Promise<Uint8Array | undefined> {
    try {
      const { hr, output } = await oracle.compile(source, entry, profile, { flags });
      if (hr === 0) return output;
      count('rejected');
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count('compiler died');
    }
    return undefined;
  }

  /** Signatures of random programs: the generator lays them out like the compiler. */
  function comparePrograms(first: number, programs: number): void {
    for (let seed = first; seed < first + programs; seed++) {
      const container = readContainer(validProgram(new Random(seed)).bytes, new Diagnostics())!;
      for (const chunk of container.chunks) {
        if (!SIGNATURES.has(chunk.tag)) continue;
        count('signatures of programs');
        if (Buffer.compare(rewrittenChunk(container, chunk)!, chunk.data) === 0) continue;
        wrong++;
        console.log(`program ${seed}: another ${chunk.name}`);
      }
    }
  }

  const first = values.seed;
  comparePrograms(first, values.programs);
  const oracle = await Oracle.start();
  for (let seed = first; seed < first + values.shaders; seed++) {
    const random = new Random(seed);
    const shader = random.oneIn(2) ? randomTypesShader(seed) : randomShader(seed);
    const bytes = await compile(oracle, shader);
    if (bytes === undefined) continue;
    count('compiled');
    const title = `${seed} ${shader.profile}`;
    compareChunks(title, shader, bytes);
    if (shader.entry === '') continue;
    for (let i = values.edits; i > 0; i--) await compareEdit(oracle, `${title} edit ${i}`, bytes, random);
  }
  oracle.stop();
  console.log(JSON.stringify(counts));
  process.exitCode = wrong > 0 ? 1 : 0;
}
