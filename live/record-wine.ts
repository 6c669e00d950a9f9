/**
 * Records what Wine answers to random programs of every family (live/wine) as fixtures/wine/answers.json, which the
 * tests compare with the interpreters.
 *
 * A row has the family, the seed, a digest of the program and some words of each result at equal distances, or all
 * words of draws. When a generator changes, the digests differ and the answers have to be recorded again.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Random } from '../smith/random.ts';
import { Executor, type ExecutorApi } from '../tools/executor/client.ts';
import type { Values } from './comparisons.ts';
import { recorded, textDigest, WINE_ANSWERS, type WineAnswer } from './recorded-answers.ts';
import { FAMILIES } from './wine/families.ts';
import { difference } from './wine/trial.ts';

export async function run(values: Values<'record-wine'>): Promise<void> {
  // With --only, the rows of the other families stay.
  const { only } = values;
  const rows: string[] =
    only === undefined
      ? []
      : (JSON.parse(readFileSync(WINE_ANSWERS, 'utf8')) as WineAnswer[])
          .filter(({ family }) => !family.startsWith(only))
          .map((row) => JSON.stringify(row));
  for (const api of ['d3d11', 'd3d9'] as const) await recordAll(api);
  mkdirSync(new URL('.', WINE_ANSWERS), { recursive: true });
  writeFileSync(WINE_ANSWERS, `[\n${rows.join(',\n')}\n]\n`);
  console.log(`${rows.length} answers`);

  async function recordAll(api: ExecutorApi): Promise<void> {
    const executor = await Executor.start(api);
    const total = FAMILIES.reduce((sum, { share }) => sum + share, 0);
    for (const family of FAMILIES.filter(
      (one) => one.api === api && (only === undefined || one.name.startsWith(only)),
    )) {
      const count = Math.max(2, Math.round((values.count * family.share) / total));
      for (let seed = values.seed * 1_000_000, made = 0; made < count; seed++) {
        const trial = family.make(new Random(seed));
        if (trial === undefined) continue;
        made++;
        const theirs = await executor.run(trial.request);
        // Differences are for live/vm-wine.ts, before anything is recorded.
        if (difference(trial, theirs) !== undefined) throw new Error(`${family.name}, seed ${seed} differs`);
        const row: WineAnswer = {
          family: family.name,
          seed,
          digest: textDigest(trial.text),
          results: recorded(trial, theirs),
        };
        rows.push(JSON.stringify(row));
      }
    }
    executor.stop();
  }
}
