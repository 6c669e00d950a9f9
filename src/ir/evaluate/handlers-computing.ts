/**
 * Operations whose results depend on their operands only: those that passes compute from constants. They are separate
 * from the others, so that a bundle with the passes does not include the evaluator.
 */
import { type IrOpName, OP_NAMES } from '../ops.ts';
import { DOUBLE_HANDLERS } from './handlers-double.ts';
import { FLOAT_HANDLERS } from './handlers-float.ts';
import { INTEGER_HANDLERS } from './handlers-integer.ts';
import { MOVE_HANDLERS } from './handlers-moves.ts';
import type { IrComputing } from './values.ts';

export const COMPUTING_HANDLERS = {
  ...MOVE_HANDLERS,
  ...FLOAT_HANDLERS,
  ...INTEGER_HANDLERS,
  ...DOUBLE_HANDLERS,
} as const;

const BY_NAME: Readonly<Partial<Record<IrOpName, IrComputing>>> = COMPUTING_HANDLERS;

/** Handlers by the number of their operation; none for operations that need more than their operands. */
export const COMPUTING: readonly (IrComputing | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => BY_NAME[name]);
