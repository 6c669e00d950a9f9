/** Shaders that are open: what is read from them, and what each edit changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { decodeSm4, encodeSm4, findSm4Nodes, insertSm4Nodes, sm4Mnemonics } from '../../src/isa/sm4/index.ts';
import { reflect } from '../../src/reflect/index.ts';
import { openShader, ShaderEditError } from '../../src/shader/index.ts';
import { disassemble } from '../../src/text/index.ts';
import { validate } from '../../src/validate/index.ts';

const input = (name: string) => new Uint8Array(readFileSync(join('test/cli/inputs', name)));
const sm1 = input('tint2.cso');
const sm4 = input('tint5.cso');
const code = (shader: { disassemble(options: object): { text: string } }) => shader.disassemble({ header: false }).text;

/** The names of the chunks that differ, in containers of the same chunks. */
function changedChunks(a: Uint8Array, b: Uint8Array): string[] {
  const [one, other] = [a, b].map((bytes) => readContainer(bytes, new Diagnostics())!.chunks);
  expect(one!.map(({ name }) => name)).toEqual(other!.map(({ name }) => name));
  return one!.flatMap(({ name, data }, i) => (Buffer.compare(data, other![i]!.data) === 0 ? [] : [name]));
}

describe('reading', () => {
  it.each([
    ['tint2.cso', 'sm1', 'ps_2_0'],
    ['tint5.cso', 'dxbc', 'ps_5_0'],
  ])('%s', (name, format, profile) => {
    const bytes = input(name);
    const shader = openShader(bytes);
    expect([shader.format, shader.profile, shader.diagnostics]).toEqual([format, profile, []]);
    expect(shader.disassemble({ hex: true })).toEqual(disassemble(bytes, { hex: true }));
    expect(shader.reflect()).toEqual(reflect(bytes));
    expect(shader.validate()).toEqual(validate(bytes));
    expect(shader.toBytes()).toEqual(bytes);
    expect(shader.program).toEqual(bytesOf(openShaderFile(bytes).programs[0]!.words).slice());
  });

  it('any bytes open; those without a program cannot be edited', () => {
    const text = openShader(new TextEncoder().encode('hello'));
    expect([text.format, text.profile, text.program.length, text.literals()]).toEqual(['unknown', null, 0, []]);
    expect(() => text.setConstant('c0', [1])).toThrow(
      new ShaderEditError('setConstant', 'this is not recognized, which has no program that can be edited'),
    );
    expect(() => openShader('ps_2_0' as never)).toThrow('openShader: bytes must be a Uint8Array');
  });

  it('nothing changes in any recorded file that is opened and closed, or given its own program', {
    tags: 'slow',
  }, () => {
    for (const { bytes } of readRecorded()) {
      const shader = openShader(bytes);
      if (shader.program.length > 0) shader.setProgram(shader.program);
      if (openShaderFile(bytes).cArray === undefined) expect(Buffer.compare(shader.toBytes(), bytes)).toBe(0);
    }
  });
});

describe('constants of shader models 1 to 3', () => {
  it('by register, set or added', () => {
    const shader = openShader(sm1).setConstant('c1', [0.5]).setConstant('c7', [0.25, 0.5, 0.75, 1]);
    expect(code(shader)).toContain('def c1, 0.5, 0, 0, 0\n');
    expect(code(shader)).toContain('def c7, 0.25, 0.5, 0.75, 1\n');
    expect(code(shader.setConstant('i0', [1, 2, 3, 4]))).toContain('defi i0, 1, 2, 3, 4\n');
    expect(shader.setConstant('c1', Uint32Array.of(0x7fc0_0001, 0, 0, 0)).literals()[0]!.words[0]).toBe(0x7fc0_0001);
  });

  it('by the name in the constant table', () => {
    const { constants } = reflect(sm1).reflection as unknown as { constants: readonly { name: string }[] };
    const { name } = constants[0]!;
    const shader = openShader(sm1).setConstant(name, [0.25, 0.5, 0.75, 1]);
    expect(code(shader)).toContain('def c0, 0.25, 0.5, 0.75, 1\n');
    expect(() => shader.setConstant(`${name}s`, [1])).toThrow(
      new ShaderEditError('setConstant', `there is no constant ${name}s; did you mean ${name}?`),
    );
    expect(() => shader.setConstant(name, [1, 2, 3, 4, 5])).toThrow(RangeError);
  });
});

