/**
 * Targets that take sources: assemblers, root signatures, C source, expressions over records, and what the program
 * reads besides.
 *
 * Not for: binary files.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFx2 } from '../../../smith/fx2.ts';
import { effect4Source } from '../../../smith/fx4.ts';
import { sm4Shader } from '../../../smith/hlsl/shaders.ts';
import { randomLibrary } from '../../../smith/hlsl-library.ts';
import type { Random } from '../../../smith/random.ts';
import { damageRootSignatureText, randomRootSignatureText } from '../../../smith/root-signature.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { assemble, assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { assembleRootSignature } from '../../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes, latin1Text } from '../../../src/base/words.ts';
import { UsageError } from '../../../src/cli/process.ts';
import { valuesOf } from '../../../src/cli/verbs/patch/edits.ts';
import { journalEnd, journalHeader, journalLine, readJournal } from '../../../src/cli/verbs/scan/resumable-output.ts';
import { isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { parseCArrays } from '../../../src/file/c-array.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { compile, compileEffect, preprocess } from '../../../src/hlsl/index.ts';
import { SCAN_COLUMN_NAMES } from '../../../src/scan/columns.ts';
import { parseWhere, predicateOf } from '../../../src/scan/index.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { damaged } from '../change.ts';
import {
  containers,
  containersByProfile,
  fixtures,
  libraries,
  pickSmall,
  pooled,
  rootSignatures,
  streams,
} from '../corpus.ts';
import { checkSpans, targets } from '../target.ts';
import { validShader } from './bytes.ts';

/** The listing of a token stream of models 1 to 3. */
const listingOfSm1 = pooled((random) => {
  const stream = random.oneIn(2) ? pickSmall(random, streams) : bytesOf(validSm1Words(random));
  return disassemble(stream, { header: random.oneIn(4) }).text;
});

/** The listing of a container, with any options. */
const listingOfSm4 = pooled((random) => {
  const library = random.oneIn(8) ? random.pick(libraries) : undefined;
  const bytes = library ?? (random.oneIn(2) ? pickSmall(random, containers) : validShader(random));
  const [header, hex, numbers, offsets] = [!random.oneIn(3), random.oneIn(2), random.oneIn(4), random.oneIn(4)];
  return disassemble(bytes, { header, hex, numbers, offsets }).text;
});

/** The text of a root signature with a few changes, alone or in HLSL. */
function rootSignatureText(random: Random): Uint8Array {
  let text = random.oneIn(2) ? disassemble(random.pick(rootSignatures)).text : randomRootSignatureText(random, true);
  if (random.oneIn(2)) text = damageRootSignatureText(text, random);
  if (random.oneIn(2)) text = `#include "c"\n#define RS A "${text.replaceAll('\n', '\\\n')}" C\n`;
  return damaged(text, random);
}

/** Arrays of numbers with a shader in them, in any spelling. */
const cSource = pooled((random) => {
  const bytes = pickSmall(random, fixtures).subarray(0, 2000);
  const name = random.pick(['const BYTE g_main[]', 'static unsigned char a[12] ', 'DWORD shader[]', 'byte[] x']);
  const numbers = Array.from(bytes, (byte) =>
    random.pick([`${byte}`, `0x${byte.toString(16)}`, `${(byte << 24) >> 24}`, `0x${byte.toString(16)}u`]),
  );
  const comment = random.pick(['', '// a }\n', '/* { */', '#if 0\n', '"{"']);
  return `${comment}${name} = {${random.pick(['', '\n', comment])}${numbers.join(random.pick([',', ', ', ',\n']))}};\n`.repeat(
    random.between(1, 3),
  );
});

const WHERE_WORDS = [
  'and',
  'or',
  'not',
  '(',
  ')',
  '=',
  '!=',
  '<',
  '>=',
  '~',
  'in',
  'is',
  'null',
  "'ps_5_0'",
  '"a"',
  '1e9',
  '-1',
  'like',
  ',',
];

function whereText(random: Random): Uint8Array {
  const words = Array.from({ length: random.between(1, 24) }, () =>
    random.oneIn(2) ? random.pick(SCAN_COLUMN_NAMES) : random.pick(WHERE_WORDS),
  );
  return damaged(random.oneIn(64) ? `${'('.repeat(5000)}${words.join(' ')}` : words.join(' '), random);
}

