/**
 * Compares our listing of random effects of fx_4_0, fx_4_1 and fx_5_0 with Microsoft's, live.
 *
 * `valid` compiles random sources and compares each with the default flags and with one random combination of all
 * flags, or with all of them, and whether the effect is written back as the same bytes. `damage` damages each of
 * --count compiled effects --each times: the listing has to be the same, or both have to refuse it. Effects compiled
 * with debug information are counted apart, and so are crashes and hangs of Microsoft's DLL. --minimize reduces the
 * sources and changes that are shown; --keep writes them to a directory. Exit status 1 when any differ.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { COMPILE_DEBUG, effect4Source, type Fx4Source } from '../smith/fx4.ts';
import { type Fx4Change, Fx4Target } from '../smith/fx4-damage.ts';
import { Random } from '../smith/random.ts';
import { latin1Bytes } from '../src/base/words.ts';
import { parseEffect4 } from '../src/effects/fx4/read.ts';
import { serializeEffect4 } from '../src/effects/fx4/write.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

type Outcome = 'same' | 'both refuse' | 'different' | 'not refused by us' | 'refused by us' | 'died';

/** One in so many damaged effects is cut off or has bytes added. */
const TRUNCATED = 12;

interface Comparison {
  readonly outcome: Outcome;
  readonly theirs: Uint8Array;
  readonly ours: Uint8Array;
}

function outcomeOf(theyRefuse: boolean, weRefuse: boolean, equal: boolean): Outcome {
  if (theyRefuse) return weRefuse ? 'both refuse' : 'not refused by us';
  if (equal) return 'same';
  return weRefuse ? 'refused by us' : 'different';
}

function isWrong(outcome: Outcome): boolean {
  return outcome === 'different' || outcome === 'not refused by us' || outcome === 'refused by us';
}

function show(title: string, flags: number, { outcome, theirs, ours }: Comparison): void {
  const a = Buffer.from(theirs).toString('latin1').split('\n');
  const b = Buffer.from(ours).toString('latin1').split('\n');
  const line = a.findIndex((text, k) => text !== b[k]);
  const at = line < 0 ? a.length : line;
  console.log(`--- ${outcome}: ${title}, flags 0x${flags.toString(16)}, line ${at + 1}`);
  console.log(`  theirs: ${a[at]}\n  ours:   ${b[at]}`);
}

