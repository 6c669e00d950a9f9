/** Edits of shader model 4-5.1 programs: they change what they should, and everything else stays bit for bit. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { sm4Text } from '../../../smith/checks/print.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { sm4ImmediateConstantBuffer, sm4Message, sm4Mnemonics, sm4Shader } from '../../../src/isa/sm4/builder.ts';
import { sm4Literals, sm4Ranges, sm4Registers, sm4Relative } from '../../../src/isa/sm4/builder-operands.ts';
import {
  findSm4Nodes,
  findSm4Register,
  insertSm4Nodes,
  mapSm4Literals,
  moveSm4Range,
  removeSm4Nodes,
  renameSm4Register,
  renameSm4Registers,
  replaceSm4Nodes,
  type Sm4RegisterRef,
  setSm4Literal,
  setSm4Operand,
  sm4NodeOffsets,
  sm4OpcodeOf,
  sm4PositionAt,
} from '../../../src/isa/sm4/edit.ts';
import {
  addSm4Declaration,
  coverSm4Temps,
  removeUnusedSm4Declarations,
  setSm4GlobalFlags,
  setSm4ImmediateConstants,
  sm4GlobalFlags,
  sm4ImmediateConstants,
} from '../../../src/isa/sm4/edit-declarations.ts';
import {
  decodeSm4,
  encodeSm4,
  type Sm4InstructionNode,
  type Sm4Module,
  type Sm4Node,
} from '../../../src/isa/sm4/encode.ts';
import type { Sm4OperandTypeName } from '../../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { listingStyle, optionsOfFlags } from '../../../src/text/options.ts';

const { r, v, o, x, t, s, cb, icb, oDepth, vicp, vOutputControlPointID } = sm4Registers;
const { float, bits, double } = sm4Literals;
const ps = sm4Mnemonics('ps_5_0');

/** The lines of a listing after the first, which names the profile. */
function lines(module: Sm4Module): string[] {
  const listing = sm4Text(readSm4(wordsOf(encodeSm4(module))), listingStyle(optionsOfFlags(0)));
  return listing
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim());
}

const ref = (register: Sm4OperandTypeName, number: number): Sm4RegisterRef => ({ register, number });
const temp = (number: number) => ref('temp', number);
const mov = (number: number): Sm4InstructionNode => ps.mov(r(number), cb(0, 0));

const SHADER = sm4Shader('ps_5_0', [
  ps.dcl_globalFlags('refactoringAllowed'),
  ps.dcl_constantbuffer(cb(0, 2)),
  ps.dcl_constantbuffer(cb(1, 8), 'dynamicIndexed'),
  ps.dcl_sampler(s(0)),
  ps.dcl_resource('texture2d', t(0), 'float'),
  ps.dcl_resource('texture2d', t(3), 'float'),
  ps.dcl_input_ps('linear', v(0)),
  ps.dcl_input_ps('linear', v(1)),
  ps.dcl_output(o(0)),
  ps.dcl_temps(2),
  ps.dcl_indexrange(v(0), 2),
  ps.dcl_indexableTemp(x(0, 4)),
  ps.mov(r(0), v(sm4Relative(r(1).select('x')))),
  ps.mad(r(0), r(0).negate(), float(2, 0, 1, -1), cb(1, sm4Relative(r(1).select('y'), 3))),
  ps.mov(x(0, 2), r(0)),
  ps.sample(r(1), r(0).swizzle('xyxx'), t(0), s(0)),
  ps.mov(o(0), x(0, sm4Relative(r(0).select('w'), 1))),
  ps.ret(),
]);

/** Every program of the tests, as modules. */
const MODULES = [...modules()];

function* modules(): Generator<Sm4Module, void, void> {
  for (const { bytes } of readRecorded()) for (const words of programsIn(bytes)) yield decodeSm4(words);
  const random = new Random(61);
  for (let n = 0; n < 150; n++) {
    yield decodeSm4(validProgram(random).words);
    yield decodeSm4(wildProgram(random));
  }
}

