/**
 * The builder of shader model 4-5.1: it builds every instruction of the fixtures that Microsoft's compiler wrote, word
 * for word, and programs that Microsoft's disassembler reads and Microsoft's validator accepts (recorded with the
 * oracle).
 *
 * Lines after `@ts-expect-error` must not compile; `npm run typecheck` fails if one does.
 */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { sm4Text } from '../../../smith/checks/print.ts';
import { rebuilt } from '../../../smith/checks/sm4-rebuild.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { wordsOf } from '../../../src/base/words.ts';
import {
  type Sm4ProfileName,
  sm4Comment,
  sm4ImmediateConstantBuffer,
  sm4Message,
  sm4Mnemonics,
  sm4Shader,
} from '../../../src/isa/sm4/builder.ts';
import { sm4Literals, sm4Ranges, sm4Registers, sm4Relative } from '../../../src/isa/sm4/builder-operands.ts';
import {
  decodeSm4,
  encodeSm4,
  type Sm4InstructionNode,
  type Sm4Module,
  type Sm4Node,
  sm4Module,
} from '../../../src/isa/sm4/encode.ts';
import { SM4_OPCODE_BY_CODE } from '../../../src/isa/sm4/opcodes.ts';
import { readSm4, sm4ProfileOf } from '../../../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../../../src/isa/sm4/tokens.ts';
import { listingStyle, optionsOfFlags } from '../../../src/text/options.ts';

const { r, v, o, x, t, s, u, cb, icb, g, m, fp, fb, label, vicp, vpc, rasterizer, iv, ov } = sm4Registers;
const { vPrim, vDomain, vThreadID, vThreadIDInGroupFlattened, vOutputControlPointID, vCoverage } = sm4Registers;
const { oDepth, oMask, null: none } = sm4Registers;
const { float, int, bits, double } = sm4Literals;
const at = sm4Relative;

const wordsOfNode = (node: Sm4Node) => encodeSm4(sm4Module(0, [node])).join();

/**
 * Opcodes after which the compiler sometimes writes an extra word. The instruction does not show when. In one case the
 * word is not zero.
 */
const PADDED = ['samplepos', ...['l', 'c_lz', 'cl', 'b_cl', 'd_cl', 'c_cl'].map((kind) => `sample_${kind}_s`)];

describe('built again from names and numbers', () => {
  it('every instruction of every compiled program has the same words', { tags: 'slow' }, () => {
    let count = 0;
    let padded = 0;
    const different: string[] = [];
    for (const { bytes, provenance } of readRecorded()) {
      if (provenance.how !== 'compiled') continue;
      for (const words of programsIn(bytes)) {
        const profile = sm4ProfileOf(readSm4(words)) as Sm4ProfileName;
        for (const [position, node] of decodeSm4(words).nodes.entries()) {
          count++;
          const made = rebuilt(node, profile);
          if (wordsOfNode(made) === wordsOfNode(node)) continue;
          const row =
            node.kind === 'instruction' ? SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(node.token)] : undefined;
          const { payload } = node as Sm4InstructionNode;
          const same = payload?.length === 1 && wordsOfNode({ ...made, payload } as Sm4Node) === wordsOfNode(node);
          if (same && PADDED.includes(row!.mnemonic)) padded++;
          else different.push(`${provenance.id} ${position}: ${row?.mnemonic ?? node.kind}`);
        }
      }
    }
    expect(different).toEqual([]);
    expect(count).toBeGreaterThan(18_000);
    expect(padded).toBeLessThan(count / 500);
  });
});

