/** Precise operations: which ones they are, and how each language spells them. live/vm-gpu.ts runs it on drivers. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { type TranslateOptions, translate } from '../../../src/translate/index.ts';

const ALLOWED = 'dcl_globalFlags refactoringAllowed';
const NO_CONTRACTION = 42;
const OP_DECORATE = 71;

function stageOf(flags: string, code: readonly string[], options: TranslateOptions) {
  const declarations = ['dcl_input_ps linear v0.xyzw', 'dcl_output o0.xyzw', 'dcl_temps 2'];
  const { bytes, diagnostics } = assemble(
    ['ps_5_0', flags, ...declarations, ...code, 'ret'].filter((line) => line !== '').join('\n'),
  );
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  const { stages, diagnostics: found } = translate(bytes, options);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  return stages[0]!;
}

const textOf = (flags: string, code: readonly string[], options: TranslateOptions = { to: 'glsl' }) =>
  stageOf(flags, code, options).code as string;

/** How many results of a module must not be contracted. */
function decorated(flags: string, code: readonly string[], options: Partial<TranslateOptions> = {}): number {
  const words = stageOf(flags, code, { to: 'spirv', ...options } as TranslateOptions).code as Uint32Array;
  let count = 0;
  for (let at = 5; at < words.length; at += words[at]! >>> 16)
    if ((words[at]! & 0xffff) === OP_DECORATE && words[at + 2] === NO_CONTRACTION) count++;
  return count;
}

/** A sum of four, with a mark on what is added last. */
const sum = (mark: string) => [
  'add r0.x, v0.x, v0.y',
  'add r0.x, r0.x, v0.z',
  `add${mark} r0.x, r0.x, v0.w`,
  'mov o0.xyzw, r0.xxxx',
];
const MARKED = sum(' [precise(x)]');
const PRECISE = sum('');

describe('values that are precise', () => {
  it('have names that say so in GLSL', () => {
    expect(textOf(ALLOWED, MARKED)).toContain('precise float v');
    expect(textOf(ALLOWED, PRECISE)).not.toContain('precise ');
    expect(textOf('', PRECISE)).toContain('precise float v');
  });

  it('are one expression with precise operands of their operators', () => {
    expect(textOf('', PRECISE)).toMatch(/precise float v = (in_\w+|varying\d+)\.x \+ \1\.y \+ \1\.z \+ \1\.w;/);
  });

  it('have names where a function takes them', () => {
    const code = ['add r0.xy, v0.xyxx, v0.zwzz', 'mad o0.xyzw, r0.xyxy, v0.xyzw, v0.wzyx'];
    const text = textOf('', code);
    expect(text).toMatch(/precise vec2 v = [^;]+ \+ [^;]+;/);
    expect(text).toMatch(/precise vec4 v1 = fma\(v\.xyxy, /);
    const saturated = textOf('', ['add_sat o0.xyzw, v0.xyzw, v0.wzyx']);
    expect(saturated).toMatch(/precise vec4 v = [^;]+;\n.* = clamp014\(v\);/);
  });

  it('are not contracted in SPIR-V', () => {
    expect(decorated(ALLOWED, MARKED)).toBe(1);
    expect(decorated(ALLOWED, PRECISE)).toBe(0);
    expect(decorated('', PRECISE)).toBe(3);
  });

  it('are all of a program that may not be refactored, but in the fast profile', () => {
    expect(decorated('', PRECISE, { profile: 'fast' })).toBe(0);
    expect(decorated(ALLOWED, MARKED, { profile: 'fast' })).toBe(1);
    expect(textOf('', PRECISE, { to: 'glsl', profile: 'fast' })).not.toContain('precise ');
  });

  it('are an approximation in languages that cannot say so', () => {
    const of = (flags: string, code: readonly string[], options: TranslateOptions) =>
      stageOf(flags, code, options).map.approximations;
    for (const options of [{ to: 'wgsl' }, { to: 'essl', version: '310' }, { to: 'glsl', version: '330' }] as const) {
      expect(of('', PRECISE, options)).toEqual([expect.stringContaining('precise')]);
      expect(of(ALLOWED, MARKED, options)).toEqual([expect.stringContaining('precise')]);
      expect(of(ALLOWED, PRECISE, options)).toEqual([]);
    }
    expect(of('', PRECISE, { to: 'essl', version: '320' })).toEqual([]);
    expect(of('', PRECISE, { to: 'spirv' })).toEqual([]);
  });

  it('are not there in Direct3D 9', () => {
    const { bytes } = assemble('ps_2_0\ndcl t0\nadd r0, t0.x, t0.y\nadd r0, r0, t0.z\nmov oC0, r0');
    const { stages } = translate(bytes!, { to: 'glsl' });
    expect(stages[0]!.code).not.toContain('precise ');
  });

  it('are nothing that rounds to no other number', () => {
    expect(textOf('', ['mov o0.xyzw, v0.xyzw'])).not.toContain('precise ');
    expect(textOf('', ['max o0.xyzw, v0.xyzw, v0.wzyx'])).not.toContain('precise ');
  });
});
