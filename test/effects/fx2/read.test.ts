/** Effects of Direct3D 9: what Microsoft's compiler made of sources whose content is known, and damage. */
import { describe, expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../../fixtures/fx2-effects.ts';
import { Effect2Comparison } from '../../../smith/checks/fx2-comparison.ts';
import { damagedBytes } from '../../../smith/fx2-damage.ts';
import { Random } from '../../../smith/random.ts';
import { embeddedShaders, parseEffect2, serializeEffect2 } from '../../../src/effects/index.ts';

const RECORDED = readRecordedEffects2();
const EMPTY = emptyEffect();

/** `technique T { pass P { ZEnable = 1; } }` without the technique's content: one technique, no pass. */
function emptyEffect(): Uint8Array {
  // Recorded from `technique { }`.
  const words = [0xfeff0901, 0xc, 0, 1, 0, 0, 1, 0, 1, 4, 0, 0, 0, 0];
  return new Uint8Array(new Uint32Array(words).buffer);
}

function changed(bytes: Uint8Array, at: number, word: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, word, true);
  return copy;
}

function codesOf(bytes: Uint8Array): string[] {
  return parseEffect2(bytes).diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`);
}

describe.each(RECORDED.map((one) => [one.seed, one] as const))('random effect %i', (_, { effect, bytes }) => {
  const { value, diagnostics } = parseEffect2(bytes);

  test('holds what its source says', () => {
    expect(diagnostics).toEqual([]);
    const differences: string[] = [];
    new Effect2Comparison(value!, differences).effect(effect);
    expect(differences).toEqual([]);
  });

  test('every byte is accounted for', () => {
    expect(value!.unused).toEqual([]);
  });

  test('is written as the compiler wrote it', () => {
    const { source, unused, ...content } = value!;
    expect(Buffer.compare(serializeEffect2(content), bytes)).toBe(0);
    expect(Buffer.compare(serializeEffect2(value!), bytes)).toBe(0);
    // With other objects, what comes before them stays.
    const { resources } = value!;
    expect(Buffer.compare(serializeEffect2({ ...value!, resources: [...resources] }), bytes)).toBe(0);
  });

  test('reads with the header of XNA 4', () => {
    const prefix = new Uint8Array(24);
    new DataView(prefix.buffer).setUint32(0, 0xbcf0_0bcf, true);
    new DataView(prefix.buffer).setUint32(4, 24, true);
    const prefixed = new Uint8Array([...prefix, ...bytes]);
    const wrapped = parseEffect2(prefixed);
    expect(wrapped.diagnostics).toEqual([]);
    expect(wrapped.value!.parameters.map(({ declaration }) => declaration)).toEqual(
      value!.parameters.map(({ declaration }) => declaration),
    );
    const { source, unused, ...content } = wrapped.value!;
    expect(unused).toEqual([]);
    expect(Buffer.compare(serializeEffect2(content), prefixed)).toBe(0);
    const shaders = embeddedShaders(prefixed).value!;
    expect(shaders.map(({ offset }) => offset - 24)).toEqual(embeddedShaders(bytes).value!.map(({ offset }) => offset));
  });

  test('its shaders are found', () => {
    const shaders = embeddedShaders(bytes).value!;
    const states = effect.techniques.flatMap(({ passes }) => passes.flatMap((pass) => pass.states));
    const compiled = states.filter((state) => state.value.kind === 'shader').length;
    const inPasses = shaders.filter(
      ({ stage, uses }) => stage !== 'expression' && uses.some((use) => use.variable === null),
    );
    expect(inPasses.length).toBe(compiled);
    for (const { uses, offset, length } of shaders) {
      expect(uses.length).toBeGreaterThan(0);
      expect(offset + length).toBeLessThanOrEqual(bytes.byteLength);
    }
  });
});

test('damaged effects are read without an exception', { tags: 'slow' }, () => {
  const random = new Random(1);
  for (const { bytes } of RECORDED) {
    for (let n = 0; n < 40; n++) {
      const copy = damagedBytes(bytes, random);
      const { value, diagnostics } = parseEffect2(copy);
      expect(value !== undefined || diagnostics.length > 0).toBe(true);
      for (const { span } of diagnostics) expect(span.end).toBeLessThanOrEqual(copy.byteLength);
      if (value) expect(Buffer.compare(serializeEffect2(value), copy)).toBe(0);
    }
  }
});

describe('diagnostics', () => {
  test('the smallest effect has none', () => {
    expect(codesOf(EMPTY)).toEqual([]);
  });

  test.each([
    ['no effect', changed(EMPTY, 0, 1), ['DX0146 0-4']],
    ['lists outside', changed(EMPTY, 4, 0x1000), ['DX0131 4-8']],
    ['too many parameters', changed(EMPTY, 20, 1000), ['DX0133 20-24']],
    ['too many passes', changed(EMPTY, 44, 1000), ['DX0133 44-48']],
    ['a name outside', changed(EMPTY, 36, 0x1000), ['DX0132 36-40']],
    ['a header of XNA without an effect', changed(EMPTY, 0, 0xbcf00bcf), ['DX0145 4-8']],
    ['cut off', EMPTY.slice(0, 50), ['DX0132 48-50']],
    ['two bytes', EMPTY.slice(0, 2), ['DX0130 0-2']],
    ['bytes at the end', new Uint8Array([...EMPTY, 1, 2, 3, 4]), ['DX0144 56-60']],
  ])('%s', (_, bytes, codes) => {
    expect(codesOf(bytes)).toEqual(codes);
  });
});
