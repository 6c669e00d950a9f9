/** WebAssembly as a target of translations. `npm run live -- vm-ir --engine translation` runs random programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { translatedWasm } from '../../smith/checks/translated-wasm.ts';
import { ProgramRuns } from '../../smith/checks/vm-ir.ts';
import { assemble } from '../../src/assemble/index.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readShaderFile } from '../../src/file/shader-file.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import { type TranslateOptions, translate, wasmArithmetic } from '../../src/translate/index.ts';
import { validate } from '../../src/validate/index.ts';

const assembled = (text: string) => assemble(text).bytes!;
const translated = (bytes: Uint8Array, options: TranslateOptions = {}) => translate(bytes, { ...options, to: 'wasm' });
const messagesOf = (text: string, options: TranslateOptions = {}) =>
  translated(assemble(text, { validate: false }).bytes!, options).diagnostics.map(
    ({ code, message }) => `${code} ${message}`,
  );

/** Of many files, every third. */
const PROGRAMS = readProvenance()
  .filter(({ how }, i) => how === 'compiled' && i % 3 === 0)
  .map(({ id }) => ({ id, bytes: new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))) }))
  .filter(({ bytes }) => validate(bytes).diagnostics.every(({ severity }) => severity !== 'error'))
  .filter(({ bytes }) => readShaderFile(bytes, new Diagnostics()).programs.length > 0);

const outcomes: string[] = [];

describe('each recorded program', () => {
  it.each(PROGRAMS)('$id is a module that gives the bits of the interpreter, or an error', ({ bytes }) => {
    const { stages, diagnostics } = translated(bytes);
    const [stage] = stages;
    if (stage === undefined) {
      const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect(['DX6001', 'DX6005', 'DX6007']).toContain(codes[0]);
      outcomes.push('none');
      return;
    }
    expect(WebAssembly.validate(stage.code as Uint8Array<ArrayBuffer>)).toBe(true);
    const [program] = readShaderFile(bytes, new Diagnostics()).programs;
    if (program!.isa !== 'sm4') return;
    const words = readSm4(program!.words);
    const shader = translatedWasm(bytes);
    if (typeof shader === 'string') throw new Error(shader);
    const runs = new ProgramRuns(words);
    for (const mode of ['dyadic', 'special'] as const) {
      const result = runs.compareTranslated(lowerSm4(words).module!, shader, 1, mode);
      expect(result).toBeOneOf(['same', 'limited', 'undefined', { obstacle: 'views of the same bytes' }]);
      outcomes.push(String(result));
    }
  });

  it('is compared, but for those of other stages or with undefined results', () => {
    expect(outcomes.filter((one) => one === 'same').length).toBeGreaterThan(0.6 * outcomes.length);
  });
});

const VERTEX = `vs_2_0
dcl_position v0
dcl_texcoord3 v1
mul r0, v0, c1.x
add oPos, r0, c0
mov oT3, v1
mov oPts, c0.w`;

/** Runs a module without resources but constants. Returns the words of its memory. */
function run(code: Uint8Array, constants: Uint32Array, fill: (words: Uint32Array) => void): Uint32Array {
  const memory = new WebAssembly.Memory({ initial: 2 });
  const words = new Uint32Array(memory.buffer);
  words.set(constants, 65536 / 4);
  fill(words);
  const env = { memory, ...wasmArithmetic(memory), refill: () => 100, host: () => {}, base0: 65536, rows0: 2 };
  const module = new WebAssembly.Module(code as Uint8Array<ArrayBuffer>);
  const { main0 } = new WebAssembly.Instance(module, { env }).exports;
  expect((main0 as (lanes: number, helpers: number, frame: number) => number)(7, 2, 0)).toBe(2);
  return words;
}

const geometry = (primitive: string, vertices: number) =>
  `gs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_inputprimitive ${primitive}\ndcl_input v[${vertices}][0].xyzw\ndcl_stream m2\n` +
  'dcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 1\nmov o0.xyzw, v[0][0].xyzw\nemit_stream m2\nret';

