/**
 * Compares the reflection of random effects of fx_4_0, fx_4_1 and fx_5_0 with Microsoft's listing of them, live:
 * buffers, variables with types, registers, offsets, semantics, annotations and values, blocks of states, shaders with
 * their profiles and streams, interfaces, groups, techniques, passes, states with their values. Needs the oracle (`npm
 * run oracle:setup`).
 *
 * Of an expression the listing shows the code, and the reflection has the variables of its constant table (CTAB), in
 * which the compiler leaves variables that no instruction reads. More names in the reflection are therefore the same;
 * they are counted.
 *
 * Effects that Microsoft does not list are counted apart. Exit status 1 when any differ.
 */
import { skeletonOfListing, skeletonOfReflection } from '../smith/checks/effect4-skeleton.ts';
import { effect4Source } from '../smith/fx4.ts';
import { Random } from '../smith/random.ts';
import { reflectEffect } from '../src/reflect/index.ts';
import { type Answer, latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** D3D_DISASM flag: without debug information. */
const NO_DEBUG = 0x10;

/** Whether two lines are the same but for names of variables that expressions have in `ours` only. */
function namesMore(theirs: string, ours: string): boolean {
  const expressions = /eval([\w$ ]*)/g;
  if (theirs.replace(expressions, 'eval') !== ours.replace(expressions, 'eval')) return false;
  const names = (line: string) => [...line.matchAll(expressions)].map(([, list]) => new Set(list!.trim().split(' ')));
  const all = names(ours);
  return names(theirs).every((some, i) => [...some].every((name) => name === '' || all[i]!.has(name)));
}

/** The answer; one of failure where the DLL crashes or hangs. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return { hr: -1, output: new Uint8Array(0), messages: '' };
  }
}

export async function run(values: Values<'effect-reflection'>): Promise<void> {
  const counts = {
    effects: 0,
    'not compiled': 0,
    'not listed': 0,
    lines: 0,
    same: 0,
    'with unread variables': 0,
    different: 0,
  };

  const oracle = await Oracle.start();
  for (let i = 0; i < values.count; i++) {
    const { source, profile, flags, effectFlags } = effect4Source(new Random(values.seed * 1_000_003 + i));
    const { hr, output: bytes } = await answered(() => oracle.compile(source, '', profile, { flags, effectFlags }));
    if (hr !== 0) counts['not compiled']++;
    else await compare(i, bytes);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, number]) => `${number} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  async function compare(index: number, bytes: Uint8Array): Promise<void> {
    counts.effects++;
    const { hr, output } = await answered(() => oracle.disassemble(bytes, NO_DEBUG));
    if (hr !== 0) {
      counts['not listed']++;
      return;
    }
    const reflection = reflectEffect(bytes).value!;
    const names = reflection.variables.map(({ name }) => name);
    const theirs = skeletonOfListing(latin1(output), names);
    const ours = skeletonOfReflection(reflection);
    counts.lines += theirs.length;
    const line = theirs.findIndex((text, k) => text !== ours[k] && !namesMore(text, ours[k] ?? ''));
    if (line < 0 && theirs.length === ours.length) {
      counts.same++;
      if (theirs.some((text, k) => text !== ours[k])) counts['with unread variables']++;
      return;
    }
    counts.different++;
    if (counts.different > values.show) return;
    const at = line < 0 ? theirs.length : line;
    console.log(`--- effect ${index}, line ${at + 1}`);
    console.log(`  theirs: ${theirs.slice(Math.max(0, at - 1), at + 2).join('\n          ')}`);
    console.log(`  ours:   ${ours.slice(Math.max(0, at - 1), at + 2).join('\n          ')}`);
  }
}
