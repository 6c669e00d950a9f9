/**
 * Compares the listings of containers with Microsoft's, live: random HLSL made of declarations, under many flags, and
 * the same containers with fields edited and the digest repaired. Needs the oracle (`npm run oracle:setup`).
 *
 * An edit that makes Microsoft's DLL crash, hang or refuse has no result to compare with; ours must still come in
 * time. Edits by which offsets leave their chunk, or counts their tables, are counted apart: Microsoft prints what
 * happens to lie there.
 */
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { containerText } from '../smith/checks/print.ts';
import { editedContainer } from '../smith/container-edits.ts';
import { Random } from '../smith/random.ts';
import { type Diagnostic, Diagnostics } from '../src/base/diagnostics.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { listingStyle, optionsOfFlags } from '../src/text/options.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomShader } from './headers-hlsl.ts';

/** Diagnostics after which Microsoft's text depends on bytes outside the chunk. */
const OUTSIDE: ReadonlySet<string> = new Set(['DX1010', 'DX1011', 'DX1012', 'DX1014', 'DX1015', 'DX1020', 'DX1022']);
/** A single edit must not cost more than this, in milliseconds. */
const SLOWEST = 2_000;

function ours(bytes: Uint8Array, flags: number): { text: string; diagnostics: readonly Diagnostic[] } {
  const diagnostics = new Diagnostics();
  const style = listingStyle(optionsOfFlags(flags));
  const container = readContainer(bytes, diagnostics);
  const text = container === undefined ? '' : containerText(container, style, diagnostics);
  return { text: style.markup.frame.open + text + style.markup.frame.close, diagnostics: diagnostics.list };
}

export async function run(options: Values<'headers'>): Promise<void> {
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  let shown = 0;

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
      // The output of a compiler is valid.
      count('reported');
      console.log(`${title}: ${diagnostics[0]!.code} ${diagnostics[0]!.message}`);
    }
    if (want === undefined) return count('no answer');
    if (want === text) return count('identical');
    count('different');
    show(`${title} flags 0x${flags.toString(16)}`, want, text, diagnostics);
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

  const first = options.seed;
  const ms = await Oracle.start();
  for (let seed = first; seed < first + options.shaders; seed++) {
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
    for (let i = options.edits; i > 0; i--) {
      const edited = editedContainer(bytes, random);
      if (edited !== undefined) await compareEdit(ms, `${title} ${edited.what}`, edited.bytes, random.oneIn(4) ? 1 : 0);
    }
  }
  ms.stop();
  console.log(JSON.stringify(counts));
  const wrong = ['different', 'reported', 'edit: different', 'edit: slow'];
  process.exitCode = wrong.some((what) => counts[what] !== undefined) ? 1 : 0;
}
