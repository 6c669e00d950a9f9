/**
 * Effects of MonoGame (.mgfx, .mgfxo, and inside of .xnb), versions 1 to 12, with shaders for DirectX. From version 3,
 * that of the first release, to version 11, shaders have the names of their techniques and passes (source: the reader
 * in the history of MonoGame's repository,
 * `Effect.ReadEffect`). An effect that does not match its version to the last byte is carved.
 *
 * Not for: shaders for OpenGL, which are source text.
 */

import { u32At } from '../../base/words.ts';
import type { EmbeddedShaderUse } from '../../effects/embedded-shaders.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { DX0332 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { readFrom } from '../source.ts';

/** `MGFX` */
const MAGIC = 0x5846_474d;
const LAST_VERSION = 12;
/** Effects larger than this are carved only. */
const MAX_EFFECT = 2 ** 26;
/** Members of one kind; more are a sign of damage. */
const MAX_COUNT = 2 ** 16;
/** Levels of parameters in parameters. */
const MAX_DEPTH = 32;
const BYTE_NONE = 255;

export const MGFX: FormatReader = {
  name: 'MGFX',
  matches: (head, size) => u32At(head, 0) === MAGIC && head[4]! >= 1 && head[4]! <= LAST_VERSION && size <= MAX_EFFECT,
  members: readMgfx,
  carveIf: 'no members',
};

/** Differences between versions. */
interface Layout {
  readonly version: number;
  /** Whether counts and indices have four bytes. */
  readonly isWide: boolean;
  /** Whether a byte follows the header, which is 0 in all known files. */
  readonly hasExtraByte: boolean;
  /** Whether shaders have the names of their source and of their function. */
  readonly hasSource: boolean;
  /** The number of parameters. */
  readonly parameterCount: 'byte' | 'word' | 'packed' | 'dword';
  /** Whether samplers have a slot for the texture and one for the sampler. */
  readonly hasTextureSlot: boolean;
  readonly hasBorderColor: boolean;
  /** Whether buffers and samplers have names and shaders have attributes, which was so for OpenGL only at first. */
  readonly hasNames: boolean;
}

interface Parsed {
  readonly shaders: readonly Shader[];
  readonly uses: ReadonlyMap<number, EmbeddedShaderUse[]>;
}

interface Shader {
  readonly offset: number;
  readonly length: number;
  readonly isVertex: boolean;
}

