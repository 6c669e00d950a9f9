/**
 * The inputs that fuzzing starts from: the recorded fixtures, sorted by what entry points take, and pools of random
 * programs.
 *
 * Not for: changing them (change.ts).
 */

import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../../fixtures/fx4-effects.ts';
import { readLinkFixtures } from '../../fixtures/link.ts';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { programsIn } from '../../smith/sm4-programs.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { readRts0 } from '../../src/chunks/rts0.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { detectFormat } from '../../src/file/detect-format.ts';

/** Sorted by size: {@link pickSmall} prefers the first. */
export const fixtures = bySize(readRecorded().map(({ bytes }) => bytes));
export const streams = fixtures.filter((bytes) => detectFormat(bytes).format === 'sm1');
export const rootSignatures = fixtures.filter((bytes) => detectFormat(bytes).format === 'root-signature');
export const programs = bySize(fixtures.flatMap(programsIn).map(bytesOf));
export const containers = fixtures.filter((bytes) => detectFormat(bytes).format === 'dxbc');
export const libraries = fixtures.filter((bytes) => detectFormat(bytes).format === 'library');
/** Those that a listing can be put into, by the profile of their programs. */
export const containersByProfile = new Map<string, Uint8Array[]>();
for (const bytes of containers) {
  const { profile } = detectFormat(bytes);
  const same = containersByProfile.get(profile ?? '') ?? [];
  containersByProfile.set(profile ?? '', same);
  same.push(bytes);
}
/** Effects of Direct3D 9. */
export const effects2 = bySize(readRecordedEffects2().map(({ bytes }) => bytes));
/** Effects of Direct3D 10 and 11. */
export const effects4 = bySize(RECORDED_EFFECTS.map(({ bytes }) => bytes));
/** Containers with a program database. */
export const databases = containers.filter(
  (bytes) => readContainer(bytes, new Diagnostics())?.find(TAG.SPDB) !== undefined,
);
/** Shaders that meet each other and root signatures. */
export const linkFixtures = [...readLinkFixtures().values()];
export const linkSignatures = [
  'RootFlags(0)',
  'CBV(b0), DescriptorTable(SRV(t0, numDescriptors=unbounded)), UAV(u1), SRV(t0, space=1)',
].map((text) => {
  const container = readContainer(assembleRootSignature(text).bytes!, new Diagnostics())!;
  return readRts0(container, container.chunks[0]!, new Diagnostics())!;
});

function bySize(list: readonly Uint8Array[]): Uint8Array[] {
  return [...list].sort((a, b) => a.byteLength - b.byteLength);
}

/**
 * One of `list`, which begins with the smallest: small inputs are several times as likely as large ones, because they
 * run faster.
 */
export function pickSmall<Item>(random: Random, list: readonly Item[]): Item {
  const position = random.below(2 ** 20) / 2 ** 20;
  return list[Math.floor(list.length * position ** 2)]!;
}

/** Programs of a generator that are stored; each is made when it is first needed. */
const POOL = 384;
/** One in so many is a new one. */
const FRESH = 256;

/**
 * A generator whose results are stored, because making them takes longer than running them. The same `random` gives the
 * same item.
 */
export function pooled<Item>(make: (random: Random) => Item): (random: Random) => Item {
  const selected = new Map<number, Item>();
  return (random) => {
    if (random.oneIn(FRESH)) return make(random);
    const number = random.below(POOL);
    let item = selected.get(number);
    if (item === undefined) {
      item = make(new Random(number));
      selected.set(number, item);
    }
    return item;
  };
}
