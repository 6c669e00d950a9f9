import { expect, test } from 'vitest';
import { type SdbgHeld, sdbgChunk } from '../../../smith/sdbg.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { readDebugInformation } from '../../../src/debug/read.ts';
import { SDBG_NONE } from '../../../src/debug/sdbg/view.ts';

const held = (scalar: number): SdbgHeld => [
  scalar,
  0,
  SDBG_NONE,
  0x8000_0000,
  0x7fff_ffff,
  0xff7f_ffff,
  0x7f7f_ffff,
  0,
  0,
];
/** ps_4_0: two times `nop`, and `ret`. */
const PROGRAM = bytesOf(Uint32Array.of(0x40, 5, 0x0100_003a, 0x0100_003a, 0x0100_003e));

const data = sdbgChunk({
  files: [['a.hlsl', 'float4 x;']],
  instructions: [
    {
      id: 0,
      outputCount: 1,
      outputs: [{ held: [held(0), held(1)], indexRegister: SDBG_NONE, indexComponent: SDBG_NONE }],
      token: 1,
    },
    { id: 2, outputCount: 0, outputs: [], token: 2 },
  ],
  scalars: [
    [3, 0, 0],
    [3, 0, 1],
  ],
  tokens: [
    [0, 3, 8, 'color'],
    [0, 12, 5, 'color = 1'],
    [SDBG_NONE, 0, 0, ''],
  ],
  variables: [[0, 4]],
});
const { programs } = readDebugInformation(
  serializeContainer([
    { tag: TAG.SHDR, data: PROGRAM },
    { tag: TAG.SDBG, data },
  ]),
);

test('compiler, files and their texts', () => {
  expect(programs).toHaveLength(1);
  expect(programs[0]).toMatchObject({
    format: 'sdbg',
    compiler: 'Compiler',
    entryPoint: 'main',
    profile: 'ps_4_0',
    flags: 1,
    files: [{ name: 'a.hlsl', source: 'float4 x;' }],
    functions: [{ name: 'main' }],
  });
});

test('instructions by their numbers, with line, column and the end of the text', () => {
  expect(programs[0]!.instructions).toEqual([
    {
      index: 0,
      offset: 8,
      end: 12,
      location: { file: 0, line: 12, column: 5, endLine: 12, endColumn: 14 },
      function: null,
    },
    { index: 2, offset: 16, end: 20, location: null, function: null },
  ]);
});

test('variables with type, position, and the registers that instructions write', () => {
  const [variable] = programs[0]!.variables;
  expect(variable).toMatchObject({ name: 'color', location: { file: 0, line: 3, column: 8 }, parameter: false });
  // Values at the start, then those that instruction 0 writes.
  expect(variable!.values).toEqual([
    { part: '[0].x', register: 'v0', component: 'x', ranges: [{ start: 0, end: null }] },
    { part: '[0].x', register: 'r0', component: 'x', ranges: [{ start: 12, end: null }] },
    { part: '[0].y', register: 'r0', component: 'y', ranges: [{ start: 12, end: null }] },
  ]);
});