describe('instructions', () => {
  it('are inserted, removed and replaced', () => {
    expect(lines(insertSm4Nodes(SHADER, 17, mov(0), mov(1))).slice(16)).toEqual([
      'mov o0.xyzw, x0[r0.w + 1].xyzw',
      'mov r0.xyzw, cb0[0].xyzw',
      'mov r1.xyzw, cb0[0].xyzw',
      'ret',
    ]);
    expect(lines(removeSm4Nodes(SHADER, 12, 17)).slice(11)).toEqual(['dcl_indexableTemp x0[4], 4', 'ret']);
    expect(lines(replaceSm4Nodes(SHADER, { start: 12, end: 17 }, mov(0))).slice(11)).toEqual([
      'dcl_indexableTemp x0[4], 4',
      'mov r0.xyzw, cb0[0].xyzw',
      'ret',
    ]);
  });

  it('the original is not changed', () => {
    const before = encodeSm4(SHADER);
    insertSm4Nodes(SHADER, 0, mov(0));
    coverSm4Temps(renameSm4Register(SHADER, temp(0), temp(9)));
    setSm4GlobalFlags(SHADER, { skipOptimization: true });
    expect(encodeSm4(SHADER)).toEqual(before);
  });

  it('throw for positions that do not exist', () => {
    expect(() => removeSm4Nodes(SHADER, 18)).toThrow(RangeError);
    expect(() => insertSm4Nodes(SHADER, -1, mov(0))).toThrow(RangeError);
    expect(() => replaceSm4Nodes(SHADER, { start: 3, end: 2 })).toThrow(RangeError);
    expect(() => insertSm4Nodes(SHADER, 1.5, mov(0))).toThrow(RangeError);
  });

  it('are found by opcode, by register and by offset', () => {
    expect(findSm4Nodes(SHADER, 'mov')).toEqual([12, 14, 16]);
    expect(findSm4Nodes(SHADER, (node) => node.token === 62)).toEqual([17]);
    expect(findSm4Register(SHADER, temp(1))).toEqual([12, 13, 15]);
    expect(findSm4Register(SHADER, ref('indexableTemp', 0))).toEqual([11, 14, 16]);
    expect(findSm4Register(SHADER, ref('input', 0))).toEqual([6, 10, 12]);
    const offsets = sm4NodeOffsets(SHADER);
    expect(offsets).toEqual(
      [...readSm4(wordsOf(encodeSm4(SHADER))).starts.slice(0, 18)]
        .map((start) => 4 * start)
        .concat(encodeSm4(SHADER).length),
    );
    expect(sm4PositionAt(SHADER, offsets[5]!)).toBe(5);
    expect(sm4PositionAt(SHADER, offsets[5]! - 1)).toBe(4);
    for (const outside of [7, -1, offsets[18]!, Number.NaN]) expect(sm4PositionAt(SHADER, outside)).toBeUndefined();
  });

  it('inserted and removed again, leave any program the same', { tags: 'slow' }, () => {
    const random = new Random(62);
    for (const module of MODULES) {
      const at = random.below(module.nodes.length + 1);
      const longer = insertSm4Nodes(module, at, mov(1), mov(2));
      expect(Buffer.compare(encodeSm4(removeSm4Nodes(longer, at, at + 2)), encodeSm4(module))).toBe(0);
    }
  });

  it('when one is removed, the words of all others stay the same', { tags: 'slow' }, () => {
    const random = new Random(63);
    for (const module of MODULES) {
      const at = random.below(module.nodes.length);
      const offsets = sm4NodeOffsets(module);
      const old = encodeSm4(module);
      const made = encodeSm4(removeSm4Nodes(module, at));
      const rest = Buffer.concat([old.subarray(8, offsets[at]), old.subarray(offsets[at + 1])]);
      expect(Buffer.compare(made.subarray(8), rest)).toBe(0);
    }
  });
});

