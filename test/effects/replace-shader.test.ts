/** Effects with another shader in place of one of their own. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../src/assemble/assemble.ts';
import { chooseShaders, embeddedShaderName, embeddedShaders } from '../../src/effects/choose-shaders.ts';
import type { EmbeddedShader } from '../../src/effects/embedded-shaders.ts';
import { replaceEmbeddedShader } from '../../src/effects/replace-shader.ts';

const PROGRAMS = {
  'glow.fxo': ['ps_3_0\nmov oC0, c0\n', `ps_3_0\ndef c9, 1, 2, 3, 4\n${'add r0, c9, c9\n'.repeat(300)}mov oC0, r0\n`],
  'glow11.fxo': [
    'ps_4_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)\nret\n',
    `ps_4_0\ndcl_output o0.xyzw\n${'mov o0.xyzw, l(1.5,2,3,4)\n'.repeat(300)}ret\n`,
  ],
};

const codeOf = (bytes: Uint8Array, { offset, length }: EmbeddedShader) => bytes.subarray(offset, offset + length);

describe.each(Object.entries(PROGRAMS))('%s', (name, sources) => {
  const bytes = new Uint8Array(readFileSync(`samples/${name}`));
  const shaders = embeddedShaders(bytes).value!;
  const [pixel] = chooseShaders(shaders, { pass: 'Blur', stage: 'ps' }) as readonly EmbeddedShader[];

  test.each([
    ['shorter', sources[0]!],
    ['longer', sources[1]!],
  ])('a %s shader', (_, text) => {
    const code = assemble(text).bytes!;
    const changed = replaceEmbeddedShader(bytes, pixel!.offset, code);
    const { value, diagnostics } = embeddedShaders(changed);
    expect(diagnostics).toEqual([]);
    expect(value!.map(embeddedShaderName).sort()).toEqual(shaders.map(embeddedShaderName).sort());
    for (const shader of value!) {
      const before = shaders.find((one) => embeddedShaderName(one) === embeddedShaderName(shader))!;
      const isReplaced = before === pixel;
      expect(Buffer.compare(codeOf(changed, shader), isReplaced ? code : codeOf(bytes, before))).toBe(0);
      expect(shader.uses).toEqual(before.uses);
    }
  });

  test('the same shader gives the same file', () => {
    for (const shader of shaders)
      expect(Buffer.compare(replaceEmbeddedShader(bytes, shader.offset, codeOf(bytes, shader)), bytes)).toBe(0);
  });

  test('what cannot be read of a damaged effect is kept', () => {
    const damaged = new Uint8Array(bytes.byteLength + 7).fill(0x5a);
    damaged.set(bytes);
    const code = codeOf(bytes, pixel!);
    expect(Buffer.compare(replaceEmbeddedShader(damaged, pixel!.offset, code), damaged)).toBe(0);
    const longer = replaceEmbeddedShader(damaged, pixel!.offset, new Uint8Array(code.byteLength + 8));
    expect(longer.byteLength).toBeGreaterThan(damaged.byteLength);
    expect(longer.subarray(-7)).toEqual(damaged.subarray(-7));
  });

  test('an offset without a shader is refused', () => {
    expect(() => replaceEmbeddedShader(bytes, pixel!.offset + 4, new Uint8Array(4))).toThrow(RangeError);
  });
});
