/**
 * Compares the common model of debug information with Microsoft's listings, live: random HLSL compiled with debug
 * information for all stages and models; each line and each variable in a register. Also what is written back:
 * unchanged debug information is identical; written anew, DBUG is what the compiler wrote, and a program database gives
 * the same listing. Needs the oracle (`npm run oracle:setup`). Exit status 1 when anything differs.
 *
 * --tolerance is the percentage of programs that may differ.
 */
import { checkModel, OFFSET_FLAGS } from '../smith/checks/debug-model-check.ts';
import { randomDebugShader } from '../smith/hlsl-debug.ts';
import { Random } from '../smith/random.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf } from '../src/base/words.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import { parseDbug, serializeDbug } from '../src/debug/dbug/dbug.ts';
import { readDebugInformation } from '../src/debug/read.ts';
import { parseMsf, serializeMsf } from '../src/debug/spdb/msf.ts';
import { readShaderFile } from '../src/file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomDebugShader as randomSm1Shader } from './debug-hlsl.ts';

/** D3DCOMPILE_DEBUG */
const DEBUG = 1;

/** The shader, or the functions of a library, which are containers themselves. */
function shadersIn(bytes: Uint8Array): Uint8Array[] {
  const functions = readContainer(bytes, new Diagnostics())?.chunks.filter(({ tag }) => tag === TAG.LIBF) ?? [];
  return functions.length === 0 ? [bytes] : functions.map(({ data }) => data.slice());
}

export async function run(options: Values<'debug-model'>): Promise<void> {
  const counts: Record<string, number> = {};
  const count = (what: string, times = 1) => {
    counts[what] = (counts[what] ?? 0) + times;
  };
  let shown = options.show;
  const show = (title: string, text: string) => {
    if (shown-- > 0) console.log(`${title}: ${text}`);
  };

  async function compiled(oracle: Oracle, seed: number): Promise<Uint8Array | undefined> {
    const random = new Random(seed);
    try {
      if (random.oneIn(3)) {
        const { source, entry, profile, flags } = randomSm1Shader(seed);
        const answer = await oracle.compile(source, entry, profile, { flags: flags | DEBUG, name: 'C:\\a b\\x.hlsl' });
        return answer.hr === 0 ? answer.output : undefined;
      }
      const { source, entry, profile, flags, name, files, defines } = randomDebugShader(seed);
      const answer = await oracle.compile(source, entry, profile, { flags, name, files, defines });
      return answer.hr === 0 ? answer.output : undefined;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      return undefined;
    }
  }

  async function listingOf(oracle: Oracle, bytes: Uint8Array, flags: number): Promise<string | undefined> {
    try {
      const answer = await oracle.disassemble(bytes, flags);
      return answer.hr === 0 ? latin1(answer.output) : undefined;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      return undefined;
    }
  }

  /** Whether the comments of token streams come back identical, also anew. */
  function dbugComesBack(bytes: Uint8Array): boolean {
    let same = true;
    for (const { isa, words } of readShaderFile(bytes, new Diagnostics()).programs) {
      const span = isa === 'sm1' ? findSm1Comment(words, Sm1CommentTag.debug) : undefined;
      if (span === undefined) continue;
      const comment = bytesOf(words.slice(span.start, span.end));
      const { source, ...content } = parseDbug(comment).value!;
      count('DBUG comments');
      for (const written of [serializeDbug({ ...content, source: source! }), serializeDbug(content)])
        if (Buffer.compare(written, comment) !== 0) same = false;
    }
    return same;
  }

  /** Whether the program database comes back identical, and a new layout gives the same listing. */
  async function databaseComesBack(oracle: Oracle, bytes: Uint8Array): Promise<boolean> {
    const container = readContainer(bytes, new Diagnostics());
    const data = container?.find(TAG.SPDB)?.data;
    if (container === undefined || data === undefined) return true;
    const { value } = parseMsf(data);
    if (value === undefined || Buffer.compare(serializeMsf(value), data) !== 0) return false;
    count('program databases');
    const { blockSize, streams } = value;
    const anew = serializeMsf({ blockSize, streams });
    const chunks = container.chunks.map(({ tag, data }) => ({ tag, data: tag === TAG.SPDB ? anew : data }));
    const [before, after] = [
      await listingOf(oracle, bytes, OFFSET_FLAGS),
      await listingOf(oracle, serializeContainer(chunks, container.digest ?? 'retail'), OFFSET_FLAGS),
    ];
    return before === after;
  }

  const oracle = await Oracle.start({ limitSeconds: 10 });
  for (let i = 0; (counts.programs ?? 0) < options.count && i < 10 * options.count; i++) {
    const seed = options.seed * 1_000_003 + i;
    const bytes = await compiled(oracle, seed);
    for (const shader of bytes === undefined ? [] : shadersIn(bytes)) await compare(shader, `seed ${seed}`);
  }
  oracle.stop();
  console.log(JSON.stringify(counts));
  const allowed = (options.tolerance * (counts.programs ?? 0)) / 100;
  if ((counts.different ?? 0) > allowed || !counts.programs) process.exitCode = 1;

  async function compare(bytes: Uint8Array, title: string): Promise<void> {
    const listing = await listingOf(oracle, bytes, OFFSET_FLAGS);
    const { programs, diagnostics } = readDebugInformation(bytes);
    if (listing === undefined || programs.length === 0) return;
    count('programs');
    const faults: string[] = diagnostics.map(({ code, message }) => `${code} ${message}`);
    for (const program of programs) {
      const checked = checkModel(program, listing);
      count(`${program.format} lines`, checked.lines);
      count(`${program.format} notes`, checked.notes);
      for (const fault of checked.faults) faults.push(`${program.format} ${fault}`);
    }
    if (!dbugComesBack(bytes)) faults.push('DBUG does not come back');
    if (!(await databaseComesBack(oracle, bytes))) faults.push('the program database does not come back');
    count(faults.length === 0 ? 'same' : 'different');
    if (faults.length > 0) show(title, faults.slice(0, 3).join('\n  '));
  }
}
