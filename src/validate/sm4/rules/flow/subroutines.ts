/**
 * Rules of subroutines and their labels, function bodies included: who calls them, where they are, and that
 * every call has a label and every label a call.
 *
 * Not for: which function bodies a call through an interface reaches (interfaces.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { rules } from '../../rule.ts';
import { BEFORE } from './flow-state.ts';
import { INTERFACE_RULES, isReachable } from './interfaces.ts';

export const SUBROUTINE_RULES = rules({
  callsNoLabel: {
    code: 'DX3660',
    aborts: true,
    text: 'The target of a call is {what}; expected a label.',
    hint: 'Call a label, or use `fcall` to call a function body through an interface pointer.',
  },
  labelTwice: {
    code: 'DX3661',
    text: 'Label {label} is defined twice.',
    hint: 'Give each subroutine a label of its own.',
  },
  labelNotAfterRet: {
    code: 'DX3662',
    aborts: true,
    text: 'Label {label} does not follow a `ret`.',
    hint: 'End the main program or the previous subroutine with `ret`.',
  },
  labelInBlock: {
    code: 'DX3663',
    aborts: true,
    text: 'Label {label} is inside a block.',
    hint: 'Close all blocks before it.',
  },
  labelWithoutCaller: {
    code: 'DX3664',
    aborts: true,
    text: 'Label {label} is not called before it is defined; shader model 5 requires all calls to come first.',
    hint: 'Remove the subroutine, or move it after its callers.',
  },
  callBackwards: {
    code: 'DX3665',
    aborts: true,
    text: 'Subroutine {label} is defined before this call; shader model 5 requires all calls to come first.',
    hint: 'Order the subroutines so that every call goes forward.',
  },
  labelMissing: {
    code: 'DX3666',
    text: '{what} {label} is called but not defined.',
    hint: 'Add the subroutine, or remove the calls.',
  },
  labelUnused: {
    code: 'DX3667',
    text: 'Label {label} is never called.',
    hint: 'Remove the subroutine.',
  },
  endsWithoutRet: {
    code: 'DX3668',
    text: 'The last subroutine does not end with `ret`.',
    hint: 'Add `ret`.',
  },
  bodyUnused: {
    code: 'DX3669',
    aborts: true,
    text: 'Function body {body} is not called before it is defined.',
    hint: 'Remove it, or move it after its callers.',
  },
  sharedRoutine: {
    code: 'DX3670',
    aborts: true,
    text: 'Subroutine {label} is also called by another phase.',
    hint: 'Give each phase a copy of it.',
  },
});

const FIRST_WITH_ORDER = 50;
export function checkCall(ctx: Sm4ValidationContext): void {
  checkTarget(ctx, ctx.cursor.operands[0]!);
}

export function checkConditionalCall(ctx: Sm4ValidationContext): void {
  checkTarget(ctx, ctx.cursor.operands[1]!);
}

function checkTarget(ctx: Sm4ValidationContext, { type, at, index0 }: Sm4OperandSlot): void {
  if (type !== SM4_OPERAND_TYPES.label.code) {
    ctx.report(SUBROUTINE_RULES.callsNoLabel, 0, { what: 'a function body' });
    return;
  }
  const routine = ctx.flow.routine(index0, at);
  if (ctx.stage === 'hs') {
    const { callingPhase } = ctx.flow;
    if (routine.phase >= 0 && routine.phase !== callingPhase) {
      ctx.report(SUBROUTINE_RULES.sharedRoutine, 0, { label: index0 });
      return;
    }
    routine.phase = callingPhase;
  }
  if (routine.defined && ctx.version >= FIRST_WITH_ORDER) {
    ctx.report(SUBROUTINE_RULES.callBackwards, 0, { label: index0 });
    return;
  }
  routine.called = true;
}

export function checkLabel(ctx: Sm4ValidationContext): void {
  const { type, at, index0 } = ctx.cursor.operands[0]!;
  const isBody = type === SM4_OPERAND_TYPES.functionBody.code;
  const routine = isBody ? ctx.flow.linkageIfAny?.bodies.get(index0) : ctx.flow.routine(index0, at);
  if (routine?.defined) ctx.report(SUBROUTINE_RULES.labelTwice, 0, { label: index0 });
  if (isBody && !routine?.declared) ctx.report(INTERFACE_RULES.undeclaredBody, 0, { body: index0 });
  if (isBody && !isReachable(routine, ctx.flow.linkageIfAny)) {
    ctx.reportProgram(SUBROUTINE_RULES.bodyUnused, { body: index0 }, ctx.cursor.start);
    return;
  }
  if (!isBody && !routine!.called && ctx.version >= FIRST_WITH_ORDER) {
    ctx.report(SUBROUTINE_RULES.labelWithoutCaller, 0, { label: index0 });
    return;
  }
  routine!.defined = true;
  if (ctx.flow.before !== BEFORE.ret) {
    ctx.report(SUBROUTINE_RULES.labelNotAfterRet, 0, { label: index0 });
    return;
  }
  if (ctx.flow.depth > 0) {
    ctx.report(SUBROUTINE_RULES.labelInBlock, 0, { label: index0 });
    return;
  }
  ctx.flow.inRoutine = true;
}

/** Checks after the last instruction whether everything called is defined, and everything defined is called. */
export function checkRoutinesAtEnd(ctx: Sm4ValidationContext): void {
  for (const { number, called, defined, isBody, at } of ctx.flow.routines) {
    if (called && !defined)
      ctx.reportProgram(SUBROUTINE_RULES.labelMissing, { what: isBody ? 'Function body' : 'Label', label: number }, at);
    else if (defined && !called) ctx.reportProgram(SUBROUTINE_RULES.labelUnused, { label: number }, at);
  }
}
