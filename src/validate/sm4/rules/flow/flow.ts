/**
 * Rules of control flow: blocks and their nesting, cases, breaks, which instruction may follow which, and subroutines
 * with their labels, function bodies included. The exports are the topic's part of the driver
 * (../../validate-container.ts), with interfaces.
 *
 * Not for: function bodies and calls through interfaces (interfaces.ts), or operands of these instructions.
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPCODES, sm4ByOpcode, sm4CodesOf } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { BEFORE, BLOCKS } from './flow-state.ts';
import {
  checkFunctionCall,
  checkInterfacesAtEnd,
  INTERFACE_DECLARATIONS,
  INTERFACE_REFERENCES,
  isReachable,
  UNDECLARED_BODY_RULE,
} from './interfaces.ts';

export const CALLS_NO_LABEL_RULE: Sm4RuleRow = {
  code: 'DX3660',
  aborts: true,
  text: 'The target of a call is {what}; expected a label.',
  hint: 'Call a label, or use `fcall` to call a function body through an interface pointer.',
};
export const LABEL_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3661',
  text: 'Label {label} is defined twice.',
  hint: 'Give each subroutine a label of its own.',
};
export const LABEL_NOT_AFTER_RET_RULE: Sm4RuleRow = {
  code: 'DX3662',
  aborts: true,
  text: 'Label {label} does not follow a `ret`.',
  hint: 'End the main program or the previous subroutine with `ret`.',
};
export const LABEL_IN_BLOCK_RULE: Sm4RuleRow = {
  code: 'DX3663',
  aborts: true,
  text: 'Label {label} is inside a block.',
  hint: 'Close all blocks before it.',
};
export const LABEL_WITHOUT_CALLER_RULE: Sm4RuleRow = {
  code: 'DX3664',
  aborts: true,
  text: 'Label {label} is not called before it is defined; shader model 5 requires all calls to come first.',
  hint: 'Remove the subroutine, or move it after its callers.',
};
export const CALL_BACKWARDS_RULE: Sm4RuleRow = {
  code: 'DX3665',
  aborts: true,
  text: 'Subroutine {label} is defined before this call; shader model 5 requires all calls to come first.',
  hint: 'Order the subroutines so that every call goes forward.',
};
export const LABEL_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3666',
  text: '{what} {label} is called but not defined.',
  hint: 'Add the subroutine, or remove the calls.',
};
export const LABEL_UNUSED_RULE: Sm4RuleRow = {
  code: 'DX3667',
  text: 'Label {label} is never called.',
  hint: 'Remove the subroutine.',
};
export const ENDS_WITHOUT_RET_RULE: Sm4RuleRow = {
  code: 'DX3668',
  text: 'The last subroutine does not end with `ret`.',
  hint: 'Add `ret`.',
};
export const BODY_UNUSED_RULE: Sm4RuleRow = {
  code: 'DX3669',
  aborts: true,
  text: 'Function body {body} is not called before it is defined.',
  hint: 'Remove it, or move it after its callers.',
};
export const SHARED_ROUTINE_RULE: Sm4RuleRow = {
  code: 'DX3670',
  aborts: true,
  text: 'Subroutine {label} is also called by another phase.',
  hint: 'Give each phase a copy of it.',
};

const FIRST_WITH_ORDER = 50;
export function checkCall(ctx: Sm4ValidationContext): void {
  checkTarget(ctx, ctx.cursor.operands[0]!);
}

export function checkConditionalCall(ctx: Sm4ValidationContext): void {
  checkTarget(ctx, ctx.cursor.operands[1]!);
}

function checkTarget(ctx: Sm4ValidationContext, { type, at, index0 }: Sm4OperandSlot): void {
  if (type !== SM4_OPERAND_TYPES.label.code) {
    ctx.report(CALLS_NO_LABEL_RULE, 0, { what: 'a function body' });
    return;
  }
  const routine = ctx.flow.routine(index0, at);
  if (ctx.stage === 'hs') {
    const { callingPhase } = ctx.flow;
    if (routine.phase >= 0 && routine.phase !== callingPhase) {
      ctx.report(SHARED_ROUTINE_RULE, 0, { label: index0 });
      return;
    }
    routine.phase = callingPhase;
  }
  if (routine.defined && ctx.version >= FIRST_WITH_ORDER) {
    ctx.report(CALL_BACKWARDS_RULE, 0, { label: index0 });
    return;
  }
  routine.called = true;
}

export function checkLabel(ctx: Sm4ValidationContext): void {
  const { type, at, index0 } = ctx.cursor.operands[0]!;
  const isBody = type === SM4_OPERAND_TYPES.functionBody.code;
  const routine = isBody ? ctx.flow.linkageIfAny?.bodies.get(index0) : ctx.flow.routine(index0, at);
  if (routine?.defined) ctx.report(LABEL_TWICE_RULE, 0, { label: index0 });
  if (isBody && !routine?.declared) ctx.report(UNDECLARED_BODY_RULE, 0, { body: index0 });
  if (isBody && !isReachable(routine, ctx.flow.linkageIfAny)) {
    ctx.reportProgram(BODY_UNUSED_RULE, { body: index0 }, ctx.cursor.start);
    return;
  }
  if (!isBody && !routine!.called && ctx.version >= FIRST_WITH_ORDER) {
    ctx.report(LABEL_WITHOUT_CALLER_RULE, 0, { label: index0 });
    return;
  }
  routine!.defined = true;
  if (ctx.flow.before !== BEFORE.ret) {
    ctx.report(LABEL_NOT_AFTER_RET_RULE, 0, { label: index0 });
    return;
  }
  if (ctx.flow.depth > 0) {
    ctx.report(LABEL_IN_BLOCK_RULE, 0, { label: index0 });
    return;
  }
  ctx.flow.inRoutine = true;
}

/** Checks after the last instruction whether everything called is defined, and everything defined is called. */
export function checkRoutinesAtEnd(ctx: Sm4ValidationContext): void {
  for (const { number, called, defined, isBody, at } of ctx.flow.routines) {
    if (called && !defined)
      ctx.reportProgram(LABEL_MISSING_RULE, { what: isBody ? 'Function body' : 'Label', label: number }, at);
    else if (defined && !called) ctx.reportProgram(LABEL_UNUSED_RULE, { label: number }, at);
  }
}