async function* readMgfx({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const bytes = await readFrom(source, 0, source.size);
  for (const layout of layoutsOf(bytes[4]!)) {
    const parsed = parse(bytes, layout);
    if (parsed === undefined) continue;
    const others = parsed.shaders.filter(({ offset, length }) => !isDirect3D(bytes.subarray(offset, offset + length)));
    const [first] = others;
    if (first !== undefined)
      diagnostics.report(DX0332, first.offset, first.offset + first.length, {
        format: 'MGFX',
        count: others.length,
        language: 'GLSL for OpenGL',
      });
    yield* membersOf(bytes, parsed);
    return;
  }
}

/** Whether a shader is one of Direct3D; those for OpenGL are source text. */
function isDirect3D(shader: Uint8Array): boolean {
  return detectBinaryFormat(shader) !== undefined;
}

function* membersOf(bytes: Uint8Array, { shaders, uses }: Parsed): Generator<Member> {
  for (const [index, { offset, length, isVertex }] of shaders.entries()) {
    const shader = bytes.subarray(offset, offset + length);
    if (!isDirect3D(shader)) continue;
    const shaderUses = uses.get(index) ?? [];
    const [first] = shaderUses;
    const stage = isVertex ? 'vs' : 'ps';
    const name = first === undefined ? `shader${index}-${stage}` : `${first.technique}/${first.pass}/${stage}`;
    yield { name, offset, shader, foundBy: 'effect', uses: shaderUses };
  }
}

/**
 * The layouts that files of a version may have: development versions between releases had the number of one of them.
 */
function* layoutsOf(version: number): Generator<Layout> {
  if (version < 3) return;
  const either = (since: number, until: number) =>
    version >= until ? [true] : version < since ? [false] : [true, false];
  for (const isWide of either(10, 13))
    for (const parameterCount of parameterCounts(version, isWide))
      for (const hasTextureSlot of either(3, 5))
        for (const hasBorderColor of either(6, 8))
          for (const hasNames of either(6, 10))
            for (const hasExtraByte of either(10, 13))
              for (const hasSource of either(11, 13))
                yield {
                  version,
                  isWide,
                  parameterCount,
                  hasTextureSlot,
                  hasBorderColor,
                  hasNames,
                  hasExtraByte,
                  hasSource,
                };
}

function parameterCounts(version: number, isWide: boolean): readonly Layout['parameterCount'][] {
  if (version < 9) return ['byte'];
  return isWide ? ['dword'] : ['byte', 'word', 'packed'];
}

/** Undefined when the bytes do not match `layout` to the last one. */
function parse(bytes: Uint8Array, layout: Layout): Parsed | undefined {
  const { version } = layout;
  const cursor = new ByteCursor(bytes, 6);
  if (version >= 6) cursor.skip(4);
  if (layout.hasExtraByte && cursor.u8() !== 0) return undefined;
  for (let left = count(cursor, layout); left > 0 && !cursor.failed; left--) skipBuffer(cursor, layout);
  const shaders: Shader[] = [];
  for (let left = count(cursor, layout); left > 0 && !cursor.failed; left--) shaders.push(readShader(cursor, layout));
  skipParameters(cursor, layout, 0);
  const uses = readTechniques(cursor, layout);
  if (layout.isWide && cursor.u32() !== MAGIC) return undefined;
  return cursor.failed || cursor.at !== bytes.byteLength ? undefined : { shaders, uses };
}

/** The number of things that follow. */
function count(cursor: ByteCursor, { isWide }: Layout): number {
  const value = isWide ? cursor.u32() : cursor.u8();
  if (value > MAX_COUNT) cursor.failed = true;
  return value;
}

function skipBuffer(cursor: ByteCursor, layout: Layout): void {
  if (layout.hasNames) cursor.string();
  cursor.u16();
  cursor.skip(count(cursor, layout) * (layout.isWide ? 6 : 3));
}

function readShader(cursor: ByteCursor, layout: Layout): Shader {
  const { version, hasNames, hasTextureSlot, hasBorderColor, hasSource } = layout;
  const isVertex = cursor.flag();
  if (hasSource) {
    cursor.string();
    cursor.string();
  }
  const length = version < 5 ? cursor.u16() : cursor.u32();
  const offset = cursor.skip(length);
  for (let left = cursor.u8(); left > 0 && !cursor.failed; left--) {
    cursor.skip(hasTextureSlot ? 3 : 2);
    // Address modes, border color, filter, anisotropy, levels and bias.
    if (cursor.flag()) cursor.skip(3 + (hasBorderColor ? 4 : 0) + 1 + 12);
    if (hasNames) cursor.string();
    cursor.u8();
  }
  cursor.skip(cursor.u8());
  if (hasNames) {
    for (let left = cursor.u8(); left > 0 && !cursor.failed; left--) {
      cursor.string();
      cursor.skip(4);
    }
  }
  return { offset, length, isVertex };
}

function skipParameters(cursor: ByteCursor, layout: Layout, depth: number): number {
  const { parameterCount } = layout;
  const all =
    parameterCount === 'byte'
      ? cursor.u8()
      : parameterCount === 'word'
        ? cursor.u16()
        : parameterCount === 'packed'
          ? cursor.packedInteger()
          : cursor.u32();
  if (all > MAX_COUNT || depth > MAX_DEPTH) cursor.failed = true;
  for (let left = all; left > 0 && !cursor.failed; left--) {
    cursor.u8();
    const type = cursor.u8();
    cursor.string();
    cursor.string();
    count(cursor, layout);
    const rows = cursor.u8();
    const columns = cursor.u8();
    const elements = skipParameters(cursor, layout, depth + 1);
    const members = skipParameters(cursor, layout, depth + 1);
    // Booleans, integers and floats have values.
    if (elements === 0 && members === 0 && type >= 1 && type <= 3) cursor.skip(4 * rows * columns);
  }
  return all;
}

/** The uses of each shader by its index. */
function readTechniques(cursor: ByteCursor, layout: Layout): Map<number, EmbeddedShaderUse[]> {
  const uses = new Map<number, EmbeddedShaderUse[]>();
  const techniques = count(cursor, layout);
  for (let t = 0; t < techniques && !cursor.failed; t++) {
    const technique = cursor.string();
    count(cursor, layout);
    const passes = count(cursor, layout);
    for (let p = 0; p < passes && !cursor.failed; p++) {
      const pass = cursor.string();
      count(cursor, layout);
      for (let stage = 0; stage < 2; stage++) {
        const shader = layout.isWide ? cursor.i32() : cursor.u8();
        if (shader < 0 || (!layout.isWide && shader === BYTE_NONE)) continue;
        const list = uses.get(shader) ?? [];
        list.push({ group: null, technique, techniqueIndex: t, pass, passIndex: p, variable: null, element: 0 });
        uses.set(shader, list);
      }
      // States of blending, of depth and stencil, and of the rasterizer.
      for (const size of [18, 25, 12]) if (cursor.flag()) cursor.skip(size);
    }
  }
  return uses;
}
