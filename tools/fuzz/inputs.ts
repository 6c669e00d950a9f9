/**
 * The inputs of fuzzing: fixtures cut short, fixtures and texts changed at random.
 *
 * Not for: what is called with them (targets.ts).
 */

import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes, wordsOf } from '../../src/base/words.ts';
import { HEADER_SIZE, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer, writeChecksum } from '../../src/container/write.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { expressionWords } from '../../test/support/smith/expressions.ts';
import { damagedBytes } from '../../test/support/smith/fx2-damage.ts';
import { Random } from '../../test/support/smith/random.ts';
import { damageRootSignatureText, randomRootSignatureText } from '../../test/support/smith/root-signature.ts';
import { constantTableWords } from '../../test/support/smith/sm1-ctab.ts';
import { damageSm1Fields } from '../../test/support/smith/sm1-damage.ts';
import { preshadedWords, textureShaderWords } from '../../test/support/smith/sm1-preshader.ts';
import { validSm1Words } from '../../test/support/smith/sm1-valid.ts';
import { damagedContainer } from '../../test/support/smith/sm4-damage.ts';
import { validProgram } from '../../test/support/smith/sm4-valid.ts';
import { wildProgram } from '../../test/support/smith/sm4-wild.ts';
import {
  containers,
  effects2,
  fixtures,
  libraries,
  linkFixtures,
  programs,
  rootSignatures,
  streams,
} from './corpus.ts';
import { type Case, OF_CONTAINERS, OF_PROGRAMS, type Target } from './targets.ts';

/** Values that counts, sizes and offsets break on. */
const BAD_WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
/** Cuts of one fixture. */
const MAX_CUTS = 1000;
/** What texts are made of besides the listings of streams. */
// biome-ignore format: one line a topic
const WORDS = [
  'ps_1_1', 'ps.1.4', 'ps_2_x', 'vs_1_0', 'vs_3_sw', 'c[a0.x + 5]', 'c[aL]', '-r0_bx2.wzyx', '1-r1', '(!p0.x)', '+', '\\\n',
  '#define A A A', '#define F(x) x x F(x)', 'F(F(A))', '#if 1', '#else', '#endif', '#ifdef A', '#undef A', '#line 7 "f"',
  '#include "x"', '#include <long name>', '#error no', '#pragma def(ps_2_0, c0, 1, 2, 3, 4)', '/*', '*/', '//', ';', '"',
  'ps_5_0', 'vs_4_1', 'cs_5_1', 'lib_5_0', 'dcl_temps 4', 'dcl_immediateConstantBuffer { {', '}', 'sample_indexable(texture2d)',
  'l(1.000000, 0, ', '|', 'cb0[r0.x + 1].xyzw', 'T0[3:*], space=1', '{min16f as def32}', '[precise(xy)]', 'printf "%f"', '// COMMENT: ',
  '1e99', '0x', '-.5e-', '1.#INF', 'm4x4', 'sincos', 'dcl_texcoord15_centroid', 'def c0, 1, 2, 3', 'if_lt', '\0', '\xff',
];
/** The number of cuts before each fixture. Every second case is a cut until all were made. */
const cutsBefore = [0];
for (const bytes of fixtures) cutsBefore.push(cutsBefore.at(-1)! + cutsOf(bytes));
export const cuts = cutsBefore.at(-1)!;

/** How often a fixture is cut: at every DWORD, or at a number of offsets that keeps the total linear in its size. */
function cutsOf(bytes: Uint8Array): number {
  return Math.min(Math.ceil(bytes.byteLength / 4), MAX_CUTS);
}

/** What takes inputs of its own only: entry points that do not read shaders, or shaders of one sort. */
export const OWN_INPUTS: Partial<Record<Target, (random: Random) => Uint8Array>> = {
  validateSm4: damagedShader,
  assembleListing: (random) => damaged(listingOfSm4(random, true), random),
  preshader: (random) => changed(random, preshaderBytes(random)),
  link: (random) => changed(random, random.pick(linkFixtures)),
  effect2: (random) => (random.oneIn(2) ? damagedBytes : changedEffect)(random.pick(effects2), random),
};