const journal = pooled((random) => {
  const lines = [journalHeader('1.0.0', { where: random.oneIn(2) ? null : 'slots > 1' })];
  let end = 0;
  for (let n = random.below(8); n > 0; n--) {
    end += random.below(4000);
    const flags = { searched: random.oneIn(2), failed: random.oneIn(8) };
    lines.push(journalLine({ path: `a/${n}é"`, size: 1, modified: 2.5, ...flags, shaders: 1, rows: 1, end }));
  }
  if (random.oneIn(2)) lines.push(journalEnd());
  return lines.join('');
});

/** Sources of HLSL: those of fixtures, and shaders as games have them. */
const hlslSources = readdirSync('fixtures/hlsl').map((name) => readFileSync(join('fixtures/hlsl', name), 'latin1'));
const hlslSource = pooled((random) => {
  if (random.oneIn(6)) return randomLibrary(random);
  return random.oneIn(2) ? random.pick(hlslSources) : sm4Shader(random.below(4000)).source;
});

const EFFECT_PROFILES = ['fx_2_0', 'fx_5_0', 'mgfx', 'fx_4_0', 'fx_2_0', 'fx_4_1', 'mgfx_11', 'mgfx_opengl'] as const;
const MGFX_SOURCES = ['effect', 'opengl'].map((name) => readFileSync(`fixtures/mgfx/${name}.fx`, 'latin1'));
const HLSL_PROFILES = [
  'ps_2_0',
  'vs_3_0',
  'ps_5_0',
  'vs_4_0',
  'ps_5_1',
  'cs_5_0',
  'gs_5_0',
  'hs_5_0',
  'ds_5_0',
  'vs_5_1',
  'lib_5_0',
  'lib_4_0',
  'ps_4_0_level_9_3',
  'vs_4_0_level_9_1',
] as const;
const HLSL_ENTRIES = ['main', 'pixel', 'vertex'] as const;
const HLSL_WORDS =
  'float4 int2x3 bool uint main f x y . ; ; ; ( ) ( ) { } [ ] , = == + - * / < > ? : ++ && 1 2.5 0x7f true if else for while do return break switch case struct cbuffer Texture2D SamplerState Sample register t0 SV_Target : static const in out inout [unroll] mul dot float4x4 half double # define discard'.split(
    ' ',
  );

/** Words of the language in any order, as the body of a function or alone. */
function hlslSoup(random: Random): string {
  const words = Array.from({ length: random.between(1, 120) }, () => random.pick(HLSL_WORDS)).join(' ');
  return random.oneIn(2) ? words : `float4 x; float4 main(float4 y : A) : SV_Target { ${words} return y; }`;
}

const include = (path: string) => (path.length < 4 ? { name: path, text: '#include "x"\nmov r0, r1\n' } : undefined);