describe('operands', () => {
  it('are replaced', () => {
    expect(lines(setSm4Operand(SHADER, 13, 1, v(1).swizzle('wzyx').absolute()))[13]).toBe(
      'mad r0.xyzw, |v1.wzyx|, l(2.000000, 0.000000, 1.000000, -1.000000), cb1[r1.y + 3].xyzw',
    );
    expect(lines(setSm4Operand(SHADER, 14, 0, r(3).mask('xz')))[14]).toBe('mov r3.xz, r0.xyzw');
    expect(lines(setSm4Operand(SHADER, 14, 1, float(1)))[14]).toBe('mov x0[2].xyzw, l(1.000000)');
  });

  it('throw for registers of the wrong file', () => {
    expect(() => setSm4Operand(SHADER, 14, 0, float(1))).toThrow(TypeError);
    expect(() => setSm4Operand(SHADER, 14, 1, s(0))).toThrow(TypeError);
    expect(() => setSm4Operand(SHADER, 9, 0, r(0))).toThrow(RangeError);
    expect(() => setSm4Operand(SHADER, 8, 0, o(1))).toThrow(TypeError);
    expect(() => setSm4Operand(SHADER, 18, 0, r(0))).toThrow(RangeError);
  });

  it('literals are changed', () => {
    const changed = setSm4Literal(SHADER, 13, 2, bits(1, 2, 3, 0x8000_0000).node.literal);
    expect(decodeSm4(encodeSm4(changed)).nodes[13]).toHaveProperty(['operands', 2, 'literal'], [1, 2, 3, 0x8000_0000]);
    expect(() => setSm4Literal(SHADER, 13, 2, [1])).toThrow(RangeError);
    expect(() => setSm4Literal(SHADER, 13, 1, [1])).toThrow(RangeError);
    expect(() => setSm4Literal(SHADER, 13, 2, [1, 2, 3, 2 ** 32])).toThrow(RangeError);
  });

  it('all literals are changed at once', () => {
    const [one, three] = [float(1), float(3)].map(({ node }) => node.literal[0]!);
    const changed = mapSm4Literals(SHADER, (word) => (word === one ? three! : word));
    expect(lines(changed)[13]).toContain('l(2.000000, 0.000000, 3.000000, -1.000000)');
    expect(mapSm4Literals(SHADER, (word) => word).nodes).toEqual(SHADER.nodes);
    const cs = sm4Mnemonics('cs_5_0');
    const wide = sm4Shader('cs_5_0', [cs.dmov(r(0), double(1, 2)), cs.mov(r(0), float(5))]);
    const locations: string[] = [];
    mapSm4Literals(wide, (word, { position, operand, component, wide: half }) => {
      locations.push([position, operand, component, half].join(' '));
      return word;
    });
    expect(locations).toEqual(['0 1 0 true', '0 1 1 true', '0 1 2 true', '0 1 3 true', '1 1 0 false']);
  });
});