/** A preshader in a shader, a texture shader, or an expression. */
function preshaderBytes(random: Random): Uint8Array {
  if (random.oneIn(3)) return bytesOf(preshadedWords(random));
  if (random.oneIn(2)) return bytesOf(textureShaderWords(random));
  return serializeContainer([
    { tag: TAG.CTAB, data: bytesOf(Uint32Array.from(constantTableWords(random))) },
    { tag: TAG.CLI4, data: bytesOf(Uint32Array.of(4, random.word(), random.word(), random.word(), random.word())) },
    { tag: TAG.FXLC, data: bytesOf(Uint32Array.from(expressionWords(random, 1000))) },
  ]);
}

function changedEffect(bytes: Uint8Array, random: Random): Uint8Array {
  return changed(random, bytes);
}

/** Case number `index`: the same for the same seed, independent of earlier cases. */
export function caseOf(chosen: readonly Target[], seed: number, index: number): Case {
  const random = new Random(Math.imul(seed, 0x9e37_79b1) + index);
  const flags = random.below(2) === 0 ? 0 : random.below(256) & 0xf5;
  const target = random.pick(chosen);
  const cut = index >> 1;
  const whole = (index & 1) === 1 || cut >= cuts;
  if (target === 'assemble' && (whole || !chosen.includes('disassemble'))) {
    return { target, bytes: damagedText(random), flags };
  }
  const own = OWN_INPUTS[target];
  if (own) return { target, bytes: own(random), flags };
  if (target === 'rootSignatureText' && (whole || !chosen.includes('disassemble'))) {
    return { target, bytes: damagedRootText(random), flags };
  }
  if (whole) return { target, bytes: mutated(random, target), flags };
  let fixture = 0;
  while (cutsBefore[fixture + 1]! <= cut) fixture++;
  const bytes = fixtures[fixture]!;
  const words = Math.floor(((cut - cutsBefore[fixture]!) * bytes.byteLength) / 4 / cutsOf(bytes));
  // All cuts are for one entry point: the others have them at random.
  const cutTarget = chosen.includes('disassemble') ? 'disassemble' : target;
  return { target: cutTarget, bytes: bytes.slice(0, 4 * words), flags };
}

function mutated(random: Random, target: Target): Uint8Array {
  if (OF_PROGRAMS.has(target) && random.oneIn(2)) {
    return changed(random, random.oneIn(2) ? random.pick(programs) : bytesOf(wildProgram(random)));
  }
  // Most fixtures are containers, in which these find nothing to do.
  const ownStream = !OF_CONTAINERS.has(target) && target !== 'rootSignature' && !random.oneIn(8);
  if (ownStream && random.oneIn(3)) return bytesOf(damageSm1Fields(wordsOf(random.pick(streams)), random));
  const pool = target === 'rootSignature' ? rootSignatures : ownStream ? streams : fixtures;
  return changed(random, random.pick(pool));
}

/** A container whose digest is right, so that what is damaged in it is looked at. */
function damagedShader(random: Random): Uint8Array {
  let bytes = random.oneIn(2) ? random.pick(containers) : validProgram(random).bytes;
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

/** The text of a root signature with a few changes, alone or in HLSL. */
function damagedRootText(random: Random): Uint8Array {
  let text = random.oneIn(2) ? disassemble(random.pick(rootSignatures)).text : randomRootSignatureText(random, true);
  if (random.oneIn(2)) text = damageRootSignatureText(text, random);
  if (random.oneIn(2)) text = `#include "c"\n#define RS A "${text.replaceAll('\n', '\\\n')}" C\n`;
  return damaged(text, random);
}

/** A listing with a few changes: characters, words, lines. */
function damagedText(random: Random): Uint8Array {
  if (random.oneIn(2)) return damaged(listingOfSm4(random), random);
  const stream = random.oneIn(2) ? random.pick(streams) : bytesOf(validSm1Words(random));
  return damaged(disassemble(stream, { header: random.oneIn(4) }).text, random);
}

/** The listing of a container, in any form. */
function listingOfSm4(random: Random, withLibraries = false): string {
  const library = withLibraries && random.oneIn(8) ? random.pick(libraries) : undefined;
  const bytes = library ?? (random.oneIn(2) ? random.pick(containers) : validProgram(random).bytes);
  const [header, hex, numbers, offsets] = [!random.oneIn(3), random.oneIn(2), random.oneIn(4), random.oneIn(4)];
  return disassemble(bytes, { header, hex, numbers, offsets }).text;
}

export function damaged(whole: string, random: Random): Uint8Array {
  let text = whole;
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
