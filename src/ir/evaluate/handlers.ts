/**
 * Evaluation of all operations: one handler for each row of the table, so that an operation without a handler does not
 * compile.
 */
import { type IrOpName, OP_NAMES } from '../ops.ts';
import { COMPUTING_HANDLERS } from './handlers-computing.ts';
import { FLOW_HANDLERS } from './handlers-flow.ts';
import { MEMORY_HANDLERS } from './handlers-memory.ts';
import type { IrHandler } from './quad.ts';

const ALL: Readonly<Record<IrOpName, IrHandler>> = {
  ...COMPUTING_HANDLERS,
  ...FLOW_HANDLERS,
  ...MEMORY_HANDLERS,
};

/** Handlers by the number of their operation. */
export const HANDLERS: readonly IrHandler[] = /* @__PURE__ */ OP_NAMES.map((name) => ALL[name]);