export const SECOND_ELSE_RULE: Sm4RuleRow = {
  code: 'DX3650',
  aborts: true,
  text: 'This `if` already has an `else`.',
  hint: 'Remove one `else`.',
};
export const UNMATCHED_RULE: Sm4RuleRow = {
  code: 'DX3651',
  aborts: true,
  text: '`{what}` is not directly inside a `{block}`.',
  hint: 'Close the innermost block first, or open the block that it belongs to.',
};
export const SECOND_CASE_RULE: Sm4RuleRow = {
  code: 'DX3652',
  aborts: true,
  text: 'This `switch` already has a case {value}.',
  hint: 'Remove one of them.',
};
export const SECOND_DEFAULT_RULE: Sm4RuleRow = {
  code: 'DX3653',
  text: 'This `switch` already has a `default`.',
  hint: 'Remove one `default`.',
};
export const LEAVES_NOTHING_RULE: Sm4RuleRow = {
  code: 'DX3654',
  text: '`{what}` is not inside a {block}.',
  hint: 'Move it into the block that it is meant to leave or repeat.',
};
export const FALL_THROUGH_RULE: Sm4RuleRow = {
  code: 'DX3655',
  aborts: true,
  text: 'The instructions before this `{what}` fall through into it.',
  hint: 'End them with `break`, `continue` or `ret`.',
};
export const SWITCH_WITHOUT_CASE_RULE: Sm4RuleRow = {
  code: 'DX3656',
  aborts: true,
  text: 'The instruction is in a `switch`, before its first `case` or `default`.',
  hint: 'Start the `switch` with `case` or `default`.',
};
export const AFTER_RET_RULE: Sm4RuleRow = {
  code: 'DX3657',
  aborts: true,
  text: 'Only the end of a block, `case`, `default`, `else` or a label may follow `ret`.',
  hint: 'Remove the instructions that are never reached.',
};
export const AFTER_BREAK_RULE: Sm4RuleRow = {
  code: 'DX3658',
  aborts: true,
  text: 'Only the end of a block, `case`, `default` or `else` may follow `break` and `continue`.',
  hint: 'Remove the instructions that are never reached.',
};
export const OPEN_AT_END_RULE: Sm4RuleRow = {
  code: 'DX3659',
  text: 'This `{block}` is not closed.',
  hint: 'Add `endif`, `endloop` or `endswitch` where the block ends.',
};