export async function run(values: Values<'fx4'>): Promise<void> {
  if (values.mode !== 'valid' && values.mode !== 'damage') throw new RangeError('--mode is valid or damage');
  const counts: Record<string, number> = {};
  let shown = 0;

  const oracle = await Oracle.start();
  for (let i = 0; i < values.count; i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    const made = effect4Source(random);
    const source = values.mode === 'damage' ? { ...made, flags: made.flags & ~COMPILE_DEBUG } : made;
    const bytes = await compiled(source);
    if (bytes === undefined) count('not compiled');
    else if (values.mode === 'valid') await compareValid(i, source, bytes, random);
    else for (let k = 0; k < values.each; k++) await compareDamaged(i, bytes, random);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, number]) => `${number} ${name}`)
      .join(', '),
  );
  const wrong = Object.keys(counts).filter(
    (name) => /different|by us/.test(name) && !name.includes('debug information'),
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;

  function count(name: string): void {
    counts[name] = (counts[name] ?? 0) + 1;
  }

  async function compiled({ source, profile, flags, effectFlags }: Fx4Source): Promise<Uint8Array | undefined> {
    try {
      const answer = await oracle.compile(source, '', profile, { flags, effectFlags });
      return answer.hr === 0 ? answer.output : undefined;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      return undefined;
    }
  }

  async function compare(bytes: Uint8Array, flags: number): Promise<Comparison> {
    const listing = disassemble(bytes, optionsOfFlags(flags));
    const ours = latin1Bytes(listing.text);
    const refused = listing.diagnostics.some(({ severity }) => severity === 'error');
    try {
      const { hr, output: theirs } = await oracle.disassemble(bytes, flags, { repair: true });
      return { outcome: outcomeOf(hr !== 0, refused, Buffer.compare(theirs, ours) === 0), theirs, ours };
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      return { outcome: 'died', theirs: new Uint8Array(0), ours };
    }
  }

  async function compareValid(index: number, source: Fx4Source, bytes: Uint8Array, random: Random): Promise<void> {
    const debug = (source.flags & COMPILE_DEBUG) !== 0 ? ' with debug information' : '';
    writeBack(index, bytes);
    const flags = values['all-flags'] ? FLAG_COMBINATIONS : [0, random.pick(FLAG_COMBINATIONS)];
    for (const combination of flags) {
      const comparison = await compare(bytes, combination);
      count(comparison.outcome + debug);
      if (!isWrong(comparison.outcome) || debug !== '' || ++shown > values.show) continue;
      const text = values.minimize ? await reducedSource(source, combination) : source.source;
      const smaller = (await compiled({ ...source, source: text })) ?? bytes;
      show(
        `effect ${index} (${source.profile}, compiled with ${source.flags} and ${source.effectFlags})`,
        combination,
        await compare(smaller, combination),
      );
      if (values.minimize) console.log(text.replace(/^/gm, '    '));
      keep(index, smaller, text);
    }
  }

  /** Compares the bytes that an effect is written back as, from what was read and laid out again. */
  function writeBack(index: number, bytes: Uint8Array): void {
    const effect = parseEffect4(bytes).value!;
    const { bytes: original } = effect.source!;
    for (const [how, made] of [
      ['written back', effect] as const,
      ['laid out again', { ...effect, source: undefined }] as const,
    ]) {
      const same = Buffer.compare(serializeEffect4(made), original) === 0;
      count(`${same ? 'same' : 'different'} when ${how}`);
      if (!same && ++shown <= values.show) console.log(`--- effect ${index}: other bytes when ${how}`);
    }
  }

  /** The source without the lines that the difference does not need. */
  async function reducedSource(source: Fx4Source, flags: number): Promise<string> {
    let lines = source.source.split('\n');
    for (let size = lines.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < lines.length; ) {
        const without = [...lines.slice(0, at), ...lines.slice(at + size)];
        const bytes = await compiled({ ...source, source: without.join('\n') });
        if (bytes !== undefined && isWrong((await compare(bytes, flags)).outcome)) lines = without;
        else at += size;
      }
    }
    return lines.join('\n');
  }

  async function compareDamaged(index: number, bytes: Uint8Array, random: Random): Promise<void> {
    const target = new Fx4Target(bytes);
    const flags = random.oneIn(4) ? random.pick(FLAG_COMBINATIONS) : 0;
    if (random.oneIn(TRUNCATED)) {
      const { bytes: cut, what } = target.truncated(random);
      await damaged(index, cut, flags, what);
      return;
    }
    let changes = target.changes(random);
    let changed = target.changed(changes);
    if (values.minimize && isWrong((await compare(changed, flags)).outcome)) {
      changes = await reducedChanges(target, changes, flags);
      changed = target.changed(changes);
    }
    await damaged(index, changed, flags, changes.map(({ what }) => what).join('; '));
  }

  async function damaged(index: number, bytes: Uint8Array, flags: number, what: string): Promise<void> {
    const comparison = await compare(bytes, flags);
    count(comparison.outcome);
    if (!isWrong(comparison.outcome) || ++shown > values.show) return;
    show(`effect ${index}: ${what}`, flags, comparison);
    keep(index, bytes, what);
  }

  /** The changes that the difference needs. */
  async function reducedChanges(target: Fx4Target, changes: Fx4Change[], flags: number): Promise<Fx4Change[]> {
    let left = changes;
    for (const change of changes) {
      const without = left.filter((one) => one !== change);
      if (without.length > 0 && isWrong((await compare(target.changed(without), flags)).outcome)) left = without;
    }
    return left;
  }

  function keep(index: number, bytes: Uint8Array, text: string): void {
    if (values.keep === undefined) return;
    mkdirSync(values.keep, { recursive: true });
    const name = join(values.keep, `${values.mode}-${values.seed}-${index}-${shown}`);
    writeFileSync(`${name}.bin`, bytes);
    writeFileSync(`${name}.txt`, text);
  }
}