describe('a module by its map', () => {
  it('runs four vertices of Direct3D 9, and leaves a lane that does not run', () => {
    const { stages, diagnostics } = translated(assembled(VERTEX), { state9: { halfPixel: false } });
    expect(diagnostics).toEqual([]);
    const { code, map } = stages[0]!;
    const [position, coordinate] = map.inputs;
    const constants = new Uint32Array(new Float32Array([1, 2, 3, 8, 0.5, 0, 0, 0]).buffer);
    const floats = (list: readonly number[]) => new Uint32Array(new Float32Array(list).buffer);
    const words = run(code, constants, (words) => {
      words.set(floats([2, 4, 6, 8]), position!.address! / 4);
      words.set(floats([-1, -2, -3, -4]), coordinate!.address! / 4);
    });
    const outputs = new Map(map.outputs.map((row) => [row.builtin ?? `${row.semantic}${row.index}`, row]));
    const at = (name: string, component: number) => {
      const start = outputs.get(name)!.address! / 4 + 4 * component;
      return Array.from(new Float32Array(words.buffer).subarray(start, start + 4));
    };
    expect(at('position', 0)).toEqual([2, 3, 4, 0]);
    expect(at('position', 3)).toEqual([8, 8, 8, 0]);
    expect(at('texcoord3', 0)).toEqual([-1, -2, -3, 0]);
    expect(at('pointSize', 0)).toEqual([8, 8, 8, 0]);
  });

  it('imports only the buffers that are used', () => {
    const { map } = translated(assembled(VERTEX), { state9: { halfPixel: false } }).stages[0]!;
    expect(map.wasm!.numbers).toEqual([
      { name: 'base0', variable: 'c', value: 'address' },
      { name: 'rows0', variable: 'c', value: 'rows' },
    ]);
    expect(map.bindings.map(({ name, minSize }) => [name, minSize])).toEqual([['c', 32]]);
  });

  it('has a texture read as a call, with its texture, its sampler and its operands', () => {
    const text = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s1, mode_default
dcl_resource_texture2darray (float,float,float,float) t2
dcl_input_ps linear v0.xyzw
dcl_output o0.xyzw
sample_b_aoffimmi_indexable(1,-2,0)(texture2darray)(float,float,float,float) o0.xyzw, v0.xyzx, t2.xyzw, s1, v0.w
ret`;
    const { map } = translated(assemble(text, { validate: false }).bytes!, { validate: false }).stages[0]!;
    expect(map.bindings.map(({ name, kind, viewDimension }) => [name, kind, viewDimension])).toEqual([
      ['s1', 'sampler', undefined],
      ['t2', 'texture', '2d-array'],
    ]);
    expect(map.wasm!.calls).toEqual([
      {
        operation: 'tex.sample.bias',
        operands: [3, 1],
        components: 4,
        variable: 't2',
        sampler: 's1',
        offsets: [1, -2, 0],
      },
    ]);
  });

  it('has the vertices of a geometry shader as calls', () => {
    const { stages } = translated(assembled(geometry('triangle', 3)), { validate: false });
    const { map } = stages[0]!;
    expect(map.inputs).toMatchObject([{ register: 0, stride: 64 }]);
    expect(map.wasm!.calls).toEqual([{ operation: 'emit', operands: [], components: 0, stream: 2 }]);
  });
});

describe('what a module cannot do', () => {
  it('is reported at its instruction', () => {
    const text = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v0.xyzw
dcl_output o0.xyzw
dcl_temps 1
if_nz v0.x
  deriv_rtx r0.x, v0.y
else
  mov r0.x, l(0)
endif
mov o0.xyzw, r0.xxxx
ret`;
    const bytes = assemble(text, { validate: false }).bytes!;
    const { stages, diagnostics } = translated(bytes, { validate: false });
    expect(stages).toEqual([]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'WebAssembly cannot express derivatives where only some pixels of a quad may run',
    ]);
    const { offset } = readShaderFile(bytes, new Diagnostics()).programs[0]!;
    expect(diagnostics[0]!.span.start).toBeGreaterThan(offset + 8);
  });

  it('is a hull shader, or a geometry shader of patches', () => {
    const hull =
      'hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\ndcl_tessellator_domain domain_tri\n' +
      'dcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive output_triangle_cw\n' +
      'dcl_globalFlags refactoringAllowed\nhs_fork_phase\ndcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\nmov o0.x, l(1.0)\nret';
    expect(messagesOf(hull, { validate: false })).toEqual(['DX6001 WebAssembly has no hull shaders']);
    expect(messagesOf(geometry('patch3', 3), { validate: false })).toEqual([
      'DX6005 WebAssembly cannot express geometry shaders that get patches',
    ]);
  });
});