describe('constants of shader models 4 to 5.1', () => {
  const withDefaults = readRecorded().find(({ bytes }) => {
    const { reflection } = reflect(bytes);
    return (
      reflection?.format === 'dxbc' &&
      reflection.constantBuffers.some(({ variables }) =>
        variables.some(({ defaultValue }) => defaultValue?.values.every((value) => typeof value === 'number')),
      )
    );
  })!.bytes;

  it('the default value of a variable changes in RDEF alone', () => {
    const variables = (bytes: Uint8Array) => {
      const { reflection } = reflect(bytes);
      if (reflection?.format !== 'dxbc') throw new Error('no reflection');
      return reflection.constantBuffers.flatMap((buffer) => buffer.variables.map((one) => ({ ...one, buffer })));
    };
    const old = variables(withDefaults).find(({ defaultValue }) =>
      defaultValue?.values.every((value) => typeof value === 'number'),
    )!;
    const values = old.defaultValue!.values.map((_, i) => i + 2);
    const shader = openShader(withDefaults).setConstant(`${old.buffer.name}.${old.name}`, values);
    const bytes = shader.toBytes();
    expect(changedChunks(withDefaults, bytes)).toEqual(['RDEF']);
    expect(variables(bytes).find(({ name }) => name === old.name)!.defaultValue!.values).toEqual(values);
    expect(bytes.byteLength).toBe(withDefaults.byteLength);
    expect(shader.diagnostics).toEqual([]);
    expect(() => shader.setConstant(old.name, [...values, 1, 2, 3])).toThrow(/takes \d+ values, not/);
  });

  it('a row of the immediate constant buffer', { tags: 'slow' }, () => {
    const found = readRecorded().find(({ bytes }) => disassemble(bytes).text.includes('dcl_immediateConstantBuffer'))!;
    const shader = openShader(found.bytes).setConstant('icb[0]', [8, 16]);
    expect(code(shader)).toContain('{ { 8.000000, 16.000000, 0, 0}');
    expect(changedChunks(found.bytes, shader.toBytes())).toEqual([expect.stringMatching(/^SH(EX|DR)$/)]);
    expect(() => shader.setConstant('icb[9999]', [1])).toThrow(/the immediate constant buffer has \d+ rows/);
  });

  it('registers of constant buffers are not in the shader', () => {
    expect(() => openShader(sm4).setConstant('cb0[0]', [1])).toThrow(/the application sets cb0\[0\]/);
    expect(() => openShader(sm4).setConstant('nothing', [1])).toThrow('there is no constant nothing');
  });
});

