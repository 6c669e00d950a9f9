/**
 * Compares what a compiled shader has besides instructions with Microsoft's, live: random declarations as HLSL and as
 * objects. Registers, layouts, signatures and resource definitions come from the objects; what the program uses comes
 * from the compiled program, which is lowered to a module. All bytes of the container have to be equal.
 *
 * With `--record` it writes the cases that are equal, one a line, for the tests.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type BoundCase, compareBound } from '../smith/checks/bound-shader.ts';
import { DECLARED_PROFILES, RandomDeclarations } from '../smith/hlsl-declarations.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { Trials, trialSeed } from './trials.ts';

export async function run(values: Values<'hlsl-bind'>): Promise<void> {
  const oracle = await Oracle.start({ limitSeconds: 20 });
  const trials = new Trials(values);
  const refused = new Map<string, number>();
  const recorded: BoundCase[] = [];
  await trials.run(async (random, index) => {
    const profile = values.profile ?? DECLARED_PROFILES[index % DECLARED_PROFILES.length]!;
    const shader = new RandomDeclarations(random, profile).make();
    const { hr, output, messages } = await oracle.compile(shader.source, 'main', profile, { flags: shader.flags });
    if (hr !== 0) {
      const code = /X\d+: ?.*/.exec(messages)?.[0] ?? messages;
      const kind = `${profile.slice(0, 2)} ${code.replace(/'[^']*'/g, "''").slice(0, 90)}`;
      if (!refused.has(kind) && values.verbose) console.log(`refused ${kind}\n${shader.source}`);
      refused.set(kind, (refused.get(kind) ?? 0) + 1);
      trials.count('refused');
      return false;
    }
    const differences = compareBound(shader, output);
    trials.count(differences.length === 0 ? 'equal' : 'not equal');
    if (differences.length === 0) recorded.push(boundCase(values.seed, index, profile, shader.source, output));
    for (const { part, theirs, ours } of differences) {
      trials.count(part);
      trials.differentStrings(`${index} ${profile} ${part}\n${values.verbose ? shader.source : ''}`, theirs, ours);
    }
    return true;
  });
  oracle.stop();
  for (const [kind, count] of refused) console.log(`refused ${count} ${kind}`);
  if (values.record !== undefined) {
    const lines = recorded.map((one) => `${JSON.stringify(one)}\n`).join('');
    writeFileSync(values.record, gzipSync(lines, { level: 9 }));
  }
  trials.finish();
}

function boundCase(seed: number, index: number, profile: string, source: string, output: Uint8Array): BoundCase {
  const sha256 = createHash('sha256').update(source).digest('hex');
  return { seed: trialSeed(seed, index), profile, sha256, container: Buffer.from(output).toString('base64') };
}
