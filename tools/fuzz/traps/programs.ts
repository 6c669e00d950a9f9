/**
 * Worst cases of programs: deep nesting, many blocks, labels, declarations and comments.
 *
 * Not for: containers (containers.ts).
 */
import { checked, oneChunk, repeated, sm1Stream, sm1Words, sm4Container, sm4Words, type Trap } from './build.ts';
import { hasProgram } from './checks.ts';

const PS_5 = 0x50;
const GS_5 = 0x2_0050;
const HS_5 = 0x3_0050;
const PS_3 = 0xffff_0300;
const VS_3 = 0xfffe_0300;

const SM4 = [
  'disassemble',
  'validateSm4',
  'inspect',
  'reflect',
  'scanShader',
  'sm4',
  'encode',
  'edit',
  'openShader',
] as const;
const SM1 = [
  'disassemble',
  'validate',
  'inspect',
  'reflect',
  'scanShader',
  'sm1',
  'encode',
  'edit',
  'openShader',
] as const;
type Names = (typeof SM4)[number] | (typeof SM1)[number];

type ProgramTrap = Omit<Trap<Names>, 'check'>;

function sm4(unit: string, last = '', profile = 'ps_5_0', version = PS_5, first = ''): ProgramTrap {
  const words = (lines: string) => (lines === '' ? [] : sm4Words(profile, lines));
  return {
    targets: SM4,
    build: (size) => sm4Container(version, repeated(size >> 2, words(first), words(unit), words(last))),
  };
}

/** Each unit with another number in its last DWORD. */
function sm4Numbered(unit: string, first = '', back = 1): ProgramTrap {
  const words = sm4Words('ps_5_0', unit);
  const numbered = (n: number) => words.map((word, i) => (i === words.length - back ? n : word));
  const start = first === '' ? [] : sm4Words('ps_5_0', first);
  return { targets: SM4, build: (size) => sm4Container(PS_5, repeated(size >> 2, start, numbered)) };
}

function sm1(unit: string, last = '', profile = 'ps_3_0', version = PS_3, first = ''): ProgramTrap {
  const words = (lines: string) => (lines === '' ? [] : sm1Words(profile, lines));
  return {
    targets: SM1,
    build: (size) => sm1Stream(version, repeated(size >> 2, words(first), words(unit), words(last))),
  };
}

const comment = (text: readonly number[]) => [((text.length << 16) | 0xfffe) >>> 0, ...text];
const CTAB = [0x4241_5443, 28, 28, 0xffff_0300, 0, 28, 0, 28];

