/**
 * A program of shader models 1 to 3 made ready to run: its instructions with decoded operands and the targets of flow
 * control.
 *
 * Not for: running it (quad.ts), what instructions do (handlers.ts).
 */

import { type Sm1Cursor as Cursor, Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { readSm1Declarations, type Sm1ProgramDeclarations } from '../../isa/sm1/declarations.ts';
import {
  SM1_OPCODE_BY_CODE,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1Operands,
} from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import type { QuadObserver } from '../quad-flow.ts';
import {
  type Sm1Destination,
  type Sm1Predicate,
  type Sm1Source,
  sm1DestinationOf,
  sm1PredicateOf,
  sm1SourceOf,
} from './operands.ts';

/** An instruction that is ready to run. */
export interface Sm1Step {
  readonly opcode: Sm1Opcode;
  /** Number of the instruction in the program. */
  readonly position: number;
  readonly destination: Sm1Destination | undefined;
  /** Each row of a matrix is a separate source. */
  readonly sources: readonly Sm1Source[];
  readonly predicate: Sm1Predicate | undefined;
  /** Comparison, or the kind of `texld`. */
  readonly controls: number;
  /** Runs together with the step before it; both read before either writes. */
  readonly isCoissued: boolean;
  /** The step that runs together with this one. */
  partner: Sm1Step | undefined;
  /** Step where flow control goes: see {@link Sm1Executable}. */
  target: number;
}

export interface Sm1Executable {
  /** Sees the quads that run it. */
  readonly observer?: QuadObserver<Sm1Step> | undefined;
  readonly program: Sm1Program;
  readonly declarations: Sm1ProgramDeclarations;
  /** The low half of the version token, as rows of the opcode table have it. */
  readonly version: number;
  readonly isPixel: boolean;
  /**
   * The target of `if` and `else` is the step of `else` or `endif`; that of `loop` and `rep` is their end, that of
   * their end is the beginning; that of `call` is the subroutine, -1 if it does not exist.
   */
  readonly steps: readonly Sm1Step[];
  /** The end (exclusive) of the subroutine that begins at a step. */
  readonly subroutineEnds: ReadonlyMap<number, number>;
  /** The end (exclusive) of the main program. */
  readonly mainEnd: number;
}

/** Makes `program` ready to run. Damaged programs are accepted; what they cannot do is nothing. */
export function sm1Executable(program: Sm1Program): Sm1Executable {
  const version = (program.major << 8) | program.minor;
  const steps = stepsOf(program, version);
  resolveBlocks(steps);
  const labels = new Map<number, number>();
  for (const [i, { opcode, sources }] of steps.entries())
    if (opcode === 'label') labels.set(sources[0]?.number ?? 0, i);
  for (const step of steps)
    if (step.opcode === 'call' || step.opcode === 'callnz')
      step.target = labels.get(step.sources[0]?.number ?? -1) ?? -1;
  const starts = [...labels.values()].sort((a, b) => a - b);
  return {
    program,
    declarations: readSm1Declarations(program),
    version,
    isPixel: program.stage === 'ps',
    steps,
    subroutineEnds: new Map(starts.map((start, i) => [start, starts[i + 1] ?? steps.length])),
    mainEnd: starts[0] ?? steps.length,
  };
}

/** Opcodes that do nothing when the program runs. */
const NOT_EXECUTED: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>([
  'dcl',
  'def',
  'defi',
  'defb',
  'nop',
  'phase',
  'reserved0',
]);

function stepsOf(program: Sm1Program, version: number): Sm1Step[] {
  const cursor = new Sm1Cursor(program);
  const steps: Sm1Step[] = [];
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    const opcode = cursor.isComment ? undefined : SM1_OPCODE_BY_CODE.get(cursor.opcode);
    if (opcode === undefined || NOT_EXECUTED.has(opcode)) continue;
    const { operands }: Sm1OpcodeRow = SM1_OPCODES[opcode];
    if (cursor.operandCount === 0 && operands.some(({ role }) => role === 'destination')) continue;
    const step = stepOf(cursor, opcode, version);
    const previous = steps.at(-1);
    // Only an instruction with a result can share its cycle.
    if (step.isCoissued && previous?.partner === undefined && previous?.destination && step.destination)
      previous.partner = step;
    else steps.push(step);
  }
  return steps;
}

/** A missing operand of a damaged instruction: it reads as 0. */
const MISSING: Sm1Source = { type: -1, number: 0, relative: undefined, swizzle: [0, 1, 2, 3], modifier: 0 };

/** The most sources that an instruction reads, rows of a matrix included. */
const MAX_SOURCES = 6;

/** An absent operand: it reads as 0. */
const NO_SOURCE: Sm1Source = { type: -1, number: 0, relative: undefined, swizzle: [0, 1, 2, 3], modifier: 0 };

function stepOf(cursor: Cursor, opcode: Sm1Opcode, version: number): Sm1Step {
  const { operands, operandCount, firstSource } = cursor;
  const row: Sm1OpcodeRow = SM1_OPCODES[opcode];
  const rows = sm1Operands(row, version).filter(({ role }) => role !== 'destination');
  const sources: Sm1Source[] = [];
  for (let i = firstSource; i < operandCount; i++) {
    const source = sm1SourceOf(cursor, operands[i]!);
    const count = rows[i - firstSource]?.rows ?? 1;
    for (let k = 0; k < count; k++) sources.push(k === 0 ? source : { ...source, number: source.number + k });
  }
  // A damaged instruction may have fewer operands than its opcode takes.
  const needed = rows.reduce((sum, { rows: count = 1 }) => sum + count, 0);
  while (sources.length < needed) sources.push(NO_SOURCE);
  sources.splice(MAX_SOURCES);
  const expected = rows.reduce((sum, { rows: count }) => sum + (count ?? 1), 0);
  while (sources.length < expected) sources.push(MISSING);
  return {
    opcode,
    position: cursor.position,
    destination: firstSource === 0 ? undefined : sm1DestinationOf(cursor, operands[0]!),
    sources,
    predicate: cursor.predicate < 0 ? undefined : sm1PredicateOf(cursor, cursor.predicate),
    controls: cursor.controls,
    isCoissued: cursor.coissued,
    partner: undefined,
    target: -1,
  };
}

/** Closes blocks: what is not closed ends with the program. */
function resolveBlocks(steps: readonly Sm1Step[]): void {
  const open: number[] = [];
  for (const [i, step] of steps.entries()) {
    const { block }: Sm1OpcodeRow = SM1_OPCODES[step.opcode];
    if (block === undefined) continue;
    if (block === 'open') {
      step.target = steps.length;
      open.push(i);
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    steps[start]!.target = i;
    if (block === 'middle') {
      step.target = steps.length;
      open.push(i);
    } else step.target = start;
  }
}
