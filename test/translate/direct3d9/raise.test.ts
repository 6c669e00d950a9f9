/** Features of Direct3D 9 alone are raised to those of later versions, with the same values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { forEachOp } from '../../../src/emit/common/resource-uses.ts';
import { readShaderFile } from '../../../src/file/shader-file.ts';
import { OP_NAMES, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { lowerProgram } from '../../../src/lower/lower.ts';
import type { State9 } from '../../../src/translate/direct3d9/options.ts';
import { raise9 } from '../../../src/translate/direct3d9/raise.ts';
import { translate } from '../../../src/translate/index.ts';
import { assembled, raised, run } from './raised.ts';

const ALL_STATES: State9 = {
  samplers: Array.from({ length: 16 }, (_, i) => ({ isComparison: i % 2 === 0 })),
  alphaTest: 'runtime',
  fog: 'exp2',
  fogDistance: 'w',
  clipPlanes: 6,
  clipBy: 'discard',
  pointSize: 'state',
  flatShading: true,
  integerInputs: [{ semantic: 'blendindices', type: 'u32' }],
};
const STATES: readonly State9[] = [
  {},
  ALL_STATES,
  { alphaTest: 'greaterEqual', fog: 'vertex', clipPlanes: 3, halfPixel: false },
];

describe('constants', () => {
  it('are one buffer, with integers and booleans after the floats of every version', () => {
    const text =
      'vs_3_0\ndcl_position o0\ndcl_texcoord o1\nmov o1, c9\nmov r0, c7\nrep i2\nadd r0, r0, c8\nendrep\nif b6\nadd r0, r0, c8\nendif\nmov o0, r0\n';
    const { module, facts } = raised(text, { halfPixel: false });
    expect(facts.constants!.offsets).toEqual({ float: 0, int: 4096, bool: 4352 });
    expect(module.bindings.filter(({ size }) => size !== 0)[0]).toMatchObject({ name: 'constants', size: 274 });
    const constants = { 7: [1, 2, 3, 4], 8: [1, 1, 1, 1], 9: [5, 6, 7, 8] };
    // i2.x is word 4 * (256 + 2), b6 is component 2 of row 256 + 16 + 1.
    const words = { [4 * 258]: 3, [4 * 273 + 2]: 1 };
    expect(run(module, { constants, words })!.position).toEqual([5, 6, 7, 8]);
    expect(run(module, { constants })!.position).toEqual([1, 2, 3, 4]);
  });

  it('that are indexed do not reach the integers', () => {
    const text = 'vs_2_0\ndcl_position v0\nmova a0.x, v0.x\nrep i0\nadd r0, v0, v0\nendrep\nmov oPos, c[a0.x + 250]\n';
    const { module } = raised(text, { halfPixel: false });
    const words = { [4 * 256]: 1 };
    const at = (x: number) =>
      run(module, { inputs: { position0: [x] }, constants: { 255: [9, 8, 7, 6] }, words })!.position;
    expect(at(5)).toEqual([9, 8, 7, 6]);
    // The environment has a word at row 256; the row of an index beyond c255 is none of the buffer's.
    expect(at(6)).toEqual([0, 0, 0, 0]);
  });
});

describe('positions and faces of pixels', () => {
  const { module } = raised('ps_3_0\ndcl vPos.xy\ndcl vFace\nmov oC0, vPos.xyxy\nmov oC0.w, vFace\n');
  it('are made from what later versions have', () => {
    const inputs = { position: [3.5, 7.5, 0.25, 2], is_front_face: [0xffff_ffff] };
    expect(run(module, { inputs })!.color0).toEqual([3, 7, 3, 1]);
    expect(run(module, { inputs: { ...inputs, is_front_face: [0] } })!.color0).toEqual([3, 7, 3, -1]);
  });
});

it('makes floats of whole numbers in vertices', () => {
  const { module } = raised('vs_2_0\ndcl_blendindices v3\nmov oPos, v3\n', {
    halfPixel: false,
    integerInputs: [{ semantic: 'blendindices', type: 'i32' }],
  });
  expect(module.inputs[0]).toMatchObject({ type: 'i32' });
  expect(run(module, { inputs: { blendindices0: [4, -2, 0, 255] } })!.position).toEqual([4, -2, 0, 255]);
});

it('compares depth textures with the third coordinate', () => {
  const { module } = raised('ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n', {
    samplers: [{ isComparison: true }],
  });
  const names: string[] = [];
  forEachOp(module, (op) => names.push(OP_NAMES[module.ops.code[op]!]!));
  expect(names).toContain('tex.sample.cmp');
  expect(names).not.toContain('tex.sample');
  expect(module.bindings.map(({ kind, isComparison = false }) => [kind, isComparison])).toEqual([
    ['view', false],
    ['sampler', true],
  ]);
});

it('leaves nothing of Direct3D 9 in any recorded program, with any state', { tags: 'slow' }, () => {
  let count = 0;
  for (const { id } of readProvenance()) {
    const { programs } = readShaderFile(readFileSync(join(RECORDED, `${id}.bin`)), new Diagnostics());
    for (const program of programs) {
      if (program.isa !== 'sm1') continue;
      for (const state of STATES) {
        const { module } = lowerProgram(program, undefined, state.samplers ? { samplers: state.samplers } : {});
        if (module === undefined) continue;
        count++;
        raise9(module, state, undefined);
        expect(verifyIr(module)[0]?.message, id).toBeUndefined();
        runPasses(module);
        expect(verifyIr(module)[0]?.message, id).toBeUndefined();
        expect(module.bindings.filter(({ kind }) => kind === 'stage')).toEqual([]);
        for (const { special } of [...module.inputs, ...module.outputs])
          expect([undefined, 'depth', 'pointSize'], id).toContain(special);
      }
    }
  }
  expect(count).toBeGreaterThan(150);
});

it('says which components of an input are read', () => {
  // Among so many rows one has the number of the value of the input.
  const rows = Array.from({ length: 24 }, (_, row) => `mad r0.xyz, v1, c${row}, r0`);
  const text = ['vs_2_0', 'dcl_position v0', 'dcl_normal v1', 'mov r0, c30', ...rows, 'add oPos, v0, r0'].join('\n');
  const [stage] = translate(assembled(`${text}\n`), { validate: false }).stages;
  expect(stage!.map.inputs.map(({ semantic, read }) => [semantic, read])).toEqual([
    ['position', 15],
    ['normal', 7],
  ]);
});