describe('registers', () => {
  it('are renamed everywhere', () => {
    expect(lines(renameSm4Register(SHADER, temp(1), temp(7))).slice(12, 16)).toEqual([
      'mov r0.xyzw, v[r7.x + 0].xyzw',
      'mad r0.xyzw, -r0.xyzw, l(2.000000, 0.000000, 1.000000, -1.000000), cb1[r7.y + 3].xyzw',
      'mov x0[2].xyzw, r0.xyzw',
      'sample r7.xyzw, r0.xyxx, t0.xyzw, s0',
    ]);
    const slots = renameSm4Register(SHADER, ref('constantBuffer', 1), ref('constantBuffer', 5));
    expect(lines(slots)[2]).toBe('dcl_constantbuffer CB5[8], dynamicIndexed');
    expect(lines(slots)[13]).toContain('cb5[r1.y + 3]');
    const arrays = renameSm4Register(SHADER, ref('indexableTemp', 0), ref('indexableTemp', 2));
    expect([11, 14, 16].map((at) => lines(arrays)[at])).toEqual([
      'dcl_indexableTemp x2[4], 4',
      'mov x2[2].xyzw, r0.xyzw',
      'mov o0.xyzw, x2[r0.w + 1].xyzw',
    ]);
  });

  it('are renamed in relative indices, with their declared range', () => {
    const shift = (by: number) => (one: Sm4RegisterRef) =>
      one.register === 'input' ? ref('input', one.number + by) : one;
    const there = renameSm4Registers(SHADER, shift(3));
    expect([6, 7, 10, 12].map((at) => lines(there)[at])).toEqual([
      'dcl_input_ps linear v3.xyzw',
      'dcl_input_ps linear v4.xyzw',
      'dcl_indexrange v3.xyzw 2',
      'mov r0.xyzw, v[r1.x + 3].xyzw',
    ]);
    expect(encodeSm4(renameSm4Registers(there, shift(-3)))).toEqual(encodeSm4(SHADER));
  });

  it('are renamed in a range of positions', () => {
    const renamed = renameSm4Register(SHADER, temp(0), temp(5), { start: 16, end: 17 });
    expect(lines(renamed).slice(15)).toEqual([
      'sample r1.xyzw, r0.xyxx, t0.xyzw, s0',
      'mov o0.xyzw, x0[r5.w + 1].xyzw',
      'ret',
    ]);
  });

  it('are exchanged', () => {
    const exchanged = renameSm4Registers(SHADER, (one) => (one.register === 'temp' ? temp(1 - one.number) : one));
    expect(lines(exchanged).slice(12, 16)).toEqual([
      'mov r1.xyzw, v[r0.x + 0].xyzw',
      'mad r1.xyzw, -r1.xyzw, l(2.000000, 0.000000, 1.000000, -1.000000), cb1[r0.y + 3].xyzw',
      'mov x0[2].xyzw, r1.xyzw',
      'sample r0.xyzw, r1.xyxx, t0.xyzw, s0',
    ]);
  });

  it('with two indices have their number in the last', () => {
    const hs = sm4Mnemonics('hs_5_0');
    const shader = sm4Shader('hs_5_0', [hs.mov(r(0), vicp(2, 1)), hs.mov(r(0), vicp(sm4Relative(r(1)), 3))]);
    const renamed = renameSm4Register(shader, ref('inputControlPoint', 1), ref('inputControlPoint', 9));
    expect(lines(renamed)).toEqual(['mov r0.xyzw, vicp[2][9].xyzw', 'mov r0.xyzw, vicp[r1.x + 0][3].xyzw']);
  });

  it('of interfaces and function tables', () => {
    const shader = sm4Shader('ps_5_0', [
      ps.dcl_function_body(0),
      ps.dcl_function_body(1),
      ps.dcl_function_table(0, [0, 1]),
      ps.dcl_interface({ pointer: 4, length: 2, callSites: 1, tables: [0] }),
      ps.fcall(sm4Registers.fp(4, 0), 0),
      ps.label(sm4Registers.fb(1)),
    ]);
    let renamed = renameSm4Register(shader, ref('functionBody', 1), ref('functionBody', 8));
    renamed = renameSm4Register(renamed, ref('functionTable', 0), ref('functionTable', 3));
    renamed = renameSm4Register(renamed, ref('interface', 4), ref('interface', 6));
    expect(lines(renamed)).toEqual([
      'dcl_function_body fb0',
      'dcl_function_body fb8',
      'dcl_function_table ft3 = {fb0, fb8}',
      'dcl_interface fp6[2][1] = {ft3}',
      'fcall fp6[0][0]',
      'label fb8',
    ]);
  });

  it('are not named by computed slots', () => {
    const shader = sm4Shader('ps_5_0', [
      ps.dcl_constantbuffer(cb(0, 4)),
      ps.dcl_constantbuffer(cb(1, 4)),
      ps.mov(r(0), cb(sm4Relative(r(1).select('y')), sm4Relative(r(1).select('x'), 2))),
      ps.mov(r(0), cb(0, 3)),
    ]);
    expect(lines(renameSm4Register(shader, ref('constantBuffer', 0), ref('constantBuffer', 5)))).toEqual([
      'dcl_constantbuffer CB5[4], immediateIndexed',
      'dcl_constantbuffer CB1[4], immediateIndexed',
      'mov r0.xyzw, cb[r1.y + 0][r1.x + 2].xyzw',
      'mov r0.xyzw, cb5[3].xyzw',
    ]);
    // The slot may be any of them.
    expect(removeUnusedSm4Declarations(shader).nodes).toHaveLength(4);
    expect(removeUnusedSm4Declarations(removeSm4Nodes(shader, 2)).nodes).toHaveLength(2);
  });

  it('of debug messages', () => {
    const shader = sm4Shader('ps_5_0', [sm4Message('printf', '%d', r(2).select('x'))]);
    expect(lines(renameSm4Register(shader, temp(2), temp(4)))).toEqual(['printf "%d", r4.x']);
  });

  it('with other indices throw', () => {
    expect(() => renameSm4Register(SHADER, temp(0), ref('outputDepth', 0))).toThrow(RangeError);
    expect(() => renameSm4Register(SHADER, temp(0), ref('indexableTemp', 0))).toThrow(RangeError);
    expect(() => renameSm4Register(SHADER, temp(0), temp(-1 - 2 ** 31))).toThrow(RangeError);
    expect(() => renameSm4Register(SHADER, temp(0), ref('nothing' as 'temp', 0))).toThrow(RangeError);
    const depth = sm4Shader('ps_5_0', [ps.mov(oDepth, r(0).select('x'))]);
    expect(lines(renameSm4Register(depth, ref('outputDepth', 0), ref('outputDepthLessEqual', 0)))).toEqual([
      'mov oDepthLE, r0.x',
    ]);
    expect(() => renameSm4Register(depth, ref('outputDepth', 0), ref('outputDepth', 1))).toThrow(RangeError);
  });

  it('renamed and renamed back, leave any program the same', { tags: 'slow' }, () => {
    for (const module of MODULES) {
      // In an index with a register only, 0 and no number are the same.
      const exchange = (one: Sm4RegisterRef) => (one.number > 1 ? { ...one, number: (one.number ^ 1) >>> 0 } : one);
      const there = renameSm4Registers(module, exchange);
      expect(Buffer.compare(encodeSm4(renameSm4Registers(there, exchange)), encodeSm4(module))).toBe(0);
      expect(encodeSm4(there).length).toBe(encodeSm4(module).length);
    }
  });
});

