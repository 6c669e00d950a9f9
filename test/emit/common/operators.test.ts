/** How operands are written in textual languages: scalars next to vectors, and components of what is cast. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { spirvText, translate } from '../../../src/translate/index.ts';

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
  /** The expression that the only output gets. */
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
    ['mad o0.xyzw, v0.xyzw, l(2.0, 2.0, 2.0, 2.0), l(-1.0, -1.0, -1.0, -1.0)', `${input} * 2.0 - 1.0`],
    ['mad o0.xyzw, v0.xyzw, v0.wwww, -v0.xyzw', `${input} * ${input}.w - ${input}`],
  ])('writes scalars beside vectors: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });

  it('subtracts what begins with a sign', () => {
    const twice = codeOf(['mul r0.x, v0.x, l(-2.0)', 'add o0.xyzw, v0.yyyy, r0.xxxx'], to);
    expect(twice).not.toMatch(/\+ -/);
    const integers = codeOf(['iadd r0.x, v1.y, l(-3)', 'iadd r0.y, v1.x, l(-2147483648)', 'itof o0.xyzw, r0.xyxx'], to);
    expect(integers).toMatch(/ - 3[^\d]/);
    expect(integers).not.toMatch(/- 2147483648/);
    const unsigned = codeOf(['iadd r0.x, v1.y, l(-3)', 'udiv r0.x, null, r0.x, v1.x', 'utof o0.xyzw, r0.xxxx'], to);
    expect(unsigned).toMatch(/ - 3u[^\d]/);
  });

  it('writes constants on the right of comparisons', () => {
    const code = codeOf(
      ['lt r0.x, l(0.5), v0.x', 'ge r0.y, l(0.25), v0.y', 'ilt r0.z, l(3), v1.x', 'mov o0.xyzw, r0.xyzx'],
      to,
    );
    for (const text of [`${input}.x > 0.5`, `${input}.y <= 0.25`]) expect(code).toContain(text);
    expect(code).toMatch(/v\w*\.x\)? > 3|texcoord1\.x\)? > 3/);
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

  it('chooses between floats where a comparison masks the bits of one', () => {
    const code = codeOf(['lt r0.x, v0.x, v0.y', 'and r0.x, r0.x, l(0x3f800000)', 'mul o0.xyzw, v0.xyzw, r0.xxxx'], to);
    const less = `${input}.x < ${input}.y`;
    expect(code).toContain(to === 'wgsl' ? `select(0.0, 1.0, ${less})` : `(${less} ? 1.0 : 0.0)`);
    expect(code).not.toContain('0x3f800000');
  });

  it('casts only the component that is read', () => {
    const code = codeOf(['iadd r0.x, v1.y, l(1)', 'itof o0.xyzw, r0.xxxx'], to);
    expect(code).toMatch(to === 'wgsl' ? /bitcast<i32>\([\w.]+\.y\)/ : /floatBitsToInt\([\w.]+\.y\)/);
  });
});

describe('the arithmetic of Direct3D 9', () => {
  const PROGRAM = [
    'vs_2_0',
    'dcl_position v0',
    'dp4 r0.x, v0, c0',
    'rcp r0.y, v0.x',
    'rsq r0.z, v0.y',
    'log r0.w, v0.z',
    'mul r1, v0, c1',
    'mad r1, r1, v0, c3',
    'lrp r1, c4, r1, r0',
    'nrm r2.xyz, r1',
    'pow r2.w, r1.w, c5.x',
    'lit r3, r2',
    'dp3 r4.xyz, r3, r3',
    'mov r4.w, r3.w',
    'add oPos, r4, r3',
  ];
  const CALLS = [
    'dot4',
    'reciprocal',
    'inverse_sqrt',
    'log2',
    'product4',
    'mix4',
    'inverse_length3',
    'power',
    'specular',
  ];
  const { bytes } = assemble(PROGRAM.join('\n'));

  it.each(['wgsl', 'glsl'] as const)('is functions in %s', (to) => {
    const code = String(translate(bytes!, { to }).stages[0]!.code);
    for (const name of CALLS) expect(code.split(`legacy_${name}(`).length, name).toBeGreaterThan(2);
    expect(code).toMatch(/legacy_product4\(.*\) \+ \w*c\w*\[3\]/);
    // A square is zero where the number is.
    expect(code).toMatch(/[^_]dot\((\w+), \1\)/);
  });

  it('is functions in SPIR-V', () => {
    const { stages } = translate(bytes!, { to: 'spirv' });
    const { text } = spirvText(stages[0]!.code as Uint32Array);
    for (const name of CALLS) {
      const id = new RegExp(`OpName (%\\d+) "legacy_${name}"`).exec(text)?.[1];
      expect(text, name).toMatch(new RegExp(`OpFunctionCall %\\d+ ${id}\\b`));
    }
  });

  it('has parts in the exact profile, which flushes the numbers of each', () => {
    const code = String(translate(bytes!, { to: 'wgsl', profile: 'exact' }).stages[0]!.code);
    expect([...new Set(code.match(/legacy_[a-z]+/g))]).toEqual(['legacy_product']);
    expect(code).toContain('flush');
  });
});

describe('products of Direct3D 9', () => {
  const codeOf9 = (line: string, profile: 'guarded' | 'exact') => {
    const text = `ps_3_0\ndef c0, 0.5, 2, -1, 0\ndcl_texcoord v0\n${line}\nmov oC0, r0\n`;
    const { bytes } = assemble(text);
    return String(translate(bytes!, { profile }).stages[0]!.code);
  };

  it('are those of the language beside a constant that is not zero', () => {
    expect(codeOf9('mul r0, v0, c0.x', 'guarded')).toContain('input.texcoord * 0.5');
    expect(codeOf9('mad r0, v0, c0.y, c0.z', 'guarded')).toContain('input.texcoord * 2.0 - 1.0');
    expect(codeOf9('mul r0, v0, c0', 'guarded')).toContain('legacy_product4(');
    expect(codeOf9('mul r0, v0, c0.x', 'exact')).toContain('legacy_product4(');
  });
});