const BLOCK_NAMES = Object.keys(BLOCKS);

/**
 * Instructions before which a `switch` must have had a `case`; `endif` and `endloop` count after their block (source:
 * oracle).
 */
const NEEDS_CASE = sm4CodesOf(
  ...(['break', 'breakc', 'continue', 'continuec', 'ret', 'retc', 'call', 'callc', 'endif', 'endloop'] as const),
);

/** The value of {@link FlowState.before} after an instruction, by its opcode; absent: {@link BEFORE.code}. */
const LEAVES_BEFORE: readonly (number | undefined)[] = sm4ByOpcode<number>({
  if: BEFORE.open,
  else: BEFORE.open,
  endif: BEFORE.open,
  loop: BEFORE.open,
  switch: BEFORE.entry,
  case: BEFORE.entry,
  default: BEFORE.entry,
  break: BEFORE.leave,
  continue: BEFORE.leave,
  ret: BEFORE.ret,
  label: BEFORE.open,
});

/** Opcodes that may follow an instruction that never continues with the next one. */
const BLOCK_ENDS = sm4CodesOf(...(['case', 'default', 'endswitch', 'endloop', 'else', 'endif'] as const));

function checkIf(ctx: Sm4ValidationContext): void {
  ctx.flow.open(BLOCKS.if, ctx.cursor.start);
}

function checkLoop(ctx: Sm4ValidationContext): void {
  ctx.flow.open(BLOCKS.loop, ctx.cursor.start);
}

function checkSwitch(ctx: Sm4ValidationContext): void {
  ctx.flow.open(BLOCKS.switch, ctx.cursor.start);
}

function checkElse(ctx: Sm4ValidationContext): void {
  const { block } = ctx.flow;
  if (block?.kind !== BLOCKS.if) {
    ctx.report(UNMATCHED_RULE, 0, { what: 'else', block: 'if' });
    return;
  }
  if (block.second) {
    ctx.report(SECOND_ELSE_RULE);
    return;
  }
  block.second = true;
}

function checkEndif(ctx: Sm4ValidationContext): void {
  if (ctx.flow.block?.kind === BLOCKS.if) ctx.flow.close();
  else ctx.report(UNMATCHED_RULE, 0, { what: 'endif', block: 'if' });
}

function checkEndloop(ctx: Sm4ValidationContext): void {
  if (ctx.flow.block?.kind === BLOCKS.loop) ctx.flow.close();
  else ctx.report(UNMATCHED_RULE, 0, { what: 'endloop', block: 'loop' });
}

function checkEndswitch(ctx: Sm4ValidationContext): void {
  if (ctx.flow.block?.kind === BLOCKS.switch) ctx.flow.close();
  else ctx.report(UNMATCHED_RULE, 0, { what: 'endswitch', block: 'switch' });
}

function checkCase(ctx: Sm4ValidationContext): void {
  const { block } = ctx.flow;
  if (block?.kind !== BLOCKS.switch) {
    ctx.report(UNMATCHED_RULE, 0, { what: 'case', block: 'switch' });
    return;
  }
  const value = ctx.cursor.word(ctx.cursor.operands[0]!.literal) | 0;
  block.cases ??= new Set();
  if (block.cases.has(value)) {
    ctx.report(SECOND_CASE_RULE, 0, { value });
    return;
  }
  block.cases.add(value);
  block.entered = true;
  checkFallThrough(ctx, 'case');
}

