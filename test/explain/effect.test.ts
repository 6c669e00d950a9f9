/** The sections of effects: every byte once, and every DWORD of an effect's own structures with a name. */
import { describe, expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../../fixtures/fx4-effects.ts';
import { Random } from '../../smith/random.ts';
import { parseEffect2 } from '../../src/effects/index.ts';
import { type ExplainedSection, explainContainer, explainEffect } from '../../src/explain/index.ts';
import { openShaderFile } from '../../src/file/index.ts';

function sectionsOf(bytes: Uint8Array): readonly ExplainedSection[] {
  const { container } = openShaderFile(bytes);
  return container === undefined ? explainEffect(bytes).sections : explainContainer(bytes, container);
}

/** Sections are in the order of the file without gaps, and so is what is in them. */
function expectEveryByteOnce(sections: readonly ExplainedSection[], size: number): void {
  let at = 0;
  for (const section of sections) {
    expect([section.title, section.offset]).toEqual([section.title, at]);
    if (section.program === undefined) {
      for (const item of section.items()) {
        // A check of each costs more than all the rest.
        if (item.offset !== at) expect(item.offset).toBe(at);
        at += item.size;
      }
    }
    at = section.offset + section.size;
  }
  expect(at).toBe(size);
}

/** The unexplained parts of the structures of the effect, which are offsets. */
function unexplained(sections: readonly ExplainedSection[]): { offset: number; size: number }[] {
  return sections
    .filter(({ title }) => title.startsWith('effect'))
    .flatMap(({ items }) => [...items()])
    .filter(({ kind, fields }) => kind !== 'text' && fields.length === 0)
    .map(({ offset, size }) => ({ offset, size }));
}

describe.each(RECORDED_EFFECTS)('$title', ({ bytes }) => {
  const sections = sectionsOf(bytes);

  test('every byte is explained', () => {
    expectEveryByteOnce(sections, bytes.byteLength);
    expect(unexplained(sections)).toEqual([]);
  });
});

describe.each(readRecordedEffects2().map((one) => [one.seed, one] as const))('fx_2_0, seed %i', (_, { bytes }) => {
  const sections = sectionsOf(bytes);

  test('every byte is explained but the zeros after names', () => {
    expectEveryByteOnce(sections, bytes.byteLength);
    for (const { offset, size } of unexplained(sections)) {
      expect(size).toBeLessThan(4);
      expect([...bytes.subarray(offset, offset + size)].every((byte) => byte === 0)).toBe(true);
    }
  });

  test('shaders and expressions are sections of their own', () => {
    const { value } = parseEffect2(bytes);
    const code = value!.resources.filter(({ usage, data }) => usage === 0 && data.byteLength > 0);
    const embedded = sections.filter(({ title }) => /^(shader|expression) \d/.test(title));
    expect(embedded.length).toBeGreaterThanOrEqual(code.length);
  });
});

test('damaged effects have every byte once, too', { tags: 'slow' }, () => {
  const random = new Random(7);
  for (const { bytes } of [...RECORDED_EFFECTS.slice(0, 6), ...readRecordedEffects2().slice(0, 6)]) {
    for (let i = 0; i < 5; i++) {
      const copy = bytes.slice();
      for (let k = 0; k < 3; k++) copy[random.below(copy.byteLength)] = random.word();
      const { container, format } = openShaderFile(copy);
      if (container === undefined && !format.startsWith('fx')) continue;
      expectEveryByteOnce(sectionsOf(copy), copy.byteLength);
    }
  }
});
