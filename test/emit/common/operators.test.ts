/** How operands are written in textual languages: scalars beside vectors, and components of what is cast. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { translate } from '../../../src/translate/index.ts';

const DECLARATIONS = [
  'dcl_globalFlags refactoringAllowed',
  'dcl_input_ps linear v0.xyzw',
  'dcl_input_ps constant v1.xyzw',
  'dcl_output o0.xyzw',
  'dcl_temps 2',
];

function codeOf(lines: readonly string[], to: 'wgsl' | 'glsl'): string {
  const { bytes, diagnostics } = assemble(['ps_5_0', ...DECLARATIONS, ...lines, 'ret'].join('\n'));
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return String(translate(bytes, { to }).stages[0]!.code);
}

describe.each([
  { to: 'wgsl', vec4: 'vec4f', input: 'input.texcoord0', target: 'result.target0' },
  { to: 'glsl', vec4: 'vec4', input: 'varying0', target: 'out_target0' },
] as const)('$to', ({ to, vec4, input, target }) => {
  /** What the only output gets. */
  const written = (line: string) => {
    const code = codeOf([line], to);
    expect(code).toContain(`${target} = `);
    return code.split(`${target} = `)[1]!.split(';\n')[0]!;
  };

  it.each([
    ['mul o0.xyzw, v0.xyzw, v0.wwww', `${input} * ${input}.w`],
    ['mul o0.xyzw, v0.yyyy, v0.xyzw', `${input}.y * ${input}`],
    ['add o0.xyzw, v0.xyzw, l(2.0, 2.0, 2.0, 2.0)', `${input} + 2.0`],
    ['add o0.xyzw, v0.xyzw, -v0.zzzz', `${input} - ${input}.z`],
    ['div o0.xyzw, v0.wwww, v0.xyzw', `${input}.w / ${input}`],
    ['mad o0.xyzw, v0.xyzw, l(2.0, 2.0, 2.0, 2.0), l(-1.0, -1.0, -1.0, -1.0)', `${input} * 2.0 + -1.0`],
  ])('writes scalars beside vectors: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });

  it('keeps a vector where both repeat a component', () => {
    expect(written('mul o0.xyzw, v0.xxxx, v0.wwww')).toMatch(/\.xxxx \* |\.wwww/);
    expect(written('mad o0.xyzw, v0.xxxx, v0.wwww, v0.yyyy')).toBe(`${input}.xxxx * ${input}.wwww + ${input}.y`);
  });

  it('writes an output of four parts once, however long that is', () => {
    const dots = ['x', 'y', 'z', 'w'].map((c) => `dp4 o0.${c}, v0.xyzw, v0.${c.repeat(4)}`);
    const code = codeOf(dots, to);
    expect(code.match(new RegExp(`${target.replace('.', '\\.')}\\S* = ${vec4}\\(dot`, 'g'))).toHaveLength(1);
    expect(code).not.toContain(`${target}.`);
  });

  it('casts only the component that is read', () => {
    const code = codeOf(['iadd r0.x, v1.y, l(1)', 'itof o0.xyzw, r0.xxxx'], to);
    expect(code).toMatch(to === 'wgsl' ? /bitcast<i32>\([\w.]+\.y\)/ : /floatBitsToInt\([\w.]+\.y\)/);
  });
});
