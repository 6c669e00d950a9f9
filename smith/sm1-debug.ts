/**
 * Random DBUG comments: what compilers write, and what they never would but readers print somehow (records out of
 * order, twice, between instructions; variables that share registers; strings that overlap).
 *
 * Not for: programs (sm1-valid.ts), and comments whose offsets lead nowhere (`damageDbug`).
 */
import { latin1Bytes, wordsOf } from '../src/base/words.ts';
import { SM1_COMMENT } from '../src/isa/sm1/opcodes.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import type { Random } from './random.ts';

const TAG = 0x47554244;
const HEADER = 40;
const NOTHING = 0xffff;

export interface DbugParts {
  readonly files: readonly string[];
  /** Line, file, DWORD offset in the stream without the comment. */
  readonly lines: readonly (readonly [number, number, number])[];
  readonly variables: readonly {
    readonly scope: string | null;
    readonly name: string | null;
    /** Class, type, rows, columns. */
    readonly type: readonly number[];
    /** Index of the line, and the elements. */
    readonly writes: readonly (readonly [number, readonly number[]])[];
  }[];
  readonly entryPoint: string | null;
  readonly creator: string;
}

/** `words` with a comment that holds `parts`, after the version token. */
export function withDbug(words: Uint32Array, parts: DbugParts): Uint32Array {
  const bytes: number[] = new Array(HEADER).fill(0);
  const strings = new Map<string, number>();
  const u16 = (value: number) => bytes.push(value & 0xff, (value >>> 8) & 0xff);
  const u32 = (value: number) => u16(value) && u16(value >>> 16);
  const pad = () => {
    while (bytes.length % 4 !== 0) bytes.push(0xab);
  };
  const text = (value: string | null): number => {
    if (value === null) return 0;
    const known = strings.get(value);
    if (known !== undefined) return known;
    const at = bytes.length;
    strings.set(value, at);
    bytes.push(...latin1Bytes(value), 0);
    return at;
  };
  const names = parts.files.map(text);
  const entryPoint = text(parts.entryPoint);
  const variables = parts.variables.map(({ scope, name }) => [text(scope), text(name)]);
  pad();
  const details = parts.variables.map(({ type, writes }) => {
    const typeAt = bytes.length;
    for (const value of [type[0]!, type[1]!, type[2]!, type[3]!, 1, 0, 0, 0]) u16(value);
    const writesAt = bytes.length;
    for (const [line, elements] of writes) {
      u32(line);
      for (let i = 0; i < 4; i++) u16(elements[i] ?? NOTHING);
    }
    return [typeAt, writes.length, writesAt];
  });
  const files = bytes.length;
  for (const name of names) u32(name);
  const lines = bytes.length;
  const rest = 8 * parts.lines.length + 20 * variables.length;
  const creator = lines + rest;
  const length = creator + ((parts.creator.length + 4) & ~3);
  const shift = 2 + length / 4;
  for (const [line, file, offset] of parts.lines) {
    u16(line);
    u16(file);
    u32(4 * (offset + shift));
  }
  const variablesAt = bytes.length;
  variables.forEach((names, i) => {
    for (const value of [...names, ...details[i]!]) u32(value);
  });
  bytes.push(...latin1Bytes(`${parts.creator}\0`));
  pad();
  const payload = wordsOf(Uint8Array.from(bytes)).slice();
  const header = [
    HEADER,
    creator,
    0,
    names.length,
    files,
    parts.lines.length,
    lines,
    variables.length,
    variablesAt,
    entryPoint,
  ];
  payload.set(header);
  const token = SM1_COMMENT | ((1 + payload.length) << 16);
  return Uint32Array.from([words[0]!, token, TAG, ...payload, ...words.subarray(1)]);
}

const NAMES = ['a', 'b', 'color', 'light[2].at', '', 'a b', 'x\0', 'a\0'];
const SCOPES = ['main', 'main', 'help', '', 'main\0', null, null, null];

/** Random parts for the stream in `words`. */
export function randomDbug(words: Uint32Array, random: Random): DbugParts {
  const { starts, count } = readSm1(words);
  const files = Array.from({ length: random.below(4) }, () =>
    random.pick(['a.hlsl', 'C:\\dir\\b.hlsl', '', '"q"', 'é']),
  );
  const lines: [number, number, number][] = [];
  let line = random.below(100);
  const step = random.pick([1, 2, 3, 12, 1000]);
  for (let i = 0; i < count; i++) {
    if (random.oneIn(8)) continue;
    line = Math.max(0, line + random.between(-step, step)) & 0xffff;
    const file = random.oneIn(8) ? random.pick([0, 1, 2, 3, NOTHING]) : Math.min(files.length, random.oneIn(3) ? 1 : 0);
    const repeats = random.oneIn(12) ? 2 : 1;
    for (let n = 0; n < repeats; n++)
      lines.push([line, file, starts[i]! + (random.oneIn(40) ? random.between(-1, 1) : 0)]);
  }
  if (random.oneIn(8) && lines.length > 1) {
    const at = random.below(lines.length - 1);
    [lines[at], lines[at + 1]] = [lines[at + 1]!, lines[at]!];
  }
  const variables = Array.from({ length: random.below(6) }, () => ({
    scope: random.pick(SCOPES),
    name: random.oneIn(10) ? null : random.pick(NAMES),
    type: [random.below(7), random.below(20), random.between(1, 4), random.between(1, 4)],
    writes: Array.from({ length: random.below(6) }, (): [number, number[]] => [
      random.below(lines.length + 2),
      Array.from({ length: 4 }, () => (random.oneIn(3) ? NOTHING : random.oneIn(20) ? 0xfffe : random.below(8))),
    ]),
  }));
  const entryPoint = random.oneIn(4) ? null : random.pick(['main', 'main', '', 'help']);
  return { files, lines, variables, entryPoint, creator: random.pick(['Compiler', '']) };
}

/** Values that counts and offsets break on. */
const VALUES = [0, 1, 2, 3, 4, 5, 8, 20, 39, 40, 44, 100, 0x7fff, 0xffff, 0x1_0000, 0x7fff_ffff, 0xffff_ffff];

/**
 * Changes one to three DWORDs or halves of the comment that {@link withDbug} or a compiler wrote; the header more
 * often.
 */
export function damageDbug(words: Uint32Array, random: Random): void {
  const length = words[1]! >>> 16;
  for (let n = random.between(1, 3); n > 0; n--) {
    const at = 3 + (random.oneIn(3) ? random.below(10) : random.below(Math.max(1, length - 1)));
    if (at >= words.length) continue;
    const value = words[at]!;
    if (random.oneIn(3)) words[at] = random.pick(VALUES);
    else if (random.oneIn(2)) words[at] = value + random.pick([-20, -12, -8, -4, -1, 1, 4, 8, 12, 20]);
    else words[at] = (value & 0xffff_0000) | (random.pick(VALUES) & 0xffff);
  }
}