describe('built programs have the words of the compiler', () => {
  const recorded = readRecorded();
  const builds = (id: string, module: Sm4Module) => {
    const { bytes } = recorded.find(({ provenance }) => provenance.id === id)!;
    expect(wordsOf(encodeSm4(module))).toEqual(programsIn(bytes)[0]);
  };

  it('ps_4_0', () => {
    const ps = sm4Mnemonics('ps_4_0');
    const shader = sm4Shader('ps_4_0', [
      ps.dcl_input_ps_siv('linear noperspective', v(0), 'position'),
      ...[o(0), o(1), o(2).mask('xy'), o(3).mask('x')].map((output) => ps.dcl_output(output)),
      ...[o(4).mask('xy'), o(5).mask('xyz'), o(6).mask('x'), o(7).mask('x')].map((output) => ps.dcl_output(output)),
      ps.dcl_output(oDepth),
      ps.mov(o(0), v(0)),
      ps.mov(o(1), float(0, 0, 0, 0)),
      ps.mov(o(2).mask('xy'), float(0, 0, 0, 0)),
      ps.mov(o(3).mask('x'), float(0)),
      ps.mov(o(4).mask('xy'), float(0, 0, 0, 0)),
      ps.mov(o(5).mask('xyz'), float(0, 0, 0, 0)),
      ps.mov(o(6).mask('x'), float(0)),
      ps.mov(o(7).mask('x'), float(0)),
      ps.mov(oDepth, float(0)),
      ps.ret(),
    ]);
    builds('headers-pixel.targets.ps_4_0', shader);
  });

  it('vs_5_0', () => {
    const vs = sm4Mnemonics('vs_5_0');
    const shader = sm4Shader('vs_5_0', [
      vs.dcl_globalFlags('refactoringAllowed'),
      vs.dcl_input(v(0)),
      vs.dcl_input_sgv(v(1).mask('x'), 'instance_id'),
      vs.dcl_output_siv(o(0), 'position'),
      vs.dcl_output_siv(o(1).mask('x'), 'rendertarget_array_index'),
      vs.dcl_output_siv(o(1).mask('y'), 'viewport_array_index'),
      vs.mov(o(0), v(0)),
      vs.mov(o(1).mask('x'), v(1).select('x')),
      vs.ushr(o(1).mask('y'), v(1).select('x'), int(2)),
      vs.ret(),
    ]);
    builds('system-values.layered.vs_5_0', shader);
  });

  it('gs_5_0', () => {
    const gs = sm4Mnemonics('gs_5_0');
    const shader = sm4Shader('gs_5_0', [
      gs.dcl_globalFlags('refactoringAllowed'),
      gs.dcl_constantbuffer(cb(0, 4), 'dynamicIndexed'),
      gs.dcl_input_siv(v(1, 0), 'position'),
      gs.dcl_input(v(1, 1)),
      gs.dcl_input(vPrim),
      gs.dcl_temps(2),
      gs.dcl_inputprimitive('point'),
      gs.dcl_stream(m(0)),
      gs.dcl_outputtopology('pointlist'),
      gs.dcl_output_siv(o(0), 'position'),
      gs.dcl_output(o(1)),
      gs.dcl_maxout(4),
      gs.utof(r(0).mask('x'), vPrim),
      gs.mov(r(0).mask('y'), int(0)),
      gs.loop(),
      gs.uge(r(0).mask('z'), r(0).select('y'), int(4)),
      gs.breakc_nz(r(0).select('z')),
      gs.mad(r(1), cb(0, at(r(0).select('y'))), r(0).swizzle('xxxx'), v(0, 0)),
      gs.mov(o(0), r(1)),
      gs.mov(o(1), v(0, 1)),
      gs.emit_stream(m(0)),
      gs.iadd(r(0).mask('y'), r(0).select('y'), int(1)),
      gs.endloop(),
      gs.ret(),
    ]);
    builds('geometry-primitives.fromPoint.gs_5_0', shader);
  });

  it('hs_5_0', () => {
    const hs = sm4Mnemonics('hs_5_0');
    const shader = sm4Shader('hs_5_0', [
      hs.hs_decls(),
      hs.dcl_input_control_point_count(2),
      hs.dcl_output_control_point_count(2),
      hs.dcl_tessellator_domain('domain_isoline'),
      hs.dcl_tessellator_partitioning('partitioning_fractional_even'),
      hs.dcl_tessellator_output_primitive('output_line'),
      hs.dcl_globalFlags('refactoringAllowed'),
      hs.dcl_constantbuffer(cb(0, 2)),
      hs.hs_control_point_phase(),
      hs.dcl_input(vOutputControlPointID),
      hs.dcl_input(v(2, 0).mask('xyz')),
      hs.dcl_input(v(2, 1).mask('xy')),
      hs.dcl_output(o(0).mask('xyz')),
      hs.dcl_output(o(1).mask('xy')),
      hs.dcl_temps(1),
      hs.mov(r(0).mask('x'), vOutputControlPointID),
      hs.mov(o(0).mask('xyz'), v(at(r(0)), 0).swizzle('xyzx')),
      hs.add(o(1).mask('xy'), v(at(r(0)), 1).swizzle('xyxx'), v(at(r(0)), 1).swizzle('xyxx')),
      hs.ret(),
      hs.hs_fork_phase(),
      hs.dcl_output_siv(o(0).mask('x'), 'finalLineDensityTessFactor'),
      hs.mov(o(0).mask('x'), float(8)),
      hs.ret(),
      hs.hs_fork_phase(),
      hs.dcl_output_siv(o(1).mask('x'), 'finalLineDetailTessFactor'),
      hs.mov(o(1).mask('x'), cb(0, 1).select('x')),
      hs.ret(),
    ]);
    builds('tessellation.isoline.hs_5_0', shader);
  });

  it('ds_5_0', () => {
    const ds = sm4Mnemonics('ds_5_0');
    const shader = sm4Shader('ds_5_0', [
      ds.dcl_input_control_point_count(2),
      ds.dcl_tessellator_domain('domain_isoline'),
      ds.dcl_globalFlags('refactoringAllowed'),
      ds.dcl_input_siv(vpc(0).mask('x'), 'finalLineDensityTessFactor'),
      ds.dcl_input(vDomain.mask('xy')),
      ds.dcl_input(vicp(2, 0).mask('xyz')),
      ds.dcl_output_siv(o(0), 'position'),
      ds.dcl_output(o(1).mask('xy')),
      ds.dcl_temps(1),
      ds.add(r(0).mask('xyz'), vicp(0, 0).swizzle('xyzx').negate(), vicp(1, 0).swizzle('xyzx')),
      ds.mad(r(0).mask('xyz'), vDomain.swizzle('xxxx'), r(0).swizzle('xyzx'), vicp(0, 0).swizzle('xyzx')),
      ds.mov(r(0).mask('w'), float(1)),
      ds.add(o(0), r(0), vpc(0).swizzle('xxxx')),
      ds.mov(o(1).mask('xy'), vDomain.swizzle('xyxx')),
      ds.ret(),
    ]);
    builds('tessellation.isolineDomain.ds_5_0', shader);
  });

  it('cs_4_0', () => {
    const cs = sm4Mnemonics('cs_4_0');
    const thread = vThreadID.select('x');
    const shader = sm4Shader('cs_4_0', [
      cs.dcl_globalFlags('refactoringAllowed'),
      cs.dcl_resource_structured(t(0), 8),
      cs.dcl_resource_raw(t(1)),
      cs.dcl_uav_structured(u(0), 8),
      cs.dcl_input(vThreadIDInGroupFlattened),
      cs.dcl_input(vThreadID.mask('x')),
      cs.dcl_temps(3),
      cs.dcl_tgsm_structured(g(0), 16, 64),
      cs.dcl_thread_group(64, 1, 1),
      cs.ishl(r(0).mask('x'), thread, int(3)),
      cs.ld_raw(r(0).mask('yz'), r(0).select('x'), t(1).swizzle('xxyx')),
      cs.ld_structured(r(1).mask('yz'), thread, int(0), t(0).swizzle('xxyx')),
      cs.itof(r(0).mask('x'), r(1).select('z')),
      cs.mov(r(0).mask('w'), r(1).select('y')),
      cs.store_structured(g(0), vThreadIDInGroupFlattened, int(0), r(0).swizzle('wxyz')),
      cs.sync('sharedMemory', 'threadsInGroup'),
      cs.iadd(r(0).mask('x'), vThreadIDInGroupFlattened, int(1)),
      cs.and(r(0).mask('x'), r(0).select('x'), int(63)),
      cs.ld_structured(r(0), r(0).select('x'), int(0), g(0)),
      cs.xor(r(1).mask('y'), vThreadIDInGroupFlattened, int(1)),
      cs.ld_structured(r(2), r(1).select('y'), int(0), g(0)),
      cs.dp4(r(1).mask('x'), r(0), r(2)),
      cs.store_structured(u(0).mask('xy'), thread, int(0), r(1).swizzle('xzxx')),
      cs.ret(),
    ]);
    builds('compute-model-4.main.cs_4_0', shader);
  });

  it('cs_5_1', () => {
    const cs = sm4Mnemonics('cs_5_1');
    const ranges = sm4Ranges;
    const [x0, y0, z0] = [vThreadID.select('x'), vThreadID.select('y'), vThreadID.select('z')];
    const shader = sm4Shader('cs_5_1', [
      cs.dcl_globalFlags('refactoringAllowed'),
      cs.dcl_constantbuffer(ranges.cb(0, 2, 11, 3), 1, 'dynamicIndexed'),
      cs.dcl_constantbuffer(ranges.cb(1, 0, 0, 7), 2),
      cs.dcl_sampler(ranges.s(0, 3, 7, 2)),
      cs.dcl_resource('buffer', ranges.t(0, 31, 33), 'float'),
      cs.dcl_resource('texture2d', ranges.t(1, 0, '*', 9), 'float'),
      cs.dcl_uav_typed('buffer', ranges.u(0, 12, 15), 'uint'),
      cs.dcl_uav_structured(ranges.u(1, 20), 8),
      cs.dcl_uav_typed('texture2d', ranges.u(2, 1, 3, 1), 'float'),
      cs.dcl_input(vThreadID.mask('xyz')),
      cs.dcl_temps(3),
      cs.dcl_thread_group(4, 4, 1),
      cs.utof(r(0).mask('xy'), vThreadID.swizzle('xyxx')),
      cs.mov(r(0).mask('z'), x0),
      cs.add(r(1), cb(1, 0, 0), cb(0, at(r(0).select('z'), 2), 0)),
      cs.udiv(none, r(0).mask('w'), x0, int(5)),
      cs.mov(r(2).mask('x'), y0),
      cs.sample_l(r(2), r(0).swizzle('xyxx'), t(1, at(r(2))), s(0, at(r(0).select('w'), 3)), float(0)),
      cs.mov(r(0).mask('x'), z0),
      cs.ld(r(0).mask('x'), int(2, 2, 2, 2), t(0, at(r(0), 31))),
      cs.add(r(2), r(0).swizzle('xxxx'), r(2)),
      cs.add(r(1), r(1), r(2)),
      cs.store_uav_typed(u(2, at(r(0).select('z'), 1)), vThreadID.swizzle('xyyy'), r(1)),
      cs.imm_atomic_alloc(r(0).mask('x'), u(1, 20)),
      cs.store_structured(u(1, 20).mask('xy'), r(0).select('x'), int(0), r(1).swizzle('xyxx')),
      cs.and(r(0).mask('x'), z0, int(3)),
      cs.store_uav_typed(u(0, at(r(0), 12)), vThreadID.swizzle('xxxx'), cb(1, 0, 1).swizzle('xxxx')),
      cs.ret(),
    ]);
    builds('bindings-5_1.compute.cs_5_1.0x100000', shader);
  });
});