describe('ranges of 5.1', () => {
  const ps51 = sm4Mnemonics('ps_5_1');
  const ranges = sm4Shader('ps_5_1', [
    ps51.dcl_constantbuffer(sm4Ranges.cb(0, 0), 4),
    ps51.dcl_sampler(sm4Ranges.s(0, 2)),
    ps51.dcl_resource('texture2d', sm4Ranges.t(0, 5, '*', 1), 'float'),
    ps51.dcl_resource('texture2d', sm4Ranges.t(1, 0, 3), 'float'),
    ps51.sample(r(0), v(0).swizzle('xyxx'), t(0, 9), s(0, 2)),
    ps51.sample(r(1), v(0).swizzle('xyxx'), t(0, sm4Relative(r(0).select('x'), 5)).nonUniform(), s(0, 2)),
    ps51.sample(r(2), v(0).swizzle('xyxx'), t(1, 0), s(0, 2)),
    ps51.mov(o(0), cb(0, 0, 3)),
  ]);

  it('are renamed by their ids', () => {
    const renamed = renameSm4Register(ranges, ref('resource', 1), ref('resource', 7));
    expect(lines(renamed)[3]).toBe('dcl_resource_texture2d (float,float,float,float) T7[0:3], space=0');
    expect(lines(renamed)[6]).toBe('sample r2.xyzw, v0.xyxx, T7[0].xyzw, S0[2]');
    expect(lines(renamed)[5]).toBe(lines(ranges)[5]);
  });

  it('are moved with everything that counts from the start of the space', () => {
    const moved = moveSm4Range(moveSm4Range(ranges, ref('resource', 0), 0, 3), ref('sampler', 0), 6);
    expect(lines(moved)).toEqual([
      'dcl_constantbuffer CB0[0:0][4], immediateIndexed, space=0',
      'dcl_sampler S0[6:6], mode_default, space=0',
      'dcl_resource_texture2d (float,float,float,float) T0[0:*], space=3',
      'dcl_resource_texture2d (float,float,float,float) T1[0:3], space=0',
      'sample r0.xyzw, v0.xyxx, T0[4].xyzw, S0[6]',
      'sample r1.xyzw, v0.xyxx, T0[r0.x + 0].xyzw { nonuniform }, S0[6]',
      'sample r2.xyzw, v0.xyxx, T1[0].xyzw, S0[6]',
      'mov o0.xyzw, CB0[0][3].xyzw',
    ]);
    const back = moveSm4Range(moveSm4Range(moved, ref('resource', 0), 5, 1), ref('sampler', 0), 2);
    expect(encodeSm4(back)).toEqual(encodeSm4(ranges));
    expect(() => moveSm4Range(ranges, ref('resource', 2), 0)).toThrow(RangeError);
    expect(() => moveSm4Range(SHADER, ref('resource', 0), 0)).toThrow(RangeError);
  });

  it('without uses are dropped by their ids', () => {
    const without = removeSm4Nodes(ranges, 6);
    expect(lines(removeUnusedSm4Declarations(without))).toEqual(lines(without).filter((line) => !line.includes('T1')));
  });
});

