/**
 * Rules of temporaries, constants, resources and memory, collected for the driver (../../validate-container.ts), and of
 * references to them: they must be declared, and immediate indices must be in range. The registers in indices are
 * checked after their operand.
 *
 * Not for: which views an instruction takes (sampling.ts, memory.ts). Of ranges of 5.1 only the id is checked, not
 * which register of the range an operand names (source: oracle).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { CONSTANT_BUFFER_ROWS } from '../../limits.ts';
import { readComponents } from '../registers/state.ts';
import { nameOf, TEMP_DECLARATIONS, VIEW_DECLARATIONS } from './declarations.ts';
import { FLAG_DECLARATIONS } from './global-flags.ts';
import { BARRIER_DECLARATIONS, BARRIER_INSTRUCTIONS, checkSharedMemoryAtEnd, MEMORY_INSTRUCTIONS } from './memory.ts';
import { SAMPLING_INSTRUCTIONS } from './sampling.ts';

const TEMP = SM4_OPERAND_TYPES.temp.code;
const INDEXABLE = SM4_OPERAND_TYPES.indexableTemp.code;

export const UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3472',
  text: '{register} is not declared.',
  hint: 'Declare it, or use a register that is declared.',
  aborts: true,
  specRules: ['SM51-5', 'SM51-6'],
};
export const OUT_OF_BOUNDS_RULE: Sm4RuleRow = {
  code: 'DX3473',
  text: '{register} has no element {index}; it has {count}.',
  hint: 'Use an existing element, or declare more elements.',
  aborts: true,
};
export const COMPONENTS_RULE: Sm4RuleRow = {
  code: 'DX3474',
  text: '{register} is not declared with all the components that are used.',
  hint: 'Declare it with these components, or use other components.',
  aborts: true,
};
export const NOT_DYNAMIC_RULE: Sm4RuleRow = {
  code: 'DX3475',
  text: 'The rows of {register} are indexed with a register, which its declaration does not allow.',
  hint: 'Declare the constant buffer as dynamically indexed.',
  aborts: true,
};
export const INDEX_TEMP_RULE: Sm4RuleRow = {
  code: 'DX3476',
  text: 'Index {order} is r{register}, but {count} temporaries are declared.',
  hint: 'Declare more temporaries, or index with another one.',
  aborts: true,
};

export const RESOURCE_FILE_REFERENCES: ReferenceHandlers = {
  temp: checkTemp,
  indexableTemp: checkIndexable,
  constantBuffer: checkConstantBuffer,
  immediateConstantBuffer: checkImmediateBuffer,
  sampler: checkSampler,
  resource: checkResource,
  unorderedAccessView: checkView,
  groupSharedMemory: checkShared,
};

function checkTemp(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  if (slot.index0 >>> 0 >= ctx.resources.temps)
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('r', slot.index0) });
}

function checkIndexable(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const { resources } = ctx;
  const { index0, index1 } = slot;
  if (!resources.hasIndexable(index0)) {
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('x', index0) });
  } else if (!slot.isRelative(1) && index1 >>> 0 >= resources.indexableSize(index0)) {
    const count = resources.indexableSize(index0);
    ctx.report(OUT_OF_BOUNDS_RULE, operand, { register: nameOf('x', index0), index: index1 >>> 0, count });
  } else if ((readComponents(slot.token) & ~resources.indexableMask(index0)) !== 0) {
    ctx.report(COMPONENTS_RULE, operand, { register: nameOf('x', index0) });
  }
}

function checkConstantBuffer(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  // The class instance decides which buffer it is (source: oracle).
  if (slot.isRelative(0)) return;
  const { resources } = ctx;
  const register = slot.index0;
  const declared = resources.constantBufferRows(register);
  if (declared === undefined) {
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('cb', register) });
    return;
  }
  const order = ctx.rangeIds ? 2 : 1;
  if (slot.isRelative(order)) {
    if (!resources.isDynamic(register)) ctx.report(NOT_DYNAMIC_RULE, operand, { register: nameOf('cb', register) });
    return;
  }
  const count = declared === 0 ? CONSTANT_BUFFER_ROWS : declared;
  const index = slot.index(order) >>> 0;
  if (index >= count) ctx.report(OUT_OF_BOUNDS_RULE, operand, { register: nameOf('cb', register), index, count });
}

function checkImmediateBuffer(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const count = ctx.resources.immediateRows;
  const index = slot.index0 >>> 0;
  if (count < 0) ctx.report(UNDECLARED_RULE, operand, { register: 'icb' });
  else if (!slot.isRelative(0) && index >= count) {
    // The number that Microsoft's validator gives is not that of an instruction (source: oracle).
    ctx.reportProgram(OUT_OF_BOUNDS_RULE, { register: 'icb', index, count }, slot.at);
  }
}

function checkSampler(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  if (!slot.isRelative(0) && ctx.resources.samplerMode(slot.index0) === undefined) {
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('s', slot.index0) });
  }
}

function checkResource(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  if (!slot.isRelative(0) && !ctx.resources.hasResource(slot.index0)) {
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('t', slot.index0) });
  }
}

/** From 5.1 on, undeclared ids are not reported (source: oracle). */
function checkView(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  if (!ctx.rangeIds && !ctx.resources.hasView(slot.index0)) {
    ctx.report(UNDECLARED_RULE, operand, { register: nameOf('u', slot.index0) });
  }
}

