/**
 * Effects of MonoGame (.mgfx, .mgfxo, and inside of .xnb), versions 1 to 12, with shaders for DirectX. From version 3,
 * that of the first release, shaders have the names of their techniques and passes. An effect that does not match its
 * version to the last byte is carved.
 *
 * Not for: shaders for OpenGL, which are source text; the layout (src/effects/mgfx).
 */
import type { EmbeddedShaderUse } from '../../effects/embedded-shaders.ts';
import type { MgfxEffect, MgfxShader } from '../../effects/mgfx/model.ts';
import { isMgfx, parseMgfx } from '../../effects/mgfx/read.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import { DX0332 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { readFrom } from '../source.ts';

/** Effects larger than this are carved only. */
const MAX_EFFECT = 2 ** 26;

export const MGFX: FormatReader = {
  name: 'MGFX',
  matches: (head, size) => isMgfx(head) && size <= MAX_EFFECT,
  members: readMgfx,
  carveIf: 'no members',
};

async function* readMgfx({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const bytes = await readFrom(source, 0, source.size);
  const effect = parseMgfx(bytes);
  if (effect === undefined) return;
  const others = effect.shaders.filter((one) => !isDirect3D(one));
  const [first] = others;
  if (first !== undefined) {
    const start = offsetIn(bytes, first);
    diagnostics.report(DX0332, start, start + first.code.byteLength, {
      format: 'MGFX',
      count: others.length,
      language: 'GLSL for OpenGL',
    });
  }
  yield* membersOf(bytes, effect);
}

/** Whether a shader is one of Direct3D; those for OpenGL are source text. */
function isDirect3D({ code }: MgfxShader): boolean {
  return detectBinaryFormat(code) !== undefined;
}

function offsetIn(bytes: Uint8Array, { code }: MgfxShader): number {
  return code.byteOffset - bytes.byteOffset;
}

function* membersOf(bytes: Uint8Array, effect: MgfxEffect): Generator<Member> {
  const usesOf = shaderUses(effect);
  for (const [index, shader] of effect.shaders.entries()) {
    if (!isDirect3D(shader)) continue;
    const uses = usesOf.get(index) ?? [];
    const [first] = uses;
    const stage = shader.isVertex ? 'vs' : 'ps';
    const name = first === undefined ? `shader${index}-${stage}` : `${first.technique}/${first.pass}/${stage}`;
    yield { name, offset: offsetIn(bytes, shader), shader: shader.code, foundBy: 'effect', uses };
  }
}

/** The uses of each shader by its index. */
function shaderUses({ techniques }: MgfxEffect): ReadonlyMap<number, EmbeddedShaderUse[]> {
  const uses = new Map<number, EmbeddedShaderUse[]>();
  for (const [techniqueIndex, { name: technique, passes }] of techniques.entries())
    for (const [passIndex, { name: pass, vertexShader, pixelShader }] of passes.entries())
      for (const shader of [vertexShader, pixelShader]) {
        if (shader < 0) continue;
        const list = uses.get(shader) ?? [];
        list.push({ group: null, technique, techniqueIndex, pass, passIndex, variable: null, element: 0 });
        uses.set(shader, list);
      }
  return uses;
}
