/** Programs that consist of a number of equal parts, for tests of how work grows with them. */
import { assembleUnvalidated } from '../../src/assemble/index.ts';

const repeated = (count: number, part: (i: number) => readonly string[]) =>
  Array.from({ length: count }, (_, i) => part(i)).flat();
const nested = (depth: number, body: readonly string[]) => [
  ...Array.from({ length: depth }, () => 'if_nz cb0[0].x'),
  ...body,
  ...Array.from({ length: depth }, () => 'endif'),
];

const PIXEL = [
  'ps_5_0',
  'dcl_globalFlags refactoringAllowed',
  'dcl_constantbuffer CB0[4], dynamicIndexed',
  'dcl_output o0.xyzw',
];
const pixel = (declarations: readonly string[], body: readonly string[], after: readonly string[] = []) => [
  ...PIXEL,
  ...declarations,
  'mov r0.xyzw, cb0[0].xyzw',
  ...body,
  'mov o0.xyzw, r0.xyzw',
  'ret',
  ...after,
];

/** Programs of `n` parts. */
export const GROWING_PROGRAMS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  instructions: (n) =>
    pixel(
      ['dcl_temps 1'],
      repeated(n, () => ['mad r0.xyzw, r0.yzwx, cb0[1].xyzw, r0.xyzw']),
    ),
  'temporary registers': (n) =>
    pixel(
      [`dcl_temps ${n + 1}`],
      repeated(n, (i) => [`add r${i + 1}.xyzw, r${i}.xyzw, cb0[1].xyzw`]),
    ),
  'blocks after each other': (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => ['if_nz r0.x', 'add r0.y, r0.y, l(1.000000)', 'else', 'mov r0.y, r0.z', 'endif']),
    ),
  'blocks in blocks': (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => nested(20, ['add r0.y, r0.y, l(1.000000)'])),
    ),
  loops: (n) =>
    pixel(
      ['dcl_temps 2'],
      repeated(n, () => ['loop', 'breakc_nz r0.x', 'iadd r0.x, r0.x, l(1)', 'add r0.y, r0.y, cb0[1].x', 'endloop']),
    ),
  'cases of a switch': (n) =>
    pixel(
      ['dcl_temps 2'],
      [
        'switch r0.x',
        ...repeated(n, (i) => [`case l(${i})`, `mov r0.y, l(${i})`, 'break']),
        'default',
        'break',
        'endswitch',
      ],
    ),
  arrays: (n) =>
    pixel(
      ['dcl_temps 2', ...repeated(n, (i) => [`dcl_indexableTemp x${i}[2], 4`])],
      repeated(n, (i) => [`mov x${i}[0].xyzw, r0.xyzw`, `add r0.xyzw, x${i}[0].yzwx, x${i}[1].xyzw`]),
    ),
  'arrays by index': (n) =>
    pixel(
      ['dcl_temps 2', ...repeated(n, (i) => [`dcl_indexableTemp x${i}[2], 4`])],
      repeated(n, (i) => [`mov x${i}[r0.x + 0].xyzw, r0.xyzw`, `add r0.xyzw, x${i}[0].yzwx, x${i}[1].xyzw`]),
    ),
  subroutines: (n) =>
    pixel(
      [`dcl_temps ${16 * n}`],
      repeated(n, (i) => [`call label${i}`]),
      repeated(n, (i) => [`label label${i}`, 'add r0.xyzw, r0.yzwx, cb0[1].xyzw', 'ret']),
    ),
  'phases of a hull shader': (n) => [
    'hs_5_0',
    'hs_decls',
    'dcl_input_control_point_count 3',
    'dcl_output_control_point_count 3',
    'dcl_tessellator_domain domain_tri',
    'dcl_tessellator_partitioning partitioning_integer',
    'dcl_tessellator_output_primitive output_triangle_cw',
    'dcl_constantbuffer CB0[1], immediateIndexed',
    ...repeated(n, () => [
      'hs_fork_phase',
      'dcl_temps 1',
      'dcl_indexableTemp x0[2], 4',
      'mov x0[1].x, cb0[0].x',
      'add r0.x, x0[1].x, x0[0].y',
      'ret',
    ]),
  ],
};

const vertex = (declarations: readonly string[], body: readonly string[], after: readonly string[] = []) => [
  'vs_3_0',
  'dcl_position v0',
  'dcl_position o0',
  ...declarations,
  'mov r0, v0',
  ...body,
  'mov o0, r0',
  ...after,
];