describe('literals', () => {
  it('of def instructions', () => {
    const shader = openShader(sm1);
    const [first] = shader.literals();
    expect(first).toMatchObject({ mnemonic: 'def', register: 'c1', type: 'float' });
    shader.setLiteral(first!, [1, 2, 3, 4]);
    expect(code(shader)).toContain('def c1, 1, 2, 3, 4\n');
    expect(() => shader.setLiteral({ instruction: 1 }, [1])).toThrow('instruction 1 defines no constant');
  });

  it('of operands, in the program alone', () => {
    const shader = openShader(sm4);
    const literals = shader.literals();
    expect(literals).toMatchObject([{ mnemonic: 'mad', operand: 4, type: 'float', values: [0.25, 0.25, 0.25, 0.25] }]);
    shader.setLiteral(literals[0]!, [0.5, 0.25, 0.125, 0]);
    expect(code(shader)).toContain('l(0.500000, 0.250000, 0.125000, 0.000000)');
    expect(changedChunks(sm4, shader.toBytes())).toEqual(['SHEX']);
    expect(shader.validate().valid).toBe(true);
    expect(() => shader.setLiteral(literals[0]!, [1])).toThrow('the literal has 4 values, not 1');
    expect(() => shader.setLiteral({ instruction: 5, operand: 1 }, [1])).toThrow('is not a literal');
    expect(() => shader.setLiteral(literals[0]!, 1 as never)).toThrow(TypeError);
  });

  it('are numbers as the instruction reads them', () => {
    const { bytes } = assemble('cs_5_0\ndcl_thread_group 1, 1, 1\ndcl_temps 1\niadd r0.x, r0.x, l(-3)\nret \n', {
      validate: false,
    });
    const shader = openShader(bytes!);
    expect(shader.literals()).toMatchObject([{ mnemonic: 'iadd', type: 'int', values: [-3] }]);
    expect(code(shader.setLiteral(shader.literals()[0]!, [-7]))).toContain('l(-7)');
  });

  // Microsoft's listings print these literals as integers.
  it.each([
    'and r0.x, r0.x, l(12)',
    'or r0.x, r0.x, l(12)',
    'xor r0.x, r0.x, l(12)',
    'not r0.x, l(12)',
    'ishl r0.x, r0.x, l(12)',
    'ishl r0.x, l(12), r0.x',
    'bfi r0.x, r0.x, r0.x, l(12), r0.x',
    'countbits r0.x, l(12)',
    'firstbit_hi r0.x, l(12)',
    'bfrev r0.x, l(12)',
    'f16tof32 r0.x, l(12)',
    'movc r0.x, l(12), r0.x, r0.x',
    'swapc r0.x, r0.y, l(12), r0.x, r0.y',
    'if_nz l(12)',
    'discard_nz l(12)',
    'switch l(12)',
    'case l(12)',
    'atomic_and u0, r0.x, l(12)',
    'atomic_or u0, r0.x, l(12)',
    'atomic_xor u0, r0.x, l(12)',
    'atomic_iadd u0, r0.x, l(12)',
    'atomic_umax u0, r0.x, l(12)',
    'atomic_cmp_store u0, r0.x, l(12), r0.x',
    'imm_atomic_and r0.x, u0, r0.x, l(12)',
    'imm_atomic_exch r0.x, u0, r0.x, l(12)',
    'imm_atomic_cmp_exch r0.x, u0, r0.x, l(12), r0.x',
    'store_raw u0.x, l(12), r0.x',
    'ld r0.xyzw, l(12, 12, 12, 12), t0.xyzw',
    'ubfe r0.x, l(12), r0.x, r0.x',
  ])('of %s are integers', (line) => {
    const shader = openShader(assemble(`cs_5_0\n${line}\n`, { validate: false }).bytes!);
    const literal = shader.literals()[0]!;
    expect(['int', 'uint']).toContain(literal.type);
    expect(literal.values).toEqual(literal.values.map(() => 12));
    const values = literal.values.map(() => 255);
    expect(shader.setLiteral(literal, values).literals()[0]!.words).toEqual(values);
    expect(() =>
      shader.setLiteral(
        literal,
        literal.values.map(() => 2.5),
      ),
    ).toThrow('2.5 is not an integer');
  });

  it('and constants take names of colors', () => {
    const shader = openShader(sm1).setConstant('c1', [1, 2, 3, 4]);
    expect(shader.setConstant('c1.rgb', [5, 6, 7]).literals()[0]!.values).toEqual([5, 6, 7, 4]);
    expect(shader.setConstant('c1.a', [8]).literals()[0]!.values).toEqual([5, 6, 7, 8]);
    expect(() => shader.setConstant('c1.xg', [1, 2])).toThrow();
    expect(() => shader.setConstant('c1.rr', [1, 2])).toThrow('twice');
  });
});

describe('another program', () => {
  it('from a listing that was changed', () => {
    const shader = openShader(sm4);
    const listing = code(shader).replace('v0.xyzw, cb0[0].xyzw', 'v0.xyzw, v0.xyzw');
    expect(shader.replaceProgram(listing)).toEqual({ replaced: true, diagnostics: expect.any(Array) });
    expect(code(shader)).toBe(listing);
    expect(shader.validate().valid).toBe(true);
    const before = shader.toBytes();
    const { replaced, diagnostics } = shader.replaceProgram(listing.replace('mad', 'mda'), { name: 'x.asm' });
    expect(replaced).toBe(false);
    expect(diagnostics).toMatchObject([{ file: 'x.asm', severity: 'error' }]);
    expect(shader.toBytes()).toEqual(before);
  });

  it('of shader model 2 keeps the constant table', () => {
    const shader = openShader(sm1);
    const listing = code(shader).replace('mov oC0, r0', 'mul r0, r0, r0\nmov oC0, r0');
    expect(shader.replaceProgram(listing).replaced).toBe(true);
    expect(shader.disassemble().text).toContain('// Registers:');
    expect(code(shader)).toContain('mul r0, r0, r0');
    expect(openShader(sm1).replaceProgram(code(openShader(sm1))).replaced).toBe(true);
  });

  it('from a module; counts, features and checksum follow', () => {
    const shader = openShader(sm4);
    const module = decodeSm4(shader.program);
    const [ret] = findSm4Nodes(module, 'ret');
    shader.setProgram(encodeSm4(insertSm4Nodes(module, ret!, sm4Mnemonics('ps_5_0').nop())));
    expect(changedChunks(sm4, shader.toBytes())).toEqual(['SHEX', 'STAT']);
    expect(shader.diagnostics).toEqual([]);
    expect(() => shader.setProgram(sm1)).toThrow('setProgram: these bytes are a program of shader model 1-3 (ps_2_0)');
    expect(() => shader.setProgram(sm4)).toThrow('setProgram: these bytes are a DXBC container');
  });
});
