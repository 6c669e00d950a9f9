/** Whether what operations name exists in their module: bindings, elements, components, stages. */

import type { Message, MessageValues } from '../base/diagnostics.ts';
import type { IrStage } from './declarations.ts';
import { DX5008, DX5009, DX5010 } from './messages.ts';
import type { IrModule } from './module.ts';
import { isConstruct, OP_ROWS, Op } from './ops.ts';
import { IR_STAGES } from './stages.ts';
import { Kind, kindOf, widthOf } from './types.ts';

export interface AttributeFault {
  readonly message: Message;
  readonly values: MessageValues;
}

/** Stages of operations that not all have. */
const STAGES: ReadonlyMap<number, readonly IrStage[]> = new Map<number, readonly IrStage[]>([
  [Op.discard, ['ps']],
  [Op.emit, ['gs']],
  [Op.cut, ['gs']],
]);

/** The first thing that is wrong with the attribute of `op`; undefined without. */
export function attributeFault(module: IrModule, op: number): AttributeFault | undefined {
  const { code, extra } = module.ops;
  const opcode = code[op]!;
  const row = OP_ROWS[opcode];
  if (row === undefined) return missing('operation', opcode);
  const stages = STAGES.get(opcode) ?? (row.effect === 'quad' ? (['ps'] as const) : IR_STAGES);
  if (!stages.includes(module.stage)) return { message: DX5010, values: { stage: module.stage } };
  const value = extra[op]!;
  switch (row.attribute) {
    case 'input':
      return element(module, op, module.inputs[value >> 2]?.mask, 'input');
    case 'output':
      return element(module, op, module.outputs[value >> 2]?.mask, 'output');
    case 'inputRange':
      return element(module, op, module.inputRanges[value >> 2] && 15, 'range');
    case 'outputRange':
      return element(module, op, module.outputRanges[value >> 2] && 15, 'range');
    case 'constants':
      return element(module, op, module.bindings[value >> 2] && 15, 'binding');
    case 'variable':
      return element(module, op, variableMask(module, value >> 2), 'variable');
    case 'component':
      return element(module, op, 15, 'component');
    case 'access':
      return module.accesses[value] === undefined || module.bindings[module.accesses[value].binding] === undefined
        ? missing('access', value)
        : undefined;
    case 'binding':
      return value !== -1 && module.bindings[value] === undefined ? missing('binding', value) : undefined;
    case 'function':
      return module.functions[value] === undefined ? missing('function', value) : undefined;
    case 'regions':
      return isConstruct(opcode) && module.owner[value] !== op && module.regionCount(op) === 0 && opcode !== Op.switch
        ? missing('region', value)
        : undefined;
    case 'stream':
      return value < 0 || value > 3 ? missing('stream', value) : undefined;
    default:
      return undefined;
  }
}

function variableMask(module: IrModule, number: number): number | undefined {
  const variable = module.variables[number];
  return variable && 2 ** variable.components - 1;
}

function missing(what: string, number: number): AttributeFault {
  return { message: DX5008, values: { what, number } };
}

/** Checks components from the one that the attribute names on; the last operand is what is written. */
function element(module: IrModule, op: number, mask: number | undefined, what: string): AttributeFault | undefined {
  const { ops } = module;
  const number = ops.extra[op]! >> 2;
  if (mask === undefined) return missing(what, number);
  const first = ops.extra[op]! & 3;
  const resultType = ops.type[op]!;
  const type =
    kindOf(resultType) === Kind.none ? ops.type[ops.operand(op, Math.max(ops.arity[op]! - 1, 0))]! : resultType;
  const taken = ((1 << widthOf(type)) - 1) << first;
  if ((taken & ~mask) === 0) return undefined;
  return { message: DX5009, values: { what, number } };
}
