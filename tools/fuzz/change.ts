/**
 * Random changes of bytes and sources.
 *
 * Not for: changes that know a format (smith).
 */

import type { Random } from '../../smith/random.ts';
import { latin1Bytes } from '../../src/base/words.ts';

/** Values that counts, sizes and offsets break on. */
const BAD_WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
/** Words that sources consist of in addition to the listings of streams. */
// biome-ignore format: one line a topic
const WORDS = [
  'ps_1_1', 'ps.1.4', 'ps_2_x', 'vs_1_0', 'vs_3_sw', 'c[a0.x + 5]', 'c[aL]', '-r0_bx2.wzyx', '1-r1', '(!p0.x)', '+', '\\\n',
  '#define A A A', '#define F(x) x x F(x)', 'F(F(A))', '#if 1', '#else', '#endif', '#ifdef A', '#undef A', '#line 7 "f"',
  '#include "x"', '#include <long name>', '#error no', '#pragma def(ps_2_0, c0, 1, 2, 3, 4)', '/*', '*/', '//', ';', '"',
  'ps_5_0', 'vs_4_1', 'cs_5_1', 'lib_5_0', 'dcl_temps 4', 'dcl_immediateConstantBuffer { {', '}', 'sample_indexable(texture2d)',
  'l(1.000000, 0, ', '|', 'cb0[r0.x + 1].xyzw', 'T0[3:*], space=1', '{min16f as def32}', '[precise(xy)]', 'printf "%f"', '// COMMENT: ',
  '1e99', '0x', '-.5e-', '1.#INF', 'm4x4', 'sincos', 'dcl_texcoord15_centroid', 'def c0, 1, 2, 3', 'if_lt', '\0', '\xff',
];

/** `original` with a few changes, and sometimes truncated. */
export function changed(random: Random, original: Uint8Array): Uint8Array {
  if (original.byteLength < 4) return original;
  let bytes = original.slice();
  const view = new DataView(bytes.buffer);
  const changes = random.between(1, 4);
  for (let i = 0; i < changes; i++) {
    const word = 4 * random.below(bytes.byteLength >> 2);
    switch (random.below(6)) {
      case 0:
        bytes[random.below(bytes.byteLength)] = random.word();
        break;
      case 1:
        bytes[word]! ^= 1 << random.below(8);
        break;
      case 2:
        view.setUint32(word, random.pick(BAD_WORDS), true);
        break;
      case 3:
        view.setUint32(word, view.getUint32(word, true) + random.between(-2, 2), true);
        break;
      case 4:
        view.setUint32(word, view.getUint32(4 * random.below(bytes.byteLength >> 2), true), true);
        break;
      case 5:
        bytes.copyWithin(word, 4 * random.below(bytes.byteLength >> 2), bytes.byteLength);
        break;
    }
  }
  if (random.oneIn(4)) bytes = bytes.slice(0, random.below(bytes.byteLength));
  return bytes;
}

/** `complete` with a few changes of characters, words and lines. */
export function damaged(source: string, random: Random): Uint8Array {
  let text = source;
  const changes = random.between(0, 5);
  for (let i = 0; i < changes; i++) {
    const at = random.below(text.length + 1);
    const length = random.below(12);
    const line = text.lastIndexOf('\n', at) + 1;
    switch (random.below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + length);
        break;
      case 1:
        text = text.slice(0, at) + String.fromCharCode(random.below(random.oneIn(4) ? 256 : 128)) + text.slice(at + 1);
        break;
      case 2:
        text = `${text.slice(0, at)} ${random.pick(WORDS)} ${text.slice(at)}`;
        break;
      case 3:
        text = `${text.slice(0, line)}${random.pick(WORDS)}\n${text.slice(line)}`;
        break;
      case 4:
        text = text.slice(0, at) + text.slice(at, at + length).repeat(random.between(2, 40)) + text.slice(at + length);
        break;
      case 5:
        text = text.slice(0, at) + text.slice(random.below(text.length + 1));
        break;
    }
  }
  return latin1Bytes(text);
}
