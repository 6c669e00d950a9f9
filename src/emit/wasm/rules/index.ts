/** The rule of each operation that WebAssembly code is written for; structure is in flow.ts. */
import { type IrOpName, OP_NAMES } from '../../../ir/index.ts';
import { BUFFER_RULES } from './buffers.ts';
import { DOUBLE_RULES } from './doubles.ts';
import { FLOAT_RULES } from './floats.ts';
import { INTEGER_RULES } from './integers.ts';
import { MEMORY_RULES } from './memory.ts';
import type { WasmRule } from './rule.ts';

/** The operation is not translated: a module that has it runs in the interpreter. */
const unsupported: WasmRule = () => {
  throw new Error('an operation without a rule');
};

/** Structure is written by flow.ts. */
const structure: WasmRule = () => {};

const ALL: Readonly<Record<IrOpName, WasmRule>> = {
  ...FLOAT_RULES,
  ...INTEGER_RULES,
  ...DOUBLE_RULES,
  ...MEMORY_RULES,
  ...BUFFER_RULES,
  call: unsupported,
  if: structure,
  switch: structure,
  loop: structure,
  block: structure,
  param: structure,
  result: structure,
  exit: structure,
  continue: structure,
  repeat: structure,
  return: structure,
  abort: structure,
  unreachable: structure,
};

/** Rules by the number of their operation. */
export const RULES: readonly WasmRule[] = /* @__PURE__ */ OP_NAMES.map((name) => ALL[name]);

/** Whether an operation has a rule. */
export function isSupported(name: IrOpName): boolean {
  return ALL[name] !== unsupported;
}
