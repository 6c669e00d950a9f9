/**
 * Writes XNB files: content of XNA, FNA and MonoGame, without compression.
 *
 * Source: readers/xnb.ts; the header of effects in XNA: files that XNA 4 made.
 */
import { ByteWriter } from '../../base/byte-writer.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, latin1Bytes, u32At, wordsOf } from '../../base/words.ts';
import { CTAB_REGISTER_SETS, readConstantTable } from '../../chunks/ctab.ts';
import { embeddedShaders } from '../../effects/choose-shaders.ts';
import { FX2_XNA, isEffect2, readEffect2 } from '../../effects/fx2/read.ts';
import { FX2_STATES } from '../../effects/fx2/states.ts';
import { MgfxProfile } from '../../effects/mgfx/model.ts';
import { parseMgfx } from '../../effects/mgfx/read.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { XNB_HEADER, XNB_LZ4, XNB_LZX, XNB_MAGIC } from '../readers/xnb.ts';
import { CannotWrite, littleEndian, sized, sizeOfMember, spliced, type Writer } from '../writer.ts';

/** Offsets in the header. */
const FLAGS = 5;
const SIZE = 6;
const COMPRESSED = XNB_LZX | XNB_LZ4;

/** The platforms Windows, for MonoGame with DirectX, XNA and FNA, and DesktopGL. */
const WINDOWS = 'w'.charCodeAt(0);
const DESKTOP_GL = 'd'.charCodeAt(0);
const VERSION = 5;
const EFFECT_READER = 'Microsoft.Xna.Framework.Content.EffectReader';
const MONOGAME = 'MonoGame.Framework, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null';
const XNA = 'Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553';
/** Bytes before an effect of Direct3D 9 in XNA. */
const XNA_EFFECT_HEADER = 16;

/** An XNB file: its content, without compression. */
export const writeXnb: Writer = ({ bytes, changes, note }) => {
  const content = changes[0]!.bytes;
  if ((bytes[FLAGS]! & COMPRESSED) !== 0) note('the content was compressed; it is written without compression');
  else if (u32At(bytes, SIZE) !== bytes.byteLength) throw new CannotWrite('its size is not the one that it declares');
  const file = new Uint8Array(XNB_HEADER + content.byteLength);
  file.set(bytes.subarray(0, XNB_HEADER));
  file[FLAGS] = bytes[FLAGS]! & ~COMPRESSED;
  file.set(littleEndian(file.byteLength, 4), SIZE);
  file.set(content, XNB_HEADER);
  return file;
};

/** The content of an XNB file: an effect after its size. */
export const writeXnbContent: Writer = ({ bytes, changes }) =>
  spliced(
    bytes,
    changes.flatMap(({ member, bytes: code }) => sized(bytes, member.offset, sizeOfMember(member)!, code, 4)),
  );

/**
 * Returns an XNB file with an effect: one of MonoGame, or one of Direct3D 9 for XNA and FNA.
 *
 * @param effect the file of the effect: MGFX or fx_2_0
 */
export function xnbOfEffect(effect: Uint8Array): Uint8Array {
  const isDirect3D9 = isEffect2(effect);
  const out = new ByteWriter();
  const isOpenGl = parseMgfx(effect)?.profile === MgfxProfile.openGl;
  out.u32(XNB_MAGIC | ((isOpenGl ? DESKTOP_GL : WINDOWS) << 24));
  out.u8(VERSION);
  out.u8(0);
  out.u32(0);
  // One type, no shared resources, an object of the first type.
  out.u8(1);
  const type = `${EFFECT_READER}, ${isDirect3D9 ? XNA : MONOGAME}`;
  out.packedInteger(type.length);
  out.raw(latin1Bytes(type));
  out.u32(0);
  out.u8(0);
  out.u8(1);
  const header = isDirect3D9 && u32At(effect, 0) !== FX2_XNA;
  out.u32(effect.byteLength + (header ? XNA_EFFECT_HEADER : 0));
  if (header) out.u32s(FX2_XNA, XNA_EFFECT_HEADER, texturesOf(effect, 'vs'), texturesOf(effect, 'ps'));
  out.raw(effect);
  out.patch(SIZE, out.at);
  return out.bytes;
}

/** A bit for each sampler of the shaders of a stage whose texture the effect sets. */
function texturesOf(effect: Uint8Array, stage: 'vs' | 'ps'): number {
  const content = readEffect2(effect, new Diagnostics());
  const textured = new Set<string | null>();
  for (const { declaration, value } of content?.parameters ?? []) {
    const samplers = value.kind === 'samplers' ? value.samplers : [];
    if (samplers.some(({ states }) => states.some(({ operation }) => FX2_STATES[operation]?.group === 'texture')))
      textured.add(declaration.name);
  }
  let mask = 0;
  for (const shader of embeddedShaders(effect).value ?? []) {
    if (shader.stage !== stage) continue;
    const words = wordsOf(effect.subarray(shader.offset, shader.offset + shader.length));
    const span = findSm1Comment(words, Sm1CommentTag.constantTable);
    if (span === undefined) continue;
    const table = readConstantTable(bytesOf(words.subarray(span.start, span.end)));
    for (const constant of table.constants)
      if (CTAB_REGISTER_SETS[constant.registerSet] === 's' && textured.has(constant.name))
        mask |= 1 << constant.registerIndex;
  }
  return mask >>> 0;
}