export const TEXT_TARGETS = targets({
  assemble: {
    input: (random) => damaged(random.oneIn(2) ? listingOfSm1(random) : listingOfSm4(random), random),
    run: (bytes, flags) => {
      const options = { debug: (flags & 4) !== 0, include, defines: { A: 'r0', B: 'A, A' } };
      const { bytes: made, diagnostics } =
        flags & 1 ? assembleUnvalidated(bytes, options) : assemble(bytes, { ...options, validate: (flags & 16) === 0 });
      return { size: made?.byteLength ?? 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  compile: {
    input: (random) => (random.oneIn(4) ? latin1Bytes(hlslSoup(random)) : damaged(hlslSource(random), random)),
    run: (bytes, flags) => {
      const { bytes: made, diagnostics } = compile(bytes, {
        profile: HLSL_PROFILES[flags % HLSL_PROFILES.length]!,
        entry: HLSL_ENTRIES[(flags >> 3) % HLSL_ENTRIES.length]!,
        strict: (flags & 32) !== 0,
        skipOptimization: (flags & 64) !== 0,
        debug: (flags & 128) !== 0,
        compatibility: (flags & 256) !== 0,
        include,
      });
      if (made === undefined && !diagnostics.some(({ severity }) => severity === 'error'))
        throw new Error('no shader, and no error');
      return { size: made?.byteLength ?? 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  preprocess: {
    input: (random) => (random.oneIn(4) ? latin1Bytes(hlslSoup(random)) : damaged(hlslSource(random), random)),
    run: (bytes) => {
      const { text, diagnostics } = preprocess(bytes, { include });
      if (text === undefined && !diagnostics.some(({ severity }) => severity === 'error'))
        throw new Error('no text, and no error');
      return { size: text?.length ?? 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  compileEffect: {
    input: (random) =>
      damaged(
        random.pick([
          () => randomFx2(random.below(1 << 20)).source,
          () => effect4Source(random).source,
          () => random.pick(MGFX_SOURCES),
        ])(),
        random,
      ),
    run: (bytes, flags) => {
      const { bytes: made, diagnostics } = compileEffect(bytes, {
        profile: EFFECT_PROFILES[flags % EFFECT_PROFILES.length]!,
        computedStates: (flags & 32) !== 0,
        include,
      });
      if (made === undefined && !diagnostics.some(({ severity }) => severity === 'error'))
        throw new Error('no effect, and no error');
      return { size: made?.byteLength ?? 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  assembleListing: {
    input: (random) => damaged(listingOfSm4(random), random),
    run: (bytes, flags) => {
      const { profile } = detectFormat(bytes);
      const originals = containersByProfile.get(profile ?? '') ?? [];
      const into = flags & 1 ? originals[flags % Math.max(1, originals.length)] : undefined;
      const { bytes: made, diagnostics } = assemble(bytes, into === undefined ? {} : { into });
      if (made && isContainer(made) && readContainer(made, new Diagnostics())?.digest === undefined)
        throw new Error('the digest is wrong');
      const added = Math.max(0, (made?.byteLength ?? 0) - (into?.byteLength ?? 0));
      return { size: added, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  rootSignatureText: {
    input: rootSignatureText,
    run: (bytes, flags) => {
      const options = {
        include: (path: string) => ({ name: path, text: '#define C "CBV(b0)"\n' }),
        validate: (flags & 1) === 0,
        defines: { A: '"UAV(u0),"' },
        ...(flags & 4 ? { entry: 'RS' } : {}),
      };
      detectFormat(bytes);
      const { bytes: made, diagnostics } = assembleRootSignature(latin1Text(bytes, 0, bytes.byteLength), options);
      return { size: made?.byteLength ?? 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  cArrays: {
    input: (random) => damaged(cSource(random), random),
    run: (bytes) => {
      const { value, diagnostics } = parseCArrays(bytes);
      let size = 0;
      for (const array of value ?? []) size += array.bytes.byteLength;
      const { text } = disassemble(bytes);
      return { size: size + text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  parseWhere: {
    input: whereText,
    run: (bytes) => {
      const source = latin1Text(bytes, 0, bytes.byteLength);
      const { condition, diagnostics } = parseWhere(source);
      if ((condition === undefined) !== (diagnostics.length === 1))
        throw new Error('neither an expression nor a fault');
      for (const { span } of diagnostics)
        if (span.start < 0 || span.start > span.end || span.end > source.length) throw new Error('outside of the text');
      if (condition !== undefined) for (const value of [null, 7, 'ps_5_0']) predicateOf(condition)(() => value);
      return { size: 0, diagnostics: diagnostics.length };
    },
  },
  readJournal: {
    input: (random) => damaged(journal(random), random),
    run: (bytes, flags) => {
      const read = readJournal(bytes, flags * 64);
      if (read !== undefined && (read.length > bytes.byteLength || read.end > flags * 64))
        throw new Error('more than there is');
      return { size: read?.entries.length ?? 0, diagnostics: 0 };
    },
  },
  patchValues: {
    input: (random) => damaged('0x3f800000, 1.5f, -inf,nan, true ,.5e-3', random),
    run: (bytes) => {
      try {
        return { size: valuesOf(latin1Text(bytes, 0, bytes.byteLength), '--set').length, diagnostics: 0 };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return { size: 0, diagnostics: 1 };
      }
    },
  },
});
