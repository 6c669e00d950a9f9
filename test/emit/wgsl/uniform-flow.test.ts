/**
 * Barriers in control flow: which conditions are those of the first thread, and which barriers are refused.
 * live/translate-valid.ts lets Tint check the sources of random programs.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { translate } from '../../../src/translate/index.ts';

const DECLARATIONS = [
  'dcl_globalFlags refactoringAllowed',
  'dcl_constantbuffer CB0[4], immediateIndexed',
  'dcl_resource_raw t0',
  'dcl_uav_raw u0',
  'dcl_tgsm_raw g0, 64',
  'dcl_input vThreadIDInGroupFlattened',
  'dcl_input vThreadGroupID.x',
  'dcl_temps 3',
  'dcl_thread_group 8, 2, 1',
];

function translated(lines: readonly string[], declarations: readonly string[] = DECLARATIONS) {
  const { bytes, diagnostics } = assemble(['cs_5_0', ...declarations, ...lines, 'ret'].join('\n'));
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return translate(bytes);
}

/** Conditions of the first thread, as they are written. */
function conditions(lines: readonly string[]): string[] {
  const { stages, diagnostics } = translated(lines);
  expect(diagnostics.map(({ code }) => code)).toEqual([]);
  const [, main] = stages[0]!.code.split('fn main');
  return main!.split('\n').flatMap((line) => (line.includes('of_first_thread(') ? [line.trim()] : []));
}

const WRITE = 'store_raw g0.x, l(0), vThreadIDInGroupFlattened.x';

describe('conditions that decide whether a barrier is reached', () => {
  it('are those of the first thread where threads may differ', () => {
    expect(conditions(['ld_raw r0.x, l(0), u0.x', 'if_nz r0.x', WRITE, '  sync_g_t', 'endif'])).toEqual([
      'if (of_first_thread(select(0u, 1u, (v != 0u)), input.local_invocation_index) != 0u) {',
    ]);
    expect(
      conditions(['ld_raw r0.x, l(4), g0.x', 'switch r0.x', 'case l(1)', '  sync_g_t', '  break', 'endswitch']),
    ).toHaveLength(1);
  });

  it('stay where constants, read-only memory or the number of the group decide', () => {
    expect(conditions(['if_nz cb0[1].x', '  sync_g_t', 'endif'])).toEqual([]);
    expect(conditions(['ld_raw r0.x, l(16), t0.x', 'if_nz r0.x', '  sync_g_t', 'endif'])).toEqual([]);
    expect(conditions(['if_nz vThreadGroupID.x', '  sync_g_t', 'endif', WRITE])).toEqual([]);
  });

  it('stay in loops that count alike', () => {
    const loop = (limit: string) => [
      'mov r0.x, l(0)',
      'loop',
      `  ige r0.y, r0.x, ${limit}`,
      '  breakc_nz r0.y',
      `  ${WRITE}`,
      '  sync_g_t',
      '  iadd r0.x, r0.x, l(1)',
      'endloop',
    ];
    expect(conditions(loop('cb0[0].x'))).toEqual([]);
    expect(conditions(loop('vThreadIDInGroupFlattened.x'))).toHaveLength(1);
  });

  it('are those of jumps before a barrier, but not after it or in another branch', () => {
    const leave = ['if_nz vThreadIDInGroupFlattened.x', '  ret', 'endif'];
    expect(conditions([...leave, 'sync_g_t', WRITE])).toHaveLength(1);
    expect(conditions(['sync_g_t', ...leave, WRITE])).toEqual([]);
    expect(conditions(['if_nz cb0[0].x', ...leave, WRITE, 'else', '  sync_g_t', 'endif', WRITE])).toEqual([]);
  });

  it('take what constructs give for different where their conditions are', () => {
    const chosen = (condition: string) => [
      'mov r0.x, l(0)',
      `if_nz ${condition}`,
      '  store_raw u0.x, l(0), l(1)',
      '  mov r0.x, cb0[1].x',
      'endif',
      'if_nz r0.x',
      '  sync_g_t',
      'endif',
    ];
    expect(conditions(chosen('cb0[0].x'))).toEqual([]);
    expect(conditions(chosen('vThreadIDInGroupFlattened.x'))).toHaveLength(1);
  });
});

it('has the number of the group as a parameter of its own', () => {
  const { stages } = translated(['if_nz vThreadGroupID.x', '  sync_g_t', 'endif', WRITE]);
  expect(stages[0]!.code).toContain('fn main(input: Inputs, @builtin(workgroup_id) workgroup_id: vec3u) {');
  expect(stages[0]!.code).toContain('if (workgroup_id.x != 0u) {');
});

it('counts the word of group memory', () => {
  const declarations = DECLARATIONS.map((line) => line.replace('g0, 64', 'g0, 16384'));
  const limits = (lines: readonly string[]) =>
    translated([...lines, WRITE], declarations).stages[0]!.map.requires.limits;
  expect(limits(['sync_g_t'])).toEqual({});
  expect(limits(['ld_raw r0.x, l(0), g0.x', 'if_nz r0.x', '  sync_g_t', 'endif'])).toEqual({
    maxComputeWorkgroupStorageSize: 16388,
  });
});

it('refuses barriers that a loop reaches whose threads have left a switch alone', () => {
  const { stages, diagnostics } = translated([
    'mov r0.x, l(0)',
    'loop',
    '  iadd r0.x, r0.x, l(1)',
    '  ige r0.y, r0.x, cb0[0].x',
    '  breakc_nz r0.y',
    '  switch cb0[0].y',
    '  case l(1)',
    '    if_nz vThreadIDInGroupFlattened.x',
    '      break',
    '    endif',
    '    ld_raw r0.z, l(0), u0.x',
    '    continuec_nz r0.z',
    '    break',
    '  endswitch',
    '  sync_g_t',
    'endloop',
  ]);
  expect(stages).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toContain('DX6012');
});

it('refuses barriers after a switch that some threads leave early and others end in, as WGSL does', () => {
  const lines = (end: string) => [
    'switch cb0[0].y',
    'case l(1)',
    '  if_nz vThreadIDInGroupFlattened.x',
    '    break',
    '  endif',
    '  store_raw u0.x, l(0), l(1)',
    '  break',
    'case l(2)',
    '  store_raw u0.x, l(0), l(2)',
    `  ${end}`,
    'endswitch',
    'sync_g_t',
    WRITE,
  ];
  expect(translated(lines('ret')).diagnostics.map(({ code }) => code)).toContain('DX6012');
  expect(conditions(lines('break'))).toEqual([]);
});
