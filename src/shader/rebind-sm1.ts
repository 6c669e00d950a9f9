/**
 * Moves samplers and constants of shader models 1 to 3 to other registers: in the code, and in the constant table.
 *
 * Not for: which moves are possible (binding-moves.ts).
 */
import { SM1_PIXEL, SM1_VERSION } from '../base/profile.ts';
import { wordsOf } from '../base/words.ts';
import { CTAB_REGISTER_SETS, type CtabConstant } from '../chunks/ctab.ts';
import { sm1LastRegister } from '../isa/sm1/builder.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { renameSm1Registers, type Sm1RegisterRef, sm1OpcodeOf, sm1RegisterOf } from '../isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1, type Sm1InstructionNode, type Sm1Module } from '../isa/sm1/encode.ts';
import type { Sm1RegisterName } from '../isa/sm1/registers.ts';
import { type BoundRange, CALLER, type Moves, type RangeMove, rangeMoves } from './binding-moves.ts';
import { ShaderEditError } from './paths.ts';
import { mapSm1Constants, sm1Constants } from './sm1-tables.ts';

/** The files of registers that an application sets, by their letter. */
const FILES = { c: 'const', i: 'constInt', b: 'constBool', s: 'sampler' } as const satisfies Record<
  string,
  Sm1RegisterName
>;
const LETTERS = new Map<Sm1RegisterName, string>(Object.entries(FILES).map(([letter, register]) => [register, letter]));

/** Registers that the matrix of an instruction takes; the token names the first. */
const MATRIX_ROWS: Readonly<Record<string, number>> = { m4x4: 4, m4x3: 3, m3x4: 4, m3x3: 3, m3x2: 2 };

interface Sm1Range extends BoundRange {
  /** It belongs to a constant of the table. */
  readonly constant: CtabConstant | undefined;
}

type Move = RangeMove<Sm1Range>;

/** Returns the stream with other registers. */
export function rebindSm1(program: Uint8Array, moves: Moves): Uint8Array {
  const module = decodeSm1Bytes(program);
  const ranges = rangesOf(module, sm1Constants(program));
  const planned = rangeMoves(ranges, moves, (file) => sm1LastRegister(FILES[file as keyof typeof FILES]));
  if (planned.length === 0) return program;
  if (planned.some(({ range }) => range.file === 's') && hasFixedSamplers(module))
    throw new ShaderEditError(CALLER, 'before ps_2_0 the number of a texture register is that of its sampler');
  const isConstant = planned.some(({ range }) => range.file !== 's');
  if (isConstant && findSm1Comment(wordsOf(program), Sm1CommentTag.preshader) !== undefined)
    throw new ShaderEditError(CALLER, 'constants of a shader with a preshader, which sets registers, cannot be moved');
  for (const { file } of new Set(planned.map(({ range }) => range))) refuseStrayIndices(module, ranges, file);
  const moved = renameSm1Registers(module, (ref) => {
    const letter = LETTERS.get(ref.register);
    const number = letter === undefined ? ref.number : movedRegister(planned, letter, ref.number);
    return number === ref.number ? ref : { ...ref, number };
  });
  return mapSm1Constants(encodeSm1(moved), CALLER, (constant) => movedConstant(constant, planned));
}

function movedRegister(planned: readonly Move[], file: string, number: number): number {
  const move = planned.find(({ range }) => range.file === file && range.first <= number && number <= range.last);
  return move === undefined ? number : number + move.first - move.range.first;
}

/** Whether no token names a sampler: each texture register has a fixed one. */
function hasFixedSamplers({ version = 0 }: Sm1Module): boolean {
  return SM1_VERSION.stage.get(version) === SM1_PIXEL && SM1_VERSION.major.get(version) < 2;
}

/** The field {@link CtabConstant.binding} of a register that the source chose. */
function chosenBinding(register: number): number {
  return 2 + 4 * register;
}

function movedConstant(constant: CtabConstant, planned: readonly Move[]): CtabConstant {
  const { registerSet, registerIndex, binding } = constant;
  const index = movedRegister(planned, CTAB_REGISTER_SETS[registerSet] ?? '', registerIndex);
  if (index === registerIndex) return constant;
  const isChosen = binding === chosenBinding(registerIndex);
  return { ...constant, registerIndex: index, binding: isChosen ? chosenBinding(index) : binding };
}

// --- ranges ---------------------------------------------------------------------------------------------------------

/** The ranges of the constant table, and the registers that only the code names. */
function rangesOf(module: Sm1Module, constants: readonly CtabConstant[]): Sm1Range[] {
  const ranges = constants.flatMap((constant): Sm1Range[] => {
    const { name, registerSet, registerIndex, registerCount } = constant;
    const file = CTAB_REGISTER_SETS[registerSet];
    if (file === undefined) return [];
    const last = registerIndex + Math.max(1, registerCount) - 1;
    return [{ file, first: registerIndex, last, space: 0, name, constant }];
  });
  const others: Sm1Range[] = [];
  for (const { file, first, last } of namedRegisters(module)) {
    if (ranges.some((range) => range.file === file && range.first <= first && last <= range.last)) continue;
    others.push({ file, first, last, space: 0, constant: undefined });
  }
  return [...ranges, ...merged(others)];
}

/** Joins ranges of one file that overlap. */
function merged(ranges: readonly Sm1Range[]): Sm1Range[] {
  const result: Sm1Range[] = [];
  for (const range of ranges.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.first - b.first))) {
    const before = result.at(-1);
    if (before === undefined || before.file !== range.file || before.last < range.first) result.push(range);
    else if (range.last > before.last) result[result.length - 1] = { ...before, last: range.last };
  }
  return result;
}

/** The registers that the code names, each with those that an instruction reads after it. */
function* namedRegisters({ nodes }: Sm1Module): Generator<{ file: string; first: number; last: number }> {
  for (const node of nodes) {
    if (node.kind !== 'instruction') continue;
    for (const { ref, rows } of registersIn(node)) {
      const file = LETTERS.get(ref.register);
      if (file !== undefined) yield { file, first: ref.number, last: ref.number + rows - 1 };
    }
  }
}

function registersIn(node: Sm1InstructionNode): { ref: Sm1RegisterRef; rows: number }[] {
  const rows = MATRIX_ROWS[sm1OpcodeOf(node) ?? ''] ?? 1;
  const operands = node.destination === undefined ? node.sources : [node.destination, ...node.sources];
  const last = operands.at(-1);
  return operands.flatMap((operand) => {
    const ref = sm1RegisterOf(operand.token);
    return ref === undefined ? [] : [{ ref, rows: operand === last ? rows : 1 }];
  });
}

/**
 * An index counts from the first register of its array or from one near it. Only the table says to which constant it
 * belongs.
 *
 * @throws ShaderEditError when an index counts from a register that no array of the table has
 */
function refuseStrayIndices({ nodes }: Sm1Module, ranges: readonly Sm1Range[], file: string): void {
  for (const node of nodes) {
    if (node.kind !== 'instruction') continue;
    for (const { token, relative } of node.sources) {
      const ref = relative === undefined ? undefined : sm1RegisterOf(token);
      if (ref === undefined || LETTERS.get(ref.register) !== file) continue;
      const isArray = ranges.some(
        ({ constant, first, last, file: source }) =>
          source === file && constant !== undefined && first < last && first <= ref.number && ref.number <= last,
      );
      if (!isArray)
        throw new ShaderEditError(
          CALLER,
          `the program indexes constants from ${file}${ref.number} on, which no array of a constant table has`,
        );
    }
  }
}
