/**
 * Shaders of bgfx: `VSH`, `FSH` or `CSH` and a version, uniforms, then the code for one renderer (source:
 * `writeUniformArray` and the shader writers in bgfx's `tools/shaderc`, BSD 2-Clause, versions 1 to 11). A file whose
 * uniforms do not lead to a shader is carved.
 *
 * Not for: code for other renderers than Direct3D, which gives nothing.
 */

import { ByteCursor } from '../../base/byte-cursor.ts';
import { u32At } from '../../base/words.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

const STAGES: ReadonlyMap<number, string> = new Map([
  [0x48_5356, 'vs'],
  [0x48_5346, 'ps'],
  [0x48_5343, 'cs'],
]);
const LAST_VERSION = 15;
const MAX_SHADER = 2 ** 24;

export const BGFX: FormatReader = {
  name: 'bgfx',
  matches: (head, size) => STAGES.has(tagOf(head)) && head[3]! >= 1 && head[3]! <= LAST_VERSION && size <= MAX_SHADER,
  members: readBgfx,
  carveIf: 'no members',
};

function tagOf(head: Uint8Array): number {
  return u32At(head, 0) & 0xff_ffff;
}

async function* readBgfx({ source, head }: ReaderInput): AsyncGenerator<Member> {
  const bytes = await readFrom(source, 0, source.size);
  // Hashes of inputs and outputs, then the uniforms; versions differ in how many of each.
  for (const hashes of [8, 4]) {
    for (const more of [0, 2, 4]) {
      for (const sizeBytes of [4, 2]) {
        const found = shaderAfter(bytes, 4 + hashes, more, sizeBytes);
        if (found === undefined) continue;
        const name = STAGES.get(tagOf(head))!;
        yield { name, offset: found.offset, source: partOfSource(source, found.offset, found.length) };
        return;
      }
    }
  }
}

/**
 * The code after the uniforms at `at`; undefined if it is not for Direct3D.
 *
 * @param more bytes of a uniform beyond type, count, register and registers
 */
function shaderAfter(
  bytes: Uint8Array,
  at: number,
  more: number,
  sizeBytes: number,
): { offset: number; length: number } | undefined {
  const cursor = new ByteCursor(bytes, at);
  for (let left = cursor.u16(); left > 0 && !cursor.failed; left--) {
    cursor.skip(cursor.u8());
    cursor.skip(6 + more);
  }
  const length = sizeBytes === 4 ? cursor.u32() : cursor.u16();
  const offset = cursor.at;
  if (cursor.failed || length < 8 || offset + length > bytes.byteLength) return undefined;
  const format = detectBinaryFormat(bytes.subarray(offset, offset + length))?.format;
  return format === undefined ? undefined : { offset, length };
}
