/**
 * How operations of the IR become instructions of expressions and preshaders: one instruction with the same operands,
 * or several.
 *
 * Source of the operations that are made of others: oracle.
 */
import { type IrOpName, Op } from '../../ir/ops.ts';
import type { PreshaderOperand } from '../../isa/preshader/code.ts';
import {
  PRESHADER_OPCODES,
  type PreshaderGeneration,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
} from '../../isa/preshader/opcodes.ts';

/** Components of one register that follow each other; one component for all where `isScalar`. */
export interface Source {
  readonly operand: PreshaderOperand;
  readonly isScalar: boolean;
}

/** Makes an operation of several instructions. */
export interface Steps {
  /** An operand of the operation. */
  readonly source: (operand: number) => Source;
  /** Adds the last instruction. */
  readonly push: (name: PreshaderOpcode, ...sources: readonly Source[]) => void;
  /** Adds an instruction whose result the next ones read. */
  readonly made: (name: PreshaderOpcode, ...sources: readonly Source[]) => Source;
  /** A number in all components. */
  readonly number: (word: number) => Source;
  /** Whether an operand is a known number in all components. */
  readonly isNumber: (operand: number, word: number) => boolean;
  /** Whether an operand is 0 or 1 already, as variables of type bool are. */
  readonly isCondition: (operand: number) => boolean;
}

export const ONE = 0x3f80_0000;
const HALF = 0x3f00_0000;

/** Operations that are one instruction, with the same operands. */
const INSTRUCTIONS: ReadonlyMap<number, PreshaderOpcode> = byCode({
  'f.add': 'add',
  'f.mul': 'mul',
  'f.div': 'div',
  'f.rcp': 'rcp',
  'f.rcp9': 'rcp',
  'f.rsq': 'rsq',
  'f.rsq9': 'rsq',
  'f.sqrt': 'sqrt',
  'f.exp2': 'exp',
  'f.log2': 'log',
  'f.log9': 'log',
  'f.sin': 'sin',
  'f.cos': 'cos',
  'f.min': 'min',
  'f.max': 'max',
  'f.frc': 'frc',
  'f.floor': 'floor',
  'f.ceil': 'ceil',
  'f.rne': 'round',
  'f.neg': 'neg',
  'i.add': 'iadd',
  'i.mul': 'imul',
  'i.neg': 'ineg',
  'u.div': 'udiv',
  'u.mod': 'umod',
  'i.min': 'imin',
  'i.max': 'imax',
  'u.min': 'umin',
  'u.max': 'umax',
  'i.shl': 'ishl',
  'i.shr': 'ishr',
  'u.shr': 'ushr',
  'i.and': 'and',
  'i.or': 'or',
  'i.xor': 'xor',
  'i.not': 'not',
  'i.eq': 'bieq',
  'i.ne': 'bine',
  'i.lt': 'bilt',
  'i.ge': 'bige',
  'u.lt': 'bult',
  'u.ge': 'buge',
  'cvt.f2i': 'ftoi',
  'cvt.f2u': 'ftou',
  'cvt.i2f': 'itof',
  'cvt.u2f': 'utof',
  select: 'movc',
});

type Maker = (steps: Steps) => void;

const OF_BOTH: Readonly<Partial<Record<IrOpName, Maker>>> = {
  'f.mad': ({ push, made, source }) => push('add', made('mul', source(0), source(1)), source(2)),
  'f.sat': ({ push, made, number, source }) => push('min', number(ONE), made('max', number(0), source(0))),
  'f.abs': ({ push, made, source }) => push('max', made('neg', source(0)), source(0)),
};

/** Operations of several instructions in the second generation. */
const MADE_OF_TYPES: ReadonlyMap<number, Maker> = byCode<Maker>({
  ...OF_BOTH,
  'f.trunc': ({ push, made, source }) => push('cmp', source(0), made('floor', source(0)), made('ceil', source(0))),
  'i.sub': ({ push, made, source }) => push('iadd', made('ineg', source(1)), source(0)),
  'f.lt': ({ push, made, source }) => push('ftob', made('lt', source(0), source(1))),
  'f.ge': ({ push, made, source }) => push('ftob', made('ge', source(0), source(1))),
  'f.eq': (steps) => steps.push('ftob', equality(steps)),
  'f.ne': (steps) => {
    if (steps.isNumber(1, 0)) steps.push('ftob', steps.source(0));
    else steps.push('not', steps.made('ftob', equality(steps)));
  },
});

/** Operations of several instructions in the first generation, whose integers and conditions are floats. */
const MADE_OF_FLOATS: ReadonlyMap<number, Maker> = byCode<Maker>({
  ...OF_BOTH,
  'f.div': ({ push, made, source }) => push('mul', source(0), made('rcp', source(1))),
  'f.sqrt': ({ push, made, source }) => push('rcp', made('rsq', source(0))),
  'f.floor': ({ push, made, source }) => push('add', source(0), made('neg', made('frc', source(0)))),
  'f.ceil': ({ push, made, source }) => push('add', source(0), made('frc', made('neg', source(0)))),
  'f.rne': ({ push, made, source, number }) => {
    const half = made('add', source(0), number(HALF));
    push('add', half, made('neg', made('frc', half)));
  },
  'f.trunc': ({ push, made, source }) => {
    const one = source(0);
    const floor = made('add', one, made('neg', made('frc', one)));
    push('cmp', one, floor, made('add', one, made('frc', made('neg', one))));
  },
  'f.lt': ({ push, source }) => push('lt', source(0), source(1)),
  'f.ge': ({ push, source }) => push('ge', source(0), source(1)),
  'f.eq': ({ push, made, source }) => push('mul', made('ge', source(0), source(1)), made('ge', source(1), source(0))),
  'f.ne': (steps) => {
    const { push, made, source, number } = steps;
    if (steps.isNumber(1, 0) && steps.isCondition(0)) push('mov', source(0));
    else push('add', number(ONE), made('neg', equality(steps)));
  },
  'i.and': ({ push, source }) => push('mul', source(0), source(1)),
  'i.or': ({ push, source }) => push('max', source(0), source(1)),
  'i.not': ({ push, made, source, number }) => push('add', number(ONE), made('neg', source(0))),
  select: ({ push, made, source, isNumber }) => {
    if (isNumber(1, ONE) && isNumber(2, 0)) push('mov', source(0));
    else push('cmp', made('neg', source(0)), source(2), source(1));
  },
});

/** 1.0 where both operands are equal, else 0.0. */
function equality({ made, source }: Steps): Source {
  return made('mul', made('ge', source(0), source(1)), made('ge', source(1), source(0)));
}

function byCode<Value>(rows: Readonly<Partial<Record<IrOpName, Value>>>): ReadonlyMap<number, Value> {
  return new Map(Object.entries(rows).map(([name, value]) => [Op[name as IrOpName], value as Value]));
}

/** The instruction that an operation is in a generation; undefined where it is several, or none. */
export function expressionInstruction(code: number, generation: PreshaderGeneration): PreshaderOpcode | undefined {
  const name = INSTRUCTIONS.get(code);
  // In the first generation, conditions are 0 and 1, which no choice takes.
  if (name === undefined || (generation === 1 && name === 'movc')) return undefined;
  const { generations }: PreshaderOpcodeRow = PRESHADER_OPCODES[name];
  return generations.includes(generation) ? name : undefined;
}

/** How an operation is made of several instructions in a generation; undefined where it is one, or none. */
export function expressionSteps(code: number, generation: PreshaderGeneration): Maker | undefined {
  return generation === 1 ? MADE_OF_FLOATS.get(code) : MADE_OF_TYPES.get(code);
}
