/** Conflicts of a program that replaces another: sources of recorded shaders that were changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { decompile } from '../../src/decompile/index.ts';
import { programConflict } from '../../src/diff/index.ts';
import { compile } from '../../src/hlsl/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

/** The conflict of a recorded shader with its source after `changes`. */
function conflictOf(id: string, ...changes: readonly (readonly [from: string | RegExp, to: string])[]) {
  const original = recorded(id);
  const { code = '', profile } = decompile(original, { registers: true });
  const changed = changes.reduce((text, [from, to]) => text.replace(from, to), code);
  expect(changed === code).toBe(changes.length === 0);
  const { bytes, diagnostics } = compile(changed, { profile });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return programConflict(original, bytes!);
}

describe('models 4 to 5.1', () => {
  const LAKE = 'lake.main.ps_5_0';

  test('none for the source as it is, or with other code', () => {
    expect(conflictOf(LAKE)).toBeUndefined();
    expect(conflictOf(LAKE, ['0.02', '0.5'])).toBeUndefined();
  });

  test('variables that the buffer does not have, or has elsewhere', () => {
    const moved = conflictOf(LAKE, ['  float2 fogRange', '  float4 added;\n  float2 fogRange']);
    expect(moved).toBe('it reads fogRange at byte 48 of Frame, where the shader has no such variable');
    const last = conflictOf(LAKE, ['};\n};', '};\n  float4 added[9];\n};'], ['0.25)', '0.25) + added[2].x']);
    expect(last).toMatch(/^it reads added at byte 48 of Frame, /);
    // Nothing is read of the new variable.
    expect(conflictOf(LAKE, ['};\n};', '};\n  float4 added[9];\n};'])).toBeUndefined();
  });

  test('resources and signatures', () => {
    expect(conflictOf(LAKE, ['sky : register(t1)', 'sky : register(t2)'])).toMatch(/^it uses t2 /);
    expect(conflictOf(LAKE, ['world : WORLD', 'world : EARTH'])).toMatch(
      /^of its inputs, EARTH0 .* shader has WORLD0 /,
    );
  });
});

describe('models 1 to 3', () => {
  const PIXEL = 'd3d9-pixel.main.ps_2_0';
  const VERTEX = 'd3d9-vertex.main.vs_3_0';

  test.each([PIXEL, VERTEX, 'd3d9-vertex.main.vs_1_1', 'ps_1_4-phases', 'preshader.fx_2_0.0'])(
    'none for the source as it is: %s',
    (id) => expect(conflictOf(id)).toBeUndefined(),
  );

  test('none where a constant is no longer read', () => {
    expect(conflictOf(PIXEL, [' * tint', ''])).toBeUndefined();
  });

  test.each([
    ['a new one', 'float4 tint', 'float4 more; float4 tint', ' * tint', ' * tint * more', 'float4 more in c4, which'],
    [
      'a larger one',
      /float2 scale(.*) = .*;/,
      'float4 scale$1;',
      '* scale',
      '* scale.xw',
      'float4 scale in c3, which the shader',
    ],
    [
      'another register',
      'register(c1)',
      'register(c9)',
      '0.5;',
      '0.25;',
      'float4 soft in c9, and the shader has it in c1',
    ],
  ])('constants: %s', (_, from, to, use, changed, what) => {
    expect(conflictOf(PIXEL, [from, to], [use, changed])).toContain(`it has the constant ${what}`);
  });

  test('inputs and outputs', () => {
    expect(conflictOf(PIXEL, ['float2 texcoord7 : TEXCOORD7', 'float2 texcoord7 : TEXCOORD6'])).toBe(
      'it reads the input texcoord6.xy, which the shader does not',
    );
    expect(conflictOf(VERTEX, [': COLOR1', ': TEXCOORD5'])).toMatch(/^it does not write the output color1/);
  });

  test('another version', () => {
    const original = recorded('d3d9-vertex.main.vs_2_0');
    const { bytes } = compile(decompile(original).code!, { profile: 'vs_3_0' });
    expect(programConflict(original, bytes!)).toBe('its profile is vs_3_0, and that of the shader vs_2_0');
  });
});
