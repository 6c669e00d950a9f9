/**
 * Builds programs of control flow and interfaces from short words, for tests: `if nop endif`, `table(0:1,2)`. Checks
 * nothing.
 */

import {
  containerOf,
  customDataWords,
  instructionWords,
  literalWords,
  operandWords,
  programWords,
} from '../../smith/sm4-words.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { type ClassInstance, type ClassType, NO_SLOT, serializeIfce } from '../../src/chunks/ifce.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { sm4CodesOf } from '../../src/isa/sm4/opcodes.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../../src/isa/sm4/tokens.ts';

const ONE = literalWords(1);
const PROGRAM_TYPES = { ps: 0, vs: 1, cs: 5 } as const;
const PHASES = sm4CodesOf('hs_control_point_phase', 'hs_fork_phase', 'hs_join_phase');
const EMPTY_SIGNATURE = Uint32Array.of(0, 8);
const MODE_AND_SPACE = 11;

export type FlowStage = keyof typeof PROGRAM_TYPES;

const label = (number: number): number[] => operandWords('label', { indices: [number] });
const body = (number: number): number[] => operandWords('functionBody', { indices: [number] });

/** Words by their names; those with numbers take lists that `:` parts. */
const WORDS: Readonly<Record<string, (lists: readonly (readonly number[])[]) => number[]>> = {
  nop: () => instructionWords('nop'),
  if: () => instructionWords('if', ONE),
  else: () => instructionWords('else'),
  endif: () => instructionWords('endif'),
  loop: () => instructionWords('loop'),
  endloop: () => instructionWords('endloop'),
  switch: () => instructionWords('switch', ONE),
  case: ([[value]]) => instructionWords('case', literalWords(value!)),
  default: () => instructionWords('default'),
  endswitch: () => instructionWords('endswitch'),
  break: () => instructionWords('break'),
  breakc: () => instructionWords('breakc', ONE),
  continue: () => instructionWords('continue'),
  continuec: () => instructionWords('continuec', ONE),
  ret: () => instructionWords('ret'),
  retc: () => instructionWords('retc', ONE),
  comment: () => customDataWords(0, [0]),
  constants: () => customDataWords(3, [1, 2, 3, 4]),
  indexable: ([[register]]) => instructionWords('dcl_indexableTemp', [register!, 4, 4]),
  call: ([[number]]) => instructionWords('call', label(number!)),
  callBody: ([[number]]) => instructionWords('call', body(number!)),
  callc: ([[number]]) => instructionWords('callc', [...ONE, ...label(number!)]),
  label: ([[number]]) => instructionWords('label', label(number!)),
  bodyLabel: ([[number]]) => instructionWords('label', body(number!)),
  body: ([[number]]) => instructionWords('dcl_function_body', [number!]),
  table: ([[number], bodies]) => instructionWords('dcl_function_table', [number!, bodies!.length, ...bodies!]),
  // Its first pointer, how many, call sites, tables.
  pointers: ([[first], [length], [sites], tables]) =>
    instructionWords('dcl_interface', [first!, sites!, ((length! << 16) | tables!.length) >>> 0, ...tables!]),
  // A function, the first pointer, the index after it.
  fcall: ([[index], [first], offset]) =>
    instructionWords('fcall', [index!, ...operandWords('interface', { indices: [first!, offset?.[0] ?? 0] })]),
  dynamicFcall: ([[index], [first]]) => {
    const register = operandWords('indexableTemp', { indices: [0, 0], select: 0 });
    return instructionWords('fcall', [
      index!,
      ...operandWords('interface', { indices: [first!, { register, plus: 0 }] }),
    ]);
  },
  buffer: ([[number, size]]) =>
    instructionWords(
      'dcl_constantbuffer',
      operandWords('constantBuffer', { indices: [number!, size!], swizzle: 0xe4 }),
    ),
  sampler: ([[number]]) => instructionWords('dcl_sampler', operandWords('sampler', { indices: [number!] })),
  texture: ([[number]]) =>
    instructionWords(
      'dcl_resource',
      [...operandWords('resource', { indices: [number!] }), 0x5555],
      4 << MODE_AND_SPACE,
    ),
  group: () => instructionWords('dcl_thread_group', [1, 1, 1]),
};

