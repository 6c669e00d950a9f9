/**
 * Inputs of the targets that take shaders: fixtures, programs and containers that are damaged.
 *
 * Not for: random changes themselves (../change.ts).
 */

import type { Random } from '../../../smith/random.ts';
import { damageSm1Fields } from '../../../smith/sm1-damage.ts';
import { damagedContainer } from '../../../smith/sm4-damage.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { HEADER_SIZE, isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer, writeChecksum } from '../../../src/container/write.ts';
import { changed } from '../change.ts';
import { containers, fixtures, pickSmall, pooled, programs, streams } from '../corpus.ts';

/** Valid random shaders of models 4 to 5.1. */
export const validShader = pooled((random) => validProgram(random).bytes);

/** A fixture of any format, with a few changes. */
export function changedFixture(random: Random): Uint8Array {
  return repaired(changed(random, pickSmall(random, fixtures)), random);
}

/** A shader of any model, with a few changes; half of them token streams. */
export function changedShader(random: Random): Uint8Array {
  return random.oneIn(2) ? changedStream(random) : changedFixture(random);
}

/** A token stream of models 1 to 3, with a few changes. */
export function changedStream(random: Random): Uint8Array {
  const stream = pickSmall(random, streams);
  return random.oneIn(3) ? bytesOf(damageSm1Fields(wordsOf(stream), random)) : changed(random, stream);
}

/** A program of either instruction set, without its container, with a few changes. */
export function changedProgram(random: Random): Uint8Array {
  if (random.oneIn(2)) return changedStream(random);
  return changed(random, random.oneIn(2) ? pickSmall(random, programs) : bytesOf(wildProgram(random)));
}

/** Three of four containers get the right checksum, so that readers go on. */
export function repaired(bytes: Uint8Array, random: Random): Uint8Array {
  if (!random.oneIn(4) && isContainer(bytes) && bytes.byteLength >= HEADER_SIZE) writeChecksum(bytes);
  return bytes;
}

/** A container whose checksum is right, so that what is damaged in it is read. */
export function damagedShader(random: Random): Uint8Array {
  let bytes = random.oneIn(2) ? pickSmall(random, containers) : validShader(random);
  const times = random.between(1, 4);
  for (let i = 0; i < times; i++) bytes = damagedContainer(bytes, random)?.bytes ?? bytes;
  if (random.oneIn(3)) {
    const chunks = readContainer(bytes, new Diagnostics())?.chunks ?? [];
    const wild = random.oneIn(2);
    return serializeContainer(
      chunks.map(({ tag, data }) => {
        if (tag === TAG.SHEX || tag === TAG.SHDR)
          return { tag, data: wild ? bytesOf(wildProgram(random)) : inWords(changed(random, data)) };
        return { tag, data: random.oneIn(4) ? inWords(changed(random, data)) : data };
      }),
    );
  }
  if (random.oneIn(4)) {
    bytes = changed(random, bytes);
    if (bytes.byteLength >= HEADER_SIZE) writeChecksum(bytes);
  }
  return bytes;
}

/** As much of `data` as chunks hold. */
function inWords(data: Uint8Array): Uint8Array {
  return data.subarray(0, data.byteLength & ~3);
}
