/**
 * Rules of subroutines and their labels, function bodies included: who calls them, where they are, and that
 * every call has a label and every label a call.
 *
 * Not for: which function bodies a call through an interface reaches (interfaces.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { BEFORE } from './flow-state.ts';
import { isReachable, UNDECLARED_BODY_RULE } from './interfaces.ts';

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