/** Programs of `n` parts for Direct3D 9. */
export const GROWING_SM1_PROGRAMS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  instructions: (n) =>
    vertex(
      [],
      repeated(n, () => ['mad r0, r0.yzwx, c1, r0']),
    ),
  'operations of Direct3D 9': (n) =>
    vertex(
      [],
      repeated(n, () => [
        ...['mul r1, r0, c1', 'lrp r1, r1, c2, r0', 'dp4 r0.x, r1, c3', 'rcp r0.y, r1.x', 'rsq r0.z, r1.y'],
        ...['nrm r2.xyz, r1', 'log r0.w, r2.x', 'pow r1.x, r0.x, c4.x', 'lit r1, r0', 'add r0, r0, r1'],
      ]),
    ),
  'constants in the program': (n) =>
    vertex(
      repeated(n, (i) => [`def c${i}, ${i}, 1, 2, 3`]),
      repeated(n, (i) => [`mad r0, r0.yzwx, c${i}, r0`]),
    ),
  'constants by index': (n) =>
    vertex(
      [],
      repeated(n, () => ['mova a0.x, r0.x', 'add r0, r0, c[a0.x + 4]']),
    ),
  'predicated instructions': (n) =>
    vertex(
      [],
      repeated(n, () => ['setp_lt p0, r0, c0', '(p0) add r0, r0, c1']),
    ),
  'blocks after each other': (n) =>
    vertex(
      [],
      repeated(n, () => ['if_lt r0.x, c0.x', 'add r0.y, r0.y, c1.x', 'else', 'mov r0.y, r0.z', 'endif']),
    ),
  'blocks in blocks': (n) =>
    vertex(
      [],
      repeated(n, () => [
        ...Array.from({ length: 20 }, () => 'if b0'),
        'mul r0.y, r0.y, c1.x',
        ...Array.from({ length: 20 }, () => 'endif'),
      ]),
    ),
  loops: (n) =>
    vertex(
      [],
      repeated(n, () => ['loop aL, i0', 'break_lt r0.x, c0.x', 'mad r0, r0, c[aL + 1], c1', 'endloop']),
    ),
  subroutines: (n) =>
    vertex(
      [],
      repeated(n, (i) => [`call l${i}`]),
      ['ret', ...repeated(n, (i) => [`label l${i}`, 'mul r0, r0.yzwx, c1', 'ret'])],
    ),
};

/** Programs of `n` parts whose blocks have many registers or are deep. */
export const GROWING_BLOCKS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  'loops in loops': (n) =>
    pixel(
      ['dcl_temps 3'],
      repeated(n, () => [
        ...Array.from({ length: 20 }, () => ['loop', 'breakc_nz r0.x', 'mov r2.xyzw, r0.xyzw']).flat(),
        'add r0.y, r0.y, r2.x',
        ...Array.from({ length: 20 }, () => ['breakc_nz r0.y', 'endloop']).flat(),
      ]),
    ),
  'registers in a loop with ways out': (n) =>
    pixel(
      [`dcl_temps ${n + 1}`],
      [
        'loop',
        ...repeated(n, (i) => [`add r${i + 1}.xy, r0.yzyy, cb0[1].xyxx`, `add r0.z, r${i + 1}.x, r${i + 1}.y`]),
        ...repeated(n, (i) => [`mov r${i + 1}.w, r0.y`, `ieq r0.x, r0.z, l(${i})`, 'breakc_nz r0.x']),
        'endloop',
      ],
    ),
  'registers in a loop with ways back and returns': (n) =>
    pixel(
      [`dcl_temps ${n + 1}`],
      [
        'loop',
        ...repeated(n, (i) => [`mov r${i + 1}.w, r0.y`, 'continuec_nz r0.x', `mov r0.y, r${i + 1}.w`, 'retc_nz r0.y']),
        'break',
        'endloop',
      ],
    ),
  'cases that fall into the next': (n) =>
    pixel(
      ['dcl_temps 2'],
      [
        'switch r0.x',
        ...repeated(n, (i) => [`case l(${i})`, `add r0.y, r0.y, l(${i})`]),
        ...['default', 'break', 'endswitch'],
      ],
    ),
  'registers in cases': (n) =>
    pixel(
      [`dcl_temps ${n + 1}`],
      [
        'switch r0.x',
        ...repeated(n, (i) => [`case l(${i})`, `mov r${i + 1}.x, r0.y`, `mov r0.z, r${i + 1}.x`, 'break']),
        'default',
        'break',
        'endswitch',
      ],
    ),
  'SM 1-3: loops in loops': (n) =>
    vertex(
      [],
      repeated(n, () => [
        ...['rep i0', 'break_lt r0.x, c0.x', 'mov r2, r0', 'loop aL, i0', 'mad r0, r2, c[aL + 1], r1', 'if b0'],
        ...['mul r3, r0, c1', 'break_gt r3.x, c0.x', 'endif', 'mov r1.x, r3.y', 'endloop', 'endrep'],
      ]),
    ),
};

/** The bytes of an assembly text. */
export function assembledLines(lines: readonly string[]): Uint8Array {
  const { bytes, diagnostics } = assembleUnvalidated(`${lines.join('\n')}\n`);
  if (bytes === undefined) throw new Error(diagnostics.find(({ severity }) => severity === 'error')?.message);
  return bytes;
}