function wordsOfName(name: string): number[] {
  const [, word, lists = ''] = /^(\w+)(?:\((.*)\))?$/.exec(name)!;
  return WORDS[word!]!(lists.split(':').map((list) => (list === '' ? [] : list.split(',').map(Number))));
}

/** A container with the program that `names` spell. */
export function flowContainer(stage: FlowStage, major: number, names: string, linkage?: Uint8Array): Uint8Array {
  const program = programWords(PROGRAM_TYPES[stage], major, 0, names.split(' ').flatMap(wordsOfName));
  return containerOf([
    ...(linkage === undefined ? [] : [['IFCE', wordsOf(linkage)] as [string, Uint32Array]]),
    ['ISGN', EMPTY_SIGNATURE],
    ['OSGN', EMPTY_SIGNATURE],
    ['SHEX', program],
  ]);
}

/**
 * The program of a recorded hull shader with more in it.
 *
 * @param calls instructions before the last one of a phase, by the number of the phase from 0
 * @param after what follows the phases
 */
export function hullContainer(
  hull: Uint8Array,
  declarations: string,
  calls: Readonly<Record<number, string>>,
  after: string,
): Uint8Array {
  const container = readContainer(hull, new Diagnostics())!;
  const chunk = container.find(TAG.SHEX)!;
  const program = readSm4(wordsOf(chunk.data));
  const { words, starts, count, end } = program;
  const list: number[][] = [];
  for (let i = 0; i < count; i++)
    list.push(Array.from(words.subarray(starts[i]!, i + 1 < count ? starts[i + 1]! : end)));
  const spell = (names: string): number[] => (names === '' ? [] : names.split(' ').flatMap(wordsOfName));
  const flat: number[] = [];
  let phase = -1;
  for (const [i, one] of list.entries()) {
    if (PHASES.has(Sm4OpcodeToken.opcode.get(one[0]!))) phase++;
    const next = list[i + 1];
    if (next === undefined || PHASES.has(Sm4OpcodeToken.opcode.get(next[0]!))) flat.push(...spell(calls[phase] ?? ''));
    flat.push(...one);
    if (i === 0) flat.push(...spell(declarations));
  }
  flat.push(...spell(after));
  const data = bytesOf(Uint32Array.of(words[0]!, flat.length + 2, ...flat));
  return serializeContainer(container.chunks.map((one) => (one === chunk ? { tag: one.tag, data } : one)));
}

const TYPES: readonly ClassType[] = [4, 2].map((constantBufferStride, i) => ({
  name: `Class${i}`,
  reserved: 0,
  constantBufferStride,
  textureStride: i,
  samplerStride: i,
}));
const INSTANCES: readonly ClassInstance[] = [
  {
    name: 'first',
    type: 0,
    elements: 2,
    constantBuffer: 0,
    constantBufferOffset: 1,
    texture: NO_SLOT,
    sampler: NO_SLOT,
  },
  { name: 'second', type: 1, elements: 1, constantBuffer: 0, constantBufferOffset: 9, texture: 1, sampler: 2 },
];

/** Where the lists of {@link linkageBytes} begin. */
export const LINKAGE_OFFSETS = { records: 36, types: 68, instances: 92, lists: 124 } as const;

/**
 * Class linkage with two classes, two instances of them, and two interfaces: one slot with table 0, two slots with
 * tables 1 and 2.
 *
 * @param changes 16-bit numbers by their offsets
 */
export function linkageBytes(changes: Readonly<Record<number, number>> = {}, size = -1): Uint8Array {
  const bytes = serializeIfce({
    types: TYPES,
    instances: INSTANCES,
    slots: [
      { count: 1, typeIds: Uint16Array.of(0), tableIds: Uint32Array.of(0) },
      { count: 2, typeIds: Uint16Array.of(0, 1), tableIds: Uint32Array.of(1, 2) },
    ],
    slotCount: 3,
  });
  const words = wordsOf(bytes).slice();
  const view = new DataView(words.buffer);
  for (const [offset, value] of Object.entries(changes)) view.setUint16(Number(offset), value, true);
  const changed = bytesOf(words);
  return size < 0 ? changed : changed.slice(0, size);
}
