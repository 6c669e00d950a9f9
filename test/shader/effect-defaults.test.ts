/** Default values of variables of effects. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseEffect2 } from '../../src/effects/fx2/read.ts';
import { parseEffect4 } from '../../src/effects/fx4/read.ts';
import { ShaderEditError, setEffectDefault } from '../../src/shader/index.ts';

const floats = (bytes: Uint8Array) => [...new Float32Array(bytes.slice().buffer)];

function defaultOf(bytes: Uint8Array, name: string): number[] {
  const two = parseEffect2(bytes).value?.parameters.find(({ declaration }) => declaration.name === name)?.value;
  if (two?.kind === 'numbers') return floats(new Uint8Array(two.words.slice().buffer));
  const variables = parseEffect4(bytes).value!.buffers.flatMap((buffer) => buffer.variables);
  return floats(variables.find((one) => one.name === name)!.value!);
}

describe.each(['glow.fxo', 'glow11.fxo'])('%s', (name) => {
  const bytes = new Uint8Array(readFileSync(`samples/${name}`));

  test('a value is changed, and changed back it is the same file', () => {
    const old = defaultOf(bytes, 'tint');
    expect(old).toEqual([1, Math.fround(0.8), 0.5, 1]);
    const changed = setEffectDefault(bytes, 'tint', [1, 2, 3, 4]);
    expect(defaultOf(changed, 'tint')).toEqual([1, 2, 3, 4]);
    expect(defaultOf(changed, 'threshold')).toEqual(defaultOf(bytes, 'threshold'));
    expect(Buffer.compare(setEffectDefault(changed, 'tint', old), bytes)).toBe(0);
  });

  test.each([
    ['tin', [1], 'there is no variable tin; did you mean tint?'],
    ['tint', [1], 'tint takes 4 values, not 1'],
  ])('%s = %j is refused', (variable, values, reason) => {
    expect(() => setEffectDefault(bytes, variable, values)).toThrow(ShaderEditError);
    expect(() => setEffectDefault(bytes, variable, values)).toThrow(reason);
  });
});
