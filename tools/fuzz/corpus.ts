/**
 * What fuzzing starts from: the recorded fixtures, sorted by what entry points take.
 *
 * Not for: changing them (inputs.ts).
 */

import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { detectFormat } from '../../src/container/detect-format.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { readRts0 } from '../../src/container/rts0.ts';
import { readRecordedEffects2 } from '../../test/support/fx2-fixtures.ts';
import { programsIn } from '../../test/support/sm4-programs.ts';
import { readLinkFixtures } from '../fixtures/link.ts';
import { readRecorded } from '../fixtures/recorded.ts';

export const fixtures = readRecorded().map(({ bytes }) => bytes);
export const streams = fixtures.filter((bytes) => detectFormat(bytes).format === 'sm1');
export const rootSignatures = fixtures.filter((bytes) => detectFormat(bytes).format === 'root-signature');
export const programs = fixtures.flatMap(programsIn).map(bytesOf);
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
export const effects2 = readRecordedEffects2().map(({ bytes }) => bytes);
/** Shaders that meet each other and root signatures. */
export const linkFixtures = [...readLinkFixtures().values()];
export const linkSignatures = [
  'RootFlags(0)',
  'CBV(b0), DescriptorTable(SRV(t0, numDescriptors=unbounded)), UAV(u1), SRV(t0, space=1)',
].map((text) => {
  const container = readContainer(assembleRootSignature(text).bytes!, new Diagnostics())!;
  return readRts0(container, container.chunks[0]!, new Diagnostics())!;
});
