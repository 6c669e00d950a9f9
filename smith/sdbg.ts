/**
 * Chunks SDBG from their parts, and random ones: no compiler that still runs writes them.
 *
 * Not for: programs (sm4-valid.ts) and what compilers write today (SPDB).
 */

import { bytesOf, latin1Bytes } from '../src/base/words.ts';
import { SDBG_HEADER, SDBG_HEADER_SIZE, SDBG_NONE } from '../src/debug/sdbg/view.ts';
import type { Random } from './random.ts';

/** The contents of an output component: scalar, least and greatest unsigned, signed and float value, NaN, infinity. */
export type SdbgHeld = readonly [number, number, number, number, number, number, number, number, number];

export interface SdbgOutput {
  readonly held: readonly SdbgHeld[];
  readonly indexRegister: number;
  readonly indexComponent: number;
}

export interface SdbgParts {
  readonly files: readonly (readonly [name: string, source: string])[];
  readonly instructions: readonly {
    readonly id: number;
    readonly outputCount: number;
    readonly outputs: readonly SdbgOutput[];
    readonly token: number;
  }[];
  /** Type, variable, element. */
  readonly scalars: readonly (readonly [number, number, number])[];
  /** File, line, column, text. */
  readonly tokens: readonly (readonly [number, number, number, string])[];
  /** Token, and the stride in components of an element. */
  readonly variables: readonly (readonly [number, number])[];
}

const NOTHING: SdbgHeld = [SDBG_NONE, 0, SDBG_NONE, 0x8000_0000, 0x7fff_ffff, 0xff7f_ffff, 0x7f7f_ffff, 0, 0];
const NO_OUTPUT: SdbgOutput = { held: [], indexRegister: SDBG_NONE, indexComponent: SDBG_NONE };

/** The payload of a chunk with these parts. */
export function sdbgChunk(parts: SdbgParts): Uint8Array {
  let strings = '';
  const text = (value: string): number => {
    const at = strings.length;
    strings += `${value}\0`;
    return at;
  };
  const header = new Array<number>(SDBG_HEADER_SIZE / 4).fill(0);
  header[0] = SDBG_HEADER_SIZE;
  header[SDBG_HEADER.creator / 4] = text('Compiler');
  header[SDBG_HEADER.entryPoint / 4] = text('main');
  header[SDBG_HEADER.target / 4] = text('ps_4_0');
  header[SDBG_HEADER.flags / 4] = 1;
  const body: number[] = [];
  const integers: number[] = [];
  const table = (at: number, records: readonly (readonly number[])[]): void => {
    header[at / 4] = records.length;
    header[at / 4 + 1] = 4 * body.length;
    for (const record of records) body.push(...record);
  };
  const output = ({ held, indexRegister, indexComponent }: SdbgOutput): number[] => [
    ...[4, 0, 0, 0, 1, 2, 3],
    ...[0, 1, 2, 3].flatMap((i) => held[i] ?? NOTHING),
    indexRegister,
    indexComponent,
  ];
  table(
    SDBG_HEADER.files,
    parts.files.map(([name, source]) => [text(name), name.length, text(source), source.length]),
  );
  table(
    SDBG_HEADER.instructions,
    parts.instructions.map(({ id, outputCount, outputs, token }) => [
      ...[id, 0, outputCount],
      ...[0, 1].flatMap((i) => output(outputs[i] ?? NO_OUTPUT)),
      ...[token, 0, 0, 0, 0, 0],
    ]),
  );
  table(
    SDBG_HEADER.scalars,
    parts.scalars.map(([type, variable, element]) => [0, type, 0, element & 3, variable, element]),
  );
  table(SDBG_HEADER.inputs, [[0, 0, SDBG_NONE, 0, 0, SDBG_NONE]]);
  table(
    SDBG_HEADER.tokens,
    parts.tokens.map(([file, line, column, value]) => [file, line, column, value.length, text(value)]),
  );
  table(
    SDBG_HEADER.variables,
    parts.variables.map(([token, stride], index) => {
      integers.push(stride);
      return [token, 0, 1, 1, 4, SDBG_NONE, 1, 4 * index, 4 * index, 4, 4 * index];
    }),
  );
  const scopeVariables = 4 * integers.push(0) - 4;
  table(SDBG_HEADER.scopes, [[4, text('main'), 4, 1, scopeVariables]]);
  header[SDBG_HEADER.integers / 4] = 4 * body.length;
  body.push(...integers);
  header[SDBG_HEADER.texts / 4] = 4 * body.length;
  const words = bytesOf(Uint32Array.from([...header, ...body]));
  const chunk = new Uint8Array((words.byteLength + strings.length + 3) & ~3);
  chunk.set(words);
  chunk.set(latin1Bytes(strings), words.byteLength);
  return chunk;
}

