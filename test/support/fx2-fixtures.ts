/** The recorded effects of Direct3D 9: what Microsoft's compiler makes of random sources, which a seed gives again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { randomFx2 } from './smith/fx2.ts';
import type { SourceEffect } from './smith/fx2-model.ts';

const FILE = new URL('../fixtures/fx2/effects.jsonl.gz', import.meta.url);

export interface RecordedEffect2 {
  readonly seed: number;
  readonly effect: SourceEffect;
  readonly bytes: Uint8Array;
}

/** A hash of the source and flags: other ones need other bytes. */
export function sourceHash({ source, flags }: SourceEffect): string {
  return createHash('sha256').update(`${flags}\n${source}`).digest('hex').slice(0, 16);
}

/** Every recorded effect; throws where a seed no longer gives the source that was compiled. */
export function readRecordedEffects2(): RecordedEffect2[] {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const { seed, source, bytes } = JSON.parse(line) as { seed: number; source: string; bytes: string };
    const effect = randomFx2(seed);
    if (sourceHash(effect) !== source)
      throw new Error(`seed ${seed} gives another source: record again (test/fixtures/README.md)`);
    return { seed, effect, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) };
  });
}
