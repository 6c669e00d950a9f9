/**
 * Targets that take effects of any version: readers, writers, listings, edits, the shaders inside.
 *
 * Not for: the shaders by themselves (files.ts), or expressions alone (programs.ts).
 */

import { mgfxOf } from '../../../smith/archives/engines.ts';
import { damagedBytes } from '../../../smith/fx2-damage.ts';
import { Fx4Target } from '../../../smith/fx4-damage.ts';
import type { Random } from '../../../smith/random.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { effectText } from '../../../src/cli/verbs/reflect/effect.ts';
import { HEADER_SIZE, isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { diffShaders } from '../../../src/diff/index.ts';
import { embeddedShaders } from '../../../src/effects/choose-shaders.ts';
import { parseEffect2 } from '../../../src/effects/fx2/read.ts';
import { serializeEffect2 } from '../../../src/effects/fx2/write.ts';
import { parseEffect4 } from '../../../src/effects/fx4/read.ts';
import { serializeEffect4 } from '../../../src/effects/fx4/write.ts';
import { parseMgfx } from '../../../src/effects/mgfx/read.ts';
import { serializeMgfx } from '../../../src/effects/mgfx/write.ts';
import { replaceEmbeddedShader } from '../../../src/effects/replace-shader.ts';
import { explainContainer, explainEffect } from '../../../src/explain/sections.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { reflectEffect } from '../../../src/reflect/index.ts';
import { ShaderEditError, setEffectDefault } from '../../../src/shader/index.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../../src/text/options.ts';
import { validateEffect } from '../../../src/validate/validate.ts';
import { changed } from '../change.ts';
import { effects2, effects4, pickSmall, streams } from '../corpus.ts';
import { checkSpans, expectSame, targets } from '../target.ts';
import { repaired } from './bytes.ts';

const fields = new Map<Uint8Array, Fx4Target>();

function changedEffect2(random: Random): Uint8Array {
  const effect = pickSmall(random, effects2);
  return random.oneIn(2) ? damagedBytes(effect, random) : changed(random, effect);
}

function changedEffect4(random: Random): Uint8Array {
  const effect = pickSmall(random, effects4);
  if (random.oneIn(2)) return repaired(changed(random, effect), random);
  let target = fields.get(effect);
  if (target === undefined) {
    target = new Fx4Target(effect);
    fields.set(effect, target);
  }
  return target.changed(target.changes(random));
}

function changedEffect(random: Random): Uint8Array {
  return (random.oneIn(2) ? changedEffect2 : changedEffect4)(random);
}

export const EFFECT_TARGETS = targets({
  effect2: {
    input: changedEffect2,
    run: (bytes) => {
      const { value, diagnostics } = parseEffect2(bytes);
      if (value === undefined && diagnostics.length === 0) throw new Error('no effect, and no diagnostic');
      checkSpans(diagnostics, bytes.byteLength);
      if (value === undefined) return { size: 0, diagnostics: diagnostics.length };
      expectSame(serializeEffect2(value), bytes, 'serializeEffect2(parseEffect2(bytes))');
      const { source: _, unused: __, ...content } = value;
      return { size: serializeEffect2(content).byteLength, diagnostics: diagnostics.length };
    },
  },
  effect4: {
    input: changedEffect4,
    run: (bytes) => {
      const { value, diagnostics } = parseEffect4(bytes);
      if (value === undefined && diagnostics.length === 0) throw new Error('no effect, and no diagnostic');
      checkSpans(diagnostics, bytes.byteLength);
      const chunk = isContainer(bytes) ? readContainer(bytes, new Diagnostics())?.find(TAG.FX10)?.data : bytes;
      if (value !== undefined) expectSame(serializeEffect4(value), chunk!, 'serializeEffect4(parseEffect4(bytes))');
      return { size: 0, diagnostics: diagnostics.length };
    },
  },
  mgfx: {
    input: (random) =>
      changed(random, mgfxOf(3 + random.below(9), pickSmall(random, streams), pickSmall(random, streams))),
    run: (bytes) => {
      const effect = parseMgfx(bytes);
      const isWritten = effect !== undefined && effect.version >= 10 && effect.version <= 11;
      return { size: isWritten ? serializeMgfx(effect).byteLength : 0, diagnostics: 0 };
    },
  },
  listEffect: {
    input: changedEffect,
    run: (bytes, flags) => {
      const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
      return { size: text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  reflectEffect: {
    input: changedEffect,
    run: (bytes) => {
      const { value, diagnostics } = reflectEffect(bytes);
      for (const { offset, length } of value?.shaders ?? [])
        if (offset < 0 || offset + length > bytes.byteLength) throw new Error('a shader is outside');
      // A variable takes some hundred characters, as a member of any other reflection does.
      const size = JSON.stringify(value ?? {}).length >> 2;
      const text = value === undefined ? '' : effectText(value);
      return { size: size + text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  explainEffect: {
    input: changedEffect,
    run: (bytes) => {
      const { container } = openShaderFile(bytes);
      const { sections, diagnostics } =
        container === undefined
          ? explainEffect(bytes)
          : { sections: explainContainer(bytes, container), diagnostics: [] };
      let at = 0;
      for (const { offset, size, items, program } of sections) {
        if (offset !== at) throw new Error(`a section begins at ${offset}, not at ${at}`);
        for (const item of program === undefined ? items() : []) {
          if (item.offset !== at) throw new Error(`bytes are at ${item.offset}, not at ${at}`);
          at += item.size;
        }
        at = offset + size;
      }
      if (at !== bytes.byteLength) throw new Error(`the sections end at ${at}`);
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  diffEffects: {
    input: changedEffect,
    run: (bytes, flags) => {
      const others = isContainer(bytes) ? effects4 : effects2;
      const { facts, parts, diagnostics } = diffShaders(bytes, others[flags % others.length]!);
      const lines = parts.reduce((count, part) => count + part.lines.length, 0);
      return { size: facts.length + lines, diagnostics: diagnostics.before.length };
    },
  },
  validateEffect: {
    input: changedEffect,
    run: (bytes, flags) => {
      const { diagnostics, programs } = validateEffect(bytes, {}, flags & 1 ? { pass: '0' } : {});
      for (const { offset, words } of programs)
        if (offset + words.byteLength > bytes.byteLength) throw new Error('a program is outside');
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  editEffect: {
    input: changedEffect,
    run: (bytes, flags) => {
      const { value: shaders = [], diagnostics } = embeddedShaders(bytes);
      if (shaders.some(({ offset, length }) => offset < 0 || offset + length > bytes.byteLength))
        throw new Error('a shader is outside');
      let size = JSON.stringify(shaders).length >> 2;
      const shader = shaders[flags % Math.max(1, shaders.length)];
      if (shader !== undefined) {
        const { offset, length } = shader;
        const replaced = replaceEmbeddedShader(bytes, offset, bytes.subarray(offset, offset + length));
        expectSame(replaced.subarray(HEADER_SIZE), bytes.subarray(HEADER_SIZE), 'replacing a shader by itself');
        size += replaceEmbeddedShader(bytes, offset, streams[flags % 8]!).byteLength;
      }
      try {
        size += setEffectDefault(bytes, ['a', 'color', 'f', 'g_v'][flags & 3]!, [1, 2, 3, 4]).byteLength;
      } catch (error) {
        if (!(error instanceof ShaderEditError)) throw error;
      }
      return { size, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
});
