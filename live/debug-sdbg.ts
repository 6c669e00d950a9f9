/**
 * Compares our listings of containers with random chunks SDBG with Microsoft's, live.
 *
 * The programs are those of Microsoft's compiler for random HLSL. Each is compared with the default flags and with one
 * random combination of all flags. Damaged chunks after which Microsoft's disassembler crashes are counted: it checks
 * no offset. Those that refer to bytes after the container are counted apart, because what is there is different each
 * time. Exit status 1 when anything differs.
 */
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { Random } from '../smith/random.ts';
import { damageSdbg, randomSdbg, sdbgChunk } from '../smith/sdbg.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { wordsOf } from '../src/base/words.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import { readSm4Words, sm4HasNumber } from '../src/isa/sm4/program.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { compiledShader } from './compiled-shaders.ts';

export async function run(values: Values<'debug-sdbg'>): Promise<void> {
  if (values.kind !== 'random' && values.kind !== 'damaged') throw new RangeError('--kind is random or damaged');

  const oracle = await Oracle.start();
  const counts = {
    chunks: 0,
    same: 0,
    different: 0,
    'both refused': 0,
    crashed: 0,
    'refer to bytes after the container': 0,
  };
  let program: Uint8Array | undefined;
  for (let i = 0; counts.chunks < values.count; i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    // Compiling takes longer than everything else: each program gets several chunks.
    if (program === undefined || i % 5 === 0) program = (await compiledShader(oracle, random))?.bytes;
    const bytes = program && withChunk(program, random);
    if (bytes === undefined) continue;
    counts.chunks++;
    for (const flags of [0, random.pick(FLAG_COMBINATIONS)]) await compare(i, bytes, flags);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  /** The container `bytes` with a random chunk; undefined for libraries. */
  function withChunk(bytes: Uint8Array, random: Random): Uint8Array | undefined {
    const container = readContainer(bytes, new Diagnostics());
    const shader = container?.find(TAG.SHDR, TAG.SHEX);
    if (container === undefined || shader === undefined) return undefined;
    const { starts, count, words } = readSm4Words(wordsOf(shader.data), new Diagnostics());
    let numbered = 0;
    for (let i = 0; i < count; i++) if (sm4HasNumber(words[starts[i]!]!)) numbered++;
    const data = sdbgChunk(randomSdbg(random, numbered));
    if (values.kind === 'damaged') damageSdbg(data, random);
    // A program database takes precedence.
    const others = container.chunks.filter(({ tag }) => tag !== TAG.SPDB);
    return serializeContainer([...others, { tag: TAG.SDBG, data }], 'retail');
  }

  async function compare(index: number, bytes: Uint8Array, flags: number): Promise<void> {
    const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
    try {
      const answer = await oracle.disassemble(bytes, flags);
      const theirs = latin1(answer.output);
      const outside = diagnostics.some(({ code }) => code.startsWith('DX020'));
      if (answer.hr === 0 && theirs === text) counts.same++;
      else if (answer.hr !== 0 && diagnostics.length > 0) counts['both refused']++;
      else if (outside && values.kind === 'damaged') counts['refer to bytes after the container']++;
      else different(index, flags, theirs, text);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.crashed++;
    }
  }

  function different(index: number, flags: number, theirs: string, ours: string): void {
    if (++counts.different > values.show) return;
    const a = theirs.split('\n');
    const b = ours.split('\n');
    const line = b.findIndex((text, i) => text !== a[i]);
    console.log(`--- chunk ${index}, flags 0x${flags.toString(16)}, line ${line + 1}`);
    console.log(
      `  theirs: ${a.slice(line - 1, line + 2).join('|')}\n  ours:   ${b.slice(line - 1, line + 2).join('|')}`,
    );
  }
}
