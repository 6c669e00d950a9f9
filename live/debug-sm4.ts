/**
 * Compares listings with debug information (SPDB) with Microsoft's, live: random HLSL, all stages and models 4 to 5.1,
 * under many flags; and the same containers with bytes of the program database changed. Needs the oracle (`npm run
 * oracle:setup`).
 *
 * --edits is the number of edits for each program, one field each; --fields limits them to fields whose names have this
 * in them.
 *
 * An edit on which Microsoft's DLL crashes or hangs has no result to compare with; ours must still come in time.
 */
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { type DebugShader, randomDebugShader } from '../smith/hlsl-debug.ts';
import { Random } from '../smith/random.ts';
import { SpdbDamage } from '../smith/spdb-damage.ts';
import { u32At } from '../src/base/words.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle, OracleDied, withDigest } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** A listing must not take longer than this, in milliseconds. */
const SLOWEST = 2_000;

export async function run(options: Values<'debug-sm4'>): Promise<void> {
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  let shown = options.show;

  /** Microsoft's listing; undefined where it refuses, null where it dies. */
  async function theirs(ms: Oracle, bytes: Uint8Array, flags: number): Promise<string | undefined | null> {
    try {
      const answer = await ms.disassemble(bytes, flags);
      return answer.hr === 0 ? latin1(answer.output) : undefined;
    } catch (error) {
      if (error instanceof OracleDied) return null;
      throw error;
    }
  }

  /** Counts and shows the difference of two listings; returns whether they are the same. */
  function compare(title: string, expected: string | undefined, bytes: Uint8Array, flags: number): boolean {
    const start = performance.now();
    const actual = disassemble(bytes, optionsOfFlags(flags)).text;
    if (performance.now() - start > SLOWEST) count('slow');
    if (actual === (expected ?? '')) return true;
    if (shown-- > 0) {
      const [theirLines, ourLines] = [(expected ?? '').split('\n'), actual.split('\n')];
      const at = theirLines.findIndex((line, i) => line !== ourLines[i]);
      console.log(
        `${title} flags ${flags.toString(16)} line ${at}\n  Microsoft: ${theirLines[at]}\n  dxlens:    ${ourLines[at]}`,
      );
    }
    return false;
  }

  async function compile(ms: Oracle, shader: DebugShader): Promise<Uint8Array | undefined> {
    const { source, entry, profile, flags, name, files, defines } = shader;
    try {
      const answer = await ms.compile(source, entry, profile, { flags, name, files, defines });
      if (answer.hr === 0) return answer.output;
      count('not compiled');
      if (process.env.DEBUG_MESSAGES)
        console.log(
          profile,
          answer.messages.split('\n').find((line) => line.includes('error')),
        );
      return undefined;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count('compiler died');
      return undefined;
    }
  }

  async function edits(ms: Oracle, bytes: Uint8Array, random: Random, title: string): Promise<void> {
    const damage = options.edits > 0 ? SpdbDamage.of(bytes) : undefined;
    for (let i = 0; damage !== undefined && i < options.edits; i++) {
      const edit = damage.edit(random, new RegExp(options.fields));
      if (edit === undefined) return;
      const edited = withDigest(edit.bytes);
      const expected = await theirs(ms, edited, 0x40);
      if (expected === null) {
        disassemble(edited, optionsOfFlags(0x40));
        count('edit: Microsoft died');
        continue;
      }
      const same = compare(`${title} edit ${edit.what}`, expected, edited, 0x40);
      count(`edit: ${same ? 'identical' : 'different'}`);
      if (!same) count(`different: ${edit.field}`);
    }
  }

  const ms = await Oracle.start({ limitSeconds: 10 });
  for (let i = 0; i < options.count; i++) {
    const seed = options.seed * 1_000_003 + i;
    const shader = randomDebugShader(seed);
    const bytes = await compile(ms, shader);
    if (bytes === undefined || u32At(bytes, 0) === 0) continue;
    const flags = options['all-flags'] ? FLAG_COMBINATIONS : [0, FLAG_COMBINATIONS[i % FLAG_COMBINATIONS.length]!];
    let same = true;
    for (const flag of flags) {
      const expected = await theirs(ms, bytes, flag);
      if (expected === null) count('Microsoft died');
      else same = compare(`seed ${seed} ${shader.profile}`, expected, bytes, flag) && same;
    }
    count(same ? 'identical' : 'different');
    if (same) count(`identical ${shader.profile.split('_')[0]}`);
    await edits(ms, bytes, new Random(seed), `seed ${seed}`);
  }
  ms.stop();
  console.log(JSON.stringify(counts));
  if (counts.different || counts['edit: different'] || counts.slow) process.exitCode = 1;
}