function checkDefault(ctx: Sm4ValidationContext): void {
  const { block } = ctx.flow;
  if (block?.kind !== BLOCKS.switch) {
    ctx.report(UNMATCHED_RULE, 0, { what: 'default', block: 'switch' });
    return;
  }
  if (block.second) ctx.report(SECOND_DEFAULT_RULE);
  block.second = true;
  block.entered = true;
  checkFallThrough(ctx, 'default');
}

function checkFallThrough(ctx: Sm4ValidationContext, what: string): void {
  if (ctx.flow.before === BEFORE.code) ctx.report(FALL_THROUGH_RULE, 0, { what });
}

function checkBreak(ctx: Sm4ValidationContext): void {
  if (ctx.flow.loops + ctx.flow.switches === 0)
    ctx.report(LEAVES_NOTHING_RULE, 0, { what: ctx.cursor.row!.mnemonic, block: 'loop or switch' });
}

function checkContinue(ctx: Sm4ValidationContext): void {
  if (ctx.flow.loops === 0) ctx.report(LEAVES_NOTHING_RULE, 0, { what: ctx.cursor.row!.mnemonic, block: 'loop' });
}

/**
 * Checks whether the current instruction may follow the previous one; runs after its other rules, and not for data
 * blocks.
 */
export function checkFlowStep(ctx: Sm4ValidationContext): void {
  const { flow } = ctx;
  const { code } = ctx.cursor;
  if (flow.switches > 0 && NEEDS_CASE.has(code)) {
    const { block } = flow;
    if (block?.kind === BLOCKS.switch && !block.entered) {
      ctx.report(SWITCH_WITHOUT_CASE_RULE);
      return;
    }
  }
  const next = LEAVES_BEFORE[code] ?? BEFORE.code;
  const { before } = flow;
  if (before >= BEFORE.leave && next !== before && !BLOCK_ENDS.has(code)) {
    if (before === BEFORE.leave) {
      ctx.report(AFTER_BREAK_RULE);
      return;
    }
    if (code !== SM4_OPCODES.label.code && code !== SM4_OPCODES.dcl_function_body.code) {
      ctx.report(AFTER_RET_RULE);
      return;
    }
  }
  flow.before = next;
}

/** Checks whether a phase of a hull shader may begin here. */
export function checkPhaseStep(ctx: Sm4ValidationContext): void {
  if (ctx.flow.before === BEFORE.leave) ctx.report(AFTER_BREAK_RULE);
  ctx.flow.beginPhase();
}

export const FLOW_DECLARATIONS: Handlers = INTERFACE_DECLARATIONS;
/** Operands of instructions that are no declarations, by their type. */
export const FLOW_REFERENCES: ReferenceHandlers = INTERFACE_REFERENCES;
/** Instructions, by opcode, after the references of their operands. */
export const FLOW_INSTRUCTIONS: Handlers = {
  if: checkIf,
  else: checkElse,
  endif: checkEndif,
  loop: checkLoop,
  endloop: checkEndloop,
  switch: checkSwitch,
  case: checkCase,
  default: checkDefault,
  endswitch: checkEndswitch,
  break: checkBreak,
  breakc: checkBreak,
  continue: checkContinue,
  continuec: checkContinue,
  call: checkCall,
  callc: checkConditionalCall,
  label: checkLabel,
  fcall: checkFunctionCall,
};

/** Reports after the last instruction what is declared but not used. */
export function checkFlowAtEnd(ctx: Sm4ValidationContext): void {
  checkInterfacesAtEnd(ctx);
}

/**
 * Checks after the last instruction whether subroutines and blocks are complete; Microsoft's validator does this last.
 */
export function checkBlocksAtEnd(ctx: Sm4ValidationContext): void {
  checkRoutinesAtEnd(ctx);
  const { flow } = ctx;
  const { block } = flow;
  if (block) ctx.reportProgram(OPEN_AT_END_RULE, { block: BLOCK_NAMES[block.kind]! }, block.at);
  else if (flow.inRoutine && flow.before !== BEFORE.ret) ctx.reportProgram(ENDS_WITHOUT_RET_RULE, {}, ctx.cursor.start);
}