describe('declarations', () => {
  it('are added in the order of the compiler', () => {
    const added = [
      ps.dcl_resource('texture3d', t(4), 'float'),
      ps.dcl_uav_typed('buffer', sm4Registers.u(1), 'uint'),
      ps.dcl_input_ps('constant', v(2)),
      ps.dcl_output(oDepth),
      sm4ImmediateConstantBuffer([[1, 2, 3, 4]]),
      ps.dcl_constantbuffer(cb(2, 1)),
    ].reduce((module: Sm4Module, node) => addSm4Declaration(module, node), SHADER);
    expect(added.nodes.map(sm4OpcodeOf).slice(0, 18)).toEqual([
      'dcl_globalFlags',
      'customdata',
      ...['dcl_constantbuffer', 'dcl_constantbuffer', 'dcl_constantbuffer'],
      'dcl_sampler',
      ...['dcl_resource', 'dcl_resource', 'dcl_resource'],
      'dcl_uav_typed',
      ...['dcl_input_ps', 'dcl_input_ps', 'dcl_input_ps'],
      ...['dcl_output', 'dcl_output'],
      'dcl_temps',
      'dcl_indexrange',
      'dcl_indexableTemp',
    ]);
    expect(() => addSm4Declaration(SHADER, mov(0))).toThrow(TypeError);
  });

  it('removed and added again, are where the compiler put them', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes, provenance } of readRecorded()) {
      if (provenance.how !== 'compiled') continue;
      for (const words of programsIn(bytes)) {
        const module = decodeSm4(words);
        const names = module.nodes.map(sm4OpcodeOf);
        const phases = names.includes('hs_decls');
        names.forEach((name, at) => {
          // Among several of a kind only the position of the last is fixed; with several streams, that of the last
          // outputs.
          const kind = name?.replace(/_(ps|sgv|siv|raw|structured|typed)(_.*)?$/, '');
          const after = names.slice(at + 1);
          const phase = after.findIndex((other) => other?.startsWith('hs_'));
          const rest = phases && phase >= 0 ? after.slice(0, phase) : after;
          const isLast = !rest.some((other) => other?.startsWith(kind!) && kind !== 'dcl_temps');
          const node = module.nodes[at]!;
          const declares = name?.startsWith('dcl_') || node.kind === 'immediateConstantBuffer';
          if (!declares || !isLast || name === 'dcl_stream' || name === 'dcl_outputtopology') return;
          const added = addSm4Declaration(removeSm4Nodes(module, at), node, at);
          expect(Buffer.compare(encodeSm4(added), encodeSm4(module)), `${provenance.id} ${at} ${name}`).toBe(0);
          count++;
        });
      }
    }
    expect(count).toBeGreaterThan(1500);
  });

  it('of a hull shader belong to its phases', () => {
    const hs = sm4Mnemonics('hs_5_0');
    const shader = sm4Shader('hs_5_0', [
      hs.hs_decls(),
      hs.dcl_input_control_point_count(3),
      hs.hs_fork_phase(),
      hs.dcl_input(vOutputControlPointID),
      hs.mov(r(2), r(3)),
      hs.ret(),
      hs.hs_join_phase(),
      hs.mov(r(0), r(1)),
      hs.ret(),
    ]);
    expect(coverSm4Temps(shader).nodes.map(sm4OpcodeOf)).toEqual([
      'hs_decls',
      'dcl_input_control_point_count',
      'hs_fork_phase',
      'dcl_input',
      'dcl_temps',
      ...['mov', 'ret'],
      'hs_join_phase',
      'dcl_temps',
      ...['mov', 'ret'],
    ]);
    expect(addSm4Declaration(shader, hs.dcl_constantbuffer(cb(0, 1)), 7).nodes.map(sm4OpcodeOf)[2]).toBe(
      'dcl_constantbuffer',
    );
    expect(addSm4Declaration(shader, hs.dcl_output(o(0)), 7).nodes.map(sm4OpcodeOf)[7]).toBe('dcl_output');
    expect(() => addSm4Declaration(shader, hs.dcl_output(o(0)))).toThrow(RangeError);
  });

  it('are raised to the temporary registers that are used', () => {
    const more = insertSm4Nodes(SHADER, 17, mov(7), ps.mov(x(0, 5), r(0)), ps.mov(r(0), x(3, sm4Relative(r(9), 2))));
    const covered = lines(coverSm4Temps(more));
    expect(covered[9]).toBe('dcl_temps 10');
    expect(covered.slice(11, 13)).toEqual(['dcl_indexableTemp x0[6], 4', 'dcl_indexableTemp x3[3], 4']);
    const bare = sm4Shader('ps_5_0', [ps.dcl_output(o(0)), mov(2)]);
    expect(lines(coverSm4Temps(bare))[1]).toBe('dcl_temps 3');
  });

  it('are already high enough in all compiled programs', { tags: 'slow' }, () => {
    for (const { bytes, provenance } of readRecorded()) {
      if (provenance.how !== 'compiled') continue;
      for (const words of programsIn(bytes)) {
        const module = decodeSm4(words);
        expect(coverSm4Temps(module), provenance.id).toEqual(module);
      }
    }
  });

  it('without uses are removed', () => {
    expect(lines(removeUnusedSm4Declarations(SHADER))).toEqual(
      lines(SHADER).filter((line) => !/CB0|t3/.test(line) || line.startsWith('mov')),
    );
    const icbs = setSm4ImmediateConstants(SHADER, [[1, 2, 3, 4]]);
    expect(sm4ImmediateConstants(removeUnusedSm4Declarations(icbs))).toBeUndefined();
    const used = insertSm4Nodes(icbs, 17, ps.mov(r(0), icb(sm4Relative(r(1)))));
    expect(sm4ImmediateConstants(removeUnusedSm4Declarations(used))).toHaveLength(4);
    // A register indexes the inputs here; without it nothing uses them.
    expect(lines(removeUnusedSm4Declarations(SHADER, ['input']))).toEqual(lines(SHADER));
    const fewer = lines(removeUnusedSm4Declarations(removeSm4Nodes(SHADER, 12), ['input']));
    expect(fewer.filter((line) => line.startsWith('dcl_in'))).toEqual(['dcl_indexableTemp x0[4], 4']);
  });

  it('global flags are set and cleared', () => {
    const set = setSm4GlobalFlags(SHADER, { refactoringAllowed: false, skipOptimization: true });
    expect(lines(set)[0]).toBe('dcl_globalFlags skipOptimization');
    expect(sm4GlobalFlags(set)).toMatchObject({ refactoringAllowed: false, skipOptimization: true });
    const none = removeSm4Nodes(SHADER, 0);
    expect(setSm4GlobalFlags(none, { allResourcesBound: false })).toBe(none);
    expect(lines(setSm4GlobalFlags(none, { allResourcesBound: true }))[0]).toBe('dcl_globalFlags allResourcesBound');
    // @ts-expect-error: no such flag
    expect(() => setSm4GlobalFlags(SHADER, { speed: true })).toThrow(RangeError);
  });

  it('the immediate constant buffer is added, changed and removed', () => {
    const added = setSm4ImmediateConstants(SHADER, [[1, 2, 3, 4]]);
    expect(lines(added)[1]).toBe('dcl_immediateConstantBuffer { { 1.000000, 2.000000, 3.000000, 4.000000} }');
    const changed = setSm4ImmediateConstants(added, Uint32Array.of(1, 2, 3, 0x8000_0000));
    expect(sm4ImmediateConstants(changed)).toEqual(Uint32Array.of(1, 2, 3, 0x8000_0000));
    expect(encodeSm4(setSm4ImmediateConstants(changed, undefined))).toEqual(encodeSm4(SHADER));
    expect(() => setSm4ImmediateConstants(SHADER, [[1, 2, 3]])).toThrow(RangeError);
    expect(() => setSm4ImmediateConstants(SHADER, Uint32Array.of(1))).toThrow(RangeError);
  });

  it('no edit of declarations throws on any program, and each changes only declarations', { tags: 'slow' }, () => {
    const code = (module: Sm4Module) =>
      module.nodes.filter(
        (node: Sm4Node) => !sm4OpcodeOf(node)?.startsWith('dcl_') && node.kind !== 'immediateConstantBuffer',
      );
    for (const module of MODULES) {
      const before = code(module);
      for (const edit of [coverSm4Temps, removeUnusedSm4Declarations]) {
        const after = code(edit(module));
        expect(after.length === before.length && after.every((node, i) => node === before[i])).toBe(true);
      }
    }
  });
});