describe('options of an instruction', () => {
  const line = (profile: Sm4ProfileName, node: Sm4Node) => {
    const program = readSm4(wordsOf(encodeSm4(sm4Shader(profile, [node]))));
    return sm4Text(program, listingStyle(optionsOfFlags(0x40))).split('\n')[1];
  };
  const ps = sm4Mnemonics('ps_5_0');

  it('prints as Microsoft prints it', () => {
    const view = { dimension: 'structured_buffer', types: 'mixed', stride: 16 } as const;
    const types = ['float', 'uint', 'sint', 'unorm'] as const;
    // The output of Microsoft's disassembler for each of these programs with one instruction.
    expect(
      [
        ps.add(r(0), r(1).negate(), r(2).absolute().negate(), { saturate: true, precise: 'xz' }),
        ps.mul(r(0), r(1), r(2), { precise: true }),
        ps.sample(r(0), r(1), t(0), s(0), { offset: [-8, 7, 1], view: { dimension: 'texture3d', types } }),
        ps.ld_structured(r(0), r(1).select('x'), int(0), t(2), { view }),
        ps.resinfo(r(0), r(1).select('x'), t(0), {
          returnType: 'uint',
          view: { dimension: 'texture2d', types: 'float' },
        }),
        ps.sampleinfo(r(0).mask('x'), rasterizer.select('x'), { returnType: 'uint' }),
        ps.if_nz(r(0).select('x')),
        ps.retc_z(r(0).select('x')),
        ps.callc_nz(r(0).select('x'), label(3)),
        ps.sync('uavGlobal', 'sharedMemory', 'threadsInGroup'),
        ps.mov(r(0).mask('x').precision('min16f'), r(1).select('y').precision('min16i')),
        ps.dmul(r(0), double(1.5, -2), double(0.5)),
        ps.mov(x(0, at(r(1).select('z'), 3)).mask('y'), bits(0x7fc0_0001)),
        ps.gather4(r(0), r(1), t(0), s(0).select('y')),
        ps.fcall(fp(1, at(r(0))), 2),
        ps.and(r(0).mask('x'), vCoverage, vCoverage.select('x')),
        ps.mov(oMask, r(0).select('w')),
        sm4Comment('built'),
        sm4ImmediateConstantBuffer([[1, 0, 0.5, -1]]),
        sm4Message('errorf', 'at %d', r(1).select('x')),
      ].map((node) => line('ps_5_0', node)),
    ).toEqual([
      'add_sat [precise(xz)] r0.xyzw, -r1.xyzw, -|r2.xyzw|',
      'mul [precise] r0.xyzw, r1.xyzw, r2.xyzw',
      'sample_aoffimmi_indexable(-8,7,1)(texture3d)(float,uint,sint,unorm) r0.xyzw, r1.xyzw, t0.xyzw, s0',
      'ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.xyzw, r1.x, l(0), t2.xyzw',
      'resinfo_indexable(texture2d)(float,float,float,float)_uint r0.xyzw, r1.x, t0.xyzw',
      'sampleinfo_uint r0.x, rasterizer.x',
      'if_nz r0.x',
      'retc_z r0.x',
      'callc_nz r0.x, label3',
      'sync_uglobal_g_t',
      'mov r0.x {min16f}, r1.y {min16i as min16f}',
      'dmul r0.xyzw, d(1.500000l, -2.000000l), d(0.500000l, 0.000000l)',
      'mov x0[r1.z + 3].y, l(0x7fc00001)',
      'gather4 r0.xyzw, r1.xyzw, t0.xyzw, s0.y',
      'fcall fp1[r0.x + 0][2]',
      'and r0.x, vCoverage.x, vCoverage.x',
      'mov oMask, r0.w',
      '// COMMENT: built',
      'dcl_immediateConstantBuffer { { 1.000000, 0, 0.500000, -1.000000} }',
      'errorf "at %d", r1.x',
    ]);
    const ps51 = sm4Mnemonics('ps_5_1');
    expect(line('ps_5_1', ps51.sample(r(0), r(1), t(1, at(r(0), 2)).nonUniform(), s(0, 1)))).toBe(
      'sample r0.xyzw, r1.xyzw, T1[r0.x + 2].xyzw { nonuniform }, S0[1]',
    );
  });

  it('64-bit indices', () => {
    const [node] = decodeSm4(encodeSm4(sm4Shader('ps_5_0', [ps.mov(r(0), icb(0x1_0000_0002n))]))).nodes;
    expect(node).toHaveProperty(['operands', 1, 'indices'], [{ high: 1, immediate: 2 }]);
    const [sum] = decodeSm4(encodeSm4(sm4Shader('ps_5_0', [ps.mov(r(0), icb(at(r(1), 5n)))]))).nodes;
    expect(sum).toHaveProperty(['operands', 1, 'indices', 0], {
      high: 0,
      immediate: 5,
      relative: r(1).select('x').node,
    });
  });
});

