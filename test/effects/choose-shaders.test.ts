/** Shaders of effects by technique, pass and stage. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  chooseShaders,
  embeddedShaderName,
  embeddedShaders,
  type ShaderChoice,
} from '../../src/effects/choose-shaders.ts';
import { validateEffect } from '../../src/validate/validate.ts';

describe.each(['glow.fxo', 'glow11.fxo'])('%s', (name) => {
  const bytes = new Uint8Array(readFileSync(`samples/${name}`));
  const shaders = embeddedShaders(bytes).value!;
  const choose = (choice: ShaderChoice) => {
    const found = chooseShaders(shaders, choice);
    return 'part' in found ? { ...found, names: found.names.toSorted() } : found.map(embeddedShaderName).sort();
  };

  test('all, by technique, by pass, by stage', () => {
    const all = ['Glow/Blur/ps', 'Glow/Blur/vs', 'Glow/Bright/ps', 'Glow/Bright/vs'];
    expect(choose({})).toEqual(all);
    expect(choose({ technique: 'Glow' })).toEqual(all);
    expect(choose({ technique: '0', pass: '1' })).toEqual(all.slice(0, 2));
    expect(choose({ pass: 'Bright', stage: 'vs' })).toEqual(all.slice(3));
  });

  test('what does not exist is named with what there is', () => {
    expect(choose({ technique: 'Glo' })).toEqual({ part: 'technique', names: ['Glow'] });
    expect(choose({ technique: 'Glow', pass: '2' })).toEqual({ part: 'pass', names: ['Blur', 'Bright'] });
    expect(choose({ pass: 'Blur', stage: 'cs' })).toEqual({ part: 'stage', names: ['ps', 'vs'] });
  });

  test('its shaders are valid, and damage in one is found at its offset', () => {
    expect(validateEffect(bytes)).toMatchObject({ valid: true, diagnostics: [] });
    const { offset, length } = shaders.find((one) => embeddedShaderName(one) === 'Glow/Blur/ps')!;
    const damaged = bytes.slice();
    // In a stream, its END token; in a container, a byte that the digest covers.
    damaged[offset + length - 4]! ^= 0x7f;
    const { valid, diagnostics } = validateEffect(damaged);
    expect(valid).toBe(false);
    expect(diagnostics[0]!.notes).toContain('in Glow/Blur/ps');
    for (const { span } of diagnostics) expect(span.start >= offset && span.start <= offset + length).toBe(true);
    expect(validateEffect(damaged, {}, { pass: 'Bright' }).valid).toBe(true);
  });
});
