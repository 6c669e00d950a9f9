/**
 * Targets of public functions that take bytes and that the other targets do not call: the functions whose results are
 * objects for programs, where the others call what is inside dxlens. test/fuzz/entry-points.test.ts finds the ones that
 * are missing.
 *
 * Not for: what targets of a part call anyway (the other files of this directory).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../smith/random.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import {
  parseConstantTable,
  parseDxilProgram,
  parseHash,
  parsePsv0,
  parseRdat,
  parseVers,
} from '../../../src/chunks/index.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import type { Chunk, Container, ParseResult } from '../../../src/container/index.ts';
import {
  blobPart,
  decodeContainer,
  encodeContainer,
  parseChunkDirectory,
  parseContainer,
  setBlobPart,
  stripShader,
  updateChecksum,
} from '../../../src/container/index.ts';
import { decompile, repair } from '../../../src/decompile/index.ts';
import { programConflict } from '../../../src/diff/index.ts';
import { findFormat, formatNames } from '../../../src/formats/formats.ts';
import { decodeSm1, encodeSm1, readTx, setSm1Comment, sm1CommentData } from '../../../src/isa/sm1/index.ts';
import { decodeSm4, encodeSm4 } from '../../../src/isa/sm4/index.ts';
import { reflectShader } from '../../../src/reflect/index.ts';
import { openShader, ShaderEditError } from '../../../src/shader/index.ts';
import { disassemble } from '../../../src/text/index.ts';
import {
  type CoreOptions,
  classInstances,
  interfacePointers,
  optimizeShader,
  TARGET_LANGUAGES,
  TARGET_VERSIONS,
  type TranslationResult,
  translate,
  translateToGlsl,
  translateToSpirv,
  translateToWgsl,
} from '../../../src/translate/index.ts';
import { validateSm1 } from '../../../src/validate/index.ts';
import { isDds, readDds, writeDds } from '../../../src/vm/texture/dds.ts';
import { createTexture } from '../../../src/vm/texture/texture.ts';
import { changed } from '../change.ts';
import { fixtures, pickSmall, pooled } from '../corpus.ts';
import { checkSpans, expectSame, targets } from '../target.ts';
import { changedFixture, changedProgram, changedShader, changedStream, damagedShader, repaired } from './bytes.ts';

/** Comments of debug information, for edits. */
const COMMENT_TAG = 0x4755_4244;
const DXGI_FORMATS = formatNames('dxgi');
/** Texels of textures that are made for DDS files, and bytes of those that a damaged header may describe. */
const MAX_SIDE = 9;
const MAX_TEXTURE = 2 ** 24;

const DXIL = 'fixtures/dxil/recorded';
/** Containers of shader model 6. */
const dxilContainers = readdirSync(DXIL)
  .filter((name) => name.endsWith('.bin'))
  .map((name) => new Uint8Array(readFileSync(join(DXIL, name))))
  .sort((a, b) => a.byteLength - b.byteLength);
const DXIL_PARSERS: Readonly<
  Record<string, (container: Container, chunk: Chunk, stage: number) => ParseResult<unknown>>
> = {
  DXIL: parseDxilProgram,
  ILDB: parseDxilProgram,
  HASH: parseHash,
  VERS: parseVers,
  RDAT: parseRdat,
  PSV0: parsePsv0,
};

/** DDS files of textures of any format and shape. */
const ddsFile = pooled((random) => {
  for (;;) {
    const format = findFormat('dxgi', random.pick(DXGI_FORMATS))!;
    const dimension = random.pick(['1d', '2d', '3d'] as const);
    const side = () => 1 + random.below(MAX_SIDE);
    const width = side();
    const { texture } = createTexture({
      dimension,
      format,
      width,
      height: dimension === '1d' ? 1 : side(),
      depth: dimension === '3d' ? side() : 1,
      layers: dimension === '3d' ? 1 : 1 + random.below(6),
      mips: 1 + random.below(3),
    });
    const file = texture && writeDds(texture);
    if (file instanceof Uint8Array) return file;
  }
});

/** A DDS file with changes, most of them in its header. */
function changedDds(random: Random): Uint8Array {
  const file = ddsFile(random);
  if (random.oneIn(4)) return changed(random, file);
  const header = changed(random, file.subarray(0, 148));
  return new Uint8Array(Buffer.concat([header, file.subarray(header.byteLength)]));
}

/**
 * The result of `call`; undefined if the bytes are obviously no program of the instruction set, which is an error of
 * the caller.
 */
function unlessOther<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof TypeError && OTHER_BYTES.test(error.message)) return undefined;
    throw error;
  }
}

const OTHER_BYTES = /^\w+: these bytes are a /;