describe('what does not compile also throws', () => {
  const ps = sm4Mnemonics('ps_5_0');
  const ps40 = sm4Mnemonics('ps_4_0');
  const ps51 = sm4Mnemonics('ps_5_1');
  const vs = sm4Mnemonics('vs_5_0');

  it('wrong numbers of operands', () => {
    // @ts-expect-error: add has two sources
    expect(() => ps.add(r(0), r(1))).toThrow(TypeError);
    // @ts-expect-error: and no third one
    expect(() => ps.add(r(0), r(1), r(2), r(3))).toThrow(TypeError);
    // @ts-expect-error: ret has none
    expect(() => ps.ret(r(0))).toThrow(TypeError);
    // @ts-expect-error: which function of the interface
    expect(() => ps.fcall(fp(0, 0))).toThrow(TypeError);
    // @ts-expect-error: one value or four
    expect(() => float(1, 2)).toThrow(TypeError);
    // @ts-expect-error: arrays have elements
    expect(() => x(0)).toThrow(TypeError);
  });

  it('registers and components of the wrong kind', () => {
    // @ts-expect-error: a swizzled register is a source
    expect(() => ps.mov(r(0).swizzle('xyzw'), r(1))).toThrow(TypeError);
    // @ts-expect-error: a masked register is a result
    expect(() => ps.mov(r(0), r(1).mask('x'))).toThrow(TypeError);
    // @ts-expect-error: constants cannot be written
    expect(() => ps.mov(cb(0, 0), r(1))).toThrow(TypeError);
    // @ts-expect-error: nor can literals
    expect(() => ps.mov(float(1), r(1))).toThrow(TypeError);
    // @ts-expect-error: numbers are literals of a type
    expect(() => ps.mov(r(0), 1)).toThrow(TypeError);
    // @ts-expect-error: a texture is not a sampler
    expect(() => ps.sample(r(0), r(1), t(0), t(1))).toThrow(TypeError);
    // @ts-expect-error: a sampler is not a texture
    expect(() => ps.sample(r(0), r(1), s(0), s(1))).toThrow(TypeError);
    // @ts-expect-error: stores write
    expect(() => ps.store_raw(u(0).swizzle('xyzw'), r(0), r(1))).toThrow(TypeError);
    // @ts-expect-error: atomics name the entire view
    expect(() => ps.atomic_iadd(u(0).mask('x'), r(0), r(1))).toThrow(TypeError);
    // @ts-expect-error: streams only
    expect(() => sm4Mnemonics('gs_5_0').emit_stream(o(0))).toThrow(TypeError);
    // @ts-expect-error: inputs only
    expect(() => vs.dcl_input(o(0))).toThrow(TypeError);
    // @ts-expect-error: outputs only
    expect(() => vs.dcl_output(v(0))).toThrow(TypeError);
    expect(() => ps.call(fb(0))).not.toThrow();
    expect(() => sm4Mnemonics('lib_5_0').mov(ov(0), iv(0))).not.toThrow();
    // An index is one component.
    expect(() => cb(0, at(r(0).swizzle('xyzw')))).toThrow(TypeError);
  });

  it('mnemonics that do not exist, or not in this profile', () => {
    // @ts-expect-error: no such mnemonic
    expect(ps.movv).toBeUndefined();
    // @ts-expect-error: conditional instructions say what they test
    expect(ps.if).toBeUndefined();
    // @ts-expect-error: from 5.0 on
    expect(ps40.rcp).toBeUndefined();
    // @ts-expect-error: until 4.1
    expect(ps.deriv_rtx).toBeUndefined();
    // @ts-expect-error: pixel shaders only
    expect(vs.sample).toBeUndefined();
    // @ts-expect-error: pixel shaders only
    expect(vs.dcl_input_ps).toBeUndefined();
    // @ts-expect-error: reserved
    expect(ps.reserved_112).toBeUndefined();
    // @ts-expect-error: hull shaders begin with 5.0
    expect(() => sm4Mnemonics('hs_4_0')).toThrow(RangeError);
    // @ts-expect-error: no such profile
    expect(() => sm4Shader('ps_6_0', [])).toThrow(RangeError);
  });

  it('options of other instructions or versions', () => {
    const view = { dimension: 'texture2d', types: 'float' } as const;
    // @ts-expect-error: from 5.1 on the declaration has it (SM51-7)
    expect(() => ps51.sample(r(0), r(1), t(0, 0), s(0, 0), { view })).toThrow(TypeError);
    // @ts-expect-error: before 5.0 there is none
    expect(() => ps40.sample(r(0), r(1), t(0), s(0), { view })).toThrow(TypeError);
    // @ts-expect-error: no view here
    expect(() => ps.add(r(0), r(1), r(2), { view })).toThrow(TypeError);
    // @ts-expect-error: nor offsets
    expect(() => ps.add(r(0), r(1), r(2), { offset: [0, 0, 0] })).toThrow(TypeError);
    // @ts-expect-error: integers are not clamped
    expect(() => ps.iadd(r(0), r(1), r(2), { saturate: true })).toThrow(TypeError);
    // @ts-expect-error: from 5.0 on
    expect(() => ps40.add(r(0), r(1), r(2), { precise: true })).toThrow(TypeError);
    // @ts-expect-error: sampleinfo has no reciprocal: its numbers are float and uint
    expect(() => ps.sampleinfo(r(0), rasterizer, { returnType: 'rcp' })).toThrow(RangeError);
    expect(() => ps.sample(r(0), r(1), t(0), s(0), { offset: [8, 0, 0] })).toThrow(RangeError);
  });

  it('registers before 5.1 and ranges from then on', () => {
    // @ts-expect-error: a range (SM51-2)
    expect(() => ps51.dcl_sampler(s(0, 0))).toThrow(TypeError);
    // @ts-expect-error: a register
    expect(() => ps.dcl_sampler(sm4Ranges.s(0, 0))).toThrow(TypeError);
    // @ts-expect-error: a range of samplers
    expect(() => ps51.dcl_sampler(sm4Ranges.t(0, 0))).toThrow(TypeError);
    // @ts-expect-error: ranges of constant buffers have a size
    expect(() => ps51.dcl_constantbuffer(sm4Ranges.cb(0, 0))).not.toThrow();
  });

  it('names and numbers', () => {
    // @ts-expect-error: components in their order
    expect(() => r(0).mask('zx')).toThrow(RangeError);
    // @ts-expect-error: one is selected, four are swizzled
    expect(() => r(0).swizzle('x')).toThrow(RangeError);
    // @ts-expect-error: no such component
    expect(() => r(0).select('r')).toThrow(RangeError);
    // @ts-expect-error: no such precision
    expect(() => r(0).precision('half')).toThrow(RangeError);
    // @ts-expect-error: no such dimension
    expect(() => ps.dcl_resource('texture4d', t(0), 'float')).toThrow(RangeError);
    // @ts-expect-error: no such type
    expect(() => ps.dcl_resource('texture2d', t(0), 'half')).toThrow(RangeError);
    // @ts-expect-error: no such name
    expect(() => vs.dcl_output_siv(o(0), 'pos')).toThrow(RangeError);
    // @ts-expect-error: no such flag
    expect(() => ps.dcl_globalFlags('fast')).toThrow(RangeError);
    // @ts-expect-error: nothing to wait for
    expect(() => ps.sync('everything')).toThrow(RangeError);
    expect(() => r(2 ** 32)).toThrow(RangeError);
    expect(() => r(0.5)).toThrow(RangeError);
    expect(() => ps.dcl_temps(Number.NaN)).toThrow(RangeError);
    expect(() => sm4ImmediateConstantBuffer([[1, 2]])).toThrow(RangeError);
    expect(() => icb(-1n)).toThrow(RangeError);
  });
});