export const PROGRAM_TRAPS = checked<string, Names>(hasProgram, {
  'sm4 nested if': sm4('if_nz r0.x', 'endif'),
  'sm4 open if': sm4('if_nz r0.x'),
  'sm4 nested loop': sm4('loop', 'endloop'),
  'sm4 nested loop with break': sm4('loop\nbreakc_nz r0.x', 'endloop'),
  'sm4 breaks in one loop': sm4('breakc_nz r0.x', '', 'ps_5_0', PS_5, 'loop'),
  'sm4 nested switch': sm4('switch r0.x\ncase l(1)', 'break\nendswitch'),
  'sm4 cases': sm4Numbered('case l(1)', 'switch r0.x'),
  'sm4 else': sm4('else', '', 'ps_5_0', PS_5, 'if_nz r0.x'),
  'sm4 if in a row': sm4('if_nz r0.x\nmov r1.x, r2.x\nendif'),
  'sm4 if in a row, temps written': sm4Numbered('if_nz r0.x\nendif\nmov r7.x, l(1)', 'dcl_temps 4096', 3),
  'sm4 labels': sm4Numbered('ret\nlabel label7'),
  'sm4 calls of many labels': sm4Numbered('ret\nlabel label7\ncall label8'),
  'sm4 calls': sm4('call label8'),
  'sm4 textures': sm4('dcl_resource_texture2d (float,float,float,float) t3'),
  'sm4 textures, numbered': sm4Numbered('dcl_resource_texture2d (float,float,float,float) t3', '', 2),
  'sm4 constant buffers, numbered': sm4Numbered('dcl_constantbuffer CB1[7], immediateIndexed'),
  'sm4 samplers, numbered': sm4Numbered('dcl_sampler s3, mode_default'),
  'sm4 raw views': sm4Numbered('dcl_uav_raw u2'),
  'sm4 inputs, numbered': sm4Numbered('dcl_input_ps linear v1.xyzw'),
  'sm4 inputs': sm4('dcl_input_ps linear v1.xyzw'),
  'sm4 outputs': sm4('dcl_output o1.xyzw'),
  'sm4 indexable temps': sm4Numbered('dcl_indexableTemp x0[4096], 4', '', 3),
  'sm4 indexable temps read': sm4('mov r0.x, x0[r0.x + 1].x', '', 'ps_5_0', PS_5, 'dcl_indexableTemp x0[4096], 4'),
  'sm4 index ranges': sm4('dcl_indexRange v1.x 4'),
  'sm4 temps': sm4('dcl_temps 4096'),
  'sm4 temps read': sm4Numbered('mov r1.x, r2.x', 'dcl_temps 4096'),
  'sm4 streams': sm4('dcl_stream m1\nemit_stream m1', '', 'gs_5_0', GS_5),
  'sm4 hull phases': sm4('hs_fork_phase\ndcl_hs_fork_phase_instance_count 3\nret', '', 'hs_5_0', HS_5, 'hs_decls'),
  'sm4 empty hull phases': sm4('hs_fork_phase', '', 'hs_5_0', HS_5),
  'sm4 function bodies': sm4Numbered('dcl_function_body fb3'),
  'sm4 function tables': sm4Numbered('dcl_function_table ft3 = {fb1, fb2}', '', 4),
  'sm4 interfaces': sm4('dcl_interface fp0[1][2] = {ft1, ft2}'),
  'sm4 interface with many tables': {
    targets: SM4,
    build: (size: number) => {
      const tables = Math.min(0x7ff0, size >> 3);
      const table = (n: number) => [0x8f | (4 << 24), n, 1, n & 3].slice(0, 4);
      const rest = (size >> 2) - 4 * tables;
      const one = [0x92 | (Math.min(0x7f, 4 + 3) << 24), 0, 3, 0x1_0003, 0, 1, 2];
      return sm4Container(
        PS_5,
        repeated(rest + 4 * tables, Array.from({ length: tables }, (_, n) => table(n)).flat(), one),
      );
    },
  },
  'sm4 comments': {
    targets: SM4,
    build: (size: number) => sm4Container(PS_5, repeated(size >> 2, [], [0x35, 3, 0x6161_6161])),
  },
  'sm4 constant blocks': {
    targets: SM4,
    build: (size: number) => sm4Container(PS_5, repeated(size >> 2, [], [0x1835, 6, 1, 2, 3, 4])),
  },
  'sm4 one constant block': {
    targets: SM4,
    build: (size: number) => {
      const words = new Uint32Array(size >> 2).fill(0x3f80_0000);
      words.set([0x1835, words.length]);
      return sm4Container(PS_5, words);
    },
  },
  'sm4 zero words': { targets: SM4, build: (size: number) => sm4Container(PS_5, new Uint32Array(size >> 2)) },
  'sm4 nops': { targets: SM4, build: (size: number) => sm4Container(PS_5, repeated(size >> 2, [], [0x0100_003a])) },
  'sm4 samples': sm4(
    'sample r0.xyzw, v1.xyxx, t0.xyzw, s0',
    '',
    'ps_5_0',
    PS_5,
    'dcl_resource_texture2d (float,float,float,float) t0\ndcl_sampler s0, mode_default\ndcl_temps 1',
  ),
  'sm1 nested if': sm1('if b0', 'endif'),
  'sm1 open if': sm1('if b0'),
  'sm1 nested loop': sm1('loop aL, i0', 'endloop'),
  'sm1 nested rep': sm1('rep i0', 'endrep'),
  'sm1 breaks': sm1('break', '', 'ps_3_0', PS_3, 'rep i0'),
  'sm1 labels': sm1('ret\nlabel l7', '', 'vs_3_0', VS_3),
  'sm1 calls': sm1('call l7', '', 'vs_3_0', VS_3),
  'sm1 constants': sm1('def c3, 1, 2, 3, 4'),
  'sm1 constants read': sm1('mov r0, c3', '', 'ps_3_0', PS_3, 'def c3, 1, 2, 3, 4'),
  'sm1 declarations': sm1('dcl_texcoord3 v3'),
  'sm1 samplers': sm1('dcl_2d s3'),
  'sm1 relative': sm1('mov r0, c[a0.x + 5]', '', 'vs_3_0', VS_3),
  'sm1 coissue': {
    targets: SM1,
    build: (size: number) => sm1Stream(0xffff_0104, repeated(size >> 2, [], [0x4000_0001, 0x8008_0000, 0x80ff_0001])),
  },
  'sm1 comments': {
    targets: SM1,
    build: (size: number) => sm1Stream(PS_3, repeated(size >> 2, [], comment([0x6161_6161]))),
  },
  'sm1 constant tables': {
    targets: SM1,
    build: (size: number) => sm1Stream(PS_3, repeated(size >> 2, [], comment(CTAB))),
  },
  'sm1 preshaders': {
    targets: SM1,
    build: (size: number) => sm1Stream(PS_3, repeated(size >> 2, [], comment([0x5345_5250, 0x4658_0200]))),
  },
  'sm1 zero words': { targets: SM1, build: (size: number) => sm1Stream(PS_3, new Uint32Array(size >> 2)) },
  'level 9 programs': {
    targets: SM1,
    build: (size: number) => {
      const program = sm1Stream(PS_3, new Uint32Array(size >> 2));
      const header = Uint32Array.of(program.byteLength + 36, PS_3, program.byteLength, 36, 0, 0, 0, 0, 0);
      return oneChunk('Aon9', new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), program])));
    },
  },
});