const PROFILES = ['guarded', 'exact', 'fast'] as const;
const ROBUSTNESS = ['d3d', 'target', 'off'] as const;
/** Every language in every version. */
const LANGUAGES = TARGET_LANGUAGES.flatMap((to) =>
  TARGET_VERSIONS[to].length === 0 ? [{ to }] : TARGET_VERSIONS[to].map((version) => ({ to, version })),
);

/** Names of the fixtures with interfaces. */
const INSTANCES = {
  single: 'sun',
  'many[0]': 'spots[1]',
  'many[1]': 'ambient',
  material: 'textured',
  7: 'plain',
  sky: 'x',
};

function translateToOne(bytes: Uint8Array, { to = 'wgsl', ...options }: CoreOptions): TranslationResult {
  if (to === 'wgsl') return translateToWgsl(bytes, options);
  if (to === 'dxbc' || to === 'wasm') return translate(bytes, { ...options, to, validate: false });
  return to === 'spirv' ? translateToSpirv(bytes, options) : translateToGlsl(bytes, { ...options, to });
}

export const ENTRY_TARGETS = targets({
  translate: {
    input: (random) => (random.oneIn(2) ? damagedShader(random) : changedShader(random)),
    run: (bytes, flags) => {
      const options = {
        // Flags are few, and often 0.
        ...LANGUAGES[((bytes.byteLength >> 2) + (bytes.at(-1) ?? 0) + flags) % LANGUAGES.length]!,
        profile: PROFILES[flags % 3]!,
        robustness: ROBUSTNESS[(flags >> 2) % 3]!,
        constants: flags & 16 ? ('named' as const) : ('array' as const),
      };
      // Most inputs are not valid: without the validator they come farther.
      const { stages, diagnostics } =
        flags & 32
          ? translate(bytes, { ...options, validate: (flags & 64) === 0, comments: (flags & 128) !== 0 })
          : translateToOne(bytes, options);
      if (stages.length === 0 && !diagnostics.some(({ severity }) => severity === 'error'))
        throw new Error('no code, and no error');
      for (const { code } of options.to === 'wasm' ? stages : [])
        if (!WebAssembly.validate(code as Uint8Array<ArrayBuffer>)) throw new Error('no valid WebAssembly');
      checkSpans(classInstances(bytes, INSTANCES).diagnostics, bytes.byteLength);
      const names = interfacePointers(bytes).map(({ name, instances }) => [name, instances[0] ?? '']);
      checkSpans(classInstances(bytes, Object.fromEntries(names)).diagnostics, bytes.byteLength);
      const size = stages.reduce((sum, { code, map }) => sum + code.length + JSON.stringify(map).length, 0);
      return { size: size >> 4, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  optimizeShader: {
    input: (random) => (random.oneIn(2) ? damagedShader(random) : changedShader(random)),
    run: (bytes) => {
      const { bytes: optimized = bytes, before, after, diagnostics } = optimizeShader(bytes);
      if (after > before) throw new Error('a longer program');
      if (after === before && optimized !== bytes && diagnostics.length === 0)
        expectSame(optimized, bytes, 'a program that stays');
      // Reflection says that one may replace the other, where there is any.
      programConflict(bytes, optimized);
      return { size: optimized.length >> 4, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  decompile: {
    input: (random) => (random.oneIn(2) ? damagedShader(random) : changedShader(random)),
    run: (bytes) => {
      const { code, diagnostics } = decompile(bytes);
      if (code === undefined && !diagnostics.some(({ severity }) => severity === 'error'))
        throw new Error('no text, and no error');
      return { size: (code?.length ?? 0) >> 4, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  repair: {
    input: changedShader,
    // The compiler gives the damaged shader back, a part of it, or nothing.
    run: async (bytes, flags) => {
      const compiled = [bytes, bytes.subarray(0, 16 * flags), undefined][flags % 3];
      const { code, differences, diagnostics } = await repair(bytes, { compile: () => compiled, compilations: 2 });
      return {
        size: ((code?.length ?? 0) >> 4) + differences.length,
        diagnostics: checkSpans(diagnostics, bytes.byteLength),
      };
    },
  },
  reflectShader: {
    input: changedFixture,
    run: (bytes) => {
      const { reflection, diagnostics } = reflectShader(bytes);
      return {
        size: JSON.stringify(reflection ?? {}).length >> 2,
        diagnostics: checkSpans(diagnostics, bytes.byteLength),
      };
    },
  },
  containerResults: {
    input: changedFixture,
    run: (bytes, flags) => {
      const { value, diagnostics } = decodeContainer(bytes);
      let count = checkSpans(diagnostics, bytes.byteLength);
      let size = 0;
      const made = [
        updateChecksum(bytes),
        stripShader(bytes, flags),
        blobPart(bytes, flags & 0xf),
        setBlobPart(bytes, flags & 1 ? 'privateData' : 'rootSignature', bytes.subarray(0, flags)),
      ];
      if (value !== undefined) made.push(encodeContainer(value));
      for (const one of made) {
        size += one.bytes?.byteLength ?? 0;
        count += checkSpans(one.diagnostics, bytes.byteLength);
        if (one.bytes === undefined && one.diagnostics.length === 0) throw new Error('no bytes, and no diagnostic');
      }
      for (const parse of [parseContainer, parseChunkDirectory, parseConstantTable])
        count += checkSpans(parse(bytes).diagnostics, bytes.byteLength);
      return { size, diagnostics: count };
    },
  },
  dxilChunks: {
    input: (random) => repaired(changed(random, pickSmall(random, dxilContainers)), random),
    run: (bytes, flags) => {
      const container = readContainer(bytes, new Diagnostics());
      let [size, count] = [0, 0];
      for (const chunk of container?.chunks ?? []) {
        const parse = DXIL_PARSERS[chunk.name];
        if (parse === undefined) continue;
        const { value, diagnostics } = parse(container!, chunk, flags & 0xf);
        size += JSON.stringify(value ?? '').length >> 4;
        count += checkSpans(diagnostics, bytes.byteLength);
      }
      return { size, diagnostics: count };
    },
  },
  editableProgram: {
    input: changedProgram,
    run: (bytes, flags) => {
      let count = 0;
      const sm1 = unlessOther(() => decodeSm1(bytes));
      if (sm1 !== undefined) {
        expectSame(encodeSm1(sm1), bytes, 'encodeSm1(decodeSm1(bytes))');
        const text = bytes.subarray(0, Math.min(flags, bytes.byteLength) & ~3);
        const comment = setSm1Comment(sm1, COMMENT_TAG, text);
        expectSame(sm1CommentData(comment, COMMENT_TAG)!, text, 'a comment that was set');
        count += checkSpans(sm1.diagnostics, bytes.byteLength);
      }
      const sm4 = unlessOther(() => decodeSm4(bytes));
      if (sm4 !== undefined) {
        expectSame(encodeSm4(sm4), bytes, 'encodeSm4(decodeSm4(bytes))');
        count += checkSpans(sm4.diagnostics, bytes.byteLength);
      }
      count += checkSpans(unlessOther(() => readTx(bytes))?.diagnostics ?? [], bytes.byteLength);
      return { size: 3 * bytes.byteLength, diagnostics: count };
    },
  },
  validateSm1: {
    input: changedStream,
    run: (bytes, flags) => {
      const result = unlessOther(() => validateSm1(bytes, { pedantic: (flags & 4) !== 0 }));
      return { size: 0, diagnostics: checkSpans(result?.diagnostics ?? [], bytes.byteLength) };
    },
  },
  replaceProgram: {
    input: changedProgram,
    run: (bytes, flags) => {
      const original = fixtures[(flags * 7) % fixtures.length]!;
      const edits = [
        () => openShader(original).setProgram(bytes).toBytes().byteLength,
        () => openShader(bytes).setProgram(bytes).toBytes().byteLength,
        () => {
          const shader = openShader(original);
          const { diagnostics } = shader.replaceProgram(disassemble(bytes).text, { validate: (flags & 1) !== 0 });
          return shader.toBytes().byteLength + 0 * diagnostics.length;
        },
      ];
      let size = 0;
      for (const edit of edits) {
        try {
          size += (unlessOther(edit) ?? 0) - original.byteLength;
        } catch (error) {
          // A refused edit is an answer; anything else is a fault.
          if (!(error instanceof ShaderEditError)) throw error;
        }
      }
      return { size: Math.max(0, size), diagnostics: 0 };
    },
  },
  dds: {
    input: (random) => (random.oneIn(8) ? pickSmall(random, fixtures) : changedDds(random)),
    run: (bytes) => {
      const dds = readDds(bytes);
      if (typeof dds === 'string') {
        if (dds === '') throw new Error('refused without a reason');
        return { size: 0, diagnostics: 1 };
      }
      if (!isDds(bytes)) throw new Error('read, but it is none');
      const { width, height = 1, depth = 1, layers = 1 } = dds.descriptor;
      if (width * height * depth * layers > MAX_TEXTURE) return { size: 0, diagnostics: 0 };
      const { texture, diagnostics } = createTexture(dds.descriptor, dds.texels);
      if (texture === undefined) return { size: 0, diagnostics: diagnostics.length };
      const written = writeDds(texture);
      if (typeof written === 'string') return { size: 0, diagnostics: diagnostics.length };
      const again = readDds(written);
      if (typeof again === 'string') throw new Error(`what was written is refused: ${again}`);
      expectSame(again.texels, texture.bytes, 'a DDS file that was written');
      return { size: 0, diagnostics: diagnostics.length };
    },
  },
});
