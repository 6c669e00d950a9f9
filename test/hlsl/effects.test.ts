/**
 * Effects, compared with what Microsoft's compiler made of the same sources
 * (tools/fixtures/record-compiled-effects.ts): the same are accepted, with the same contents, from Direct3D 10 on with
 * the same layout, and shaders and expressions that give the same; the others have their first error at the same
 * location.
 */
import { describe, expect, test } from 'vitest';
import { COMPILED_EFFECTS_2, COMPILED_EFFECTS_4, type RecordedSource } from '../../fixtures/compiled-effects.ts';
import { optionsOfFlags } from '../../smith/checks/compile-flags.ts';
import { compareCode2, compareEffects2 } from '../../smith/checks/effect2-comparison.ts';
import { compareEffects4 } from '../../smith/checks/effect4-comparison.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { readConstantTable } from '../../src/chunks/ctab.ts';
import { embeddedShaders } from '../../src/effects/choose-shaders.ts';
import { type Compiled, compileEffect } from '../../src/hlsl/index.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { validate } from '../../src/validate/index.ts';

const RUNS = 2;
const TOLERANCE = 2e-3;
/** `D3DCOMPILE_EFFECT_*`. */
const CHILD = 1;
const SLOW = 2;
/** `D3DCOMPILE_NO_PRESHADER`. */
const NO_PRESHADER = 0x100;

function compiled({ source, profile, flags, effectFlags }: RecordedSource): Compiled {
  const bytes = new Uint8Array(Buffer.from(source, 'utf8'));
  const options = { childEffect: (effectFlags & CHILD) !== 0, computedStates: (effectFlags & SLOW) !== 0 };
  return compileEffect(bytes, { profile, ...optionsOfFlags(flags), ...options });
}

function titled(list: readonly RecordedSource[]): (readonly [string, RecordedSource])[] {
  return list.map((one, i) => [`${i} ${one.profile} ${one.source.replace(/\s+/g, ' ').slice(0, 80)}`, one] as const);
}

describe('effects of Direct3D 9 that are accepted', () => {
  const accepted = COMPILED_EFFECTS_2.filter(({ bytes }) => bytes !== undefined);
  test.each(titled(accepted))('%s', (_, recorded) => {
    const { bytes, diagnostics } = compiled(recorded);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const theirs = new Uint8Array(Buffer.from(recorded.bytes!, 'base64'));
    const { content, codes } = compareEffects2(theirs, bytes!);
    expect(content).toBeUndefined();
    for (const [code, other] of codes)
      for (let seed = 1; seed <= RUNS; seed++)
        expect(compareCode2(code, other, seed)).toMatch(/^(same|close|limited)$/);
  });
});

describe('preshaders', () => {
  const sources = COMPILED_EFFECTS_2.filter(({ source }) => /^technique Vertices$/m.test(source));
  test.each(titled(sources))('%s', (_, recorded) => {
    const { bytes } = compiled(recorded);
    const theirs = new Uint8Array(Buffer.from(recorded.bytes!, 'base64'));
    const [ours, expected] = [bytes!, theirs].map((effect) => shadersOf(effect).map(splitOf));
    expect(expected!.some(({ preshader }) => preshader !== undefined)).toBe((recorded.flags & NO_PRESHADER) === 0);
    expect(ours).toEqual(expected);
  });

  /** The variables that a shader reads and those that its preshader reads, and the flags of both tables. */
  function splitOf(code: Uint8Array) {
    const words = wordsOf(code);
    const preshader = findSm1Comment(words, Sm1CommentTag.preshader);
    return {
      shader: tableIn(words, 0, words.length),
      preshader: preshader && tableIn(words, preshader.start, preshader.end),
    };
  }

  function tableIn(words: Uint32Array, from: number, to: number) {
    const span = findSm1Comment(words, Sm1CommentTag.constantTable, from, to)!;
    const { version, flags, target, constants } = readConstantTable(bytesOf(words.slice(span.start, span.end)))!;
    return { version, flags, target, names: constants.map(({ name, registerCount }) => `${name} ${registerCount}`) };
  }
});

function shadersOf(effect: Uint8Array): Uint8Array[] {
  const all = embeddedShaders(effect).value!;
  return all.map(({ offset, length }) => effect.slice(offset, offset + length));
}

describe('effects of Direct3D 10 and 11 that are accepted', () => {
  const accepted = COMPILED_EFFECTS_4.filter(({ bytes }) => bytes !== undefined);
  test.each(titled(accepted))('%s', (_, recorded) => {
    const { bytes, diagnostics } = compiled(recorded);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const theirs = new Uint8Array(Buffer.from(recorded.bytes!, 'base64'));
    const { content, hasSameLayout, shaders, expressions } = compareEffects4(theirs, bytes!, RUNS, TOLERANCE);
    expect(content).toBeUndefined();
    expect(hasSameLayout).toBe(true);
    for (const result of shaders) expect(result).toMatch(/^(same|close|limited)$/);
    for (const result of expressions) expect(result).toMatch(/^(same|close)$/);
    for (const { offset, length, stage } of embeddedShaders(bytes!).value!)
      if (stage !== 'expression') expect(validate(bytes!.subarray(offset, offset + length)).valid).toBe(true);
  });
});

describe('effects that are refused', () => {
  const refused = [...COMPILED_EFFECTS_2, ...COMPILED_EFFECTS_4].filter(({ bytes }) => bytes === undefined);
  test.each(titled(refused))('%s', (_, recorded) => {
    const { bytes, diagnostics } = compiled(recorded);
    expect(bytes).toBeUndefined();
    const error = diagnostics.find(({ severity }) => severity === 'error')!;
    expect(error).toBeDefined();
    const { line, column } = recorded.error!;
    // The check of assembly has other limits.
    if (line > 0 && error.code !== 'X5200') expect([error.line, error.column]).toEqual([line, column]);
  });
});

test.each(['fx_2_0', 'fx_5_0', 'mgfx_opengl'])(
  'a block of states without its brace ends with the source: %s',
  (profile) => {
    const { diagnostics } = compileEffect('sampler s = sampler_state x };\nfloat4 v;', { profile });
    expect(diagnostics.map(({ code }) => code)).toEqual(['X3000']);
  },
);

test('arrays of many dimensions take no time', () => {
  const source = `technique11 t < float a${'[1]'.repeat(60)} = { 1 }; > { pass { } }`;
  expect(compileEffect(source, { profile: 'fx_5_0' }).diagnostics).toEqual([]);
});
