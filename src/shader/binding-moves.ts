/**
 * The registers that move with bindings: `t0=t3` moves the entire range that begins at t0. All moves are made at once,
 * so that two ranges can be exchanged; a register that is then bound twice is an error.
 *
 * Not for: changing the shader (rebind-sm1.ts, rebind-sm4.ts).
 */
import { noSuchName, ShaderEditError } from './paths.ts';

export const CALLER = 'rebind';

/** A range of registers that the shader uses or that reflection shows. */
export interface BoundRange {
  /** The letters of the registers: `t`, `cb`, `c`. */
  readonly file: string;
  readonly first: number;
  /** Infinity for a range without an end. */
  readonly last: number;
  /** Register space; 0 before shader model 5.1. */
  readonly space: number;
  readonly name?: string;
  /** The range id of shader model 5.1. */
  readonly id?: number;
}

/** Where a range goes. */
export interface RangeMove<Range extends BoundRange> {
  readonly range: Range;
  readonly first: number;
  readonly space: number;
}

/** New registers by the old ones. */
export type Moves = Readonly<Record<string, string>>;

/** Returns the last register of a file that the shader can store. */
export type LastRegister = (file: string) => number;

const MAX_SPACE = 0xffff_ffff;

const REGISTER = /^(cb|[a-z])(\d{1,10})(?:,space(\d{1,10}))?$/;
const RANGE_ID = /^(CB|[A-Z])(\d{1,9})$/;

/**
 * Returns the moves of ranges that `moves` asks for; those that go nowhere are left out.
 *
 * @throws ShaderEditError when a range does not exist, two ranges would have the same register, or there is no such
 *   register
 */
export function rangeMoves<Range extends BoundRange>(
  ranges: readonly Range[],
  moves: Moves,
  lastRegister: LastRegister,
): RangeMove<Range>[] {
  const planned: RangeMove<Range>[] = [];
  for (const [from, to] of Object.entries(moves)) {
    const [, file, number, space] = REGISTER.exec(to) ?? [];
    if (file === undefined)
      throw new ShaderEditError(CALLER, `'${to}' is not a register, such as t3 or, in shader model 5.1, t3,space1`);
    const range = rangeOf(ranges, from, file);
    if (range.file !== file)
      throw new ShaderEditError(CALLER, `${from} cannot become ${to}, which is another type of register`);
    if (planned.some((move) => move.range === range))
      throw new ShaderEditError(CALLER, `${registerText(range)} is moved twice`);
    const move = { range, first: Number(number), space: space === undefined ? range.space : Number(space) };
    if (move.space !== 0 && range.id === undefined)
      throw new ShaderEditError(CALLER, 'only shader model 5.1 has register spaces');
    checkLimits(move, lastRegister(file));
    planned.push(move);
  }
  checkConflicts(ranges, planned);
  return planned.filter(({ range, first, space }) => first !== range.first || space !== range.space);
}

/** The range that `word` names: by its first register, its id or its name, in this order. */
function rangeOf<Range extends BoundRange>(ranges: readonly Range[], word: string, file: string): Range {
  const [, letters, digits, spaceDigits] = REGISTER.exec(word) ?? [];
  const number = Number(digits);
  const space = Number(spaceDigits ?? 0);
  const inFile = ranges.filter((range) => range.file === letters && range.space === space);
  // Before names: a texture may have the name t2 and the register t0.
  const exact = inFile.find(({ first }) => first === number);
  if (exact !== undefined) return exact;
  const [, idFile, id] = RANGE_ID.exec(word) ?? [];
  const byId = ranges.find((range) => range.id === Number(id) && range.file.toUpperCase() === idFile);
  if (byId !== undefined) return byId;
  const named = ranges.filter(({ name }) => name === word);
  // A texture and its sampler may have one name.
  const byName = named.find((range) => range.file === file) ?? named[0];
  if (byName !== undefined) return byName;
  if (letters === undefined)
    throw noSuchName(
      CALLER,
      'resource',
      word,
      ranges.flatMap(({ name }) => name ?? []),
    );
  const around = inFile.find(({ first, last }) => number > first && number <= last);
  if (around !== undefined)
    throw new ShaderEditError(
      CALLER,
      `${word} is part of ${rangeText(around)}, which moves as a whole; move ${registerText(around)}`,
    );
  const all = ranges.map(registerText);
  const known = all.length === 0 ? 'it has none that can be moved' : `it has ${all.join(', ')}`;
  throw new ShaderEditError(CALLER, `the shader has no ${word}; ${known}`);
}

/** @throws ShaderEditError when a range would go past the last register or register space */
function checkLimits({ range, first, space }: RangeMove<BoundRange>, last: number): void {
  const length = range.last === Number.POSITIVE_INFINITY ? 1 : range.last - range.first + 1;
  if (first + length - 1 <= last && space <= MAX_SPACE) return;
  const reason = space > MAX_SPACE ? `the last space is ${MAX_SPACE}` : `the last register is ${range.file}${last}`;
  throw new ShaderEditError(
    CALLER,
    `${rangeText(range)} cannot become ${registerText({ ...range, first, space })}: ${reason}`,
  );
}

/** @throws ShaderEditError when a moved range and another one overlap */
function checkConflicts<Range extends BoundRange>(
  ranges: readonly Range[],
  planned: readonly RangeMove<Range>[],
): void {
  const after = (range: Range): BoundRange => {
    const move = planned.find((one) => one.range === range);
    if (move === undefined) return range;
    return { ...range, first: move.first, last: range.last + move.first - range.first, space: move.space };
  };
  for (const { range } of planned) {
    const one = after(range);
    for (const other of ranges) {
      if (other === range || other.file !== range.file) continue;
      const { first, last, space } = after(other);
      if (space !== one.space || first > one.last || last < one.first) continue;
      throw new ShaderEditError(
        CALLER,
        `${registerText(range)} cannot become ${registerText(one)}: ${rangeText({ ...other, first, last, space })} is there`,
      );
    }
  }
}

/** The first register of a range: `t3`, `t3,space1`. */
function registerText({ file, first, space }: BoundRange): string {
  return `${file}${first}${space === 0 ? '' : `,space${space}`}`;
}

function rangeText(range: BoundRange): string {
  const { file, first, last, name } = range;
  const end = last === first ? '' : last === Number.POSITIVE_INFINITY ? ' and all after it' : ` to ${file}${last}`;
  return `${registerText(range)}${end}${name === undefined ? '' : ` (${name})`}`;
}