const NAMES = ['a', 'light', 'a.b', '', 'x y', 'list[2]', 'é'];
/** bool, int, float, uint; and others. */
const TYPES = [0, 1, 1, 2, 2, 3, 3, 3, 19, 19, 5, 39, 200];
const INTEGERS = [0, 1, 2, 7, 100, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff0];
// biome-ignore format: bits of floats
const FLOATS = [
  0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x3dcc_cccd, 0x4b3c_614e, 0x7f7f_ffff, 0xff7f_ffff, 0x7f80_0000, 0xff80_0000,
  0x7fc0_0000, 0xffc0_0000, 0xffc0_0001, 0x0000_0001, 0x5015_02f9, 0x2edb_e6ff, 0x49f4_23f8, 0x38d1_b717, 0x3727_c5ac,
];

/** Random parts for a program of `count` instructions; most are as compilers write them. */
export function randomSdbg(random: Random, count: number): SdbgParts {
  const files = Array.from(
    { length: random.between(0, 3) },
    () =>
      [
        random.pick(['a.hlsl', 'C:\\b\\c.h', '', 'd e', 'h\xc3\xa9.hlsl', 'x'.repeat(259), 'y'.repeat(260)]),
        'float4 x;',
      ] as const,
  );
  const fileOf = () => (random.oneIn(10) ? SDBG_NONE : random.below(files.length + (random.oneIn(10) ? 1 : 0)));
  const tokens = Array.from(
    { length: random.between(1, 12) },
    () => [fileOf(), random.below(random.oneIn(3) ? 100 : 3), random.below(40), random.pick(NAMES)] as const,
  );
  const wrong = (length: number) => random.below(length + (random.oneIn(30) ? 1 : 0));
  const variables = Array.from(
    { length: random.between(1, 6) },
    () => [wrong(tokens.length), random.pick([0, 1, 4, 5, 8, 16, 0xffff_fffe])] as const,
  );
  const scalars = Array.from(
    { length: random.between(1, 16) },
    () => [random.pick(TYPES), wrong(variables.length), random.oneIn(20) ? 0xffff_ffff : random.below(9)] as const,
  );
  const values = (common: number, most: number, from: readonly number[]): [number, number] =>
    random.oneIn(2)
      ? [common, most]
      : random.oneIn(3)
        ? twice(random.pick(from))
        : [random.pick(from), random.pick(from)];
  const held = (): SdbgHeld => {
    if (random.oneIn(3)) return NOTHING;
    return [
      wrong(scalars.length),
      ...values(0, SDBG_NONE, INTEGERS),
      ...values(0x8000_0000, 0x7fff_ffff, INTEGERS),
      ...values(0xff7f_ffff, 0x7f7f_ffff, FLOATS),
      random.pick([0, 0, 1, 2]),
      random.pick([0, 0, 1]),
    ];
  };
  const output = (): SdbgOutput => ({
    held: Array.from({ length: 4 }, held),
    indexRegister: random.oneIn(4) ? random.pick([0, 1, 5, 4000, 0xffff_fffe]) : SDBG_NONE,
    indexComponent: random.oneIn(8) ? random.pick([4, 100, SDBG_NONE]) : random.below(4),
  });
  let id = random.oneIn(10) ? 1 : 0;
  const instructions = Array.from({ length: Math.max(0, count - (random.oneIn(8) ? random.below(3) : 0)) }, () => {
    const found = random.oneIn(60) ? id + random.between(-2, 2) : id;
    id += random.oneIn(30) ? random.below(4) : 1;
    return {
      id: found >>> 0,
      outputCount: random.oneIn(50) ? 3 : random.pick([0, 1, 1, 1, 2]),
      outputs: [output(), output()],
      token: wrong(tokens.length),
    };
  });
  return { files, instructions, scalars, tokens, variables };
}

function twice(value: number): [number, number] {
  return [value, value];
}

/** Values that counts and offsets break on. */
const VALUES = [0, 1, 2, 4, 83, 84, 88, 256, 0x1000, 0x7fff_ffff, 0xffff_ffff];

/** Changes one to three DWORDs of a chunk; the header more often. */
export function damageSdbg(chunk: Uint8Array, random: Random): void {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (let n = random.between(1, 3); n > 0; n--) {
    const at = 4 * (random.oneIn(3) ? random.below(21) : random.below(chunk.byteLength >>> 2));
    const value = view.getUint32(at, true);
    view.setUint32(at, random.oneIn(2) ? random.pick(VALUES) : value + random.pick([-4, -1, 1, 4, 20, 36]), true);
  }
}