function checkShared(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const memory = ctx.resources.sharedMemory(slot.index0);
  if (memory === undefined) ctx.report(UNDECLARED_RULE, operand, { register: nameOf('g', slot.index0) });
  else if (memory.elements === 0) {
    ctx.report(OUT_OF_BOUNDS_RULE, operand, { register: nameOf('g', slot.index0), index: 0, count: 0 });
  }
}

/**
 * Checks the registers in the indices of an operand; the indices of these registers are not checked (source: oracle).
 */
export function checkIndexRegisters(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number): void {
  const { resources } = ctx;
  for (let i = 0; i < slot.indexCount; i++) {
    if (!slot.isRelative(i)) continue;
    const register = slot.relative[i]!;
    const { index0, index1 } = register;
    if (register.type === TEMP) {
      if (index0 >>> 0 >= resources.temps) {
        const count = Math.max(0, resources.temps);
        ctx.report(INDEX_TEMP_RULE, operand, { order: i + 1, register: index0 >>> 0, count }, register.at);
        return;
      }
    } else if (register.type === INDEXABLE) {
      const name = nameOf('x', index0);
      if ((readComponents(register.token) & ~resources.indexableMask(index0)) !== 0) {
        ctx.report(COMPONENTS_RULE, operand, { register: name }, register.at);
        return;
      }
      const count = resources.indexableSize(index0);
      if (index1 >>> 0 >= count) {
        ctx.report(OUT_OF_BOUNDS_RULE, operand, { register: name, index: index1 >>> 0, count }, register.at);
        return;
      }
    }
  }
}

export const RESOURCE_DECLARATIONS: Handlers = {
  ...FLAG_DECLARATIONS,
  ...TEMP_DECLARATIONS,
  ...VIEW_DECLARATIONS,
  ...BARRIER_DECLARATIONS,
};
/** Operands of instructions that are no declarations, by their type. */
export const RESOURCE_REFERENCES: ReferenceHandlers = RESOURCE_FILE_REFERENCES;
/** Instructions, by opcode, after the references of their operands. */
export const RESOURCE_INSTRUCTIONS: Handlers = {
  ...SAMPLING_INSTRUCTIONS,
  ...MEMORY_INSTRUCTIONS,
  ...BARRIER_INSTRUCTIONS,
};

/**
 * Checks the entire program after its last instruction; raw buffers of 4.x come after the feature bits
 * (global-flags.ts).
 */
export function checkResourcesAtEnd(ctx: Sm4ValidationContext): void {
  checkSharedMemoryAtEnd(ctx);
}
